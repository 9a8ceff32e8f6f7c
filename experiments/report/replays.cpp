#include "experiments/report/replays.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "experiments/report/board_svg.h"
#include "experiments/report/svg.h"
#include "experiments/text/board_text.h"
#include "selfplay/record/replay.h"

namespace tavlab {
namespace {

using Json = nlohmann::json;

/// Boards of a game before its first move and after each.
struct Course {
  std::vector<BoardText> boards;
  std::vector<std::string> moves;  ///< one fewer, each with the throws before it
};

/// Moves as a reader sees them; records write throws in square brackets as words of their own.
std::vector<std::string> move_labels(std::string_view words) {
  std::vector<std::string> labels;
  std::string throws;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    if (word.starts_with('[')) {
      throws += std::string(word) + " ";
    } else {
      labels.push_back(throws + std::string(word));
      throws.clear();
    }
  }
  return labels;
}

std::optional<Course> replayed(const RuleSet& rule_set, const std::string& moves) {
  Course course;
  course.moves = move_labels(moves);
  bool drawn = true;
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    const auto keep = [&](const GameState<G>& state) {
      auto board = read_board(G::position_text(*rules, state.position()));
      drawn = drawn && board;
      if (board) course.boards.push_back(std::move(*board));
    };
    keep(replay<G>(*rules, moves, [&](const auto& state, auto) { keep(state); }));
  });
  if (!drawn || course.boards.size() != course.moves.size() + 1) return std::nullopt;
  return course;
}

/// Drawn pieces by number, from 1; each is in the page once.
class Pieces {
 public:
  std::size_t number(const std::string& piece, const std::string& family) {
    if (piece.empty() || piece == "_") return 0;
    const auto [found, is_new] = numbers_.try_emplace({family, piece}, numbers_.size() + 1);
    if (is_new) {
      symbols_ += fmt::format("<symbol id=\"piece-{}\" viewBox=\"0 0 {} {}\">{}</symbol>\n",
                              found->second, kSquareEdge, kSquareEdge, piece_svg(piece, family));
    }
    return found->second;
  }

  [[nodiscard]] std::string html() const {
    return fmt::format("<svg class=\"symbols\" width=\"0\" height=\"0\">{}</svg>\n", symbols_);
  }

 private:
  std::map<std::pair<std::string, std::string>, std::size_t> numbers_;
  std::string symbols_;
};

/// The start, and of each move its text and the squares that it changes with what is there then.
Json data_of(const Course& course, const Replay& replay, Pieces& pieces) {
  const std::string& family = replay.rules.family;
  const BoardText& start = course.boards.front();
  Json json = {{"files", start.files}, {"edge", kSquareEdge},    {"left", kBoardLeft},
               {"top", kBoardTop},     {"start", Json::array()}, {"plies", Json::array()}};
  for (const std::string& piece : start.squares) {
    json["start"].push_back(pieces.number(piece, family));
  }
  for (std::size_t i = 0; i < course.moves.size(); ++i) {
    Json ply = Json::array({course.moves[i]});
    const std::vector<std::string>&before = course.boards[i].squares,
          &after = course.boards[i + 1].squares;
    for (std::size_t square = 0; square < after.size(); ++square) {
      if (before[square] == after[square]) continue;
      ply.push_back(square);
      ply.push_back(pieces.number(after[square], family));
    }
    json["plies"].push_back(std::move(ply));
  }
  for (const ReplayNote& note : replay.notes) {
    json["notes"].push_back(note.text);
    Json shades = Json::array();
    for (const auto& [square, strength] : note.shades) {
      if (const auto index = start.index(square)) shades.push_back({*index, strength});
    }
    json["shades"].push_back(std::move(shades));
  }
  return json;
}

/// The pieces of the start, for readers without scripts.
std::string start_pieces(const BoardText& board, const std::string& family, Pieces& pieces) {
  std::string uses;
  for (std::size_t i = 0; i < board.squares.size(); ++i) {
    const std::size_t number = pieces.number(board.squares[i], family);
    if (number == 0) continue;
    uses += fmt::format("<use href=\"#piece-{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                        number, kBoardLeft + kSquareEdge * static_cast<double>(board.column(i)),
                        kBoardTop + kSquareEdge * static_cast<double>(board.row(i)), kSquareEdge,
                        kSquareEdge);
  }
  return uses;
}

