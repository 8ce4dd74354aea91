"""Formats that the module libaha-ffmpeg.so reads, compared with the command ffmpeg."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import aha
import numpy as np
import pytest
from aha_testing import Reply, StubServer

RATE = 44100
FRAMES = 10 * RATE + 123
SINE = f"aevalsrc='0.4*sin(2*PI*441*t)|0.2*sin(2*PI*551.25*t)':s={RATE}:d={FRAMES / RATE}"
VIDEO = ["-f", "lavfi", "-i", "testsrc=s=160x120:r=25:d=10"]

# Name, how ffmpeg makes it, and whether the file states its length to the frame.
FILES: list[tuple[str, list[str], bool]] = [
    ("aac.m4a", ["-c:a", "aac"], True),
    ("fast.m4a", ["-c:a", "aac", "-movflags", "+faststart"], True),
    ("alac.m4a", ["-c:a", "alac"], True),
    ("six.m4a", ["-ac", "6", "-c:a", "aac"], True),
    ("aac.mov", ["-c:a", "aac"], True),
    ("video.mp4", [*VIDEO, "-c:a", "aac", "-c:v", "mpeg4"], True),
    ("opus.mp4", ["-ar", "48000", "-c:a", "libopus"], True),
    ("adts.aac", ["-c:a", "aac"], False),
    ("aac.mkv", ["-c:a", "aac"], False),
    ("opus.webm", ["-c:a", "libopus"], False),
    ("video.mkv", [*VIDEO, "-c:a", "ac3", "-c:v", "mpeg4"], False),
    ("wma.wma", ["-c:a", "wmav2"], False),
    ("ac3.ac3", ["-c:a", "ac3"], False),
    ("eac3.eac3", ["-c:a", "eac3"], False),
    ("dts.dts", ["-ar", "48000", "-c:a", "dca", "-strict", "-2"], False),
    ("wavpack.wv", ["-c:a", "wavpack"], True),
    ("tta.tta", ["-c:a", "tta"], True),
]
NAMES = [name for name, _, _ in FILES]


def rate_of(name: str) -> int:
    return 48000 if name.startswith(("opus", "dts")) else RATE


def ffmpeg(*words: str) -> bytes:
    return subprocess.run(["ffmpeg", "-v", "error", "-y", *words], check=True,
                          capture_output=True).stdout


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One file of each format."""
    made = tmp_path_factory.mktemp("formats")
    for name, options, _ in FILES:
        ffmpeg("-f", "lavfi", "-i", SINE, *options, str(made / name))
    return made


def decoded(path: Path, channels: int) -> np.ndarray:
    """All frames as the command ffmpeg decodes them."""
    raw = ffmpeg("-i", str(path), "-f", "f32le", "-c:a", "pcm_f32le", "-")
    return np.frombuffer(raw, np.float32).reshape(-1, channels)


def folded(frames: np.ndarray) -> np.ndarray:
    """5.1 as libaha mixes it down; stereo as it is."""
    if frames.shape[1] == 2:
        return frames
    left, right, center, _, back_left, back_right = frames.T
    half = 0.5 ** 0.5
    return np.stack([left + half * center + half * back_left,
                     right + half * center + half * back_right], 1) / (1 + 2 * half)


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_those_of_ffmpeg(folder: Path, name: str) -> None:
    with aha.Engine.offline(sample_rate=rate_of(name)) as engine:
        sound = engine.load(folder / name, streamed=False)
        expected = folded(decoded(folder / name, sound.info.channels))
        frames = sound.read()
        # ffmpeg keeps the padding at the end of AAC and Opus in MP4.
        assert len(frames) <= len(expected)
        assert np.abs(frames - expected[:len(frames)]).max() < 10 ** (-90 / 20)


@pytest.mark.parametrize("name, is_exact", [(name, exact) for name, _, exact in FILES])
def test_length_is_exact(engine: aha.Engine, folder: Path, name: str, is_exact: bool) -> None:
    info = engine.load(folder / name).info
    if is_exact:
        assert info.frames == round(FRAMES * info.sample_rate / RATE)
    else:
        assert info.frames == len(decoded(folder / name, info.channels))


