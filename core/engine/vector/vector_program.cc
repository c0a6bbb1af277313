// SPDX-License-Identifier: Apache-2.0
#include "core/engine/vector/vector_program.h"

#include <algorithm>
#include <cstring>

#include "core/types/native_type.h"

namespace hlo {
namespace {

constexpr int64_t kLanesAhead = 1280;

// Repeats the first element of `to` until there are `count`.
void Repeat(uint8_t* to, size_t bytes, size_t count) {
  for (size_t filled = 1; filled < count; filled *= 2) {
    std::memcpy(to + filled * bytes, to, std::min(filled, count - filled) * bytes);
  }
}

// Writes `lanes` lanes: elements[0] starting at its lane `offset`, then each next one `repeat`
// times.
template <class T>
void Spread(const void* elements, int64_t repeat, int64_t offset, int64_t lanes, void* to) {
  const T* from = static_cast<const T*>(elements);
  T* out = static_cast<T*>(to);
  for (int64_t run = repeat - offset; lanes > 0; run = repeat) {
    out = std::fill_n(out, std::min(run, lanes), *from++);
    lanes -= run;
  }
}

// Element `element` of an input whose element 0 is, or would be, at `start`.
uint8_t* ElementAt(uintptr_t start, int64_t element, int64_t bytes) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): `start` may lie outside of the array
  return reinterpret_cast<uint8_t*>(start + static_cast<uintptr_t>(element * bytes));
}

// Vectors along the minor dimension: one part after the other.
void FetchRows(const VectorStep& step, uintptr_t elements, int64_t first, int64_t n, uint8_t* to) {
  for (int64_t element = first % step.index.period; n > 0; element = 0) {
    const int64_t run = std::min(n, step.index.period - element);
    step.function.convert(ElementAt(elements, element, step.from_bytes), static_cast<size_t>(run),
                          to);
    to += run * step.to_bytes;
    n -= run;
  }
}

// Elements that several consecutive lanes read: converted once, then spread.
void FetchColumns(const VectorStep& step, uintptr_t elements, int64_t first, int64_t n,
                  uint8_t* to) {
  constexpr int64_t kMax = 128;
  alignas(16) uint8_t converted[kMax * sizeof(Bytes16)];
  const int64_t repeat = step.index.repeat, period = step.index.period;
  for (int64_t lane = first; n > 0;) {
    const int64_t element = lane / repeat % period;
    const int64_t offset = lane % repeat;
    const int64_t touched = (offset + std::min(n, kMax * repeat) + repeat - 1) / repeat;
    const int64_t count = std::min({touched, kMax, period - element});
    step.function.convert(ElementAt(elements, element, step.from_bytes), static_cast<size_t>(count),
                          converted);
    const int64_t lanes = std::min(n, count * repeat - offset);
    WithElementWidth(step.to_bytes,
                     [&]<class T>() { Spread<T>(converted, repeat, offset, lanes, to); });
    to += lanes * step.to_bytes;
    lane += lanes;
    n -= lanes;
  }
}

// The elements that lanes [first, first + n) read.
void Fetch(const VectorStep& step, uintptr_t elements, int64_t first, size_t n, uint8_t* to) {
  if (step.index.IsDense()) {
    step.function.convert(ElementAt(elements, first, step.from_bytes), n, to);
  } else if (step.index.repeat == 1) {
    FetchRows(step, elements, first, static_cast<int64_t>(n), to);
  } else {
    FetchColumns(step, elements, first, static_cast<int64_t>(n), to);
  }
}

void Count(const LaneIndex& index, int64_t first, size_t n, int64_t* to) {
  int64_t number = first / index.repeat % index.period;
  int64_t left = index.repeat - first % index.repeat;  // lanes left with this number
  for (size_t i = 0; i < n; ++i) {
    to[i] = number;
    if (--left > 0) continue;
    left = index.repeat;
    if (++number == index.period) number = 0;
  }
}

}  // namespace

// Fetch for a block that stays within a line.
void VectorProgram::FetchInLine(const VectorStep& step, VectorFrame& frame, int64_t first,
                                size_t n) const {
  const LaneIndex& index = step.index;
  uint8_t*& to = frame.registers_[static_cast<size_t>(step.out)];
  // Divisions would take as long as the steps on a few dozen lanes.
  int64_t element = index.repeat == 1 ? first : first / index.repeat;
  if (element >= index.period) element %= index.period;
  uint8_t* from =
      ElementAt(frame.inputs_[static_cast<size_t>(step.in[0])], element, step.from_bytes);
  if (step.in_place) {
    to = from;
  } else if (step.single) {
    step.function.convert(from, 1, to);
  } else if (index.repeat > 1) {
    alignas(16) uint8_t converted[sizeof(Bytes16)];
    step.function.convert(from, 1, converted);
    step.fill(converted, n, to);
  } else {
    step.function.convert(from, n, to);
  }
}

