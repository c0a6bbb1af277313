// SPDX-License-Identifier: Apache-2.0
#include "native/threads/thread_pool.h"

#if !defined(__EMSCRIPTEN__) || defined(__EMSCRIPTEN_PTHREADS__)
#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
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
    for (int i = 1; i < threads; ++i) {
      pthread_t thread;  // std::thread would end the process where none can be started
      if (pthread_create(&thread, nullptr, &ThreadPool::Start, this) != 0) break;
      threads_.push_back(thread);
    }
  }
  ~ThreadPool() override {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
    }
    start_.notify_all();
    for (const pthread_t thread : threads_) pthread_join(thread, nullptr);
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
      ++round_;
      open_ = true;
    }
    start_.notify_all();
    Work();
    std::unique_lock<std::mutex> lock(mutex_);
    // Every piece is taken; who has not begun by now is not waited for.
    open_ = false;
    done_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  static void* Start(void* pool) {
    static_cast<ThreadPool*>(pool)->Serve();
    return nullptr;
  }

  void Work() {
    for (int64_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < pieces_;) {
      piece_(state_, i);
    }
  }

  void Serve() {
    int64_t seen = 0;
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      start_.wait(lock, [&] { return stopping_ || (open_ && round_ != seen); });
      if (stopping_) return;
      seen = round_;
      ++busy_;
      lock.unlock();
      Work();
      lock.lock();
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable start_, done_;
  std::vector<pthread_t> threads_;
  std::atomic<int64_t> next_ = 0;
  Piece piece_ = nullptr;
  void* state_ = nullptr;
  int64_t pieces_ = 0;
  int64_t round_ = 0;
  int busy_ = 0;       // threads of the pool that are at work on the round
  bool open_ = false;  // the round may have pieces that nobody has taken
  bool stopping_ = false;
};

}  // namespace

std::unique_ptr<api::Workers> MakeThreadPool(int threads) {
  return std::make_unique<ThreadPool>(threads);
}

#endif

}  // namespace hlo
