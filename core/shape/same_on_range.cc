// SPDX-License-Identifier: Apache-2.0
// Whether two functions given by levels are the same. Tiles need not divide sizes, so periods need
// not divide each other; the proof uses Euclid's algorithm on the periods.
#include <algorithm>

#include "core/shape/separable.h"

namespace hlo {
namespace {

class Comparison {
 public:
  explicit Comparison(int64_t budget) : budget_(budget) {}
  bool exhausted() const { return budget_ < 0; }

  // a(c) == b(c) for 0 <= c < count, where `a` and `b` are their first na and nb levels.
  bool Same(const Levels& a, size_t na, const Levels& b, size_t nb, int64_t count) {
    if (--budget_ < 0) return false;
    while (na > 0 && a[na - 1].period >= count) --na;
    while (nb > 0 && b[nb - 1].period >= count) --nb;
    if (count <= 1) return true;
    const int64_t p = na > 0 ? a[na - 1].period : 0, q = nb > 0 ? b[nb - 1].period : 0;
    if (p < q) return Same(b, nb, a, na, count);
    if (p == 0) return true;  // no levels left: both are 0
    if (p == q) {
      return a[na - 1].stride == b[nb - 1].stride && Same(a, na - 1, b, nb - 1, p);
    }
    // `a` repeats with the longer period p: `b` must agree within p and repeat in the same way.
    return Same(a, na - 1, b, nb, p) && a[na - 1].stride == Value(b, nb, p) &&
           Repeats(b, nb, p, count);
  }

 private:
  static int64_t Value(const Levels& levels, size_t n, int64_t c) {
    int64_t position = 0;
    for (size_t k = n; k-- > 0;) {
      position += c / levels[k].period * levels[k].stride;
      c %= levels[k].period;
    }
    return position;
  }

  // f(c + p) == f(c) + f(p) for all c >= 0 with c + p < count, where f is the first n levels.
  bool Repeats(const Levels& f, size_t n, int64_t p, int64_t count) {
    if (--budget_ < 0) return false;
    while (n > 0 && f[n - 1].period >= count) --n;
    if (n == 0 || p >= count) return true;
    const int64_t q = f[n - 1].period, stride = f[n - 1].stride;
    // Whole q's in p only add multiples of the stride.
    const int64_t b = p % q, m = count - p + b;
    if (b == 0) return true;
    if (!Repeats(f, n - 1, b, std::min(q, m))) return false;
    if (m <= q) return true;
    // Across the end of a q = k * b + d: f(q + h) = stride + f(h) must equal the result of b, which
    // is k * f(b) + f(d + h), for 0 <= h < min(b, m - q).
    const int64_t k = q / b, d = q % b;
    // That sum need not be a position of the array: it may not fit in 64 bits.
    if (stride != static_cast<__int128>(k) * Value(f, n - 1, b) + Value(f, n - 1, d)) return false;
    return d == 0 || Repeats(f, n - 1, d, d + std::min(b, m - q));
  }

  int64_t budget_;
};

}  // namespace

std::optional<bool> SameOnRange(const Levels& a, const Levels& b, int64_t count, int64_t budget) {
  Comparison comparison(budget);
  const bool same = comparison.Same(a, a.size(), b, b.size(), count);
  if (comparison.exhausted()) return std::nullopt;
  return same;
}

}  // namespace hlo
