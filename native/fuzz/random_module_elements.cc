// SPDX-License-Identifier: Apache-2.0
// Elementwise families, and families that move elements.
#include <algorithm>
#include <cstring>

#include "native/fuzz/random_module.h"

namespace hlo::fuzz {
namespace {

struct OpName {
  const char* name;
  const char* classes;
};
// clang-format off
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
// clang-format on

}  // namespace

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
      const std::string direction = complex ? (Chance(2) ? "EQ" : "NE") : OneOf(kOrdered);
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
      {"f32", "s32", "u32"},
      {"f64", "s64", "u64"},
      {"f16", "bf16", "u16", "s16"},
      {"u8", "s8", "f8e5m2", "f8e4m3fn"}};
  // The bits of a computed NaN are unspecified, so floats are not bitcast.
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
  // Rows along the first dimension, with indices in an array of any size.
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

}  // namespace hlo::fuzz
