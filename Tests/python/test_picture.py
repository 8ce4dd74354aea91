"""Covers, waveforms and spectrograms, decoded by other programs."""

from __future__ import annotations

import resource
import zlib
from pathlib import Path
from typing import Any

import aha
import numpy as np
import pytest
import soundfile
from pictures import SAMPLES, chunk, head, pixels, png, probe, texts

RATE = 48000


@pytest.fixture
def wav(tmp_path: Path) -> Path:
    """Two seconds in stereo: 200 Hz, then 4 kHz at half the level."""
    path, time_s = tmp_path / "two.wav", np.arange(RATE) / RATE
    low, high = np.sin(2 * np.pi * 200 * time_s), np.sin(2 * np.pi * 4000 * time_s)
    mono = np.concatenate([0.8 * low, 0.4 * high])
    soundfile.write(path, np.stack([mono, -mono], 1), RATE)
    return path


def noise(width: int, height: int, samples: int, dtype: type = np.uint8) -> np.ndarray:
    limit = np.iinfo(dtype).max
    return np.random.default_rng(7).integers(0, limit, (height, width, samples), dtype, True)


def test_a_cover_has_its_size_and_its_texts(wav: Path, tmp_path: Path) -> None:
    piece = aha.Piece(title="Ljus över ån", artist="Nova", description="slow", tonality="C minor")
    out = tmp_path / "cover.png"
    aha.draw_cover(piece, out, sound=wav)
    facts = probe(out)
    assert (facts["streams"][0]["width"], facts["streams"][0]["height"]) == (640, 640)
    wanted = {"Title": "Ljus över ån", "Author": "Nova", "Description": "slow",
              "Software": "libaha"}
    assert texts(out) == wanted
    # The reader supports only tEXt.
    del wanted["Title"]
    assert wanted.items() <= facts["frames"][0]["tags"].items()
    assert aha.check_cover(out) == (aha.ImageFormat.PNG, 640, 640, False)


@pytest.mark.parametrize("color", SAMPLES)
@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_every_kind_of_png_is_read(color: int, interlaced: bool, dtype: type,
                                   tmp_path: Path) -> None:
    if color == 3 and dtype == np.uint16:
        return
    image, out = tmp_path / "in.png", tmp_path / "out.png"
    samples = np.zeros((701, 901, SAMPLES[color]), dtype)
    scale = 1 if dtype == np.uint8 else 257
    samples[..., 0] = 60 * scale
    samples[:, 450:, 0] = 180 * scale
    if color in (4, 6):
        samples[..., -1] = 255 * scale
    palette = chunk(b"PLTE", bytes(value for value in range(256) for _ in range(3)))
    image.write_bytes(png(samples, color, interlaced=interlaced,
                          extra=palette if color == 3 else b""))
    assert aha.copy_cover(image, out) == (aha.ImageFormat.PNG, 901, 701, True)
    picture = pixels(out)
    assert picture.shape == (640, 640, 3)
    others = (0, 0) if color in (2, 6) else None
    for column, wanted in ((100, 60), (540, 180)):
        red, *rest = picture[320, column]
        assert abs(red - wanted) <= 1
        assert all(abs(value - (0 if others else wanted)) <= 1 for value in rest)


@pytest.mark.parametrize("bits", [1, 2, 4])
def test_packed_pixels_are_read(bits: int, tmp_path: Path) -> None:
    image, out = tmp_path / "in.png", tmp_path / "out.png"
    image.write_bytes(png(np.full((96, 96 * bits // 8, 1), 0xFF, np.uint8), 0, bits=bits))
    assert aha.copy_cover(image, out).width == 96
    assert pixels(out).min() == 255


def test_changed_bytes_are_noticed(tmp_path: Path) -> None:
    data = bytearray(png(noise(640, 640, 3), 2))
    data[len(data) // 2] ^= 1
    refused(bytes(data), aha.DamagedError, tmp_path)


def refused(data: bytes, error: type, folder: Path, match: str | None = None) -> None:
    path = folder / "image"
    path.write_bytes(data)
    with pytest.raises(error, match=match):
        aha.check_cover(path)


def test_pictures_past_the_limit_of_size_are_refused(tmp_path: Path) -> None:
    for width, height in ((32769, 1), (1, 32769), (1_000_001, 5), (0x7FFFFFFF, 0x7FFFFFFF)):
        data = head(width, height, 6) + chunk(b"IDAT", zlib.compress(bytes(1000)))
        refused(data, aha.FormatLimitError, tmp_path, "32768")
    data = head(30_000, 30_000, 6) + chunk(b"IDAT", zlib.compress(bytes(1000)))
    refused(data, aha.FormatLimitError, tmp_path, "536 million")
    data = head(8192, 8192, 6, 16, True) + chunk(b"IDAT", zlib.compress(bytes(1000)))
    refused(data, aha.FormatLimitError, tmp_path, "interlaced")
    refused(head(0, 5, 6) + chunk(b"IDAT", b""), aha.DamagedError, tmp_path)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    with path.open("wb") as file:
        file.truncate((64 << 20) + 1)
    with pytest.raises(aha.FormatLimitError, match="67108865 bytes"):
        aha.check_cover(path)


@pytest.mark.parametrize("draw", [aha.draw_waveform, aha.draw_spectrogram])
def test_a_picture_has_the_size_and_colors_asked_for(wav: Path, tmp_path: Path, draw: Any) -> None:
    out = tmp_path / "out.png"
    draw(wav, out, width=200, height=300, foreground=0x0000FF, background=0)
    picture = pixels(out)
    assert picture.shape == (300, 200, 3)
    assert not picture[..., :2].any() and picture[..., 2].max() > 200


def test_a_picture_replaces_no_sound(wav: Path, tmp_path: Path) -> None:
    before = wav.read_bytes()
    for draw in (aha.draw_waveform, aha.draw_spectrogram):
        with pytest.raises(aha.InvalidArgumentError, match="itself"):
            draw(wav, wav)
        with pytest.raises(aha.NotFoundError):
            draw(wav, tmp_path / "none" / "a.png")
    assert wav.read_bytes() == before and sorted(tmp_path.iterdir()) == [wav]


def test_a_long_sound_needs_no_more_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.wav"
    with soundfile.SoundFile(path, "w", RATE, 2) as file:
        for _ in range(300):
            file.write(np.random.default_rng(1).uniform(-0.5, 0.5, (RATE, 2)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    aha.draw_cover(aha.Piece(title="long"), tmp_path / "a.png", sound=path)
    aha.draw_waveform(path, tmp_path / "b.png")
    aha.draw_spectrogram(path, tmp_path / "c.png")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000
