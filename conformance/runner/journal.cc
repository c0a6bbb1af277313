// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/journal.h"

#include <filesystem>
#include <iterator>

namespace hlo::conform {
namespace {

constexpr int kMaxStarts = 2;

Json HeaderOf(const RunInfo& info) {
  return {{"journal", 1},
          {"engine", info.engine},
          {"engine_version", info.engine_version},
          {"mode", info.mode}};
}

}  // namespace

Result<std::unique_ptr<Journal>> Journal::Open(const std::string& path, const RunInfo& info) {
  auto journal = std::make_unique<Journal>();
  const Json header = HeaderOf(info);
  std::string text;
  if (std::ifstream old(path, std::ios::binary); old) {
    text.assign(std::istreambuf_iterator<char>(old), std::istreambuf_iterator<char>());
  }
  if (!text.empty() && text.find('\n') == std::string::npos && !header.dump().starts_with(text)) {
    return Error("", path + " must be the journal of an earlier run, or not exist");
  }
  // The last line may be incomplete.
  text.resize(text.rfind('\n') + 1);
  bool first = true;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    const Json line = Json::parse(text.substr(at, end - at), nullptr, false);
    at = end + 1;
    if (first && line != header) {
      return Error("", path + " must be the journal of this engine in this mode (" + header.dump() +
                           "), got: " + line.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    if (!first && line.is_object()) journal->Read(line);
    first = false;
  }
  std::error_code failed;
  if (!first) std::filesystem::resize_file(path, text.size(), failed);
  journal->file_.open(path, std::ios::binary | (first ? std::ios::trunc : std::ios::app));
  if (first) journal->Write(header);
  if (failed || !journal->file_) return Error("", "cannot write " + path);
  return journal;
}

void Journal::Read(const Json& line) {
  if (const std::string id = TextOf(line, "started"); !id.empty()) {
    ++entries_[id].starts;
    return;
  }
  Entry& entry = entries_[TextOf(line, "id")];
  entry.starts = 0;
  entry.fingerprint = std::strtoull(TextOf(line, "case").c_str(), nullptr, 16);
  const Outcome outcome = OutcomeOf(TextOf(line, "outcome"));
  entry.verdict = Verdict{outcome, TextOf(line, "detail")};
  const Json milliseconds = line.value("ms", Json());
  entry.milliseconds = milliseconds.is_number() ? milliseconds.get<double>() : 0;
}

std::optional<CaseResult> Journal::Find(const Case& test) const {
  const auto found = entries_.find(test.id);
  if (found == entries_.end()) return std::nullopt;
  const Entry& entry = found->second;
  if (entry.verdict && entry.fingerprint == Fingerprint(test)) {
    return CaseResult{test, *entry.verdict, entry.milliseconds};
  }
  if (entry.starts < kMaxStarts) return std::nullopt;
  return CaseResult{
      test, {Outcome::kFailed, std::to_string(entry.starts) + " runs ended during this case"}, 0};
}

void Journal::Started(const Case& test) { Write({{"started", test.id}}); }

void Journal::Ended(const CaseResult& result) {
  char fingerprint[20];
  std::snprintf(fingerprint, sizeof fingerprint, "%llx",
                static_cast<unsigned long long>(Fingerprint(result.test)));
  Json line = CaseLine(result);
  line["case"] = fingerprint;
  Write(line);
}

void Journal::Write(const Json& line) {
  const std::lock_guard<std::mutex> lock(mutex_);
  file_ << line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  file_.flush();
}

}  // namespace hlo::conform
