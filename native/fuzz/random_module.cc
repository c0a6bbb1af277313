// SPDX-License-Identifier: Apache-2.0
#include "native/fuzz/random_module.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>

namespace hlo::fuzz {

char RandomModule::ClassOf(const std::string& type) {
  if (type == "pred") return 'p';
  if (type == "bf16") return 'f';
  return type[0];
}

std::string RandomModule::Braces(const Dims& numbers) {
  std::string text = "{";
  for (size_t i = 0; i < numbers.size(); ++i) {
    text += (i == 0 ? "" : ",") + std::to_string(numbers[i]);
  }
  return text + "}";
}

int64_t RandomModule::Product(const Dims& dims) {
  return std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>());
}

RandomModule::RandomModule(uint64_t seed) : random_(seed) {
  // clang-format off
  static const std::vector<std::string> kTypes = {"f32", "f32", "s32", "bf16", "f64", "u8", "f16"};
  const int64_t parameters = 1 + Pick(3);
  for (int64_t i = 0; i < parameters; ++i) {
    const std::string type = OneOf(kTypes);
    const Dims dims = RandomDims();
    parameters_.push_back({type, dims});
    Add(type, dims, "parameter(" + std::to_string(i) + ")");
  }
  using Family = void (RandomModule::*)();
  static constexpr Family kFamilies[] = {
      &RandomModule::Unary,   &RandomModule::Unary,   &RandomModule::Binary, &RandomModule::Binary,
      &RandomModule::Choose,  &RandomModule::Convert, &RandomModule::Move,   &RandomModule::Move,
      &RandomModule::Cut,     &RandomModule::Index,   &RandomModule::Reduce, &RandomModule::Reduce,
      &RandomModule::Windows, &RandomModule::Multiply, &RandomModule::Order, &RandomModule::Solve,
      &RandomModule::Control};
  const int64_t steps = 3 + Pick(20);
  for (int64_t i = 0; i < steps; ++i) (this->*kFamilies[Pick(std::size(kFamilies))])();
  std::string shapes, names;
  for (int i = 0; i < 4; ++i) {
    const int v = i == 0 ? static_cast<int>(values_.size()) - 1 : Any();
    shapes += (i == 0 ? "" : ", ") + ShapeOf(At(v).type, At(v).dims);
    names += (i == 0 ? "" : ", ") + Name(v);
  }
  root_ = "  ROOT t = (" + shapes + ") tuple(" + names + ")\n";
}

std::string RandomModule::Text() const {
  return "HloModule m\n" + computations_ + "ENTRY e {\n" + body_ + root_ + "}\n";
}

std::vector<std::vector<uint8_t>> RandomModule::Arguments() {
  std::vector<std::vector<uint8_t>> made;
  for (const Value& parameter : parameters_) {
    const int64_t count = Product(parameter.dims);
    const size_t width = parameter.type == "f64"                                ? 8
                         : parameter.type == "u8"                               ? 1
                         : parameter.type == "f16" || parameter.type == "bf16" ? 2
                                                                                : 4;
    std::vector<uint8_t> bytes(static_cast<size_t>(count) * width);
    static const std::vector<float> kSpecial = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN,
                                                1e-40f, 3.4e38f, 0.5f, -2.0f};
    const bool wild = Chance(3);
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      uint64_t bits = random_();
      if (!wild && parameter.type == "f32") {
        const float x = Chance(8) ? OneOf(kSpecial) : static_cast<float>(Pick(2001) - 1000) / 64;
        std::memcpy(&bits, &x, 4);
      } else if (!wild && parameter.type == "f64") {
        const double x = Chance(8) ? OneOf(kSpecial) : static_cast<double>(Pick(2001) - 1000) / 96;
        std::memcpy(&bits, &x, 8);
      } else if (!wild && parameter.type == "s32") {
        bits = static_cast<uint64_t>(Pick(41) - 20);
      }
      std::memcpy(bytes.data() + i * width, &bits, width);
    }
    made.push_back(std::move(bytes));
  }
  return made;
}

// ---- text ----

