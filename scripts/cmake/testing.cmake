# GoogleTest: the system's library if it can be linked, otherwise Debian's sources (for cross builds).

enable_testing()
if(HLO_BUILD_TESTS)
  if(NOT CMAKE_CROSSCOMPILING AND NOT HLO_SANITIZE)
    find_package(GTest QUIET)
  endif()
  set(HLO_GOOGLETEST_DIR /usr/src/googletest CACHE PATH "Sources of GoogleTest")
  if(GTest_FOUND)
    set(HLO_GTEST_MAIN GTest::gtest_main)
  elseif(EXISTS ${HLO_GOOGLETEST_DIR}/CMakeLists.txt)
    set(BUILD_GMOCK OFF)
    set(INSTALL_GTEST OFF)
    set(gtest_disable_pthreads ON)
    add_subdirectory(${HLO_GOOGLETEST_DIR} ${PROJECT_BINARY_DIR}/googletest EXCLUDE_FROM_ALL)
    foreach(target gtest gtest_main)
      target_compile_options(${target} PRIVATE -w)
    endforeach()
    set(HLO_GTEST_MAIN gtest_main)
  else()
    message(WARNING "GoogleTest was not found; the unit tests are not built "
      "(Debian: libgtest-dev, and googletest for cross builds)")
    set(HLO_BUILD_TESTS OFF)
  endif()
endif()

# A test program from the given sources; it runs under Node in the WASM build. PRECOMPILED: its
# precompiled headers.
function(hlo_test_program name)
  cmake_parse_arguments(ARG "" "PRECOMPILED" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} hlo_options ${HLO_GTEST_MAIN})
  hlo_node_program(${name})
  # Optimizing tests, and linking them with wasm-opt, would take longer than running them.
  target_compile_options(${name} PRIVATE -O1)
  hlo_use_precompiled_headers(${name} ${ARG_PRECOMPILED})
  if(EMSCRIPTEN)
    target_link_options(${name} PRIVATE -O1)
  endif()
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS unit)
endfunction()

# What test programs share.
function(hlo_testing_library name)
  cmake_parse_arguments(ARG "" "PRECOMPILED" "SOURCES;LIBRARIES" ${ARGN})
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_LIBRARIES} PRIVATE hlo_options ${HLO_GTEST_MAIN})
  target_compile_options(${name} PRIVATE -O1)
  hlo_use_precompiled_headers(${name} ${ARG_PRECOMPILED})
endfunction()

# The precompiled headers of the tests of the folders below ir, and of the other tests.
if(HLO_BUILD_TESTS)
  set(HLO_TEST_HEADERS <algorithm> <cmath> <cstring> <limits> <memory> <optional> <random> <string>
    <string_view> <utility> <vector> <gtest/gtest.h>)
  hlo_precompiled_headers(hlo_test_headers OPTIONS -O1 LIBRARIES ${HLO_GTEST_MAIN}
    HEADERS ${HLO_TEST_HEADERS})
  hlo_precompiled_headers(hlo_ir_test_headers OPTIONS -O1 LIBRARIES ${HLO_GTEST_MAIN}
    HEADERS ${HLO_TEST_HEADERS} core/ir/module.h)
endif()
