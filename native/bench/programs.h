// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_BENCH_PROGRAMS_H_
#define HLO_NATIVE_BENCH_PROGRAMS_H_

#include <string>
#include <vector>

namespace hlo::bench {

// One piece of work, as an HLO program whose parameters are filled with random numbers.
struct Work {
  std::string name;  // the key that peers use, too
  std::string hlo;
  double flops = 0;  // floating-point operations of one run, 0 when that is not the point
  double bytes = 0;  // bytes that have to be read and written at least
};

std::vector<Work> AllWork();

// A module of about `lines` instructions, for parsing and verifying.
std::string LongModule(int lines);

}  // namespace hlo::bench

#endif  // HLO_NATIVE_BENCH_PROGRAMS_H_
