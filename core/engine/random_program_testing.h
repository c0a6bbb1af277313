// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_RANDOM_PROGRAM_TESTING_H_
#define HLO_CORE_ENGINE_RANDOM_PROGRAM_TESTING_H_

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "hlo/literal.h"

namespace hlo {

// Generates from a seed a program of elementwise ops, broadcasts, reshapes, and occasionally
// something that cannot be fused; its root is a tuple of some of its values.
class RandomProgram {
 public:
  explicit RandomProgram(uint64_t seed) : random_(seed) {
    static const std::vector<int64_t> kSizes[] = {
        {3, 5, 4}, {7, 1, 6}, {0, 3, 2}, {2, 2, 1}, {37, 25, 50}};
    sizes_ = kSizes[Pick(5)];
    const std::vector<int64_t> all = sizes_;
    // clang-format off
    dims_ = {{}, {all[0]}, {all[1]}, {all[2]}, {all[0], all[1]}, {all[1], all[2]},
             {all[0] * all[1], all[2]}, all, all, all};
    // clang-format on
    for (int i = 0; i < 3; ++i) {
      const std::vector<int64_t> dims = i == 2 ? std::vector<int64_t>{all[2]} : all;
      const std::string type = kTypes[Pick(std::size(kTypes))];
      parameters_.push_back({type, dims});
      Add(type, dims, "parameter(" + std::to_string(i) + ")");
    }
    const size_t count = 5 + Pick(40);
    while (values_.size() < count) AddRandom();
  }

  std::string Text() {
    std::string shapes, names;
    for (size_t i = 0; i < 4; ++i) {
      const size_t v = i == 0 ? values_.size() - 1 : Pick(values_.size());
      shapes += (i == 0 ? "" : ", ") + ShapeText(values_[v].type, values_[v].dims);
      names += (i == 0 ? "v" : ", v") + std::to_string(v);
    }
    return "HloModule m\n" + std::string(kReducers) + "ENTRY e {\n" + body_ + "  ROOT t = (" +
           shapes + ") tuple(" + names + ")\n}\n";
  }

  std::vector<Literal> Arguments() {
    std::vector<Literal> made;
    for (const Value& parameter : parameters_) {
      Literal literal =
          Literal::Allocate(Shape::Array(*FindElementType(parameter.type), parameter.dims)).value();
      uint8_t* bytes = literal.mutable_bytes();
      for (int64_t i = 0; i < literal.byte_size(); ++i) bytes[i] = static_cast<uint8_t>(random_());
      if (parameter.type == "pred") {
        for (int64_t i = 0; i < literal.byte_size(); ++i) bytes[i] &= 1;
      }
      made.push_back(std::move(literal));
    }
    return made;
  }

 private:
  struct Value {
    std::string type;
    std::vector<int64_t> dims;
  };

  static constexpr const char* kTypes[] = {"f32", "f32", "bf16", "s32", "u8", "pred", "f64", "f16"};
  static constexpr const char* kReducers =
      "max_f32 { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] maximum(a, b) }\n";

  size_t Pick(size_t count) { return static_cast<size_t>(random_() % count); }
  static bool IsFloating(const std::string& type) { return type[0] == 'f' || type[0] == 'b'; }

  static std::string Braces(const std::vector<int64_t>& numbers, char open, char close) {
    std::string text(1, open);
    for (size_t i = 0; i < numbers.size(); ++i) {
      text += (i == 0 ? "" : ",") + std::to_string(numbers[i]);
    }
    return text + close;
  }
  static std::string ShapeText(const std::string& type, const std::vector<int64_t>& dims) {
    return type + Braces(dims, '[', ']');
  }

  size_t Add(const std::string& type, const std::vector<int64_t>& dims, const std::string& what) {
    body_ +=
        "  v" + std::to_string(values_.size()) + " = " + ShapeText(type, dims) + " " + what + "\n";
    values_.push_back({type, dims});
    return values_.size() - 1;
  }

  static std::string Name(size_t value) { return "v" + std::to_string(value); }

  // A value of this type and these sizes, created if there is none.
  size_t Of(const std::string& type, const std::vector<int64_t>& dims) {
    std::vector<size_t> fit;
    for (size_t v = 0; v < values_.size(); ++v) {
      if (values_[v].dims == dims && values_[v].type == type) fit.push_back(v);
    }
    if (!fit.empty() && Pick(4) != 0) return fit[Pick(fit.size())];
    for (size_t tries = 0; tries < 8; ++tries) {
      const size_t v = Pick(values_.size());
      if (values_[v].dims != dims) continue;
      if (values_[v].type == type) return v;
      return Add(type, dims, "convert(" + Name(v) + ")");
    }
    return Broadcast(type, dims);
  }

