"""aha open: a piece is read from a folder, a manifest or a page; and URLs of applications."""

import json
import os
import subprocess

import pytest

from servers import FileServer


@pytest.fixture
def dropped(aha, tone, pieces):
    """The folder of a piece with all its files."""
    (aha.directory / "song.als").write_bytes(b"of another program")
    receipt = aha.json("drop", tone.name, "--to", "pieces", "--title", "Rain", "--attachment",
                       "song.als", "--attachment-type", "text/x-live")[-1]
    path = receipt["url"].removeprefix("file://").removesuffix("index.html").rstrip("/")
    return os.path.relpath(path, aha.directory)


def files(aha, folder):
    return {name: (aha.directory / folder / name).read_bytes()
            for name in os.listdir(aha.directory / folder)}


def test_a_folder_is_opened(aha, tone, dropped):
    text = aha("open", dropped).stdout.decode()
    assert "title       Rain" in text and "mix stem    audio/" in text
    assert aha.files() == ["pieces", "song.als", tone.name]
    [said] = aha.json("open", dropped)
    assert said["title"] == "Rain" and said["valid"] and len(said["id"]) == 32
    assert [one["asset"] for one in said["files"]] == ["mix stem", "cover", "attachment"]
    assert all(len(one["sha256"]) == 64 and one["path"] == "" for one in said["files"])


def test_a_piece_is_judged_before_anything_is_fetched(aha, dropped):
    path = aha.directory / dropped / "piece.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "title": "a\u202eb"}))
    result = aha("open", dropped, "-o", "copy", code=4)
    assert "U+202E" in result.stderr.decode() and not (aha.directory / "copy").exists()


@pytest.mark.parametrize("options, name", [
    ([], "Wow! 100% [a] {b} ~ $1; c.wav"), (["--no-cover", "--no-attachment"], "Rain.wav"),
])
def test_a_saved_folder_is_opened_and_synchronized(aha, dropped, options, name):
    path = aha.directory / dropped / "piece.json"
    manifest = json.loads(path.read_text())
    sound = manifest["files"][0]
    os.rename(aha.directory / dropped / sound["name"], aha.directory / dropped / name)
    sound["name"] = name
    path.write_text(json.dumps(manifest))
    first = aha.json("open", dropped, "-o", "one", *options)[-1]
    here = {one["name"] for one in json.loads(files(aha, "one")["piece.json"])["files"]}
    assert here | {"piece.json"} == set(files(aha, "one"))
    assert any(one.endswith(".wav") for one in here)
    second = aha.json("open", "one", "-o", "two")[-1]
    assert second["id"] == first["id"] and files(aha, "two") == files(aha, "one")
    (aha.directory / "shelf").mkdir()
    os.rename(aha.directory / "one", aha.directory / "shelf" / "one")
    aha("library", "sync", "shelf", "--library", "l.aha")
    [item] = aha.json("library", "list", "--library", "l.aha")
    assert item["title"] == "Rain" and item["state"] == "playable"


@pytest.mark.parametrize("form", ["{0}", "{1}/{0}/"])
def test_files_are_downloaded(aha, tone, dropped, form):
    with FileServer(aha.directory) as server:
        objects = aha.json("open", form.format(dropped, server.url), "-o", "copy")
    saved = [one for one in objects if one.get("event") == "saved"]
    assert [one["asset"] for one in saved] == ["mix stem", "cover", "attachment"]
    here = files(aha, "copy")
    assert set(here) == {os.path.basename(one["file"]) for one in saved} | {"piece.json"}
    assert here[os.path.basename(saved[0]["file"])] == tone.read_bytes()
    assert here[os.path.basename(saved[2]["file"])] == b"of another program"
    assert aha.json("piece", "show", "copy/piece.json")[0]["title"] == "Rain"
    # A second call with the same target succeeds.
    assert b"{" not in aha("open", dropped, "-o", "copy").stdout
    assert files(aha, "copy").keys() == here.keys()


def test_parts_are_left_out(aha, dropped):
    aha("open", dropped, "-o", "copy", "--no-cover", "--no-attachment")
    assert len(files(aha, "copy")) == 2
    result = aha("open", dropped, "-o", "other", "--type", "audio/x-none", code=3)
    assert b"audio/x-none" in result.stderr
    kind = aha.json("open", dropped)[0]["files"][0]["type"]
    aha("open", dropped, "-o", "other", "--type", kind)


@pytest.mark.parametrize("arguments, code", [
    ([], 2), (["a", "b"], 2), (["missing"], 3), (["ftp://host/x"], 3),
    (["tone.wav", "--type", "audio/ogg"], 2), (["tone.wav", "-o", ""], 2),
    (["http://127.0.0.1:1/"], 7), (["ah-com.example.drums://open?uuid=x"], 1),
    (["."], 3),
])
def test_mistakes_in_open_have_their_exit_codes(aha, tone, arguments, code):
    aha.refused("open", *arguments, code=code)


def test_a_scheme_is_registered_and_removed(aha, user, tmp_path):
    scheme = ["register-scheme", "com.example.drums"]
    assert "ah-com.example.drums" in aha.refused(*scheme, "--check", code=3)
    aha(*scheme, "--exec", "/bin/true --open")
    assert aha(*scheme, "--check").stdout == b"ah-com.example.drums: is registered\n"
    [entry] = (user / "data/applications").glob("*.desktop")
    assert "x-scheme-handler/ah-com.example.drums" in entry.read_text()
    asked = subprocess.run(
        ["xdg-mime", "query", "default", "x-scheme-handler/ah-com.example.drums"], check=True,
        env=aha.environment, stdout=subprocess.PIPE, text=True)
    assert asked.stdout.strip() == entry.name
    aha(*scheme, "--remove")
    aha.refused(*scheme, "--check", code=3)
    for wrong in ([], ["--check", "--remove"], ["--exec", ""]):
        aha.refused(*scheme, *wrong)
    assert not list((user / "data/applications").glob("*.desktop"))
    aha.environment["PATH"] = str(tmp_path)
    assert "xdg-utils" in aha.refused(*scheme, "--check", code=5)
    aha.refused("register-scheme", "no name", "--check")


def test_the_type_has_the_names_of_its_format(aha, tone, dropped):
    saved = aha.json("open", dropped, "-o", "copy", "--type", "audio/x-wav")[0]
    assert saved["asset"] == "mix stem"


def test_a_type_that_is_not_there_names_the_others(aha, dropped):
    text = aha.refused("open", dropped, "-o", "copy", "--type", "m4a", code=3)
    assert "its sound is not there as audio/mp4, only as audio/wav" in text
    text = aha.refused("open", dropped, "-o", "other", "--type", "m4", code=2)
    assert '--type "m4" is neither a media type' in text
