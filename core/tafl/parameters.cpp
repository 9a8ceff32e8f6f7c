// From a rule set's values to typed parameters, with everything resolved and contradictions
// refused.
#include "core/tafl/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "core/error.h"
#include "core/ruleset/family_parameters.h"
#include "core/tafl/layouts.h"

namespace tavlab::tafl {
namespace {

using Texts = std::vector<std::string>;

std::uint8_t bit(Kind kind) { return static_cast<std::uint8_t>(1U << static_cast<unsigned>(kind)); }
std::uint8_t bit(Victim victim) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(victim));
}

using Masks = std::map<std::string_view, unsigned>;

const Masks& kind_masks() {
  static const Masks masks = {
      {"attacker", bit(Kind::attacker)},
      {"defender", bit(Kind::defender)},
      {"king", bit(Kind::king)},
      {"commander", bit(Kind::commander)},
      {"knight", bit(Kind::knight)},
      {"attackers", bit(Kind::attacker) | bit(Kind::commander)},
      {"defenders", bit(Kind::defender) | bit(Kind::knight)},
      {"all", (1U << kKinds) - 1},
  };
  return masks;
}

const Masks& victim_masks() {
  static const Masks masks = {
      {"attackers", bit(Victim::attackers)},
      {"defenders", bit(Victim::defenders)},
      {"king", bit(Victim::king)},
      {"all", (1U << kVictims) - 1},
  };
  return masks;
}

std::uint8_t mask_of(const Texts& names, const Masks& masks) {
  unsigned mask = 0;
  for (const std::string& name : names) mask |= masks.at(name);
  return static_cast<std::uint8_t>(mask);
}

/// The name of a cell by column and rank, counted from 0 at the bottom left.
std::string cell_name(std::size_t column, std::size_t rank) {
  return fmt::format("{}{}", static_cast<char>('a' + column), rank + 1);
}

bool is_cell(std::string_view text, int size) {
  if (text.size() < 2 || text[0] < 'a' || text[0] >= 'a' + size || text[1] == '0') return false;
  int rank = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), rank);
  return error == std::errc{} && end == text.data() + text.size() && rank >= 1 && rank <= size;
}

/// A row as positions write it: without the blanks and capitals that drawings have.
std::string plain_row(std::string_view drawn) {
  std::string row;
  for (const char c : drawn) {
    if (c == ' ') continue;
    row += c == 'K' ? 'k' : c == 'C' ? 'c' : c == 'N' ? 'n' : c;
  }
  return row;
}

Texts layout_rows(const RuleSet& rule_set, int size) {
  const ParameterValue& value = rule_set.at("board.layout");
  if (const auto* name = std::get_if<std::string>(&value)) {
    const Layout& layout = *find_layout(*name);
    if (layout.size != size) {
      throw_contradiction(rule_set, fmt::format("board.layout {} needs board.size = {}, not {}",
                                                *name, layout.size, size));
    }
    return rows_of(layout);
  }
  Texts rows;
  for (const std::string& drawn : std::get<Texts>(value)) rows.push_back(plain_row(drawn));
  return rows;
}

/// Whether the start position has a piece of that letter. Asked of rule sets that may yet prove
/// contradictory, so that rows need not fit the board.
bool start_has(const RuleSet& rule_set, char letter) {
  const ParameterValue& value = rule_set.at("board.layout");
  if (const auto* name = std::get_if<std::string>(&value)) {
    return find_layout(*name)->cells.find(letter) != std::string_view::npos;
  }
  return std::ranges::any_of(std::get<Texts>(value), [&](const std::string& drawn) {
    return plain_row(drawn).find(letter) != std::string::npos;
  });
}

