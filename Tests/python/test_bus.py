"""Buses and their meters."""

from __future__ import annotations

from array import array
from pathlib import Path

import aha
import pytest


def test_properties_are_shown_as_they_were_set(engine: aha.Engine) -> None:
    bus = engine.bus()
    assert (bus.gain_db, bus.pan, bus.muted, bus.soloed) == (0, 0, False, False)
    bus.gain_db, bus.pan, bus.muted, bus.soloed = -6, -1, True, True
    assert (bus.gain_db, bus.pan, bus.muted, bus.soloed) == (-6, -1, True, True)


def test_a_bus_moves_in_the_tree(engine: aha.Engine) -> None:
    top = engine.bus()
    below = engine.bus(top)
    assert below.parent is top and top.parent is engine.master and engine.master.parent is None
    below.parent = None
    assert below.parent is engine.master
    top.parent = below


def test_the_master_belongs_to_its_engine(engine: aha.Engine) -> None:
    master = engine.master
    assert master is engine.master and master.engine is engine
    master.close()
    assert not master.closed
    master.gain_db = -3
    assert engine.master.gain_db == -3


def test_repr_of_a_bus_shows_its_values(engine: aha.Engine) -> None:
    bus = engine.bus()
    assert repr(bus) == "<aha.Bus gain_db=0 pan=0>"
    bus.gain_db, bus.muted = -1.5, True
    assert repr(bus) == "<aha.Bus gain_db=-1.5 pan=0 muted=True>"


def test_a_bus_goes_to_a_pair_of_channels(tmp_path: Path) -> None:
    with aha.Engine(offline=True, channels=6, limiter=False) as engine:
        cue = engine.bus(engine.bus())
        cue.output = 4
        assert (cue.output, engine.master.output, cue.parent) == (4, 0, engine.master)
        sound = engine.sound(array("f", [0.5] * 48000), 48000, channels=1)
        engine.player(sound, bus=cue).start()
        frames = memoryview(engine.render(4800)).cast("B").cast("f")
        assert list(frames[6 * 4000:6 * 4001]) == [0, 0, 0, 0, 0.5, 0.5]
        for name in ("all.wav", "all.w64", "all.caf", "all.flac", "take.wav"):
            engine.save(tmp_path / name, frames=4800).wait()
            with aha.Engine() as other:
                assert other.load(tmp_path / name).info.channels == 6
        for name in ("all.opus", "all.mp3"):
            with pytest.raises(aha.UnsupportedError, match="not 6"):
                engine.save(tmp_path / name, frames=4800)
        with pytest.raises(aha.InvalidArgumentError, match="pairs"):
            aha.Engine(channels=5)
