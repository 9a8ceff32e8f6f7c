// Reading a rule set.
#include <variant>

#include "tests/tafl/reference/game.h"
#include "tests/tafl/reference/layouts.h"
#include "tests/tafl/reference/pieces.h"

namespace tavlab::reference {
namespace {

std::string kind_letters(const std::vector<std::string>& names) {
  static const std::map<std::string, std::string> letters = {
      {"attacker", "a"}, {"defender", "d"},   {"king", "k"},       {"commander", "c"},
      {"knight", "n"},   {"attackers", "ac"}, {"defenders", "dn"}, {"all", "adkcn"}};
  std::string result;
  for (const std::string& name : names) result += letters.at(name);
  return result;
}

std::string victim_letters(const std::vector<std::string>& names) {
  static const std::map<std::string, std::string> letters = {
      {"attackers", "A"}, {"defenders", "D"}, {"king", "K"}, {"all", "ADK"}};
  std::string result;
  for (const std::string& name : names) result += letters.at(name);
  return result;
}

/// Sets up the start board and returns the cells that the layout marks.
std::vector<Cell> read_layout(const RuleSet& rule_set, Rules& rules) {
  const int size = rules.size;
  const auto* named = std::get_if<std::string>(&rule_set.at("board.layout"));
  const Rows rows = named ? layout(*named) : rule_set.list("board.layout");
  std::vector<Cell> marked;
  const int cells = size * size;
  rules.start_board.assign(static_cast<std::size_t>(cells), kEmpty);
  for (int rank = 0; rank < size; ++rank) {
    for (int file = 0; file < size; ++file) {
      const char letter = at(rows.at(static_cast<std::size_t>(size - 1 - rank)), file);
      const Cell cell = rank * size + file;
      if (letter == 'x') {
        marked.push_back(cell);
      } else {
        at(rules.start_board, cell) = letter;
      }
    }
  }
  return marked;
}

/// The effects of each class of cells on each kind of piece.
void read_classes(const RuleSet& rule_set, Rules& rules) {
  const std::map<char, std::string> class_names = {
      {'t', "throne"}, {'x', "corners"}, {'A', "attacker_camps"}, {'D', "defender_camps"}};
  rules.classes['.'] = {"adkcn", "adkcn", "adkcn", "", "", ""};
  for (const auto& [letter, prefix] : class_names) {
    rules.classes[letter] = {kind_letters(rule_set.list(prefix + ".stop")),
                             kind_letters(rule_set.list(prefix + ".pass")),
                             kind_letters(rule_set.list(prefix + ".reenter")),
                             victim_letters(rule_set.list(prefix + ".hostile_always")),
                             victim_letters(rule_set.list(prefix + ".hostile_when_empty")),
                             ""};
  }
  rules.classes['A'].shelter = victim_letters(rule_set.list("attacker_camps.shelter"));
  rules.classes['D'].shelter = victim_letters(rule_set.list("defender_camps.shelter"));
}

void read_ranges(const RuleSet& rule_set, Rules& rules) {
  const std::map<char, std::string> kind_names = {
      {'a', "attacker"}, {'d', "defender"}, {'k', "king"}, {'c', "commander"}, {'n', "knight"}};
  for (const auto& [letter, kind] : kind_names) {
    const auto range = static_cast<int>(rule_set.integer("range." + kind));
    rules.range[letter] = range == 0 ? 1000 : range;
  }
}

/// The parameters that can be read independently of others.
void read_choices(const RuleSet& rule_set, Rules& rules) {
  rules.first = rule_set.text("first") == "attackers" ? 'a' : 'd';
  rules.armed = rule_set.text("king.armed");
  rules.weak = rule_set.flag("king.weak");
  rules.on_throne = rule_set.text("king.on_throne");
  rules.beside_throne = rule_set.text("king.beside_throne");
  rules.on_edge = rule_set.text("king.on_edge");
  rules.beside_corner = rule_set.text("king.beside_corner");
  rules.elsewhere = rule_set.text("king.elsewhere");
  rules.delayed = rule_set.text("king.capture_takes_effect") == "after_reply";
  rules.optional = rule_set.flag("capture.optional");
  rules.leaders = rule_set.text("capture.leaders");
  rules.linnaean = rule_set.flag("capture.linnaean");
  rules.shieldwall = rule_set.text("capture.shieldwall");
  rules.flank_move = rule_set.flag("capture.shieldwall_flank_move");
  rules.king_immune = rule_set.flag("capture.shieldwall_king_immune");
  rules.escape = rule_set.text("escape");
  rules.exit_fort = rule_set.flag("exit_fort");
  rules.encirclement = rule_set.text("encirclement");
  rules.no_move_attackers = rule_set.text("no_move.attackers");
  rules.no_move_defenders = rule_set.text("no_move.defenders");
  rules.repetition_result = rule_set.text("repetition.result");
  rules.repetition_scope = rule_set.text("repetition.scope");
  rules.repetition_count = static_cast<int>(rule_set.integer("repetition.count"));
  rules.king_side_moves = static_cast<int>(rule_set.integer("limits.king_side_moves"));
  rules.quiet_plies = static_cast<int>(rule_set.integer("limits.quiet_plies"));
  rules.total_plies = static_cast<int>(rule_set.integer("limits.total_plies"));
  rules.dice = rule_set.text("dice.kind");
  rules.faces = static_cast<int>(rule_set.integer("dice.faces"));
  rules.dice_parity = rule_set.text("dice.parity");
  rules.dice_exact = rule_set.text("dice.distance") == "exact";
  rules.dice_reroll = rule_set.text("dice.impossible") == "reroll";
}

}  // namespace

ReferenceGame::ReferenceGame(const RuleSet& rule_set) {
  auto rules = std::make_shared<Rules>();
  rules_ = rules;  // cells and their neighbours need the size, regions the classes
  rules->size = static_cast<int>(rule_set.integer("board.size"));
  assign_classes(rule_set, read_layout(rule_set, *rules), *rules);
  rules->region = numbered_regions();
  read_classes(rule_set, *rules);
  read_ranges(rule_set, *rules);
  read_choices(rule_set, *rules);
  start();
}

/// Gives every cell its class; `marked` are the cells marked in the layout.
void ReferenceGame::assign_classes(const RuleSet& rule_set, const std::vector<Cell>& marked,
                                   Rules& rules) const {
  rules.cell_class.assign(rules.start_board.size(), '.');
  const auto assign = [&](const std::vector<Cell>& list, char letter) {
    for (const Cell each : list) rules.cell_class[static_cast<std::size_t>(each)] = letter;
  };
  const auto cells_named = [&](const std::vector<std::string>& names) {
    std::vector<Cell> list;
    list.reserve(names.size());
    for (const std::string& each : names) list.push_back(cell(each));
    return list;
  };
  const auto choice_or_cells = [&](std::string_view key, const std::vector<Cell>& chosen) {
    const auto* choice = std::get_if<std::string>(&rule_set.at(key));
    if (choice == nullptr) return cells_named(rule_set.list(key));
    return *choice == "none" ? std::vector<Cell>{} : chosen;
  };
  const Cell center = (rules.size / 2) * rules.size + rules.size / 2;
  assign(cells_named(rule_set.list("board.attacker_camps")), 'A');
  assign(cells_named(rule_set.list("board.defender_camps")), 'D');
  assign(choice_or_cells("board.corners", marked), 'x');
  assign(choice_or_cells("board.throne", {center}), 't');
}

/// Orthogonally connected cells of one class are a region.
std::vector<int> ReferenceGame::numbered_regions() const {
  const int cells = rules_->size * rules_->size;
  std::vector<int> region(static_cast<std::size_t>(cells), -1);
  int regions = 0;
  for (Cell first = 0; first < cells; ++first) {
    if (region[static_cast<std::size_t>(first)] != -1) continue;
    std::vector<Cell> todo = {first};
    region[static_cast<std::size_t>(first)] = regions;
    while (!todo.empty()) {
      const Cell from = todo.back();
      todo.pop_back();
      for (const int direction : kDirections) {
        const Cell next = step(from, direction);
        if (next == kNowhere || class_at(next) != class_at(from)) continue;
        if (region[static_cast<std::size_t>(next)] != -1) continue;
        region[static_cast<std::size_t>(next)] = regions;
        todo.push_back(next);
      }
    }
    ++regions;
  }
  return region;
}

}  // namespace tavlab::reference