void check_rows(const RuleSet& rule_set, const Texts& rows, int size) {
  const auto wanted = static_cast<std::size_t>(size);
  if (rows.size() != wanted) {
    throw_contradiction(
        rule_set, fmt::format("board.layout has {} rows, but board.size is {}", rows.size(), size));
  }
  std::ptrdiff_t kings = 0;
  std::ptrdiff_t attackers = 0;
  for (std::size_t i = 0; i < wanted; ++i) {
    const std::string& row = rows[i];
    if (row.size() != wanted) {
      throw_contradiction(rule_set,
                          fmt::format("board.layout: rank {} has {} cells, but board.size is {}",
                                      wanted - i, row.size(), size));
    }
    const std::size_t unknown = row.find_first_not_of("adkcnx.");
    if (unknown != std::string::npos) {
      throw_contradiction(rule_set, fmt::format("board.layout: {} holds '{}', but must hold one of "
                                                "a, d, k, c, n, x and '.'",
                                                cell_name(unknown, wanted - 1 - i), row[unknown]));
    }
    kings += std::ranges::count(row, 'k');
    attackers += std::ranges::count(row, 'a') + std::ranges::count(row, 'c');
  }
  if (kings != 1) {
    throw_contradiction(rule_set,
                        fmt::format("board.layout has {} kings, but must have one", kings));
  }
  if (attackers == 0) {
    throw_contradiction(rule_set, "board.layout has no attackers, but must have at least one");
  }
}

Texts marked_cells(const Texts& rows) {
  Texts cells;
  for (std::size_t i = rows.size(); i-- > 0;) {
    for (std::size_t column = 0; column < rows[i].size(); ++column) {
      if (rows[i][column] == 'x') cells.push_back(cell_name(column, rows.size() - 1 - i));
    }
  }
  return cells;
}

Texts throne_cells(const RuleSet& rule_set, int size) {
  const ParameterValue& value = rule_set.at("board.throne");
  if (const auto* cells = std::get_if<Texts>(&value)) return *cells;
  if (std::get<std::string>(value) == "none") return {};
  const auto middle = static_cast<std::size_t>(size / 2);
  return {cell_name(middle, middle)};
}

Texts corner_cells(const RuleSet& rule_set, const Texts& rows) {
  const ParameterValue& value = rule_set.at("board.corners");
  if (const auto* cells = std::get_if<Texts>(&value)) return *cells;
  return std::get<std::string>(value) == "none" ? Texts{} : marked_cells(rows);
}

/// Every class's cells must be on the board, and no cell in two classes or twice in one.
void check_cells(const RuleSet& rule_set, const Parameters& parameters) {
  const std::pair<std::string_view, const Texts*> classes[] = {
      {"board.throne", &parameters.throne},
      {"board.corners", &parameters.corners},
      {"board.attacker_camps", &parameters.attacker_camps},
      {"board.defender_camps", &parameters.defender_camps}};
  std::map<std::string_view, std::string_view> key_of;
  for (const auto& [key, cells] : classes) {
    for (const std::string& cell : *cells) {
      if (!is_cell(cell, parameters.size)) {
        const auto last = static_cast<std::size_t>(parameters.size - 1);
        throw_contradiction(rule_set, fmt::format("{}: '{}' is not a cell from a1 to {}", key, cell,
                                                  cell_name(last, last)));
      }
      const auto [other, is_new] = key_of.emplace(cell, key);
      if (!is_new) {
        throw_contradiction(
            rule_set, other->second == key
                          ? fmt::format("{}: {} is listed twice", key, cell)
                          : fmt::format("{} is in both {} and {}, but must be in one class", cell,
                                        other->second, key));
      }
    }
  }
}

void read_board(const RuleSet& rule_set, Parameters& parameters) {
  const int size = number_of(rule_set, "board.size");
  if (size % 2 == 0) {
    throw_contradiction(rule_set, fmt::format("board.size is {}, but must be odd", size));
  }
  parameters.size = size;
  parameters.rows = layout_rows(rule_set, size);
  check_rows(rule_set, parameters.rows, size);
  parameters.throne = throne_cells(rule_set, size);
  parameters.corners = corner_cells(rule_set, parameters.rows);
  parameters.attacker_camps = rule_set.list("board.attacker_camps");
  parameters.defender_camps = rule_set.list("board.defender_camps");
  check_cells(rule_set, parameters);
}

