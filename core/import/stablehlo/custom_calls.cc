// SPDX-License-Identifier: Apache-2.0
// custom_call: targets with a meaning, and those without (imports reference, section 8).
#include <algorithm>
#include <numeric>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/mlir/lexer.h"
#include "core/import/stablehlo/converter.h"
#include "core/import/support/api_versions.h"
#include "core/import/support/fill.h"
#include "core/ir/library_targets.h"
#include "core/text/quote.h"

namespace hlo::stablehlo {
namespace {

// Annotations that leave the value as it is.
constexpr std::string_view kIdentities[] = {"Sharding",
                                            "SPMDFullToShardShape",
                                            "SPMDShardToFullShape",
                                            "annotate_device_placement",
                                            "LayoutConstraint",
                                            "MoveToHost",
                                            "MoveToDevice",
                                            "Pin",
                                            "Unpin",
                                            "xla.sdy.FuncResultSharding",
                                            "local_xla.sdy.FuncResultSharding",
                                            "xla.sdy.GlobalToLocalShape",
                                            "xla.sdy.LocalToGlobalShape"};

std::string_view ApiVersion(int64_t version) {
  return version >= 0 && version < std::ssize(kApiVersions)
             ? kApiVersions[static_cast<size_t>(version)]
             : std::string_view();
}

}  // namespace

bool Converter::ConvertCustomCall(const mlir::Op& op, const OpRow&) {
  const mlir::Attribute* name = file_.Resolve(op.Find("call_target_name"));
  std::string target = name == nullptr ? "" : StringOf(*name);
  if (name != nullptr && name->kind == mlir::AttributeKind::kSymbol) target = name->text;
  if (target.empty()) {
    return FailValue(op, "call_target_name", "the target of a custom call must not be empty");
  }
  bool is_known = false;
  const bool good = KnownCustomCall(op, target, is_known);
  return is_known ? good : OpaqueCall(op, target);
}

namespace {

// A target that is converted if the call has these numbers of operands and results; -1: any number.
struct KnownTarget {
  std::string_view target;
  int operands, results;
  bool (Converter::*convert)(const mlir::Op&);
};

bool HasCount(size_t count, int wanted) {
  return wanted < 0 || count == static_cast<size_t>(wanted);
}

}  // namespace

bool Converter::KnownCustomCall(const mlir::Op& op, std::string_view target, bool& is_known) {
  static constexpr KnownTarget kKnownTargets[] = {
      {"cu_threefry2x32", 4, 2, &Converter::ThreefryCall},
      {"cu_threefry2x32_ffi", 4, 2, &Converter::ThreefryCall},
      {"hip_threefry2x32", 4, 2, &Converter::ThreefryCall},
      {"hip_threefry2x32_ffi", 4, 2, &Converter::ThreefryCall},
      {"AllocateBuffer", 0, 1, &Converter::AllocateBufferCall},
      {"ragged_all_to_all", 6, 1, &Converter::RaggedAllToAllCall},
      {"shape_assertion", -1, -1, &Converter::ShapeAssertion},
      {"stablehlo.dynamic_top_k", -1, -1, &Converter::TopKCall},
      {"stablehlo.dynamic_reduce_window", -1, -1, &Converter::DynamicReduceWindow},
      {"stablehlo.dynamic_rng_bit_generator", 2, 2, &Converter::DynamicRngBits},
  };
  is_known = true;
  const size_t operands = op.operands.size();
  const bool is_identity =
      std::find(std::begin(kIdentities), std::end(kIdentities), target) != std::end(kIdentities);
  if (is_identity && operands == 1 && op.results.size() == 1 && !options_.like_xla) {
    return IdentityCall(op, target);
  }
  if (target.starts_with("check.") && operands == 2) return CheckCall(op, target);
  for (std::string_view prefix : {"mhlo.", "chlo."}) {  // mhlo.erf: the op of that name
    const mlir::OpForm* form = target.starts_with(prefix) ? mlir::FindOpForm(target) : nullptr;
    const OpRow* row = static_cast<const OpRow*>(form);
    const bool plain = row != nullptr && row->convert == &Converter::ConvertElementwise &&
                       row->min_operands == static_cast<int>(operands);
    if (plain) return ConvertElementwise(op, *row);
    if (row != nullptr && row->opcode == Opcode::kTopk) return TopKCall(op);
  }
  if (target == "TopK" && op.results.size() == 2 && operands >= 1) {
    return op.Has("called_computations") ? ComparedTopKCall(op, is_known) : TopKCall(op);
  }
  if (target == "ApproxTopK" || target == "stablehlo.dynamic_approx_top_k") {
    return ApproxTopKCall(op, target, is_known);
  }
  for (const KnownTarget& known : kKnownTargets) {
    if (known.target == target && HasCount(operands, known.operands) &&
        HasCount(op.results.size(), known.results)) {
      return (this->*known.convert)(op);
    }
  }
  is_known = false;
  return false;
}

// Its values are undefined: zeros.
bool Converter::AllocateBufferCall(const mlir::Op& op) {
  const HloShape* shape = ResultShape(op, 0);
  if (shape == nullptr || !shape->shape.IsArray()) return false;
  const ElementType type = shape->shape.element_type;
  const Operand zero = EmitScalar(ResultName(op) + ".zero", type, ZeroText(type));
  return Give(op, EmitFilled(ResultName(op), shape, zero));
}

bool Converter::RaggedAllToAllCall(const mlir::Op& op) {
  std::vector<Operand> operands;
  std::string attributes;
  return ReadOperands(op, operands) && RaggedAttributes(op, attributes) &&
         GiveOne(op, ResultShape(op, 0), Opcode::kRaggedAllToAll, Names(operands), attributes);
}

// A copy that keeps the annotation, or nothing where there is none.
bool Converter::IdentityCall(const mlir::Op& op, std::string_view target) {
  Operand operand;
  if (!ReadOperand(op, 0, operand)) return false;
  const HloShape* shape = ResultShape(op, 0, &operand.shape->shape.dims);
  if (shape == nullptr) return false;
  if (shape != operand.shape) {  // between global and local sizes: no value can be given
    return OpaqueCall(op, target);
  }
  if (ResultSuffix(op).empty()) return Give(op, operand);
  return GiveOne(op, shape, Opcode::kCopy, operand.name);
}

// 20 rounds of Threefry 2x32 (Salmon et al. 2011) on keys k0, k1 and counters x0, x1.
bool Converter::ThreefryCall(const mlir::Op& op) {
  std::vector<Operand> in;
  if (!ReadOperands(op, in)) return false;
  const HloShape* shape = ResultShape(op, 0, &in[0].shape->shape.dims);
  if (shape == nullptr) return false;
  const std::string name = ResultName(op) + ".t";
  const auto apply = [&](Opcode opcode, const Operand& a, const Operand& b) {
    return EmitOperand(name, shape, opcode, a.name + ", " + b.name);
  };
  const auto number = [&](uint32_t value) {
    return EmitFilled(name, shape,
                      EmitScalar(name + ".c", ElementType::kU32, std::to_string(value)));
  };
  const Operand k0 = in[0], k1 = in[1];
  const Operand k2 = apply(Opcode::kXor, apply(Opcode::kXor, k0, k1), number(0x1BD11BDA));
  const Operand keys[] = {k0, k1, k2};
  Operand x0 = apply(Opcode::kAdd, in[2], k0), x1 = apply(Opcode::kAdd, in[3], k1);
  static constexpr uint32_t kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  for (uint32_t group = 0; group < 5; ++group) {
    for (uint32_t rotation : kRotations[group % 2]) {
      x0 = apply(Opcode::kAdd, x0, x1);
      const Operand left = apply(Opcode::kShiftLeft, x1, number(rotation));
      const Operand right = apply(Opcode::kShiftRightLogical, x1, number(32 - rotation));
      x1 = apply(Opcode::kXor, x0, apply(Opcode::kOr, left, right));
    }
    x0 = apply(Opcode::kAdd, x0, keys[(group + 1) % 3]);
    x1 = apply(Opcode::kAdd, apply(Opcode::kAdd, x1, keys[(group + 2) % 3]), number(group + 1));
  }
  Bind(op.results[0], x0);
  Bind(op.results[1], x1);
  return true;
}

// The state decides; the shape operand comes last.
bool Converter::DynamicRngBits(const mlir::Op& op) {
  Operand state;
  if (!ReadOperand(op, 0, state)) return false;
  const Known sizes = KnownOf(op, 1);
  Dims dims;
  if (sizes != nullptr) dims.assign(sizes->begin(), sizes->end());
  const std::vector<const HloShape*> shapes = {ResultShape(op, 0, &state.shape->shape.dims),
                                               ResultShape(op, 1, &dims)};
  const mlir::Attribute* given = op.Find("rng_algorithm");
  const std::string algorithm = given == nullptr ? "default" : mlir::Lower(WordOf(*given));
  return GiveAll(op, shapes, Opcode::kRngBitGenerator, state.name, ", algorithm=rng_" + algorithm);
}

// A condition on dimension variables, which must hold.
bool Converter::ShapeAssertion(const mlir::Op& op) {
  const Known known = KnownOf(op, 0);
  if (known == nullptr || known->empty() || (*known)[0] != 0) return true;
  const mlir::Attribute* message = op.Find("error_message");
  return FailOp(
      op, "I03",
      message == nullptr ? "a condition on the dimensions does not hold" : StringOf(*message));
}

bool Converter::RaggedAttributes(const mlir::Op& op, std::string& out) {
  const mlir::Attribute* config = BackendConfig(op);
  if (config == nullptr || config->kind != mlir::AttributeKind::kDictionary) return true;
  const mlir::Attribute* groups = file_.Resolve(config->Find("replica_groups"));
  if (const mlir::Attribute* channel = config->Find("channel_id")) {
    if (channel->integer() > 0) out += Format(", channel_id={}", {channel->integer()});
  }
  if (groups == nullptr) return true;
  std::vector<int64_t> ids;
  if (!mlir::ReadNumbers(file_, report_, *groups, ids)) return false;
  const bool has_rows = groups->type != nullptr && groups->type->dims.size() == 2;
  const int64_t columns = has_rows ? groups->type->dims[1] : std::ssize(ids);
  out += ", replica_groups=" + GroupsText(ids, columns);
  return true;
}

// ---- check.* ----

// The host function of that name compares (core/ops/basic/check_calls.h).
bool Converter::CheckCall(const mlir::Op& op, std::string_view target) {
  std::vector<Operand> operands;
  const mlir::Attribute* limit = BackendConfig(op);
  return ReadOperands(op, operands) &&
         EmitCheck(op, target, operands, limit == nullptr ? "" : StringOf(*limit));
}

bool Converter::EmitCheck(const mlir::Op& op, std::string_view target,
                          const std::vector<Operand>& operands, std::string_view limit) {
  std::string attributes =
      ", custom_call_target=\"" + std::string(target) + "\", custom_call_has_side_effect=true";
  if (!limit.empty()) {
    attributes += ", backend_config=";
    AppendConfig(limit, attributes);
  }
  if (op.results.size() == 1) {
    return GiveOne(op, ResultShape(op, 0), Opcode::kCustomCall, Names(operands), attributes);
  }
  Emit("check", TupleOf({}), Opcode::kCustomCall, Names(operands), attributes);
  return true;
}

// check.expect_eq_const %x, dense<..> and its like.
bool Converter::ConvertCheck(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  if (!ReadOperands(op, operands)) return false;
  std::string_view target = row.name;
  if (const mlir::Attribute* value = file_.Resolve(op.Find("value"))) {
    mlir::DenseValue expected;
    const bool is_dense = value->kind == mlir::AttributeKind::kDense && value->type != nullptr;
    if (!is_dense) return Fail("P12", value->span, "expected dense<...>");
    const HloShape* shape = ShapeOf(*value->type, value->span);
    if (shape == nullptr || !mlir::ReadDense(file_, report_, *value, *value->type, expected) ||
        expected.elided) {
      return false;
    }
    operands.push_back({EmitLiteral("expected", shape, expected, false), shape});
    target.remove_suffix(std::string_view("_const").size());
  }
  std::string limit;
  if (const mlir::Attribute* ulp = op.Find("max_ulp_difference")) {
    limit = "max_ulp=" + std::to_string(ulp->integer());
  } else if (const mlir::Attribute* tolerance = op.Find("tolerance")) {
    limit = "tolerance=" + std::string(tolerance->text);
  } else if (target == "check.expect_close") {
    limit = "max_ulp=1";
  } else if (target == "check.expect_almost_eq") {
    limit = "tolerance=1e-4";
  }
  return EmitCheck(op, target, operands, limit);
}

// ---- all others ----

bool Converter::OpaqueCall(const mlir::Op& op, std::string_view target) {
  std::vector<Operand> operands;
  std::vector<const HloShape*> shapes;
  std::string attributes = ", custom_call_target=";
  AppendQuoted(target, attributes);
  Numbers sizes;  // the operands that hold the sizes of the results
  if (!ReadList(op, "indices_of_shape_operands", sizes)) return false;
  for (size_t i = 0; i < op.results.size(); ++i) {
    const bool has_sizes = i < sizes.values.size() && sizes.values[i] >= 0;
    const Known known = has_sizes ? KnownOf(op, static_cast<size_t>(sizes.values[i])) : nullptr;
    Dims dims;
    if (known != nullptr) dims.assign(known->begin(), known->end());
    shapes.push_back(ResultShape(op, i, known == nullptr ? nullptr : &dims));
    if (shapes.back() == nullptr) return false;
  }
  if (!ReadOperands(op, operands) || !PrintCustomCallLayouts(op, shapes, attributes) ||
      !PrintCustomCallAttributes(op, attributes)) {
    return false;
  }
  const bool is_computed = FindLibraryFunction(target).has_value();
  const bool is_kept = is_computed || options_.like_xla || target.ends_with("Shape");
  if (!is_kept && options_.fill == Fill::kNone) {
    report_
        .Warn("I16", op.name_span,
              Format("custom call '{}' has no implementation here; values that depend on it are "
                     "unknown",
                     {target}))
        .notes.push_back({{}, "choose values with --fill zeros or --fill random:SEED to go on"});
  }
  if (!is_computed && options_.fill != Fill::kNone && !shapes.empty()) {
    report_.Warn(
        "I16", op.name_span,
        Format("custom call '{}' has no implementation here; its results are made up", {target}));
    for (size_t i = 0; i < shapes.size(); ++i) {
      Bind(op.results[i], {EmitFill(ResultName(op, i), shapes[i]), shapes[i]});
    }
    return true;
  }
  if (shapes.empty()) {
    Emit(HloName(target), TupleOf({}), Opcode::kCustomCall, Names(operands), attributes);
    return true;
  }
  return GiveAll(op, shapes, Opcode::kCustomCall, Names(operands), attributes);
}

// The shape with the layout of a minor-to-major list; nullptr after a report.
const HloShape* Converter::WithLayout(const HloShape* shape, const mlir::Attribute& order) {
  std::vector<int64_t> minor_to_major;
  if (!mlir::ReadNumbers(file_, report_, order, minor_to_major)) return nullptr;
  if (!shape->shape.IsArray()) return shape;
  std::vector<int64_t> every(shape->shape.dims.size());
  std::iota(every.begin(), every.end(), 0);
  if (!std::is_permutation(minor_to_major.begin(), minor_to_major.end(), every.begin(),
                           every.end())) {
    Fail("S02", order.span,
         Format("a layout must list each of {} dimensions once, got {}",
                {shape->shape.rank(), Braced(minor_to_major)}));
    return nullptr;
  }
  Shape changed = shape->shape;
  changed.layout.minor_to_major.assign(minor_to_major.begin(), minor_to_major.end());
  return Intern(std::move(changed));
}

// operand_layouts and result_layouts: minor-to-major lists, both or neither.
bool Converter::PrintCustomCallLayouts(const mlir::Op& op, std::vector<const HloShape*>& results,
                                       std::string& out) {
  const mlir::Attribute* operands = file_.Resolve(op.Find("operand_layouts"));
  const mlir::Attribute* result_list = file_.Resolve(op.Find("result_layouts"));
  if (operands == nullptr && result_list == nullptr) return true;
  if (operands == nullptr || result_list == nullptr) {
    return FailOp(op, "P06", "must have both operand_layouts and result_layouts, or neither");
  }
  const bool operands_fit = operands->elements.size() == op.operands.size();
  if (!operands_fit || result_list->elements.size() != results.size()) {
    return FailValue(op, operands_fit ? "result_layouts" : "operand_layouts",
                     "must have a layout for each operand and result");
  }
  out += ", operand_layout_constraints={";
  for (size_t i = 0; i < operands->elements.size(); ++i) {
    const HloShape* given = OperandShape(op, i);
    const HloShape* shape = given == nullptr ? nullptr : WithLayout(given, *operands->elements[i]);
    if (shape == nullptr) return false;
    out += (i == 0 ? "" : ", ") + shape->text;
  }
  out += "}";
  for (size_t i = 0; i < results.size(); ++i) {
    results[i] = WithLayout(results[i], *result_list->elements[i]);
    if (results[i] == nullptr) return false;
  }
  return true;
}

const mlir::Attribute* Converter::BackendConfig(const mlir::Op& op) const {
  const bool is_typed = op.Has("mhlo.backend_config");
  return file_.Resolve(op.Find(is_typed ? "mhlo.backend_config" : "backend_config"));
}

// The computation of a function that a custom call names; nullptr after a report.
const Converter::Converted* Converter::CalledComputation(const mlir::Attribute& symbol) {
  const mlir::Function* function = FindFunction(symbol.text);
  if (function == nullptr) {
    Fail("I11", symbol.span, Format("call of undefined function '@{}'", {symbol.text}));
    return nullptr;
  }
  if (function->body == nullptr && !function->is_faulty) {
    Fail("I11", symbol.span, Format("call of '@{}', which has no body", {symbol.text}));
    return nullptr;
  }
  std::vector<Argument> arguments;
  for (const mlir::Type* type : function->argument_types) {
    arguments.push_back({ShapeOf(*type, function->name_span), nullptr});
  }
  const Converted* converted = ConvertFunction(*function, arguments, false);
  if (converted == nullptr || !converted->in_progress) return converted;
  Fail("I11", symbol.span, Format("recursive call of '@{}'", {symbol.text}));
  return nullptr;
}

bool Converter::PrintCustomCallAttributes(const mlir::Op& op, std::string& out) {
  if (ReadFlag(op, "has_side_effect")) out += ", custom_call_has_side_effect=true";
  const mlir::Attribute* aliases = file_.Resolve(op.Find("output_operand_aliases"));
  std::string list;
  for (size_t i = 0; aliases != nullptr && i < aliases->elements.size(); ++i) {
    mlir::Attribute entries;
    std::vector<int64_t> output, number, index;
    if (!ReadStruct(*aliases->elements[i], entries) ||
        !ReadStructList(entries, "output_tuple_indices", output) ||
        !ReadStructList(entries, "operand_index", number) ||
        !ReadStructList(entries, "operand_tuple_indices", index)) {
      return false;
    }
    list += (i == 0 ? "" : ", ") + Braced(output) +
            Format(": ({}, {})", {number.empty() ? 0 : number[0], Braced(index)});
  }
  if (!list.empty()) out += ", output_to_operand_aliasing={" + list + "}";
  // mhlo.backend_config is what older texts have for the configuration of a typed call.
  const bool is_typed = op.Has("mhlo.backend_config");
  if (is_typed && op.Has("backend_config") && !StringOf(*op.Find("backend_config")).empty()) {
    return Fail("P12", op.Find("mhlo.backend_config")->span,
                "'backend_config' and 'mhlo.backend_config' exclude each other");
  }
  int64_t version = 1;
  if (op.Has("api_version") && !ReadInt(op, "api_version", version)) return false;
  if (is_typed) version = kTypedApiVersion;
  if (!ApiVersion(version).empty()) out += ", api_version=" + std::string(ApiVersion(version));
  const mlir::Attribute* called = file_.Resolve(op.Find("called_computations"));
  std::string names;
  for (size_t i = 0; called != nullptr && i < called->elements.size(); ++i) {
    const Converted* converted = CalledComputation(*called->elements[i]);
    if (converted == nullptr) return false;
    names += (i == 0 ? "" : ", ") + converted->name;
  }
  if (!names.empty()) out += ", called_computations={" + names + "}";
  const mlir::Attribute* config = BackendConfig(op);
  const std::string text = config == nullptr ? "" : StringOf(*config);
  if (!text.empty()) {
    out += ", backend_config=";
    AppendConfig(text, out);
  }
  return true;
}

}  // namespace hlo::stablehlo
