# WebAssembly has two builds of the folders. The size of the page's first module matters as much as its
# speed, so only the kernels are optimized for speed. At -Oz, emcc leaves all inlining to wasm-opt, which
# has less information: with inlining in the compiler, code of the same size runs 1.2 times as fast. The
# full-speed module (libraries hlo_full_*) shares the objects of the kernels and of what no loop waits for;
# its variant with threads cannot.
set(HLO_FOLDER_OPTIONS "")
set(HLO_FULL_OPTIONS -O3)
set(HLO_NOT_FULL "^(import|builder)$")  # folders that the page's module does not use
set(HLO_SHARED "^(kernels|api)$")  # folders whose objects both modules have
set(HLO_TWO_BUILDS OFF)
if(EMSCRIPTEN AND HLO_WASM_THREADS)
  set(HLO_FOLDER_OPTIONS ${HLO_FULL_OPTIONS})
elseif(EMSCRIPTEN)
  set(HLO_FOLDER_OPTIONS -Oz -finline-functions)
  set(HLO_TWO_BUILDS ON)
endif()
set(HLO_STANDARD_HEADERS <algorithm> <array> <cmath> <cstdint> <cstring> <functional> <limits>
  <map> <memory> <numeric> <optional> <string> <string_view> <tuple> <type_traits> <unordered_map>
  <utility> <vector>)
# Folders up to kernels precompile only the standard library, so that they cannot use later folders.
function(hlo_folder_headers prefix options)
  hlo_precompiled_headers(${prefix}standard_headers OPTIONS ${options}
    HEADERS ${HLO_STANDARD_HEADERS})
  hlo_precompiled_headers(${prefix}ir_headers OPTIONS ${options}
    HEADERS ${HLO_STANDARD_HEADERS} core/ir/module.h)
endfunction()
hlo_folder_headers(hlo_ "${HLO_FOLDER_OPTIONS}")
if(HLO_TWO_BUILDS)
  hlo_folder_headers(hlo_full_ "${HLO_FULL_OPTIONS}")
endif()

# hlo_optimize(-O2 ops/sort/sort.cc): a precompiled header has one optimization level.
function(hlo_optimize level)
  foreach(source ${ARGN})
    set_source_files_properties(${PROJECT_SOURCE_DIR}/core/${source}
      PROPERTIES COMPILE_OPTIONS "${level}" SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
endfunction()

# One build of a folder: library PREFIXFOLDER from SOURCES, which uses the libraries PREFIXUSES.
function(hlo_build_folder prefix folder)
  cmake_parse_arguments(ARG "" "" "OPTIONS;SOURCES;USES" ${ARGN})
  set(target ${prefix}${folder})
  list(TRANSFORM ARG_USES PREPEND ${prefix})
  if(NOT ARG_SOURCES)
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE ${ARG_USES})
    return()
  endif()
  add_library(${target} STATIC ${ARG_SOURCES})
  if(NOT prefix STREQUAL "hlo_full_")  # inlining across sources would exceed its size budget
    hlo_unity(${target} ${ARG_SOURCES})
  endif()
  target_link_libraries(${target} PUBLIC ${ARG_USES} PRIVATE hlo_options)
  target_compile_options(${target} PRIVATE ${ARG_OPTIONS})
  if(folder STREQUAL "kernels")
    target_link_libraries(${target} PRIVATE hlo_highway)
    # Otherwise g++ calls the library's sqrt for negative numbers and cannot vectorize.
    target_compile_options(${target} PRIVATE -fno-math-errno)
  elseif(folder MATCHES "^(base|types|shape|literal|ir)$")
    hlo_use_precompiled_headers(${target} ${prefix}standard_headers)
  else()
    hlo_use_precompiled_headers(${target} ${prefix}ir_headers)
  endif()
  if(folder STREQUAL "import")
    hlo_system_headers(protozero pbf_reader.hpp)
    target_include_directories(${target} SYSTEM PRIVATE ${HLO_SYSTEM_HEADERS})
    find_package(ZLIB QUIET)
    if(ZLIB_FOUND AND NOT CMAKE_CROSSCOMPILING)
      target_link_libraries(${target} PRIVATE ZLIB::ZLIB)
      target_compile_definitions(${target} PRIVATE HLO_ZLIB)
    endif()
  endif()
endfunction()

