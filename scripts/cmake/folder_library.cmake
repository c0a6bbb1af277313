# The size of the page's module matters as much as its speed, so only the kernels are optimized for
# speed. At -Oz, emcc leaves all inlining to wasm-opt, which has less information: with inlining in the
# compiler, code of the same size runs 1.2 times as fast.
set(HLO_FOLDER_OPTIONS "")
if(EMSCRIPTEN)
  set(HLO_FOLDER_OPTIONS -Oz -finline-functions)
endif()
set(HLO_STANDARD_HEADERS <algorithm> <array> <cmath> <cstdint> <cstring> <functional> <limits>
  <map> <memory> <numeric> <optional> <string> <string_view> <tuple> <type_traits> <unordered_map>
  <utility> <vector>)
# Folders up to kernels precompile only the standard library, so that they cannot use later folders.
hlo_precompiled_headers(hlo_standard_headers OPTIONS ${HLO_FOLDER_OPTIONS}
  HEADERS ${HLO_STANDARD_HEADERS})
hlo_precompiled_headers(hlo_ir_headers OPTIONS ${HLO_FOLDER_OPTIONS}
  HEADERS ${HLO_STANDARD_HEADERS} core/ir/module.h)

# hlo_optimize(-O2 ops/sort/sort.cc): a precompiled header has one optimization level.
function(hlo_optimize level)
  foreach(source ${ARGN})
    set_source_files_properties(${PROJECT_SOURCE_DIR}/core/${source}
      PROPERTIES COMPILE_OPTIONS ${level} SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
endfunction()

# hlo_folder_library(shape types): core/shape/*.cc as library hlo_shape, which uses hlo_types, and
# core/shape/*_test.cc as test program core_shape_test. Sources are found by pattern, so that a new op
# needs no build change.
function(hlo_folder_library folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/${folder}/*.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  set(uses ${ARGN})
  list(TRANSFORM uses PREPEND hlo_)

  if(NOT sources)
    add_library(hlo_${folder} INTERFACE)
    target_link_libraries(hlo_${folder} INTERFACE ${uses})
    return()
  endif()
  if(folder MATCHES "^(base|types|shape|literal|ir|kernels)$")
    set(headers hlo_standard_headers)
    set(test_headers hlo_test_headers)
  else()
    set(headers hlo_ir_headers)
    set(test_headers hlo_ir_test_headers)
  endif()
  add_library(hlo_${folder} STATIC ${sources})
  target_link_libraries(hlo_${folder} PUBLIC ${uses} PRIVATE hlo_options)
  if(EMSCRIPTEN)
    if(folder STREQUAL "kernels")
      target_compile_options(hlo_${folder} PRIVATE -O2)
    else()
      target_compile_options(hlo_${folder} PRIVATE ${HLO_FOLDER_OPTIONS})
    endif()
    # Files with loops over large data. -O2 also makes scalar_program.cc smaller.
    if(folder STREQUAL "ops")
      hlo_optimize(-Os ops/sort/sort.cc)
    elseif(folder STREQUAL "import")
      hlo_optimize(-O2 import/mlir/dense.cc)
    elseif(folder STREQUAL "engine")
      hlo_optimize(-O2 engine/scalar/scalar_program.cc engine/vector/vector_program.cc)
    endif()
  endif()
  if(folder STREQUAL "kernels")
    target_link_libraries(hlo_${folder} PRIVATE hlo_highway)
    # Otherwise g++ calls the library's sqrt for negative numbers and cannot vectorize.
    target_compile_options(hlo_${folder} PRIVATE -fno-math-errno)
  else()
    hlo_use_precompiled_headers(hlo_${folder} ${headers})
  endif()
  if(folder STREQUAL "import")
    hlo_system_headers(protozero pbf_reader.hpp)
    target_include_directories(hlo_import SYSTEM PRIVATE ${HLO_SYSTEM_HEADERS})
    find_package(ZLIB QUIET)
    if(ZLIB_FOUND AND NOT CMAKE_CROSSCOMPILING)
      target_link_libraries(hlo_import PRIVATE ZLIB::ZLIB)
      target_compile_definitions(hlo_import PRIVATE HLO_ZLIB)
    endif()
    # protozero throws at faults; this file alone includes it, and catches.
    set_source_files_properties(${PROJECT_SOURCE_DIR}/core/import/proto/wire.cc
      PROPERTIES COMPILE_OPTIONS -fexceptions SKIP_PRECOMPILE_HEADERS ON)
  endif()
  if(HLO_BUILD_TESTS AND tests)
    hlo_test_program(core_${folder}_test PRECOMPILED ${test_headers}
      SOURCES ${tests} LIBRARIES hlo_${folder})
  endif()
endfunction()
