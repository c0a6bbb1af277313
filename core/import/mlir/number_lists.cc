// SPDX-License-Identifier: Apache-2.0
// Lists of integers, in all their spellings (imports reference 3.1).
#include <algorithm>
#include <cstring>
#include <optional>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/mlir/dense.h"
#include "core/import/mlir/lexer.h"

namespace hlo::mlir {
namespace {

// The numbers of dense<...> of integers.
bool ReadDenseNumbers(const File& file, Report& report, const Attribute& dense,
                      std::vector<int64_t>& numbers) {
  const Type* type = dense.type;
  const bool good = type != nullptr && type->fault == TypeFault::kNone &&
                    !IsComplex(type->element) && !IsFloat(type->element) &&
                    std::count(type->dims.begin(), type->dims.end(), kUnknownSize) == 0;
  DenseValue value;
  if (!good) {
    report.Error("P12", dense.span, "expected a list of integers");
    return false;
  }
  if (!ReadDense(file, report, dense, *type, value)) return false;
  const std::optional<int64_t> count = CheckedProduct({type->dims.data(), type->dims.size()});
  if (value.elided) {
    report.Error("P12", dense.span, "the integers of an attribute must not be left out");
    return false;
  }
  if (!count || *count > kMaxNumbers) {
    report.Error("P12", dense.span,
                 Format("expected a list of at most {} integers", {kMaxNumbers}));
    return false;
  }
  const int width = StorageBytes(type->element);
  for (int64_t i = 0; i < *count; ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, value.literal->bytes() + (value.splat ? 0 : i * width),
                static_cast<size_t>(width));
    const int spare = 64 - 8 * width;
    const auto extended = static_cast<int64_t>(bits << spare) >> spare;
    numbers.push_back(IsSigned(type->element) ? extended : static_cast<int64_t>(bits));
  }
  return true;
}

// The numbers of a list. Aliases would let a short text stand for any number of them.
class NumberReader {
 public:
  NumberReader(const File& file, Report& report, std::vector<int64_t>& numbers)
      : file_(file), report_(report), numbers_(numbers) {}

  bool Read(const Attribute& attribute, int depth = 0) {
    if (depth > kMaxNesting || ++parts_ > kMaxNumbers || std::ssize(numbers_) > kMaxNumbers) {
      report_.Error("P10", attribute.span,
                    Format("a list is nested deeper than {} levels, or has more than {} parts with "
                           "what its aliases stand for",
                           {kMaxNesting, kMaxNumbers}));
      return false;
    }
    const Attribute* resolved = file_.Resolve(&attribute);
    switch (resolved == nullptr ? AttributeKind::kOther : resolved->kind) {
      case AttributeKind::kInteger:
      case AttributeKind::kBool:
        numbers_.push_back(resolved->integer());
        return true;
      case AttributeKind::kUnit:
        numbers_.push_back(1);
        return true;
      case AttributeKind::kDense:
        return ReadDenseNumbers(file_, report_, *resolved, numbers_);
      case AttributeKind::kArray:
        return std::all_of(resolved->elements.begin(), resolved->elements.end(),
                           [&](const Attribute* element) { return Read(*element, depth + 1); });
      default:
        report_.Error("P12", attribute.span, "expected integers");
        return false;
    }
  }

 private:
  const File& file_;
  Report& report_;
  std::vector<int64_t>& numbers_;
  int64_t parts_ = 0;
};

}  // namespace

bool ReadNumbers(const File& file, Report& report, const Attribute& attribute,
                 std::vector<int64_t>& numbers) {
  return NumberReader(file, report, numbers).Read(attribute);
}

}  // namespace hlo::mlir
