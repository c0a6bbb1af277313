# Flags of all targets of this project. Programs that use the library do not get them.

add_library(hlo_options INTERFACE)
target_include_directories(hlo_options INTERFACE ${PROJECT_SOURCE_DIR}
  ${PROJECT_SOURCE_DIR}/core/api/include ${PROJECT_BINARY_DIR}/include)
configure_file(${PROJECT_SOURCE_DIR}/core/api/include/hlo/version.h.in
  ${PROJECT_BINARY_DIR}/include/hlo/version.h @ONLY)
target_compile_options(hlo_options INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion
  $<$<BOOL:${HLO_WERROR}>:-Werror>
  -ffp-contract=off -fno-trapping-math -fno-exceptions -fno-rtti)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False positives of g++ 12 in libstdc++ at -O2 and above.
  target_compile_options(hlo_options INTERFACE -Wno-restrict -Wno-stringop-overflow
    -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overread -Wno-dangling-pointer)
endif()

if(EMSCRIPTEN)
  # Sizes are 64-bit, and are checked against a limit before they are used as indices.
  target_compile_options(hlo_options INTERFACE -Wno-shorten-64-to-32)
endif()

if(HLO_SANITIZE)
  # GoogleTest uses RTTI, which the tested code does not have.
  add_compile_options(-fsanitize=${HLO_SANITIZE} -fno-sanitize=vptr -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${HLO_SANITIZE})
endif()

if(HLO_COVERAGE)
  # Inlined functions and vector code without optimization: each line counts what was written there.
  add_compile_options(--coverage -fprofile-update=atomic -O0)
  add_link_options(--coverage)
endif()

if(EMSCRIPTEN)
  # Every engine with SIMD128 supports these, and they make the code smaller.
  add_compile_options(-mbulk-memory -mnontrapping-fptoint -msign-ext)
  if(HLO_WASM_SIMD)
    add_compile_options(-msimd128)
  endif()
  if(HLO_WASM_THREADS)
    # Growable shared memory is slow to access from JavaScript, but JavaScript only reads results.
    add_compile_options(-pthread)
    add_link_options(-pthread -Wno-pthreads-mem-growth)
  endif()
  if(PROJECT_IS_TOP_LEVEL)
    # Debian's emcc needs acorn from Debian's node modules, which another node does not find.
    set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK
      "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
  endif()
  set(CMAKE_EXECUTABLE_SUFFIX .js)
  # The programs are CommonJS, even below a folder whose package.json says "type": "module".
  file(WRITE ${PROJECT_BINARY_DIR}/bin/package.json "{ \"type\": \"commonjs\" }\n")
endif()

# Link flags of programs that run under Node (tests, the command line tool).
function(hlo_node_program target)
  if(EMSCRIPTEN)
    # Exceptions: for core/import/proto/wire.cc.
    target_link_options(${target} PRIVATE -fexceptions -sENVIRONMENT=node -sWASM_ASYNC_COMPILATION=0
      -sEXIT_RUNTIME=1 -sNODERAWFS=1 -sTOTAL_STACK=4MB -sALLOW_MEMORY_GROWTH=1
      -sMAXIMUM_MEMORY=4GB)
  endif()
endfunction()
