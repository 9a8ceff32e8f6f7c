// Reads rules records.
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include "core/tafl/otn.h"
#include "core/tafl/otn_letters.h"
#include "core/text.h"

namespace tavlab::tafl {
namespace {

using namespace otn;

/// Reads a record into a rule set with the family's defaults.
class RecordReader {
 public:
  explicit RecordReader(std::string_view record) : values_(defaults()) {
    for (const std::string_view part : split(record, ' ')) {
      if (part.empty()) continue;
      const std::size_t colon = part.find(':');
      const std::string_view key = part.substr(0, colon);
      const auto known = values_.find(key);
      const bool needed = key == "dim" || key == "start";
      if (colon == std::string_view::npos || (known == values_.end() && !needed)) {
        fail(fmt::format("unknown entry '{}'", part));
      }
      values_.insert_or_assign(std::string(key), std::string(part.substr(colon + 1)));
    }
    if (!values_.contains("dim") || !values_.contains("start")) {
      fail(
          "it needs dim: and start:, such as 'dim:7 ks:w start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/'");
    }
  }

  RuleSet read() {
    rules_.family = schema().family;
    rules_.schema = &schema();
    rules_.id = at("name").empty() ? "otn" : at("name");
    rules_.title = rules_.id;
    rules_.source = "An OpenTafl rules record.";
    rules_.origin = "rules record";
    for (const ParameterSpec& spec : schema().parameters) {
      rules_.parameters.emplace(spec.key, spec.fallback);
    }
    board();
    cells();
    king();
    ends();
    read_parameters(rules_);  // throws if they contradict each other
    return rules_;
  }

 private:
  [[nodiscard]] const std::string& at(std::string_view key) const {
    return values_.find(key)->second;
  }

  void set(std::string_view key, ParameterValue value) {
    rules_.parameters.at(std::string(key)) = std::move(value);
  }

  /// Our value for one of theirs.
  std::string choice(std::string_view key,
                     std::initializer_list<std::pair<std::string_view, std::string_view>> known) {
    std::string allowed;
    for (const auto& [theirs, ours] : known) {
      if (at(key) == theirs) return std::string(ours);
      allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", theirs);
    }
    fail(fmt::format("{}:{} is not supported; {}: may be {}", key, at(key), key, allowed));
  }

  bool yes(std::string_view key) { return choice(key, {{"y", "y"}, {"n", "n"}}) == "y"; }

  void board() {
    const std::optional<int> size = parse_number(at("dim"));
    if (!size || *size < 7 || *size > 19 || *size % 2 == 0) {
      fail(fmt::format("dim:{} must be an odd number from 7 to 19", at("dim")));
    }
    set("board.size", std::int64_t{*size});
    set("board.layout", rows_from_otn(at("start"), *size));
    const auto last = static_cast<char>('a' + *size - 1);
    set("board.corners", at("cor") == "default"
                             ? Texts{"a1", fmt::format("{}1", last), fmt::format("a{}", *size),
                                     fmt::format("{}{}", last, *size)}
                             : cells_from_otn(at("cor")));
    if (at("cen") == "default") {
      set("board.throne", std::string("center"));
    } else {
      set("board.throne", cells_from_otn(at("cen")));
    }
    set("board.attacker_camps", cells_from_otn(at("afor")));
    set("board.defender_camps", cells_from_otn(at("dfor")));
    set("first", std::string(yes("atkf") ? "attackers" : "defenders"));
    speeds(at("spd"));
    const std::string& start = at("start");
    const auto jumps = [&](std::string_view key, char letter) {
      if (start.find(letter) != std::string::npos) choice(key, {{"n", "n"}});
    };
    jumps("kj", 'K');
    jumps("nj", 'N');
    jumps("cj", 'c');
    choice("ber", {{"n", "n"}});
  }

  /// One limit for all pieces, or one for each of tcnkTCNK.
  void speeds(std::string_view list) {
    constexpr std::string_view kOrder = "tcnkTCNK";
    const std::vector<std::string_view> parts = split(list, ',');
    if (parts.size() != 1 && parts.size() != kOrder.size()) {
      fail(fmt::format("spd:{} must be one number or eight", list));
    }
    for (std::size_t kind = 0; kind < kTheirs.size(); ++kind) {
      const std::string_view part = parts[parts.size() == 1 ? 0 : kOrder.find(kTheirs[kind])];
      const std::optional<int> limit = part == "-1" ? std::optional(0) : parse_number(part);
      if (!limit || *limit > 18) fail(fmt::format("spd:{} must be -1 or up to 18", list));
      set(fmt::format("range.{}", kKindNames[kind]), std::int64_t{*limit});
    }
  }

  void cells() {
    const auto one = [&](std::string_view ours, std::string_view theirs) {
      const std::string stop = at(fmt::format("{}s", theirs));
      set(fmt::format("{}.stop", ours), kinds_from_otn(stop));
      set(fmt::format("{}.pass", ours), kinds_from_otn(at(fmt::format("{}p", theirs))));
      set(fmt::format("{}.reenter", ours), kinds_from_otn(at(fmt::format("{}re", theirs)), stop));
      set(fmt::format("{}.hostile_always", ours), victims_from_otn(at(fmt::format("{}h", theirs))));
    };
    one("throne", "cen");
    set("throne.hostile_when_empty", victims_from_otn(at("cenhe"), at("cenh")));
    one("corners", "cor");
    // Without camps, their parameters keep the defaults.
    if (!rules_.list("board.attacker_camps").empty()) one("attacker_camps", "afor");
    if (!rules_.list("board.defender_camps").empty()) one("defender_camps", "dfor");
  }

  void king() {
    set("king.armed",
        choice("ka", {{"y", "full"}, {"n", "none"}, {"h", "hammer"}, {"a", "anvil"}}));
    const std::string strength = choice("ks", {{"s", "strong"},
                                               {"y", "strong"},
                                               {"m", "middleweight"},
                                               {"c", "center"},
                                               {"w", "weak"},
                                               {"n", "weak"}});
    const bool strong = strength == "strong" || strength == "middleweight";
    const std::string anywhere = strong ? "surround" : "custodial";
    const std::string near = strength == "weak" ? "custodial" : "surround";
    set("king.on_throne", near);
    set("king.beside_throne", near);
    set("king.elsewhere", anywhere);
    set("king.on_edge", strength == "strong" ? std::string("never") : anywhere);
  }

  void ends() {
    set("escape", choice("esc", {{"c", "corners"}, {"e", "edge"}}));
    set("encirclement", std::string(yes("surf") ? "cut_off_from_edge" : "off"));
    set("repetition.result",
        choice("tfr", {{"d", "draw"}, {"i", "ignored"}, {"l", "mover_loses"}}));
    set("capture.shieldwall",
        choice("sw", {{"n", "none"}, {"w", "pieces"}, {"s", "corner_closes"}}));
    set("capture.shieldwall_flank_move", yes("swf"));
    set("exit_fort", yes("efe"));
  }

  std::map<std::string, std::string, std::less<>> values_;
  RuleSet rules_;
};

}  // namespace

RuleSet rules_from_otn(std::string_view record) { return RecordReader(record).read(); }

}  // namespace tavlab::tafl
