"""The bench: a track for each bent sound; and copies of sounds at other speeds."""

import hashlib
from pathlib import Path

import aha

from .model_sliders import NEUTRAL, lv2_uri_of, sliders_of
from .model_work import Work


def bench_track_of(work: Work, path: str) -> aha.Track | None:
    """The bench's track of a sound; None if it was never bent."""
    return next((track for track in work.bench.tracks
                 if origin_of(work, track.path)[0] == path), None)


def bench_track(work: Work, path: str, name: str) -> aha.Track:
    """The bench's track of a sound, made with the main effects. Errors: those of files."""
    if found := bench_track_of(work, path):
        return found
    with work.bench.edit(f"bend {name}"):
        track = work.bench.add_track(path, name)
        for kind, values in NEUTRAL.items():
            track.add_effect(kind).set(**values)
    return track


def copy_sliders(source: aha.Track, track: aha.Track, at_us: int) -> None:
    """Copies the mix settings, effects and automation of a track that begins at 0. Effects that
    leave the sound unchanged are left out."""
    copies: dict[object, aha.Track | aha.ProjectEffect] = {source: track}
    sliders = [one for one in sliders_of(source, 1.0) if not one.is_speed]
    active = {one.part for one in sliders if one.lane is not None or one.value != one.neutral}
    for effect in source.effects:
        if uri := lv2_uri_of(effect):  # installed or not
            copies[effect] = copy = track.add_lv2(uri)
            copy.lv2_state = effect.lv2_state or copy.lv2_state
        elif effect in active or effect.kind not in NEUTRAL:
            copies[effect] = copy = track.add_effect(effect.kind)
            if effect.impulse_path:
                copy.set_impulse(effect.impulse_path, 1)
    for slider in sliders:
        if part := copies.get(slider.part):
            slider.copy_to(part, at_us)


def origin_of(work: Work, path: str) -> tuple[str, float]:
    """The original file of a copy, and the copy's speed."""
    kept = work.settings.get("speeds", {}).get(path)
    return (kept[0], kept[1]) if kept else (path, 1.0)


def copy_at_speed(work: Work, origin: str, speed: float) -> str:
    """The path of a sound at another speed. A project has no speed, so a copy is rendered, faster
    than real time. Errors: those of files."""
    if abs(speed - 1) < 0.005:
        return origin
    mark = hashlib.sha256(origin.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    path = work.folder / "speeds" / f"{Path(origin).stem}-{mark}-{speed:.3f}.flac"
    path.parent.mkdir(exist_ok=True)
    if not path.exists():
        with aha.Engine.offline(limiter=False) as engine:
            engine.play(origin, speed=speed)
            engine.save(path, encoding="pcm_24").wait()
    speeds = {**work.settings.get("speeds", {}), str(path): [origin, speed]}
    work.settings.set(speeds=speeds)
    return str(path)
