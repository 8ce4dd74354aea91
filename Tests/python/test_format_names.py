"""Names of formats: endings, media types and their synonyms."""

from __future__ import annotations

from pathlib import Path

import aha
import numpy as np
import pytest


@pytest.mark.parametrize("name, type", [
    ("m4a", "audio/mp4"), (".M4A", "audio/mp4"), ("audio/x-m4a", "audio/mp4"),
    ("audio/mp4; codecs=mp4a.40.2", "audio/mp4"), ("wav", "audio/wav"), ("a/b", "a/b"),
])
def test_a_name_has_one_media_type(name: str, type: str) -> None:
    assert aha.media_type(name) == type


@pytest.mark.parametrize("name, container, encoding", [
    ("flac", "FLAC", "PCM_16"), ("audio/x-flac", "FLAC", "PCM_16"), (".oga", "OGG", "VORBIS"),
    ("opus", "OGG", "OPUS"), ("audio/opus", "OGG", "OPUS"), ("rf64", "WAV", "PCM_16"),
    ("audio/wave", "WAV", "PCM_16"),
])
def test_a_file_is_written_by_each_name(
        engine: aha.Engine, tmp_path: Path, name: str, container: str, encoding: str) -> None:
    path = tmp_path / "out"
    sound = engine.sound(np.zeros((4800, 2), np.float32), 44100)
    sound.save(path, container=name, sample_rate=48000).wait()
    info = engine.load(path).info
    assert (info.container.name, info.encoding.name) == (container, encoding)
