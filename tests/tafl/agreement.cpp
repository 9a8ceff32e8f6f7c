#include "tests/tafl/agreement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/game_state.h"
#include "core/registry.h"
#include "core/tafl/parameters.h"
#include "tests/tafl/reference.h"

namespace tavlab::agreement {
namespace {

using reference::ReferenceGame;
using Texts = std::vector<std::string>;

bool chance(Random& random, double probability) { return random.uniform() < probability; }

int between(Random& random, int low, int high) {
  return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
}

template <typename T>
const T& any_of(Random& random, const std::vector<T>& list) {
  return list[random.below(static_cast<std::uint32_t>(list.size()))];
}

std::string cell_name(int file, int rank) {
  return static_cast<char>('a' + file) + std::to_string(rank + 1);
}

// ---------------------------------------------------------------------------------------------
// Positions that bring about rare rules.

/// A board being filled at random. Pieces that the rules do not allow on a cell are left out.
class PositionMaker {
 public:
  PositionMaker(const ReferenceGame& game, bool leaders, Random& random)
      : game_(game), leaders_(leaders), random_(random), size_(game.size()) {
    board_.assign(static_cast<std::size_t>(size_ * size_), '.');
  }

  /// The board and the side to move, or nothing if no king could be placed.
  std::optional<std::string> make(const RuleSet& rule_set) {
    using Theme = void (PositionMaker::*)();
    std::vector<Theme> themes = {&PositionMaker::sparse,      &PositionMaker::crowded,
                                 &PositionMaker::hemmed_king, &PositionMaker::hemmed_king,
                                 &PositionMaker::throne,      &PositionMaker::ring};
    if (rule_set.text("capture.shieldwall") != "none") {
      themes.insert(themes.end(), 6, &PositionMaker::shieldwall);
    }
    if (rule_set.flag("exit_fort")) themes.insert(themes.end(), 6, &PositionMaker::fort);
    (this->*any_of(random_, themes))();
    if (std::count(board_.begin(), board_.end(), 'k') == 0) place_king_somewhere();
    if (std::count(board_.begin(), board_.end(), 'k') != 1) return std::nullopt;
    return text();
  }

 private:
  [[nodiscard]] bool inside(int file, int rank) const {
    return file >= 0 && rank >= 0 && file < size_ && rank < size_;
  }
  char& at(int file, int rank) { return board_[static_cast<std::size_t>(rank * size_ + file)]; }

  char soldier(char side) {
    if (!leaders_ || !chance(random_, 0.3)) return side;
    return side == 'a' ? 'c' : 'n';
  }

  bool put(int file, int rank, char piece) {
    if (!inside(file, rank) || at(file, rank) != '.') return false;
    const std::string name = cell_name(file, rank);
    if (!game_.may_hold(piece, name) || (piece == 'k' && game_.is_escape(name))) return false;
    if (piece == 'k' && std::count(board_.begin(), board_.end(), 'k') > 0) return false;
    at(file, rank) = piece;
    return true;
  }

  void place_king_somewhere() {
    for (int attempt = 0; attempt < 200; ++attempt) {
      if (put(between(random_, 0, size_ - 1), between(random_, 0, size_ - 1), 'k')) return;
    }
  }

  void sparse() { scatter(between(random_, 1, 8), between(random_, 0, 5)); }

  /// So full that hardly anything moves.
  void crowded() {
    const int cells = size_ * size_;
    scatter(cells * between(random_, 20, 45) / 100, cells * between(random_, 20, 45) / 100);
  }

  void scatter(int attackers, int defenders) {
    if (std::count(board_.begin(), board_.end(), 'k') == 0) place_king_somewhere();
    for (int i = 0; i < attackers + defenders; ++i) {
      put(between(random_, 0, size_ - 1), between(random_, 0, size_ - 1),
          soldier(i < attackers ? 'a' : 'd'));
    }
  }

