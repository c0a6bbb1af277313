// SPDX-License-Identifier: Apache-2.0
#include <fftw3.h>

#include <cstring>

#include "native/bench/peers/peers.h"

namespace hlo::bench {
namespace {

fftwf_complex* Complex(const Buffer<float>& buffer) {
  return reinterpret_cast<fftwf_complex*>(buffer.data());
}

fftwf_plan Plan(const Request& request, const Buffer<float>& in, const Buffer<float>& out) {
  const int n = static_cast<int>(request.n);
  if (request.key == "fft") {
    return fftwf_plan_dft_1d(n, Complex(in), Complex(out), FFTW_FORWARD, FFTW_MEASURE);
  }
  if (request.key == "fft2d") {
    return fftwf_plan_dft_2d(n, n, Complex(in), Complex(out), FFTW_FORWARD, FFTW_MEASURE);
  }
  return fftwf_plan_dft_r2c_1d(n, in.data(), Complex(out), FFTW_MEASURE | FFTW_PRESERVE_INPUT);
}

}  // namespace

Work OpenFftw(const Request& request, int threads) {
  const std::string& key = request.key;
  if (key != "fft" && key != "fft2d" && key != "rfft") return NoSuchWork();
  static const bool with_threads = fftwf_init_threads() != 0;
  if (with_threads) fftwf_plan_with_nthreads(threads);
  const auto from = Read<float>(request.inputs[0]);
  const Buffer<float> in(from.size()), out(from.size() + 2);
  const std::shared_ptr<fftwf_plan_s> plan(Plan(request, in, out), fftwf_destroy_plan);
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
