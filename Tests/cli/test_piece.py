"""aha piece: manifests are written, shown, checked, transposed and embedded in audio files."""

import json
import subprocess

import pytest

from support import json_lines


@pytest.fixture
def song(aha):
    """A manifest with all fields."""
    aha("piece", "new", "song.json", "--title", "Größe", "--artist=Ada", "--description", "A line",
        "--length", "60.5", "--tempo=120.125", "--loop", "0.5:30", "--time=7/8", "--key", "Gbm",
        "--based-on", "https://allihoopa.com/s/EuDvfMsz,abc", "--attachment=application/figure",
        "--attachment-bytes", "12", "--unlisted")
    return aha.directory / "song.json"


def test_new_writes_every_field(aha, song):
    manifest = json.loads(song.read_text())
    scale = manifest["tonality"].pop("scale")
    assert [note for note in range(12) if scale[note]] == [1, 2, 4, 6, 8, 9, 11]
    assert manifest == {
        "format": "libaha-piece", "version": 1, "title": "Größe", "artist": "Ada",
        "description": "A line", "lengthUs": 60500000, "tempo": 120.125,
        "loop": {"startUs": 500000, "endUs": 30000000}, "timeSignature": {"upper": 7, "lower": 8},
        "tonality": {"mode": "tonal", "root": 6, "name": "F# minor"}, "listed": False,
        "basedOn": ["EuDvfMsz", "abc"], "attachment": {"mimeType": "application/figure",
                                                       "bytes": 12}}


def test_show_tells_every_field(aha, song):
    assert aha("piece", "show", "song.json").stdout.decode().splitlines() == [
        "song.json", "  title       Größe", "  artist      Ada", "  description A line",
        "  length      0:01:00.500", "  tempo       120.125 BPM", "  loop        0.5 to 30 s",
        "  time        7/8", "  key         F# minor (11A)", "  listed      no",
        "  attachment  application/figure, 12 bytes", "  based on    EuDvfMsz, abc"]
    assert aha.json("piece", "show", "song.json") == [{
        "file": "song.json", "title": "Größe", "artist": "Ada", "description": "A line",
        "length_seconds": 60.5, "tempo_bpm": 120.125, "loop_begin_seconds": 0.5,
        "loop_end_seconds": 30, "beats_per_bar": 7, "beat_unit": 8, "key": "F# minor",
        "camelot": "11A", "label": "A major", "listed": False,
        "attachment_type": "application/figure", "attachment_bytes": 12,
        "based_on": ["EuDvfMsz", "abc"], "chapters": [], "cover_bytes": 0, "valid": True}]


def test_new_reads_length_and_tags(aha, tone):
    aha("piece", "new", "tone.json", "--audio", tone.name, "--title=T")
    [piece] = aha.json("piece", "show", "tone.json")
    assert (piece["title"], piece["length_seconds"], piece["tempo_bpm"]) == ("T", 1, None)
    aha("piece", "embed", "tone.json", tone.name)
    aha("piece", "new", "again.json", "--audio", tone.name)
    assert (aha.directory / "again.json").read_bytes() == (
        aha.directory / "tone.json").read_bytes()


def test_new_fills_missing_fields(aha, loops):
    """Missing fields are guessed from the sound; given fields stay."""
    words = ["--title=T", f"--audio={loops[0]}", "--guess"]
    result = aha("piece", "new", "a.json", *words).stdout.decode()
    [heard] = aha.json("analyze", loops[0])
    [piece] = aha.json("piece", "show", "a.json")
    guessed = result.removeprefix("a.json: guessed ").rstrip("\n").split(", ")
    assert "tempo" in guessed and set(guessed) <= {"tempo", "loop", "time", "key"}
    assert piece["tempo_bpm"] == round(heard["tempo_bpm"], 2)
    [told] = aha.json("piece", "new", "b.json", *words, "--tempo=77", "--key=C", "--loop=0:0.5",
                     "--time=3/4")
    assert told == {"file": "b.json", "guessed": []}
    [piece] = aha.json("piece", "show", "b.json")
    assert (piece["tempo_bpm"], piece["key"], piece["loop_end_seconds"]) == (77, "C major", 0.5)
    words[1] = "--audio=none.wav"
    assert "none.wav" in aha.refused("piece", "new", "c.json", *words, code=3)
    assert aha.files() == ["a.json", "b.json"]


