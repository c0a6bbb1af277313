// SPDX-License-Identifier: Apache-2.0
#include "core/shape/layout_table.h"

#include <algorithm>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/shape/explain.h"
#include "hlo/physical_layout.h"

namespace hlo {
namespace {

constexpr int64_t kMaxSlices = 4;
constexpr int64_t kMaxRows = 16;
constexpr int64_t kMaxColumns = 16;
constexpr int64_t kMaxMemoryLines = 32;
constexpr int64_t kGap = -1;  // marks omitted entries

// 0..size-1; for a long list, its beginning and its last entry.
std::vector<int64_t> Shown(int64_t size, int64_t limit) {
  std::vector<int64_t> shown;
  for (int64_t i = 0; i < std::min(size, limit); ++i) shown.push_back(i);
  if (size > limit) {
    shown[static_cast<size_t>(limit - 2)] = kGap;
    shown[static_cast<size_t>(limit - 1)] = size - 1;
  }
  return shown;
}

// Cells right-aligned in columns; the first column is a heading.
class Grid {
 public:
  void Row(std::vector<std::string> cells) {
    widths_.resize(std::max(widths_.size(), cells.size()));
    for (size_t i = 0; i < cells.size(); ++i) widths_[i] = std::max(widths_[i], cells[i].size());
    rows_.push_back(std::move(cells));
  }
  void AppendTo(std::string& out) const {
    for (const std::vector<std::string>& row : rows_) {
      std::string line = "  ";
      for (size_t i = 0; i < row.size(); ++i) {
        line += std::string(widths_[i] - row[i].size() + (i == 0 ? 0 : i == 1 ? 3 : 2), ' ');
        line += row[i];
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + "\n";
    }
  }

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<size_t> widths_;
};

// The two most minor logical dimensions of one slice; rank 0 and 1 are a single row.
void AppendSlice(const PhysicalLayout& physical, const Shape& array, Dims index, std::string& out) {
  const size_t rank = array.dims.size();
  const int64_t rows = rank < 2 ? 1 : array.dims[rank - 2];
  const int64_t columns = rank < 1 ? 1 : array.dims[rank - 1];
  Grid grid;
  std::vector<std::string> heading(1);
  for (int64_t x : Shown(columns, kMaxColumns)) {
    heading.push_back(x == kGap ? "..." : rank == 0 ? "" : std::to_string(x));
  }
  grid.Row(std::move(heading));
  for (int64_t y : Shown(rows, kMaxRows)) {
    std::vector<std::string> cells = {y == kGap ? "..." : rank < 2 ? "" : std::to_string(y)};
    for (int64_t x : Shown(columns, kMaxColumns)) {
      if (y == kGap || x == kGap) {
        cells.emplace_back("...");
        continue;
      }
      if (rank >= 2) index[rank - 2] = y;
      if (rank >= 1) index[rank - 1] = x;
      cells.push_back(std::to_string(physical.Position({index.data(), index.size()})));
    }
    grid.Row(std::move(cells));
  }
  grid.AppendTo(out);
}

void AppendElements(const PhysicalLayout& physical, const Shape& array, std::string& out) {
  const size_t rank = array.dims.size();
  const std::vector<std::string> names = CoordinateNames(rank);
  out += rank == 0   ? "position of the element\n"
         : rank == 1 ? Format("position of each element, {} across\n", {names[0]})
                     : Format("position of each element, {} down, {} across\n",
                              {names[rank - 2], names[rank - 1]});
  int64_t slices = 1;
  for (size_t d = 0; d + 2 < rank; ++d) slices *= array.dims[d];
  for (int64_t slice : Shown(slices, kMaxSlices)) {
    if (slice == kGap) {
      out += Format("  ... {} more slices\n", {slices - kMaxSlices + 1});
      continue;
    }
    Dims index(rank);
    std::string where;
    int64_t rest = slice;
    for (size_t d = rank < 2 ? 0 : rank - 2; d-- > 0;) {
      index[d] = rest % array.dims[d];
      rest /= array.dims[d];
    }
    for (size_t d = 0; d + 2 < rank; ++d) {
      where += Format("{}{} = {}", {d == 0 ? "" : ", ", names[d], index[d]});
    }
    if (!where.empty()) out += "  " + where + "\n";
    AppendSlice(physical, array, std::move(index), out);
  }
}

// Cells per line: the innermost tile, or a whole row without tiles; at most kMaxColumns.
int64_t CellsOfLine(const PhysicalLayout& physical) {
  int64_t cells = 1;
  const Dims& sizes = physical.final_sizes();
  const size_t tile_sizes = physical.steps().empty() ? 1 : physical.steps().back().tile.size();
  for (size_t i = 0; i < std::min(tile_sizes, sizes.size()); ++i) {
    cells *= sizes[sizes.size() - 1 - i];
    if (cells > kMaxColumns) return kMaxColumns;
  }
  return std::max<int64_t>(cells, 1);
}

void AppendMemory(const PhysicalLayout& physical, std::string& out) {
  const int64_t cells = CellsOfLine(physical);
  const int64_t stored = physical.stored_elements();
  const int64_t lines = stored / cells + (stored % cells != 0 ? 1 : 0);
  out += "\nelement at each position, a dot for padding\n";
  Grid grid;
  for (int64_t line : Shown(lines, kMaxMemoryLines)) {
    if (line == kGap) {
      grid.Row({"..."});
      continue;
    }
    std::vector<std::string> row = {std::to_string(line * cells)};
    for (int64_t at = line * cells; at < std::min(stored, (line + 1) * cells); ++at) {
      const std::optional<Dims> index = physical.IndexAt(at);
      row.push_back(index ? Parenthesized(*index) : ".");
    }
    grid.Row(std::move(row));
  }
  grid.AppendTo(out);
}

}  // namespace

Result<std::string> LayoutTable(const Shape& array) {
  HLO_TRY(const PhysicalLayout physical, PhysicalLayout::Make(array));
  std::string out = ShapeText(array) + "\n";
  if (physical.elements() == 0) return out + "  no elements, no memory\n";
  out += Format("  elements {}, cells {} of {} bits each, padding {}\n\n",
                {physical.elements(), physical.stored_elements(), physical.element_bits(),
                 physical.stored_elements() - physical.elements()});
  AppendElements(physical, array, out);
  AppendMemory(physical, out);
  return out;
}

}  // namespace hlo
