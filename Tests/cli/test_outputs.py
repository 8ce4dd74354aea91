"""Output files: existing files and damaged input."""

import pytest

from support import write_wav


@pytest.fixture
def damaged(aha, tmp_path):
    """A FLAC of 5 s with an undecodable part in its middle."""
    noise = [((n * 7919) % 20011 - 10005, (n * 6007) % 20011 - 10005) for n in range(5 * 48000)]
    write_wav(tmp_path / "noise.wav", noise)
    aha("mix", "-o", "damaged.flac", "--quiet", "noise.wav")
    (tmp_path / "noise.wav").unlink()
    path = tmp_path / "damaged.flac"
    flac = bytearray(path.read_bytes())
    middle = len(flac) // 2
    flac[middle:middle + 2000] = bytes(range(100)) * 20
    path.write_bytes(flac)
    return path


def test_a_mix_of_a_damaged_file_is_refused(aha, damaged):
    text = aha.refused("mix", "-o", "out.wav", f"{damaged.name},speed=1.5", "--quiet", code=4)
    assert "it is damaged there" in text
    assert aha.files() == [damaged.name]


def test_a_damaged_file_is_used_on_request(aha, damaged):
    aha("mix", "-o", "out.wav", "--quiet", "--accept-damaged", damaged.name)
    [info] = aha.json("info", "out.wav")
    assert 0 < info["frames"] < 5 * 48000


@pytest.mark.parametrize("limit, line", [
    ("--max-frames=47999", "47999"), ("--max-bytes=1000", "max_bytes is 1000")])
def test_a_file_past_a_limit_is_refused(aha, tone, limit, line):
    text = aha.refused("mix", "-o", "out.wav", limit, tone.name, "--quiet", code=4)
    assert line in text and tone.name in text
    assert aha.files() == [tone.name]


@pytest.mark.parametrize("words", [
    ["mix", "tone.wav", "-o"], ["bounce", "song.aha", "-o"], ["waveform", "tone.wav", "-o"],
    ["spectrogram", "tone.wav", "-o"], ["cover", "tone.wav", "-o"],
    ["cover", "--check=cover.png", "-o"], ["project", "plot", "song.aha", "-o"],
    ["record", "--device=null", "--seconds=0.1", "-o"],
    ["piece", "new", "--title=x", "--length=1"], ["project", "new"],
], ids=" ".join)
def test_an_existing_file_needs_replace(aha, tone, words):
    aha("cover", "tone.wav", "-o", "cover.png")
    aha("project", "new", "song.aha")
    aha("project", "add", "song.aha", "tone.wav")
    output = "song.aha" if words[-1] == "new" and words[0] == "project" else "there.wav"
    path = aha.directory / output
    if output != "song.aha":
        path.write_bytes(b"kept")
    before = path.read_bytes()
    text = aha.refused(*words, output, code=5, replace=False)
    assert f"{output} exists already; --replace overwrites it" in text
    assert path.read_bytes() == before
    aha(*words, output, "--replace", replace=False)
    assert path.read_bytes() != before


def test_existing_stems_need_replace(aha, tone):
    aha("project", "new", "song.aha")
    aha("project", "add", "song.aha", "tone.wav")
    words = ["bounce", "song.aha", "--stems=stems"]
    aha(*words)
    assert "stems/tone.wav exists already" in aha.refused(*words, code=5, replace=False)
    aha(*words)


def test_a_project_that_is_no_project_is_not_replaced(aha, tone):
    before = tone.read_bytes()
    aha.refused("project", "new", tone.name, "--replace", code=4)
    assert tone.read_bytes() == before
