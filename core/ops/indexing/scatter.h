// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_INDEXING_SCATTER_H_
#define HLO_CORE_OPS_INDEXING_SCATTER_H_

#include "core/ops/indexing/index_vectors.h"

namespace hlo {

inline constexpr IndexForm kScatterForm = {.map = Attr::scatter_dims_to_operand_dims,
                                           .dropped = Attr::inserted_window_dims,
                                           .operand_batching = Attr::input_batching_dims,
                                           .indices_batching = Attr::scatter_indices_batching_dims,
                                           .type_code = "scatter.C3",
                                           .dimension_code = "scatter.C3",
                                           .map_size_code = "scatter.C7",
                                           .map_entry_code = "scatter.C7",
                                           .dropped_code = "scatter.C5",
                                           .batching_code = "scatter.C11",
                                           .batching_sizes_code = "scatter.C11"};

}  // namespace hlo

#endif  // HLO_CORE_OPS_INDEXING_SCATTER_H_