  /// Moves the piece back along a free line, so that a move can bring it to its place.
  void retract(int file, int rank) {
    if (!inside(file, rank) || at(file, rank) == '.') return;
    const char piece = at(file, rank);
    const int files[] = {0, 1, 0, -1};
    const int ranks[] = {1, 0, -1, 0};
    for (int attempt = 0; attempt < 6; ++attempt) {
      const auto direction = random_.below(4);
      int to_file = file;
      int to_rank = rank;
      for (int steps = between(random_, 1, 3); steps > 0; --steps) {
        const int next_file = to_file + files[direction];
        const int next_rank = to_rank + ranks[direction];
        if (!inside(next_file, next_rank) || at(next_file, next_rank) != '.') break;
        to_file = next_file;
        to_rank = next_rank;
      }
      const std::string to = cell_name(to_file, to_rank);
      if ((to_file == file && to_rank == rank) || !game_.may_hold(piece, to)) continue;
      if (piece == 'k' && game_.is_escape(to)) continue;
      return std::swap(at(file, rank), at(to_file, to_rank));
    }
  }

  /// The cell `along` cells from a corner on one of the four edges, `deep` cells inside.
  [[nodiscard]] std::pair<int, int> edge_cell(unsigned edge, int along, int deep) const {
    const int last = size_ - 1;
    switch (edge) {
      case 0:
        return {along, deep};
      case 1:
        return {along, last - deep};
      case 2:
        return {deep, along};
      default:
        return {last - deep, along};
    }
  }

  void shieldwall() {
    const auto edge = random_.below(4);
    const char victims = chance(random_, 0.5) ? 'd' : 'a';
    const char captors = victims == 'd' ? 'a' : 'd';
    const int length = std::array{1, 2, 2, 3, 3, 4}[random_.below(6)];
    const int first = between(random_, 0, size_ - length);
    std::vector<std::pair<int, int>> ends;
    std::vector<std::pair<int, int>> anvils;
    for (int along = first - 1; along <= first + length; ++along) {
      const bool end = along < first || along >= first + length;
      const auto [file, rank] = edge_cell(edge, along, end ? 0 : 1);
      if (!end) {
        const auto [row_file, row_rank] = edge_cell(edge, along, 0);
        if (!chance(random_, 0.15) || !put(row_file, row_rank, victims == 'd' ? 'k' : 'a')) {
          put(row_file, row_rank, soldier(victims));
        }
      }
      if (chance(random_, 0.04)) continue;
      const bool king = captors == 'd' && chance(random_, 0.15) && put(file, rank, 'k');
      if (!king && !put(file, rank, soldier(captors))) continue;
      anvils.emplace_back(file, rank);
      if (end) ends.emplace_back(file, rank);
    }
    if (!anvils.empty()) {
      const auto [file, rank] =
          any_of(random_, ends.empty() || chance(random_, 0.3) ? anvils : ends);
      retract(file, rank);
    }
    to_move_ = captors;
    scatter(between(random_, 0, 6), between(random_, 0, 4));
  }

  void hemmed_king() {
    const int last = size_ - 1;
    const int middle = size_ / 2;
    const auto coordinate = [&] {
      switch (random_.below(4)) {
        case 0:
          return between(random_, 0, 1) * last;
        case 1:
          return middle + between(random_, -1, 1);
        case 2:
          return chance(random_, 0.5) ? 1 : last - 1;
        default:
          return between(random_, 0, last);
      }
    };
    const int file = coordinate();
    const int rank = coordinate();
    if (!put(file, rank, 'k')) return;
    const std::array<std::pair<int, int>, 4> around = {
        {{file, rank + 1}, {file + 1, rank}, {file, rank - 1}, {file - 1, rank}}};
    for (const auto& [x, y] : around) {
      if (chance(random_, 0.75)) put(x, y, soldier('a'));
    }
    const auto& [x, y] = around[random_.below(4)];
    retract(x, y);
    to_move_ = chance(random_, 0.8) ? 'a' : 'd';
    scatter(between(random_, 0, 5), between(random_, 0, 5));
  }

