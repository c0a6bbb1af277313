// SPDX-License-Identifier: Apache-2.0
// The second half of LaneProgramBuilder: which steps are needed, and where their values lie.
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "core/engine/vector/lane_chains.h"
#include "core/engine/vector/lane_program_builder.h"
#include "core/types/native_type.h"

namespace hlo {
namespace {

constexpr int64_t kCacheBytes = 16 * 1024;  // of the blocks of all places together
constexpr int64_t kMostBytesPerLane = 64 * 1024;
constexpr int64_t kFewestLanes = 16;
constexpr int64_t kShortestLine = 128;
constexpr int64_t kFewestChainLanes = 64;  // below, block functions do

constexpr size_t kManySteps = 3;

bool TakesLong(const ChainStep& step) {
  return step.op >= ChainOp::kFunction || step.op == ChainOp::kDivide;
}

}  // namespace

// Makes a program of what a builder has gathered. Registers get places by their last use, so that
// few blocks are in use at a time.
class LanePlacement {
 public:
  using Operation = LaneProgramBuilder::Operation;
  using Value = LaneProgramBuilder::Value;

  LanePlacement(const LaneProgramBuilder& builder, int64_t most_lanes)
      : builder_(builder),
        most_lanes_(std::clamp<int64_t>(most_lanes, 1, kBlockElements)),
        program_(new LaneProgram()),
        single_(builder.values_.size(), false),
        place_(builder.values_.size(), -1),
        last_use_(builder.values_.size(), -1) {}

  std::unique_ptr<LaneProgram> Make() {
    program_->inputs_ = builder_.inputs_;
    program_->outputs_ = builder_.output_types_;
    ListOperations();
    FindLine();
    if (most_lanes_ >= kFewestChainLanes) {
      single_ = LaneChains(builder_, program_->line_, sequence_).Join();
    }
    ListOutputs();
    FindLastUses();
    PlaceConstants();
    for (size_t i = 0; i < sequence_.size(); ++i) PlaceOperation(sequence_[i], i);
    return LayOut() ? std::move(program_) : nullptr;
  }

 private:
  const Value& ValueOf(LaneRegister value) const {
    return builder_.values_[static_cast<size_t>(value)];
  }

  bool IsMove(LaneRegister value) const {
    return static_cast<size_t>(value) >= builder_.values_.size();
  }
  bool IsInput(LaneRegister value) const { return !IsMove(value) && ValueOf(value).input >= 0; }

  // ---- which steps, in which order ----

  // What the outputs need. An input is fetched just before it is used for the first time, so that
  // it fills a block no longer than it must.
  void ListOperations() {
    std::vector<bool> needed(builder_.operations_.size(), false);
    const auto need = [&](LaneRegister value) {
      const int32_t operation = ValueOf(value).operation;
      if (operation >= 0) needed[static_cast<size_t>(operation)] = true;
    };
    for (const LaneRegister output : builder_.outputs_) need(output);
    for (size_t i = needed.size(); i-- > 0;) {
      if (!needed[i]) continue;
      for (const LaneRegister operand : builder_.operations_[i].operands) need(operand);
    }
    std::vector<bool> listed(needed.size(), false);
    const auto list = [&](int32_t i) {
      if (i < 0 || listed[static_cast<size_t>(i)]) return;
      listed[static_cast<size_t>(i)] = true;
      sequence_.push_back(builder_.operations_[static_cast<size_t>(i)]);
    };
    for (size_t i = 0; i < needed.size(); ++i) {
      if (!needed[i] || builder_.operations_[i].step.kind == LaneStep::Kind::kFetch) continue;
      for (const LaneRegister operand : builder_.operations_[i].operands) {
        list(ValueOf(operand).operation);
      }
      list(static_cast<int32_t>(i));
    }
    for (const LaneRegister output : builder_.outputs_) list(ValueOf(output).operation);
  }

  static bool IsOnce(const LaneStep& step) {
    return step.kind == LaneStep::Kind::kFetch && step.index.IsScalar();
  }

  bool ReadsInput(const Operation& operation) const {
    if (operation.step.kind == LaneStep::Kind::kFetch) return !IsOnce(operation.step);
    return std::any_of(operation.operands.begin(), operation.operands.end(),
                       [&](LaneRegister operand) { return IsInput(operand); });
  }

