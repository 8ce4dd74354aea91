"""The published schema of manifests and the library accept the same manifests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import aha
import pytest
from test_piece import MANIFEST, full

jsonschema = pytest.importorskip("jsonschema")
SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "docs/piece.schema.json").read_text())
FITS = jsonschema.Draft202012Validator(SCHEMA).is_valid
KEY = [index == 0 for index in range(12)]
SITE = "https://allihoopa.com/s/"
OPTIONAL = ["description", "artist", "tempo", "loop", "timeSignature", "basedOn", "tonality",
            "listed", "attachment"]
# U+001C to U+001F are white space in Python alone, U+FEFF in ECMAScript alone.
SPACE = [*map(chr, [*range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029,
                    0x202F, 0x205F, 0x3000])]
NO_SPACE = ["\x1c", "\x1d", "\x1e", "\x1f", "\ufeff", "\u200b", "\x01", "\x7f"]


def loop(start: Any, end: Any) -> dict[str, Any]:
    return {"loop": {"startUs": start, "endUs": end}}


def time(upper: Any, lower: Any) -> dict[str, Any]:
    return {"timeSignature": {"upper": upper, "lower": lower}}


def key(mode: Any, **more: Any) -> dict[str, Any]:
    return {"tonality": {"mode": mode, **more}}


def attachment(kind: Any, **more: Any) -> dict[str, Any]:
    return {"attachment": {"mimeType": kind, **more}}


GOOD: list[dict[str, Any]] = [
    {"title": "🎵" * 1000}, {"title": "\u200fא\u061c"},
    *({"title": one} for one in NO_SPACE), {"title": "a\n"},
    {"version": 1.0}, {"lengthUs": 5.0, "tempo": 1e2}, {"lengthUs": 3_600_000_000_000},
    {"lengthUs": 3.6e12}, {"tempo": 1}, {"tempo": 999.999}, {"description": "x" * 10_000},
    {"description": ""}, *({name: None} for name in OPTIONAL), {"unknown": [1, None, 1e300]},
    loop(0, 9), loop(0.0, 9.0), loop(-0.0, 1), time(16, 16), time(1.0, 2.0),
    *({"basedOn": [one]} for one in (
        "x" * 100, "!", "~", "/s/x", SITE + "abc", SITE + "abc/?q=a b\n", "a b://\n/s/c",
        "é" * 200 + SITE + "x" * 100, "x://uuid=a&b c", "x://uuid=/s/ok", "x:///s/a/s/b c",
        "://x/s/1://", "a:/s/b", SITE + "a" + "#" * 200)),
    {"basedOn": []}, {"basedOn": ["a"] * 100}, {"basedOn": [SITE + "a", "a"] * 50},
    key("tonal", scale=KEY, root=0), key("tonal", scale=KEY, root=0.0, name="x"),
    key("tonal", scale=KEY, root=0, name=None), key("atonal", scale=None, root=None, name=None),
    key("atonal", scale=KEY, root=11), key("unknown", root=3), key("unknown", other="x"),
    attachment("a/b"), attachment("a/b", bytes=None), attachment("a/b", bytes=5.0),
    attachment("a/" + "b" * 98, bytes=30_000_000), {"listed": False},
]
BAD: list[dict[str, Any]] = [
    {"title": ""}, {"title": "".join(SPACE)[:50]}, *({"title": one} for one in SPACE),
    {"title": "🎵" * 1001}, {"title": "a\u202e"}, {"artist": "\u2069"},
    {"description": "\u202a"}, {"title": None}, {"title": 7}, {"format": None}, {"format": "x"},
    {"version": None}, {"version": True}, {"version": 1.5}, {"version": 2}, {"version": 0},
    {"lengthUs": 0}, {"lengthUs": None}, {"lengthUs": 5.5}, {"lengthUs": True},
    {"lengthUs": 3_600_000_000_001}, {"lengthUs": 1e300}, {"lengthUs": "5"}, {"tempo": 0.999},
    {"tempo": 1000}, {"tempo": "120"}, {"tempo": True}, {"description": "x" * 10_001},
    {"artist": "x" * 1001}, {"artist": ["x"]}, {"listed": "yes"}, {"listed": 1}, {"loop": {}},
    {"loop": [0, 9]}, loop(-1, 9), loop(0, 0), loop(None, 9), loop(0, None), loop(0.5, 9),
    {"timeSignature": "4/4"}, time(17, 4), time(0, 4), time(4, 3), time(4, 1), time(4, 32),
    time(None, 4), time(4, None), time(4.5, 4), time(4, True), {"basedOn": "a"},
    {"basedOn": [None]},
    *({"basedOn": [one]} for one in (
        "", "a b", "x" * 101, "a\n", "\na", "é", 'a"b', SITE, SITE + "?x", SITE + "a b",
        SITE + "a\n", SITE + 'a"', SITE + "x" * 101, "x://uuid=", "x://uuid=&a", "x:///s//s/a",
        "x://y z", "x://uuid=a/s/", "x" * 101 + "/s/a", 7)),
    {"basedOn": ["a"] * 101}, {"basedOn": [str(number) for number in range(101)]},
    {"tonality": "C"}, {"tonality": {}}, key(None), key("major"), key(1), key("tonal"),
    key("tonal", scale=KEY), key("tonal", root=0), key("tonal", scale=None, root=0),
    key("tonal", scale=KEY, root=None), key("tonal", scale=[False] * 12, root=0),
    key("tonal", scale=KEY[:11], root=0), key("tonal", scale=[*KEY, True], root=0),
    key("tonal", scale=KEY, root=12), key("tonal", scale=KEY, root=-1), key("atonal", name=7),
    key("tonal", scale=KEY, root=1 << 40), key("tonal", scale=KEY, root=0, name=7),
    *(key("atonal", root=root) for root in (13, -1, 12, "x", 0.5, True, 1 << 40)),
    *(key("unknown", scale=scale) for scale in ([], KEY[:11], [1] * 12, [False] * 12, "x", {})),
    {"attachment": {}}, {"attachment": "a/b"}, *(attachment(one) for one in (
        None, "", "ab", "a/", "/b", "a/b/c", "a /b", "a/b\n", 'a"/b', "å/b", "a/" + "b" * 99)),
    attachment("a/b", bytes=-1), attachment("a/b", bytes=30_000_001), attachment("a/b", bytes="1"),
    attachment("a/b", bytes=0.5),
]


def is_good(manifest: dict[str, Any]) -> bool:
    """The library's result."""
    try:
        return not aha.Piece.read(json.dumps(manifest)).problems
    except (aha.DamagedError, aha.LimitError, aha.UnknownFormatError, aha.UnsupportedError):
        return False


