// SPDX-License-Identifier: Apache-2.0
// The plain loops of loops.cc as an engine. The number of threads comes from OMP_NUM_THREADS.
#include "native/bench/peers/loops.h"
#include "native/bench/peers/peers.h"

namespace hlo::bench {
namespace {

// run(x, out) on the first input and a result of `count` elements.
template <class T = float, class Run>
Work OnFirst(const Request& request, size_t count, Run run) {
  const auto x = Read<float>(request.inputs[0]);
  const Buffer<T> out(count);
  return MakeWork(out, [=] { run(x.data(), out.data()); });
}

// run(x, y, out) on both inputs.
template <class Run>
Work OnTwo(const Request& request, size_t count, Run run) {
  const auto x = Read<float>(request.inputs[0]), y = Read<float>(request.inputs[1]);
  const Buffer<float> out(count);
  return MakeWork(out, [=] { run(x.data(), y.data(), out.data()); });
}

Work Elementwise(const Request& request) {
  const std::string& key = request.key;
  const ptrdiff_t n = request.n;
  const auto count = static_cast<size_t>(n);
  const auto unary = [&](void (*loop)(const float*, float*, ptrdiff_t)) {
    return OnFirst(request, count, [=](const float* x, float* out) { loop(x, out, n); });
  };
  const auto binary = [&](void (*loop)(const float*, const float*, float*, ptrdiff_t)) {
    return OnTwo(request, count,
                 [=](const float* x, const float* y, float* out) { loop(x, y, out, n); });
  };
  if (key == "add") return binary(loops::Add);
  if (key == "exp") return unary(loops::Exp);
  if (key == "tanh") return unary(loops::Tanh);
  if (key == "erf") return unary(loops::Erf);
  if (key == "gelu") return unary(loops::Gelu);
  if (key == "chain") return binary(loops::Chain);
  if (key == "chain20") return unary(loops::Chain20);
  if (key == "cumsum") return unary(loops::CumulativeSum);
  if (key == "sum_all") {
    return OnFirst(request, 1, [=](const float* x, float* out) { *out = loops::Sum(x, n); });
  }
  return NoSuchWork();
}

Work Rows(const Request& request) {
  const std::string& key = request.key;
  const ptrdiff_t n = request.n;
  const auto count = static_cast<size_t>(n);
  const auto columns = static_cast<ptrdiff_t>(request.inputs[0].bytes / sizeof(float)) / request.n;
  if (key == "sum_axis0") {
    return OnFirst(request, count,
                   [=](const float* x, float* out) { loops::SumColumns(x, out, n, n); });
  }
  if (key == "sum_axis1") {
    return OnFirst(request, count,
                   [=](const float* x, float* out) { loops::SumRows(x, out, n, n); });
  }
  if (key == "arg_max") {
    return OnFirst<int32_t>(request, count,
                            [=](const float* x, int32_t* out) { loops::ArgMax(x, out, n, n); });
  }
  if (key == "transpose" && n % 16 == 0) {
    return OnFirst(request, count * count,
                   [=](const float* x, float* out) { loops::Transpose(x, out, n); });
  }
  if (key == "softmax") {
    return OnFirst(request, count * static_cast<size_t>(columns),
                   [=](const float* x, float* out) { loops::Softmax(x, out, n, columns); });
  }
  if (key == "layer_norm") {
    const auto x = Read<float>(request.inputs[0]), gamma = Read<float>(request.inputs[1]),
               beta = Read<float>(request.inputs[2]);
    const Buffer<float> out(x.size());
    return MakeWork(out, [=] {
      loops::LayerNorm(x.data(), gamma.data(), beta.data(), out.data(), n, columns);
    });
  }
  if (key == "update_loop") {  // one call per row, as the loop has one iteration per row
    return OnFirst(request, count * static_cast<size_t>(columns), [=](const float* x, float* out) {
      for (ptrdiff_t i = 0; i < n; ++i) loops::Double(x + i * columns, out + i * columns, columns);
    });
  }
  return NoSuchWork();
}

Work Tables(const Request& request) {
  constexpr ptrdiff_t kRows = 50'000, kColumns = 64;
  const ptrdiff_t n = request.n;
  if (request.key == "gather") {
    const auto table = Read<float>(request.inputs[0]);
    const auto rows = Read<int32_t>(request.inputs[1]);
    const Buffer<float> out(static_cast<size_t>(n * kColumns));
    return MakeWork(out,
                    [=] { loops::Gather(table.data(), rows.data(), out.data(), n, kColumns); });
  }
  if (request.key == "scatter_add") {
    const auto rows = Read<int32_t>(request.inputs[0]);
    const auto x = Read<float>(request.inputs[1]);
    const Buffer<float> out(static_cast<size_t>(kRows * kColumns));
    return MakeWork(
        out, [=] { loops::ScatterAdd(rows.data(), x.data(), out.data(), n, kRows, kColumns); });
  }
  return NoSuchWork();
}

Work Images(const Request& request) {
  const ptrdiff_t n = request.n;
  const size_t elements = request.inputs.empty() ? 0 : request.inputs[0].bytes / sizeof(float);
  if (request.key == "max_pool") {
    return OnFirst(request, elements,
                   [=](const float* x, float* out) { loops::MaxPool(x, out, n, 64); });
  }
  if (request.key == "sum_pool") {
    return OnFirst(request, elements,
                   [=](const float* x, float* out) { loops::SumPool(x, out, n, 64); });
  }
  if (request.key == "dwconv") {
    return OnTwo(request, elements, [=](const float* x, const float* w, float* out) {
      loops::DepthwiseConvolution(x, w, out, n, 32);
    });
  }
  return NoSuchWork();
}

}  // namespace

Work OpenLoops(const Request& request, int) {
  if (request.inputs.empty()) return NoSuchWork();
  for (Work (*open)(const Request&) : {Elementwise, Rows, Tables, Images}) {
    Work work = open(request);
    if (work.run) return work;
  }
  return NoSuchWork();
}

std::string LoopsVersion() { return std::string("loops of g++ ") + __VERSION__; }

}  // namespace hlo::bench