def test_new_guesses_nothing(aha, tone):
    words = ["--title=T", "--audio", tone.name, "--guess", "--loop=0:1"]
    text = aha("piece", "new", "a.json", *words).stdout.decode()
    assert text in ("a.json: guessed nothing\n", "a.json: guessed key\n")


def test_key_tells_the_way_to_another_key(aha, song, tone):
    assert aha("piece", "key", "song.json", "A").stdout.decode().splitlines() == [
        "song.json", "  key         F# minor (11A)", "  becomes     A minor (8A)",
        "  semitones   3", "  piece       pitch=300", "  voice       fx=tuner:scale=1453:root=9"]
    assert aha.json("piece", "key", "song.json", "Eb") == [{
        "file": "song.json", "key": "F# minor", "new_key": "Eb minor", "semitones": -3,
        "pitch_cents": -300, "tuner_scale": 1453, "tuner_root": 3}]
    aha("mix", "-o", "x.wav", f"{tone.name},pitch=-300,fx=tuner:scale=1453:root=3")
    for word in "H", "", "Am", "atonal", "unknown", "12":
        assert "is not a note" in aha.refused("piece", "key", "song.json", word)
    aha("piece", "new", "a.json", "--title=T", "--length=1", "--key=atonal")
    assert "it is atonal" in aha.refused("piece", "key", "a.json", "C", code=4)
    text = aha.refused("piece", "key", tone.name, "C", code=4)
    assert "tone.wav: its key is not known" in text
    assert "none.json" in aha.refused("piece", "key", "none.json", "C", code=3)


@pytest.mark.parametrize("words, complaint", [
    ([], "title"), (["--title=x"], "--length or --audio tells how long it is"),
    (["--title=x", "--length=0"], "the length of 0:00:00 is"),
    (["--title=x", "--length=1", "--tempo=1000"], "(1 to 999.999)"),
    (["--title=x", "--length=1", "--loop=0"], '--loop "0" is not two times'),
    (["--title=x", "--length=1", "--loop=0:0"], '"0:0" does not end behind'),
    (["--title=x", "--length=1", "--time=3"], '--time "3" is not a time signature'),
    (["--title=x", "--length=1", "--time=0/0"], '"0/0" is not a time signature'),
    (["--title=x", "--length=1", "--guess"], "--guess needs --audio"),
    (["--title=x", "--length=1", "--key=H"], '"H" is not the name of a key'),
    (["--title=x", "--length=1", "--attachment=figure"], "MIME"),
    (["--title=x", "--length=1", "--attachment-bytes=-1"], "out of range"),
    (["--titel=x"], "did you mean --title?"),
])
def test_new_refuses_bad_fields(aha, words, complaint):
    assert complaint in aha.refused("piece", "new", "x.json", *words)
    assert aha.files() == []


def test_new_does_not_replace(aha, song):
    before = song.read_bytes()
    words = ["--title=x", "--length=1"]
    assert "nowhere" in aha.refused("piece", "new", "nowhere/x.json", *words, code=5)
    assert "none.wav" in aha.refused("piece", "new", "x.json", "--audio=none.wav", code=3)
    assert song.read_bytes() == before and aha.files() == ["song.json"]


def test_mistakes_in_piece_are_named(aha):
    assert "needs a command" in aha.refused("piece")
    assert "did you mean show?" in aha.refused("piece", "shwo")
    assert "needs a file" in aha.refused("piece", "show")
    assert "needs a file" in aha.refused("piece", "validate")
    assert "audio files" in aha.refused("piece", "embed", "a.json")
    assert "one file" in aha.refused("piece", "new")
    assert "a file and a note" in aha.refused("piece", "key", "song.json")


