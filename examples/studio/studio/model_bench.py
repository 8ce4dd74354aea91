"""The bench: a track for each bent sound."""

import aha

from .model_sliders import NEUTRAL, sliders_of
from .model_work import Work


def bench_track_of(work: Work, path: str) -> aha.Track | None:
    """The bench's track of a sound; None if it was never bent."""
    return next((track for track in work.bench.tracks if track.path == path), None)


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
    """Copies the mix settings, effects and automation of a track that begins at 0."""
    copies: dict[object, aha.Track | aha.ProjectEffect] = {source: track}
    for effect in source.effects:
        try:
            copies[effect] = copy = track.add_lv2(effect.lv2_uri)  # installed or not
            copy.lv2_state = effect.lv2_state or copy.lv2_state
        except aha.UnsupportedError:  # an effect of the registry
            copies[effect] = copy = track.add_effect(effect.kind)
            if effect.impulse_path:
                copy.set_impulse(effect.impulse_path, True)
    for slider in sliders_of(source):
        if part := copies.get(slider.part):
            slider.copy_to(part, at_us)
