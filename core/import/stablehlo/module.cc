// SPDX-License-Identifier: Apache-2.0
// The module: its entry and its functions (imports reference 4.4, 5).
#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/mlir/lexer.h"
#include "core/import/stablehlo/converter.h"
#include "core/text/quote.h"

namespace hlo::stablehlo {
namespace {

bool IsInternal(const mlir::Function& function) { return function.is_private; }

}  // namespace

std::optional<HloText> Converter::Convert() {
  const mlir::Function* entry = ChooseEntry();
  if (entry == nullptr) return std::nullopt;
  std::vector<Argument> arguments;
  const bool good = EntryArguments(*entry, arguments);
  const Converted* converted = good ? ConvertFunction(*entry, arguments, true) : nullptr;
  if (options_.all_functions && !report_.stopped()) {
    for (const mlir::Function* function : file_.functions) {
      std::vector<Argument> own;
      for (const mlir::Type* type : function->argument_types) {
        own.push_back({ShapeOf(*type, function->name_span), nullptr});
      }
      ConvertFunction(*function, own, false);
    }
  }
  if (converted == nullptr) return std::nullopt;
  std::string header = HeaderText(*entry, *converted);
  const auto shift = static_cast<uint32_t>(header.size());
  out_.text.insert(0, header);
  for (SourceMark& mark : out_.marks) {
    mark.begin += shift;
    mark.end += shift;
  }
  std::unordered_map<uint32_t, std::shared_ptr<const Literal>> constants;
  for (auto& [offset, literal] : out_.constants) constants.emplace(offset + shift, literal);
  out_.constants = std::move(constants);
  return std::move(out_);
}

const mlir::Function* Converter::FindFunction(std::string_view name) const {
  const auto found = file_.functions_by_name.find(name);
  return found == file_.functions_by_name.end() ? nullptr : found->second;
}

// @main, else the only function, else the only public one.
const mlir::Function* Converter::ChooseEntry() {
  const std::string_view wanted = mlir::SymbolName(options_.entry);
  const mlir::Function* found = FindFunction(wanted.empty() ? "main" : wanted);
  std::vector<const mlir::Function*> bodies, shown;
  for (const mlir::Function* function : file_.functions) {
    if (function->body == nullptr || function->is_faulty) continue;
    bodies.push_back(function);
    if (!IsInternal(*function)) shown.push_back(function);
  }
  if (wanted.empty() && found == nullptr && bodies.size() == 1) found = bodies[0];
  if (wanted.empty() && found == nullptr && shown.size() == 1) found = shown[0];
  if (found != nullptr && found->body != nullptr && !found->is_faulty) return found;
  if (found != nullptr) {
    if (!found->is_faulty)
      Fail("I11", found->name_span, Format("function @{} has no body", {found->name}));
    return nullptr;
  }
  std::string names;
  constexpr size_t kMaxNames = 10;
  for (size_t i = 0; i < bodies.size() && i < kMaxNames; ++i) {
    names += (i == 0 ? "@" : ", @") + std::string(bodies[i]->name);
  }
  if (bodies.empty() && report_.errors() > 0) return nullptr;
  if (bodies.empty()) {
    Fail("I10", {0, 0}, "the text has no function");
  } else {
    Fail("I10", bodies[0]->name_span,
         Format(
             "no function '{}'; functions here: {}{}; choose one with --entry",
             {wanted.empty() ? "main" : wanted, names, bodies.size() > kMaxNames ? ", ..." : ""}));
  }
  return nullptr;
}

// ---- arguments of the entry ----

// The variable of shape polymorphism that a dimension of an argument is: a get_dimension_size of it
// that is handed to an argument with a name.
std::string Converter::DimensionName(const mlir::Function& function, size_t argument,
                                     size_t dimension) {
  const mlir::Value* parameter = function.body->arguments[argument].value;
  std::vector<const mlir::Value*> sizes;
  for (const mlir::Op* op : function.body->ops) {
    const std::string_view name = op->form == nullptr ? op->name : op->form->name;
    if (op->operands.empty() || op->results.empty()) continue;
    const mlir::Value* first = op->operands[0].value;
    int64_t number = -1;
    if (name == "stablehlo.get_dimension_size" && first == parameter) {
      if (const mlir::Attribute* at = op->Find("dimension")) number = at->integer();
      if (number == static_cast<int64_t>(dimension)) sizes.push_back(op->results[0]);
    }
    const bool passes = name == "stablehlo.convert" || name == "stablehlo.reshape";
    if (passes && std::count(sizes.begin(), sizes.end(), first) > 0)
      sizes.push_back(op->results[0]);
    if (name != "func.call") continue;
    const mlir::Attribute* callee = op->Find("callee");
    const mlir::Function* called = callee == nullptr ? nullptr : FindFunction(callee->text);
    if (called == nullptr) continue;
    for (size_t i = 0; i < op->operands.size() && i < called->argument_attributes.size(); ++i) {
      if (std::count(sizes.begin(), sizes.end(), op->operands[i].value) == 0) continue;
      const mlir::Attribute* variable =
          mlir::FindIn(called->argument_attributes[i], "jax.global_constant");
      if (variable != nullptr) return std::string(variable->text);
    }
  }
  return "";
}

// Types the arguments by --dim; those that are dimension variables become constants.
bool Converter::EntryArguments(const mlir::Function& function, std::vector<Argument>& arguments) {
  const auto given = [&](const std::string& name) -> const int64_t* {
    const auto found = options_.dims.find(name);
    return found == options_.dims.end() ? nullptr : &found->second;
  };
  for (size_t i = 0; i < function.argument_types.size(); ++i) {
    const mlir::Type& type = *function.argument_types[i];
    Argument argument;
    argument.shape = ShapeOf(type, function.name_span);
    if (argument.shape == nullptr) return false;
    const mlir::Attribute* variable =
        mlir::FindIn(function.argument_attributes[i], "jax.global_constant");
    const int64_t* value = variable != nullptr ? given(std::string(variable->text)) : nullptr;
    if (value == nullptr) value = given(Format("arg{}", {i}));
    if (value != nullptr && type.dims.empty()) {
      argument.known = std::make_shared<const std::vector<int64_t>>(1, *value);
    }
    Shape shape = argument.shape->shape;
    for (size_t d = 0; d < shape.dims.size(); ++d) {
      if (shape.dims[d] != kUnboundedSize) continue;
      const std::string name = DimensionName(function, i, d);
      const int64_t* size = given(Format("arg{}.{}", {i, d}));
      if (size == nullptr && !name.empty()) size = given(name);
      // One number for a text with one variable.
      if (size == nullptr && name.empty() && options_.dims.size() == 1)
        size = &options_.dims.begin()->second;
      if (size == nullptr) {
        const std::string ask = name.empty() ? Format("arg{}.{}", {i, d}) : name;
        return Fail("I03", type.span,
                    Format("argument {}: dimension {} is not known; give it with "
                           "--dim {}=8",
                           {i, d, ask}));
      }
      if (*size < 0)
        return Fail("I03", type.span,
                    Format("dimension {} is {}, must not be negative", {d, *size}));
      shape.dims[d] = *size;
      shape.SetDynamic(static_cast<int64_t>(d), false);
    }
    argument.shape = Intern(std::move(shape));
    arguments.push_back(std::move(argument));
  }
  return true;
}

// ---- functions ----

std::string Converter::ClaimComputation(std::string_view wanted) {
  std::string name = HloName(wanted);
  if (IsReservedWord(name)) name.insert(0, "%");
  // Those of CHLO have fixed names (FunctionName).
  if (!name.starts_with("chlo.") && computations_.insert(name).second) return name;
  const size_t length = name.size();
  int& suffix = computation_suffixes_[name];
  do {
    name.resize(length);
    name += "." + std::to_string(++suffix);
  } while (!computations_.insert(name).second);
  return name;
}

const Converter::Converted* Converter::ConvertFunction(const mlir::Function& function,
                                                       const std::vector<Argument>& arguments,
                                                       bool is_entry) {
  std::string key = std::to_string(function.name.size()) + ":" + std::string(function.name);
  for (size_t i = 0; file_.has_unknown_sizes && i < arguments.size(); ++i) {
    key += "|" + (arguments[i].shape == nullptr ? "" : arguments[i].shape->text);
    if (arguments[i].known == nullptr) continue;
    for (int64_t value : *arguments[i].known) key += "," + std::to_string(value);
  }
  if (const auto found = functions_.find(key); found != functions_.end()) {
    return found->second->is_failed ? nullptr : found->second.get();
  }
  Converted& converted = *(functions_[key] = std::make_unique<Converted>());
  const bool usable = function.body != nullptr && !function.is_faulty;
  for (const Argument& argument : arguments) {
    if (argument.shape == nullptr) return nullptr;
  }
  if (!usable || depth_ >= kMaxDepth) {
    if (usable)
      Fail("P10", function.name_span,
           Format("calls and regions are nested deeper than {}", {kMaxDepth}));
    converted.in_progress = false;
    converted.is_failed = true;
    return nullptr;
  }
  Frame frame;
  frame.name = ClaimComputation(function.name);
  frame.function = frame.name;
  frame.region = function.body;
  frame.lines.reserve(2 * function.body->ops.size());
  frame.bound.reserve(function.body->ops.size());
  frame.marks.reserve(function.body->ops.size());
  Frame* around = std::exchange(frame_, &frame);
  const mlir::Op* op = std::exchange(op_, nullptr);
  const std::string metadata = std::exchange(metadata_, std::string());
  ++depth_;
  BindArguments(function, arguments, is_entry);
  std::vector<Operand> results;
  const bool good =
      ConvertOps(*function.body) && CheckReturn(function) && FinishBody(*function.body, results);
  if (good) {
    const std::string root = RootOf(results, ResultShardings(function, results.size(), is_entry));
    const mlir::Op* last = function.body->ops.empty() ? nullptr : function.body->ops.back();
    for (size_t i = 0; i < results.size(); ++i) {
      converted.results.push_back(results[i].shape);
      const bool has_use = last != nullptr && i < last->operands.size();
      converted.known.push_back(has_use ? KnownOf(*last, i) : nullptr);
    }
    if (const mlir::Attribute* thread = mlir::FindIn(function.attributes, "execution_thread")) {
      frame.execution_thread = StringOf(*thread);
    }
    if (!is_full_) {
      if (is_entry && results.size() == 1 && device_results_.size() == 1) {
        frame.AddAttributes(root, ", sharding=" + device_results_[0]);
      }
      frame.MakeRoot(root);
      Append(frame, is_entry);
    }
    converted.parameters = frame.parameters;
    converted.name = frame.name;
  }
  --depth_;
  frame_ = around;
  op_ = op;
  metadata_ = metadata;
  converted.in_progress = false;
  converted.is_failed = !good || is_full_;
  return converted.is_failed ? nullptr : &converted;
}

// The name that loc("x") gives, else Arg_N.
std::string Converter::ArgumentName(const mlir::BlockArgument& argument) {
  if (argument.value->is_loose) return HloName(argument.value->name);
  const std::string name = LocationName(file_, argument.location);
  return name.empty() ? Format("Arg_{}", {argument.value->index}) : HloName(name);
}

void Converter::BindArguments(const mlir::Function& function,
                              const std::vector<Argument>& arguments, bool is_entry) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const mlir::BlockArgument& block = function.body->arguments[i];
    if (is_entry && arguments[i].known != nullptr) {  // a dimension variable
      BindLazily(block.value, arguments[i].shape, arguments[i].known);
      continue;
    }
    const std::string suffix = ArgumentSuffix(function.argument_attributes[i]);
    const std::string number = std::to_string(frame_->parameters.size());
    frame_->parameters.push_back({arguments[i].shape, i});
    Bind(block.value,
         EmitOperand(ArgumentName(block), arguments[i].shape, Opcode::kParameter, number, suffix));
    if (!is_full_) frame_->marks.back().source = block.value->span;
    frame_->bound[block.value].known = arguments[i].known;
  }
}

