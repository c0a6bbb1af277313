// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_STABLEHLO_CONVERTER_H_
#define HLO_CORE_IMPORT_STABLEHLO_CONVERTER_H_

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/import/mlir/dense.h"
#include "core/import/mlir/tree.h"
#include "core/import/stablehlo/frame.h"
#include "core/import/stablehlo/op_rows.h"
#include "core/import/support/import_options.h"
#include "core/import/support/report.h"
#include "core/ir/mesh.h"
#include "core/ir/shardy.h"

namespace hlo::stablehlo {

// HLO text, where each instruction comes from, and the constants that the text leaves out: by the
// position of their "{...}".
struct HloText {
  std::string text;
  std::vector<SourceMark> marks;
  std::unordered_map<uint32_t, std::shared_ptr<const Literal>> constants;
};

// Turns a module of StableHLO, CHLO or mhlo into HLO text (imports reference, sections 2 to 9).
// Functions that return bool report what is wrong and return false; the op then becomes a custom
// call without implementation, so that the rest of the module can be seen.
class Converter {
 public:
  Converter(mlir::File& file, Report& report, const ImportOptions& options)
      : file_(file), report_(report), options_(options) {}
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  // nullopt when nothing can be written, as of a text without functions.
  std::optional<HloText> Convert();

  // ---- conversions, by the names of ops.def ----
#define HLO_CONVERSION(name) bool Convert##name(const mlir::Op& op, const OpRow& row);
#include "core/import/stablehlo/conversions.def"
#undef HLO_CONVERSION

 private:
  // The text of a computation and what it gives back.
  struct Converted {
    std::string name;
    std::vector<Parameter> parameters;
    std::vector<const HloShape*> results;
    std::vector<Known> known;  // of each result, or null
    bool in_progress = true;
    bool is_failed = false;
  };
  // Arguments of a function, for one specialization.
  struct Argument {
    const HloShape* shape = nullptr;
    Known known;
  };
  struct Numbers {
    std::vector<int64_t> values;
    bool given = false;
    SourceSpan span;  // of the value, if given
  };

  // ---- module.cc, header.cc: the module ----
  const mlir::Function* ChooseEntry();
  const mlir::Function* FindFunction(std::string_view name) const;
  bool EntryArguments(const mlir::Function& function, std::vector<Argument>& arguments);
  std::string DimensionName(const mlir::Function& function, size_t argument, size_t dimension);
  std::string HeaderText(const mlir::Function& entry, const Converted& converted);
  std::string AliasText(const mlir::Function& entry, const Converted& converted);
  std::string MapText(const mlir::Attribute* dictionary);
  std::string LayoutText(std::string_view layouts, std::string_view tiles, size_t number);
  std::string ResultShardings(const mlir::Function& function, size_t count, bool is_entry);
  std::string EntryLayoutText(const mlir::Function& entry, const Converted& converted);
  const Converted* ConvertFunction(const mlir::Function& function,
                                   const std::vector<Argument>& arguments, bool is_entry);
  void BindArguments(const mlir::Function& function, const std::vector<Argument>& arguments,
                     bool is_entry);
  std::string ArgumentName(const mlir::BlockArgument& argument);
  std::string ArgumentSuffix(const std::vector<mlir::NamedAttribute>& attributes);
  void Append(Frame& frame, bool is_entry);
  std::string ClaimComputation(std::string_view wanted);

  // ---- converter.cc: regions and ops ----
  bool ConvertOps(const mlir::Region& region);
  void ConvertOp(const mlir::Op& op);
  bool CheckOp(const mlir::Op& op, const OpRow& row);
  void ReportUnknownOp(const mlir::Op& op);
  void NoteUnknownAttributes(const mlir::Op& op, const OpRow& row);
  void StandIn(const mlir::Op& op);
  // Name of the root, and the shape, of what the terminator of a region returns.
  bool FinishBody(const mlir::Region& region, std::vector<Operand>& results);
  bool CheckReturn(const mlir::Function& function);
  std::string RootOf(const std::vector<Operand>& results, std::string_view attributes = {});
  std::vector<const mlir::Value*> FreeValues(std::span<mlir::Region* const> regions) const;
  bool IsCloned(const mlir::Value& value);

