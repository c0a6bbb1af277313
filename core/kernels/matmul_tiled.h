// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_MATMUL_TILED_H_
#define HLO_CORE_KERNELS_MATMUL_TILED_H_

#include <cstdint>

#include "core/kernels/matmul.h"
#include "hlo/workers.h"

// Products that are split into tiles.
namespace hlo::kernels {

int64_t TiledScratchBytes(const Matmul& matmul);
// `scratch` is aligned to a cache line, or nullptr if no bytes are needed.
void MultiplyTiled(const Matmul& matmul, uint8_t* scratch, Workers& workers);

}  // namespace hlo::kernels

#endif  // HLO_CORE_KERNELS_MATMUL_TILED_H_
