# Header libraries of the system, each by its folder alone, so that a WASM build sees nothing else of
# the system's headers.

# hlo_system_headers(nlohmann json.hpp)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
function(hlo_system_headers folder header)
  find_path(HLO_${folder}_DIR ${folder}/${header} REQUIRED NO_CMAKE_FIND_ROOT_PATH
    PATHS /usr/include /usr/local/include /opt/homebrew/include)
  file(CREATE_LINK ${HLO_${folder}_DIR}/${folder} ${PROJECT_BINARY_DIR}/include/${folder} SYMBOLIC)
endfunction()
