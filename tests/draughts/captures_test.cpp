// Single rules of captures in positions made for them, in all readings that the parameters offer.
// Core and the reference must agree.
#include "tests/draughts/given.h"
#include "tests/draughts/numbered.h"

namespace tavlab::draughts {
namespace {

TEST(Capture, IsCompulsoryAndMustBeCompleted) {
  kRussian.lists("8/8/8/2b5/3w4/8/8/w7 w", {"d4:b6"});
  kRussian.lists("8/2b5/8/2b5/3w4/8/8/w7 w", {"d4:d8"});
  // Any capture may be chosen, however many pieces it takes.
  kRussian.lists("8/2b5/8/2b1b3/3w4/8/8/8 w", {"d4:d8", "d4:f6"});
}

TEST(Capture, DirectionsOfMen) {
  const char* around = "8/8/8/2b5/3w4/4b3/8/8 w";
  kRussian.lists(around, {"d4:b6", "d4:f2"});
  russian("man.capture=forward").lists(around, {"d4:b6"});
  // Ahead is down for Black.
  russian("man.capture=forward").lists("8/8/8/2w5/3b4/4w3/8/8 b", {"d4:f2"});
}

TEST(Capture, OfKingsByMen) {
  const char* king_ahead = "8/8/8/8/8/4B3/3w4/8 w";
  kRussian.lists(king_ahead, {"d2:f4"});
  russian("man.captures_king=false").lists(king_ahead, {"d2-c3"});
  // Nor on the way; kings may.
  russian("man.captures_king=false").lists("8/8/5B2/8/3b4/2w5/8/8 w", {"c3:e5"});
  russian("man.captures_king=false").lists("8/8/5B2/8/3b4/2W5/8/8 w", {"c3:g7", "c3:h8"});
}

TEST(Capture, ByKings) {
  const char* far = "8/8/5b2/8/8/8/1b6/W7 w";
  kRussian.lists(far, {"a1:g7", "a1:h8"});
  russian("king.move=step").lists(far, {"a1:c3"});
  // Two in a row stop a king, and so does a piece of its own side.
  kRussian.lists("8/8/8/4b3/3b4/8/8/W7 w", {"a1-b2", "a1-c3"});
  kRussian.lists("8/8/5b2/8/3w4/8/8/W7 w", {"a1-b2", "a1-c3", "d4-c5", "d4-e5"});
}

TEST(Capture, AKingLandsWhereItCanGoOn) {
  const char* turn = "8/8/8/6b1/3b4/8/8/W7 w";
  kRussian.lists(turn, {"a1:h4"});
  russian("king.landing=any").lists(turn, {"a1:e5", "a1:g7", "a1:h4", "a1:h8"});
  russian("king.landing=behind").lists(turn, {"a1:e5"});
  // If the capture continues along the same line, every landing square allows it.
  kRussian.lists("7b/8/5b2/8/3b4/8/8/W7 w", {"a1:g7"});
  // Any of the last squares may be chosen.
  kRussian.lists("8/8/8/8/3b4/8/8/W7 w", {"a1:e5", "a1:f6", "a1:g7", "a1:h8"});
}

/// The Turkish strike: jumped pieces are obstacles until the move is over.
TEST(Capture, JumpedPiecesStay) {
  const char* strike = "5W2/4b3/1b6/8/3b4/8/8/8 w";
  kRussian.allows(strike, {"8/W7/8/8/3b4/8/8/8 b", "8/8/1b6/8/8/4W3/8/8 b", "8/8/1b6/8/8/8/5W2/8 b",
                           "8/8/1b6/8/8/8/8/6W1 b"});
  russian("removal=at_once")
      .allows(strike, {"8/W7/8/8/8/8/8/8 b", "8/8/8/8/8/4W3/8/8 b", "8/8/8/8/8/8/5W2/8 b",
                       "8/8/8/8/8/8/8/6W1 b"});
}

/// A piece may cross squares again, including its starting square.
TEST(Capture, ComesBackToWhereItBegan) {
  kRussian.allows("8/8/8/2b1b3/8/2b1b3/3w4/8 w", {"8/8/8/8/8/8/3w4/8 b"});
  kRussian.lists("8/8/8/2b1b3/8/2b1b3/3w4/8 w", {"d2:d2"});
}

TEST(Capture, PromotionOnTheWay) {
  const char* far = "8/4b3/1b3w2/8/8/8/8/8 w";  // only a king captures b6 from d8
  kRussian.allows(far, {"8/8/8/W7/8/8/8/8 b"});
  russian("promotion.while_capturing=end_of_move").allows(far, {"3W4/8/1b6/8/8/8/8/8 b"});
  russian("promotion.while_capturing=stop").allows(far, {"3W4/8/1b6/8/8/8/8/8 b"});
  const char* near = "8/4b1b1/3w4/8/8/8/8/8 w";  // a man captures g7, too
  kRussian.allows(near, {"8/8/7W/8/8/8/8/8 b"});
  russian("promotion.while_capturing=end_of_move").allows(near, {"8/8/7w/8/8/8/8/8 b"});
  russian("promotion.while_capturing=stop").allows(near, {"5W2/6b1/8/8/8/8/8/8 b"});
  // A man that steps there is crowned in any case.
  for (const char* way : {"continue", "end_of_move", "stop"}) {
    russian(std::string("promotion.while_capturing=") + way)
        .allows("8/w7/8/8/8/8/7b/8 w", {"1W6/8/8/8/8/8/7b/8 b"});
  }
}

TEST(Capture, OfMost) {
  const char* choice = "8/8/5b2/8/1b1b4/W7/1B6/w7 w";
  kRussian.lists(choice, {"a3:e3", "a3:f2", "a3:g1", "a3:g5", "a3:h4", "a3:c1", "a1:a5", "a1:g7"});
  for (const char* kind : {"most", "most_kings", "italian"}) {
    russian(std::string("capture.choice=") + kind).lists(choice, {"a1:g7"});
  }
  // Three with a king among them, and three without.
  const char* kings = "8/8/1b3b2/8/1b3B2/2w1w3/8/8 w";
  russian("capture.choice=most").lists(kings, {"c3:c7", "e3:e7"});
  russian("capture.choice=most_kings").lists(kings, {"e3:e7"});
}

TEST(Capture, ByKingsFirst) {
  const char* both = "8/8/8/6b1/3b3w/8/8/W7 w";
  const Texts kings = {"a1:e5", "a1:f6", "a1:g7", "a1:h8"};
  Given{"czech-draughts", {}}.lists(both, kings);
  Texts all = kings;
  all.emplace_back("h4:f6");
  Given{"czech-draughts", {"capture.king_first=false"}}.lists(both, all);
}

TEST(Capture, ByThaiKings) {
  const Given thai{"thai-draughts", {}};
  thai.lists("8/8/8/8/8/2b5/8/W7 w", {"a1:d4"});
  thai.lists("8/6b1/8/8/8/2b5/8/W7 w", {"a1:h8"});
  // It may turn back over the piece just jumped, since that is gone.
  const char* between = "8/8/8/4b3/3W4/2b5/8/8 w";
  thai.allows(between, {"8/8/8/8/8/8/1W6/8 b", "8/8/5W2/8/8/8/8/8 b"});
  Given{"thai-draughts", {"removal=after"}}.allows(
      between, {"8/8/8/4b3/8/8/1W6/8 b", "8/8/5W2/8/8/2b5/8/8 b"});
}

/// The positions of the Italian rules' articles (FID, Regolamento tecnico, capo I), as
/// rhalbersma/dctl has them.
TEST(Capture, InTheItalianOrder) {
  const Numbering numbers{8, true};
  const Given italian{"italian-draughts", {}};
  const auto article = [&](const char* position, const std::vector<std::string>& moves) {
    Texts texts;
    for (const std::string& move : moves) texts.push_back(numbers.move(move));
    italian.lists(numbers.position(position), texts);
  };
  article("W:W30:B27", {"30x23"});                           // 5.6: how a man captures
  article("W:W31:B12,20,28", {"31x8"});                      // 5.7: and goes on
  article("W:WK22:B18,19,27", {"22x13", "22x15", "22x31"});  // 5.8: how a king captures
  article("W:WK27:B5,6,13,15,21,23", {"27x25"});             // 5.9: and goes on
  article("W:WK21,31:B10,18,27", {"31x6"});                  // 6.6: most pieces
  article("W:WK23,31:B19,26,27", {"23x21"});                 // 6.7: by a king
  article("W:WK23:B19,K28", {"23x32"});                      // 6.8: most kings
  article("W:WK30:B10,12,18,K20,K26,27", {"30x5"});          // 6.9: kings first
  article("W:WK31:B18,20,K27,K28", {"31x13", "31x15"});      // 6.10: equal
}

/// The same rules on larger boards, where sets of squares take two words.
TEST(Capture, OnTwelveRanks) {
  const Given large{"russian-draughts", {"board.size=12", "board.men_rows=5"}};
  large.lists("12/12/9b2/12/12/12/12/12/12/2b9/12/W11 w", {"a1:k11", "a1:l12"});
  large.lists("12/10w1/12/12/12/12/12/12/12/12/1b10/w11 w", {"a1:c3"});
  large.allows("12/10b1/9w2/12/12/12/12/12/12/12/1b10/12 w",
               {"11W/12/12/12/12/12/12/12/12/12/1b10/12 b"});
}

}  // namespace
}  // namespace tavlab::draughts
