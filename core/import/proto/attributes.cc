// SPDX-License-Identifier: Apache-2.0
// Attributes of HloInstructionProto as HLO text (imports reference 12.2).
#include "core/import/proto/attributes.h"

#include <algorithm>
#include <utility>

#include "core/import/proto/fields.h"
#include "core/import/proto/literals.h"
#include "core/import/proto/shapes.h"
#include "core/import/proto/sharding.h"
#include "core/text/printer/printer_values.h"
#include "core/text/quote.h"
#include "core/types/number_text.h"

namespace hlo::proto {
namespace {

using namespace instruction_field;

std::string Quoted(std::string_view text) {
  std::string quoted;
  AppendQuoted(text, quoted);
  return quoted;
}

std::string List(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + text;
  return "{" + list + "}";
}

class AttributeTexts {
 public:
  AttributeTexts(const Message& instruction, const OpDef& op, const References& references)
      : instruction_(instruction), op_(op), references_(references) {}

  std::string All() {
    for (const AttributeSpec& spec : op_.attributes) Append(spec);
    for (const AttributeSpec& spec : CommonAttributes()) {
      if (!spec.place_only && op_.FindAttribute(spec.attr) == nullptr) Append(spec);
    }
    return std::move(out_) + std::string(instruction_.Bytes(kTextField));
  }

 private:
  void Append(const AttributeSpec& spec) {
    const AttributeField* field = FindField(spec.attr, op_.opcode);
    const std::string text = field != nullptr ? OfField(*field, spec) : OfMessage(spec.attr);
    if (text.empty() && !IsPaddingOfScalar(spec.attr)) return;
    out_ += ", ";
    out_ += Info(spec.attr).name;
    out_ += '=';
    out_ += text;
  }

  // Without dimensions: `padding=` has no text.
  bool IsPaddingOfScalar(Attr attr) const {
    return attr == Attr::padding && instruction_.Has(kPadding);
  }

  // ---- simple fields ----

  // Ragged dots have the dimension numbers of the dot inside of their own.
  Message Outer(const AttributeField& field) const {
    if (field.message == 0) return instruction_;
    const bool nested = field.message == kDotDimensions && op_.opcode == Opcode::kRaggedDot;
    return nested ? instruction_.Sub(kRaggedDot).Sub(1) : instruction_.Sub(field.message);
  }

  // An attribute in the text beside the fields has no field.
  bool IsGiven(const AttributeSpec& spec, bool has) const {
    return has || (spec.required && !InText(spec.attr));
  }
  bool InText(Attr attr) const {
    const std::string name = ", " + std::string(Info(attr).name) + "=";
    return instruction_.Bytes(kTextField).find(name) != std::string_view::npos;
  }

  std::string OfField(const AttributeField& field, const AttributeSpec& spec) const {
    const Message outer = Outer(field);
    const bool given = IsGiven(spec, outer.Has(field.number));
    switch (field.form) {
      case Form::kInt:
        return given ? std::to_string(outer.Int(field.number)) : "";
      case Form::kPositive:
        return PositiveText(spec.attr, outer.Int(field.number));
      case Form::kFlag:
        return outer.Flag(field.number) ? "true" : "";
      case Form::kFirst: {
        const std::vector<int64_t> numbers = outer.Ints(field.number);
        return numbers.empty() ? "" : std::to_string(numbers[0]);
      }
      case Form::kInts: {
        const std::vector<int64_t> numbers = outer.Ints(field.number);
        return IsGiven(spec, !numbers.empty()) ? Braced(numbers) : "";
      }
      case Form::kFloat: {
        const float value = outer.Float(field.number);
        std::string text;
        if (given) AppendHloElement(ElementType::kF32, &value, /*in_array=*/false, text);
        return text;
      }
      case Form::kString:
        return IsGiven(spec, !outer.Bytes(field.number).empty()) ? Quoted(outer.Bytes(field.number))
                                                                 : "";
      case Form::kWord:
        if (field.attr == Attr::order) return OrderText();
        if (field.attr == Attr::type && !OrderText().empty()) return "";
        return std::string(outer.Bytes(field.number));
      case Form::kNumber:
        return WordText(field, spec, given, outer.Int(field.number));
    }
    return "";
  }

  // XLA writes the order of every comparison, also where the type of the comparison implies it.
  std::string OrderText() const {
    const std::string_view type = instruction_.Bytes(kComparisonType);
    const bool is_open = type.empty() || type == "FLOAT" || type == "NOTYPE";
    return is_open && instruction_.Bytes(kComparisonOrder) == "TOTAL" ? "TOTAL" : "";
  }

