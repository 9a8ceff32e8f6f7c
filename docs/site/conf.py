"""The documentation site, by Sphinx: tools/docs.sh. The sources are the project's Markdown files, each where it belongs."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "tavlab"
html_title = "tavlab"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "rules_directive", "project_links", "debian_furo"]
root_doc = "docs/index"
include_patterns = [
    "*.md",
    "docs/**",
    "core/*/RULES.md",
    "core/*/solve/FORMAT.md",
    "experiments/*.md",
    "experiments/claims/*.md",
    "nn/*.md",
    "nn/*/README.md",
    "selfplay/README.md",
    "serve/README.md",
    "python/README.md",
]
exclude_patterns = ["build*", "out", ".git", "tests"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}

# Links to headings are written as forges read them: the title in lower case, with hyphens.
myst_heading_anchors = 6

autodoc_member_order = "bysource"
autodoc_typehints = "description"

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_extra_path = ["extra"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_show_search_summary = False  # it would be fetched, which needs a server
html_theme_options = {
    # Okabe and Ito's colours, as on the pages of `tavlab serve`.
    "light_css_variables": {"color-brand-primary": "#0072b2", "color-brand-content": "#0072b2"},
    "dark_css_variables": {"color-brand-primary": "#56b4e9", "color-brand-content": "#56b4e9"},
}
# Examples in these languages need no colours.
highlight_language = "none"
