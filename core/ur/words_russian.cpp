#include "core/ur/words_russian.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string>
#include <string_view>

#include "core/russian.h"
#include "core/subscript.h"
#include "core/ur/words_facts.h"

namespace tavlab::ur {
namespace {

constexpr russian::Noun kPiece = {"фишка", "фишки", "фишек", russian::Gender::feminine};

/// "двух", "семи": as in "одна из двух" and "не больше двух". There are at most seven pieces.
std::string_view of_pieces(int count) {
  static_assert(kMaxPieces <= 7 && kMaxCapacity <= 7);
  constexpr std::array<std::string_view, 8> words = {"",        "одной", "двух",  "трёх",
                                                     "четырёх", "пяти",  "шести", "семи"};
  return words[at(count)];
}

/// "одну фишку", "две фишки".
std::string accusative(int pieces) {
  return pieces == 1 ? "одну фишку" : russian::counted(pieces, kPiece);
}

/// Writes the sentences in Russian; each chapter is a function.
class RussianWriter : private words_detail::RulesWriter {
 public:
  explicit RussianWriter(const Rules& rules) : RulesWriter(rules) {}

  Words words();

 private:
  [[nodiscard]] std::string goal() const;

  void board();
  [[nodiscard]] std::string_view dice_thrown() const;
  void dice();
  void moves();
  void squares();
  void stacks();
  void turning();
  void again();
  void end();

