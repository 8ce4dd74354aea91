"""aha piece import-export: old exports become folders of pieces."""

import json
import struct

import pytest

from support import json_lines


def box(kind, body):
    return struct.pack(">I", len(body) + 8) + kind + body


def write_export(folder, rows):
    """An export with audio and cover for each row."""
    pieces = folder / "dump" / "assets" / "pieces"
    pieces.mkdir(parents=True)
    text = json.dumps({"user": {"username": "ada"}, "pieces": rows})
    (folder / "dump" / "alltihop.json").write_text("alltihop=" + text + ";")
    header = box(b"mvhd", bytes(12) + struct.pack(">II", 1000, 61500) + bytes(80))
    for row in rows:
        if row["short_id"].isalnum():
            (pieces / row["short_id"]).mkdir()
            (pieces / row["short_id"] / "audio.mp4").write_bytes(box(b"moov", header))
            (pieces / row["short_id"] / "cover.jpg").write_bytes(b"\xff\xd8")
    return pieces


def test_import(aha):
    rows = [
        {"short_id": "a1", "title": "One", "attachment": "piece.figure", "tempo": "105.000"},
        {"short_id": "b2", "title": "one"}, {"short_id": "../x", "title": "bad"},
        {"short_id": "c3", "title": "../../etc/passwd"}, {"short_id": "d4", "title": None},
        {"short_id": "e5", "title": "å" * 50}]
    pieces = write_export(aha.directory, rows)
    (pieces / "a1" / "piece.figure").write_bytes(b"figure")
    result = aha("piece", "import-export", ".", "-o", "out")
    assert result.stderr.decode() == 'aha: row 3: "../x" is not the id of a piece\n'
    assert result.stdout.decode().splitlines() == [
        name + ": piece.json, export.json, audio.mp4, cover.jpg" + more for name, more in [
            ("One", ", piece.figure"), ("one-2", ""), ("_.._etc_passwd", ""), ("d4", ""),
            ("å" * 50, "")]]
    out = aha.directory / "out"
    names = sorted(path.name for path in out.iterdir())
    assert len(names) == 5 and all(len(name.encode()) <= 180 for name in names)
    assert sorted(path.name for path in (out / "One").iterdir()) == [
        "audio.mp4", "cover.jpg", "export.json", "piece.figure", "piece.json"]
    assert json.loads((out / "One" / "export.json").read_text()) == rows[0]
    assert (out / "One" / "audio.mp4").read_bytes() == (pieces / "a1" / "audio.mp4").read_bytes()
    assert (out / "One").stat().st_mode & 0o777 == out.stat().st_mode & 0o777
    [piece] = aha.json("piece", "show", "out/One/piece.json")
    assert (piece["artist"], piece["length_seconds"], piece["tempo_bpm"]) == ("ada", 61.5, 105)
    assert piece["valid"] and piece["attachment_bytes"] == 6


def test_import_twice(aha):
    """What is there stays as it is."""
    write_export(aha.directory, [{"short_id": "a", "title": "A"}, {"short_id": "b", "title": "B"}])
    aha("piece", "import-export", "dump", "-o", "out")
    (aha.directory / "out" / "A" / "piece.json").write_text("mine")
    (aha.directory / "out" / "B" / "audio.mp4").unlink()
    aha.refused("piece", "import-export", "dump", "-o", "out", code=5)
    assert (aha.directory / "out" / "A" / "piece.json").read_text() == "mine"
    assert sorted(path.name for path in (aha.directory / "out").iterdir()) == ["A", "B"]


