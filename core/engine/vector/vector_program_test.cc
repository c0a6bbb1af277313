// SPDX-License-Identifier: Apache-2.0
#include "core/engine/vector/vector_program.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/engine/vector/vector_program_builder.h"
#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using op_testing::Array;
using op_testing::Bits;
using op_testing::CodesOf;
using op_testing::ComputationBuilder;
using op_testing::SameBits;
using op_testing::Scalar;

// Adds an input for each parameter and runs the computation on all lanes of the arguments at once.
std::vector<Literal> RunLanes(const Computation& computation, const std::vector<LaneIndex>& indices,
                              const std::vector<Literal>& arguments, int64_t lanes,
                              int64_t ahead = 0) {
  VectorProgramBuilder builder(KernelMode::kPortable);
  std::vector<VectorLeaves> inputs;
  for (size_t i = 0; i < indices.size(); ++i) {
    inputs.push_back({builder.AddInput(arguments[i].element_type(), indices[i])});
  }
  for (const VirtualRegister leaf : builder.AddComputation(computation, inputs)) {
    builder.AddOutput(leaf);
  }
  const std::unique_ptr<VectorProgram> program = builder.Build();
  EXPECT_NE(program, nullptr);
  VectorFrame frame(*program);
  std::vector<Literal> results;
  std::vector<const void*> in;
  std::vector<void*> out;
  for (const Literal& argument : arguments) in.push_back(argument.bytes());
  for (size_t k = 0; k < program->output_count(); ++k) {
    const Shape shape = Shape::Array(program->output_type(k), {lanes});
    results.push_back(op_testing::AllocateOrFail(shape));
  }
  for (Literal& result : results) out.push_back(result.mutable_bytes());
  frame.Bind(in, out);
  frame.LookAhead(ahead);
  program->Run(frame, 0, lanes);
  return results;
}

TEST(VectorProgram, RoundsEachValueToItsStorageType) {
  Module module;
  ComputationBuilder f(module, "f");
  Instruction* x = f.Parameter("bf16[]");
  Instruction* one = f.Constant(Scalar(ElementType::kBF16, 256));
  Instruction* sum = f.Op("add", {x, one});
  f.Op("subtract", {sum, one});
  // 256 + 1 needs nine bits and becomes 256; 256 + 3 is halfway and becomes 260.
  const auto got = RunLanes(*f.Get(), {LaneIndex::Dense()}, {Array("bf16[3]", {1, 2, 3})}, 3);
  EXPECT_TRUE(SameBits(got[0], Array("bf16[3]", {0, 2, 4})));
}

TEST(VectorProgram, ReadsRowsColumnsAndScalars) {
  Module module;
  ComputationBuilder f(module, "f");
  Instruction* dense = f.Parameter("s32[]");
  Instruction* row = f.Parameter("s8[]");
  Instruction* column = f.Parameter("s32[]");
  Instruction* scalar = f.Parameter("s32[]");
  Instruction* wide = f.Op("convert", {row}, "s32[]", [](Attributes&) {});
  f.Op("add", {f.Op("add", {dense, wide}), f.Op("add", {column, scalar})});
  // [2,3] + row of 3 + column of 2 + scalar.
  const auto got = RunLanes(
      *f.Get(), {LaneIndex::Dense(), LaneIndex::Row(3), LaneIndex::Column(3), LaneIndex::Scalar()},
      {Array("s32[6]", {1, 2, 3, 4, 5, 6}), Array("s8[3]", {10, 20, 30}),
       Array("s32[2]", {100, 200}), Array("s32[]", {1000})},
      6);
  EXPECT_TRUE(SameBits(got[0], Array("s32[6]", {1111, 1122, 1133, 1214, 1225, 1236})));
}

