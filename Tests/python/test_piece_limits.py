"""Every row of the table of limits at both edges and one beyond; and manifests that are none."""

from __future__ import annotations

import json
import math
import resource
from pathlib import Path
from typing import Any

import aha
import pytest

LENGTH = 1_200_000_000
KEY = aha.TonalityMode.TONAL
HEAD: dict[str, Any] = {"format": "libaha-piece", "version": 1, "title": "t", "lengthUs": 9}


def codes(**values: Any) -> list[str]:
    """What is wrong with a piece of these values that is good otherwise, without AHA_ERROR_."""
    piece = aha.Piece(**{"title": "t", "length_us": LENGTH, **values})
    return [problem.error.name[len("AHA_ERROR_"):] for problem in piece.problems]


@pytest.mark.parametrize(("field", "good", "bad"), [
    ("title", ["x", "🎵" * 50, " x ", "e\u0301" * 25],
     {"": "TITLE_EMPTY", " \t\n\u2003\u3000": "TITLE_EMPTY", "🎵" * 51: "TITLE_LONG",
      "e\u0301" * 25 + "x": "TITLE_LONG"}),
    ("length_us", [1, LENGTH], {
        0: "PIECE_SHORT", -1: "PIECE_SHORT", -1 << 63: "PIECE_SHORT", LENGTH + 1: "PIECE_LONG",
        (1 << 63) - 1: "PIECE_LONG"}),
    ("tempo_bpm", [None, 1, 999.999, 0], {
        0.999: "TEMPO_LOW", -1: "TEMPO_LOW", math.nan: "TEMPO_LOW", -math.inf: "TEMPO_LOW",
        1000: "TEMPO_HIGH", math.nextafter(999.999, 1e9): "TEMPO_HIGH", math.inf: "TEMPO_HIGH",
        math.nextafter(1, 0): "TEMPO_LOW"}),
    ("loop_us", [None, (0, 1), (0, LENGTH), (LENGTH - 1, LENGTH)], {
        (-1, 1): "LOOP", (5, 5): "LOOP", (6, 5): "LOOP", (0, LENGTH + 1): "LOOP",
        (LENGTH, LENGTH): "LOOP", (0, -1): "LOOP", (-1 << 63, (1 << 63) - 1): "LOOP"}),
    ("time_signature", [None, (1, 2), (16, 16), (3, 4), (7, 8)], {
        (0, 4): "TIME_SIGNATURE", (17, 4): "TIME_SIGNATURE", (-1, 4): "TIME_SIGNATURE",
        (4, 0): "TIME_SIGNATURE", (4, 1): "TIME_SIGNATURE", (4, 3): "TIME_SIGNATURE",
        (4, 32): "TIME_SIGNATURE", (4, -4): "TIME_SIGNATURE"}),
    ("description", ["", "🎵" * 140], {"🎵" * 141: "TEXT_LONG"}),
    ("artist", ["", "🎵" * 140], {"🎵" * 141: "TEXT_LONG"}),
    ("attachment_type", ["", "a/b", "a/" + "b" * 98], {
        "ab": "ATTACHMENT", "/b": "ATTACHMENT", "a/": "ATTACHMENT", "a/b/c": "ATTACHMENT",
        "a /b": "ATTACHMENT", "å/b": "ATTACHMENT", "a/" + "b" * 99: "ATTACHMENT"}),
    ("tonality", [aha.Tonality(KEY, 0xFFF, 11), aha.Tonality(KEY, 1, 0), aha.Tonality()], {
        aha.Tonality(KEY, 0x1001, 0): "TONALITY", aha.Tonality(KEY, 0xFFF, 12): "TONALITY",
        aha.Tonality(KEY, 0, 0): "TONALITY", aha.Tonality(KEY, 2, 0): "TONALITY"}),
])
def test_the_table(field: str, good: list[Any], bad: dict[Any, str]) -> None:
    for value in good:
        assert codes(**{field: value}) == [], value
    for value, code in bad.items():
        assert codes(**{field: value}) == [code], value


def test_lists_and_sizes() -> None:
    for size, wanted in ((0, []), (30_000_000, []), (30_000_001, ["ATTACHMENT"]),
                         (-1, ["ATTACHMENT"])):
        assert codes(attachment_type="a/b", attachment_bytes=size) == wanted
    assert codes(attachment_bytes=1) == ["ATTACHMENT"]  # of no type
    assert codes(based_on=["x" * 100, "y"]) == [] == codes(based_on=[str(n) for n in range(100)])
    for one in ("", "x" * 101, "a b", 'a"b', "å", "a\tb"):
        assert codes(based_on=[one]) == ["BASED_ON"]


