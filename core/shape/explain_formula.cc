// SPDX-License-Identifier: Apache-2.0
// The position as a formula, with the numbers of one layout filled in.
#include <optional>
#include <utility>

#include "core/base/format.h"
#include "core/shape/explain.h"

namespace hlo {
namespace {

// Longer formulas are unreadable; only nested `*` produces them.
constexpr size_t kMaxLength = 2000;

// (base div divisor) mod modulus; modulus 0: no mod. A `simple` base needs no parentheses.
struct Quotient {
  std::string base;
  bool simple = true;
  int64_t divisor = 1, modulus = 0;

  std::string Text() const {
    std::string text = base;
    bool bare = simple;
    if (divisor != 1) {
      text = Format("{} div {}", {bare ? text : "(" + text + ")", divisor});
      bare = false;
    }
    if (modulus != 0) text = Format("{} mod {}", {bare ? text : "(" + text + ")", modulus});
    return text;
  }
  bool IsSimple() const { return simple && divisor == 1 && modulus == 0; }
};

Quotient Wrap(const Quotient& inner) { return {inner.Text(), inner.IsSimple(), 1, 0}; }

Quotient Divide(Quotient e, int64_t tile) {
  if (tile == 1) return e;
  if (e.modulus != 0 && e.modulus % tile != 0) e = Wrap(e);
  e.divisor *= tile;
  if (e.modulus != 0) e.modulus /= tile;
  return e;
}

// `size` is one more than the largest value of e.
Quotient Remainder(Quotient e, int64_t tile, int64_t size) {
  if (size <= tile) return e;
  if (e.modulus != 0 && e.modulus % tile != 0) e = Wrap(e);
  e.modulus = tile;
  return e;
}

// Row-major index over several coordinates: "(z*7 + y)*8 + x".
Quotient Combine(const std::vector<Quotient>& parts, std::span<const int64_t> sizes) {
  Quotient out;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (sizes[i] == 1) continue;
    if (out.base.empty()) {
      out = parts[i];
      continue;
    }
    const std::string left = out.IsSimple() ? out.base : "(" + out.Text() + ")";
    const std::string right = parts[i].IsSimple() ? parts[i].base : "(" + parts[i].Text() + ")";
    out = {Format("{}*{} + {}", {left, sizes[i], right}), false, 1, 0};
  }
  if (out.base.empty()) out.base = "0";
  return out;
}

bool FollowTile(const TileStep& step, std::vector<Quotient>& parts) {
  parts.insert(parts.begin(), step.prepended, Quotient{"0", true, 1, 0});
  std::vector<Quotient> counts, places;
  size_t at = step.head, length = 0;
  for (size_t k = 0; k < step.body.size(); ++k) {
    const size_t end = step.head + step.group_ends[k];
    const std::vector<Quotient> group(parts.begin() + static_cast<std::ptrdiff_t>(at),
                                      parts.begin() + static_cast<std::ptrdiff_t>(end));
    const Quotient combined =
        Combine(group, std::span<const int64_t>(step.before.data() + at, end - at));
    counts.push_back(Divide(combined, step.tile[k]));
    places.push_back(Remainder(combined, step.tile[k], step.body[k]));
    length += combined.base.size();
    at = end;
  }
  parts.resize(step.head);
  parts.insert(parts.end(), counts.begin(), counts.end());
  parts.insert(parts.end(), places.begin(), places.end());
  return length <= kMaxLength;
}

// nullopt if it would become too long.
std::optional<std::string> Polynomial(const PhysicalLayout& physical) {
  const std::vector<std::string> names = CoordinateNames(physical.major_to_minor().size());
  std::vector<Quotient> parts;
  for (int64_t d : physical.major_to_minor()) {
    parts.push_back({names[static_cast<size_t>(d)], true, 1, 0});
  }
  for (const TileStep& step : physical.steps()) {
    if (!FollowTile(step, parts)) return std::nullopt;
  }
  const Dims& sizes = physical.final_sizes();
  std::string out;
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    const Quotient& part = parts[i];
    // A coordinate that is always 0 contributes nothing.
    if (sizes[i] != 1 && part.base != "0") {
      std::string term = part.IsSimple() ? part.base : "(" + part.Text() + ")";
      if (stride != 1) term += Format("*{}", {stride});
      out = out.empty() ? term : term + " + " + out;
    }
    stride *= sizes[i];
  }
  if (out.size() > kMaxLength) return std::nullopt;
  return out.empty() ? "0" : out;
}

}  // namespace

std::string PositionFormula(const PhysicalLayout& physical) {
  if (physical.elements() == 0) return "";
  if (const std::optional<std::string> text = Polynomial(physical)) return "position = " + *text;
  return "position = row-major index of the coordinates after the last tile";
}

}  // namespace hlo