std::string replay_html(const Replay& replay, const Course& course, std::size_t number,
                        Pieces& pieces) {
  return fmt::format(
      "<figure class=\"replay\" id=\"replay-{}\">\n{}"
      "<p class=\"controls\"><button type=\"button\" data-go=\"first\" aria-label=\"start\">"
      "|◀</button><button type=\"button\" data-go=\"back\" aria-label=\"one back\">◀</button>"
      "<button type=\"button\" data-go=\"on\" aria-label=\"one on\">▶</button>"
      "<button type=\"button\" data-go=\"last\" aria-label=\"end\">▶|</button>"
      "<button type=\"button\" data-go=\"play\">play</button>"
      "<input type=\"range\" min=\"0\" max=\"{}\" value=\"0\" aria-label=\"move\"/></p>\n"
      "<p class=\"at\">start</p>\n{}"
      "<figcaption>{}</figcaption>\n"
      "<script type=\"application/json\">{}</script></figure>\n",
      number,
      board_svg_with(replay.game, replay.title,
                     start_pieces(course.boards.front(), replay.rules.family, pieces)),
      course.moves.size(),
      replay.notes.empty()
          ? ""
          : fmt::format("<p class=\"note quiet\">{}</p>\n", escaped(replay.notes.front().text)),
      replay.caption, data_of(course, replay, pieces).dump());
}

// Without '<' and '&', which well-formed XML does not allow here.
constexpr std::string_view kScript = R"js(
(function () {
  'use strict';
  function add(group, kind, square, game, attributes) {
    var shape = document.createElementNS('http://www.w3.org/2000/svg', kind);
    shape.setAttribute('x', game.left + game.edge * (square % game.files));
    shape.setAttribute('y', game.top + game.edge * Math.floor(square / game.files));
    shape.setAttribute('width', game.edge);
    shape.setAttribute('height', game.edge);
    Object.keys(attributes).forEach(function (key) { shape.setAttribute(key, attributes[key]); });
    group.appendChild(shape);
  }
  document.querySelectorAll('.replay').forEach(function (box) {
    var game = JSON.parse(box.querySelector('script').textContent);
    var group = box.querySelector('.pieces'), slider = box.querySelector('input');
    var at = box.querySelector('.at'), play = box.querySelector('[data-go=play]');
    var note = box.querySelector('.note'), ply = 0, timer = 0;
    function show(wanted) {
      ply = Math.max(0, Math.min(game.plies.length, wanted));
      var squares = game.start.slice(), changed = [];
      game.plies.slice(0, ply).forEach(function (move) {
        changed = [];
        for (var i = 1; i !== move.length; i += 2) {
          squares[move[i]] = move[i + 1];
          changed.push(move[i]);
        }
      });
      group.replaceChildren();
      (game.shades ? game.shades[ply] || [] : []).forEach(function (shade) {
        add(group, 'rect', shade[0], game, { 'class': 'likely', 'fill-opacity': shade[1] });
      });
      changed.forEach(function (square) {
        add(group, 'rect', square, game, { 'class': 'moved' });
      });
      squares.forEach(function (piece, square) {
        if (piece) add(group, 'use', square, game, { href: '#piece-' + piece });
      });
      slider.value = ply;
      at.textContent = ply === 0 ? 'start' : ply + ' of ' + game.plies.length + ': ' +
        game.plies[ply - 1][0];
      if (note) note.textContent = game.notes[ply] || '';
    }
    function halt() {
      clearInterval(timer);
      timer = 0;
      play.textContent = 'play';
    }
    box.addEventListener('click', function (event) {
      var go = event.target.getAttribute('data-go');
      if (!go) return;
      if (go === 'play') {
        if (timer) return halt();
        if (ply === game.plies.length) show(0);
        play.textContent = 'pause';
        timer = setInterval(function () {
          show(ply + 1);
          if (ply === game.plies.length) halt();
        }, 700);
        return;
      }
      halt();
      show({ first: 0, back: ply - 1, on: ply + 1, last: game.plies.length }[go]);
    });
    slider.addEventListener('input', function () { halt(); show(Number(slider.value)); });
    // A link to a position: #replay-1-20 is the second game after twenty moves.
    function follow() {
      var parts = location.hash.split('-');
      if (parts[0] + '-' + parts[1] === '#' + box.id) {
        show(Number(parts[2]) || 0);
        box.scrollIntoView();
      }
    }
    addEventListener('hashchange', follow);
    follow();
  });
}());
)js";

}  // namespace

std::string replays_html(const std::vector<Replay>& replays) {
  Pieces pieces;
  std::string games;
  std::size_t shown = 0;
  for (const Replay& replay : replays) {
    try {
      const auto course = replayed(replay.rules, replay.moves);
      if (course) games += replay_html(replay, *course, shown++, pieces);
    } catch (const UserError&) {
      continue;  // no game by these rules: nothing to show
    }
  }
  if (games.empty()) return {};
  return pieces.html() + "<div class=\"boards\">\n" + games + "</div>\n<script>" +
         std::string(kScript) + "</script>\n";
}

}  // namespace tavlab
