# Installation by `cmake --install`, and the packages made by `cpack`: tavlab, which does not need LibTorch,
# tavlab-train, the module for training nets, and python3-tavlab (python/CMakeLists.txt).
#   tools/package.sh makes them for any x86-64-v2 machine.
install(TARGETS tavlab RUNTIME DESTINATION bin COMPONENT tavlab)
if(TARGET tavlab_torch)
  install(TARGETS tavlab_torch LIBRARY DESTINATION lib/tavlab COMPONENT train)
endif()
install(DIRECTORY nn/models/ DESTINATION share/tavlab/nets COMPONENT tavlab
        FILES_MATCHING PATTERN net.safetensors PATTERN config.toml PATTERN README.md)
install(DIRECTORY nn/evaluations/ DESTINATION share/tavlab/evaluations COMPONENT tavlab
        FILES_MATCHING PATTERN evaluation.safetensors PATTERN config.toml PATTERN README.md)
# The rule sets are embedded in the program; the files are for readers and for rule sets that extend them.
foreach(family IN LISTS TAVLAB_FAMILIES)
  install(DIRECTORY core/${family}/rulesets/ DESTINATION share/tavlab/rulesets/${family} COMPONENT tavlab)
endforeach()
# The documents refer to each other by their places in the source tree.
file(GLOB_RECURSE documents RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
     core/*.md docs/*.md docs/*.svg docs/*.rst experiments/*.md experiments/figures/*.svg serve/*.md serve/*.png mcts/*.md nn/*.md nn/models/*.svg python/*.md selfplay/*.md
     solve/*.md)
list(APPEND documents README.md CHANGELOG.md CITATION.cff CONTRIBUTING.md LICENSE)
foreach(document IN LISTS documents)
  get_filename_component(folder ${document} DIRECTORY)
  install(FILES ${document} DESTINATION share/doc/tavlab/${folder} COMPONENT tavlab)
endforeach()
# The program writes its manual pages and completions itself.
set(manual ${PROJECT_BINARY_DIR}/manual)
add_custom_command(OUTPUT ${manual}/written COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}
                   COMMAND tavlab manual --out ${manual} COMMAND ${CMAKE_COMMAND} -E touch ${manual}/written
                   DEPENDS tavlab COMMENT "Writing the manual" VERBATIM)
add_custom_target(tavlab_manual ALL DEPENDS ${manual}/written)
install(DIRECTORY ${manual}/share/ DESTINATION share COMPONENT tavlab)
install(FILES LICENSE DESTINATION share/doc/tavlab RENAME copyright COMPONENT tavlab)
install(FILES LICENSE DESTINATION share/doc/tavlab-train RENAME copyright COMPONENT train)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tavlab)
set(CPACK_PACKAGE_VENDOR tavlab)
set(CPACK_PACKAGE_CONTACT "tavlab")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "research on reconstructed board games: rules, search, self-play, experiments")
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL tavlab)
if(TARGET tavlab_torch)
  list(APPEND CPACK_COMPONENTS_ALL train)
endif()
if(TARGET tavlab_python)
  list(APPEND CPACK_COMPONENTS_ALL python3)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TAVLAB_PACKAGE_NAME tavlab)
set(CPACK_DEBIAN_TRAIN_PACKAGE_NAME tavlab-train)
set(CPACK_COMPONENT_TRAIN_DESCRIPTION "training of nets for tavlab, by LibTorch")
set(CPACK_DEBIAN_TRAIN_PACKAGE_DEPENDS "tavlab (= ${PROJECT_VERSION})")
# The module is for one version of Python.
set(CPACK_DEBIAN_PYTHON3_PACKAGE_NAME python3-tavlab)
set(CPACK_DEBIAN_PYTHON3_PACKAGE_SECTION python)
set(CPACK_COMPONENT_PYTHON3_DESCRIPTION "tavlab for Python: rules, search, nets and datasets")
set(CPACK_DEBIAN_PYTHON3_PACKAGE_DEPENDS "tavlab (= ${PROJECT_VERSION}), python3-numpy")
if(TARGET tavlab_python)
  math(EXPR next_python "${Python3_VERSION_MINOR} + 1")
  string(APPEND CPACK_DEBIAN_PYTHON3_PACKAGE_DEPENDS
         ", python3 (>= 3.${Python3_VERSION_MINOR}), python3 (<< 3.${next_python})")
endif()
include(CPack)
