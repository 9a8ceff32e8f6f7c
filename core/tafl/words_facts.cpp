#include "core/tafl/words_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <tuple>

#include "core/rank_text.h"
#include "core/subscript.h"
#include "core/tafl/rules.h"

namespace tavlab::tafl::words_detail {
namespace {

constexpr std::string_view kKindLetters = "adkcn";

bool at_board_corner(const std::string& name, int size) {
  const int cell = parse_cell(name, size), last = size - 1;
  const int column = cell % size, row = cell / size;
  return (column == 0 || column == last) && (row == 0 || row == last);
}

}  // namespace

std::string join(const Texts& texts, std::string_view between) {
  return fmt::format("{}", fmt::join(texts, between));
}

Texts in_order(Texts cells) {
  std::ranges::sort(cells, {}, [](const std::string& name) {
    return std::tuple(name.front(), name.size(), name);
  });
  return cells;
}

RulesWriter::RulesWriter(const Parameters& parameters) : p_(parameters) {
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    if (count(kKindLetters[kind]) > 0) present_ |= static_cast<std::uint8_t>(1U << kind);
  }
}

std::vector<SpecialCells> RulesWriter::special_cells() const {
  std::vector<SpecialCells> areas;
  for (const SpecialCells& area :
       {SpecialCells{CellClass::throne, &p_.throne}, SpecialCells{CellClass::corner, &p_.corners},
        SpecialCells{CellClass::attacker_camp, &p_.attacker_camps},
        SpecialCells{CellClass::defender_camp, &p_.defender_camps}}) {
    if (!area.cells->empty()) areas.push_back(area);
  }
  return areas;
}

bool RulesWriter::has_camps() const {
  return !p_.attacker_camps.empty() || !p_.defender_camps.empty();
}

bool RulesWriter::forts() const {
  return std::ranges::any_of(
      p_.corners, [&](const std::string& name) { return !at_board_corner(name, p_.size); });
}

int RulesWriter::count(char letter) const {
  std::ptrdiff_t sum = 0;
  for (const std::string& row : p_.rows) sum += std::ranges::count(row, letter);
  return static_cast<int>(sum);
}

std::uint8_t RulesWriter::starting_in(const SpecialCells& area) const {
  std::uint8_t mask = 0;
  for (const std::string& name : *area.cells) {
    const int cell = parse_cell(name, p_.size);
    const char letter = p_.rows[at(p_.size - 1 - cell / p_.size)][at(cell % p_.size)];
    if (const std::size_t kind = kKindLetters.find(letter); kind != std::string_view::npos) {
      mask |= static_cast<std::uint8_t>(1U << kind);
    }
  }
  return mask;
}

std::vector<Texts> RulesWriter::regions(const SpecialCells& area) const {
  std::vector<Texts> all;
  Texts left = *area.cells;
  const auto adjacent = [&](const std::string& a, const std::string& b) {
    const int x = parse_cell(a, p_.size), y = parse_cell(b, p_.size);
    return std::abs(x % p_.size - y % p_.size) + std::abs(x / p_.size - y / p_.size) == 1;
  };
  while (!left.empty()) {
    Texts region = {left.front()};
    left.erase(left.begin());
    for (std::size_t i = 0; i < region.size(); ++i) {
      for (std::size_t j = 0; j < left.size();) {
        if (adjacent(region[i], left[j])) {
          region.push_back(left[j]);
          left.erase(left.begin() + static_cast<std::ptrdiff_t>(j));
        } else {
          ++j;
        }
      }
    }
    all.push_back(in_order(std::move(region)));
  }
  std::ranges::sort(all);
  return all;
}

bool RulesWriter::disconnected(const SpecialCells& area) const {
  return std::ranges::all_of(regions(area), [](const Texts& r) { return r.size() == 1; });
}

bool RulesWriter::behind_nothing(const SpecialCells& area) const {
  return std::ranges::all_of(
      *area.cells, [&](const std::string& name) { return at_board_corner(name, p_.size); });
}

bool RulesWriter::hostile_to(std::uint8_t victims) const {
  return std::ranges::any_of(special_cells(), [&](const SpecialCells& area) {
    return ((rules(area).hostile_always | rules(area).hostile_when_empty) & victims) != 0;
  });
}

std::string RulesWriter::start_text() const {
  Texts rows;
  for (const std::string& row : p_.rows) {
    rows.push_back(rank_text(static_cast<int>(row.size()), [&](int column) {
      const char c = row[at(column)];
      return c == '.' || c == 'x' ? std::string() : std::string(1, c);
    }));
  }
  return join(rows, "/");
}

std::vector<std::pair<int, std::uint8_t>> RulesWriter::ranges() const {
  std::vector<std::pair<int, std::uint8_t>> all;
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    if (!has(present_, kind)) continue;
    const auto known = std::ranges::find(all, p_.range[kind], &std::pair<int, std::uint8_t>::first);
    const auto mask = static_cast<std::uint8_t>(1U << kind);
    if (known == all.end()) {
      all.emplace_back(p_.range[kind], mask);
    } else {
      known->second |= mask;
    }
  }
  return all;
}

std::vector<KingPlaces> RulesWriter::king_captures() const {
  using Place = KingPlace;
  if (p_.king_weak) return {{{Place::elsewhere}, KingCapture::custodial}};
  std::vector<KingPlaces> all;
  const auto add = [&](Place place, KingCapture capture) {
    if (all.empty() || all.back().capture != capture) all.push_back({{}, capture});
    all.back().places.push_back(place);
  };
  if (!p_.throne.empty()) add(Place::throne, p_.king_on_throne);
  if (!p_.corners.empty() && p_.king_beside_corner != KingCapture::inherit) {
    add(Place::beside_corner, p_.king_beside_corner);
  }
  if (!p_.throne.empty()) add(Place::beside_throne, p_.king_beside_throne);
  add(Place::edge, p_.king_on_edge);
  add(Place::elsewhere, p_.king_elsewhere);
  all.back().places = {Place::elsewhere};
  return all;
}

bool RulesWriter::surrounded_at_edge() const {
  return !p_.king_weak && (p_.king_on_edge == KingCapture::surround ||
                           (!p_.corners.empty() && p_.king_beside_corner == KingCapture::surround));
}

bool RulesWriter::can_capture_king() const {
  const auto takes = [](KingCapture mode) {
    return mode == KingCapture::surround || mode == KingCapture::custodial;
  };
  return p_.king_weak || takes(p_.king_elsewhere) || takes(p_.king_on_edge) ||
         (!p_.throne.empty() && (takes(p_.king_on_throne) || takes(p_.king_beside_throne))) ||
         (!p_.corners.empty() && takes(p_.king_beside_corner)) ||
         (p_.leaders != LeaderCapture::off && has(present_, at(Kind::commander))) ||
         (p_.shieldwall != Shieldwall::none && !p_.shieldwall_king_immune);
}

bool RulesWriter::repetition_ends() const {
  using Verdict = RepetitionRule::Verdict;
  const Verdict verdict = p_.repetition.verdict;
  return verdict == Verdict::draw || verdict == Verdict::mover_loses ||
         verdict == Verdict::first_wins;
}

}  // namespace tavlab::tafl::words_detail
