// tavlab rules: finding, showing, writing and checking rule sets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::set<std::string> found(const std::string& words) {
  std::set<std::string> ids;
  const json all = shell("tavlab rules find " + words + " --json").json();
  for (const json& each : all["rules"]) {
    ids.insert(each["id"]);
  }
  return ids;
}

/// What `rules check` says of a file x.toml with this text.
std::string faults_in(const TemporaryFolder& folder, const std::string& text) {
  folder.write("x.toml", text);
  return shell("tavlab rules check x.toml", "", folder.path()).out;
}

TEST(RulesFind, SearchesIdsTitlesSourcesAndSentences) {
  EXPECT_EQ(found("brandubh").count("brandubh-7"), 1U) << "id";
  EXPECT_EQ(found("FETLAR").count("fetlar-11"), 1U) << "title";
  EXPECT_GE(found("hnefatafl").size(), 11U) << "sources, too";
  EXPECT_EQ(found("stalemate checkmate").count("chess"), 1U) << "sentences";
  EXPECT_EQ(found("ШАХ").count("chess"), 1U) << "in Russian, in capital letters";
  EXPECT_EQ(found("hnefatafl xyzzy").size(), 0U) << "each word";
  EXPECT_EQ(found("ur").count("tavlei-9"), 0U) << "not within a word";
  EXPECT_GE(found("ur").size(), 11U);
  EXPECT_EQ(found("board.size=7 hnefatafl").count("brandubh-7"), 1U) << "a parameter";
  EXPECT_EQ(found("board.size=7 хнефатафл").count("helmfrid-9"), 0U);
  EXPECT_EQ(found("таблут").count("tablut-9"), 1U) << "a title in Russian";
  const Outcome text = shell("tavlab rules find fetlar");
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("Fetlar hnefatafl, 11x11 (in its id, title"));
  const Outcome none = shell("tavlab rules find xyzzy");
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("no rule set says 'xyzzy'"));
  EXPECT_THAT(shell("tavlab rules find 9x9 xyzzy").err, HasSubstr("no rule set says 'xyzzy';"));
}

TEST(RulesFind, SaysInRussianWhereItFound) {
  EXPECT_THAT(shell("tavlab rules find ладья --lang ru").out, HasSubstr(" (в "));
}

TEST(RulesShow, BeginsWithSentencesAndTellsWhatIsSpecial) {
  const std::string text = shell("tavlab rules show helmfrid-11 --lang en").out;
  const std::size_t board = text.find("\n11  x . . a a"), moves = text.find("\nMoves\n"),
                    table = text.find("\nParameters that differ"),
                    open = text.find("\nAssumptions\n"), source = text.find("\nSource\n");
  EXPECT_LT(board, moves);
  EXPECT_LT(moves, table);
  EXPECT_LT(table, open);
  EXPECT_LT(open, source);
  EXPECT_LT(source, text.size());
  const json shown = shell("tavlab rules show helmfrid-11 --json").json();
  EXPECT_LT(shown["differs"].size(), shown["parameters"].size());
  const std::string all = shell("tavlab rules show helmfrid-11 --lang en --all").out;
  const std::string special = text.substr(table, open - table);
  for (const auto& [key, value] : shown["parameters"].items()) {
    const bool differs = std::ranges::find(shown["differs"], json(key)) != shown["differs"].end();
    EXPECT_EQ(special.find(' ' + key + ' ') != std::string::npos, differs) << key;
    EXPECT_THAT(all, HasSubstr(' ' + key + ' '));
  }
}

TEST(RulesShow, SpeaksTheLanguageOfTheEnvironment) {
  EXPECT_THAT(shell("export LC_ALL=ru_RU.UTF-8; tavlab rules show chess").out,
              testing::AllOf(HasSubstr("\nШах\n"), HasSubstr("\nИсточник\n")));
  EXPECT_THAT(shell("export LC_ALL=ru_RU.UTF-8; tavlab rules show chess --lang en").out,
              HasSubstr("\nCheck\n"));
  EXPECT_EQ(shell("tavlab rules show chess --lang de").code, 2);
}

