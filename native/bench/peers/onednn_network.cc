// SPDX-License-Identifier: Apache-2.0
// oneDNN: operations of neural networks.
#include "native/bench/peers/onednn.h"

namespace hlo::bench {
namespace {

using dnnl::algorithm;
using dnnl::prop_kind;
using Dims = dnnl::memory::dims;

Work Softmax(const Request& request) {
  const auto x = Read<float>(request.inputs[0]);
  const Buffer<float> out(x.size());
  OneDnn dnn;
  const Dims shape = {request.n, static_cast<int64_t>(x.size()) / request.n};
  const auto from = dnn.Memory(shape, Tag::ab, x), to = dnn.Memory(shape, Tag::ab, out);
  const dnnl::softmax_forward::primitive_desc description(
      {prop_kind::forward_inference, from.get_desc(), 1}, dnn.engine);
  return MakeWork(out, dnn.Runner(dnnl::softmax_forward(description),
                                  {{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}}));
}

Work LayerNorm(const Request& request) {
  const auto x = Read<float>(request.inputs[0]), gamma = Read<float>(request.inputs[1]),
             beta = Read<float>(request.inputs[2]);
  const Buffer<float> out(x.size());
  OneDnn dnn;
  const Dims shape = {request.n, static_cast<int64_t>(x.size()) / request.n};
  const auto from = dnn.Memory(shape, Tag::ab, x), to = dnn.Memory(shape, Tag::ab, out);
  using Flags = dnnl::normalization_flags;
  const dnnl::layer_normalization_forward::primitive_desc description(
      {prop_kind::forward_inference, from.get_desc(), 1e-5f, Flags::use_scale | Flags::use_shift},
      dnn.engine);
  return MakeWork(out, dnn.Runner(dnnl::layer_normalization_forward(description),
                                  {{DNNL_ARG_SRC, from},
                                   {DNNL_ARG_DST, to},
                                   {DNNL_ARG_SCALE, dnn.Flat(gamma)},
                                   {DNNL_ARG_SHIFT, dnn.Flat(beta)}}));
}

// 3x3 filters, padding 1, features last; the filter is reordered for oneDNN beforehand.
Work Convolution(const Request& request, int64_t features, int64_t groups) {
  const auto x = Read<float>(request.inputs[0]), w = Read<float>(request.inputs[1]);
  const int64_t n = request.n;
  const Buffer<float> out(static_cast<size_t>(n * n * features));
  OneDnn dnn;
  const Dims image = {1, features, n, n};
  const Dims filter = groups > 1 ? Dims{groups, 1, 1, 3, 3} : Dims{features, features, 3, 3};
  const auto from = dnn.Memory(image, Tag::nhwc, x), to = dnn.Memory(image, Tag::nhwc, out);
  const auto weights = dnn.Memory(filter, groups > 1 ? Tag::hwigo : Tag::hwio, w);
  const dnnl::convolution_forward::primitive_desc description(
      {prop_kind::forward_inference,
       algorithm::convolution_direct,
       from.get_desc(),
       dnnl::memory::desc(filter, dnnl::memory::data_type::f32, Tag::any),
       to.get_desc(),
       {1, 1},
       {1, 1},
       {1, 1}},
      dnn.engine);
  dnnl::memory ordered(description.weights_desc(), dnn.engine);
  dnn.Runner(dnnl::reorder(weights, ordered), {{DNNL_ARG_FROM, weights}, {DNNL_ARG_TO, ordered}})();
  return MakeWork(
      out,
      dnn.Runner(dnnl::convolution_forward(description),
                 {{DNNL_ARG_SRC, from}, {DNNL_ARG_WEIGHTS, ordered}, {DNNL_ARG_DST, to}}),
      "filter reordered beforehand");
}

// Windows of 3x3 with padding 1.
Work Pool(const Request& request, algorithm function) {
  const auto x = Read<float>(request.inputs[0]);
  const Buffer<float> out(x.size());
  OneDnn dnn;
  const Dims image = {1, 64, request.n, request.n};
  const auto from = dnn.Memory(image, Tag::nhwc, x), to = dnn.Memory(image, Tag::nhwc, out);
  const dnnl::pooling_forward::primitive_desc description({prop_kind::forward_inference,
                                                           function,
                                                           from.get_desc(),
                                                           to.get_desc(),
                                                           {1, 1},
                                                           {3, 3},
                                                           {1, 1},
                                                           {1, 1}},
                                                          dnn.engine);
  Work work = MakeWork(out, dnn.Runner(dnnl::pooling_forward(description),
                                       {{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}}));
  if (function == algorithm::pooling_max) return work;
  work.peek = [out](int64_t index) { return 9.0 * out[static_cast<size_t>(index)]; };
  return work;
}

}  // namespace

Work OpenOneDnnNetwork(const Request& request) {
  if (request.key == "softmax") return Softmax(request);
  if (request.key == "layer_norm") return LayerNorm(request);
  if (request.key == "conv") return Convolution(request, 64, 1);
  if (request.key == "dwconv") return Convolution(request, 32, 32);
  if (request.key == "max_pool") return Pool(request, algorithm::pooling_max);
  if (request.key == "sum_pool") return Pool(request, algorithm::pooling_avg_include_padding);
  return NoSuchWork();
}

}  // namespace hlo::bench
