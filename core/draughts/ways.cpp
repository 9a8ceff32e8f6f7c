#include "core/draughts/ways.h"

#include <algorithm>

#include "core/draughts/moves.h"

namespace tavlab::draughts {
namespace {

/// Calls f(landing) for the landing squares of a jump, the nearest first, until f returns true.
/// Returns whether it did.
template <typename Bits, typename F>
bool any_landing(Bits landings, int direction, F&& f) {
  while (landings != 0) {
    const int landing = Jumps<Bits, false>::nearest(landings, direction);
    if (f(landing)) return true;
    landings &= ~bit<Bits>(landing);
  }
  return false;
}

/// Whether a capture may end with a jump: if a king must land where it can continue, no landing
/// square may allow that. `next` is the chain after the jump; `enemies` are all pieces that it
/// could take at the start.
template <typename Bits>
bool may_end(const Jumps<Bits, false>& jumps, Chain<Bits, false> next, Bits landings,
             Bits enemies) {
  if (jumps.rules().parameters.king_landing != KingLanding::continuing) return true;
  next.targets = enemies & ~next.captured;
  for (; landings != 0; landings &= landings - 1) {
    next.at = static_cast<std::uint8_t>(lowest(landings));
    const auto directions = jumps.directions(next);
    for (int direction = directions.first; direction < directions.end; ++direction) {
      if (next.king && jumps.find(next, direction).landings != 0) return false;
    }
  }
  return true;
}

/// Searches for a path that captures exactly the wanted squares, in the order in which captures are
/// generated. Returns whether there is one from here; `way` is the path so far, and is extended.
template <typename Bits>
bool find_way(const Jumps<Bits, false>& jumps, const Chain<Bits, false>& chain, Bits wanted,
              Bits enemies, int to, int came, bool nearest, std::vector<int>& way) {
  const auto directions = jumps.directions(chain);
  for (int direction = directions.first; direction < directions.end; ++direction) {
    if (!nearest && (direction == came || direction == opposite(came))) continue;
    const auto jump = jumps.find(chain, direction);
    auto next = jumps.after(chain, jump.over);
    if (next.captured == wanted) {
      if ((jump.landings & bit<Bits>(to)) == 0 || !may_end(jumps, next, jump.landings, enemies)) {
        continue;
      }
      way.push_back(to);
      return true;
    }
    bool first = true;
    const bool found = any_landing(jump.landings, direction, [&](int landing) {
      auto landed = next;
      landed.at = static_cast<std::uint8_t>(landing);
      const bool ends = jumps.crown(landed);
      way.push_back(landing);
      const bool leads_on =
          !ends && find_way(jumps, landed, wanted, enemies, to, direction, first, way);
      if (!leads_on) way.pop_back();
      first = false;
      return leads_on;
    });
    if (found) return true;
  }
  return false;
}

template <typename Bits>
std::vector<int> way_without_columns(const Rules& rules, const Position& p, Move move) {
  std::vector<int> way = {move.from()};
  const Jumps<Bits, false> jumps(rules, p);
  auto chain = jumps.begin(move.from());
  const auto wanted = unpacked<Bits>(move.payload());
  const Bits enemies = chain.targets;
  chain.targets &= wanted;
  find_way(jumps, chain, wanted, enemies, move.to(), kDirections, true, way);
  return way;
}

/// The chain after a jump that lands on a square; empty if there is none.
template <typename Bits, bool Columns>
std::optional<Chain<Bits, Columns>> jumped_to(const Jumps<Bits, Columns>& jumps,
                                              const Chain<Bits, Columns>& chain, int landing) {
  const auto directions = jumps.directions(chain);
  for (int direction = directions.first; direction < directions.end; ++direction) {
    const auto jump = jumps.find(chain, direction);
    if ((jump.landings & bit<Bits>(landing)) == 0) continue;
    auto next = jumps.after(chain, jump.over);
    next.at = static_cast<std::uint8_t>(landing);
    jumps.crown(next);
    return next;
  }
  return std::nullopt;
}

/// Whether two captures of one piece have the same outcome.
bool same_outcome(const Chain<Narrow, true>& a, const Chain<Narrow, true>& b) {
  if (a.at != b.at || a.jumps != b.jumps || a.order != b.order) return false;
  return std::is_permutation(a.squares.begin(), a.squares.begin() + a.jumps, b.squares.begin());
}

template <typename Bits, bool Columns>
std::optional<Move> legal_along(const Rules& rules, const Position& p,
                                const std::vector<int>& way) {
  const Jumps<Bits, Columns> jumps(rules, p);
  auto chain = jumps.begin(way.front());
  for (std::size_t i = 1; i < way.size(); ++i) {
    if (Columns && chain.jumps == kMaxJumps) return std::nullopt;
    const auto next = jumped_to(jumps, chain, way[i]);
    if (!next) return std::nullopt;
    chain = *next;
  }
  Moves moves;
  generate(rules, p, moves);
  for (const Move move : moves) {
    if (move.from() != way.front() || !move.captures()) continue;
    if constexpr (Columns) {
      if (same_outcome(followed(rules, p, move), chain)) return move;
    } else {
      if (move == Move(way.front(), chain.at, packed(chain.captured))) return move;
    }
  }
  return std::nullopt;
}

/// Looks for a legal capture that begins and ends on the same squares as a given one, but has
/// another outcome. Does not generate the captures of other pieces, and stops at the first found,
/// so that writing a list of a thousand captures by one piece takes only a short search for most of
/// them.
template <typename Bits, bool Columns>
class AmbiguitySearch {
 public:
  /// `end`: the given capture, complete.
  AmbiguitySearch(const Rules& rules, const Chain<Bits, Columns>& end, bool king)
      : rules_(rules),
        king_(king),
        to_(end.at),
        worth_(worth_of(rules, end, king)),
        outcome_(outcome_of(rules, end)) {}

