"""Generated files match the library; the lookup of the library; handles."""

from __future__ import annotations

import ctypes as c
import os
import shutil
from pathlib import Path
from typing import Any

import aha
import cffi
import exports
import headers
import pytest
from aha import _abi, _structs
from aha._tables import FUNCTIONS, STRUCTS
from conftest import CALLED, PACKAGE, REPOSITORY, interpreted


def test_structures_have_the_layout_that_the_compilers_found() -> None:
    found: dict[str, list[tuple[int, int]]] = {}
    for name in STRUCTS:
        struct = getattr(_structs, name)
        fields = [getattr(struct, field) for field, _ in struct._fields_]
        found[name] = [(0, c.sizeof(struct)), *((one.offset, one.size) for one in fields)]
    assert found == _layout_by_the_compilers()


def _layout_by_the_compilers() -> dict[str, list[tuple[int, int]]]:
    """Offset and size of the structure and of each field; Tests/abi/layout checks them."""
    layout: dict[str, list[tuple[int, int]]] = {}
    for line in (REPOSITORY / "build" / "generated" / "abi" / "layout").read_text().splitlines():
        words = line.split()
        if words[0] == "struct":
            name = "".join(word.capitalize() for word in words[1].split("_")[1:])
            layout[name] = [(0, int(words[2]))]
        elif words[1:2] == ["at"]:
            layout[name].append((int(words[2]), int(words[4])))
    return layout


@pytest.fixture(scope="module")
def read_by_cffi() -> Any:
    """The library by cffi, from the file for foreign function interfaces."""
    ffi = cffi.FFI()
    ffi.cdef((REPOSITORY / "build" / "generated" / "aha.cdef.h").read_text())
    return ffi, ffi.dlopen(_abi.lib._name)


def test_functions_accept_cffi_objects(read_by_cffi: Any) -> None:
    ffi, library = read_by_cffi
    for name in FUNCTIONS:
        kind, function = ffi.typeof(getattr(library, name)), _abi.lib.declared(name)
        of_c = [one.kind == "void" or ffi.sizeof(one) for one in (kind.result, *kind.args)]
        assert [c.sizeof(one) for one in (function.restype, *function.argtypes)] == of_c, name


def test_cffi_calls_the_library(read_by_cffi: Any) -> None:
    ffi, library = read_by_cffi
    made = ffi.new("aha_piece **")
    assert library.aha_piece_create(made) == library.AHA_OK
    assert library.aha_release(made[0]) == aha.Result.OK
    assert library.aha_release(made[0]) == library.AHA_ERROR_RELEASED
    assert library.AHA_LOOP_FOREVER == aha.LOOP_FOREVER


def test_a_parameter_without_its_annotation_is_named_by_file_and_line(tmp_path: Path) -> None:
    folder = tmp_path / "include"
    shutil.copytree(REPOSITORY / "include", folder)
    bus = folder / "aha" / "bus.h"
    text = bus.read_text()
    line = text[:text.index("AHA_API aha_result aha_bus_create")].count("\n") + 1
    bus.write_text(text.replace("AHA_OWNED aha_bus **out_bus", "aha_bus **out_bus"))
    assert headers.Model(folder).problems == [
        f"include/aha/bus.h:{line}: aha_bus_create: out_bus is neither AHA_OWNED nor AHA_BORROWED"]
    assert headers.Model().problems == []


def model_with(folder: Path, header: str, old: str, new: str) -> headers.Model:
    """The model of the headers with one change."""
    shutil.copytree(REPOSITORY / "include", folder / "include")
    path = folder / "include" / "aha" / header
    assert path.read_text().count(old) == 1
    path.write_text(path.read_text().replace(old, new))
    return headers.Model(folder / "include")


def test_a_removed_name_needs_to_be_accepted(tmp_path: Path) -> None:
    model = model_with(tmp_path, "base.h", "aha_last_error(void)", "aha_last_line(void)")
    assert exports.breaks(headers.Model()) == []
    assert [one.partition(":")[0] for one in exports.breaks(model)] == [
        "aha_last_error is removed, and was function"]


