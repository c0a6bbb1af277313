// SPDX-License-Identifier: Apache-2.0
#include "core/text/testing.h"

#include <fstream>
#include <iterator>

namespace hlo::text_testing {

std::string Place(std::string_view text, uint32_t offset) {
  size_t line = 1;
  size_t start = 0;
  for (size_t i = 0; i < offset && i < text.size(); ++i) {
    if (text[i] != '\n') continue;
    ++line;
    start = i + 1;
  }
  return std::to_string(line) + ":" + std::to_string(offset - start + 1);
}

std::string Faults(std::string_view text, const ParseOptions& options) {
  const ParsedModule parsed = ParseModule(text, options);
  std::string list;
  for (const Diagnostic& diagnostic : parsed.diagnostics) {
    if (!list.empty()) list += ", ";
    list += Place(text, diagnostic.span.begin) + " " + diagnostic.code;
    EXPECT_LE(diagnostic.span.begin, diagnostic.span.end);
    EXPECT_LE(diagnostic.span.end, text.size());
    EXPECT_FALSE(diagnostic.message.empty());
  }
  return list;
}

std::string Messages(std::string_view text) {
  std::string list;
  for (const Diagnostic& diagnostic : ParseModule(text).diagnostics) {
    list += diagnostic.message + "\n";
  }
  return list;
}

std::unique_ptr<Module> Valid(std::string_view text) {
  ParsedModule parsed = ParseModule(text);
  for (const Diagnostic& diagnostic : parsed.diagnostics) {
    ADD_FAILURE() << Place(text, diagnostic.span.begin) << " " << diagnostic.code << ": "
                  << diagnostic.message << "\n"
                  << text;
  }
  return std::move(parsed.module);
}

std::string Entry(const std::string& lines) { return "ENTRY e {\n" + lines + "\n}\n"; }

std::string Unfinished(const std::string& line) {
  return Faults(Entry("x = f32[2,3] parameter(0)\n" + line +
                      "\n  next = f32[2,3] negate(x)\nROOT use = f32[2,3] add(next, next)"));
}

const Instruction& Find(const Module& module, std::string_view name) {
  for (const auto& computation : module.computations) {
    if (const Instruction* found = computation->Find(name)) return *found;
  }
  ADD_FAILURE() << "no instruction " << name;
  return *module.entry->root;
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace hlo::text_testing