  // Older files have the channel of an all-reduce elsewhere.
  std::string PositiveText(Attr attr, int64_t number) const {
    if (number <= 0 && attr == Attr::channel_id) number = instruction_.Int(kAllReduceId);
    return number > 0 ? std::to_string(number) : "";
  }

  static std::string WordText(const AttributeField& field, const AttributeSpec& spec, bool given,
                              int64_t number) {
    const auto words = spec.words();
    const auto found = std::find(field.numbers.begin(), field.numbers.end(), number);
    const auto place = static_cast<size_t>(found - field.numbers.begin());
    return given && place < std::min(words.size(), field.numbers.size()) ? std::string(words[place])
                                                                         : "";
  }

  // ---- messages ----

  std::string OfMessage(Attr attr) const {
    switch (attr) {
      case Attr::operand_precision:
        return PrecisionText();
      case Attr::window:
        return WindowText();
      case Attr::padding:
        return PaddingText();
      case Attr::slice:
        return SliceText();
      case Attr::dim_labels:
        return instruction_.Has(kConvolutionDimensions)
                   ? DimLabelsText(instruction_.Sub(kConvolutionDimensions))
                   : "";
      case Attr::replica_groups:
        return GroupsText();
      case Attr::source_target_pairs:
        return PairsText();
      case Attr::permute_slice_sizes:
        return PermuteSlicesText();
      case Attr::literal:
        return LiteralText();
      case Attr::outfeed_shape:
        return ShapeTextOf(instruction_.Bytes(kOutfeedShape));
      case Attr::operand_layout_constraints:
        return OperandShapesText();
      case Attr::largest:
        return InText(attr) ? "" : instruction_.Flag(kLargest) ? "true" : "false";
      case Attr::is_associative:
        return AssociativeText();
      default:
        return IsCall(attr) ? CallText(attr) : CommonText(attr);
    }
  }

  std::string CommonText(Attr attr) const {
    switch (attr) {
      case Attr::output_to_operand_aliasing:
        return OperandAliasesText(instruction_);
      case Attr::domain:
        return DomainText();
      case Attr::parameter_replication:
        return ReplicationText();
      case Attr::sharding:
        return SubText(kSharding, ShardingText);
      case Attr::result_accuracy:
        return SubText(kAccuracy, AccuracyText);
      case Attr::statistics:
        return SubText(kStatistics, StatisticsText);
      case Attr::metadata:
        return SubText(kMetadata, MetadataText);
      case Attr::frontend_attributes:
        return SubText(kFrontendAttributes, FrontendAttributesText);
      case Attr::control_predecessors:
        return references_.predecessors.empty() ? "" : List(references_.predecessors);
      case Attr::backend_config: {
        std::string text;
        const std::string_view config = instruction_.Bytes(kBackendConfig);
        if (!config.empty()) AppendConfig(config, text);
        return text;
      }
      default:
        return "";
    }
  }

  template <class Text>
  std::string SubText(uint32_t number, Text&& text) const {
    return instruction_.Has(number) ? text(instruction_.Sub(number)) : std::string();
  }

  std::string PrecisionText() const {
    const std::vector<int64_t> numbers = instruction_.Sub(kPrecision).Ints(1);
    static constexpr std::string_view kWords[] = {"default", "high", "highest", "packed_nibble"};
    std::string text;
    for (int64_t number : numbers) {
      const bool known = number >= 0 && number < std::ssize(kWords);
      if (!text.empty()) text += ',';
      text += kWords[known ? static_cast<size_t>(number) : 0];
    }
    return text.empty() ? "" : "{" + text + "}";
  }

  std::string WindowText() const {
    Window window;
    instruction_.Sub(kWindow).ForEachMessage(1, [&](const Message& dim) {
      window.dims.push_back(
          {dim.Int(1), dim.Int(2), dim.Int(3), dim.Int(4), dim.Int(6), dim.Int(5), dim.Flag(7)});
    });
    std::string text;
    if (!window.dims.empty()) AppendWindow(window, text);
    return text;
  }

  std::string PaddingText() const {
    PaddingConfig padding;
    instruction_.Sub(kPadding).ForEachMessage(1, [&](const Message& dim) {
      padding.dims.push_back({dim.Int(1), dim.Int(2), dim.Int(3)});
    });
    std::string text;
    AppendPadding(padding, text);
    return text;
  }

  std::string SliceText() const {
    SliceConfig slice;
    instruction_.ForEachMessage(kSlice, [&](const Message& dim) {
      slice.dims.push_back({dim.Int(1), dim.Int(2), dim.Int(3)});
    });
    std::string text;
    AppendSlice(slice, text);
    return text;
  }

