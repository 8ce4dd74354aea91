"""Sound files as arrays: read, write and open."""

from __future__ import annotations

import io
import multiprocessing
from pathlib import Path
from typing import Any

import aha
import numpy as np
import pytest

INTEGERS = np.random.default_rng(1).integers(-32768, 32767, (20_000, 2)).astype("i2")


def as_integers(samples: Any) -> Any:
    return np.rint(samples * 32768).astype("i2")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    aha.write(tmp_path / "stereo.flac", INTEGERS, 44100)
    return tmp_path / "stereo.flac"


@pytest.mark.parametrize("name", ["a.wav", "a.flac", "a.aiff"])
def test_what_was_written_is_read(tmp_path: Path, name: str) -> None:
    for samples in (INTEGERS, INTEGERS[:, :1], INTEGERS[:, 0]):
        aha.write(tmp_path / name, samples, 48000)
        found, rate = aha.read(tmp_path / name)
        assert rate == 48000 and found.dtype == np.float32
        assert np.array_equal(as_integers(found), samples.reshape(len(samples), -1))


def test_floats_are_written_whole_or_with_dither(tmp_path: Path) -> None:
    floats = INTEGERS / np.float32(40000)
    aha.write(tmp_path / "a.wav", floats, 44100, encoding="float_32")
    assert np.array_equal(aha.read(tmp_path / "a.wav")[0], floats)
    aha.write(tmp_path / "b.wav", np.zeros((48000, 2), "f"), 44100)
    assert len(np.unique(aha.read(tmp_path / "b.wav")[0])) > 1
    aha.write(tmp_path / "b.wav", np.zeros((48000, 2), "f"), 44100, dither="none")
    assert not aha.read(tmp_path / "b.wav")[0].any()


def test_a_file_is_brought_to_a_peak(tmp_path: Path) -> None:
    tone = np.sin(np.arange(48000) / 10) / 10
    aha.write(tmp_path / "a.wav", tone, 48000, encoding="float_32", peak_db=-6)
    assert abs(np.abs(aha.read(tmp_path / "a.wav")[0]).max() - 0.5) < 0.01


def test_a_part_is_read(path: Path) -> None:
    for start, stop in ((100, 200), (-10, None), (0, 5), (19_990, 30_000), (5, 5), (9, 3)):
        found, rate = aha.read(path, start=start, stop=stop)
        assert rate == 44100 and np.array_equal(as_integers(found), INTEGERS[start:stop])
        assert found.shape[1] == 2


def test_a_file_is_read_at_another_rate_and_in_mono(path: Path) -> None:
    found, rate = aha.read(path, sample_rate=22050)
    assert rate == 22050 and found.shape == (10_000, 2)
    part, _ = aha.read(path, sample_rate=22050, start=1000, stop=2000)
    assert np.abs(part - found[1000:2000]).max() < 1e-6
    mono, rate = aha.read(path, mono=True)
    assert rate == 44100 and mono.shape == (20_000,)
    assert np.abs(mono - INTEGERS.mean(axis=1) / 32768).max() < 1e-6


def test_an_open_file_is_read_in_blocks(path: Path) -> None:
    with aha.open(path) as file:
        assert (file.frames, len(file), file.sample_rate, file.channels) == (20_000, 20_000, 44100,
                                                                              2)
        assert file.seconds == 20_000 / 44100
        blocks = [*file.blocks(4096)]
        assert [len(block) for block in blocks] == [4096] * 4 + [3616]
        assert np.array_equal(as_integers(np.concatenate(blocks)), INTEGERS)
        file.seek(-100)
        assert file.tell() == 19_900 and len(file.read(60)) == 60 and len(file.read()) == 40
        assert len(file.read(10)) == 0
        file.seek(7)
        assert np.array_equal(as_integers(file.read(3)), INTEGERS[7:10])
        with pytest.raises(IndexError):
            file.seek(20_001)
        assert repr(file) == "<aha.SoundFile frames=20000 sample_rate=44100 channels=2>"
    with pytest.raises(aha.ReleasedError):
        file.read(1)
    assert repr(file) == "<aha.SoundFile closed>"


def test_files_in_memory_are_written_and_read(path: Path) -> None:
    memory = io.BytesIO()
    aha.write(memory, INTEGERS, 44100, format="flac")
    assert memory.getvalue()[:4] == b"fLaC"
    for source in (memory.getvalue(), io.BytesIO(memory.getvalue())):
        assert np.array_equal(as_integers(aha.read(source)[0]), INTEGERS)
        assert np.array_equal(as_integers(aha.read(source, start=3)[0]), INTEGERS[3:])


def test_mistakes_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        aha.read(tmp_path / "none.wav")
    with pytest.raises(FileNotFoundError):
        aha.open(tmp_path / "none.wav")
    with pytest.raises(aha.InvalidArgumentError, match="3 channels"):
        aha.write(tmp_path / "a.wav", np.zeros((10, 3), "f"), 44100)
    with pytest.raises(aha.InvalidArgumentError, match="100"):
        aha.write(tmp_path / "a.wav", INTEGERS, 100)
    assert not (tmp_path / "a.wav").exists()


def test_from_aha_import_star_leaves_open_alone() -> None:
    assert "open" not in aha.__all__ and aha.open.__module__ == "aha.files"


def _length(path: Path) -> int:
    samples, rate = aha.read(path)
    aha.write(path.with_suffix(".copy.wav"), samples, rate)
    return len(samples)


def test_a_forked_process_reads_and_writes(path: Path) -> None:
    _length(path)  # the engine of this process has a thread now
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(_length, [path] * 4).get(60) == [20_000] * 4
