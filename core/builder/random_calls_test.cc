// SPDX-License-Identifier: Apache-2.0
// Random calls of the builder: every module it accepts prints, reads back and passes the parser's
// checks; every rejection has a code.
#include <random>

#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using enum ElementType;

// Calls whose arguments fit now and then.
class RandomCalls {
 public:
  explicit RandomCalls(uint64_t seed) : random_(seed), b_("random") {
    for (int64_t i = 0; i < 3; ++i) Keep(Parameter(b_, i, RandomShape(), "p"));
    Keep(ConstantR0<int32_t>(b_, 1));
    const int64_t calls = 1 + Pick(6);
    for (int64_t i = 0; i < calls && b_.ok(); ++i) Call();
  }

  Result<ModulePtr> Build() { return b_.Build(); }

 private:
  int64_t Pick(int64_t count) {
    return static_cast<int64_t>(random_() % static_cast<uint64_t>(count));
  }
  bool Flip() { return Pick(2) == 0; }
  // Mostly in [0, count), sometimes anything.
  int64_t Near(int64_t count) {
    if (Pick(40) == 0) return static_cast<int64_t>(random_());
    return Pick(8) == 0 ? Pick(8) - 2 : Pick(std::max<int64_t>(count, 1));
  }
  std::vector<int64_t> List(int64_t length, int64_t count) {
    std::vector<int64_t> list;
    for (int64_t i = Pick(10) == 0 ? Pick(5) : length; i > 0; --i) list.push_back(Near(count));
    return list;
  }
  // A permutation of 0, 1, ..., count - 1.
  std::vector<int64_t> Order(int64_t count) {
    std::vector<int64_t> order;
    for (int64_t i = 0; i < count; ++i)
      order.insert(order.begin() + static_cast<std::ptrdiff_t>(Pick(i + 1)), i);
    return Pick(10) == 0 ? List(count, count) : order;
  }
  Shape RandomShape() {
    static const ElementType kTypes[] = {kF32, kF32, kF32, kS32, kPred, kC64, kU4};
    std::vector<int64_t> dims;
    for (int64_t rank = Pick(4); rank > 0; --rank) dims.push_back(Pick(4) == 0 ? 1 : 2 + Pick(2));
    Shape shape = Shape::Array(kTypes[Pick(7)], dims);
    if (!dims.empty() && Pick(10) == 0) shape.SetDynamic(0, true);
    return shape;
  }
  ElementType TypeOf(Value x) const { return x.shape().IsArray() ? x.shape().element_type : kF32; }
  Value Any() {
    return Pick(60) == 0 ? Value() : values_[static_cast<size_t>(Pick(std::ssize(values_)))];
  }
  // Of the type of x, if there is one.
  Value Like(Value x) {
    for (int i = 0; i < 8; ++i) {
      const Value y = Any();
      if (y.shape().element_type == x.shape().element_type) return y;
    }
    return x;
  }
  void Keep(Value value) {
    if (value.ok()) values_.push_back(value);
  }
  Function Binary(Value x) {
    static const BinaryOp kOps[] = {Add, Mul, Max, And, Lt, Ge};
    return ScalarFunction("f", TypeOf(x), kOps[Pick(6)]);
  }
  Padding EitherPadding() { return Flip() ? Padding::kSame : Padding::kValid; }

  void Call() {
    const Value x = Any();
    switch (Pick(4)) {
      case 0:
        return Keep(Elementwise(x));
      case 1:
        return Keep(Movement(x));
      case 2:
        return Keep(Computing(x));
      default:
        return Keep(Other(x));
    }
  }

  Value Elementwise(Value x) {
    const int64_t rank = x.shape().rank();
    switch (Pick(8)) {
      case 0:
        return Add(x, Like(x));
      case 1:
        return Max(x, Like(x), List(rank, rank));
      case 2:
        return Lt(Like(x), x, Order(rank));
      case 3:
        return Neg(x);
      case 4:
        return Select(Any(), x, Like(x));
      case 5:
        return Clamp(ScalarLike(x, 0), x, Like(x));
      case 6:
        return ConvertElementType(x, TypeOf(Any()));
      default:
        return BitcastConvertType(x, TypeOf(Any()));
    }
  }

