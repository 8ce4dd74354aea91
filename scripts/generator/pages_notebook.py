"""The page of the notebook in examples, with its results."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from headers import ROOT

SOURCE = "examples/notebooks/first_notebook.ipynb"


def result(data: dict[str, Any]) -> str:
    """The richest form of a result."""
    if "text/html" in data:
        return f'<div class="result">{"".join(data["text/html"])}</div>\n'
    if "image/png" in data:
        encoded = "".join(data["image/png"]).replace("\n", "")
        return f'<p class="result"><img src="data:image/png;base64,{encoded}" alt="Plot"></p>\n'
    return f'<pre class="result"><code>{escape("".join(data["text/plain"]))}</code></pre>\n'


def page() -> str:
    parts = []
    for cell in json.loads((ROOT / SOURCE).read_text())["cells"]:
        text = "".join(cell["source"])
        parts.append(f"{text}\n" if cell["cell_type"] == "markdown" else
                     f"```python\n{text}\n```\n")
        parts += [result(one["data"]) for one in cell.get("outputs", ()) if "data" in one]
    return "\n".join(parts)
