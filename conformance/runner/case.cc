// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/case.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>

namespace hlo::conform {
namespace {

namespace fs = std::filesystem;

double Real(const Json& json, const char* key, double fallback) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : fallback;
}

std::string JoinLines(const Json& lines) {
  std::string text;
  for (const Json& line : lines) {
    if (line.is_string()) text += line.get<std::string>() + "\n";
  }
  return text;
}

std::optional<Reject> ReadReject(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) return std::nullopt;
  return Reject{TextOf(*found, "phase"), TextOf(*found, "code"), NumberOf(*found, "line"),
                NumberOf(*found, "col")};
}

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string ToBase64(std::string_view bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](size_t at) -> uint32_t {
      return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
    };
    const uint32_t bits = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (uint32_t d = 0; d < 4; ++d) {
      text += i + d > bytes.size() ? '=' : kDigits[bits >> (18 - 6 * d) & 63];
    }
  }
  return text;
}

std::string FromBase64(std::string_view text) {
  std::string bytes;
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text.substr(0, text.find('='))) {
    const size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return "";
    bits = bits << 6 | static_cast<uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xff);
  }
  return bytes;
}

Case ReadCase(const Json& json, const std::string& file, const std::string& op) {
  Case test;
  test.file = file;
  test.op = op;
  test.id = TextOf(json, "id");
  test.kind = TextOf(json, "kind");
  test.why = TextOf(json, "why");
  test.level = TextOf(json, "level", "core");
  for (const Json& need : ItemsOf(json.value("requires", Json()))) {
    if (need.is_string()) test.needs.push_back(need.get<std::string>());
  }
  test.hlo = JoinLines(json.value("hlo", Json::array()));
  test.source = json.value("source", Json());
  test.options = json.value("options", Json());
  if (const auto topology = json.find("topology"); topology != json.end()) {
    ReadTopology(*topology, test);
  }
  test.args = json.value("args", Json());
  test.infeed = json.value("infeed", Json());
  test.expect = json.value("expect", Json());
  test.outfeed = json.value("outfeed", Json());
  test.reject = ReadReject(json, "reject");
  test.warning = ReadReject(json, "warning");
  test.agrees = json.value("agrees", Json(true)) == Json(true);
  if (const auto tol = json.find("tol"); tol != json.end()) {
    test.tolerance.kind = TextOf(*tol, "class", "bits");
    test.tolerance.ulp = Real(*tol, "ulp", 1);
    test.tolerance.terms = Real(*tol, "terms", 1);
    test.tolerance.scale = Real(*tol, "scale", 0);
  }
  return test;
}

// Finds ids in the text of a file, in their order.
class LineFinder {
 public:
  explicit LineFinder(std::string text) : text_(std::move(text)) {}

  int LineOf(const std::string& id) {
    const size_t found = text_.find("\"" + id + "\"", at_);
    if (found == std::string::npos) return 0;
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<ptrdiff_t>(at_),
                                         text_.begin() + static_cast<ptrdiff_t>(found), '\n'));
    at_ = found;
    return line_;
  }

 private:
  std::string text_;
  size_t at_ = 0;
  int line_ = 1;
};

bool MatchesAny(const std::vector<std::string>& globs, std::string_view id) {
  return std::any_of(globs.begin(), globs.end(),
                     [&](const std::string& glob) { return GlobMatches(glob, id); });
}

void LoadFile(const fs::path& path, const std::string& shown, const std::vector<std::string>& globs,
              CaseList& list) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) {
    list.errors.push_back(shown + ": cannot read the file");
    return;
  }
  const Json json = Json::parse(text.str(), nullptr, false);
  const Json cases = json.is_object() ? json.value("cases", Json()) : Json();
  if (!cases.is_array()) {
    list.errors.push_back(shown + ": a vector file must be a JSON object with a list \"cases\"");
    return;
  }
  const std::string op = TextOf(json, "op");
  LineFinder lines(text.str());
  for (const Json& item : cases) {
    if (!item.is_object()) {
      list.errors.push_back(shown + ": a case must be an object");
      continue;
    }
    Case test = ReadCase(item, shown, op);
    test.path = path.generic_string();
    test.line = lines.LineOf(test.id);
    if (test.id.empty()) {
      list.errors.push_back(shown + ": a case must have an id");
    } else if (globs.empty() || MatchesAny(globs, test.id)) {
      list.cases.push_back(std::move(test));
    }
  }
}

}  // namespace

std::string TextOf(const Json& value, const char* key, std::string fallback) {
  const auto found = value.find(key);
  return found != value.end() && found->is_string() ? found->get<std::string>()
                                                    : std::move(fallback);
}

