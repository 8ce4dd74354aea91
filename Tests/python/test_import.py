"""Importing aha: modules it does not load, its names, and the version of the library."""

from __future__ import annotations

import ctypes
import os
import pickle
import pydoc
import subprocess
import sys
from pathlib import Path

import aha
import pytest
from aha import _abi, effects
from conftest import interpreted

#: Modules that are slow to import; an import of aha must not load them.
SLOW = ("numpy", "asyncio", "contextlib", "dataclasses", "enum", "inspect", "json", "logging",
        "pathlib", "re", "signal", "tempfile", "threading", "typing", "urllib")
#: Modules that rendering a file into the caller's memory must not load.
SLOW_TO_RENDER = ("numpy", "asyncio", "dataclasses", "inspect", "json", "logging", "pathlib", "re",
                  "signal", "tempfile", "threading", "typing", "urllib")


def ended(script: str, *options: str, **environment: str) -> str:
    """The output of a script in an interpreter of its own."""
    done = interpreted(script, *options, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def imported(script: str, among: tuple[str, ...]) -> str:
    """Which of these modules a script imports. -S: without the modules that site imports."""
    before = f"import sys; before = {{*sys.modules}}\n{script}"
    return ended(f"{before}\nprint(*sorted({set(among)!r} & ({{*sys.modules}} - before)))", "-S",
                 PYTHONPATH=os.pathsep.join([str(Path(aha.__file__).parents[1]), *sys.path]))


def test_an_import_of_aha_imports_no_slow_module() -> None:
    assert imported("import aha", SLOW) == ""


def test_an_import_of_aha_declares_no_function_of_an_engine() -> None:
    script = "import sys, aha; print(*sorted(one for one in sys.modules if one.startswith('aha.')))"
    assert ended(script) == "aha._abi aha._homes"


def test_rendering_a_file_into_memory_imports_no_slow_module(loops: list[Path]) -> None:
    script = (f"import array, aha\nengine = aha.Engine.offline()\n"
              f"engine.play(engine.load({str(loops[0])!r}, streamed=True))\n"
              f"out = array.array('f', bytes(2048))\nengine.render(out=out)\nassert any(out)")
    assert imported(script, SLOW_TO_RENDER) == ""


def test_an_array_imports_numpy() -> None:
    assert imported("import aha\naha.Engine.offline().render(1)", ("numpy",)) == "numpy"


def test_every_public_name_is_there_and_listed() -> None:
    script = ("import aha; listed = dir(aha)\n"
              "print(set(aha.__all__) <= set(listed), listed == sorted(set(listed)))\n"
              "print(all(getattr(aha, name) is not None for name in aha.__all__))")
    assert ended(script) == "True True\nTrue"
    assert len(aha.__all__) == len(set(aha.__all__))


def test_a_star_import_has_every_public_name() -> None:
    script = "from aha import *\nimport aha\nprint(set(aha.__all__) - set(globals()))"
    assert ended(script) == "set()"


def test_an_unknown_name_is_named_in_the_error() -> None:
    with pytest.raises(AttributeError, match="module 'aha' has no attribute 'Enginee'"):
        aha.Enginee  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'Enginee' from 'aha'"):
        from aha import Enginee  # noqa: F401


def test_every_module_can_be_imported_first() -> None:
    names = sorted(file.stem for file in Path(aha.__file__).parent.glob("*.py")
                   if file.stem != "__init__")
    script = (f"import importlib, sys\nfor name in {names!r}:\n"
              "    for one in [one for one in sys.modules if one.split('.')[0] == 'aha']:\n"
              "        del sys.modules[one]\n"
              "    importlib.import_module('aha.' + name)\n"
              "print('all')")
    assert ended(script) == "all"


def test_threads_may_use_names_for_the_first_time_at_once() -> None:
    script = ("import aha, random, threading\nbarrier = threading.Barrier(8)\n"
              "def use(seed):\n"
              "    names = random.Random(seed).sample(aha.__all__, len(aha.__all__))\n"
              "    barrier.wait()\n"
              "    for name in names: getattr(aha, name)\n"
              "threads = [threading.Thread(target=use, args=(seed,)) for seed in range(8)]\n"
              "for thread in threads: thread.start()\n"
              "for thread in threads: thread.join()\nprint('all')")
    assert ended(script) == "all"


def test_a_dataclass_waits_for_a_thread_that_imports_typing() -> None:
    script = ("import threading, importlib.machinery as machinery\n"
              "begun, used = threading.Event(), threading.Event()\n"
              "class Slow(machinery.SourceFileLoader):\n"
              "    def exec_module(self, module):\n"
              "        begun.set(); used.wait(0.2); super().exec_module(module)\n"
              "class Finder(machinery.PathFinder):\n"
              "    @classmethod\n"
              "    def find_spec(cls, name, path=None, target=None):\n"
              "        if name == 'typing':\n"
              "            spec = super().find_spec(name, path, target)\n"
              "            spec.loader = Slow(name, spec.origin)\n"
              "            return spec\n"
              "import dataclasses, sys, aha\n"
              "sys.modules.pop('typing', None); sys.meta_path.insert(0, Finder)\n"
              "thread = threading.Thread(target=lambda: __import__('typing'))\n"
              "thread.start(); begun.wait()\n"
              "try: aha.Space, aha.Item, aha.Provider\n"
              "finally: used.set(); thread.join()\nprint('all')")
    assert ended(script) == "all"


def test_no_name_is_also_a_module() -> None:
    """The first import of such a module sets the name, for a moment, to the module."""
    modules = {file.stem for file in Path(aha.__file__).parent.iterdir()}
    assert not modules & set(aha._HOMES)


def test_help_describes_the_public_classes() -> None:
    text = pydoc.plain(pydoc.render_doc(aha))
    assert "class Engine(" in text and "class Reverb(" in text and "effect_kinds(" in text


def test_a_pickle_is_read_without_an_import() -> None:
    made = (aha.PlayerState.ENDED, aha.NotFoundError("no file"), aha.Meter(1, 2, 3, 4))
    data = pickle.dumps(made)
    assert ended(f"import pickle\nstate, error, meter = pickle.loads({data!r})\n"
                 "print(state.name, type(error).__name__, error, meter.peak_right)"
                 ) == "ENDED NotFoundError no file 2"


def test_the_limiter_has_its_class_before_the_effects_are_imported() -> None:
    assert ended("import aha; print(type(aha.Engine().limiter).__name__)") == "Limiter"


def test_effects_of_the_registry_are_public() -> None:
    assert {name for name, home in aha._HOMES.items() if home == "effects"} == set(effects.__all__)


def library_of(source: str, folder: Path) -> str:
    """A shared library in place of libaha."""
    library = folder / _abi.SONAME
    subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", library], input=source,
                   text=True, check=True)
    return str(library)