TEST(VectorProgram, LongArraysCrossBlocksAndPeriods) {
  constexpr int32_t kLanes = 5000, kColumns = 77;
  Module module;
  ComputationBuilder f(module, "f");
  f.Op("subtract",
       {f.Op("multiply", {f.Parameter("s32[]"), f.Parameter("s32[]")}), f.Parameter("s32[]")});
  Literal dense = op_testing::AllocateOrFail(Shape::Array(ElementType::kS32, {kLanes}));
  Literal row = op_testing::AllocateOrFail(Shape::Array(ElementType::kS32, {kColumns}));
  Literal column = op_testing::AllocateOrFail(Shape::Array(ElementType::kS32, {kLanes}));
  Literal expected = op_testing::AllocateOrFail(Shape::Array(ElementType::kS32, {kLanes}));
  for (int32_t i = 0; i < kColumns; ++i) row.mutable_data<int32_t>()[i] = 3 * i + 1;
  for (int32_t i = 0; i < kLanes; ++i) {
    dense.mutable_data<int32_t>()[i] = i;
    column.mutable_data<int32_t>()[i] = 7 * i;
    expected.mutable_data<int32_t>()[i] = i * (3 * (i % kColumns) + 1) - 7 * (i / kColumns);
  }
  const auto got = RunLanes(
      *f.Get(), {LaneIndex::Dense(), LaneIndex::Row(kColumns), LaneIndex::Column(kColumns)},
      {dense, row, column}, kLanes);
  EXPECT_TRUE(SameBits(got[0], expected));
}

TEST(VectorProgram, LanesReadTheRightElementForAnyRepetition) {
  constexpr int64_t kLanes = 3000;
  Module module;
  ComputationBuilder f(module, "f");
  f.Op("negate", {f.Parameter("s16[]")});
  for (const int64_t repeat : {1, 2, 3, 50, 1000}) {
    for (const int64_t period : {1, 2, 7, 300, 3000}) {
      Literal elements = op_testing::AllocateOrFail(Shape::Array(ElementType::kS16, {period}));
      Literal expected = op_testing::AllocateOrFail(Shape::Array(ElementType::kS16, {kLanes}));
      for (int64_t i = 0; i < period; ++i) {
        elements.mutable_data<int16_t>()[static_cast<size_t>(i)] = static_cast<int16_t>(i);
      }
      for (int64_t i = 0; i < kLanes; ++i) {
        expected.mutable_data<int16_t>()[static_cast<size_t>(i)] =
            static_cast<int16_t>(-(i / repeat % period));
      }
      const auto got = RunLanes(*f.Get(), {{repeat, period}}, {elements}, kLanes);
      EXPECT_TRUE(SameBits(got[0], expected)) << repeat << " " << period;
    }
  }
}

TEST(VectorProgram, ChainsReadProductsOfBlocksAndScalars) {
  constexpr int32_t kLanes = 3000;
  Module module;
  ComputationBuilder f(module, "f");
  Instruction* x = f.Parameter("f32[]");
  Instruction* y = f.Parameter("f32[]");
  Instruction* scale = f.Parameter("f32[]");
  Instruction* three = f.Constant(Scalar(ElementType::kF32, 3));
  Instruction* read_twice = f.Op("multiply", {x, three});
  Instruction* sum = f.Op("add", {f.Op("negate", {x}), f.Op("multiply", {scale, y})});
  Instruction* difference = f.Op("subtract", {f.Op("multiply", {x, scale}), sum});
  Instruction* product = f.Op("multiply", {difference, f.Op("multiply", {y, three})});
  Instruction* reversed = f.Op("subtract", {f.Op("multiply", {read_twice, scale}), product});
  f.Op("add", {reversed, read_twice});
  Literal left = op_testing::AllocateOrFail(Shape::Array(ElementType::kF32, {kLanes}));
  Literal right = op_testing::AllocateOrFail(Shape::Array(ElementType::kF32, {kLanes}));
  Literal expected = op_testing::AllocateOrFail(Shape::Array(ElementType::kF32, {kLanes}));
  for (int32_t i = 0; i < kLanes; ++i) {  // integers below 2^24, so the order does not matter
    const int32_t a = i % 50, b = i % 77 - 30;
    left.mutable_data<float>()[i] = static_cast<float>(a);
    right.mutable_data<float>()[i] = static_cast<float>(b);
    const int32_t rest = (5 * a - (5 * b - a)) * 3 * b;
    expected.mutable_data<float>()[i] = static_cast<float>(15 * a - rest + 3 * a);
  }
  for (const int64_t ahead : {0, 512}) {
    const auto got =
        RunLanes(*f.Get(), {LaneIndex::Dense(), LaneIndex::Dense(), LaneIndex::Scalar()},
                 {left, right, Array("f32[1]", {5})}, kLanes, ahead);
    EXPECT_TRUE(SameBits(got[0], expected)) << ahead;
  }
}

