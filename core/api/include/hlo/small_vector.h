// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_SMALL_VECTOR_H_
#define HLO_SMALL_VECTOR_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

namespace hlo {

// A vector of fewer than 2^32 trivially copyable values, with up to N of them stored inline: shapes
// are copied often and nearly all have few dimensions.
template <class T, size_t N>
requires std::is_trivially_copyable_v<T>
class SmallVector {
 public:
  using value_type = T;

  SmallVector() {}  // not defaulted, which would clear inline_
  explicit SmallVector(size_t count, T value = T()) { resize(count, value); }
  SmallVector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  explicit SmallVector(std::span<const T> values) { assign(values.begin(), values.end()); }
  SmallVector(const SmallVector& other) { assign(other.begin(), other.end()); }
  SmallVector(SmallVector&& other) noexcept { Steal(other); }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this != &other) {
      Release();
      Steal(other);
    }
    return *this;
  }
  ~SmallVector() { Release(); }

  template <class It>
  void assign(It first, It last) {
    const auto count = static_cast<size_t>(std::distance(first, last));
    size_ = 0;
    reserve(count);
    std::copy(first, last, data_);
    size_ = static_cast<uint32_t>(count);
  }
  void reserve(size_t count) {
    if (count <= capacity_) return;
    const size_t grown = std::max(count, 2 * size_t{capacity_});
    T* data = new T[grown];
    std::copy(data_, data_ + size_, data);
    if (data_ != inline_) delete[] data_;
    data_ = data;
    capacity_ = static_cast<uint32_t>(grown);
  }
  void resize(size_t count, T value = T()) {
    reserve(count);
    if (count > size_) std::fill(data_ + size_, data_ + count, value);
    size_ = static_cast<uint32_t>(count);
  }
  void push_back(T value) {
    reserve(size_t{size_} + 1);
    data_[size_++] = value;
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  // `position` is a pointer into this vector; values at and after it move up by one.
  void insert(T* position, T value) {
    const auto at = static_cast<size_t>(position - data_);
    push_back(value);
    std::rotate(data_ + at, data_ + size_ - 1, data_ + size_);
  }
  void erase(T* position) {
    std::copy(position + 1, end(), position);
    --size_;
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T& front() { return data_[0]; }
  const T& front() const { return data_[0]; }
  T& back() { return data_[size_ - 1]; }
  const T& back() const { return data_[size_ - 1]; }

  bool operator==(const SmallVector& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  void Release() {
    if (data_ != inline_) delete[] data_;
  }
  void Steal(SmallVector& other) {
    if (other.data_ == other.inline_) {
      data_ = inline_;
      capacity_ = N;
      size_ = other.size_;
      std::copy(other.inline_, other.inline_ + other.size_, inline_);
    } else {
      data_ = std::exchange(other.data_, other.inline_);
      capacity_ = std::exchange(other.capacity_, N);
      size_ = other.size_;
    }
    other.size_ = 0;
  }

  T* data_ = inline_;
  uint32_t size_ = 0;
  uint32_t capacity_ = N;
  T inline_[N];  // only the first size_ are initialized
};

// Sizes, indices, strides, permutations: one number per dimension.
using Dims = SmallVector<int64_t, 4>;

}  // namespace hlo

#endif  // HLO_SMALL_VECTOR_H_
