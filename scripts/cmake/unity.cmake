# Unity builds, one per folder: its sources share most headers and templates, so the library compiles in
# half the time and the tests in a third. HLO_UNITY=OFF compiles each source separately, which rebuilds
# less after a small change. Names in anonymous namespaces must be unique within a folder.
option(HLO_UNITY "Compile each folder as a unity build" ON)

# hlo_unity(hlo_shape core/shape/shape.cc ...): compiles these sources of a target by folder.
function(hlo_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${HLO_UNITY} UNITY_BUILD_MODE GROUP)
  foreach(source ${ARGN})
    get_filename_component(folder ${source} ABSOLUTE)
    get_filename_component(folder ${folder} DIRECTORY)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR}/core ${folder})
    string(MAKE_C_IDENTIFIER "${folder}" group)
    # Compiled separately: kernels, because foreach_target.h includes each source once per target, the
    # protobuf readers, whose enumerations of field numbers collide, and a table that the exporters have
    # in a version of their own.
    set(separate "^(kernels|import/proto)$")
    if(source MATCHES "_test\\.cc$")
      set(separate "^kernels$")
    endif()
    if(NOT folder MATCHES "${separate}" AND NOT source MATCHES "/op_rows\\.cc$")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()