TEST(RulesShow, WritesTomlThatIsTheSameGame) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& line) { return shell(line, "", folder.path()); };
  for (const std::string rules : {"brandubh-7", "chess", "ur-finkel --set pieces=3"}) {
    const json before = run("tavlab rules show " + rules + " --json").json();
    ASSERT_EQ(run("tavlab rules show " + rules + " --toml > copy.toml").code, 0);
    const Outcome after = run("tavlab rules show ./copy.toml --json");
    ASSERT_EQ(after.code, 0) << after.err;
    EXPECT_EQ(after.json()["hash"], before["hash"]) << rules;
    EXPECT_EQ(after.json()["assumed"], before["assumed"]) << rules;
  }
}

TEST(RulesNew, WritesEveryParameterOfEveryBuiltInRuleSet) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& line) { return shell(line, "", folder.path()); };
  for (const json& each : shell("tavlab rules list --json").json()["rules"]) {
    const std::string id = each["id"];
    const Outcome written = run("tavlab rules new x-" + id + " --from " + id);
    ASSERT_EQ(written.code, 0) << written.err;
    const std::string text = content(folder.path() / ("x-" + id + ".toml"));
    const Outcome checked = run("tavlab rules check x-" + id + ".toml");
    EXPECT_EQ(checked.code, 0) << checked.out;
    const json from = run("tavlab rules show " + id + " --json").json();
    const json copy = run("tavlab rules show ./x-" + id + ".toml --json").json();
    for (const auto& [key, value] : from["parameters"].items()) {
      EXPECT_THAT(text,
                  testing::AnyOf(HasSubstr('\n' + key + " = "), HasSubstr("\n# " + key + " = "),
                                 HasSubstr("[assumed.\"" + key + "\"]")))
          << id;
      const bool commented = text.find("\n# " + key + " = ") != std::string::npos;
      if (!commented) {
        EXPECT_EQ(copy["parameters"][key], value) << id << ' ' << key;
      }
    }
  }
}

/// What is said at the end can be typed.
TEST(RulesShow, NamesItsRulesAsTheyWereNamed) {
  const std::string rules = "brandubh-7 --set range.king=3";
  EXPECT_THAT(shell("tavlab rules explain " + rules + " --lang en").out,
              HasSubstr("`tavlab rules show " + rules + "`"));
  EXPECT_THAT(shell("tavlab rules show " + rules + " --lang en").out,
              HasSubstr("`tavlab rules show " + rules + " --all`"));
}

TEST(RulesCheck, GoesOnAfterAFileThatCannotBeRead) {
  const TemporaryFolder folder;
  const Outcome run =
      shell("tavlab rules new mine --from chess; tavlab rules check nowhere.toml mine.toml", "",
            folder.path());
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.out, HasSubstr("nowhere.toml: cannot be read"));
  EXPECT_THAT(run.out, HasSubstr("mine.toml: no faults"));
  const Outcome both = shell("tavlab rules check nowhere.toml mine.toml --json", "", folder.path());
  EXPECT_EQ(both.code, 2);
  EXPECT_EQ(both.json()["error"]["code"], "invalid");
  EXPECT_TRUE(both.json()["files"][1]["ok"]);
}

TEST(RulesNew, MakesAFileThatIsNamedWithItsPath) {
  const TemporaryFolder folder;
  const Outcome run =
      shell("tavlab rules new mine --from chess; tavlab rules show mine", "", folder.path());
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("a file is named with its path: ./mine.toml"));
}

TEST(RulesNew, ReplacesNothing) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& line) { return shell(line, "", folder.path()); };
  folder.write("mine.toml", "mine");
  EXPECT_EQ(run("tavlab rules new mine --from chess").code, 2);
  EXPECT_EQ(content(folder.path() / "mine.toml"), "mine");
  EXPECT_EQ(run("tavlab rules new mine --from chess --out other.toml").code, 0);
  EXPECT_THAT(content(folder.path() / "other.toml"), HasSubstr("id = \"mine\""));
  EXPECT_THAT(run("tavlab rules new chess --from chess").err, HasSubstr("another name"));
  EXPECT_THAT(run("tavlab rules new 'my rules' --from chess").err, HasSubstr("id"));
  EXPECT_EQ(run("tavlab rules new yours --from nothing").code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "yours.toml"));
}

