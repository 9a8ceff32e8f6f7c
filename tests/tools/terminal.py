"""A terminal for tests of programs: runs one on a pseudo-terminal and keeps what its screen shows."""
import codecs
import fcntl
import html
import os
import pty
import re
import select
import signal
import struct
import termios
import time

SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([@-~])|\x1b[()][A-Z0-9]|\x1b[=>78M]")


class Screen:
    """The characters on a screen and their colours, as far as `tavlab play` and libedit draw."""

    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.lines = [self.blank() for _ in range(rows)]
        self.row = self.column = 0
        self.colors = (None, None)
        self.pending = ""
        self.scrolled = []

    def blank(self):
        return [(" ", (None, None))] * self.columns

    def write(self, text):
        text = self.pending + text
        self.pending = ""
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                found = SEQUENCE.match(text, at)
                if not found:
                    if len(text) - at < 40:  # the rest has not been read yet
                        self.pending = text[at:]
                        return
                    raise ValueError(f"unknown sequence {text[at:at + 8]!r}")
                if found.group(2):
                    self.control(found.group(1), found.group(2))
                at = found.end()
            else:
                self.put(text[at])
                at += 1

    def put(self, letter):
        if letter == "\n":
            self.line_feed()
        elif letter == "\r":
            self.column = 0
        elif letter == "\b":
            self.column = max(self.column - 1, 0)
        elif letter != "\a":
            if self.column == self.columns:
                self.column = 0
                self.line_feed()
            self.lines[self.row][self.column] = (letter, self.colors)
            self.column += 1

    def line_feed(self):
        if self.row + 1 < self.rows:
            self.row += 1
            return
        self.scrolled.append(self.lines.pop(0))
        self.lines.append(self.blank())

    def control(self, numbers, final):
        values = [int(n) for n in numbers.split(";") if n.isdigit()]
        count = values[0] if values else 1
        if final == "m":
            self.paint(values or [0])
        elif final in "AF":
            self.row = max(self.row - count, 0)
        elif final in "BE":
            self.row = min(self.row + count, self.rows - 1)
        elif final == "C":
            self.column = min(self.column + count, self.columns - 1)
        elif final == "D":
            self.column = max(self.column - count, 0)
        elif final == "G":
            self.column = count - 1
        elif final == "K":
            line = self.lines[self.row]
            line[self.column:] = self.blank()[self.column:]
        elif final == "J":
            self.lines[self.row][self.column:] = self.blank()[self.column:]
            for row in range(self.row + 1, self.rows):
                self.lines[row] = self.blank()
        elif final == "P":
            line = self.lines[self.row]
            line[self.column:] = (line[self.column + count:] + self.blank())[:self.columns - self.column]
        elif final == "@":
            line = self.lines[self.row]
            line[self.column:] = (self.blank()[:count] + line[self.column:])[:self.columns - self.column]
        elif final not in "hl":
            raise ValueError(f"unknown control {numbers}{final}")
        if final in "EF":
            self.column = 0

    def paint(self, values):
        ink, ground = self.colors
        while values:
            value = values.pop(0)
            if value == 0:
                ink = ground = None
            elif value in (38, 48):
                color = values[1]
                del values[:2]
                ink, ground = (color, ground) if value == 38 else (ink, color)
        self.colors = (ink, ground)

    def shows(self, text):
        return any(text in "".join(letter for letter, _ in line) for line in self.lines)

    def text(self):
        return "\n".join("".join(letter for letter, _ in line).rstrip() for line in self.lines)

    def colored(self):
        return sum(colors != (None, None) for line in self.lines for _, colors in line)

    def page(self, ink, ground):
        """The screen as HTML, to look at."""
        rows = []
        for line in self.lines:
            cells = []
            for letter, (front, back) in line:
                style = f"color:{rgb(front, ink)};background:{rgb(back, ground)}"
                cells.append(f'<span style="{style}">{html.escape(letter)}</span>')
            rows.append("".join(cells))
        return (f'<!doctype html><meta charset="utf-8"><body style="margin:0;background:{ground}">'
                '<pre style="font:16px/19px DejaVu Sans Mono,monospace;margin:8px;display:inline-block">'
                + "\n".join(rows) + "</pre>")


def rgb(color, default):
    """A colour of the 256 as in xterm."""
    if color is None:
        return default
    if color >= 232:
        return "#" + f"{8 + 10 * (color - 232):02x}" * 3
    levels = [0, 95, 135, 175, 215, 255]
    color -= 16
    return "#" + "".join(f"{levels[n]:02x}" for n in (color // 36, color // 6 % 6, color % 6))


class Program:
    """A program on a terminal of its own."""

    def __init__(self, command, rows=24, columns=80, environment=None):
        self.screen = Screen(rows, columns)
        self.raw = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.code = None
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            try:
                os.execvpe(command[0], command, {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"),
                                                 "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **(environment or {})})
            finally:
                os._exit(127)  # not a second run of the tests
        self.resize(rows, columns, redraw=False)

    def resize(self, rows, columns, redraw=True):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if redraw:
            self.screen = Screen(rows, columns)

    def read(self):
        """Reads what the program has written; False once it has ended."""
        try:
            part = os.read(self.terminal, 65536)
        except OSError:
            part = b""
        if not part:
            return False
        text = self.decoder.decode(part)
        self.raw += text
        self.screen.write(text)
        return True

    def wait_for(self, text, seconds=120):
        """Reads until the text is on the screen."""
        deadline = time.monotonic() + seconds
        while not self.screen.shows(text):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.terminal], [], [], left)[0] or not self.read():
                raise AssertionError(f"no {text!r} on the screen:\n{self.screen.text()}")

    def wait_until_gone(self, text, seconds=120):
        """Reads until the text is no longer on the screen."""
        deadline = time.monotonic() + seconds
        while self.screen.shows(text):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.terminal], [], [], left)[0] or not self.read():
                raise AssertionError(f"{text!r} stays on the screen:\n{self.screen.text()}")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def press(self, key, seconds=120):
        """A key that the terminal itself would take while the program does not yet read single keys."""
        deadline = time.monotonic() + seconds
        while termios.tcgetattr(self.terminal)[3] & termios.ICANON:
            if time.monotonic() > deadline:
                raise AssertionError(f"no single keys are read:\n{self.screen.text()}")
            if select.select([self.terminal], [], [], 0.01)[0] and not self.read():
                raise AssertionError(f"has ended:\n{self.screen.text()}")
        self.type(key)

    def finish(self, seconds=60):
        """Reads to the end. Returns the exit code."""
        while True:
            if not select.select([self.terminal], [], [], seconds)[0]:
                os.kill(self.pid, signal.SIGKILL)
                raise AssertionError(f"does not end:\n{self.screen.text()}")
            if not self.read():
                break
        _, status = os.waitpid(self.pid, 0)
        os.close(self.terminal)
        self.code = os.waitstatus_to_exitcode(status)
        return self.code

    def interrupt(self):
        os.kill(self.pid, signal.SIGINT)
