# GoogleTest from Debian's sources, so that native and WASM tests are built the same way.

enable_testing()
if(HLO_BUILD_TESTS)
  set(BUILD_GMOCK OFF)
  set(INSTALL_GTEST OFF)
  set(gtest_disable_pthreads ON)
  add_subdirectory(/usr/src/googletest ${CMAKE_BINARY_DIR}/googletest EXCLUDE_FROM_ALL)
  foreach(target gtest gtest_main)
    target_compile_options(${target} PRIVATE -w)
  endforeach()
endif()

# One test program from the given sources; under Node in the WASM build.
function(hlo_test_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} hlo_options gtest_main)
  hlo_node_program(${name})
  # To optimise tests, and to link them with wasm-opt, would take longer than to run them.
  target_compile_options(${name} PRIVATE -O1)
  if(EMSCRIPTEN)
    target_link_options(${name} PRIVATE -O1)
  endif()
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endfunction()
