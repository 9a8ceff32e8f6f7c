#include "core/draughts/words_russian.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/draughts/words_facts.h"
#include "core/russian.h"
#include "core/subscript.h"

namespace tavlab::draughts {
namespace {

/// The plies of a limit after "после": "15 ходов каждого игрока подряд".
std::string after_in_a_row(int plies) {
  if (plies % 2 != 0) {
    return fmt::format("{} подряд, считая ходы обоих игроков,",
                       russian::counted_genitive(plies, russian::kMove));
  }
  return fmt::format("{} каждого игрока подряд",
                     russian::counted_genitive(plies / 2, russian::kMove));
}

/// Writes the sentences in Russian, with a function per chapter.
class RussianWriter : private WordsWriter {
 public:
  explicit RussianWriter(const Rules& rules) : rules_(rules), p_(rules.parameters) {}

  Words words();

 private:
  /// A word for what occupies a square, by whether that is a column or a piece.
  [[nodiscard]] std::string_view thing(std::string_view column, std::string_view piece) const {
    return p_.columns ? column : piece;
  }
  [[nodiscard]] std::string start_pieces(std::string_view letters) const;
  void board();
  void moves();
  void captures();
  void captures_of_kings();
  void whole_captures();
  void choice();
  void crowning();
  void end();
  void few_pieces(std::string_view pieces, int plies);
  void name_endings();

