#pragma once

#include <string>

#include "core/game.h"
#include "core/picture.h"
#include "serve/game/examples.h"

// What all kinds of examples have in common.
namespace tavlab::serve {

template <FamilyGame G>
MoveView move_view(const typename G::Rules& rules, const typename G::Position& position,
                   typename G::Move move) {
  return {G::move_text(rules, position, move), G::move_squares(rules, position, move),
          G::captured_squares(rules, position, move)};
}

/// A piece's kind: its name up to what it is to become or was before, as in "ratnik, to be a
/// knyaz".
inline std::string kind_of(const PieceLook& look) {
  return look.name.substr(0, look.name.find(','));
}

/// An example with its board, and no moves yet.
template <FamilyGame G>
Example example_on(Example::Kind kind, const typename G::Rules& rules,
                   const typename G::Position& position) {
  Example example;
  example.kind = kind;
  example.position = G::position_text(rules, position);
  const Picture picture = G::picture(rules, position);
  for (std::size_t i = 0; i < picture.squares.size(); ++i) {
    if (picture.squares[i].pieces.empty()) continue;
    example.pieces.emplace_back(picture.name(i), picture.squares[i].pieces);
  }
  return example;
}

}  // namespace tavlab::serve
