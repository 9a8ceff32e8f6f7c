# tavlab_game_units(TARGET TEMPLATE): adds to TARGET one unit for each of TAVLAB_GAMES (core/CMakeLists.txt), TEMPLATE with
# @TAVLAB_GAME@ filled in. In these units stand the explicit instantiations of what is dear to compile; everything else sees
# declarations of it only.
function(tavlab_game_units target template)
  get_filename_component(stem ${template} NAME_WE)
  foreach(TAVLAB_GAME IN LISTS TAVLAB_GAMES)
    string(MAKE_C_IDENTIFIER ${TAVLAB_GAME} name)
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/games/${stem}_${name}.cpp)
    configure_file(${template} ${unit} @ONLY)
    target_sources(${target} PRIVATE ${unit})
  endforeach()
endfunction()
