# hlo_folder_library(shape types): core/shape/*.cc as library hlo_shape, which uses hlo_types, and
# core/shape/*_test.cc as test program core_shape_test. Sources are found by pattern, so that adding
# an op touches no build file.
function(hlo_folder_library folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/core/${folder}/*.cc)
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
  add_library(hlo_${folder} STATIC ${sources})
  target_link_libraries(hlo_${folder} PUBLIC ${uses} PRIVATE hlo_options)
  if(EMSCRIPTEN AND folder MATCHES "^(base|shape|ir|text|api)$")
    target_compile_options(hlo_${folder} PRIVATE -Oz)  # nothing hot; the page loads less
  endif()
  if(folder STREQUAL "kernels")
    target_link_libraries(hlo_${folder} PRIVATE hlo_highway)
  endif()
  if(HLO_BUILD_TESTS AND tests)
    hlo_test_program(core_${folder}_test SOURCES ${tests} LIBRARIES hlo_${folder})
  endif()
endfunction()
