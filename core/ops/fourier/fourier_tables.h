// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_FOURIER_FOURIER_TABLES_H_
#define HLO_CORE_OPS_FOURIER_FOURIER_TABLES_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/kernels/fourier.h"
#include "core/literal/memory_budget.h"
#include "core/ops/evaluate.h"

namespace hlo {

// Columns of C64 or C128 that are transformed together.
inline int64_t FourierWidth(ElementType type) { return 128 / StorageBytes(type); }

// Whether no prime factor exceeds kMaxRadix.
bool HasFourierRadices(int64_t length);
// Radices of the passes with the least work for such a length, in ascending order; none for 1.
std::vector<int32_t> FourierRadices(int64_t length);

// What a transform of n = n1 n2 numbers needs. n2 is 1 for short lengths and those without divisors
// near the square root.
struct FourierTables {
  struct Part {
    FourierPasses passes;
    Literal numbers;  // roots and twiddles of the passes
  };
  Part parts[2];  // of lengths n1 and n2
  // exp(-2 pi i j k / n), the F64 product of two roots of unity rounded once, for number k < n1 of
  // column j < n2: the rows of the first columns, then those of the next ones.
  Literal twiddles;
};

// For lengths without prime factors above kMaxRadix. Error R02.
Result<std::shared_ptr<const FourierTables>> FindFourierTables(EvalContext& context,
                                                               ElementType type, int64_t length);

// A table of about `bytes` bytes that the program keeps, or a new one: make(budget), which
// allocates from the run's budget (context) only what is not kept (nullptr).
template <class Table, class Make>
Result<std::shared_ptr<const Table>> FindTable(EvalContext& context, const TableKey& key,
                                               int64_t bytes, Make&& make) {
  const std::shared_ptr<MemoryBudget>& budget = context.runtime().budget();
  BlockPool* pool = budget == nullptr ? nullptr : budget->pool();
  const bool keep = pool != nullptr && bytes <= KeptTables::kMaxTableBytes;
  if (keep) {
    std::shared_ptr<const void> found = pool->tables().Find(key);
    if (found != nullptr) return std::static_pointer_cast<const Table>(std::move(found));
  }
  HLO_TRY(Table table, make(keep ? nullptr : budget));
  auto shared = std::make_shared<const Table>(std::move(table));
  if (keep) pool->tables().Keep(key, shared, bytes);
  return std::shared_ptr<const Table>(std::move(shared));
}

// An array of `count` numbers.
inline Result<Literal> FourierNumbers(const std::shared_ptr<MemoryBudget>& budget, ElementType type,
                                      int64_t count) {
  return Literal::Allocate(Shape::Array(type, {count}), budget);
}

}  // namespace hlo

#endif  // HLO_CORE_OPS_FOURIER_FOURIER_TABLES_H_
