// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_WORKERS_H_
#define HLO_WORKERS_H_

#include <cstdint>

namespace hlo {

// Runs independent tasks, possibly concurrently. The core creates no threads; front ends provide
// them (native/threads/thread_pool.h). No result may depend on their number, so callers divide
// their work by sizes alone, never by count().
class Workers {
 public:
  using Task = void (*)(void* state, int64_t task);

  virtual ~Workers() = default;
  // Number of threads that work, including the calling one; at least 1.
  virtual int count() const { return 1; }
  // Calls task(state, i) for each i in [0, tasks), in any order and on any thread, and returns
  // when all are done. Tasks must not call Run() themselves.
  virtual void Run(int64_t tasks, Task task, void* state) {
    for (int64_t i = 0; i < tasks; ++i) task(state, i);
  }

  // The same for a callable: workers.ForEach(n, [&](int64_t i) { ... }).
  template <class Fn>
  void ForEach(int64_t tasks, Fn&& fn) {
    Run(
        tasks, [](void* state, int64_t task) { (*static_cast<Fn*>(state))(task); }, &fn);
  }
};

}  // namespace hlo

#endif  // HLO_WORKERS_H_
