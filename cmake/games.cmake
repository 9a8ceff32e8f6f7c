# tavlab_game_units(TARGET TEMPLATE): adds to TARGET one unit for each of TAVLAB_GAMES (core/CMakeLists.txt): TEMPLATE with
# @TAVLAB_GAME@ filled in. These units contain the explicit instantiations of templates that are expensive to compile; all
# other code sees only declarations.
function(tavlab_game_units target template)
  get_filename_component(stem ${template} NAME_WE)
  foreach(TAVLAB_GAME IN LISTS TAVLAB_GAMES)
    string(MAKE_C_IDENTIFIER ${TAVLAB_GAME} name)
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/games/${stem}_${name}.cpp)
    configure_file(${template} ${unit} @ONLY)
    target_sources(${target} PRIVATE ${unit})
    set_source_files_properties(${unit} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endforeach()
endfunction()

# tavlab_game_lines(FILE TEXT...): writes a header to the folder of generated files, with each line of TEXT repeated for
# each of TAVLAB_GAMES, with @TAVLAB_GAME@ filled in.
function(tavlab_game_lines file)
  set(text "#pragma once\n\n#include \"core/families.h\"\n\nnamespace tavlab {\n")
  foreach(line IN LISTS ARGN)
    foreach(TAVLAB_GAME IN LISTS TAVLAB_GAMES)
      string(CONFIGURE "${line}" filled @ONLY)
      string(APPEND text "${filled}\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${file} CONTENT "${text}}  // namespace tavlab\n" @ONLY)
endfunction()
