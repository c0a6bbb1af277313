// SPDX-License-Identifier: Apache-2.0
// The second half of VectorProgramBuilder: selects the needed steps and assigns registers.
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "core/engine/vector/vector_chains.h"
#include "core/engine/vector/vector_program_builder.h"
#include "core/types/native_type.h"

namespace hlo {
namespace {

constexpr int64_t kCacheBytes = int64_t{16} * 1024;  // total for the blocks of all registers
constexpr int64_t kMaxBytesPerLane = int64_t{64} * 1024;
constexpr int64_t kMinLanes = 16;
constexpr int64_t kShortestLine = 128;
constexpr int64_t kMinChainLanes = 64;  // with fewer lanes, block functions are as good

bool TakesLong(const ChainStep& step) {
  return step.op >= ChainOp::kFunction || step.op == ChainOp::kDivide;
}

}  // namespace

// Turns the contents of a builder into a program. Virtual registers are freed after their last use,
// so that few blocks are in use at a time.
class RegisterAllocator {
 public:
  using Operation = VectorProgramBuilder::Operation;
  using Value = VectorProgramBuilder::Value;

  RegisterAllocator(const VectorProgramBuilder& builder, int64_t most_lanes)
      : builder_(builder),
        most_lanes_(std::clamp<int64_t>(most_lanes, 1, kBlockElements)),
        program_(new VectorProgram()),
        single_(builder.values_.size(), false),
        register_(builder.values_.size(), -1),
        last_use_(builder.values_.size(), -1) {}

  std::unique_ptr<VectorProgram> Make() {
    program_->inputs_ = builder_.inputs_;
    program_->outputs_ = builder_.output_types_;
    ListOperations();
    FindLine();
    if (most_lanes_ >= kMinChainLanes) {
      single_ = VectorChains(builder_, program_->line_, sequence_).Join();
    }
    ListOutputs();
    FindLastUses();
    AllocateConstants();
    for (size_t i = 0; i < sequence_.size(); ++i) AllocateOperation(sequence_[i], i);
    return LayOut() ? std::move(program_) : nullptr;
  }

 private:
  const Value& ValueOf(VirtualRegister value) const {
    return builder_.values_[static_cast<size_t>(value)];
  }

  bool IsMove(VirtualRegister value) const {
    return static_cast<size_t>(value) >= builder_.values_.size();
  }
  bool IsInput(VirtualRegister value) const { return !IsMove(value) && ValueOf(value).input >= 0; }

  // ---- which steps, in which order ----

  // Finds the steps that the outputs need. An input is fetched just before its first use, so that
  // it occupies a block no longer than necessary.
  void ListOperations() {
    std::vector<bool> needed(builder_.operations_.size(), false);
    const auto need = [&](VirtualRegister value) {
      const int32_t operation = ValueOf(value).operation;
      if (operation >= 0) needed[static_cast<size_t>(operation)] = true;
    };
    for (const VirtualRegister output : builder_.outputs_) need(output);
    for (size_t i = needed.size(); i-- > 0;) {
      if (!needed[i]) continue;
      for (const VirtualRegister operand : builder_.operations_[i].operands) need(operand);
    }
    std::vector<bool> listed(needed.size(), false);
    const auto list = [&](int32_t i) {
      if (i < 0 || listed[static_cast<size_t>(i)]) return;
      listed[static_cast<size_t>(i)] = true;
      sequence_.push_back(builder_.operations_[static_cast<size_t>(i)]);
    };
    for (size_t i = 0; i < needed.size(); ++i) {
      if (!needed[i] || builder_.operations_[i].step.kind == VectorStep::Kind::kFetch) continue;
      for (const VirtualRegister operand : builder_.operations_[i].operands) {
        list(ValueOf(operand).operation);
      }
      list(static_cast<int32_t>(i));
    }
    for (const VirtualRegister output : builder_.outputs_) list(ValueOf(output).operation);
  }

  static bool IsOnce(const VectorStep& step) {
    return step.kind == VectorStep::Kind::kFetch && step.index.IsScalar();
  }