def test_the_order_and_the_lines() -> None:
    piece = aha.Piece(
        title=" ", length_us=-3, tempo_bpm=1e9, loop_us=(7, 7), time_signature=(17, 3),
        description="d" * 141, artist="a" * 141, based_on=["a b"], attachment_type="x",
        tonality=aha.Tonality(KEY, 2, 0))
    problems = piece.problems
    assert [problem.field for problem in problems] == list(aha.PieceField)
    values = ['" "', "-3", "1000000000", "7 to 7", "17/3", "141", "141", "a b", "0x2", '"x"']
    assert all(value in one.error.line for value, one in zip(values, problems))
    with pytest.raises(aha.PieceError, match="white space"):
        piece.manifest


@pytest.mark.parametrize(("key", "values"), [
    ("title", [1, True, [], {}]), ("description", [1]), ("artist", [[]]),
    ("lengthUs", ["9", 9.5, True, 1e300]), ("tempo", ["120", True, []]), ("listed", [1, "yes"]),
    ("loop", [1, [], [0, 9], {}, {"startUs": 0}, {"startUs": "0", "endUs": 9},
              {"startUs": 0.5, "endUs": 9}]),
    ("timeSignature", ["4/4", [4, 4], {"upper": 4}, {"upper": 4.5, "lower": 4}]),
    ("basedOn", ["abc", {}, [1], [None], [["abc"]]]),
    ("tonality", ["C", {}, {"mode": 1}, {"mode": "major"}, {"mode": "tonal", "scale": 1, "root": 0},
                  {"mode": "tonal", "scale": [1] * 12, "root": 0},
                  {"mode": "tonal", "scale": [True] * 12, "root": "C"}]),
    ("attachment", ["a/b", {"mimeType": 1}, {"mimeType": "a/b", "bytes": "1"}]),
    ("version", ["1", 0, -1, 1.5]),
])
def test_values_of_wrong_types(key: str, values: list[Any]) -> None:
    for value in values:
        with pytest.raises(aha.DamagedError):
            aha.Piece.read(json.dumps({**HEAD, key: value}))
    aha.Piece.read(json.dumps({**HEAD, key: 1 if key == "version" else None}))


@pytest.mark.parametrize("version", [2, 1 << 62])
def test_newer_versions(version: int) -> None:
    with pytest.raises(aha.UnsupportedError, match=str(version)):
        aha.Piece.read(json.dumps({**HEAD, "version": version, "title": ["of another type"]}))


@pytest.mark.parametrize("text", [
    '"\\ud800"', '"\\udc00"', '"\\ud800\\u0041"', '"\\u0000"', '"\\uZZZZ"', '"\t"', "NaN",
    "Infinity", "1e999", "01", "+1", ".5", "1.", "9" * 30, "[1,]", '{"a":1,}', "'x'", "nul",
    '{"a":1,"a":2}', "[" * 2100 + "]" * 2100, '{"a":' * 10_000 + "1" + "}" * 10_000,
])
def test_json_that_is_none(text: str) -> None:
    manifest = json.dumps(HEAD)[:-1] + ',"more":' + text + "}"
    with pytest.raises(aha.DamagedError):
        aha.Piece.read(manifest)


def test_a_key_twice() -> None:
    with pytest.raises(aha.DamagedError, match="title"):
        aha.Piece.read(json.dumps(HEAD)[:-1] + ',"title":"u"}')


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    for size in (100_000_000, (1 << 20) + 1, 1 << 40):
        with open(path, "wb") as file:
            file.truncate(size)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with pytest.raises(aha.LimitError, match=str(size)):
            aha.Piece.load(path)
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 10_000


def test_the_largest_manifest(tmp_path: Path) -> None:
    def manifest(size: int) -> str:
        text = json.dumps({**HEAD, "more": ""})
        return text[:-2] + "x" * (size - len(text)) + text[-2:]

    # Indented it would be larger, and could not be read again.
    piece = aha.Piece.read(json.dumps(json.loads(manifest((1 << 20) + 9)), separators=(",", ":")))
    piece.save(tmp_path / "a.json")
    assert (tmp_path / "a.json").read_text() == piece.manifest
    assert aha.Piece.load(tmp_path / "a.json").manifest == piece.manifest
    (tmp_path / "a.json").unlink()
    piece.title = "longer"
    for write in (lambda: piece.manifest, lambda: piece.save(tmp_path / "a.json")):
        with pytest.raises(aha.LimitError, match="1048576"):
            write()
    assert not list(tmp_path.iterdir())
    near = aha.Piece.read(manifest((1 << 20) - 500))
    assert aha.Piece.read(near.manifest).manifest == near.manifest
    with pytest.raises(aha.LimitError):
        aha.Piece.read(manifest((1 << 20) + 1))
