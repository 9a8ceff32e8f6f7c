"""`tavlab play` on a terminal: one board redrawn in place, colours, symbols, editing, the clock.

    play_terminal_test.py BINARY [--pages DIR]   DIR gets the screens as HTML, to look at
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
from terminal import Program  # noqa: E402

BINARY = ""
PAGES = None
GROUNDS = {"dark": ("#e0e0e0", "#101010"), "light": ("#202020", "#fdfdf8")}


def keep(name, screen):
    for theme, (ink, ground) in GROUNDS.items():
        if PAGES:
            (PAGES / f"{name}-{theme}.html").write_text(screen.page(ink, ground))


def game(*arguments, rows=24, columns=80, environment=None):
    return Program([BINARY, "play", *arguments], rows, columns, environment)


class PlayOnATerminal(unittest.TestCase):
    def test_one_board_is_redrawn_in_place(self):
        play = game("brandubh-7", "--second", "random")
        play.wait_for("Type help")
        keep("brandubh-start", play.screen)
        play.wait_for("> ")
        for move in ("d7-c7", "D6 C6", "a4b4"):
            play.type(move + "\n")
            play.wait_for("to move   (last: ")
            play.wait_for("> ")
            text = play.screen.text()
            if "Game over" in text:
                break
            self.assertEqual(text.count("a  b  c  d  e  f  g"), 1, text)
        keep("brandubh-moves", play.screen)
        self.assertIn("\x1b[J", play.raw)
        self.assertGreater(play.screen.colored(), 100)
        self.assertIn("●", play.screen.text())
        self.assertIn("[", play.screen.text())  # the last move
        play.type("quit\n")
        self.assertEqual(play.finish(), 0)

    def test_the_largest_board_is_redrawn_in_place(self):
        play = game("alea-evangelii-19", "--second", "random")
        play.wait_for("> ")
        moves = 0
        for move in ("a14-b14", "b14-a14", "a14-b14"):
            play.type(move + "\n")
            play.wait_for("to move   (last: ")
            play.wait_for("> ")
            moves += 1
            self.assertEqual(play.screen.text().count("a  b  c  d  e"), 1, play.screen.text())
        self.assertEqual(moves, 3)
        play.type("quit\n")
        play.finish()

    def test_long_texts_are_shown_in_pages(self):
        play = game("alea-evangelii-19", "--second", "random")
        play.wait_for("(Enter: the board)")  # the introduction does not fit below the board
        self.assertNotIn("a  b  c  d  e", play.raw)
        play.type("\n")
        play.wait_for("a  b  c  d  e")
        self.assertNotIn("Enter:", play.screen.text())
        play.type("rules\n")
        play.wait_for("(Enter: more")
        pages = 0
        while found := re.search(r"\(Enter: more; .*\)", play.screen.text()):
            keep(f"rules-{pages}", play.screen)
            pages += 1
            self.assertLess(pages, 20)
            play.type("\n")
            play.wait_until_gone(found.group())
            play.wait_for("(Enter: ")
        self.assertGreater(pages, 0)
        self.assertIn("(Enter: the board)", play.screen.text())
        play.type("\n")
        play.wait_for("a  b  c  d  e")
        play.type("quit\n")
        self.assertEqual(play.finish(), 0)

    def test_boards_of_every_kind_fit_a_small_terminal(self):
        for rules in ("helmfrid-11", "copenhagen-11", "tavreli", "chess", "ur-finkel", "ur-skiryuk", "russian-draughts",
                      "alea-evangelii-19"):
            with self.subTest(rules):
                play = game(rules, "--second", "greedy", "--first", "greedy")
                play.wait_for("Game over", 300)
                keep(rules, play.screen)
                self.assertEqual(play.finish(), 0)

    def test_without_colours_the_sides_differ_by_their_signs(self):
        play = game("brandubh-7", "--second", "random", environment={"NO_COLOR": "1"})
        play.wait_for("Type help")
        self.assertNotIn("\x1b[38", play.raw)
        for sign in "●○♔":
            self.assertIn(sign, play.screen.text())
        keep("no-color", play.screen)
        play.type("quit\n")
        self.assertEqual(play.finish(), 0)

    def test_ascii_has_no_other_letters(self):
        play = game("brandubh-7", "--ascii", "--color", "never")
        play.wait_for("Type help")
        self.assertTrue(play.raw.isascii(), play.raw)
        play.type("quit\n")
        self.assertEqual(play.finish(), 0)

    def test_a_locale_without_the_symbols_gets_ascii(self):
        play = game("brandubh-7", environment={"LC_ALL": "C"})
        play.wait_for("Type help")
        self.assertTrue(play.raw.isascii(), play.raw)
        self.assertGreater(play.screen.colored(), 100)
        play.type("quit\n")
        self.assertEqual(play.finish(), 0)

    def test_a_dumb_terminal_gets_no_escape_sequences(self):
        play = game("brandubh-7", "--second", "random", environment={"TERM": "dumb"})
        play.wait_for("> ")
        play.type("d7-c7\n")
        play.wait_for("defenders: ")
        play.type("quit\n")
        self.assertEqual(play.finish(), 0)
        self.assertIn("attackers: d7-c7", play.raw)
        self.assertNotIn("\x1b", play.raw)

    def test_tab_completes_and_the_history_recalls(self):
        play = game("brandubh-7", "--second", "random")
        play.wait_for("> ")
        play.type("leg\t\n")
        play.wait_for("last move")
        play.type("d7-\t")  # several moves
        play.wait_for("d7-b7 d7-c7")
        play.type("c\t\n")
        play.wait_for("(last: ")
        play.type("undo\n")
        play.wait_for("attackers to move")
        play.type("\x1b[A\x1b[A\n")  # the move before `undo`
        play.wait_for("(last: ")
        play.type("record\n")
        play.wait_for("d7-c7 ")
        play.press("\x04")
        self.assertEqual(play.finish(), 0)

    def test_an_interrupt_says_how_to_go_on(self):
        play = game("brandubh-7", "--second", "random")
        play.wait_for("> ")
        play.type("d7-c7\n")
        play.wait_for("(last: ")
        play.wait_for("> ")
        play.interrupt()
        self.assertEqual(play.finish(), 130)
        self.assertIn("--first human --second random --moves 'd7-c7", play.screen.text().replace("\n", ""))
        self.assertIn("nothing was saved", play.screen.text())

    def test_ctrl_c_while_typing_ends_the_game(self):
        play = game("brandubh-7")
        play.wait_for("> ")
        play.type("d7\x03")
        self.assertEqual(play.finish(), 130)

    def test_ctrl_d_quits(self):
        play = game("brandubh-7", "--second", "random")
        play.wait_for("> ")
        play.press("\x04")
        self.assertEqual(play.finish(), 0)

    def test_a_new_size_of_the_window_is_harmless(self):
        play = game("brandubh-7", "--second", "random")
        play.wait_for("> ")
        play.type("d7-c7")
        play.resize(30, 60)
        play.type("\n")
        play.wait_for("(last: ")
        play.wait_for("> ")
        play.resize(10, 30)
        play.type("legend\n")
        play.wait_for("king")
        play.type("quit\n")
        self.assertEqual(play.finish(), 0)

    def test_the_clock_runs_out(self):
        play = game("brandubh-7", "--clock", "0.005", "--second", "random")
        play.wait_for("Game over after 0 plies: defenders won, attackers out of time.")
        play.type("undo\n")
        play.wait_for("nothing can be taken back")
        play.type("quit\n")
        self.assertEqual(play.finish(), 0)

    def test_the_clock_is_shown(self):
        play = game("brandubh-7", "--clock", "5+3", "--second", "random")
        play.wait_for("time 5:00")
        play.wait_for(" > ")
        play.type("d7-c7\n")
        play.wait_for("(last: ")
        self.assertIn("time 5:0", play.screen.text())
        play.type("quit\n")
        self.assertEqual(play.finish(), 0)

    def test_a_saved_game_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "a game.txt"
            play = game("brandubh-7", "--second", "random")
            play.wait_for("> ")
            play.type("d7-c7\n")
            play.wait_for("(last: ")
            play.type(f"save {file}\n")
            play.wait_for("Saved to")
            play.type("quit\n")
            self.assertEqual(play.finish(), 0)
            play = game("--load", str(file))
            play.wait_for("defenders: random")
            play.type("record\n")
            play.wait_for("d7-c7 ")
            play.type("quit\n")
            self.assertEqual(play.finish(), 0)


class AnalyzeOnATerminal(unittest.TestCase):
    def test_it_says_what_it_has_found_so_far(self):
        analyze = Program([BINARY, "analyze", "helmfrid-11", "--agent", "alphabeta:seconds=600"], 40, 90, None)
        analyze.wait_for("so far; depth ")
        analyze.type("\x03")
        self.assertEqual(analyze.finish(), 130)
        self.assertNotIn("so far", analyze.screen.text())
        self.assertIn("best ", analyze.screen.text())


class HelpOnATerminal(unittest.TestCase):
    def test_no_word_is_broken(self):
        for arguments in (["help"], ["help", "match"], ["match", "--help"], ["help", "agents", "mcts"]):
            plain = subprocess.run([BINARY, *arguments], capture_output=True, text=True, check=True).stdout
            shown = Program([BINARY, *arguments], 400, 100, None)
            self.assertEqual(shown.finish(), 0)
            self.assertEqual(shown.screen.text().split(), plain.split())


if __name__ == "__main__":
    BINARY = sys.argv[1]
    if "--pages" in sys.argv:
        PAGES = pathlib.Path(sys.argv[sys.argv.index("--pages") + 1])
        PAGES.mkdir(parents=True, exist_ok=True)
    rest = [each for each in sys.argv[2:] if each.startswith("PlayOnATerminal") or each == "-v"]
    unittest.main(argv=[sys.argv[0], *rest])
