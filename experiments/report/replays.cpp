#include "experiments/report/replays.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>

#include "core/words.h"
#include "experiments/report/board_svg.h"
#include "experiments/report/pictures.h"
#include "experiments/report/web.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

/// Kinds of pieces by number, from 1; each is drawn once per page.
class Looks {
 public:
  std::size_t number(const Picture& picture, std::size_t piece) {
    const PieceLook& look = picture.looks[piece];
    const Known wanted(look, look.owner == picture.light, capitalized(picture.player(look.owner)));
    const auto index = static_cast<std::size_t>(std::ranges::find(known_, wanted) - known_.begin());
    if (index == known_.size()) known_.push_back(wanted);
    return index + 1;
  }

  /// All that have been used.
  [[nodiscard]] std::vector<Fields> symbols() const {
    std::vector<Fields> all;
    for (const auto& [look, light, player] : known_) {
      all.push_back({{"number", all.size() + 1},
                     {"edge", fmt::format("{}", kSquareEdge)},
                     {"piece", Markup(piece_shapes(look, light).markup())}});
    }
    return all;
  }

  /// The script's data for all games: the layout of stacks, and the text, owner and name of each
  /// piece.
  [[nodiscard]] Json json() const {
    Json json = {{"edge", kSquareEdge},
                 {"shown", StackPlan::most},
                 {"scale", StackPlan::scale},
                 {"step", StackPlan::step},
                 {"countAt", StackPlan::count_at},
                 {"countRadius", StackPlan::count_radius},
                 {"looks", Json::array()}};
    for (const auto& [look, light, player] : known_) {
      json["looks"].push_back({look.text, player, look.name});
    }
    return json;
  }

 private:
  using Known = std::tuple<PieceLook, bool, std::string>;
  std::vector<Known> known_;
};

/// Stores lines that mostly differ only in their numbers: the words once, and the numbers.
class Lines {
 public:
  /// The index of the words, and the numbers between them.
  Json encoded(std::string_view line) {
    Json words = Json::array(), numbers = Json::array();
    std::string part;
    while (!line.empty()) {
      const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
      if (digits == 0 || digits > 9 || (line.front() == '0' && digits > 1)) {
        const std::size_t length = std::max<std::size_t>(digits, 1);
        part += line.substr(0, length);
        line.remove_prefix(length);
        continue;
      }
      words.push_back(std::exchange(part, {}));
      numbers.push_back(std::stoul(std::string(line.substr(0, digits))));
      line.remove_prefix(digits);
    }
    words.push_back(part);
    const auto index = static_cast<std::size_t>(std::ranges::find(words_, words) - words_.begin());
    Json code = Json::array({index});
    if (index == words_.size()) words_.push_back(std::move(words));
    code.insert(code.end(), numbers.begin(), numbers.end());
    return code;
  }

  [[nodiscard]] const std::vector<Json>& words() const { return words_; }

 private:
  std::vector<Json> words_;
};

/// A game for the script (see web/replays.js). Only changes are written.
class Course {
 public:
  explicit Course(Looks& looks) : looks_(looks) {}

  void add(const Picture& picture, const std::string& move) {
    if (squares_.empty()) {
      start_ = picture;
      for (const auto& square : picture.squares) start_pieces_.push_back(content(picture, square));
    } else {
      plies_.push_back(changes(picture, move));
    }
    add_lines(picture);
    squares_ = picture.squares;
  }

  [[nodiscard]] const Picture& start() const { return start_; }
  [[nodiscard]] std::size_t plies() const { return plies_.size(); }

  [[nodiscard]] Json json(const std::vector<ReplayNote>& notes) const {
    const BoardPlan plan(start_);
    Json json = {{"columns", start_.columns},
                 {"left", plan.left},
                 {"top", plan.top},
                 {"start", start_pieces_},
                 {"plies", plies_}};
    if (!lines_.words().empty()) {
      json["lines"] = lines_.words();
      json["beside"] = beside_;
    }
    if (start_.stacks == Picture::Stacks::high) {
      json["labels"] = {start_.column_labels, start_.row_labels};
    }
    for (const ReplayNote& note : notes) {
      json["notes"].push_back(note.text);
      Json shades = Json::array();
      for (const auto& [name, strength] : note.shades) {
        const std::size_t square = start_.find(name);
        if (square < start_.squares.size()) shades.push_back({square, strength});
      }
      json["shades"].push_back(std::move(shades));
    }
    return json;
  }

