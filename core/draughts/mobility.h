#pragma once

#include "core/draughts/captures.h"

// Moves as sets of squares.
namespace tavlab::draughts {

/// A position from the view of a side, as if it were to move.
template <typename Bits>
struct View {
  Side side;
  Bits men, kings;  ///< own
  Bits enemies, enemy_kings;
  Bits free;

  View(const Rules& rules, const Position& p, Side mover) : side(mover) {
    const auto own = static_cast<Bits>(p.owned[at(mover)]);
    enemies = static_cast<Bits>(p.owned[at(other(mover))]);
    kings = own & static_cast<Bits>(p.kings);
    men = own & ~kings;
    enemy_kings = enemies & static_cast<Bits>(p.kings);
    free = rules.geometry<Bits>().board & ~(own | enemies);
  }
};

/// The first of the two directions in which a side's men step.
constexpr int forward(Side side) { return side == Side::first ? 0 : 2; }

/// The squares to which men can step in a direction.
template <typename Bits>
Bits men_steps(const View<Bits>& view, int direction) {
  return step(view.men, direction) & view.free;
}

/// The squares that a king may move to without a capture.
template <typename Bits>
Bits king_steps(const Rules& rules, const View<Bits>& view, int square) {
  const auto& geometry = rules.geometry<Bits>();
  Bits reached = 0;
  for (int direction = 0; direction < kDirections; ++direction) {
    if (!rules.flying()) {
      reached |= step(bit<Bits>(square), direction) & view.free;
    } else {
      const Bits ray = geometry.rays[at(direction)][at(square)];
      reached |= Jumps<Bits, false>::before(ray, ray & ~view.free, direction);
    }
  }
  return reached;
}

/// Pieces of a set that are adjacent, in a direction, to a prey piece with a free square behind it.
template <typename Bits>
Bits next_to_prey(Bits pieces, Bits prey, Bits free, int direction) {
  const int back = opposite(direction);
  return step(step(free, back) & prey, back) & pieces;
}

/// The men that can capture.
template <typename Bits>
Bits capturing_men(const Rules& rules, const View<Bits>& view) {
  const Bits prey =
      rules.parameters.man_captures_king ? view.enemies : view.enemies & ~view.enemy_kings;
  const int ahead = forward(view.side);
  Bits found = next_to_prey(view.men, prey, view.free, ahead) |
               next_to_prey(view.men, prey, view.free, ahead + 1);
  if (rules.parameters.man_capture == ManCapture::all) {
    const int behind = opposite(ahead) - 1;
    found |= next_to_prey(view.men, prey, view.free, behind) |
             next_to_prey(view.men, prey, view.free, behind + 1);
  }
  return found;
}

/// The kings that can capture.
template <typename Bits>
Bits capturing_kings(const Rules& rules, const View<Bits>& view) {
  Bits found = 0;
  if (view.kings == 0) return found;
  for (int direction = 0; direction < kDirections; ++direction) {
    found |= next_to_prey(view.kings, view.enemies, view.free, direction);
  }
  if (!rules.flying()) return found;
  const auto& rays = rules.geometry<Bits>().rays;
  for (Bits left = view.kings & ~found; left != 0; left &= left - 1) {
    const int square = lowest(left);
    for (int direction = 0; direction < kDirections; ++direction) {
      const Bits stops = rays[at(direction)][at(square)] & ~view.free;
      if (stops == 0) continue;
      const Bits over = bit<Bits>(Jumps<Bits, false>::nearest(stops, direction));
      if ((over & view.enemies) != 0 && (step(over, direction) & view.free) != 0) {
        found |= bit<Bits>(square);
        break;
      }
    }
  }
  return found;
}

/// The squares next to the side's pieces that they may move to without a capture.
template <typename Bits>
Bits next_squares(const View<Bits>& view) {
  const int ahead = forward(view.side);
  Bits found = men_steps(view, ahead) | men_steps(view, ahead + 1);
  if (view.kings != 0) {
    for (int direction = 0; direction < kDirections; ++direction) {
      found |= step(view.kings, direction) & view.free;
    }
  }
  return found;
}

/// Whether the side has a move that captures nothing.
template <typename Bits>
bool has_step(const View<Bits>& view) {
  return next_squares(view) != 0;
}

template <typename Bits>
bool has_capture(const Rules& rules, const View<Bits>& view) {
  return capturing_men(rules, view) != 0 || capturing_kings(rules, view) != 0;
}

}  // namespace tavlab::draughts
