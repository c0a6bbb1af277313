// SPDX-License-Identifier: Apache-2.0
#include "core/ops/fourier/fourier_tables.h"

#include <algorithm>
#include <complex>

#include "core/base/checked.h"
#include "core/ops/fourier/roots_of_unity.h"
#include "core/types/convert.h"

namespace hlo {
namespace {

// Shorter lengths are not split.
constexpr int64_t kShortestSplit = 64;

// Time of a pass per number, measured roughly.
double PassCost(int32_t radix) {
  switch (radix) {
    case 2:
      return 10;
    case 3:
    case 4:
      return 11;
    case 5:
    case 6:
    case 8:
      return 13;
    case 7:
    case 9:
    case 10:
      return 15;
    default:
      return 10 + radix;
  }
}

// Adds the cheapest radices that divide n and are at most the last one.
void SearchRadices(int64_t n, std::vector<int32_t>& radices, double cost,
                   std::vector<int32_t>& best, double& best_cost) {
  if (cost >= best_cost) return;
  if (n == 1) {
    best = radices;
    best_cost = cost;
    return;
  }
  const int32_t most = radices.empty() ? kMaxRadix : radices.back();
  const auto add = [&](int32_t radix) {
    if (radix > most || n % radix != 0) return;
    radices.push_back(radix);
    SearchRadices(n / radix, radices, cost + PassCost(radix), best, best_cost);
    radices.pop_back();
  };
  for (int32_t radix = kMaxRadix; radix > 10; radix -= 2) add(radix);
  for (size_t i = std::size(kFourierRadices); i-- > 0;) add(kFourierRadices[i]);
}

double Cost(const std::vector<int32_t>& radices) {
  double cost = 0;
  for (const int32_t radix : radices) cost += PassCost(radix);
  return cost;
}

// n1 of a split: passes over all lanes of few vectors, and parts of about the same length, so that
// both stay in the L1 cache. `length` if there is no good one.
int64_t FindSplit(int64_t length, int64_t width) {
  if (length < kShortestSplit) return length;
  int64_t best = 1;
  double least = 0;
  for (int64_t d = 2; d * d <= length; ++d) {
    if (length % d != 0) continue;
    const int64_t other = length / d;
    const auto fill = [&](int64_t n) {
      return static_cast<double>(RoundUp(n, width)) / static_cast<double>(n);
    };
    // A part that exceeds the cache costs as much as a pass more each time it doubles.
    double excess = 0;
    for (int64_t n = 256; n < other; n *= 2) excess += 5;
    const double cost = (Cost(FourierRadices(d)) + 20) * fill(other) +
                        (Cost(FourierRadices(other)) + 20 + excess) * fill(d);
    if (best > 1 && cost >= least) continue;
    best = d;
    least = cost;
  }
  return length <= 256 && best < 8 ? length : best;
}

std::vector<int32_t> StartsOf(const std::vector<int32_t>& radices, int64_t length) {
  std::vector<int32_t> starts;
  const int64_t blocks = radices.empty() ? 1 : length / radices.back();
  for (int64_t block = 0; block < blocks; ++block) {
    int64_t start = 0, weight = 1, place = block, rest = blocks;
    for (size_t i = 0; i + 1 < radices.size(); ++i) {
      rest /= radices[i];
      start += place / rest * weight;
      place %= rest;
      weight *= radices[i];
    }
    starts.push_back(static_cast<int32_t>(start));
  }
  return starts;
}

Result<FourierTables::Part> MakePart(const std::shared_ptr<MemoryBudget>& budget, ElementType type,
                                     int64_t length) {
  FourierTables::Part part;
  // A transform of one number is a pass of radix 1, which copies it.
  std::vector<int32_t> radices = FourierRadices(length);
  if (radices.empty()) radices.push_back(1);
  part.passes.length = length;
  part.passes.starts = StartsOf(radices, length);
  std::vector<std::complex<double>> all, numbers;
  for (int64_t t = 0; t < length; ++t) all.push_back(RootOfUnity(t, length));
  std::vector<size_t> places;
  int64_t block = length;
  for (const int32_t radix : radices) {
    places.push_back(numbers.size());
    const auto root = [&](int64_t t, int64_t n) {
      return all[static_cast<size_t>(t * (length / n))];
    };
    for (int64_t t = 0; t < radix; ++t) numbers.push_back(root(t, radix));
    for (int64_t k = 1; k < block / radix; ++k) {
      for (int64_t r = 1; r < radix; ++r) numbers.push_back(root(k * r, block));
    }
    block /= radix;
  }
  HLO_TRY(part.numbers, FourierNumbers(budget, type, std::ssize(numbers)));
  uint8_t* bytes = part.numbers.mutable_bytes();
  ConvertFunction(ElementType::kC128, type)(numbers.data(), numbers.size(), bytes);
  const auto size = static_cast<size_t>(StorageBytes(type));
  for (size_t i = 0; i < radices.size(); ++i) {
    const uint8_t* roots = bytes + places[i] * size;
    part.passes.passes.push_back(
        {radices[i], roots, roots + static_cast<size_t>(radices[i]) * size});
  }
  return part;
}

// For powers w^k of the roots w of all columns: w^b for b < count, or for multiples b of count.
struct Powers {
  std::vector<double> numbers;  // for each b: real parts of all columns, then imaginary parts
  int64_t columns = 0;