  bool ReadsInput(const Operation& operation) const {
    if (operation.step.kind == VectorStep::Kind::kFetch) return !IsOnce(operation.step);
    return std::any_of(operation.operands.begin(), operation.operands.end(),
                       [&](VirtualRegister operand) { return IsInput(operand); });
  }

  VirtualRegister AppendMove(VirtualRegister from) {
    Operation move;
    const int bytes = BytesOf(from);
    const ElementType same = bytes == 1   ? ElementType::kU8
                             : bytes == 2 ? ElementType::kU16
                             : bytes == 4 ? ElementType::kU32
                             : bytes == 8 ? ElementType::kU64
                                          : ElementType::kC128;
    move.step.kind = VectorStep::Kind::kConvert;
    move.step.function.convert = ConvertFunction(same, same);
    move.operands = {from};
    move.result = static_cast<VirtualRegister>(register_.size());
    register_.push_back(-1);
    last_use_.push_back(-1);
    single_.push_back(false);
    moved_bytes_.push_back(bytes);
    sequence_.push_back(std::move(move));
    return sequence_.back().result;
  }

  // Decides which steps write an output in place, and appends moves for the other outputs. An
  // output may overlap an input, so nothing may be written before all inputs are read.
  void ListOutputs() {
    std::vector<VirtualRegister> sources = builder_.outputs_;
    for (VirtualRegister& source : sources) {
      if (IsInput(source)) source = AppendMove(source);
    }
    size_t all_read = 0;  // the last step that reads an input
    for (size_t i = 0; i < sequence_.size(); ++i) {
      if (ReadsInput(sequence_[i])) all_read = i;
    }
    for (size_t k = 0; k < sources.size(); ++k) {
      const auto writer =
          std::find_if(sequence_.begin(), sequence_.end(), [&](const Operation& operation) {
            return operation.result == sources[k] && !IsOnce(operation.step);
          });
      const bool direct = writer != sequence_.end() &&
                          static_cast<size_t>(writer - sequence_.begin()) >= all_read &&
                          register_[static_cast<size_t>(sources[k])] < 0;
      const VirtualRegister written = direct ? sources[k] : AppendMove(sources[k]);
      register_[static_cast<size_t>(written)] = MovingRegister(true, k, BytesOf(written));
    }
  }

  // The largest number of lanes that divides the fetched rows and columns. It is better to fetch
  // short ones into blocks that are longer.
  void FindLine() {
    int64_t line = 0;
    for (const Operation& operation : sequence_) {
      const VectorStep& step = operation.step;
      if (step.kind != VectorStep::Kind::kFetch || IsOnce(step) || step.index.IsDense()) continue;
      line = std::gcd(line, step.index.repeat > 1 ? step.index.repeat : step.index.period);
    }
    program_->line_ = line < kShortestLine ? 0 : line;
  }

  // ---- where values are stored ----

  int BytesOf(VirtualRegister value) const {
    if (!IsMove(value)) return ValueOf(value).bytes;
    return moved_bytes_[static_cast<size_t>(value) - builder_.values_.size()];
  }

  int32_t NewRegister(int bytes, bool own) {
    register_bytes_.push_back(bytes);
    register_is_own_.push_back(own);
    return static_cast<int32_t>(register_bytes_.size()) - 1;
  }

  // For one element, however many lanes a block has.
  int32_t SingleRegister() { return NewRegister(0, true); }

  int32_t MovingRegister(bool output, size_t number, int bytes) {
    const int32_t reg = NewRegister(bytes, false);
    program_->moving_.push_back({output, static_cast<int32_t>(number), reg, bytes});
    return reg;
  }

  std::vector<int32_t>& FreeRegisters(int bytes) {
    return free_[static_cast<size_t>(bytes == 16 ? 4 : bytes == 8 ? 3 : bytes / 2)];
  }

  void FindLastUses() {
    for (size_t i = 0; i < sequence_.size(); ++i) {
      for (const VirtualRegister operand : sequence_[i].operands) {
        last_use_[static_cast<size_t>(operand)] = static_cast<int32_t>(i);
      }
    }
  }

