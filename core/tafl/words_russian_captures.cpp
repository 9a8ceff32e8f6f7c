// Russian sentences on captures, including the king's.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/tafl/words_russian_writer.h"

namespace tavlab::tafl::words_detail {
namespace {

/// The victims of the mask, named by `names`: attackers, defenders, king, all pieces.
std::string victims_in(std::uint8_t mask, const std::array<std::string_view, 4>& names) {
  if (mask == (1U << kVictims) - 1) return std::string(names[kVictims]);
  Texts some;
  for (std::size_t i = 0; i < kVictims; ++i) {
    if (has(mask, i)) some.emplace_back(names[i]);
  }
  return enumeration(some, "и");
}

}  // namespace

void RussianWriter::captures() {
  chapter("Взятие");
  say("Любая фигура, кроме короля, считается взятой, когда противник встаёт на соседнее с ней поле "
      "по "
      "горизонтали или вертикали, а с противоположной стороны от неё находится ещё одна фигура "
      "противника{}.",
      hostile_to(bit(Victim::attackers) | bit(Victim::defenders)) ? " или враждебное ей поле" : "");
  say("Берёт только та сторона, которая ходит: вставать между двумя фигурами противника безопасно. "
      "Одним ходом можно взять несколько фигур.");
  for (const RussianArea& area : areas_) hostility(area);
  for (const RussianArea& area : areas_) {
    if (rules(area).shelter == 0) continue;
    say("{} нельзя взять {}.",
        victims_in(rules(area).shelter, {"нападающих", "защитников", "короля", "ни одну фигуру"}),
        area.in);
  }
  switch (p_.king_armed) {
    case KingArms::full:
      say("Король участвует во взятиях наравне с защитниками.");
      break;
    case KingArms::hammer:
      say("Король берёт своим ходом, но не помогает брать, стоя с противоположной стороны.");
      break;
    case KingArms::anvil:
      say("Король помогает брать, стоя с противоположной стороны, но своим ходом не берёт.");
      break;
    case KingArms::none:
      say("Король не участвует во взятиях.");
      break;
  }
  if (p_.capture_optional) {
    say("Ходящий может отказаться от взятия, отдельно для каждой фигуры; упущенное взятие нельзя "
        "совершить позже. От взятия короля отказаться нельзя.");
  }
  if (p_.linnaean && !p_.throne.empty()) {
    say("Король на троне, к которому нападающие подошли с трёх сторон, враждебен защитнику, "
        "стоящему с четвёртой: нападающий, вставший по другую сторону от этого защитника, берёт "
        "его.");
  }
  if (p_.shieldwall != Shieldwall::none) shieldwall();
}

void RussianWriter::hostility(const RussianArea& area) {
  constexpr std::array<std::string_view, 4> kToVictims = {"нападающим", "защитникам", "королю",
                                                          "всем фигурам"};
  const ClassRules& c = rules(area);
  const std::uint8_t empty = c.hostile_when_empty & ~c.hostile_always;
  const std::string_view inside =
      disconnected(area) ? "" : "; к фигурам внутри него это не относится";
  if (c.hostile_always != 0) {
    say("{} враждебен {} независимо от того, занят он или пуст{}.", area.one,
        victims_in(c.hostile_always, kToVictims), inside);
  }
  if (empty != 0) {
    say("{} враждебен {}, пока он пуст{}.", area.one, victims_in(empty, kToVictims), inside);
  }
}

void RussianWriter::shieldwall() {
  say("Стена щитов: две или больше фигур одной стороны, стоящие в ряд на краю доски, берутся все "
      "вместе, если перед каждой из них стоит фигура противника, а оба конца ряда закрыты на краю "
      "фигурами противника{}.",
      p_.shieldwall == Shieldwall::corner_closes ? " или враждебным им углом" : "");
  if (p_.shieldwall_flank_move) {
    say("Берущий ход должен закрыть один из концов ряда; ход на поле перед рядом не берёт.");
  } else {
    say("Берёт любой ход, который завершает построение, — и на конец ряда, и на поле перед ним.");
  }
  say("Король в таком ряду {}.", p_.shieldwall_king_immune ? "остаётся на доске" : "тоже берётся");
}

std::string RussianWriter::place_name(KingPlace place) const {
  switch (place) {
    case KingPlace::throne:
      return "на троне";
    case KingPlace::beside_corner:
      return fmt::format("рядом с {}", corners().with);
    case KingPlace::beside_throne:
      return "рядом с троном";
    case KingPlace::edge:
      return "на краю доски";
    case KingPlace::elsewhere:
      break;
  }
  return "в других местах";
}

/// How the king is captured, by place.
void RussianWriter::king_places() {
  const bool any_hostile = hostile_to(bit(Victim::king));
  const std::string at_edge = surrounded_at_edge() ? " (на краю доски их три)" : "";
  bool explained[2] = {false, false};
  const auto how = [&](KingCapture mode, std::string_view king) -> std::string {
    switch (mode) {
      case KingCapture::surround:
        if (std::exchange(explained[0], true)) {
          return fmt::format("{} можно взять, только окружив", king);
        }
        return fmt::format(
            "{} можно взять, только окружив: каждое соседнее с ним поле{} должно быть занято "
            "нападающим{}",
            king, at_edge, any_hostile ? " или враждебно королю" : "");
      case KingCapture::custodial:
        if (std::exchange(explained[1], true)) {
          return fmt::format("{} берут так же, как другие фигуры", king);
        }
        return fmt::format("{} берут так же, как другие фигуры, — между двумя нападающими{}", king,
                           any_hostile ? " или между нападающим и враждебным королю полем" : "");
      case KingCapture::inherit:
      case KingCapture::never:
        break;
    }
    return fmt::format("{} взять нельзя", king);
  };
  const std::vector<KingPlaces> all = king_captures();
  if (all.size() == 1) {
    say("Где бы ни стоял король, {}.", how(all.front().capture, "его"));
    return;
  }
  for (const KingPlaces& each : all) {
    Texts where;
    for (const KingPlace place : each.places) where.push_back(place_name(place));
    say("{} {}.", enumeration(where, "и"),
        how(each.capture, &each == &all.front() ? "короля" : "его"));
  }
  if (all.size() > 2) say("Где два из этих мест совпадают, действует названное первым.");
}

void RussianWriter::king() {
  chapter("Король");
  king_places();
  if (has(present_, at(Kind::commander)) && p_.leaders != LeaderCapture::off) {
    const std::string_view more =
        p_.leaders == LeaderCapture::leader_and_corner
            ? ", а также предводитель, который только что сделал ход, и враждебный королю угол"
        : p_.leaders == LeaderCapture::leader_and_any
            ? ", а также предводитель и любой другой нападающий или враждебное королю поле"
            : "";
    say("Его берут в любом месте два предводителя с противоположных сторон{}.", more);
  }
  if (p_.king_capture_delayed && can_capture_king()) {
    say("Взятие приносит победу, только если ответный ход защитников не освобождает короля: он "
        "остаётся на доске, и нападающие выигрывают, если после следующего хода защитников он не "
        "сдвинулся с места и всё ещё зажат.");
  }
}

}  // namespace tavlab::tafl::words_detail
