// SPDX-License-Identifier: Apache-2.0
#include "native/terminal/progress.h"

#include <cstdio>

#if !defined(__EMSCRIPTEN__)
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "native/terminal/color.h"
#endif

namespace hlo::terminal {

std::string ProgressText(const std::string& what, uint64_t done, uint64_t total, uint64_t failed,
                         double seconds) {
  char text[64];
  if (total == 0) {
    std::snprintf(text, sizeof text, " %.1f s", seconds);
    return what + text;
  }
  const double share = static_cast<double>(done) / static_cast<double>(total);
  std::string line = what + " " + std::to_string(done) + "/" + std::to_string(total);
  std::snprintf(text, sizeof text, " %.0f %%", 100 * share);
  line += text;
  if (failed > 0) line += ", " + std::to_string(failed) + " failed";
  if (done > 0) {
    std::snprintf(text, sizeof text, ", %.0f s left", seconds / share - seconds);
    line += text;
  }
  return line;
}

#if defined(__EMSCRIPTEN__)

// Needs a thread.
struct Progress::Ticker {};
Progress::Progress(std::string, uint64_t) {}
Progress::~Progress() = default;
void Progress::Done(bool) {}

#else

struct Progress::Ticker {
  using Clock = std::chrono::steady_clock;

  static void* Start(void* ticker) {
    static_cast<Ticker*>(ticker)->Draw();
    return nullptr;
  }

  void Draw() {
    constexpr std::chrono::milliseconds kFirst(1000), kNext(200);
    bool drawn = false;
    std::unique_lock<std::mutex> lock(mutex);
    while (!changed.wait_for(lock, drawn ? kNext : kFirst, [&] { return ended; })) {
      const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
      std::fprintf(stderr, "\r\x1b[K%s",
                   ProgressText(what, done.load(), total, failed.load(), seconds).c_str());
      std::fflush(stderr);
      drawn = true;
    }
    if (drawn) std::fputs("\r\x1b[K", stderr);
  }

  std::string what;
  uint64_t total = 0;
  std::atomic<uint64_t> done = 0, failed = 0;
  const Clock::time_point start = Clock::now();
  std::mutex mutex;
  std::condition_variable changed;
  bool ended = false;
  pthread_t thread{};
};

Progress::Progress(std::string what, uint64_t total) {
  if (!IsTerminal(stderr)) return;
  auto ticker = std::make_unique<Ticker>();
  ticker->what = std::move(what);
  ticker->total = total;
  // std::thread would terminate the process if a thread cannot be started.
  if (pthread_create(&ticker->thread, nullptr, &Ticker::Start, ticker.get()) != 0) return;
  ticker_ = std::move(ticker);
}

Progress::~Progress() {
  if (ticker_ == nullptr) return;
  {
    std::lock_guard<std::mutex> lock(ticker_->mutex);
    ticker_->ended = true;
  }
  ticker_->changed.notify_all();
  pthread_join(ticker_->thread, nullptr);
}

void Progress::Done(bool failed) {
  if (ticker_ == nullptr) return;
  ticker_->done.fetch_add(1, std::memory_order_relaxed);
  if (failed) ticker_->failed.fetch_add(1, std::memory_order_relaxed);
}

#endif

}  // namespace hlo::terminal
