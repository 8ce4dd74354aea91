"""Recipes of the site: one page for each example, with its program in each language."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from headers import ROOT

LANGUAGES = {"c": "C", "cpp": "C++", "python": "Python"}
#: Examples of one recipe whose names differ.
SAME = {"play_device": "device", "sweep_effects": "effects"}
#: Names that are not words with a capital.
TITLES = {"numpy": "NumPy", "async": "asyncio"}


@dataclass
class Recipe:
    name: str
    programs: dict[str, Path] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return TITLES.get(self.name) or self.name.replace("_", " ").capitalize()

    def about(self) -> str:
        """The first paragraph of the comment, from Python's program if there is one."""
        text = self.programs[max(self.programs)].read_text()
        if text.startswith('"""'):
            return text[3:text.index("\n\n")].replace("\n", " ")
        lines = [re.sub(r"^(/\*|//| \*) ?", "", line) for line in text.split("\n")]
        told = " ".join(lines[:next(at for at, line in enumerate(lines) if line[:1] == " ")])
        about = told.split(": ", 1)[1]
        return about[0].upper() + about[1:]

    def page(self) -> str:
        parts = [f"# {self.title}\n\n{self.about()}\n"]
        for language, path in sorted(self.programs.items()):
            code = path.read_text().rstrip().replace("\n", "\n    ")
            parts.append(f'=== "{LANGUAGES[language]}"\n\n    `{path.relative_to(ROOT)}`\n\n'
                         f"    ```{language}\n    {code}\n    ```\n".replace("\n    \n", "\n\n"))
        return "\n".join(parts)


class Recipes:
    def __init__(self, found: dict[str, Recipe]) -> None:
        self.found = found

    def places(self) -> dict[str, str]:
        """The page of each program and folder."""
        places = {f"examples/{language}": "recipes/index.md" for language in LANGUAGES}
        for recipe in self.found.values():
            for path in recipe.programs.values():
                places[str(path.relative_to(ROOT))] = f"recipes/{recipe.name}.md"
        return places

    def pages(self) -> dict[str, str]:
        rows = [f"| [{one.title}]({name}.md) | {one.about()} | "
                f"{', '.join(LANGUAGES[each] for each in sorted(one.programs))} |"
                for name, one in self.found.items()]
        index = ("# Recipes\n\nEach recipe is a complete program of the folder `examples`. A choice"
                 " of a language holds for all pages. The [notebook](notebook.md) has its results."
                 "\n\n| recipe | | languages |\n|---|---|---|\n")
        return {"recipes/index.md": index + "\n".join(rows) + "\n",
                **{f"recipes/{name}.md": one.page() for name, one in self.found.items()}}


def recipes() -> Recipes:
    found: dict[str, Recipe] = {}
    for language in LANGUAGES:
        for path in sorted((ROOT / "examples" / language).glob("[0-9]*_*.*")):
            name = path.stem.partition("_")[2]
            name = SAME.get(name, name)
            found.setdefault(name, Recipe(name)).programs[language] = path
    return Recipes(found)
