"""Loading, reading and saving sounds."""

from __future__ import annotations

import array
import gc
import io
import threading
import wave
from pathlib import Path
from typing import Any, Callable

import aha
import numpy as np
import pytest
from conftest import sine

SINE = sine(22050)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A mono 16-bit WAV at 44100 Hz, written by Python's own module."""
    path = tmp_path / "sine.wav"
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(44100)
        out.writeframes(np.round(SINE * 32768).astype("<i2").tobytes())
    return path


SOURCES: dict[str, Callable[[Path], Any]] = {
    "path": lambda path: path,
    "text": str,
    "bytes": lambda path: path.read_bytes(),
    "bytearray": lambda path: bytearray(path.read_bytes()),
    "memoryview": lambda path: memoryview(path.read_bytes()),
    "BytesIO": lambda path: io.BytesIO(path.read_bytes()),
    "file": lambda path: path.open("rb"),
    "raw file": lambda path: path.open("rb", buffering=0),
    "stream": aha.Stream.open,
}


@pytest.mark.parametrize("streamed", [None, False, True])
@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES.keys())
def test_every_source_gives_the_same_sound(engine: aha.Engine, file: Path,
                                           source: Callable[[Path], Any], streamed: Any) -> None:
    sound = engine.load(source(file), streamed=streamed)
    assert (len(sound), sound.channels) == (22050, 1)
    np.testing.assert_allclose(sound.read()[:, 0], SINE, atol=1 / 32768)


def test_info_describes_the_file(engine: aha.Engine, file: Path) -> None:
    info = engine.load(file, streamed=False).info
    assert (info.frames, info.claimed_frames, info.seconds) == (22050, 22050, 0.5)
    assert (info.sample_rate, info.channels, info.bits) == (44100, 1, 16)
    assert (info.container, info.encoding) == (aha.Container.WAV, aha.Encoding.PCM_16)
    assert (info.mode, info.file_bytes) == (aha.SoundMode.RESIDENT, file.stat().st_size)
    assert info.memory_bytes >= 22050 * 4
    assert engine.load(file, streamed=True).info.mode is aha.SoundMode.STREAMED


def test_a_part_of_a_sound_is_read(engine: aha.Engine, file: Path) -> None:
    sound = engine.load(file)
    whole = sound.read()
    np.testing.assert_array_equal(sound.read(100, 50), whole[100:150])
    np.testing.assert_array_equal(sound.read(22000, 500), whole[22000:])
    assert sound.read(22050).shape == sound.read(10 ** 9, 5).shape == (0, 1)
    with pytest.raises(ValueError):
        sound.read(-1)


@pytest.mark.parametrize("kind", ["array", "numpy", "read-only", "memoryview"])
def test_borrowed_samples_are_read_in_place_and_kept(engine: aha.Engine, kind: str) -> None:
    values = array.array("f", SINE)
    frozen = np.frombuffer(values.tobytes(), np.float32)
    left: Any = {"array": values, "numpy": np.array(values), "read-only": frozen,
                 "memoryview": memoryview(values)}[kind]
    address = np.frombuffer(left, np.float32).ctypes.data
    sound = engine.borrow(left, left, sample_rate=engine.sample_rate)
    del left, values, frozen
    gc.collect()
    views = sound.samples
    assert views is not None and [len(view) for view in views] == [22050, 22050]
    assert all(view.readonly and view.format == "f" for view in views)
    assert np.frombuffer(views[1], np.float32).ctypes.data == address
    np.testing.assert_array_equal(sound.read()[:, 0], SINE)
    engine.play(sound)
    del sound, views
    gc.collect()
    assert engine.render(22050).max() > 0.4


def test_borrowed_samples_end_with_their_sound(engine: aha.Engine) -> None:
    values = array.array("f", SINE)
    with engine.borrow(values):
        with pytest.raises(BufferError):
            values.append(0)  # it would move
    values.append(0)


def test_only_contiguous_floats_of_one_length_are_borrowed(engine: aha.Engine) -> None:
    for wrong in (SINE[::2], SINE.astype(np.float64), SINE.reshape(-1, 2), [0.5, 0.5], b"1234"):
        with pytest.raises(TypeError):
            engine.borrow(wrong)
    with pytest.raises(aha.InvalidArgumentError):
        engine.borrow(SINE, SINE[:-1].copy())
    with pytest.raises(aha.UnsupportedError):
        engine.borrow(SINE, sample_rate=8000)


def test_samples_of_a_streamed_sound_are_none(engine: aha.Engine, file: Path) -> None:
    assert engine.load(file, streamed=True).samples is None
    views = engine.load(file, streamed=False).samples
    assert views is not None
    np.testing.assert_allclose(views[0], SINE, atol=1 / 32768)


