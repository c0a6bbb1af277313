// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction/combiner.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ops/called_computation.h"
#include "core/ops/elementwise/blocks.h"
#include "core/ops/reduction/reducer.h"
#include "core/ops/vector_function.h"
#include "core/types/convert.h"

namespace hlo {
namespace {

// One binary op, block by block in the compute type.
class BlockCombiner : public Combiner {
 public:
  BlockCombiner(const SimpleReducer& reducer, ElementType type, BinaryBlockFn combine)
      : bytes_(StorageBytes(type)),
        bits_(BitWidth(type)),
        swapped_(reducer.swapped),
        combine_(combine) {
    if (ComputeType(type) == type) return;
    widen_ = WidenFunction(type);
    narrow_ = NarrowFunction(type);
  }

  Status Combine(std::span<uint8_t* const> results, std::span<const uint8_t* const> updates,
                 int64_t count) override {
    constexpr int64_t kBlock = kBlockElements;
    alignas(16) uint8_t wide_result[kBlock * 8], wide_update[kBlock * 8];
    for (int64_t start = 0; start < count; start += kBlock) {
      const auto n = static_cast<size_t>(std::min(kBlock, count - start));
      uint8_t* result = results[0] + start * bytes_;
      const uint8_t* update = updates[0] + start * bytes_;
      if (widen_ == nullptr) {
        Apply(result, update, n, result);
        continue;
      }
      widen_(result, n, wide_result);
      widen_(update, n, wide_update);
      Apply(wide_result, wide_update, n, wide_result);
      narrow_(wide_result, n, result);
    }
    return {};
  }

  bool CombineRows(uint8_t* results, const uint8_t* updates, std::span<const int64_t> places,
                   int64_t length) override {
    if (widen_ != nullptr) return false;
    for (const int64_t place : places) {
      uint8_t* result = results + place * bytes_;
      Apply(result, updates, static_cast<size_t>(length), result);
      updates += length * bytes_;
    }
    return true;
  }

 private:
  void Apply(const uint8_t* a, const uint8_t* b, size_t n, uint8_t* out) const {
    combine_(swapped_ ? b : a, swapped_ ? a : b, n, out, bits_);
  }

  const int bytes_, bits_;
  const bool swapped_;
  const BinaryBlockFn combine_;
  ConvertFn widen_ = nullptr, narrow_ = nullptr;  // nullptr if computed in the element type
};

class LaneCombiner : public Combiner {
 public:
  explicit LaneCombiner(const VectorFunction& function)
      : function_(function), scratch_(function.NewScratch()) {}

  Status Combine(std::span<uint8_t* const> results, std::span<const uint8_t* const> updates,
                 int64_t count) override {
    inputs_.assign(results.begin(), results.end());
    inputs_.insert(inputs_.end(), updates.begin(), updates.end());
    outputs_.assign(results.begin(), results.end());
    function_.Run(*scratch_, inputs_, outputs_, count);
    return {};
  }

 private:
  const VectorFunction& function_;
  const std::unique_ptr<VectorFunction::Scratch> scratch_;
  std::vector<const void*> inputs_;
  std::vector<void*> outputs_;
};

// Scalars are reused as long as they are not shared.
class CallCombiner : public Combiner {
 public:
  CallCombiner(EvalContext& context, const Computation& computation)
      : context_(context), computation_(computation) {}

  Status Prepare(std::span<const ElementType> types) {
    for (int side = 0; side < 2; ++side) {
      for (const ElementType type : types) {
        HLO_TRY(Literal scalar, context_.Allocate(Shape::Scalar(type)));
        scalars_.push_back(std::move(scalar));
      }
    }
    return {};
  }

  Status Combine(std::span<uint8_t* const> results, std::span<const uint8_t* const> updates,
                 int64_t count) override {
    for (int64_t i = 0; i < count; ++i) HLO_RETURN_IF_ERROR(CombineOne(results, updates, i));
    return {};
  }

 private:
  Status CombineOne(std::span<uint8_t* const> results, std::span<const uint8_t* const> updates,
                    int64_t at) {
    std::vector<Literal> arguments;
    arguments.reserve(scalars_.size());
    for (size_t k = 0; k < scalars_.size(); ++k) {
      const auto bytes = scalars_[k].byte_size();
      const uint8_t* from = k < results.size() ? results[k] : updates[k - results.size()];
      std::memcpy(scalars_[k].mutable_bytes(), from + at * bytes, static_cast<size_t>(bytes));
      arguments.push_back(scalars_[k]);
    }
    HLO_TRY(const Literal value, context_.Call(computation_, std::move(arguments)));
    for (size_t k = 0; k < results.size(); ++k) {
      const Literal& part = value.IsTuple() ? value.elements()[k] : value;
      std::memcpy(results[k] + at * part.byte_size(), part.bytes(),
                  static_cast<size_t>(part.byte_size()));
    }
    return {};
  }

  EvalContext& context_;
  const Computation& computation_;
  std::vector<Literal> scalars_;
};

}  // namespace

Result<std::unique_ptr<Combiner>> MakeCombiner(EvalContext& context, const Computation& computation,
                                               std::span<const ElementType> types,
                                               int64_t elements) {
  HLO_RETURN_IF_ERROR(RequireGiven(context, computation));
  const auto simple = types.size() == 1 ? RecognizeReducer(computation) : std::nullopt;
  if (simple.has_value()) {
    const BinaryBlockFn combine = FindBinaryBlock(*simple->op, types[0], context.kernel_mode());
    if (combine != nullptr) {
      return std::unique_ptr<Combiner>(std::make_unique<BlockCombiner>(*simple, types[0], combine));
    }
  }
  const VectorFunction* lanes = TakeVectorFunction(context.runtime(), computation, elements);
  if (lanes != nullptr) {
    return std::unique_ptr<Combiner>(std::make_unique<LaneCombiner>(*lanes));
  }
  auto calls = std::make_unique<CallCombiner>(context, computation);
  HLO_RETURN_IF_ERROR(calls->Prepare(types));
  return std::unique_ptr<Combiner>(std::move(calls));
}

bool IsReplacement(const Computation& computation) {
  if (computation.synthesized || computation.root == nullptr ||
      computation.parameters.size() != 2 || computation.root != computation.parameters[1]) {
    return false;
  }
  return std::none_of(computation.instructions.begin(), computation.instructions.end(),
                      [](const auto& instruction) { return instruction->op->side_effect; });
}

}  // namespace hlo
