// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_TRANSPOSE_H_
#define HLO_CORE_KERNELS_TRANSPOSE_H_

#include "core/kernels/copy_plane.h"

namespace hlo {

// Copies planes with contiguous output lines (to = width) and contiguous input columns (row_from =
// width). Widths: 1, 2, 4, 8, 16.
CopyPlaneFn TransposeFunction(int element_bytes);

// Copies planes whose lines are read backwards (from = -width) and written contiguously.
CopyPlaneFn ReverseFunction(int element_bytes);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_TRANSPOSE_H_
