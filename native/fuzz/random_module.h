// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_FUZZ_RANDOM_MODULE_H_
#define HLO_NATIVE_FUZZ_RANDOM_MODULE_H_

#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace hlo::fuzz {

// Generates a valid module from a seed, the same on every platform: ops of every family on arrays
// of any type and size (including zero), in random layouts. The root is a tuple of some of the
// values. No expression draws two random numbers, because compilers differ in the order of
// evaluation.
class RandomModule {
 public:
  explicit RandomModule(uint64_t seed);

  std::string Text() const;

  // Dense bytes for each parameter: small numbers, special values, and random bits.
  std::vector<std::vector<uint8_t>> Arguments();

 private:
  using Dims = std::vector<int64_t>;
  struct Value {
    std::string type;
    Dims dims;
  };

  int64_t Pick(int64_t count) {
    return static_cast<int64_t>(random_() % static_cast<uint64_t>(count));
  }
  bool Chance(int64_t one_in) { return Pick(one_in) == 0; }
  std::string TrueOrFalse() { return Chance(2) ? "true" : "false"; }
  template <class T>
  const T& OneOf(const std::vector<T>& from) {
    return from[static_cast<size_t>(Pick(static_cast<int64_t>(from.size())))];
  }

  // p pred, s signed, u unsigned, f floating, c complex.
  static char ClassOf(const std::string& type);
  static std::string Braces(const Dims& numbers);
  static int64_t Product(const Dims& dims);

  // ---- text ----
  std::string ShapeOf(const std::string& type, const Dims& dims);
  int Add(const std::string& type, const Dims& dims, const std::string& what);
  std::string Name(int value) const { return "v" + std::to_string(value); }
  const Value& At(int value) const { return values_[static_cast<size_t>(value)]; }
  // Adds a computation and returns its name.
  std::string Computation(const std::string& body);
  // A computation (a, b) -> a value of their type, or a pred.
  std::string Combiner(const std::string& type);
  std::string Comparator(const std::string& type, bool total);

  // ---- operands ----
  Dims RandomDims();
  std::string RandomType();
  int Any();
  bool IsGiven(int value) const { return static_cast<size_t>(value) < parameters_.size(); }
  int AnyOf(std::string_view classes);    // a value whose type is in these classes
  int Constant(const std::string& type);  // a scalar
  int Of(const std::string& type, const Dims& dims);
  int Scalar(const std::string& type);
  Dims RandomOrder(size_t rank);
  Dims Some(size_t rank);  // some dimensions, in order

  // ---- families ----
  void Unary();
  void Binary();
  void Choose();    // compare, select, clamp
  void Convert();   // convert, bitcast-convert, reduce-precision
  void Move();      // broadcast, reshape, transpose, reverse, iota
  void Cut();       // slice, pad, concatenate
  void Index();     // dynamic-slice, dynamic-update-slice, gather, scatter
  void Reduce();    // reduce of one or two arrays, map
  void Windows();   // reduce-window, select-and-scatter, convolution
  void Multiply();  // all forms of dot
  void Order();     // sort, topk
  void Solve();     // cholesky, triangular-solve, fft, batch-norm
  void Control();   // call, while, conditional, tuples

  std::mt19937_64 random_;
  std::deque<Value> values_;  // a deque keeps references to its elements valid
  std::vector<Value> parameters_;
  std::string computations_, body_, root_;
  int computation_count_ = 0;
};

}  // namespace hlo::fuzz

#endif  // HLO_NATIVE_FUZZ_RANDOM_MODULE_H_
