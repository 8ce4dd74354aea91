"""What the C headers say, read from their text."""

from __future__ import annotations

import re
from pathlib import Path

INCLUDE = Path(__file__).resolve().parents[2] / "include"


def _text() -> str:
    files = sorted((INCLUDE / "aha").glob("*.h"))
    assert files, f"no headers in {INCLUDE}"
    text = "\n".join(file.read_text() for file in files)
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


TEXT = _text()


def _plain(c_type: str) -> str:
    """A C type without const and with its stars together: "aha_job **"."""
    words = c_type.replace("const", " ").replace("*", " * ").split()
    return " ".join(words).replace("* *", "**")


def _parameters(text: str) -> list[str]:
    """The types of a parameter list; each parameter has a name."""
    if text.strip() == "void":
        return []
    return [_plain(re.sub(r"\w+\s*$", "", one)) for one in text.split(",")]


def functions() -> dict[str, tuple[str, list[str]]]:
    """Result type and parameter types of every public function."""
    found = re.findall(r"AHA_API\s+([\w\s*]+?)(\w+)\s*\(([^()]*)\)\s*;", TEXT)
    assert len(found) == len(re.findall(r"^AHA_API", TEXT, re.M))
    return {name: (_plain(result), _parameters(parameters)) for result, name, parameters in found}


def prototypes() -> dict[str, tuple[str, list[tuple[str, str]], str]]:
    """Result type, parameters as (type with const, name), and thread tags of every function."""
    texts = [file.read_text() for file in sorted((INCLUDE / "aha").glob("*.h"))]
    found = [one for text in texts for one in re.findall(
        r"(/\*\*(?:(?!\*/).)*?\*/)\s*AHA_API\s+([\w\s*]+?)(\w+)\s*\(([^()]*)\)\s*;", text, re.S)]
    assert len(found) == len(functions())
    return {name: (_plain(result), _named(parameters), "".join(re.findall(r"\[\w+\]", comment)))
            for comment, result, name, parameters in found}


def _named(text: str) -> list[tuple[str, str]]:
    """Types, with const, and names of a parameter list."""
    if text.strip() == "void":
        return []
    return [(("const " if one.strip().startswith("const ") else "")
             + _plain(re.sub(r"\w+\s*$", "", one)), re.findall(r"\w+", one)[-1])
            for one in text.split(",")]


def callbacks() -> dict[str, tuple[str, list[str]]]:
    """The same for every type and field that is a pointer to a function; text that it is to fill
    is as any bytes."""
    found = re.findall(r"(\w+)\s*\(\*(\w+)\)\s*\(([^()]*)\)\s*;",
                       re.sub(r"(?<!const )char \*(?=\w+,)", "void *", TEXT))
    return {name: (result, _parameters(parameters)) for result, name, parameters in found}


def numbers() -> dict[str, str]:
    """The integer behind each typedef of one, as aha_container: uint32_t."""
    return {name: base for base, name in re.findall(r"typedef\s+(u?int\d+_t)\s+(\w+)\s*;", TEXT)}


def enumerators() -> dict[str, int]:
    """Every AHA_… enumerator and its value."""
    bodies = re.findall(r"enum\s*\{(.*?)\}", TEXT, re.S)
    pairs = [pair for body in bodies
             for pair in re.findall(r"(AHA_\w+)\s*=\s*(-?\d\w*)", body)]
    assert len(pairs) == sum(body.count("AHA_") for body in bodies)
    return {name: int(value, 0) for name, value in pairs}


def structs() -> dict[str, dict[str, str]]:
    """The fields of every structure that has a body, each with its type; "" for a function."""
    found = re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", TEXT, re.S)
    return {name: dict(_field(one.strip()) for one in body.split(";") if one.strip())
            for name, body in found}


def _field(declaration: str) -> tuple[str, str]:
    pointer = re.search(r"\(\*(\w+)\)", declaration)
    if pointer:
        return pointer[1], ""
    c_type, name, length = re.findall(r"^(.*?)(\w+)(\[\d+\])?$", declaration)[0]
    return name, _plain(c_type) + length