TEST(RulesCheck, FindsEveryFaultWithItsLine) {
  const TemporaryFolder folder;
  folder.write("bad.toml", R"(id = "bad id"
family = "tafl"
title = "t"
board.size = 9
king.armd = true
dice.kind = "partiy"

[range]
king = "far"

[assumed."king.weak"]
value = "true"
alternatives = [false, "no"]
)");
  const Outcome run = shell("tavlab rules check bad.toml", "", folder.path());
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_EQ(run.err, "");
  for (const char* fault :
       {"bad.toml:1: id is 'bad id', but must be",
        "bad.toml:4: board.layout L2 needs board.size = 11, not 9; layouts of 9: L1",
        "bad.toml: 'source' is missing",
        "bad.toml:5: unknown key 'king.armd'; the nearest is 'king.armed'",
        "bad.toml:6: dice.kind is 'partiy'", "bad.toml:9: range.king is 'far', but must be",
        "bad.toml:11: [assumed] king.weak: 'reason' is missing",
        "bad.toml:12: [assumed]: king.weak is 'true', but must be true or false, without "
        "quotation",
        "bad.toml:13: [assumed]: king.weak is 'no', but must be true or false\n"}) {
    EXPECT_THAT(run.out, HasSubstr(fault));
  }
  EXPECT_EQ(std::ranges::count(run.out, '\n'), 9) << run.out;
  const json all = shell("tavlab rules check bad.toml --json", "", folder.path()).json();
  EXPECT_FALSE(all["files"][0]["ok"]);
  EXPECT_EQ(all["files"][0]["faults"].size(), 9U);
}

TEST(RulesCheck, FindsAllThatAnAssumptionLacks) {
  const TemporaryFolder folder;
  folder.write("bad.toml", R"(id = "bad"
extends = "brandubh-7"
title = "t"
source = "s"
[assumed."king.armed"]
reson = "r"
alternatives = ["bogus", 3]
)");
  const std::string found = shell("tavlab rules check bad.toml", "", folder.path()).out;
  for (const char* fault :
       {"bad.toml:5: [assumed] king.armed: 'value' is missing", "'reason' is missing",
        "bad.toml:6: [assumed] king.armed: unknown key 'reson'; the nearest is 'reason'",
        "bad.toml:7: [assumed]: king.armed is 'bogus'",
        "bad.toml:7: [assumed]: king.armed is '3'"}) {
    EXPECT_THAT(found, HasSubstr(fault));
  }
}

