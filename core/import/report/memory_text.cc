// SPDX-License-Identifier: Apache-2.0
// A memory report for people.
#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/import/report/memory_report.h"
#include "core/shape/shape_text.h"
#include "hlo/physical_layout.h"

namespace hlo {
namespace {

constexpr size_t kMaxValues = 20;  // of one allocation, or of the peak, that are listed

std::string Right(std::string text, size_t width) {
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}
std::string Left(std::string text, size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

int64_t Sum(int64_t a, int64_t b) {
  return CheckedAdd(a, b).value_or(b < 0 ? INT64_MIN : INT64_MAX);
}

std::string Percent(int64_t part, int64_t whole) {
  return whole <= 0 ? "0%"
                    : std::to_string(static_cast<int64_t>(100.0 * static_cast<double>(part) /
                                                          static_cast<double>(whole))) +
                          "%";
}

// The instruction that "fusion.3{1}" is a result of.
std::string_view InstructionOf(std::string_view value) { return value.substr(0, value.find('{')); }

// Sets the bytes of the shape in its layout, and how many of them no element uses.
void Measure(MemoryValue& value) {
  const Result<Shape> shape = ParseShape(value.shape);
  if (!shape.ok() || !shape.value().IsArray()) return;
  const Result<PhysicalLayout> physical = PhysicalLayout::Make(shape.value());
  if (!physical.ok()) return;
  if (value.bytes == 0) value.bytes = physical.value().byte_size();
  const bool has_layout = value.shape.find('{') != std::string::npos;
  if (!value.size.empty() && !has_layout) return;  // of a report without layouts
  // An allocation may round up: what lies behind the array is padding, too.
  value.padding = std::max<int64_t>(value.bytes - physical.value().unpadded_bytes(), 0);
}

class Text {
 public:
  explicit Text(MemoryReport report) : report_(std::move(report)) {}

  std::string Run() {
    for (MemoryAllocation& allocation : report_.allocations) {
      for (MemoryValue& value : allocation.values) Complete(value);
    }
    for (MemoryValue& value : report_.peak) Complete(value);
    std::stable_sort(report_.allocations.begin(), report_.allocations.end(),
                     [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
    for (const MemoryAllocation& allocation : report_.allocations) Append(allocation);
    if (!report_.peak.empty()) {
      out_ += "largest buffers at the peak\n";
      AppendValues(report_.peak);
    }
    AppendSums();
    AppendPeak();
    if (report_.allocations.empty() && !report_.live_at_peak.empty()) {
      out_ += "values that live at the peak\n";
      AppendValues(report_.live_at_peak);
    }
    return std::move(out_);
  }

 private:
  void Complete(MemoryValue& value) const {
    Measure(value);
    if (!value.origin.empty()) return;
    const auto found = report_.origins.find(InstructionOf(value.name));
    if (found != report_.origins.end()) value.origin = found->second;
  }

  void Append(const MemoryAllocation& allocation) {
    out_ += Format("allocation {}: {} bytes", {allocation.index, allocation.bytes}) +
            (allocation.kind.empty() ? "" : ", " + allocation.kind) + "\n";
    AppendValues(allocation.values);
  }

  void AppendValues(std::vector<MemoryValue> values) {
    std::stable_sort(values.begin(), values.end(),
                     [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
    out_ +=
        "         bytes                 padding        offset        live  shape                  "
        "       value\n";
    for (size_t i = 0; i < std::min(values.size(), kMaxValues); ++i) AppendValue(values[i]);
    if (values.size() > kMaxValues) {
      out_ += Format("  and {} more\n", {values.size() - kMaxValues});
    }
  }

  void AppendValue(const MemoryValue& value) {
    const bool known = value.padding >= 0;
    const auto range = report_.ranges.find(value.name);
    std::string live;
    if (range != report_.ranges.end()) {
      live = Format("{}..{}", {range->second.begin, range->second.end});
    }
    std::string padding = "?";
    if (known) {
      padding = Format("{} ({})", {value.padding, Percent(value.padding, value.bytes)});
    }
    std::string line = Right(value.bytes == 0 ? value.size : std::to_string(value.bytes), 14) +
                       Right(padding, 24) + Right(std::to_string(value.offset), 14) +
                       Right(live, 12) + "  " + Left(value.shape, 28) + "  " + value.name;
    if (!value.origin.empty()) line += "  " + value.origin;
    out_ += line + "\n";
  }

  void AppendSums() {
    if (report_.allocations.empty()) return;
    std::map<std::string, int64_t> kinds;
    int64_t whole = 0, of_values = 0, padding = 0;
    for (const MemoryAllocation& allocation : report_.allocations) {
      int64_t& of_kind = kinds[allocation.kind];
      of_kind = Sum(of_kind, allocation.bytes);
      whole = Sum(whole, allocation.bytes);
      for (const MemoryValue& value : allocation.values) {
        if (value.padding < 0) continue;
        of_values = Sum(of_values, value.bytes);
        padding = Sum(padding, value.padding);
      }
    }
    out_ += Format("{} bytes in all", {whole});
    for (const auto& [kind, bytes] : kinds) {
      if (!kind.empty()) out_ += Format(", {} {}", {kind, bytes});
    }
    out_ += Format("\npadding: {} of {} bytes of values ({})\n",
                   {padding, of_values, Percent(padding, of_values)});
  }

  // A value in memory while it is needed.
  struct Live {
    const MemoryAllocation* allocation = nullptr;
    const MemoryValue* value = nullptr;
    LiveRange range;
  };

  std::vector<Live> LiveValues() const {
    std::vector<Live> all;
    for (const MemoryAllocation& allocation : report_.allocations) {
      for (const MemoryValue& value : allocation.values) {
        const auto range = report_.ranges.find(value.name);
        if (range != report_.ranges.end()) all.push_back({&allocation, &value, range->second});
      }
    }
    return all;
  }

  // The position where the values have the most bytes.
  static int64_t PeakOf(const std::vector<Live>& all) {
    std::map<int64_t, int64_t> changes;
    for (const Live& live : all) {
      int64_t& begins = changes[live.range.begin];
      begins = Sum(begins, live.value->bytes);
      int64_t& ends = changes[Sum(live.range.end, 1)];
      ends = Sum(ends, -live.value->bytes);
    }
    int64_t bytes = 0, most = -1, peak = 0;
    for (const auto& [position, change] : changes) {
      bytes = Sum(bytes, change);
      if (bytes <= most) continue;
      most = bytes;
      peak = position;
    }
    return peak;
  }

  // The bytes of the values; those that several of them share count once.
  static int64_t HeldBytes(std::vector<Live> values) {
    std::sort(values.begin(), values.end(), [](const Live& a, const Live& b) {
      return std::tie(a.allocation, a.value->offset) < std::tie(b.allocation, b.value->offset);
    });
    int64_t held = 0, end = 0;
    const MemoryAllocation* allocation = nullptr;
    for (const Live& live : values) {
      if (live.allocation != allocation) end = 0;
      allocation = live.allocation;
      const int64_t begin = std::max(live.value->offset, end);
      end = std::max(end, Sum(live.value->offset, live.value->bytes));
      held = Sum(held, std::max<int64_t>(end - begin, 0));
    }
    return held;
  }

  void AppendPeak() {
    std::vector<Live> values = LiveValues();
    if (values.empty()) return;
    const int64_t peak = PeakOf(values);
    std::erase_if(
        values, [&](const Live& live) { return peak < live.range.begin || live.range.end < peak; });
    out_ += Format("peak: {} bytes at position {}:", {HeldBytes(values), peak});
    for (size_t i = 0; i < std::min(values.size(), kMaxValues); ++i) {
      out_ += " " + values[i].value->name;
    }
    if (values.size() > kMaxValues) {
      out_ += Format(", and {} more", {values.size() - kMaxValues});
    }
    out_ += "\n";
  }

  MemoryReport report_;
  std::string out_;
};

}  // namespace

std::string MemoryText(MemoryReport report) { return Text(std::move(report)).Run(); }

}  // namespace hlo
