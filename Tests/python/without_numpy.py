"""Run by test_without_numpy.py in an interpreter without NumPy; an exception is a failure."""

import array
import sys
from collections.abc import Callable

sys.modules["numpy"] = None  # type: ignore[assignment]  # an import of it fails

import aha  # noqa: E402
from aha import _arrays  # noqa: E402

assert _arrays._numpy() is None


def refused(call: Callable[[], object], kind: type[Exception]) -> bool:
    """Whether a call raises an exception of this kind."""
    try:
        call()
    except kind:
        return True
    return False


with aha.Engine.offline(sample_rate=44100) as engine:
    # In: floats, integers, lists; one dimension is mono, or interleaved.
    floats = array.array("f", [0.25, -0.25] * 1000)
    assert engine.sound(floats, 44100).channels == 1
    stereo = engine.sound(floats, 44100, channels=2)
    assert (len(stereo), stereo.channels) == (1000, 2)
    shaped = memoryview(bytes(floats.tobytes())).cast("f", (1000, 2))
    for samples in (shaped, array.array("d", floats), list(floats),
                    array.array("h", [8192, -8192] * 1000),
                    array.array("i", [2 ** 29, -2 ** 29] * 1000)):
        channels = None if samples is shaped else 2
        got = engine.sound(samples, 44100, channels).read()
        assert isinstance(got, memoryview) and got.shape == (1000, 2) and got.format == "f"
        assert got.tolist() == [[0.25, -0.25]] * 1000, samples
    every_second = memoryview(array.array("f", [0.5, 0.0] * 500))[::2]
    assert engine.sound(every_second, 44100).read().tolist() == [[0.5]] * 500

    # Refused input.
    assert refused(lambda: engine.sound(array.array("b", [1, 2]), 44100), TypeError)
    assert refused(lambda: engine.sound(b"abcd", 44100), TypeError)
    assert refused(lambda: engine.sound(floats, 44100, channels=3), ValueError)
    assert refused(lambda: engine.sound([], 44100), ValueError)

    # Out: frames by channels.
    engine.play(stereo, loop=True)
    engine.render(1000)
    got = engine.render(4)
    assert got.shape == (4, 2) and got[3, 1] < 0 < got[3, 0]
    assert engine.render(0).shape == (0,)
    assert stereo.read(1000).shape == (0,)
    out = array.array("f", bytes(64))
    same: object = engine.render(out=out)
    assert same is out and any(out)
    assert refused(lambda: engine.render(out=bytearray(64)), TypeError)
    assert refused(lambda: engine.render(out=shaped), TypeError)

    # A file, there and back.
    with aha.Stream.memory() as stream:
        engine.save(stream, frames=500, container="flac").wait()
        assert len(engine.load(stream.getvalue())) == 500

# HTML for notebooks.
with aha.Engine.offline(sample_rate=44100) as engine:
    shown = engine.sound([0.5, -0.5] * 1000, 44100)._repr_html_()
    assert shown and "<svg" in shown and "<audio" in shown

# Live playback.
with aha.Engine() as live:
    source = aha.Input(live, share_clock=True)
    device = aha.Device(live, "stepped")
    device.start()
    for _ in range(20):
        source.write([0.25, -0.25] * 256)
        got = device.step(256)
    assert got.shape == (256, 2) and got[255, 1] < 0 < got[255, 0]

print("done")
