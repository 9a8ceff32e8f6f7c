// Sentences on captures, including the king's.
#include <algorithm>
#include <utility>

#include "core/tafl/words_writer.h"

namespace tavlab::tafl::words_detail {

void Writer::captures() {
  chapter("Captures");
  say("A piece other than the king is captured when an enemy moves next to it, in a row or column, "
      "and another enemy{} is on the opposite side.",
      hostile_to(bit(Victim::attackers) | bit(Victim::defenders))
          ? " or a square that is hostile to it"
          : "");
  say("Only the moving side captures: moving between two enemies is safe. One move may capture "
      "several pieces.");
  for (const Area& area : areas_) hostility(area);
  for (const Area& area : areas_) {
    if (rules(area).shelter != 0) {
      say("{} cannot be captured in {}.", victims(rules(area).shelter), area.one);
    }
  }
  switch (p_.king_armed) {
    case KingArms::full:
      say("The king takes part in captures like any defender.");
      break;
    case KingArms::hammer:
      say("The king captures by moving, but does not help to capture as the piece on the other "
          "side.");
      break;
    case KingArms::anvil:
      say("The king helps to capture as the piece on the other side, but does not capture by "
          "moving.");
      break;
    case KingArms::none:
      say("The king takes no part in captures.");
      break;
  }
  if (p_.capture_optional) {
    say("The mover may decline captures, piece by piece; a declined capture cannot be made later. "
        "The capture of the king cannot be declined.");
  }
  if (p_.linnaean && !p_.throne.empty()) {
    say("A king on the throne with attackers on three sides is hostile to the defender on the "
        "fourth: an attacker who moves to the far side of that defender captures him.");
  }
  if (p_.shieldwall != Shieldwall::none) shieldwall();
}

void Writer::hostility(const Area& area) {
  const ClassRules& c = rules(area);
  const std::uint8_t empty = c.hostile_when_empty & ~c.hostile_always;
  const std::string_view inside = disconnected(area) ? "" : ", but not to pieces in it";
  // A sentence for each parameter, so that what is assumed can be marked.
  if (c.hostile_always != 0) {
    say("{} is hostile to {} whether it is empty or not{}.", area.one, victims(c.hostile_always),
        inside);
  }
  if (empty != 0) {
    say("{} is hostile to {} while it is empty{}.", area.one, victims(empty), inside);
  }
}

void Writer::shieldwall() {
  say("Shieldwall: two or more pieces of one side in a row on an edge are captured together when "
      "each has an enemy in front and both ends of the row are closed by enemies on the edge{}.",
      p_.shieldwall == Shieldwall::corner_closes ? ", or by a corner that is hostile to them" : "");
  if (p_.shieldwall_flank_move) {
    say("The capturing move must close one of the ends; a move in front of the row does not "
        "capture.");
  } else {
    say("Any move that completes the formation captures, at an end or in front.");
  }
  say("A king in such a row {}.", p_.shieldwall_king_immune ? "stays" : "is captured, too");
}

std::string Writer::place_name(KingPlace place) const {
  switch (place) {
    case KingPlace::throne:
      return "on the throne";
    case KingPlace::beside_corner:
      return "next to " + std::ranges::find(areas_, CellClass::corner, &Area::cell_class)->one;
    case KingPlace::beside_throne:
      return "next to the throne";
    case KingPlace::edge:
      return "on the edge";
    case KingPlace::elsewhere:
      break;
  }
  return "elsewhere";
}

/// How the king is captured, by place.
void Writer::king_places() {
  const bool any_hostile = hostile_to(bit(Victim::king));
  const std::string hostile = any_hostile ? " or is hostile to him" : "";
  const std::string hostile_across =
      any_hostile ? " or an attacker and a square that is hostile to him" : "";
  const std::string at_edge = surrounded_at_edge() ? " (three on the edge of the board)" : "";
  bool explained[2] = {false, false};
  const auto how = [&](KingCapture mode) -> std::string {
    switch (mode) {
      case KingCapture::surround:
        if (std::exchange(explained[0], true)) return "is captured only by surrounding him";
        return fmt::format(
            "is captured only by surrounding him: every square next to him{} holds an attacker{}",
            at_edge, hostile);
      case KingCapture::custodial:
        return std::exchange(explained[1], true)
                   ? "is captured like other pieces"
                   : "is captured like other pieces, between two attackers" + hostile_across;
      case KingCapture::inherit:
      case KingCapture::never:
        break;
    }
    return "cannot be captured";
  };
  const std::vector<KingPlaces> all = king_captures();
  if (all.size() == 1) {
    say("Wherever the king stands, he {}.", how(all.front().capture));
    return;
  }
  for (const KingPlaces& each : all) {
    Texts where;
    for (const KingPlace place : each.places) where.push_back(place_name(place));
    say("{} {} {}.", enumeration(where, "or"), &each == &all.front() ? "the king" : "he",
        how(each.capture));
  }
  if (all.size() > 2) say("Where two of these places coincide, the one named first counts.");
}

void Writer::king() {
  chapter("The king");
  king_places();
  if (has(present_, at(Kind::commander)) && p_.leaders != LeaderCapture::off) {
    const std::string more = p_.leaders == LeaderCapture::leader_and_corner
                                 ? ", or one that has just moved and a corner hostile to him"
                             : p_.leaders == LeaderCapture::leader_and_any
                                 ? ", or one and any other attacker or square hostile to him"
                                 : std::string();
    say("Two commanders on opposite sides capture him anywhere{}.", more);
  }
  if (p_.king_capture_delayed && can_capture_king()) {
    say("The capture wins only if the defenders' reply does not free him: he stays on the board, "
        "and the attackers win if after the defenders' next move he has not moved and is still "
        "held.");
  }
}

}  // namespace tavlab::tafl::words_detail
