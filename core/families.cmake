# The families, one folder each below core/; core/families.h lists their games.
set(TAVLAB_FAMILIES tafl ur tavreli draughts)
# Their games, as listed there; expensive templates are compiled in one unit per game (cmake/games.cmake).
set(TAVLAB_GAMES Tafl<2> Tafl<6> Ur Tavreli Draughts)
