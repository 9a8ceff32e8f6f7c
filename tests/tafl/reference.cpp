#include "tests/tafl/reference.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <stdexcept>
#include <variant>

namespace tavlab::reference {
namespace {

using Rows = std::vector<std::string>;

// ---------------------------------------------------------------------------------------------
// Layouts, top rank first.

const Rows& layout(const std::string& name) {
  // clang-format off
  static const std::map<std::string, Rows> all = {
      {"L1", {"x..aaa..x", "....a....", "....d....", "a...d...a", "aaddkddaa",
              "a...d...a", "....d....", "....a....", "x..aaa..x"}},
      {"L2", {"x..aaaaa..x", ".....a.....", "...........", "a....d....a", "a...ddd...a", "aa.ddkdd.aa",
              "a...ddd...a", "a....d....a", "...........", ".....a.....", "x..aaaaa..x"}},
      {"L3", {"x..aaaaa..x", ".....a.....", ".....d.....", "a....d....a", "a....d....a", "aadddkdddaa",
              "a....d....a", "a....d....a", ".....d.....", ".....a.....", "x..aaaaa..x"}},
      {"L4", {"....aaa....", "....aaa....", ".....d.....", ".....d.....", "aa...d...aa", "aadddkdddaa",
              "aa...d...aa", ".....d.....", ".....d.....", "....aaa....", "....aaa...."}},
      {"L5", {"....aaa....", "....a.a....", ".....a.....", ".....d.....", "aa..ddd..aa", "a.addkdda.a",
              "aa..ddd..aa", ".....d.....", ".....a.....", "....a.a....", "....aaa...."}},
      {"L6", {"x..aaaaa..x", ".....c.....", "...........", "a....d....a", "a...ddd...a", "ac.ddkdd.ca",
              "a...ddd...a", "a....d....a", "...........", ".....c.....", "x..aaaaa..x"}},
      {"L8", {"x..a..x", "...a...", "...d...", "aadkdaa", "...d...", "...a...", "x..a..x"}},
      {"L10", {"..aaa..", "...a...", "a.ddd.a", "aadkdaa", "a.ddd.a", "...a...", "..aaa.."}},
      {"L11", {"xxa..a.......a..axx", "xx...............xx", "a....a.......a....a", ".......a.a.a.......",
               "......a.d.d.a......", "a.a..a.......a..a.a", "....a....d....a....", "...a....d.d....a...",
               "....d..d.d.d..d....", "...a..d.dkd.d..a...", "....d..d.d.d..d....", "...a....d.d....a...",
               "....a....d....a....", "a.a..a.......a..a.a", "......a.d.d.a......", ".......a.a.a.......",
               "a....a.......a....a", "xx...............xx", "xxa..a.......a..axx"}},
      {"L12", {"xxa..a.......a..axx", "xx...............xx", "a....a.......a....a", ".......a.d.a.......",
               "......a.a.a.a......", "a.a..d.......d..a.a", "....a....d....a....", "...a....d.d....a...",
               "....a..d.d.d..a....", "...d..d.dkd.d..d...", "....a..d.d.d..a....", "...a....d.d....a...",
               "....a....d....a....", "a.a..d.......d..a.a", "......a.a.a.a......", ".......a.d.a.......",
               "a....a.......a....a", "xx...............xx", "xxa..a.......a..axx"}},
      {"L13", {"....aaaaa....", ".....a.a.....", "......a......", "......d......", "a...d...d...a",
               "aa...ddd...aa", "a.ad.dkd.da.a", "aa...ddd...aa", "a...d...d...a", "......d......",
               "......a......", ".....a.a.....", "....aaaaa...."}},
  };
  // clang-format on
  return all.at(name);
}

// ---------------------------------------------------------------------------------------------
// Pieces.

constexpr char kEmpty = '.';
constexpr std::array<int, 4> kDirections = {0, 1, 2, 3};  // up, right, down, left

int opposite(int direction) { return (direction + 2) % 4; }

bool contains(const std::string& letters, char letter) {
  return letters.find(letter) != std::string::npos;
}

bool is_attackers(char piece) { return piece == 'a' || piece == 'c'; }
bool is_defenders_soldier(char piece) { return piece == 'd' || piece == 'n'; }
bool is_defenders(char piece) { return is_defenders_soldier(piece) || piece == 'k'; }
char side_of(char piece) { return is_attackers(piece) ? 'a' : is_defenders(piece) ? 'd' : kEmpty; }
char other_side(char side) { return side == 'a' ? 'd' : 'a'; }

/// Victim group of a soldier.
char group_of(char piece) { return is_attackers(piece) ? 'A' : 'D'; }

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

void finish(State& state, const std::string& result, const std::string& reason) {
  state.result = result;
  state.reason = reason;
}

std::string winner(char side) { return side == 'a' ? "attackers" : "defenders"; }

}  // namespace

// ---------------------------------------------------------------------------------------------
// Reading a rule set. RULES.md, "Board, cells, regions".

ReferenceGame::ReferenceGame(const RuleSet& rule_set) {
  auto rules = std::make_shared<Rules>();
  rules_ = rules;  // the helpers below need the size
  rules->size = static_cast<int>(rule_set.integer("board.size"));
  const int size = rules->size;
  const auto cells = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);