/// The TOML parser stops at the first malformed line.
TEST(RulesCheck, FindsWhatIsWrongBesideMalformedLines) {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& text) {
    return faults_in(
        folder, "id = \"x\"\nextends = \"helmfrid-9\"\ntitle = \"t\"\nsource = \"s\"\n" + text);
  };
  const std::string lines =
      check("king.armd = true\nboard.size = \nking.on_edge = never\nescape = \"moon\"\n");
  for (const char* fault : {"x.toml:5: unknown key 'king.armd'", "x.toml:6: malformed TOML",
                            "x.toml:7: malformed TOML", "x.toml:8: escape is 'moon'"}) {
    EXPECT_THAT(lines, HasSubstr(fault));
  }
  EXPECT_EQ(std::ranges::count(lines, '\n'), 4) << lines;
  // The keys below a malformed heading belong to no other table.
  const std::string table = check("[king\narmed = \"full\"\n[board]\nsize = 8\n");
  EXPECT_THAT(table, HasSubstr("x.toml:5: malformed TOML"));
  EXPECT_THAT(table, HasSubstr("x.toml:8: board.size"));
  EXPECT_EQ(std::ranges::count(table, '\n'), 2) << table;
  // The parser notices a list without its end only in the next line.
  const std::string list = check("throne.pass = [\"king\",\nrange.king = 99\nboard.corners = 1\n");
  for (const char* fault : {"x.toml:5: what begins in this line has no end", "x.toml:6: range.king",
                            "x.toml:7: board.corners"}) {
    EXPECT_THAT(list, HasSubstr(fault));
  }
  EXPECT_EQ(std::ranges::count(list, '\n'), 3) << list;
  EXPECT_THAT(check("escape = edge\n"), HasSubstr("a text needs quotation marks: \"edge\""));
  // Where it is clear what was meant, that is looked at, too.
  const std::string meant = check("escape = moon\nking.armed = \"no\n[board\nsize = 8\n");
  for (const char* fault :
       {"x.toml:5: malformed TOML", "x.toml:5: escape is 'moon'", "x.toml:6: malformed TOML",
        "x.toml:6: king.armed is 'no'", "x.toml:7: malformed TOML", "x.toml:8: board.size"}) {
    EXPECT_THAT(meant, HasSubstr(fault));
  }
  EXPECT_EQ(std::ranges::count(meant, '\n'), 6) << meant;
  // A text without its end goes on to the end of the file.
  const std::string end =
      check("escape = \"\"\"moon\n" + std::string(300, '\n') + "king.bla = 1\n");
  EXPECT_THAT(end, HasSubstr("x.toml:5: what begins in this line has no end"));
  EXPECT_THAT(end, HasSubstr("x.toml:306: unknown key 'king.bla'"));
}

TEST(RulesCheck, LooksAtTheParametersOfAMisspeltFamilyOrRuleSet) {
  const TemporaryFolder folder;
  for (const char* line : {"family = \"tafll\"", "extends = \"helmfird-9\""}) {
    folder.write("x.toml", std::string("id = \"x\"\n") + line +
                               "\ntitle = \"t\"\nsource = \"s\"\n"
                               "king.armd = true\nrange.king = 99\n");
    const std::string found = shell("tavlab rules check x.toml", "", folder.path()).out;
    for (const char* fault : {"; the nearest is '", "x.toml:5: unknown key 'king.armd'",
                              "x.toml:6: range.king is '99'"}) {
      EXPECT_THAT(found, HasSubstr(fault));
    }
    EXPECT_EQ(std::ranges::count(found, '\n'), 3) << found;
  }
}

TEST(RulesCheck, FindsContradictionsBesideOtherFaults) {
  const TemporaryFolder folder;
  const std::string head = "id = \"x\"\nextends = \"helmfrid-9\"\nsource = \"s\"\n";
  const auto check = [&](const std::string& text) { return faults_in(folder, head + text); };
  constexpr const char* kContradiction = "escape is corners, but board.corners has no cell";
  const std::string found = check("board.corners = \"none\"\nking.armd = \"full\"\n");
  EXPECT_THAT(found, HasSubstr(std::string("x.toml:4: ") + kContradiction));
  EXPECT_THAT(found, HasSubstr("x.toml:5: unknown key 'king.armd'"));
  EXPECT_THAT(found, HasSubstr("'title' is missing"));
  // Not one that may only come from another fault.
  EXPECT_THAT(check("board.corners = \"none\"\nescape = \"edges\"\n"),
              testing::Not(HasSubstr(kContradiction)));
}

