"""HTML for notebooks, arrays of sounds, and the example notebook."""

from __future__ import annotations

import base64
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import aha
import numpy as np
import pytest
from conftest import LOOPS, REPOSITORY, interpreted, sine

BASS = LOOPS / "bassloops" / "rave_bass01.ogg"
NOTEBOOK = REPOSITORY / "examples" / "notebooks" / "first_notebook.ipynb"


def heard(html: str) -> Any:
    """The sound in a player's data."""
    data = re.search(r'<audio controls src="data:audio/mpeg;base64,([^"]+)">', html)
    assert data
    with aha.Engine.offline() as engine:
        return engine.load(base64.b64decode(data.group(1))).read()


def html_of(thing: Any) -> str:
    html: str = thing._repr_html_()
    assert html.startswith("<div>") and html.endswith("</div>")
    return html


def test_a_sound_shows_its_waveform_and_a_player(engine: aha.Engine) -> None:
    quiet = engine.sound(np.stack([sine(44100), np.zeros(44100, "f4")], 1), 44100)
    html = html_of(quiet)
    left, right = re.findall(r'<path d="([^"]+)"', html)
    assert left.count("M") == right.count("M") == 480
    assert set(re.findall(r"V([0-9.]+)", right)) == {"90.3"}  # a line in the middle of its row
    tops = [float(top) for top in re.findall(r" ([0-9.]+)V", left)]
    assert min(tops) == pytest.approx(30 - 15, abs=0.5)  # half of the row's height
    assert "0:01.00, 44100 Hz, stereo" in html
    played = heard(html)
    assert played.shape[1] == 2 and np.abs(played[:, 0]).max() == pytest.approx(0.5, abs=0.05)
    assert np.abs(played[:, 1]).max() < 0.01


@pytest.mark.parametrize("streamed", [False, True])
def test_a_players_data_are_bounded(engine: aha.Engine, tmp_path: Path, streamed: bool) -> None:
    noise = np.random.default_rng(1).uniform(-1, 1, (40 * 44100, 2)).astype("f4")
    engine.sound(noise, 44100).save(tmp_path / "noise.wav").wait(60)
    html = html_of(engine.load(tmp_path / "noise.wav", streamed=streamed))
    assert len(html) < 1_000_000 and "the first 30 s" in html and "0:40.00" in html
    assert ("the waveform shows the first 30 s" in html) == streamed
    assert len(heard(html)) == pytest.approx(30 * 48000, abs=4000)


def test_an_analysis_shows_its_results(tmp_path: Path) -> None:
    found = aha.Analysis(BASS)
    html = html_of(found)
    for told in "-15.1 LUFS", f"{found.info.tempo_bpm:.1f} BPM", str(found.info.tonality):
        assert told in html
    assert html.count("<path") == 1 and len(heard(html)) > 48000
    in_memory = aha.Analysis.of(sine(44100), 44100)
    assert "<audio" not in html_of(in_memory) and "<path" in html_of(in_memory)
    started, job = aha.Analysis.start(BASS)
    job.wait()
    assert "<audio" in html_of(started)


def test_a_piece_shows_its_description_as_text(tmp_path: Path) -> None:
    piece = aha.Piece(title="<b>Bold</b> & co", length_us=61_500_000, tempo_bpm=120)
    html = html_of(piece)
    assert "&lt;b&gt;Bold&lt;/b&gt; &amp; co" in html and "<b>" not in html
    assert "1:01.50" in html and "120 BPM" in html and "<audio" not in html
    html = html_of(aha.Piece.load_tags(BASS))
    assert len(heard(html)) > 48000
    assert "problem" in html_of(aha.Piece())  # it has no title


def test_unusable_objects_show_nothing(engine: aha.Engine) -> None:
    sound, piece = engine.sound(sine(100), 44100), aha.Piece()
    analysis, job = aha.Analysis.start(b"not a sound " * 100)
    with pytest.raises(aha.Error):
        job.wait()
    assert analysis._repr_html_() is None
    for thing in sound, piece:
        thing.close()
        assert thing._repr_html_() is None


def test_a_sound_is_an_array(engine: aha.Engine) -> None:
    stereo = np.stack([sine(1000), -sine(1000)], 1)
    sound, mono = engine.sound(stereo, 44100), engine.sound(sine(1000), 44100)
    np.testing.assert_array_equal(np.asarray(sound), stereo)
    assert np.asarray(mono).shape == (1000, 1) and np.asarray(mono).dtype == np.float32
    assert np.array(sound, dtype=np.float64).dtype == np.float64
    assert np.abs(sound).max() == np.abs(stereo).max()  # type: ignore[call-overload]
    assert len(engine.sound(sound, 44100)) == 1000