  Value Movement(Value x) {
    const int64_t rank = x.shape().rank();
    const int64_t dimension = Near(rank);
    switch (Pick(14)) {
      case 0:
        return Broadcast(x, List(Pick(3), 4));
      case 1:
        return BroadcastInDim(x, List(rank + 1, 4), Order(rank));
      case 2:
        return Reshape(x, Order(rank), x.shape().dims);
      case 3:
        return Collapse(x, {dimension, dimension + 1});
      case 4:
        return Transpose(x, Order(rank));
      case 5:
        return Rev(x, {dimension});
      case 6:
        return Slice(x, List(rank, 2), List(rank, 4), Flip() ? Ints() : Ints({1, 2}));
      case 7:
        return SliceInDim(x, Near(2), Near(4), Near(3), dimension);
      case 8:
        return ConcatInDim(b_, {x, Like(x)}, dimension);
      case 9:
        return PadInDim(x, ScalarLike(x, 1), dimension, Near(3), Near(3));
      case 10:
        return DynamicSlice(x, Any(), List(rank, 3));
      case 11:
        return DynamicUpdateSlice(x, Like(x), {Any(), Any()});
      case 12:
        return SetDimensionSize(x, Any(), dimension);
      default:
        return Iota(b_, RandomShape(), dimension);
    }
  }

  Value Computing(Value x) {
    const int64_t rank = x.shape().rank();
    const std::vector<int64_t> sizes = List(rank, 3), strides = List(rank, 3);
    switch (Pick(10)) {
      case 0:
        return Dot(x, Like(x));
      case 1:
        return DotGeneral(x, Like(x), {List(1, rank), List(1, rank), {}, {}});
      case 2:
        return Conv(x, Like(x), strides, EitherPadding());
      case 3:
        return Reduce(x, ScalarLike(x, 0), Binary(x), List(1, rank));
      case 4:
        return ReduceAll(x, Any(), Binary(x));
      case 5:
        return ReduceWindow(x, ScalarLike(x, 0), Binary(x), sizes, strides, EitherPadding());
      case 6:
        return SelectAndScatter(x, Binary(x), sizes, strides, EitherPadding(), Like(x),
                                ScalarLike(x, 0), Binary(x));
      case 7:
        return Sort({x}, Binary(x), Flip() ? -1 : Near(rank));
      case 8:
        return Map(b_, {x, Like(x)}, Binary(x), Order(rank));
      default:
        return TopK(x, Near(3), Flip());
    }
  }

  Value Other(Value x) {
    const int64_t rank = x.shape().rank();
    switch (Pick(12)) {
      case 0:
        return Tuple(b_, {x, Any()});
      case 1:
        return GetTupleElement(x, Near(2));
      case 2:
        return AllToAll(x, Near(rank), Near(rank), Near(4));
      case 3:
        return AllGather(x, Near(rank), Near(3));
      case 4:
        return ReduceScatter(x, Binary(x), Near(rank), Near(3));
      case 5:
        return CrossReplicaSum(x);
      case 6:
        return CollectivePermute(x, {{Near(2), Near(2)}});
      case 7:
        return Cholesky(x, Flip());
      case 8:
        return TriangularSolve(x, Like(x), Flip(), Flip(), Flip(), TransposeKind::kAdjoint);
      case 9:
        return Fft(x, Flip() ? FftType::kFft : FftType::kRfft, List(1, 4));
      case 10:
        return Gather(x, Any(), {List(1, rank), List(1, rank), List(1, rank), {}, {}, Near(2)},
                      List(rank, 3));
      default:
        return Scatter(x, Any(), Like(x), Binary(x),
                       {List(1, rank), List(1, rank), List(1, rank), {}, {}, Near(2)});
    }
  }

  std::mt19937_64 random_;
  Builder b_;
  std::vector<Value> values_;
};

TEST(BuilderRandom, CreatesModulesThatReadBackOrErrors) {
  int built = 0;
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    SCOPED_TRACE(seed);
    const Result<ModulePtr> module = RandomCalls(seed).Build();
    if (module.ok()) {
      ++built;
      builder_testing::ReadAgain(module);
    } else {
      EXPECT_FALSE(module.error().code.empty());
      EXPECT_FALSE(module.error().message.empty());
    }
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(built, 300);
}

}  // namespace
}  // namespace hlo::builder
