// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_THREADS_THREAD_POOL_H_
#define HLO_NATIVE_THREADS_THREAD_POOL_H_

#include <memory>

#include "hlo/hlo.h"

namespace hlo {

// Workers on threads that live as long as the pool. Requires threads >= 1; the thread that calls
// Run() is one of them. If threads cannot be started, the pool has fewer.
std::unique_ptr<api::Workers> MakeThreadPool(int threads);

}  // namespace hlo

#endif  // HLO_NATIVE_THREADS_THREAD_POOL_H_
