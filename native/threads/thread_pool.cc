// SPDX-License-Identifier: Apache-2.0
#include "native/threads/thread_pool.h"

#if !defined(__EMSCRIPTEN__) || defined(__EMSCRIPTEN_PTHREADS__)
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>
#endif

namespace hlo {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)

std::unique_ptr<api::Workers> MakeThreadPool(int) { return std::make_unique<api::Workers>(); }

#else

namespace {

class ThreadPool : public api::Workers {
 public:
  explicit ThreadPool(int threads) {
    for (int i = 1; i < threads; ++i) threads_.emplace_back([this] { Serve(); });
  }
  ~ThreadPool() override {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
    }
    start_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  int count() const override { return static_cast<int>(threads_.size()) + 1; }

  void Run(int64_t pieces, Piece piece, void* state) override {
    if (pieces <= 1 || threads_.empty()) return Workers::Run(pieces, piece, state);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      piece_ = piece;
      state_ = state;
      pieces_ = pieces;
      next_.store(0, std::memory_order_relaxed);
      busy_ = static_cast<int>(threads_.size());
      ++round_;
    }
    start_.notify_all();
    Work();
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  void Work() {
    for (int64_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < pieces_;) {
      piece_(state_, i);
    }
  }

  void Serve() {
    int64_t seen = 0;
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      start_.wait(lock, [&] { return stopping_ || round_ != seen; });
      if (stopping_) return;
      seen = round_;
      lock.unlock();
      Work();
      lock.lock();
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable start_, done_;
  std::vector<std::thread> threads_;
  std::atomic<int64_t> next_ = 0;
  Piece piece_ = nullptr;
  void* state_ = nullptr;
  int64_t pieces_ = 0;
  int64_t round_ = 0;
  int busy_ = 0;  // threads of the pool that have not finished the round
  bool stopping_ = false;
};

}  // namespace

std::unique_ptr<api::Workers> MakeThreadPool(int threads) {
  return std::make_unique<ThreadPool>(threads);
}

#endif

}  // namespace hlo