def test_a_changed_form_needs_to_be_accepted_but_not_a_new_field(tmp_path: Path) -> None:
    changed = model_with(tmp_path / "changed", "base.h", "aha_last_error(void)",
                         "aha_last_error(uint32_t index)")
    assert [one.partition(":")[0] for one in exports.breaks(changed)] == [
        "aha_last_error has another form"]
    field = "  uint64_t end_frame;\n"  # the last one
    grown = model_with(tmp_path / "grown", "player.h", field, field + "  uint64_t frames;\n")
    assert exports.breaks(grown) == []
    moved = model_with(tmp_path / "moved", "player.h", field, "  uint64_t frames;\n" + field)
    assert [one.partition(":")[0] for one in exports.breaks(moved)] == [
        "aha_player_options has another form"]


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> headers.Model:
    """The model of the headers of version 7.2, which adds aha_unheard_of."""
    monkeypatch.setattr(exports, "version", lambda: "7.2")
    new = "/** One. Thread: [any]. Since: 7.2. */\nAHA_API uint32_t aha_unheard_of(void);\n\n"
    place = "/**\n * One line about the last"
    return model_with(tmp_path, "base.h", place, new + place)


def test_the_changelog_names_changes_of_the_interface(newer: headers.Model) -> None:
    assert exports.problems(newer)[1:] == ["CHANGELOG.md does not name aha_unheard_of"]


def test_a_symbol_has_the_version_that_introduced_it(newer: headers.Model) -> None:
    script = exports.version_script(newer, exports.present(newer))
    assert script.count("AHA_7.0 {\n") == 1
    assert "};\nAHA_7.2 {\n  global:\n    aha_unheard_of;\n} AHA_7.0;\n" in script


def test_an_unknown_annotation_is_refused() -> None:
    with pytest.raises(SystemExit, match="no annotation AHA_NULABLE"):
        headers.noted("AHA_NULABLE aha_bus *bus")


def test_the_library_is_named_by_the_environment() -> None:
    ended = interpreted("import aha", AHA_LIBRARY="/nonexistent/libaha.so")
    assert ended.returncode == 1
    assert "ImportError: libaha can't be loaded from /nonexistent/libaha.so" in ended.stderr


def test_the_library_beside_the_package_is_found(tmp_path: Path) -> None:
    package = tmp_path / "aha"
    shutil.copytree(Path(aha.__file__).parent, package)
    script = "import aha._abi as abi; print(abi.library_name())"
    (package / _abi.SONAME).symlink_to(os.environ.get("AHA_LIBRARY") or _abi.lib._name)
    ended = interpreted(script, AHA_LIBRARY="", PYTHONPATH=str(tmp_path))
    assert ended.stdout.strip() == str(package / _abi.SONAME), ended.stderr


def test_the_systems_library_has_the_abi_number(tmp_path: Path) -> None:
    script = f"import sys; sys.path.insert(0, {str(PACKAGE)!r}); import aha._abi as abi"
    ended = interpreted(script + "; print(abi.library_name())", AHA_LIBRARY="")
    assert _abi.SONAME in (ended.stdout or ended.stderr)
    assert "/libaha.so" not in ended.stdout


def test_version_is_that_of_the_repository() -> None:
    expected = (PACKAGE / "VERSION").read_text().strip()
    assert aha.version_text() == aha.__version__ == _abi.VERSION == expected
    major, minor, patch = map(int, expected.split("."))
    assert aha.version_number() == major * 1000000 + minor * 1000 + patch


def test_modules_are_small() -> None:
    lengths = {file.name: len(file.read_text().splitlines())
               for file in Path(aha.__file__).parent.glob("*.py")
               if file.stem not in ("_tables", "effects")}  # generated
    assert max(lengths.values()) <= 250, lengths


def test_every_function_was_called() -> None:
    """A class has one kind of handle, so Python needs no function that checks the kind."""
    assert {one for one in FUNCTIONS if not one.endswith("_as")} - CALLED == set()
