// SPDX-License-Identifier: Apache-2.0
#include "core/import/sniff.h"

#include <algorithm>

#include "core/base/byte_order_mark.h"
#include "core/import/mlir/lexer.h"
#include "core/import/proto/wire.h"
#include "core/text/text.h"

namespace hlo {
namespace {

using mlir::Lexer;
using mlir::TokenKind;

constexpr std::string_view kBytecodeMagic = "ML\xEFR";

bool Starts(std::string_view text, std::string_view prefix) { return text.starts_with(prefix); }

// ---- protobufs (imports reference 1.2) ----

bool IsPrintable(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) >= ' ' && c != '\x7f';
  });
}

// Field 1 a name, some field 3 a computation.
bool LooksLikeModule(std::string_view message) {
  WireReader reader(message);
  bool has_name = false, has_computation = false;
  for (WireField field; reader.Next(field);) {
    if (field.number == 1) has_name = field.type == WireType::kBytes && IsPrintable(field.bytes);
    if (field.number == 3)
      has_computation |= field.type == WireType::kBytes && !field.bytes.empty();
    if (has_name && has_computation) return true;
  }
  // The end of the file is missing: the reader has stopped where it is cut.
  constexpr char kComputationTag = 3 << 3 | 2;
  return has_name && !reader.good() && reader.rest().starts_with(kComputationTag);
}

std::string_view FirstMessage(std::string_view message, uint32_t number) {
  WireReader reader(message);
  for (WireField field; reader.Next(field);) {
    if (field.number == number && field.type == WireType::kBytes) return field.bytes;
  }
  return {};
}

// Only messages in field 1, with varints 1 and 2 and messages 3.
bool LooksLikeMemoryReport(std::string_view message) {
  WireReader reader(message);
  bool any = false;
  for (WireField field; reader.Next(field);) {
    if (field.number != 1 || field.type != WireType::kBytes) return false;
    WireReader inside(field.bytes);
    for (WireField part; inside.Next(part);) {
      if (part.number <= 2 ? part.type != WireType::kVarint
                           : part.number != 3 || part.type != WireType::kBytes)
        return false;
    }
    if (!inside.good()) return false;
    any = true;
  }
  return any && reader.good();
}

// Messages of fields 1 to 4, with logical buffers (1) and allocations (3), whose first two fields
// are varints.
bool LooksLikeBufferAssignment(std::string_view message) {
  WireReader reader(message);
  bool has_buffer = false, has_allocation = false;
  for (WireField field; reader.Next(field);) {
    if (field.number > 4 || field.type != WireType::kBytes) return false;
    if (field.number != 1 && field.number != 3) continue;
    WireReader inside(field.bytes);
    for (WireField part; inside.Next(part);) {
      if (part.number <= 2 && part.type != WireType::kVarint) return false;
    }
    if (!inside.good()) return false;
    (field.number == 1 ? has_buffer : has_allocation) = true;
  }
  return has_buffer && has_allocation && reader.good();
}

bool SniffProto(std::string_view bytes, FileFormat& format) {
  const auto first = static_cast<unsigned char>(bytes.empty() ? 0 : bytes[0]);
  if (first == 0x08) {  // ModelProto: ir_version, then names and the graph
    WireReader reader(bytes);
    WireField version, next;
    const bool onnx = reader.Next(version) && version.type == WireType::kVarint &&
                      version.value < 100 && reader.Next(next) &&
                      (next.type == WireType::kBytes || next.type == WireType::kVarint) &&
                      next.number <= 25;
    format = FileFormat::kOnnx;
    return onnx;
  }
  if (first != 0x0A && first != 0x12 && first != 0x1A) return false;
  const std::string_view inner = FirstMessage(bytes, 1);
  if (LooksLikeModule(FirstMessage(inner, 1))) {
    format = FileFormat::kHloSnapshot;
    return true;
  }
  if (LooksLikeModule(inner)) {
    const bool has_partitions = !FirstMessage(bytes, 2).empty();
    format = has_partitions ? FileFormat::kUnoptimizedSnapshot : FileFormat::kHloProto;
    return true;
  }
  if (LooksLikeModule(bytes)) {
    format = FileFormat::kHloModuleProto;
    return true;
  }
  if (LooksLikeBufferAssignment(bytes)) {
    format = FileFormat::kBufferAssignmentProto;
    return true;
  }
  format = FileFormat::kMemoryReportProto;
  return bytes.find('\0') != std::string_view::npos && LooksLikeMemoryReport(bytes);
}