  LaneRegister AppendMove(LaneRegister from) {
    Operation move;
    const int bytes = BytesOf(from);
    const ElementType same = bytes == 1   ? ElementType::kU8
                             : bytes == 2 ? ElementType::kU16
                             : bytes == 4 ? ElementType::kU32
                             : bytes == 8 ? ElementType::kU64
                                          : ElementType::kC128;
    move.step.kind = LaneStep::Kind::kConvert;
    move.step.function.convert = ConvertFunction(same, same);
    move.operands = {from};
    move.result = static_cast<LaneRegister>(place_.size());
    place_.push_back(-1);
    last_use_.push_back(-1);
    single_.push_back(false);
    moved_bytes_.push_back(bytes);
    sequence_.push_back(std::move(move));
    return sequence_.back().result;
  }

  // Decides which steps write an output where it lies, and appends moves for the other outputs. An
  // output may lie on an input, so nothing may be written before all inputs are read.
  void ListOutputs() {
    std::vector<LaneRegister> sources = builder_.outputs_;
    for (LaneRegister& source : sources) {
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
                          place_[static_cast<size_t>(sources[k])] < 0;
      const LaneRegister written = direct ? sources[k] : AppendMove(sources[k]);
      place_[static_cast<size_t>(written)] = MovingPlace(true, k, BytesOf(written));
    }
  }

  // The largest number of lanes that divides the rows and the columns that are fetched. Short ones
  // are better fetched into blocks that go beyond them.
  void FindLine() {
    int64_t line = 0;
    for (const Operation& operation : sequence_) {
      const LaneStep& step = operation.step;
      if (step.kind != LaneStep::Kind::kFetch || IsOnce(step) || step.index.IsDense()) continue;
      line = std::gcd(line, step.index.repeat > 1 ? step.index.repeat : step.index.period);
    }
    program_->line_ = line < kShortestLine ? 0 : line;
  }

  // ---- where values lie ----

  int BytesOf(LaneRegister value) const {
    if (!IsMove(value)) return ValueOf(value).bytes;
    return moved_bytes_[static_cast<size_t>(value) - builder_.values_.size()];
  }

  int32_t NewPlace(int bytes, bool own) {
    place_bytes_.push_back(bytes);
    place_is_own_.push_back(own);
    return static_cast<int32_t>(place_bytes_.size()) - 1;
  }

  // For one element, however many lanes a block has.
  int32_t SinglePlace() { return NewPlace(0, true); }

  int32_t MovingPlace(bool output, size_t number, int bytes) {
    const int32_t place = NewPlace(bytes, false);
    program_->moving_.push_back({output, static_cast<int32_t>(number), place, bytes});
    return place;
  }

  std::vector<int32_t>& FreePlaces(int bytes) {
    return free_[static_cast<size_t>(bytes == 16 ? 4 : bytes == 8 ? 3 : bytes / 2)];
  }

  void FindLastUses() {
    for (size_t i = 0; i < sequence_.size(); ++i) {
      for (const LaneRegister operand : sequence_[i].operands) {
        last_use_[static_cast<size_t>(operand)] = static_cast<int32_t>(i);
      }
    }
  }

  void PlaceConstants() {
    for (size_t v = 0; v < builder_.values_.size(); ++v) {
      const Value& value = builder_.values_[v];
      if (last_use_[v] < 0) continue;
      if (value.constant >= 0) {
        place_[v] = single_[v] ? SinglePlace() : NewPlace(value.bytes, true);
        program_->constants_.push_back(
            {builder_.constants_[static_cast<size_t>(value.constant)], place_[v], single_[v]});
      } else if (value.input >= 0) {
        place_[v] = MovingPlace(false, static_cast<size_t>(value.input), value.bytes);
      }
    }
  }

  // Whether it leaves time to bring in what it reads next. Hardware does less of that for rows.
  bool IsLong(const std::vector<ChainStep>& chain) const {
    return std::any_of(chain.begin(), chain.end(), TakesLong) ||
           (program_->line_ > 0 && chain.size() >= kManySteps);
  }

  // Lets the last chain ask for what of its input comes later: hardware looks ahead too little
  // where steps take long, and not at all from one panel of rows to the next.
  void Prefetch(LaneRegister input) {
    const int32_t place = NewPlace(0, false);
    program_->moving_.push_back({false, ValueOf(input).input, place, BytesOf(input), true});
    std::vector<ChainStep>& chain = program_->chains_.back();
    chain.insert(chain.begin(), {ChainOp::kPrefetch, ChainStep::Operand::kBlock, place, nullptr});
  }

