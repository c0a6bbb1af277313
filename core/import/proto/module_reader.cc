// SPDX-License-Identifier: Apache-2.0
// HloModuleProto and HloComputationProto (imports reference 12.1).
#include "core/import/proto/module_reader.h"

#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/import/proto/attributes.h"
#include "core/import/proto/fields.h"
#include "core/text/lexer.h"
#include "core/text/quote.h"

namespace hlo::proto {
namespace {

// Ids of newer files are unique in the module: these bits are the number in the computation.
constexpr int64_t kLocalBits = 0xffffffff;

// Depth first, what stands before a place first; false at a cycle. Without recursion.
template <class Before>
bool SortByNeed(size_t count, Before&& before, std::vector<size_t>& order) {
  enum : uint8_t { kNew, kOpen, kDone };
  std::vector<uint8_t> states(count, kNew);
  std::vector<std::pair<size_t, size_t>> stack;  // place, and how many of `before` are done
  for (size_t start = 0; start < count; ++start) {
    if (states[start] == kNew) stack.emplace_back(start, 0);
    while (!stack.empty()) {
      const size_t place = stack.back().first;
      const std::vector<size_t>& needs = before(place);
      states[place] = kOpen;
      if (stack.back().second == needs.size()) {
        states[place] = kDone;
        order.push_back(place);
        stack.pop_back();
        continue;
      }
      const size_t need = needs[stack.back().second++];
      if (states[need] == kOpen) return false;
      if (states[need] == kNew) stack.emplace_back(need, 0);
    }
  }
  return true;
}

}  // namespace

ModuleReader::ModuleReader(const Message& module, size_t file_size, const ImportOptions& options)
    : module_(module), most_text_((size_t{16} << 20) + 32 * file_size), options_(options) {}

const size_t* ModuleReader::Find(const std::unordered_map<int64_t, size_t>& places, int64_t id) {
  auto found = places.find(id);
  if (found == places.end()) found = places.find(id & kLocalBits);
  return found == places.end() ? nullptr : &found->second;
}

// ---- what there is ----

// A name of HLO text; characters that no name has become "_".
std::string ModuleReader::FreeName(std::string_view given, Names& taken) {
  std::string name(given);
  for (char& c : name) {
    if (!IsWordPart(c) && c != '-') c = '_';
  }
  if (name.empty() || !IsWordStart(name[0])) name.insert(0, "_");
  if (taken.emplace(name, 0).second) return name;
  int& suffix = taken[name];
  std::string free;
  do {
    free = name + "." + std::to_string(++suffix);
  } while (!taken.emplace(free, 0).second);
  return free;
}

bool ModuleReader::ReadComputations() {
  bool good = true;
  module_.ForEachMessage(module_field::kComputations,
                         [&](const Message& message) { good = good && ReadComputation(message); });
  if (computations_.empty() && good) good = source().Fault(module_.bytes(), "no computation");
  return good && ReadReferences();
}

bool ModuleReader::ReadComputation(const Message& message) {
  using namespace computation_field;
  Computation computation;
  computation.bytes = message.bytes();
  computation.id = message.Int(kId);
  computation.name = FreeName(message.Bytes(kName), computation_names_);
  if (!by_id_.emplace(computation.id, computations_.size()).second) {
    return source().Fault(message.bytes(), Format("two computations have id {}", {computation.id}));
  }
  Names names;
  bool good = true;
  message.ForEachMessage(kInstructions, [&](const Message& instruction) {
    Instruction read;
    read.bytes = instruction.bytes();
    read.id = instruction.Int(instruction_field::kId);
    read.name = FreeName(instruction.Bytes(instruction_field::kName), names);
    const size_t place = computation.instructions.size();
    const bool is_new = computation.by_id.emplace(read.id, place).second;
    computation.by_id.emplace(read.id & kLocalBits, place);
    if (!is_new && good) {
      good = source().Fault(
          read.bytes, Format("two instructions of '{}' have id {}", {computation.name, read.id}));
    }
    computation.instructions.push_back(std::move(read));
  });
  if (computation.instructions.empty() && good) {
    good = source().Fault(message.bytes(),
                          Format("computation '{}' has no instruction", {computation.name}));
  }
  computations_.push_back(std::move(computation));
  return good;
}

// Turns ids of operands, control predecessors and called computations into places.
bool ModuleReader::ReadReferences() {
  using namespace instruction_field;
  for (Computation& computation : computations_) {
    for (Instruction& instruction : computation.instructions) {
      const Message message(source(), instruction.bytes);
      for (const uint32_t number : {kOperandIds, kControlPredecessors}) {
        for (const int64_t id : message.Ints(number)) {
          const size_t* place = Find(computation.by_id, id);
          if (place == nullptr) {
            return source().Fault(instruction.bytes,
                                  Format("'{}' names instruction {}, which is not in '{}'",
                                         {instruction.name, id, computation.name}));
          }
          instruction.before.push_back(*place);
        }
      }
      for (const int64_t id : message.Ints(kCalledComputations)) {
        const size_t* place = Find(by_id_, id);
        if (place == nullptr) {
          return source().Fault(instruction.bytes,
                                Format("'{}' calls computation {}, which is not in the file",
                                       {instruction.name, id}));
        }
        computation.called.push_back(*place);
      }
    }
  }
  return true;
}

void ModuleReader::ReadSchedule() {
  if (!module_.Has(module_field::kSchedule)) return;
  is_scheduled_ = true;
  module_.Sub(module_field::kSchedule).ForEachMessage(1, [&](const Message& entry) {
    const size_t* place = Find(by_id_, entry.Int(1));
    if (place != nullptr) computations_[*place].scheduled = entry.Sub(2).Ints(1);
  });
}

const ModuleReader::Computation* ModuleReader::Entry() const {
  if (const int64_t id = module_.Int(module_field::kEntryId); id != 0) {
    const size_t* place = Find(by_id_, id);
    if (place != nullptr) return &computations_[*place];
    source().Fault(module_.bytes(), Format("the entry is computation {}, which is missing", {id}));
    return nullptr;
  }
  const std::string_view name = module_.Bytes(module_field::kEntryName);
  for (const Computation& computation : computations_) {
    if (Message(source(), computation.bytes).Bytes(computation_field::kName) == name) {
      return &computation;
    }
  }
  if (name.empty()) return &computations_.back();
  source().Fault(module_.bytes(),
                 Format("the entry is computation '{}', which is missing", {name}));
  return nullptr;
}

// ---- in which order it stands ----

bool ModuleReader::Order(std::vector<size_t>& computations) {
  const auto called = [&](size_t i) -> const std::vector<size_t>& {
    return computations_[i].called;
  };
  return SortByNeed(computations_.size(), called, computations) ||
         source().Fault(module_.bytes(), "the calls of computations must not form a cycle");
}

// The order of the schedule or of the file, where operands stand before their users in it.
bool ModuleReader::Order(const Computation& computation, std::vector<size_t>& instructions) {
  const std::vector<Instruction>& all = computation.instructions;
  std::vector<size_t> places(all.size(), SIZE_MAX);
  for (const int64_t id : computation.scheduled) {
    const size_t* place = Find(computation.by_id, id);
    if (place == nullptr || places[*place] != SIZE_MAX) break;
    places[*place] = instructions.size();
    instructions.push_back(*place);
  }
  if (instructions.size() != all.size()) {
    instructions.clear();
    for (size_t i = 0; i < all.size(); ++i) instructions.push_back(places[i] = i);
  }
  const bool sorted = std::all_of(instructions.begin(), instructions.end(), [&](size_t i) {
    return std::all_of(all[i].before.begin(), all[i].before.end(),
                       [&](size_t need) { return places[need] < places[i]; });
  });
  if (sorted) return true;
  instructions.clear();
  const auto before = [&](size_t i) -> const std::vector<size_t>& { return all[i].before; };
  return SortByNeed(all.size(), before, instructions) ||
         source().Fault(computation.bytes,
                        Format("the operands of instructions in '{}' must not form a cycle",
                               {computation.name}));
}

// ---- text ----

bool ModuleReader::Fits() {
  return out_.text.size() <= most_text_ ||
         source().Fail("P10", Format("the HLO text would be longer than {} bytes", {most_text_}));
}

ModuleText ModuleReader::Read() {
  std::vector<size_t> order;
  if (!ReadComputations() || !Order(order)) return {};
  ReadSchedule();
  const Computation* entry = Entry();
  if (entry == nullptr) return {};
  AppendHeader(*entry);
  for (const size_t i : order) {
    const Computation& computation = computations_[i];
    if (!AppendComputation(computation, &computation == entry) || !Fits()) return {};
  }
  out_.text.pop_back();  // the blank line behind the last one
  return std::move(out_);
}

bool ModuleReader::AppendComputation(const Computation& computation, bool is_entry) {
  const Message message(source(), computation.bytes);
  std::vector<size_t> order;
  if (!Order(computation, order)) return false;
  const int64_t root_id = message.Int(computation_field::kRootId);
  const size_t* root = root_id == 0 ? &order.back() : Find(computation.by_id, root_id);
  if (root == nullptr) {
    return source().Fault(computation.bytes,
                          Format("the root of '{}' is instruction {}, which is missing",
                                 {computation.name, root_id}));
  }
  out_.text += is_entry ? "ENTRY %" : "%";
  out_.text += computation.name + " {\n";
  for (const size_t i : order) {
    if (!AppendInstruction(computation, computation.instructions[i], i == *root) || !Fits()) {
      return false;
    }
  }
  out_.text += "}";
  const std::string_view thread = message.Bytes(computation_field::kExecutionThread);
  if (!thread.empty() && thread != "main") {
    out_.text += ", execution_thread=";
    AppendQuoted(thread, out_.text);
  }
  out_.text += "\n\n";
  return true;
}

}  // namespace hlo::proto
