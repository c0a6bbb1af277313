// SPDX-License-Identifier: Apache-2.0
// Parses any bytes as a shape, explains it, and maps elements to positions and back.
#include "hlo/hlo.h"
#include "native/fuzz/fuzz_target.h"

namespace hlo::fuzz {
namespace {

constexpr int64_t kCount = 8;

// The maps between elements and positions are inverse to each other.
void CheckRoundTrip(std::string_view shape, int64_t position) {
  const Result<api::IndexAnswer> there = api::LocatePosition(shape, position);
  if (!there.ok() || there.value().is_padding) return;
  const Result<api::IndexAnswer> back = api::LocateIndex(shape, there.value().index);
  Expect(back.ok(), "the index at a position maps to a position",
         back.ok() ? "" : back.error().message);
  Expect(back.value().position == position, "the position of an element maps back to it", shape);
}

}  // namespace

std::vector<std::string> Seeds() {
  return {"f32[3,5]{1,0:T(2,2)}",
          "bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}",
          "s4[7,9]{0,1:T(8,128)(4,1)E(4)S(1)}",
          "f32[<=10,4]{1,0}",
          "(f32[2]{0}, (s32[], token[]))",
          "pred[16]{0:T(256)(32)(4,1)E(1)L(4)}",
          "f32[16,32]{1,0:T(8,128)SC(0:4,8)M(1024)}",
          "u8[0,3]{0,1}",
          "c64[1,1,1]{2,1,0:T(*,4)}"};
}

std::vector<std::string_view> Words() {
  // clang-format off
  return {"f32", "s4", "[", "]", "{", "}", "(", ")", ",", ":", "<=", "?", "T(8,128)", "(2,1)",
          "E(4)", "S(1)", "L(4)", "SC(0:2)", "M(64)", "P(", "D(D,C)", "*", "0", "1", "-1", "64",
          "1000000000000000000", "9223372036854775807", "-9223372036854775808", "b("};
  // clang-format on
}

}  // namespace hlo::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace api = hlo::api;
  const std::string_view shape(reinterpret_cast<const char*>(data), size);
  const api::ShapeExplanation explanation = api::ExplainShape(shape);
  if (!explanation.ok) {
    hlo::fuzz::Expect(!explanation.error.message.empty(), "a rejected shape has an error message",
                      shape);
    api::DiagnosticText(explanation.error, shape, "SHAPE");
  }
  for (const int64_t position : {int64_t{0}, int64_t{1}, int64_t{17}, int64_t{-1}, INT64_MAX}) {
    hlo::fuzz::CheckRoundTrip(shape, position);
    api::PositionsOf(shape, position, hlo::fuzz::kCount);
    api::ElementsAt(shape, position, hlo::fuzz::kCount);
  }
  api::PositionsOf(shape, 0, -1);
  const int64_t indices[] = {1, 0, INT64_MAX, INT64_MIN};
  for (size_t rank = 0; rank <= std::size(indices); ++rank) {
    (void)api::LocateIndex(shape, std::span<const int64_t>(indices, rank));
  }
  return 0;
}
