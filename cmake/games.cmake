# The games that are compiled, as core/registry.h knows them: a name for files, and the type.
set(TAVLAB_GAMES "tafl-2=Tafl<2>" "tafl-6=Tafl<6>" "ur=Ur" "tavreli=Tavreli")

# tavlab_game_units(TARGET TEMPLATE): adds to TARGET one unit a game, TEMPLATE with @TAVLAB_GAME@ filled in. In such a
# unit stand the explicit instantiations of what is dear to compile; everything else sees declarations of it only.
function(tavlab_game_units target template)
  get_filename_component(stem ${template} NAME_WLE)
  get_filename_component(stem ${stem} NAME_WE)
  foreach(game IN LISTS TAVLAB_GAMES)
    string(REGEX MATCH "^([^=]+)=(.+)$" matched ${game})
    set(TAVLAB_GAME ${CMAKE_MATCH_2})
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/games/${stem}-${CMAKE_MATCH_1}.cpp)
    configure_file(${template} ${unit} @ONLY)
    target_sources(${target} PRIVATE ${unit})
  endforeach()
endfunction()
