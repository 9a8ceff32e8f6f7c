#include "core/russian.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>

namespace tavlab::russian {
namespace {

constexpr std::array<std::string_view, 13> kCardinals = {
    "ноль", "",       "",       "три",    "четыре",      "пять",      "шесть",
    "семь", "восемь", "девять", "десять", "одиннадцать", "двенадцать"};
constexpr std::array<std::string_view, 13> kOrdinals = {
    "",        "первый",  "второй",  "третий",  "четвёртый",    "пятый",      "шестой",
    "седьмой", "восьмой", "девятый", "десятый", "одиннадцатый", "двенадцатый"};

}  // namespace

std::string cardinal(int number, Gender gender) {
  if (number == 1) {
    return gender == Gender::masculine ? "один" : gender == Gender::feminine ? "одна" : "одно";
  }
  if (number == 2) return gender == Gender::feminine ? "две" : "два";
  const auto n = static_cast<std::size_t>(number);
  return n < kCardinals.size() ? std::string(kCardinals[n]) : std::to_string(number);
}

std::string counted(int count, const Noun& noun) {
  const int tens = count / 10 % 10, ones = count % 10;
  const std::string_view form = tens == 1 || ones == 0 || ones > 4 ? noun.many
                                : ones == 1                        ? noun.one
                                                                   : noun.few;
  return fmt::format("{} {}", cardinal(count, noun.gender), form);
}

std::string counted_genitive(int count, const Noun& noun) {
  const bool singular = count % 10 == 1 && count % 100 != 11;
  return fmt::format("{} {}", count, singular ? noun.few : noun.many);
}

std::string ordinal(int number) {
  const auto n = static_cast<std::size_t>(number);
  return n < kOrdinals.size() ? std::string(kOrdinals[n]) : fmt::format("{}-й", number);
}

std::string occasion(int number) {
  return fmt::format("{} {} раз", number == 2 ? "во" : "в", ordinal(number));
}

std::string repetition_sentence(const RepetitionRule& rule, std::string_view same) {
  const std::string event =
      fmt::format("одна и та же позиция {} возникает {}", same, occasion(rule.count));
  switch (rule.verdict) {
    case RepetitionRule::Verdict::ignored:
      break;
    case RepetitionRule::Verdict::draw:
      return fmt::format("Если {}, партия заканчивается вничью.", event);
    case RepetitionRule::Verdict::mover_loses:
      return fmt::format("Если {}, игрок, сделавший последний ход, проигрывает.", event);
    case RepetitionRule::Verdict::first_wins:
      return fmt::format("Если {}, выигрывает первый игрок.", event);
    case RepetitionRule::Verdict::forbidden:
      return fmt::format("Ход, после которого {}, запрещён.", event);
    case RepetitionRule::Verdict::forbidden_to_second:
      return fmt::format("Второму игроку запрещён ход, после которого {}.", event);
  }
  return "Повторение позиций не имеет последствий.";
}

}  // namespace tavlab::russian
