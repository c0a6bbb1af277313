// SPDX-License-Identifier: Apache-2.0
#include "core/ops/physical_buffer.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "core/base/result.h"
#include "core/literal/memory_budget.h"
#include "hlo/physical_layout.h"

namespace hlo {
namespace {

// Bytes that the run may still allocate.
int64_t BytesLeft(const std::shared_ptr<MemoryBudget>& budget) {
  if (budget == nullptr) return kMaxArrayBytes;
  return std::max<int64_t>(budget->limit() - budget->used(), 0);
}

}  // namespace

Result<std::vector<uint8_t>> PhysicalImage(EvalContext& context, const Literal& array,
                                           const Shape& shape) {
  const std::span<const uint8_t> dense(array.bytes(), static_cast<size_t>(array.byte_size()));
  return ToPhysicalImage(shape, dense, BytesLeft(context.runtime().budget()));
}

Status ReadPhysicalImage(EvalContext& context, std::span<const uint8_t> image, Literal& array) {
  HLO_TRY(const std::vector<uint8_t> dense,
          FromPhysicalImage(array.shape(), image, BytesLeft(context.runtime().budget())));
  std::memcpy(array.mutable_bytes(), dense.data(), dense.size());
  NormalizePred(array);
  return {};
}

void NormalizePred(Literal& array) {
  if (array.element_type() != ElementType::kPred) return;
  for (uint8_t& byte : array.mutable_data<uint8_t>()) byte = byte != 0 ? 1 : 0;
}

}  // namespace hlo
