// SPDX-License-Identifier: Apache-2.0
#include "core/shape/separable.h"

#include <algorithm>
#include <utility>

namespace hlo {
namespace {

// weight * (the digit of dimension `dimension` at `period`), as part of a coordinate.
struct Term {
  size_t dimension;
  int64_t period;
  int64_t weight;
};
using Sum = std::vector<Term>;

// Tracks the coordinates of a layout symbolically, as sums of digits of the logical coordinates,
// through the rounds of layout reference 3.10.
class Separator {
 public:
  explicit Separator(const PhysicalLayout& physical) {
    const Dims& order = physical.major_to_minor();
    sizes_.resize(order.size());
    periods_.resize(order.size());
    for (size_t k = 0; k < order.size(); ++k) {
      const auto d = static_cast<size_t>(order[k]);
      sizes_[d] = physical.physical_sizes()[k];
      coordinates_.push_back({Term{d, 1, 1}});
    }
  }

  bool Follow(const TileStep& step) {
    std::vector<Sum> counts, places;
    coordinates_.insert(coordinates_.begin(), step.prepended, Sum());
    size_t at = step.head;
    for (size_t k = 0; k < step.body.size(); ++k) {
      Sum combined;
      for (; at < step.head + step.group_ends[k]; ++at) {
        for (Term& term : combined) term.weight *= step.before[at];
        combined.insert(combined.end(), coordinates_[at].begin(), coordinates_[at].end());
      }
      counts.emplace_back();
      places.emplace_back();
      if (!Divide(std::move(combined), step.tile[k], counts.back(), places.back())) return false;
    }
    coordinates_.resize(step.head);
    coordinates_.insert(coordinates_.end(), counts.begin(), counts.end());
    coordinates_.insert(coordinates_.end(), places.begin(), places.end());
    return true;
  }

  std::vector<Levels> Finish(const Dims& final_sizes) {
    std::vector<Levels> levels(sizes_.size());
    int64_t stride = 1;
    for (size_t i = final_sizes.size(); i-- > 0;) {
      for (const Term& term : coordinates_[i]) {
        levels[term.dimension].push_back({term.period, term.weight * stride});
      }
      stride *= final_sizes[i];
    }
    for (Levels& one : levels) {
      std::sort(one.begin(), one.end(),
                [](const Level& a, const Level& b) { return a.period < b.period; });
    }
    return levels;
  }

 private:
  // Largest value of the digit of a dimension at a period.
  int64_t Largest(const Term& term) const {
    const Dims& periods = periods_[term.dimension];
    const int64_t* next = std::upper_bound(periods.begin(), periods.end(), term.period);
    const int64_t end = next == periods.end() ? sizes_[term.dimension] : *next;
    return (end - 1) / term.period;
  }

  // Splits the digit of `term` in two, at `period`.
  void Cut(const Term& term, int64_t period) {
    Dims& periods = periods_[term.dimension];
    periods.insert(std::upper_bound(periods.begin(), periods.end(), term.period), period);
  }

  // sum = tile * quotient + remainder, 0 <= remainder < tile, both again sums of digits.
  bool Divide(Sum sum, int64_t tile, Sum& quotient, Sum& remainder) {
    std::stable_sort(sum.begin(), sum.end(),
                     [](const Term& a, const Term& b) { return a.weight < b.weight; });
    int64_t reached = 0;  // largest value of the remainder so far
    for (const Term& term : sum) {
      const int64_t largest = Largest(term);
      if (largest == 0) continue;  // a dimension of size 1, or a tile wider than the array
      if (term.weight % tile == 0) {
        quotient.push_back({term.dimension, term.period, term.weight / tile});
      } else if (largest <= (tile - 1 - reached) / term.weight) {
        remainder.push_back(term);
        reached += term.weight * largest;
      } else if (tile % term.weight == 0 && reached < term.weight) {
        const int64_t cut = tile / term.weight;
        Cut(term, term.period * cut);
        remainder.push_back(term);
        quotient.push_back({term.dimension, term.period * cut, 1});
        reached += term.weight * (cut - 1);
      } else {
        return false;
      }
    }
    return true;
  }

  Dims sizes_;                    // per logical dimension
  std::vector<Dims> periods_;     // at which each logical dimension is cut, increasing
  std::vector<Sum> coordinates_;  // of the current list of physical sizes
};

}  // namespace

int64_t Evaluate(const Levels& levels, int64_t coordinate) {
  int64_t position = 0;
  for (size_t k = levels.size(); k-- > 0;) {
    position += coordinate / levels[k].period * levels[k].stride;
    coordinate %= levels[k].period;
  }
  return position;
}

int64_t RunLength(const Levels& levels, int64_t coordinate) {
  int64_t run = INT64_MAX;
  for (size_t k = levels.size(); k-- > 1;) {
    coordinate %= levels[k].period;
    run = std::min(run, levels[k].period - coordinate);
  }
  return run;
}

std::optional<std::vector<Levels>> Separate(const PhysicalLayout& physical) {
  if (physical.elements() == 0) return std::nullopt;
  Separator separator(physical);
  for (const TileStep& step : physical.steps()) {
    if (!separator.Follow(step)) return std::nullopt;
  }
  return separator.Finish(physical.final_sizes());
}

}  // namespace hlo
