"""Chains: lists of effects on players and buses."""

from __future__ import annotations

import gc
from typing import Any, Callable

import aha
import numpy as np
import pytest
from conftest import constant


@pytest.fixture(params=["player", "bus", "master"])
def chain(request: pytest.FixtureRequest, engine: aha.Engine) -> aha.Chain:
    """The chain of each kind of owner."""
    owners: dict[str, Callable[[], Any]] = {
        "player": lambda: engine.player(constant(engine, 100)), "bus": engine.bus,
        "master": lambda: engine.master}
    chain: aha.Chain = owners[request.param]().chain
    return chain


def filters(engine: aha.Engine, count: int) -> list[aha.Filter]:
    return [aha.Filter(engine, cutoff_hz=1000 + number) for number in range(count)]


def test_a_chain_is_like_a_list(engine: aha.Engine, chain: aha.Chain) -> None:
    first, second, third, other = filters(engine, 4)
    assert len(chain) == 0 and not chain and list(chain) == []
    assert chain.add(first) is first
    chain.append(third)
    chain.insert(1, second)
    assert list(chain) == [first, second, third] and len(chain) == 3
    assert chain[0] is first and chain[-1] is third
    assert second in chain and other not in chain
    chain.move(first, 2)
    assert list(chain) == [second, third, first]
    chain.move(first, -3)
    assert list(chain) == [first, second, third]
    chain.remove(second)
    assert list(chain) == [first, third]
    chain.insert(-1, second)
    chain.insert(100, other)
    assert list(chain) == [first, second, third, other]
    del chain[1]
    assert list(chain) == [first, third, other]
    chain.clear()
    assert list(chain) == []
    chain.add(second)
    assert list(chain) == [second]


def test_mistakes_leave_the_chain_unchanged(engine: aha.Engine, chain: aha.Chain) -> None:
    inside, outside = filters(engine, 2)
    chain.add(inside)
    with pytest.raises(aha.StateError):
        chain.add(inside)
    with pytest.raises(aha.StateError):
        engine.bus().chain.add(inside)
    other_types: list[Any] = ["reverb", None]
    for other_type in other_types:
        with pytest.raises(TypeError, match="is no effect"):
            chain.append(other_type)
        with pytest.raises(TypeError, match="is no effect"):
            chain.insert(0, other_type)
    with pytest.raises(aha.InvalidArgumentError):
        chain.remove(outside)
    with pytest.raises(aha.InvalidArgumentError):
        chain.move(outside, 0)
    for position in (1, -2):
        with pytest.raises(IndexError, match=f"position {position} in a chain of 1"):
            _ = chain[position]
        with pytest.raises(IndexError):
            chain.move(inside, position)
    with aha.Engine.offline() as other, pytest.raises(aha.InvalidArgumentError):
        chain.add(aha.Filter(other))
    assert list(chain) == [inside]


def test_an_effect_stays_without_its_object(engine: aha.Engine, chain: aha.Chain) -> None:
    chain.add(aha.Reverb(engine, mix=0.75))
    gc.collect()
    [effect] = chain
    assert isinstance(effect, aha.Reverb) and effect.mix == 0.75
    assert chain[0] is effect
    closed = chain[0]
    closed.close()
    assert chain[0] is not closed and chain[0].get("mix") == 0.75


def test_a_chain_knows_its_owner(engine: aha.Engine) -> None:
    bus = engine.bus()
    assert bus.chain.owner is bus and bus.chain == bus.chain != engine.master.chain
    assert {bus.chain: 1}[bus.chain] == 1
    assert repr(bus.chain) == "<aha.Chain len=0>"
    bus.chain.add(aha.Filter(engine))
    bus.chain.add(aha.Delay(engine))
    assert repr(bus.chain) == "<aha.Chain len=2>"


def test_a_chain_ends_with_its_owner(engine: aha.Engine) -> None:
    bus = engine.bus()
    chain = bus.chain
    chain.close()
    assert not chain.closed
    effect = chain.add(aha.Filter(engine))
    bus.close()
    assert chain.closed
    with pytest.raises(aha.ReleasedError, match="this chain is closed"):
        len(chain)
    engine.close()
    assert effect.closed


def test_latencies_of_a_chain_add_up(engine: aha.Engine) -> None:
    chain = engine.player(constant(engine, 100)).chain
    assert chain.latency_frames == 0
    pitch = chain.add(aha.Pitch(engine))
    chain.add(aha.Pitch(engine))
    assert chain.latency_frames == 2 * pitch.latency_frames > 0


def test_a_player_without_a_reference_rings_out(engine: aha.Engine) -> None:
    engine.play(constant(engine, 4410)).chain.add(aha.Reverb(engine, mix=1, decay_s=5))
    engine.render(8820)
    engine.play(constant(engine, 100, 0))  # frees slots: ended players are released
    gc.collect()
    assert np.abs(engine.render(22050)[-4410:]).max() > 0.001


def test_a_player_that_has_rung_out_frees_its_slot() -> None:
    with aha.Engine.offline(sample_rate=8000, max_players=2, limiter=False) as engine:
        for _ in range(3):
            engine.play(constant(engine, 100)).chain.add(aha.Delay(engine))
            engine.render(8000)
            engine.play(constant(engine, 100))
            engine.render(31 * 8000)