  void fort() {
    const auto edge = random_.below(4);
    const int width = between(random_, 2, 4);
    const int depth = between(random_, 1, 2);
    const int first = between(random_, 0, size_ - width);
    std::vector<std::pair<int, int>> wall;
    for (int along = first - 1; along <= first + width; ++along) {
      for (int deep = 0; deep <= depth; ++deep) {
        const bool rim = along < first || along >= first + width || deep == depth;
        const bool outer_corner = deep == depth && (along < first || along >= first + width);
        if (!rim || (outer_corner && chance(random_, 0.6))) continue;
        const auto [file, rank] = edge_cell(edge, along, deep);
        if (!chance(random_, 0.04) && put(file, rank, soldier('d'))) wall.emplace_back(file, rank);
      }
    }
    const auto [king_file, king_rank] =
        edge_cell(edge, between(random_, first, first + width - 1), 0);
    put(king_file, king_rank, 'k');
    if (chance(random_, 0.3)) {  // something inside
      const auto [file, rank] = edge_cell(edge, between(random_, first, first + width - 1),
                                          between(random_, 0, depth - 1));
      put(file, rank, soldier(chance(random_, 0.5) ? 'a' : 'd'));
    }
    if (!wall.empty()) {
      const auto [file, rank] = any_of(random_, wall);
      retract(file, rank);
    }
    to_move_ = chance(random_, 0.9) ? 'd' : 'a';
    scatter(between(random_, 1, 8), between(random_, 0, 4));
  }

  void ring() {
    const int last = size_ - 1;
    const int left = between(random_, 0, 2);
    const int right = last - between(random_, 0, 2);
    const int bottom = between(random_, 0, 2);
    const int top = last - between(random_, 0, 2);
    std::vector<std::pair<int, int>> pieces;
    for (int file = left; file <= right; ++file) {
      for (int rank = bottom; rank <= top; ++rank) {
        const bool rim = file == left || file == right || rank == bottom || rank == top;
        if (rim && put(file, rank, soldier('a'))) pieces.emplace_back(file, rank);
      }
    }
    for (int i = 0; i < 20; ++i) {
      const int file = between(random_, left + 1, right - 1);
      const int rank = between(random_, bottom + 1, top - 1);
      put(file, rank, i == 0 ? 'k' : soldier(i < 12 ? 'd' : 'a'));
    }
    if (!pieces.empty()) {
      const auto [file, rank] = any_of(random_, pieces);
      retract(file, rank);
    }
    to_move_ = 'a';
  }

  /// The king on a throne cell with attackers on most sides and a defender on one.
  void throne() {
    std::vector<std::pair<int, int>> cells;
    for (int file = 0; file < size_; ++file) {
      for (int rank = 0; rank < size_; ++rank) {
        if (game_.class_of(cell_name(file, rank)) == 't') cells.emplace_back(file, rank);
      }
    }
    if (cells.empty()) return scatter(8, 4);
    const auto [file, rank] = any_of(random_, cells);
    put(file, rank, 'k');
    const std::array<std::pair<int, int>, 4> around = {
        {{file, rank + 1}, {file + 1, rank}, {file, rank - 1}, {file - 1, rank}}};
    const auto defended = random_.below(5);
    for (std::size_t i = 0; i < 4; ++i) {
      const auto& [x, y] = around[i];
      if (!chance(random_, 0.05)) put(x, y, soldier(i == defended ? 'd' : 'a'));
      if (i != defended) continue;
      const int far_file = x + (x - file);
      const int far_rank = y + (y - rank);
      if (put(far_file, far_rank, soldier('a'))) retract(far_file, far_rank);
    }
    if (chance(random_, 0.3)) {
      const auto& [x, y] = around[random_.below(4)];
      retract(x, y);
    }
    to_move_ = chance(random_, 0.8) ? 'a' : 'd';
    scatter(between(random_, 0, 6), between(random_, 0, 4));
  }

  std::string text() {
    if (to_move_ == '\0' || chance(random_, 0.1)) to_move_ = chance(random_, 0.5) ? 'a' : 'd';
    std::string rows;
    for (int rank = size_ - 1; rank >= 0; --rank) {
      int empty = 0;
      for (int file = 0; file <= size_; ++file) {
        const char piece = file < size_ ? at(file, rank) : '/';
        if (piece == '.') {
          ++empty;
          continue;
        }
        if (empty > 0) rows += std::to_string(empty);
        empty = 0;
        if (piece != '/' || rank > 0) rows += piece;
      }
    }
    return rows + ' ' + to_move_;
  }