def test_validate_tells_every_problem(aha, song):
    assert aha("piece", "validate", "song.json").stdout == b"song.json: valid\n"
    manifest = json.loads(song.read_text())
    manifest.update(title=" ", tempo=0.5, lengthUs=0)
    (aha.directory / "bad.json").write_text(json.dumps(manifest))
    result = aha("piece", "validate", "bad.json", "song.json", code=4)
    assert result.stdout.decode().splitlines() == [
        'bad.json: title: the title " " has white space only',
        "bad.json: length: the length of 0:00:00 is not positive",
        "bad.json: tempo: the tempo 0.5 is not 1 or more",
        "bad.json: loop: the loop from 0:00:00.5 to 0:00:30 ends after the piece, at 0:00:00",
        "song.json: valid"]
    bad, good = aha.json("piece", "validate", "bad.json", "song.json", code=4)
    assert (bad["valid"], good) == (False, {"file": "song.json", "valid": True, "problems": []})
    assert [(one["field"], one["name"]) for one in bad["problems"]] == [
        ("title", "AHA_ERROR_TITLE_EMPTY"), ("length", "AHA_ERROR_PIECE_SHORT"),
        ("tempo", "AHA_ERROR_TEMPO_LOW"), ("loop", "AHA_ERROR_LOOP")]
    assert "problem" in aha("piece", "show", "bad.json").stdout.decode()


@pytest.mark.parametrize("name, content, code", [
    ("text.json", "no JSON", 4), ("text", "no JSON", 4), ("empty.json", "", 4), ("empty", "", 4),
    ("other.json", "{}", 4), ("newer.json", '{"format":"libaha-piece","version":9}', 3),
    ("cut.wav", "RIFFxxxxWAVEdata\x7f\x7f\x7f\x7f", 4), ("none.json", None, 3),
    ("none.wav", None, 3),
])
def test_files_that_are_no_pieces_are_reported(aha, song, name, content, code):
    if content is not None:
        (aha.directory / name).write_text(content)
    for part in "show", "validate":
        result = aha("piece", part, name, "song.json", code=code)
        assert name in result.stderr.decode() and b"song.json" in result.stdout
        [error, _] = json_lines(aha("piece", part, name, "song.json", "--json", code=code).stdout)
        assert (error["event"], error["file"]) == ("error", name)


def test_embed_keeps_the_sound(aha, song, tone, flat):
    before = aha.mix(tone.name)
    manifest = json.loads(song.read_text())
    manifest.update(lengthUs=1000000, loop={"startUs": 0, "endUs": 500000})
    song.write_text(json.dumps(manifest))
    assert aha("piece", "embed", "song.json", tone.name, flat.name).stdout == b""
    manifest.update(title="")
    (aha.directory / "bad.json").write_text(json.dumps(manifest))
    assert "title is empty" in aha.refused("piece", "embed", "bad.json", tone.name, code=4)
    [piece] = aha.json("piece", "show", "song.json")
    for name in tone.name, flat.name:
        assert aha.json("piece", "show", name) == [{**piece, "file": name}]
    assert aha.mix(tone.name) == before
    probe = ["ffprobe", "-v", "error", "-of", "flat", "-show_entries", "format_tags", tone.name]
    tags = subprocess.run(probe, cwd=aha.directory, stdout=subprocess.PIPE, check=True).stdout
    assert "Größe" in tags.decode() and "120.125" in tags.decode()


def test_embed_continues_after_a_failure(aha, song, tone):
    manifest = json.loads(song.read_text())
    manifest.update(lengthUs=1000000, loop=None)
    song.write_text(json.dumps(manifest))
    (aha.directory / "text.wav").write_text("no sound")
    text = aha.refused("piece", "embed", "song.json", "text.wav", "none.wav", tone.name, code=1)
    assert "text.wav" in text and "none.wav" in text
    assert aha.json("piece", "show", tone.name)[0]["title"] == "Größe"
    assert (aha.directory / "text.wav").read_text() == "no sound"
    tone.chmod(0o444)
    aha.directory.chmod(0o555)
    aha.refused("piece", "embed", "song.json", tone.name, code=5, plain_user=True)
    aha.directory.chmod(0o755)
