"""Links between the project's files, which Markdown writes as a forge reads them."""

import os
from pathlib import Path
from urllib.parse import unquote

from docutils import nodes


def resolve(app, env, node, content):
    """A link that is no heading: to an anchor in HTML, to a folder, or to a file that is no page."""
    if node["reftype"] != "any" or "refdoc" not in node:
        return None
    path, _, anchor = unquote(node["reftarget"]).partition("#")
    here = node["refdoc"]
    page = here
    if path:
        place = os.path.normpath(os.path.join(os.path.dirname(here), path))
        if not (Path(env.srcdir) / place).exists():
            return None
        page = os.path.splitext(place)[0]
        if page not in env.found_docs or not anchor:
            return content  # a folder, or a file that is read in the repository: its name is enough
    if f'id="{anchor}"' not in Path(env.doc2path(page)).read_text():
        return None
    uri = app.builder.get_relative_uri(here, page) if page != here else ""
    return nodes.reference("", "", content, internal=True, refuri=f"{uri}#{anchor}")


def setup(app):
    app.connect("missing-reference", resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
