// SPDX-License-Identifier: Apache-2.0
// Eigen's Tensor module: expressions over whole arrays, evaluated in one fused loop.
#define EIGEN_USE_THREADS
#include <unsupported/Eigen/CXX11/Tensor>
#include <unsupported/Eigen/SpecialFunctions>

#include "native/bench/peers/peers.h"

namespace hlo::bench {
namespace {

template <int kRank>
using Map = Eigen::TensorMap<Eigen::Tensor<float, kRank, Eigen::RowMajor>, Eigen::Aligned>;

struct Device {
  explicit Device(int threads) : pool(threads), device(&pool, threads) {}
  Eigen::ThreadPool pool;
  Eigen::ThreadPoolDevice device;
};
using DevicePointer = std::shared_ptr<Device>;

// result = make(x, y) for arrays of equal length; y is x if there is one input.
template <class Make>
Work Elementwise(const Request& request, const DevicePointer& device, Make make) {
  const auto x = Read<float>(request.inputs.front()), y = Read<float>(request.inputs.back());
  const Buffer<float> out(x.size());
  return MakeWork(
      out,
      [=] {
        const auto n = static_cast<Eigen::Index>(x.size());
        Map<1>(out.data(), n).device(device->device) =
            make(Map<1>(x.data(), n), Map<1>(y.data(), n));
      },
      "Tensor module");
}

// x -> x * 0.999 + x0 ten times, as one expression.
template <int kSteps, class Last, class First>
auto Chain(const Last& last, const First& first) {
  if constexpr (kSteps == 0) {
    return last;
  } else {
    return Chain<kSteps - 1>(last * 0.999f + first, first);
  }
}

Work SumAxis(const Request& request, const DevicePointer& device, int axis) {
  const Eigen::Index n = request.n;
  const auto x = Read<float>(request.inputs[0]);
  const Buffer<float> out(static_cast<size_t>(n));
  return MakeWork(
      out,
      [=] {
        Map<1>(out.data(), n).device(device->device) =
            Map<2>(x.data(), n, n).sum(Eigen::array<int, 1>{axis});
      },
      "Tensor module");
}

Work CumulativeSum(const Request& request, const DevicePointer& device) {
  const auto x = Read<float>(request.inputs[0]);
  const Buffer<float> out(x.size());
  return MakeWork(
      out,
      [=] {
        const auto n = static_cast<Eigen::Index>(x.size());
        Map<1>(out.data(), n).device(device->device) = Map<1>(x.data(), n).cumsum(0);
      },
      "Tensor module");
}

Work SumAll(const Request& request, const DevicePointer& device) {
  const auto x = Read<float>(request.inputs[0]);
  const Buffer<float> out(1);
  return MakeWork(
      out,
      [=] {
        Map<0>(out.data()).device(device->device) =
            Map<1>(x.data(), static_cast<Eigen::Index>(x.size())).sum();
      },
      "Tensor module");
}

// The rows of a matrix, and the broadcast of one value per row to its elements.
struct Rows {
  explicit Rows(const Request& request, size_t elements)
      : rows(request.n),
        columns(static_cast<Eigen::Index>(elements) / request.n),
        as_column{rows, 1},
        across{1, columns} {}
  Eigen::Index rows, columns;
  Eigen::array<Eigen::Index, 2> as_column, across;
};

Work Softmax(const Request& request, const DevicePointer& device) {
  const auto x = Read<float>(request.inputs[0]);
  const Buffer<float> out(x.size());
  const Rows r(request, x.size());
  return MakeWork(
      out,
      [=] {
        const Eigen::array<int, 1> axis{1};
        const Map<2> in(x.data(), r.rows, r.columns);
        Map<2> to(out.data(), r.rows, r.columns);
        to.device(device->device) =
            (in - in.maximum(axis).eval().reshape(r.as_column).broadcast(r.across)).exp();
        to.device(device->device) =
            to * to.sum(axis).inverse().eval().reshape(r.as_column).broadcast(r.across);
      },
      "Tensor module");
}

Work LayerNorm(const Request& request, const DevicePointer& device) {
  const auto x = Read<float>(request.inputs[0]), gamma = Read<float>(request.inputs[1]),
             beta = Read<float>(request.inputs[2]);
  const Buffer<float> out(x.size());
  const Rows r(request, x.size());
  return MakeWork(
      out,
      [=] {
        const Eigen::array<int, 1> axis{1};
        const Eigen::array<Eigen::Index, 2> as_row{1, r.columns}, down{r.rows, 1};
        const Map<2> in(x.data(), r.rows, r.columns);
        Map<2> to(out.data(), r.rows, r.columns);
        to.device(device->device) =
            in - in.mean(axis).eval().reshape(r.as_column).broadcast(r.across);
        to.device(device->device) = to *
                                        (to.square().mean(axis) + 1e-5f)
                                            .rsqrt()
                                            .eval()
                                            .reshape(r.as_column)
                                            .broadcast(r.across) *
                                        Map<2>(gamma.data(), 1, r.columns).broadcast(down) +
                                    Map<2>(beta.data(), 1, r.columns).broadcast(down);
      },
      "Tensor module");
}

}  // namespace

Work OpenEigenTensor(const Request& request, int threads) {
  const auto device = std::make_shared<Device>(threads);
  const std::string& key = request.key;
  if (key == "add") return Elementwise(request, device, [](auto x, auto y) { return x + y; });
  if (key == "exp") return Elementwise(request, device, [](auto x, auto) { return x.exp(); });
  if (key == "tanh") return Elementwise(request, device, [](auto x, auto) { return x.tanh(); });
  if (key == "erf") return Elementwise(request, device, [](auto x, auto) { return x.erf(); });
  if (key == "gelu") {
    return Elementwise(request, device,
                       [](auto x, auto) { return x * 0.5f * ((x * 0.70710678f).erf() + 1.0f); });
  }
  if (key == "chain") {
    return Elementwise(request, device,
                       [](auto x, auto y) { return (x * 2.0f + 1.0f).tanh() + y; });
  }
  if (key == "chain20") {
    return Elementwise(request, device, [](auto x, auto) { return Chain<10>(x, x); });
  }
  if (key == "sum_all") return SumAll(request, device);
  if (key == "sum_axis0") return SumAxis(request, device, 0);
  if (key == "sum_axis1") return SumAxis(request, device, 1);
  if (key == "cumsum") return CumulativeSum(request, device);
  if (key == "softmax") return Softmax(request, device);
  if (key == "layer_norm") return LayerNorm(request, device);
  return NoSuchWork();
}

}  // namespace hlo::bench
