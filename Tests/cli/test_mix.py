"""aha mix: effects of the options on the written file."""

import os
import warnings

import pytest

from support import json_lines, write_wav

MIDDLE = 5000  # a frame well after the start's ramp


def test_a_mix_of_loops_reports_every_key(aha, loops):
    tracks = [f"{loop},loop,gain=-9" for loop in loops]
    *progress, done = aha.json("mix", "-o", "demo.flac", "--seconds=20", *tracks)
    assert all(object["event"] == "progress" for object in progress)
    assert list(done) == [
        "event", "output", "container", "encoding", "sample_rate", "channels", "frames", "seconds",
        "bytes", "peak_db", "elapsed_seconds", "realtime_factor"]
    assert (done["event"], done["output"]) == ("done", "demo.flac")
    assert (done["container"], done["encoding"], done["sample_rate"]) == ("flac", "pcm_16", 44100)
    assert (done["frames"], done["seconds"], done["channels"]) == (20 * 44100, 20, 2)
    assert done["bytes"] == os.path.getsize(aha.directory / "demo.flac")
    assert -30 < done["peak_db"] < 12 and done["realtime_factor"] > 1
    assert done["realtime_factor"] == pytest.approx(20 / done["elapsed_seconds"], rel=0.1)


def test_a_mix_prints_one_line(aha, tone):
    result = aha("mix", "-o", "out.wav", tone.name)
    size = os.path.getsize(aha.directory / "out.wav")
    expected = f"out.wav: WAV, 16-bit PCM, 48000 Hz, 2 channels, 0:00:01.000, {size} bytes; took "
    assert result.stdout.decode().startswith(expected) and result.stderr == b""
    assert aha("mix", "-o", "out.wav", "--quiet", tone.name).stdout == b""


def test_gain_changes_the_mix(aha, tone):
    assert aha.mix("--gain=-6.0206", tone.name)[MIDDLE] == (4096, 4096)
    assert set(aha.mix("--gain=-inf", tone.name)) == {(0, 0)}


@pytest.mark.parametrize("options, frame", [
    ((), (8192, 8192)), (("--channels=1",), (8192,)), (("--pan-law=3",), (5793, 5793)),
    (("--pan-law=6", "--channels=1"), (4096,))])
def test_a_mono_file_keeps_its_level_unless_a_pan_law_lowers_it(aha, options, frame):
    write_wav(aha.directory / "mono.wav", [(8192,)] * 47520 + [(0,)] * 480)
    assert set(aha.mix(*options, "mono.wav")[MIDDLE:47000]) == {frame}


def test_a_mix_has_the_asked_loudness_or_peak(aha, loops):
    for options, key, value in ((["--lufs=-23"], "loudness_lufs", -23),
                                (["--lufs=-16", "--ceiling=-2", "--channels=1"],
                                 "loudness_lufs", -16),
                                (["--peak=-3"], "true_peak_db", -3)):
        result = aha("mix", "-o", "out.flac", "--bits=24", "--seconds=5", *options,
                     f"{loops[0]},loop,gain=12")
        assert result.stderr == b""
        found = aha.json("analyze", "out.flac")[0]
        assert found[key] == pytest.approx(value, abs=0.15)
        assert found["channels"] == 2 - ("--channels=1" in options)
        assert found["true_peak_db"] < (-1.9 if len(options) > 1 else 0)
    aha.refused("mix", "-o", "out.flac", "--lufs=-9", "--peak=-1", loops[0])


@pytest.mark.parametrize("seconds, frames", [("0.5", 24000), ("2.25", 108000), ("1e-9", 1)])
def test_seconds_set_the_length(aha, tone, seconds, frames):
    assert len(aha.mix("--seconds", seconds, tone.name)) == frames


