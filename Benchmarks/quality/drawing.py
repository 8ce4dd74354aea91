"""Plots in one style: a figure of panels, saved into build/quality."""

import matplotlib

matplotlib.use("Agg")

import numpy  # noqa: E402
from matplotlib import pyplot  # noqa: E402

from measures import RATE  # noqa: E402
from processors import FOLDER  # noqa: E402

OURS = "libaha"
COLORS = {OURS: "#d62728", "pedalboard": "#1f77b4", "SoX": "#2ca02c"}
OTHERS = ["#9467bd", "#8c564b", "#7f7f7f", "#17becf", "#bcbd22", "#e377c2"]


def color(name, number):
    return COLORS.get(name, OTHERS[number % len(OTHERS)])


def panels(rows, columns, width=5.5, height=3.6):
    figure, axes = pyplot.subplots(rows, columns, figsize=(width * columns, height * rows),
                                   squeeze=False, layout="constrained")
    return figure, axes


def lines(axis, curves, title, across, up):
    """Curves by name: arrays of x and y values."""
    for number, (name, (x, y)) in enumerate(curves.items()):
        front = 3 if name == OURS else 2
        axis.plot(x, y, label=name, color=color(name, number), linewidth=1, zorder=front)
    axis.set(title=title, xlabel=across, ylabel=up)
    axis.grid(True, alpha=0.3)
    axis.legend(fontsize="small")


def stacked(curves, distance):
    """The same curves, each shifted down from the one before it."""
    return {name: (x, y - number * distance) for number, (name, (x, y)) in
            enumerate(curves.items())}


def spectrogram(axis, signal, title, size=1024, step=256, floor_db=-100.0):
    starts = range(0, len(signal) - size, step)
    window = numpy.hanning(size)
    power = [numpy.abs(numpy.fft.rfft(window * signal[at:at + size])) ** 2 for at in starts]
    level = 10 * numpy.log10(numpy.maximum(numpy.array(power).T, 1e-20))
    axis.imshow(level - level.max(), origin="lower", aspect="auto", vmin=floor_db, vmax=0,
                extent=(0, len(signal) / RATE, 0, RATE / 2000), cmap="magma")
    axis.set(title=title, xlabel="s", ylabel="kHz")


def save(figure, name):
    FOLDER.mkdir(parents=True, exist_ok=True)
    figure.savefig(FOLDER / f"{name}.png", dpi=100)
    pyplot.close(figure)