/// Faults that do not hang together.
TEST(RulesCheck, FindsContradictionsBesideEachOther) {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& text) {
    return faults_in(folder, "id = \"x\"\ntitle = \"t\"\nsource = \"s\"\n" + text);
  };
  const std::string race = check(
      "extends = \"ur-finkel\"\npath = [\"a1\", \"z9\", \"q1\"]\nsquares.rosettes = [\"x7\"]\n"
      "dice.kind = \"custom\"\ndice.weights = [\"many\"]\npieces = 2\npieces_to_win = 3\n");
  for (const char* fault :
       {"x.toml:5: path: 'z9' is not", "x.toml:5: path: 'q1' is not", "x.toml:6: squares.rosettes",
        "x.toml:8: dice.weights: 'many'", "x.toml:10: pieces_to_win is 3"}) {
    EXPECT_THAT(race, HasSubstr(fault));
  }
  EXPECT_EQ(std::ranges::count(race, '\n'), 5) << race;
  const std::string board = check(
      "extends = \"helmfrid-9\"\nboard.throne = [\"z1\"]\nboard.attacker_camps = [\"y1\"]\n"
      "repetition.result = \"forbidden\"\nno_move.attackers = \"passes\"\n");
  for (const char* fault : {"x.toml:5: board.throne: 'z1'", "x.toml:6: board.attacker_camps: 'y1'",
                            "x.toml:8: repetition.result forbidden excludes no_move.attackers"}) {
    EXPECT_THAT(board, AnyOf(HasSubstr(fault), HasSubstr("x.toml:7: repetition.result")));
  }
  EXPECT_EQ(std::ranges::count(board, '\n'), 3) << board;
}

/// Version 0.1 read files that state such parameters, so they load.
TEST(RulesCheck, FindsWhatHasNoEffect) {
  const TemporaryFolder folder;
  folder.write("x.toml", R"(id = "x"
extends = "helmfrid-9"
title = "t"
source = "s"
king.weak = true
king.elsewhere = "never"
attacker_camps.pass = ["all"]
[assumed."king.on_edge"]
value = "custodial"
reason = "r"
alternatives = ["never"]
)");
  const Outcome found = shell("tavlab rules check x.toml", "", folder.path());
  EXPECT_EQ(found.code, 1);
  EXPECT_EQ(found.out,
            "x.toml:6: king.elsewhere = never has no effect without king.weak = false\n"
            "x.toml:7: attacker_camps.pass = [all] has no effect without board.attacker_camps\n"
            "x.toml:9: king.on_edge = custodial has no effect without king.weak = false\n");
  const Outcome shown = shell("LC_ALL=C.UTF-8 tavlab rules show ./x.toml", "", folder.path());
  EXPECT_EQ(shown.code, 0) << shown.err;
}

/// Who may stop on the throne must be able to enter it, also in an alternative.
TEST(RulesCheck, ComparesWhoStopsWithWhoEnters) {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& text) {
    return faults_in(folder,
                     "id = \"x\"\ntitle = \"t\"\nsource = \"s\"\nextends = \"tavlei-9\"\n" + text);
  };
  EXPECT_THAT(check("throne.stop = [\"all\"]\n"),
              testing::StartsWith("x.toml:5: throne.stop [all]: no effect on kinds that are not in "
                                  "throne.reenter [king]\n"));
  EXPECT_THAT(check("throne.stop = []\nthrone.reenter = [\"attackers\"]\n"),
              HasSubstr("throne.reenter [attackers]: no effect on kinds"));
  EXPECT_THAT(check("throne.stop = []\n"), HasSubstr("no faults"));
  EXPECT_THAT(check("[assumed.\"throne.stop\"]\nvalue = [\"king\"]\nreason = \"r\"\n"
                    "alternatives = [[\"all\"]]\n"),
              HasSubstr("throne.reenter [king], an alternative of [assumed.\"throne.stop\"]"));
}

/// With what the rule set takes elsewhere; with other values it could be.
TEST(RulesCheck, NotesAlternativesThatCannotBePlayed) {
  const TemporaryFolder folder;
  folder.write("x.toml", R"(id = "x"
title = "t"
source = "s"
extends = "brandubh-7"
board.corners = "none"
[assumed.escape]
value = "edge"
reason = "r"
alternatives = ["corners"]
)");
  const Outcome found = shell("tavlab rules check x.toml", "", folder.path());
  EXPECT_EQ(found.code, 0);
  EXPECT_THAT(found.out, testing::StartsWith(
                             "x.toml:7: note: corners, an alternative of [assumed.\"escape\"], "
                             "cannot be played with the rest: escape is corners, but "
                             "board.corners has no cell\nx.toml: no faults"));
  const json all = shell("tavlab rules check x.toml --json", "", folder.path()).json();
  EXPECT_EQ(all["files"][0]["notes"].size(), 1U);
}

