"""Output files: links of other users, leftovers of killed processes, damaged input."""

import os
import signal
import time

import pytest

from support import write_wav

as_root = pytest.mark.skipif(os.geteuid() != 0,
                             reason="NOT TESTED: only root can make a file of another user")


def leftovers(folder):
    return [name for name in os.listdir(folder) if name.startswith(".aha-")]


@as_root
def test_a_link_of_another_user_is_not_followed(aha, tone):
    folder, victim = aha.directory / "shared", aha.directory / "victim"
    folder.mkdir()
    folder.chmod(0o1777)
    victim.write_bytes(b"precious")
    (folder / "link.wav").symlink_to(victim)
    os.chown(folder / "link.wav", 65534, 65534, follow_symlinks=False)
    text = aha.refused("mix", "-o", "shared/link.wav", tone.name, code=5)
    assert "belongs to another user (uid 65534)" in text
    assert victim.read_bytes() == b"precious" and not leftovers(folder)


def test_a_killed_mix_leaves_nothing_for_the_next_one(aha, tone):
    process = aha.start("mix", "-o", "out.wav", "--seconds=20000", "--quiet", f"{tone.name},loop")
    deadline = time.monotonic() + 30
    while not leftovers(aha.directory):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.001)
    # The part file of a running process stays.
    aha("mix", "-o", "other.wav", "--quiet", tone.name)
    assert len(leftovers(aha.directory)) == 1
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert len(leftovers(aha.directory)) == 1
    aha("mix", "-o", "other.wav", "--quiet", tone.name)
    assert aha.files() == ["other.wav", tone.name]


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


@pytest.mark.parametrize("track", ["{}", "{},loop=1", "{},speed=1.5", "{},start=1"])
def test_a_mix_of_a_damaged_file_is_whole_or_nothing(aha, damaged, track):
    text = aha.refused("mix", "-o", "out.wav", track.format(damaged.name), "--quiet", code=4)
    assert "it is damaged there" in text
    assert aha.files() == [damaged.name]


def test_a_damaged_file_is_used_on_request(aha, damaged):
    aha("mix", "-o", "out.wav", "--quiet", "--accept-damaged", damaged.name)
    [info] = aha.json("info", "out.wav")
    assert 0 < info["frames"] < 5 * 48000


def test_play_and_bounce_refuse_a_damaged_file(aha, damaged):
    assert "damaged there" in aha.refused("play", "--device=null", damaged.name, code=4)
    aha("project", "new", "song.aha")
    aha("project", "add", "song.aha", damaged.name)
    assert aha("bounce", "-o", "out.wav", "song.aha", code=None).returncode != 0
    assert aha.files() == [damaged.name, "song.aha"]


@pytest.mark.parametrize("limit, line", [
    ("--max-frames=47999", "47999"), ("--max-bytes=1000", "max_bytes is 1000")])
def test_a_file_past_a_limit_is_refused(aha, tone, limit, line):
    text = aha.refused("mix", "-o", "out.wav", limit, tone.name, "--quiet", code=4)
    assert line in text and tone.name in text
    assert aha.files() == [tone.name]