  const auto* named = std::get_if<std::string>(&rule_set.at("board.layout"));
  const Rows rows = named ? layout(*named) : rule_set.list("board.layout");
  std::vector<Cell> marked;
  rules->start_board.assign(cells, kEmpty);
  for (int rank = 0; rank < size; ++rank) {
    for (int file = 0; file < size; ++file) {
      const char letter =
          rows.at(static_cast<std::size_t>(size - 1 - rank)).at(static_cast<std::size_t>(file));
      const Cell at = rank * size + file;
      if (letter == 'x') {
        marked.push_back(at);
      } else {
        rules->start_board[static_cast<std::size_t>(at)] = letter;
      }
    }
  }

  rules->cell_class.assign(cells, '.');
  const auto assign_class = [&](const std::vector<Cell>& list, char letter) {
    for (const Cell at : list) rules->cell_class[static_cast<std::size_t>(at)] = letter;
  };
  const auto cells_named = [&](const std::vector<std::string>& names) {
    std::vector<Cell> list;
    for (const std::string& each : names) list.push_back(cell(each));
    return list;
  };
  const auto choice_or_cells = [&](std::string_view key, const std::vector<Cell>& chosen) {
    const auto* choice = std::get_if<std::string>(&rule_set.at(key));
    if (choice == nullptr) return cells_named(rule_set.list(key));
    return *choice == "none" ? std::vector<Cell>{} : chosen;
  };
  assign_class(cells_named(rule_set.list("board.attacker_camps")), 'A');
  assign_class(cells_named(rule_set.list("board.defender_camps")), 'D');
  assign_class(choice_or_cells("board.corners", marked), 'x');
  assign_class(choice_or_cells("board.throne", {(size / 2) * size + size / 2}), 't');

  // Orthogonally connected cells of one class are a region.
  rules->region.assign(cells, -1);
  int regions = 0;
  for (Cell first = 0; first < size * size; ++first) {
    if (rules->region[static_cast<std::size_t>(first)] != -1) continue;
    std::vector<Cell> todo = {first};
    rules->region[static_cast<std::size_t>(first)] = regions;
    while (!todo.empty()) {
      const Cell at = todo.back();
      todo.pop_back();
      for (const int direction : kDirections) {
        const Cell next = step(at, direction);
        if (next == kNowhere || class_of(name(next)) != class_of(name(at))) continue;
        if (rules->region[static_cast<std::size_t>(next)] != -1) continue;
        rules->region[static_cast<std::size_t>(next)] = regions;
        todo.push_back(next);
      }
    }
    ++regions;
  }

  const std::map<char, std::string> class_names = {
      {'t', "throne"}, {'x', "corners"}, {'A', "attacker_camps"}, {'D', "defender_camps"}};
  rules->classes['.'] = {"adkcn", "adkcn", "adkcn", "", "", ""};
  for (const auto& [letter, prefix] : class_names) {
    rules->classes[letter] = {kind_letters(rule_set.list(prefix + ".stop")),
                              kind_letters(rule_set.list(prefix + ".pass")),
                              kind_letters(rule_set.list(prefix + ".reenter")),
                              victim_letters(rule_set.list(prefix + ".hostile_always")),
                              victim_letters(rule_set.list(prefix + ".hostile_when_empty")),
                              ""};
  }
  rules->classes['A'].shelter = victim_letters(rule_set.list("attacker_camps.shelter"));
  rules->classes['D'].shelter = victim_letters(rule_set.list("defender_camps.shelter"));
  const std::map<char, std::string> kind_names = {
      {'a', "attacker"}, {'d', "defender"}, {'k', "king"}, {'c', "commander"}, {'n', "knight"}};
  for (const auto& [letter, kind] : kind_names) {
    const auto range = static_cast<int>(rule_set.integer("range." + kind));
    rules->range[letter] = range == 0 ? 1000 : range;
  }

  rules->first = rule_set.text("first") == "attackers" ? 'a' : 'd';
  rules->armed = rule_set.text("king.armed");
  rules->weak = rule_set.flag("king.weak");
  rules->on_throne = rule_set.text("king.on_throne");
  rules->beside_throne = rule_set.text("king.beside_throne");
  rules->on_edge = rule_set.text("king.on_edge");
  rules->beside_corner = rule_set.text("king.beside_corner");
  rules->elsewhere = rule_set.text("king.elsewhere");
  rules->delayed = rule_set.text("king.capture_takes_effect") == "after_reply";
  rules->optional = rule_set.flag("capture.optional");
  rules->leaders = rule_set.text("capture.leaders");
  rules->linnaean = rule_set.flag("capture.linnaean");
  rules->shieldwall = rule_set.text("capture.shieldwall");
  rules->flank_move = rule_set.flag("capture.shieldwall_flank_move");
  rules->king_immune = rule_set.flag("capture.shieldwall_king_immune");
  rules->escape = rule_set.text("escape");
  rules->exit_fort = rule_set.flag("exit_fort");
  rules->encirclement = rule_set.text("encirclement");
  rules->no_move_attackers = rule_set.text("no_move.attackers");
  rules->no_move_defenders = rule_set.text("no_move.defenders");
  rules->repetition_result = rule_set.text("repetition.result");
  rules->repetition_scope = rule_set.text("repetition.scope");
  rules->repetition_count = static_cast<int>(rule_set.integer("repetition.count"));
  rules->king_side_moves = static_cast<int>(rule_set.integer("limits.king_side_moves"));
  rules->quiet_plies = static_cast<int>(rule_set.integer("limits.quiet_plies"));
  rules->total_plies = static_cast<int>(rule_set.integer("limits.total_plies"));
  rules->dice = rule_set.text("dice.kind");
  rules->faces = static_cast<int>(rule_set.integer("dice.faces"));
  rules->dice_parity = rule_set.text("dice.parity");
  rules->dice_exact = rule_set.text("dice.distance") == "exact";
  rules->dice_reroll = rule_set.text("dice.impossible") == "reroll";
  start();
}

