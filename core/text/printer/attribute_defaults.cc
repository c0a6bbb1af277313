// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <string_view>

#include "core/text/printer/printer.h"
#include "core/text/printer/printer_values.h"
#include "core/text/quote.h"

namespace hlo {
namespace {

// The default comparison of two numbers of this type.
std::string_view NaturalComparison(ElementType type) {
  if (IsFloat(type) || IsComplex(type)) return "FLOAT";
  return IsSigned(type) ? "SIGNED" : "UNSIGNED";
}

// Whether a value of each kind is the default of its attribute.
struct DefaultTest {
  const Instruction& instruction;
  Attr attr;

  bool operator()(std::monostate) const { return true; }
  bool operator()(bool value) const { return !value && attr != Attr::largest; }
  bool operator()(int64_t value) const {
    const bool is_count = attr == Attr::feature_group_count || attr == Attr::batch_group_count;
    return (is_count && value == 1) || (attr == Attr::inferred_dimension && value == -1);
  }
  bool operator()(EnumValue value) const {
    const std::string_view word = WordAt(instruction, attr, value.index);
    if (attr == Attr::type) {
      return !instruction.operands.empty() &&
             word == NaturalComparison(instruction.operands[0]->shape->element_type);
    }
    if (attr == Attr::order) {
      return !instruction.operands.empty() &&
             (word == "TOTAL") !=
                 (NaturalComparison(instruction.operands[0]->shape->element_type) == "FLOAT");
    }
    return word == "unset" || word == "SCHEDULE_NONE" || word == "API_VERSION_ORIGINAL";
  }
  bool operator()(const EnumList& value) const {
    return std::all_of(value.indices.begin(), value.indices.end(), [&](int64_t index) {
      return WordAt(instruction, attr, index) == "default";
    });
  }
  // Lists that are printed only when they are not empty.
  bool operator()(const std::vector<int64_t>& value) const {
    static constexpr Attr kOptional[] = {
        Attr::lhs_batch_dims,        Attr::rhs_batch_dims,
        Attr::lhs_ragged_dims,       Attr::rhs_group_dims,
        Attr::operand_batching_dims, Attr::start_indices_batching_dims,
        Attr::input_batching_dims,   Attr::scatter_indices_batching_dims};
    return value.empty() &&
           std::find(std::begin(kOptional), std::end(kOptional), attr) != std::end(kOptional);
  }
  bool operator()(const std::string& value) const {
    if (attr == Attr::custom_call_target) return false;  // printed even when the name is empty
    if (attr == Attr::mode) return !instruction.Is(Opcode::kShuffle);  // ignored elsewhere
    return value.empty() || (attr == Attr::async_execution_thread && value == "main");
  }
  bool operator()(const RawText& value) const {
    if (attr == Attr::mode) return !instruction.Is(Opcode::kShuffle);
    return attr == Attr::result_accuracy && CanonicalBraces(attr, value.text) == "{mode=default}";
  }
  bool operator()(const Window& value) const { return value.dims.empty(); }
  bool operator()(const TextMap& value) const { return value.entries.empty(); }
  bool operator()(const Metadata& value) const { return CanonicalFields(value).empty(); }
  bool operator()(const Config& value) const { return value.text.empty(); }
  bool operator()(const std::vector<Instruction*>& value) const { return value.empty(); }
  template <class T>
  bool operator()(const T&) const {
    return false;
  }
};

// The computation has its parameters, in order, and one instruction that takes them in order.
bool IsSingleInstruction(const Computation& computation) {
  const Instruction* root = computation.root;
  if (root == nullptr || root->op->arguments != ArgumentKind::kOperands ||
      computation.instructions.size() != root->operands.size() + 1) {
    return false;
  }
  for (size_t i = 0; i < root->operands.size(); ++i) {
    const Instruction* operand = root->operands[i];
    if (operand->parameter_number != static_cast<int64_t>(i) || operand->parent != &computation ||
        !operand->attributes.all().empty()) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string_view WordAt(const Instruction& instruction, Attr attr, int64_t index) {
  const AttributeSpec* spec = instruction.op->FindAttribute(attr);
  const bool known =
      spec != nullptr && index >= 0 && index < static_cast<int64_t>(spec->words().size());
  return known ? spec->words()[static_cast<size_t>(index)] : std::string_view("?");
}

bool IsCommon(Attr attr) {
  const std::span<const AttributeSpec> common = CommonAttributes();
  return std::any_of(common.begin(), common.end(),
                     [&](const AttributeSpec& spec) { return spec.attr == attr; });
}

bool IsSharedWithWrapped(Attr attr) {
  return attr == Attr::metadata || attr == Attr::backend_config ||
         attr == Attr::frontend_attributes || attr == Attr::statistics;
}

bool IsDefault(const Instruction& instruction, const Attribute& attribute) {
  return std::visit(DefaultTest{instruction, attribute.attr}, attribute.value.variant());
}

std::optional<Attribute> ImpliedAttribute(const Instruction& instruction, Attr attr) {
  Attribute implied;
  implied.attr = attr;
  const Instruction* first = instruction.operands.empty() ? nullptr : instruction.operands[0];
  if (attr == Attr::replica_groups) {
    implied.value = ReplicaGroups();
  } else if (attr == Attr::dimensions && instruction.Is(Opcode::kBroadcast)) {
    implied.value = std::vector<int64_t>();
  } else if (attr == Attr::dimensions && instruction.Is(Opcode::kMap) && first != nullptr) {
    std::vector<int64_t> all(first->shape->dims.size());
    std::iota(all.begin(), all.end(), 0);
    implied.value = std::move(all);
  } else if (attr == Attr::lhs_contracting_dims || attr == Attr::rhs_contracting_dims) {
    implied.value = std::vector<int64_t>();
  } else if (attr == Attr::largest) {
    implied.value = true;
  } else if (attr == Attr::outfeed_shape && first != nullptr) {
    implied.value = std::vector<Shape>{*first->shape};
  } else {
    return std::nullopt;
  }
  return implied;
}

namespace {

bool SameDynamicDimensions(const Shape& a, const Shape& b) {
  return a.dynamic == b.dynamic &&
         std::equal(a.elements.begin(), a.elements.end(), b.elements.begin(), b.elements.end(),
                    SameDynamicDimensions);
}

// The short form has no parameters: they get the shapes of the operands.
bool TakesOperandsAsTheyAre(const Computation& computation, const Instruction& caller) {
  return std::equal(computation.parameters.begin(), computation.parameters.end(),
                    caller.operands.begin(), caller.operands.end(),
                    [](const Instruction* parameter, const Instruction* operand) {
                      return SameDynamicDimensions(*parameter->shape, *operand->shape);
                    });
}

}  // namespace

const Instruction* WrappedInstruction(const Instruction& async_start) {
  const Computation* computation = async_start.attributes.Called(Attr::calls);
  if (computation == nullptr || !IsSingleInstruction(*computation) ||
      !TakesOperandsAsTheyAre(*computation, async_start)) {
    return nullptr;
  }
  const Instruction* wrapped = computation->root;
  if (HasOwnAsyncForm(*wrapped->op)) return nullptr;
  for (const Attribute& attribute : wrapped->attributes.all()) {
    const Attr attr = attribute.attr;
    const Attribute* on_start = async_start.attributes.Find(attr);
    if (attr == Attr::kUnknown) return nullptr;
    if (IsCommon(attr)) {
      const bool same = on_start != nullptr && on_start->value == attribute.value;
      if (!same || !IsSharedWithWrapped(attr)) return nullptr;
    } else if (on_start != nullptr && attr != Attr::calls) {
      return nullptr;
    }
  }
  for (const Attribute& attribute : async_start.attributes.all()) {
    const Attr attr = attribute.attr;
    if (IsSharedWithWrapped(attr) && wrapped->attributes.Find(attr) == nullptr) return nullptr;
  }
  return wrapped;
}

}  // namespace hlo
