// SPDX-License-Identifier: Apache-2.0
// Shardings: hlo-text reference 6.6. The text is kept; it is parsed only to validate it.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/text/reader/value_readers.h"

namespace hlo {
namespace {

// The shapes that a sharding fits.
struct Leaves {
  bool is_tuple = false;
  std::vector<int64_t> ranks;  // rank of the array of each leaf
};
constexpr int64_t kAnyRank = -1;

constexpr std::string_view kKinds[] = {"replicated", "maximal", "manual", "unknown", "unreduced"};
// Other words that a leaf may contain.
constexpr std::string_view kOther[] = {"device",   "devices",    "last_tile_dim_replicate",
                                       "shard_as", "shard_like", "last_tile_dims",
                                       "metadata"};

bool IsKind(std::string_view word) {
  return std::find(std::begin(kKinds), std::end(kKinds), word) != std::end(kKinds);
}

bool IsPermutation(std::vector<int64_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

// One "{...}" that is not a tuple; starts after the brace.
class Leaf {
 public:
  Leaf(Reader& reader, uint32_t begin) : reader_(reader), begin_(begin) {}

  // `rank`: the rank of the arrays it fits, or kAnyRank.
  bool Read(int64_t& rank) {
    if (reader_.AtWord("mesh") || reader_.AtWord("maximal_mesh")) return SkipAll(rank);
    while (!reader_.At(TokenKind::kCloseBrace)) {
      if (!reader_.At(TokenKind::kWord)) return reader_.Unexpected("a part of a sharding or '}'");
      const SourceSpan span = reader_.token().span();
      const std::string_view word = reader_.text();
      const bool other = std::find(std::begin(kOther), std::end(kOther), word) != std::end(kOther);
      if (!other && !IsKind(word)) {
        if (!reader_.options().lenient) return FailWord();
        reader_.Warn("W01", span, Format("a sharding has no '{}'; it is kept as text", {word}));
        return SkipAll(rank);
      }
      if (!Once(word, span) || !ReadPart(word, span)) return false;
    }
    if (!Check(rank)) return false;
    reader_.Next();
    return true;
  }

 private:
  struct Part {
    std::string_view word;
    SourceSpan span;
  };

  // Named meshes are kept verbatim and, in lenient mode, unknown words.
  bool SkipAll(int64_t& rank) {
    rank = kAnyRank;
    reader_.MoveTo(begin_);
    std::string_view braces;
    return reader_.ReadBraces(braces);
  }

  bool FailWord() {
    Suggestion suggestion(reader_.text());
    for (const std::string_view known : kKinds) suggestion.Consider(known);
    for (const std::string_view known : kOther) suggestion.Consider(known);
    const SourceSpan span = reader_.token().span();
    Diagnostic& diagnostic = reader_.Report(
        "P11", span,
        Format("'{}' is not a valid sharding{}", {reader_.text(), suggestion.Question()}));
    diagnostic.notes.push_back(
        {{},
         "permitted: 'replicated', 'maximal device=0', 'manual', 'unknown', 'unreduced' or "
         "'devices=[2,2]0,1,2,3'"});
    if (!suggestion.unique().empty()) {
      diagnostic.fixes.push_back({span, std::string(suggestion.unique())});
    }
    return false;
  }

  bool Once(std::string_view word, SourceSpan span) {
    for (const Part& part : parts_) {
      if (part.word != word) continue;
      reader_.Report("P05", span, Format("'{}' is given twice", {word}))
          .notes.push_back({part.span, "first given here"});
      return false;
    }
    parts_.push_back({word, span});
    return true;
  }

  const Part* Find(std::string_view word) const {
    for (const Part& part : parts_) {
      if (part.word == word) return &part;
    }
    return nullptr;
  }

  bool ReadPart(std::string_view word, SourceSpan span) {
    reader_.Next();
    if (word == "shard_as" || word == "shard_like") {
      int64_t group = 0;
      return reader_.ReadInt(group, {"the group number", 0});
    }
    if (IsKind(word) || word == "last_tile_dim_replicate") return true;
    if (!ReadTouchingEqual(reader_, span)) return false;
    if (word == "device") {
      int64_t device = 0;
      return reader_.ReadInt(device, {"the device number", 0});
    }
    if (word == "devices") return ReadDevices();
    if (word == "last_tile_dims") return ReadSubgroups();
    return ReadMetadataList();
  }

  // "[2,2]0,1,2,3" or "[2,2]<=[4]".
  bool ReadDevices() {
    const SourceSpan sizes = reader_.token().span();
    if (!reader_.ReadInts(tile_, TokenKind::kOpenBracket, TokenKind::kCloseBracket)) return false;
    if (tile_.empty()) return reader_.Fail("P12", sizes, "'devices=' requires at least one size");
    for (const int64_t size : tile_) {
      if (size < 1) {
        return reader_.Fail("P12", sizes,
                            Format("the number of tiles must be at least 1, got {}", {size}));
      }
    }
    const SourceSpan devices = reader_.token().span();
    std::optional<int64_t> given;
    if (reader_.Take(TokenKind::kLessEqual)) {
      if (!ReadIota(given)) return false;
    } else if (!ReadIds(given)) {
      return false;
    }
    const auto needed = CheckedProduct(tile_);
    if (needed && needed == given) return true;
    return reader_.Fail("P12", devices,
                        Format("[{}] tiles require {} devices, got {}",
                               {Joined(tile_), Count(needed), Count(given)}));
  }

  static std::string Count(std::optional<int64_t> count) {
    return count ? std::to_string(*count) : "more than 2^63";
  }

  bool ReadIota(std::optional<int64_t>& given) {
    const SourceSpan at = reader_.token().span();
    std::vector<int64_t> reshape, transpose;
    if (!reader_.ReadInts(reshape, TokenKind::kOpenBracket, TokenKind::kCloseBracket)) return false;
    if (reshape.empty()) return reader_.Fail("P12", at, "'<=' requires the number of devices");
    for (const int64_t size : reshape) {
      if (size < 1) {
        return reader_.Fail("P12", at, Format("a size must be at least 1, got {}", {size}));
      }
    }
    given = CheckedProduct(reshape);
    if (reshape.size() == 1) return true;
    if (!reader_.AtWord("T")) return reader_.Unexpected("'T(' after more than one size");
    reader_.Next();
    const SourceSpan order = reader_.token().span();
    if (!reader_.ReadInts(transpose, TokenKind::kOpenParen, TokenKind::kCloseParen)) return false;
    if (transpose.size() == reshape.size() && IsPermutation(transpose)) return true;
    return reader_.Fail("P12", order,
                        Format("T({}) must be a permutation of {} dimensions",
                               {Joined(transpose), reshape.size()}));
  }

  bool ReadIds(std::optional<int64_t>& given) {
    std::vector<int64_t> ids;
    const SourceSpan first = reader_.token().span();
    do {
      ids.push_back(0);
      if (!reader_.ReadInt(ids.back(), {"the device number", 0})) return false;
    } while (reader_.Take(TokenKind::kComma));
    given = static_cast<int64_t>(ids.size());
    std::sort(ids.begin(), ids.end());
    const auto twice = std::adjacent_find(ids.begin(), ids.end());
    if (twice == ids.end()) return true;
    return reader_.Fail("P12", first, Format("device {} is listed twice", {*twice}));
  }

  // "{manual, replicated}"
  bool ReadSubgroups() {
    const Reader::Nest nest(reader_);
    if (!nest.ok() || !ReadOpenBrace(reader_)) return false;
    if (reader_.Take(TokenKind::kCloseBrace)) return true;
    do {
      if (!reader_.At(TokenKind::kWord)) return reader_.Unexpected("a kind of sharding");
      if (!IsKind(reader_.text())) return FailWord();
      ++subgroups_;
      reader_.Next();
    } while (reader_.Take(TokenKind::kComma));
    return reader_.Expect(TokenKind::kCloseBrace, "',' or '}'");
  }

  // One "{...}", or a list of them.
  bool ReadMetadataList() {
    Metadata metadata;
    const bool is_list =
        reader_.At(TokenKind::kOpenBrace) && reader_.PeekNext().kind == TokenKind::kOpenBrace;
    if (!is_list) return ReadMetadata(reader_, metadata);
    const Reader::Nest nest(reader_);
    if (!nest.ok()) return false;
    reader_.Next();
    do {
      if (!ReadMetadata(reader_, metadata)) return false;
    } while (reader_.Take(TokenKind::kComma));
    return reader_.Expect(TokenKind::kCloseBrace, "',' or '}'");
  }

  // Checks that the parts form one sharding.
  bool Check(int64_t& rank) {
    rank = kAnyRank;
    std::vector<const Part*> kinds;
    for (const Part& part : parts_) {
      if (IsKind(part.word) || part.word == "devices") kinds.push_back(&part);
    }
    if (kinds.empty()) {
      if (Find("device") != nullptr) return reader_.Unexpected("'maximal' with 'device='");
      return reader_.Unexpected("'replicated', 'devices=' or another kind of sharding");
    }
    if (kinds.size() > 1) {
      return reader_.Fail(
          "P12", kinds[1]->span,
          Format("a sharding must not have both '{}' and '{}'", {kinds[0]->word, kinds[1]->word}));
    }
    const Part& kind = *kinds[0];
    const bool maximal = kind.word == "maximal";
    if (maximal && Find("device") == nullptr) return reader_.Unexpected("'device=' with 'maximal'");
    if (!maximal && Find("device") != nullptr) {
      return reader_.Fail("P12", Find("device")->span,
                          Format("'{}' does not allow 'device='", {kind.word}));
    }
    const Part* replicate = Find("last_tile_dim_replicate");
    const Part* last = Find("last_tile_dims");
    if (replicate != nullptr && last != nullptr) {
      return reader_.Fail("P12", last->span,
                          "'last_tile_dims' must not be combined with 'last_tile_dim_replicate'");
    }
    if (last == nullptr) last = replicate;
    if (kind.word != "devices") {
      return last == nullptr ||
             reader_.Fail("P12", last->span,
                          Format("'{}' requires 'devices=', got '{}'", {last->word, kind.word}));
    }
    rank = static_cast<int64_t>(tile_.size()) - (replicate != nullptr ? 1 : subgroups_);
    return rank >= 0 ||
           reader_.Fail("P12", last->span,
                        Format("'last_tile_dims' must name at most {} dimensions, got {}",
                               {tile_.size(), subgroups_}));
  }

  Reader& reader_;
  uint32_t begin_;  // of its '{'
  std::vector<Part> parts_;
  std::vector<int64_t> tile_;
  int64_t subgroups_ = 0;
};

bool ReadPart(Reader& reader, Leaves& sharding, bool outermost) {
  const Reader::Nest nest(reader);
  const uint32_t begin = reader.token().begin;
  if (!nest.ok() || !ReadOpenBrace(reader)) return false;
  if (!reader.At(TokenKind::kOpenBrace) && !reader.At(TokenKind::kCloseBrace)) {
    sharding.ranks.push_back(kAnyRank);
    return Leaf(reader, begin).Read(sharding.ranks.back());
  }
  if (outermost) sharding.is_tuple = true;
  if (reader.Take(TokenKind::kCloseBrace)) return true;
  do {
    if (!ReadPart(reader, sharding, /*outermost=*/false)) return false;
  } while (reader.Take(TokenKind::kComma));
  return reader.Expect(TokenKind::kCloseBrace, "',' or '}'");
}

}  // namespace

bool ReadSharding(Reader& reader) {
  Leaves leaves;
  return ReadPart(reader, leaves, /*outermost=*/true);
}

std::string ShardingFault(std::string_view text, const Shape& shape) {
  ParseOptions options;
  options.lenient = true;  // the text has already been validated
  Module module;
  Reader reader(text, options, module);
  Leaves sharding;
  if (!ReadPart(reader, sharding, /*outermost=*/true)) return "";
  // The sharding of an outfeed applies to its data; one that is not a tuple applies to all of a
  // tuple.
  if (!shape.IsArray() && !(shape.IsTuple() && sharding.is_tuple)) return "";
  if (!shape.IsTuple() && sharding.is_tuple) {
    return Format("a tuple of shardings requires a tuple result, got {}",
                  {ShapeText(shape, false)});
  }
  const std::vector<ShapeIndex> leaves = LeafIndices(shape);
  const bool none = leaves.empty() && sharding.ranks.size() <= 1;  // "()" may have one
  if (leaves.size() != sharding.ranks.size() && !none) {
    return Format("must have one sharding per leaf of {} ({}), got {}",
                  {ShapeText(shape, false), leaves.size(), sharding.ranks.size()});
  }
  for (size_t i = 0; i < leaves.size(); ++i) {
    const Shape& leaf = *Subshape(shape, {leaves[i].data(), leaves[i].size()});
    if (!leaf.IsArray() || sharding.ranks[i] == kAnyRank) continue;
    if (sharding.ranks[i] == static_cast<int64_t>(leaf.dims.size())) continue;
    return Format("the number of tile dimensions must be the rank of {} ({}), got {}",
                  {ShapeText(leaf, false), leaf.dims.size(), sharding.ranks[i]});
  }
  return "";
}

}  // namespace hlo