// ---------------------------------------------------------------------------------------------
// The board.

Cell ReferenceGame::step(Cell from, int direction) const {
  const int files[] = {0, 1, 0, -1};
  const int ranks[] = {1, 0, -1, 0};
  const int to_file = file(from) + files[direction];
  const int to_rank = rank(from) + ranks[direction];
  const int size = rules_->size;
  if (to_file < 0 || to_file >= size || to_rank < 0 || to_rank >= size) return kNowhere;
  return to_rank * size + to_file;
}

std::string ReferenceGame::name(Cell at) const {
  return std::string(1, static_cast<char>('a' + file(at))) + std::to_string(rank(at) + 1);
}

Cell ReferenceGame::cell(std::string_view name) const {
  const int to_file = name.at(0) - 'a';
  const int to_rank = std::stoi(std::string(name.substr(1))) - 1;
  const int size = rules_->size;
  if (to_file < 0 || to_file >= size || to_rank < 0 || to_rank >= size) {
    throw std::invalid_argument("no such cell: " + std::string(name));
  }
  return to_rank * size + to_file;
}

bool ReferenceGame::on_edge(Cell at) const {
  const int last = rules_->size - 1;
  return file(at) == 0 || rank(at) == 0 || file(at) == last || rank(at) == last;
}

bool ReferenceGame::beside(Cell at, char cell_class) const {
  return std::any_of(kDirections.begin(), kDirections.end(), [&](int direction) {
    const Cell next = step(at, direction);
    return next != kNowhere && rules_->cell_class[static_cast<std::size_t>(next)] == cell_class;
  });
}

bool ReferenceGame::same_region(Cell a, Cell b) const {
  return rules_->region[static_cast<std::size_t>(a)] == rules_->region[static_cast<std::size_t>(b)];
}

const ClassRules& ReferenceGame::class_rules(Cell at) const {
  return rules_->classes.at(rules_->cell_class[static_cast<std::size_t>(at)]);
}

char ReferenceGame::class_of(const std::string& cell_name) const {
  return rules_->cell_class[static_cast<std::size_t>(cell(cell_name))];
}

bool ReferenceGame::is_escape(const std::string& cell_name) const {
  return escape_cell(cell(cell_name));
}

/// "A parsed position may not hold a piece on a cell where its kind may neither stop nor start."
bool ReferenceGame::may_hold(char kind, const std::string& cell_name) const {
  const Cell at = cell(cell_name);
  if (contains(class_rules(at).stop, kind)) return true;
  for (Cell start = 0; start < rules_->size * rules_->size; ++start) {
    if (same_region(start, at) && rules_->start_board[static_cast<std::size_t>(start)] == kind) {
      return true;
    }
  }
  return false;
}

// ---------------------------------------------------------------------------------------------
// Positions as text.

namespace {
char at(const std::string& board, Cell cell) { return board[static_cast<std::size_t>(cell)]; }
char& at(std::string& board, Cell cell) { return board[static_cast<std::size_t>(cell)]; }
}  // namespace

std::string ReferenceGame::position_text() const {
  const int size = rules_->size;
  std::string rows;
  for (int rank = size - 1; rank >= 0; --rank) {
    int empty = 0;
    const auto flush = [&] {
      if (empty > 0) rows += std::to_string(empty);
      empty = 0;
    };
    for (int file = 0; file < size; ++file) {
      const char piece = at(state_.board, rank * size + file);
      if (piece == kEmpty) {
        ++empty;
      } else {
        flush();
        rows += piece;
      }
    }
    flush();
    if (rank > 0) rows += '/';
  }
  std::string text = rows + ' ' + state_.side;
  if (!state_.thrown.empty()) text += " throw=" + state_.thrown;
  if (state_.pending) text += " pending";
  const auto counter = [&](const char* key, int limit, int count) {
    if (limit > 0 && count > 0) text += ' ' + std::string(key) + '=' + std::to_string(count);
  };
  counter("king_moves", rules_->king_side_moves, state_.king_moves);
  counter("quiet", rules_->quiet_plies, state_.quiet);
  counter("plies", rules_->total_plies, state_.plies);
  return text;
}

void ReferenceGame::set_position(const std::string& text) {
  std::istringstream words(text);
  std::string rows;
  std::string side;
  words >> rows >> side;
  State state;
  state.side = side.at(0);
  const int size = rules_->size;
  state.board.assign(rules_->start_board.size(), kEmpty);
  int rank = size - 1;
  int file = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == '/') {
      --rank;
      file = 0;
    } else if (std::isdigit(static_cast<unsigned char>(rows[i])) != 0) {
      int run = rows[i] - '0';
      while (i + 1 < rows.size() && std::isdigit(static_cast<unsigned char>(rows[i + 1])) != 0) {
        run = run * 10 + (rows[++i] - '0');
      }
      file += run;
    } else {
      state.board.at(static_cast<std::size_t>(rank * size + file)) = rows[i];
      ++file;
    }
  }
  std::string word;
  while (words >> word) {
    const std::string key = word.substr(0, word.find('='));
    const std::string value = key == word ? "" : word.substr(key.size() + 1);
    if (key == "throw") {
      state.thrown = value;
    } else if (key == "pending") {
      state.pending = true;
    } else if (key == "king_moves") {
      state.king_moves = std::stoi(value);
    } else if (key == "quiet") {
      state.quiet = std::stoi(value);
    } else if (key == "plies") {
      state.plies = std::stoi(value);
    } else {
      throw std::invalid_argument("unknown word in position: " + word);
    }
  }
  begin(state);
}

