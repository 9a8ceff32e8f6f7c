#include "experiments/report/boards_section.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/picture.h"
#include "core/ruleset/names.h"
#include "core/words.h"
#include "experiments/report/board_svg.h"
#include "experiments/report/pictures.h"
#include "experiments/report/web.h"
#include "experiments/store/stored_rules.h"

namespace tavlab {
namespace {

/// A start position and the rule sets that have it.
struct Start {
  std::optional<Picture> picture;
  std::string position;
  std::vector<std::string> names;   ///< of rule sets; variants have that of their parent
  std::vector<std::string> groups;  ///< what the experiment calls them
};

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

std::vector<Start> distinct_starts(const Summary& summary) {
  std::vector<Start> all;
  std::map<std::string, std::size_t> by_rules;  // hash, index
  for (const CellSummary& each : summary.cells) {
    const StoredCell& cell = each.cell;
    const auto [known, is_new] = by_rules.try_emplace(cell.rules_hash, 0);
    if (is_new) {
      const std::optional<RuleSet> rules = stored_rules(cell);
      Start start{rules ? start_picture(*rules) : std::nullopt, cell.game.position, {}, {}};
      const auto found = std::ranges::find_if(all, [&](const Start& other) {
        return start.picture ? other.picture == start.picture
                             : !other.picture && other.position == start.position;
      });
      known->second = static_cast<std::size_t>(found - all.begin());
      if (found == all.end()) all.push_back(std::move(start));
    }
    add_once(all[known->second].names, base_id(cell.rules_id));
    add_once(all[known->second].groups, cell.group);
  }
  // Variants of one rule set with different starts are told apart by what the experiment calls
  // them.
  std::map<std::string, int> starts;
  for (const Start& start : all) {
    for (const std::string& name : start.names) ++starts[name];
  }
  for (Start& start : all) {
    const bool shared =
        std::ranges::any_of(start.names, [&](const auto& name) { return starts[name] > 1; });
    if (shared) start.names = start.groups;
  }
  return all;
}

/// A kind of piece; of both players if they differ only in colour.
struct Kind {
  const PieceLook* look;
  std::vector<Side> owners;
};

std::vector<Kind> kinds_of(const Picture& picture) {
  std::vector<Kind> kinds;
  for (const PieceLook& look : picture.looks) {
    const auto found = std::ranges::find_if(kinds, [&](const Kind& kind) {
      return kind.look->name == look.name && kind.look->letters == look.letters &&
             kind.look->emblem == look.emblem;
    });
    if (found == kinds.end()) {
      kinds.push_back({&look, {look.owner}});
    } else {
      found->owners.push_back(look.owner);
    }
  }
  return kinds;
}

Fields legend(const Picture& picture) {
  std::vector<Fields> entries;
  for (const Kind& kind : kinds_of(picture)) {
    std::vector<Fields> glyphs;
    for (const Side owner : kind.owners) {
      const Svg shapes = piece_shapes(*kind.look, owner == picture.light);
      glyphs.push_back({{"glyph", Markup(one_square_svg(shapes, picture.player(owner)))}});
    }
    entries.push_back({{"glyphs", std::move(glyphs)}, {"meaning", kind.look->name}});
  }
  for (const SquareMark& mark : picture.marks) {
    Svg shapes = square_shapes();
    shapes.place(0, 0, 1, mark_shapes(mark));
    std::vector<Fields> glyph(1);
    glyph[0].set("glyph", Markup(one_square_svg(shapes, "square")));
    entries.push_back({{"glyphs", std::move(glyph)}, {"meaning", mark.meaning}});
  }
  std::string remarks = fmt::format("Light pieces: {}; dark: {}.", picture.player(picture.light),
                                    picture.player(other(picture.light)));
  if (picture.stacks != Picture::Stacks::none) {
    remarks += fmt::format(
        " Stacked pieces overlap; of a tall stack only the top {} are drawn. The number on a stack "
        "is its height.",
        StackPlan::most);
  }
  return {{"entries", std::move(entries)}, {"remarks", remarks}};
}

/// Whether two pictures have the same legend.
bool same_legend(const Picture& one, const Picture& other) {
  return one.looks == other.looks && one.marks == other.marks && one.players == other.players &&
         one.light == other.light && one.stacks == other.stacks;
}

}  // namespace

Markup boards_section(const Summary& summary) {
  const std::vector<Start> all = distinct_starts(summary);
  std::vector<Fields> boards, legends;
  std::vector<const Picture*> explained;
  for (const Start& start : all) {
    const std::string names = fmt::format("{}", fmt::join(start.names, ", "));
    if (!start.picture) {
      boards.push_back(
          {{"board", Markup()}, {"position", start.position}, {"beside", ""}, {"names", names}});
      continue;
    }
    const Picture& picture = *start.picture;
    boards.push_back({{"board", Markup(board_svg(picture, "Start position of " + names))},
                      {"position", ""},
                      {"beside", board_notes(picture)},
                      {"names", names}});
    if (std::ranges::any_of(explained,
                            [&](const Picture* other) { return same_legend(*other, picture); })) {
      continue;
    }
    explained.push_back(&picture);
    legends.push_back(legend(picture));
  }
  return filled("boards.html", {{"legends", std::move(legends)}, {"boards", std::move(boards)}});
}

}  // namespace tavlab
