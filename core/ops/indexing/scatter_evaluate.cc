// SPDX-License-Identifier: Apache-2.0
// Evaluates `scatter` (ops reference 8.4). Updates are permuted into the order of their effect:
// index vectors outer, windows inner, both row-major (C14). The elements of a window have distinct
// targets, so whole rows are combined at once.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/indexing/scatter.h"
#include "core/ops/odometer.h"
#include "core/ops/reduction/combiner.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {
namespace {

// A box as rows: their length, and the stride between elements in the results.
struct Rows {
  explicit Rows(const StridedBox& box) : outer(box.Merged()) {
    // Only clipped windows have gaps in the updates.
    if (outer.sizes.empty() || outer.from_strides.back() != 1) return;
    count = outer.sizes.back();
    step = outer.to_strides.back();
    for (Dims* dims : {&outer.sizes, &outer.from_strides, &outer.to_strides}) dims->pop_back();
  }

  StridedBox outer;
  int64_t count = 1, step = 1;
};

// Combines boxes row by row. Strided rows of the results are gathered first, a block at a time.
class RowCombiner {
 public:
  RowCombiner(Combiner& combiner, const std::vector<Literal>& updates,
              std::vector<Literal>& results)
      : combiner_(combiner), results_(results.size()), updates_(results.size()) {
    for (size_t k = 0; k < results.size(); ++k) {
      first_results_.push_back(results[k].mutable_bytes());
      first_updates_.push_back(updates[k].bytes());
      bytes_.push_back(StorageBytes(results[k].element_type()));
    }
  }

  // Windows one after the other, from offset `from` of the updates on.
  Status CombineWindows(const Rows& rows, int64_t from, std::span<const int64_t> to,
                        int64_t elements) {
    const bool one_row = rows.outer.sizes.empty() && rows.step == 1 && results_.size() == 1;
    if (one_row && combiner_.CombineRows(first_results_[0], first_updates_[0] + from * bytes_[0],
                                         to, elements)) {
      return {};
    }
    for (const int64_t offset : to) {
      HLO_RETURN_IF_ERROR(Combine(rows, from, offset));
      from += elements;
    }
    return {};
  }

  // `from` and `to` are the offsets of the first element.
  Status Combine(const Rows& rows, int64_t from, int64_t to) {
    if (rows.outer.sizes.empty()) return Row(rows, from, to);
    Odometer<2> at(rows.outer.sizes, {rows.outer.from_strides, rows.outer.to_strides});
    do {
      HLO_RETURN_IF_ERROR(Row(rows, from + at.offset(0), to + at.offset(1)));
    } while (at.Next());
    return {};
  }

 private:
  // The updates of a row are contiguous.
  Status Row(const Rows& rows, int64_t from, int64_t to) {
    const int64_t block = rows.step == 1 ? rows.count : kBlock;
    for (int64_t start = 0; start < rows.count; start += block) {
      const int64_t n = std::min(block, rows.count - start);
      for (size_t k = 0; k < results_.size(); ++k) {
        updates_[k] = first_updates_[k] + (from + start) * bytes_[k];
        results_[k] = first_results_[k] + (to + start * rows.step) * bytes_[k];
      }
      HLO_RETURN_IF_ERROR(rows.step == 1 ? combiner_.Combine(results_, updates_, n)
                                         : CombineApart(n, rows.step));
    }
    return {};
  }

  Status CombineApart(int64_t n, int64_t step) {
    const std::vector<uint8_t*> places = results_;
    gathered_.resize(results_.size() * kBlock * 16);
    for (size_t k = 0; k < results_.size(); ++k) {
      results_[k] = gathered_.data() + k * kBlock * 16;
      CopyBox({{n}, {step}, {1}}, bytes_[k], places[k], results_[k]);
    }
    HLO_RETURN_IF_ERROR(combiner_.Combine(results_, updates_, n));
    for (size_t k = 0; k < results_.size(); ++k) {
      CopyBox({{n}, {1}, {step}}, bytes_[k], results_[k], places[k]);
    }
    return {};
  }