void ReferenceGame::start() {
  State state;
  state.board = rules_->start_board;
  state.side = rules_->first;
  begin(state);
}

/// "The start position and a position given as text are judged for 7 too"; "The start position is
/// the first occurrence."
void ReferenceGame::begin(const State& state) {
  state_ = state;
  past_.clear();
  occurrences_.clear();
  judge_no_legal_move(state_);
  remember(state_);
}

std::string ReferenceGame::to_move() const { return winner(state_.side); }

// ---------------------------------------------------------------------------------------------
// RULES.md, "Moves".

bool ReferenceGame::may_stop(char kind, Cell from, Cell to) const {
  const ClassRules& region = class_rules(to);
  if (rules_->cell_class[static_cast<std::size_t>(to)] == '.') return true;
  return contains(region.stop, kind) && (same_region(from, to) || contains(region.reenter, kind));
}

bool ReferenceGame::may_pass(char kind, Cell from, Cell over) const {
  if (rules_->cell_class[static_cast<std::size_t>(over)] == '.') return true;
  const ClassRules& region = class_rules(over);
  return contains(region.pass, kind) || (same_region(from, over) && contains(region.stop, kind));
}

/// "With dice.kind = distance, the distance of the move must be at most, or exactly, the throw."
bool ReferenceGame::distance_fits(int distance, const std::string& thrown) const {
  if (rules_->dice != "distance") return true;
  const int throw_value = std::stoi(thrown);
  return rules_->dice_exact ? distance == throw_value : distance <= throw_value;
}

std::vector<Cell> ReferenceGame::destinations(const State& state, Cell from,
                                              const std::string& thrown) const {
  const char kind = at(state.board, from);
  std::vector<Cell> result;
  for (const int direction : kDirections) {
    Cell to = from;
    for (int distance = 1; distance <= rules_->range.at(kind); ++distance) {
      to = step(to, direction);
      if (to == kNowhere || at(state.board, to) != kEmpty) break;
      if (may_stop(kind, from, to) && distance_fits(distance, thrown)) result.push_back(to);
      if (!may_pass(kind, from, to)) break;
    }
  }
  return result;
}

/// All moves that the pieces can make, repetition aside; with `capture.optional` one for every
/// subset of the directions in which a move captures.
std::vector<Move> ReferenceGame::moves(const State& state) const {
  std::vector<Move> result;
  for (Cell from = 0; from < rules_->size * rules_->size; ++from) {
    if (side_of(at(state.board, from)) != state.side) continue;
    for (const Cell to : destinations(state, from, state.thrown)) {
      if (!rules_->optional) {
        result.push_back({from, to, {}});
        continue;
      }
      std::string board = state.board;
      std::swap(at(board, from), at(board, to));
      std::vector<std::set<Cell>> subsets = {{}};
      for (const int direction : kDirections) {
        if (captured_in(board, to, direction).men.empty()) continue;
        const std::size_t without = subsets.size();
        for (std::size_t i = 0; i < without; ++i) {
          subsets.push_back(subsets[i]);
          subsets.back().insert(step(to, direction));
        }
      }
      for (const std::set<Cell>& declined : subsets) result.push_back({from, to, declined});
    }
  }
  return result;
}

/// The same, less the moves that a repetition rule forbids.
std::vector<Move> ReferenceGame::allowed_moves(const State& state) const {
  std::vector<Move> result = moves(state);
  if (forbids_repetition(state.side)) {
    std::erase_if(result, [&](const Move& move) { return forbidden(state, move); });
  }
  return result;
}

/// Whether the side to move has a move, repetition aside, were `thrown` to be thrown.
bool ReferenceGame::can_move(const State& state, const std::string& thrown) const {
  if (rules_->dice == "parity" && thrown != rules_->dice_parity) return false;
  for (Cell from = 0; from < rules_->size * rules_->size; ++from) {
    if (side_of(at(state.board, from)) != state.side) continue;
    if (!destinations(state, from, thrown).empty()) return true;
  }
  return false;
}

/// The same with the throw that was thrown or, if none was, with any.
bool ReferenceGame::can_move_with_some_throw(const State& state) const {
  if (rules_->dice == "none") return can_move(state, "");
  if (!state.thrown.empty()) return can_move(state, state.thrown);
  if (rules_->dice == "parity") return can_move(state, rules_->dice_parity);
  for (int thrown = 1; thrown <= rules_->faces; ++thrown) {
    if (can_move(state, std::to_string(thrown))) return true;
  }
  return false;
}

std::string ReferenceGame::text(const Move& move) const {
  std::set<std::string> declined;
  for (const Cell neighbour : move.declined) declined.insert(name(neighbour));
  std::string result = name(move.from) + '-' + name(move.to);
  for (const std::string& each : declined) result += '~' + each;
  return result;
}

