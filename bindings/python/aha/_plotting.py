"""Plots with matplotlib, which is imported by the first plot."""

from __future__ import annotations

from importlib import import_module

from ._arrays import planes, ranges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .sound import Sound

#: More columns than a screen has pixels.
COLUMNS = 4096


def plot_sound(sound: Sound, axes: Any, color: Any) -> Any:
    """See :meth:`Sound.plot`."""
    try:
        pyplot = import_module("matplotlib.pyplot")
    except ImportError as error:
        raise ImportError("Sound.plot() needs matplotlib: pip install matplotlib, or apt install"
                          f" python3-matplotlib ({error})") from error
    axes = pyplot.subplots(figsize=(10, 2.5))[1] if axes is None else axes
    for channel, plane in enumerate(sound.samples or planes(sound.read(), sound.channels)):
        bins = ranges(plane, COLUMNS)
        step = len(plane) / max(1, len(bins)) / sound.sample_rate
        axes.fill_between([column * step for column in range(len(bins))],
                          [low for low, _ in bins], [high for _, high in bins],
                          color=color, alpha=0.6, linewidth=0.5,
                          label=("left", "right")[channel] if sound.channels == 2 else None)
    axes.set(xlabel="seconds", ylabel="amplitude", ylim=(-1, 1))
    axes.margins(x=0)
    if sound.channels == 2:
        axes.legend(loc="upper right")
    return axes
