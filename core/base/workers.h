// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BASE_WORKERS_H_
#define HLO_CORE_BASE_WORKERS_H_

#include <cstdint>

namespace hlo {

// Does independent pieces of work, maybe at the same time. The core makes no threads: a face that
// has some (native/threads/thread_pool.h) lends them. No result may depend on how many there are,
// so the caller cuts its work by sizes alone, never by count().
class Workers {
 public:
  using Piece = void (*)(void* state, int64_t piece);

  virtual ~Workers() = default;
  // Threads that work, the caller's own among them; at least 1.
  virtual int count() const { return 1; }
  // Calls piece(state, i) for each i in [0, pieces), in any order and on any thread, and returns
  // when all are done. Pieces must not call Run() themselves.
  virtual void Run(int64_t pieces, Piece piece, void* state) {
    for (int64_t i = 0; i < pieces; ++i) piece(state, i);
  }

  // The same for a callable: workers.ForEach(n, [&](int64_t i) { ... }).
  template <class Fn>
  void ForEach(int64_t pieces, Fn&& fn) {
    Run(
        pieces, [](void* state, int64_t piece) { (*static_cast<Fn*>(state))(piece); }, &fn);
  }
};

}  // namespace hlo

#endif  // HLO_CORE_BASE_WORKERS_H_
