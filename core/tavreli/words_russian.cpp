#include "core/tavreli/words_russian.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "core/russian.h"
#include "core/subscript.h"
#include "core/tavreli/position_text.h"

namespace tavlab::tavreli {
namespace {

/// A piece's name in the cases that the sentences need.
struct RussianName {
  std::string_view name;  ///< "волхв"
  std::string_view of;    ///< the genitive, for men also the accusative: "волхва"
  std::string_view many;  ///< "волхвы"
};
using RussianNames = std::array<RussianName, kKinds>;

/// By Kind.
constexpr RussianNames kTavreliNames = {{{"волхв", "волхва", "волхвы"},
                                         {"князь", "князя", "князья"},
                                         {"ратоборец", "ратоборца", "ратоборцы"},
                                         {"лучник", "лучника", "лучники"},
                                         {"всадник", "всадника", "всадники"},
                                         {"ратник", "ратника", "ратники"},
                                         {"хельги", "хельги", "хельги"}}};
constexpr RussianNames kChessNames = {{{"король", "короля", "короли"},
                                       {"ферзь", "ферзя", "ферзи"},
                                       {"ладья", "ладьи", "ладьи"},
                                       {"слон", "слона", "слоны"},
                                       {"конь", "коня", "кони"},
                                       {"пешка", "пешки", "пешки"},
                                       {}}};

/// Writes the sentences in Russian; each chapter is a function.
class RussianWriter : private WordsWriter {
 public:
  explicit RussianWriter(const Rules& rules) : p_(rules.parameters) {}

  Words words();

 private:
  /// Chess proper, with the names of chess pieces.
  [[nodiscard]] bool chess() const { return p_.promotion == Promotion::choice; }
  [[nodiscard]] bool stacks() const { return p_.stacking; }
  [[nodiscard]] const RussianName& named(Kind kind) const {
    return (chess() ? kChessNames : kTavreliNames)[at(kind)];
  }
  [[nodiscard]] std::string_view king() const { return named(Kind::volkhv).name; }
  [[nodiscard]] std::string_view of_king() const { return named(Kind::volkhv).of; }
  [[nodiscard]] std::string_view pawn() const { return named(Kind::ratnik).name; }
  /// The form of a word that goes with rook and pawn, which are feminine in chess only.
  [[nodiscard]] std::string_view agree(std::string_view masculine,
                                       std::string_view feminine) const {
    return chess() ? feminine : masculine;
  }

  [[nodiscard]] std::string goal() const;

  void board();
  void moves();
  void pawns();
  void en_passant();
  void double_step();
  void castling();
  void promotion();
  void turning_over();
  void check();
  void end();
  void name_pieces();
  void name_endings();

