// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_RESULT_H_
#define HLO_RESULT_H_

#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace hlo {

// The part of an instruction that an error is about; the parser maps it to a position.
enum class Anchor : uint8_t { kOpcode, kAttribute, kOperand, kResultShape, kName };

// Why something failed. `code` is a stable id of diagnostic_codes.def or of a rule of an op
// ("pad.C3"), or empty for an error that is not about a program; `message` is one sentence for
// people, with the numbers.
struct Error {
  std::string code;
  std::string message;
  std::string note;  // what to do about it; may be empty
  Anchor anchor = Anchor::kOpcode;
  std::string attribute;  // for Anchor::kAttribute
  int operand = -1;       // for Anchor::kOperand

  // Out of line, because every place that can fail would contain a copy.
  Error();
  Error(std::string_view error_code, std::string_view error_message);
  ~Error();
  Error(const Error&);
  Error(Error&&) noexcept;
  Error& operator=(const Error&);
  Error& operator=(Error&&) noexcept;

  Error&& AtAttribute(std::string_view name) &&;
  Error&& AtOperand(int index) &&;
  Error&& AtResultShape() &&;
  Error&& WithNote(std::string text) &&;
};

}  // namespace hlo

// Out of line for the same reason.
template <>
struct std::default_delete<hlo::Error> {
  void operator()(hlo::Error* error) const noexcept;
};

namespace hlo {

std::unique_ptr<Error> OnHeap(Error&& error);

// A value or the Error that prevented it.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : ok_(true), value_(std::move(value)) {}
  Result(Error&& error) : ok_(false), error_(OnHeap(std::move(error))) {}
  Result(std::unique_ptr<Error> error) : ok_(false), error_(std::move(error)) {}
  Result(Result&& other) noexcept : ok_(other.ok_) { Take(std::move(other)); }
  Result& operator=(Result&& other) noexcept {
    if (this != &other) {
      Destroy();
      ok_ = other.ok_;
      Take(std::move(other));
    }
    return *this;
  }
  ~Result() { Destroy(); }

  bool ok() const { return ok_; }
  T& value() { return value_; }
  const T& value() const { return value_; }
  Error& error() { return *error_; }
  const Error& error() const { return *error_; }
  std::unique_ptr<Error> TakeError() { return std::move(error_); }

 private:
  void Take(Result&& other) {
    if (ok_) {
      ::new (&value_) T(std::move(other.value_));
    } else {
      ::new (&error_) std::unique_ptr<Error>(std::move(other.error_));
    }
  }
  void Destroy() {
    if (ok_) {
      value_.~T();
    } else {
      error_.~unique_ptr();
    }
  }

  bool ok_;
  union {
    T value_;
    std::unique_ptr<Error> error_;
  };
};

// Success, or the Error that prevented it.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error&& error) : error_(OnHeap(std::move(error))) {}
  Result(std::unique_ptr<Error> error) : error_(std::move(error)) {}

  bool ok() const { return error_ == nullptr; }
  Error& error() { return *error_; }
  const Error& error() const { return *error_; }
  std::unique_ptr<Error> TakeError() { return std::move(error_); }

 private:
  std::unique_ptr<Error> error_;
};

using Status = Result<void>;

}  // namespace hlo

#endif  // HLO_RESULT_H_