  const ReferenceGame& game_;
  bool leaders_;
  Random& random_;
  int size_;
  std::string board_;
  char to_move_ = '\0';
};

/// Whether the start position has leaders; without them no position may.
bool has_leaders(const ReferenceGame& game) {
  ReferenceGame start = game;
  start.start();
  const std::string board = start.position_text();
  return board.substr(0, board.find(' ')).find_first_of("cn") != std::string::npos;
}

/// Pending mark and counters, here and there, near the limits.
std::string random_extras(const RuleSet& rule_set, bool defenders_to_move, Random& random) {
  std::string text;
  if (rule_set.text("king.capture_takes_effect") == "after_reply" && defenders_to_move &&
      chance(random, 0.2)) {
    text += " pending";
  }
  const auto counter = [&](const char* name, std::string_view key) {
    const auto limit = static_cast<int>(rule_set.integer(key));
    if (limit > 1 && chance(random, 0.3)) {
      text += fmt::format(" {}={}", name, between(random, std::max(1, limit - 6), limit - 1));
    }
  };
  counter("king_moves", "limits.king_side_moves");
  counter("quiet", "limits.quiet_plies");
  counter("plies", "limits.total_plies");
  return text;
}

// ---------------------------------------------------------------------------------------------
// Games in step.

template <Game G>
class Duel {
 public:
  Duel(const RuleSet& rule_set, const typename G::Rules& rules, std::uint64_t seed,
       Coverage& coverage)
      : rule_set_(rule_set),
        rules_(rules),
        reference_(rule_set),
        state_(rules),
        random_(seed),
        coverage_(coverage),
        leaders_(has_leaders(reference_)) {}

  std::string run(std::int64_t plies) {
    const std::int64_t until = coverage_.plies + plies;
    while (coverage_.plies < until && complaint_.empty()) {
      if (!begin()) {
        if (++dull_starts_ > 1000) break;
        continue;
      }
      dull_starts_ = 0;
      play_game(until);
    }
    return complaint_;
  }

  std::string follow(const std::string& position, const Texts& moves) {
    begin_at(position);
    for (const std::string& text : moves) {
      if (!complaint_.empty()) break;
      try {
        if (text[0] == '[') {
          play_throw(G::parse_chance(rules_, state_.position(), text));
        } else {
          play_move(G::parse_move(rules_, state_.position(), text));
        }
      } catch (const UserError& error) {
        complain(fmt::format("core refuses {}: {}", text, error.what()));
      }
      compare_positions();
    }
    return complaint_;
  }

 private:
  /// Sets both to the start or to a made position; false when the game is over there.
  bool begin() {
    shuttle_ = chance(random_, 0.25) ? 0.8 : 0.1;
    if (chance(random_, 0.15)) {
      longest_ = 600;
      begin_at("");
    } else {
      longest_ = std::array{3, 20, 600}[random_.below(3)];
      const auto board = PositionMaker(reference_, leaders_, random_).make(rule_set_);
      if (!board) return false;
      begin_at(*board + random_extras(rule_set_, board->back() == 'd', random_));
    }
    return complaint_.empty() && !state_.over();
  }

  /// Sets both to the position, or the start.
  void begin_at(const std::string& position) {
    moves_.clear();
    last_own_ = {};
    from_ = position.empty() ? "the start" : position;
    if (position.empty()) {
      reference_.start();
      state_.reset(G::start(rules_));
    } else {
      reference_.set_position(position);
      try {
        state_.reset(G::parse_position(rules_, position));
      } catch (const UserError& error) {
        complain(fmt::format("core refuses the position: {}", error.what()));
      }
    }
    compare_positions();
  }

  void play_game(std::int64_t until) {
    for (int ply = 0; ply < longest_ && complaint_.empty() && !state_.over(); ++ply) {
      if (state_.node_kind() == NodeKind::chance) {
        play_throw(choose_throw());
      } else {
        play_move(choose());
        if (++coverage_.plies >= until) break;
      }
      compare_positions();
    }
    const std::string result(result_text<G>(state_.result()));
    if (state_.over()) ++coverage_.endings[fmt::format("{}: {}", result, state_.reason())];
  }

