# tavlab_game_units(TARGET TEMPLATE): adds to TARGET one unit for each of TAVLAB_GAMES (core/CMakeLists.txt), TEMPLATE with
# @TAVLAB_GAME@ filled in. These units have the explicit instantiations of templates that are expensive to compile; all other
# code sees only extern declarations.
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
