// SPDX-License-Identifier: Apache-2.0
#include "core/base/checked.h"

#include <algorithm>

namespace hlo {

std::optional<int64_t> CheckedProduct(std::span<const int64_t> sizes) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  int64_t product = 1;
  for (int64_t size : sizes) {
    std::optional<int64_t> next = CheckedMultiply(product, size);
    if (!next) return std::nullopt;
    product = *next;
  }
  return product;
}

}  // namespace hlo
