#include "serve/api/game_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/error.h"

namespace tavlab::serve {
namespace {

constexpr std::size_t kMaxGlyphs = 8;
constexpr int kMaxGlyph = 255;

/// The moves after each one, in order; first those that begin the game.
std::vector<std::vector<int>> followers(const std::vector<TreeMove>& moves) {
  std::vector<std::vector<int>> after(moves.size() + 1);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    after[static_cast<std::size_t>(moves[i].parent + 1)].push_back(static_cast<int>(i));
  }
  return after;
}

void join(std::string& all, const std::string& more) {
  if (!all.empty() && !more.empty()) all += ' ';
  all += more;
}

/// An optional text of an entry of the tree.
std::string text_or_empty(const Json& entry, std::string_view key) {
  return optional_text(entry, key).value_or(std::string());
}

TreeMove tree_move(const Json& entry, int number) {
  if (!entry.is_object()) throw UserError("'tree' must be a list of objects");
  TreeMove move{text_field(entry, "move"), -1, text_or_empty(entry, "comment"),
                text_or_empty(entry, "before")};
  const auto parent = entry.find("parent");
  if (parent != entry.end() && !parent->is_null()) {
    if (!parent->is_number_integer() || *parent < -1 || *parent >= number) {
      throw UserError(fmt::format(
          "'tree', entry {}: 'parent' must be the place of an earlier entry, or -1", number));
    }
    move.parent = parent->get<int>();
  }
  const auto glyphs = entry.find("glyphs");
  if (glyphs != entry.end() && !glyphs->is_null()) {
    if (!glyphs->is_array() || glyphs->size() > kMaxGlyphs) {
      throw UserError(fmt::format("'tree', entry {}: 'glyphs' must be a list of at most {} numbers",
                                  number, kMaxGlyphs));
    }
    for (const Json& glyph : *glyphs) {
      if (!glyph.is_number_integer() || glyph < 1 || glyph > kMaxGlyph) {
        throw UserError(
            fmt::format("'tree', entry {}: a glyph is a number from 1 to {}", number, kMaxGlyph));
      }
      move.glyphs.push_back(glyph.get<int>());
    }
  }
  return move;
}

}  // namespace

GameTree tree_of(const RecordedGame& game) {
  GameTree tree{game.comment, {}};
  std::vector<std::vector<int>> lines;  // where the moves of each line are in the tree
  const auto add_line = [&](const std::vector<RecordedMove>& moves, int parent,
                            const std::string& before) {
    std::vector<int>& places = lines.emplace_back();
    for (const RecordedMove& move : moves) {
      tree.moves.push_back(
          {move.text, parent, move.comment, places.empty() ? before : "", move.glyphs});
      parent = static_cast<int>(tree.moves.size()) - 1;
      places.push_back(parent);
    }
  };
  add_line(game.moves, -1, {});
  for (const GameFile::Variation& each : game.variations) {
    // The last word of a game's moves may have been taken for how the game ended.
    const std::vector<int>& places = lines[each.line];
    const int replaced = each.at < places.size() ? places[each.at] : -1;
    const int parent = replaced >= 0    ? tree.moves[static_cast<std::size_t>(replaced)].parent
                       : places.empty() ? -1
                                        : places.back();
    add_line(each.moves, parent, each.comment);
  }
  return tree;
}