  void play_throw(std::uint8_t outcome) {
    const std::string text = G::chance_text(rules_, outcome);
    moves_.push_back(text);
    state_.play_chance(outcome);
    reference_.play_chance(text);
    coverage_.passes += state_.node_kind() != NodeKind::decision;
  }

  std::uint8_t choose_throw() {
    ChanceList<G> outcomes;
    G::chance_outcomes(rules_, state_.position(), outcomes);
    return outcomes[random_.below(static_cast<std::uint32_t>(outcomes.size()))].value;
  }

  void play_move(typename G::Move move) {
    const std::string text = G::move_text(rules_, state_.position(), move);
    compare_captures(move, text);
    last_own_[static_cast<std::size_t>(state_.to_move())] = text;
    moves_.push_back(text);
    const Texts captured = G::captured_squares(rules_, state_.position(), move);
    const auto is_far = [&](const std::string& name) {
      const int size = reference_.size();
      const int files = std::abs(name[0] - 'a' - move.to() % size);
      const int ranks = std::abs(std::stoi(name.substr(1)) - 1 - move.to() / size);
      return files + ranks > 1;
    };
    coverage_.captures += !captured.empty();
    coverage_.shieldwalls += std::any_of(captured.begin(), captured.end(), is_far);
    coverage_.declined += text.find('~') != std::string::npos;
    state_.play(move);
    reference_.play(text);
  }

  /// Mostly moves that make something happen: captures, moves of the king, moves next to him, and
  /// moves back and forth.
  typename G::Move choose() {
    MoveList<G> moves;
    state_.legal_moves(moves);
    const double kind = random_.uniform();
    std::vector<typename G::Move> wanted;
    if (chance(random_, shuttle_)) {
      const std::string& last = last_own_[static_cast<std::size_t>(state_.to_move())];
      const std::size_t dash = last.find('-');
      for (const auto move : moves) {
        if (dash == std::string::npos) break;
        const std::string back =
            last.substr(dash + 1, last.find('~') - dash - 1) + '-' + last.substr(0, dash);
        if (G::move_text(rules_, state_.position(), move) == back) wanted.push_back(move);
      }
    } else if (kind < 0.5) {
      for (const auto move : moves) {
        if (G::is_capture(rules_, state_.position(), move)) wanted.push_back(move);
      }
    } else if (kind < 0.75) {
      for (const auto move : moves) {
        const auto p = state_.position();
        if (state_.to_move() == Side::second && move.from() == p.king) wanted.push_back(move);
        if (state_.to_move() == Side::first) {
          const int size = reference_.size();
          const int distance = std::abs(move.to() % size - p.king % size) +
                               std::abs(move.to() / size - p.king / size);
          if (distance == 1) wanted.push_back(move);
        }
      }
    }
    if (!wanted.empty()) return any_of(random_, wanted);
    if (kind < 0.9) return moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
    const auto move = state_.random_move(random_);
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) {
      complain("random_move gives an illegal move " +
               G::move_text(rules_, state_.position(), move));
    }
    return move;
  }

  void compare_captures(typename G::Move move, const std::string& text) {
    const Texts core = G::captured_squares(rules_, state_.position(), move);
    const Texts expected = reference_.captured_by(text);
    if (core != expected) {
      complain(fmt::format("{} captures {} by core, {} by the reference", text, core, expected));
    }
    if (core.empty() == G::is_capture(rules_, state_.position(), move)) {
      complain(fmt::format("is_capture of {} is wrong", text));
    }
  }

  void expect_same(std::string_view what, const std::string& core, const std::string& expected) {
    if (core != expected) {
      complain(fmt::format("{} is '{}' by core, '{}' by the reference", what, core, expected));
    }
  }

