// SPDX-License-Identifier: Apache-2.0
#include <fftw3.h>

#include <cstring>

#include "native/bench/peers/peers.h"

namespace hlo::bench {

Work OpenFftw(const Request& request, int) {
  if (request.key != "fft") return NoSuchWork();
  const auto from = Read<float>(request.inputs[0]);
  const Buffer<float> in(from.size()), out(from.size());
  const std::shared_ptr<fftwf_plan_s> plan(
      fftwf_plan_dft_1d(static_cast<int>(request.n), reinterpret_cast<fftwf_complex*>(in.data()),
                        reinterpret_cast<fftwf_complex*>(out.data()), FFTW_FORWARD, FFTW_MEASURE),
      fftwf_destroy_plan);
  std::memcpy(in.data(), from.data(), from.size() * sizeof(float));  // planning overwrites it
  Work work = MakeWork(
      out, [plan, in] { fftwf_execute(plan.get()); }, "FFTW_MEASURE");
  work.peek = [out](int64_t index) { return out[static_cast<size_t>(2 * index)]; };
  return work;
}

std::string FftwVersion() {
  const std::string version = fftwf_version;  // "fftw-3.3.10-sse2-avx-..."
  return "FFTW " + version.substr(5, version.find('-', 5) - 5);
}

}  // namespace hlo::bench
