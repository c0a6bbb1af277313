# Finds Emscripten's toolchain file through the emcc in PATH.
find_program(HLO_EM_CONFIG em-config REQUIRED)
execute_process(COMMAND ${HLO_EM_CONFIG} EMSCRIPTEN_ROOT OUTPUT_VARIABLE HLO_EMSCRIPTEN_ROOT
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
include(${HLO_EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake)
