// Russian sentences on the end of the game, repetition and dice.
#include <fmt/format.h>

#include "core/russian.h"
#include "core/tafl/words_russian_writer.h"

namespace tavlab::tafl::words_detail {

void RussianWriter::ends() {
  chapter("Конец игры");
  if (can_capture_king()) say("Нападающие выигрывают, взяв короля.");
  say("Защитники выигрывают, когда король достигает {}.", escape_of());
  if (p_.exit_fort) {
    say("Защитники выигрывают и тогда, когда построили крепость у края: после их хода король стоит "
        "на краю доски и может ходить, а вокруг него стена защитников, которую нападающие никогда "
        "не смогут пробить.");
  }
  switch (p_.encirclement) {
    case Encirclement::off:
      break;
    case Encirclement::cut_off_from_edge:
      say("Нападающие выигрывают окружением: после их хода ни у короля, ни у одного из защитников "
          "нет пути любой длины к краю доски, который не перекрыли бы нападающие.");
      break;
    case Encirclement::cut_off_from_escape:
      say("Нападающие выигрывают окружением: после их хода ни у короля, ни у одного из защитников "
          "нет пути любой длины к полю, где король спасается, который не перекрыли бы нападающие.");
      break;
    case Encirclement::immobile:
      say("Нападающие выигрывают окружением: у защитников нет допустимых ходов, и ни у короля, ни "
          "у одного из защитников нет пути к краю доски, который не перекрыли бы нападающие.");
      break;
  }
  no_move();
  if (p_.king_side_moves > 0) {
    say("Нападающие выигрывают, когда защитники сделали {} и не выиграли.",
        russian::counted(p_.king_side_moves, russian::kMove));
  }
  if (p_.quiet_plies > 0) {
    say("Партия заканчивается вничью после {} подряд без взятий, считая ходы обеих сторон.",
        russian::counted_genitive(p_.quiet_plies, russian::kMove));
  }
  if (p_.total_plies > 0) {
    say("Партия заканчивается вничью после {}, считая ходы обеих сторон.",
        russian::counted_genitive(p_.total_plies, russian::kMove));
  }
}

void RussianWriter::no_move() {
  const auto what = [](NoMove rule) -> std::string_view {
    switch (rule) {
      case NoMove::loses:
        return "проигрывает";
      case NoMove::draws:
        return "получает ничью";
      case NoMove::passes:
        break;
    }
    return "пропускает ход; если допустимых ходов нет и у другой стороны, партия заканчивается "
           "вничью";
  };
  if (p_.no_move_attackers == p_.no_move_defenders) {
    say("Сторона, у которой нет допустимых ходов, {}.", what(p_.no_move_attackers));
    return;
  }
  say("Если допустимых ходов нет у нападающих, их сторона {}.", what(p_.no_move_attackers));
  say("Если допустимых ходов нет у защитников, их сторона {}.", what(p_.no_move_defenders));
}

void RussianWriter::repetition() {
  using Verdict = RepetitionRule::Verdict;
  constexpr russian::Noun times = {"раз", "раза", "раз"};
  const RepetitionRule& rule = p_.repetition;
  chapter("Повторение");
  const std::string event =
      rule.scope == RepetitionRule::Scope::position
          ? fmt::format("одна и та же позиция с той же очередью хода возникает {}",
                        russian::occasion(rule.count))
          : fmt::format(
                "один и тот же цикл из четырёх ходов, по два с каждой стороны, "
                "разыгрывается {} подряд",
                russian::counted(rule.count, times));
  switch (rule.verdict) {
    case Verdict::ignored:
      say("Повторение не имеет последствий.");
      break;
    case Verdict::draw:
      say("Если {}, партия заканчивается вничью.", event);
      break;
    case Verdict::mover_loses:
      say("Если {}, сторона, сделавшая последний ход, проигрывает.", event);
      break;
    case Verdict::first_wins:
      say("Если {}, выигрывают нападающие.", event);
      break;
    case Verdict::forbidden:
      say("Запрещён ход, после которого {}.", event);
      break;
    case Verdict::forbidden_to_second:
      say("Защитникам запрещён ход, после которого {}.", event);
      break;
  }
}

void RussianWriter::dice() {
  constexpr russian::Noun faces = {"грань", "грани", "граней", russian::Gender::feminine};
  chapter("Кости");
  say("Каждый ход начинается с броска кости; у неё {} с числами, начиная с единицы.",
      russian::counted(p_.dice_faces, faces));
  if (p_.dice == Dice::parity) {
    say("Игрок ходит, если выпало {} число{}.", p_.dice_odd_moves ? "нечётное" : "чётное",
        p_.dice_reroll ? "; кость бросают, пока такое не выпадет" : ", а иначе пропускает ход");
    return;
  }
  say("Фигура ходит {} на столько полей, сколько выпало.",
      p_.dice_exact ? "ровно" : "не больше чем");
  say("Если бросок не даёт ни одного допустимого хода, {}.",
      p_.dice_reroll ? "кость бросают снова" : "ход пропускается");
}

void RussianWriter::name_endings() {
  add_ending(can_capture_king(), "король взят", "нападающие взяли короля");
  add_ending(true, "король спасся", "король достиг " + escape_of());
  add_ending(p_.exit_fort, "крепость у края", "король стоит на краю в неприступной крепости");
  add_ending(p_.encirclement != Encirclement::off, "окружение",
             "нападающие окружили короля и всех защитников");
  add_ending(p_.king_side_moves > 0, "предел ходов защитников", "защитники исчерпали свои ходы");
  add_ending(p_.quiet_plies > 0, "ходы без взятий", "слишком много ходов подряд без взятия");
  add_ending(p_.total_plies > 0, "предел длины", "партия достигла наибольшей длины");
  add_ending(true, "нет ходов", "у стороны, которой ходить, не было допустимых ходов");
  add_ending(repetition_ends(), "повторение", "позиция или цикл ходов повторились слишком часто");
}

}  // namespace tavlab::tafl::words_detail
