"""aha bounce: rendered samples, stems, loudness, and no files after an interruption."""

import json
import os
import re
import resource
import signal
import subprocess

import pytest

from support import read_wav, write_wav
from terminal import Terminal

MIDDLE = 5000  # a frame well after the start's ramp


@pytest.fixture
def song(aha, tone, other_tone):
    """One level for a second, then another one for half a second from 1.5 s, through a bus."""
    aha("project", "new", "song.aha")
    aha("project", "add", "song.aha", "--bus", "group", "gain=-6.0206")
    aha("project", "add", "song.aha", tone.name)
    aha("project", "add", "song.aha", other_tone.name, "start=1.5", "bus=group")
    return aha.directory / "song.aha"


def bounce(aha, *options):
    """Bounces without dither and returns the frames."""
    aha("bounce", "song.aha", "-o", "out.wav", "--no-dither", *options)
    return read_wav(aha.directory / "out.wav")


def test_a_whole_project_is_bounced(aha, song):
    frames = bounce(aha)
    assert 96000 <= len(frames) <= 100_000, "a little more until all is silent"
    assert frames[MIDDLE] == (8192, 8192) and frames[72000 + MIDDLE] == (2048, 2048)
    assert set(frames[48000:72000]) == {(0, 0)}
    text = aha("bounce", "song.aha", "-o", "out.wav").stdout.decode()
    shape = (r"out\.wav: WAV, 16-bit PCM, 48000 Hz, 2 channels, 0:00:02\.0\d\d, \d+ bytes;"
             r" took \d+\.\d\d s, \d+ times real time\n")
    assert re.fullmatch(shape, text), text
    assert aha("bounce", "song.aha", "-o", "out.wav", "--quiet").stdout == b""


def test_a_bounce_is_mono_if_asked_and_has_the_pan_law(aha):
    write_wav(aha.directory / "mono.wav", [(8192,)] * 47520 + [(0,)] * 480)
    aha("project", "new", "song.aha")
    aha("project", "add", "song.aha", "mono.wav", "pan=-1")
    assert bounce(aha)[MIDDLE] == (8192, 0)
    assert bounce(aha, "--channels=1")[MIDDLE] == (4096,)
    aha("project", "set", "song.aha", "mono", "pan=0")
    assert bounce(aha)[MIDDLE] == (8192, 8192)
    assert bounce(aha, "--pan-law=3")[MIDDLE] == (5793, 5793)


def test_from_and_to_limit_the_bounce(aha, song):
    frames = bounce(aha, "--from=1.6", "--to", "1.8", "--no-tail")
    assert len(frames) == 9600 and frames[MIDDLE] == (2048, 2048)
    assert len(bounce(aha, "--to", "0.5")) >= 24000


def test_a_bus_or_a_track_is_bounced_alone(aha, song):
    assert set(bounce(aha, "--bus", "group")[:72000]) == {(0, 0)}
    frames = bounce(aha, "--track", "other")
    assert frames[72000 + MIDDLE] == (4096, 4096), "without the bus"


def test_rate_format_and_bits_are_applied(aha, song):
    aha("bounce", "song.aha", "-o", "out.x", "--format=flac", "--bits=24", "--rate=44100")
    [info] = aha.json("info", "out.x")
    assert (info["container"], info["encoding"], info["sample_rate"]) == ("flac", "pcm_24", 44100)
    aha("project", "set", "song.aha", "rate=96000")
    aha("bounce", "song.aha", "-o", "out.opus", "--quality=0.3")
    aha("bounce", "song.aha", "-o", "out.aiff")
    assert aha.json("info", "out.aiff")[0]["sample_rate"] == 96000


def test_each_track_and_bus_is_a_stem(aha, song):
    aha("project", "set", "song.aha", "other", "name=../../ev\nil")
    text = aha("bounce", "song.aha", "-o", "out.wav", "--stems", "stems", "--no-dither").stdout
    assert text.decode().splitlines()[0] == "stems: 3 stems"
    folder = aha.directory / "stems"
    assert sorted(os.listdir(folder)) == ["_.._ev_il.wav", "group.wav", "tone.wav"]
    assert read_wav(folder / "tone.wav")[MIDDLE] == (8192, 8192)
    assert read_wav(folder / "_.._ev_il.wav")[72000 + MIDDLE] == (4096, 4096)
    assert read_wav(folder / "group.wav")[72000 + MIDDLE] == (2048, 2048)
    assert aha.files() == ["other.wav", "out.wav", "song.aha", "stems", "tone.wav"]