// With raw arguments behind it.
bool IsDelimitedSnapshot(std::string_view bytes) {
  std::string_view message;
  return IsDelimited(bytes) && TakeDelimited(bytes, message) &&
         LooksLikeModule(FirstMessage(message, 1));
}

// ---- texts ----

bool IsMlirDialect(std::string_view word) {
  static constexpr std::string_view kDialects[] = {
      "stablehlo", "mhlo",   "chlo", "func",   "builtin", "sdy", "check", "arith", "tensor",
      "shape",     "linalg", "vhlo", "memref", "scf",     "cf",  "std",   "math",  "tosa"};
  const std::string_view dialect = word.substr(0, word.find('.'));
  return dialect.size() < word.size() &&
         std::find(std::begin(kDialects), std::end(kDialects), dialect) != std::end(kDialects);
}

// The name of an op, bare or in quotes.
bool IsMlirOp(const Lexer& lexer) {
  std::string_view word = lexer.text();
  if (lexer.token().kind == TokenKind::kString) word = word.substr(1, word.size() - 2);
  const bool is_name =
      lexer.token().kind == TokenKind::kString || lexer.token().kind == TokenKind::kWord;
  return is_name && IsMlirDialect(word);
}

// "module" can name a computation of HLO, too: what stands inside decides.
bool IsMlirModule(Lexer lexer) {
  lexer.Next();
  if (lexer.token().kind == TokenKind::kSymbol || lexer.text() == "attributes") return true;
  if (lexer.token().byte != '{') return false;
  lexer.Next();
  return IsMlirOp(lexer) || lexer.text() == "func" || lexer.text() == "module" ||
         lexer.token().byte == '}' || lexer.token().kind == TokenKind::kHash;
}

// "%0 = stablehlo.add", "%a, %b = ..", "%0:2 = ..".
bool IsMlirAssignment(Lexer lexer) {
  constexpr int kMaxTokens = 40;
  for (int i = 0; i < kMaxTokens; ++i) {
    lexer.Next();
    if (lexer.token().byte == '=') {
      lexer.Next();
      return IsMlirOp(lexer);
    }
    const bool goes_on = lexer.token().kind == TokenKind::kValue || lexer.token().byte == ',' ||
                         lexer.token().byte == ':' || lexer.token().kind == TokenKind::kInteger;
    if (!goes_on) return false;
  }
  return false;
}

bool IsMlirText(std::string_view text) {
  constexpr size_t kMax = 64 << 10;
  const auto end = static_cast<uint32_t>(std::min(text.size(), kMax));
  Lexer lexer(text, {0, end});
  const std::string_view word = lexer.text();
  switch (lexer.token().kind) {
    case TokenKind::kWord:
      if (word == "module") return IsMlirModule(lexer);
      if (word == "func") {
        lexer.Next();
        return lexer.token().kind == TokenKind::kSymbol || lexer.text() == "private" ||
               lexer.text() == "public";
      }
      return IsMlirOp(lexer);
    case TokenKind::kString:
      return IsMlirOp(lexer);
    case TokenKind::kValue:
      return IsMlirAssignment(lexer);
    case TokenKind::kHash:
    case TokenKind::kBang:
      lexer.Next();
      return lexer.token().byte == '=';
    case TokenKind::kOpenResources:
      return true;
    default:
      return false;
  }
}

// Ops of the dialect vhlo stand before any of StableHLO and before any function.
bool IsVhlo(std::string_view text) {
  const size_t end = std::min(text.find("stablehlo."), text.find("func.func"));
  return text.substr(0, end).find("vhlo.") != std::string_view::npos;
}

std::string_view FirstLines(std::string_view text, int count) {
  size_t at = 0;
  while (count-- > 0 && at < text.size()) at = std::min(text.find('\n', at), text.size() - 1) + 1;
  return text.substr(0, at);
}

// "name: value", or "name {" before a field, "}", or the end of the line.
bool IsField(std::string_view line) {
  constexpr int kMaxBraces = 8;
  for (int braces = 0; braces < kMaxBraces; ++braces) {
    line.remove_prefix(std::min(line.find_first_not_of(" \r\n"), line.size()));
    if (braces > 0 && (line.empty() || line[0] == '}' || line[0] == '>')) return true;
    size_t end = 0;
    for (; end < line.size(); ++end) {
      const char c = line[end];
      if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '_') break;
    }
    const std::string_view rest = line.substr(end);
    if (end == 0) return false;
    if (Starts(rest, ": ")) return true;
    if (!Starts(rest, " {") && !Starts(rest, " <")) return false;
    line = rest.substr(2);
  }
  return true;
}

