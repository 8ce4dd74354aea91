"""Scans of trees as they are: the sounds of lmms-common, and ten thousand files of every kind."""

from __future__ import annotations

import io
import os
import shutil
from collections import Counter
from pathlib import Path

import aha
import numpy as np
import pytest
import soundfile
from conftest import LOOPS
from libraries import write_sound

#: What libsndfile writes, by what scans take for sounds.
KINDS = {"wav": ("WAV", "FLOAT"), "w64": ("W64", "PCM_24"), "rf64": ("RF64", "PCM_16"),
         "aiff": ("AIFF", "PCM_16"), "caf": ("CAF", "PCM_32"), "flac": ("FLAC", "PCM_16"),
         "ogg": ("OGG", "VORBIS"), "opus": ("OGG", "OPUS"), "mp3": ("MP3", "MPEG_LAYER_III")}
COUNT, FOLDERS = 10_000, 100
#: Sounds with strange names.
STRANGE = 6
#: Of each kind that is no plain WAV.
OF_A_KIND = 40


@pytest.fixture
def library(tmp_path: Path) -> aha.Library:
    return aha.Library(tmp_path / "songs.library")


def scan(library: aha.Library, *roots: Path, **options: object) -> aha.ReportInfo:
    scanning = library.scan(*roots, **options)  # type: ignore[arg-type]
    scanning.wait()
    return scanning.report


def listed(library: aha.Library, states: str = "playable", **query: object) -> dict[str, aha.Item]:
    found = library.items(states=states, page=1000, **query)  # type: ignore[arg-type]
    return {item.place: item for item in found}


# MARK: lmms-common

def said_by_libsndfile(path: Path) -> tuple[int, int, float] | None:
    """Rate, channels and seconds of a file that it reads to the end."""
    try:
        with soundfile.SoundFile(path) as file:
            frames = sum(len(block) for block in file.blocks(1 << 16))
            return file.samplerate, file.channels, frames / file.samplerate
    except soundfile.LibsndfileError:
        return None


def test_every_sound_of_a_package(library: aha.Library) -> None:
    files = [path for path in sorted(LOOPS.rglob("*")) if path.is_file()]
    wanted = {str(path): said for path in files if (said := said_by_libsndfile(path))}
    assert len(wanted) >= 200
    assert {Path(path).suffix for path in wanted} == {".ogg", ".wav", ".flac"}
    report = scan(library, LOOPS)
    playable, undecodable = listed(library), listed(library, "undecodable")
    assert set(playable) == set(wanted) and report.lines == ()
    for place, item in playable.items():
        rate, channels, seconds = wanted[place]
        assert (item.sample_rate, item.channels) == (rate, channels), place
        assert item.length_us == pytest.approx(seconds * 1e6, abs=2), place
        assert item.title == Path(place).stem or item.manifest, place
    # The rest is no sound: left out, or it says why.
    assert all(item.reason for item in undecodable.values())
    assert report.seen == len(library) == len(playable) + len(undecodable) == report.added
    others = {path.suffix for path in files if str(path) not in {*playable, *undecodable}}
    assert others == {".ds"}
    again = scan(library, LOOPS)
    assert (again.unchanged, again.added, again.changed, again.missing) == (report.seen, 0, 0, 0)


# MARK: A generated tree

