#include "core/tafl/otn.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

#include "core/error.h"
#include "core/tafl/notation.h"
#include "core/tafl/parameters.h"
#include "core/text.h"

namespace tavlab::tafl {
namespace {

using Texts = std::vector<std::string>;

/// Letters of pieces there and here, in the order of Kind: a d k c n.
constexpr std::string_view kTheirs = "tTKcN";
constexpr std::string_view kOurs = "adkcn";
constexpr std::array<std::string_view, kKinds> kKindNames = {"attacker", "defender", "king",
                                                             "commander", "knight"};
constexpr std::array<std::string_view, kVictims> kVictimNames = {"attackers", "defenders", "king"};

/// Keys with the values that they have if they are not there.
const std::map<std::string, std::string, std::less<>>& defaults() {
  static const std::map<std::string, std::string, std::less<>> all = {{"name", ""},
                                                                      {"esc", "c"},
                                                                      {"surf", "y"},
                                                                      {"atkf", "y"},
                                                                      {"tfr", "d"},
                                                                      {"ka", "y"},
                                                                      {"ks", "s"},
                                                                      {"kj", "n"},
                                                                      {"nj", "n"},
                                                                      {"cj", "n"},
                                                                      {"cor", "default"},
                                                                      {"cen", "default"},
                                                                      {"afor", ""},
                                                                      {"dfor", ""},
                                                                      {"spd", "-1"},
                                                                      {"corh", "tcnkTCNK"},
                                                                      {"cenh", "tcnk"},
                                                                      {"cenhe", "tcnkTCNK"},
                                                                      {"aforh", "TCNK"},
                                                                      {"dforh", "tcnk"},
                                                                      {"corp", "K"},
                                                                      {"cenp", "tcnkTCNK"},
                                                                      {"aforp", "tcnkTCNK"},
                                                                      {"dforp", "tcnkTCNK"},
                                                                      {"cors", "K"},
                                                                      {"cens", "K"},
                                                                      {"afors", "tcnkTCNK"},
                                                                      {"dfors", "TCNK"},
                                                                      {"corre", "tcnkTCNK"},
                                                                      {"cenre", "tcnkTCNK"},
                                                                      {"aforre", "tcnkTCNK"},
                                                                      {"dforre", "tcnkTCNK"},
                                                                      {"sw", "n"},
                                                                      {"swf", "y"},
                                                                      {"efe", "n"},
                                                                      {"ber", "n"}};
  return all;
}

[[noreturn]] void fail(const std::string& what) { throw UserError("rules record: " + what); }

/// The rows of a board from the top rank down, in our letters, '.' for empty squares.
Texts rows_from_otn(std::string_view board, int size) {
  Texts rows;
  std::vector<std::string_view> parts = split(board, '/');
  if (!parts.empty() && parts.front().empty()) parts.erase(parts.begin());
  if (!parts.empty() && parts.back().empty()) parts.pop_back();
  if (parts.size() != static_cast<std::size_t>(size)) {
    fail(fmt::format("board '{}' has {} rows, not {}", board, parts.size(), size));
  }
  for (const std::string_view part : parts) {
    std::string row;
    for (std::size_t i = 0; i < part.size() && row.size() <= static_cast<std::size_t>(size);) {
      const std::size_t digits = std::min(part.find_first_not_of("0123456789", i), part.size()) - i;
      if (digits > 0) {
        const std::optional<int> run = parse_number(part.substr(i, digits));
        if (!run || *run > size) fail(fmt::format("row '{}' is longer than the board", part));
        row.append(static_cast<std::size_t>(*run), '.');
        i += digits;
        continue;
      }
      const std::size_t kind = kTheirs.find(part[i]);
      if (kind == std::string_view::npos) {
        fail(fmt::format("'{}' in row '{}' is not a piece; pieces are t c T N K", part[i], part));
      }
      row += kOurs[kind];
      ++i;
    }
    if (row.size() != static_cast<std::size_t>(size)) {
      fail(fmt::format("row '{}' does not have {} squares", part, size));
    }
    rows.insert(rows.begin(), row);
  }
  return rows;
}

std::string row_to_otn(std::string_view row) {
  std::string text;
  int run = 0;
  for (const char letter : row) {
    const std::size_t kind = kOurs.find(letter);
    if (kind == std::string_view::npos) {
      ++run;
      continue;
    }
    if (run > 0) text += std::to_string(run);
    run = 0;
    text += kTheirs[kind];
  }
  if (run > 0) text += std::to_string(run);
  return text;
}

/// "a1,k1," with a trailing comma or without.
Texts cells_from_otn(std::string_view list) {
  Texts cells;
  for (const std::string_view cell : split(list, ',')) {
    if (!cell.empty()) cells.emplace_back(cell);
  }
  return cells;
}

/// Kinds of pieces by their letters. Knights of attackers and commanders of defenders do not exist
/// here, nor a king of the attackers.
Texts kinds_from_otn(std::string_view letters, std::string_view also = kTheirs) {
  Texts names;
  for (std::size_t kind = 0; kind < kTheirs.size(); ++kind) {
    if (letters.find(kTheirs[kind]) == std::string_view::npos) continue;
    if (also.find(kTheirs[kind]) == std::string_view::npos) continue;
    names.emplace_back(kKindNames[kind]);
  }
  return names;
}

Texts victims_from_otn(std::string_view letters, std::string_view without = {}) {
  Texts names;
  for (std::size_t victim = 0; victim < kVictimNames.size(); ++victim) {
    const char letter = kTheirs[victim];  // taflmen stand for their side
    if (letters.find(letter) == std::string_view::npos) continue;
    if (without.find(letter) != std::string_view::npos) continue;
    names.emplace_back(kVictimNames[victim]);
  }
  return names;
}

std::string letters_of_kinds(unsigned mask) {
  std::string letters;
  for (std::size_t kind = 0; kind < kTheirs.size(); ++kind) {
    if ((mask >> kind & 1U) != 0) letters += kTheirs[kind];
  }
  return letters;
}

/// Letters of all pieces that are hostile-cell victims, with leaders and a king as the notation has
/// them.
std::string letters_of_victims(unsigned mask) {
  std::string letters;
  if ((mask & 1U) != 0) letters += "tcnk";
  if ((mask & 2U) != 0) letters += "TCN";
  if ((mask & 4U) != 0) letters += 'K';
  return letters;
}

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
        fail(fmt::format("'{}' is not known", part));
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

