"""The command's side of the reference: its help, and the C functions that each command calls."""

from __future__ import annotations

import re
import subprocess
from html import escape
from pathlib import Path

from headers import ROOT

SOURCES = ROOT / "Sources/API/aha-cli"


class Commands:
    def __init__(self, program: Path) -> None:
        self.program = program
        self.helps = {"": self.help()}
        for name in self.listed(self.helps[""]):
            self.helps[name] = self.help(name)
            for part in self.listed(self.helps[name]):
                self.helps[f"{name} {part}"] = self.help(name, part)
        #: The commands whose source calls a C function.
        self.of: dict[str, list[str]] = {}
        for path in sorted(SOURCES.glob("*/*.swift")):
            _, *parts = re.split(r'[vV]erb\(\s*"([a-z -]+)"', path.read_text())
            for name, text in zip(parts[::2], parts[1::2]):
                for function in set(re.findall(r"\baha_\w+(?=\()", text)):
                    if name in self.helps:
                        self.of.setdefault(function, []).append(name)

    def help(self, *words: str) -> str:
        return subprocess.run([self.program, "help", *words], check=True, text=True,
                              stdout=subprocess.PIPE).stdout

    @staticmethod
    def listed(text: str) -> list[str]:
        """The commands or parts that a help lists."""
        begin = re.search(r"^(Commands:|COMMAND is one of these.*)\n", text, re.M)
        if not begin:
            return []
        rows = text[begin.end():].split("\n\n")[0]
        return [name for name in re.findall(r"^  ([a-z-]+) ", rows, re.M) if name != "help"]

    @staticmethod
    def anchor(name: str) -> str:
        return "aha" + (f"-{name}".replace(" ", "-") if name else "")

    def links(self, function: str) -> str:
        return ", ".join(f'<a href="command.html#{self.anchor(name)}"><code>aha {name}</code></a>'
                         for name in sorted(set(self.of.get(function, ()))))

    def page(self) -> str:
        parts = ["# The command\n\nThe manual page is `man aha`. Each text below is printed by "
                 "`aha help COMMAND`.\n"]
        for name, text in self.helps.items():
            level = "###" if " " in name else "##"
            parts.append(f"{level} aha {name} {{ #{self.anchor(name)} }}\n\n"
                         f"<pre><code>{escape(text.rstrip())}</code></pre>\n")
        return "\n".join(parts)