Move ReferenceGame::parse(const std::string& text) const {
  const std::size_t dash = text.find('-');
  const std::string path = text.substr(0, text.find('~'));
  Move move{cell(path.substr(0, dash)), cell(path.substr(dash + 1)), {}};
  std::istringstream rest(text.substr(path.size()));
  std::string declined;
  while (std::getline(rest, declined, '~')) {
    if (!declined.empty()) move.declined.insert(cell(declined));
  }
  return move;
}

std::vector<std::string> ReferenceGame::legal_moves() const {
  std::vector<std::string> result;
  if (over() || is_chance()) return result;
  for (const Move& move : allowed_moves(state_)) result.push_back(text(move));
  std::sort(result.begin(), result.end());
  return result;
}

// ---------------------------------------------------------------------------------------------
// RULES.md, "Captures by custody".

bool ReferenceGame::may_be_hammer(char kind) const {
  return kind != 'k' || rules_->armed == "full" || rules_->armed == "hammer";
}

bool ReferenceGame::may_be_anvil(char kind) const {
  return kind != 'k' || rules_->armed == "full" || rules_->armed == "anvil";
}

/// Whether cell w is by its class hostile to a piece of this group on cell v.
bool ReferenceGame::class_is_hostile(const std::string& board, Cell w, char group, Cell v) const {
  const ClassRules& rules = class_rules(w);
  const bool hostile = contains(rules.hostile_always, group) ||
                       (contains(rules.hostile_when_empty, group) && at(board, w) == kEmpty);
  return hostile && !same_region(v, w);
}

/// "A piece on a camp cell whose class lists its group under `shelter` is not captured there."
bool ReferenceGame::sheltered(const std::string& board, Cell v) const {
  const char piece = at(board, v);
  return contains(class_rules(v).shelter, piece == 'k' ? 'K' : group_of(piece));
}

bool ReferenceGame::linnaean_capture(const std::string& board, char mover, Cell v, Cell w) const {
  if (!rules_->linnaean || !is_attackers(mover) || !is_defenders_soldier(at(board, v)))
    return false;
  if (rules_->cell_class[static_cast<std::size_t>(w)] != 't' || at(board, w) != 'k') return false;
  for (const int direction : kDirections) {
    const Cell neighbour = step(w, direction);
    if (neighbour == v) continue;
    if (neighbour == kNowhere || !is_attackers(at(board, neighbour))) return false;
  }
  return true;
}

/// Whether the piece that moved to t captures its neighbour in this direction.
bool ReferenceGame::custody_captures(const std::string& board, Cell t, int direction) const {
  const char mover = at(board, t);
  const Cell v = step(t, direction);
  if (v == kNowhere || side_of(at(board, v)) != other_side(side_of(mover))) return false;
  if (at(board, v) == 'k' || sheltered(board, v) || !may_be_hammer(mover)) return false;
  const Cell w = step(v, direction);
  if (w == kNowhere) return false;
  if (side_of(at(board, w)) == side_of(mover) && may_be_anvil(at(board, w))) return true;
  return class_is_hostile(board, w, group_of(at(board, v)), v) ||
         linnaean_capture(board, mover, v, w);
}

// ---------------------------------------------------------------------------------------------
// RULES.md, "Shieldwall".

/// The row captured by the piece that moved to t, if its neighbour in this direction is in one.
ReferenceGame::Captured ReferenceGame::shieldwall(const std::string& board, Cell t,
                                                  int direction) const {
  const char mover = at(board, t);
  const char victims = other_side(side_of(mover));
  const Cell nearest = step(t, direction);
  if (rules_->shieldwall == "none" || !may_be_hammer(mover)) return {};
  if (nearest == kNowhere || side_of(at(board, nearest)) != victims || !on_edge(nearest)) return {};

  const auto is_anvil = [&](Cell cell) {
    return cell != kNowhere && (cell == t || (side_of(at(board, cell)) == side_of(mover) &&
                                              may_be_anvil(at(board, cell))));
  };
  const auto closes = [&](Cell end, Cell last) {
    if (end == kNowhere) return false;
    if (is_anvil(end)) return true;
    return rules_->shieldwall == "corner_closes" &&
           rules_->cell_class[static_cast<std::size_t>(end)] == 'x' &&
           class_is_hostile(board, end, victims == 'a' ? 'A' : 'D', last);
  };

  for (const int inwards : kDirections) {
    // The edge whose inside lies in direction `inwards`; it must be nearest's.
    if (step(nearest, opposite(inwards)) != kNowhere) continue;
    const bool front_move = direction == opposite(inwards);
    const bool flank_move =
        direction != inwards && !front_move && step(t, opposite(inwards)) == kNowhere;
    if (!flank_move && (!front_move || rules_->flank_move)) continue;

    // The maximal run of the victims along the edge.
    const int along = (inwards + 1) % 4;
    Cell first = nearest;
    Cell before = step(first, opposite(along));
    while (before != kNowhere && side_of(at(board, before)) == victims) {
      first = before;
      before = step(first, opposite(along));
    }
    std::vector<Cell> row;
    Cell after = first;
    while (after != kNowhere && side_of(at(board, after)) == victims) {
      row.push_back(after);
      after = step(after, along);
    }
    const bool fronted = std::all_of(row.begin(), row.end(),
                                     [&](Cell cell) { return is_anvil(step(cell, inwards)); });
    if (row.size() < 2 || !fronted) continue;
    if (!closes(before, row.front()) || !closes(after, row.back())) continue;

    Captured captured;
    for (const Cell cell : row) {
      if (sheltered(board, cell)) continue;
      if (at(board, cell) != 'k') {
        captured.men.insert(cell);
      } else if (!rules_->king_immune) {
        captured.king_in_row = true;
      }
    }
    return captured;  // a row at a corner cell of the board is never closed, so there is no second
  }
  return {};
}

