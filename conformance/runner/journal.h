// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CONFORMANCE_RUNNER_JOURNAL_H_
#define HLO_CONFORMANCE_RUNNER_JOURNAL_H_

#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "conformance/runner/report.h"

namespace hlo::conform {

// The verdicts of a run in a file, one JSON line each, so that a run that was interrupted can be
// continued. A case during which two runs ended has failed.
class Journal {
 public:
  // Reads the file if it exists, and opens it to be continued. Fails if it belongs to another
  // engine or another version of it, or cannot be written.
  static Result<std::unique_ptr<Journal>> Open(const std::string& path, const RunInfo& info);

  // The verdict of the case in an earlier run; nullopt for a new or changed case.
  std::optional<CaseResult> Find(const Case& test) const;

  // Can be called by several threads.
  void Started(const Case& test);
  void Ended(const CaseResult& result);

 private:
  struct Entry {
    int starts = 0;  // since the last verdict
    uint64_t fingerprint = 0;
    std::optional<Verdict> verdict;
    double milliseconds = 0;
  };

  void Read(const Json& line);
  void Write(const Json& line);

  std::mutex mutex_;
  std::ofstream file_;
  std::map<std::string, Entry> entries_;
};

}  // namespace hlo::conform

#endif  // HLO_CONFORMANCE_RUNNER_JOURNAL_H_
