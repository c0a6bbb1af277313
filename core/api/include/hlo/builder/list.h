// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_LIST_H_
#define HLO_BUILDER_LIST_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <vector>

#include "hlo/small_vector.h"

namespace hlo::builder {

// A list as an argument of a function: a braced list, a vector, a span or, for integers, Dims. It
// does not copy, so the values must outlive a variable of this type.
template <class T>
class List {
 public:
  List() = default;
  List(std::initializer_list<T> values) { Set(values.begin(), values.size()); }
  List(const std::vector<T>& values) { Set(values.data(), values.size()); }
  List(std::span<const T> values) { Set(values.data(), values.size()); }
  List(const Dims& values) requires std::is_same_v<T, int64_t> {
    Set(values.data(), values.size());
  }

  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](size_t i) const { return data_[i]; }
  std::span<const T> span() const { return {data_, size_}; }
  std::vector<T> vector() const { return {begin(), end()}; }

 private:
  void Set(const T* data, size_t size) {
    data_ = data;
    size_ = size;
  }

  const T* data_ = nullptr;
  size_t size_ = 0;
};

using Ints = List<int64_t>;

}  // namespace hlo::builder

#endif  // HLO_BUILDER_LIST_H_