def test_loudness_is_for_the_whole(aha, song):
    aha("bounce", "song.aha", "-o", "out.wav", "--stems", "s", "--lufs=-40", "--no-dither")
    assert read_wav(aha.directory / "s/tone.wav")[MIDDLE] == (8192, 8192)
    assert read_wav(aha.directory / "out.wav")[MIDDLE][0] < 8000


def test_stems_come_without_a_mix_and_with_the_ending_of_their_container(aha, song):
    done = aha.json("bounce", "song.aha", "--stems", ".", "--format=flac", "--quiet")
    assert done[0]["stems"] == [
        "./tone.flac", "./other.flac", "./group.flac"] and "output" not in done[0]
    assert aha.files() == ["group.flac", "other.flac", "other.wav", "song.aha", "tone.flac",
                           "tone.wav"]
    done = aha.json("bounce", "song.aha", "--stems", "s", "--format=alac", "--quiet")
    assert done[0]["stems"] == ["s/tone.m4a", "s/other.m4a", "s/group.m4a"]


def test_a_stem_without_sound_is_left_out(aha, song):
    aha("project", "add", "song.aha", "--bus", "nothing")
    result = aha("bounce", "song.aha", "--stems", "stems", "--quiet")
    assert result.stderr == b""
    result = aha("bounce", "song.aha", "--stems", "stems")
    assert result.stderr == b"aha: warning: nothing.wav was not made: nothing is heard\n"
    assert sorted(os.listdir(aha.directory / "stems")) == ["group.wav", "other.wav", "tone.wav"]


def test_sends_have_no_stems(aha, song):
    aha("project", "send", "song.aha", "tone", "group")
    aha("project", "send", "song.aha", "other", "master", "name=echo")
    done = aha.json("bounce", "song.aha", "--stems", "stems", "--quiet")
    assert done[0]["stems"] == ["stems/tone.wav", "stems/other.wav", "stems/group.wav"]


def test_names_of_stems_stay_in_their_folder(aha, tone):
    names = ["", ".", "..", "-rf", "a/b", "A/B", "a_b", "x" * 500, "naïve ♫", "$(x)", "out"]
    aha("project", "new", "song.aha")
    for name in names:
        aha("project", "add", "song.aha", tone.name, f"name={name}")
    aha("bounce", "song.aha", "-o", "stems.wav", "--stems", "stems")
    aha("bounce", "song.aha", "-o", "stems/out.wav", "--stems", "stems")
    expected = ["track-1", "track-2", "track-3", "rf", "a_b", "A_B-2", "a_b-3", "x" * 100,
                "naïve ♫", "_(x)", "out", "out-2"]
    assert sorted(os.listdir(aha.directory / "stems")) == sorted(f"{n}.wav" for n in expected)
    assert aha.files() == ["song.aha", "stems", "stems.wav", "tone.wav"]


def test_stems_go_nowhere_else(aha, song):
    """The target of a link in the folder is not changed."""
    precious = aha.directory / "precious"
    precious.write_bytes(b"precious")
    (aha.directory / "stems").mkdir()
    (aha.directory / "stems/tone.wav").symlink_to(precious)
    aha("bounce", "song.aha", "--stems", "stems")
    assert precious.read_bytes() == b"precious"
    assert not (aha.directory / "stems/tone.wav").is_symlink()


def test_own_sounds_are_not_replaced(aha, song, tone):
    before = tone.read_bytes(), song.read_bytes()
    text = aha.refused("bounce", "song.aha", "--stems", ".")
    assert text == 'aha: "./tone.wav" is a sound of the project, and would be replaced\n'
    (aha.directory / "link.wav").symlink_to(tone)
    aha.refused("bounce", "song.aha", "-o", "link.wav")
    text = aha.refused("bounce", "song.aha", "-o", "song.aha", "--format=wav")
    assert text == 'aha: "song.aha" is the project, and would be replaced\n'
    assert (tone.read_bytes(), song.read_bytes()) == before