void VectorProgram::RunBlock(VectorFrame& frame, int64_t first, size_t n) const {
  uint8_t* const* const at = frame.registers_.data();
  for (const VectorStep& step : steps_) {
    const int32_t* in = step.in;
    uint8_t* out = at[step.out];
    switch (step.kind) {
      case VectorStep::Kind::kUnary:
        step.function.unary(at[in[0]], n, out, step.width_bits);
        break;
      case VectorStep::Kind::kBinary:
        step.function.binary(at[in[0]], at[in[1]], n, out, step.width_bits);
        break;
      case VectorStep::Kind::kCompare:
        step.function.compare(at[in[0]], at[in[1]], n, out, step.width_bits);
        break;
      case VectorStep::Kind::kClamp:
        step.function.clamp(at[in[0]], at[in[1]], at[in[2]], n, out);
        break;
      case VectorStep::Kind::kSelect:
        step.function.select(at[in[0]], at[in[1]], at[in[2]], n, out);
        break;
      case VectorStep::Kind::kConvert:
        step.function.convert(at[in[0]], n, out);
        break;
      case VectorStep::Kind::kChain: {
        const std::span<const ChainStep> chain = chains_[static_cast<size_t>(in[1])];
        const auto skipped = static_cast<size_t>(frame.ahead_ > 0 ? 0 : in[2]);
        step.function.chain(chain.subspan(skipped), at, at[in[0]], n, out);
        break;
      }
      case VectorStep::Kind::kFetch:
        if (line_ > 0) {
          FetchInLine(step, frame, first, n);
        } else {
          Fetch(step, frame.inputs_[static_cast<size_t>(in[0])], first, n, out);
        }
        break;
      case VectorStep::Kind::kCount:
        Count(step.index, first, n, reinterpret_cast<int64_t*>(out));
        break;
    }
  }
}

void VectorProgram::Run(VectorFrame& frame, int64_t first, int64_t count) const {
  for (const int64_t end = first + count; first < end;) {
    int64_t n = std::min(block_lanes_, end - first);
    if (line_ > 0) n = std::min(n, line_ - first % line_);
    for (const Moving& moving : moving_) {
      const size_t number = static_cast<size_t>(moving.number);
      frame.registers_[static_cast<size_t>(moving.reg)] =
          ElementAt(moving.output ? frame.outputs_[number] : frame.inputs_[number],
                    moving.ahead ? first + frame.ahead_ : first, moving.bytes);
    }
    RunBlock(frame, first, static_cast<size_t>(n));
    first += n;
  }
}

int64_t VectorProgram::bytes_per_lane() const {
  int64_t bytes = 0;
  for (const Moving& moving : moving_) bytes += moving.ahead ? 0 : moving.bytes;
  return bytes;
}

VectorFrame::VectorFrame(const VectorProgram& program)
    : program_(program), inputs_(program.inputs_.size()), outputs_(program.outputs_.size()) {
  uint8_t* start = few_;
  if (program.frame_bytes_ > sizeof(few_)) {
    memory_ = NewAlignedBlock(static_cast<int64_t>(program.frame_bytes_));
    start = memory_.get();
  }
  registers_.reserve(program.offsets_.size());
  for (const size_t offset : program.offsets_) registers_.push_back(start + offset);
  for (const VectorProgram::Constant& constant : program.constants_) {
    uint8_t* block = registers_[static_cast<size_t>(constant.reg)];
    std::memcpy(block, constant.element.data(), constant.element.size());
    if (constant.single) continue;
    Repeat(block, constant.element.size(), static_cast<size_t>(program.block_lanes_));
  }
}

void VectorFrame::LookAheadIfLarge(int64_t lanes) {
  const int64_t beyond = kBeyondCachesBytes / std::max<int64_t>(program_.bytes_per_lane(), 1);
  LookAhead(lanes >= beyond ? kLanesAhead : 0);
}

void VectorFrame::Bind(std::span<const void* const> inputs, std::span<void* const> outputs) {
  for (size_t i = 0; i < inputs_.size(); ++i) inputs_[i] = reinterpret_cast<uintptr_t>(inputs[i]);
  for (size_t i = 0; i < outputs_.size(); ++i) {
    outputs_[i] = reinterpret_cast<uintptr_t>(outputs[i]);
  }
  for (const VectorStep& step : program_.once_) {
    uint8_t* block = registers_[static_cast<size_t>(step.out)];
    step.function.convert(inputs[static_cast<size_t>(step.in[0])], 1, block);
    if (step.single) continue;
    Repeat(block, static_cast<size_t>(step.to_bytes), static_cast<size_t>(program_.block_lanes_));
  }
}

}  // namespace hlo
