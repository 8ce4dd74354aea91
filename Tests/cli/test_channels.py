"""Outputs of tracks, channels of files, and microphones of an interface."""

import array

import pytest

from support import write_wav

SIX = (100, -200, 300, -400, 500, -600)


def read_frame(path, index):
    """A frame of a 16-bit WAV with any header, and the count of channels."""
    data = path.read_bytes()
    channels = int.from_bytes(data[data.index(b"fmt ") + 10:][:2], "little")
    samples = array.array("h", data[data.index(b"data") + 8:])
    return tuple(samples[index * channels:(index + 1) * channels])


@pytest.fixture
def six(tmp_path):
    """Half a second of six constant channels; each value says which."""
    return write_wav(tmp_path / "six.wav", [SIX] * 24000).name


def mixed(aha, *arguments):
    aha("mix", "-o", "out.wav", "--no-dither", "--bits=16", *arguments)
    return read_frame(aha.directory / "out.wav", 12000)


def test_tracks_play_pairs_of_a_file_on_their_outputs(aha, six):
    tracks = [f"{six},channels={n}:{n + 1},out={n}" for n in (1, 3, 5)]
    assert mixed(aha, *tracks) == SIX
    assert mixed(aha, "--replace", f"{six},channels=4,out=3") == (0, 0, -400, -400)


def test_the_gain_of_the_mix_is_that_of_all_outputs(aha, six):
    tracks = [f"{six},channels=1:2", f"{six},channels=1:2,out=7"]
    assert mixed(aha, "--gain=6.0206", *tracks) == (200, -400, 0, 0, 0, 0, 200, -400)


def test_more_channels_than_the_tracks_need_are_silent(aha, tone):
    assert mixed(aha, "--channels=4", tone.name) == (8192, 8192, 0, 0)


def test_a_ducked_track_keeps_its_outputs(aha, tone, six):
    left, right, *pair = mixed(aha, tone.name, f"{six},channels=1:3,out=3,duck=1")
    assert (left, right) == (8192, 8192)
    assert 0 < pair[0] < 80 and pair[1] == pytest.approx(3 * pair[0], abs=4)


@pytest.mark.parametrize("options, line", [
    (["six.wav,out=2"], 'out= "2" is even'), (["six.wav,out=33"], "1 to 31"),
    (["--channels=2", "six.wav,out=3"], "out=3 is not in --channels 2"),
    (["--channels=5", "six.wav"], "pairs"), (["six.wav,channels=7"], "it has 6 channels"),
    (["six.wav,channels=0"], "not channels such as"), (["six.wav,channels=1:2:3"], "not channels"),
    (["six.wav,channels=1,speed=0.5"], "does not go with speed=")])
def test_bad_channels_are_refused(aha, six, options, line):
    assert line in aha.refused("mix", "-o", "out.wav", *options)


def test_a_format_without_so_many_channels_is_refused(aha, six):
    assert "8" in aha.refused("mix", "-o", "out.flac", f"{six},out=9", code=5)
    assert "not 6" in aha.refused("mix", "-o", "out.ogg", f"{six},out=5", code=5)


def test_a_take_of_the_tracks_has_all_outputs(aha, tone):
    aha("record", "-o", "take.wav", "--bits=16", "--source=master", "--device=null", tone.name,
        f"{tone.name},gain=-6.0206,out=3")
    frame = read_frame(aha.directory / "take.wav", 12000)
    assert frame == pytest.approx((8192, 8192, 4096, 4096), abs=3)


@pytest.mark.parametrize("channels", [1, 2, 8])
def test_a_take_has_the_channels_of_its_microphones(aha, channels):
    aha("record", "-o", "take.wav", "--device=null", "--seconds=0.2", f"--channels={channels}",
        "--first-channel=3")
    [info] = aha.json("info", "take.wav")
    assert (info["channels"], info["frames"]) == (channels, 9600)


def test_no_track_plays_while_microphones_are_the_output(aha, tone):
    for channels in (1, 4):
        assert "no track plays" in aha.refused(
            "record", "-o", "take.wav", "--device=null", f"--channels={channels}", tone.name)
