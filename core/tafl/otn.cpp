#include "core/tafl/otn.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

#include "core/error.h"
#include "core/rank_text.h"
#include "core/subscript.h"
#include "core/tafl/notation.h"
#include "core/tafl/otn_letters.h"
#include "core/tafl/parameters.h"
#include "core/text.h"

namespace tavlab::tafl {
namespace {

using namespace otn;

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

}  // namespace

Side first_side_in_otn(std::string_view record) {
  const std::vector<std::string_view> parts = split(record, ' ');
  return std::ranges::find(parts, "atkf:n") == parts.end() ? Side::first : Side::second;
}

std::string rules_to_otn(const RuleSet& rule_set) {
  return rules_to_otn(rule_set, read_parameters(rule_set).first);
}

std::string rules_to_otn(const RuleSet& rule_set, Side first) {
  return rules_to_otn(read_parameters(rule_set), first);
}

std::string rules_to_otn(const Parameters& p, Side first) {
  std::string text = fmt::format("dim:{}", p.size);
  const auto add = [&](std::string_view key, const std::string& value) {
    if (value != defaults().find(key)->second) text += fmt::format(" {}:{}", key, value);
  };
  std::string name = p.identity.id;
  std::ranges::replace_if(
      name, [](char c) { return c == ' ' || c == ':' || c == ']'; }, '_');
  add("name", name);
  add("esc", p.escape == Escape::corners ? "c" : "e");
  add("surf", p.encirclement == Encirclement::off ? "n" : "y");
  text += first == Side::first ? " atkf:y" : " atkf:n";
  using Verdict = RepetitionRule::Verdict;
  const Verdict repetition = p.repetition.verdict;
  add("tfr", repetition == Verdict::ignored ? "i" : repetition == Verdict::mover_loses ? "l" : "d");
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
    text += rank_text(static_cast<int>(row.size()), [&](int column) {
      const char c = row[at(column)];
      return c == '.' ? std::string() : std::string(1, c);
    });
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