  void AllocateConstants() {
    for (size_t v = 0; v < builder_.values_.size(); ++v) {
      const Value& value = builder_.values_[v];
      if (last_use_[v] < 0) continue;
      if (value.constant >= 0) {
        register_[v] = single_[v] ? SingleRegister() : NewRegister(value.bytes, true);
        program_->constants_.push_back(
            {builder_.constants_[static_cast<size_t>(value.constant)], register_[v], single_[v]});
      } else if (value.input >= 0) {
        register_[v] = MovingRegister(false, static_cast<size_t>(value.input), value.bytes);
      }
    }
  }

  // Whether it takes long enough to bring in what it reads next.
  static bool IsLong(const std::vector<ChainStep>& chain) {
    return chain.size() > 1 || std::any_of(chain.begin(), chain.end(), TakesLong);
  }

  // Lets a chain begin by prefetching what it reads: hardware prefetching reaches too little ahead
  // where steps take long, and does not cross from one block of rows to the next. Returns the
  // number of steps for that.
  int32_t Prefetch(const Operation& operation, int32_t position, std::vector<ChainStep>& chain) {
    std::vector<VirtualRegister> inputs = operation.operands;
    std::sort(inputs.begin(), inputs.end());
    inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
    int32_t count = 0;
    for (const VirtualRegister input : inputs) {
      if (!IsInput(input)) continue;
      const int32_t reg = NewRegister(0, false);
      program_->moving_.push_back({false, ValueOf(input).input, reg, BytesOf(input), true});
      chain.insert(chain.begin(),
                   {ChainOp::kPrefetch, ChainStep::Operand::kBlock, reg, nullptr, {}});
      ++count;
    }
    if (count == 0 || program_->line_ > 0) return count;
    // A result that nothing here reads again goes past the cache.
    const auto result = static_cast<size_t>(operation.result);
    const bool is_final = register_[result] >= 0 && last_use_[result] <= position;
    chain.insert(chain.begin(), {ChainOp::kStream,
                                 is_final ? ChainStep::Operand::kValue : ChainStep::Operand::kBlock,
                                 0,
                                 nullptr,
                                 {}});
    return count + 1;
  }

  // Whether a chain reads one element of operand i for all lanes. The result must not overwrite it
  // before the last lanes are computed.
  static bool ReadsOneElement(const Operation& operation, size_t i) {
    const auto number = static_cast<int32_t>(i);
    return std::any_of(operation.chain.begin(), operation.chain.end(), [&](const ChainStep& step) {
      return (step.operand == ChainStep::Operand::kScalar && step.reg == number) ||
             (step.operand == ChainStep::Operand::kScaledBlock && step.scale == number);
    });
  }