// Two fields, in one line or two: HLO and MLIR do not start like that.
bool IsTextProto(std::string_view body) {
  const std::string_view first = FirstLines(body, 1);
  if (!IsField(first)) return false;
  const size_t brace = first.find_first_of("{<");
  if (brace != std::string_view::npos && IsField(first.substr(brace + 1))) return true;
  return IsField(FirstLines(body.substr(first.size()), 1));
}

// "001: kCustomKernel ...": the steps of an executable.
bool IsThunkSequence(std::string_view body) {
  const size_t digits = std::min(body.find_first_not_of("0123456789"), body.size());
  return digits > 0 && Starts(body.substr(digits), ": k");
}

// More than a tenth of its first bytes are control characters.
bool IsUnknownBinary(std::string_view bytes) {
  constexpr size_t kHead = 512;
  const std::string_view head = bytes.substr(0, kHead);
  const auto is_control = [](char c) { return c >= 0 && c < ' ' && (c < '\t' || c > '\r'); };
  return std::count_if(head.begin(), head.end(), is_control) >
         static_cast<ptrdiff_t>(head.size() / 10);
}

// What the compiler says about memory, anywhere in a log, before any program.
bool IsOutOfMemoryMessage(std::string_view text) {
  text = text.substr(0, text.find("HloModule "));
  for (std::string_view mark : {"BufferAssignment stats:", "BufferAssignment OOM Debugging.",
                                "Peak buffers:", "Largest program allocations in ",
                                "Program hbm requirement ", "RESOURCE_EXHAUSTED: Out of memory"}) {
    if (text.find(mark) != std::string_view::npos) return true;
  }
  return false;
}

FileFormat SniffText(std::string_view text) {
  size_t at = 0;
  // "#" and a blank begin a comment of a text-format protobuf, other words behind "#" an alias of
  // MLIR.
  const auto at_comment = [&] {
    const std::string_view rest = text.substr(at);
    return Starts(rest, "//") || Starts(rest, "# ") || Starts(rest, "#\n") || Starts(rest, "#\r");
  };
  while (at < text.size() && (mlir::IsBlank(text[at]) || at_comment())) {
    if (mlir::IsBlank(text[at])) {
      ++at;
    } else {
      at = std::min(text.find('\n', at), text.size());
    }
  }
  const std::string_view body = text.substr(at);
  if (LooksLikeModuleJson(body)) return FileFormat::kHloJson;
  if (Starts(body, "HloModule")) return FileFormat::kHloText;
  if (Starts(body, "BufferAssignment:")) return FileFormat::kBufferAssignment;
  if (Starts(body, "Memory Space: ") || Starts(body, "Total bytes used:")) {
    return FileFormat::kMemoryUsageReport;
  }
  if (Starts(body, "HloLiveRange (max ")) return FileFormat::kLiveRangeReport;
  if (Starts(body, "*** Begin ")) return FileFormat::kStdoutDump;
  if (Starts(body, "{ lambda") || Starts(body, "{lambda")) return FileFormat::kJaxpr;
  if (Starts(body, "; ModuleID") || Starts(body, "define ") || Starts(body, "source_filename")) {
    return FileFormat::kLlvmIr;
  }
  if (Starts(body, ".version") || Starts(body, ".target")) return FileFormat::kPtx;
  if (Starts(body, "hlo_module {") || Starts(body, "hlo_module{") || Starts(body, "name: \"") ||
      Starts(body, "hlo_module <") || Starts(body, "hlo {")) {
    return FileFormat::kTextProto;
  }
  if (IsThunkSequence(body)) return FileFormat::kThunkSequence;
  if (Starts(body, "CompiledMemoryStats(")) return FileFormat::kMemoryStats;
  if (IsTextProto(body)) return FileFormat::kTextProto;
  if (IsMlirText(text)) return IsVhlo(text) ? FileFormat::kVhloText : FileFormat::kMlirText;
  return IsOutOfMemoryMessage(text) ? FileFormat::kOomReport : FileFormat::kHloText;
}

// Neither a zero nor, at the start, a byte that no text begins with.
bool LooksLikeText(std::string_view bytes) {
  constexpr size_t kMax = 4096;
  const auto first = static_cast<unsigned char>(bytes.empty() ? ' ' : bytes[0]);
  return bytes.substr(0, kMax).find('\0') == std::string_view::npos &&
         (first >= '\t' || IsPrintable(bytes.substr(1, 8)));
}

}  // namespace

