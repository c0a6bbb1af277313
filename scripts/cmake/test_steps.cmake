# The steps of scripts/test as tests of CTest, by label: ctest --preset native -L source. The labels
# wasm and web need those builds, too. Unit test programs are tests of their own, with label unit.
execute_process(COMMAND python3 ${PROJECT_SOURCE_DIR}/scripts/run_tests.py --list
  OUTPUT_VARIABLE steps OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
if(NOT failed)
  string(REPLACE "\n" ";" steps "${steps}")
  list(FILTER steps EXCLUDE REGEX "core_[a-z]+_test$")
  foreach(step ${steps})
    string(REGEX MATCH "^([a-z]+):(.*)$" matched "${step}")
    add_test(NAME "${CMAKE_MATCH_2}"
      COMMAND python3 ${PROJECT_SOURCE_DIR}/scripts/run_tests.py --step "${CMAKE_MATCH_2}")
    set_tests_properties("${CMAKE_MATCH_2}" PROPERTIES LABELS "${CMAKE_MATCH_1}" SKIP_RETURN_CODE 77)
  endforeach()
endif()
