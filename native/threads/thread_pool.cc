// SPDX-License-Identifier: Apache-2.0
#include "native/threads/thread_pool.h"

#if !defined(__EMSCRIPTEN__) || defined(__EMSCRIPTEN_PTHREADS__)
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>
#endif

namespace hlo {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)

std::unique_ptr<api::Workers> MakeThreadPool(int) { return std::make_unique<api::Workers>(); }

#else

namespace {

// Waking a thread takes longer than most gaps between two calls of Run() in a program.
constexpr std::chrono::microseconds kSpinTime(50);

inline void Pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Returns when `done` does, or after a while.
template <class Done>
void Spin(const Done& done) {
  constexpr int kChecks = 32;  // between two looks at the clock
  const auto end = std::chrono::steady_clock::now() + kSpinTime;
  do {
    for (int i = 0; i < kChecks; ++i) {
      if (done()) return;
      Pause();
    }
  } while (std::chrono::steady_clock::now() < end);
}

class ThreadPool : public api::Workers {
 public:
  explicit ThreadPool(int threads) {
    for (int i = 1; i < threads; ++i) {
      pthread_t thread;  // std::thread would terminate the process if a thread cannot be started
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

  void Run(int64_t tasks, Task task, void* state) override {
    if (tasks <= 1 || threads_.empty()) return Workers::Run(tasks, task, state);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      task_ = task;
      state_ = state;
      tasks_ = tasks;
      next_.store(0, std::memory_order_relaxed);
      ++generation_;
      open_ = true;
    }
    start_.notify_all();
    Work();
    Spin([this] { return busy_.load(std::memory_order_relaxed) == 0; });
    std::unique_lock<std::mutex> lock(mutex_);
    // All tasks are taken. Do not wait for threads that have not started.
    open_ = false;
    done_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  static void* Start(void* pool) {
    static_cast<ThreadPool*>(pool)->Serve();
    return nullptr;
  }

  void Work() {
    for (int64_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < tasks_;) {
      task_(state_, i);
    }
  }

  void Serve() {
    int64_t seen = 0;
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      lock.unlock();
      Spin([&] { return generation_.load(std::memory_order_relaxed) != seen || stopping_; });
      lock.lock();
      start_.wait(lock, [&] { return stopping_ || (open_ && generation_ != seen); });
      if (stopping_) return;
      seen = generation_;
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
  Task task_ = nullptr;
  void* state_ = nullptr;
  int64_t tasks_ = 0;
  std::atomic<int64_t> generation_ = 0;
  std::atomic<int> busy_ = 0;  // pool threads that are running tasks
  bool open_ = false;          // there may be tasks that are not taken
  std::atomic<bool> stopping_ = false;
};

}  // namespace

std::unique_ptr<api::Workers> MakeThreadPool(int threads) {
  return std::make_unique<ThreadPool>(threads);
}

#endif

}  // namespace hlo