void read_cell_classes(const RuleSet& rule_set, Parameters& parameters) {
  const std::pair<CellClass, std::string> groups[] = {{CellClass::throne, "throne"},
                                                      {CellClass::corner, "corners"},
                                                      {CellClass::attacker_camp, "attacker_camps"},
                                                      {CellClass::defender_camp, "defender_camps"}};
  for (const auto& [cell_class, group] : groups) {
    ClassRules& rules = parameters.cells[static_cast<std::size_t>(cell_class)];
    rules.stop = mask_of(rule_set.list(group + ".stop"), kind_masks());
    rules.pass = mask_of(rule_set.list(group + ".pass"), kind_masks());
    rules.reenter = mask_of(rule_set.list(group + ".reenter"), kind_masks());
    rules.hostile_always = mask_of(rule_set.list(group + ".hostile_always"), victim_masks());
    rules.hostile_when_empty =
        mask_of(rule_set.list(group + ".hostile_when_empty"), victim_masks());
    // Only camps shelter: a king safe on his throne is what `king.on_throne = never` says.
    if (schema().find(group + ".shelter") != nullptr) {
      rules.shelter = mask_of(rule_set.list(group + ".shelter"), victim_masks());
    }
  }
  const std::uint8_t everyone = mask_of({"all"}, kind_masks());
  parameters.cells[static_cast<std::size_t>(CellClass::plain)] = {
      .stop = everyone, .pass = everyone, .reenter = everyone};
}

void read_king(const RuleSet& rule_set, Parameters& parameters) {
  parameters.king_armed = choice_of<KingArms>(rule_set, "king.armed");
  parameters.king_weak = rule_set.flag("king.weak");
  // Four of the five keys do not offer `inherit`, the first enumerator.
  const auto mode = [&](std::string_view key) {
    return choice_of(rule_set, key, KingCapture::surround);
  };
  parameters.king_on_throne = mode("king.on_throne");
  parameters.king_beside_throne = mode("king.beside_throne");
  parameters.king_on_edge = mode("king.on_edge");
  parameters.king_beside_corner = choice_of<KingCapture>(rule_set, "king.beside_corner");
  parameters.king_elsewhere = mode("king.elsewhere");
  parameters.king_capture_delayed = rule_set.text("king.capture_takes_effect") == "after_reply";
}

void read_captures(const RuleSet& rule_set, Parameters& parameters) {
  parameters.capture_optional = rule_set.flag("capture.optional");
  parameters.leaders = choice_of<LeaderCapture>(rule_set, "capture.leaders");
  parameters.linnaean = rule_set.flag("capture.linnaean");
  parameters.shieldwall = choice_of<Shieldwall>(rule_set, "capture.shieldwall");
  parameters.shieldwall_flank_move = rule_set.flag("capture.shieldwall_flank_move");
  parameters.shieldwall_king_immune = rule_set.flag("capture.shieldwall_king_immune");
}

void read_ends(const RuleSet& rule_set, Parameters& parameters) {
  parameters.escape = choice_of<Escape>(rule_set, "escape");
  parameters.exit_fort = rule_set.flag("exit_fort");
  parameters.encirclement = choice_of<Encirclement>(rule_set, "encirclement");
  parameters.no_move_attackers = choice_of<NoMove>(rule_set, "no_move.attackers");
  parameters.no_move_defenders = choice_of<NoMove>(rule_set, "no_move.defenders");
  parameters.king_side_moves = number_of(rule_set, "limits.king_side_moves");
  parameters.quiet_plies = number_of(rule_set, "limits.quiet_plies");
  parameters.total_plies = number_of(rule_set, "limits.total_plies");
  if (parameters.escape == Escape::corners && parameters.corners.empty()) {
    throw_contradiction(rule_set, "escape is corners, but board.corners has no cell");
  }
}

void read_repetition(const RuleSet& rule_set, Parameters& parameters) {
  parameters.repetition.verdict = choice_of<RepetitionRule::Verdict>(rule_set, "repetition.result");
  parameters.repetition.scope = choice_of<RepetitionRule::Scope>(rule_set, "repetition.scope");
  parameters.repetition.count = number_of(rule_set, "repetition.count");
  // A side that passes for want of a move lets the other return by itself.
  const bool passes = rule_set.text("no_move.attackers") == "passes" ||
                      rule_set.text("no_move.defenders") == "passes";
  parameters.repetition.shortest_cycle = passes ? 2 : 4;
}

