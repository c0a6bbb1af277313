// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "core/literal/live_elements.h"
#include "core/types/number_text.h"
#include "hlo/literal.h"

namespace hlo {
namespace {

// Writes one array in the nesting of its dimensions (hlo-text reference, section 8.6).
class HloArrayWriter {
 public:
  HloArrayWriter(const Literal& array, std::string& out)
      : array_(array),
        live_(array),
        width_(StorageBytes(array.element_type())),
        rank_(live_.sizes().size()),
        out_(out) {}

  void Write() {
    if (rank_ == 0) {
      AppendElement(0, /*in_array=*/false);
    } else {
      Level(0, 0, 0);
    }
  }

 private:
  // Rank 1 is written without blanks, "{1, 2}"; the innermost level of higher ranks with blanks, "{
  // 1, 2 }", unless it has at most one element.
  void Row(int64_t offset) {
    const int64_t size = live_.sizes()[rank_ - 1];
    const bool blanks = rank_ > 1 && size > 1;
    out_ += blanks ? "{ " : "{";
    for (int64_t i = 0; i < size; ++i) {
      if (i > 0) out_ += ", ";
      AppendElement(offset + i, /*in_array=*/true);
    }
    out_ += blanks ? " }" : "}";
  }

  // `index` is the index of this part in dimension d - 1.
  void Level(size_t d, int64_t offset, int64_t index) {
    if (d + 1 == rank_) return Row(offset);
    const int64_t size = live_.sizes()[d];
    out_ += '{';
    const bool comment = rank_ >= 4 && d > 0;
    if (comment) {
      out_ += " /*i" + std::to_string(d - 1) + "=" + std::to_string(index) + "*/";
    }
    if (!comment || size > 0) out_ += ' ';
    for (int64_t i = 0; i < size; ++i) {
      if (i > 0) out_ += ", ";
      Level(d + 1, offset + i * live_.stride(d), i);
    }
    out_ += " }";
  }

  void AppendElement(int64_t offset, bool in_array) {
    AppendHloElement(array_.element_type(), array_.bytes() + offset * width_, in_array, out_);
  }

  const Literal& array_;
  const LiveElements live_;
  const int64_t width_;
  const size_t rank_;
  std::string& out_;
};

}  // namespace

void AppendHloText(const Literal& literal, std::string& out) {
  if (literal.IsArray()) {
    HloArrayWriter(literal, out).Write();
  } else if (literal.IsTuple()) {
    out += "( ";
    for (size_t i = 0; i < literal.elements().size(); ++i) {
      if (i > 0) out += ", ";
      AppendHloText(literal.elements()[i], out);
    }
    out += " )";
  } else {
    out += "token";
  }
}

}  // namespace hlo
