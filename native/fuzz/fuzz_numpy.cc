// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of NumPy: read as arguments, written, and read back.
#include "hlo/hlo.h"
#include "native/fuzz/fuzz_target.h"

namespace hlo::fuzz {
namespace {

constexpr std::string_view kProgram =
    "HloModule m, num_partitions=2\nENTRY e {\n"
    "  x = f32[2,3] parameter(0), sharding={devices=[2,1]<=[2]}\n"
    "  t = (bf16[2], s4[3]) parameter(1)\n"
    "  d = s16[<=4] parameter(2)\n"
    "  ROOT r = (f32[2,3], s16[<=4]) tuple(x, d)\n}\n";

const api::Program& ParsedProgram() {
  static const api::Program program = api::Program::FromText(std::string(kProgram));
  return program;
}

api::Value ValueOf(const char* json) { return api::ParseValue(json).value(); }

}  // namespace

std::vector<std::string> Seeds() {
  const api::Value x = ValueOf(R"({"shape":"f32[2,3]","data":[[1,2.5,-3],["nan","inf",0]]})");
  const api::Value rest = ValueOf(
      R"({"tuple":[{"shape":"f32[2,3]","data":[[1,2,3],[4,5,6]]},{"shape":"bf16[2]","data":[1.5,-2]},)"
      R"({"shape":"s4[3]","data":[-8,0,7]},{"shape":"s16[4]","data":[1,2,3,4]}]})");
  const api::Value of_both = ValueOf(
      R"({"tuple":[{"shape":"f32[4,3]","data":[[1,2,3],[4,5,6],[7,8,9],[0,0,0]]},{"shape":"bf16[2]","data":[1.5,-2]},)"
      R"({"shape":"s4[3]","data":[-8,0,7]},{"shape":"s16[4]","data":[1,2,3,4]}]})");
  std::vector<std::string> seeds = {api::NpyFile(x).value(), api::NpzFile({rest}).value(),
                                    api::NpzFile({rest, rest}).value(),
                                    api::NpzFile({of_both}).value()};
  // Column-major, big-endian, and raw elements.
  std::string other = seeds[0];
  other.replace(other.find("False"), 5, "True ");
  other.replace(other.find("<f4"), 3, ">f4");
  seeds.push_back(other);
  other = seeds[1];
  other.replace(other.rfind("|i1"), 3, "|V1");
  seeds.push_back(other);
  return seeds;
}

std::vector<std::string_view> Words() {
  return {"\x93NUMPY",
          "PK\x03\x04",
          "PK\x01\x02",
          "PK\x05\x06",
          "PK\x06\x06",
          "PK\x06\x07",
          "descr",
          "shape",
          "fortran_order",
          "True",
          "False",
          "(2, 3)",
          "(4611686018427387904, 0)",
          "<f4",
          "|V2",
          "|V0",
          "|b1",
          "c16",
          "arr_0",
          "device_1_",
          std::string_view("\0\0\0\0", 4),
          "\xff\xff\xff\xff",
          "\x08",
          "\x01"};
}

}  // namespace hlo::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace api = hlo::api;
  const std::string file(reinterpret_cast<const char*>(data), size);
  api::IsNumpyFile(file);
  const auto lists = hlo::fuzz::ParsedProgram().ArgumentsFromNumpy(file);
  hlo::fuzz::Expect(lists.ok() || !lists.error().message.empty(), "a rejected file has a reason",
                    "");
  if (!lists.ok()) return 0;
  for (const std::vector<api::Value>& values : lists.value()) {
    const auto written = api::NpzFile({api::Value(
        hlo::Literal::Tuple({values[0].literal(), values[1].literal(), values[2].literal()}))});
    hlo::fuzz::Expect(written.ok(), "small arrays can be written", "");
    hlo::fuzz::Expect(hlo::fuzz::ParsedProgram().ArgumentsFromNumpy(written.value()).ok(),
                      "what was written reads back", values[0].Json());
  }
  return 0;
}