  // Places of operands at their last use may hold the result at once.
  void PlaceOperation(const Operation& operation, size_t position) {
    LaneStep step = operation.step;
    std::vector<int32_t> in;
    for (size_t i = 0; i < operation.operands.size(); ++i) {
      const LaneRegister operand = operation.operands[i];
      const int32_t place = place_[static_cast<size_t>(operand)];
      in.push_back(place);
      const bool twice =
          std::find(operation.operands.begin(),
                    operation.operands.begin() + static_cast<std::ptrdiff_t>(i),
                    operand) != operation.operands.begin() + static_cast<std::ptrdiff_t>(i);
      if (last_use_[static_cast<size_t>(operand)] == static_cast<int32_t>(position) && !twice &&
          reusable_.size() > static_cast<size_t>(place) && reusable_[static_cast<size_t>(place)]) {
        FreePlaces(BytesOf(operand)).push_back(place);
      }
    }
    if (step.kind == LaneStep::Kind::kChain) {
      step.in[0] = in[0];
      step.in[1] = static_cast<int32_t>(program_->chains_.size());
      program_->chains_.push_back(operation.chain);
      for (ChainStep& link : program_->chains_.back()) {
        link.place = in[static_cast<size_t>(link.place)];
      }
      if (kChainsPrefetch && IsInput(operation.operands[0]) && IsLong(operation.chain)) {
        Prefetch(operation.operands[0]);
      }
    } else {
      std::copy(in.begin(), in.end(), step.in);
    }
    int32_t& place = place_[static_cast<size_t>(operation.result)];
    step.single = single_[static_cast<size_t>(operation.result)];
    if (IsOnce(step)) {
      place = step.single ? SinglePlace() : NewPlace(step.to_bytes, true);
      step.out = place;
      program_->once_.push_back(step);
      return;
    }
    const bool one_after_the_other = step.single || step.index.repeat == 1;
    step.in_place = step.in_place && one_after_the_other && program_->line_ > 0 && place < 0;
    if (step.in_place) {
      place = NewPlace(step.to_bytes, false);
    } else if (step.single) {
      place = SinglePlace();
    } else if (place < 0) {
      std::vector<int32_t>& free = FreePlaces(BytesOf(operation.result));
      if (free.empty()) {
        place = NewPlace(BytesOf(operation.result), true);
      } else {
        place = free.back();
        free.pop_back();
      }
      reusable_.resize(place_bytes_.size(), false);
      reusable_[static_cast<size_t>(place)] = true;
    }
    step.out = place;
    program_->steps_.push_back(step);
  }

  // Chooses the length of blocks and where each place begins. False: too many bytes.
  bool LayOut() {
    int64_t bytes_per_lane = 1;
    for (size_t p = 0; p < place_bytes_.size(); ++p) {
      if (place_is_own_[p] || program_->line_ == 0) bytes_per_lane += place_bytes_[p];
    }
    if (bytes_per_lane > kMostBytesPerLane) return false;
    const int64_t fitting = kCacheBytes / bytes_per_lane / kFewestLanes * kFewestLanes;
    int64_t lanes = std::max(fitting, kFewestLanes);
    if (!program_->chains_.empty() && lanes > kChainLanes) lanes -= lanes % kChainLanes;
    if (const int64_t line = program_->line_; line > lanes) {  // equal pieces of a line
      const int64_t pieces = (line + lanes - 1) / lanes;
      lanes = std::min(
          lanes, ((line + pieces - 1) / pieces + kFewestLanes - 1) / kFewestLanes * kFewestLanes);
    }
    program_->block_lanes_ = std::min(lanes, most_lanes_);
    size_t offset = 0;
    for (size_t p = 0; p < place_bytes_.size(); ++p) {
      program_->offsets_.push_back(offset);
      if (!place_is_own_[p]) continue;
      const auto bytes = static_cast<size_t>(
          std::max<int64_t>(place_bytes_[p] * program_->block_lanes_, sizeof(Bytes16)));
      // A line more, or blocks of 4 KB would all fall on the same sets of the cache.
      offset += (bytes + 63) / 64 * 64 + (bytes > 64 ? 64 : 0);
    }
    program_->frame_bytes_ = offset;
    return true;
  }

  const LaneProgramBuilder& builder_;
  const int64_t most_lanes_;
  std::unique_ptr<LaneProgram> program_;
  std::vector<Operation> sequence_;
  std::vector<bool> single_;    // registers that are read as one element
  std::vector<int32_t> place_;  // of each register; behind the builder's own those of moves
  std::vector<int32_t> last_use_;
  std::vector<int> moved_bytes_;  // of the registers of moves
  std::vector<int> place_bytes_;
  std::vector<bool> place_is_own_;
  std::vector<bool> reusable_;  // places that hold what steps compute, one value after another
  std::array<std::vector<int32_t>, 5> free_;  // by width: 1, 2, 4, 8, 16 bytes
};

std::unique_ptr<LaneProgram> LaneProgramBuilder::Build(int64_t most_lanes) {
  return LanePlacement(*this, most_lanes).Make();
}

}  // namespace hlo