void read_dice(const RuleSet& rule_set, Parameters& parameters) {
  parameters.dice = choice_of<Dice>(rule_set, "dice.kind");
  parameters.dice_faces = number_of(rule_set, "dice.faces");
  parameters.dice_odd_moves = rule_set.text("dice.parity") == "odd";
  parameters.dice_exact = rule_set.text("dice.distance") == "exact";
  parameters.dice_reroll = rule_set.text("dice.impossible") == "reroll";
}

/// Where repeating is illegal, whether a player has a move depends on the game's history. That goes
/// with losing or drawing for want of one, not with turns that pass by themselves.
void check_forbidden_repetition(const RuleSet& rule_set, const Parameters& parameters) {
  const std::string& result = rule_set.text("repetition.result");
  if (!result.starts_with("forbidden")) return;
  if (parameters.dice != Dice::none) {
    throw_contradiction(rule_set, fmt::format("repetition.result {} does not go with dice.kind {}",
                                              result, rule_set.text("dice.kind")));
  }
  for (const std::string_view key : {"no_move.attackers", "no_move.defenders"}) {
    if (rule_set.text(key) == "passes") {
      throw_contradiction(
          rule_set, fmt::format("repetition.result {} does not go with {} passes", result, key));
    }
  }
}

}  // namespace

Parameters read_parameters(const RuleSet& rule_set) {
  if (rule_set.family != schema().family) {
    throw_contradiction(
        rule_set, fmt::format("family is {}, but must be {}", rule_set.family, schema().family));
  }
  Parameters parameters;
  parameters.content_hash = rule_set.content_hash();
  read_board(rule_set, parameters);
  parameters.attackers_first = rule_set.text("first") == "attackers";
  read_cell_classes(rule_set, parameters);
  const std::string_view ranges[kKinds] = {"range.attacker", "range.defender", "range.king",
                                           "range.commander", "range.knight"};
  for (std::size_t i = 0; i < kKinds; ++i) parameters.range[i] = number_of(rule_set, ranges[i]);
  read_king(rule_set, parameters);
  read_captures(rule_set, parameters);
  read_ends(rule_set, parameters);
  read_repetition(rule_set, parameters);
  read_dice(rule_set, parameters);
  check_forbidden_repetition(rule_set, parameters);
  return parameters;
}

std::string lacking(const RuleSet& rule_set, const ParameterSpec& spec) {
  const std::string& dice = rule_set.text("dice.kind");
  if (spec.key == "dice.parity" && dice != "parity") return "dice.kind = parity";
  if (spec.key == "dice.distance" && dice != "distance") return "dice.kind = distance";
  if ((spec.key == "dice.faces" || spec.key == "dice.impossible") && dice == "none") {
    return "dice.kind = parity or distance";
  }
  if ((spec.key == "capture.leaders" || spec.key == "range.commander") &&
      !start_has(rule_set, 'c')) {
    return "commanders (c) in board.layout";
  }
  if (spec.key == "range.knight" && !start_has(rule_set, 'n')) {
    return "knights (n) in board.layout";
  }
  return {};
}

std::string canonical_text(const RuleSet& rule_set, const ParameterSpec& spec) {
  if (spec.type == ParameterSpec::Type::choice_list) {
    const bool lists_kinds = std::ranges::find(spec.choices, "attacker") != spec.choices.end();
    return fmt::to_string(
        mask_of(rule_set.list(spec.key), lists_kinds ? kind_masks() : victim_masks()));
  }
  Parameters resolved;
  try {
    read_board(rule_set, resolved);
  } catch (const UserError&) {
    return to_text(rule_set.at(spec.key));  // no game can be made of it, so it need not equal one
  }
  const std::map<std::string_view, Texts*> cells = {
      {"board.throne", &resolved.throne},
      {"board.corners", &resolved.corners},
      {"board.attacker_camps", &resolved.attacker_camps},
      {"board.defender_camps", &resolved.defender_camps}};
  if (const auto found = cells.find(spec.key); found != cells.end()) {
    std::ranges::sort(*found->second);
    return fmt::format("{}", fmt::join(*found->second, " "));
  }
  if (spec.key == "board.layout") {
    std::string rows = fmt::format("{}", fmt::join(resolved.rows, "/"));
    std::ranges::replace(rows, 'x', '.');  // board.corners says what became of the marks
    return rows;
  }
  return to_text(rule_set.at(spec.key));
}

}  // namespace tavlab::tafl