@pytest.mark.parametrize("name", NAMES)
def test_reading_after_a_seek_equals_reading_in_sequence(folder: Path, name: str) -> None:
    with aha.Engine.offline(sample_rate=rate_of(name)) as engine:
        sound = engine.load(folder / name, streamed=True)
        whole = engine.load(folder / name, streamed=False).read()
        places = random.Random(name)
        for offset in [places.randrange(len(whole) - 3000) for _ in range(8)]:
            error = np.abs(sound.read(offset, 3000) - whole[offset:offset + 3000]).max()
            # A decoder of AC-3 adds dither, one of AAC noise.
            assert error < (10 ** (-50 / 20) if "ac3" in name or "video" in name else 1e-4)


def test_aac_loops_without_a_seam(engine: aha.Engine, tmp_path: Path) -> None:
    path = tmp_path / "loop.m4a"
    source = f"aevalsrc='0.4*sin(2*PI*441*t)':s={RATE}:d=2"
    ffmpeg("-f", "lavfi", "-i", source, "-c:a", "aac", "-b:a", "160k", str(path))
    frames = engine.load(path).read()[:, 0]
    assert len(frames) == 2 * RATE
    expected = 0.4 * np.sin(2 * np.pi * 441 * np.arange(2 * RATE) / RATE)
    assert np.abs(frames - expected)[2048:-2048].max() < 0.01
    twice = np.concatenate([frames, frames])
    steps = np.abs(np.diff(twice))
    # The encoder is less precise at its end; a missing or a silent frame makes a larger step.
    assert steps[len(frames) - 8:len(frames) + 8].max() < 1.5 * steps[4096:8192].max()


def test_a_length_of_itunes_is_believed(engine: aha.Engine, folder: Path, tmp_path: Path) -> None:
    """A file without an edit list, with the delay and the length in the tag iTunSMPB."""
    path = tmp_path / "itunes.m4a"
    raw = tmp_path / "raw.m4a"
    ffmpeg("-i", str(folder / "aac.m4a"), "-c", "copy", "-use_editlist", "0", str(raw))
    length = FRAMES - 100
    tag = f" 00000000 00000400 000001CA {length:016X}" + " 00000000" * 8
    path.write_bytes(with_itunes_tag(raw.read_bytes(), tag.encode()))
    assert engine.load(path).info.frames == length