  // ---- emit.cc: writing instructions ----
  bool Fail(std::string_view code, SourceSpan span, std::string message);
  bool FailOp(const mlir::Op& op, std::string_view code, std::string_view message);
  // P12 at the value of the attribute, or at the op if an operand stands for the attribute.
  bool FailValue(const mlir::Op& op, std::string_view attribute, std::string_view message);
  const HloShape* Intern(Shape shape);
  const HloShape* ArrayOf(ElementType type, std::span<const int64_t> dims);
  const HloShape* TupleOf(const std::vector<const HloShape*>& elements);
  const HloShape* ShapeOf(const mlir::Type& type, SourceSpan at);
  std::optional<Shape> TypeShape(const mlir::Type& type, SourceSpan at);
  bool FailType(const mlir::Type& type, SourceSpan at);
  bool Fits(size_t bytes);
  // Writes one instruction of the current op and gives its name.
  std::string Emit(std::string_view name, const HloShape* shape, Opcode opcode,
                   std::string_view operands, std::string_view attributes = {},
                   bool is_result = false);
  Operand EmitOperand(std::string_view name, const HloShape* shape, Opcode opcode,
                      std::string_view operands, std::string_view attributes = {});
  Operand EmitScalar(std::string_view name, ElementType type, std::string_view value);
  Operand EmitFilled(std::string_view name, const HloShape* shape, const Operand& scalar);
  Operand EmitBroadcast(std::string_view name, const Operand& operand, const HloShape* shape,
                        std::span<const int64_t> dimensions, bool is_result = false);
  Operand EmitReshape(std::string_view name, const Operand& operand, std::span<const int64_t> dims);
  Operand EmitTuple(std::string_view name, const std::vector<Operand>& elements);
  std::string EmitLiteral(std::string_view name, const HloShape* shape,
                          const mlir::DenseValue& value, bool is_result);
  std::string EmitKnown(std::string_view name, const HloShape* shape, const Known& known);
  std::string EmitFill(std::string_view name, const HloShape* shape);
  void Bind(const mlir::Value* value, Operand operand);
  void BindLazily(const mlir::Value* value, const HloShape* shape, Known known);
  // The one result of the op.
  bool Give(const mlir::Op& op, Operand operand);
  bool GiveOne(const mlir::Op& op, const HloShape* shape, Opcode opcode, std::string_view operands,
               std::string_view attributes = {});
  // All results of the op, which come as one tuple if there are several.
  bool GiveAll(const mlir::Op& op, const std::vector<const HloShape*>& shapes, Opcode opcode,
               std::string_view operands, std::string_view attributes = {});
  void BindElements(const mlir::Op& op, const Operand& tuple,
                    const std::vector<const HloShape*>& shapes);
  std::string ResultName(const mlir::Op& op, size_t i = 0) const;

  // ---- values.cc: operands, shapes of results ----
  // `at` is where the value is used.
  Bound* FindBound(const mlir::Value& value, SourceSpan at = {});
  bool ReadOperand(const mlir::Op& op, size_t i, Operand& operand);
  bool ReadOperands(const mlir::Op& op, std::vector<Operand>& operands, size_t from = 0,
                    size_t count = SIZE_MAX);
  void WriteConstant(const mlir::Value& value, std::string_view name, Bound& bound);
  bool Materialize(const mlir::Value& value, Bound& bound);
  static std::string Names(const std::vector<Operand>& operands);
  const HloShape* OperandShape(const mlir::Op& op, size_t i);
  // The shape of a result; unknown sizes are taken from `dims` where that is given.
  const HloShape* ResultShape(const mlir::Op& op, size_t i, const Dims* dims = nullptr);
  const HloShape* InferredShape(const mlir::Op& op, Opcode opcode,
                                const std::vector<Operand>& operands, std::string_view attributes,
                                std::string_view called = {});
  bool HasUnknownSizes(const mlir::Op& op, size_t i) const;
  bool FailUnknownSize(const mlir::Op& op, size_t dimension);

