"""aha drop: a piece is sent to a folder, and to several destinations at once."""

import hashlib
import json
import os
import subprocess
import wave

import pytest

from servers import S3_KEYS, keys_of
from support import write_wav
from terminal import Terminal


@pytest.fixture(autouse=True)
def folders(aha, pieces):
    for name in ("one", "two", "three"):
        (aha.directory / name).mkdir()


def place(url):
    """The folder of a drop's page."""
    assert url.startswith("file:///")
    path = url.removeprefix("file://").removesuffix("index.html").rstrip("/")
    return os.path.normpath(path)


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def manifest(folder):
    with open(os.path.join(folder, "piece.json"), encoding="utf-8") as file:
        return json.load(file)


def test_a_drop_into_a_folder_is_complete(aha, tone):
    *progress, receipt = aha.json("drop", tone.name, "--to", "pieces", "--title", "Rain",
                                  "--artist", "The Band", "--description", "It rains")
    assert {one["event"] for one in progress} <= {"progress"}
    assert sorted(one["bytes_done"] for one in progress) == [one["bytes_done"] for one in progress]
    assert (receipt["event"], receipt["stage"], receipt["kind"]) == ("dropped", "done", "folder")
    assert receipt["destination"] == str(aha.directory / "pieces")
    assert (receipt["sha256"], receipt["error"]) == (sha256(tone), "")
    assert receipt["bytes_done"] == receipt["bytes_total"] >= tone.stat().st_size
    folder = place(receipt["url"])
    assert os.path.dirname(folder) == str(aha.directory / "pieces")
    said = manifest(folder)
    assert (said["title"], said["artist"], said["description"]) == ("Rain", "The Band", "It rains")
    [wav] = [name for name in os.listdir(folder) if name.endswith(".wav")]
    assert sha256(os.path.join(folder, wav)) == sha256(tone)
    with open(os.path.join(folder, "index.html"), encoding="utf-8") as page:
        assert "Rain" in page.read()
    assert {"index.html", "feed.xml"} <= set(os.listdir(aha.directory / "pieces"))


def long_set(path):
    """21 minutes of silence, small: 8 kHz, 8 bit, one channel."""
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 1, 8000, 0, "NONE", ""))
        file.writeframes(b"\x80" * 8000 * 21 * 60)
    return path


def test_validate_judges_for_one_destination(aha):
    long_set(aha.directory / "set.wav")
    aha("piece", "new", "set.json", "--audio", "set.wav", "--title", "x" * 51)
    aha("piece", "validate", "set.json", "--for", "folder")
    shown = aha("piece", "validate", "set.json", "--for", "allihoopa", code=4).stdout.decode()
    assert "has 51 characters, over 50" in shown and "0:21:00 is over 0:20:00" in shown
    assert "is not known" in aha.refused("piece", "validate", "set.json", "--for", "cloud")


def test_a_rejected_drop_is_not_listed(aha):
    (aha.directory / "no.wav").write_bytes(b"no sound" * 100)
    aha("drop", "no.wav", "--to", "pieces", code=4)
    assert aha.json("drops") == [] and os.listdir(aha.directory / "pieces") == []


def test_without_json_a_pipe_gets_text(aha, tone):
    [line] = aha("drop", tone.name, "--to", "pieces").stdout.decode().splitlines()
    assert "/pieces: file:///" in line


def test_a_terminal_gets_text(aha, tone):
    terminal = Terminal(aha, "drop", tone.name, "--to", "pieces", shows_output=True)
    shown = terminal.until(r"pieces: file:///\S+").group()
    assert os.path.isdir(place(shown.split(": ")[1]))
    code, _, rest = terminal.end()
    assert code == 0 and "{" not in rest


def test_a_title_comes_from_option_manifest_tags_or_name(aha, tone):
    """The options go over a manifest, that over tags, those over the file's name."""
    def title(*arguments):
        return aha.json("drop", *arguments, "--to", "pieces")[-1]["title"]

    assert title(tone.name) == "tone"
    subprocess.run(["sox", tone, "--comment", "TITLE=Tagged", aha.directory / "tagged.flac"],
                   check=True)
    assert title("tagged.flac") == "Tagged"
    aha("piece", "new", "tagged.json", "--audio", "tagged.flac", "--title", "Described")
    assert title("tagged.flac") == title("tagged.json") == "Described"
    assert title("tagged.flac", "--title", "Said") == "Said"
    aha("piece", "new", "alone.json", "--audio", "tagged.flac", "--title", "Alone")
    assert "--audio" in aha.refused("drop", "alone.json", "--to", "pieces")
    assert title("alone.json", "--audio", "tagged.flac") == "Alone"
    (aha.directory / "tone.json").write_text('{"of": "another program"}')
    assert title(tone.name) == "tone"
    tone.rename(aha.directory / ("é" * 60 + ".wav"))
    assert title("é" * 60 + ".wav") == "é" * 60


