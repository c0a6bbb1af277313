# Precompiled headers, which halve the compile time. Sources still include what they use; HLO_PCH=OFF
# compiles without precompiled headers.

option(HLO_PCH "Precompile the headers that most sources include" ON)

# hlo_precompiled_headers(hlo_ir_headers OPTIONS -Oz HEADERS <vector> core/ir/module.h): a target
# for hlo_use_precompiled_headers(). Options and definitions must be those of the targets that use it.
function(hlo_precompiled_headers name)
  cmake_parse_arguments(ARG "" "" "OPTIONS;LIBRARIES;DEFINITIONS;HEADERS" ${ARGN})
  if(NOT HLO_PCH)
    return()
  endif()
  file(WRITE ${PROJECT_BINARY_DIR}/${name}.cc "")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/${name}.cc)
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} hlo_options)
  target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
  target_compile_definitions(${name} PRIVATE ${ARG_DEFINITIONS})
  list(TRANSFORM ARG_HEADERS REPLACE "^core/" "${PROJECT_SOURCE_DIR}/core/")
  target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
  # Required by ccache.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${name} PRIVATE -fpch-preprocess)
  endif()
  # Otherwise ccache preprocesses the list of headers after a change of one, g++ reads the old
  # precompiled file then, and ccache gives that file back.
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    set_target_properties(${name} PROPERTIES CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_DEPEND=1;${CMAKE_CXX_COMPILER_LAUNCHER}")
  endif()
endfunction()

function(hlo_use_precompiled_headers target headers)
  if(NOT HLO_PCH)
    return()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${headers})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
endfunction()