  // ---- fold.cc ----
  Known KnownOf(const mlir::Op& op, size_t i, int64_t most_dimensions = 1);
  Known ConstantNumbers(const mlir::Op& op);
  bool Fold(const mlir::Op& op, const OpRow& row);
  std::optional<std::vector<int64_t>> FoldedSize(const mlir::Op& op);
  std::optional<std::vector<int64_t>> FoldedSlice(const mlir::Op& op,
                                                  const std::vector<int64_t>& values,
                                                  const Shape& shape);
  std::optional<int64_t> FoldedElement(const mlir::Op& op, const OpRow& row, ElementType type,
                                       const std::vector<int64_t>& operands) const;
  std::optional<std::vector<int64_t>> FoldedShape(const mlir::Op& op, std::string_view name);
  std::optional<std::vector<int64_t>> FoldedValues(const mlir::Op& op, const OpRow& row,
                                                   const Shape& shape);

  // ---- attributes.cc ----
  bool PrintAttributes(const mlir::Op& op, const OpRow& row, std::string& out);
  bool PrintAttribute(const mlir::Op& op, const AttributeSpec& spec,
                      const mlir::Attribute& attribute, std::string& out);
  bool ReadList(const mlir::Op& op, std::string_view name, Numbers& numbers);
  bool ReadRequired(const mlir::Op& op, std::string_view name, std::vector<int64_t>& numbers);
  bool ReadInt(const mlir::Op& op, std::string_view name, int64_t& number);
  // The text of a number or boolean in HLO. Errors: P12, C01, C05.
  bool ReadScalar(const mlir::Op& op, std::string_view name, ElementType type, std::string& out);
  bool ReadFlag(const mlir::Op& op, std::string_view name);
  std::string_view WordOf(const mlir::Attribute& attribute) const;
  std::string StringOf(const mlir::Attribute& attribute) const;
  bool ReadStruct(const mlir::Attribute& attribute, mlir::Attribute& entries);
  bool ReadStructList(const mlir::Attribute& entries, std::string_view name,
                      std::vector<int64_t>& numbers);
  bool PrintPrecision(const mlir::Op& op, std::string& out);
  std::string AccuracyText(const mlir::Op& op);
  std::string ResultSuffix(const mlir::Op& op);
  std::string FrontendText(const mlir::Op& op);

  // ---- shapes.cc, windows.cc, linear.cc ----
  bool BroadcastTo(const mlir::Op& op, const Operand& operand, const HloShape* shape,
                   const std::vector<int64_t>& dimensions, Operand& result);
  bool PrintPadding(const mlir::Op& op, const std::vector<int64_t>& low,
                    const std::vector<int64_t>& high, const std::vector<int64_t>& interior,
                    std::string& out);
  bool PrintGatherNumbers(const mlir::Op& op, const mlir::Attribute& numbers, std::string& out);
  bool ConvertBoundedReshape(const mlir::Op& op, const Operand& operand);
  bool SliceTo(const mlir::Op& op, const Operand& operand, const std::vector<int64_t>& starts,
               const std::vector<int64_t>& limits, const std::vector<int64_t>& strides);
  struct WindowLists {
    std::vector<int64_t> size;
    Numbers stride, padding, base_dilation, window_dilation, reversal;
  };
  bool PrintWindow(const mlir::Op& op, const WindowLists& lists, std::string& out);
  bool DynamicReduceWindow(const mlir::Op& op);
  bool GiveReduceWindow(const mlir::Op& op, const std::vector<Operand>& operands,
                        const WindowLists& window, std::string_view body);
  bool ConvolutionWith(const mlir::Op& op, const OpRow& row, const Numbers& padding);
  bool ReadDimLabels(const mlir::Op& op, std::string& labels);
  bool RawDimLabels(const mlir::Attribute& numbers, std::string& labels);
  struct DotNumbers {
    std::vector<int64_t> lhs_batch, rhs_batch, lhs_contracting, rhs_contracting;
  };
  bool ReadDotNumbers(const mlir::Attribute& given, DotNumbers& numbers);
  static std::string DotText(const DotNumbers& numbers);
  bool PrintAlgorithmOf(const mlir::Op& op, const mlir::Attribute& entries, std::string& out);
  struct EinsumTerm {
    std::string letters;
    Operand operand;
  };
  bool SumLoneLetters(EinsumTerm& term, std::string_view keep);
  std::string SumComputation(ElementType type);
  bool GiveEinsum(const mlir::Op& op, const EinsumTerm& term, std::string_view wanted);
  bool ContractEinsum(const mlir::Op& op, const EinsumTerm& lhs, const EinsumTerm& rhs,
                      std::string_view wanted);
  bool PrintDotAlgorithm(const mlir::Op& op, std::string& out);