void add_lines(const GameTree& tree, GameFile& file) {
  const std::vector<std::vector<int>> after = followers(tree.moves);
  const auto at = [&](int place) -> const TreeMove& {
    return tree.moves[static_cast<std::size_t>(place)];
  };
  file.comment = tree.comment;
  std::vector<int> begins = {after[0].empty() ? -1 : after[0].front()};  // of each line
  for (std::size_t line = 0; line < begins.size(); ++line) {
    std::vector<GameFile::Word> moves;
    std::string before = line == 0 ? file.comment : at(begins[line]).before;
    for (int place = begins[line]; place >= 0;) {
      const TreeMove& move = at(place);
      if (line == 0 || !moves.empty())
        join(moves.empty() ? before : moves.back().comment, move.before);
      moves.push_back({move.move, 0, move.comment, move.glyphs});
      const std::vector<int>& siblings = after[static_cast<std::size_t>(move.parent + 1)];
      if (siblings.front() == place) {
        for (std::size_t i = 1; i < siblings.size(); ++i) {
          file.variations.push_back({line, moves.size() - 1, {}, {}});
          begins.push_back(siblings[i]);
        }
      }
      const std::vector<int>& next = after[static_cast<std::size_t>(place + 1)];
      place = next.empty() ? -1 : next.front();
    }
    (line == 0 ? file.comment : file.variations[line - 1].comment) = std::move(before);
    (line == 0 ? file.moves : file.variations[line - 1].moves) = std::move(moves);
  }
}

PlayedTree played_tree(ServedGame& game, const GameTree& tree) {
  struct Step {
    int from;              ///< in the given tree; -1: before the first move
    int to;                ///< the same in the new one
    std::size_t next = 0;  ///< of the moves after it
  };
  const std::vector<std::vector<int>> after = followers(tree.moves);
  PlayedTree played{{tree.comment, {}}, {}};
  std::vector<TreeMove>& moves = played.tree.moves;
  std::vector<std::vector<int>> fresh(1);  // the moves after each one of the new tree
  std::vector<Step> path = {{-1, -1}};
  while (!path.empty()) {
    Step& step = path.back();
    const std::vector<int>& next = after[static_cast<std::size_t>(step.from + 1)];
    if (step.next == next.size()) {
      if (step.from >= 0) game.take_back();
      path.pop_back();
      continue;
    }
    const int from = next[step.next++];
    const TreeMove& given = tree.moves[static_cast<std::size_t>(from)];
    std::string text;
    try {
      text = game.play(given.move);
    } catch (const UserError& error) {
      if (played.problem.empty()) {
        played.problem = fmt::format("ply {}: {}", path.size(), error.what());
      }
      continue;
    }
    std::vector<int>& siblings = fresh[static_cast<std::size_t>(step.to + 1)];
    const auto same = std::ranges::find_if(
        siblings, [&](int place) { return moves[static_cast<std::size_t>(place)].move == text; });
    int to = static_cast<int>(moves.size());
    if (same != siblings.end()) {
      to = *same;
      TreeMove& old = moves[static_cast<std::size_t>(to)];
      join(old.comment, given.comment);
      join(old.before, given.before);
    } else {
      siblings.push_back(to);
      moves.push_back({std::move(text), step.to, given.comment, given.before, given.glyphs});
      fresh.emplace_back();
    }
    path.push_back({from, to});
  }
  return played;
}

GameTree tree_field(const Json& request) {
  GameTree tree{text_or_empty(request, "comment"), {}};
  const auto given = request.find("tree");
  if (given == request.end() || given->is_null()) {
    const std::vector<std::string> moves = texts_field(request, "moves", kMaxWords);
    const std::vector<std::string> comments = texts_field(request, "comments", kMaxWords);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      tree.moves.push_back(
          {moves[i], static_cast<int>(i) - 1, i < comments.size() ? comments[i] : std::string()});
    }
    return tree;
  }
  if (!given->is_array()) throw UserError("'tree' must be a list of objects");
  if (given->size() > kMaxWords) {
    throw UserError(
        fmt::format("'tree' has {} entries; at most {} are taken", given->size(), kMaxWords));
  }
  for (const Json& entry : *given) {
    tree.moves.push_back(tree_move(entry, static_cast<int>(tree.moves.size())));
  }
  return tree;
}

Json tree_json(const GameTree& tree) {
  Json list = Json::array();
  for (const TreeMove& each : tree.moves) {
    list.push_back({{"move", each.move},
                    {"parent", each.parent},
                    {"comment", each.comment},
                    {"before", each.before},
                    {"glyphs", each.glyphs}});
  }
  return list;
}

}  // namespace tavlab::serve
