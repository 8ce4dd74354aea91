"""aha analyze: measurements of sounds, as text and as JSON."""

import math
import signal


from support import json_lines, write_wav

KEYS = ["file", "sample_rate", "channels", "frames", "seconds", "loudness_lufs", "short_term_lufs",
        "range_lu", "true_peak_db", "tempo_bpm", "tempo_confidence", "tempos",
        "time_signature", "time_signature_confidence", "beats", "key",
        "key_confidence", "scale", "root", "camelot", "tuning_cents", "keys", "chords",
        "leading_silence_frames", "trailing_silence_frames", "onsets", "loops"]


def analyzed(aha, name, frames, rate=48000):
    write_wav(aha.directory / name, frames, rate)
    [found] = aha.json("analyze", name)
    return found


def test_json_of_a_drum_loop_has_every_key(aha, loops):
    [found] = aha.json("analyze", loops[0])
    assert list(found) == KEYS and found["file"] == str(loops[0])
    assert found["key"] == "atonal" and found["scale"] is found["root"] is None
    assert found["tempo_bpm"] == found["tempos"][0]["bpm"] and 0 < found["tempo_confidence"] <= 1
    assert found["loops"][0]["begin_frame"] == 0
    assert found["loops"][0]["end_frame"] == found["frames"]
    assert [onset["frame"] for onset in found["onsets"]] == sorted(
        onset["frame"] for onset in found["onsets"])
    assert found["keys"] == [] == found["chords"]
    assert -40 < found["loudness_lufs"] < 0 and found["camelot"] == ""


def test_write_gain_is_read_by_replaygain(aha, loops):
    aha("mix", "-o", "loud.flac", "--seconds=3", "--lufs=-12", f"{loops[0]},loop,gain=12")
    aha("analyze", "--write-gain", "loud.flac")
    aha("mix", "-o", "out.flac", "loud.flac,replaygain")
    [found] = aha.json("analyze", "out.flac")
    assert abs(found["loudness_lufs"] + 18) < 0.2
    assert "standard input" in aha.refused("analyze", "--write-gain", "-")


def test_text_of_a_drum_loop_has_every_line(aha, loops):
    lines = aha("analyze", loops[0]).stdout.decode().splitlines()
    assert lines[0] == str(loops[0])
    labels = [line[2:13].strip() for line in lines[1:]]
    assert labels[:10] == ["length", "rate", "loudness", "true peak", "tempo", "meter", "beats",
                           "key", "onsets", "loop"]
    assert lines[5].split(None, 1)[1].split("%")[0].startswith("1") and "BPM" in lines[5]
    assert lines[8].split() == ["key", "atonal"]


def test_silence_has_neither_key_nor_tempo(aha):
    found = analyzed(aha, "still.wav", [(0,)])
    assert (found["key"], found["tempo_bpm"], found["tempos"]) == ("unknown", None, [])
    text = aha("analyze", "still.wav").stdout.decode()
    assert "  tempo      none\n" in text and "  key        unknown\n" in text


def test_silence_around_a_sound_is_printed(aha):
    analyzed(aha, "late.wav", [(0,)] * 32000 + [(9000,), (-9000,)] * 8000 + [(0,)] * 3200)
    text = aha("analyze", "late.wav").stdout.decode()
    assert "  silence    0.667 s before, 0.067 s after\n" in text


def test_many_files_are_printed_in_order(aha, loops, tone):
    names = [*map(str, loops), *[tone.name] * 20]
    assert [found["file"] for found in aha.json("analyze", *names)] == names


def test_one_bad_file_does_not_stop_the_others(aha, tone, other_tone):
    (aha.directory / "text.wav").write_text("Dear audio,\n" * 100)
    result = aha("analyze", "--json", tone.name, "missing.wav", "text.wav", other_tone.name, code=1)
    first, missing, text, last = json_lines(result.stdout)
    assert (first["file"], last["file"]) == ("tone.wav", "other.wav")
    assert (missing["file"], missing["name"]) == ("missing.wav", "AHA_ERROR_NOT_FOUND")
    assert (text["file"], text["name"]) == ("text.wav", "AHA_ERROR_UNKNOWN_FORMAT")
    assert "missing.wav" in aha.refused("analyze", "missing.wav", code=3)


def test_a_longer_sound_is_refused(aha, tone):
    assert "max_seconds" in aha.refused("analyze", "--max-seconds=0.5", tone.name, code=4)
    assert "out of range" in aha.refused("analyze", "--max-seconds=-1", tone.name, code=2)


def test_an_interruption_ends_it(aha):
    """A long file is analyzed in about a second; there are many."""
    header = write_wav(aha.directory / "long.wav", [(0, 0)]).read_bytes()[:44]
    with open(aha.directory / "long.wav", "wb") as file:
        file.write(header[:40] + (4 << 27).to_bytes(4, "little"))
        file.truncate(44 + (4 << 27))
    process = aha.start("analyze", *["long.wav"] * 20)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) != 0


def test_keys_and_chords_are_printed(aha):
    """Three cadences in C major, then three in F# major."""
    notes = [(root + tone, bar) for bar, root in enumerate(3 * [0, 5, 7, 0] + 3 * [6, 11, 13, 6])
             for tone in (-12, 0, 4, 7)]
    frames = []
    for bar in range(24):
        turns = [2 * math.pi * 261.63 * 2 ** (note / 12) / 11025 for note, at in notes if at == bar]
        frames += [(int(3000 * sum(math.sin(turn * frame) for turn in turns)),)
                   for frame in range(2 * 11025)]
    found = analyzed(aha, "changes.wav", frames, 11025)
    assert [key["key"] for key in found["keys"]] == ["C major", "F# major"]
    assert abs(found["keys"][1]["begin_frame"] / 11025 - 24) < 1
    assert [chord["chord"] for chord in found["chords"]][:4] == ["C", "F", "G", "C"]
    text = aha("analyze", "changes.wav").stdout.decode()
    assert "  keys       C major from 0:00:00.000, F# major from 0:00:2" in text
    assert "  chords     C, F, G, C, " in text and text.count("…") == 1