def test_import_of_odd_pieces(aha):
    """Files whose names are ours, and pieces without a length: what is known of them stays."""
    rows = [{"short_id": "a", "title": "A", "attachment": "piece.json"},
            {"short_id": "b", "title": "x" * 51, "description": "B"},
            {"short_id": "c", "title": "C", "attachment": "export.json"}]
    pieces = write_export(aha.directory, rows)
    (pieces / "a" / "piece.json").write_text("theirs")
    (pieces / "c" / "export.json").write_text("theirs")
    (pieces / "b" / "audio.mp4").write_bytes(b"damaged")
    result = aha("piece", "import-export", ".", "-o", "out", "--json", code=4)
    first, error, last = json_lines(result.stdout)
    assert first == {
        "folder": "A", "id": "a", "title": "A",
        "files": ["piece.json", "export.json", "audio.mp4", "cover.jpg", "piece.json-2"]}
    assert error["name"] == "AHA_ERROR_PIECE_SHORT" and last["files"][-1] == "export.json-2"
    out = aha.directory / "out"
    assert (out / "A" / "piece.json-2").read_text() == "theirs"
    assert (out / "C" / "export.json-2").read_text() == "theirs"
    bad = out / ("x" * 51)
    assert sorted(path.name for path in bad.iterdir()) == [
        "audio.mp4", "cover.jpg", "export.json"]
    assert json.loads((bad / "export.json").read_text()) == rows[1]


@pytest.mark.parametrize("field, value, left, remark", [
    ("title", "é" * 51, "é" * 50, "the title is cut: "),
    ("description", "d" * 141, "", "the description is left out: "),
    ("tempo", "1000.0", None, "the tempo is left out: "), ("tempo", 0.5, None, "0.5 is not 1"),
])
def test_import_without_a_bad_field(aha, field, value, left, remark):
    row = {"short_id": "a", "title": "A", "description": "D", "tempo": 98, field: value}
    write_export(aha.directory, [row])
    result = aha("piece", "import-export", ".", "-o", "out")
    assert "aha: piece a: in piece.json" in result.stderr.decode()
    assert remark in result.stderr.decode()
    [folder] = (aha.directory / "out").iterdir()
    [piece] = aha.json("piece", "show", f"out/{folder.name}/piece.json")
    expected = {"title": "A", "description": "D", "tempo_bpm": 98}
    expected["tempo_bpm" if field == "tempo" else field] = left
    assert {name: piece[name] for name in expected} == expected and piece["valid"]
    assert json.loads((folder / "export.json").read_text()) == row


def test_import_without_a_bad_row(aha):
    write_export(aha.directory, [{"short_id": name, "title": name} for name in ("a", "b")])
    path = aha.directory / "dump" / "alltihop.json"
    path.write_text(path.read_text().replace('"title": "b"', '"title": 1e999'))
    result = aha("piece", "import-export", ".", "-o", "out")
    assert "row 2 is no piece" in result.stderr.decode()
    assert [path.name for path in (aha.directory / "out").iterdir()] == ["a"]


def test_import_to_names_for_any_system(aha):
    """Folders that Windows can have too."""
    names = {"CON": "_CON", "nul.txt": "_nul.txt", "Com1": "_Com1", "LPT9 .x": "_LPT9 .x",
             "com¹": "_com¹", "com0": "com0", "conga": "conga", "The end...": "The end",
             "x. . ": "x", "AUX": "_AUX", "prn": "_prn", "com10": "com10"}
    write_export(aha.directory, [
        {"short_id": f"a{index}", "title": title} for index, title in enumerate(names)])
    aha("piece", "import-export", ".", "-o", "out")
    assert sorted(path.name for path in (aha.directory / "out").iterdir()) == sorted(names.values())


def test_import_of_none(aha):
    for folder, code in ("none", 3), (".", 3):
        aha.refused("piece", "import-export", folder, "-o", "out", code=code)
    (aha.directory / "alltihop.json").write_text("alltihop={};")
    aha.refused("piece", "import-export", ".", "-o", "out", code=4)
    assert aha.files() == ["alltihop.json"]
    write_export(aha.directory, [])
    aha.refused("piece", "import-export", "dump", "-o", "nowhere/out", code=5)
