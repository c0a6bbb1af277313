// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_REPORT_DUMP_FOLDER_H_
#define HLO_CORE_IMPORT_REPORT_DUMP_FOLDER_H_

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hlo {

// What the files of a dump hold, in the order in which they are listed.
enum class DumpKind : uint8_t { kBefore, kPass, kAfter, kReport, kSnapshot, kOther };

// One stage of a module: the same program or report in one or several files.
struct DumpStage {
  DumpKind kind = DumpKind::kOther;
  int64_t order = 0;               // of a pass
  std::string name;                // "before_optimizations", "simplify.after_dce.before_cse"
  std::vector<std::string> files;  // the most complete first
  bool IsProgram() const { return kind <= DumpKind::kAfter; }
};
struct DumpModule {
  std::string name;
  std::set<int64_t> numbers;  // one compilation may be spread over several
  std::vector<DumpStage> stages;
};

// Groups the names of files of a folder that --xla_dump_to has written by the name of the module,
// and by its number if several modules have the name. Files that are no dumps are left out.
std::vector<DumpModule> GroupDump(const std::vector<std::string>& files);

}  // namespace hlo

#endif  // HLO_CORE_IMPORT_REPORT_DUMP_FOLDER_H_
