// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_FOURIER_FOURIER_PLAIN_H_
#define HLO_CORE_OPS_FOURIER_FOURIER_PLAIN_H_

#include "core/kernels/fourier.h"

namespace hlo {

// The scalar reference of core/kernels/fourier.h.
template <class T>
FourierKernel PlainFourierKernel();

extern template FourierKernel PlainFourierKernel<float>();
extern template FourierKernel PlainFourierKernel<double>();

}  // namespace hlo

#endif  // HLO_CORE_OPS_FOURIER_FOURIER_PLAIN_H_
