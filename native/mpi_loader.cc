// SPDX-License-Identifier: Apache-2.0
#include "native/mpi_transport.h"

#if defined(__EMSCRIPTEN__) || defined(HLO_WITHOUT_MPI)

namespace hlo::cli {

Result<std::unique_ptr<MpiProcesses>> StartMpi() {
  return Error("", "MPI is not available in WebAssembly and in statically linked programs");
}

}  // namespace hlo::cli

#else

#include <dlfcn.h>

#include <filesystem>

namespace hlo::cli {

Result<std::unique_ptr<MpiProcesses>> StartMpi() {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path module = fs::read_symlink("/proc/self/exe", failed).replace_filename("hlo_mpi.so");
  if (failed || !fs::exists(module, failed)) {
    return Error("", "this build does not support MPI; install libopenmpi-dev and reconfigure");
  }
  // Global, because MPI's own modules need its symbols.
  void* opened = dlopen(module.c_str(), RTLD_NOW | RTLD_GLOBAL);
  using StartFn = MpiProcesses* (*)();
  const auto start =
      opened == nullptr ? nullptr : reinterpret_cast<StartFn>(dlsym(opened, "HloStartMpi"));
  std::unique_ptr<MpiProcesses> processes(start == nullptr ? nullptr : start());
  if (processes == nullptr) {
    const char* why = dlerror();
    return Error("",
                 std::string("cannot start MPI: ") + (why == nullptr ? "MPI_Init failed" : why));
  }
  return processes;
}

}  // namespace hlo::cli

#endif
