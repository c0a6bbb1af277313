// SPDX-License-Identifier: Apache-2.0
// Every elementwise op on every type, and random combinations of them, inside `map` (vector
// programs) and inside `while` (scalar programs): the same bits and step counts as the plain path.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "core/literal/testing.h"
#include "core/text/text.h"
#include "core/types/convert.h"
#include "core/types/float_format.h"

namespace hlo {
namespace {

using literal_testing::SameBits;

using Random = std::mt19937_64;

size_t Pick(Random& random, size_t count) { return static_cast<size_t>(random() % count); }

// Codes of a type: its special values, small numbers, and arbitrary bits.
Literal RandomValues(Random& random, ElementType type, int64_t count) {
  Literal literal = Literal::Allocate(Shape::Array(type, {count})).value();
  const int bytes = StorageBytes(type);
  for (int64_t i = 0; i < count; ++i) {
    uint8_t code[16];
    for (uint8_t& byte : code) byte = static_cast<uint8_t>(random());
    if (Pick(random, 2) == 0) {
      // clang-format off
      static constexpr double kSpecial[] = {0.0, -0.0,   1,     -1,   0.5,           2, 3, -7,
                                            100, 1e-300, 1e300, 65504, __builtin_inf(),
                                            -__builtin_inf(), __builtin_nan(""), 1e-44};
      // clang-format on
      const double pair[2] = {kSpecial[Pick(random, std::size(kSpecial))],
                              kSpecial[Pick(random, std::size(kSpecial))]};
      const ElementType part = PartOf(type).value_or(type);
      ConvertFunction(ElementType::kF64, part)(pair, IsComplex(type) ? 2 : 1, code);
    }
    // Through the compute type, so that the unused bits of a byte are valid.
    uint8_t wide[16];
    WidenFunction(type)(code, 1, wide);
    NarrowFunction(type)(wide, 1, literal.mutable_bytes() + i * bytes);
  }
  return literal;
}

struct Ran {
  bool ok = false;
  Literal value;
  int64_t steps = 0;
};

Ran Run(const Executable& executable, KernelMode mode, const std::vector<Literal>& arguments) {
  RunOptions options;
  options.kernel_mode = mode;
  RunResult run = executable.Run({arguments}, options);
  EXPECT_TRUE(run.ok()) << run.failure.error->message;
  Ran ran{run.ok(), {}, run.steps};
  if (ran.ok) ran.value = std::move(run.results[0]);
  return ran;
}

void ExpectPlainBits(const std::string& text, const std::vector<Literal>& arguments) {
  const ParsedModule parsed = ParseModule(text);
  ASSERT_TRUE(parsed.diagnostics.empty()) << text << "\n" << parsed.diagnostics[0].message;
  const auto executable = std::make_unique<Executable>(*parsed.module);
  const Ran plain = Run(*executable, KernelMode::kPlain, arguments);
  const Ran portable = Run(*executable, KernelMode::kPortable, arguments);
  EXPECT_TRUE(SameBits(portable.value, plain.value)) << text;
  EXPECT_EQ(portable.steps, plain.steps) << text;
}

std::string Array(ElementType type, int64_t count) {
  return std::string(Name(type)) + "[" + std::to_string(count) + "]";
}
std::string Scalar(ElementType type) { return std::string(Name(type)) + "[]"; }

// The result type of an op whose row does not fix it.
ElementType ResultType(std::string_view op, ElementType type) {
  if (op == "is-finite" || op == "compare") return ElementType::kPred;
  if (op == "abs" || op == "real" || op == "imag") return PartOf(type).value_or(type);
  if (op == "complex") return *ComplexOf(type);
  return type;
}

bool Takes(const OpDef& op, ElementType type) {
  if (!op.types.Contains(type)) return false;
  return op.name != "complex" || ComplexOf(type).has_value();
}

// f = op(a, b, ...) mapped over arrays, and again in a loop over the first eight elements, which
// `dynamic-slice` copies to the loop's state.
std::string OpProgram(const OpDef& op, ElementType type, int64_t count, const std::string& extra) {
  const ElementType result = ResultType(op.name, type);
  const std::string t = Scalar(type), r = Scalar(result);
  std::string operands = "a", parameters, arrays, names, outer;
  for (int i = 0; i < op.operands.min; ++i) {
    const std::string name(1, static_cast<char>('a' + i));
    if (i > 0) operands += ", " + name;
    parameters += "  " + name + " = " + t + " parameter(" + std::to_string(i) + ")\n";
    outer += "  " + name + " = " + Array(type, count) + " parameter(" + std::to_string(i) + ")\n";
    names += (i > 0 ? ", " : "") + name;
  }
  const std::string applied = std::string(op.name) + "(" + operands + ")" + extra;
  std::string state = "(s32[], " + r, start = "zero, r0", parts;
  for (int i = 0; i < op.operands.min; ++i) state += ", " + t;
  state += ")";
  std::string text =
      "HloModule m\nf {\n" + parameters + "  ROOT r = " + r + " " + applied + "\n}\n";
  text += "below {\n  s = " + state +
          " parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n"
          "  n = s32[] constant(2)\n  ROOT c = pred[] compare(i, n), direction=LT\n}\n";
  text += "step {\n  s = " + state +
          " parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n"
          "  one = s32[] constant(1)\n  j = s32[] add(i, one)\n";
  for (int i = 0; i < op.operands.min; ++i) {
    const std::string name(1, static_cast<char>('a' + i));
    text +=
        "  " + name + " = " + t + " get-tuple-element(s), index=" + std::to_string(i + 2) + "\n";
    parts += ", " + name;
  }
  text += "  r = " + r + " " + applied + "\n  ROOT t = " + state + " tuple(j, r" + parts + ")\n}\n";
  text += "ENTRY e {\n" + outer + "  m = " + Array(result, count) + " map(" + names +
          "), dimensions={0}, to_apply=f\n  zero = s32[] constant(0)\n  r0 = " + r +
          " convert(zero)\n";
  std::string shapes = Array(result, count), results = "m";
  for (int k = 0; k < 8; ++k) {
    const std::string n = std::to_string(k), next = std::to_string(k + 1);
    std::string scalars;
    for (int i = 0; i < op.operands.min; ++i) {
      const std::string name(1, static_cast<char>('a' + i));
      text += "  " + name + "s" + n + " = " + Array(type, 1) + " slice(" + name + "), slice={[" +
              n + ":" + next + "]}\n  " + name + n + " = " + t + " reshape(" + name + "s" + n +
              ")\n";
      scalars += ", " + name + n;
    }
    text += "  st" + n + " = " + state + " tuple(zero, r0" + scalars + ")\n  w" + n + " = " +
            state + " while(st" + n + "), condition=below, body=step\n";
    shapes += ", " + state;
    results += ", w" + n;
  }
  return text + "  ROOT t = (" + shapes + ") tuple(" + results + ")\n}\n";
}

bool IsElementwiseArithmetic(const OpDef& op) {
  return op.family == OpFamily::kUnary || op.family == OpFamily::kBinary ||
         op.opcode == Opcode::kCompare || op.opcode == Opcode::kClamp;
}

TEST(ScalarValues, EveryOpOnEveryTypeGivesThePlainBits) {
  Random random(1);
  for (const OpDef& op : AllOps()) {
    if (!IsElementwiseArithmetic(op)) continue;
    for (const ElementTypeInfo& info : AllElementTypes()) {
      if (!Takes(op, info.type)) continue;
      std::vector<std::string> extras = {""};
      if (op.name == "compare") {
        extras = {", direction=EQ", ", direction=NE"};
        if (!IsComplex(info.type)) {
          for (const char* direction : {"GE", "GT", "LE", "LT"}) {
            extras.push_back(std::string(", direction=") + direction);
            if (IsFloat(info.type)) extras.push_back(extras.back() + ", type=TOTALORDER");
          }
        }
      }
      for (const std::string& extra : extras) {
        std::vector<Literal> arguments;
        for (int i = 0; i < op.operands.min; ++i) {
          arguments.push_back(RandomValues(random, info.type, 67));
        }
        ExpectPlainBits(OpProgram(op, info.type, 67, extra), arguments);
        if (HasFailure()) return;
      }
    }
  }
}

// The body of a function of values: some random ops.
class RandomBody {
 public:
  RandomBody(Random& random, std::vector<std::pair<std::string, ElementType>> values)
      : random_(random), values_(std::move(values)) {
    for (const OpDef& op : AllOps()) {
      if (IsElementwiseArithmetic(op)) ops_.push_back(&op);
    }
  }