  // ---- regions.cc, calls.cc ----
  // Write a region that uses only its parameters, and constants around it, as a computation.
  bool ConvertReducer(const mlir::Op& op, const mlir::Region& region, std::string_view what,
                      std::string& name);
  bool AppliedOp(const mlir::Op& op, std::string& name);
  // Writes a computation that applies a binary op to two scalars.
  void AppendBinary(const std::string& name, ElementType type, Opcode opcode,
                    std::string_view root);
  template <class BindParameters>
  bool ConvertBody(const mlir::Op& op, const mlir::Region& region, std::string_view what,
                   std::string& name, std::vector<Operand>& results, BindParameters&& bind,
                   const std::vector<const mlir::Value*>* handed_back = nullptr);
  void CaptureValues(std::span<mlir::Region* const> regions,
                     std::vector<const mlir::Value*>& captured, std::vector<Operand>& operands);
  bool ConvertBranch(const mlir::Op& op, mlir::Region* region, std::string_view what,
                     std::string& name, Operand& argument, std::vector<const HloShape*>& shapes);
  void BindState(const Operand& parameter, const std::vector<const mlir::Value*>& values,
                 const std::vector<Operand>& operands);
  bool ConvertLoopRegion(const mlir::Op& op, const mlir::Region& region, std::string_view what,
                         const std::vector<const mlir::Value*>& captured,
                         const std::vector<Operand>& state, std::string& name);
  bool CheckRegions(const mlir::Op& op, size_t count);
  std::string RegionName(std::string_view what);
  bool CheckCallTypes(const mlir::Op& op, const mlir::Function& function);
  bool CallFunction(const mlir::Op& op, std::string_view callee, SourceSpan at,
                    std::string_view attributes);

  bool ConvertRegionCall(const mlir::Op& op, const mlir::Region& region, std::string_view what,
                         std::string& name, std::vector<const HloShape*>& results);

  // ---- effects.cc ----
  bool PrintGroups(const mlir::Op& op, std::string_view name, std::string& out);
  static std::string GroupsText(const std::vector<int64_t>& ids, int64_t columns);
  bool PrintGroupLists(const mlir::Attribute& given, std::string& out);
  bool MeshGroups(const mlir::Attribute& groups, std::string& out);
  bool PrintChannel(const mlir::Op& op, std::string& out);
  bool PrintTransfer(const mlir::Op& op, std::string& out);
  bool PrintTransferPairs(const mlir::Op& op, std::string& out);
  Operand MoveBlocks(const std::string& name, const Operand& array, int64_t split, int64_t concat,
                     int64_t count);
  const HloShape* ReceivedShape(const mlir::Op& op, std::vector<const HloShape*>& data);
  void BindReceived(const mlir::Op& op, const Operand& received, const HloShape* inner,
                    const HloShape* token, const std::vector<const HloShape*>& data);

  // ---- custom_calls.cc ----
  bool KnownCustomCall(const mlir::Op& op, std::string_view target, bool& is_known);
  bool OpaqueCall(const mlir::Op& op, std::string_view target);
  bool PrintCustomCallAttributes(const mlir::Op& op, std::string& out);
  const mlir::Attribute* BackendConfig(const mlir::Op& op) const;
  const Converted* CalledComputation(const mlir::Attribute& symbol);
  const HloShape* WithLayout(const HloShape* shape, const mlir::Attribute& order);
  bool PrintCustomCallLayouts(const mlir::Op& op, std::vector<const HloShape*>& results,
                              std::string& out);
  bool IdentityCall(const mlir::Op& op, std::string_view target);
  bool ThreefryCall(const mlir::Op& op);
  bool DynamicRngBits(const mlir::Op& op);
  bool ShapeAssertion(const mlir::Op& op);
  bool AllocateBufferCall(const mlir::Op& op);
  bool RaggedAllToAllCall(const mlir::Op& op);
  bool RaggedAttributes(const mlir::Op& op, std::string& out);
  bool CheckCall(const mlir::Op& op, std::string_view target);
  bool EmitCheck(const mlir::Op& op, std::string_view target, const std::vector<Operand>& operands,
                 std::string_view limit);

