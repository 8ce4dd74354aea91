"""Writes the sources of the site: pages.py FOLDER COMMAND. The guide is README.md, docs/*.md and
other pages of the repository; recipes come from examples, the reference from
reference.json, the bindings and the help of COMMAND, sounds from COMMAND. See scripts/docs.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any, Iterator

import pages_command
import pages_cpp
import pages_notebook
import pages_python
import pages_recipes
import pages_reference
import pages_sounds
import yaml
from pages_markdown import Links, page
from headers import ROOT
from output import BUILD

SITE = ROOT / "docs/site"
#: Pages outside docs, and pages whose name differs.
PLACES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md",
          "CHANGELOG.md": "changes.md", "SUPPORT.md": "support.md",
          "SECURITY.md": "security.md", "Benchmarks/README.md": "benchmarks.md",
          "bindings/python/README.md": "python.md", "LICENSE": "license.md",
          "bindings/python-testing/README.md": "python-testing.md",
          "docs/decisions/README.md": "decisions.md"}
NOTEBOOK = "recipes/notebook.md"
#: Copied files that pages show or link to.
FILES = ("docs/*.svg", "docs/*.json", "docs/pictures/*.png")


def sources() -> dict[str, str]:
    """The place in the site of each page of the repository."""
    guide = {f"docs/{name}": name for name in
             (str(path.relative_to(ROOT / "docs")) for path in sorted(ROOT.glob("docs/**/*.md")))}
    return {**guide, **PLACES}


def listed(nav: Any) -> Iterator[str]:
    """The pages in the navigation."""
    if isinstance(nav, str):
        yield nav
    for each in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from listed(each)


def main() -> None:
    folder, command = (Path(each).resolve() for each in sys.argv[1:3])
    texts: dict[str, str] = {}
    places = sources()
    files = {str(path.relative_to(ROOT)): path.name for each in FILES for path in ROOT.glob(each)}
    recipes = pages_recipes.recipes()
    sides = pages_reference.Sides(pages_cpp.Bindings(), pages_python.Bindings(),
                                  pages_command.Commands(command))
    links = Links({**places, **files, **recipes.places(),
                   pages_notebook.SOURCE: NOTEBOOK}, sides.homes)
    for source, place in places.items():
        made = ROOT / BUILD / Path(source).name  # with tables
        text = (made if source == "docs/effects.md" else ROOT / source).read_text()
        texts[place] = f"# License\n\n```text\n{text}```\n" if source == "LICENSE" else \
            page(text, source, place, links)
    texts.update(recipes.pages())
    texts[NOTEBOOK] = pages_notebook.page()
    texts.update(pages_reference.pages(sides))
    docs = folder / "docs"
    texts["effects.md"] = pages_sounds.illustrated(texts["effects.md"], command, docs / "sounds")
    name = "site_name: libaha"
    config = (SITE / "mkdocs.yml").read_text().replace(
        name, f"{name} {(ROOT / 'VERSION').read_text().strip()}")
    named = set(listed(yaml.safe_load(config)["nav"]))
    unlisted = {name for name in texts if not name.startswith("decisions/")} - named
    if unlisted:
        sys.exit(f"docs/site/mkdocs.yml does not list {', '.join(sorted(unlisted))}")
    for place, text in texts.items():
        (docs / place).parent.mkdir(parents=True, exist_ok=True)
        (docs / place).write_text(text)
    for source, place in files.items():
        shutil.copy(ROOT / source, docs / place)
    for name in ("site.css", "site.js"):
        shutil.copy(SITE / name, docs / name)
    shutil.copytree(SITE / "theme", folder / "theme")
    (folder / "mkdocs.yml").write_text(config)


if __name__ == "__main__":
    main()
