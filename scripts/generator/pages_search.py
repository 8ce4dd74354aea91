"""Shortens the site's search index, adds words of tasks to it, and writes it as a script for pages
that are opened as files: pages_search.py FOLDER."""

import json
import sys
from pathlib import Path

import yaml
from headers import ROOT

#: Pages of classes repeat the texts of the functions.
REPEATING = ("reference/python.html", "reference/cpp.html")
MAX_LENGTH = 200
#: They explain the past; a search is for the present.
OMITTED = ("decisions/", "decisions.html")
WORDS = ROOT / "docs/site/search.yml"


def main() -> None:
    path = Path(sys.argv[1]) / "search_index.json"
    index = json.loads(path.read_text())
    index["docs"] = [one for one in index["docs"] if not one["location"].startswith(OMITTED)]
    words = yaml.safe_load(WORDS.read_text())
    for one in index["docs"]:
        if one["location"].startswith(REPEATING):
            one["text"] = one["text"][:MAX_LENGTH]
        # Tags weigh a thousand times as much as titles.
        one.update({"tags": words.pop(one["location"])} if one["location"] in words else {})
    if words:
        sys.exit(f"{WORDS}: the site has no {', '.join(words)}")
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text)
    # Material 9 loads the script and reads the variable; Material 8 needs docs/site/theme.
    path.with_suffix(".js").write_text(f"var __index = {text};\nahaIndex(__index);\n")


if __name__ == "__main__":
    main()
