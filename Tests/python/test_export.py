"""Exports of allihoopa.com: many shapes of them, good, odd and hostile."""

from __future__ import annotations

import json
import os
import struct
from pathlib import Path
from typing import Any

import aha
import pytest


def box(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body) + 8) + kind + body


def mp4(seconds: float, version: int = 0) -> bytes:
    """The boxes of an MP4 file that say how long it is."""
    if version == 1:
        times = struct.pack(">QQIQ", 0, 0, 1000, int(seconds * 1000))
    else:
        times = struct.pack(">IIII", 0, 0, 1000, int(seconds * 1000))
    header = box(b"mvhd", bytes([version, 0, 0, 0]) + times + bytes(80))
    return box(b"ftyp", b"M4A \0\0\0\0") + box(b"mdat", bytes(100)) + box(b"moov", header)


def row(short_id: Any, **fields: Any) -> dict[str, Any]:
    return {"short_id": short_id, "title": f"Title of {short_id}", "attachment": None,
            "description": None, "collaborators": [], "tempo": "105.000", **fields}


def write(folder: Path, rows: list[Any], before: str = "alltihop=", behind: str = ";",
          user: Any = None) -> Path:
    """An export in folder/dump, with a piece of audio and a cover for each good id."""
    dump = folder / "dump"
    pieces = dump / "assets" / "pieces"
    pieces.mkdir(parents=True)
    text = json.dumps({"user": user or {"username": "ada"}, "pieces": rows})
    (dump / "alltihop.json").write_text(before + text + behind, encoding="utf-8")
    for one in rows:
        name = one.get("short_id") if isinstance(one, dict) else None
        if isinstance(name, str) and name.isalnum() and name.isascii():
            (pieces / name).mkdir(exist_ok=True)
            (pieces / name / "audio.mp4").write_bytes(mp4(61.5))
            (pieces / name / "cover.jpg").write_bytes(b"\xff\xd8\xff\xd9")
    return folder


def test_an_export(tmp_path: Path) -> None:
    write(tmp_path, [row("EuDvfMsz", attachment="piece.figure", description="Hi",
                         collaborators=["bo", "cy"], created_at="2017-01-02"), row("Zz9")])
    pieces = tmp_path / "dump" / "assets" / "pieces"
    (pieces / "EuDvfMsz" / "piece.figure").write_bytes(bytes(42))
    for folder in (tmp_path, tmp_path / "dump"):
        export = aha.Export(folder)
        assert (len(export), export.remarks, repr(export)) == (2, [], "<aha.Export pieces=2>")
        first, second = export.pieces
        assert first.id == "EuDvfMsz" and first.audio == pieces / "EuDvfMsz" / "audio.mp4"
        assert first.cover == pieces / "EuDvfMsz" / "cover.jpg"
        assert first.attachment == pieces / "EuDvfMsz" / "piece.figure"
        assert second.attachment is None
        piece = first.piece
        assert (piece.title, piece.artist, piece.description) == ("Title of EuDvfMsz", "ada", "Hi")
        assert (piece.length_us, piece.tempo_bpm, piece.problems) == (61_500_000, 105, [])
        assert (piece.attachment_type, piece.attachment_bytes) == ("application/figure", 42)
        manifest = json.loads(piece.manifest)
        assert export.rows == [manifest["allihoopa"], row("Zz9")]
        assert manifest["allihoopa"]["collaborators"] == ["bo", "cy"]
        assert manifest["allihoopa"]["created_at"] == "2017-01-02"
        assert aha.Piece.read(piece.manifest).manifest == piece.manifest


@pytest.mark.parametrize(("before", "behind"), [
    ("", ""), ("alltihop=", ""), ("var alltihop = ", ";\n"), ("\ufeffwindow.alltihop=", " ; "),
])
def test_the_assignment(tmp_path: Path, before: str, behind: str) -> None:
    assert len(aha.Export(write(tmp_path, [row("a")], before, behind))) == 1


