// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/judge.h"

#include <algorithm>

#include "hlo/hlo.h"

namespace hlo::conform {
namespace {

Verdict Passed() { return {Outcome::kPassed, ""}; }
Verdict Failed(std::string detail) { return {Outcome::kFailed, std::move(detail)}; }
Verdict Skipped(std::string why) { return {Outcome::kSkipped, std::move(why)}; }

std::string PlaceText(const Reject& reject) {
  std::string text = reject.code.empty() ? reject.phase : reject.phase + " " + reject.code;
  if (reject.line > 0) {
    text += " at " + std::to_string(reject.line) + ":" + std::to_string(reject.column);
  }
  return text;
}

// Empty if the rejection is the expected one; `strict` engines must match code and position.
std::string RejectDifference(const Answer& answer, const Reject& wanted, bool strict) {
  if (answer.kind == Answer::Kind::kResults) return "accepted, expected " + PlaceText(wanted);
  if (!strict) return "";
  const Reject& got = answer.rejected;
  const bool place_differs =
      wanted.line > 0 &&
      (got.line != wanted.line || (wanted.column > 0 && got.column != wanted.column));
  if (got.code != wanted.code || got.phase != wanted.phase || place_differs) {
    return "rejected with " + PlaceText(got) + " (" + answer.message + "), expected " +
           PlaceText(wanted);
  }
  return "";
}

std::string Compare(const api::Value& got, const api::Value& expected, const Tolerance& tolerance) {
  if (tolerance.kind == "close") return got.DifferenceFrom(expected, tolerance.ulp);
  if (tolerance.kind == "accumulate") {
    return got.DifferenceOfSum(expected, tolerance.terms, tolerance.scale);
  }
  return got.DifferenceFrom(expected, 0);
}

// Where the case specifies the payload of a NaN ("nan:0xHEX"), the result must have the same bits.
// `expected` is the LITERAL of the case; `got` and `wanted` are the values as printed.
bool SamePayloads(const Json& expected, const Json& got, const Json& wanted) {
  if (expected.is_string()) {
    return expected.get<std::string>().rfind("nan:", 0) != 0 || got == wanted;
  }
  if (!expected.is_structured()) return true;
  for (const auto& [key, item] : expected.items()) {
    if (key == "shape" || key == "dynamic_sizes") continue;
    const Json& a = got.is_array() ? got[std::stoul(key)] : got[key];
    const Json& b = wanted.is_array() ? wanted[std::stoul(key)] : wanted[key];
    if (!SamePayloads(item, a, b)) return false;
  }
  return true;
}

std::string PayloadDifference(const api::Value& got, const api::Value& expected,
                              const Json& literal) {
  const Json printed = Json::parse(got.Json(), nullptr, false);
  const Json wanted = Json::parse(expected.Json(), nullptr, false);
  return SamePayloads(literal, printed, wanted) ? "" : "NaN payloads differ: got " + got.Json();
}

// Compares the result of one device with each allowed value; empty if one matches.
std::string ResultDifference(const std::string& result, const std::vector<Json>& allowed,
                             const Tolerance& tolerance) {
  const Result<api::Value> got = api::ParseValue(result);
  if (!got.ok()) return "the result is not a LITERAL: " + got.error().message;
  std::string difference = "the case has no expected value";
  for (const Json& literal : allowed) {
    const Result<api::Value> expected = api::ParseValue(literal.dump());
    if (!expected.ok()) {
      return "the expected value of the case is not a LITERAL: " + expected.error().message;
    }
    difference = Compare(got.value(), expected.value(), tolerance);
    if (difference.empty()) {
      difference = PayloadDifference(got.value(), expected.value(), literal);
    }
    if (difference.empty()) return "";
  }
  return difference;
}

// Compares the outfeed values with the expected ones, if the case has any.
std::string OutfeedDifference(const Case& test, const Answer& answer) {
  if (test.outfeed.is_null()) return "";
  const std::vector<std::vector<Json>> lists = ListsOf(test, test.outfeed);
  for (size_t device = 0; device < answer.results.size(); ++device) {
    const std::vector<Json>& wanted = lists[lists.size() == 1 ? 0 : device];
    const std::vector<std::string> got =
        device < answer.outfeed.size() ? answer.outfeed[device] : std::vector<std::string>();
    const std::string where = "outfeed of device " + std::to_string(device) + ": ";
    if (got.size() != wanted.size()) {
      return where + std::to_string(got.size()) + " values, expected " +
             std::to_string(wanted.size());
    }
    for (size_t i = 0; i < got.size(); ++i) {
      const std::string difference = ResultDifference(got[i], {wanted[i]}, test.tolerance);
      if (!difference.empty()) return where + "value " + std::to_string(i) + ": " + difference;
    }
  }
  return "";
}

Verdict JudgeRun(const Case& test, const Answer& answer) {
  if (answer.kind != Answer::Kind::kResults) {
    return Failed("rejected with " + PlaceText(answer.rejected) + ": " + answer.message);
  }
  const auto devices = static_cast<size_t>(test.replicas * test.partitions);
  if (answer.results.size() != devices) {
    return Failed("got " + std::to_string(answer.results.size()) + " results for " +
                  std::to_string(devices) + " devices");
  }
  for (size_t device = 0; device < devices; ++device) {
    const auto replica = static_cast<int64_t>(device) / test.partitions;
    const auto partition = static_cast<int64_t>(device) % test.partitions;
    const std::string difference = ResultDifference(
        answer.results[device], ExpectedOf(test, replica, partition), test.tolerance);
    if (!difference.empty()) {
      return Failed(devices == 1 ? difference
                                 : "device " + std::to_string(device) + ": " + difference);
    }
  }
  const std::string difference = OutfeedDifference(test, answer);
  return difference.empty() ? Passed() : Failed(difference);
}

// Empty if two lists of LITERALs have the same bits.
std::string ListDifference(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  if (a.size() != b.size()) return "different numbers of values";
  for (size_t i = 0; i < a.size(); ++i) {
    const Result<api::Value> left = api::ParseValue(a[i]);
    const Result<api::Value> right = api::ParseValue(b[i]);
    if (!left.ok() || !right.ok()) return "a value is not a LITERAL";
    std::string difference = right.value().DifferenceFrom(left.value(), 0);
    if (!difference.empty()) return difference;
  }
  return "";
}

// The first form of `hlo print` that does not read back as the same program, or "". The short form,
// which leaves attributes out, need only be a valid one.
std::string ChangedForm(const api::Program& program) {
  for (const std::string_view form : {"hlo", "json", "long", "short"}) {
    const api::Program again = api::Program::FromText(program.Print(form));
    const bool is_same = form == "short" || again.Print("hlo") == program.Print("hlo");
    if (!again.ok() || !is_same) return std::string(form);
  }
  return "";
}

// A print case expects {"text": [lines]}; the text must also be a fixed point of printing.
Verdict JudgePrint(const Case& test) {
  const api::Program program = api::Program::FromText(test.hlo);
  if (!program.ok()) return Failed(program.diagnostics().front().message);
  const std::string printed = program.Print("hlo");
  std::string expected;
  if (!test.expect.is_object()) return Failed("a print case must have an object \"expect\"");
  for (const Json& line : ItemsOf(test.expect.value("text", Json()))) {
    if (line.is_string()) expected += line.get<std::string>() + "\n";
  }
  if (printed != expected) return Failed("printed:\n" + printed);
  const std::string changed = ChangedForm(program);
  if (!changed.empty()) return Failed("reading the " + changed + " form gives another program");
  return Passed();
}

// A judge case tests the comparison itself: `args` has the result of an engine that may be wrong.
Verdict JudgeComparison(const Case& test) {
  const std::vector<Json> args = ItemsOf(test.args);
  if (args.size() != 1) return Failed("a judge case must have 1 LITERAL in \"args\"");
  const std::string difference =
      ResultDifference(args[0].dump(), ExpectedOf(test, 0, 0), test.tolerance);
  if (difference.empty() == test.agrees) return Passed();
  return Failed(test.agrees ? difference : "accepted a result that differs");
}

bool HasAnswer(const Case& test) { return test.reject || !test.expect.is_null(); }

bool TestsAnEngine(const Case& test) {
  return test.kind == "run" || test.kind == "reject" || test.kind == "import";
}

}  // namespace

Verdict Judge(const Case& test, Engine& engine) {
  if (!TestsAnEngine(test)) {
    if (!engine.is_own()) return Skipped("not supported: " + test.kind + " case");
    if (test.kind == "print") return JudgePrint(test);
    if (test.kind == "judge") return JudgeComparison(test);
    const std::string difference = LayoutDifference(test);
    return difference.empty() ? Passed() : Failed(difference);
  }
  if (test.kind == "import") {
    const std::string difference = engine.is_own() ? ImportDifference(test) : "";
    if (!difference.empty()) return Failed(difference);
    if (!HasAnswer(test)) {
      return engine.is_own() ? Passed() : Skipped("the case tests the text of the import");
    }
  }
  const Answer answer = engine.Run(test);
  if (answer.kind == Answer::Kind::kSkipped) return Skipped(answer.message);
  if (answer.kind == Answer::Kind::kError) return Failed(answer.message);
  if (test.kind == "reject" || test.reject) {
    if (!test.reject) return Failed("a reject case must have \"reject\"");
    const std::string difference = RejectDifference(answer, *test.reject, engine.is_own());
    return difference.empty() ? Passed() : Failed(difference);
  }
  return JudgeRun(test, answer);
}

Verdict JudgeAgreement(const Case& test, Engine& first, Engine& second) {
  if (!TestsAnEngine(test) || !HasAnswer(test)) return Skipped("not a run case");
  const Answer a = first.Run(test);
  const Answer b = second.Run(test);
  if (a.kind == Answer::Kind::kSkipped || b.kind == Answer::Kind::kSkipped) {
    return Skipped(a.message + b.message);
  }
  if (a.kind == Answer::Kind::kError || b.kind == Answer::Kind::kError) {
    return Failed(a.message + b.message);
  }
  if (a.kind != b.kind)
    return Failed("one engine accepts, the other rejects: " + a.message + b.message);
  if (a.kind == Answer::Kind::kRejected) {
    const std::string difference =
        RejectDifference(b, a.rejected, first.is_own() && second.is_own());
    return difference.empty() ? Passed() : Failed(difference);
  }
  const std::string difference = ListDifference(a.results, b.results);
  if (!difference.empty()) return Failed(difference);
  for (size_t device = 0; device < std::max(a.outfeed.size(), b.outfeed.size()); ++device) {
    const auto given = [&](const Answer& answer) {
      return device < answer.outfeed.size() ? answer.outfeed[device] : std::vector<std::string>();
    };
    const std::string fed = ListDifference(given(a), given(b));
    if (!fed.empty()) return Failed("outfeed of device " + std::to_string(device) + ": " + fed);
  }
  return Passed();
}

}  // namespace hlo::conform
