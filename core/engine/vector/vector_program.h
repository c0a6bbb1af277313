// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_VECTOR_VECTOR_PROGRAM_H_
#define HLO_CORE_ENGINE_VECTOR_VECTOR_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/blocks.h"
#include "core/kernels/chain.h"
#include "core/ops/elementwise/blocks.h"
#include "core/types/convert.h"
#include "hlo/element_type.h"
#include "hlo/small_vector.h"

// Straight-line elementwise code that runs on blocks of lanes in the L1 cache: the compiled form of
// a group of fused instructions, or of a scalar computation that is applied to many elements. Made
// by VectorProgramBuilder (core/engine/vector/vector_program_builder.h):
//
//   VectorProgramBuilder builder(mode);
//   VirtualRegister x = builder.AddInput(ElementType::kBF16, LaneIndex::Dense());
//   VirtualRegister bias = builder.AddInput(ElementType::kBF16, LaneIndex::Row(columns));
//   ... builder.AddInstruction(instruction, operands, result) ...
//   builder.AddOutput(result[0]);
//   std::unique_ptr<VectorProgram> program = builder.Build();
//
//   VectorFrame frame(*program);            // once a thread: the only allocation, if any
//   frame.Bind(inputs, outputs);          // once an array: element 0 of each
//   program->Run(frame, first, count);    // lanes [first, first + count), any number of times
namespace hlo {

// Which element of an input lane i reads: number (i / repeat) % period.
struct LaneIndex {
  int64_t repeat = 1;  // consecutive lanes that read the same element; at least 1
  int64_t period = INT64_MAX;

  static LaneIndex Dense() { return {}; }
  // One element for all lanes.
  static LaneIndex Scalar() { return {1, 1}; }
  // A vector along the minor dimension of [..., columns].
  static LaneIndex Row(int64_t columns) { return {1, columns}; }
  // A vector along the dimension in front of `repeat` minor elements: [..., period, repeat].
  static LaneIndex Column(int64_t repeat, int64_t period = INT64_MAX) { return {repeat, period}; }

  bool IsDense() const { return repeat == 1 && period == INT64_MAX; }
  bool IsScalar() const { return period == 1; }
};

// One block function on registers of a frame, which are blocks in the L1 cache. The meaning of `in`
// and `out` depends only on the kind.
struct VectorStep {
  enum class Kind : uint8_t {
    kUnary,    // out = unary(in[0])
    kBinary,   // out = binary(in[0], in[1])
    kCompare,  // out = compare(in[0], in[1])
    kClamp,    // out = clamp(in[0], in[1], in[2])
    kSelect,   // out = select(in[0], in[1], in[2])
    kConvert,  // out = convert(in[0])
    kChain,    // out = the steps of chain number in[1] on in[0]; the first in[2] only prefetch
    kFetch,    // out = convert(elements of input number in[0], found by `index`)
    kCount,    // out = (lane / repeat) % period, as s64
  };
  union Function {
    UnaryBlockFn unary;
    BinaryBlockFn binary;
    CompareBlockFn compare;
    ClampBlockFn clamp;
    SelectBlockFn select;
    ConvertFn convert;
    ChainFn chain;
  };
  Kind kind = Kind::kUnary;
  int16_t width_bits = 0;  // of the element type in which the operands are stored
  int8_t from_bytes = 0;   // kFetch: of an element of the input
  int8_t to_bytes = 0;     // kFetch: of an element of `out`
  bool in_place = false;   // kFetch: `out` points to the elements, not to a copy of them
  bool single = false;     // kFetch: `out` has the one element that all lanes of a block read
  ChainOp chain_op = ChainOp::kNone;  // kUnary, kBinary: the equivalent step of a chain
  Opcode opcode = {};                 // kUnary, kBinary: for listings
  Function function = {};
  FillBlockFn fill = nullptr;  // kFetch: for elements that several lanes read
  int32_t in[3] = {0, 0, 0};
  int32_t out = 0;
  LaneIndex index;  // kFetch, kCount
};

class VectorFrame;

// Compiled code; immutable, so that threads may share it. Each thread has its own frame.
class VectorProgram {
 public:
  size_t input_count() const { return inputs_.size(); }
  size_t output_count() const { return outputs_.size(); }
  ElementType output_type(size_t i) const { return outputs_[i]; }
  // Lanes per block; results do not depend on it. Tasks for threads may be divided anywhere.
  int64_t block_lanes() const { return block_lanes_; }
  // Read and written in place per lane.
  int64_t bytes_per_lane() const;

  // Reads the lanes of all inputs and writes those of all outputs (dense, as stored). Does not
  // allocate. An output may be exactly the memory of a dense input whose stored elements have the
  // same width; it must not overlap any other.
  void Run(VectorFrame& frame, int64_t first, int64_t count) const;

  // The steps of a block, a line each, for people: "r2 = chain r0: multiply r1, tanh". Inputs and
  // outputs go by the given names.
  std::vector<std::string> Listing(std::span<const std::string> inputs,
                                   std::span<const std::string> outputs) const;

 private:
  friend class VectorFrame;
  friend class RegisterAllocator;

  // An input that is read, or an output that is written, in place; its register moves along.
  struct Moving {
    bool output;
    int32_t number;
    int32_t reg;
    int64_t bytes;       // of an element
    bool ahead = false;  // prefetch the input
  };
  struct Constant {
    std::vector<uint8_t> element;
    int32_t reg;
    bool single;  // once, not in each lane of a block
  };

  void RunBlock(VectorFrame& frame, int64_t first, size_t n) const;
  void FetchInLine(const VectorStep& step, VectorFrame& frame, int64_t first, size_t n) const;

  std::vector<ElementType> inputs_, outputs_;  // stored types
  std::vector<Moving> moving_;
  std::vector<Constant> constants_;
  std::vector<VectorStep> once_;   // kFetch of scalars, run when a frame is bound
  std::vector<VectorStep> steps_;  // run for each block
  std::vector<std::vector<ChainStep>> chains_;
  std::vector<size_t> offsets_;  // of each register in the memory of a frame
  size_t frame_bytes_ = 0;
  int64_t block_lanes_ = 0;
  // If not 0, no block crosses a multiple of this many lanes, so that its lanes read one element of
  // a column, or a contiguous part of a row.
  int64_t line_ = 0;
};

// The blocks of one thread that runs a program, which must outlive the frame.
class VectorFrame {
 public:
  explicit VectorFrame(const VectorProgram& program);

  // Element 0 of each input and output, or where it would be: only lanes that run are read and
  // written. Scalars are repeated here rather than once per block.
  void Bind(std::span<const void* const> inputs, std::span<void* const> outputs);

  // How many lanes ahead to prefetch; 0 for inputs in the cache, where it would only delay other
  // loads.
  void LookAhead(int64_t lanes) { ahead_ = lanes; }
  // The same for a program that runs `lanes` lanes in order.
  void LookAheadIfLarge(int64_t lanes);

 private:
  friend class VectorProgram;
  static constexpr size_t kAlignment = 64;

  const VectorProgram& program_;
  AlignedBlock memory_;
  SmallVector<uint8_t*, 16> registers_;
  SmallVector<uintptr_t, 8> inputs_;  // integers, because these need not be valid pointers
  SmallVector<uintptr_t, 8> outputs_;
  int64_t ahead_ = 0;
  // For programs of one lane, which are not worth a heap allocation.
  alignas(kAlignment) uint8_t few_[2048];
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_VECTOR_VECTOR_PROGRAM_H_