@pytest.mark.parametrize(("fields", "expected"), [
    ({"title": None}, {"title": "a"}), ({"title": ""}, {"title": "a"}),
    ({"title": " \t"}, {"title": "a"}), ({"title": 7}, {"title": "a"}),
    ({"title": "Größe 🎵"}, {"title": "Größe 🎵"}), ({"title": "a\0b"}, {"title": "a\ufffdb"}),
    ({"description": ["x"]}, {"description": ""}), ({"tempo": None}, {"tempo_bpm": None}),
    ({"tempo": 98.5}, {"tempo_bpm": 98.5}), ({"tempo": 98}, {"tempo_bpm": 98}),
    ({"tempo": "98.125"}, {"tempo_bpm": 98.125}), ({"attachment": ""}, {"attachment_type": ""}),
])
def test_fields(tmp_path: Path, fields: dict[str, Any], expected: dict[str, Any]) -> None:
    export = aha.Export(write(tmp_path, [row("a", **fields)]))
    assert export.remarks == []
    [(_, piece, *_)] = export.pieces
    assert {name: getattr(piece, name) for name in expected} == expected
    assert aha.Piece.read(piece.manifest).title == piece.title


def test_missing_fields(tmp_path: Path) -> None:
    export = aha.Export(write(tmp_path, [{"short_id": "a"}], user={"display_name": "A. L."}))
    [(_, piece, *_)] = export.pieces
    assert (piece.title, piece.artist, piece.tempo_bpm) == ("a", "A. L.", None)


@pytest.mark.parametrize("tempo", ["fast", "", "0", "-3", "1e9", "105.000.0", "9" * 30, 0, -1.5,
                                   [], {}, True])
def test_a_tempo_that_is_none(tmp_path: Path, tempo: Any) -> None:
    export = aha.Export(write(tmp_path, [row("a", tempo=tempo)]))
    assert export.pieces[0].piece.tempo_bpm is None
    assert export.remarks == ["piece a: its tempo is not a number above 0"]


@pytest.mark.parametrize("bad", [
    None, 7, "a", [], {}, {"short_id": None}, row(7), row(""), row("../a"), row("a/b"), row("/etc"),
    row(".."), row("."), row("a\0"), row("a\0/../../x"), row("å"), row("a b"), row("x" * 101),
])
def test_bad_rows_are_left_out(tmp_path: Path, bad: Any) -> None:
    export = aha.Export(write(tmp_path, [row("a"), bad, row("b")]))
    assert [one.id for one in export.pieces] == ["a", "b"]
    [remark] = export.remarks
    assert remark.startswith("row 2") and len(remark) < 250


def patched(folder: Path, old: str, new: str) -> aha.Export:
    """An export with a list that json.dumps does not write."""
    write(folder, [row("a"), row("b", title="[{\\\"}"), row("c", title="T")])
    path = folder / "dump" / "alltihop.json"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return aha.Export(folder)


def test_a_key_twice_in_a_row(tmp_path: Path) -> None:
    export = patched(tmp_path, '"title": "T"', '"title": "T", "title": "U"')
    assert [one.piece.title for one in export.pieces] == ["Title of a", "[{\\\"}", "U"]
    first, second = export.remarks
    assert "duplicate" in first and second.startswith("piece c: of a key that is there twice")
    assert export.rows[2]["title"] == "U"


@pytest.mark.parametrize("bad", ["9" * 30, "1e999", "nonsense", '"\\ud800"', '{"a": [{}}]'])
def test_a_row_that_is_no_json(tmp_path: Path, bad: str) -> None:
    export = patched(tmp_path, '"title": "T"', f'"title": {bad}')
    assert [one.id for one in export.pieces] == ["a", "b"]
    first, second = export.remarks
    assert first.startswith("a row, line 1: ") and second == "row 3 is no piece"


@pytest.mark.parametrize(("old", "new"), [
    ('"pieces"', '"user": 1, "pieces"'), ('{"username": "ada"}', '{"a": 1, "a": 1}'),
    ('"pieces": [', '"pieces": [{"short_id": '),
])
def test_a_list_that_is_bad_elsewhere(tmp_path: Path, old: str, new: str) -> None:
    with pytest.raises(aha.DamagedError):
        patched(tmp_path, old, new)


def test_an_id_twice(tmp_path: Path) -> None:
    export = aha.Export(write(tmp_path, [row("a"), row("a", title="again")]))
    assert [one.piece.title for one in export.pieces] == ["Title of a"]
    assert export.remarks == ["row 2: the piece a was there already"]


