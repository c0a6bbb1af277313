// SPDX-License-Identifier: Apache-2.0
#include "hlo/builder/random.h"

#include "core/builder/emit.h"

namespace hlo::builder {
namespace {

Value Rng(std::string_view distribution, Value a, Value b, const Shape& shape) {
  return Emit(Opcode::kRng, {a, b},
              {{Attr::distribution, EnumWord(Opcode::kRng, Attr::distribution, distribution)}},
              &shape);
}

}  // namespace

Value RngUniform(Value a, Value b, const Shape& shape) { return Rng("rng_uniform", a, b, shape); }

Value RngNormal(Value mu, Value sigma, const Shape& shape) {
  return Rng("rng_normal", mu, sigma, shape);
}

Value RngBitGenerator(RandomAlgorithm algorithm, Value initial_state, const Shape& shape) {
  static constexpr std::string_view kWords[] = {"rng_default", "rng_three_fry", "rng_philox"};
  const std::string_view word = kWords[static_cast<size_t>(algorithm)];
  const Shape result = Shape::Tuple({initial_state.shape(), shape});
  return Emit(Opcode::kRngBitGenerator, {initial_state},
              {{Attr::algorithm, EnumWord(Opcode::kRngBitGenerator, Attr::algorithm, word)}},
              &result);
}

}  // namespace hlo::builder
