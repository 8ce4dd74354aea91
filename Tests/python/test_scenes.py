"""Random scenes: the samples depend neither on the sizes of the blocks nor on the threads."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import aha
import numpy as np
import pytest

RATE, FRAMES, STEP = 48_000, 24_000, 317
KINDS = ("filter", "delay", "reverb", "compressor", "chorus", "phaser", "ladder", "limiter",
         "pitch", "tremolo", "width", "tuner")


class Scene:
    """An engine that changes at random. The same seed makes the same changes at the same frames."""

    def __init__(self, seed: int, threads: int) -> None:
        self.random = random = Random(seed)
        self.engine = aha.Engine.offline(
            threads=threads, limiter=random.random() < 0.5, ramp_ms=random.choice((0, 1, 5, 20)))
        noise = np.random.default_rng(seed)
        self.sounds = [
            self.engine.sound(0.2 * noise.standard_normal((random.randint(200, 20_000), 2)), rate)
            for rate in (RATE, 44_100, 22_050)]
        self.buses = [self.engine.master, self.engine.bus()]
        self.effects: list[aha.Effect] = []
        self.players = [self.engine.play(sound, loop=True, gain_db=-6) for sound in self.sounds]
        self.now = 0

    def ramp(self) -> dict[str, Any]:
        random = self.random
        over = {"over": random.randint(0, 5000)} if random.random() < 0.5 else {}
        return over | ({"at": self.now + random.randint(1, 6000)} if random.random() < 0.5 else {})

    def change(self) -> None:
        """What cannot be done, such as a resume of a playing player, is left out."""
        random = self.random
        change = random.choice(CHANGES)
        player, bus = random.choice(self.players), random.choice(self.buses)
        try:
            change(self, player, bus)
        except (aha.Error, IndexError):
            pass

    def play(self, bus: aha.Bus) -> None:
        random = self.random
        self.players.append(self.engine.player(
            random.choice(self.sounds), loop=random.choice((False, True, 3, "ping_pong")),
            gain_db=random.uniform(-20, 0), pan=random.uniform(-1, 1), bus=bus,
            speed=random.choice((1, 1, 0.5, 1.05, 2.3)), reverse=random.random() < 0.2,
            quality=random.choice(list(aha.SpeedQuality))))
        self.players[-1].start(**self.ramp())

    def insert(self, owner: aha.Player | aha.Bus) -> None:
        effect = aha.Effect(self.engine, self.random.choice(KINDS))
        self.effects.append(effect)
        for parameter in effect.info.parameters:
            if not any(parameter.choices) and self.random.random() < 0.5:
                self.set(effect, parameter)
        owner.chain.insert(0, effect)

    def set(self, effect: aha.Effect, parameter: aha.ParameterInfo, **ramp: Any) -> None:
        value = self.random.uniform(parameter.minimum, parameter.maximum)
        try:
            effect.set(parameter.name, value, **ramp)
        except aha.InvalidArgumentError:
            effect.set(parameter.name, round(value), **ramp)

    def turn(self) -> None:
        effect = self.random.choice(self.effects)
        self.set(effect, self.random.choice(effect.info.parameters), **self.ramp())

    def move(self, bus: aha.Bus) -> None:
        self.random.choice(self.buses[1:]).parent = bus

    def render(self, blocks: Callable[[], int]) -> np.ndarray:
        changes = sorted(self.random.randrange(FRAMES // STEP) for _ in range(30))
        parts = []
        while self.now < FRAMES:
            while changes and changes[0] * STEP <= self.now:
                changes.pop(0)
                self.change()
            end = changes[0] * STEP if changes else FRAMES
            while self.now < end:
                parts.append(np.array(self.engine.render(min(blocks(), end - self.now))))
                self.now += len(parts[-1])
        return np.concatenate(parts)


CHANGES: list[Callable[[Scene, aha.Player, aha.Bus], Any]] = [
    lambda scene, _, bus: scene.play(bus),
    lambda scene, _, bus: scene.play(bus),
    lambda scene, _, bus: scene.buses.append(scene.engine.bus(bus)),
    lambda scene, _, bus: scene.insert(bus),
    lambda scene, player, _: scene.insert(player),
    lambda scene, _, __: scene.turn(),
    lambda scene, _, __: scene.random.choice(scene.effects).set_bypassed(
        scene.random.random() < 0.5, **scene.ramp()),
    lambda scene, player, _: player.stop(**scene.ramp()),
    lambda scene, player, _: player.start(**scene.ramp()),
    lambda scene, player, _: player.seek(scene.random.randint(0, 200), **scene.ramp()),
    lambda scene, player, _: player.pause(**scene.ramp()),
    lambda scene, player, _: player.resume(**scene.ramp()),
    lambda scene, player, _: player.set_speed(scene.random.uniform(0.1, 3), **scene.ramp()),
    lambda scene, player, _: player.set_gain_db(scene.random.uniform(-40, 6), **scene.ramp()),
    lambda scene, player, _: player.set_reversed(scene.random.random() < 0.5, **scene.ramp()),
    lambda scene, player, _: player.set_tempo_ratio(
        scene.random.uniform(0.6, 1.6), **scene.ramp()),
    lambda scene, player, _: player.follow(scene.random.uniform(60, 200)),
    lambda scene, _, __: scene.engine.set_tempo(scene.random.uniform(40, 300)),
    lambda scene, player, _: player.set_loop_frames(0, scene.random.randint(20, 200)),
    lambda scene, player, _: player.set_next(scene.random.choice(scene.sounds), over=500),
    lambda scene, player, bus: setattr(player, "bus", bus),
    lambda scene, _, bus: scene.move(bus),
    lambda scene, player, bus: player.send(bus, gain_db=-6),
    lambda scene, _, bus: bus.set_gain_db(scene.random.uniform(-30, 3), **scene.ramp()),
    lambda scene, _, bus: bus.set_muted(scene.random.random() < 0.5, **scene.ramp()),
    lambda scene, _, bus: bus.pause(**scene.ramp()),
    lambda scene, _, bus: bus.resume(**scene.ramp()),
]


@pytest.mark.parametrize("seed", range(16))
def test_a_random_scene_sounds_the_same_in_any_blocks(seed: int) -> None:
    whole = Scene(seed, 1).render(lambda: 512)
    assert np.isfinite(whole).all()
    sizes = Random(seed)
    for threads, blocks in (1, lambda: 64), (2, lambda: 300), (1, lambda: sizes.randint(1, 700)):
        # The sum of a bus may be rounded in another order where a chain becomes empty.
        np.testing.assert_allclose(Scene(seed, threads).render(blocks), whole, rtol=0, atol=2e-7)