def atom(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return (len(body) + 8).to_bytes(4, "big") + kind + body


def with_itunes_tag(movie: bytes, tag: bytes) -> bytes:
    """The movie, whose moov is at its end, with the tag as iTunes writes it."""
    start = movie.index(b"moov") - 4
    size = int.from_bytes(movie[start:start + 4], "big")
    assert start + size == len(movie)
    handler = atom(b"hdlr", bytes(8), b"mdirappl", bytes(10))
    item = atom(b"----", atom(b"mean", bytes(4), b"com.apple.iTunes"),
                atom(b"name", bytes(4), b"iTunSMPB"),
                atom(b"data", b"\0\0\0\1\0\0\0\0", tag))
    data = movie[start + 8:]
    place = data.find(b"udta") - 4
    if place >= 0:
        data = data[:place]
    more = atom(b"udta", atom(b"meta", bytes(4), handler, atom(b"ilst", item)))
    return movie[:start] + atom(b"moov", data, more)


def test_a_track_is_chosen(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "two.mkv"
    ffmpeg("-f", "lavfi", "-i", f"aevalsrc=0.5:s={RATE}:d=1", "-f", "lavfi", "-i",
           f"aevalsrc=0.25:s={RATE}:d=1", "-map", "0", "-map", "1", "-c:a", "flac", str(path))
    with aha.Engine.offline(sample_rate=RATE) as engine:
        for track, level in [(0, 0.5), (1, 0.5), (2, 0.25)]:
            assert engine.load(path, track=track).read()[20000, 0] == pytest.approx(level, abs=1e-3)
        with pytest.raises(aha.DamagedError, match="no audio track 3"):
            engine.load(path, track=3)


@pytest.mark.parametrize("step", [7, 0])
def test_chained_ogg_plays_whole(engine: aha.Engine, tmp_path: Path, step: int) -> None:
    path = tmp_path / "chain.ogg"
    parts = []
    for number, seconds in enumerate([3, 2]):
        part = tmp_path / f"{number}.ogg"
        ffmpeg("-f", "lavfi", "-i", f"sine=440:r={RATE}:d={seconds}", "-c:a", "libvorbis",
               "-serial_offset", str(step * number), str(part))
        parts.append(part.read_bytes())
    path.write_bytes(b"".join(parts))
    # libavformat keeps up to two blocks of silence where the chain changes.
    assert abs(engine.load(path).info.frames - 5 * RATE) < 256


RUN = """
import sys, aha, pathlib
with aha.Engine.offline(sample_rate=44100) as engine:
    for path in sys.argv[1:]:
        try:
            sound = engine.load(path, streamed=True)
            for place in (len(sound) // 2, 0): sound.read(place, 5000)
        except aha.Error as error:
            if isinstance(error, (aha.OutOfMemoryError, aha.InvalidArgumentError)): raise
            if "-v" in sys.argv: print(type(error).__name__, error)
"""


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-c", RUN, *words], capture_output=True, timeout=300,
                          env={**os.environ, **environment})


def damaged(data: bytes, choice: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(choice.choice([1, 8, 64])):
        place = choice.randrange(len(changed))
        changed[place] = choice.choice([0, 127, 255, choice.randrange(256)])
    for _ in range(4):
        changed[choice.randrange(min(2048, len(changed)))] = choice.randrange(256)
    return bytes(changed[:choice.choice([len(changed), choice.randrange(1, len(changed))])])


@pytest.mark.parametrize("name", NAMES)
def test_damaged_files_neither_crash_nor_print(folder: Path, tmp_path: Path, name: str) -> None:
    choice = random.Random(name)
    data = (folder / name).read_bytes()
    paths = []
    for number in range(int(os.environ.get("AHA_MUTATIONS", "20"))):
        path = tmp_path / f"{number}-{name}"
        path.write_bytes(damaged(data, choice))
        paths.append(str(path))
    done = run(*paths)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_playlist_opens_no_other_file(engine: aha.Engine, folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "list.m3u8"
    path.write_text(f"#EXTM3U\n#EXTINF:10,\n{folder / 'adts.aac'}\n")
    with pytest.raises(aha.UnknownFormatError):
        engine.load(path)


CHAPTERS = ";FFMETADATA1\n" + "".join(
    f"[CHAPTER]\nTIMEBASE=1/1000\nSTART={start}\nEND={end}\ntitle={title}\n"
    for start, end, title in [(0, 4000, "Intro"), (4000, 10000, "Verse")])


@pytest.mark.parametrize("name", ["aac.m4a", "aac.mkv", "wma.wma", "wavpack.wv"])
def test_tags_chapters_and_cover_are_piece_data(folder: Path, tmp_path: Path, name: str) -> None:
    notes, cover, path = tmp_path / "notes.txt", tmp_path / "cover.png", tmp_path / name
    notes.write_text(CHAPTERS)
    ffmpeg("-f", "lavfi", "-i", "color=red:s=16x16", "-frames:v", "1", str(cover))
    ffmpeg("-i", str(folder / name), "-i", str(notes), "-map_chapters", "1", "-c", "copy",
           "-metadata", "title=Morning", "-metadata", "artist=Ann", str(path))
    if name == "aac.m4a":
        pictured = tmp_path / "pictured.m4a"
        ffmpeg("-i", str(path), "-i", str(cover), "-map", "0:a", "-map", "1", "-c", "copy",
               "-disposition:v", "attached_pic", str(pictured))
        path = pictured
    if name == "aac.mkv":
        pictured = tmp_path / "pictured.mkv"
        ffmpeg("-i", str(path), "-attach", str(cover), "-metadata:s:t", "mimetype=image/png",
               "-metadata:s:t", "filename=cover.png", "-c", "copy", str(pictured))
        path = pictured
    piece = aha.Piece.load_tags(path)
    assert (piece.title, piece.artist) == ("Morning", "Ann")
    if name in ("aac.m4a", "aac.mkv"):
        assert piece.chapters == [(0, 4_000_000, "Intro"), (4_000_000, 10_000_000, "Verse")]
        assert piece.cover == cover.read_bytes()


@pytest.mark.parametrize("name", ["aac.m4a", "opus.webm", "adts.aac"])
def test_a_sound_at_a_url_equals_its_file(folder: Path, name: str) -> None:
    with StubServer() as server, aha.Client("tests") as client, \
            aha.Engine.offline(sample_rate=rate_of(name)) as engine:
        server.on("*", "/" + name, Reply(body=folder / name, ranges=True, etag="1"))
        sound = engine.load(client.stream(server.url + "/" + name), streamed=True)
        whole = engine.load(folder / name, streamed=False).read()
        assert len(sound) == len(whole)
        assert np.abs(sound.read(100_000, 3000) - whole[100_000:103_000]).max() < 1e-4