  // ---- top_k.cc ----
  bool TopKCall(const mlir::Op& op);
  bool ComparedTopKCall(const mlir::Op& op, bool& is_known);
  bool ApproxTopKCall(const mlir::Op& op, std::string_view target, bool& is_known);
  bool Comparator(const mlir::Op& op, const std::vector<Operand>& sorted, std::string& name);
  bool GiveFirst(const mlir::Op& op, const std::vector<Operand>& sorted, int64_t dimension,
                 int64_t k, std::string_view comparator);

  // ---- chlo.cc ----
  bool ApplyFunction(const mlir::Op& op, std::string_view function, std::vector<Operand> operands,
                     const HloShape* shape);
  std::string FunctionFor(std::string_view function, ElementType type);
  void Stretch(const std::string& name, const Dims& dims, Operand& operand);
  bool BroadcastShape(const mlir::Op& op, const std::vector<Operand>& operands, Dims& dims);

  // ---- sharding.cc ----
  const mlir::Attribute* FindMesh(std::string_view name) const;
  bool ReadMeshAttribute(const mlir::Attribute& given, Mesh& mesh);
  bool ReadAxisRef(const mlir::Attribute& given, AxisRef& ref);
  const MeshTexts& MeshesByName();
  std::string SdySharding(SourceSpan body);
  std::vector<std::string> SdyShardings(SourceSpan list);
  std::vector<ShardySharding> ManualShardings(const mlir::Op& op, std::string_view name);
  std::vector<std::string> DivisionsOf(const mlir::Op& op, std::string_view name);
  std::string ShardingOf(const std::vector<mlir::NamedAttribute>& attributes);
  bool CanRunOnDevices(const mlir::Op& op);
  int64_t ManualDevices(const mlir::Op& op);
  bool DivideOperands(const mlir::Op& op, const mlir::Region& region,
                      std::vector<Operand>& operands);
  bool ConvertLocalComputation(const mlir::Op& op, const OpRow& row);

  mlir::File& file_;
  Report& report_;
  const ImportOptions& options_;

  MeshTexts meshes_;  // those of the file, once they are needed
  std::deque<HloShape> shapes_;
  std::unordered_map<std::string_view, const HloShape*> shapes_by_text_;
  std::unordered_map<const mlir::Type*, const HloShape*> shapes_by_type_;
  std::unordered_map<std::string, std::unique_ptr<Converted>> functions_;
  std::set<std::string, std::less<>> computations_;
  std::unordered_map<std::string, int> computation_suffixes_;  // as in Frame
  std::map<ElementType, std::string> sums_;                    // computations that add two numbers
  std::unordered_map<const mlir::Attribute*, mlir::DenseValue> aliased_values_;  // by definition
  std::set<std::string_view> warned_attributes_;
  std::unordered_map<std::string, int> region_numbers_;
  HloText out_;
  Frame* frame_ = nullptr;
  const mlir::Op* op_ = nullptr;         // being converted
  std::string metadata_;                 // of op_, for all instructions that come of it
  static constexpr int kMaxDepth = 200;  // of calls and regions together
  int depth_ = 0;
  int64_t partitions_ = 1;
  bool runs_on_devices_ = false;             // the entry is the body of a manual_computation
  std::vector<std::string> device_results_;  // then, the shardings of the results; or none
  bool is_full_ = false;                     // the text has become too long
};

// "reduce" of "stablehlo.reduce".
inline std::string_view LastWord(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}
// The inside of loc(...) as "metadata={...}" with a comma in front, or nothing (imports reference
// 7).
std::string MetadataText(const mlir::File& file, SourceSpan location);
// The name that a location gives, or nothing.
std::string LocationName(const mlir::File& file, SourceSpan location);

}  // namespace hlo::stablehlo

#endif  // HLO_CORE_IMPORT_STABLEHLO_CONVERTER_H_