Sniffed SniffFile(std::string_view bytes) {
  if (Starts(bytes, "\x1F\x8B")) return {FileFormat::kGzip};
  if (Starts(bytes, kBytecodeMagic)) return {FileFormat::kMlirBytecode};
  if (Starts(bytes, std::string_view("PK\x03\x04", 4))) return {FileFormat::kZip};
  if (Starts(bytes, std::string_view("\x83\xaf\x70\xd1\x0d\x88\x4a\x3f", 8))) {
    return {FileFormat::kRiegeli};
  }
  bytes.remove_prefix(ByteOrderMarkLength(bytes));
  const bool is_text = LooksLikeText(bytes);
  FileFormat format = FileFormat::kHloText;
  const auto first = static_cast<unsigned char>(bytes.empty() ? 0 : bytes[0]);
  // A blank line can begin like a protobuf; a text has no byte below the tab further on.
  const bool may_be_proto =
      first == 0x08 || first == 0x12 || first == 0x1A || (first == 0x0A && bytes.size() > 2);
  if (may_be_proto && SniffProto(bytes, format)) return {format};
  if (!is_text && IsDelimitedSnapshot(bytes)) return {FileFormat::kUnoptimizedSnapshot};
  if (!is_text) {
    const size_t magic = bytes.find(kBytecodeMagic);
    if (magic != std::string_view::npos) return {FileFormat::kJaxExport, magic};
    if (first < '\t' || IsUnknownBinary(bytes)) return {FileFormat::kUnknownBinary};
  }
  return {SniffText(bytes)};
}

const FormatFacts& FactsOf(FileFormat format) {
  static constexpr std::string_view kPrintText =
      "print HLO text with `jax.jit(f).lower(*args).as_text(dialect=\"hlo\")`, or StableHLO text "
      "with `.as_text()`";
  static constexpr std::string_view kArtifact =
      "convert it to text with `stablehlo-translate --deserialize`, or print StableHLO text with "
      "`jax.jit(f).lower(*args).as_text()`";
  static constexpr std::string_view kDumpText =
      "give the .txt dump of the same module (XLA_FLAGS=--xla_dump_to=DIR "
      "--xla_dump_large_constants)";
  static constexpr std::string_view kMessages =
      "HloProto, HloModuleProto, HloSnapshot, and HloUnoptimizedSnapshot are imported, which begin "
      "with one of their fields, such as `hlo_module {`; or give the .txt dump of the same module";
  static constexpr std::string_view kReport = "`hlo memory FILE` shows it";
  static constexpr std::string_view kSummary =
      "give the buffer-assignment report of the same module to `hlo memory`";
  static constexpr FormatFacts kFacts[] = {
      {"HLO text", "", ""},
      {kHloJsonName, "", ""},
      {"MLIR text", "", ""},
      {"VHLO text", "I12", kArtifact},
      {"MLIR bytecode", "", ""},
      {"a jax.export artifact", "", ""},
      {"a gzip file", "I18", "decompress it first, as with gunzip"},
      {"a zip archive", "I18", "unpack it and give one of its files (*.mlir, *.txt)"},
      {"an HloProto", "", ""},
      {"an HloModuleProto", "", ""},
      {"an HloSnapshot", "", ""},
      {"an HloUnoptimizedSnapshot", "", ""},
      {"a MemoryUsageReportProto", "I18", kReport},
      {"a BufferAssignmentProto", "I18", kReport},
      {"a text-format protobuf", "I18", kMessages},
      {"a buffer-assignment report", "I18", kReport},
      {"an out-of-memory report", "I18", kReport},
      {"a memory-usage report", "I18", kReport},
      {"a live-range report", "I18", kReport},
      {"a dump of several files to the standard output", "I18",
       "cut out what stands between '*** Begin NAME ***' and '*** End NAME ***'"},
      {"a jaxpr", "I18", "call `.lower(*args).as_text()` on the jitted function"},
      {"LLVM IR", "I18", kPrintText},
      {"PTX", "I18", kPrintText},
      {"an ONNX model", "I18", kPrintText},
      {"a riegeli file", "I18", kDumpText},
      {"a thunk sequence", "I18", kDumpText},
      {"a printed CompiledMemoryStats", "I18", kSummary},
      {"a binary file of an unknown format", "I18", kDumpText},
  };
  return kFacts[static_cast<size_t>(format)];
}

}  // namespace hlo