std::string RandomModule::ShapeOf(const std::string& type, const Dims& dims) {
  std::string text = type + "[";
  for (size_t i = 0; i < dims.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(dims[i]);
  return text + "]";
}

int RandomModule::Add(const std::string& type, const Dims& dims, const std::string& what) {
  std::string layout;
  if (dims.size() > 1 && Chance(6)) layout = Braces(RandomOrder(dims.size()));
  body_ += "  " + Name(static_cast<int>(values_.size())) + " = " + ShapeOf(type, dims) + layout +
           " " + what + "\n";
  values_.push_back({type, dims});
  return static_cast<int>(values_.size()) - 1;
}

std::string RandomModule::Computation(const std::string& body) {
  std::string name = "f" + std::to_string(computation_count_++);
  computations_ += name + " {\n" + body + "}\n";
  return name;
}

std::string RandomModule::Combiner(const std::string& type) {
  const std::string head = "  a = " + type + "[] parameter(0)\n  b = " + type + "[] parameter(1)\n";
  const char kind = ClassOf(type);
  static const std::vector<std::string> kLogical = {"and", "or", "maximum", "minimum"};
  static const std::vector<std::string> kWhole = {"add", "multiply", "maximum", "minimum", "xor"};
  static const std::vector<std::string> kFloating = {"add", "add", "multiply", "maximum",
                                                     "minimum"};
  static const std::vector<std::string> kComplex = {"add", "multiply"};
  const std::string op = OneOf(kind == 'p'   ? kLogical
                               : kind == 'f' ? kFloating
                               : kind == 'c' ? kComplex
                                             : kWhole);
  if (Chance(4) && kind != 'p') {  // not recognized by any kernel
    return Computation(head + "  c = " + type + "[] " + op + "(b, a)\n  ROOT r = " + type +
                       "[] add(c, a)\n");
  }
  return Computation(head + "  ROOT r = " + type + "[] " + op +
                     (Chance(2) ? "(a, b)\n" : "(b, a)\n"));
}

std::string RandomModule::Comparator(const std::string& type, bool total) {
  return Computation("  a = " + type + "[] parameter(0)\n  b = " + type +
                     "[] parameter(1)\n  ROOT r = pred[] compare(a, b), direction=" +
                     (Chance(2) ? "LT" : "GT") +
                     (total && ClassOf(type) == 'f' ? ", type=TOTALORDER\n" : "\n"));
}

// ---- operands ----

RandomModule::Dims RandomModule::RandomDims() {
  static const std::vector<int64_t> kSizes = {0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 8, 16, 17, 33, 130};
  // Enough elements for row fusion.
  if (Chance(12)) return {OneOf(std::vector<int64_t>{33, 40, 64}), Chance(2) ? 128 : 130};
  Dims dims;
  const int64_t rank = Pick(5);
  for (int64_t i = 0; i < rank; ++i) {
    const int64_t size = OneOf(kSizes);
    dims.push_back(Product(dims) * size > 20'000 ? 2 : size);
  }
  return dims;
}

std::string RandomModule::RandomType() {
  static const std::vector<std::string> kTypes = {
      "f32",      "f32",         "f32",        "f32",           "s32",          "s32",
      "bf16",     "f16",         "f64",        "pred",          "s8",           "u8",
      "s16",      "u16",         "u32",        "s64",           "u64",          "c64",
      "c128",     "s4",          "u4",         "s2",            "u2",           "f8e4m3fn",
      "f8e5m2",   "f8e4m3b11fnuz", "f8e5m2fnuz", "f8e4m3fnuz",  "f8e3m4",       "f4e2m1fn",
      "f8e8m0fnu"};
  // clang-format on
  return OneOf(kTypes);
}

int RandomModule::Any() { return static_cast<int>(Pick(static_cast<int64_t>(values_.size()))); }

int RandomModule::AnyOf(std::string_view classes) {
  for (int tries = 0; tries < 12; ++tries) {
    const int v = Any();
    if (classes.find(ClassOf(At(v).type)) != std::string_view::npos) return v;
  }
  const std::string type = classes.find('f') != std::string_view::npos   ? "f32"
                           : classes.find('s') != std::string_view::npos ? "s32"
                                                                         : "pred";
  return Of(type, At(Any()).dims);
}

int RandomModule::Constant(const std::string& type) {
  const char kind = ClassOf(type);
  std::string text = kind == 'p'   ? (Chance(2) ? "true" : "false")
                     : kind == 'c' ? "(" + std::to_string(Pick(3)) + ", -1)"
                     : kind == 'f' && Chance(8) && type[1] != '4' && type != "f8e8m0fnu" ? "nan"
                     : type[1] == '2' || type[1] == '1'                                  ? "0"
                                                        : std::to_string(Pick(3));
  if (type == "f8e8m0fnu") text = "2";
  return Add(type, {}, "constant(" + text + ")");
}

int RandomModule::Scalar(const std::string& type) {
  for (int tries = 0; tries < 4; ++tries) {
    const int v = Any();
    if (At(v).type == type && At(v).dims.empty()) return v;
  }
  return Constant(type);
}

int RandomModule::Of(const std::string& type, const Dims& dims) {
  for (int tries = 0; tries < 12; ++tries) {
    const int v = Any();
    if (At(v).dims != dims) continue;
    if (At(v).type == type) return v;
    const bool complex = ClassOf(At(v).type) == 'c' && ClassOf(type) != 'c';
    if (!complex) return Add(type, dims, "convert(" + Name(v) + ")");
  }
  if (!dims.empty() && Chance(2)) {
    const std::string counted = ClassOf(type) == 'p' ? "s32" : type;
    const int made =
        Add(counted, dims,
            "iota(), iota_dimension=" + std::to_string(Pick(static_cast<int64_t>(dims.size()))));
    return counted == type ? made : Add(type, dims, "convert(" + Name(made) + ")");
  }
  const int scalar = Scalar(type);
  return dims.empty() ? scalar : Add(type, dims, "broadcast(" + Name(scalar) + "), dimensions={}");
}

RandomModule::Dims RandomModule::RandomOrder(size_t rank) {
  Dims order(rank);
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = rank; i > 1; --i) {
    std::swap(order[i - 1], order[static_cast<size_t>(Pick(static_cast<int64_t>(i)))]);
  }
  return order;
}

RandomModule::Dims RandomModule::Some(size_t rank) {
  Dims some;
  for (size_t d = 0; d < rank; ++d) {
    if (Chance(2)) some.push_back(static_cast<int64_t>(d));
  }
  return some;
}

}  // namespace hlo::fuzz
