// SPDX-License-Identifier: Apache-2.0
#include "native/bench/programs.h"

namespace hlo::bench {
namespace {

constexpr int kMillion = 1 << 20;

std::string Replace(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string Sized(const std::string& text, int64_t n) {
  return Replace(text, "$n", std::to_string(n));
}

Work Unary(const std::string& name, const std::string& opcode) {
  return {name,
          Sized("ENTRY e {\n  x = f32[$n] parameter(0)\n  ROOT r = f32[$n] " + opcode + "(x)\n}\n",
                kMillion),
          0, 8.0 * kMillion};
}

constexpr char kAddComputation[] =
    "add {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT s = f32[] add(a, b)\n}\n";

Work Sum(const std::string& name, const std::string& result, const std::string& dimensions) {
  return {name,
          kAddComputation + ("ENTRY e {\n  x = f32[1024,1024] parameter(0)\n  z = f32[] constant(0)\n"
                             "  ROOT r = f32" +
                             result + " reduce(x, z), dimensions={" + dimensions +
                             "}, to_apply=add\n}\n"),
          0, 4.0 * kMillion};
}

// x -> x * 0.999 + x, twenty times over.
std::string ChainOfTwenty() {
  std::string text = Sized(
      "ENTRY e {\n  x0 = f32[$n] parameter(0)\n  c = f32[] constant(0.999)\n"
      "  k = f32[$n] broadcast(c), dimensions={}\n",
      kMillion);
  for (int i = 0; i < 20; ++i) {
    const std::string opcode = i % 2 == 0 ? "multiply" : "add";
    const std::string other = i % 2 == 0 ? "k" : "x0";
    text += Sized((i == 19 ? "  ROOT x" : "  x") + std::to_string(i + 1) + " = f32[$n] " + opcode +
                      "(x" + std::to_string(i) + ", " + other + ")\n",
                  kMillion);
  }
  return text + "}\n";
}

constexpr char kSoftmax[] = R"(max {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT m = f32[] maximum(a, b)
}
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
ENTRY e {
  x = f32[1024,1024] parameter(0)
  low = f32[] constant(-inf)
  m = f32[1024] reduce(x, low), dimensions={1}, to_apply=max
  mb = f32[1024,1024] broadcast(m), dimensions={0}
  d = f32[1024,1024] subtract(x, mb)
  p = f32[1024,1024] exponential(d)
  z = f32[] constant(0)
  s = f32[1024] reduce(p, z), dimensions={1}, to_apply=add
  sb = f32[1024,1024] broadcast(s), dimensions={0}
  ROOT r = f32[1024,1024] divide(p, sb)
}
)";

constexpr char kTanhChain[] = R"(ENTRY e {
  x = f32[$n] parameter(0)
  y = f32[$n] parameter(1)
  c2 = f32[] constant(2)
  c1 = f32[] constant(1)
  two = f32[$n] broadcast(c2), dimensions={}
  one = f32[$n] broadcast(c1), dimensions={}
  a = f32[$n] multiply(x, two)
  b = f32[$n] add(a, one)
  t = f32[$n] tanh(b)
  ROOT r = f32[$n] add(t, y)
}
)";

constexpr char kWhile[] = R"(condition {
  i = s32[] parameter(0)
  n = s32[] constant(100000)
  ROOT less = pred[] compare(i, n), direction=LT
}
body {
  i = s32[] parameter(0)
  one = s32[] constant(1)
  ROOT next = s32[] add(i, one)
}
ENTRY e {
  zero = s32[] constant(0)
  ROOT w = s32[] while(zero), condition=condition, body=body
}
)";

Work Matmul(int64_t n) {
  const double size = static_cast<double>(n);
  return {"matmul " + std::to_string(n),
          Sized("ENTRY e {\n  a = f32[$n,$n] parameter(0)\n  b = f32[$n,$n] parameter(1)\n"
                "  ROOT r = f32[$n,$n] dot(a, b), lhs_contracting_dims={1}, "
                "rhs_contracting_dims={0}\n}\n",
                n),
          2 * size * size * size, 12 * size * size};
}

}  // namespace

std::vector<Work> AllWork() {
  std::vector<Work> work;
  work.push_back({"add",
                  Sized("ENTRY e {\n  x = f32[$n] parameter(0)\n  y = f32[$n] parameter(1)\n"
                        "  ROOT r = f32[$n] add(x, y)\n}\n",
                        kMillion),
                  0, 12.0 * kMillion});
  work.push_back(Unary("exp", "exponential"));
  work.push_back(Unary("tanh", "tanh"));
  work.push_back(Unary("erf", "erf"));
  work.push_back({"tanh(2x+1)+y", Sized(kTanhChain, kMillion), 0, 12.0 * kMillion});
  work.push_back({"chain of 20", ChainOfTwenty(), 0, 8.0 * kMillion});
  work.push_back(Sum("sum all", "[]", "0,1"));
  work.push_back(Sum("sum rows", "[1024]", "1"));
  work.push_back(Sum("sum columns", "[1024]", "0"));
  work.push_back({"softmax", kSoftmax, 0, 8.0 * kMillion});
  work.push_back({"transpose",
                  "ENTRY e {\n  x = f32[1024,1024] parameter(0)\n"
                  "  ROOT r = f32[1024,1024] transpose(x), dimensions={1,0}\n}\n",
                  0, 8.0 * kMillion});
  for (int64_t n : {64, 256, 512}) work.push_back(Matmul(n));
  work.push_back({"while of 100000", kWhile, 0, 0});
  return work;
}

std::string LongModule(int lines) {
  std::string text = "HloModule long\nENTRY main {\n  v0 = f32[64,128]{1,0} parameter(0)\n";
  for (int i = 1; i < lines; ++i) {
    text += (i + 1 == lines ? "  ROOT v" : "  v") + std::to_string(i) + " = f32[64,128]{1,0} " +
            (i % 2 == 0 ? "add" : "multiply") + "(v" + std::to_string(i - 1) + ", v" +
            std::to_string(i / 2) + "), metadata={op_name=\"jit(f)/main/op" + std::to_string(i) +
            "\" source_file=\"model.py\" source_line=" + std::to_string(i) + "}\n";
  }
  return text + "}\n";
}

}  // namespace hlo::bench
