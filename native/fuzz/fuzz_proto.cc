// SPDX-License-Identifier: Apache-2.0
// Any bytes as a protobuf: read, printed, written and read back, run with small limits.
#include <algorithm>

#include "hlo/hlo.h"
#include "native/fuzz/fuzz_target.h"

namespace hlo::fuzz {
namespace {

constexpr std::string_view kPrograms[] = {
    "HloModule m, buffer_donor={ (0, {}) }\n"
    "add { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b) }\n"
    "ENTRY e {\n x = f32[2,3]{0,1} parameter(0), sharding={devices=[2,1]<=[2]}\n"
    " c = f32[2,3]{0,1} constant({{1,2,3},{4,5,6}})\n"
    " y = f32[2,3]{0,1} add(x, c), metadata={op_name=\"n\" source_line=3}\n z = f32[] constant(0)\n"
    " r = f32[2] reduce(y, z), dimensions={1}, to_apply=add\n"
    " ROOT p = f32[4] pad(r, z), padding=1_1, frontend_attributes={k=\"v\"}\n}\n",
    "HloModule w, is_scheduled=true\n"
    "b { s = (s32[], s4[3]) parameter(0)\n i = s32[] get-tuple-element(s), index=0\n"
    " v = s4[3] get-tuple-element(s), index=1\n k = s32[] constant(1)\n n = s32[] add(i, k)\n"
    " ROOT t = (s32[], s4[3]) tuple(n, v) }\n"
    "c { s = (s32[], s4[3]) parameter(0)\n i = s32[] get-tuple-element(s), index=0\n"
    " k = s32[] constant(5)\n ROOT l = pred[] compare(i, k), direction=LT }\n"
    "ENTRY e {\n z = s32[] constant(0)\n v = s4[3] constant({1,-2,7})\n"
    " t = (s32[], s4[3]) tuple(z, v)\n"
    " ROOT w = (s32[], s4[3]) while(t), condition=c, body=b\n}\n",
    "HloModule g, num_partitions=2\n"
    "ENTRY e {\n x = bf16[4,4]{1,0:T(2,2)} parameter(0)\n i = s64[2] constant({1,2})\n"
    " g = bf16[2,4] gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0},"
    " index_vector_dim=1, slice_sizes={1,4}\n"
    " ROOT d = bf16[2,2] dot(g, g), lhs_contracting_dims={1}, rhs_contracting_dims={1}\n}\n",
};

constexpr std::string_view kTextFormat =
    "hlo_module {\n  name: \"m\"\n  entry_computation_name: 'e'\n  computations {\n    name: "
    "\"e\"\n"
    "    instructions { name: \"x\" opcode: \"parameter\" id: 1\n"
    "      shape { element_type: F32 dimensions: [2, 3] layout { minor_to_major: 1 } } }\n"
    "    instructions < name: \"c\" opcode: \"constant\"; id: 2, shape: { element_type: S4 }\n"
    "      literal { shape { element_type: S4 } s4s: \"\\377\\x01\\n\" \"\" }\n"
    "      backend_config: \"\\u00e9\" >  # comment\n"
    "    instructions { name: \"y\" opcode: \"negate\" id: 3 shape { element_type: F32 }\n"
    "      operand_ids: 1 later { a: -1.5e3 } epsilon: -inf is_stable: true fft_type: IFFT }\n"
    "    id: 7 root_id: 3 }\n  entry_computation_id: 7 }\npartitions { }\n";

// A field with a length.
std::string Bytes(int number, const std::string& inside) {
  std::string out(1, static_cast<char>(number << 3 | 2));
  size_t size = inside.size();
  for (; size > 0x7f; size >>= 7) out += static_cast<char>(0x80 | (size & 0x7f));
  out += static_cast<char>(size);
  return out + inside;
}

void ReadDiagnostics(const api::Program& program) {
  for (const api::Diagnostic& diagnostic : program.diagnostics()) {
    Expect(diagnostic.span.begin <= diagnostic.span.end &&
               diagnostic.span.end <= program.source().size(),
           "a diagnostic lies inside the text", diagnostic.message);
    api::DiagnosticText(diagnostic, program.source(), "fuzz.pb");
  }
  Expect(program.ok() || !program.diagnostics().empty(), "a rejected file has a diagnostic", "");
}

// A valid program can be written, and what was written is the same program.
void WriteAndRead(const api::Program& program) {
  const Result<std::string> exported = program.Export("pb");
  Expect(exported.ok() || !exported.error().message.empty(), "what cannot be written has a reason",
         "");
  if (!exported.ok()) return;
  const api::Program again = api::Program::FromFile(exported.value());
  Expect(again.ok(), "what was written reads back",
         again.diagnostics().empty() ? "" : again.diagnostics()[0].message + again.source());
  Expect(again.Print("hlo") == program.Print("hlo"), "nothing is lost",
         program.Print("hlo") + again.Print("hlo"));
}

// Not every program has a StableHLO form, but what is written is a program.
void WriteStablehlo(const api::Program& program) {
  const Result<std::string> exported = program.Export("stablehlo");
  Expect(exported.ok() || !exported.error().message.empty(), "what cannot be written has a reason",
         "");
  if (exported.ok()) ReadDiagnostics(api::Program::FromFile(exported.value()));
}

void Run(api::Program& program) { RunOf(program, program.snapshot().arguments, SmallRun()); }

}  // namespace

std::vector<std::string> Seeds() {
  std::vector<std::string> seeds;
  for (const std::string_view text : kPrograms) {
    const Result<std::string> exported = api::Program::FromText(std::string(text)).Export("pb");
    Expect(exported.ok(), "a seed is a program", text);
    seeds.push_back(exported.value());
  }
  // A snapshot: the module, and an argument f32[] 1.
  const std::string scalar =
      Bytes(1, std::string("\x10\x0b\x2a\x00", 4)) + Bytes(8, std::string("\x00\x00\x80\x3f", 4));
  seeds.push_back(Bytes(1, Bytes(1, seeds[0])) + Bytes(2, scalar) + Bytes(3, scalar));
  // Its argument behind the message and its length.
  const std::string shape("\x10\x0b", 2);
  const std::string raw = std::string("\x02\0\0\0\0\0\0\0", 8) + shape + "abcd";
  const std::string message =
      Bytes(1, seeds[0]) +
      Bytes(2, Bytes(2, std::string("\x10", 1) + static_cast<char>(raw.size())));
  seeds.push_back(Bytes(1, message).substr(1) + raw);
  seeds.emplace_back(kTextFormat);
  return seeds;
}

std::vector<std::string_view> Words() {
  return {"parameter",
          "constant",
          "add",
          "fusion",
          "custom-call",
          "while",
          "async-start",
          "\x10\x0b",
          "\x10\x22",
          "\x80",
          "\x7f",
          "\xff\xff\xff\xff\x7f",
          "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
          "\x08\x00",
          "\x0a\x02",
          "\x1a\x04",
          "main"};
}

}  // namespace hlo::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace api = hlo::api;
  api::Program program =
      api::Program::FromFile(std::string(reinterpret_cast<const char*>(data), size));
  hlo::fuzz::ReadDiagnostics(program);
  if (program.ok()) {
    hlo::fuzz::WriteAndRead(program);
    hlo::fuzz::WriteStablehlo(program);
    hlo::fuzz::Run(program);
  }
  return 0;
}