TEST(VectorProgram, ChainsOfFloatsReadRowsColumnsAndScalars) {
  constexpr int32_t kRows = 3, kColumns = 640, kLanes = kRows * kColumns;
  Module module;
  ComputationBuilder f(module, "f");
  Instruction* x = f.Parameter("f32[]");
  Instruction* row = f.Parameter("f32[]");
  Instruction* column = f.Parameter("f32[]");
  Instruction* scalar = f.Parameter("f32[]");
  Instruction* two = f.Constant(Scalar(ElementType::kF32, 2));
  Instruction* v = f.Op("subtract", {x, column});  // read twice: as an end and as a start
  Instruction* squared = f.Op("multiply", {v, v});
  Instruction* turned = f.Op("subtract", {scalar, f.Op("negate", {v})});
  Instruction* sum = f.Op("add", {f.Op("multiply", {squared, two}), f.Op("add", {turned, row})});
  // A column as a scalar of a chain and as a block of a comparison.
  Instruction* less = f.Op("compare", {v, column}, "", [](Attributes& attributes) {
    attributes.Set(Attr::direction, EnumValue{5});  // LT
  });
  f.Op("tuple", {sum, f.Op("select", {less, f.Op("divide", {two, f.Op("abs", {two})}), column})});
  const auto numbers = [](int32_t count, auto&& number) {
    Literal made = op_testing::AllocateOrFail(Shape::Array(ElementType::kF32, {count}));
    for (int32_t i = 0; i < count; ++i) {
      made.mutable_data<float>()[static_cast<size_t>(i)] = static_cast<float>(number(i));
    }
    return made;
  };
  const auto got = RunLanes(
      *f.Get(),
      {LaneIndex::Dense(), LaneIndex::Row(kColumns), LaneIndex::Column(kColumns),
       LaneIndex::Scalar()},
      {numbers(kLanes, [](int32_t i) { return i % 41; }),
       numbers(kColumns, [](int32_t i) { return 5 * i; }),
       numbers(kRows, [](int32_t i) { return 7 * i; }), numbers(1, [](int32_t) { return 100; })},
      kLanes);
  // All integers below 2^24, so that f32 arithmetic is exact.
  EXPECT_TRUE(SameBits(got[0], numbers(kLanes, [](int32_t i) {
                         const int32_t difference = i % 41 - 7 * (i / kColumns);
                         return 2 * difference * difference + 100 + difference + 5 * (i % kColumns);
                       })));
  EXPECT_TRUE(SameBits(got[1], numbers(kLanes, [](int32_t i) {
                         const int32_t at_column = 7 * (i / kColumns);
                         return i % 41 - at_column < at_column ? 1 : at_column;
                       })));
}

