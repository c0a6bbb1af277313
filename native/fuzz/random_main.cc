// SPDX-License-Identifier: Apache-2.0
// Compares the engine with the plain path: random modules must give the same bits with kernels off
// and with portable kernels, on one thread and on several. They must also run in fast mode.
//   hlo_random_modules [--runs N] [--seed S]
// Other modes:
//   --show      prints the module of the seed
//   --hashes    prints a hash of the results of each module, run with the portable kernels of
//               --target NAME (default: the best), for comparison with other targets
//   --targets   prints the targets of this machine
#include <cmath>
#include <cstring>

#include "hlo/hlo.h"
#include "native/fuzz/fuzz_target.h"
#include "native/fuzz/random_module.h"
#include "native/terminal/progress.h"
#include "native/threads/thread_pool.h"

namespace hlo::fuzz {
namespace {

struct Tally {
  uint64_t ran = 0;
  uint64_t same_error = 0;  // with the same run-time error in all modes
};

api::RunOutcome Run(api::Program& program, const std::vector<api::Value>& arguments,
                    KernelMode mode, api::Workers* workers) {
  api::RunOptions options;
  options.kernel_mode = mode;
  options.workers = workers;
  options.limits.max_bytes = int64_t{1} << 28;
  options.limits.max_steps = 10'000'000;
  return program.Run({arguments}, options);
}

struct Made {
  std::string text;
  api::Program program;
  std::vector<api::Value> arguments;
};

Made Make(uint64_t seed) {
  RandomModule module(seed);
  const std::string text = module.Text();
  Made made{text, api::Program::FromText(text), {}};
  const std::string why = made.program.diagnostics().empty()
                              ? made.program.CannotRun()
                              : made.program.diagnostics()[0].message;
  Expect(why.empty(), "a generated module is valid", why + "\n" + text);
  for (const std::vector<uint8_t>& bytes : module.Arguments()) {
    Result<api::Value> value = made.program.ArgumentFromBytes(made.arguments.size(), bytes);
    Expect(value.ok(), "an argument has the byte size of its shape",
           value.ok() ? "" : value.error().message);
    made.arguments.push_back(std::move(value.value()));
  }
  return made;
}

void RunModule(uint64_t seed, api::Workers& several, Tally& tally) {
  Made made = Make(seed);
  api::Program& program = made.program;
  const std::vector<api::Value>& arguments = made.arguments;
  const std::string where = "seed " + std::to_string(seed) + "\n" + made.text;
  const api::RunOutcome plain = Run(program, arguments, KernelMode::kPlain, nullptr);
  for (api::Workers* workers : {static_cast<api::Workers*>(nullptr), &several}) {
    const api::RunOutcome portable = Run(program, arguments, KernelMode::kPortable, workers);
    Expect(plain.ok == portable.ok, "the plain path and the engine agree on errors",
           plain.error.message + " / " + portable.error.message + "\n" + where);
    if (!plain.ok) {
      Expect(plain.error.code == portable.error.code,
             "the plain path and the engine give the same error",
             plain.error.message + " / " + portable.error.message + "\n" + where);
      continue;
    }
    const std::string difference = portable.results[0].DifferenceFrom(plain.results[0], 0);
    Expect(difference.empty(), "the plain path and the engine give the same bits",
           difference + "\n" + where);
  }
  const api::RunOutcome fast = Run(program, arguments, KernelMode::kFast, &several);
  Expect(fast.ok == plain.ok, "fast mode and the plain path agree on errors", where);
  ++(plain.ok ? tally.ran : tally.same_error);
}

// FNV-1a over the results as JSON, which does not distinguish NaNs.
uint64_t HashOf(const api::RunOutcome& outcome) {
  std::string text = outcome.ok ? outcome.results[0].Json() : outcome.error.code;
  static constexpr std::string_view kPayload = "nan:0x";
  for (size_t at = text.find(kPayload); at != std::string::npos; at = text.find(kPayload, at)) {
    text.erase(at + 3, text.find('"', at) - at - 3);
  }
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  return hash;
}

int PrintHashes(uint64_t seed, uint64_t runs, const std::string& target) {
  if (!api::UseTarget(target)) {
    std::fprintf(stderr, "hlo_random_modules: unknown target %s\n", target.c_str());
    return 2;
  }
  for (const uint64_t end = seed + runs; seed < end; ++seed) {
    Made made = Make(seed);
    const api::RunOutcome outcome =
        Run(made.program, made.arguments, KernelMode::kPortable, nullptr);
    std::printf("%llu %016llx\n", static_cast<unsigned long long>(seed),
                static_cast<unsigned long long>(HashOf(outcome)));
  }
  return 0;
}

int Main(int count, char** words) {
  uint64_t runs = 1000, seed = 1;
  bool show = false, hashes = false;
  std::string target;
  for (int i = 1; i < count; ++i) {
    const bool more = i + 1 < count;
    if (std::strcmp(words[i], "--runs") == 0 && more) {
      runs = std::strtoull(words[++i], nullptr, 10);
    } else if (std::strcmp(words[i], "--seed") == 0 && more) {
      seed = std::strtoull(words[++i], nullptr, 10);
    } else if (std::strcmp(words[i], "--target") == 0 && more) {
      target = words[++i];
    } else if (std::strcmp(words[i], "--show") == 0) {
      show = true;
    } else if (std::strcmp(words[i], "--hashes") == 0) {
      hashes = true;
    } else if (std::strcmp(words[i], "--targets") == 0) {
      for (const std::string& name : api::Targets()) std::puts(name.c_str());
      return 0;
    } else {
      std::fprintf(stderr, "hlo_random_modules: unknown flag %s\n", words[i]);
      return 2;
    }
  }
  if (hashes) return PrintHashes(seed, runs, target);
  if (show) {
    std::fputs(RandomModule(seed).Text().c_str(), stdout);
    return 0;
  }
  const std::unique_ptr<api::Workers> several = MakeThreadPool(3);
  Tally tally;
  {
    terminal::Progress progress("modules", runs);
    for (uint64_t run = 0; run < runs; ++run) {
      RunModule(seed + run, *several, tally);
      progress.Done();
    }
  }
  std::fprintf(stderr, "%llu ran, %llu failed with the same error in all modes\n",
               static_cast<unsigned long long>(tally.ran),
               static_cast<unsigned long long>(tally.same_error));
  std::printf("%llu passed, 0 failed, 0 skipped\n", static_cast<unsigned long long>(runs));
  return 0;
}

}  // namespace
}  // namespace hlo::fuzz

int main(int count, char** words) { return hlo::fuzz::Main(count, words); }
