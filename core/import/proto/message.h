// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_PROTO_MESSAGE_H_
#define HLO_CORE_IMPORT_PROTO_MESSAGE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/format.h"
#include "core/import/proto/wire.h"
#include "core/import/support/report.h"

namespace hlo::proto {

// What all parts of the reading share.
class Source {
 public:
  Source(std::string_view file, Report& report) : file_(file), report_(report) {}

  // I14 at a part of the file; returns false.
  bool Fault(std::string_view at, std::string_view message);
  bool Fail(std::string_view code, std::string message);
  void Warn(std::string_view code, std::string message);
  bool stopped() const { return report_.stopped(); }

 private:
  std::string_view file_;
  Report& report_;
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
