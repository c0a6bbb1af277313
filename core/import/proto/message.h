// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_PROTO_MESSAGE_H_
#define HLO_CORE_IMPORT_PROTO_MESSAGE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/format.h"
#include "core/import/proto/wire.h"
#include "core/import/support/report.h"
#include "hlo/source_span.h"

namespace hlo::proto {

// A message that was written from a text: where its content begins in the wire format, and its
// text.
struct MessagePlace {
  uint32_t begin = 0;
  SourceSpan span;
};

// What all parts of the reading share.
class Source {
 public:
  // `places`: in ascending order; empty for a file in the wire format.
  Source(std::string_view file, Report& report, std::span<const MessagePlace> places = {})
      : file_(file), report_(report), places_(places) {}

  // I14 at a part of the file; returns false.
  bool Fault(std::string_view at, std::string_view message);
  // The text of the message that begins closest before a part of the file; empty without places.
  SourceSpan SpanOf(std::string_view part) const;
  // Another error; `at`: the part of the file.
  bool Fail(std::string_view code, std::string message, std::string_view at = {});
  void Warn(std::string_view code, std::string message);
  bool stopped() const { return report_.stopped(); }

 private:
  // Of a part of the file, from its beginning.
  std::optional<size_t> PlaceOf(std::string_view part) const;

  std::string_view file_;
  Report& report_;
  std::span<const MessagePlace> places_;
};

// One message: views of the file. A field that is missing has the value of proto3, 0 or nothing.
// Where a field stands more than once, the last one counts.
class Message {
 public:
  // Reports a fault of the message, whose fields up to there are kept.
  Message(Source& source, std::string_view bytes);

  std::string_view bytes() const { return bytes_; }
  Source& source() const { return *source_; }

  const WireField* Find(uint32_t number) const;
  bool Has(uint32_t number) const { return Find(number) != nullptr; }
  int64_t Int(uint32_t number) const;
  bool Flag(uint32_t number) const { return Int(number) != 0; }
  float Float(uint32_t number) const;
  double Double(uint32_t number) const;
  std::string_view Bytes(uint32_t number) const;
  Message Sub(uint32_t number) const { return Message(*source_, Bytes(number)); }
  // A list of varints, packed or not.
  std::vector<int64_t> Ints(uint32_t number) const;
  // Calls fn(std::string_view) for each field of this number that holds bytes.
  template <class Fn>
  void ForEach(uint32_t number, Fn&& fn) const {
    WireReader reader(bytes_);
    for (WireField field; reader.Next(field);) {
      if (field.number == number && field.type == WireType::kBytes) fn(field.bytes);
    }
  }
  template <class Fn>
  void ForEachMessage(uint32_t number, Fn&& fn) const {
    ForEach(number, [&](std::string_view bytes) { fn(Message(*source_, bytes)); });
  }

 private:
  Source* source_;
  std::string_view bytes_;
  std::vector<WireField> last_;  // of each number
};

}  // namespace hlo::proto

#endif  // HLO_CORE_IMPORT_PROTO_MESSAGE_H_
