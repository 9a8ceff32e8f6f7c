// The rule inputs of nets of version 0.1, which their files do not list. They must never change.
#include "core/observation.h"
#include "core/tafl/parameters.h"

namespace tavlab::tafl {

std::vector<std::string> first_inputs() {
  using Names = std::vector<std::string>;
  Names all = {"board.size", "first=attackers"};
  const auto add = [&](const std::string& before, const Names& names) {
    for (const std::string& name : names) all.push_back(before + name);
  };
  const auto skip = [&](int count) {
    for (int i = 0; i < count; ++i) all.emplace_back(kUnusedInput);
  };
  const Names kinds = {"attacker", "defender", "king", "commander", "knight"};
  const Names victims = {"attackers", "defenders", "king"};
  for (const std::string& kind : kinds) add("range." + kind, {"=unlimited", ""});
  for (const std::string cells : {"throne", "corners", "attacker_camps", "defender_camps"}) {
    for (const char* may : {".stop:", ".pass:", ".reenter:"}) add(cells + may, kinds);
    for (const char* is : {".hostile_always:", ".hostile_when_empty:"}) add(cells + is, victims);
    if (cells.ends_with("camps")) {
      add(cells + ".shelter:", victims);
    } else {
      skip(3);
    }
  }
  add("king.armed=", {"full", "hammer", "anvil", "none"});
  add("king.weak", {""});
  for (const std::string place :
       {"on_throne", "beside_throne", "on_edge", "beside_corner", "elsewhere"}) {
    if (place == "beside_corner") {
      add("king.beside_corner=", {"inherit"});
    } else {
      skip(1);
    }
    add("king." + place + "=", {"surround", "custodial", "never"});
  }
  add("king.capture_takes_effect=", {"after_reply"});
  add("capture.optional", {""});
  add("capture.leaders=", {"off", "two_leaders", "leader_and_corner", "leader_and_any"});
  add("capture.linnaean", {""});
  add("capture.shieldwall=", {"none", "pieces", "corner_closes"});
  add("capture.shieldwall_", {"flank_move", "king_immune"});
  add("escape=", {"corners", "edge", "edge_without_camps"});
  add("exit_fort", {""});
  add("encirclement=", {"off", "cut_off_from_edge", "cut_off_from_escape", "immobile"});
  for (const char* side : {"attackers=", "defenders="}) {
    add(std::string("no_move.") + side, {"loses", "draws", "passes"});
  }
  add("repetition.result=",
      {"ignored", "draw", "mover_loses", "attackers_win", "forbidden", "forbidden_to_defenders"});
  add("repetition.scope=", {"position", "move_pattern"});
  add("repetition.count", {""});
  for (const char* limit : {"king_side_moves:", "quiet_plies:", "total_plies:"}) {
    add(std::string("limits.") + limit, {"has", "near", "left"});
  }
  add("dice.kind=", {"none", "parity", "distance"});
  add("dice.", {"faces", "parity=odd", "distance=exact", "impossible=reroll"});
  return all;
}

}  // namespace tavlab::tafl