 private:
  /// The contents of a square: 0 if empty, the number of a piece, or those of a stack from the
  /// bottom up.
  Json content(const Picture& picture, const Picture::Square& square) {
    if (square.pieces.empty()) return 0;
    Json numbers = Json::array();
    for (const std::uint8_t piece : square.pieces) {
      numbers_.resize(std::max(numbers_.size(), picture.looks.size()));
      std::size_t& number = numbers_[piece];
      if (number == 0) number = looks_.number(picture, piece);
      numbers.push_back(number);
    }
    return numbers.size() == 1 ? numbers.front() : numbers;
  }

  /// The move's text, how many squares it passes, and pairs of each square that it passes or
  /// changes with its new contents.
  Json changes(const Picture& picture, const std::string& move) {
    Json ply = {move, picture.last_move.size()};
    const auto add = [&](std::size_t square) {
      ply.push_back(square);
      ply.push_back(content(picture, picture.squares[square]));
    };
    for (const std::size_t square : picture.last_move) add(square);
    for (std::size_t i = 0; i < picture.squares.size(); ++i) {
      if (picture.squares[i].pieces == squares_[i].pieces) continue;
      if (std::ranges::count(picture.last_move, i) == 0) add(i);
    }
    return ply;
  }

  /// Adds the index and text of each line that has changed.
  void add_lines(const Picture& picture) {
    Json changed = Json::array();
    const std::vector<std::string>& now = picture.beside;
    lines_before_.resize(std::max(lines_before_.size(), now.size()));
    for (std::size_t i = 0; i < lines_before_.size(); ++i) {
      std::string line = i < now.size() ? now[i] : std::string();
      if (line == lines_before_[i]) continue;
      Json code = lines_.encoded(line);
      code.insert(code.begin(), i);
      changed.push_back(std::move(code));
      lines_before_[i] = std::move(line);
    }
    beside_.push_back(std::move(changed));
  }

  Looks& looks_;
  std::vector<std::size_t> numbers_;  ///< by the picture's looks; 0: not assigned yet
  Picture start_;
  Json start_pieces_ = Json::array();
  Json plies_ = Json::array();
  Json beside_ = Json::array();
  Lines lines_;
  std::vector<Picture::Square> squares_;  ///< of the previous position
  std::vector<std::string> lines_before_;
};

/// The pieces of the start position, for readers without scripts.
Markup start_pieces(const Picture& picture, Looks& looks) {
  const BoardPlan plan(picture);
  std::vector<Fields> uses;
  for (std::size_t i = 0; i < picture.squares.size(); ++i) {
    const std::vector<std::uint8_t>& pieces = picture.squares[i].pieces;
    const std::vector<PiecePlace> places = piece_places(pieces.size());
    for (std::size_t k = 0; k < places.size(); ++k) {
      const std::uint8_t piece = pieces[pieces.size() - places.size() + k];
      uses.push_back({{"number", looks.number(picture, piece)},
                      {"x", fmt::format("{:g}", plan.x(i) + places[k].x)},
                      {"y", fmt::format("{:g}", plan.y(i) + places[k].y)},
                      {"edge", fmt::format("{:g}", kSquareEdge * places[k].scale)}});
    }
  }
  return filled("replay_pieces.html", {{"pieces", std::move(uses)}});
}

/// The data as text. Invalid UTF-8, which would prevent the page from being written, is replaced.
ScriptData script_data(const Json& json) {
  return ScriptData(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::optional<Fields> replay_fields(const Replay& replay, std::size_t number, Looks& looks) {
  Course course(looks);
  const bool played = each_picture(
      replay.rules, replay.moves,
      [&](const Picture& picture, const std::string& move) { course.add(picture, move); },
      replay.position);
  if (!played) return std::nullopt;
  const Picture& start = course.start();
  const Markup pieces = start_pieces(start, looks);
  return Fields{{"number", number},
                {"board", Markup(board_svg_with(start, replay.title, pieces.html))},
                {"plies", course.plies()},
                {"beside", board_notes(start)},
                {"noted", !replay.notes.empty()},
                {"note", replay.notes.empty() ? "" : replay.notes.front().text},
                {"title", replay.title},
                {"agents", replay.agents},
                {"result", replay.result},
                {"moves", script_data(course.json(replay.notes))}};
}

}  // namespace

Markup replays_html(std::string_view heading, std::string_view legend,
                    const std::vector<Replay>& replays) {
  Looks looks;
  std::vector<Fields> games;
  for (const Replay& replay : replays) {
    if (auto fields = replay_fields(replay, games.size(), looks)) {
      games.push_back(std::move(*fields));
    }
  }
  if (games.empty()) return {};
  return filled("replays.html", {{"heading", heading},
                                 {"legend", legend},
                                 {"symbols", looks.symbols()},
                                 {"looks", script_data(looks.json())},
                                 {"games", std::move(games)}});
}

}  // namespace tavlab