  std::string GroupsText() const {
    if (InText(Attr::replica_groups)) return "";
    std::string text;
    AppendReplicaGroups(ReadReplicaGroups(instruction_), text);
    return text;
  }

  std::string PairsText() const {
    IdPairs pairs;
    instruction_.ForEachMessage(kSourceTargetPairs, [&](const Message& pair) {
      pairs.pairs.emplace_back(pair.Int(1), pair.Int(2));
    });
    std::string text;
    AppendPairs(pairs, text);
    return text;
  }

  // The sizes of all operands in one list: as many as each has dimensions.
  std::string PermuteSlicesText() const {
    const std::vector<int64_t> sizes = instruction_.Ints(kDynamicSliceSizes);
    if (sizes.empty()) return "";
    const std::optional<Shape> shape = references_.first_operand();
    if (!shape) return "";
    std::vector<std::vector<int64_t>> lists;
    size_t at = 0;
    const auto take = [&](const Shape& array) {
      const size_t end = std::min(sizes.size(), at + array.dims.size());
      lists.emplace_back(sizes.begin() + static_cast<std::ptrdiff_t>(at),
                         sizes.begin() + static_cast<std::ptrdiff_t>(end));
      at = end;
    };
    if (!shape->IsTuple()) {
      while (at < sizes.size() && !shape->dims.empty()) take(*shape);
    }
    for (const Shape& element : shape->elements) take(element);
    std::string text;
    AppendIntLists(lists, text);
    return text;
  }

  std::string LiteralText() const {
    if (!instruction_.Has(kLiteral)) return "";
    std::string text;
    if (const auto literal = ReadLiteral(instruction_.Sub(kLiteral))) {
      AppendTypedLiteral(*literal, text);
    }
    return text;
  }

  std::string ShapeTextOf(std::string_view bytes) const {
    if (bytes.empty()) return "";
    const std::optional<Shape> shape = ReadShape(Message(instruction_.source(), bytes));
    return shape ? ShapeText(*shape) : "";
  }

  std::string OperandShapesText() const {
    if (!instruction_.Flag(kConstrainLayout)) return "";
    std::vector<std::string> shapes;
    instruction_.ForEach(kOperandShapes,
                         [&](std::string_view bytes) { shapes.push_back(ShapeTextOf(bytes)); });
    return List(shapes);
  }

  std::string AssociativeText() const {
    const int64_t state = instruction_.Int(kIsAssociative);
    return state == 1 ? "true" : state == 2 ? "false" : "";
  }

  std::string DomainText() const {
    if (!instruction_.Has(kDomainEntry) && !instruction_.Has(kDomainExit)) return "";
    return "{kind=\"sharding\", entry=" + ShardingText(instruction_.Sub(kDomainEntry)) +
           ", exit=" + ShardingText(instruction_.Sub(kDomainExit)) + "}";
  }

  std::string ReplicationText() const {
    if (!instruction_.Has(kParameterReplication)) return "";
    std::string text;
    for (int64_t flag : instruction_.Sub(kParameterReplication).Ints(1)) {
      text += text.empty() ? "" : ",";
      text += flag != 0 ? "true" : "false";
    }
    return "{" + text + "}";
  }

  // ---- called computations ----

  static bool IsCall(Attr attr) {
    const AttrKind kind = Info(attr).kind;
    return kind == AttrKind::kComputation || kind == AttrKind::kComputations;
  }

  std::string CallText(Attr attr) const {
    const std::vector<std::string>& called = references_.called;
    const auto at = [&](size_t i) { return i < called.size() ? called[i] : std::string(); };
    switch (attr) {
      case Attr::body:
      case Attr::select:
        return at(0);
      case Attr::condition:
      case Attr::scatter:
        return at(1);
      case Attr::true_computation:
        return HasTwoBranches() ? at(0) : "";
      case Attr::false_computation:
        return HasTwoBranches() ? at(1) : "";
      case Attr::branch_computations:
        return called.empty() || HasTwoBranches() ? "" : List(called);
      case Attr::called_computations:
        return called.empty() ? "" : List(called);
      default:  // of a custom call they are all called_computations
        return op_.opcode == Opcode::kCustomCall ? "" : at(0);
    }
  }

  bool HasTwoBranches() const {
    if (references_.called.size() != 2) return false;
    const std::optional<Shape> shape = references_.first_operand();
    return shape && shape->element_type == ElementType::kPred;
  }

  const Message& instruction_;
  const OpDef& op_;
  const References& references_;
  std::string out_;
};

}  // namespace

std::string AttributesText(const Message& instruction, const OpDef& op,
                           const References& references) {
  return AttributeTexts(instruction, op, references).All();
}

}  // namespace hlo::proto
