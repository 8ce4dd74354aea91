#!/usr/bin/env python3
"""Runs every installed LV2 plug-in as an effect, each in a process of its own, and prints a table:
passed, kept, refused or failed, with the reason. A plug-in is "kept" if it passes, but its
activate() does not clear all of its state. Needs the Python binding and NumPy."""

import os
import signal
import sys
import time

import aha
import numpy as np

RATE, FRAMES, TIMEOUT = 48000, 24000, 120
NOISE = (np.random.default_rng(1).standard_normal((FRAMES, 2)) * 0.1).astype(np.float32)


def render(effect_of, blocks, before=None):
    """The noise through an effect, in blocks of the given sizes."""
    with aha.Engine.offline(limiter=False) as engine:
        player = engine.player(engine.sound(NOISE, RATE))
        effect = effect_of(engine)
        if before:
            before(effect)
        player.chain.add(effect)
        player.start()
        parts, done = [], 0
        while done < FRAMES:
            count = min(blocks[len(parts) % len(blocks)], FRAMES - done)
            parts.append(np.array(engine.render(count)))
            done += count
        return np.concatenate(parts), effect.latency_frames


# A second start that differs by less passes: -60 dB of the noise.
NEAR = 1e-4


def kept_state(make, heard):
    """How a plug-in that was reset, for another player, differs from a new one; "": not."""
    with aha.Engine.offline(limiter=False) as engine:
        effect = make(engine)
        for turn in range(2):
            player = engine.player(engine.sound(NOISE, RATE))
            player.chain.add(effect)
            player.start()
            again = np.array(engine.render(FRAMES))
            if turn == 0:
                player.close()
                engine.render(512 * 9 - FRAMES % 512)
    apart = np.abs(again - heard).max()
    if apart > NEAR * max(1, np.abs(heard).max()):
        return f"after a reset it differs by {apart:g}"
    return ""


def check(uri):
    """The result, and the reason: the first thing that is wrong."""
    def failed(text):
        return "failed", text

    def make(engine):
        return aha.LV2Effect(engine, uri)

    def bypass(effect):
        effect.bypassed = True

    heard, latency = render(make, [512])
    if heard.shape != NOISE.shape:
        return failed(f"{heard.shape} instead of {NOISE.shape}")
    if not np.isfinite(heard).all():
        return failed("NaN or infinity")
    if np.abs(heard).max() > 1000:
        return failed(f"a level of {np.abs(heard).max():g}")
    mixed, _ = render(make, [1, 7, 64, 511, 512])
    if mixed.shape != heard.shape or not np.isfinite(mixed).all():
        return failed("another block size breaks it")
    dry, _ = render(make, [512], bypass)
    with aha.Engine.offline(limiter=False) as engine:
        player = engine.play(engine.sound(NOISE, RATE))
        plain = np.array(engine.render(FRAMES))
    if not np.array_equal(dry[4800:19200], plain[4800:19200]):
        return failed("bypassed, it is not the dry sound")
    with aha.Engine.offline(limiter=False) as engine:
        effect = make(engine)
        for parameter in effect.info.parameters:
            if not parameter.minimum <= effect.get(parameter.name) <= parameter.maximum:
                return failed(f"{parameter.name} is out of its range")
        copy = aha.LV2Effect(engine, uri, state=effect.lv2_state)
        for name in (one.name for one in effect.info.parameters):
            if copy.get(name) != effect.get(name):
                return failed(f"{name} changes when its state is restored")
    kept = kept_state(make, heard)
    return ("kept" if kept else "passed"), kept


def run(uri):
    """The result of check, from a child process: a crash ends the child alone."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(TIMEOUT)
        try:
            text = " ".join(check(uri))
        except Exception as error:
            text = f"failed {type(error).__name__}: {error}"
        os.write(writer, text.encode()[:4000])
        os._exit(0)
    os.close(writer)
    text = os.read(reader, 4096).decode()
    os.close(reader)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "failed", f"ended by {signal.Signals(os.WTERMSIG(status)).name}"
    return text.split(" ", 1)


def main():
    begin, counts = time.monotonic(), dict.fromkeys(("passed", "kept", "refused", "failed"), 0)
    for plugin in aha.lv2_plugins():
        result, reason = ("refused", plugin.refusal) if plugin.refusal else run(plugin.uri)
        counts[result] += 1
        print(f"{result:8}{plugin.uri}  {reason}".rstrip(), flush=True)
    print(", ".join(f"{count} {result}" for result, count in counts.items()),
          f"in {time.monotonic() - begin:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