  void compare_positions() {
    if (!complaint_.empty()) return;
    const auto& position = state_.position();
    const std::string text = G::position_text(rules_, position);
    coverage_.pending += text.find(" pending") != std::string::npos;
    expect_same("the result", std::string(result_text<G>(state_.result())), reference_.result());
    expect_same("the reason", std::string(state_.reason()), reference_.reason());
    expect_same("the position", text, reference_.position_text());
    expect_same("the side to move", std::string(player_name<G>(state_.to_move())),
                reference_.to_move());
    const auto node = [](bool over, bool chance) {
      return over ? "terminal" : chance ? "chance" : "decision";
    };
    expect_same("the node", node(state_.over(), state_.node_kind() == NodeKind::chance),
                node(reference_.over(), reference_.is_chance()));
    if (!complaint_.empty() || state_.over()) return;
    if (state_.node_kind() == NodeKind::chance) {
      compare_throws();
    } else {
      compare_moves();
    }
    if (random_.below(8) == 0) compare_reading(text);
  }

  void compare_throws() {
    ChanceList<G> outcomes;
    G::chance_outcomes(rules_, state_.position(), outcomes);
    std::map<std::string, double> core;
    std::map<std::string, double> expected;
    for (const ChanceOutcome& outcome : outcomes) {
      core[G::chance_text(rules_, outcome.value)] = outcome.probability;
    }
    for (const auto& [text, probability] : reference_.chance_outcomes()) {
      expected[text] = probability;
    }
    const bool same =
        std::equal(core.begin(), core.end(), expected.begin(), expected.end(),
                   [](const auto& a, const auto& b) {
                     return a.first == b.first && std::abs(a.second - b.second) < 1e-12;
                   });
    if (!same)
      complain(fmt::format("the throws are {} by core, {} by the reference", core, expected));
  }

  void compare_moves() {
    MoveList<G> moves;
    state_.legal_moves(moves);
    Texts core;
    core.reserve(moves.size());
    for (const auto move : moves) core.push_back(G::move_text(rules_, state_.position(), move));
    std::sort(core.begin(), core.end());
    const Texts expected = reference_.legal_moves();
    if (core != expected) {
      Texts extra;
      Texts missing;
      std::set_difference(core.begin(), core.end(), expected.begin(), expected.end(),
                          std::back_inserter(extra));
      std::set_difference(expected.begin(), expected.end(), core.begin(), core.end(),
                          std::back_inserter(missing));
      return complain(
          fmt::format("only core has the moves {}, only the reference {}", extra, missing));
    }
    MoveList<G> generated;
    G::generate(rules_, state_.position(), generated);
    if (G::count_moves(rules_, state_.position()) != generated.size()) {
      complain("count_moves does not count what generate gives");
    }
    if (random_.below(16) != 0) return;
    for (const auto move : moves) {
      const std::string text = G::move_text(rules_, state_.position(), move);
      compare_captures(move, text);
      if (!(G::parse_move(rules_, state_.position(), text) == move)) {
        complain("parse_move does not read back " + text);
      }
      compare_winning(move, text);
    }
  }

  void compare_winning(typename G::Move move, const std::string& text) {
    auto next = state_.position();
    G::play(rules_, next, move);
    const bool wins = G::result(next) == win_for(state_.to_move());
    if (G::wins_at_once(rules_, state_.position(), move) != wins) {
      complain("wins_at_once is wrong about " + text);
    }
  }

  /// The text of a position reads back as the same position.
  void compare_reading(const std::string& text) {
    const auto k = text.find('k');
    if (k == std::string::npos) return complain("no king in a game that goes on");
    try {
      const auto read = G::parse_position(rules_, text);
      if (!(read == state_.position())) complain("the position does not read back as itself");
      if (G::key(rules_, read) != G::key(rules_, state_.position())) {
        complain("the key of the position read back differs");
      }
    } catch (const UserError& error) {
      complain(fmt::format("the position does not read back: {}", error.what()));
    }
  }

  void complain(const std::string& what) {
    if (!complaint_.empty()) return;
    complaint_ =
        fmt::format("{}\nrules {}\n{}from {}\nmoves {}\ncore {}\nreference {}\n", what,
                    rule_set_.id, differences(rule_set_), from_, fmt::join(moves_, " "),
                    G::position_text(rules_, state_.position()), reference_.position_text());
  }