  Powers(const RootsOfUnity& roots, int64_t length, int64_t wide, int64_t count, int64_t power)
      : numbers(static_cast<size_t>(2 * count * wide)), columns(wide) {
    double* row = numbers.data();
    for (int64_t b = 0; b < count; ++b, row += 2 * columns) {
      const int64_t step = power * b % length;
      for (int64_t c = 0, t = 0; c < columns; ++c) {
        const std::complex<double> root = roots[t];
        row[c] = root.real();
        row[columns + c] = root.imag();
        t += step;
        if (t >= length) t -= length;
      }
    }
  }
  const double* Of(int64_t b) const { return numbers.data() + 2 * columns * b; }
};

template <class T>
void FillTwiddles(const RootsOfUnity& roots, int64_t n1, int64_t n2, Literal& twiddles) {
  constexpr int64_t kWidth = kFourierColumns<T>;
  int shift = 0;
  while (int64_t{1} << 2 * shift < n1) ++shift;
  const int64_t count = int64_t{1} << shift, columns = RoundUp(n2, kWidth);
  const Powers fine(roots, n1 * n2, columns, count, 1);
  const Powers coarse(roots, n1 * n2, columns, count, count);
  T* row = reinterpret_cast<T*>(twiddles.mutable_bytes());
  for (int64_t c = 0; c < columns; c += kWidth) {
    for (int64_t k = 0; k < n1; ++k, row += kFourierRow<T>) {
      const double* a = coarse.Of(k >> shift) + c;
      const double* b = fine.Of(k & (count - 1)) + c;
      for (int64_t i = 0; i < kWidth; ++i) {
        const double ar = a[i], ai = a[columns + i], br = b[i], bi = b[columns + i];
        row[i] = static_cast<T>(ar * br - ai * bi);
        row[kWidth + i] = static_cast<T>(ar * bi + ai * br);
      }
    }
  }
}

Result<FourierTables> MakeTables(EvalContext& context, const std::shared_ptr<MemoryBudget>& budget,
                                 ElementType type, int64_t length) {
  FourierTables tables;
  const int64_t width = FourierWidth(type);
  const int64_t n1 = FindSplit(length, width), n2 = length / n1;
  HLO_TRY(tables.parts[0], MakePart(budget, type, n1));
  if (n2 == n1) {
    tables.parts[1] = tables.parts[0];
  } else {
    HLO_TRY(tables.parts[1], MakePart(budget, type, n2));
  }
  if (n2 == 1) return tables;
  HLO_TRY(tables.twiddles, FourierNumbers(budget, type, n1 * RoundUp(n2, width)));
  HLO_TRY(const RootsOfUnity roots, RootsOfUnity::Make(context, length));
  if (type == ElementType::kC128) {
    FillTwiddles<double>(roots, n1, n2, tables.twiddles);
  } else {
    FillTwiddles<float>(roots, n1, n2, tables.twiddles);
  }
  return tables;
}

}  // namespace

std::vector<int32_t> FourierRadices(int64_t length) {
  std::vector<int32_t> radices, best;
  double cost = 1e9;
  SearchRadices(length, radices, 0, best, cost);
  std::reverse(best.begin(), best.end());
  return best;
}

bool HasFourierRadices(int64_t length) {
  for (int32_t p = 2; p <= kMaxRadix; ++p) {
    while (length % p == 0) length /= p;
  }
  return length == 1;
}

Result<std::shared_ptr<const FourierTables>> FindFourierTables(EvalContext& context,
                                                               ElementType type, int64_t length) {
  const TableKey key = {TableKey::Kind::kFourier, static_cast<int32_t>(type), length};
  return FindTable<FourierTables>(
      context, key, 2 * length * StorageBytes(type),
      [&](const auto& budget) { return MakeTables(context, budget, type, length); });
}

}  // namespace hlo
