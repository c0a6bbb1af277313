# What is installed with the command line tool (component tool), and the packages that CPack makes of
# it: a tarball, and a .deb for Debian 12 and later. scripts/release runs CPack on the static build.

# The man page and the completion scripts are written by the tool itself.
set(HLO_MANUAL ${PROJECT_BINARY_DIR}/manual)
file(MAKE_DIRECTORY ${HLO_MANUAL})
add_custom_command(
  OUTPUT ${HLO_MANUAL}/hlo.1.gz ${HLO_MANUAL}/hlo ${HLO_MANUAL}/_hlo ${HLO_MANUAL}/hlo.fish
  COMMAND hlo man > ${HLO_MANUAL}/hlo.1
  COMMAND gzip -9nf ${HLO_MANUAL}/hlo.1
  COMMAND hlo completions bash > ${HLO_MANUAL}/hlo
  COMMAND hlo completions zsh > ${HLO_MANUAL}/_hlo
  COMMAND hlo completions fish > ${HLO_MANUAL}/hlo.fish
  DEPENDS hlo
  COMMENT "Writing the man page and the completion scripts")
add_custom_target(hlo_manual ALL DEPENDS ${HLO_MANUAL}/hlo.1.gz)

set(HLO_SHARE ${CMAKE_INSTALL_DATADIR})
install(TARGETS hlo RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/conformance/vectors ${PROJECT_SOURCE_DIR}/conformance/schema
  DESTINATION ${HLO_SHARE}/hlo-playground COMPONENT tool FILES_MATCHING PATTERN "*.json")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/conformance/adapters/templates
  DESTINATION ${HLO_SHARE}/hlo-playground COMPONENT tool)
install(FILES ${PROJECT_SOURCE_DIR}/docs/vectors.md ${PROJECT_SOURCE_DIR}/docs/formats.md
  ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/LICENSE
  ${PROJECT_SOURCE_DIR}/scripts/packages/copyright
  DESTINATION ${HLO_SHARE}/doc/hlo-playground COMPONENT tool)
install(FILES ${HLO_MANUAL}/hlo.1.gz DESTINATION ${HLO_SHARE}/man/man1 COMPONENT tool)
install(FILES ${HLO_MANUAL}/hlo DESTINATION ${HLO_SHARE}/bash-completion/completions COMPONENT tool)
install(FILES ${HLO_MANUAL}/_hlo DESTINATION ${HLO_SHARE}/zsh/vendor-completions COMPONENT tool)
install(FILES ${HLO_MANUAL}/hlo.fish DESTINATION ${HLO_SHARE}/fish/vendor_completions.d
  COMPONENT tool)

set(CPACK_PACKAGE_NAME hlo-playground)
set(CPACK_PACKAGE_VENDOR "HLO Playground")
set(CPACK_PACKAGE_CONTACT "HLO Playground contributors <hlo-playground@example.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "evaluator and conformance suite for XLA HLO")
set(CPACK_PACKAGE_DESCRIPTION "The command line tool hlo evaluates, checks, and explains programs in HLO,
the intermediate representation of the compiler XLA. With the conformance
vectors, hlo conform tests this evaluator or any other engine.")
set(CPACK_GENERATOR "TGZ;DEB")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_FILE_NAME hlo-playground-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_COMPONENTS_ALL tool)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/scripts/cmake/package_config.cmake)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# All files get the time of the release, so that the packages have the same bytes each time.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/scripts/cmake/same_times.cmake)
include(CPack)