  void Add(size_t count) {
    for (size_t i = 0; i < count; ++i) AddOne();
  }
  // A value of the type, converted if there is none.
  std::string Of(ElementType type) {
    for (size_t tries = 0; tries < 20; ++tries) {
      const auto& [name, found] = values_[Pick(random_, values_.size())];
      if (found == type) return name;
    }
    return Define(type, "convert(" + values_[Pick(random_, values_.size())].first + ")");
  }
  const std::string& text() const { return text_; }

 private:
  std::string Define(ElementType type, const std::string& expression) {
    std::string name = "v" + std::to_string(values_.size());
    text_ += "  " + name + " = " + Scalar(type) + " " + expression + "\n";
    values_.push_back({name, type});
    return name;
  }

  void AddOne() {
    const ElementType type = values_[Pick(random_, values_.size())].second;
    switch (Pick(random_, 8)) {
      case 0: {
        static constexpr size_t kTypes = static_cast<size_t>(ElementType::kC128) + 1;
        Define(static_cast<ElementType>(Pick(random_, kTypes)), "convert(" + Of(type) + ")");
        return;
      }
      case 1:
        Define(type, "select(" + Of(ElementType::kPred) + ", " + Of(type) + ", " + Of(type) + ")");
        return;
      case 2:
        Define(type, "copy(" + Of(type) + ")");
        return;
      default:
        break;
    }
    const OpDef& op = *ops_[Pick(random_, ops_.size())];
    if (!Takes(op, type)) return AddOne();
    std::string operands = Of(type);
    for (int i = 1; i < op.operands.min; ++i) operands += ", " + Of(type);
    const bool ordered = op.name == "compare" && !IsComplex(type);
    Define(ResultType(op.name, type), std::string(op.name) + "(" + operands + ")" +
                                          (op.name != "compare" ? ""
                                           : ordered            ? ", direction=LT"
                                                                : ", direction=EQ"));
  }

