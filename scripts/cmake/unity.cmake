# The sources of a folder have most of their headers and templates in common, so that compiling them as
# one source takes half the time, and tests a third. HLO_UNITY=OFF compiles each by itself, which is
# quicker after a change of a few. Names in anonymous namespaces must be unique in a folder.
option(HLO_UNITY "Compile the sources of a folder as one" ON)

# hlo_unity(hlo_shape core/shape/shape.cc ...): those of a target; the others stay alone.
function(hlo_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${HLO_UNITY} UNITY_BUILD_MODE GROUP)
  foreach(source ${ARGN})
    get_filename_component(folder ${source} ABSOLUTE)
    get_filename_component(folder ${folder} DIRECTORY)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR}/core ${folder})
    string(MAKE_C_IDENTIFIER "${folder}" group)
    # Alone: kernels, each of which is compiled for several targets, and the readers of protobufs, which
    # have the field numbers of a message each.
    set(alone "^(kernels|import/proto)$")
    if(source MATCHES "_test\\.cc$")
      set(alone "^kernels$")
    endif()
    if(NOT folder MATCHES "${alone}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()
