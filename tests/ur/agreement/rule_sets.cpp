#include "tests/ur/agreement/rule_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "core/ur/parameters.h"
#include "tests/support/agreement.h"
#include "tests/support/draws.h"

namespace tavlab::ur_agreement {
namespace {

using Texts = std::vector<std::string>;

struct Variant {
  std::string base;
  Texts overrides;
};

std::vector<Variant> variants() {
  std::vector<Variant> all;
  for (const std::string& id : built_in_ids("ur")) {
    for (const char* pieces : {"pieces=1", "pieces=2", "pieces=7"}) all.push_back({id, {pieces}});
  }
  const auto skiryuk = [&](const Texts& overrides) { all.push_back({"ur-skiryuk", overrides}); };
  skiryuk({"pieces=4"});
  skiryuk({"pieces_to_win=5"});
  skiryuk({"pieces_to_win=1"});
  for (const char* kind : {"4d2", "3d2", "3d6_parity", "d4", "d6"}) {
    skiryuk({fmt::format("dice.kind={}", kind)});
  }
  skiryuk({"dice.kind=custom", "dice.weights=[1,2,0,3,0,0,1]"});
  skiryuk({"dice.kind=custom", "dice.weights=[0,1,1,0,0,0,0,0,0,0,0,0,1]"});
  skiryuk({"opening=free"});
  skiryuk({"opening=one_then_roll"});
  skiryuk({"rosette.extra_throw=false"});
  skiryuk({"rosette.safe=true"});
  skiryuk({"squares.rosettes=[d2]"});
  skiryuk({"squares.depots=[]"});
  skiryuk({"squares.depots=[a1,a3,c1,c3]", "squares.rosettes=[d2]"});
  skiryuk({"squares.shared_depots=[]"});
  skiryuk({"squares.shared_depots=[g2,b2,h1,h3,e2]"});
  skiryuk({"squares.islands=[]"});
  skiryuk({"squares.islands=[g1,g3,h2,c2]", "squares.rosettes=[]", "stack.capacity=2"});
  skiryuk({"squares.finish=[h2,h1,h3,b2]", "finish.rule=stack"});
  skiryuk({"squares.finish=[]"});
  for (const int capacity : {1, 2, 3, 5}) {
    skiryuk({fmt::format("stack.capacity={}", capacity)});
    skiryuk({fmt::format("stack.capacity={}", capacity), "finish.rule=stack", "exit=at_least",
             "stack.access=any_in_depot"});
  }
  skiryuk({"stack.capacity=1", "deadlock=more_home"});
  skiryuk({"stack.capacity=2", "deadlock=more_home", "stack.access=any_in_depot"});
  skiryuk({"stack.access=any_in_depot"});
  skiryuk({"stack.access=any_in_depot", "turn.index=16", "cross_kind=capture"});
  for (const char* moment : {"leaving", "arrival"}) {
    for (const char* kinds : {"block", "capture"}) {
      for (const char* finish : {"normal", "immune", "stack"}) {
        skiryuk({fmt::format("turn.moment={}", moment), fmt::format("cross_kind={}", kinds),
                 fmt::format("finish.rule={}", finish)});
      }
    }
  }
  skiryuk({"turn.index=never"});
  skiryuk({"turn.index=12"});
  skiryuk({"turn.index=14"});
  skiryuk({"turn.index=17", "turn.moment=arrival"});
  skiryuk({"capture.extra_throw=true"});
  skiryuk({"capture.backward=true"});
  skiryuk({"extra_throw.piece=another"});
  skiryuk({"extra_throw.piece=another", "capture.extra_throw=true", "rosette.extra_throw=false"});
  skiryuk({"extra_throw.piece=another", "capture.extra_throw=true", "capture.backward=true",
           "cross_kind=capture", "finish.rule=stack", "exit=at_least"});
  skiryuk({"exit=at_least"});
  for (const char* id : {"ur-finkel", "ur-masters", "ur-aseb", "ur-murray-own-lane",
                         "ur-murray-opponent-lane", "ur-skiryuk-path"}) {
    const auto add = [&](const Texts& overrides) { all.push_back({id, overrides}); };
    add({"rosette.safe=false", "rosette.extra_throw=true", "extra_throw.piece=another"});
    add({"rosette.safe=true", "rosette.extra_throw=true"});
    add({"capture.backward=true"});
    add({"capture.backward=true", "capture.extra_throw=true", "extra_throw.piece=another",
         "dice.kind=d6", "exit=at_least"});
    add({"exit=at_least"});
    add({"dice.kind=d6"});
    add({"opening=one_moves"});
  }
  // Dice that often leave nobody a move.
  for (const char* rule : {"draw", "more_home"}) {
    const std::string deadlock = fmt::format("deadlock={}", rule);
    all.push_back({"ur-finkel", {deadlock, "dice.kind=custom", "dice.weights=[0,0,0,0,1]"}});
    all.push_back({"ur-finkel", {deadlock, "dice.kind=custom", "dice.weights=[1,0,1]"}});
    skiryuk({deadlock, "dice.kind=custom", "dice.weights=[1,0,0,0,0,1]", "opening=free",
             "extra_throw.piece=another"});
  }
  all.push_back({"ur-finkel", {"path=[d1,d2,d3]", "exit=at_least", "pieces=3"}});
  all.push_back({"ur-finkel", {"path=[a1,a2]", "deadlock=more_home", "pieces_to_win=3"}});
  return all;
}

// ---------------------------------------------------------------------------------------------

/// Squares of the board with their mirror images: "d1" with "d3", "d2" with itself.
std::vector<Texts> mirrored_pairs(bool aseb) {
  std::vector<Texts> pairs;
  for (const char file : std::string_view(aseb ? "abcdefghijkl" : "abcdefgh")) {
    pairs.push_back({{file, '2'}});
    const bool outer = aseb ? file <= 'd' : file <= 'd' || file >= 'g';
    if (outer) pairs.push_back({{file, '1'}, {file, '3'}});
  }
  return pairs;
}

/// Squares in any order, some of them twice; short paths now and then.
Texts random_path(Random& random, bool aseb) {
  Texts squares;
  for (const Texts& pair : mirrored_pairs(aseb)) {
    for (const std::string& square : pair) {
      for (int visits = between(random, 0, 2); visits > 0; --visits) squares.push_back(square);
    }
  }
  for (std::size_t i = squares.size(); i > 1; --i) {
    std::swap(squares[i - 1], squares[random.below(static_cast<std::uint32_t>(i))]);
  }
  const int longest = chance(random, 0.2) ? 5 : ur::kMaxPath;
  squares.resize(std::min(squares.size(), static_cast<std::size_t>(between(random, 1, longest))));
  return squares;
}

void draw_squares(Random& random, RuleSet& rule_set) {
  std::map<std::string, Texts> lists;
  constexpr std::array names = {"squares.rosettes", "squares.depots", "squares.shared_depots",
                                "squares.islands", "squares.finish"};
  for (const char* name : names) lists[name];
  const double density = random.uniform();
  for (const Texts& pair : mirrored_pairs(rule_set.text("board") == "aseb")) {
    if (!chance(random, density)) continue;
    const auto& path = rule_set.list("path");
    const auto on_path = [&](const std::string& square) {
      return std::find(path.begin(), path.end(), square) != path.end();
    };
    std::string name = any_of(random, names);
    // Depots where both players come are refused; they are drawn now and then all the same.
    if (name == "squares.depots" && on_path(pair.front()) && on_path(pair.back()) &&
        chance(random, 0.95)) {
      name = "squares.shared_depots";
    }
    for (const std::string& square : pair) lists[name].push_back(square);
  }
  for (auto& [name, squares] : lists) rule_set.parameters[name] = squares;
}

Texts random_weights(Random& random) {
  Texts weights;
  const double zeros = chance(random, 0.5) ? 0.3 : 0.8;
  for (int n = between(random, 1, ur::kMaxRoll + 1); n > 0; --n) {
    weights.push_back(std::to_string(chance(random, zeros) ? 0 : between(random, 1, 9)));
  }
  return weights;
}

ParameterValue random_value(Random& random, const ParameterSpec& spec) {
  if (spec.key == "dice.weights") return random_weights(random);
  switch (spec.type) {
    case ParameterSpec::Type::boolean:
      return chance(random, 0.5);
    case ParameterSpec::Type::integer:
      if (!spec.zero_name.empty() && chance(random, 0.4)) return std::int64_t{0};
      return std::int64_t{
          between(random, static_cast<int>(spec.minimum), static_cast<int>(spec.maximum))};
    case ParameterSpec::Type::choice:
      return std::string(any_of(random, spec.choices));
    default:
      return spec.fallback;
  }
}

/// Whether the faces of pieces distinguish the first visit to a square from the second, as the text
/// of a position requires.
bool faces_tell_visits(const RuleSet& rule_set) {
  const auto& path = rule_set.list("path");
  const auto index = static_cast<std::size_t>(rule_set.integer("turn.index"));
  if (index == 0) return true;
  const std::size_t unturned = rule_set.text("turn.moment") == "arrival" ? index - 1 : index;
  for (std::size_t i = 0; i < path.size(); ++i) {
    for (std::size_t j = i + 1; j < path.size(); ++j) {
      if (path[i] == path[j] && (i < unturned) == (j < unturned)) return false;
    }
  }
  return true;
}

}  // namespace

const std::vector<RuleSet>& chosen_rule_sets() {
  static const std::vector<RuleSet> chosen = [] {
    std::vector<RuleSet> all;
    for (const Variant& variant : variants()) {
      all.push_back(load_rule_set(variant.base, variant.overrides));
    }
    return all;
  }();
  return chosen;
}

RuleSet drawn_rule_set(std::uint64_t seed) {
  Random random(seed);
  RuleSet rule_set = load_rule_set(any_of(random, built_in_ids("ur")));
  if (chance(random, 0.4)) {
    const bool aseb = chance(random, 0.5);
    rule_set.parameters["board"] = std::string(aseb ? "aseb" : "standard");
    rule_set.parameters["path"] = random_path(random, aseb);
    draw_squares(random, rule_set);
  } else if (chance(random, 0.5)) {
    draw_squares(random, rule_set);
  }
  draw_parameters(
      random, ur::schema(),
      [](std::string_view key) {
        return key != "board" && key != "path" && !key.starts_with("squares.");
      },
      random_value, rule_set);
  if (!faces_tell_visits(rule_set)) rule_set.parameters["turn.index"] = std::int64_t{0};
  name_by_seed(rule_set, seed);
  return rule_set;
}

}  // namespace tavlab::ur_agreement
