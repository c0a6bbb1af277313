// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "native/bench/peers/peers.h"

namespace hlo::bench {
namespace {

// About `bytes` bytes of JSON with the contents of the row's HLO text.
std::string Instructions(size_t bytes) {
  std::string text = "[";
  for (size_t i = 1; text.size() < bytes; ++i) {
    const std::string number = std::to_string(i);
    text += i == 1 ? "\n" : ",\n";
    text += R"({"name":"v)" + number +
            R"(","shape":{"type":"f32","dimensions":[64,128],"layout":[1,0]},"opcode":")" +
            (i % 2 == 1 ? "multiply" : "add") + R"(","operands":["v)" + std::to_string(i - 1) +
            R"(","v)" + std::to_string(i / 2) + R"("],"metadata":{"op_name":"jit(f)/main/op)" +
            number + R"(","source_file":"model.py","source_line":)" + number + "}}";
  }
  return text + "\n]\n";
}

}  // namespace

Work OpenNlohmann(const Request& request, int) {
  if (request.key != "parse") return NoSuchWork();
  Work work;
  work.run = [text = Instructions(std::filesystem::file_size(request.program))] {
    const nlohmann::json document = nlohmann::json::parse(text);
  };
  work.peek = [](int64_t) { return 0.0; };
  work.note = "a JSON text of the same size, parsed into a document";
  return work;
}

std::string NlohmannVersion() {
  return "nlohmann/json " + std::to_string(NLOHMANN_JSON_VERSION_MAJOR) + "." +
         std::to_string(NLOHMANN_JSON_VERSION_MINOR) + "." +
         std::to_string(NLOHMANN_JSON_VERSION_PATCH);
}

}  // namespace hlo::bench