  const RuleSet& rule_set_;
  const typename G::Rules& rules_;
  ReferenceGame reference_;
  GameState<G> state_;
  Random random_;
  Coverage& coverage_;
  bool leaders_;
  double shuttle_ = 0;
  int dull_starts_ = 0;  ///< in a row, in which the game was over at once
  int longest_ = 0;      ///< plies of this game at most
  std::string from_;
  Texts moves_;
  std::array<std::string, 2> last_own_;
  std::string complaint_;
};

// ---------------------------------------------------------------------------------------------
// Rule sets drawn at random.

/// Cells in one or two clumps.
Texts random_cells(Random& random, int size, std::set<std::string>& taken) {
  Texts cells;
  for (int clump = between(random, 1, 3); clump > 0; --clump) {
    int file = between(random, 0, size - 1);
    int rank = between(random, 0, size - 1);
    for (int i = between(random, 1, 5); i > 0; --i) {
      if (taken.insert(cell_name(file, rank)).second) cells.push_back(cell_name(file, rank));
      int& coordinate = chance(random, 0.5) ? file : rank;
      coordinate = std::clamp(coordinate + (chance(random, 0.5) ? 1 : -1), 0, size - 1);
    }
  }
  return cells;
}

Texts random_rows(Random& random, int size, std::set<std::string>& taken) {
  const auto cells = static_cast<std::size_t>(size);
  Texts rows(cells, std::string(cells, '.'));
  const auto at = [&](int file, int rank) -> char& {
    return rows[static_cast<std::size_t>(size - 1 - rank)][static_cast<std::size_t>(file)];
  };
  const int last = size - 1;
  const bool middle = chance(random, 0.7);
  at(middle ? size / 2 : between(random, 1, last - 1),
     middle ? size / 2 : between(random, 1, last - 1)) = 'k';
  if (chance(random, 0.6)) {
    for (const int file : {0, last}) {
      for (const int rank : {0, last}) {
        at(file, rank) = 'x';
        taken.insert(cell_name(file, rank));
      }
    }
  }
  const bool leaders = chance(random, 0.5);
  const int attackers = between(random, 4, 3 * size);
  const int defenders = between(random, 0, 2 * size);
  for (int i = 0; i < attackers + defenders; ++i) {
    char& cell = at(between(random, 0, last), between(random, 0, last));
    if (cell != '.') continue;
    const bool leader = leaders && chance(random, 0.25);
    cell = i < attackers ? (leader ? 'c' : 'a') : (leader ? 'n' : 'd');
  }
  return rows;
}

void draw_board(Random& random, RuleSet& rule_set) {
  static const std::map<int, Texts> layouts = {
      {7, {"L8", "L10"}}, {9, {"L1"}}, {11, {"L2", "L3", "L4", "L5", "L6"}}, {13, {"L13"}}};
  const int size = 7 + 2 * between(random, 0, 3);
  std::set<std::string> taken;
  auto& parameters = rule_set.parameters;
  parameters["board.size"] = std::int64_t{size};
  parameters["board.throne"] = std::string("center");
  parameters["board.corners"] = std::string("marked");
  parameters["board.attacker_camps"] = Texts{};
  parameters["board.defender_camps"] = Texts{};
  if (chance(random, 0.4)) {
    parameters["board.layout"] = any_of(random, layouts.at(size));
    for (const int file : {0, size - 1}) {
      for (const int rank : {0, size - 1}) taken.insert(cell_name(file, rank));
    }
  } else {
    parameters["board.layout"] = random_rows(random, size, taken);
  }
  if (chance(random, 0.15)) {
    parameters["board.throne"] = std::string("none");
  } else if (chance(random, 0.2)) {
    parameters["board.throne"] = random_cells(random, size, taken);
  } else {
    taken.insert(cell_name(size / 2, size / 2));
  }
  if (chance(random, 0.1)) {
    parameters["board.corners"] = std::string("none");
  } else if (chance(random, 0.2)) {
    parameters["board.corners"] = random_cells(random, size, taken);
  }
  if (chance(random, 0.3)) {
    parameters["board.attacker_camps"] = random_cells(random, size, taken);
  }
  if (chance(random, 0.3)) {
    parameters["board.defender_camps"] = random_cells(random, size, taken);
  }
}

ParameterValue random_value(Random& random, const ParameterSpec& spec) {
  switch (spec.type) {
    case ParameterSpec::Type::boolean:
      return chance(random, 0.5);
    case ParameterSpec::Type::integer: {
      if (!spec.zero_name.empty() && chance(random, 0.5)) return std::int64_t{0};
      const std::int64_t most = spec.key == "limits.total_plies"       ? 200
                                : spec.key == "limits.quiet_plies"     ? 40
                                : spec.key == "limits.king_side_moves" ? 30
                                : spec.key == "dice.faces"             ? 8
                                                                       : 4;
      return std::int64_t{between(random, static_cast<int>(spec.minimum),
                                  static_cast<int>(std::min(most, spec.maximum)))};
    }
    case ParameterSpec::Type::choice: {
      const bool rarely = spec.key == "dice.kind" || spec.key == "king.capture_takes_effect";
      if (rarely && chance(random, 0.5)) return std::string(spec.choices[0]);
      return std::string(any_of(random, spec.choices));
    }
    case ParameterSpec::Type::choice_list: {
      Texts list;
      const double density = random.uniform();
      for (const std::string_view choice : spec.choices) {
        if (chance(random, density)) list.emplace_back(choice);
      }
      return list;
    }
    case ParameterSpec::Type::text_list:
    case ParameterSpec::Type::choice_or_text_list:
      break;
  }
  return spec.fallback;
}

}  // namespace

