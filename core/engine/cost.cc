// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cost.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/base/checked.h"
#include "core/ir/library_targets.h"
#include "core/ops/basic/library_config.h"
#include "core/ops/window/window.h"

namespace hlo {
namespace {

int64_t Plus(int64_t a, int64_t b) { return CheckedAdd(a, b).value_or(INT64_MAX); }
int64_t Times(int64_t a, int64_t b) { return CheckedMultiply(a, b).value_or(INT64_MAX); }

Cost operator+(const Cost& a, const Cost& b) {
  return {Plus(a.flops, b.flops), Plus(a.transcendentals, b.transcendentals),
          Plus(a.bytes_read, b.bytes_read), Plus(a.bytes_written, b.bytes_written)};
}

// The first element of a tuple, or the shape itself.
const Shape& FirstOf(const Shape& shape) {
  return shape.IsTuple() && !shape.elements.empty() ? FirstOf(shape.elements[0]) : shape;
}

int64_t Elements(const Shape& of) {
  const Shape& shape = FirstOf(of);
  if (!shape.IsArray()) return 0;
  const Result<int64_t> count = ElementCount(shape);
  return count.ok() ? count.value() : INT64_MAX;
}

int64_t Bytes(const Shape& shape) {
  if (shape.IsToken()) return 0;
  const Result<int64_t> bytes = DenseBytes(shape);
  return bytes.ok() ? bytes.value() : INT64_MAX;
}

int64_t Log2Ceiling(int64_t n) {
  int64_t log = 0;
  while (log < 62 && int64_t{1} << log < n) ++log;
  return log;
}

int64_t ProductOf(const Dims& dims, const std::vector<int64_t>& numbers) {
  int64_t product = 1;
  for (const int64_t d : numbers) {
    if (d < std::ssize(dims)) product = Times(product, dims[static_cast<size_t>(d)]);
  }
  return product;
}

int64_t WindowElements(const Instruction& instruction) {
  int64_t elements = 1;
  if (const Window* window = instruction.attributes.Get<Window>(Attr::window)) {
    for (const WindowDimension& dim : window->dims) elements = Times(elements, dim.size);
  }
  return elements;
}

// Pairs of an output position and a window position along one dimension that read an element of the
// input, not padding and not a gap of a dilated input.
int64_t MeetingPositions(const WindowDimension& window, int64_t input, int64_t output) {
  // Counts one by one, unless that would take too long; then all of them.
  constexpr int64_t kMany = 1 << 20;
  if (input == 0 || Times(window.size, output) > kMany) return Times(window.size, output);
  const WindowAxis axis(window, input, output);
  int64_t count = 0;
  for (int64_t o = 0; o < output; ++o) count += axis.ElementsAt(o).count;
  return count;
}

int64_t ConvolutionFlops(const Attributes& attributes, const Shape& lhs, const Shape& rhs,
                         const Shape& out) {
  const auto* labels = attributes.Get<DimLabels>(Attr::dim_labels);
  const auto* window = attributes.Get<Window>(Attr::window);
  const auto size = [](const Shape& shape, const std::string& letters, char letter) {
    const size_t at = letters.find(letter);
    return at == std::string::npos ? int64_t{1} : shape.dims[at];
  };
  int64_t products = Times(size(out, labels->out, 'b'), size(out, labels->out, 'f'));
  products = Times(products, size(rhs, labels->rhs, 'i'));
  for (size_t d = 0; window != nullptr && d < window->dims.size(); ++d) {
    const char letter = static_cast<char>('0' + d);
    products = Times(products, MeetingPositions(window->dims[d], size(lhs, labels->lhs, letter),
                                                size(out, labels->out, letter)));
  }
  const int64_t groups = attributes.Int(Attr::batch_group_count, 1);
  return Times(2, groups > 1 ? products / groups : products);
}

int64_t CholeskyFlops(const Shape& a) { return Times(a.dims.back(), Elements(a)) / 3; }

// One batch of an [m,n] matrix of right-hand sides costs the same for every column.
int64_t TriangularSolveFlops(const Shape& a, const Shape& b) {
  return Times(2, Times(a.dims.back(), Elements(b)));
}

// A ragged dot whose groups, if any, divide the contracted dimension among them.
bool SharesDepth(const Instruction& dot) {
  if (!dot.Is(Opcode::kRaggedDot) || dot.operands[2]->shape->dims.back() == 0) return false;
  const std::vector<int64_t>& summed = dot.attributes.Ints(Attr::lhs_contracting_dims);
  const int64_t ragged = dot.attributes.Ints(Attr::lhs_ragged_dims)[0];
  return std::find(summed.begin(), summed.end(), ragged) != summed.end();
}

int64_t DotFlops(const Instruction& dot, const std::vector<int64_t>& summed) {
  const int64_t depth = ProductOf(dot.operands[0]->shape->dims, summed);
  const int64_t flops = Times(2, Times(Elements(*dot.shape), depth));
  return SharesDepth(dot) ? flops / dot.operands[2]->shape->dims.back() : flops;
}

int64_t FftFlops(const Instruction& fft) {
  int64_t logs = 0;
  for (const int64_t length : fft.attributes.Ints(Attr::fft_length)) logs += Log2Ceiling(length);
  const int64_t points = std::max(Elements(*fft.shape), Elements(*fft.operands[0]->shape));
  return Times(8, Times(logs, points));
}

int64_t SortFlops(const Instruction& sort) {
  const int64_t sorted = Elements(*sort.operands[0]->shape);
  return Times(sorted, Log2Ceiling(sorted));
}

// The forward convolution of a library call, whose shapes no rule has checked.
int64_t ForwardFlops(const Instruction& call, const Shape& input, const Shape& filter,
                     const Shape& output) {
  const Shape* const operands[] = {&input, &filter};
  const Result<Shape> inferred = GetOpDef(Opcode::kConvolution).infer({call, operands, &output});
  if (!inferred.ok() || !Compatible(inferred.value(), output)) return 0;
  return ConvolutionFlops(call.attributes, input, filter, output);
}

int64_t LibraryFlops(const Instruction& call) {
  const std::optional<LibraryFunction> function =
      FindLibraryFunction(call.attributes.String(Attr::custom_call_target));
  if (!function || call.operands.empty() || call.operands[0]->shape->dims.empty()) return 0;
  const Shape& first = *call.operands[0]->shape;
  const Shape& second = *call.operands[call.operands.size() > 1 ? 1 : 0]->shape;
  const Shape& result = FirstOf(*call.shape);
  switch (*function) {
    case LibraryFunction::kRadixSort:
      return SortFlops(call);
    case LibraryFunction::kCholesky:
      return CholeskyFlops(first);
    case LibraryFunction::kTriangularSolve:
    case LibraryFunction::kCublasTriangularSolve:
      return TriangularSolveFlops(first, second);
    case LibraryFunction::kCublasMatmul:
    case LibraryFunction::kCublasMatmulF8:
      return DotFlops(call, ConfigNumbers(call.attributes, "lhs_contracting_dimensions"));
    case LibraryFunction::kCudnnForward:
      return ForwardFlops(call, first, second, result);
    case LibraryFunction::kCudnnBackwardInput:
      return ForwardFlops(call, result, second, first);
    case LibraryFunction::kCudnnBackwardFilter:
      return ForwardFlops(call, first, result, second);
    default:
      return 0;
  }
}

// The random numbers, which follow the new state if there is one.
int64_t RandomElements(const Instruction& random) {
  const Shape& shape = *random.shape;
  return Elements(shape.IsTuple() && shape.elements.size() > 1 ? shape.elements[1] : shape);
}

// The updates of a scatter of one or more arrays follow the arrays and the indices.
size_t FirstUpdates(const Instruction& scatter) { return scatter.operands.size() / 2 + 1; }

int64_t OperandElements(const Instruction& instruction) {
  int64_t elements = 0;
  for (const Instruction* operand : instruction.operands) {
    elements = Plus(elements, Elements(*operand->shape));
  }
  return elements;
}

int64_t OperandBytes(const Instruction& instruction, size_t first) {
  int64_t bytes = 0;
  for (size_t i = first; i < instruction.operands.size(); ++i) {
    bytes = Plus(bytes, Bytes(*instruction.operands[i]->shape));
  }
  return bytes;
}

void AddBytes(const Instruction& instruction, Cost& cost) {
  constexpr int64_t kPointerBytes = 8;
  switch (instruction.op->memory_cost) {
    case MemoryCost::kOperandsAndResult:
      cost.bytes_written = Bytes(*instruction.shape);
      cost.bytes_read = OperandBytes(instruction, 0);
      return;
    case MemoryCost::kNone:
      return;
    case MemoryCost::kPointers:
      cost.bytes_written = kPointerBytes * std::ssize(instruction.operands);
      return;
    case MemoryCost::kSlice:
      cost.bytes_written = Bytes(*instruction.shape);
      cost.bytes_read = Plus(cost.bytes_written, OperandBytes(instruction, 1));
      return;
    case MemoryCost::kUpdate:
      cost.bytes_written = Bytes(*instruction.operands[1]->shape);
      cost.bytes_read = OperandBytes(instruction, 1);
      return;
    case MemoryCost::kScatter:
      cost.bytes_written = OperandBytes(instruction, FirstUpdates(instruction));
      cost.bytes_read =
          Plus(cost.bytes_written, OperandBytes(instruction, FirstUpdates(instruction) - 1));
      return;
  }
}

class Analysis {
 public:
  explicit Analysis(const Module& module) : module_(module) {}

