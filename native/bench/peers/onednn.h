// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_BENCH_PEERS_ONEDNN_H_
#define HLO_NATIVE_BENCH_PEERS_ONEDNN_H_

#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>

#include "native/bench/peers/peers.h"

namespace hlo::bench {

using Tag = dnnl::memory::format_tag;

template <class T>
constexpr dnnl::memory::data_type kOneDnnType = dnnl::memory::data_type::f32;
template <>
inline constexpr auto kOneDnnType<int8_t> = dnnl::memory::data_type::s8;
template <>
inline constexpr auto kOneDnnType<uint16_t> = dnnl::memory::data_type::bf16;
template <>
inline constexpr auto kOneDnnType<int32_t> = dnnl::memory::data_type::s32;

// An engine on the CPU with its stream.
struct OneDnn {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  std::vector<std::shared_ptr<const void>> kept;  // the buffers that memory objects point to

  template <class T>
  dnnl::memory Memory(const dnnl::memory::dims& shape, Tag tag, const Buffer<T>& data) {
    kept.push_back(data.shared());
    return {{shape, kOneDnnType<T>, tag}, engine, data.data()};
  }
  dnnl::memory Flat(const Buffer<float>& data) {
    return Memory({static_cast<int64_t>(data.size())}, Tag::a, data);
  }
  // A function that runs the primitive once and waits for it. It keeps the memory alive.
  std::function<void()> Runner(const dnnl::primitive& primitive,
                               const std::unordered_map<int, dnnl::memory>& arguments) const {
    return [primitive, arguments, s = stream, owners = kept]() mutable {
      primitive.execute(s, arguments);
      s.wait();
    };
  }
};

}  // namespace hlo::bench

#endif  // HLO_NATIVE_BENCH_PEERS_ONEDNN_H_
