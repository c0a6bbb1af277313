// SPDX-License-Identifier: Apache-2.0
// For unit tests of the importer: a text in, HLO or the places and codes of its diagnostics out.
#ifndef HLO_CORE_IMPORT_TESTING_H_
#define HLO_CORE_IMPORT_TESTING_H_

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/import.h"
#include "core/import/infer.h"
#include "core/text/text.h"

namespace hlo::import_testing {

inline Imported Import(std::string_view text, const ImportOptions& options = {}) {
  ImportOptions all = options;
  all.root_dims = ParsedRootDims;
  return ImportFile(text, FileFormat::kMlirText, all);
}

// "line:column", counted from 1 in bytes.
inline std::string Place(std::string_view text, uint32_t offset) {
  size_t line = 1, start = 0;
  for (size_t i = 0; i < offset && i < text.size(); ++i) {
    if (text[i] != '\n') continue;
    ++line;
    start = i + 1;
  }
  return std::to_string(line) + ":" + std::to_string(offset - start + 1);
}

// "4:15 I01" for each diagnostic, in order, joined by ", ". Empty for a valid text.
inline std::string Faults(std::string_view text, const ImportOptions& options = {}) {
  std::string list;
  for (const Diagnostic& diagnostic : Import(text, options).diagnostics) {
    if (!list.empty()) list += ", ";
    list += Place(text, diagnostic.span.begin) + " " + diagnostic.code;
    EXPECT_LE(diagnostic.span.begin, diagnostic.span.end);
    EXPECT_LE(diagnostic.span.end, text.size());
    EXPECT_FALSE(diagnostic.message.empty());
  }
  return list;
}

// The HLO of a valid text, which passes the verifier.
inline std::string Hlo(std::string_view text, const ImportOptions& options = {}) {
  const Imported imported = Import(text, options);
  for (const Diagnostic& diagnostic : imported.diagnostics) {
    if (diagnostic.severity != Severity::kError) continue;
    ADD_FAILURE() << Place(text, diagnostic.span.begin) << " " << diagnostic.code << ": "
                  << diagnostic.message << "\n"
                  << text;
  }
  ParseOptions parse_options;
  parse_options.constants = &imported.constants;
  for (const Diagnostic& diagnostic : ParseModule(imported.text, parse_options).diagnostics) {
    ADD_FAILURE() << diagnostic.code << ": " << diagnostic.message << "\n" << imported.text;
  }
  return imported.text;
}

// The lines of the entry computation without its parameters, each without indentation.
inline std::string EntryLines(const std::string& hlo) {
  std::string lines;
  size_t at = hlo.find("ENTRY");
  while (at != std::string::npos && at + 1 < hlo.size()) {
    at = hlo.find('\n', at) + 1;
    std::string line = hlo.substr(at, hlo.find('\n', at) - at);
    if (line == "}") break;
    line.erase(0, 2);
    if (line.find(" parameter(") == std::string::npos || line.starts_with("ROOT"))
      lines += line + "\n";
  }
  if (!lines.empty()) lines.pop_back();
  return lines;
}

inline std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace hlo::import_testing

#endif  // HLO_CORE_IMPORT_TESTING_H_