/// The first а is Cyrillic.
TEST(RulesCheck, NamesCyrillicLettersInAKey) {
  const TemporaryFolder folder;
  EXPECT_THAT(faults_in(folder, "id = \"x\"\nextends = \"tavlei-9\"\nrаnge.king = 3\n"),
              HasSubstr("; keys have Latin letters, but 'а' is Cyrillic\n"));
}

TEST(RulesCheck, FindsWhatIsMissingBesideMalformedLines) {
  const TemporaryFolder folder;
  folder.write("x.toml", "id = \"x\"\nextends = \"helmfrid-9\"\ntitle = my game\nescape = 3\n");
  const std::string found = shell("tavlab rules check x.toml", "", folder.path()).out;
  EXPECT_THAT(found, HasSubstr("'source' is missing"));
  EXPECT_THAT(found, testing::Not(HasSubstr("'title' is missing"))) << "it may be in line 3";
  // Each line of a list without its end would be another fault.
  std::string list = "id = \"x\"\nextends = \"helmfrid-9\"\nboard.layout = [\n";
  for (int i = 0; i < 200; ++i) list += "\"aaaaaaaaa\"\n";
  folder.write("x.toml", list + "king.armd = \"none\"\n");
  EXPECT_EQ(shell("tavlab rules check x.toml", "", folder.path()).out,
            "x.toml: 'title' is missing\nx.toml: 'source' is missing\n"
            "x.toml:3: what begins in this line has no end: a list needs ']', a text a quotation "
            "mark\nx.toml:204: unknown key 'king.armd'; the nearest is 'king.armed'\n");
}

TEST(RulesCheck, SaysWhatWasMeant) {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& text) {
    return faults_in(
        folder, "id = \"x\"\nextends = \"helmfrid-9\"\ntitle = \"t\"\nsource = \"s\"\n" + text);
  };
  const std::string twice = check("[king]\nweak = true\n[king]\narmed = \"non\"\n");
  EXPECT_THAT(twice,
              HasSubstr("x.toml:7: malformed TOML: [king] stands twice, here and in line 5"));
  EXPECT_THAT(twice, HasSubstr("x.toml:8: king.armed is 'non'"));
  const std::string forms = check("king.weak = true\n[king]\narmed = \"non\"\n");
  EXPECT_THAT(forms, HasSubstr("x.toml:6: malformed TOML: [king] is already set by lines above, as "
                               "in king.KEY = VALUE; keep one form; the lines below it are looked "
                               "at when this is mended"));
  EXPECT_THAT(check("[assumed.\"first\"]\nvalue = \"attackers\"\nreason = \"r\"\n"
                    "alternatives = [\"attackers\"]\nking.weak = true\n"),
              AllOf(HasSubstr("x.toml:8: [assumed] first: 'alternatives' lists the value itself"),
                    HasSubstr("x.toml:9: [assumed] first: unknown key 'king'; a parameter stands "
                              "above the first header")));
  EXPECT_THAT(check("throne.pass = \"all\"\n"), HasSubstr("; as a list: [\"all\"]"));
  EXPECT_THAT(check("= 3\n"), HasSubstr("; the key is missing"));
  EXPECT_THAT(check("limits.quiet_plies = 99999999999999999999\n"), Not(HasSubstr("quotation")));
  EXPECT_THAT(check("escape = \"edge_without_camps\"\n"),
              HasSubstr("x.toml:5: escape is edge_without_camps, but the board has no camps"));
  // No contradiction with a value that stands in a malformed line.
  EXPECT_THAT(check("board.layout = \"L8\"\nboard.size =\n"), Not(HasSubstr("needs board.size")));
  folder.write("x.toml", std::string("i\0d\0", 4));
  EXPECT_THAT(shell("tavlab rules check x.toml", "", folder.path()).out,
              HasSubstr("x.toml: is not a text in UTF-8"));
  folder.write("x.toml",
               "id = \"x\"\nagents = [\"random\"]\n[[hypothesis]]\nmeasure = \"score\"\n");
  EXPECT_THAT(shell("tavlab rules check x.toml", "", folder.path()).out,
              HasSubstr("is the file of a claim, not a rule set; `tavlab claim run` plays it"));
}

