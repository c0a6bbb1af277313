// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_FOURIER_FOURIER_REAL_H_
#define HLO_CORE_OPS_FOURIER_FOURIER_REAL_H_

#include <cstdint>

#include "core/ops/evaluate.h"

namespace hlo {

// Number of stored values of the spectrum of n real numbers; the others are conjugates.
inline int64_t HalfLength(int64_t n) { return n == 0 ? 0 : n / 2 + 1; }

// The spectra of the lines of the last axis, of F32 or F64: the first half of each, to `spectra`,
// an array of C64 or C128. Error R02.
Status TransformReal(EvalContext& context, const Literal& lines, Literal& spectra);

// The inverse. Ignores the imaginary parts of values that equal their own conjugate partner.
Status TransformToReal(EvalContext& context, const Literal& spectra, Literal& lines);

}  // namespace hlo

#endif  // HLO_CORE_OPS_FOURIER_FOURIER_REAL_H_
