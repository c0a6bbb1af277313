// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_MLIR_DENSE_H_
#define HLO_CORE_IMPORT_MLIR_DENSE_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "core/import/mlir/tree.h"
#include "core/import/support/report.h"
#include "hlo/literal.h"

namespace hlo::mlir {

// The value of dense<...> or dense_resource<...>.
struct DenseValue {
  bool elided = false;  // left out when the text was printed; there is no literal
  bool splat = false;   // the literal is a scalar that fills the whole array
  std::shared_ptr<const Literal> literal;
};

// Reads the elements of `dense`, an array of `type`, which has static sizes and an HLO element type
// (imports reference, section 10.3). Memory is a multiple of the text. Errors: C01..C05, P01, L05.
bool ReadDense(const File& file, Report& report, const Attribute& dense, const Type& type,
               DenseValue& value);

// The numbers of an attribute that is a list of integers or booleans in any spelling: [1, 2],
// array<i64: 1, 2>, dense<[[1, 2]]>, dense<1> : tensor<2xi64>, 1. At most `kMaxNumbers`.
inline constexpr int64_t kMaxNumbers = int64_t{1} << 20;
bool ReadNumbers(const File& file, Report& report, const Attribute& attribute,
                 std::vector<int64_t>& numbers);

}  // namespace hlo::mlir

#endif  // HLO_CORE_IMPORT_MLIR_DENSE_H_