// ---------------------------------------------------------------------------------------------
// All captures of a move.

ReferenceGame::Captured ReferenceGame::captured_in(const std::string& board, Cell t,
                                                   int direction) const {
  Captured captured = shieldwall(board, t, direction);
  if (custody_captures(board, t, direction)) captured.men.insert(step(t, direction));
  return captured;
}

/// RULES.md, "Declining": of a declined direction only the capture of the king stays.
ReferenceGame::Captured ReferenceGame::captures(const State& before, const Move& move) const {
  std::string board = before.board;
  std::swap(at(board, move.from), at(board, move.to));
  Captured all;
  for (const int direction : kDirections) {
    const Captured here = captured_in(board, move.to, direction);
    all.king_in_row |= here.king_in_row;
    if (!move.declined.contains(step(move.to, direction))) {
      all.men.insert(here.men.begin(), here.men.end());
    }
  }
  return all;
}

std::vector<std::string> ReferenceGame::captured_by(const std::string& text) const {
  const Move move = parse(text);
  std::string board = state_.board;
  std::swap(at(board, move.from), at(board, move.to));
  const Captured captured = captures(state_, move);
  std::vector<std::string> names;
  for (const Cell cell : captured.men) names.push_back(name(cell));
  if ((captured.king_in_row || king_captured_by(board, move.to)) && !rules_->delayed) {
    names.push_back(name(static_cast<Cell>(board.find('k'))));
  }
  std::sort(names.begin(), names.end());
  return names;
}

// ---------------------------------------------------------------------------------------------
// RULES.md, "Capture of the king".

bool ReferenceGame::hostile_to_king(const std::string& board, Cell n, Cell king) const {
  return is_attackers(at(board, n)) || class_is_hostile(board, n, 'K', king);
}

std::string ReferenceGame::king_mode(Cell king) const {
  if (rules_->weak) return "custodial";
  if (rules_->cell_class[static_cast<std::size_t>(king)] == 't') return rules_->on_throne;
  if (beside(king, 'x') && rules_->beside_corner != "inherit") return rules_->beside_corner;
  if (beside(king, 't')) return rules_->beside_throne;
  if (on_edge(king)) return rules_->on_edge;
  return rules_->elsewhere;
}

bool ReferenceGame::surrounded(const std::string& board, Cell king) const {
  return std::all_of(kDirections.begin(), kDirections.end(), [&](int direction) {
    const Cell n = step(king, direction);
    return n == kNowhere || hostile_to_king(board, n, king);
  });
}

/// Whether m and o, on opposite sides of the king, capture him by `capture.leaders`, m as the
/// mover's cell.
bool ReferenceGame::leaders_hold(const std::string& board, Cell king, Cell m, Cell o) const {
  const bool m_leads = at(board, m) == 'c';
  const bool o_leads = at(board, o) == 'c';
  if (rules_->leaders == "two_leaders") return m_leads && o_leads;
  if (rules_->leaders == "leader_and_corner") {
    return (m_leads && o_leads) ||
           (m_leads && rules_->cell_class[static_cast<std::size_t>(o)] == 'x' &&
            hostile_to_king(board, o, king));
  }
  if (rules_->leaders == "leader_and_any") {
    return (m_leads || o_leads) && hostile_to_king(board, m, king) &&
           hostile_to_king(board, o, king);
  }
  return false;
}

/// Whether a move of the attackers to this cell captures the king by custody, surrounding or
/// leaders.
bool ReferenceGame::king_captured_by(const std::string& board, Cell mover) const {
  if (!is_attackers(at(board, mover))) return false;
  for (const int direction : kDirections) {
    const Cell king = step(mover, direction);
    if (king == kNowhere || at(board, king) != 'k' || sheltered(board, king)) continue;
    const Cell o = step(king, direction);
    const std::string mode = king_mode(king);
    if (mode == "surround" && surrounded(board, king)) return true;
    if (o == kNowhere) continue;
    if (mode == "custodial" && hostile_to_king(board, o, king)) return true;
    if (leaders_hold(board, king, mover, o)) return true;
  }
  return false;
}

/// "Held": the static rule for a king whose capture waits for the reply.
bool ReferenceGame::king_is_held(const std::string& board) const {
  const auto king = static_cast<Cell>(board.find('k'));
  const std::string mode = king_mode(king);
  if (sheltered(board, king)) return false;
  if (mode == "surround" && surrounded(board, king)) return true;
  for (const int direction : kDirections) {
    const Cell m = step(king, direction);
    const Cell o = step(king, opposite(direction));
    if (m == kNowhere || o == kNowhere) continue;
    if (mode == "custodial" && hostile_to_king(board, m, king) && hostile_to_king(board, o, king)) {
      return true;
    }
    if (leaders_hold(board, king, m, o)) return true;
  }
  return false;
}

// ---------------------------------------------------------------------------------------------
// RULES.md, "Ends of the game".