@pytest.mark.parametrize("own, chosen", [(44100, 44100), (96000, 96000), (22050, 48000)])
def test_rate_is_the_first_tracks_when_it_is_high(aha, tone, own, chosen):
    write_wav(aha.directory / "first.wav", [(100, 100)] * (own // 2) + [(0, 0)] * (own - own // 2),
              rate=own)
    done = aha.json("mix", "-o", "out.wav", "first.wav", tone.name)[-1]
    assert done["sample_rate"] == chosen
    assert done["frames"] == pytest.approx(chosen, abs=2)


def test_rate_sets_the_sample_rate(aha, tone):
    assert aha.json("mix", "-o", "out.wav", "--rate=32000", tone.name)[-1]["sample_rate"] == 32000
    # Opus does not support 44.1 kHz.
    assert aha.json("mix", "-o", "o.opus", "--rate=44100", tone.name)[-1]["sample_rate"] == 48000


@pytest.mark.parametrize("name, options, container, encoding", [
    ("a.WAV", [], "wav", "pcm_16"), ("a.oga", [], "ogg", "vorbis"), ("a.mp3", [], "mp3", "mp3"),
    ("a.wav", ["--format=flac"], "flac", "pcm_16"), ("a", ["--format=FLAC"], "flac", "pcm_16"),
    ("a", ["--format=audio/x-flac"], "flac", "pcm_16"),
    ("a", ["--format=.flac"], "flac", "pcm_16"), ("a", ["--format=audio/opus"], "ogg", "opus")])
def test_ending_and_format_name_the_format(aha, tone, name, options, container, encoding):
    done = aha.json("mix", "-o", name, *options, tone.name)[-1]
    assert (done["container"], done["encoding"]) == (container, encoding)


def test_formats_lists_writable_formats(aha, tone):
    bits = {"pcm_16": ["--bits=16"], "pcm_24": ["--bits=24"], "pcm_32": ["--bits=32"],
            "float_32": ["--bits=32f"]}
    formats = aha.json("formats")
    assert len(formats) == 11
    table = aha("formats").stdout.decode().splitlines()
    assert [line.split()[0] for line in table[1:]] == [format["format"] for format in formats]
    missing = [format["format"] for format in formats if not format["available"]]
    if missing:
        # The module is built only where the packages of FFmpeg are.
        assert missing == ["m4a", "alac"]
        warnings.warn("libaha-ffmpeg.so was not built: M4A is not written", stacklevel=1)
    for format in formats:
        for encoding in format["encodings"] if format["available"] else []:
            options = ["--format", format["format"], *bits.get(encoding, [])]
            done = aha.json("mix", "-o", "out", *options, tone.name)[-1]
            lossless = format["format"] == "alac"  # its encodings are lengths of words
            assert done["encoding"] == ("alac" if lossless else encoding)


def test_a_mix_over_full_scale_warns(aha, tone):
    loud = f"{tone.name},gain=14"
    text = aha("mix", "-o", "out.wav", "--no-limiter", loud).stderr.decode()
    assert text == ("aha: warning: the mix goes 2.0 dB over full scale; "
                    "--gain -2.0 keeps it below\n")
    for option in ["--gain=-2.0", "--quiet", "--bits=32f"]:
        assert aha("mix", "-o", "out.wav", "--no-limiter", option, loud).stderr == b""
    peak = aha.json("mix", "-o", "out.wav", "--no-limiter", loud)[-1]["peak_db"]
    assert peak == pytest.approx(14 - 12.04, abs=0.05)
    assert aha.json("mix", "-o", "out.wav", "--gain=-inf", tone.name)[-1]["peak_db"] is None


def test_output_may_be_an_input(aha, tone):
    aha("mix", "-o", tone.name, f"{tone.name},loop=1")
    assert aha.json("info", tone.name)[0]["frames"] == 96000


def test_a_mix_goes_to_standard_output(aha, tone):
    result = aha("mix", "-o", "-", "--no-dither", tone.name)
    assert aha.files() == [tone.name]
    assert b"standard output: WAV" in result.stderr
    aha("mix", "-o", "out.wav", "--no-dither", tone.name)
    assert result.stdout == (aha.directory / "out.wav").read_bytes()
    quiet = aha("mix", "-o", "-", "--quiet", "--format=flac", tone.name)
    assert quiet.stdout.startswith(b"fLaC") and quiet.stderr == b""


def test_json_without_progress(aha, tone):
    objects = json_lines(aha("mix", "-o", "out.wav", "--json", "--quiet", tone.name).stdout)
    assert [object["event"] for object in objects] == ["done"]


def test_threads_change_no_sample(aha, loops):
    tracks = [f"{loop},loop=3,reverb=0.3,pitch={number}" for number, loop in enumerate(loops)]
    alone = aha.mix("--seconds=5", *tracks)
    assert aha.mix("--seconds=5", "--threads=3", *tracks) == alone
    assert b"1 to 64" in aha("mix", "-o", "out.wav", "--threads=0", tracks[0], code=2).stderr