def test_unusable_stem_folders_are_refused(aha, song):
    (aha.directory / "file").touch()
    before = aha.files()
    assert "file" in aha.refused("bounce", "song.aha", "--stems", "file", code=5)
    assert "no/where" in aha.refused("bounce", "song.aha", "--stems", "no/where", code=5)
    assert "nowhere" in aha.refused("bounce", "song.aha", "-o", "nowhere/x.wav", "--stems", "s",
                                    code=5)
    assert aha.files() == before, "a folder that was made is gone again"


def test_a_bounce_goes_to_standard_output(aha, song):
    result = aha("bounce", "song.aha", "-o", "-", "--format", "flac")
    assert result.stdout.startswith(b"fLaC")
    assert result.stderr.startswith(b"standard output: FLAC")


def test_a_missing_file_is_silence(aha, song, other_tone):
    other_tone.unlink()
    result = aha("bounce", "song.aha", "-o", "out.wav")
    assert result.stderr.decode() == (
        f"aha: warning: other is silent: {other_tone} is missing\n")
    assert aha("bounce", "song.aha", "-o", "out.wav", "--quiet").stderr == b""


def test_an_effect_without_its_file_is_left_out_with_one_warning(aha, song, loops):
    hall = aha.directory / "hall.ogg"
    hall.write_bytes(loops[0].read_bytes())
    aha("project", "add", "song.aha", "--effect", "convolution", "--to", "tone", "impulse=hall.ogg")
    hall.unlink()
    result = aha("bounce", "song.aha", "-o", "out.wav", "--stems", "stems")
    lines = result.stderr.decode().splitlines()
    assert len(lines) == 1 and re.fullmatch(
        r"aha: warning: effect \d+ is left out: .*hall\.ogg does not exist", lines[0]), lines
    assert aha("bounce", "song.aha", "-o", "out.wav", "--quiet").stderr == b""


MISTAKES = [
    (["bounce"], "bounce needs a project, as in song.aha"),
    (["bounce", "song.aha"], "bounce needs -o OUT, the file to write"),
    (["bounce", "song.aha", "x", "-o", "out.wav"], '"x" is one word too many'),
    (["bounce", "song.aha", "-o", "out.wav", "--lufs", "0"],
     '--lufs "0" is out of range (-70 to -0.1)'),
    (["bounce", "song.aha", "-o", "out.wav", "--lufs=-9", "--ceiling=1"],
     '--ceiling "1" is out of range (-20 to -0.1)'),
    (["bounce", "song.aha", "-o", "out.wav", "--ceiling=-1"], "--ceiling goes with --lufs"),
    (["bounce", "song.aha", "--stems", "s", "--lufs=-9"],
     "--lufs is for OUT, and there is no -o OUT"),
    (["bounce", "song.aha", "-o", "out.wav", "--lufs=-9", "--no-limiter"],
     "--lufs and --no-limiter don't go together"),
    (["bounce", "song.aha", "--stems", "s", "--peak=-1"],
     "--peak is for OUT, and there is no -o OUT"),
    (["bounce", "song.aha", "-o", "out.wav", "--to=0"], '--to "0" is not behind where it begins'),
    (["bounce", "song.aha", "-o", "out.wav", "--from=2", "--to=1"],
     '--to "1" is not behind where it begins'),
    (["bounce", "song.aha", "-o", "out.wav", "--track", "ton"],
     'song.aha: nothing is called "ton"; did you mean tone?'),
    (["bounce", "song.aha", "-o", "out.wav", "--track", "group"],
     'song.aha: nothing is called "group"'),
    (["bounce", "song.aha", "-o", "out.wav", "--track", "bus:1"], '"bus:1" is no track'),
    (["bounce", "song.aha", "-o", "out.wav", "--track=tone", "--bus=group"],
     "--track and --bus don't go together"),
    (["bounce", "song.aha", "-o", "out.wav", "--track=tone", "--stems=s"],
     "--track and --stems don't go together"),
    (["bounce", "song.aha", "-o", "out.wav", "--stems="], "--stems needs a value: DIR"),
]


