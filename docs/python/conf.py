"""Pages of the Python API, by Sphinx: tools/python-docs.sh."""

project = "tavlab"
html_title = "tavlab for Python"
extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
html_theme = "alabaster"
html_theme_options = {"nosidebar": True}