TEST(RulesCheck, IsNamedByOtherCommands) {
  const TemporaryFolder folder;
  folder.write("x.toml",
               "id = \"x\"\nextends = \"helmfrid-9\"\ntitle = \"t\"\nsource = \"s\"\n"
               "throne.pass = [\"none\"]\n");
  EXPECT_THAT(shell("tavlab perft ./x.toml --depth 1", "", folder.path()).err,
              testing::EndsWith("; [] for none; all faults with their lines: tavlab rules check "
                                "./x.toml\n"));
}

TEST(RulesList, OfAFamily) {
  const std::string races = shell("tavlab rules list ur").out;
  EXPECT_THAT(races, HasSubstr("ur-finkel"));
  EXPECT_THAT(races, testing::Not(HasSubstr("tafl")));
  EXPECT_THAT(shell("tavlab rules list urr").err, HasSubstr("the nearest is 'ur'"));
}

/// Of a rule set whose author took the weak king for granted, and one who left him open.
TEST(RulesShow, MarksSentencesThatTheSourceLeavesOpen) {
  const std::string open = shell("LC_ALL=C.UTF-8 tavlab rules show tavlei-9").out;
  EXPECT_THAT(open, HasSubstr("\n  * Only the king may pass over the throne"));
  EXPECT_THAT(open, HasSubstr("* The source leaves this open; see Assumptions below."));
  EXPECT_THAT(open, HasSubstr("Open, too, without a mark above\n  * encirclement: off\n"));
  EXPECT_THAT(open, HasSubstr("\n  - The throne is e5.\n"));
  // Of two sentences about the throne, the one that was assumed.
  const std::string throne = shell("LC_ALL=C.UTF-8 tavlab rules show helmfrid-9").out;
  EXPECT_THAT(throne, HasSubstr("- The throne is hostile to attackers whether it is empty"));
  // What nobody assumed has no mark.
  EXPECT_THAT(shell("LC_ALL=C.UTF-8 tavlab rules show chess").out,
              testing::Not(HasSubstr("\n  * ")));
  EXPECT_THAT(shell("tavlab rules show tavlei-9 --lang ru").out,
              HasSubstr("* Источник об этом молчит"));
}

TEST(RulesShow, SaysWhatIsUnlikeTheFamily) {
  const std::string text = shell("LC_ALL=C.UTF-8 tavlab rules show copenhagen-11").out;
  const std::string special = text.substr(text.find("What is special\n"));
  const std::string listed = special.substr(0, special.find("\n\n"));
  EXPECT_THAT(listed, HasSubstr("exit fort"));
  EXPECT_THAT(listed, testing::Not(HasSubstr("Pieces never jump")));
  // Its usual value would contradict a board without corners.
  EXPECT_THAT(
      shell("LC_ALL=C.UTF-8 tavlab rules show tablut-9 | sed -n '/What is special/,/^$/p'").out,
      HasSubstr("win when the king reaches the edge"));
  EXPECT_THAT(shell("LC_ALL=C.UTF-8 tavlab rules show tavreli").out,
              HasSubstr("What is special\n  Nothing: all is as usual in the family.\n"));
}

TEST(RulesCompare, ComparesARuleSetWithItselfChanged) {
  const json diff = shell("tavlab rules diff brandubh-7 --set king.armed=none --json").json();
  EXPECT_EQ(diff["b"], "brandubh-7{king.armed=none}");
  EXPECT_EQ(diff["differences"], json({{"king.armed", {"full", "none"}}}));
}

TEST(RulesCompare, NearestNamesACommandWithWhatWasSet) {
  EXPECT_THAT(shell("tavlab rules nearest brandubh-7 --set king.weak=true --count 1").out,
              HasSubstr("`tavlab rules diff brandubh-7 --set king.weak=true` names them"));
}

