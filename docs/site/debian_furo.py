"""Completes the style sheet of Debian's Furo, which reads normalize.css from a web server's root, and has no rule for devices
in dark mode."""

import re
from pathlib import Path

IMPORT = "@import url(/javascript/normalize.css/normalize.css);"
NORMALIZE = Path("/usr/share/javascript/normalize.css/normalize.css")
DARK = re.compile(r"body\[data-theme=\"?dark\"?\]\s*\{([^}]*)\}")


def complete(app, error):
    sheet = Path(app.outdir) / "_static" / "styles" / "furo.css"
    if error or not sheet.exists():
        return
    text = sheet.read_text()
    if IMPORT in text and NORMALIZE.exists():
        text = text.replace(IMPORT, NORMALIZE.read_text())
    dark = DARK.search(text)
    if dark and "prefers-color-scheme" not in text:
        device = "@media (prefers-color-scheme: dark) { body:not([data-theme=light])"
        text += f"@media not print {{ {device} {{{dark[1]}}} }} }}\n"
    sheet.write_text(text)


def setup(app):
    app.connect("build-finished", complete)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
