// Every user error gets one clear line on stderr, exit code 2, and nothing on stdout.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

struct Mistake {
  std::string command;
  std::string says;  ///< must be in the message
};

void PrintTo(const Mistake& mistake, std::ostream* stream) { *stream << mistake.command; }

class BadInput : public testing::TestWithParam<Mistake> {};

TEST_P(BadInput, GetsOneClearLine) {
  const TemporaryFolder folder;
  folder.write("broken.toml", "id = \"x\"\nfamily = \n");
  folder.write("unknown.toml",
               "id = \"x\"\nextends = \"helmfrid-9\"\ntitle = \"t\"\nsource = "
               "\"s\"\n[king]\nstrong = true\n");
  folder.write("impostor.toml",
               "id = \"helmfrid-9\"\nextends = \"helmfrid-9\"\ntitle = \"t\"\nsource = "
               "\"s\"\n[range]\nking = 3\n");
  folder.write("coloured.toml",
               "id = \"x\"\nextends = \"helmfrid-9\"\ntitle = \"\\u001b[31mred\"\nsource = "
               "\"s\"\n");
  folder.write("config.toml",
               "id = \"x\"\ntitle = \"t\"\nquestion = \"q\"\nrules = [\"helmfrid-9\"]\n"
               "agents = [\"random\"]\ngames = 1\nseed = 1\nnonsense = 1\n");
  folder.write("not-a-store", "");
  folder.write("broken.game", "1. e2-e4 e7-e5\n2. {never ends");
  const Outcome run = shell(GetParam().command, "", folder.path());
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  EXPECT_TRUE(run.err.starts_with("tavlab: ")) << run.err;
  EXPECT_NE(run.err.find(GetParam().says), std::string::npos) << run.err;
  EXPECT_EQ(run.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    All, BadInput,
    testing::Values(
        Mistake{"tavlab", "tavlab help"}, Mistake{"tavlab perfd", "perfd"},
        Mistake{"tavlab serve --export ''", "name a folder"},
        Mistake{"tavlab serve --export .", "a folder of its own"},
        Mistake{"tavlab serve --export site --folder nowhere", "there is no such folder"},
        Mistake{"tavlab serve --export site --wasm not-a-store", "WebAssembly"},
        Mistake{"tavlab serve --export site --wasm ''", "name a file"},
        Mistake{"tavlab serve --wasm not-a-store", "--export"},
        Mistake{"tavlab serve --tables nowhere", "there is no such folder"},
        Mistake{"tavlab serve --password-file ''", "name a file"}, Mistake{"tavlab perft", "RULES"},
        Mistake{"tavlab perft helmfrid-9 --depth x", "--depth"},
        Mistake{"tavlab perft helmfrid-9 --depth 99", "--depth"},
        Mistake{"tavlab perft helmfried-9 --depth 1", "helmfrid-9"},
        Mistake{"tavlab perft ./missing.toml --depth 1", "missing.toml"},
        Mistake{"tavlab perft ./broken.toml --depth 1", "broken.toml"},
        Mistake{"tavlab perft ./unknown.toml --depth 1", "king.strong"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --set king.armd=false", "king.armed"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --set king.armed=maybe", "hammer"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --set king.armed", "king.armed"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --set board.size=10", "odd"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --set board.size=11", "L1"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --set board.corners=none", "escape"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --set dice.kind=parity --set "
                "repetition.result=forbidden",
                "repetition.result"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --position 'kk7/9/9/9/9/9/9/9/9 a'", "king"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --position '1kk6/9/9/9/9/9/9/9/9 a'",
                "two kings"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --position 'a8/4k4/9/9/9/9/9/9/9 a'", "corner"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --position '9/4k4/9 a'", "rows"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --position '9/9/9/9/4k4/9/9/9/9'", "side"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --position '9/9/9/9/4q4/9/9/9/9 a'", "'q'"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --position '9/9/9/9/4k4/9/9/9/9 a quiet=4'",
                "quiet"},
        Mistake{"tavlab trace helmfrid-9 --moves missing.txt", "missing.txt"},
        Mistake{"tavlab trace helmfrid-9 --moves a4-a9", "--moves: ply 1: move 'a4-a9'"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --moves 'a4-a3 a5-a4'",
                "--moves: ply 2: move 'a5-a4'"},
        Mistake{"tavlab play helmfrid-9 --moves a4-z9", "--moves: ply 1"},
        Mistake{"tavlab analyze helmfrid-9 --moves 'a4-a3xa2'", "captures nothing"},
        Mistake{"tavlab analyze helmfrid-9 --agent alphabeta:depth=1 --move a4-a9",
                "--move: move 'a4-a9'"},
        Mistake{"tavlab analyze ur-finkel --agent alphabeta:depth=1 --move hand-d1",
                "a roll is due"},
        Mistake{"tavlab openings helmfrid-9 --plies 0", "--plies"},
        Mistake{"tavlab openings helmfrid-9 --plies 99", "--plies"},
        Mistake{"tavlab games", "check, convert, review, stats"},
        Mistake{"tavlab games check missing.csv", "missing.csv"},
        Mistake{"tavlab games check not-a-store", "contains no games"},
        Mistake{"tavlab games check broken.game --format csv", "comma-separated"},
        Mistake{"tavlab games check broken.game --format chess", "text, lines, csv, otg"},
        Mistake{"tavlab games check broken.game --rules nothing", "nothing"},
        Mistake{"tavlab games convert broken.game --to pgn", "text, lines, csv, otg"},
        Mistake{"tavlab trace tavreli --game broken.game", "line 2: the comment"},
        Mistake{"tavlab playout helmfrid-9 --games 0", "--games"},
        Mistake{"tavlab match helmfrid-9 --seed -1", "--seed"},
        Mistake{"tavlab match helmfrid-9 --seed 99999999999999999999", "--seed"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --position ''", "--position"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --set dice.faces=4", "dice.kind"},
        Mistake{"tavlab perft helmfrid-9 --depth 1 --set range.knight=4", "knights"},
        Mistake{"tavlab perft ./impostor.toml --depth 1", "impostor.toml: id 'helmfrid-9'"},
        Mistake{"tavlab perft ./coloured.toml --depth 1", "coloured.toml:3: title"},
        Mistake{"tavlab experiment run quickstart --games 1 --out ''", "--out: is empty"},
        Mistake{"tavlab experiment report ''", "is empty"},
        Mistake{"tavlab analyze brandubh-7 --position '7/7/7/3k3/7/7/7 a'", "the game is over"},
        Mistake{"tavlab perft helmfrid-9 --depth 0", "--depth"},
        Mistake{"tavlab rules show", "tavlab rules show --help"},
        Mistake{"tavlab playout helmfrid-9 --threads 0", "--threads"},
        Mistake{"tavlab match helmfrid-9 --first mcst:sims=1", "mcts"},
        Mistake{"tavlab match helmfrid-9 --first mcts:sims=many", "sims"},
        Mistake{"tavlab match helmfrid-9 --first mcts:sim=1", "sims"},
        Mistake{"tavlab match helmfrid-9 --second alphabeta:depth=0", "depth"},
        Mistake{"tavlab match helmfrid-9 --games 3 --two-game", "even"},
        Mistake{"tavlab match helmfrid-9 --games 3 --sprt elo0=0,elo1=5", "even"},
        Mistake{"tavlab match helmfrid-9 --sprt ''", "elo0=0,elo1=20"},
        Mistake{"tavlab match helmfrid-9 --sprt elo0=5,elo1=0", "elo0 must be less than elo1"},
        Mistake{"tavlab match helmfrid-9 --sprt elo0=0,elo1=5,model=bayes",
                "logistic or normalized"},
        Mistake{"tavlab play helmfrid-9 --second deepblue", "deepblue"},
        Mistake{"tavlab analyze helmfrid-9 --agent mcts:", "mcts"},
        Mistake{"tavlab experiment run missing --out x", "missing"},
        Mistake{"tavlab experiment run ./config.toml --out x", "nonsense"},
        Mistake{"tavlab experiment run quickstart --games 1 --out /proc/x",
                "a virtual system folder"},
        Mistake{"tavlab experiment run quickstart --games 1 --out /dev", "a virtual system folder"},
        Mistake{"tavlab experiment run quickstart --games 1 --out /dev/shm/..",
                "virtual system folder"},
        Mistake{"tavlab experiment run quickstart --games 1 --out /dev/shm",
                "virtual system folder"},
        Mistake{"tavlab experiment run quickstart --games 1 --out not-a-store", "not-a-store"},
        Mistake{"tavlab experiment report missing", "missing"},
        Mistake{"tavlab experiment ambiguity tavlei-9 --agent nobody --out x", "nobody"},
        Mistake{"tavlab experiment merge missing --out out", "missing"},
        Mistake{"tavlab claim run nonsense --out x", "no claim 'nonsense'"},
        Mistake{"tavlab claim run ./config.toml --out x", "'statement' is missing"},
        Mistake{"tavlab claim run ur-d4 --out x --shard 3/2", "3/2"},
        Mistake{"tavlab claim report missing", "name the folder of a run"},
        Mistake{"tavlab compare helmfrid-9 --out x", "at least two rule sets"},
        Mistake{"tavlab rules diff helmfrid-9 ur-finkel", "no parameters in common"},
        Mistake{"tavlab rules diff helmfrid-9", "name another rule set, or what to change"},
        Mistake{"tavlab compare helmfrid-9", "at least two rule sets, or one and what to change"},
        Mistake{"tavlab compare helmfrid-9 tavlei-9 --set king.armed=none", "name one"},
        Mistake{"tavlab compare helmfrid-9 tavlei-9 --agent nobody --out x", "nobody"},
        Mistake{"tavlab ladder helmfrid-9 --agents random --out x", "at least two agents"},
        Mistake{"tavlab ladder helmfrid-9 --agents random greedy --games 3 --out x", "even"},
        Mistake{"tavlab ladder helmfrid-9 --agents random greedy --schedule late --out x",
                "adaptive"},
        Mistake{"tavlab ladder helmfrid-9 --agents random greedy --opening 9 --max-plies 9 --out x",
                "--opening must be below --max-plies"},
        Mistake{"tavlab calibrate helmfrid-9 --agents random --out x", "at least two agents"},
        Mistake{"tavlab calibrate helmfrid-9 --agents random nobody --out x", "nobody"},
        Mistake{"tavlab calibrate helmfrid-9 --agents random greedy --precision 2 --out x", "0.5"},
        Mistake{"tavlab limit ur-finkel --agents random --out x", "no limit on the moves"},
        Mistake{"tavlab limit helmfrid-9 --agents random --limits 9 5 --out x", "must rise"},
        Mistake{"tavlab limit helmfrid-9 --agents random --limits five --out x", "5..40"},
        Mistake{"tavlab limit helmfrid-9 --agents nobody --out x", "nobody"},
        Mistake{"tavlab limit helmfrid-9 --agents random --opening 3 --out x", "--openings"},
        Mistake{"tavlab limit helmfrid-9 --agents random --games 9999 --out x", "fewer games"},
        Mistake{"tavlab limit helmfrid-9 --agents random --max-plies 50 --out x", "--max-plies"},
        Mistake{"tavlab rules show nothing", "nothing"}, Mistake{"tavlab help cooking", "agents"},
        Mistake{"tavlab bench nothing", "nothing"},
        Mistake{"tavlab train --from brandubh-7 --out never", "CONFIG"},
        Mistake{"tavlab train train-brandubh-7 --from missing --out never", "missing"},
        Mistake{"tavlab bench nn --net missing", "missing"},
        Mistake{"tavlab bench nn --compare abacus", "abacus"},
        Mistake{"tavlab bench nn --compare torch --device cuda:0", "excludes"},
        Mistake{"tavlab bench nn --batches 0", "--batches"}));

TEST(BadOutput, AFullDiskIsReported) {
  const Outcome run = shell("tavlab rules show helmfrid-9 > /dev/full");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("standard output"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace tavlab::test