  void add(const Chain<Bits, Columns>& chain) {
    const std::uint64_t worth = worth_of(rules_, chain, king_);
    if (worth < worth_) return;
    if (worth > worth_) {
      worth_ = worth;
      found_ = false;
    }
    if (chain.at == to_ && outcome_of(rules_, chain) != outcome_) found_ = true;
  }

  [[nodiscard]] bool found() const { return found_; }
  /// A capture found stays legal unless the order of captures counts; see end_of.
  [[nodiscard]] bool done() const {
    return found_ && rules_.parameters.choice != CaptureChoice::italian;
  }

 private:
  const Rules& rules_;
  bool king_;
  int to_;
  std::uint64_t worth_;
  std::uint64_t outcome_;
  bool found_ = false;
};

/// A complete capture as a chain. Without columns its order is unknown, so kings are assumed to
/// come last, which is the lowest rank.
template <typename Bits, bool Columns>
Chain<Bits, Columns> end_of(const Rules& rules, const Position& p, Move capture) {
  if constexpr (Columns) {
    return followed(rules, p, capture);
  } else {
    auto end = Jumps<Bits, false>(rules, p).begin(capture.from());
    end.captured = unpacked<Bits>(capture.payload());
    end.order = (std::uint32_t{1} << count(end.captured & end.kings)) - 1;
    end.jumps = static_cast<std::uint8_t>(count(end.captured));
    end.at = static_cast<std::uint8_t>(capture.to());
    return end;
  }
}

}  // namespace

bool is_ambiguous(const Rules& rules, const Position& p, Move capture) {
  return with_bits(rules, [&]<typename Bits, bool Columns>() {
    const Jumps<Bits, Columns> jumps(rules, p);
    AmbiguitySearch<Bits, Columns> search(rules, end_of<Bits, Columns>(rules, p, capture),
                                          jumps.begin(capture.from()).king);
    CaptureSearch<Bits, Columns, AmbiguitySearch<Bits, Columns>>(jumps, search)
        .from(capture.from());
    return search.found();
  });
}

Chain<Narrow, true> followed(const Rules& rules, const Position& p, Move move) {
  const Jumps<Narrow, true> jumps(rules, p);
  Chain<Narrow, true> chain = jumps.begin(move.from());
  for (std::uint64_t path = move.payload(); path != 0; path >>= 4) {
    int option = static_cast<int>(path & 15) - 1;
    const auto directions = jumps.directions(chain);
    for (int direction = directions.first; direction < directions.end; ++direction) {
      const auto jump = jumps.find(chain, direction);
      const int landings = count(jump.landings);
      if (option >= landings) {
        option -= landings;
        continue;
      }
      chain = jumps.after(chain, jump.over);
      const int from_lowest = goes_up(direction) ? option : landings - 1 - option;
      chain.at = static_cast<std::uint8_t>(nth(jump.landings, from_lowest));
      jumps.crown(chain);
      break;
    }
  }
  return chain;
}

std::vector<int> way_of(const Rules& rules, const Position& p, Move move) {
  if (!move.captures()) return {move.from(), move.to()};
  if (rules.wide) return way_without_columns<Wide>(rules, p, move);
  if (!rules.parameters.columns) return way_without_columns<Narrow>(rules, p, move);
  std::vector<int> way = {move.from()};
  std::uint64_t payload = 0;
  for (int shift = 0; move.payload() >> shift != 0; shift += 4) {
    payload |= move.payload() & std::uint64_t{15} << shift;
    way.push_back(followed(rules, p, Move(move.from(), move.to(), payload)).at);
  }
  return way;
}

std::optional<Move> move_along(const Rules& rules, const Position& p, const std::vector<int>& way) {
  return with_bits(rules, [&]<typename Bits, bool Columns>() {
    return legal_along<Bits, Columns>(rules, p, way);
  });
}

std::vector<int> captured_by(const Rules& rules, const Position& p, Move move) {
  std::vector<int> squares;
  if (!move.captures()) return squares;
  Wide captured = 0;
  if (rules.parameters.columns) {
    captured = followed(rules, p, move).captured;
  } else {
    captured = rules.wide ? unpacked<Wide>(move.payload()) : unpacked<Narrow>(move.payload());
  }
  for (; captured != 0; captured &= captured - 1) squares.push_back(lowest(captured));
  return squares;
}

}  // namespace tavlab::draughts
