// SPDX-License-Identifier: Apache-2.0
// Families that combine many elements, and control ops.
#include <algorithm>
#include <numeric>

#include "native/fuzz/random_module.h"

namespace hlo::fuzz {

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
  // The largest element and its index.
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
           Name(lowest) + ", " + Name(zero) + "), dimensions=" + Braces(axes) + ", to_apply=" + f +
           "\n";
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
      const std::string separator = d == 0 ? "" : "x";
      size += separator + std::to_string(w);
      stride += separator + std::to_string(s);
      pad += separator + std::to_string(low) + "_" + std::to_string(high);
      dilate += separator + std::to_string(g);
    }
    const int start = Scalar(from.type);
    Add(from.type, dims,
        "reduce-window(" + Name(x) + ", " + Name(start) + "), window={size=" + size +
            " stride=" + stride + " pad=" + pad + " rhs_dilate=" + dilate +
            "}, to_apply=" + Combiner(from.type));
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
          " rhs_dilate=" + twice(dilate) +
          "}, dim_labels=b01f_01io->b01f, feature_group_count=" + std::to_string(groups));
}

void RandomModule::Multiply() {
  static const std::vector<std::string> kTypes = {"f32", "f32", "f64", "bf16", "s32",
                                                  "s8",  "u8",  "c64", "f16",  "f8e4m3fn"};
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
  const std::string twice =
      Computation("  p = " + shape + " parameter(0)\n  ROOT r = " + shape + " " + op + "(p, p)\n");
  switch (Pick(3)) {
    case 0:
      Add(v.type, v.dims, "call(" + Name(x) + "), to_apply=" + twice);
      return;
    case 1: {
      const std::string same =
          Computation("  p = " + shape + " parameter(0)\n  ROOT r = " + shape + " copy(p)\n");
      const int p = Scalar("pred");
      Add(v.type, v.dims,
          "conditional(" + Name(p) + ", " + Name(x) + ", " + Name(x) +
              "), true_computation=" + twice + ", false_computation=" + same);
      return;
    }
    default: {  // a counted loop
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
               " tuple(" + name + "_zero, " + Name(x) + ")\n  " + name + " = " + state + " while(" +
               name + "_first), condition=" + condition + ", body=" + body + "\n";
      Add(v.type, v.dims, "get-tuple-element(" + name + "), index=1");
    }
  }
}

}  // namespace hlo::fuzz