def encoded(container: str, encoding: str, number: int) -> bytes:
    """An eighth of a second; of each number another one."""
    rate = 48000
    tone = 0.3 * np.sin(np.arange(rate // 8) * (0.01 + number * 1e-4))
    file = io.BytesIO()
    soundfile.write(file, tone, rate, encoding, format=container)
    return file.getvalue()


def write_kinds(tree: Path) -> Counter[str]:
    """Sounds of every kind, spread over the folders."""
    written: Counter[str] = Counter()
    for ending, (container, encoding) in KINDS.items():
        for number in range(OF_A_KIND):
            path = tree / f"{number % FOLDERS:03}" / f"{ending} {number}.{ending}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(encoded(container, encoding, number))
            written[ending] += 1
    return written


def write_strange(tree: Path) -> set[str]:
    """Sounds that are called as nothing should be, and what is no sound; the files of these."""
    odd = tree / "odd"
    odd.mkdir()
    names = [b"\xff\xfe\x80.wav", "Ünï©ødé 音楽.wav".encode(), b"new\nline\ttab.wav",
             b"a'\";--%_*.wav", b"-rf.wav", b"x" * 251 + b".wav"]
    for number, name in enumerate(names):
        write_sound(Path(os.fsdecode(os.fsencode(odd) + b"/" + name)), 20_000 + number)
    broken = {"empty": b"", "words": b"no sound at all", "half": b"RIFF\x10\0\0\0WAVEfmt ",
              "picture": b"\x89PNG\r\n\x1a\n" + bytes(100)}
    for name, data in broken.items():
        (odd / f"{name}.wav").write_bytes(data)
    (odd / "notes.txt").write_text("not called as a sound is")
    (odd / "folder.wav").mkdir()
    (odd / "nowhere.wav").symlink_to(odd / "gone.wav")
    os.mkfifo(odd / "pipe.wav")
    return {str(odd / f"{name}.wav") for name in broken}


def write_circles(tree: Path) -> None:
    """Links to folders that lead around."""
    deep = tree / "deep" / "er"
    deep.mkdir(parents=True)
    (deep / "up").symlink_to(tree, target_is_directory=True)
    (deep / "itself").symlink_to("itself")
    (tree / "again").symlink_to(deep, target_is_directory=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    made = tmp_path / "tree"
    kinds = sum(write_kinds(made).values())
    for number in range(COUNT - kinds - STRANGE):
        write_sound(made / f"{number % FOLDERS:03}" / f"sound {number}.wav", number, 100)
    return made


def test_ten_thousand_of_every_kind(library: aha.Library, tree: Path) -> None:
    broken = write_strange(tree)
    write_circles(tree)
    report = scan(library, tree)
    playable, undecodable = listed(library, order="title"), listed(library, "undecodable")
    assert len(playable) == COUNT
    endings = Counter(Path(place).suffix for place in playable)
    assert endings.pop(".wav") == COUNT - OF_A_KIND * (len(KINDS) - 1)
    assert endings == {f".{ending}": OF_A_KIND for ending in KINDS if ending != "wav"}
    assert set(undecodable) == broken and all(item.reason for item in undecodable.values())
    lengths = {item.length_us for place, item in playable.items() if place.endswith(".flac")}
    assert lengths == {125_000}
    titles = [item.title for item in playable.values() if item.title.isascii()]
    assert titles == sorted(titles, key=str.lower)
    # With links, each folder is looked through once: nothing is there a second time.
    again = scan(library, tree, follow_links=True)
    assert (again.seen, again.unchanged, again.added, again.moved) == (
        report.seen, report.seen, 0, 0)
    _move_and_change(library, tree)


def _move_and_change(library: aha.Library, tree: Path) -> None:
    """A folder moves, another goes, some files are others."""
    (tree / "007").rename(tree / "moved")
    gone = len(list((tree / "008").iterdir()))
    shutil.rmtree(tree / "008")
    for number in range(50):
        write_sound(tree / "009" / f"sound {number * FOLDERS + 9}.wav", number, 120)
    report = scan(library, tree)
    moved = len(list((tree / "moved").iterdir()))
    assert (report.moved, report.missing, report.changed, report.added) == (moved, gone, 50, 0)
    assert len(listed(library)) == COUNT - gone
    assert len(listed(library, "missing")) == gone


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every folder")
def test_a_folder_that_cannot_be_read(library: aha.Library, tmp_path: Path) -> None:
    for folder in ("open", "closed"):
        write_sound(tmp_path / "tree" / folder / "a.wav", len(folder))
    closed = tmp_path / "tree" / "closed"
    scan(library, tmp_path / "tree")
    closed.chmod(0)
    try:
        report = scan(library, tmp_path / "tree")
    finally:
        closed.chmod(0o700)
    line, = report.lines
    # What cannot be seen is not gone.
    assert str(closed) in line and report.missing == 0 and len(listed(library)) == 2


@pytest.mark.skipif("AHA_SOAK" not in os.environ, reason="takes long")
def test_a_hundred_thousand_in_one_folder(library: aha.Library, tmp_path: Path) -> None:
    tree, count = tmp_path / "tree", 100_000
    for number in range(count):
        write_sound(tree / f"sound {number}.wav", number, 1 + number // 30_000)
    assert scan(library, tree).added == count
    assert scan(library, tree).unchanged == count == len(listed(library, check=False))