TEST(VectorProgram, OutputsMayOverwriteInputs) {
  Module module;
  ComputationBuilder f(module, "f");
  Instruction* a = f.Parameter("s32[]");
  Instruction* b = f.Parameter("s32[]");
  f.Op("tuple", {b, f.Op("add", {a, b}), a});
  VectorProgramBuilder builder(KernelMode::kPortable);
  const VirtualRegister first = builder.AddInput(ElementType::kS32, LaneIndex::Dense());
  const VirtualRegister second = builder.AddInput(ElementType::kS32, LaneIndex::Dense());
  const std::vector<VectorLeaves> arguments = {{first}, {second}};
  for (const VirtualRegister leaf : builder.AddComputation(*f.Get(), arguments)) {
    builder.AddOutput(leaf);
  }
  const auto program = builder.Build();
  std::vector<int32_t> x(3000), y(3000), z(3000);
  for (int32_t i = 0; i < 3000; ++i) {
    x[i] = i;
    y[i] = 10 * i;
  }
  VectorFrame frame(*program);
  const std::vector<const void*> in = {x.data(), y.data()};
  const std::vector<void*> out = {x.data(), z.data(), y.data()};
  frame.Bind(in, out);
  program->Run(frame, 0, 3000);
  for (int32_t i = 0; i < 3000; ++i) {
    ASSERT_EQ(x[i], 10 * i);
    ASSERT_EQ(z[i], 11 * i);
    ASSERT_EQ(y[i], i);
  }
}

TEST(VectorProgram, ATotalOrderComparesStoredCodes) {
  Module module;
  ComputationBuilder f(module, "f");
  Instruction* a = f.Parameter("f8e4m3fnuz[]");
  Instruction* b = f.Parameter("f8e4m3fnuz[]");
  f.Op("compare", {a, b}, "", [](Attributes& attributes) {
    attributes.Set(Attr::direction, EnumValue{5});  // LT
    attributes.Set(Attr::type, EnumValue{1});       // TOTALORDER
  });
  // The only NaN has the code of -0: below 0 and above the negative number nearest to 0.
  const auto got = RunLanes(
      *f.Get(), {LaneIndex::Dense(), LaneIndex::Dense()},
      {Bits("f8e4m3fnuz[3]", {0x80, 0x81, 0x00}), Bits("f8e4m3fnuz[3]", {0x00, 0x80, 0x80})}, 3);
  EXPECT_EQ(CodesOf(got[0]), (std::vector<uint64_t>{1, 1, 0}));
}

TEST(VectorProgram, TuplesAndCallsCompileToNothing) {
  Module module;
  ComputationBuilder g(module, "g");
  Instruction* pair = g.Parameter("(f32[], s4[])");
  g.Op("tuple", {g.Element(pair, 1), g.Op("negate", {g.Element(pair, 0)})});
  ComputationBuilder f(module, "f");
  Instruction* x = f.Parameter("f32[]");
  Instruction* n = f.Parameter("s4[]");
  Instruction* called = f.Op("call", {f.Op("tuple", {x, n})}, "", [&](Attributes& attributes) {
    attributes.Set(Attr::to_apply, g.Get());
  });
  Instruction* code = f.Op("bitcast-convert", {f.Element(called, 0)}, "u4[]", [](Attributes&) {});
  f.Op("tuple", {code, f.Element(called, 1)});
  const auto got = RunLanes(*f.Get(), {LaneIndex::Dense(), LaneIndex::Dense()},
                            {Array("f32[2]", {1.5, -2}), Array("s4[2]", {-1, 7})}, 2);
  EXPECT_TRUE(SameBits(got[0], Array("u4[2]", {15, 7})));
  EXPECT_EQ(CodesOf(got[0]), (std::vector<uint64_t>{15, 7}));
  EXPECT_TRUE(SameBits(got[1], Array("f32[2]", {-1.5, 2})));
}

TEST(VectorProgram, CountsAlongADimension) {
  VectorProgramBuilder builder(KernelMode::kPortable);
  builder.AddOutput(builder.AddIota(ElementType::kF16, {2, 3}));
  const auto program = builder.Build();
  Literal got = op_testing::AllocateOrFail(op_testing::ShapeOf("f16[8]"));
  VectorFrame frame(*program);
  const std::vector<void*> out = {got.mutable_bytes()};
  frame.Bind({}, out);
  program->Run(frame, 0, 3);
  program->Run(frame, 3, 5);
  EXPECT_TRUE(SameBits(got, Array("f16[8]", {0, 0, 1, 1, 2, 2, 0, 0})));
}

}  // namespace
}  // namespace hlo
