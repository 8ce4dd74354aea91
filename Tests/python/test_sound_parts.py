"""A sound as a sequence of frames: parts, sums, arrays and copies of it."""

from __future__ import annotations

import copy
import gc
import io
import pickle
from pathlib import Path
from typing import Any

import aha
import numpy as np
import pytest

RATE = 44100
STEREO = np.random.default_rng(1).integers(-32768, 32767, (3000, 2)).astype("i2")
MONO = STEREO[:, :1].copy()


@pytest.fixture(params=["resident", "streamed", "mono"])
def sound(request: Any, engine: aha.Engine) -> aha.Sound:
    samples = MONO if request.param == "mono" else STEREO
    file = io.BytesIO()
    aha.write(file, samples, RATE)
    return engine.load(file.getvalue(), streamed=request.param == "streamed")


def integers(sound: aha.Sound) -> Any:
    return STEREO[:, :sound.channels]


def test_a_sound_has_a_shape_and_seconds(sound: aha.Sound) -> None:
    assert sound.shape == (3000, sound.channels) and sound.seconds == 3000 / RATE


def test_a_part_of_a_sound_is_a_sound(sound: aha.Sound) -> None:
    for part in (slice(100, 200), slice(-5, None), slice(None, 7), slice(None)):
        assert np.array_equal(sound[part].to_numpy("i2"), integers(sound)[part])
    assert np.array_equal(sound[-1], integers(sound)[-1] / np.float32(32768))
    for wrong in (slice(5, 5), slice(0, 10, 2), slice(9, 3)):
        with pytest.raises(aha.InvalidArgumentError):
            sound[wrong]
    with pytest.raises(IndexError):
        sound[3000]


def test_a_part_survives_its_sound(sound: aha.Sound) -> None:
    part = sound[1000:2000]
    sound.close()
    del sound
    gc.collect()
    assert np.array_equal(part.to_numpy("i2"), STEREO[1000:2000, :part.channels])


def test_sounds_are_added_one_after_the_other(engine: aha.Engine, sound: aha.Sound) -> None:
    both = sound[:10] + sound[20:]
    assert np.array_equal(both.to_numpy("i2"), np.concatenate([integers(sound)[:10],
                                                               integers(sound)[20:]]))
    stereo = engine.sound(STEREO, RATE)
    wide = sound + stereo
    assert wide.shape == (6000, 2)
    assert np.array_equal(wide.to_numpy("i2")[:3000],
                          integers(sound)[:, [0, -1]])
    with aha.Engine.offline() as other, pytest.raises(aha.InvalidArgumentError, match="engine"):
        sound + other.sound(STEREO, RATE)
    with pytest.raises(TypeError):
        sound + 1  # type: ignore[operator]


def test_each_type_of_an_array_has_its_full_scale(sound: aha.Sound) -> None:
    wanted = integers(sound)
    for convert in (sound.to_numpy, lambda kind: np.asarray(sound, dtype=kind)):
        assert np.array_equal(convert("int16"), wanted)
        assert np.array_equal(convert("int32"), wanted.astype("i4") * 65536)
        for kind in ("f2", "f4", "f8"):
            assert convert(kind).dtype == kind
            assert np.allclose(convert(kind), wanted / 32768, atol=1e-3)
        for kind in ("uint8", "int64", "complex64"):
            with pytest.raises(TypeError, match="int16"):
                convert(kind)
    assert np.asarray(sound).dtype == sound.to_numpy().dtype == np.float32


def test_loud_samples_are_limited_in_integers(engine: aha.Engine) -> None:
    loud = engine.sound(np.array([2, -2, 1, -1], "f"), RATE).to_numpy("int16")
    assert loud[:, 0].tolist() == [32767, -32768, 32767, -32768]


def test_a_buffer_of_a_mono_sound_is_in_place(sound: aha.Sound) -> None:
    view = sound.__buffer__(0)
    assert view.shape == sound.shape and view.format == "f"
    assert np.array_equal(np.asarray(view), sound.to_numpy())
    if sound.channels == 1 and sound.samples is not None:
        assert view.readonly


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_of_a_sound_has_its_own_reference(sound: aha.Sound, copied: Any) -> None:
    other = copied(sound)
    sound.close()
    assert other.engine.player(other) and np.array_equal(other.to_numpy("i2"), integers(other))
    other.close()
    other.close()


def test_a_pickled_sound_has_its_samples(engine: aha.Engine, sound: aha.Sound) -> None:
    other = pickle.loads(pickle.dumps(sound))
    assert np.array_equal(other.to_numpy("i2"), integers(sound)) and other.sample_rate == RATE
    assert np.array_equal(engine.sound(other, RATE).to_numpy("i2"), integers(sound))


def test_a_sound_is_saved_to_a_file_object(sound: aha.Sound) -> None:
    file = io.BytesIO()
    sound.save(file, container="flac").wait()
    assert file.getvalue()[:4] == b"fLaC"

    class Full(io.BytesIO):
        def write(self, data: Any) -> int:
            raise OSError(28, "no space left")

    with pytest.raises(aha.Error) as caught:
        sound.save(Full()).wait()
    assert isinstance(caught.value.__cause__, OSError)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy,
                                    lambda one: pickle.loads(pickle.dumps(one))],
                         ids=["copy", "deepcopy", "pickle"])
def test_a_copy_of_a_piece_has_its_values(copied: Any) -> None:
    piece = aha.Piece(title="Morning", length_us=1_000_000, tempo_bpm=120, tonality="F# minor",
                      based_on=["a"])
    for one in (piece, aha.Piece(title="without a length", artist="me"), aha.Piece()):
        other = copied(one)
        assert (other.title, other.length_us, other.tempo_bpm, other.tonality, other.based_on,
                other.artist) == (one.title, one.length_us, one.tempo_bpm, one.tonality,
                                  one.based_on, one.artist)
        other.title = "another"
        assert one.title != "another"


def test_a_copy_of_an_analysis_is_the_same_and_its_numbers_are_pickled() -> None:
    analysis = aha.Analysis(STEREO, RATE)
    other = copy.deepcopy(analysis)
    analysis.close()
    assert copy.copy(other).info == other.info == pickle.loads(pickle.dumps(other.info))
    with pytest.raises(TypeError, match="info, tempos"):
        pickle.dumps(other)


def test_objects_of_this_process_are_not_copied(engine: aha.Engine, sound: aha.Sound,
                                                tmp_path: Path) -> None:
    player = engine.player(sound)
    for one in (engine, player, engine.bus(), player.chain, sound.save(tmp_path / "a.wav")):
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match=f"aha.{type(one).__name__}"):
                copied(one)


def test_an_analysis_of_an_array_has_attributes() -> None:
    tone = np.sin(np.arange(4 * RATE) * 2 * np.pi * 440 / RATE).astype("f") / 2
    for analysis in (aha.Analysis(tone, RATE), aha.Analysis.of(tone, RATE)):
        for name, value in analysis.info._asdict().items():
            assert getattr(analysis, name) == value
        assert analysis.frames == len(tone) and -11 < analysis.loudness_lufs < -8
    with aha.Engine.offline(sample_rate=RATE) as engine:
        assert aha.Analysis(engine.sound(tone, RATE)).info == analysis.info
