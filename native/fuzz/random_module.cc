// SPDX-License-Identifier: Apache-2.0
#include "native/fuzz/random_module.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace hlo::fuzz {
namespace {

// p pred, s signed, u unsigned, f floating, c complex.
char ClassOf(const std::string& type) {
  if (type == "pred") return 'p';
  if (type == "bf16") return 'f';
  return type[0];
}

struct OpName {
  const char* name;
  const char* classes;
};
constexpr OpName kUnary[] = {
    {"abs", "sf"}, {"ceil", "f"}, {"floor", "f"}, {"negate", "sufc"}, {"not", "psu"},
    {"popcnt", "su"}, {"count-leading-zeros", "su"}, {"sign", "sfc"}, {"sqrt", "fc"},
    {"rsqrt", "f"}, {"cbrt", "f"}, {"exponential", "fc"}, {"exponential-minus-one", "f"},
    {"log", "fc"}, {"log-plus-one", "f"}, {"logistic", "f"}, {"tanh", "fc"}, {"tan", "f"},
    {"sine", "fc"}, {"cosine", "fc"}, {"sinh", "f"}, {"cosh", "f"}, {"asin", "f"}, {"acos", "f"},
    {"atan", "f"}, {"asinh", "f"}, {"acosh", "f"}, {"atanh", "f"}, {"erf", "f"},
    {"round-nearest-afz", "f"}, {"round-nearest-even", "f"}, {"copy", "psufc"}};
constexpr OpName kBinary[] = {
    {"add", "psufc"}, {"subtract", "sufc"}, {"multiply", "psufc"}, {"divide", "sufc"},
    {"remainder", "suf"}, {"maximum", "psuf"}, {"minimum", "psuf"}, {"power", "suf"},
    {"atan2", "f"}, {"and", "psu"}, {"or", "psu"}, {"xor", "psu"}, {"shift-left", "su"},
    {"shift-right-arithmetic", "su"}, {"shift-right-logical", "su"}, {"mulhi", "su"}};

std::string Braces(const std::vector<int64_t>& numbers) {
  std::string text = "{";
  for (size_t i = 0; i < numbers.size(); ++i) {
    text += (i == 0 ? "" : ",") + std::to_string(numbers[i]);
  }
  return text + "}";
}

int64_t Product(const std::vector<int64_t>& dims) {
  return std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>());
}

}  // namespace

