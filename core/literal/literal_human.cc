// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "core/base/format.h"
#include "core/literal/live_elements.h"
#include "core/types/number_text.h"
#include "hlo/literal.h"

namespace hlo {
namespace {

constexpr size_t kLineWidth = 96;   // longer rows continue on the next line
constexpr int64_t kElidedRow = 12;  // elements of a row that is shortened anyway

// Separates the first from the last shown positions of an axis.
constexpr int64_t kGap = -1;

// The positions of one axis that are shown, with kGap for the omitted ones.
std::vector<int64_t> ShownPlaces(int64_t size, int64_t limit) {
  std::vector<int64_t> places;
  const int64_t tail = size > limit ? limit / 2 : 0;
  const int64_t head = std::min(size, limit) - tail;
  for (int64_t i = 0; i < head; ++i) places.push_back(i);
  if (size > limit) places.push_back(kGap);
  for (int64_t i = size - tail; i < size; ++i) places.push_back(i);
  return places;
}

// Elements shown when no axis shows more than `limit`; stops counting beyond `enough`.
int64_t ShownCount(const Dims& sizes, int64_t limit, int64_t enough) {
  int64_t count = 1;
  for (int64_t size : sizes) {
    count *= std::min(size, limit);
    if (count > enough) return enough + 1;
  }
  return count;
}

// The rows of one array, with all cells equally wide.
class TableWriter {
 public:
  TableWriter(const Literal& array, int64_t max_elements, std::string& out)
      : array_(array), live_(array), out_(out) {
    const Dims& sizes = live_.sizes();
    const size_t rank = sizes.size();
    max_elements = std::clamp<int64_t>(max_elements, 1, int64_t{1} << 40);
    const bool elide = live_.count() > max_elements;
    int64_t limit = INT64_MAX;
    if (elide) {
      int64_t too_many = max_elements + 1;
      limit = 1;
      while (limit + 1 < too_many) {
        const int64_t middle = limit + (too_many - limit) / 2;
        const bool fits = ShownCount(sizes, middle, max_elements) <= max_elements;
        (fits ? limit : too_many) = middle;
      }
    }
    for (size_t d = 0; d < rank; ++d) {
      const bool row = d + 1 == rank && rank > 1;
      shown_.push_back(ShownPlaces(sizes[d], elide && row ? std::min(limit, kElidedRow) : limit));
    }
  }

  void Write() {
    CollectCells(0, 0);
    for (const std::string& cell : cells_) width_ = std::max(width_, cell.size());
    next_ = 0;
    std::string prefix;
    WriteBlock(0, prefix);
  }

 private:
  size_t rank() const { return shown_.size(); }

  void CollectCells(size_t d, int64_t offset) {
    if (d == rank()) {
      std::string cell;
      const int64_t width = StorageBytes(array_.element_type());
      AppendShortElement(array_.element_type(), array_.bytes() + offset * width, cell);
      cells_.push_back(std::move(cell));
      return;
    }
    for (int64_t place : shown_[d]) {
      if (place != kGap) CollectCells(d + 1, offset + place * live_.stride(d));
    }
  }

  // `prefix` contains the indices so far: "1,0,".
  void WriteBlock(size_t d, const std::string& prefix) {
    if (d + 1 == rank()) return WriteRow();
    if (d + 2 == rank() && d > 0) out_ += "[" + prefix + "*,*]\n";
    for (int64_t place : shown_[d]) {
      if (place == kGap) {
        out_ += "  ...\n";
      } else {
        WriteBlock(d + 1, prefix + std::to_string(place) + ",");
      }
    }
  }

  void WriteRow() {
    const size_t per_line = std::max<size_t>(1, kLineWidth / (width_ + 2));
    const std::vector<int64_t>& places = shown_.back();
    for (size_t i = 0; i < places.size(); ++i) {
      if (i > 0 && i % per_line == 0) out_ += "\n";
      const std::string& cell = places[i] == kGap ? kDots : cells_[next_++];
      out_.append(2 + width_ - std::min(width_, cell.size()), ' ');
      out_ += cell;
    }
    out_ += "\n";
  }

  inline static const std::string kDots = "...";

  const Literal& array_;
  const LiveElements live_;
  std::vector<std::vector<int64_t>> shown_;
  std::vector<std::string> cells_;
  size_t width_ = 0;
  size_t next_ = 0;
  std::string& out_;
};

std::string Header(const Literal& literal) {
  std::string text = ShapeText(literal.shape(), !literal.shape().layout.IsDefault());
  if (literal.has_dynamic_sizes()) {
    const Dims sizes = literal.dynamic_sizes();
    text += " with live sizes " + Braced({sizes.data(), sizes.size()});
  }
  return text;
}

void AppendHuman(const Literal& literal, int64_t max_elements, ShapeIndex& part, std::string& out) {
  if (literal.IsTuple()) {
    if (literal.elements().empty()) out += "()\n";
    for (size_t i = 0; i < literal.elements().size(); ++i) {
      part.push_back(static_cast<int64_t>(i));
      const Literal& element = literal.elements()[i];
      if (!element.IsTuple()) out += Braced({part.data(), part.size()}) + " ";
      AppendHuman(element, max_elements, part, out);
      part.pop_back();
    }
    return;
  }
  out += Header(literal);
  if (!literal.IsArray()) {
    out += "\n";
  } else if (literal.shape().dims.empty()) {
    out += " ";
    AppendShortElement(literal.element_type(), literal.bytes(), out);
    out += "\n";
  } else if (LiveElements(literal).count() == 0) {
    out += " has no elements\n";
  } else {
    out += "\n";
    TableWriter(literal, max_elements, out).Write();
  }
}

}  // namespace

std::string HumanText(const Literal& literal, int64_t max_elements) {
  std::string out;
  ShapeIndex part;
  AppendHuman(literal, max_elements, part, out);
  return out;
}

}  // namespace hlo