  ModuleCost Run() {
    ModuleCost cost;
    for (const auto& computation : module_.computations) {
      Cost total;
      for (const Instruction* instruction : computation->instructions) {
        const Cost own = OfInstruction(*instruction);
        cost.instructions.push_back({instruction, own});
        total = total + own;
      }
      computations_[computation.get()] = total;
    }
    cost.total = OfComputation(module_.entry);
    return cost;
  }

 private:
  // Callees precede their callers.
  Cost OfComputation(const Computation* computation) const {
    const auto found = computations_.find(computation);
    return found == computations_.end() ? Cost() : found->second;
  }

  Cost OfInstruction(const Instruction& instruction) const {
    if (instruction.op->arithmetic_cost == ArithmeticCost::kCalls) return OfCalls(instruction);
    Cost cost = Arithmetic(instruction);
    AddBytes(instruction, cost);
    return cost;
  }

  Cost OfCalls(const Instruction& instruction) const {
    Cost sum, largest;
    for (const Computation* called : instruction.CalledComputations()) {
      const Cost cost = OfComputation(called);
      sum = sum + cost;
      largest.flops = std::max(largest.flops, cost.flops);
      largest.transcendentals = std::max(largest.transcendentals, cost.transcendentals);
      largest.bytes_read = std::max(largest.bytes_read, cost.bytes_read);
      largest.bytes_written = std::max(largest.bytes_written, cost.bytes_written);
    }
    return instruction.Is(Opcode::kConditional) ? largest : sum;
  }