def test_an_array_is_a_copy_unless_copy_is_false(engine: aha.Engine, tmp_path: Path) -> None:
    mono = engine.sound(sine(1000), 44100)
    for copy in None, True:
        array = mono.__array__(copy=copy)
        array[0] = 9
        assert mono.read()[0] == 0 and array.flags.writeable
    assert mono.samples
    inside = mono.__array__(copy=False)
    assert inside.ctypes.data == np.frombuffer(mono.samples[0], np.float32).ctypes.data
    assert not inside.flags.writeable and inside.shape == (1000, 1)
    mono.save(tmp_path / "a.wav").wait()
    for refused in (engine.sound(np.zeros((10, 2), "f4"), 44100).__array__,
                    engine.load(tmp_path / "a.wav", streamed=True).__array__,
                    lambda copy: mono.__array__(np.float64, copy=copy)):
        with pytest.raises(ValueError, match="without a copy"):
            refused(copy=False)


def test_a_plot_has_each_channel(engine: aha.Engine) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    sound = engine.sound(np.stack([sine(44100), sine(44100, gain=0.2)], 1), 44100)
    axes = sound.plot(color="black")
    drawn = [each.get_paths()[0].get_extents() for each in axes.collections]
    assert [each.y1 for each in drawn] == pytest.approx([0.5, 0.2], abs=0.01)
    assert drawn[0].x1 == pytest.approx(1, abs=0.01) and axes.get_xlabel() == "seconds"
    assert engine.sound(sine(10), 44100).plot(axes) is axes and len(axes.collections) == 3


def test_a_plot_without_matplotlib_says_what_to_install() -> None:
    done = interpreted("import sys, aha; sys.modules['matplotlib'] = None\n"
                       "aha.Engine().sound([0.0], 48000).plot()")
    assert "ImportError: Sound.plot() needs matplotlib: pip install matplotlib" in done.stderr


def test_a_path_is_played(engine: aha.Engine) -> None:
    for path in BASS, str(BASS):
        assert len(engine.play(path).sound) > 44100
    assert engine.render(44100).max() > 0.1
    with pytest.raises(aha.NotFoundError):
        engine.play("none.ogg")
    for wrong in 42, sine(10), b"bytes":
        with pytest.raises(TypeError, match=r"engine\.sound\(\) of samples"):
            engine.play(wrong)  # type: ignore[arg-type]


def test_errors_name_the_way_out(engine: aha.Engine) -> None:
    for make in engine.sound, aha.Analysis.of:
        with pytest.raises(ValueError, match=r"\(frames, channels\), so give samples\.T"):
            make(np.zeros((2, 44100), "f4"), 44100)
    with pytest.raises(aha.StateError, match=r"aha\.Engine\(offline=False\)"):
        aha.Device(engine, "null").start()
    aha.Device(engine, "null", direction="input")


def test_the_notebook_runs_and_shows_the_stored_results(tmp_path: Path) -> None:
    """Its cells are executed again; the kinds of their results are those in the file."""
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    stored = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(stored)
    fresh = json.loads(json.dumps(stored))
    kernel = {"argv": [sys.executable, "-B", "-m", "ipykernel_launcher", "-f",
                       "{connection_file}"], "display_name": "aha", "language": "python",
              "env": {"PYTHONPATH": str(REPOSITORY / "bindings" / "python")}}
    folder = tmp_path / "kernels" / "aha"
    folder.mkdir(parents=True)
    (folder / "kernel.json").write_text(json.dumps(kernel))
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager

    specs = KernelSpecManager(kernel_dirs=[str(tmp_path / "kernels")])
    notebook = nbformat.from_dict(fresh)
    # Not TCP: another process could take a port between its choice and its use. The paths of such
    # sockets must be short.
    with tempfile.TemporaryDirectory() as sockets:
        manager = AsyncKernelManager(kernel_name="aha", kernel_spec_manager=specs,
                                     transport="ipc", ip=f"{sockets}/kernel")
        nbclient.NotebookClient(notebook, km=manager, timeout=120, startup_timeout=120,
                                iopub_timeout=60,
                                resources={"metadata": {"path": str(tmp_path)}}).execute()
    kinds = [[sorted(output.get("data", {})) for output in cell.get("outputs", [])]
             for cell in stored.cells]
    assert kinds == [[sorted(output.get("data", {})) for output in cell.get("outputs", [])]
                     for cell in notebook.cells]
    shown = "".join(str(cell.get("outputs", "")) for cell in notebook.cells)
    assert shown.count("<audio") >= 2 and shown.count("<svg") >= 2 and "image/png" in shown
