// SPDX-License-Identifier: Apache-2.0
// window, padding, slice and dim_labels: hlo-text reference 6.4.
#include <algorithm>
#include <string>
#include <utility>

#include "core/base/characters.h"
#include "core/base/format.h"
#include "core/text/reader/value_readers.h"

namespace hlo {
namespace {

bool FailValue(Reader& reader, std::string message) {
  if (reader.At(TokenKind::kEnd) || reader.At(TokenKind::kBad)) return reader.Unexpected("a value");
  return reader.Fail("P12", reader.token().span(), std::move(message));
}

// The numbers of "3x3" or "1_1x0_2_-1": one list per dimension. False if one does not fit.
bool SplitNumbers(std::string_view text, std::vector<Dims>& dims) {
  dims.emplace_back();
  size_t at = 0;
  while (at < text.size()) {
    const bool negative = text[at] == '-';
    if (negative) ++at;
    int64_t value = 0;
    for (; at < text.size() && IsDigitByte(text[at]); ++at) {
      if (__builtin_mul_overflow(value, int64_t{10}, &value) ||
          __builtin_add_overflow(value, int64_t{text[at] - '0'}, &value)) {
        return false;
      }
    }
    dims.back().push_back(negative ? -value : value);
    if (at < text.size() && text[at] == 'x') dims.emplace_back();
    ++at;  // skips 'x' or '_'
  }
  return true;
}

// Reads one token of that kind and checks that each dimension has `least` to `most` numbers.
bool ReadNumberLists(Reader& reader, TokenKind kind, size_t least, size_t most,
                     std::string_view form, std::vector<Dims>& dims) {
  const bool single = kind == TokenKind::kSizeList && reader.At(TokenKind::kInteger);
  if (!reader.At(kind) && !single) {
    return FailValue(reader, Format("expected {}, got '{}'", {form, reader.text()}));
  }
  if (!SplitNumbers(reader.text(), dims)) {
    return FailValue(reader, "a number in the list does not fit in 64 bits");
  }
  for (const Dims& numbers : dims) {
    if (numbers.size() >= least && numbers.size() <= most &&
        (kind == TokenKind::kPadList || numbers[0] >= 0)) {
      continue;
    }
    return FailValue(reader, Format("expected {}, got '{}'", {form, reader.text()}));
  }
  reader.Next();
  return true;
}

// ---- window ----

constexpr std::string_view kWindowParts[] = {"size",       "stride",     "pad",
                                             "lhs_dilate", "rhs_dilate", "rhs_reversal"};
constexpr size_t kPadPart = 2;
constexpr size_t kReversalPart = 5;

void SetWindowPart(size_t part, const Dims& numbers, WindowDimension& dimension) {
  switch (part) {
    case 0:
      dimension.size = numbers[0];
      break;
    case 1:
      dimension.stride = numbers[0];
      break;
    case kPadPart:
      dimension.pad_low = numbers[0];
      dimension.pad_high = numbers[1];
      break;
    case 3:
      dimension.lhs_dilate = numbers[0];
      break;
    case 4:
      dimension.rhs_dilate = numbers[0];
      break;
    default:
      dimension.reversal = numbers[0] != 0;
      break;
  }
}

// The index of the part whose name and "=" follow; the size of kWindowParts if there is none.
size_t ReadPartName(Reader& reader, uint32_t& seen) {
  const size_t none = std::size(kWindowParts);
  if (!reader.At(TokenKind::kWord)) {
    reader.Unexpected("a window field or '}'");
    return none;
  }
  Suggestion suggestion(reader.text());
  size_t part = none;
  for (size_t i = 0; i < none; ++i) {
    suggestion.Consider(kWindowParts[i]);
    if (kWindowParts[i] == reader.text()) part = i;
  }
  const SourceSpan span = reader.token().span();
  if (part == none) {
    Diagnostic& diagnostic = reader.Report(
        "P04", span,
        Format("a window has no field '{}'{}", {reader.text(), suggestion.Question()}));
    if (!suggestion.unique().empty()) {
      diagnostic.fixes.push_back({span, std::string(suggestion.unique())});
    }
    return none;
  }
  if ((seen >> part) & 1) {
    reader.Fail("P05", span, Format("'{}' is given twice", {reader.text()}));
    return none;
  }
  seen |= uint32_t{1} << part;
  reader.Next();
  return ReadTouchingEqual(reader, span) ? part : none;
}

bool ReadWindowPart(Reader& reader, size_t part, std::vector<Dims>& values) {
  if (part == kPadPart) {
    return ReadNumberLists(reader, TokenKind::kPadList, 2, 2,
                           "low_high of each dimension, such as 1_1x0_2", values);
  }
  const SourceSpan span = reader.token().span();
  if (!ReadNumberLists(reader, TokenKind::kSizeList, 1, 1,
                       "a number for each dimension, such as 3x3", values)) {
    return false;
  }
  for (const Dims& value : values) {
    if (part == kReversalPart && value[0] > 1) {
      return reader.Fail("P12", span, "'rhs_reversal' must contain only 0 and 1");
    }
  }
  return true;
}

}  // namespace

bool ReadWindow(Reader& reader, Window& window) {
  const Reader::Nest nest(reader);
  if (!nest.ok()) return false;
  if (!reader.At(TokenKind::kOpenBrace)) {
    return FailValue(reader, "expected a window such as {size=3x3 stride=2x2}");
  }
  reader.Next();
  std::vector<Dims> parts[std::size(kWindowParts)];
  SourceSpan spans[std::size(kWindowParts)];
  uint32_t seen = 0;
  while (!reader.Take(TokenKind::kCloseBrace)) {
    const size_t part = ReadPartName(reader, seen);
    if (part == std::size(kWindowParts)) return false;
    spans[part] = reader.token().span();
    if (!ReadWindowPart(reader, part, parts[part])) return false;
  }
  size_t rank = parts[0].size();
  for (const auto& values : parts) rank = rank == 0 ? values.size() : rank;
  window.dims.assign(rank, WindowDimension());
  for (size_t part = 0; part < std::size(kWindowParts); ++part) {
    if (parts[part].empty()) continue;
    if (parts[part].size() != rank) {
      return reader.Fail("P12", spans[part],
                         Format("'{}' must have one entry per window dimension ({}), got {}",
                                {kWindowParts[part], rank, parts[part].size()}));
    }
    for (size_t d = 0; d < rank; ++d) SetWindowPart(part, parts[part][d], window.dims[d]);
  }
  return true;
}

bool ReadPadding(Reader& reader, PaddingConfig& padding) {
  // The padding of a scalar has no entries and therefore no text.
  const bool behind_blank = reader.token().begin > reader.last_end();
  if (!reader.At(TokenKind::kPadList) && (behind_blank || reader.At(TokenKind::kComma)))
    return true;
  std::vector<Dims> lists;
  if (!ReadNumberLists(reader, TokenKind::kPadList, 2, 3,
                       "low_high or low_high_interior of each dimension, such as 0_1x2_3_4",
                       lists)) {
    return false;
  }
  for (const Dims& numbers : lists) {
    padding.dims.push_back({numbers[0], numbers[1], numbers.size() > 2 ? numbers[2] : 0});
  }
  return true;
}

bool ReadSlice(Reader& reader, SliceConfig& slice) {
  const Reader::Nest nest(reader);
  if (!nest.ok()) return false;
  if (!reader.At(TokenKind::kOpenBrace)) {
    return FailValue(reader, "expected ranges such as {[0:2], [1:5:2]}");
  }
  reader.Next();
  if (reader.Take(TokenKind::kCloseBrace)) return true;
  do {
    SliceDimension range;
    if (!reader.Expect(TokenKind::kOpenBracket, "'[' of a range") || !reader.ReadInt(range.start) ||
        !reader.Expect(TokenKind::kColon, "':'") || !reader.ReadInt(range.limit)) {
      return false;
    }
    if (reader.Take(TokenKind::kColon) && !reader.ReadInt(range.stride)) return false;
    if (!reader.Expect(TokenKind::kCloseBracket, "']' after the range")) return false;
    slice.dims.push_back(range);
  } while (reader.Take(TokenKind::kComma));
  return reader.Expect(TokenKind::kCloseBrace, "',' or '}'");
}

// ---- dim_labels ----

namespace {

// Checks the letters of one group: the two named roles once each, spatial digits 0..k-1 once each.
// Returns k, or -1 after reporting an error.
int CheckLabels(Reader& reader, std::string_view group, std::string_view labels,
                std::string_view roles, bool unknown_roles) {
  uint32_t digits = 0;
  int spatial = 0;
  int named[2] = {0, 0};
  for (const char c : labels) {
    const bool unknown = c == '?' && unknown_roles;
    if (c >= '0' && c <= '9') {
      if ((digits >> (c - '0')) & 1) {
        FailValue(reader, Format("expects unique spatial dimensions in {}, but '{}' repeats one",
                                 {group, labels}));
        return -1;
      }
      digits |= uint32_t{1} << (c - '0');
      ++spatial;
    } else if (c == roles[0] || c == roles[1]) {
      ++named[c == roles[1]];
    } else if (!unknown) {
      FailValue(reader, Format("expects [0-9{}] in {}, but found '{}'",
                               {roles, group, std::string_view(&c, 1)}));
      return -1;
    }
  }
  if (named[0] != 1 || named[1] != 1) {
    FailValue(reader, Format("expects unique '{}' and '{}' in {}, got '{}'",
                             {roles.substr(0, 1), roles.substr(1, 1), group, labels}));
    return -1;
  }
  if (digits != (uint32_t{1} << spatial) - 1) {
    FailValue(reader, Format("expects spatial dimensions 0 to {} in {}, got '{}'",
                             {spatial - 1, group, labels}));
    return -1;
  }
  return spatial;
}

}  // namespace

bool ReadDimLabels(Reader& reader, bool unknown_roles, DimLabels& labels) {
  if (!reader.At(TokenKind::kDimLabels)) {
    return FailValue(reader, "expected dimension labels such as b01f_01io->b01f");
  }
  const std::string_view text = reader.text();
  const size_t underscore = text.find('_');
  const size_t arrow = text.find("->");
  labels.lhs = text.substr(0, underscore);
  labels.rhs = text.substr(underscore + 1, arrow - underscore - 1);
  labels.out = text.substr(arrow + 2);
  const int lhs = CheckLabels(reader, "lhs", labels.lhs, "bf", unknown_roles);
  if (lhs < 0) return false;
  const int rhs = CheckLabels(reader, "rhs", labels.rhs, "io", unknown_roles);
  if (rhs < 0) return false;
  const int out = CheckLabels(reader, "output", labels.out, "bf", unknown_roles);
  if (out < 0) return false;
  if (lhs != rhs || lhs != out) {
    return FailValue(reader, Format("lhs, rhs and output must have the same number of spatial "
                                    "dimensions, got {}, {} and {}",
                                    {lhs, rhs, out}));
  }
  reader.Next();
  return true;
}

}  // namespace hlo
