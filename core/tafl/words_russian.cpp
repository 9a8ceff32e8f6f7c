#include "core/tafl/words_russian.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/russian.h"
#include "core/subscript.h"
#include "core/tafl/words_russian_writer.h"

namespace tavlab::tafl {
namespace words_detail {

RussianWriter::RussianWriter(const Parameters& parameters) : RulesWriter(parameters) {
  for (const SpecialCells& cells : special_cells()) {
    switch (cells.cell_class) {
      case CellClass::plain:
        break;
      case CellClass::throne:
        areas_.push_back({cells, "трон", "трон", "трона", "троном", "на троне", "на трон"});
        break;
      case CellClass::corner:
        if (forts()) {
          areas_.push_back({cells, "форт", "форты", "форта", "фортом", "в форте", "в форт"});
        } else {
          areas_.push_back({cells, "угол", "углы", "угла", "углом", "в углу", "в угол"});
        }
        break;
      case CellClass::attacker_camp:
        areas_.push_back({cells, "лагерь нападающих", "лагеря нападающих", "лагеря нападающих",
                          "лагерем нападающих", "в лагере нападающих", "в лагерь нападающих"});
        break;
      case CellClass::defender_camp:
        areas_.push_back({cells, "лагерь защитников", "лагеря защитников", "лагеря защитников",
                          "лагерем защитников", "в лагере защитников", "в лагерь защитников"});
        break;
    }
  }
}

/// "король", "нападающие и король": the kinds of the mask that are present; empty if none is.
std::string RussianWriter::kinds(std::uint8_t mask) const {
  mask &= present_;
  Texts names;
  const auto side = [&](Kind ordinary, Kind leader, const char* pieces, const char* leaders) {
    const bool without = has(present_, at(leader)) && !has(mask, at(leader));
    if (has(mask, at(ordinary))) names.push_back((without ? "рядовые " : "") + std::string(pieces));
    if (has(mask, at(leader))) names.emplace_back(leaders);
  };
  side(Kind::attacker, Kind::commander, "нападающие", "предводители");
  side(Kind::defender, Kind::knight, "защитники", "рыцари");
  if (has(mask, at(Kind::king))) names.emplace_back("король");
  return enumeration(names, "и");
}

std::string_view RussianWriter::may(std::uint8_t mask) const {
  return (mask & present_) == bit(Kind::king) ? "может" : "могут";
}

const RussianArea& RussianWriter::corners() const {
  return *std::ranges::find(areas_, CellClass::corner, &RussianArea::cell_class);
}

std::string RussianWriter::escape_of() const {
  switch (p_.escape) {
    case Escape::corners:
      return std::string(corners().of);
    case Escape::edge:
      return "края доски";
    case Escape::edge_without_camps:
      return std::string("края доски вне лагерей") + (has_camps() ? "" : " (их нет)");
  }
  return {};
}

std::string RussianWriter::escape_to() const {
  switch (p_.escape) {
    case Escape::corners:
      return std::string(corners().into);
    case Escape::edge:
      return "к краю доски";
    case Escape::edge_without_camps:
      return std::string("к краю доски вне лагерей") + (has_camps() ? "" : " (их нет)");
  }
  return {};
}

void RussianWriter::board() {
  chapter("Доска и фигуры");
  say("Доска состоит из {0} × {0} полей.", p_.size);
  for (const RussianArea& area : areas_) {
    if (area.cell_class == CellClass::throne || area.cell_class == CellClass::corner) {
      const Texts cells = in_order(*area.cells);
      say("{}: {}.", cells.size() == 1 ? area.one : area.many, enumeration(cells, "и"));
      continue;
    }
    Texts camps;
    for (const Texts& region : regions(area)) camps.push_back(join(region));
    say("{}, каждый из связанных между собой полей: {}.", area.many, join(camps, "; "));
  }
  Texts attackers, defenders;
  const auto add = [&](Texts& side, char letter, const russian::Noun& noun) {
    if (count(letter) > 0) side.push_back(russian::counted(count(letter), noun));
  };
  add(attackers, 'a', {"нападающий", "нападающих", "нападающих"});
  add(attackers, 'c', {"предводитель", "предводителя", "предводителей"});
  add(defenders, 'd', {"защитник", "защитника", "защитников"});
  add(defenders, 'n', {"рыцарь", "рыцаря", "рыцарей"});
  defenders.emplace_back("король");
  say("У одного игрока {}, у другого {}.", enumeration(attackers, "и"),
      enumeration(defenders, "и"));
  say("Начальная расстановка показана на доске; ряды сверху вниз: {}.", start_text());
  say("Первыми ходят {}, затем стороны ходят по очереди.",
      p_.first == Side::first ? "нападающие" : "защитники");
}

void RussianWriter::moves() {
  chapter("Ходы");
  const auto distance = [](int range) -> std::string {
    constexpr russian::Noun square = {"поле", "поля", "полей", russian::Gender::neuter};
    if (range == 0) return "на любое число полей";
    if (range == 1) return "на одно поле";
    return "не дальше чем на " + russian::counted(range, square);
  };
  const auto all = ranges();
  if (all.size() == 1) {
    say("Фигура ходит по горизонтали или вертикали {}.", distance(all.front().first));
  } else {
    Texts parts;
    for (const auto& [range, mask] : all) {
      parts.push_back(fmt::format("{} — {}", kinds(mask), distance(range)));
    }
    say("Фигуры ходят по горизонтали или вертикали: {}.", join(parts, "; "));
  }
  say("Фигуры не перепрыгивают через другие и не занимают одно поле вдвоём.");
  for (const RussianArea& area : areas_) entry(area);
}

/// Who may stop on the area's squares, move within them, and pass over them.
void RussianWriter::entry(const RussianArea& area) {
  const ClassRules& c = rules(area);
  const std::uint8_t enter = c.stop & c.reenter & present_;
  const std::uint8_t start = starting_in(area) & present_;
  const bool lone = disconnected(area);
  const std::string_view outside = lone ? "" : " извне";
  if (enter == present_) {
    say("Встать {} может любая фигура.", area.into);
  } else if (enter == 0) {
    say("Встать {}{} не может ни одна фигура.", area.into, outside);
  } else {
    say("Встать {}{} {} только {}.", area.into, outside, may(enter), kinds(enter));
  }
  if (const std::uint8_t leave = start & ~enter; leave == bit(Kind::king)) {
    say("Король не может вернуться {}, если покинул его.", area.into);
  } else if (leave != 0) {
    say("{}, которые в начале игры стоят {}, не могут вернуться туда, если вышли.", kinds(leave),
        area.in);
  }
  if (const std::uint8_t within = c.stop & ~enter & present_; !lone && within != 0) {
    say("{} {} переходить с поля на поле внутри {}.", kinds(within), may(within), area.of);
  }
  const std::uint8_t pass = c.pass & present_;
  if (behind_nothing(area)) return;
  if (pass == present_) {
    say("Через {} может пройти любая фигура, пока он пуст.", area.one);
  } else if (pass == 0) {
    say("Через {} не может пройти ни одна фигура, даже пока он пуст.", area.one);
  } else {
    say("Через {}, пока он пуст, {} пройти только {}.", area.one, may(pass), kinds(pass));
  }
}

void RussianWriter::name_pieces() {
  const std::pair<Kind, Term> all[] = {{Kind::attacker, {"a", "нападающий"}},
                                       {Kind::commander, {"c", "предводитель нападающих"}},
                                       {Kind::defender, {"d", "защитник"}},
                                       {Kind::knight, {"n", "рыцарь, предводитель защитников"}},
                                       {Kind::king, {"k", "король, фигура на стороне защитников"}}};
  for (const auto& [kind, term] : all) {
    if (has(present_, at(kind))) words_.pieces.push_back(term);
  }
}

Words RussianWriter::words() {
  if (can_capture_king()) {
    words_.summary = fmt::format(
        "Нападающие стараются взять короля; защитники стараются провести его {}.", escape_to());
  } else {
    words_.summary = fmt::format(
        "Нападающие не могут взять короля и стараются его не выпустить; защитники стараются "
        "провести его {}.",
        escape_to());
  }
  words_.sides = {Term{"нападающие", can_capture_king() ? "взять короля" : "не выпустить короля"},
                  Term{"защитники", "провести короля " + escape_to()}};
  name_pieces();
  board();
  moves();
  captures();
  king();
  ends();
  repetition();
  if (p_.dice != Dice::none) dice();
  name_endings();
  return finished();
}

}  // namespace words_detail

Words words_in_russian(const Parameters& parameters) {
  return words_detail::RussianWriter(parameters).words();
}

}  // namespace tavlab::tafl
