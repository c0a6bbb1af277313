// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_CONVERT_BLOCKS_H_
#define HLO_CORE_KERNELS_CONVERT_BLOCKS_H_

#include "core/types/convert.h"
#include "hlo/element_type.h"
#include "hlo/kernel_mode.h"

namespace hlo {

// ConvertFunction of core/types/convert.h, or a version with the same bits for the current kernel
// target; conversions between common types are compiled for each target. Widens from a storage type
// to its compute type and narrows back. Buffers must be aligned to their element size.
ConvertFn FindConvertBlock(ElementType from, ElementType to, KernelMode mode);

// Rounds compute values as if they were stored as `storage` and loaded again: floats round,
// integers wrap. For values that pass between ops without being stored; `to` may be `from`. nullptr
// if storing is the identity.
ConvertFn FindRoundBlock(ElementType storage, KernelMode mode);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_CONVERT_BLOCKS_H_