  /// The value here of one there.
  std::string choice(std::string_view key,
                     std::initializer_list<std::pair<std::string_view, std::string_view>> known) {
    std::string allowed;
    for (const auto& [theirs, ours] : known) {
      if (at(key) == theirs) return std::string(ours);
      allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", theirs);
    }
    fail(fmt::format("{}:{} cannot be played here; {}: may be {}", key, at(key), key, allowed));
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
    // Without camps their rules stay as they are in rule sets that do not speak of them.
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

Side first_side_in_otn(std::string_view record) {
  const std::vector<std::string_view> parts = split(record, ' ');
  return std::ranges::find(parts, "atkf:n") == parts.end() ? Side::first : Side::second;
}

std::string rules_to_otn(const RuleSet& rule_set) {
  return rules_to_otn(rule_set, read_parameters(rule_set).first);
}

std::string rules_to_otn(const RuleSet& rule_set, Side first) {
  const Parameters p = read_parameters(rule_set);
  std::string text = fmt::format("dim:{}", p.size);
  const auto add = [&](std::string_view key, const std::string& value) {
    if (value != defaults().find(key)->second) text += fmt::format(" {}:{}", key, value);
  };
  std::string name = rule_set.id;
  std::ranges::replace_if(
      name, [](char c) { return c == ' ' || c == ':' || c == ']'; }, '_');
  add("name", name);
  add("esc", p.escape == Escape::corners ? "c" : "e");
  add("surf", p.encirclement == Encirclement::off ? "n" : "y");
  text += first == Side::first ? " atkf:y" : " atkf:n";
  const std::string& repetition = rule_set.text("repetition.result");
  add("tfr", repetition == "ignored" ? "i" : repetition == "mover_loses" ? "l" : "d");
  constexpr std::array<std::string_view, 4> kArms = {"y", "h", "a", "n"};
  add("ka", std::string(kArms[static_cast<std::size_t>(p.king_armed)]));
  const bool near = p.king_on_throne == KingCapture::surround && !p.king_weak;
  const bool strong = p.king_elsewhere == KingCapture::surround && !p.king_weak;
  add("ks", strong ? (p.king_on_edge == KingCapture::never ? "s" : "m") : near ? "c" : "w");
  text += " nj:n cj:n";
  const auto list = [&](std::string_view key, const Texts& cells) {
    std::string value;
    for (const std::string& cell : cells) value += cell + ',';
    add(key, value);
  };
  const auto last = static_cast<char>('a' + p.size - 1);
  const Texts corners = {"a1", fmt::format("{}1", last), fmt::format("a{}", p.size),
                         fmt::format("{}{}", last, p.size)};
  if (!std::ranges::is_permutation(p.corners, corners)) list("cor", p.corners);
  const Texts center = {fmt::format("{}{}", static_cast<char>('a' + p.size / 2), p.size / 2 + 1)};
  if (p.throne != center) list("cen", p.throne);
  list("afor", p.attacker_camps);
  list("dfor", p.defender_camps);
  std::string speeds;
  for (const char letter : std::string_view("tcnkTCNK")) {
    const std::size_t kind = kTheirs.find(letter);
    const int range = kind == std::string_view::npos ? 0 : p.range[kind];
    speeds += fmt::format("{}{}", speeds.empty() ? "" : ",", range == 0 ? -1 : range);
  }
  if (std::ranges::any_of(p.range, [](int range) { return range != 0; })) add("spd", speeds);
  const auto one = [&](CellClass which, std::string_view theirs) {
    const ClassRules& rules = p.cells[static_cast<std::size_t>(which)];
    const auto set = [&](std::string_view key, const std::string& letters, bool victims) {
      // Only what differs: the notation has letters for pieces that do not exist here.
      const std::string& usual = defaults().find(key)->second;
      const Texts now = victims ? victims_from_otn(letters) : kinds_from_otn(letters);
      const Texts then = victims ? victims_from_otn(usual) : kinds_from_otn(usual);
      if (now != then) text += fmt::format(" {}:{}", key, letters);
    };
    set(fmt::format("{}h", theirs), letters_of_victims(rules.hostile_always), true);
    if (which == CellClass::throne) {
      const unsigned empty = rules.hostile_when_empty | rules.hostile_always;
      set("cenhe", letters_of_victims(empty), true);
    }
    set(fmt::format("{}p", theirs), letters_of_kinds(rules.pass), false);
    set(fmt::format("{}s", theirs), letters_of_kinds(rules.stop), false);
    if ((rules.stop & ~rules.reenter) != 0) {
      set(fmt::format("{}re", theirs), letters_of_kinds(rules.reenter), false);
    }
  };
  one(CellClass::throne, "cen");
  if (!p.corners.empty()) one(CellClass::corner, "cor");
  if (!p.attacker_camps.empty()) one(CellClass::attacker_camp, "afor");
  if (!p.defender_camps.empty()) one(CellClass::defender_camp, "dfor");
  constexpr std::array<std::string_view, 3> kWalls = {"n", "w", "s"};
  add("sw", std::string(kWalls[static_cast<std::size_t>(p.shieldwall)]));
  add("swf", p.shieldwall_flank_move ? "y" : "n");
  add("efe", p.exit_fort ? "y" : "n");
  text += " start:/";
  for (std::size_t row = p.rows.size(); row-- > 0;) text += row_to_otn(p.rows[row]) + '/';
  return text;
}

std::vector<std::string> lost_in_otn(const RuleSet& rule_set) {
  RuleSet again;
  try {
    again = rules_from_otn(rules_to_otn(rule_set));
  } catch (const UserError& error) {
    return {error.what()};
  }
  std::vector<std::string> lost;
  for (const ParameterSpec& spec : schema().parameters) {
    const bool same = spec.canonical_text(rule_set) == spec.canonical_text(again);
    const bool idle = !spec.lacking(rule_set).empty() && !spec.lacking(again).empty();
    if (!same && !idle) lost.emplace_back(spec.key);
  }
  return lost;
}

template <int Words>
std::string board_to_otn(const Rules<Words>& rules, const Position<Words>& position) {
  const std::string text = position_text(rules, position);
  const std::vector<std::string_view> rows =
      split(std::string_view(text).substr(0, text.find(' ')), '/');
  std::string board = "/";
  for (std::size_t row = rows.size(); row-- > 0;) {
    for (const char c : rows[row]) {
      const std::size_t kind = kOurs.find(c);
      board += kind == std::string_view::npos ? c : kTheirs[kind];
    }
    board += '/';
  }
  return board;
}

template <int Words>
Position<Words> board_from_otn(const Rules<Words>& rules, std::string_view board, Side to_move) {
  std::string text;
  for (const std::string& row : rows_from_otn(board, rules.size)) {
    if (!text.empty()) text += '/';
    int run = 0;
    for (const char c : row) {
      if (c == '.') {
        ++run;
        continue;
      }
      if (run > 0) text += std::to_string(run);
      run = 0;
      text += c;
    }
    if (run > 0) text += std::to_string(run);
  }
  return parse_position(rules, text + (to_move == Side::first ? " a" : " d"));
}

#define TAVLAB_INSTANTIATE(W)                                                \
  template std::string board_to_otn<W>(const Rules<W>&, const Position<W>&); \
  template Position<W> board_from_otn<W>(const Rules<W>&, std::string_view, Side)
TAVLAB_INSTANTIATE(2);
TAVLAB_INSTANTIATE(6);
#undef TAVLAB_INSTANTIATE

}  // namespace tavlab::tafl
