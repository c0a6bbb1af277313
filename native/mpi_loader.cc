// SPDX-License-Identifier: Apache-2.0
#include "native/mpi_transport.h"

#if defined(__EMSCRIPTEN__)

namespace hlo::cli {

std::unique_ptr<MpiProcesses> StartMpi(std::string& error) {
  error = "MPI is not available in WebAssembly";
  return nullptr;
}

}  // namespace hlo::cli

#else

#include <dlfcn.h>

#include <filesystem>

namespace hlo::cli {

std::unique_ptr<MpiProcesses> StartMpi(std::string& error) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path module = fs::read_symlink("/proc/self/exe", failed).replace_filename("hlo_mpi.so");
  if (failed || !fs::exists(module, failed)) {
    error = "this build does not support MPI; install libopenmpi-dev and reconfigure";
    return nullptr;
  }
  // Global, because MPI's own modules need its symbols.
  void* opened = dlopen(module.c_str(), RTLD_NOW | RTLD_GLOBAL);
  using StartFn = MpiProcesses* (*)();
  const auto start =
      opened == nullptr ? nullptr : reinterpret_cast<StartFn>(dlsym(opened, "HloStartMpi"));
  std::unique_ptr<MpiProcesses> processes(start == nullptr ? nullptr : start());
  if (processes == nullptr) {
    const char* why = dlerror();
    error = std::string("cannot start MPI: ") + (why == nullptr ? "MPI_Init failed" : why);
  }
  return processes;
}

}  // namespace hlo::cli

#endif
