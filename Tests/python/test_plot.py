"""A project as a picture, decoded by other programs."""

from __future__ import annotations

from pathlib import Path

import aha
import numpy as np
import pytest
import soundfile
from pictures import pixels, texts

RATE = 48000
PANEL, BACKGROUND, MARKER = (255, 255, 255), (0xF3, 0xF5, 0xF8), (0xC0, 0x27, 0x2D)


@pytest.fixture
def project(tmp_path: Path) -> aha.Project:
    return aha.Project.create(tmp_path / "song.aha")


@pytest.fixture
def wav(tmp_path: Path) -> Path:
    """One second: silence, then full scale from 500 ms on."""
    path = tmp_path / "late.wav"
    samples = np.zeros(RATE)
    samples[RATE // 2:] = np.sin(np.arange(RATE // 2) * 0.3)
    soundfile.write(path, samples, RATE)
    return path


def x(time_us: int, end_us: int, width: int = 1600) -> int:
    """The column of a time: names take 228 pixels, the margin at the end 14."""
    return 228 + round(time_us / end_us * (width - 228 - 14))


def ink(picture: np.ndarray, column: int, rows: slice) -> int:
    """Count of drawn pixels in a column."""
    return int((picture[rows, column].sum(axis=1) < 620).sum())


def test_the_waveform_is_where_the_sound_is(project: aha.Project, wav: Path,
                                            tmp_path: Path) -> None:
    project.title = "Night"
    project.add_track(wav, "late", start_us=1_000_000, loop_begin_us=0, loop_end_us=1_000_000,
                      loop_count=1)
    out = tmp_path / "out.png"
    job = project.plot(out, end_us=4_000_000)
    assert isinstance(job, aha.Plot) and job.wait() and job.stage == "done"
    picture, row = pixels(out), slice(98, 174)
    assert picture.shape == (94 + 84 + 10 + 14, 1600, 3)
    assert tuple(picture[3, 3]) == BACKGROUND
    assert tuple(picture[100, x(3_800_000, 4_000_000)]) == PANEL
    for time, least, limit in ((500_000, 0, 0), (1_250_000, 1, 3), (1_750_000, 60, 76),
                              (2_250_000, 1, 3), (2_750_000, 60, 76), (3_500_000, 0, 0)):
        assert least <= ink(picture, x(time, 4_000_000), row) <= limit, time
    assert texts(out) == {"Title": "Night", "Software": "libaha"}


def test_gain_scales_the_waveform(project: aha.Project, wav: Path, tmp_path: Path) -> None:
    track = project.add_track(wav, gain_db=-6.0206)
    out = tmp_path / "out.png"
    row = slice(98, 174)
    project.plot(out).wait()
    assert 34 <= ink(pixels(out), x(700_000, 1_000_000), row) <= 42
    lane = track.add_lane("gain_db", [(0, 0.0, "linear"), (600_000, 0.0, "step"),
                                      (800_000, -120.0, "step")])
    project.plot(out).wait()
    picture = pixels(out)
    assert ink(picture, x(700_000, 1_000_000), row) >= 70
    assert ink(picture, x(900_000, 1_000_000), row) <= 2
    lane.mode = "off"
    project.plot(out).wait()
    assert 34 <= ink(pixels(out), x(900_000, 1_000_000), row) <= 42


def test_lanes_are_curves(project: aha.Project, wav: Path, tmp_path: Path) -> None:
    track = project.add_track(wav)
    track.add_lane("pan", [(0, -1.0, "linear"), (400_000, 1.0, "step"), (800_000, -1.0, "linear")])
    out = tmp_path / "out.png"
    project.plot(out).wait()
    picture = pixels(out)
    # The lane is below the track's 84 pixels; 40 of its 50 pixels are for the curve.
    top, bottom = 94 + 84 + 5, 94 + 84 + 45
    for time, share in ((100_000, 0.25), (200_000, 0.5), (300_000, 0.75), (600_000, 1.0),
                        (900_000, 0.0)):
        column = picture[top - 3:bottom + 3, x(time, 1_000_000)].sum(axis=1)
        assert abs(int(column.argmin()) + top - 3 - (bottom - share * 40)) <= 2, time
    assert ink(picture, x(800_000, 1_000_000), slice(top, bottom)) >= 36


def test_markers_and_dark_colors_are_drawn(project: aha.Project, wav: Path, tmp_path: Path) -> None:
    project.add_track(wav)
    project.add_marker(250_000, "here")
    out = tmp_path / "out.png"
    project.plot(out, width=800, height=300).wait()
    picture = pixels(out)
    assert picture.shape == (300, 800, 3)
    line = picture[130:180, x(250_000, 1_000_000, 800)].astype(int)
    assert (abs(line - MARKER).max(axis=1) < 70).all()
    project.plot(out, dark=True).wait()
    assert pixels(out).mean() < 60


def test_a_part_is_drawn_at_its_scale(project: aha.Project, wav: Path, tmp_path: Path) -> None:
    project.add_track(wav)
    out = tmp_path / "out.png"
    project.plot(out, begin_us=495_000, end_us=505_000).wait()
    picture, row = pixels(out), slice(98, 174)
    assert ink(picture, x(2_000, 10_000), row) <= 3
    # A period of the sine is 0.44 ms or 59 pixels, so periods are distinguishable.
    heights = [ink(picture, column, row) for column in range(x(6_000, 10_000), x(9_000, 10_000))]
    assert min(heights) < 12 and max(heights) > 30


def test_a_missing_sound_is_hatched(project: aha.Project, wav: Path, tmp_path: Path) -> None:
    project.add_track(wav)
    project.add_marker(2_000_000)
    wav.unlink()
    out = tmp_path / "out.png"
    project.plot(out).wait()
    row = pixels(out)[180, 700:1500].astype(int)
    assert (abs(row - row.mean(axis=1, keepdims=True)) < 16).all()
    assert len(np.unique(row, axis=0)) > 2