RandomModule::RandomModule(uint64_t seed) : random_(seed) {
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
  const std::string name = "f" + std::to_string(computation_count_++);
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
  if (Chance(4) && kind != 'p') {  // nothing that a kernel recognises
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
                     : kind == 'f' && Chance(8) && type[1] != '4' && type != "f8e8m0fnu"
                         ? "nan"
                         : type[1] == '2' || type[1] == '1' ? "0" : std::to_string(Pick(3));
  if (type == "f8e8m0fnu") text = "2";
  if (type == "c64" || type == "c128") return Add(type, {}, "constant(" + text + ")");
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
        Add(counted, dims, "iota(), iota_dimension=" +
                               std::to_string(Pick(static_cast<int64_t>(dims.size()))));
    return counted == type ? made : Add(type, dims, "convert(" + Name(made) + ")");
  }
  const int scalar = Scalar(type);
  return dims.empty() ? scalar
                      : Add(type, dims, "broadcast(" + Name(scalar) + "), dimensions={}");
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

// ---- elementwise ----

void RandomModule::Unary() {
  const OpName& op = kUnary[Pick(std::size(kUnary))];
  const int x = AnyOf(op.classes);
  if (std::strchr(op.classes, ClassOf(At(x).type)) == nullptr) return;
  Add(At(x).type, At(x).dims, op.name + ("(" + Name(x)) + ")");
}

void RandomModule::Binary() {
  const OpName& op = kBinary[Pick(std::size(kBinary))];
  const int x = AnyOf(op.classes);
  if (std::strchr(op.classes, ClassOf(At(x).type)) == nullptr) return;
  const Value like = At(x);
  const int y = Of(like.type, like.dims);
  Add(like.type, like.dims, op.name + ("(" + Name(x)) + ", " + Name(y) + ")");
}

void RandomModule::Choose() {
  const int x = Any();
  const Value like = At(x);
  const int y = Of(like.type, like.dims);
  switch (Pick(3)) {
    case 0: {
      static const std::vector<std::string> kOrdered = {"EQ", "NE", "GE", "GT", "LE", "LT"};
      const bool complex = ClassOf(like.type) == 'c';
      const std::string direction =
          complex ? (Chance(2) ? "EQ" : "NE") : OneOf(kOrdered);
      const std::string type =
          IsGiven(x) && IsGiven(y) && ClassOf(like.type) == 'f' ? ", type=TOTALORDER" : "";
      Add("pred", like.dims,
          "compare(" + Name(x) + ", " + Name(y) + "), direction=" + direction + type);
      return;
    }
    case 1: {
      const int p = Chance(4) ? Scalar("pred") : Of("pred", like.dims);
      Add(like.type, like.dims, "select(" + Name(p) + ", " + Name(x) + ", " + Name(y) + ")");
      return;
    }
    default: {
      if (std::strchr("cp", ClassOf(like.type)) != nullptr) return;
      const int low = Chance(2) ? Scalar(like.type) : Of(like.type, like.dims);
      const int high = Chance(2) ? Scalar(like.type) : Of(like.type, like.dims);
      Add(like.type, like.dims, "clamp(" + Name(low) + ", " + Name(x) + ", " + Name(high) + ")");
    }
  }
}

void RandomModule::Convert() {
  const int x = Any();
  const Value from = At(x);
  if (ClassOf(from.type) == 'f' && Chance(4)) {
    const int64_t exponent = 1 + Pick(8), mantissa = 1 + Pick(10);
    Add(from.type, from.dims,
        "reduce-precision(" + Name(x) + "), exponent_bits=" + std::to_string(exponent) +
            ", mantissa_bits=" + std::to_string(mantissa));
    return;
  }
  static const std::vector<std::vector<std::string>> kByWidth = {
      {"f32", "s32", "u32"}, {"f64", "s64", "u64"}, {"f16", "bf16", "u16", "s16"},
      {"u8", "s8", "f8e5m2", "f8e4m3fn"}};
  // The bits of a NaN that an op makes of two others are not pinned down, so none are looked at.
  if (Chance(3) && ClassOf(from.type) != 'f') {
    for (const auto& types : kByWidth) {
      if (std::find(types.begin(), types.end(), from.type) == types.end()) continue;
      Add(OneOf(types), from.dims, "bitcast-convert(" + Name(x) + ")");
      return;
    }
  }
  const std::string to = RandomType();
  if (ClassOf(from.type) == 'c' && ClassOf(to) != 'c') return;
  Add(to, from.dims, "convert(" + Name(x) + ")");
}

// ---- movement ----

void RandomModule::Move() {
  const int x = Any();
  const Value from = At(x);
  const size_t rank = from.dims.size();
  switch (Pick(5)) {
    case 0: {  // new dimensions between the old ones
      if (Product(from.dims) > 3000 || rank > 4) return;
      Dims dims, map;
      for (size_t d = 0; d <= rank; ++d) {
        if (Chance(2)) dims.push_back(Pick(5));
        if (d == rank) break;
        map.push_back(static_cast<int64_t>(dims.size()));
        dims.push_back(from.dims[d]);
      }
      Add(from.type, dims, "broadcast(" + Name(x) + "), dimensions=" + Braces(map));
      return;
    }
    case 1: {
      Dims dims;
      int64_t left = Product(from.dims);
      for (int64_t factor : {2, 3, 5}) {
        if (left > 0 && left % factor == 0 && Chance(2)) {
          dims.push_back(factor);
          left /= factor;
        }
      }
      dims.insert(dims.begin() + Pick(static_cast<int64_t>(dims.size()) + 1), left);
      if (Chance(3)) dims.push_back(1);
      Add(from.type, dims, "reshape(" + Name(x) + ")");
      return;
    }
    case 2: {
      const Dims order = RandomOrder(rank);
      Dims dims;
      for (const int64_t d : order) dims.push_back(from.dims[static_cast<size_t>(d)]);
      Add(from.type, dims, "transpose(" + Name(x) + "), dimensions=" + Braces(order));
      return;
    }
    case 3:
      Add(from.type, from.dims, "reverse(" + Name(x) + "), dimensions=" + Braces(Some(rank)));
      return;
    default: {
      const std::string type = RandomType();
      if (ClassOf(type) == 'p' || rank == 0) return;
      Add(type, from.dims,
          "iota(), iota_dimension=" + std::to_string(Pick(static_cast<int64_t>(rank))));
    }
  }
}

void RandomModule::Cut() {
  const int x = Any();
  const Value from = At(x);
  const size_t rank = from.dims.size();
  Dims dims = from.dims;
  switch (Pick(3)) {
    case 0: {
      std::string text;
      for (size_t d = 0; d < rank; ++d) {
        const int64_t start = Pick(dims[d] + 1), limit = start + Pick(dims[d] - start + 1);
        const int64_t stride = 1 + Pick(3);
        dims[d] = (limit - start + stride - 1) / stride;
        text += (d == 0 ? "[" : ", [") + std::to_string(start) + ":" + std::to_string(limit) +
                (stride == 1 ? "]" : ":" + std::to_string(stride) + "]");
      }
      Add(from.type, dims, "slice(" + Name(x) + "), slice={" + text + "}");
      return;
    }
    case 1: {
      if (rank == 0) return;
      std::string text;
      for (size_t d = 0; d < rank; ++d) {
        const int64_t low = Pick(5) - 1, high = Pick(5) - 1, interior = Chance(3) ? Pick(3) : 0;
        const int64_t spread = dims[d] + std::max<int64_t>(dims[d] - 1, 0) * interior;
        if (low + spread + high < 0) return;
        dims[d] = low + spread + high;
        text += (d == 0 ? "" : "x") + std::to_string(low) + "_" + std::to_string(high) +
                (interior > 0 ? "_" + std::to_string(interior) : "");
      }
      if (Product(dims) > 60'000) return;
      const int filler = Scalar(from.type);
      Add(from.type, dims, "pad(" + Name(x) + ", " + Name(filler) + "), padding=" + text);
      return;
    }
    default: {
      if (rank == 0 || Product(dims) > 20'000) return;
      const int64_t d = Pick(static_cast<int64_t>(rank));
      Dims other = dims;
      other[static_cast<size_t>(d)] = Chance(2) ? dims[static_cast<size_t>(d)] : Pick(4);
      const int y = Of(from.type, other);
      dims[static_cast<size_t>(d)] += other[static_cast<size_t>(d)];
      Add(from.type, dims,
          "concatenate(" + Name(x) + ", " + Name(y) + "), dimensions={" + std::to_string(d) + "}");
    }
  }
}

void RandomModule::Index() {
  const int x = Any();
  const Value from = At(x);
  const size_t rank = from.dims.size();
  if (rank == 0) return;
  const std::string index_type = Chance(2) ? "s32" : "u8";
  if (Chance(2)) {
    std::string starts;
    Dims sizes;
    for (size_t d = 0; d < rank; ++d) {
      starts += ", " + Name(Scalar(index_type));
      sizes.push_back(from.dims[d] - Pick(from.dims[d] + 1) / 2);
    }
    if (Chance(2)) {
      Add(from.type, sizes,
          "dynamic-slice(" + Name(x) + starts + "), dynamic_slice_sizes=" + Braces(sizes));
    } else {
      const int update = Of(from.type, sizes);
      Add(from.type, from.dims,
          "dynamic-update-slice(" + Name(x) + ", " + Name(update) + starts + ")");
    }
    return;
  }
  // Rows of the first dimension, by numbers in an array of any size.
  const int64_t count = Pick(9);
  const int numbers = Of(index_type, {count, 1});
  if (from.dims[0] == 0) return;
  Dims window = from.dims, rows = from.dims;
  window[0] = 1;
  rows[0] = count;
  Dims offsets;
  for (size_t d = 1; d < rank; ++d) offsets.push_back(static_cast<int64_t>(d));
  if (Chance(2)) {
    Add(from.type, rows,
        "gather(" + Name(x) + ", " + Name(numbers) + "), offset_dims=" + Braces(offsets) +
            ", collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes=" +
            Braces(window));
    return;
  }
  const int updates = Of(from.type, rows);
  Add(from.type, from.dims,
      "scatter(" + Name(x) + ", " + Name(numbers) + ", " + Name(updates) +
          "), update_window_dims=" + Braces(offsets) +
          ", inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, "
          "to_apply=" +
          Combiner(from.type));
}

// ---- reductions ----

void RandomModule::Reduce() {
  const int x = Any();
  const Value from = At(x);
  if (Chance(5)) {
    const int y = Of(from.type, from.dims);
    Dims all(from.dims.size());
    std::iota(all.begin(), all.end(), 0);
    Add(from.type, from.dims,
        "map(" + Name(x) + ", " + Name(y) + "), dimensions=" + Braces(all) +
            ", to_apply=" + Combiner(from.type));
    return;
  }
  const Dims axes = Some(from.dims.size());
  Dims dims;
  for (size_t d = 0; d < from.dims.size(); ++d) {
    if (std::find(axes.begin(), axes.end(), static_cast<int64_t>(d)) == axes.end()) {
      dims.push_back(from.dims[d]);
    }
  }
  if (!Chance(4) || from.dims.empty()) {
    const int start = Scalar(from.type);
    Add(from.type, dims,
        "reduce(" + Name(x) + ", " + Name(start) + "), dimensions=" + Braces(axes) +
            ", to_apply=" + Combiner(from.type));
    return;
  }
  if (ClassOf(from.type) == 'c' || ClassOf(from.type) == 'p') return;
  // The greatest element and where it stands.
  const std::string t = from.type;
  const int places = Add("s32", from.dims, "iota(), iota_dimension=0");
  const int lowest = Scalar(t), zero = Scalar("s32");
  const std::string f = Computation(
      "  a = " + t + "[] parameter(0)\n  i = s32[] parameter(1)\n  b = " + t +
      "[] parameter(2)\n  j = s32[] parameter(3)\n  p = pred[] compare(a, b), direction=" +
      (Chance(2) ? "GE" : "LT") + "\n  m = " + t + "[] select(p, a, b)\n" +
      "  n = s32[] select(p, i, j)\n  ROOT r = (" + t + "[], s32[]) tuple(m, n)\n");
  const std::string both = "(" + ShapeOf(t, dims) + ", " + ShapeOf("s32", dims) + ")";
  const std::string name = "pair" + std::to_string(values_.size());
  body_ += "  " + name + " = " + both + " reduce(" + Name(x) + ", " + Name(places) + ", " +
           Name(lowest) + ", " + Name(zero) + "), dimensions=" + Braces(axes) +
           ", to_apply=" + f + "\n";
  Add(t, dims, "get-tuple-element(" + name + "), index=0");
  Add("s32", dims, "get-tuple-element(" + name + "), index=1");
}

void RandomModule::Windows() {
  if (Chance(2)) {
    const int x = Any();
    const Value from = At(x);
    if (from.dims.empty() || Product(from.dims) > 5000) return;
    Dims dims;
    std::string size, stride, pad, dilate;
    for (size_t d = 0; d < from.dims.size(); ++d) {
      const int64_t w = 1 + Pick(3), s = 1 + Pick(2), low = Pick(3), high = Pick(3);
      const int64_t g = 1 + Pick(2);
      const int64_t reach = (w - 1) * g + 1, span = from.dims[d] + low + high;
      dims.push_back(span < reach ? 0 : (span - reach) / s + 1);
      const std::string x_ = d == 0 ? "" : "x";
      size += x_ + std::to_string(w);
      stride += x_ + std::to_string(s);
      pad += x_ + std::to_string(low) + "_" + std::to_string(high);
      dilate += x_ + std::to_string(g);
    }
    const int start = Scalar(from.type);
    Add(from.type, dims,
        "reduce-window(" + Name(x) + ", " + Name(start) + "), window={size=" + size + " stride=" +
            stride + " pad=" + pad + " rhs_dilate=" + dilate + "}, to_apply=" +
            Combiner(from.type));
    return;
  }
  static const std::vector<std::string> kTypes = {"f32", "f32", "bf16", "s32", "f64", "u8"};
  const std::string type = OneOf(kTypes);
  const int64_t groups = 1 + Pick(2), batch = 1 + Pick(2), features = groups * (1 + Pick(3));
  const int64_t outputs = groups * (1 + Pick(4)), h = 1 + Pick(7), w = Pick(7), kh = 1 + Pick(3);
  const int64_t kw = 1 + Pick(3), stride = 1 + Pick(2), pad = Pick(3), dilate = 1 + Pick(2);
  const auto out = [&](int64_t size, int64_t kernel) {
    const int64_t span = size + 2 * pad, reach = (kernel - 1) * dilate + 1;
    return span < reach ? 0 : (span - reach) / stride + 1;
  };
  const int x = Of(type, {batch, h, w, features});
  const int k = Of(type, {kh, kw, features / groups, outputs});
  const auto twice = [](int64_t n) { return std::to_string(n) + "x" + std::to_string(n); };
  const std::string p = std::to_string(pad) + "_" + std::to_string(pad);
  Add(type, {batch, out(h, kh), out(w, kw), outputs},
      "convolution(" + Name(x) + ", " + Name(k) + "), window={size=" + std::to_string(kh) + "x" +
          std::to_string(kw) + " stride=" + twice(stride) + " pad=" + p + "x" + p +
          " rhs_dilate=" + twice(dilate) + "}, dim_labels=b01f_01io->b01f, feature_group_count=" +
          std::to_string(groups));
}

void RandomModule::Multiply() {
  static const std::vector<std::string> kTypes = {"f32", "f32", "f64", "bf16", "s32", "s8",
                                                  "u8",  "c64", "f16", "f8e4m3fn"};
  static const std::vector<int64_t> kSizes = {0, 1, 2, 3, 5, 8, 16, 17, 31, 40};
  const std::string type = OneOf(kTypes);
  const int64_t batch = Chance(2) ? Pick(4) : -1, m = OneOf(kSizes), n = OneOf(kSizes),
                k = OneOf(kSizes);
  const bool left_turned = Chance(2), right_turned = Chance(2);
  Dims left = left_turned ? Dims{k, m} : Dims{m, k}, right = right_turned ? Dims{n, k} : Dims{k, n};
  Dims result = {m, n};
  std::string batches;
  const int64_t first = batch >= 0 ? 1 : 0;
  if (batch >= 0) {
    for (Dims* dims : {&left, &right, &result}) dims->insert(dims->begin(), batch);
    batches = "lhs_batch_dims={0}, rhs_batch_dims={0}, ";
  }
  const int a = Of(type, left), b = Of(type, right);
  const bool widened = (type == "s8" || type == "u8") && Chance(2);
  Add(widened ? "s32" : type, result,
      "dot(" + Name(a) + ", " + Name(b) + "), " + batches + "lhs_contracting_dims={" +
          std::to_string(first + (left_turned ? 0 : 1)) + "}, rhs_contracting_dims={" +
          std::to_string(first + (right_turned ? 1 : 0)) + "}");
}

void RandomModule::Order() {
  const int x = AnyOf("suf");
  const Value from = At(x);
  if (from.dims.empty() || ClassOf(from.type) == 'c' || ClassOf(from.type) == 'p') return;
  const std::string d = std::to_string(Pick(static_cast<int64_t>(from.dims.size())));
  if (Chance(2)) {
    const std::string comparator = Comparator(from.type, IsGiven(x));
    Add(from.type, from.dims,
        "sort(" + Name(x) + "), dimensions={" + d + "}, is_stable=" + TrueOrFalse() +
            ", to_apply=" + comparator);
    return;
  }
  const std::string t = from.type;
  const int places = Add("s32", from.dims, "iota(), iota_dimension=" + d);
  const std::string f = Computation(
      "  a = " + t + "[] parameter(0)\n  b = " + t + "[] parameter(1)\n  i = s32[] parameter(2)\n" +
      "  j = s32[] parameter(3)\n  ROOT r = pred[] compare(a, b), direction=GT\n");
  const std::string both = "(" + ShapeOf(t, from.dims) + ", " + ShapeOf("s32", from.dims) + ")";
  const std::string name = "pair" + std::to_string(values_.size());
  body_ += "  " + name + " = " + both + " sort(" + Name(x) + ", " + Name(places) +
           "), dimensions={" + d + "}, is_stable=true, to_apply=" + f + "\n";
  Add(t, from.dims, "get-tuple-element(" + name + "), index=0");
  Add("s32", from.dims, "get-tuple-element(" + name + "), index=1");
}

void RandomModule::Solve() {
  const std::string type = Chance(3) ? "f64" : "f32";
  const int64_t n = Pick(6), batch = 1 + Pick(2), right = 1 + Pick(3);
  switch (Pick(4)) {
    case 0: {
      const int a = Of(type, {batch, n, n});
      Add(type, {batch, n, n}, "cholesky(" + Name(a) + "), lower=" + TrueOrFalse());
      return;
    }
    case 1: {
      const int a = Of(type, {batch, n, n}), b = Of(type, {batch, n, right});
      const std::string lower = TrueOrFalse(), unit = TrueOrFalse();
      Add(type, {batch, n, right},
          "triangular-solve(" + Name(a) + ", " + Name(b) + "), left_side=true, lower=" + lower +
              ", unit_diagonal=" + unit +
              ", transpose_a=" + (Chance(2) ? "TRANSPOSE" : "NO_TRANSPOSE"));
      return;
    }
    case 2: {
      const int64_t length = 1 + Pick(20);
      const int x = Of("c64", {batch, length});
      Add("c64", {batch, length},
          "fft(" + Name(x) + "), fft_type=" + (Chance(2) ? "FFT" : "IFFT") + ", fft_length={" +
              std::to_string(length) + "}");
      return;
    }
    default: {
      const int x = Of(type, {batch, n, right});
      std::string list = Name(x);
      for (int i = 0; i < 4; ++i) list += ", " + Name(Of(type, {right}));
      Add(type, {batch, n, right},
          "batch-norm-inference(" + list + "), epsilon=0.5, feature_index=2");
    }
  }
}

// ---- control ----

void RandomModule::Control() {
  const int x = Any();
  const Value v = At(x);
  const std::string shape = ShapeOf(v.type, v.dims);
  const std::string op = ClassOf(v.type) == 'p' ? "or" : "add";
  const std::string twice = Computation("  p = " + shape + " parameter(0)\n  ROOT r = " + shape +
                                        " " + op + "(p, p)\n");
  switch (Pick(3)) {
    case 0:
      Add(v.type, v.dims, "call(" + Name(x) + "), to_apply=" + twice);
      return;
    case 1: {
      const std::string same =
          Computation("  p = " + shape + " parameter(0)\n  ROOT r = " + shape + " copy(p)\n");
      const int p = Scalar("pred");
      Add(v.type, v.dims,
          "conditional(" + Name(p) + ", " + Name(x) + ", " + Name(x) + "), true_computation=" +
              twice + ", false_computation=" + same);
      return;
    }
    default: {  // some rounds with a counter
      const std::string state = "(s32[], " + shape + ")";
      const std::string body = Computation(
          "  s = " + state + " parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n" +
          "  one = s32[] constant(1)\n  n = s32[] add(i, one)\n  a = " + shape +
          " get-tuple-element(s), index=1\n  b = " + shape + " call(a), to_apply=" + twice +
          "\n  ROOT t = " + state + " tuple(n, b)\n");
      const std::string condition = Computation(
          "  s = " + state + " parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n" +
          "  most = s32[] constant(" + std::to_string(Pick(5)) +
          ")\n  ROOT c = pred[] compare(i, most), direction=LT\n");
      const std::string name = "state" + std::to_string(values_.size());
      body_ += "  " + name + "_zero = s32[] constant(0)\n  " + name + "_first = " + state +
               " tuple(" + name + "_zero, " + Name(x) + ")\n  " + name + " = " + state +
               " while(" + name + "_first), condition=" + condition + ", body=" + body + "\n";
      Add(v.type, v.dims, "get-tuple-element(" + name + "), index=1");
    }
  }
}

}  // namespace hlo::fuzz
