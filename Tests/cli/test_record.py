"""Recording: a take is complete however it ends, and exact where the content is known."""

import re
import shutil
import signal
import subprocess
import time

import pytest

from support import TONE, Aha, write_wav
from terminal import Terminal

MASTER = ["--source=master", "--device=null"]


def info(aha, name):
    """The frames of the file."""
    [facts] = aha.json("info", name)
    return facts


def recording(aha, *arguments, name="take.wav"):
    """A recording on a terminal, once it is in progress."""
    terminal = Terminal(aha, "record", "-o", name, *arguments)
    terminal.until(r"recording +\d:\d\d ")
    return terminal


def test_a_take_is_the_mix(aha, loops):
    track = f"{loops[0]},gain=-9,fx=delay"
    result = aha("record", "-o", "take.wav", *MASTER, "--seconds=0.7", track)
    rate = info(aha, loops[0])["sample_rate"]
    frames = round(0.7 * rate)
    assert result.stderr == b"" and result.stdout.decode().startswith(
        f"take.wav: WAV, 32-bit float, {rate} Hz, 2 channels, 0:00:00.700, ")
    assert info(aha, "take.wav")["frames"] == frames
    assert aha.mix("--seconds=0.7", "take.wav") == aha.mix("--seconds=0.7", track)
    assert aha.files() == ["mix.wav", "take.wav"]


def test_a_take_ends_with_the_tracks(aha, tone, other_tone):
    aha("record", "-otake.flac", *MASTER, tone.name, f"{other_tone.name},start=0.7")
    assert info(aha, "take.flac")["frames"] >= 1.2 * 48000 - 1


@pytest.mark.parametrize("name, options, container, encoding", [
    ("a.rf64", [], "wav", "float_32"), ("a.opus", [], "ogg", "opus"), ("a.m4a", [], "m4a", "aac"),
    ("a.wav", ["--bits=16"], "wav", "pcm_16"), ("a.wav", ["--format=flac"], "flac", "pcm_24"),
    ("a.wav", ["--format=alac"], "m4a", "alac")])
def test_ending_format_and_bits_choose_the_encoding(aha, tone, name, options, container, encoding):
    aha("record", "-o", name, *MASTER, "--seconds=0.2", *options, tone.name)
    facts = info(aha, name)
    assert (facts["container"], facts["encoding"]) == (container, encoding)
    assert facts["seconds"] == pytest.approx(0.2, abs=0.05)


def test_a_silent_microphone_records_silence(aha):
    aha("record", "-o", "take.wav", "--device=null", "--seconds=0.5")
    assert info(aha, "take.wav")["frames"] == 24000
    assert set(aha.mix("take.wav")) == {(0, 0)}


def test_tracks_are_not_in_the_microphones_take(aha, tone):
    aha("record", "-o", "take.wav", "--device=null", "--output-device=null", "--seconds=1.3",
        tone.name)
    assert info(aha, "take.wav")["frames"] == 62400
    assert set(aha.mix("take.wav")) == {(0, 0)}


def test_a_take_begins_after_its_count_in(aha, tone):
    begin = time.monotonic()
    aha("record", "-o", "take.wav", "--device=null", "--output-device=null", "--seconds=0.5",
        "--bpm=240", "--count-in=2", "--metronome", tone.name)
    assert time.monotonic() - begin > 2.4
    assert info(aha, "take.wav")["frames"] == 24000


def test_a_key_ends_the_take(aha):
    terminal = recording(aha, "--device=null")
    terminal.until(r"recording +0:0[1-9]  \[\.+\] +-inf dB  "
                   r"(over 99 h|\d+:\d\d(:\d\d)?) left on disk  \d+\.\d MB")
    terminal.press(b"q")
    code, output, _ = terminal.end()
    assert code == 0 and output.startswith("take.wav: WAV")
    assert info(aha, "take.wav")["seconds"] >= 1


def test_a_pause_is_left_out(aha, tone):
    begin = time.monotonic()
    terminal = recording(aha, *MASTER, f"{tone.name},loop")
    terminal.press(b" ")
    terminal.until("paused")
    pause_begin = time.monotonic()
    # The last frames before the pause may still be written at the first line.
    times = [terminal.until(r"paused +(\d+:\d\d) ").group(1) for _ in range(14)]
    assert len(set(times[2:])) == 1, times
    pause_seconds = time.monotonic() - pause_begin
    terminal.press(b" ")
    terminal.until(r"recording ")
    terminal.press(b"q")
    assert terminal.end()[0] == 0
    assert 0 < info(aha, "take.wav")["seconds"] < time.monotonic() - begin - pause_seconds


