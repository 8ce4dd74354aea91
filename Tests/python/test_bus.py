"""Buses and their meters."""

from __future__ import annotations

import math

import aha
import pytest
from conftest import constant, sine

SETTLED = 1000  # frames after which all ramps have ended


def level(engine: aha.Engine) -> float:
    """The left side after all ramps."""
    engine.render(SETTLED)
    return float(engine.render(1)[0, 0])


def test_properties_are_shown_as_they_were_set(engine: aha.Engine) -> None:
    bus = engine.bus()
    assert (bus.gain_db, bus.pan, bus.muted, bus.soloed) == (0, 0, False, False)
    bus.gain_db, bus.pan, bus.muted, bus.soloed = -6, -1, True, True
    assert (bus.gain_db, bus.pan, bus.muted, bus.soloed) == (-6, -1, True, True)
    for name, bad in (("gain_db", 25), ("gain_db", math.nan), ("pan", -1.1), ("pan", math.inf)):
        with pytest.raises(aha.InvalidArgumentError):
            setattr(bus, name, bad)
    assert (bus.gain_db, bus.pan) == (-6, -1)


def test_a_bus_moves_in_the_tree_but_not_below_itself(engine: aha.Engine) -> None:
    top = engine.bus()
    below = engine.bus(top)
    engine.play(constant(engine, 100), loop=True, bus=below)
    assert below.parent is top and top.parent is engine.master and engine.master.parent is None
    top.muted = True
    assert level(engine) == 0
    below.parent = None
    assert below.parent is engine.master and level(engine) == pytest.approx(0.25)
    top.parent = below
    with pytest.raises(aha.InvalidArgumentError):
        below.parent = top
    with pytest.raises(aha.InvalidArgumentError):
        engine.master.parent = top
    assert below.parent is engine.master


def test_the_meter_shows_peak_and_rms(engine: aha.Engine) -> None:
    bus = engine.bus()
    engine.play(engine.sound(sine(44100), 44100), loop=True, bus=bus, pan=-1)
    engine.render(44100)
    meter = bus.read_meter()
    assert meter.peak_left == pytest.approx(0.5, rel=0.01)
    assert meter.rms_left == pytest.approx(0.5 / math.sqrt(2), rel=0.02)
    assert meter.peak_right == pytest.approx(0, abs=1e-6)


def test_the_master_belongs_to_its_engine(engine: aha.Engine) -> None:
    master = engine.master
    assert master is engine.master and master.engine is engine
    master.close()
    assert not master.closed
    master.gain_db = -3
    assert engine.master.gain_db == -3
    with pytest.raises(aha.InvalidArgumentError):
        master.soloed = True


def test_buses_past_max_buses_are_refused() -> None:
    with aha.Engine.offline(max_buses=2) as engine:
        engine_bus = engine.bus()
        with pytest.raises(aha.LimitError):
            engine.bus()
        engine_bus.close()


def test_repr_of_a_bus_shows_its_values(engine: aha.Engine) -> None:
    bus = engine.bus()
    assert repr(bus) == "<aha.Bus gain_db=0 pan=0>"
    bus.gain_db, bus.muted = -1.5, True
    assert repr(bus) == "<aha.Bus gain_db=-1.5 pan=0 muted=True>"