def test_a_drop_sends_every_file(aha, tone, other_tone):
    (aha.directory / "song.als").write_bytes(b"of another program")
    aha("cover", tone.name, "-o", "own.png", "--title", "Own")
    receipt = aha.json("drop", tone.name, "--to", "pieces", "--preview", other_tone.name, "--cover",
                       "own.png", "--attachment", "song.als", "--attachment-type", "text/x-live",
                       "--unlisted")[-1]
    files = {one["role"]: one for one in manifest(place(receipt["url"]))["files"]}
    assert {"mixStem", "preview", "cover", "attachment"} <= set(files)
    assert files["preview"]["sha256"] == sha256(other_tone)
    for role in ["preview", "cover", "attachment"]:
        assert receipt[f"{role}_sha256"] == files[role]["sha256"]
    assert files["attachment"]["type"] == "text/x-live"
    assert files["attachment"]["sha256"] == sha256(aha.directory / "song.als")


def test_a_drop_has_no_cover_on_request(aha, tone):
    receipt = aha.json("drop", tone.name, "--to", "pieces", "--no-cover")[-1]
    folder = place(receipt["url"])
    assert {"index.html", "piece.json"} <= set(os.listdir(folder))
    assert not [name for name in os.listdir(folder) if name.startswith("cover")]
    assert [one["role"] for one in manifest(folder)["files"]] == ["mixStem"]
    assert "exclude each other" in aha.refused(
        "drop", tone.name, "--to", "pieces", "--no-cover", "--cover", "a.png", code=2)


def test_a_drop_goes_to_several_places(aha, tone):
    """One that is not ready does not keep the others from it."""
    objects = aha.json("drop", tone.name, "--to", "one", "--to", "two")
    done = [one for one in objects if one["event"] == "dropped"]
    assert sorted(os.path.basename(one["destination"]) for one in done) == ["one", "two"]
    for one in done:
        assert manifest(place(one["url"]))["title"] == "tone"
    objects = aha.json("drop", tone.name, "--to", "s3://bucket/x", "--to", "three", code=2)
    assert [one["event"] for one in objects if one["event"] != "progress"] == ["error", "dropped"]


@pytest.mark.parametrize("arguments, code, complaint", [
    ([], 2, "drop needs one file"),
    (["tone.wav"], 2, "drop needs --to DESTINATION"),
    (["tone.wav", "tone.wav", "--to", "x"], 2, "drop needs one file"),
    (["tone.wav", "--to", ""], 2, '"" is none'),
    (["tone.wav", "--to", "ftp://host/x"], 2, '"ftp:" is no destination'),
    (["tone.wav", "--to", "s3:///x"], 2, "names no bucket"),
    (["tone.wav", "--to", "https://me:secret@host/x"], 2, "--password-file"),
    (["tone.wav", "--to", "dropbox/"], 2, "is no account"),
    (["tone.wav", "--to", "x", "--chunk", "0"], 2, "out of range"),
    (["tone.wav", "--to", "x", "--audio", "tone.wav"], 2, "is a sound"),
    (["tone.wav", "--to", "x", "--attachment-type", "a/b"], 2, "--attachment FILE"),
    (["missing.wav", "--to", "x"], 3, "missing.wav"),
    (["missing.json", "--to", "x"], 3, "missing.json"),
    (["tone.wav", "--to", "x", "--cover", "missing.png"], 3, "missing.png"),
    (["tone.wav", "--to", "x", "--title", "x" * 1001], 4, "1001"),
    (["text.wav", "--to", "x"], 4, "text.wav"),
    (["tone.wav", "--to", "http://127.0.0.1:1/", "--password-file", "missing"], 3, "missing"),
    (["tone.wav", "--to", "dropbox"], 2, "client id"),
    (["tone.wav", "--to", "missing/x"], 5, "missing"),
])
def test_mistakes_in_a_drop_are_named(aha, tone, arguments, code, complaint):
    (aha.directory / "text.wav").write_text("this is no sound\n" * 100)
    result = aha("drop", *arguments, code=code)
    assert complaint in result.stderr.decode() and b"secret" not in result.stderr
    assert "x" not in aha.files()


