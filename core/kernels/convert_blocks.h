// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_CONVERT_BLOCKS_H_
#define HLO_CORE_KERNELS_CONVERT_BLOCKS_H_

#include "core/kernels/kernel_mode.h"
#include "core/types/convert.h"
#include "hlo/element_type.h"

namespace hlo {

// ConvertFunction of core/types/convert.h, or one for the current kernel target that gives the same
// bits: those of the types that programs convert between all the time are compiled for each target.
// From a storage type to its compute type it widens, the other way round it narrows. Buffers lie on
// multiples of their element size.
ConvertFn FindConvertBlock(ElementType from, ElementType to, KernelMode mode);

// Compute values of `storage` -> the same, as if stored in that type and loaded again: floats
// round, integers wrap. For values that pass from op to op without being stored; `to` may be
// `from`. nullptr where storing changes nothing.
ConvertFn FindRoundBlock(ElementType storage, KernelMode mode);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_CONVERT_BLOCKS_H_
