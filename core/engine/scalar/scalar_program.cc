// SPDX-License-Identifier: Apache-2.0
#include "core/engine/scalar/scalar_program.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>

#include "core/kernels/elementwise_binary_functions.h"
#include "core/types/convert_value.h"
#include "core/types/native_type.h"

namespace hlo {

// Counts steps in portions, so that a single comparison detects the limit and the time to check for
// cancellation and suspension.
struct ScalarProgram::Counter {
  static constexpr int64_t kPortion = 8192;
  static constexpr int64_t kMaxLate = 1 << 16;

  explicit Counter(ScalarMeter& counted) : meter(counted) {}
  ~Counter() { meter.left += portion; }

  // False if the run must stop. `starts`: before an iteration of the program's own loop.
  bool Count(const Block& block, bool starts) {
    const int64_t steps = std::ssize(block);
    portion -= steps;
    return portion >= 0 || NextPortion(block, steps, starts);
  }

  bool NextPortion(const Block& block, int64_t steps, bool starts) {
    meter.left += portion + steps;
    portion = 0;
    if (meter.left < steps) {
      meter.stop = ScalarMeter::Stop::kLimit;
      meter.at = block[static_cast<size_t>(meter.left)];
      return false;
    }
    if (meter.cancel != nullptr && meter.cancel->load(std::memory_order_relaxed)) {
      meter.stop = ScalarMeter::Stop::kCancelled;
      return false;
    }
    int64_t taken = std::min(meter.left, std::max(kPortion, steps));
    const bool is_first = std::exchange(first, false);
    if (!is_first && meter.suspend && meter.suspend(taken)) {
      if (starts || late > kMaxLate) {
        meter.stop = ScalarMeter::Stop::kSuspended;
        return false;
      }
      late += steps;
      taken = steps;
    }
    meter.left -= taken;
    portion = taken - steps;
    return true;
  }