@pytest.mark.parametrize("part", GOOD, ids=lambda part: ascii(part)[:60])
def test_schema_and_library_accept_the_same(part: dict[str, Any]) -> None:
    manifest = {**MANIFEST, **part}
    assert FITS(manifest) and is_good(manifest)
    assert FITS(json.loads(aha.Piece.read(json.dumps(manifest)).manifest))


@pytest.mark.parametrize("part", BAD, ids=lambda part: ascii(part)[:60])
def test_schema_and_library_refuse_the_same(part: dict[str, Any]) -> None:
    manifest = {**MANIFEST, **part}
    assert not FITS(manifest) and not is_good(manifest)


@pytest.mark.parametrize("name", MANIFEST)
def test_required_fields_are_required_by_both(name: str) -> None:
    manifest = {key: value for key, value in MANIFEST.items() if key != name}
    assert not FITS(manifest) and not is_good(manifest)


def test_written_manifests_fit_the_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert FITS(json.loads(full().manifest))
    assert FITS(json.loads(aha.Piece(title="x", length_us=1).manifest))
    majors = map(aha.Tonality.major, range(12))
    for tonality in (aha.Tonality.read("atonal"), aha.Tonality(), *majors):
        assert FITS(json.loads(aha.Piece(title="x", length_us=1, tonality=tonality).manifest))