  size_t Broadcast(const std::string& type, const std::vector<int64_t>& dims) {
    std::vector<int64_t> kept, map;
    for (size_t d = 0; d < dims.size(); ++d) {
      if (Pick(2) == 0) continue;
      kept.push_back(dims[d]);
      map.push_back(static_cast<int64_t>(d));
    }
    size_t from;
    if (kept.empty()) {
      from =
          Add(type, {},
              type == "pred" ? "constant(true)" : "constant(" + std::to_string(1 + Pick(3)) + ")");
    } else if (kept.size() == dims.size() || Pick(2) == 0) {
      const std::string counted = type == "pred" ? "s32" : type;
      from = Add(counted, kept, "iota(), iota_dimension=" + std::to_string(Pick(kept.size())));
      if (counted != type) from = Add(type, kept, "convert(" + Name(from) + ")");
    } else {
      from = Broadcast(type, kept);
    }
    return Add(type, dims, "broadcast(" + Name(from) + "), dimensions=" + Braces(map, '{', '}'));
  }

  void AddRandom() {
    const std::vector<int64_t> dims = dims_[Pick(dims_.size())];
    const std::string type = kTypes[Pick(std::size(kTypes))];
    switch (Pick(12)) {
      case 0:
      case 1:
        return AddUnary(type, dims);
      case 2:
      case 3:
      case 4:
        return AddBinary(type, dims);
      case 5: {
        const size_t a = Of(type, dims), b = Of(type, dims);
        Add("pred", dims, "compare(" + Name(a) + ", " + Name(b) + "), direction=LT");
        return;
      }
      case 6: {
        const size_t p = Of("pred", Pick(4) == 0 ? std::vector<int64_t>{} : dims);
        const size_t a = Of(type, dims), b = Of(type, dims);
        Add(type, dims, "select(" + Name(p) + ", " + Name(a) + ", " + Name(b) + ")");
        return;
      }
      case 7: {
        if (type == "pred") return;
        const size_t low = Of(type, Pick(2) == 0 ? std::vector<int64_t>{} : dims);
        const size_t x = Of(type, dims), high = Of(type, dims);
        Add(type, dims, "clamp(" + Name(low) + ", " + Name(x) + ", " + Name(high) + ")");
        return;
      }
      case 8:
        Broadcast(type, dims);
        return;
      case 9:
        return AddReshape();
      case 10:
        return AddApart();
      default: {
        const size_t from = Pick(values_.size());
        Add(type, values_[from].dims, "convert(" + Name(from) + ")");
      }
    }
  }

  void AddUnary(const std::string& type, const std::vector<int64_t>& dims) {
    static constexpr const char* kFloat[] = {"negate", "tanh", "exponential", "abs", "sqrt"};
    const std::string op = IsFloating(type) ? kFloat[Pick(5)] : "not";
    const size_t from = Of(type, dims);
    Add(type, dims, op + "(" + Name(from) + ")");
  }

  void AddBinary(const std::string& type, const std::vector<int64_t>& dims) {
    static constexpr const char* kNumeric[] = {"add", "multiply", "maximum", "subtract", "divide"};
    static constexpr const char* kLogical[] = {"and", "or", "xor"};
    const std::string op = type == "pred" ? kLogical[Pick(3)] : kNumeric[Pick(5)];
    const size_t a = Of(type, dims), b = Of(type, dims);
    Add(type, dims, op + "(" + Name(a) + ", " + Name(b) + ")");
  }

  void AddReshape() {
    const size_t from = Pick(values_.size());
    int64_t count = 1;
    for (const int64_t size : values_[from].dims) count *= size;
    for (size_t tries = 0; tries < 8; ++tries) {
      const std::vector<int64_t>& dims = dims_[Pick(dims_.size())];
      int64_t other = 1;
      for (const int64_t size : dims) other *= size;
      if (other != count) continue;
      Add(values_[from].type, dims, "reshape(" + Name(from) + ")");
      return;
    }
  }

  // Instructions that no group accepts: a transpose, or a reduction that a broadcast may undo.
  void AddApart() {
    const std::vector<int64_t>& all = sizes_;
    const size_t from = Of("f32", all);
    if (Pick(2) == 0) {
      const size_t turned =
          Add("f32", {all[2], all[1], all[0]}, "transpose(" + Name(from) + "), dimensions={2,1,0}");
      Add("f32", all, "reshape(" + Name(turned) + ")");
      return;
    }
    const size_t zero = Of("f32", {});
    const size_t most =
        Add("f32", {all[0], all[1]},
            "reduce(" + Name(from) + ", " + Name(zero) + "), dimensions={2}, to_apply=max_f32");
    Add("f32", all, "broadcast(" + Name(most) + "), dimensions={0,1}");
  }

  std::mt19937_64 random_;
  std::vector<int64_t> sizes_;
  std::vector<std::vector<int64_t>> dims_;
  std::vector<Value> parameters_, values_;
  std::string body_;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_RANDOM_PROGRAM_TESTING_H_
