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
  NormalizeBits(array);
  return {};
}

void NormalizeBits(Literal& array) {
  const ElementType type = array.element_type();
  const int unused = 8 - BitWidth(type);
  if (unused <= 0) return;
  const std::span<uint8_t> bytes(array.mutable_bytes(), static_cast<size_t>(array.byte_size()));
  for (uint8_t& byte : bytes) {
    const auto high = static_cast<uint8_t>(byte << unused);
    if (type == ElementType::kPred) {
      byte = byte != 0 ? 1 : 0;
    } else if (IsSigned(type)) {
      byte = static_cast<uint8_t>(static_cast<int8_t>(high) >> unused);
    } else {
      byte = static_cast<uint8_t>(high >> unused);
    }
  }
}

}  // namespace hlo
