// SPDX-License-Identifier: Apache-2.0
// Highway's vqsort. It sorts in place, so each run copies the input first.
#define HWY_WANT_AVX3_DL  // 1.0.3 has no other way to compile for this machine
#include <hwy/contrib/sort/vqsort.h>
#include <hwy/highway.h>

#include <cstring>

#include "native/bench/peers/peers.h"

namespace hlo::bench {

Work OpenHighway(const Request& request, int) {
  if (request.key != "sort") return NoSuchWork();
  const auto x = Read<float>(request.inputs[0]);
  const Buffer<float> out(x.size());
  const auto sorter = std::make_shared<hwy::Sorter>();
  return MakeWork(
      out,
      [=] {
        std::memcpy(out.data(), x.data(), x.size() * sizeof(float));
        (*sorter)(out.data(), out.size(), hwy::SortAscending());
      },
      "vqsort of a copy");
}

std::string HighwayVersion() {
  return "Highway " + std::to_string(HWY_MAJOR) + "." + std::to_string(HWY_MINOR) + "." +
         std::to_string(HWY_PATCH);
}

}  // namespace hlo::bench