  // Registers of operands at their last use may hold the result immediately.
  void AllocateOperation(const Operation& operation, size_t position) {
    VectorStep step = operation.step;
    std::vector<int32_t> in;
    std::vector<std::pair<int, int32_t>> free_later;  // bytes, register
    for (size_t i = 0; i < operation.operands.size(); ++i) {
      const VirtualRegister operand = operation.operands[i];
      const int32_t reg = register_[static_cast<size_t>(operand)];
      in.push_back(reg);
      const bool twice =
          std::find(operation.operands.begin(),
                    operation.operands.begin() + static_cast<std::ptrdiff_t>(i),
                    operand) != operation.operands.begin() + static_cast<std::ptrdiff_t>(i);
      if (last_use_[static_cast<size_t>(operand)] == static_cast<int32_t>(position) && !twice &&
          reusable_.size() > static_cast<size_t>(reg) && reusable_[static_cast<size_t>(reg)]) {
        if (ReadsOneElement(operation, i)) {
          free_later.emplace_back(BytesOf(operand), reg);
        } else {
          FreeRegisters(BytesOf(operand)).push_back(reg);
        }
      }
    }
    if (step.kind == VectorStep::Kind::kChain) {
      step.in[0] = in[0];
      step.in[1] = static_cast<int32_t>(program_->chains_.size());
      program_->chains_.push_back(operation.chain);
      std::vector<ChainStep>& chain = program_->chains_.back();
      for (ChainStep& link : chain) {
        link.reg = in[static_cast<size_t>(link.reg)];
        link.scale = in[static_cast<size_t>(link.scale)];
      }
      step.in[2] = kChainsPrefetch && IsLong(chain)
                       ? Prefetch(operation, static_cast<int32_t>(position), chain)
                       : 0;
    } else {
      std::copy(in.begin(), in.end(), step.in);
    }
    int32_t& reg = register_[static_cast<size_t>(operation.result)];
    step.single = single_[static_cast<size_t>(operation.result)];
    if (IsOnce(step)) {
      reg = step.single ? SingleRegister() : NewRegister(step.to_bytes, true);
      step.out = reg;
      program_->once_.push_back(step);
      return;
    }
    const bool one_after_the_other = step.single || step.index.repeat == 1;
    step.in_place = step.in_place && one_after_the_other && program_->line_ > 0 && reg < 0;
    if (step.in_place) {
      reg = NewRegister(step.to_bytes, false);
    } else if (step.single) {
      reg = SingleRegister();
    } else if (reg < 0) {
      std::vector<int32_t>& free = FreeRegisters(BytesOf(operation.result));
      if (free.empty()) {
        reg = NewRegister(BytesOf(operation.result), true);
      } else {
        reg = free.back();
        free.pop_back();
      }
      reusable_.resize(register_bytes_.size(), false);
      reusable_[static_cast<size_t>(reg)] = true;
    }
    for (const auto& [bytes, later] : free_later) FreeRegisters(bytes).push_back(later);
    step.out = reg;
    program_->steps_.push_back(step);
  }

  // Chooses the length of blocks and the offset of each register. False: too many bytes.
  bool LayOut() {
    int64_t bytes_per_lane = 1;
    for (size_t p = 0; p < register_bytes_.size(); ++p) {
      if (register_is_own_[p] || program_->line_ == 0) bytes_per_lane += register_bytes_[p];
    }
    if (bytes_per_lane > kMaxBytesPerLane) return false;
    const int64_t fitting = kCacheBytes / bytes_per_lane / kMinLanes * kMinLanes;
    int64_t lanes = std::max(fitting, kMinLanes);
    if (!program_->chains_.empty() && lanes > kChainLanes) lanes -= lanes % kChainLanes;
    if (const int64_t line = program_->line_; line > lanes) {  // equal parts of a line
      const int64_t parts = (line + lanes - 1) / lanes;
      lanes = std::min(lanes, ((line + parts - 1) / parts + kMinLanes - 1) / kMinLanes * kMinLanes);
    }
    program_->block_lanes_ = std::min(lanes, most_lanes_);
    size_t offset = 0;
    for (size_t p = 0; p < register_bytes_.size(); ++p) {
      program_->offsets_.push_back(offset);
      if (!register_is_own_[p]) continue;
      const auto bytes = static_cast<size_t>(
          std::max<int64_t>(register_bytes_[p] * program_->block_lanes_, sizeof(Bytes16)));
      // One extra line, or blocks of 4 KB would all map to the same cache sets.
      offset += (bytes + 63) / 64 * 64 + (bytes > 64 ? 64 : 0);
    }
    program_->frame_bytes_ = offset;
    return true;
  }

  const VectorProgramBuilder& builder_;
  const int64_t most_lanes_;
  std::unique_ptr<VectorProgram> program_;
  std::vector<Operation> sequence_;
  std::vector<bool> single_;       // registers that are read as one element
  std::vector<int32_t> register_;  // of each virtual register, then of each move
  std::vector<int32_t> last_use_;
  std::vector<int> moved_bytes_;  // of the registers of moves
  std::vector<int> register_bytes_;
  std::vector<bool> register_is_own_;
  std::vector<bool> reusable_;  // registers that hold computed values, one after another
  std::array<std::vector<int32_t>, 5> free_;  // by width: 1, 2, 4, 8, 16 bytes
};

std::unique_ptr<VectorProgram> VectorProgramBuilder::Build(int64_t most_lanes) {
  return RegisterAllocator(*this, most_lanes).Make();
}

}  // namespace hlo
