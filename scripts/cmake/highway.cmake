# Highway 1.2: the system's if it is new enough, otherwise the sources that scripts/ fetched into
# build/highway, otherwise the upstream release from the network.

# Disabled targets. x86: those that make no kernel faster. Arm: all but NEON. Kernels keep vectors in
# arrays, which SVE vectors do not support, and no kernel uses the AES instructions.
set(HLO_HIGHWAY_DEFINITIONS
  "HWY_DISABLED_TARGETS=(HWY_SSE2|HWY_SSSE3|HWY_AVX3_ZEN4|HWY_AVX3_SPR|HWY_ALL_SVE)")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  list(APPEND HLO_HIGHWAY_DEFINITIONS HWY_COMPILE_ONLY_STATIC)
endif()

if(NOT CMAKE_CROSSCOMPILING AND NOT HLO_STATIC)  # the system's is a shared library
  find_package(hwy 1.2 QUIET)
  if(hwy_FOUND)
    add_library(hlo_highway INTERFACE)
    target_link_libraries(hlo_highway INTERFACE hwy::hwy)
    target_compile_definitions(hlo_highway INTERFACE ${HLO_HIGHWAY_DEFINITIONS})
    return()
  endif()
endif()

set(HLO_HIGHWAY_DIR ${PROJECT_SOURCE_DIR}/build/highway CACHE PATH "Sources of Highway 1.2")
if(NOT EXISTS ${HLO_HIGHWAY_DIR}/hwy/highway.h)
  include(FetchContent)
  FetchContent_Declare(highway
    URL https://github.com/google/highway/archive/refs/tags/1.2.0.tar.gz
    URL_HASH SHA256=7e0be78b8318e8bdbf6fa545d2ecb4c90f947df03f7aadc42c1967f019e63343)
  FetchContent_Populate(highway)
  set(HLO_HIGHWAY_DIR ${highway_SOURCE_DIR})
endif()

add_library(hlo_highway STATIC
  ${HLO_HIGHWAY_DIR}/hwy/abort.cc
  ${HLO_HIGHWAY_DIR}/hwy/aligned_allocator.cc
  ${HLO_HIGHWAY_DIR}/hwy/per_target.cc
  ${HLO_HIGHWAY_DIR}/hwy/targets.cc
  ${HLO_HIGHWAY_DIR}/hwy/timer.cc)
# hwy/foreach_target.h includes the kernels once per target. As a part of a system header they would be
# compiled without warnings.
if(HLO_HIGHWAY_DEFINITIONS MATCHES "ONLY_STATIC" OR EMSCRIPTEN)
  set(HLO_HIGHWAY_SYSTEM SYSTEM)
endif()
target_include_directories(hlo_highway ${HLO_HIGHWAY_SYSTEM} PUBLIC ${HLO_HIGHWAY_DIR})
target_compile_definitions(hlo_highway PUBLIC ${HLO_HIGHWAY_DEFINITIONS} HWY_STATIC_DEFINE)
