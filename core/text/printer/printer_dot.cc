// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/text/printer/print_order.h"
#include "core/text/text.h"

namespace hlo {
namespace {

// Constants of at most this many elements show their value.
constexpr int64_t kShownElements = 4;

std::string_view ColorOf(const OpDef& op) {
  if (op.opcode == Opcode::kParameter) return "#ffffff";
  if (op.opcode == Opcode::kConstant) return "#eeeeee";
  switch (op.family) {
    case OpFamily::kUnary:
    case OpFamily::kBinary:
    case OpFamily::kSelect:
      return "#d9ead3";
    case OpFamily::kConversion:
      return "#e2f0d9";
    case OpFamily::kMovement:
      return "#fff2cc";
    case OpFamily::kIndexing:
      return "#fce5cd";
    case OpFamily::kLinearAlgebra:
      return "#cfe2f3";
    case OpFamily::kReduction:
    case OpFamily::kNormalization:
      return "#d0e0e3";
    case OpFamily::kRandom:
      return "#ead1dc";
    case OpFamily::kControl:
    case OpFamily::kAsync:
      return "#d9d2e9";
    case OpFamily::kEffects:
      return "#f4cccc";
    case OpFamily::kCollective:
      return "#f9cb9c";
    case OpFamily::kDynamic:
      break;
  }
  return "#ffffff";
}

// Text inside a quoted label; line breaks in the text are kept.
std::string Escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out;
}

class DotWriter {
 public:
  explicit DotWriter(std::string& out) : out_(out) {}

  void Write(const Module& module) {
    const std::vector<OrderedComputation> computations = PrintOrder(module);
    out_ += "digraph \"" + Escaped(module.name) + "\" {\n";
    out_ += "  compound=true;\n  fontname=\"Helvetica\";\n";
    out_ += "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11];\n";
    out_ += "  edge [fontname=\"Helvetica\", fontsize=9];\n";
    for (size_t i = 0; i < computations.size(); ++i) {
      clusters_[computations[i].computation] = i;
      for (const Instruction* instruction : computations[i].instructions) {
        nodes_.emplace(instruction, nodes_.size());
      }
    }
    for (const OrderedComputation& ordered : computations) {
      Cluster(ordered, ordered.computation == module.entry);
    }
    for (const OrderedComputation& ordered : computations) {
      for (const Instruction* instruction : ordered.instructions) CallEdges(*instruction);
    }
    out_ += "}\n";
  }

 private:
  std::string Node(const Instruction* instruction) const {
    const auto found = nodes_.find(instruction);
    return found == nodes_.end() ? "outside" : "n" + std::to_string(found->second);
  }

  void Cluster(const OrderedComputation& ordered, bool is_entry) {
    const std::string number = std::to_string(clusters_[ordered.computation]);
    out_ += "  subgraph cluster_" + number + " {\n";
    out_ += "    label=\"" + std::string(is_entry ? "ENTRY " : "") +
            Escaped(ordered.computation->name) + "\";\n";
    out_ += is_entry ? "    style=\"rounded,bold\";\n" : "    style=\"rounded,dashed\";\n";
    for (const Instruction* instruction : ordered.instructions) InstructionNode(*instruction);
    for (const Instruction* instruction : ordered.instructions) OperandEdges(*instruction);
    out_ += "  }\n";
  }

  void InstructionNode(const Instruction& instruction) {
    const bool is_root = instruction.parent != nullptr && instruction.parent->root == &instruction;
    out_ += "    " + Node(&instruction) + " [label=\"" + Escaped(Title(instruction)) + "\\n" +
            Escaped(instruction.name) + "\\n" + Escaped(ShapeText(*instruction.shape)) +
            "\", fillcolor=\"" + std::string(ColorOf(*instruction.op)) + "\"";
    if (is_root) out_ += ", penwidth=2";
    out_ += "];\n";
  }

  static std::string Title(const Instruction& instruction) {
    std::string title(instruction.op->name);
    if (instruction.op->arguments == ArgumentKind::kParameterNumber) {
      title += " " + std::to_string(instruction.parameter_number);
    } else if (instruction.literal != nullptr && instruction.literal->IsArray() &&
               instruction.literal->element_count() <= kShownElements) {
      title += " ";
      AppendHloText(*instruction.literal, title);
    }
    return title;
  }

  void OperandEdges(const Instruction& instruction) {
    const std::string to = Node(&instruction);
    for (size_t i = 0; i < instruction.operands.size(); ++i) {
      out_ += "    " + Node(instruction.operands[i]) + " -> " + to;
      if (instruction.operands.size() > 1) out_ += " [label=\"" + std::to_string(i) + "\"]";
      out_ += ";\n";
    }
    if (const auto* control =
            instruction.attributes.Get<std::vector<Instruction*>>(Attr::control_predecessors)) {
      for (const Instruction* predecessor : *control) {
        out_ += "    " + Node(predecessor) + " -> " + to + " [style=dashed, color=\"#888888\"];\n";
      }
    }
  }

  // From the caller to the root of the callee, clipped at the border of the cluster.
  void CallEdges(const Instruction& instruction) {
    for (const Attribute& attribute : instruction.attributes.all()) {
      const std::string_view name = Info(attribute.attr).name;
      if (const auto* one = std::get_if<Computation*>(&attribute.value)) {
        CallEdge(instruction, *one, name);
      } else if (const auto* many = std::get_if<std::vector<Computation*>>(&attribute.value)) {
        for (const Computation* callee : *many) CallEdge(instruction, callee, name);
      }
    }
  }

  void CallEdge(const Instruction& caller, const Computation* callee, std::string_view name) {
    if (callee == nullptr || callee->root == nullptr) return;
    out_ += "  " + Node(&caller) + " -> " + Node(callee->root) + " [style=dotted, lhead=cluster_" +
            std::to_string(clusters_[callee]) + ", label=\"" + std::string(name) + "\"];\n";
  }

  std::string& out_;
  std::unordered_map<const Computation*, size_t> clusters_;
  std::unordered_map<const Instruction*, size_t> nodes_;
};

}  // namespace

std::string PrintModuleDot(const Module& module) {
  std::string out;
  DotWriter(out).Write(module);
  return out;
}

}  // namespace hlo