@pytest.mark.parametrize("name, options, encoding, rate", [
    ("a", {"container": "caf", "encoding": "float_32"}, "float_32", 44100),
    ("a.flac", {"encoding": aha.Encoding.PCM_24, "dither": "none"}, "pcm_24", 44100),
    ("a.ogg", {"quality": 0.9}, "vorbis", 44100),
    ("a.mp3", {"bitrate_kbps": 250, "vbr": True}, "mp3", 44100),
    ("b.wav", {"sample_rate": 22050}, "pcm_16", 22050),
])
def test_options_of_a_save_are_in_the_file(engine: aha.Engine, tmp_path: Path, name: str,
                                           options: Any, encoding: str, rate: int) -> None:
    assert engine.sound(SINE, 44100).save(tmp_path / name, **options).wait()
    loaded = engine.load(tmp_path / name)
    info = loaded.info
    assert (info.encoding, info.sample_rate) == (aha.Encoding.of(encoding), rate)
    assert info.container == aha.Container.of(options.get("container", Path(name).suffix[1:]))
    # The same level, to 0.2 dB: neither silence nor noise came back.
    level = np.sqrt(np.mean(loaded.read(4000, 12000) ** 2))
    assert 20 * np.log10(level / (0.5 / np.sqrt(2))) == pytest.approx(0, abs=0.2)


class Held(io.BytesIO):
    """A file whose first read blocks until the test releases it."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.reached, self.go_on = threading.Event(), threading.Event()

    def readinto(self, room: Any) -> int:
        self.reached.set()
        self.go_on.wait()
        return super().readinto(room)


def test_a_sound_is_unplayable_until_it_is_loaded(engine: aha.Engine, file: Path) -> None:
    held = Held(file.read_bytes())
    sound, job = engine.start_load(held)
    held.reached.wait()
    assert not job.done and not job.wait(0) and len(sound) == 0 and sound
    assert job.stage in ("waiting", "decoding")
    with pytest.raises(aha.StateError):
        engine.player(sound)
    with pytest.raises(aha.StateError):
        _ = sound.info
    held.go_on.set()
    assert job.wait() and job.done
    assert (job.stage, job.error, len(sound)) == ("done", "", 22050)
    assert engine.player(sound).sound is sound


def test_a_load_can_be_cancelled(engine: aha.Engine, file: Path) -> None:
    held = Held(file.read_bytes())
    _, job = engine.start_load(held)
    held.reached.wait()
    job.cancel()
    held.go_on.set()
    with pytest.raises(aha.CancelledError):
        job.wait()


def test_a_failed_load_names_its_error(engine: aha.Engine) -> None:
    sound, job = engine.start_load(b"not audio " * 100)
    with pytest.raises(aha.UnknownFormatError) as caught:
        job.wait()
    assert job.error == caught.value.line != ""
    assert job.stage == "failed"
    with pytest.raises(aha.StateError):
        engine.player(sound)


def test_a_stretched_sound_has_the_length_of_its_speed(engine: aha.Engine) -> None:
    sound = engine.sound(sine(44100), 44100)
    copy, job = sound.start_stretch()
    assert job.wait() and len(copy) == 44100 and engine.player(copy).sound is copy
    np.testing.assert_allclose(copy.read(), sound.read(), atol=1e-6)
    half = sound.stretch(speed=2, cents=100, keep_formants=True, formant_cents=-200)
    assert len(half) == pytest.approx(22050, abs=2)
    assert half.info.mode is aha.SoundMode.RESIDENT


def test_repr_of_a_sound_shows_its_state(engine: aha.Engine) -> None:
    sound = engine.sound(SINE, 44100)
    assert repr(sound) == "<aha.Sound len=22050 channels=1>"
    with sound:
        assert not sound.closed
    assert repr(sound) == "<aha.Sound closed>"


@pytest.mark.parametrize("limits", [{"max_frames": 22049}, {"max_bytes": 1000}])
def test_a_file_past_a_limit_is_refused(engine: aha.Engine, file: Path,
                                        limits: dict[str, int]) -> None:
    with pytest.raises(aha.LimitError, match=str(*limits.values())):
        engine.load(file, **limits)
    with pytest.raises(aha.LimitError):
        engine.start_load(file, **limits)[1].wait(60)


def test_limits_of_a_stream_hold_for_its_sounds_and_analyses(engine: aha.Engine,
                                                                 file: Path) -> None:
    stream = aha.Stream.open(file)
    stream.set_limits(max_frames=22049)
    with pytest.raises(aha.LimitError):
        engine.load(stream)
    with pytest.raises(aha.LimitError):
        aha.Analysis(stream)
    stream.set_limits()
    assert len(engine.load(stream)) > 0 and aha.Analysis(stream).info.frames == 22050


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


def test_kept_channels_are_mixed_by_a_matrix(tmp_path: Path) -> None:
    frames = array.array("f", [0.5, -0.25, 0.125, 0.0625] * 4800)
    with aha.Engine(offline=True, channels=4, limiter=False) as engine:
        made = engine.sound(frames, 48000, channels=4, keep_channels=True)
        made.save(tmp_path / "four.wav", encoding="float_32").wait()
        loaded = engine.load(tmp_path / "four.wav", keep_channels=True)
        assert made.shape == loaded.shape == (4800, 4)
        assert memoryview(loaded.read(0, 1)).cast("B").cast("f").tolist() == [
            0.5, -0.25, 0.125, 0.0625]
        for pair, sound in enumerate((made, loaded)):
            bus = engine.bus()
            bus.output = 2 * pair
            player = engine.player(sound, bus=bus)
            player.set_channel_matrix([(1, 0), (0, 0), (0, 0), (0, 2)])
            player.start()
        heard = memoryview(engine.render(1000)).cast("B").cast("f")[4 * 999:]
        assert heard.tolist() == [0.5, 0.125, 0.5, 0.125]
        player.set_channel_matrix(None, over=100)
