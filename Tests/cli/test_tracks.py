"""TRACK: keys after a file name, and file names that resemble keys."""

import os

import pytest

from support import TONE, json_lines, write_wav

MIDDLE = 5000  # a frame well after the start's ramp
RAMP = 240  # frames of the fade after a loud end


@pytest.mark.parametrize("key, frame", [
    ("gain=-6.0206", (4096, 4096)), ("gain=6.0206", (16384, 16384)), ("gain=-inf", (0, 0)),
    ("pan=-1", (8192, 0)), ("pan=1", (0, 8192))])
def test_gain_and_pan_are_heard(aha, tone, key, frame):
    assert set(aha.mix(f"{tone.name},{key}")[MIDDLE:47000]) == {frame}


def test_start_delays_a_track(aha, tone):
    frames = aha.mix(f"{tone.name},start=0.25")
    assert len(frames) == 12000 + 48000
    assert set(frames[:12000]) == {(0, 0)} and frames[12000 + MIDDLE] == (8192, 8192)
    assert frames[12100] != (0, 0)


RISING = [(frame // 2, -(frame // 2)) for frame in range(48000)]


@pytest.mark.parametrize("keys", [
    "from=12000,to=36001", "from=0.25s,to=36001", "from=250ms,to=750.0208ms"])
def test_from_and_to_play_a_part(aha, tmp_path, keys):
    write_wav(tmp_path / "rising.wav", RISING)
    frames = aha.mix(f"rising.wav,{keys}")
    assert frames[300:24001] == RISING[12300:36001]
    assert abs(frames[24001][0] - RISING[36001][0]) < 100 and len(frames) == 24001 + RAMP


def test_a_part_loops_stretches_and_ends_with_its_sound(aha, tmp_path):
    write_wav(tmp_path / "rising.wav", RISING)
    frames = aha.mix("rising.wav,from=12000,to=24000,loop=1")
    assert frames[12300:24000] == RISING[12300:24000]
    assert len(aha.mix("rising.wav,from=0.5s,to=0.75s,speed=0.5")) == pytest.approx(24000, abs=RAMP)
    assert aha.mix("rising.wav,from=36000,to=9s")[300:12000] == RISING[36300:]


def test_the_loop_of_a_file_is_played(aha, tmp_path):
    write_wav(tmp_path / "rising.wav", RISING)
    text = aha.refused("mix", "-o", "out.wav", "rising.wav,loop=file:1")
    assert 'track "rising.wav": its file has no loop' in text
    aha("piece", "new", "p.json", "--title=T", "--length=1", "--loop=0.25:0.5")
    aha("piece", "embed", "p.json", "rising.wav")
    frames = aha.mix("rising.wav,loop=file:2", "--no-limiter")
    assert len(frames) == 48000 + 2 * 12000 + RAMP
    assert frames[24300:36000] == RISING[12300:24000] == frames[36300:48000]
    assert frames[48300:72000] == RISING[24300:48000]
    assert "loops for ever" in aha.refused("mix", "-o", "out.wav", "rising.wav,loop=file")
    frames = aha.mix("rising.wav,loop=ping_pong:1,from=0.5s", "--no-limiter")
    assert len(frames) == 3 * 24000 + RAMP and frames[24000:47000] == RISING[::-1][:23000]


def test_a_part_of_a_file_with_another_rate_is_in_frames_of_the_file(aha, tmp_path):
    write_wav(tmp_path / "half.wav", [(8192, 8192)] * 24000, rate=24000)
    frames = aha.mix("half.wav,from=6000,to=18000", "--rate=48000")
    assert len(frames) == 24000 + RAMP and frames[MIDDLE] == (8192, 8192)


def test_fades_have_shapes(aha, tone):
    linear = aha.mix(f"{tone.name},fade_in=0.5")
    assert linear[12000][0] == pytest.approx(4096, abs=3) and linear[30000] == (8192, 8192)
    frames = aha.mix(f"{tone.name},fade_in=0.5:smooth,fade_out=0.25:equal_power")
    assert len(frames) == 48000
    assert frames[6000][0] == pytest.approx(8192 * 0.15625, abs=6)
    assert frames[30000] == (8192, 8192)
    assert frames[42000][0] == pytest.approx(8192 * 0.5 ** 0.5, abs=6)
    assert frames[-1][0] < 10


@pytest.mark.parametrize("track, middle", [
    ("loop,fade_out=0.5", 84000), ("start=1,varispeed=0.5,fade_out=0.5", 84000),
    ("loop=1,fade_out=3", 48000)])
def test_fade_out_ends_with_the_track_or_the_mix(aha, flat, track, middle):
    frames = aha.mix(f"{flat.name},{track}", "--seconds=2")
    assert frames[middle][0] == pytest.approx(4096, abs=5) and frames[95999][0] < 10


def test_duck_makes_a_track_quieter_while_another_plays(aha, tone, flat):
    voice = f"{flat.name},start=1,pan=-1"
    frames = aha.mix(f"{tone.name},loop=2,pan=1,duck=2", voice)
    music = [right for _, right in frames]
    assert music[MIDDLE] == 8192
    assert music[90000] == pytest.approx(8192 / 4, rel=0.15)


def test_a_track_ducks_another_one(aha, tone):
    for number in (1, 3):
        text = aha.refused("mix", "-o", "out.wav", f"{tone.name},duck={number}", tone.name)
        assert f"duck={number} is not another track" in text
    both = f"{tone.name},duck=2", f"{tone.name},duck=1"
    assert "its own bus sends to" in aha.refused("mix", "-o", "out.wav", *both)


def test_loop_n_repeats_n_times(aha, flat, tone):
    frames = aha.mix(f"{flat.name},loop=2")
    assert len(frames) == 3 * 48000 + RAMP
    assert set(frames[MIDDLE:-MIDDLE]) == {(8192, 8192)}
    assert len(aha.mix(f"{tone.name},loop=2")) == 3 * 48000
    assert len(aha.mix(f"{tone.name},loop=0")) == 48000


def test_an_endless_loop_lasts_as_long_as_the_mix(aha, flat):
    frames = aha.mix("--seconds=2.5", f"{flat.name},loop")
    assert len(frames) == 120000
    assert set(frames[MIDDLE:]) == {(8192, 8192)}


def test_all_keys_at_once_and_the_last_one_of_a_name_counts(aha, tone):
    frames = aha.mix(f"{tone.name},start=1,gain=3,loop=1,gain=-6.0206,pan=0")
    assert len(frames) == 3 * 48000
    assert frames[40000] == (0, 0) and frames[100000] == (4096, 4096)


def test_endless_mix_is_refused(aha, tone):
    text = aha.refused("mix", "-o", "out.wav", f"{tone.name},loop")
    assert "loops for ever" in text and "--seconds" in text and "loop=N" in text


NAMES = [
    b"a,b.wav", b"take,mix=final.wav", b"a,gain.wav", b"two words.wav", b"it's \"quoted\".wav",
    b"new\nline.wav", b"caf\xe9.wav", "naïve ♫.wav".encode(), b"back\\slash.wav", b"x,,y.wav",
    b"--json.wav", b"-.wav", b"loops,loop.wav", b"=.wav", b"tab\t.wav", b"\x1b[31m.wav",
    b"%s%n.wav",
]


@pytest.mark.parametrize("name", NAMES)
def test_any_byte_is_valid_in_a_name(aha, name):
    write_wav(os.fsdecode(os.fsencode(aha.directory) + b"/" + name), TONE)
    [info] = json_lines(aha("info", "--json", "--", name).stdout)
    assert info["file"] == name.decode(errors="replace") and info["frames"] == 48000
    assert b"\x1b" not in aha("info", b"--", name).stdout
    assert len(aha.mix("--", name + b",gain=-6.0206")) == 48000
    output = b"out" + name + b".flac"
    *_, done = json_lines(aha("mix", "--json", "-o", output, "--", name).stdout)
    assert done["output"] == output.decode(errors="replace")
    assert output in os.listdir(os.fsencode(aha.directory))


@pytest.mark.parametrize("name", [
    "a,gain=3.wav", "a,loop", "b,pan=1,start=2", "c\\,d.wav", "e\\\\f", "a,fx=b.wav"])
def test_escaped_commas_belong_to_the_name(aha, name):
    write_wav(aha.directory / name, TONE)
    escaped = name.replace("\\", "\\\\").replace(",", "\\,")
    assert aha.mix(escaped)[MIDDLE] == (8192, 8192)
    assert aha.mix(escaped + ",gain=-6.0206")[MIDDLE] == (4096, 4096)


@pytest.mark.parametrize("keys, complaint", [
    ("gain=3,foo=1", 'unknown key "foo"; the keys are gain=, pan=, start=, from=, to=, loop'),
    ("gain=3,pam=1", 'unknown key "pam"; did you mean pan?; the keys are'),
    ("gain=3,", 'unknown key ""'),
    ("gain=3,pan", "pan= needs a value: PAN"),
    ("gain=", 'gain= "" is not a number'),
    ("gain=nan", 'gain= "nan" is not a number'),
    ("gain=3dB", 'gain= "3dB" is not a number'),
    ("gain=inf", 'gain= "inf" is not a number'),
    ("gain=24.1", 'gain= "24.1" is out of range (-inf to 24)'),
    ("start=-1", 'start= "-1" is out of range'),
    ("start=1e999", 'start= "1e999" is out of range'),
    ("fade_in=1:round", 'fade_in= "round" is not known'),
    ("fade_out=x:smooth", 'fade_out= "x" is not a time'),
    ("loop=1.5", 'loop= "1.5" is not a whole number'),
    ("loop=file:x", 'loop= "x" is not a number'),
    ("loop=files", 'loop= "files" is not a number'),
    ("loop=-1", 'loop= "-1" is out of range'),
    ("from=1m", 'from= "1m" is not a time such as 1.5s, 200ms or 48000 frames'),
    ("to=-1s", 'to= "-1s" is not a time'),
    ("from=0.5", 'from= "0.5" is not a whole count of frames; for seconds, write 0.5s'),
    ("from=2s", "nothing of its 1.000 s is left between from= and to="),
    ("from=0.5s,to=500ms", "nothing of its 1.000 s is left between from= and to="),
])
def test_bad_keys_are_refused(aha, tone, keys, complaint):
    text = aha.refused("mix", "-o", "out.wav", f"{tone.name},{keys}")
    assert text.startswith(f'aha: track "tone.wav": {complaint}'), text
    assert aha.files() == [tone.name]


def test_misspelled_first_key_is_a_name_and_the_keys_are_listed(aha, tone):
    text = aha.refused("mix", "-o", "out.wav", f"{tone.name},gian=3", code=3)
    keys = ("gain=, pan=, start=, from=, to=, loop, speed=, varispeed=, follow, tempo=, "
            "reverse, fade_in=, fade_out=, duck=, out=, channels=, replaygain, "
            "pitch=, cutoff=, reverb=, fx=")
    assert "tone.wav,gian=3" in text and f"the keys are {keys}" in text


def test_a_track_needs_a_name(aha):
    assert "names no file" in aha.refused("mix", "-o", "out.wav", ",gain=3")
    assert "names no file" in aha.refused("mix", "-o", "out.wav", "")
