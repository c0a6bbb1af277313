// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/protocol.h"

#include <istream>
#include <ostream>

#include "hlo/hlo.h"

namespace hlo::conform {
namespace {

// A program received over the protocol, as a case without expected values.
Case CaseOf(const Json& message) {
  Case test;
  test.kind = "run";
  test.hlo = TextOf(message, "hlo");
  test.source = message.value("source", Json());
  test.options = message.value("options", Json());
  test.args = message.value("args", Json());
  test.infeed = message.value("infeed", Json());
  if (const auto topology = message.find("topology");
      topology != message.end() && topology->is_object()) {
    ReadTopology(*topology, test);
  }
  return test;
}

}  // namespace

std::string StartMessage() { return Json{{"cmd", "start"}, {"version", kProtocolVersion}}.dump(); }

std::string StopMessage() { return R"({"cmd":"stop"})"; }

std::string RunMessage(int64_t sequence, const Case& test) {
  Json message{{"cmd", "run"}, {"seq", sequence}};
  if (test.source.is_null()) {
    message["hlo"] = test.hlo;
  } else {
    message["source"] = test.source;
    if (!test.options.is_null()) message["options"] = test.options;
  }
  message["args"] = test.args.is_null() ? Json::array() : test.args;
  if (!test.infeed.is_null()) message["infeed"] = test.infeed;
  message["topology"] = {{"replicas", test.replicas}, {"partitions", test.partitions}};
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Json> ReadMessage(const std::string& line) {
  // Writing a value again takes stack space for each level.
  constexpr int kMaxNesting = 1000;
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == '{')) {
      if (++depth > kMaxNesting) return std::nullopt;
    } else if (!quoted && (c == ']' || c == '}')) {
      --depth;
    }
  }
  Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  return json;
}

int64_t SequenceOf(const Json& message) { return NumberOf(message, "seq"); }

Result<Answer> ReadAnswer(const Json& json, int64_t sequence) {
  if (!json.contains("seq")) {
    return Error(
        "", "the engine's answer must have the \"seq\" of the run, " + std::to_string(sequence));
  }
  if (SequenceOf(json) != sequence) {
    return Error("", "the engine answered run " + std::to_string(SequenceOf(json)) +
                         " instead of " + std::to_string(sequence));
  }
  Answer answer;
  if (const auto results = json.find("results"); results != json.end()) {
    if (!results->is_array()) return Error("", "\"results\" must be a list");
    answer.kind = Answer::Kind::kResults;
    for (const Json& literal : *results) answer.results.push_back(literal.dump());
    for (const Json& list : ItemsOf(json.value("outfeed", Json()))) {
      std::vector<std::string>& values = answer.outfeed.emplace_back();
      for (const Json& literal : ItemsOf(list)) values.push_back(literal.dump());
    }
  } else if (const auto rejected = json.find("rejected"); rejected != json.end()) {
    answer.kind = Answer::Kind::kRejected;
    answer.rejected = {TextOf(*rejected, "phase"), TextOf(*rejected, "code"),
                       NumberOf(*rejected, "line"), NumberOf(*rejected, "col")};
    answer.message = TextOf(*rejected, "message");
  } else if (json.contains("skipped")) {
    answer.kind = Answer::Kind::kSkipped;
    answer.message = TextOf(json, "skipped");
  } else if (const auto error = json.find("error"); error != json.end()) {
    answer.message = error->is_string() ? error->get<std::string>()
                                        : TextOf(*error, "message", "the engine failed");
  } else {
    return Error("", "the engine's answer must have results, rejected, skipped, or error");
  }
  return answer;
}

std::string HelloMessage() {
  Json hello{{"version", kProtocolVersion},
             {"name", "hlo-playground"},
             {"engine_version", std::string(api::kVersion)},
             {"types", api::ElementTypeNames()},
             {"features",
              {"replicas", "partitions", "dynamic", "infeed", "diagnostics", "stablehlo",
               "hlo-proto", "portable-artifact"}},
             {"issues", ""}};
  return hello.dump();
}

namespace {

// A JSON list of values that are already JSON.
std::string JoinedJson(const std::vector<std::string>& values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ',';
    text += values[i];
  }
  return text + "]";
}

}  // namespace

std::string AnswerMessage(int64_t sequence, const Answer& answer) {
  Json message{{"seq", sequence}};
  switch (answer.kind) {
    case Answer::Kind::kResults: {
      // The LITERALs are already JSON; parsing them again could change the form of numbers.
      std::string text = message.dump();
      text.pop_back();
      text += ",\"results\":" + JoinedJson(answer.results);
      std::vector<std::string> outfeed;
      bool some = false;
      for (const std::vector<std::string>& list : answer.outfeed) {
        outfeed.push_back(JoinedJson(list));
        some |= !list.empty();
      }
      if (some) text += ",\"outfeed\":" + JoinedJson(outfeed);
      return text + "}";
    }
    case Answer::Kind::kRejected:
      message["rejected"] = {{"phase", answer.rejected.phase},
                             {"code", answer.rejected.code},
                             {"line", answer.rejected.line},
                             {"col", answer.rejected.column},
                             {"message", answer.message}};
      break;
    case Answer::Kind::kSkipped:
      message["skipped"] = answer.message;
      break;
    case Answer::Kind::kError:
      message["error"] = {{"message", answer.message}};
      break;
  }
  // Messages may quote bytes of a file that are not UTF-8.
  return message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

int Serve(std::istream& in, std::ostream& out, KernelMode mode) {
  const std::unique_ptr<Engine> engine = MakeInProcessEngine(mode);
  std::string line;
  while (std::getline(in, line)) {
    const Json message = ReadMessage(line).value_or(Json());
    const std::string command = TextOf(message, "cmd");
    if (command == "start") {
      out << HelloMessage() << std::endl;
    } else if (command == "run") {
      out << AnswerMessage(NumberOf(message, "seq"), engine->Run(CaseOf(message))) << std::endl;
    } else if (command == "stop") {
      return 0;
    } else {
      out << Json{{"error", {{"message", "unknown command"}}}}.dump() << std::endl;
    }
  }
  return 0;
}

}  // namespace hlo::conform