def refusal(script: str, library: str) -> str:
    """The last line of an interpreter that ends with an exception."""
    done = interpreted(script, AHA_LIBRARY=library)
    assert done.returncode == 1
    return done.stderr.splitlines()[-1]


def test_a_library_that_is_not_libaha_is_refused(tmp_path: Path) -> None:
    line = refusal("import aha", library_of("", tmp_path))
    assert line.startswith("ImportError: ") and "is older than this binding: " in line
    assert "aha_version_text" in line


VERSION_TEXT = 'const char *aha_version_text(void) {{ return "{}"; }} void aha_log_set_sink(){{}}'


def test_a_library_of_an_older_minor_version_is_refused(tmp_path: Path) -> None:
    library = library_of(VERSION_TEXT.format("0.1.9"), tmp_path)
    assert refusal("import aha", library) == (
        f"ImportError: {library} is older than this binding: 0.1.9, not {_abi.VERSION}")


def test_a_missing_function_is_refused_at_its_first_use(tmp_path: Path) -> None:
    library = library_of(VERSION_TEXT.format(_abi.VERSION), tmp_path)
    line = refusal("import aha\naha.Engine.offline()", library)
    assert line.startswith(f"ImportError: {library} is older than this binding: ")
    assert "aha_engine_create" in line


def test_a_function_is_declared_once() -> None:
    assert _abi.lib.aha_bus_pan is _abi.lib.aha_bus_pan
    with pytest.raises(AttributeError, match="aha_no_such is in no table"):
        _abi.lib.aha_no_such
    assert isinstance(_abi.lib, ctypes.CDLL)
