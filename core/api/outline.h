// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_API_OUTLINE_H_
#define HLO_CORE_API_OUTLINE_H_

#include <string>

#include "core/ir/module.h"
#include "hlo/hlo.h"

namespace hlo::api {

// ComputationOutline[] of wasm/hlo.d.mts: names, shapes, links and spans, without values.
std::string OutlineJson(const Module& module);
// OutlineTable of wasm/hlo.d.mts: the same without a key for every number.
OutlineTable MakeOutlineTable(const Module& module);

}  // namespace hlo::api

#endif  // HLO_CORE_API_OUTLINE_H_
