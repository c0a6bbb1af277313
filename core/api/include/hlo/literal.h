// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_LITERAL_H_
#define HLO_LITERAL_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/result.h"
#include "hlo/shape.h"

namespace hlo {

class MemoryBudget;  // core/literal/memory_budget.h

// Most bytes of an array that is charged to no memory budget (WASM memory ends at 4 GiB). In a run,
// RunLimits::max_bytes counts instead, except in WASM.
#if defined(__EMSCRIPTEN__)
inline constexpr int64_t kMaxArrayBytes = int64_t{1} << 31;
#else
inline constexpr int64_t kMaxArrayBytes = int64_t{1} << 32;
#endif

// A value: a dense row-major array of unpacked little-endian elements, or a tuple of values, or a
// token. The layout of its shape is a label; it never changes the order of the bytes. Copies share
// the bytes and the shape; writing makes the bytes unique first.
class Literal {
 public:
  Literal() = default;  // the empty tuple

  // An array of uninitialized elements, a token, or a tuple of those. Errors: S09, R02 (over the
  // budget or, without one, kMaxArrayBytes; before anything is allocated). The budget must outlive
  // the literal.
  static Result<Literal> Allocate(SharedShape shape, const std::shared_ptr<MemoryBudget>& budget);
  static Result<Literal> Allocate(Shape shape,
                                  const std::shared_ptr<MemoryBudget>& budget = nullptr);
  // The same, all bytes zero.
  static Result<Literal> Zeros(Shape shape, const std::shared_ptr<MemoryBudget>& budget = nullptr);
  static Literal Tuple(std::vector<Literal> elements);
  static Literal Token();
  // Scalar or small array for tests and ops: one T per element, where T is the storage type.
  template <class T>
  static Literal Scalar(ElementType type, T value) {
    return ScalarFromBytes(type, &value, sizeof(T));
  }

  const Shape& shape() const { return shape_ ? *shape_ : EmptyTuple(); }
  ElementType element_type() const { return shape().element_type; }
  bool IsTuple() const { return shape().IsTuple(); }
  bool IsArray() const { return shape().IsArray(); }

  // Number of elements of an array (bounds of dynamic dimensions).
  int64_t element_count() const { return element_count_; }
  int64_t byte_size() const { return element_count_ * StorageBytes(element_type()); }

  const uint8_t* bytes() const { return buffer_ ? buffer_->data : nullptr; }
  uint8_t* mutable_bytes();  // copies first if another literal shares the bytes
  template <class T>
  std::span<const T> data() const {
    return {reinterpret_cast<const T*>(bytes()), static_cast<size_t>(element_count_)};
  }
  template <class T>
  std::span<T> mutable_data() {
    return {reinterpret_cast<T*>(mutable_bytes()), static_cast<size_t>(element_count_)};
  }
  // Makes the bytes unique, or returns R02 if memory is short, for values that may be large;
  // mutable_bytes() cannot fail afterwards.
  Status MakeUnique();
  bool IsUnique() const { return !buffer_ || buffer_.use_count() == 1; }

  const std::vector<Literal>& elements() const { return elements_; }
  std::vector<Literal>& mutable_elements() { return elements_; }

  // The same bytes with another shape of equal element width and count (reshape, bitcast, a new
  // layout label). Requires both to match.
  Literal WithShape(const Shape& shape) const&;
  Literal WithShape(const Shape& shape) &&;
  Literal WithShape(SharedShape shape) &&;

  // Dynamic size of each dimension; equal to the bounds for a static array.
  Dims dynamic_sizes() const { return dynamic_sizes_ ? *dynamic_sizes_ : shape().dims; }
  void set_dynamic_sizes(const Dims& sizes) {
    dynamic_sizes_ = sizes.empty() ? nullptr : std::make_shared<const Dims>(sizes);
  }
  bool has_dynamic_sizes() const { return dynamic_sizes_ != nullptr; }

 private:
  // Shared bytes. Those of a scalar are stored inside, so that it costs one allocation.
  struct Buffer {
    Buffer(int64_t bytes, std::shared_ptr<MemoryBudget> charged);
    ~Buffer();
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    uint8_t* data = nullptr;  // nullptr if memory is short
    int64_t size = 0;
    std::shared_ptr<MemoryBudget> budget;
    alignas(16) uint8_t scalar[16];
  };

  static Literal ScalarFromBytes(ElementType type, const void* value, size_t size);
  static const Shape& EmptyTuple();
  static Result<Literal> Make(SharedShape shape, const std::shared_ptr<MemoryBudget>& budget,
                              bool zeroed);

  SharedShape shape_;  // nullptr: the empty tuple
  int64_t element_count_ = 0;
  std::shared_ptr<Buffer> buffer_;
  std::vector<Literal> elements_;
  std::shared_ptr<const Dims> dynamic_sizes_;  // nullptr: the bounds
};

// The first difference between two values.
struct LiteralDifference {
  ShapeIndex part;      // path in the tuple
  int64_t linear = -1;  // row-major index, -1 if the shapes differ
  std::string message;  // "element (1,2): got 3, expected 4 (1 ULP)"
};
// The class "bits" of the vectors: any NaN equals any NaN, and -0 differs from 0. Element types and
// sizes must match; layouts are ignored. nullopt if the values are equal.
std::optional<LiteralDifference> FindDifference(const Literal& got, const Literal& expected);
inline bool EqualBits(const Literal& a, const Literal& b) { return !FindDifference(a, b); }

// The class "close": at most `ulp` units in the last place of the element type apart; for complex
// numbers relative to the larger part. Integers and pred must be equal.
std::optional<LiteralDifference> FindDifferenceBeyondUlp(const Literal& got,
                                                         const Literal& expected, double ulp);

// JSON form (formats, section 3): {"shape":"f32[2]{0}","data":[1,"nan"]}.
void AppendJson(const Literal& literal, std::string& out);
// Errors give the position in the JSON text. Reads what AppendJson writes, and shapes without
// layout.
Result<Literal> ParseLiteralJson(std::string_view json,
                                 std::shared_ptr<MemoryBudget> budget = nullptr);
// A JSON list of literals; or {"replicas":[[LITERAL,...],...]}, one list per replica.
Result<std::vector<std::vector<Literal>>> ParseArgumentsJson(
    std::string_view json, std::shared_ptr<MemoryBudget> budget = nullptr);

// HLO text form, "{ { 1, 2 }, { 3, 4 } }" (hlo-text reference 8.6); without shape.
void AppendHloText(const Literal& literal, std::string& out);
// Text for people: the shape, then rows aligned in columns; long axes are elided in the middle
// beyond `max_elements`.
std::string HumanText(const Literal& literal, int64_t max_elements = 1000);

}  // namespace hlo

#endif  // HLO_LITERAL_H_