int64_t NumberOf(const Json& value, const char* key, int64_t fallback) {
  const auto found = value.find(key);
  return found != value.end() && found->is_number_integer() ? found->get<int64_t>() : fallback;
}

std::vector<Json> ItemsOf(const Json& value) {
  return value.is_array() ? value.get<std::vector<Json>>() : std::vector<Json>();
}

void ReadTopology(const Json& topology, Case& test) {
  // A run reports too many devices.
  const auto count = [&](const char* key) {
    return std::clamp<int64_t>(NumberOf(topology, key, 1), 1, kMaxDevices + 1);
  };
  test.replicas = count("replicas");
  test.partitions = count("partitions");
}

bool GlobMatches(std::string_view glob, std::string_view text) {
  size_t g = 0;
  size_t t = 0;
  size_t star = std::string_view::npos;
  size_t resume = 0;
  while (t < text.size()) {
    if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

CaseList LoadCases(const std::vector<std::string>& paths, const std::vector<std::string>& globs) {
  CaseList list;
  for (const std::string& given : paths) {
    std::error_code error;
    std::vector<fs::path> files;
    if (fs::is_directory(given, error)) {
      for (fs::recursive_directory_iterator it(given, error), end; it != end; it.increment(error)) {
        if (it->path().extension() == ".json") files.push_back(it->path());
      }
    } else if (fs::exists(given, error)) {
      files.emplace_back(given);
    } else {
      list.errors.push_back(given + ": no such file or folder");
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
      const fs::path shown =
          fs::is_directory(given, error) ? fs::relative(file, given, error) : file.filename();
      LoadFile(file, shown.generic_string(), globs, list);
    }
  }
  std::set<std::string> seen;
  for (const Case& test : list.cases) {
    if (!seen.insert(test.id).second)
      list.errors.push_back(test.file + ": duplicate id: " + test.id);
  }
  return list;
}

uint64_t Fingerprint(const Case& test) {
  std::string text = test.kind + "\n" + test.hlo + "\n" + std::to_string(test.replicas) + "," +
                     std::to_string(test.partitions) + "," + std::to_string(test.agrees) + "\n" +
                     test.tolerance.kind;
  const Tolerance& tolerance = test.tolerance;
  text += Json{tolerance.ulp, tolerance.terms, tolerance.scale}.dump();
  for (const Json* part :
       {&test.source, &test.options, &test.args, &test.infeed, &test.expect, &test.outfeed}) {
    text += part->dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  }
  for (const auto* finding : {&test.reject, &test.warning}) {
    if (!*finding) continue;
    text += (*finding)->phase + " " + (*finding)->code + " " + std::to_string((*finding)->line) +
            ":" + std::to_string((*finding)->column) + "\n";
  }
  for (const std::string& need : test.needs) text += need + " ";
  uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::string SourceOf(const Case& test) {
  return test.source.is_string() ? FromBase64(test.source.get<std::string>())
                                 : JoinLines(test.source);
}

void SetSource(std::string_view bytes, bool is_text, Case& test) {
  if (!is_text) {
    test.source = ToBase64(bytes);
    return;
  }
  test.source = Json::array();
  while (!bytes.empty()) {
    const size_t end = std::min(bytes.find('\n'), bytes.size());
    test.source.push_back(std::string(bytes.substr(0, end)));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
}

std::vector<std::vector<Json>> ListsOf(const Case& test, const Json& given) {
  if (given.is_array()) return {given.get<std::vector<Json>>()};
  std::vector<std::vector<Json>> lists;
  if (!given.is_object()) return {{}};
  if (const auto all = given.find("all"); all != given.end()) {
    return {ItemsOf(*all)};
  }
  if (test.replicas > kMaxDevices / test.partitions) return {{}};  // the run reports too many
  for (int64_t replica = 0; replica < test.replicas; ++replica) {
    for (int64_t partition = 0; partition < test.partitions; ++partition) {
      const std::string key = std::to_string(replica) + "," + std::to_string(partition);
      const auto found = given.find(key);
      lists.push_back(found == given.end() ? std::vector<Json>() : ItemsOf(*found));
    }
  }
  return lists;
}

std::vector<Json> ExpectedOf(const Case& test, int64_t replica, int64_t partition) {
  const Json* expected = &test.expect;
  if (const auto all = expected->find("all"); all != expected->end()) expected = &*all;
  const std::string key = std::to_string(replica) + "," + std::to_string(partition);
  if (const auto own = expected->find(key); own != expected->end()) expected = &*own;
  if (const auto any = expected->find("oneOf"); any != expected->end()) {
    return ItemsOf(*any);
  }
  return {*expected};
}

}  // namespace hlo::conform
