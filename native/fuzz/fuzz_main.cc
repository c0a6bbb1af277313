// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz target without libFuzzer: mutates a corpus with a seeded generator. This works with
// any compiler and sanitizer, and every run is reproducible.
//   hlo_fuzz_text [--runs N] [--seed S] [--keep FILE] [CORPUS...]
// A corpus file is one input; a JSON file of vectors contributes the text of each case. The corpus
// is executed first, then N mutants.
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "native/fuzz/fuzz_target.h"
#include "native/fuzz/mutator.h"
#include "native/terminal/progress.h"

namespace hlo::fuzz {
namespace {

namespace fs = std::filesystem;

struct Flags {
  uint64_t runs = 20'000;
  uint64_t seed = 1;
  std::string keep;  // each input is written here before it runs
  std::vector<std::string> corpus;
};

Flags ReadFlags(int count, char** words) {
  Flags flags;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    const bool more = i + 1 < count;
    if (word == "--runs" && more) {
      flags.runs = std::strtoull(words[++i], nullptr, 10);
    } else if (word == "--seed" && more) {
      flags.seed = std::strtoull(words[++i], nullptr, 10);
    } else if (word == "--keep" && more) {
      flags.keep = words[++i];
    } else {
      flags.corpus.emplace_back(word);
    }
  }
  return flags;
}

std::string ReadWhole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The string that starts at the quote `at`; moves `at` past it.
std::string TakeJsonString(const std::string& json, size_t& at) {
  std::string text;
  for (++at; at < json.size() && json[at] != '"'; ++at) {
    if (json[at] == '\\' && at + 1 < json.size()) {
      ++at;
      text += json[at] == 'n' ? '\n' : json[at] == 't' ? '\t' : json[at];
    } else {
      text += json[at];
    }
  }
  ++at;
  return text;
}

// The programs in a file of vectors: every `"hlo": ["line", ...]` or shape text, or `"source"`.
void AddVectors(const std::string& json, std::string_view key, std::vector<std::string>& corpus) {
  for (size_t at = json.find(key); at != std::string::npos; at = json.find(key, at)) {
    at += key.size();
    if (json.compare(at, 2, " [") != 0) continue;
    std::string text;
    while (at < json.size() && json[at] != ']') {
      if (json[at] == '"') {
        text += TakeJsonString(json, at) + "\n";
      } else {
        ++at;
      }
    }
    corpus.push_back(std::move(text));
  }
}

void AddPath(const fs::path& path, std::vector<std::string>& corpus) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    for (const auto& entry : fs::recursive_directory_iterator(path, error)) {
      if (entry.is_regular_file()) AddPath(entry.path(), corpus);
    }
    return;
  }
  std::string text = ReadWhole(path);
  if (path.extension() == ".json" && text.find("\"cases\"") != std::string::npos) {
    AddVectors(text, "\"hlo\":", corpus);
    AddVectors(text, "\"source\":", corpus);
  } else {
    corpus.push_back(std::move(text));
  }
}

void Execute(const std::string& text, const Flags& flags) {
  if (!flags.keep.empty()) std::ofstream(flags.keep, std::ios::binary) << text;
  const std::clock_t start = std::clock();  // CPU time, independent of the load of the machine
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  Expect(seconds < 10, "an execution takes less than ten seconds", text);
}

int Main(int count, char** words) {
  const Flags flags = ReadFlags(count, words);
  std::vector<std::string> corpus = Seeds();
  for (const std::string& path : flags.corpus) AddPath(path, corpus);
  const uint64_t done = corpus.size() + flags.runs;
  std::optional<terminal::Progress> progress(std::in_place, "inputs", done);
  const auto execute = [&](const std::string& text) {
    Execute(text, flags);
    progress->Done();
  };
  for (const std::string& text : corpus) execute(text);
  Mutator mutator(std::move(corpus), Words(), flags.seed);
  for (uint64_t run = 0; run < flags.runs; ++run) execute(mutator.Next());
  progress.reset();
  std::printf("%llu passed, 0 failed, 0 skipped\n", static_cast<unsigned long long>(done));
  return 0;
}

}  // namespace
}  // namespace hlo::fuzz

int main(int count, char** words) { return hlo::fuzz::Main(count, words); }