  static constexpr int64_t kBlock = 256;

  Combiner& combiner_;
  std::vector<uint8_t*> first_results_;
  std::vector<const uint8_t*> first_updates_;
  std::vector<int> bytes_;
  std::vector<uint8_t*> results_;  // of the current row
  std::vector<const uint8_t*> updates_;
  std::vector<uint8_t> gathered_;
};

// The part of a window that is in bounds; no dimensions if there is none.
struct Landing {
  StridedBox box;
  int64_t from = 0, to = 0;
};

// The shared shape of all windows, and their positions.
class Scattering {
 public:
  // `updates` are dense and in the order of their effect; `results` do not share bytes.
  Scattering(EvalContext& context, const IndexVectors& vectors, std::vector<Literal> updates,
             std::vector<Literal>& results)
      : context_(context), vectors_(vectors), updates_(std::move(updates)), results_(results) {
    const Attributes& attributes = context.attributes();
    dims_ = results[0].shape().dims;
    box_.sizes = Dims(dims_.size(), 1);
    box_.to_strides = RowMajorStrides({dims_.data(), dims_.size()});
    const Dims& sizes = updates_[0].shape().dims;
    const std::vector<int64_t> shown = ShownDims(attributes, kScatterForm, std::ssize(dims_));
    const size_t scatter_rank = sizes.size() - shown.size();
    for (size_t k = 0; k < shown.size(); ++k) {
      box_.sizes[static_cast<size_t>(shown[k])] = sizes[scatter_rank + k];
    }
    box_.from_strides = RowMajorStrides({box_.sizes.data(), box_.sizes.size()});
    window_ = 1;
    for (const int64_t size : box_.sizes) window_ *= size;
    for (const int64_t d : vectors.dims()) {
      const auto at = static_cast<size_t>(d);
      limits_.push_back(dims_[at] - box_.sizes[at]);
      strides_.push_back(box_.to_strides[at]);
    }
  }

  // Each update replaces its target.
  void Replace() {
    const int bytes = StorageBytes(results_[0].element_type());
    const uint8_t* updates = updates_[0].bytes();
    uint8_t* results = results_[0].mutable_bytes();
    const BoxCopier whole(box_, bytes, context_.kernel_mode());
    for (int64_t i = 0; i < vectors_.count(); ++i) {
      const int64_t offset = Offset(i);
      if (offset != kOutside) {
        whole.Copy(updates + i * window_ * bytes, results + offset * bytes);
        continue;
      }
      const Landing part = Clip(i);
      if (part.box.sizes.empty()) continue;
      CopyBox(part.box, bytes, updates + part.from * bytes, results + part.to * bytes,
              context_.kernel_mode());
    }
  }

  Status Combine(Combiner& combiner) {
    RowCombiner rows(combiner, updates_, results_);
    const Rows whole(box_);
    int64_t offsets[kTogether];
    for (int64_t i = 0; i < vectors_.count();) {
      if (context_.runtime().cancelled()) return {};
      const int64_t most = std::min(kTogether, vectors_.count() - i);
      int64_t inside = 0;
      while (inside < most && (offsets[inside] = Offset(i + inside)) != kOutside) ++inside;
      HLO_RETURN_IF_ERROR(
          rows.CombineWindows(whole, i * window_, {offsets, static_cast<size_t>(inside)}, window_));
      i += inside;
      if (inside == most) continue;
      const Landing part = Clip(i++);
      if (part.box.sizes.empty()) continue;
      HLO_RETURN_IF_ERROR(rows.Combine(Rows(part.box), part.from, part.to));
    }
    return {};
  }

 private:
  static constexpr int64_t kTogether = 256;  // windows
  static constexpr int64_t kOutside = -1;

