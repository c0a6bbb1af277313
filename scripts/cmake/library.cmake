# The library that other projects link, hlo::hlo: one archive of all folders of the core, with the
# public headers. Flags of this project stay out of what it tells its users, but for C++20.

set(HLO_FOLDERS base types shape literal ir kernels ops text import engine builder api)
set(HLO_OBJECTS "")
foreach(folder ${HLO_FOLDERS})
  list(APPEND HLO_OBJECTS $<TARGET_OBJECTS:hlo_${folder}>)
endforeach()
get_target_property(HLO_HIGHWAY_TYPE hlo_highway TYPE)
if(HLO_HIGHWAY_TYPE STREQUAL "STATIC_LIBRARY")
  list(APPEND HLO_OBJECTS $<TARGET_OBJECTS:hlo_highway>)
endif()

add_library(hlo_library STATIC ${HLO_OBJECTS})
add_library(hlo::hlo ALIAS hlo_library)
set_target_properties(hlo_library PROPERTIES OUTPUT_NAME hlo EXPORT_NAME hlo LINKER_LANGUAGE CXX)
target_compile_features(hlo_library PUBLIC cxx_std_20)
target_include_directories(hlo_library PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/core/api/include>
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
  $<INSTALL_INTERFACE:include>)
set(HLO_NEEDS_HIGHWAY OFF)
if(HLO_HIGHWAY_TYPE STREQUAL "INTERFACE_LIBRARY")
  target_link_libraries(hlo_library PRIVATE hwy::hwy)
  set(HLO_NEEDS_HIGHWAY ON)
endif()

find_package(ZLIB QUIET)
set(HLO_NEEDS_ZLIB OFF)
if(ZLIB_FOUND AND NOT CMAKE_CROSSCOMPILING)  # core/import
  target_link_libraries(hlo_library PRIVATE ZLIB::ZLIB)
  set(HLO_NEEDS_ZLIB ON)
endif()

if(NOT HLO_INSTALL)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(HLO_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/hlo)
install(TARGETS hlo_library EXPORT hloTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core/api/include/hlo ${PROJECT_BINARY_DIR}/include/hlo
  DESTINATION include FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(EXPORT hloTargets NAMESPACE hlo:: DESTINATION ${HLO_PACKAGE_DIR})
configure_package_config_file(${PROJECT_SOURCE_DIR}/scripts/cmake/hloConfig.cmake.in
  ${PROJECT_BINARY_DIR}/hloConfig.cmake INSTALL_DESTINATION ${HLO_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hloConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/hloConfig.cmake ${PROJECT_BINARY_DIR}/hloConfigVersion.cmake
  DESTINATION ${HLO_PACKAGE_DIR})