TEST(RulesCompare, IgnoresTheOrderOfListsAndWhatHasNoEffect) {
  const TemporaryFolder folder;
  const std::string head = "extends = \"ashton-tablut-9\"\ntitle = \"t\"\nsource = \"s\"\n";
  folder.write("a.toml", "id = \"a\"\n" + head + "throne.stop = [\"king\", \"defenders\"]\n");
  folder.write("b.toml", "id = \"b\"\n" + head + "throne.stop = [\"defenders\", \"king\"]\n");
  EXPECT_EQ(shell("tavlab rules diff a.toml b.toml", "", folder.path()).out,
            "The two are the same game.\n");
  const json nearest =
      shell("tavlab rules nearest a.toml --count 2 --json", "", folder.path()).json();
  ASSERT_EQ(nearest["nearest"].size(), 2U);
  EXPECT_EQ(nearest["nearest"][0]["id"], "ashton-tablut-9");
  EXPECT_EQ(nearest["nearest"][0]["differences"], 1);
  EXPECT_THAT(shell("tavlab rules nearest brandubh-7 --count 1").out,
              HasSubstr("`tavlab rules diff brandubh-7 "));
  EXPECT_EQ(shell("tavlab rules nearest brandubh-7 --count 0").code, 2);
}

TEST(RulesCheck, FindsWhatLoadingFinds) {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& text) {
    folder.write("x.toml", text);
    const Outcome run = shell("tavlab rules check x.toml", "", folder.path());
    const bool loads = shell("tavlab rules show ./x.toml", "", folder.path()).code == 0;
    EXPECT_EQ(run.code, loads ? 0 : 1) << run.out << run.err;
    return run.out;
  };
  const std::string head = "id = \"x\"\nextends = \"helmfrid-9\"\ntitle = \"t\"\nsource = \"s\"\n";
  EXPECT_THAT(check(head), HasSubstr("x.toml: no faults; x: t, hash "));
  EXPECT_THAT(check(head + "board.size = 10\n"), HasSubstr("x.toml:5: "));
  EXPECT_THAT(check(head + "title = \"again\"\n"), HasSubstr("x.toml:5: "));
  EXPECT_THAT(check("id = \"x\"\nfamily = \n"), HasSubstr("x.toml:2: "));
  EXPECT_THAT(check(head + "dice.faces = 4\n"),
              HasSubstr("x.toml:5: dice.faces = 4 has no effect"));
  EXPECT_THAT(check("id = \"x\"\nextends = \"helmfird-9\"\ntitle = \"t\"\nsource = \"s\"\n"),
              HasSubstr("x.toml:2: extends: unknown rule set 'helmfird-9'; the nearest is"));
  EXPECT_THAT(check("id = \"x\"\nfamily = \"tafel\"\ntitle = \"t\"\nsource = \"s\"\n"),
              HasSubstr("x.toml:2: family is 'tafel'"));
  EXPECT_THAT(check("id = \"helmfrid-9\"\nextends = \"helmfrid-9\"\ntitle = \"t\"\nsource = "
                    "\"s\"\nrange.king = 3\n"),
              HasSubstr("is the id of a built-in rule set"));
  EXPECT_EQ(shell("tavlab rules check missing.toml", "", folder.path()).code, 2);
}

TEST(Lists, AreThereForEverythingThatHasANameOfItsOwn) {
  for (const auto& [command, name] :
       {std::pair{"rules list", "brandubh-7"}, std::pair{"experiment list", "quickstart"},
        std::pair{"claim list", "ur-d4"}, std::pair{"train list", "train-brandubh-7"},
        std::pair{"net list", "tavlei-9"}, std::pair{"evaluate list", "evaluate-tavreli"}}) {
    const Outcome run = shell(std::string("tavlab ") + command);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr(name)) << command;
  }
  EXPECT_FALSE(shell("tavlab net list --json").json()["nets"].empty());
  EXPECT_FALSE(shell("tavlab train list --json").json()["trainings"].empty());
  EXPECT_FALSE(shell("tavlab experiment list --json").json()["experiments"].empty());
}

}  // namespace
}  // namespace tavlab::test
