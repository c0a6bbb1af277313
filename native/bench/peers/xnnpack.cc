// SPDX-License-Identifier: Apache-2.0
// XNNPACK: operations of neural networks. Filters are packed beforehand.
#include <pthreadpool.h>
#include <xnnpack.h>

#include <cstring>
#include <limits>

#include "native/bench/peers/peers.h"

namespace hlo::bench {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr size_t kPadding = XNN_EXTRA_BYTES / sizeof(float);  // it reads past the end

using Pool = std::shared_ptr<pthreadpool>;
using Operator = std::shared_ptr<xnn_operator>;

Pool MakePool(int threads) {
  return {threads > 1 ? pthreadpool_create(static_cast<size_t>(threads)) : nullptr,
          [](pthreadpool_t pool) { pthreadpool_destroy(pool); }};
}

Operator Owned(xnn_operator_t op) { return {op, xnn_delete_operator}; }

// The operator on its input, which is kept.
Work Prepared(const Buffer<float>& x, const Buffer<float>& out, const Operator& op,
              const Pool& pool, const std::string& note = "") {
  return MakeWork(
      out, [=, kept = x] { xnn_run_operator(op.get(), pool.get()); }, note);
}

Buffer<float> ReadPadded(const Input& input) {
  const Buffer<float> buffer(input.bytes / sizeof(float) + kPadding);
  ReadBytes(input, buffer.data());
  return buffer;
}

Work Softmax(const Request& request, const Pool& pool) {
  const auto x = ReadPadded(request.inputs[0]);
  const size_t count = request.inputs[0].bytes / sizeof(float);
  const auto rows = static_cast<size_t>(request.n), columns = count / rows;
  const Buffer<float> out(count + kPadding);
  xnn_operator_t op = nullptr;
  if (xnn_create_softmax_nc_f32(columns, columns, columns, 0, &op) != xnn_status_success ||
      xnn_setup_softmax_nc_f32(op, rows, x.data(), out.data(), pool.get()) != xnn_status_success) {
    return NoSuchWork();
  }
  return Prepared(x, out, Owned(op), pool);
}

// Filters [3, 3, inputs, outputs] -> [outputs, 3, 3, inputs]; of a depthwise convolution, which has
// one input per group: [features, 3, 3].
Buffer<float> OutputsFirst(const Buffer<float>& w, size_t inputs, size_t outputs) {
  const Buffer<float> out(w.size() + kPadding);
  for (size_t cell = 0; cell < 9; ++cell) {
    for (size_t i = 0; i < inputs; ++i) {
      for (size_t o = 0; o < outputs; ++o) {
        out[(o * 9 + cell) * inputs + i] = w[(cell * inputs + i) * outputs + o];
      }
    }
  }
  return out;
}

Work Convolution(const Request& request, const Pool& pool, uint32_t groups, size_t inputs,
                 size_t outputs) {
  const auto x = ReadPadded(request.inputs[0]);
  const size_t count = request.inputs[0].bytes / sizeof(float), features = groups * inputs;
  const auto w = OutputsFirst(Read<float>(request.inputs[1]), inputs, groups * outputs);
  const auto n = static_cast<size_t>(request.n);
  const Buffer<float> out(count + kPadding);
  xnn_operator_t op = nullptr;
  if (xnn_create_convolution2d_nhwc_f32(1, 1, 1, 1, 3, 3, 1, 1, 1, 1, groups, inputs, outputs,
                                        features, features, w.data(), nullptr, -kInfinity,
                                        kInfinity, 0, &op) != xnn_status_success ||
      xnn_setup_convolution2d_nhwc_f32(op, 1, n, n, x.data(), out.data(), pool.get()) !=
          xnn_status_success) {
    return NoSuchWork();
  }
  return Prepared(x, out, Owned(op), pool, "filter packed beforehand");
}

Work MaxPool(const Request& request, const Pool& pool) {
  const auto x = ReadPadded(request.inputs[0]);
  const auto n = static_cast<size_t>(request.n);
  const Buffer<float> out(x.size());
  xnn_operator_t op = nullptr;
  if (xnn_create_max_pooling2d_nhwc_f32(1, 1, 1, 1, 3, 3, 1, 1, 1, 1, 64, 64, 64, -kInfinity,
                                        kInfinity, 0, &op) != xnn_status_success ||
      xnn_setup_max_pooling2d_nhwc_f32(op, 1, n, n, x.data(), out.data(), pool.get()) !=
          xnn_status_success) {
    return NoSuchWork();
  }
  return Prepared(x, out, Owned(op), pool);
}

Work Add(const Request& request, const Pool& pool) {
  const auto x = ReadPadded(request.inputs[0]), y = ReadPadded(request.inputs[1]);
  const auto n = static_cast<size_t>(request.n);
  const Buffer<float> out(n + kPadding);
  xnn_operator_t op = nullptr;
  if (xnn_create_add_nd_f32(-kInfinity, kInfinity, 0, &op) != xnn_status_success ||
      xnn_setup_add_nd_f32(op, 1, &n, 1, &n, x.data(), y.data(), out.data(), pool.get()) !=
          xnn_status_success) {
    return NoSuchWork();
  }
  Work work = Prepared(x, out, Owned(op), pool);
  work.run = [run = work.run, y] { run(); };
  return work;
}

}  // namespace

Work OpenXnnpack(const Request& request, int threads) {
  if (xnn_initialize(nullptr) != xnn_status_success) return NoSuchWork();
  const Pool pool = MakePool(threads);
  if (request.key == "add") return Add(request, pool);
  if (request.key == "softmax") return Softmax(request, pool);
  if (request.key == "conv") return Convolution(request, pool, 1, 64, 64);
  if (request.key == "dwconv") return Convolution(request, pool, 32, 1, 1);
  if (request.key == "max_pool") return MaxPool(request, pool);
  return NoSuchWork();
}

// It has no version; Debian's package names the date of its sources.
std::string XnnpackVersion() { return "XNNPACK 2022-02-16"; }

}  // namespace hlo::bench
