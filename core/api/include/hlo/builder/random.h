// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_RANDOM_H_
#define HLO_BUILDER_RANDOM_H_

#include "hlo/builder/builder.h"

// Random numbers (ops reference, section 13).
namespace hlo::builder {

// Uniform numbers in [a, b); normal numbers with mean mu and standard deviation sigma. The operands
// are scalars of the result type.
Value RngUniform(Value a, Value b, const Shape& shape);
Value RngNormal(Value mu, Value sigma, const Shape& shape);

enum class RandomAlgorithm : uint8_t { kDefault, kThreeFry, kPhilox };
// (new state, random bits): a function of initial_state, u64[2] or, for Philox, u64[3].
Value RngBitGenerator(RandomAlgorithm algorithm, Value initial_state, const Shape& shape);

}  // namespace hlo::builder

#endif  // HLO_BUILDER_RANDOM_H_