  const Rules& rules_;
  const Parameters& p_;
};

/// "простые шашки на a1 и c1 и дамка на e1", given the letters of man and king.
std::string RussianWriter::start_pieces(std::string_view letters) const {
  std::vector<std::string> kinds;
  for (const bool king : {false, true}) {
    const auto squares = words_detail::start_squares(p_, letters[king ? 1 : 0]);
    if (squares.empty()) continue;
    const bool one = squares.size() == 1;
    const std::string_view name =
        king ? (one ? "дамка" : "дамки") : (one ? "простая шашка" : "простые шашки");
    kinds.push_back(fmt::format("{} на {}", name, enumeration(squares, "и")));
  }
  return enumeration(kinds, "и");
}

void RussianWriter::board() {
  constexpr russian::Noun men = {"простая шашка", "простые шашки", "простых шашек",
                                 russian::Gender::feminine};
  constexpr std::array<std::string_view, 6> rows = {"",
                                                    "ближайшего к нему ряда",
                                                    "двух ближайших к нему рядов",
                                                    "трёх ближайших к нему рядов",
                                                    "четырёх ближайших к нему рядов",
                                                    "пяти ближайших к нему рядов"};
  chapter("Доска и шашки");
  say("Доска состоит из {0} × {0} полей; играют только на полях одного цвета, того же, что a1.",
      p_.size);
  if (p_.rows.empty()) {
    say("У каждого игрока {} — на всех таких полях {}.", russian::counted(p_.most_pieces, men),
        rows[at(p_.men_rows)]);
  } else {
    say("В начале у белых {}.", start_pieces("wW"));
    say("В начале у чёрных {}.", start_pieces("bB"));
  }
  say("Первыми ходят {}.", p_.first == Side::first ? "белые" : "чёрные");
  if (p_.columns) {
    say("Шашки складываются в колонны и никогда не покидают доску. Колонна принадлежит владельцу "
        "верхней шашки и ходит целиком, так, как ходит верхняя шашка. Колонны никогда не делятся, "
        "а шашки внутри них остаются простыми или дамками.");
  }
}

void RussianWriter::moves() {
  chapter("Ходы");
  say("Простая ходит на одно поле по диагонали вперёд, если оно свободно.");
  if (rules_.flying()) {
    say("Дамка ходит по диагонали на любое число свободных полей.");
  } else {
    say("Дамка ходит на одно поле по диагонали в любую сторону, если оно свободно.");
  }
  say("Простая, закончившая ход на последнем ряду, становится дамкой{}.",
      p_.columns ? "; шашки под ней остаются тем, чем были" : "");
}

void RussianWriter::captures() {
  chapter("Взятие");
  say("Простая бьёт, перепрыгивая через соседнюю по диагонали {} противника на свободное поле за "
      "ней; бить можно {}.",
      thing("колонну", "шашку"),
      p_.man_capture == ManCapture::all ? "и вперёд, и назад" : "только вперёд");
  if (!p_.man_captures_king) {
    say("Простая не может бить дамку{}.",
        p_.columns ? ", то есть колонну, наверху которой дамка" : "");
  }
  captures_of_kings();
  if (p_.columns) {
    say("Из побитой колонны берут только верхнюю шашку: она уходит в самый низ бьющей колонны.");
  }
  whole_captures();
  crowning();
  choice();
}

void RussianWriter::captures_of_kings() {
  if (!rules_.flying()) {
    say("Дамка бьёт так же, во все четыре стороны.");
    return;
  }
  say("Дамка бьёт с любого расстояния, перепрыгивая через {} противника, если все поля между ними "
      "и поле сразу за ней свободны.",
      thing("колонну", "шашку"));
  switch (p_.king_landing) {
    case KingLanding::continuing:
      say("Она может остановиться на любом из свободных полей по другую сторону; если с некоторых "
          "из них можно бить дальше, она обязана выбрать одно из таких полей.");
      break;
    case KingLanding::any:
      say("Она может остановиться на любом из свободных полей по другую сторону.");
      break;
    case KingLanding::behind:
      say("Она останавливается на первом же поле по другую сторону.");
      break;
  }
}

void RussianWriter::whole_captures() {
  say("{}, которая может бить дальше, обязана делать это тем же ходом.", thing("Колонна", "Шашка"));
  if (rules_.flying() || p_.columns) {
    if (p_.removal == Removal::at_once) {
      say("Взятые шашки {} сразу, при каждом прыжке.",
          thing("забирают из колонн", "снимают с доски"));
    } else {
      say("Взятые шашки остаются на месте до конца хода: они преграждают путь другим прыжкам, и "
          "второй раз перепрыгнуть через них нельзя.");
    }
  }
  if (!p_.columns || p_.removal != Removal::at_once) return;
  switch (p_.again) {
    case JumpAgain::never:
      say("Через одну и ту же колонну нельзя перепрыгнуть за ход дважды.");
      break;
    case JumpAgain::after_another:
      say("Через одну и ту же колонну можно перепрыгнуть за ход снова, если между этими прыжками "
          "побита другая.");
      break;
    case JumpAgain::yes:
      say("Через одну и ту же колонну можно перепрыгнуть за ход снова, в том числе сразу же, в "
          "обратную сторону.");
      break;
  }
}

void RussianWriter::choice() {
  say("Бить обязательно.");
  if (p_.king_first) say("Простая не может бить, если может бить дамка.");
  switch (p_.choice) {
    case CaptureChoice::free:
      say("Если взятий несколько, можно выбрать любое.");
      break;
    case CaptureChoice::most:
      say("Если взятий несколько, нужно выбрать то, при котором побито больше всего шашек.");
      break;
    case CaptureChoice::most_kings:
      say("Если взятий несколько, нужно выбрать то, при котором побито больше всего шашек, а из "
          "таких — то, при котором побито больше всего дамок.");
      break;
    case CaptureChoice::italian:
      say("Если взятий несколько, нужно выбрать то, при котором побито больше всего шашек; из "
          "таких — взятие дамкой, если оно есть; из них — то, при котором побито больше всего "
          "дамок; из них — то, при котором дамка побита раньше.");
      break;
  }
}

void RussianWriter::crowning() {
  switch (p_.crowning) {
    case Crowning::continues:
      say("Простая, достигшая при взятии последнего ряда, сразу становится дамкой и, если может, "
          "продолжает бить как дамка.");
      break;
    case Crowning::end_of_move:
      say("Простая, достигшая при взятии последнего ряда, продолжает, если может, бить как простая "
          "и становится дамкой, только если ход там заканчивается.");
      break;
    case Crowning::stop:
      say("Простая, достигшая при взятии последнего ряда, становится дамкой, и ход на этом "
          "заканчивается.");
      break;
  }
}

void RussianWriter::few_pieces(std::string_view pieces, int plies) {
  if (plies == 0) return;
  say("Когда на доске осталось {} и у обоих игроков есть дамки, партия заканчивается вничью после "
      "{} без взятий и новых дамок.",
      pieces, after_in_a_row(plies));
}

void RussianWriter::end() {
  chapter("Конец игры");
  say("Игрок, у которого нет допустимых ходов, проигрывает, остались у него шашки или нет.");
  if (p_.kings_only > 0) {
    say("Партия заканчивается вничью после {} одними дамками и без взятий.",
        after_in_a_row(p_.kings_only));
  }
  if (p_.three_kings > 0) {
    say("Когда остались только три дамки или больше против одной, партия заканчивается вничью "
        "после {} без взятий и новых дамок{}.",
        after_in_a_row(p_.three_kings),
        p_.lone_king == LoneKing::main_road
            ? ", как только одинокая дамка стоит на диагонали, идущей от a1"
            : "");
  }
  few_pieces(thing("две или три колонны", "две или три шашки"), p_.pieces_2_3);
  few_pieces(thing("четыре или пять колонн", "четыре или пять шашек"), p_.pieces_4_5);
  few_pieces(thing("шесть или семь колонн", "шесть или семь шашек"), p_.pieces_6_7);
  if (p_.total_plies > 0) {
    say("Партия заканчивается вничью после {}, считая ходы обоих игроков.",
        russian::counted_genitive(p_.total_plies, russian::kMove));
  }
  say("{}", russian::repetition_sentence(p_.repetition, "с той же очередью хода"));
}

void RussianWriter::name_endings() {
  add_ending(true, "нет шашек",
             fmt::format("у игрока, которому ходить, не осталось {}", thing("колонн", "шашек")));
  add_ending(true, "нет ходов", "у игрока, которому ходить, не было допустимых ходов");
  add_ending(p_.kings_only > 0, "одни дамки", "слишком долго ходили одними дамками");
  add_ending(p_.three_kings > 0, "три дамки против одной",
             "три дамки или больше вовремя не поймали одну");
  add_ending(words_detail::limits_few_pieces(p_), "мало шашек",
             "осталось мало шашек, и слишком долго ничего не менялось");
  add_ending(p_.total_plies > 0, "предел длины", "партия длилась слишком долго");
  add_ending(p_.repetition.verdict != RepetitionRule::Verdict::ignored, "повторение",
             "позиция повторялась слишком часто");
}

Words RussianWriter::words() {
  const std::string goal(thing("взять или запереть все колонны противника",
                               "побить или запереть все шашки противника"));
  words_.summary = fmt::format("{} каждый игрок стремится {}.",
                               thing("Шашки, в которых побитые уходят под побившую и образуют с "
                                     "ней колонны;",
                                     "Шашки:"),
                               goal);
  words_.sides = {Term{"белые", goal}, Term{"чёрные", goal}};
  words_.pieces = {
      {"w", "простая белых"}, {"W", "дамка белых"}, {"b", "простая чёрных"}, {"B", "дамка чёрных"}};
  board();
  moves();
  captures();
  end();
  name_endings();
  return finished();
}

}  // namespace

Words words_in_russian(const Rules& rules) { return RussianWriter(rules).words(); }

}  // namespace tavlab::draughts