// What a parameter carries.
std::string Converter::ArgumentSuffix(const std::vector<mlir::NamedAttribute>& attributes) {
  std::string suffix;
  const mlir::Attribute* list =
      file_.Resolve(mlir::FindIn(attributes, "mhlo.parameter_replication"));
  if (list != nullptr || mlir::FindIn(attributes, "mhlo.is_same_data_across_replicas") != nullptr) {
    std::string flags;
    for (size_t i = 0; list != nullptr && i < list->elements.size(); ++i) {
      flags += i == 0 ? "" : ",";
      flags += list->elements[i]->integer() != 0 ? "true" : "false";
    }
    suffix += ", parameter_replication={" + (flags.empty() ? "true" : flags) + "}";
  }
  suffix += ShardingOf(attributes);
  const mlir::Attribute* frontend =
      file_.Resolve(mlir::FindIn(attributes, "mhlo.frontend_attributes"));
  return suffix + MapText(frontend);
}

// Takes the text of the frame.
void Converter::Append(Frame& frame, bool is_entry) {
  std::string head = is_entry ? "ENTRY " : "";
  head += frame.name + " {\n";
  const auto shift = static_cast<uint32_t>(out_.text.size() + head.size());
  out_.text += head;
  if (frame.text.size() > out_.text.size()) {  // copies the shorter one
    frame.text.insert(0, out_.text);
    out_.text = std::move(frame.text);
  } else {
    out_.text += frame.text;
  }
  out_.text += "}";
  if (!frame.execution_thread.empty()) {
    out_.text += ", execution_thread=";
    AppendQuoted(frame.execution_thread, out_.text);
  }
  out_.text += is_entry ? "\n" : "\n\n";
  for (SourceMark mark : frame.marks) {
    out_.marks.push_back({mark.begin + shift, mark.end + shift, mark.source});
  }
  for (const auto& [offset, literal] : frame.constants) {
    out_.constants.emplace(offset + shift, literal);
  }
}

}  // namespace hlo::stablehlo