  Random& random_;
  std::vector<std::pair<std::string, ElementType>> values_;
  std::vector<const OpDef*> ops_;
  std::string text_;
};

TEST(ScalarValues, RandomFunctionsMapAsOnThePlainPath) {
  for (uint64_t seed = 0; seed < 150; ++seed) {
    Random random(seed);
    constexpr size_t kTypes = static_cast<size_t>(ElementType::kC128) + 1;
    std::vector<std::pair<std::string, ElementType>> values;
    std::string parameters, outer, names;
    std::vector<Literal> arguments;
    const int64_t count = seed % 10 == 0 ? 40000 : 300;
    for (int i = 0; i < 3; ++i) {
      const auto type = static_cast<ElementType>(Pick(random, kTypes));
      const std::string name = "p" + std::to_string(i);
      values.push_back({name, type});
      parameters += "  " + name + " = " + Scalar(type) + " parameter(" + std::to_string(i) + ")\n";
      outer += "  " + name + " = " + Array(type, count) + " parameter(" + std::to_string(i) + ")\n";
      names += (i > 0 ? ", " : "") + name;
      arguments.push_back(RandomValues(random, type, count));
    }
    RandomBody body(random, values);
    body.Add(count > 1000 ? 4 : 5 + Pick(random, 30));
    const auto type = static_cast<ElementType>(Pick(random, kTypes));
    const std::string root = body.Of(type);
    ExpectPlainBits("HloModule m\nf {\n" + parameters + body.text() + "  ROOT r = " + Scalar(type) +
                        " copy(" + root + ")\n}\nENTRY e {\n" + outer + "  ROOT m = " +
                        Array(type, count) + " map(" + names + "), dimensions={0}, to_apply=f\n}\n",
                    arguments);
    if (HasFailure()) return;
  }
}

TEST(ScalarValues, RandomLoopsRunAsOnThePlainPath) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    constexpr size_t kTypes = static_cast<size_t>(ElementType::kC128) + 1;
    std::vector<std::pair<std::string, ElementType>> values = {{"i", ElementType::kS32}};
    std::string state = "(s32[]", elements, outer, names;
    std::vector<Literal> arguments;
    for (int i = 0; i < 5; ++i) {
      const auto type = static_cast<ElementType>(Pick(random, kTypes));
      const std::string name = "p" + std::to_string(i);
      values.push_back({name, type});
      state += ", " + Scalar(type);
      elements += "  " + name + " = " + Scalar(type) +
                  " get-tuple-element(s), index=" + std::to_string(i + 1) + "\n";
      outer += "  " + name + " = " + Scalar(type) + " parameter(" + std::to_string(i) + ")\n";
      names += ", " + name;
      arguments.push_back(RandomValues(random, type, 1).WithShape(Shape::Scalar(type)));
    }
    state += ")";
    RandomBody body(random, values);
    body.Add(3 + Pick(random, 25));
    std::string next = "j";
    for (size_t i = 1; i < values.size(); ++i) next += ", " + body.Of(values[i].second);
    ExpectPlainBits(
        "HloModule m\nbelow {\n  s = " + state +
            " parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n  n = s32[] constant(5)\n"
            "  ROOT c = pred[] compare(i, n), direction=LT\n}\nstep {\n  s = " +
            state +
            " parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n  one = s32[] constant(1)\n"
            "  j = s32[] add(i, one)\n" +
            elements + body.text() + "  ROOT t = " + state + " tuple(" + next +
            ")\n}\nENTRY e {\n  zero = s32[] constant(0)\n" + outer + "  s = " + state +
            " tuple(zero" + names + ")\n  ROOT w = " + state +
            " while(s), condition=below, body=step\n}\n",
        arguments);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace hlo