  const Parameters& p_;
};

std::string RussianWriter::goal() const {
  if (p_.win == Win::checkmate) {
    return fmt::format("поставить мат {} противника", chess() ? "королю" : "волхву");
  }
  return fmt::format("{} {} противника", stacks() ? "встать на" : "побить", of_king());
}

void RussianWriter::board() {
  const auto& rook = named(Kind::ratoborets);
  chapter("Доска и фигуры");
  say("Доска шахматная, восемь на восемь полей, поле a1 тёмное; первыми ходят белые.");
  say("У каждого игрока {} (K), {} (Q), {} {} (R), два {} (B), два {} (N) и восемь {} (P). Первая "
      "горизонталь, начиная с a1: R N B Q K B N R; перед ней стоят {}.",
      king(), named(Kind::knyaz).name, agree("два", "две"), rook.of, named(Kind::luchnik).of,
      named(Kind::vsadnik).of, agree("ратников", "пешек"), named(Kind::ratnik).many);
  if (!chess()) {
    say("У каждого ратника есть предназначение — фигура, которая в начале стоит за ним; ратник, "
        "стоящий перед волхвом, становится хельги (H).");
  }
  if (stacks()) {
    say("Фигуры встают друг на друга, образуя башни, и никогда не покидают доску. Башня "
        "принадлежит владельцу верхней фигуры.");
  }
}

void RussianWriter::moves() {
  chapter("Ходы");
  if (chess()) {
    say("Фигуры ходят и бьют, как в шахматах.");
  } else {
    say("Волхв ходит, как шахматный король, князь — как ферзь, ратоборец — как ладья, лучник — как "
        "слон, всадник — как конь; хельги — как ферзь и конь вместе.");
  }
  if (stacks()) {
    say("За ход любое число фигур с верха одной из своих башен переходит вместе на другое поле "
        "так, как ходит верхняя из них, и встаёт на фигуры, которые там стоят, свои или чужие. "
        "Остаток башни сразу принадлежит владельцу её новой верхней фигуры.");
    if (p_.win == Win::checkmate) {
      say("Вставать на волхва нельзя.");
    } else {
      say("Вставать на своего волхва нельзя.");
    }
  } else {
    say("Фигура, вставшая на поле фигуры противника, бьёт её и снимает с доски. Вставать на поле "
        "своей фигуры нельзя.");
  }
  pawns();
  castling();
}

void RussianWriter::pawns() {
  if (!stacks()) {
    say("{} ходит на одно поле вперёд, если оно свободно, а бьёт на одно поле вперёд по диагонали.",
        pawn());
  } else {
    say("Ратник ходит на одно поле вперёд, если оно свободно{}, а вперёд по диагонали — только на "
        "башню противника.",
        p_.own_ahead ? " или на нём стоит своя башня" : "");
  }
  double_step();
  if (p_.en_passant) en_passant();
}

void RussianWriter::en_passant() {
  const std::string consequence =
      stacks() ? "на пройденное поле возвращается и накрывается там только ратник, сделавший "
                 "двойной шаг; если он был перевёрнут, он снова становится ратником"
               : fmt::format("{}, {} этот шаг, снимается с доски", pawn(),
                             agree("сделавший", "сделавшая"));
  say("Взятие на проходе: следующим же ходом после двойного шага {} противника, {} пойти по "
      "диагонали на пройденное поле, может это сделать, если поле свободно; {}.",
      pawn(), agree("который мог бы", "которая могла бы"), consequence);
}

void RussianWriter::double_step() {
  std::string who;
  switch (p_.double_right) {
    case DoubleRight::home_unmoved:
      who = fmt::format("{}, ни разу не {} своего начального поля,", pawn(),
                        agree("покидавший", "покидавшая"));
      break;
    case DoubleRight::second_rank:
      who = fmt::format("{} на второй горизонтали своего игрока", pawn());
      break;
    case DoubleRight::first_own_move:
      who = fmt::format("на любом поле {}, {} верхней фигурой,", pawn(),
                        agree("который ещё не ходил", "которая ещё не ходила"));
      break;
  }
  if (!stacks() && p_.double_cross == DoubleCross::empty) {
    say("{} может шагнуть на два поля вперёд, если оба свободны.", who);
    return;
  }
  const std::string_view without_enemy =
      stacks() ? "не занято башней противника" : "не занято противником";
  const std::string_view crossed =
      p_.double_cross == DoubleCross::empty ? "свободно" : without_enemy;
  const bool onto_own = stacks() && p_.double_target == DoubleTarget::empty_or_own;
  const std::string_view last = onto_own ? without_enemy : "свободно";
  if (crossed == last) {
    say("{} может шагнуть на два поля вперёд, если и пройденное поле, и конечное {}.", who, last);
  } else {
    say("{} может шагнуть на два поля вперёд, если пройденное поле {}, а конечное {}.", who,
        crossed, last);
  }
}

void RussianWriter::castling() {
  if (p_.castling) {
    const auto& rook = named(Kind::ratoborets);
    say("Рокировка: {0} и {1} могут пойти вместе, если они ни разу не покидали своих начальных "
        "полей{2}, между ними ничего нет и поля, которые {0} покидает, проходит и занимает, не "
        "атакованы: {0} переходит на два поля в сторону {3}, а {1} — на пройденное им поле.",
        king(), rook.name, stacks() ? ", ратоборец стоит на своём поле один" : "", rook.of);
    if (p_.castling_side == CastlingSide::first) say("Рокировать могут только белые.");
    if (p_.castling_side == CastlingSide::second) say("Рокировать могут только чёрные.");
  }
  if (p_.cover_kills_rights && stacks()) {
    if (p_.double_right != DoubleRight::second_rank) {
      say("Накрытый ратник теряет право на двойной шаг.");
    }
    if (p_.castling) say("Накрытый ратоборец теряет право на рокировку.");
  }
}

void RussianWriter::promotion() {
  chapter(chess() ? "Превращение" : "Переворачивание");
  if (chess()) {
    say("Пешка, дошедшая до последней горизонтали, превращается в ферзя, ладью, слона или коня по "
        "выбору игрока.");
    return;
  }
  turning_over();
}

void RussianWriter::turning_over() {
  say("Ратник, дошедший до своей последней горизонтали{}, переворачивается: с этих пор он ходит "
      "согласно своему предназначению.",
      stacks() ? " верхним из переставленных" : "");
  if (!stacks()) return;
  switch (p_.when_freed) {
    case WhenFreed::any_move:
      say("Переворачивается и ратник, который был там накрыт, как только его освободит ход любого "
          "из игроков.");
      break;
    case WhenFreed::own_move:
      say("Переворачивается и ратник, который был там накрыт, когда его освобождает собственный "
          "игрок; если его освобождает противник, он остаётся ратником, пока его снова не накроют "
          "и не освободят.");
      break;
    case WhenFreed::none:
      say("Ратник, который был там накрыт и освобождён, не переворачивается.");
      break;
  }
  say("Перевёрнутый ратник снова становится ратником, когда на него встают {}.",
      p_.reverts_under == RevertsUnder::any ? "любые фигуры" : "фигуры противника");
}

void RussianWriter::check() {
  chapter("Шах");
  say("Игрок стоит под шахом, если его {} атакован, то есть если {} могла бы сейчас пойти на его "
      "поле.",
      king(), stacks() ? "верхняя фигура какой-либо башни противника" : "фигура противника");
  if (p_.win == Win::checkmate) {
    say("Нельзя делать ход, после которого свой {} атакован.", king());
  } else if (p_.volkhv_into_attack) {
    say("Можно делать ход, после которого свой {} атакован.", king());
  } else {
    say("Сам {} не может перейти на атакованное поле; после других ходов он может быть атакован.",
        king());
  }
}

void RussianWriter::end() {
  chapter("Конец игры");
  if (p_.win == Win::checkmate) {
    say("Игрок, который стоит под шахом и не имеет допустимых ходов, проиграл: мат.");
  } else {
    say("Игрок, {} {} противника, сразу выигрывает.", stacks() ? "вставший на" : "побивший",
        of_king());
  }
  say("Если игрок {}не имеет допустимых ходов, {}: пат.",
      p_.win == Win::checkmate ? "не стоит под шахом и " : "",
      p_.stalemate_loses ? "он проиграл" : "партия заканчивается вничью");
  if (p_.insufficient_material) {
    say("Партия заканчивается вничью, когда остались только два {} и, кроме них, не больше одной "
        "фигуры — {} или {} — либо одни {} на полях одного цвета.",
        of_king(), named(Kind::luchnik).name, named(Kind::vsadnik).name, named(Kind::luchnik).many);
  }
  if (p_.quiet_plies > 0) {
    say("Партия заканчивается вничью после {} подряд, считая ходы обеих сторон, за которые {} и "
        "{}.",
        russian::counted_genitive(p_.quiet_plies, russian::kMove),
        chess() ? "ни одна пешка не пошла и не превратилась"
                : "ни один ратник не пошёл и не перевернулся",
        stacks() ? "ни одна башня противника не была накрыта" : "ничего не было побито");
  }
  if (p_.total_plies > 0) {
    say("Партия заканчивается вничью после {}, считая ходы обеих сторон.",
        russian::counted_genitive(p_.total_plies, russian::kMove));
  }
  say("{}",
      russian::repetition_sentence(p_.repetition, "с той же очередью хода и теми же правами"));
}

void RussianWriter::name_pieces() {
  /// By Kind: what they are in chess.
  constexpr std::array<std::string_view, kKinds> in_chess = {
      "шахматный король", "шахматный ферзь", "шахматная ладья",    "шахматный слон",
      "шахматный конь",   "шахматная пешка", "ферзь и конь вместе"};
  for (const Kind kind : {Kind::volkhv, Kind::knyaz, Kind::ratoborets, Kind::luchnik, Kind::vsadnik,
                          Kind::ratnik, Kind::helgi}) {
    if (kind == Kind::helgi && chess()) continue;
    std::string meaning(named(kind).name);
    if (!chess()) meaning += fmt::format(", {}", in_chess[at(kind)]);
    if (kind == Kind::ratnik && !chess()) meaning += "; с буквой своего предназначения: PR";
    if (kind == Kind::helgi) meaning += "; только как предназначение: PH, перевёрнутым +H";
    words_.pieces.push_back({std::string(1, letter_of(kind, Side::first)), std::move(meaning)});
  }
}

void RussianWriter::name_endings() {
  const bool mate = p_.win == Win::checkmate;
  add_ending(mate, "мат", "игрок, которому ходить, стоял под шахом и не имел допустимых ходов");
  add_ending(true, "пат",
             fmt::format("игрок, которому ходить, не имел допустимых ходов{}",
                         mate ? " и не стоял под шахом" : ""));
  add_ending(!mate, fmt::format("взят {}", king()),
             fmt::format("фигура {} {} противника", stacks() ? "встала на" : "побила", of_king()));
  add_ending(p_.quiet_plies > 0, "спокойные ходы", "слишком много ходов подряд ничего не менялось");
  add_ending(p_.total_plies > 0, "предел длины", "партия достигла наибольшей длины");
  add_ending(p_.insufficient_material, "мало фигур", "ни у кого не хватало фигур для мата");
  add_ending(p_.repetition.verdict != RepetitionRule::Verdict::ignored, "повторение",
             "позиция повторялась слишком часто");
}

Words RussianWriter::words() {
  if (chess()) {
    words_.summary = fmt::format("Шахматы: каждый игрок стремится {}.", goal());
  } else if (stacks()) {
    words_.summary = fmt::format(
        "Вид шахмат, в котором фигуры не снимают с доски: они встают друг на друга, образуя башни, "
        "которые ходят так, как их верхняя фигура; каждый игрок стремится {}.",
        goal());
  } else {
    words_.summary = fmt::format(
        "Вид шахмат, в котором у каждого ратника есть предназначение — фигура, которой он "
        "становится; каждый игрок стремится {}.",
        goal());
  }
  words_.sides = {Term{"белые", goal()}, Term{"чёрные", goal()}};
  words_.check = "шах";
  name_pieces();
  board();
  moves();
  promotion();
  check();
  end();
  name_endings();
  return finished();
}

}  // namespace

Words words_in_russian(const Rules& rules) { return RussianWriter(rules).words(); }

}  // namespace tavlab::tavreli
