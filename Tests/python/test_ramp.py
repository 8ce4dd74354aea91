"""Moments and ramps of changes, and paused buses."""

from __future__ import annotations

from collections.abc import Callable

import aha
import pytest
from conftest import constant

Change = Callable[[aha.Engine, aha.Player, aha.Bus], None]
CHANGES: dict[str, Change] = {
    "gain": lambda _, player, __: player.set_gain_db(-20, at=2000, over=1000),
    "pan": lambda _, player, __: player.set_pan(1, at=2000, over=1000),
    "bus gain": lambda _, __, bus: bus.set_gain_db(-20, at=2000, over=1000),
    "bus pan": lambda _, __, bus: bus.set_pan(1, at=2000, over=1000),
    "mute": lambda _, __, bus: bus.set_muted(True, at=2000, over=1000),
    "bus pause": lambda _, __, bus: bus.pause(at=2000, over=1000),
    "stop": lambda _, player, __: player.stop(at=2000, over=1000),
    "pause": lambda _, player, __: player.pause(at=2000, over=1000, curve="smooth"),
    "all players": lambda _, __, bus: bus.stop_players(at=2000, over=1000),
    "space": lambda _, player, __: player.set_space(
        aha.Space(position=(9.0, 0.0, 0.0)), at=2000, over=1000),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_lasts_its_frames_from_its_frame_on(engine: aha.Engine, name: str) -> None:
    bus = engine.bus()
    player = engine.play(constant(engine, 20000), bus=bus)
    CHANGES[name](engine, player, bus)
    left = engine.render(4000)[:, 0]
    assert (left[1000:2000] == left[1000]).all() and left[2002] != left[1000]
    assert 0 < abs(left[2900] - left[3100]) and (left[3001:] == left[3001]).all()


def test_a_curve_is_given_by_name_or_member(engine: aha.Engine) -> None:
    middles = []
    for curve in ("linear", aha.FadeShape.SMOOTH, "exponential"):
        player = engine.play(constant(engine, 20000))
        engine.render(1000)
        player.set_gain_db(-40, over=4000, curve=curve)
        middles.append(float(engine.render(4000)[1000, 0]))
        player.close()
        engine.render(1000)
    assert middles[1] > middles[0] > middles[2]
    with pytest.raises(aha.InvalidArgumentError):
        engine.master.set_gain_db(0, over=100, curve="straight")


def test_a_value_of_an_effect_has_a_moment_and_a_ramp(engine: aha.Engine) -> None:
    player = engine.player(constant(engine, 20000))
    fader = aha.Fader(engine)
    player.chain.add(fader)
    player.start()
    fader.set("gain_db", -20, at=2000, over=1000)
    fader.set_bypassed(True, at=5000, over=1000)
    left = engine.render(8000)[:, 0]
    assert left[1999] == 0.25 and left[3100] == pytest.approx(0.025, rel=1e-3)
    assert left[4999] == pytest.approx(0.025, rel=1e-3) and left[5500] < 0.2
    assert left[6100] == pytest.approx(0.25)


def test_a_paused_bus_stands_still(engine: aha.Engine) -> None:
    world = engine.bus()
    player = engine.play(constant(engine, 20000), bus=world)
    engine.render(1000)
    world.pause()
    assert world.paused
    engine.render(1000)
    position = player.position
    assert not engine.render(5000).any() and player.position == position
    world.resume()
    engine.render(1000)
    assert not world.paused and player.position == position + 1000


@pytest.mark.parametrize("given", [{"at": -1}, {"over": -1}, {"at": 1 << 64}])
def test_moments_out_of_range_are_refused(engine: aha.Engine, given: dict[str, int]) -> None:
    with pytest.raises(aha.InvalidArgumentError):
        engine.master.set_gain_db(0, **given)  # type: ignore[arg-type]
