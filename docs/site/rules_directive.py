"""The directive `tavlab-rules FAMILY`: the family's rule sets as the program explains them, each with its board.

    ```{tavlab-rules} ur
    :language: ru
    ```

The program is TAVLAB_BINARY, the boards are drawn by the Python package.
"""

import json
import os
import subprocess
from html import escape
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive, directives

WORDS = {
    "en": {"pieces": "Pieces", "sides": "Sides", "endings": "Endings", "source": "Source",
           "assumed": "Left open by the source", "taken": "Taken: {}.", "or": "Or: {}.", "board": "The start of {}"},
    "ru": {"pieces": "Фигуры", "sides": "Стороны", "endings": "Как кончается партия", "source": "Источник",
           "assumed": "О чём источник молчит", "taken": "Принято: {}.", "or": "Можно и иначе: {}.",
           "board": "Начальная позиция: {}"},
}  # fmt: skip


def tavlab(*arguments):
    command = [os.environ["TAVLAB_BINARY"], "rules", *arguments, "--json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def as_text(value):
    if isinstance(value, list):
        return ", ".join(map(as_text, value)) or "none"
    return json.dumps(value) if not isinstance(value, str) else value


def paragraph(*parts):
    return nodes.paragraph("", "", *(nodes.Text(part) if isinstance(part, str) else part for part in parts))


def bullets(items):
    return nodes.bullet_list("", *(nodes.list_item("", item) for item in items))


def definitions(entries):
    return bullets([paragraph(nodes.strong("", name), ": " + what) for name, what in entries.items()])


def part(title, *content):
    return [nodes.rubric("", title), *content]


def board(rules, caption, env):
    """The start position as a drawing, in a file of its own, since each brings its colours along."""
    import tavlab as package

    folder = Path(env.app.outdir) / "_static" / "boards"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{rules}.svg").write_text(package.load(rules).new_initial_state().svg())
    up = "../" * env.docname.count("/")
    html = f'<img class="start-board" src="{up}_static/boards/{rules}.svg" alt="{escape(caption)}" loading="lazy">'
    return nodes.raw("", html, format="html")


def explained(rules, language, env):
    words = WORDS[language]
    found = tavlab("explain", rules, "--lang", language)
    shown = tavlab("show", rules, "--lang", language)
    content = [
        paragraph(found["summary"]),
        board(rules, words["board"].format(found["title"]), env),
        *part(words["sides"], definitions(found["sides"])),
        *part(words["pieces"], definitions(found["pieces"])),
    ]
    for group in found["rules"]:
        content += part(group["title"], bullets([paragraph(sentence) for sentence in group["sentences"]]))
    content += part(words["endings"], definitions(found["endings"]))
    content += part(words["source"], paragraph(shown["source"]))
    assumed = []
    for key, point in shown.get("assumed", {}).items():
        entry = [nodes.literal("", key), ": " + words["taken"].format(as_text(point["value"]))]
        if point.get("alternatives"):
            entry.append(" " + words["or"].format("; ".join(map(as_text, point["alternatives"]))))
        assumed.append(paragraph(*entry, " " + point["reason"]))
    if assumed:
        content += part(words["assumed"], bullets(assumed))
    return found, content


class RulesDirective(Directive):
    required_arguments = 1
    option_spec = {"language": directives.unchanged}

    def run(self):
        family = self.arguments[0]
        language = self.options.get("language", "en")
        sections = []
        listed = []
        for entry in tavlab("list")["rules"]:
            if entry["family"] != family:
                continue
            listed.append(nodes.reference("", "", nodes.literal("", entry["id"]), internal=True, refid=entry["id"]))
            found, content = explained(entry["id"], language, self.state.document.settings.env)
            title = nodes.title("", "", nodes.Text(found["title"] + " "), nodes.literal("", entry["id"]))
            sections.append(nodes.section("", title, *content, ids=[entry["id"]]))
        if not sections:
            raise self.error(f"no rule sets of the family {family}")
        return [paragraph(*(node for link in listed for node in (link, " "))), *sections]


def setup(app):
    app.add_directive("tavlab-rules", RulesDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
