// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_LITERAL_FILL_RANDOM_H_
#define HLO_CORE_LITERAL_FILL_RANDOM_H_

#include <cstdint>

#include "hlo/literal.h"

namespace hlo {

// Uniform in [-1, 1) for floats and the parts of complex numbers; for integers in [-16, 16), or
// [0, 32) without a sign, as far as the type reaches. The same for a seed on every target.
void FillRandom(Literal& literal, uint64_t seed);

}  // namespace hlo

#endif  // HLO_CORE_LITERAL_FILL_RANDOM_H_
