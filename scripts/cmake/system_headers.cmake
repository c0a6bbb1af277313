# Header libraries of the system, each by its folder alone, so that a WASM build sees nothing else of
# the system's headers.

set(HLO_SYSTEM_HEADERS ${PROJECT_BINARY_DIR}/system_include)

# hlo_system_headers(nlohmann json.hpp)
function(hlo_system_headers folder header)
  file(MAKE_DIRECTORY ${HLO_SYSTEM_HEADERS})
  find_path(HLO_${folder}_DIR ${folder}/${header} REQUIRED NO_CMAKE_FIND_ROOT_PATH
    PATHS /usr/include /usr/local/include /opt/homebrew/include)
  file(CREATE_LINK ${HLO_${folder}_DIR}/${folder} ${HLO_SYSTEM_HEADERS}/${folder} SYMBOLIC)
endfunction()
