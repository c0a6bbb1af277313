// SPDX-License-Identifier: Apache-2.0
// A template of an adapter: replace Run by your engine. This one knows a single op on two f64
// parameters. Requires nlohmann/json. Build: g++ -std=c++17 -o my_adapter adapter.cc
// hlo conform --engine ./my_adapter
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <regex>

using Json = nlohmann::json;

// A case that requires a type or feature that is not listed is skipped. Features: replicas,
// partitions, dynamic, infeed. Add "reject" to the kinds if the engine verifies programs.
const Json kHello = Json::parse(R"({"version": 1, "name": "my-engine", "engine_version": "0.1",
    "types": ["f64"], "features": [], "kinds": ["run"], "issues": ""})");
const std::regex kProgram(
    "HloModule m\nENTRY e \\{\n  (\\w+) = \\S+ parameter\\(0\\)\n  (\\w+) = \\S+ parameter\\(1\\)\n"
    "  ROOT \\w+ = (\\S+) (add|subtract|multiply)\\((\\w+), (\\w+)\\)\n\\}\n");

double Number(const Json& json) {
  return json.is_string() ? std::stod(json.get<std::string>()) : json.get<double>();
}

Json Element(double x) {
  if (std::isfinite(x)) return x;
  return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
}

// `data` is nested lists in row-major order; "nan", "inf", and "-inf" are strings.
Json Elementwise(const std::string& op, const Json& a, const Json& b) {
  if (!a.is_array()) {
    const double x = Number(a), y = Number(b);
    return Element(op == "add" ? x + y : op == "subtract" ? x - y : x * y);
  }
  Json result = Json::array();
  for (size_t i = 0; i < a.size(); ++i) result.push_back(Elementwise(op, a[i], b[i]));
  return result;
}

// {"results": [one LITERAL per device]}, {"skipped": "why"}, {"rejected": {"phase": "shape",
// "message": "..."}} for an invalid program, or {"error": {"message": "..."}}.
Json Run(const std::string& hlo, const Json& args) {
  std::smatch found;
  if (!std::regex_match(hlo, found, kProgram)) return {{"skipped", "more than one op"}};
  const auto value = [&](const std::string& name) {
    return args[name == found[1] ? 0 : 1]["data"];
  };
  const Json data = Elementwise(found[4], value(found[5]), value(found[6]));
  return {{"results", Json::array({{{"shape", found[3].str()}, {"data", data}}})}};
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const Json message = Json::parse(line);
    if (message["cmd"] == "stop") break;
    Json reply = message["cmd"] == "start" ? kHello : Run(message["hlo"], message["args"]);
    if (message["cmd"] == "run") reply["seq"] = message["seq"];
    std::cout << reply.dump() << std::endl;
  }
}