std::string Coverage::text() const {
  return fmt::format(
      "{} plies, {} captures, {} shieldwalls, {} declined, {} pending, {} passed; {}", plies,
      captures, shieldwalls, declined, pending, passes, endings);
}

RuleSet random_rule_set(std::uint64_t seed) {
  Random random(seed);
  static const Texts bases = [] {
    Texts ids;
    for (const std::string& id : builtin_rule_set_ids()) {
      if (load_rule_set(id).family == "tafl") ids.push_back(id);
    }
    return ids;
  }();
  RuleSet rule_set = load_rule_set(any_of(random, bases));
  if (chance(random, 0.75)) draw_board(random, rule_set);
  const double changed = std::array{0.1, 0.3, 0.6, 1.0}[random.below(4)];
  for (const ParameterSpec& spec : tafl::schema().parameters) {
    if (spec.key.starts_with("board.") || !chance(random, changed)) continue;
    rule_set.parameters[std::string(spec.key)] = random_value(random, spec);
  }
  rule_set.origin = rule_set.id;
  rule_set.id = fmt::format("random-{}", seed);
  return rule_set;
}

std::string differences(const RuleSet& rule_set) {
  if (!rule_set.id.starts_with("random-")) return "";
  const RuleSet base = load_rule_set(rule_set.origin);
  std::string text = fmt::format("which is {} but\n", rule_set.origin);
  for (const auto& [key, value] : rule_set.parameters) {
    if (value != base.at(key)) text += fmt::format("  {}={}\n", key, to_text(value));
  }
  return text;
}

std::string compare(const RuleSet& rule_set, std::int64_t plies, std::uint64_t seed,
                    Coverage& coverage) {
  return visit_game(rule_set, [&](auto game, const auto& rules) {
    return Duel<decltype(game)>(rule_set, *rules, seed, coverage).run(plies);
  });
}

std::string follow(const RuleSet& rule_set, const std::string& position, const Texts& moves) {
  Coverage coverage;
  return visit_game(rule_set, [&](auto game, const auto& rules) {
    return Duel<decltype(game)>(rule_set, *rules, 0, coverage).follow(position, moves);
  });
}

std::string compare_random_rule_sets(int count, std::int64_t plies, std::uint64_t seed,
                                     Coverage& coverage) {
  int compared = 0;
  for (std::uint64_t draw = 0; compared < count; ++draw) {
    const RuleSet rule_set = random_rule_set(derive_seed({seed, draw}));
    try {
      visit_game(rule_set, [](auto, const auto&) {});
    } catch (const UserError&) {
      continue;
    }
    const std::string complaint = compare(rule_set, plies, derive_seed({seed, draw, 1}), coverage);
    if (!complaint.empty()) return complaint;
    ++compared;
  }
  return "";
}

}  // namespace tavlab::agreement