  // The offset of window `i` in the results; kOutside if it is not in bounds.
  int64_t Offset(int64_t i) const {
    const int64_t* start = vectors_.Components(i);
    int64_t offset = 0;
    for (size_t k = 0; k < limits_.size(); ++k) {
      if (start[k] < 0 || start[k] > limits_[k]) return kOutside;
      offset += start[k] * strides_[k];
    }
    return offset;
  }
  // Skips single elements out of bounds, not whole windows (C13). Requires a window that is not in
  // bounds; its starts may be any 64-bit numbers.
  Landing Clip(int64_t i) const {
    const int64_t* start = vectors_.Components(i);
    Landing part{box_, i * window_, 0};
    for (size_t k = 0; k < vectors_.dims().size(); ++k) {
      const auto d = static_cast<size_t>(vectors_.dims()[k]);
      const int64_t size = box_.sizes[d];
      if (start[k] >= dims_[d] || start[k] <= -size) return {};
      const int64_t begin = std::max<int64_t>(-start[k], 0);
      part.box.sizes[d] = std::min(size, dims_[d] - start[k]) - begin;
      part.from += begin * box_.from_strides[d];
      part.to += (start[k] + begin) * box_.to_strides[d];
    }
    return part;
  }

  EvalContext& context_;
  const IndexVectors& vectors_;
  const std::vector<Literal> updates_;
  std::vector<Literal>& results_;
  Dims dims_;
  StridedBox box_;  // one window: reads updates, writes results
  int64_t window_ = 1;
  Dims limits_,
      strides_;  // of the components: the largest in bounds, and its stride in the results
};

// The dimensions of the updates in the order of their effect.
std::vector<int64_t> UpdateOrder(const Attributes& attributes, int64_t rank) {
  const std::vector<int64_t>& windows = attributes.Ints(Attr::update_window_dims);
  std::vector<int64_t> order = OtherDims(windows, rank);
  order.insert(order.end(), windows.begin(), windows.end());
  return order;
}

Status ScatterInto(EvalContext& context, std::vector<Literal> updates,
                   std::vector<Literal>& results) {
  const Computation& computation = *context.attributes().Called(Attr::to_apply);
  const int64_t elements = updates[0].element_count();
  HLO_TRY(const IndexVectors vectors, IndexVectors::Read(context, kScatterForm, results.size()));
  Scattering scattering(context, vectors, std::move(updates), results);
  if (IsReplacement(computation)) {
    scattering.Replace();
    return {};
  }
  std::vector<ElementType> types;
  for (const Literal& result : results) types.push_back(result.element_type());
  HLO_TRY(const std::unique_ptr<Combiner> combiner,
          MakeCombiner(context, computation, types, elements));
  return scattering.Combine(*combiner);
}

}  // namespace

Result<Literal> EvaluateScatter(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  const size_t inputs = context.operand_count() / 2;
  // Copies updates before taking the operands, which may be the same literals.
  std::vector<Literal> updates, results;
  for (size_t k = 0; k < inputs; ++k) {
    const Literal& update = context.operand(inputs + 1 + k);
    HLO_TRY(Literal ordered,
            Reordered(context, update, UpdateOrder(context.attributes(), update.shape().rank())));
    updates.push_back(std::move(ordered));
  }
  const Shape& shape = context.shape();
  for (size_t k = 0; k < inputs; ++k) {
    results.push_back(context.TakeOperand(k).WithShape(inputs == 1 ? shape : shape.elements[k]));
  }
  if (updates[0].element_count() > 0 && results[0].element_count() > 0) {
    for (Literal& result : results) HLO_RETURN_IF_ERROR(result.MakeUnique());
    HLO_RETURN_IF_ERROR(ScatterInto(context, std::move(updates), results));
  }
  return inputs == 1 ? std::move(results[0]) : Literal::Tuple(std::move(results));
}

}  // namespace hlo