  // The cost of a called computation without its bytes, times `times`.
  Cost Applied(const Computation* computation, int64_t times) const {
    const Cost once = OfComputation(computation);
    return {Times(once.flops, times), Times(once.transcendentals, times), 0, 0};
  }
  Cost Applied(const Instruction& instruction, Attr attr, int64_t times) const {
    return Applied(instruction.attributes.Called(attr), times);
  }

  // All but the first element of each window.
  Cost OfReduceWindow(const Instruction& instruction) const {
    const int64_t others = std::max<int64_t>(WindowElements(instruction) - 1, 0);
    return Applied(instruction, Attr::to_apply, Times(Elements(*instruction.shape), others));
  }

  Cost OfSelectAndScatter(const Instruction& instruction) const {
    const int64_t sources = Elements(*instruction.operands[1]->shape);
    const int64_t others = std::max<int64_t>(WindowElements(instruction) - 1, 0);
    return Applied(instruction, Attr::select, Times(sources, others)) +
           Applied(instruction, Attr::scatter, sources);
  }

  Cost Arithmetic(const Instruction& instruction) const {
    const int64_t elements = Elements(*instruction.shape);
    const auto operand = [&](size_t i) -> const Shape& { return *instruction.operands[i]->shape; };
    switch (instruction.op->arithmetic_cost) {
      case ArithmeticCost::kNone:
      case ArithmeticCost::kCalls:
        return {};
      case ArithmeticCost::kFlop:
        return {.flops = elements};
      case ArithmeticCost::kTranscendental:
        return {.transcendentals = elements};
      case ArithmeticCost::kFusion:
        return Applied(instruction, Attr::calls, 1);
      case ArithmeticCost::kDot:
        return {.flops =
                    DotFlops(instruction, instruction.attributes.Ints(Attr::lhs_contracting_dims))};
      case ArithmeticCost::kConvolution:
        return {.flops = ConvolutionFlops(instruction.attributes, operand(0), operand(1),
                                          *instruction.shape)};
      case ArithmeticCost::kReduce:
        return Applied(instruction, Attr::to_apply,
                       std::max<int64_t>(Elements(operand(0)) - elements, 0));
      case ArithmeticCost::kReduceWindow:
        return OfReduceWindow(instruction);
      case ArithmeticCost::kSelectAndScatter:
        return OfSelectAndScatter(instruction);
      case ArithmeticCost::kScatter:
        return Applied(instruction, Attr::to_apply, Elements(operand(FirstUpdates(instruction))));
      case ArithmeticCost::kMap:
        return Applied(instruction, Attr::to_apply, elements);
      case ArithmeticCost::kAllReduce:
        return {.flops = OperandElements(instruction)};
      case ArithmeticCost::kFft:
        return {.flops = FftFlops(instruction)};
      case ArithmeticCost::kSort:
        return {.flops = SortFlops(instruction)};
      case ArithmeticCost::kCholesky:
        return {.flops = CholeskyFlops(operand(0))};
      case ArithmeticCost::kTriangularSolve:
        return {.flops = TriangularSolveFlops(operand(0), operand(1))};
      case ArithmeticCost::kRandomBits:
        return {.transcendentals = RandomElements(instruction)};
      case ArithmeticCost::kLibraryCall:
        return {.flops = LibraryFlops(instruction)};
    }
    return {};
  }

  const Module& module_;
  std::unordered_map<const Computation*, Cost> computations_;
};

}  // namespace

ModuleCost CostOf(const Module& module) { return Analysis(module).Run(); }

}  // namespace hlo
