// Boards as SVG: everything in a picture is drawn, and the drawing depends on nothing else.
#include "experiments/report/board_svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/pictures.h"
#include "experiments/report/web.h"
#include "tests/experiments/markup.h"

namespace tavlab {
namespace {

using test::markup_error;
using testing::HasSubstr;
using testing::Not;

Picture position(const std::string& rules, const std::string& text = {}) {
  const RuleSet rule_set = load_rule_set(rules);
  return text.empty() ? start_picture(rule_set).value() : picture_of(rule_set, text).value();
}

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

/// Outlines of the class, each of which begins with a capital M.
std::size_t outlines(const std::string& svg, const std::string& css_class) {
  const std::string begin = "<path class=\"" + css_class + "\" d=\"";
  const std::size_t at = svg.find(begin);
  if (at == std::string::npos) return 0;
  return count(svg.substr(at, svg.find("/>", at) - at), "M");
}

TEST(BoardSvg, HasSquaresMarksPiecesAndLabels) {
  const std::string svg = board_svg(position("brandubh-7"), "Brandubh <7>");
  EXPECT_EQ(markup_error("<!DOCTYPE>" + svg), "");
  EXPECT_THAT(svg, HasSubstr("<title>Brandubh &lt;7&gt;</title>"));
  EXPECT_EQ(outlines(svg, "cell"), 49U);
  EXPECT_EQ(outlines(svg, "mark"), 4U) << "corners";
  EXPECT_EQ(outlines(svg, "mark tinted"), 1U) << "the throne";
  EXPECT_EQ(count(svg, "\"piece dark\""), 8U);
  EXPECT_EQ(count(svg, "\"piece light\""), 4U);
  EXPECT_EQ(count(svg, "\"piece light royal\""), 1U);
  EXPECT_EQ(count(svg, "emblem stroke on-light"), 1U) << "the king's cross";
  for (const char* label : {">a<", ">g<", ">1<", ">7<"}) EXPECT_EQ(count(svg, label), 1U) << label;
  EXPECT_THAT(svg, Not(HasSubstr("moved")));
}

TEST(BoardSvg, LeavesOutSquaresThatTheBoardHasNot) {
  const std::string svg = board_svg(position("ur-finkel"), "Ur");
  EXPECT_EQ(markup_error("<!DOCTYPE>" + svg), "");
  EXPECT_EQ(outlines(svg, "cell"), 20U);
  EXPECT_EQ(outlines(svg, "mark tinted"), 5U) << "rosettes";
  EXPECT_EQ(count(svg, "piece"), 0U) << "all in hand";
}

TEST(BoardSvg, IsChequeredWhereTheBoardIs) {
  const std::string svg = board_svg(position("chess"), "Chess");
  EXPECT_EQ(outlines(svg, "cell"), 32U);
  EXPECT_EQ(outlines(svg, "cell dark"), 32U);
  EXPECT_EQ(count(svg, ">K</text>"), 2U);
}

/// Each kind of mark is drawn, and looks different from all others.
TEST(BoardSvg, DrawsEveryMark) {
  using Shape = SquareMark::Shape;
  std::vector<std::string> drawn;
  for (const Shape shape : {Shape::shade, Shape::hatch, Shape::diamond, Shape::cross, Shape::star,
                            Shape::dot, Shape::ring, Shape::bars}) {
    drawn.push_back(mark_shapes({"a mark", '*', shape}).markup());
    EXPECT_EQ(count(drawn.back(), "<path"), 1U);
  }
  std::ranges::sort(drawn);
  EXPECT_EQ(std::ranges::adjacent_find(drawn), drawn.end());
}

/// A column of 24 men, as high as any in draughts with columns.
TEST(BoardSvg, TallStacksOverlapAndAreCounted) {
  Picture picture = empty_board(8, 8);
  chequer(picture);
  picture.players = {"white", "black"};
  picture.stacks = Picture::Stacks::high;
  picture.looks = {{Side::first, "man", "w", 'w', "", PieceLook::Emblem::none},
                   {Side::second, "king", "B", 'B', "", PieceLook::Emblem::crown}};
  std::vector<std::uint8_t>& pieces = picture.at(7, 0).pieces;
  pieces.assign(23, 0);
  pieces.push_back(1);
  picture.at(7, 2).pieces = {0};
  picture.beside = {"", "plies: 3 of 20"};
  const std::string svg = board_svg(picture, "Columns");
  EXPECT_EQ(count(svg, "\"piece light\""), StackPlan::most - 1 + 1) << "below the top, and alone";
  EXPECT_EQ(count(svg, "\"piece dark royal\""), 1U);
  EXPECT_LT(svg.find("\"piece light\""), svg.find("\"piece dark royal\"")) << "the top covers";
  EXPECT_THAT(svg, HasSubstr(">24</text>"));
  EXPECT_EQ(count(svg, "<circle class=\"count\""), 1U) << "not of a piece alone";
  EXPECT_EQ(board_notes(picture).substr(0, 14), "plies: 3 of 20");
  EXPECT_THAT(board_notes(picture), HasSubstr("\na1  Black: w w w w"));
  EXPECT_THAT(board_notes(picture), testing::EndsWith(" w B  king"));
}

TEST(BoardSvg, StacksStayInTheirSquares) {
  for (std::size_t height = 0; height < 30; ++height) {
    const std::vector<PiecePlace> places = piece_places(height);
    EXPECT_EQ(places.size(), std::min(height, StackPlan::most));
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double middle = places[i].y + places[i].scale * kSquareEdge / 2;
      const double radius = 11 * places[i].scale;
      EXPECT_GE(middle - radius, 0) << height;
      EXPECT_LE(middle + radius, kSquareEdge) << height;
      if (i > 0) {
        EXPECT_LT(places[i].y, places[i - 1].y) << "upper pieces are higher";
      }
    }
  }
}

/// Pieces of replays are symbols: browsers match selectors against the content of a symbol alone.
TEST(BoardSvg, LooksOfPiecesDoNotDependOnWhatIsAroundThem) {
  const std::string page = page_html("x", Markup());
  for (const char* name : {".piece", ".emblem", "text.figure", "text.on-light", "text.on-dark"}) {
    EXPECT_THAT(page, HasSubstr("\n" + std::string(name))) << name;
    EXPECT_THAT(page, Not(HasSubstr("svg " + std::string(name)))) << name;
  }
}

TEST(BoardSvg, ShowsTheLastMove) {
  Picture picture = position("brandubh-7");
  picture.mark_move(std::vector<std::string>{"d7", "", "e7"});
  EXPECT_EQ(count(board_svg(picture, "Moved"), "class=\"moved\""), 2U);
}

TEST(Pictures, OfWhatCannotBePlayedAreNone) {
  const RuleSet rules = load_rule_set("brandubh-7");
  EXPECT_FALSE(picture_of(rules, "not a board").has_value());
  RuleSet unknown = rules;
  unknown.family = "none";
  EXPECT_FALSE(start_picture(unknown).has_value());
  const auto nothing = [](const Picture&, const std::string&) {};
  EXPECT_FALSE(each_picture(unknown, "", nothing));
  EXPECT_FALSE(each_picture(rules, "d7-e7 nonsense", nothing));
}

}  // namespace
}  // namespace tavlab