@pytest.mark.parametrize("arguments, complaint", MISTAKES)
def test_mistakes_in_a_bounce_are_named(aha, song, arguments, complaint):
    before = aha.files()
    text = aha.refused(*arguments)
    assert text.replace("\n", "; ").startswith(f"aha: {complaint}; ")
    assert aha.files() == before


def test_json_and_the_file_cannot_share_stdout(aha, song):
    result = aha("bounce", "song.aha", "-o-", "--json", code=2)
    assert b"can't both go to standard output" in result.stdout


def test_an_endless_project_needs_to(aha, song):
    aha("project", "set", "song.aha", "tone", "loop")
    text = aha.refused("bounce", "song.aha", "-o", "out.wav")
    assert "loops forever" in text and "--to" in text
    assert len(bounce(aha, "--to=3", "--no-tail")) == 144000


def test_a_full_disk_leaves_the_target(aha, song):
    """A file size limit simulates a full disk."""
    (aha.directory / "out.wav").write_bytes(b"precious")
    before = aha.files()

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    # Python ignores SIGXFSZ; the program must inherit that to see the error.
    for options in ([], ["--stems", "stems"]):
        aha("bounce", "song.aha", "-o", "out.wav", *options, code=5, preexec_fn=limit,
            restore_signals=False)
    assert aha.files() == before and (aha.directory / "out.wav").read_bytes() == b"precious"


def test_progress_as_json_has_every_key(aha, loops):
    aha("project", "new", "song.aha")
    aha("project", "add", "song.aha", loops[0], "loop=10", "fx=reverb")
    *progress, done = aha.json("bounce", "song.aha", "-o", "out.mp3", "--stems", "stems")
    assert done["event"] == "done" and done["output"] == "out.mp3" and len(done["stems"]) == 1
    assert done["container"] == "mp3" and done["realtime_factor"] > 1
    fractions = [line["fraction"] for line in progress]
    assert fractions == sorted(fractions) and len(fractions) > 2
    assert {line["stage"] for line in progress} == {"bouncing"}


@pytest.fixture
def endless(aha, loops):
    """A project whose bounce takes longer than a test."""
    aha("project", "new", "song.aha")
    aha("project", "add", "song.aha", loops[0], "loop", "fx=reverb", "fx=pitch:cents=300")


LONG = ["--to=1000000", "--format=ogg", "--quality=1"]


@pytest.mark.parametrize("options", [[], ["--stems=stems"], ["--lufs=-14"]])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_bounce_leaves_the_target(aha, endless, options, number):
    (aha.directory / "out.ogg").write_bytes(b"precious")
    before = aha.files()
    process = aha.start("bounce", "song.aha", "-o", "out.ogg", "--json", *LONG, *options,
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for line in process.stdout:
        if json.loads(line)["frames_done"] > 0:
            break
    assert aha.files() != before, "the file in progress exists"
    process.send_signal(number)
    output, errors = process.communicate(timeout=30)
    assert process.returncode == -number
    names = "out.ogg and stems are as they were" if "--stems=stems" in options else (
        "out.ogg is as it was")
    last = json.loads(output.decode().splitlines()[-1])
    assert (errors, last["message"]) == (b"", f"interrupted; {names}")
    assert last["name"] == "AHA_ERROR_CANCELLED"
    assert aha.files() == before
    assert (aha.directory / "out.ogg").read_bytes() == b"precious"


def test_a_terminal_gets_a_bar(aha, endless):
    """The time that is left, until Ctrl-C takes the line away."""
    terminal = Terminal(aha, "bounce", "song.aha", "-o", "out.ogg", *LONG)
    terminal.until(r"rendering +\[[#.]+\] +0%  \d+x  \d+:\d\d:\d\d left")
    terminal.press(b"\x03")
    code, output, drawn = terminal.end()
    assert code == -signal.SIGINT and output == ""
    assert drawn.endswith("aha: interrupted; out.ogg is as it was\r\n")