@pytest.mark.parametrize("name", ["../b/audio.mp4", "/etc/passwd", "..", ".", "none", "x\0y",
                                  "sub/piece.figure", "sub", "link", "x" * 5000])
def test_attachments_stay_in_their_folder(tmp_path: Path, name: str) -> None:
    write(tmp_path, [row("a", attachment=name), row("b")])
    folder = tmp_path / "dump" / "assets" / "pieces" / "a"
    (folder / "sub").mkdir()
    (folder / "sub" / "piece.figure").write_bytes(b"x")
    (folder / "link").symlink_to("/etc/passwd")
    export = aha.Export(tmp_path)
    first = export.pieces[0]
    assert first.attachment is None and first.piece.attachment_type == ""
    assert len(export.remarks) == 1 and "its attachment" in export.remarks[0]


def test_links_are_no_files(tmp_path: Path) -> None:
    write(tmp_path, [row("a"), row("b")])
    pieces = tmp_path / "dump" / "assets" / "pieces"
    (pieces / "a" / "audio.mp4").unlink()
    (pieces / "a" / "audio.mp4").symlink_to(pieces / "b" / "audio.mp4")
    os.rename(pieces / "b", tmp_path / "elsewhere")
    (pieces / "b").symlink_to(tmp_path / "elsewhere")
    export = aha.Export(tmp_path)
    assert [one.audio for one in export.pieces] == [None, None]
    assert export.pieces[1].cover is None
    assert export.remarks == ["piece a has no audio", "piece b has no audio"]


@pytest.mark.parametrize(("content", "length"), [
    (mp4(1.25), 1_250_000), (mp4(1.25, version=1), 1_250_000), (mp4(0), 0), (b"", 0),
    (mp4(3)[:-90], 0), (struct.pack(">I4sQ", 1, b"moov", 2**64 - 1), 0), (b"\0" * 100, 0),
    (struct.pack(">I4s", 7, b"free"), 0), (b"no MP4 at all, but text", 0),
])
def test_lengths(tmp_path: Path, content: bytes, length: int) -> None:
    write(tmp_path, [row("a")])
    audio = tmp_path / "dump" / "assets" / "pieces" / "a" / "audio.mp4"
    audio.write_bytes(content)
    [one] = aha.Export(tmp_path).pieces
    assert one.audio == audio and one.piece.length_us == length


@pytest.mark.parametrize(("text", "error", "match"), [
    ("", aha.UnknownFormatError, "no object"),
    ("alltihop=[];", aha.UnknownFormatError, "no object"),
    ("alltihop={};", aha.UnknownFormatError, "list of pieces"),
    ('{"pieces":7}', aha.UnknownFormatError, "list of pieces"),
    ('alltihop={"pieces":[}', aha.DamagedError, "line 1"),
    ('{"pieces":' + "[" * 10_000 + "]" * 10_000 + "}", aha.DamagedError, "depth"),
    ('{"pieces":[' + ",".join(["0"] * 10_001) + "]}", aha.LimitError, "10001 pieces"),
    ('{"pieces":[]}' + " " * (1 << 24), aha.LimitError, "16777216"),
], ids=["nothing", "list", "empty", "number", "broken", "deep", "many", "large"])
def test_lists_that_are_none(tmp_path: Path, text: str, error: type[aha.Error],
                             match: str) -> None:
    (tmp_path / "alltihop.json").write_text(text)
    with pytest.raises(error, match=match):
        aha.Export(tmp_path)


def test_bytes_that_are_not_utf_8(tmp_path: Path) -> None:
    (tmp_path / "alltihop.json").write_bytes(b'{"pieces":[{"short_id":"a","title":"x\xffy"}]}')
    assert aha.Export(tmp_path).pieces[0].piece.title == "x\ufffdy"


def test_folders_that_are_none(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none", Path("/dev/null")):
        with pytest.raises(aha.NotFoundError):
            aha.Export(path)
    with pytest.raises(aha.InvalidArgumentError, match="empty"):
        aha.Export("")
    write(tmp_path, [])
    export = aha.Export(tmp_path)
    assert export.pieces == []
    export.close()
    with pytest.raises(aha.ReleasedError):
        len(export)
