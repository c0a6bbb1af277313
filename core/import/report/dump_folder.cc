// SPDX-License-Identifier: Apache-2.0
// Names of dumped files: [TIME.]module_NNNN[.NAME].STAGE.EXTENSION (imports reference 13.1).
#include "core/import/report/dump_folder.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace hlo {
namespace {

// Most complete first: a text leaves out large constants.
constexpr std::string_view kExtensions[] = {
    ".hlo.pb", ".hlo.pb.gz", ".hlo_snapshot.pb", ".pb", ".txt", ".hlo", ".mlir"};

constexpr std::string_view kModule = "module_";

struct DumpName {
  std::string module;
  int64_t number = 0;
  DumpStage stage;
  size_t extension = 0;
};

bool IsNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}
int64_t NumberOf(std::string_view text) {
  int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::vector<std::string_view> Parts(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    parts.push_back(text.substr(0, text.find('.')));
    text.remove_prefix(std::min(parts.back().size() + 1, text.size()));
  }
  return parts;
}

bool BeginsStage(std::string_view part) {
  return part.starts_with("before_optimizations") || part.starts_with("execution_") ||
         part.find("after_optimizations") != std::string_view::npos || part.starts_with("sm_") ||
         part.find("hlo_unoptimized_snapshot") != std::string_view::npos ||
         (part.size() == 4 && IsNumber(part));
}

DumpStage StageOf(std::string_view text) {
  DumpStage stage;
  stage.name = text;
  if (text.find("buffer-assignment") != std::string_view::npos ||
      text.find("live-range") != std::string_view::npos ||
      text.find("memory-usage-report") != std::string_view::npos) {
    stage.kind = DumpKind::kReport;
  } else if (text.starts_with("execution_") || text.find("snapshot") != std::string_view::npos) {
    stage.kind = DumpKind::kSnapshot;
  } else if (text.starts_with("before_optimizations")) {
    stage.kind = DumpKind::kBefore;
  } else if (IsNumber(text.substr(0, 4)) && text.substr(4, 1) == ".") {
    stage.kind = DumpKind::kPass;
    stage.order = NumberOf(text.substr(0, 4));
  } else if (text.ends_with("after_optimizations")) {
    stage.kind = DumpKind::kAfter;
  }
  return stage;
}

std::optional<DumpName> Read(std::string_view file) {
  DumpName name;
  while (name.extension < std::size(kExtensions) && !file.ends_with(kExtensions[name.extension])) {
    ++name.extension;
  }
  if (name.extension == std::size(kExtensions)) return std::nullopt;
  file.remove_suffix(kExtensions[name.extension].size());
  const std::vector<std::string_view> parts = Parts(file);
  size_t at = 0;
  while (at < parts.size() && at < 2 && !parts[at].starts_with(kModule)) ++at;
  if (at >= parts.size() || !parts[at].starts_with(kModule) ||
      !IsNumber(parts[at].substr(kModule.size()))) {
    return std::nullopt;
  }
  name.number = NumberOf(parts[at].substr(kModule.size()));
  const size_t first = ++at;
  while (at < parts.size() && !BeginsStage(parts[at])) ++at;
  if (at == parts.size()) return std::nullopt;
  for (size_t i = first; i < at; ++i) {
    name.module += (name.module.empty() ? "" : ".") + std::string(parts[i]);
  }
  name.stage = StageOf(file.substr(static_cast<size_t>(parts[at].data() - file.data())));
  return name;
}

}  // namespace

namespace {

// One compilation may have several numbers, but two numbers with the same stage are two
// compilations, named `module_0121.jit_f`.
void SplitByNumber(std::vector<std::pair<DumpName, std::string>>& names) {
  std::map<std::tuple<std::string, std::string, size_t>, std::set<int64_t>> numbers;
  std::set<std::string> repeated;
  for (const auto& [name, file] : names) {
    std::set<int64_t>& known = numbers[{name.module, name.stage.name, name.extension}];
    known.insert(name.number);
    if (known.size() > 1) repeated.insert(name.module);
  }
  for (auto& [name, file] : names) {
    if (repeated.count(name.module) == 0) continue;
    const std::string_view base = std::string_view(file).substr(file.rfind('/') + 1);
    const size_t at = base.find(kModule);
    name.module = std::string(base.substr(at, base.find('.', at) - at)) +
                  (name.module.empty() ? "" : "." + name.module);
  }
}

}  // namespace

std::vector<DumpModule> GroupDump(const std::vector<std::string>& files) {
  std::map<std::string, DumpModule> by_name;
  std::vector<std::pair<DumpName, std::string>> names;
  for (const std::string& file : files) {
    const size_t folder = file.rfind('/');
    if (auto name = Read(std::string_view(file).substr(folder + 1))) {
      names.emplace_back(std::move(*name), file);
    }
  }
  SplitByNumber(names);
  const auto key = [](const DumpName& name) {
    return std::tie(name.module, name.stage.kind, name.stage.order, name.stage.name,
                    name.extension);
  };
  std::stable_sort(names.begin(), names.end(),
                   [&](const auto& a, const auto& b) { return key(a.first) < key(b.first); });
  for (auto& [name, file] : names) {
    DumpModule& module = by_name[name.module];
    module.name = name.module;
    module.numbers.insert(name.number);
    const bool is_new = module.stages.empty() || module.stages.back().kind != name.stage.kind ||
                        module.stages.back().name != name.stage.name;
    if (is_new) module.stages.push_back(name.stage);
    module.stages.back().files.push_back(file);
  }
  std::vector<DumpModule> modules;
  for (auto& [name, module] : by_name) modules.push_back(std::move(module));
  return modules;
}

}  // namespace hlo