  /// Names squares of a class: "Розетки — a1, c3 и g1".
  void say_where(SquareClass c, const char* one, const char* many) {
    const auto names = squares_of(c);
    if (names.empty()) return;
    say("{} — {}.", names.size() == 1 ? one : many, enumeration(names, "и"));
  }
};

/// The pieces to be brought home, in the accusative.
std::string RussianWriter::goal() const {
  const int wanted = p_.pieces_to_win;
  const std::string pieces = accusative(wanted);
  if (wanted < p_.pieces) return fmt::format("{} из {}", pieces, of_pieces(p_.pieces));
  if (wanted == 1) return "свою единственную фишку";
  return wanted == 2 ? "обе свои фишки" : "все " + pieces;
}

void RussianWriter::board() {
  chapter("Доска, путь и фишки");
  say("{}", p_.board == Board::standard
                ? "Доска — царская доска из Ура: блок из двенадцати полей и блок из шести, между "
                  "ними мостик из двух."
                : "Доска — блок из двенадцати полей с хвостом из восьми, как у более поздних "
                  "находок, досок игры двадцати полей (асеб).");
  say("Путь белых: {}. Путь чёрных — его зеркальное отражение: ряды 1 и 3 меняются местами.",
      fmt::join(path(), " "));
  say_where(SquareClass::rosette, "Розетка", "Розетки");
  say_where(SquareClass::depot, "Депо", "Депо");
  say_where(SquareClass::shared_depot, "Общее депо", "Общие депо");
  say_where(SquareClass::island, "Островок", "Островки");
  say_where(SquareClass::finish, "Финиш", "Поля финиша");
  say("У каждого игрока {}; в начале {} в руке.", russian::counted(p_.pieces, kPiece),
      p_.pieces == 1 ? "она" : "все они");
}

/// As in words.cpp.
std::string_view RussianWriter::dice_thrown() const {
  switch (p_.dice) {
    case DiceKind::binary4:
      return "Бросают четыре двусторонние кости; выпало столько, сколько из них легло отмеченной "
             "стороной вверх.";
    case DiceKind::binary3:
      return "Бросают три двусторонние кости; выпало столько, сколько из них легло отмеченной "
             "стороной вверх.";
    case DiceKind::binary3_zero4:
      return "Бросают три двусторонние кости; выпало столько, сколько из них легло отмеченной "
             "стороной вверх, а если ни одна — четыре.";
    case DiceKind::parity3:
      return "Бросают три кубика; выпало столько, на скольких из них нечётное число, а если ни на "
             "одном — четыре.";
    case DiceKind::d4:
      return "Бросают одну четырёхгранную кость.";
    case DiceKind::d6:
      return "Бросают один шестигранный кубик.";
    case DiceKind::custom:
      break;
  }
  return {};
}

void RussianWriter::dice() {
  chapter("Кости");
  if (const std::string_view thrown = dice_thrown(); !thrown.empty()) say("{}", thrown);
  say("Броски костей и их вероятности: {}.", fmt::join(chances(), ", "));
  switch (p_.opening) {
    case Opening::one_moves:
      say("Игроки бросают по очереди, пока одному из них не выпадет единица; этот игрок играет "
          "белыми и начинает с хода на эту единицу.");
      break;
    case Opening::free:
    case Opening::one_then_roll:
      say("Начинают белые.");
      break;
  }
}

void RussianWriter::moves() {
  chapter("Ходы");
  say("Ход — это бросок и передвижение одной фишки по её пути ровно на столько полей, сколько "
      "выпало. Из руки фишка входит так, будто она стоит на поле перед первым.");
  say("Игрок выбирает любой из допустимых ходов, но отказаться от хода не может. Если ходов нет{}, "
      "очередь переходит к противнику.",
      can_roll_nothing() ? " или выпал 0" : "");
  say("Фишки проходят над другими. Фишка не может встать на поле, где стоит фишка её стороны{}.",
      has_stacks() ? "; исключение — стопки" : "");
  say("Фишка, вставшая на поле, где стоит фишка противника, бьёт её: побитая возвращается в руку "
      "владельца.");
  if (p_.capture_backward) {
    say("Фишка на доске может также пойти на выпавшее число полей назад, если при этом бьёт.");
  }
  say("{}", p_.exit == Exit::exact
                ? "Фишка выходит с доски броском, который ведёт её ровно на один шаг дальше "
                  "последнего поля пути."
                : "Фишка выходит с доски любым броском, который ведёт её дальше последнего поля "
                  "пути.");
}

void RussianWriter::stacks() {
  if (has(SquareClass::depot)) say("В депо стоит стопка фишек его владельца.");
  if (has(SquareClass::shared_depot)) {
    say("В общем депо стоит стопка фишек одного игрока; пока там есть хоть одна, другой игрок "
        "встать туда не может.");
  }
  if (has(SquareClass::island)) {
    say("На островке стоит стопка фишек обоих игроков; там никого не бьют, и ходить может только "
        "верхняя фишка.");
  }
  if (!has_stacks()) return;
  say("В стопке не больше {} {}.", of_pieces(p_.capacity), p_.capacity == 1 ? "фишки" : "фишек");
  if (has(SquareClass::depot) || has(SquareClass::shared_depot)) {
    say("{}", p_.access == StackAccess::top
                  ? "В депо ходить может только верхняя фишка."
                  : "В депо ходить может любая фишка; порядок остальных не меняется.");
  }
}

void RussianWriter::squares() {
  chapter("Поля");
  if (has(SquareClass::rosette) && p_.rosette_safe) {
    say("Фишку на розетке побить нельзя: противник не может встать на это поле.");
  }
  stacks();
  if (has(SquareClass::finish) && turns() && p_.finish != Finish::normal) {
    say("Перевёрнутую фишку на финише побить нельзя, {}.",
        p_.finish == Finish::immune
            ? "и ни одна фишка не может встать на её поле"
            : "и встать к ней могут только перевёрнутые фишки того же игрока");
  }
}

void RussianWriter::turning() {
  if (!turns()) return;
  chapter("Переворот фишек");
  say("Фишка переворачивается другой стороной вверх, когда переходит на {}-е поле своего пути (у "
      "белых {}); побитая возвращается неперевёрнутой.",
      p_.turned_from, square_of_path(p_.turned_from));
  say("{}", p_.cross_kind == CrossKind::block
                ? "Фишка не может встать на поле с одиночной фишкой, лежащей другой стороной "
                  "вверх, — ни с чужой, ни со своей."
                : "Фишку противника, лежащую другой стороной вверх, можно бить, как любую другую.");
}

void RussianWriter::again() {
  const bool rosette = has(SquareClass::rosette) && p_.rosette_extra;
  if (!rosette && !p_.capture_extra) return;
  chapter("Дополнительные броски");
  say("Игрок, фишка которого {}{}{}, бросает ещё раз.", rosette ? "встала на розетку" : "",
      rosette && p_.capture_extra ? " или " : "", p_.capture_extra ? "побила чужую" : "");
  say("{}", p_.extra_roll == ExtraRoll::any_piece
                ? "Дополнительным броском можно ходить любой фишкой."
                : "Дополнительным броском нужно ходить не той фишкой, которая его принесла, а "
                  "другой; если другие ходить не могут, очередь переходит к противнику.");
}

void RussianWriter::end() {
  chapter("Конец игры");
  say("Выигрывает тот, кто первым выведет с доски {}.",
      p_.pieces_to_win == p_.pieces ? "все свои фишки" : accusative(p_.pieces_to_win));
  say("Если при броске больше 0 нет ни одного хода и никакой бросок не дал бы хода ни одному из "
      "игроков, {}.",
      p_.deadlock == Deadlock::draw ? "партия заканчивается вничью"
                                    : "выигрывает тот, кто вывел с доски больше фишек, а если их "
                                      "поровну, партия заканчивается вничью");
}

Words RussianWriter::words() {
  constexpr russian::Noun square = {"поле", "поля", "полей", russian::Gender::neuter};
  words_.summary = fmt::format(
      "Гонка с костями: каждый игрок ведёт фишки по пути из {}, бьёт по дороге чужие и выигрывает, "
      "когда выведет с доски {}.",
      russian::counted_genitive(rules_.length, square), goal());
  const std::string aim = fmt::format("вывести с доски {}", goal());
  words_.sides = {Term{"белые", aim}, Term{"чёрные", aim}};
  words_.pieces = {{"w", "фишка белых"}, {"b", "фишка чёрных"}};
  if (turns()) {
    words_.pieces.push_back({"W", "перевёрнутая фишка белых"});
    words_.pieces.push_back({"B", "перевёрнутая фишка чёрных"});
  } else if (visits_twice()) {
    words_.pieces.push_back({"W", "фишка белых, которая пришла на поле во второй раз"});
    words_.pieces.push_back({"B", "фишка чёрных, которая пришла на поле во второй раз"});
  }
  board();
  dice();
  moves();
  squares();
  turning();
  again();
  end();
  words_.endings = {
      {"фишки выведены", "один из игроков вывел свои фишки с доски"},
      {"никто не может ходить", "никакой бросок не дал бы хода ни одному из игроков"}};
  return finished();
}

}  // namespace

Words words_in_russian(const Rules& rules) { return RussianWriter(rules).words(); }

}  // namespace tavlab::ur