bool ReferenceGame::escape_cell(Cell at) const {
  const char letter = rules_->cell_class[static_cast<std::size_t>(at)];
  if (rules_->escape == "corners") return letter == 'x';
  if (rules_->escape == "edge") return on_edge(at);
  return on_edge(at) && letter != 'A' && letter != 'D';
}

/// RULES.md, "Exit fort".
bool ReferenceGame::exit_fort_stands(const std::string& board) const {
  const auto king = static_cast<Cell>(board.find('k'));
  if (!on_edge(king)) return false;

  std::set<Cell> inside = {king};
  std::vector<Cell> todo = {king};
  while (!todo.empty()) {
    const Cell cell = todo.back();
    todo.pop_back();
    for (const int direction : kDirections) {
      const Cell next = step(cell, direction);
      if (next == kNowhere || is_defenders_soldier(at(board, next))) continue;
      if (inside.insert(next).second) todo.push_back(next);
    }
  }

  bool king_can_move = false;
  for (const Cell cell : inside) {
    if (is_attackers(at(board, cell))) return false;
  }
  for (const int direction : kDirections) {
    const Cell next = step(king, direction);
    if (next != kNowhere && at(board, next) == kEmpty && may_stop('k', king, next)) {
      king_can_move = true;
    }
  }
  if (!king_can_move) return false;

  std::set<Cell> wall;
  std::set<Cell> safe;
  for (Cell cell = 0; cell < rules_->size * rules_->size; ++cell) {
    if (!is_defenders_soldier(at(board, cell))) continue;
    for (const int direction : kDirections) {
      if (inside.contains(step(cell, direction))) wall.insert(cell);
    }
    if (rules_->shieldwall == "none" || !on_edge(cell) || wall.contains(cell)) safe.insert(cell);
  }

  const auto open = [&](Cell cell) {
    if (cell == kNowhere || inside.contains(cell)) return false;
    const ClassRules& rules = class_rules(cell);
    return !safe.contains(cell) || contains(rules.hostile_always, 'D') ||
           contains(rules.hostile_when_empty, 'D');
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Cell cell : std::set<Cell>(safe)) {
      if ((open(step(cell, 0)) && open(step(cell, 2))) ||
          (open(step(cell, 1)) && open(step(cell, 3)))) {
        safe.erase(cell);
        changed = true;
      }
    }
  }
  return std::includes(safe.begin(), safe.end(), wall.begin(), wall.end());
}

/// Whether a flood from the edge (or from the escape cells) through cells without attackers' pieces
/// reaches none of the defenders.
bool ReferenceGame::cut_off(const std::string& board, bool from_escape_cells) const {
  std::vector<bool> reached(board.size());
  std::vector<Cell> todo;
  const auto reach = [&](Cell cell) {
    if (is_attackers(at(board, cell)) || reached[static_cast<std::size_t>(cell)]) return;
    reached[static_cast<std::size_t>(cell)] = true;
    todo.push_back(cell);
  };
  for (Cell cell = 0; cell < rules_->size * rules_->size; ++cell) {
    if (from_escape_cells ? escape_cell(cell) : on_edge(cell)) reach(cell);
  }
  while (!todo.empty()) {
    const Cell cell = todo.back();
    todo.pop_back();
    if (is_defenders(at(board, cell))) return false;
    for (const int direction : kDirections) {
      if (step(cell, direction) != kNowhere) reach(step(cell, direction));
    }
  }
  return true;
}

/// Makes of `state`, a copy of `before`, the state after the move: RULES.md, "Ends of the game", 1
/// to
/// 7. Repetition is the caller's.
void ReferenceGame::after_move(State& state, const State& before, const Move& move) const {
  const bool attackers_moved = before.side == 'a';
  std::swap(at(state.board, move.from), at(state.board, move.to));
  const char kind = at(state.board, move.to);

  const Captured captured = captures(before, move);
  const bool king_taken = captured.king_in_row || king_captured_by(state.board, move.to);
  const auto king = static_cast<Cell>(state.board.find('k'));
  for (const Cell cell : captured.men) at(state.board, cell) = kEmpty;
  const bool quiet = captured.men.empty() && (!king_taken || rules_->delayed);

  state.side = other_side(before.side);
  state.thrown.clear();
  state.pending = king_taken && rules_->delayed;
  state.king_moves += attackers_moved ? 0 : 1;
  state.quiet = quiet ? state.quiet + 1 : 0;
  state.plies += 1;

  // 1
  if (king_taken && !rules_->delayed) {
    at(state.board, king) = kEmpty;
    return finish(state, "attackers", "king captured");
  }
  if (before.pending && kind != 'k' && king_is_held(state.board)) {
    return finish(state, "attackers", "king captured");
  }
  // 2
  if (kind == 'k' && escape_cell(move.to)) return finish(state, "defenders", "king escaped");
  // 3
  if (rules_->exit_fort && !attackers_moved && exit_fort_stands(state.board)) {
    return finish(state, "defenders", "exit fort");
  }
  // 4
  const bool from_edge = rules_->encirclement == "cut_off_from_edge";
  const bool from_escape = rules_->encirclement == "cut_off_from_escape";
  if (attackers_moved && (from_edge || from_escape) && cut_off(state.board, from_escape)) {
    return finish(state, "attackers", "encirclement");
  }
  // 5
  if (!attackers_moved && rules_->king_side_moves > 0 &&
      state.king_moves >= rules_->king_side_moves) {
    return finish(state, "attackers", "move limit");
  }
  // 6
  if (rules_->quiet_plies > 0 && state.quiet >= rules_->quiet_plies) {
    return finish(state, "draw", "quiet plies");
  }
  if (rules_->total_plies > 0 && state.plies >= rules_->total_plies) {
    return finish(state, "draw", "total plies");
  }
  // 7
  judge_no_legal_move(state);
}