def test_ctrl_c_ends_the_take_well(aha, tone):
    terminal = recording(aha, *MASTER, f"{tone.name},loop", name="take.flac")
    terminal.press(b"\x03")
    code, output, _ = terminal.end()
    assert code == 0 and output.startswith("take.flac: FLAC, 24-bit PCM")
    assert info(aha, "take.flac")["frames"] > 0 and len(aha.files()) == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signals_end_the_take_well(aha, number):
    terminal = recording(aha, "--device=null")
    terminal.process.send_signal(number)
    code, output, drawn = terminal.end()
    assert code == -number and output.startswith("take.wav: WAV")
    assert drawn.endswith("aha: interrupted; take.wav is complete\r\n")
    assert info(aha, "take.wav")["frames"] > 0 and aha.files() == ["take.wav"]


def test_failures_of_record_have_their_exit_codes(aha, tone):
    nowhere = ["record", "-o", "nowhere/take.wav", "--seconds=0.1"]
    assert "nowhere/take.wav" in aha.refused(*nowhere, "--device=null", code=5)
    failing = ["record", "-o", "take.wav", *MASTER]
    assert "missing.wav" in aha.refused(*failing, "missing.wav", code=3)
    for device in ["--device=nowhere", "--output-device=nowhere"]:
        assert "nowhere" in aha.refused("record", "-o", "take.wav", "--device=null", device, code=6)
    (aha.directory / "locked").mkdir(mode=0o555)
    aha.refused("record", "-olocked/take.wav", "--device=null", code=5, plain_user=True)
    assert aha.files() == ["locked", tone.name]


def test_a_full_disk_ends_the_take(aha, loops):
    """A full disk is here a file that may not grow."""
    name, room = "take.wav", 60_000
    track = f"{loops[0]},gain=-9,loop"
    process = aha.start(
        "record", "-o", name, *MASTER, "--seconds=30", track, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, before=["prlimit", f"--fsize={room}", "--core=0"])
    output, complaint = (text.decode() for text in process.communicate(timeout=60))
    lost = re.match(r"aha: warning: the disk is full: (\d+) frames are lost\n", complaint)
    assert process.returncode == 5 and lost and int(lost[1]) > 0, complaint
    assert len(complaint.splitlines()) == 2 and name in complaint.splitlines()[1]
    facts = info(aha, name)
    assert facts["frames"] > 0 and output.startswith(f"{name}: ") and aha.files() == [name]
    assert facts["frames"] > 6000
    seconds = f"--seconds={facts['seconds']}"
    assert aha.mix(seconds, name) == aha.mix(seconds, track)


def test_a_removed_file_ends_the_take(aha):
    terminal = recording(aha, "--device=null")
    (aha.directory / "take.wav").unlink()
    code, output, drawn = terminal.end()
    assert (code, output) == (5, "") and "take.wav" in drawn.splitlines()[-1]
    assert aha.files() == []


@pytest.fixture(scope="module")
def cut_short(prefix, environment, tmp_path_factory):
    """A folder with a take of two seconds that was interrupted by kill -9."""
    aha = Aha(prefix / "bin" / "aha", environment, tmp_path_factory.mktemp("killed"))
    tone = write_wav(tmp_path_factory.mktemp("tone") / "tone.wav", TONE)
    terminal = Terminal(aha, "record", "-o", "take.wav", *MASTER, f"{tone},loop")
    terminal.until(r"recording +0:0[2-9] ")
    terminal.process.kill()
    terminal.process.wait()
    return aha.directory


@pytest.fixture
def killed(aha, cut_short):
    """The same in another folder: a take does not contain its original path."""
    shutil.copytree(cut_short, aha.directory, dirs_exist_ok=True)


@pytest.mark.usefixtures("killed")
def test_recover_repairs_a_killed_take(aha):
    text = aha("recover", ".").stdout.decode()
    assert text.startswith("./take.wav: WAV, 32-bit float, 48000 Hz, 2 channels, 0:00:0")
    seconds = info(aha, "take.wav")["seconds"]
    assert seconds > 1
    assert aha("recover", ".").stdout.decode() == ".: nothing was cut short\n"
    assert aha.files() == ["take.wav"]


@pytest.mark.usefixtures("killed")
def test_recover_as_json_has_every_key(aha):
    [take] = aha.json("recover", ".")
    facts = info(aha, "take.wav")
    assert list(take) == ["file", "container", "encoding", "sample_rate", "channels", "frames",
                          "seconds", "lost_frames"]
    assert take["file"] == "./take.wav"
    for key in ["container", "encoding", "sample_rate", "channels", "frames", "seconds"]:
        assert take[key] == facts[key]
    assert aha.json("recover", ".") == []


def test_recover_skips_a_take_in_progress(aha):
    terminal = recording(aha, "--device=null")
    assert aha.json("recover", ".") == []
    terminal.press(b"q")
    assert terminal.end()[0] == 0


def test_recover_refuses_a_file(aha, tone):
    assert "nowhere" in aha.refused("recover", "nowhere", code=3)
    aha.refused("recover", tone.name, code=3)


@pytest.mark.usefixtures("killed")
def test_recover_reports_an_unreadable_take(aha):
    (aha.directory / "take.wav").write_bytes(b"nonsense" * 100)
    result = aha("recover", ".", "--json", code=4, stdout=subprocess.PIPE)
    assert b"take.wav" in result.stdout
