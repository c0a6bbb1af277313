// SPDX-License-Identifier: Apache-2.0
// Any bytes as MLIR bytecode: read, converted, printed, and run with small limits.
#include "hlo/hlo.h"
#include "native/fuzz/fuzz_target.h"

namespace hlo::fuzz {
namespace {

// Files of conformance/generate/imports_bytecode.py in hexadecimal: dot, reduce, dictionary.
constexpr std::string_view kFiles[] = {
    "4d4cef520d537461626c65484c4f5f76312e31332e30000119050105090103130307171b1f033d1b13010307"
    "03190b0b130f2f2f0f0b0b0b0b0b031307171717070713131b029f1f23091701030505051f0d011f0f110100"
    "0000000000001f0f110000000000000000130b050501030123111d051d07092905090d0129050d0901290509"
    "0901431d2903010b2903050b110503050307044d0501100107043f0301050750010307042b03070b05050900"
    "0346010103070501030504010305060301050100951111151f0f0f0b0b116275696c74696e0076686c6f006d"
    "61696e007075626c6963006d6f64756c6500646f745f67656e6572616c5f76320072657475726e5f76310066"
    "756e635f763100082905190311090f0b030f07090f0d030b1315131719",
    "4d4cef520d537461626c65484c4f5f76312e31332e3000011b0501050b0103130309171b1f23032b0d0f0103"
    "07030b2f0b0b0b0b030f07170f1307131b02591f1f0b1101000000000000000301230d1d051d07092905090d"
    "01290101290309011d290305091105030503070477050110010704690301050950010307045503070b050509"
    "000756010103070501030503070b050909000306010305050709050401030b05040103050603010501009b13"
    "1115150f0f0f0b0b116275696c74696e0076686c6f006d61696e007075626c6963006d6f64756c6500616464"
    "5f76310072657475726e5f7631007265647563655f76310066756e635f76310008130503030b050705090b",
    "4d4cef5209537461626c65484c4f5f76312e31332e30000119050105090103170307191b1d033b210b01150b"
    "0b1b070b0b0b0b0b33030d0b0b0b0b0b0b030b071307131b027b050505070305011703151f050d050f051105"
    "130515030b09190b1b0d190f1d111f070b0903030123091d091d0b0929030901012903090511050303030704"
    "4d0501100707043f0301050711071307042b03070b0505050003070705030705010305040703050603010501"
    "00a6021f1115170f1f13151d150f0b2b1b0b116275696c74696e0076686c6f00636f6d706172655f74797065"
    "00636f6d70617269736f6e5f646972656374696f6e006d61696e007075626c6963006172675f617474727300"
    "66756e6374696f6e5f74797065007265735f61747472730073796d5f6e616d650073796d5f7669736962696c"
    "697479006d6f64756c6500636f6d706172655f76310072657475726e5f76310066756e635f763100",
};

std::string Bytes(std::string_view digits) {
  const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes += static_cast<char>(value(digits[i]) << 4 | value(digits[i + 1]));
  }
  return bytes;
}

void ReadDiagnostics(const api::Program& program) {
  for (const api::Diagnostic& diagnostic : program.diagnostics()) {
    Expect(diagnostic.span.begin <= diagnostic.span.end &&
               diagnostic.span.end <= program.source().size(),
           "a diagnostic has a position inside the text", diagnostic.message);
    api::DiagnosticText(diagnostic, program.source(), "fuzz.mlirbc");
  }
  Expect(program.ok() || !program.diagnostics().empty(), "a rejected file has a diagnostic", "");
}

// The StableHLO text of an artifact is the same program.
void CheckText(const api::Program& program) {
  const api::Program again = api::Program::FromFile(program.source());
  Expect(again.Print("hlo") == program.Print("hlo"), "the text is the same program",
         program.source());
}

void Run(api::Program& program) {
  const std::optional<std::vector<api::Value>> arguments = RandomArguments(program);
  if (!arguments) return;
  RunOf(program, {*arguments}, SmallRun());
}

}  // namespace

std::vector<std::string> Seeds() {
  std::vector<std::string> seeds;
  for (const std::string_view file : kFiles) {
    seeds.push_back(Bytes(file));
    Expect(api::Program::FromFile(seeds.back()).ok(), "a seed is a program", file);
  }
  return seeds;
}

std::vector<std::string_view> Words() {
  return {"ML\xefR", "add_v1",  "reduce_v1", "while_v1", "func_v1",  "module",
          "vhlo",    "builtin", "sym_name",  "\x01",     "\x03",     "\x05",
          "\x07",    "\x0f",    "\xff",      "\x7f",     "\x02\x02", "\x80"};
}

}  // namespace hlo::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace api = hlo::api;
  api::Program program =
      api::Program::FromFile(std::string(reinterpret_cast<const char*>(data), size));
  hlo::fuzz::ReadDiagnostics(program);
  if (program.ok() && !program.hlo_text().empty()) {
    hlo::fuzz::CheckText(program);
    hlo::fuzz::Run(program);
  }
  return 0;
}