/// 7, repetition aside.
void ReferenceGame::judge_no_legal_move(State& state) const {
  if (!can_move_with_some_throw(state)) judge_stuck(state);
}

/// 7, for a side to move that has no legal move.
void ReferenceGame::judge_stuck(State& state) const {
  if (state.pending) return finish(state, "attackers", "king captured");
  if (rules_->encirclement == "immobile" && state.side == 'd' && cut_off(state.board, false)) {
    return finish(state, "attackers", "encirclement");
  }
  const std::string& verdict =
      state.side == 'a' ? rules_->no_move_attackers : rules_->no_move_defenders;
  if (verdict == "loses") return finish(state, winner(other_side(state.side)), "no legal move");
  if (verdict == "draws") return finish(state, "draw", "no legal move");
  state.side = other_side(state.side);
  if (!can_move_with_some_throw(state)) finish(state, "draw", "no legal move");
}

// ---------------------------------------------------------------------------------------------
// RULES.md, "Repetition".

std::string ReferenceGame::repetition_key(const State& state) {
  return state.board + state.side + (state.pending ? '!' : ' ') +
         (state.thrown.empty() ? ' ' : '*');
}

void ReferenceGame::remember(const State& state) {
  past_.push_back(repetition_key(state));
  ++occurrences_[past_.back()];
}

/// Whether a move that leads to a position with this key would trigger the rule.
bool ReferenceGame::triggers(const std::string& next) const {
  const int n = rules_->repetition_count;
  if (rules_->repetition_scope == "position") {
    const auto found = occurrences_.find(next);
    return (found == occurrences_.end() ? 0 : found->second) + 1 >= n;
  }
  // The last 4n plies lead through 4n + 1 positions, each the same as the one four plies earlier.
  const auto plies = static_cast<std::size_t>(4 * n);
  if (past_.size() < plies) return false;
  const auto position = [&](std::size_t back) -> const std::string& {
    return back == 0 ? next : past_[past_.size() - back];
  };
  for (std::size_t back = 0; back + 4 <= plies; ++back) {
    if (position(back) != position(back + 4)) return false;
  }
  return true;
}

bool ReferenceGame::forbids_repetition(char side) const {
  return rules_->repetition_result == "forbidden" ||
         (rules_->repetition_result == "forbidden_to_defenders" && side == 'd');
}

/// Whether a repetition rule makes this move of the current position illegal.
bool ReferenceGame::forbidden(const State& state, const Move& move) const {
  State next = state;
  after_move(next, state, move);
  return next.result == "unfinished" && triggers(repetition_key(next));
}

void ReferenceGame::play(const std::string& text) {
  const State before = state_;
  after_move(state_, before, parse(text));
  if (over()) return;
  const bool repeated = triggers(repetition_key(state_));
  remember(state_);
  // 8
  const std::string& verdict = rules_->repetition_result;
  if (repeated && verdict == "draw") finish(state_, "draw", "repetition");
  if (repeated && verdict == "attackers_win") finish(state_, "attackers", "repetition");
  if (repeated && verdict == "mover_loses") {
    finish(state_, winner(other_side(before.side)), "repetition");
  }
  // 7, for a side whose every move would be a forbidden repetition
  if (forbids_repetition(state_.side) && !is_chance() && allowed_moves(state_).empty()) {
    judge_stuck(state_);
    state_.reason = "no legal move";
  }
}

// ---------------------------------------------------------------------------------------------
// RULES.md, "Dice".

bool ReferenceGame::is_chance() const {
  return !over() && rules_->dice != "none" && state_.thrown.empty();
}

std::vector<std::pair<std::string, double>> ReferenceGame::chance_outcomes() const {
  std::vector<std::pair<std::string, double>> result;
  if (!is_chance()) return result;
  const int faces = rules_->faces;
  if (rules_->dice == "parity") {
    const int even = faces / 2;
    result = {{"even", even}, {"odd", faces - even}};
  } else {
    for (int thrown = 1; thrown <= faces; ++thrown) result.emplace_back(std::to_string(thrown), 1);
  }
  if (rules_->dice_reroll) {
    std::erase_if(result, [&](const auto& outcome) { return !can_move(state_, outcome.first); });
  }
  double total = 0;
  for (const auto& outcome : result) total += outcome.second;
  for (auto& [thrown, weight] : result) {
    thrown = '[' + thrown + ']';
    weight /= total;
  }
  return result;
}

void ReferenceGame::play_chance(const std::string& text) {
  const std::string thrown = text.substr(1, text.size() - 2);
  if (can_move(state_, thrown)) {
    state_.thrown = thrown;
    return;
  }
  // The turn passes, which may be the reply that a pending mark waited for.
  state_.side = other_side(state_.side);
  if (state_.pending) {
    state_.pending = false;
    if (king_is_held(state_.board)) return finish(state_, "attackers", "king captured");
  }
  judge_no_legal_move(state_);
  if (!over()) remember(state_);
}

}  // namespace tavlab::reference