# Sources that are not compiled with the options of their folder.
if(EMSCRIPTEN)
  # Files with loops over large data. -O2 also makes scalar_program.cc smaller.
  hlo_optimize(-Os ops/sort/sort.cc)
  # Not for speed in the full-speed module either.
  hlo_optimize("-Oz;-finline-functions" base/scanner.cc engine/cost.cc engine/device/deadlock.cc
    engine/device/device_report.cc engine/device/mismatch.cc engine/device/remote_run.cc
    engine/plan/delayed_waits.cc engine/plan/explain_plan.cc engine/plan/liveness.cc engine/vector/vector_listing.cc
    ir/device_parts.cc ir/mesh.cc ir/shardy.cc
    ops/basic/factorizations.cc ops/basic/library_calls.cc ops/basic/library_config.cc
    ops/basic/library_epilogue.cc ops/basic/library_products.cc ops/basic/library_sorts.cc
    ops/basic/matrices.cc ops/basic/spectral.cc ops/collective/channels.cc ops/collective/replica_groups.cc
    ops/collective/shard_map.cc ops/collective/sharded_arrays.cc ops/collective/source_target_pairs.cc
    ops/control/async.cc shape/explain.cc shape/explain_formula.cc shape/explain_index.cc
    shape/explain_parts.cc shape/explain_write.cc shape/what_if.cc text/canonical_braces.cc
    text/printer/attribute_defaults.cc
    text/printer/print_order.cc text/printer/printer_dot.cc text/printer/printer_json.cc
    text/reader/async.cc text/reader/json_object.cc text/reader/module_json_reader.cc
    text/reader/read_braces.cc text/reader/read_devices.cc text/reader/read_header.cc
    text/reader/read_sharding.cc text/reader/recovery.cc text/reader/single_instruction.cc
    text/reader/undefined.cc text/reader/verify_header.cc)
  hlo_optimize(-O2 import/mlir/dense.cc engine/scalar/scalar_program.cc
    engine/vector/vector_program.cc)
endif()
# protozero throws at faults; this file alone includes it, and catches.
set_source_files_properties(${PROJECT_SOURCE_DIR}/core/import/proto/wire.cc
  PROPERTIES COMPILE_OPTIONS -fexceptions SKIP_PRECOMPILE_HEADERS ON)

# hlo_folder_library(shape types): core/shape/*.cc as library hlo_shape, which uses hlo_types, and
# core/shape/*_test.cc as test program core_shape_test; what its tests share, core/shape/*testing.cc, is
# library core_shape_testing, which the tests of later folders use, too. Sources are found by pattern, so
# that a new op needs no build change.
function(hlo_folder_library folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/${folder}/*.cc)
  set(tests ${sources})
  set(shared ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$|testing\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER shared INCLUDE REGEX "testing\\.cc$")
  # -O3 makes the full-speed module 2 % larger. It is for what all folders use.
  set(full_options ${HLO_FULL_OPTIONS})
  if(folder MATCHES "^(engine|literal|ops|shape|text)$")
    set(full_options -O2)
  endif()
  set(options ${HLO_FOLDER_OPTIONS})
  if(EMSCRIPTEN AND folder STREQUAL "kernels")
    set(options -O2)
  elseif(EMSCRIPTEN AND HLO_WASM_THREADS)
    set(options ${full_options})
  endif()
  hlo_build_folder(hlo_ ${folder} OPTIONS ${options} SOURCES ${sources} USES ${ARGN})
  if(HLO_TWO_BUILDS AND folder MATCHES "${HLO_SHARED}")
    set(uses ${ARGN})
    list(FILTER uses EXCLUDE REGEX "${HLO_NOT_FULL}")
    list(TRANSFORM uses PREPEND hlo_full_)
    add_library(hlo_full_${folder} STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:hlo_${folder}>)
    set_target_properties(hlo_full_${folder} PROPERTIES LINKER_LANGUAGE CXX)
    target_link_libraries(hlo_full_${folder} PUBLIC ${uses})
  elseif(HLO_TWO_BUILDS AND NOT folder MATCHES "${HLO_NOT_FULL}")
    set(uses ${ARGN})
    list(FILTER uses EXCLUDE REGEX "${HLO_NOT_FULL}")
    hlo_build_folder(hlo_full_ ${folder}
      OPTIONS ${full_options} SOURCES ${sources} USES ${uses})
    set_target_properties(hlo_full_${folder} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  set(test_headers hlo_ir_test_headers)
  if(folder MATCHES "^(base|types|shape|literal|ir|kernels)$")
    set(test_headers hlo_test_headers)
  endif()
  if(HLO_BUILD_TESTS AND tests)
    set(libraries hlo_${folder})
    foreach(use ${ARGN})
      get_property(of_use GLOBAL PROPERTY hlo_testing_${use})
      list(APPEND libraries ${of_use})
    endforeach()
    if(shared)
      hlo_testing_library(core_${folder}_testing PRECOMPILED ${test_headers}
        SOURCES ${shared} LIBRARIES ${libraries})
      set(libraries core_${folder}_testing)
    endif()
    set_property(GLOBAL PROPERTY hlo_testing_${folder} ${libraries})
    hlo_test_program(core_${folder}_test PRECOMPILED ${test_headers}
      SOURCES ${tests} LIBRARIES ${libraries})
    hlo_unity(core_${folder}_test ${tests})
  endif()
endfunction()
