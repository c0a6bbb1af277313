// SPDX-License-Identifier: Apache-2.0
// oneDNN: matrix products, elementwise operations, reductions, and reorders.
#include "native/bench/peers/onednn.h"

#include <dlfcn.h>

namespace hlo::bench {
namespace {

using dnnl::algorithm;
using Dims = dnnl::memory::dims;

template <class In, class Out>
Work Matmul(const Request& request, const Dims& shape, Tag tag) {
  const auto a = Read<In>(request.inputs[0]), b = Read<In>(request.inputs[1]);
  const Buffer<Out> c(a.size());
  OneDnn dnn;
  const auto left = dnn.Memory(shape, tag, a), right = dnn.Memory(shape, tag, b),
             product = dnn.Memory(shape, tag, c);
  const dnnl::matmul::primitive_desc description(
      {left.get_desc(), right.get_desc(), product.get_desc()}, dnn.engine);
  return MakeWork(
      c,
      dnn.Runner(dnnl::matmul(description),
                 {{DNNL_ARG_SRC, left}, {DNNL_ARG_WEIGHTS, right}, {DNNL_ARG_DST, product}}),
      description.impl_info_str());
}

Work Unary(const Request& request, algorithm function) {
  const auto x = Read<float>(request.inputs[0]);
  const Buffer<float> out(x.size());
  OneDnn dnn;
  const auto from = dnn.Flat(x), to = dnn.Flat(out);
  const dnnl::eltwise_forward::primitive_desc description(
      {dnnl::prop_kind::forward_inference, function, from.get_desc(), 0.0f, 0.0f}, dnn.engine);
  return MakeWork(out, dnn.Runner(dnnl::eltwise_forward(description),
                                  {{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}}));
}

// x + y, then the operations that `post` appends. The k-th one can take y as another operand.
Work Add(const Request& request, bool twice_x, const dnnl::post_ops& post,
         const std::vector<int>& takes_last) {
  const auto x = Read<float>(request.inputs.front()), y = Read<float>(request.inputs.back());
  const Buffer<float> out(x.size());
  OneDnn dnn;
  const auto left = dnn.Flat(x), right = dnn.Flat(y), to = dnn.Flat(out);
  dnnl::primitive_attr attributes;
  attributes.set_post_ops(post);
  const auto& second = twice_x ? left : right;
  const dnnl::binary::primitive_desc description(
      {algorithm::binary_add, left.get_desc(), second.get_desc(), to.get_desc()}, attributes,
      dnn.engine);
  std::unordered_map<int, dnnl::memory> arguments = {
      {DNNL_ARG_SRC_0, left}, {DNNL_ARG_SRC_1, second}, {DNNL_ARG_DST, to}};
  for (int k : takes_last) {
    arguments.insert({DNNL_ARG_ATTR_MULTIPLE_POST_OP(k) | DNNL_ARG_SRC_1, right});
  }
  return MakeWork(out, dnn.Runner(dnnl::binary(description), arguments),
                  takes_last.empty() ? "" : "binary with post-ops");
}

dnnl::memory::desc FlatDescription(const Request& request) {
  return {{static_cast<int64_t>(request.n)}, dnnl::memory::data_type::f32, Tag::a};
}

// tanh((x + x) + 1) + y
Work Chain(const Request& request) {
  dnnl::post_ops post;
  post.append_eltwise(1.0f, algorithm::eltwise_linear, 1.0f, 1.0f);
  post.append_eltwise(1.0f, algorithm::eltwise_tanh, 0.0f, 0.0f);
  post.append_binary(algorithm::binary_add, FlatDescription(request));
  return Add(request, true, post, {2});
}

Work Sum(const Request& request, const Dims& from, const Dims& to, Tag tag) {
  const auto x = Read<float>(request.inputs[0]);
  const Buffer<float> out(static_cast<size_t>(to[0] * (to.size() > 1 ? to[1] : 1)));
  OneDnn dnn;
  const auto in = dnn.Memory(from, tag, x), sum = dnn.Memory(to, tag, out);
  const dnnl::reduction::primitive_desc description(
      {algorithm::reduction_sum, in.get_desc(), sum.get_desc(), 0.0f, 0.0f}, dnn.engine);
  return MakeWork(
      out, dnn.Runner(dnnl::reduction(description), {{DNNL_ARG_SRC, in}, {DNNL_ARG_DST, sum}}));
}

Work Transpose(const Request& request) {
  const auto x = Read<float>(request.inputs[0]);
  const Buffer<float> out(x.size());
  OneDnn dnn;
  const Dims shape = {request.n, request.n};
  const auto from = dnn.Memory(shape, Tag::ab, x), to = dnn.Memory(shape, Tag::ba, out);
  return MakeWork(out,
                  dnn.Runner(dnnl::reorder(from, to), {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}}),
                  "reorder");
}

}  // namespace

Work OpenOneDnn(const Request& request, int threads) {
  // Debian's build uses OpenMP, whose header is not available here.
  if (auto set = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"))) {
    set(threads);
  }
  const int64_t n = request.n;
  const std::string& key = request.key;
  if (key == "matmul") return Matmul<float, float>(request, {n, n}, Tag::ab);
  if (const int64_t count = ProductCount(key); count > 0) {
    return Matmul<float, float>(request, {count, n, n}, Tag::abc);
  }
  if (key == "bf16matmul") return Matmul<uint16_t, float>(request, {n, n}, Tag::ab);
  if (key == "i8matmul") return Matmul<int8_t, int32_t>(request, {n, n}, Tag::ab);
  if (key == "add") return Add(request, false, {}, {});
  if (key == "exp") return Unary(request, algorithm::eltwise_exp);
  if (key == "tanh") return Unary(request, algorithm::eltwise_tanh);
  if (key == "gelu") return Unary(request, algorithm::eltwise_gelu_erf);
  if (key == "chain") return Chain(request);
  if (key == "sum_all") return Sum(request, {n}, {1}, Tag::a);
  if (key == "sum_axis0") return Sum(request, {n, n}, {1, n}, Tag::ab);
  if (key == "sum_axis1") return Sum(request, {n, n}, {n, 1}, Tag::ab);
  if (key == "transpose") return Transpose(request);
  return OpenOneDnnNetwork(request);
}

std::string OneDnnVersion() {
  const dnnl_version_t* version = dnnl_version();
  return "oneDNN " + std::to_string(version->major) + "." + std::to_string(version->minor) + "." +
         std::to_string(version->patch);
}

}  // namespace hlo::bench
