"""Every link between the project's Markdown files leads to a file, and to a heading in it if it names one."""

import re
import sys
import unittest
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parents[2]
CODE = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)
LINK = re.compile(r"\]\(([^()\s]+(?:\([^()\s]*\))?)(?: \"[^\"]*\")?\)")
OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:")


def pages():
    left_out = {"build", "out", ".git", "node_modules", ".venv"}
    return [
        page
        for page in sorted(ROOT.rglob("*.md"))
        if not any(p in left_out or p.startswith("build-") for p in page.relative_to(ROOT).parts)
    ]


def prose(page):
    return CODE.sub("", page.read_text())


def slug(title):
    """The anchor of a heading, as forges and MyST make it."""
    title = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", title).replace("`", "").replace("*", "")
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


def anchors(page):
    text = prose(page)
    found = set(re.findall(r"<a id=\"([^\"]+)\"", text))
    times = {}
    for title in re.findall(r"^#{1,6} (.+)$", text, re.M):
        name = slug(title)
        found.add(name if name not in times else f"{name}-{times[name]}")
        times[name] = times.get(name, 0) + 1
    return found


def broken(page):
    """The links of a page that lead nowhere."""
    for link in LINK.findall(re.sub(r"`[^`\n]*`", "", prose(page))):
        if OUTSIDE.match(link):
            continue
        path, _, anchor = unquote(link).partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            yield link, "there is no such file"
        elif not target.is_relative_to(ROOT):
            yield link, "is outside of the project"
        elif anchor and (target.suffix != ".md" or anchor not in anchors(target)):
            yield link, "there is no such heading"


class Links(unittest.TestCase):
    def test_every_link_leads_somewhere(self):
        self.assertGreater(len(pages()), 30)
        for page in pages():
            with self.subTest(page=str(page.relative_to(ROOT))):
                self.assertEqual(list(broken(page)), [])

    def test_headings_are_read_as_forges_do(self):
        self.assertEqual(slug("Limits on the king's moves"), "limits-on-the-kings-moves")
        self.assertEqual(slug("`tavlab prove`, and [more](x.md)"), "tavlab-prove-and-more")
        self.assertEqual(slug("Чем кончается партия?"), "чем-кончается-партия")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-q"])