  ScalarMeter& meter;
  int64_t portion = 0;  // taken from the meter and not used yet
  int64_t late = 0;     // steps since the run was to be suspended
  bool first = true;    // every slice makes progress
  // As in State.
  const Loop* loop = nullptr;
  uint16_t iterations = 0;
};

namespace {

template <class T>
T Get(const ScalarSlot& slot) {
  T value;
  std::memcpy(&value, slot.bytes, sizeof(T));
  return value;
}

template <class T>
void Put(ScalarSlot& slot, T value) {
  std::memcpy(slot.bytes, &value, sizeof(T));
}

template <class Functor, class T>
T Apply(T a, T b, [[maybe_unused]] int width) {
  if constexpr (requires(Functor f) { f(a, b, width); }) {
    return static_cast<T>(Functor()(a, b, width));
  } else {
    return static_cast<T>(Functor()(a, b));
  }
}

namespace order {
using Equal = std::equal_to<>;
using NotEqual = std::not_equal_to<>;
using GreaterEqual = std::greater_equal<>;
using Greater = std::greater<>;
using LessEqual = std::less_equal<>;
using Less = std::less<>;
}  // namespace order

void RunBlockFunction(const VectorStep& step, const ScalarInstruction& at, ScalarSlot* slots) {
  const void* a = slots[at.a].bytes;
  const void* b = slots[at.b].bytes;
  uint8_t* out = slots[at.out].bytes;
  switch (step.kind) {
    case VectorStep::Kind::kUnary:
      return step.function.unary(a, 1, out, step.width_bits);
    case VectorStep::Kind::kBinary:
      return step.function.binary(a, b, 1, out, step.width_bits);
    case VectorStep::Kind::kCompare:
      return step.function.compare(a, b, 1, out, step.width_bits);
    case VectorStep::Kind::kClamp:
      return step.function.clamp(a, b, slots[at.c].bytes, 1, out);
    case VectorStep::Kind::kConvert:
      return step.function.convert(a, 1, out);
    default:  // selects have codes of their own, and there are no lanes to fetch or count
      return;
  }
}

}  // namespace

void ScalarProgram::Execute(State& state, Counter& counter) const {
  ScalarSlot* const slots = state.slots_.data();
  const ScalarInstruction* const code = code_.data();
  const ScalarInstruction* next = code + state.next_;
  const auto stop_before = [&](const ScalarInstruction& at, bool starts) {
    state.next_ = static_cast<size_t>(&at - code);
    state.is_between_iterations_ = starts;
  };
  for (;;) {
    const ScalarInstruction& at = *next++;
    switch (at.code) {
#define HLO_SCALAR_ROW(id, Name, Type, T)                                               \
  case ScalarCode::k##Name##Type:                                                       \
    Put<T>(slots[at.out],                                                               \
           Apply<binary::Name, T>(Get<T>(slots[at.a]), Get<T>(slots[at.b]), at.width)); \
    break;
      HLO_SCALAR_BINARY(HLO_SCALAR_ROW)
#undef HLO_SCALAR_ROW
#define HLO_SCALAR_ROW(id, Name, Type, T)                                                 \
  case ScalarCode::k##Name##Type:                                                         \
    Put<uint8_t>(slots[at.out], order::Name()(Get<T>(slots[at.a]), Get<T>(slots[at.b]))); \
    break;
      HLO_SCALAR_COMPARE(HLO_SCALAR_ROW)
#undef HLO_SCALAR_ROW
#define HLO_SCALAR_ROW(From, F, To, T)                           \
  case ScalarCode::kConvert##From##To:                           \
    Put<T>(slots[at.out], ConvertValue<T>(Get<F>(slots[at.a]))); \
    break;
      HLO_SCALAR_CONVERT(HLO_SCALAR_ROW)
#undef HLO_SCALAR_ROW
#define HLO_SCALAR_ROW(Width, T)                                                   \
  case ScalarCode::kMove##Width:                                                   \
    Put<T>(slots[at.out], Get<T>(slots[at.a]));                                    \
    break;                                                                         \
  case ScalarCode::kSelect##Width:                                                 \
    Put<T>(slots[at.out], Get<T>(slots[slots[at.a].bytes[0] != 0 ? at.b : at.c])); \
    break;
      HLO_SCALAR_WIDTHS(HLO_SCALAR_ROW)
#undef HLO_SCALAR_ROW
      case ScalarCode::kNotPred:
        Put<uint8_t>(slots[at.out], slots[at.a].bytes[0] == 0);
        break;
      case ScalarCode::kWrapSigned: {
        const int unused = 32 - at.width;
        const uint32_t up = Get<uint32_t>(slots[at.a]) << unused;
        Put<int32_t>(slots[at.out], static_cast<int32_t>(up) >> unused);
        break;
      }
      case ScalarCode::kWrapUnsigned:
        Put<uint32_t>(slots[at.out], Get<uint32_t>(slots[at.a]) & ((1u << at.width) - 1));
        break;
      case ScalarCode::kBlock:
        RunBlockFunction(functions_[static_cast<size_t>(at.extra)], at, slots);
        break;
      case ScalarCode::kCount:
        if (!counter.Count(blocks_[static_cast<size_t>(at.extra)], false)) {
          return stop_before(at, false);
        }
        break;
      case ScalarCode::kJump:
        next = code + at.extra;
        break;
      case ScalarCode::kJumpUnless:
        if (slots[at.a].bytes[0] == 0) next = code + at.extra;
        break;
      case ScalarCode::kSwitch: {
        const std::vector<int32_t>& targets = switches_[static_cast<size_t>(at.extra)];
        const auto number = static_cast<size_t>(Get<uint32_t>(slots[at.a]));
        next = code + targets[std::min(number, targets.size() - 1)];
        break;
      }
      case ScalarCode::kIterateIf: {
        if (slots[at.a].bytes[0] == 0) break;
        const Loop& loop = loops_[static_cast<size_t>(at.extra)];
        const bool is_own = at.extra == 0;  // the first to be compiled
        const bool counted = counter.Count(blocks_[static_cast<size_t>(loop.block)], is_own);
        const bool suspended = !counted && counter.meter.stop == ScalarMeter::Stop::kSuspended;
        if (suspended) return stop_before(at, is_own);
        Put<int64_t>(slots[at.out], Get<int64_t>(slots[at.out]) + 1);
        counter.loop = &loop;
        counter.iterations = at.out;
        if (!counted) return;
        next = code + loop.body;
        break;
      }
      case ScalarCode::kEnd:
        return;
    }
  }
}

ScalarProgram::State ScalarProgram::Start(std::span<const void* const> inputs) const {
  State state;
  state.slots_ = initial_;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    inputs_[i].convert(inputs[i], 1, state.slots_[inputs_[i].slot].bytes);
  }
  Put<int64_t>(state.slots_[loops_[0].iteration], -1);
  return state;
}

void ScalarProgram::Advance(State& state, ScalarMeter& meter) const {
  {
    Counter counter(meter);
    Execute(state, counter);
    if (counter.loop != nullptr) {
      state.loop_ = counter.loop;
      state.iterations_ = counter.iterations;
    }
  }
  if (state.loop_ != nullptr) {
    meter.loop = state.loop_->instruction;
    meter.iteration = Get<int64_t>(state.slots_[state.iterations_]);
  }
  meter.iterations = Get<int64_t>(state.slots_[loops_[0].iteration]) + 1;
}

void ScalarProgram::Read(const State& state, std::span<void* const> outputs) const {
  for (size_t i = 0; i < outputs_.size(); ++i) {
    outputs_[i].convert(state.slots_[outputs_[i].slot].bytes, 1, outputs[i]);
  }
}

}  // namespace hlo