def test_a_read_only_folder_is_refused(aha, tone):
    (aha.directory / "locked").mkdir(mode=0o555)
    result = aha("drop", tone.name, "--to", "locked", code=5, plain_user=True)
    assert b"locked" in result.stderr and os.listdir(aha.directory / "locked") == []


@pytest.mark.parametrize("kind", ["s3", "cloud"])
def test_a_drop_to_a_server_is_complete(aha, request, kind):
    server = request.getfixturevalue(kind)
    destination = server.said.get("dav", "s3://drops/demos")
    write_wav(aha.directory / "rain.wav", [(1000, -1000)] * 400_000)
    aha.environment |= keys_of(server)
    receipt = aha.json("drop", "rain.wav", "--to", destination, "--title", "Rain")[-1]
    assert receipt["event"] == "dropped"
    # The bucket's public URL is not configured.
    assert receipt["url"].startswith("http") or receipt["kind"] == "s3"
    there = {one["sha256"] for one in server.do("files")["files"]}
    assert sha256(aha.directory / "rain.wav") == receipt["sha256"] and receipt["sha256"] in there
    aha.environment |= {"AWS_SECRET_ACCESS_KEY": "wrong", "AHA_WEBDAV_PASSWORD": "wrong"}
    result = aha("drop", "rain.wav", "--to", destination, code=None)
    assert result.returncode in (5, 7) and b"wrong" not in result.stderr


def test_a_format_is_chosen_for_the_drop(aha, tone):
    aha("cover", tone.name, "-o", "own.png", "--title", "Own")
    before = set(os.listdir(aha.environment.get("TMPDIR", "/tmp")))
    receipt = aha.json("drop", tone.name, "--to", "pieces", "--format", "m4a", "--title", "Rain",
                       "--cover", "own.png")[-1]
    [mix] = [one for one in manifest(place(receipt["url"]))["files"] if one["role"] == "mixStem"]
    assert mix["type"] == "audio/mp4" and mix["name"].endswith(".m4a")
    path = os.path.join(place(receipt["url"]), mix["name"])
    [info], [piece] = aha.json("info", path), aha.json("piece", "show", path)
    assert (info["container"], info["frames"]) == ("m4a", 48000)
    assert piece["title"] == "Rain"
    assert piece["cover_bytes"] == os.path.getsize(aha.directory / "own.png")
    left = set(os.listdir(aha.environment.get("TMPDIR", "/tmp"))) - before
    assert not [name for name in left if name.startswith("aha-drop-")]
    assert "is for --format" in aha.refused("drop", tone.name, "--to", "pieces", "--quality", "1")
    assert "is not known" in aha.refused("drop", tone.name, "--to", "pieces", "--format", "mp9")


def test_a_converted_drop_goes_to_several_places(aha, tone):
    receipts = [one for one in aha.json("drop", tone.name, "--to", "one", "--to", "two", "--format",
                                        "flac") if one["event"] == "dropped"]
    assert len(receipts) == 2 and len({one["sha256"] for one in receipts}) == 1
    for receipt in receipts:
        names = os.listdir(place(receipt["url"]))
        assert any(name.endswith(".flac") for name in names)


def test_a_profile_of_amazons_tools_has_the_keys(aha, s3, tone, tmp_path):
    for name in S3_KEYS:
        aha.environment.pop(name, None)
    (tmp_path / "credentials").write_text(
        f"[work]\naws_access_key_id = {s3.said['access_key']}\n"
        f"aws_secret_access_key = {s3.said['secret_key']}\nendpoint_url = {s3.url}\n")
    aha.environment["AWS_SHARED_CREDENTIALS_FILE"] = str(tmp_path / "credentials")
    line = aha.refused("drop", "tone.wav", "--to", "s3://drops", code=2)
    assert "AWS_PROFILE" in line
    # The region of the server is not us-east-1: it is learned.
    options = ("--storage-class", "STANDARD_IA", "--encryption", "AES256", "--checksum", "sha256")
    aha("drop", "tone.wav", "--to", "s3://drops", "--profile", "work", *options)
    kept = json.dumps(s3.do("files"))
    assert "STANDARD_IA" in kept and "AES256" in kept and "x-amz-checksum-sha256" in kept
    aha.environment["AWS_PROFILE"] = "work"
    aha("destinations", "check", "s3://drops")
    unready = aha("destinations", "check", "s3://drops", "--profile", "x", code=3)
    assert b'there is no profile "x"' in unready.stdout
