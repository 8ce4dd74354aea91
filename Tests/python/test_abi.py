"""The binding says the same as the headers: functions, enumerators, structures."""

from __future__ import annotations

import ctypes as c
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aha
import headers
import pytest
from aha import (
    _abi, _analysis_functions, _drop_structs, _library_functions, _live_structs, _network_structs,
    _picture_functions, _piece_functions, _project_structs, _structs,
)
from aha.recovery import Recovery
from conftest import CALLED, PACKAGE, constant

STRUCTS = {
    "aha_account_options": _network_structs.AccountOptions,
    "aha_analysis_info": _analysis_functions.AnalysisInfo,
    "aha_analysis_options": _analysis_functions.AnalysisOptions,
    "aha_bounce_options": _project_structs.BounceOptions,
    "aha_bus_meter": _structs.BusMeter,
    "aha_client_options": _network_structs.ClientOptions,
    "aha_destination_callbacks": _drop_structs.DestinationCallbacks,
    "aha_destination_info": _drop_structs.DestinationInfo,
    "aha_destination_options": _drop_structs.DestinationOptions,
    "aha_device_info": _live_structs.DeviceInfo,
    "aha_device_options": _live_structs.DeviceOptions,
    "aha_device_status": _live_structs.DeviceStatus,
    "aha_drop_options": _drop_structs.DropOptions,
    "aha_drop_progress": _drop_structs.DropProgress,
    "aha_encode_options": _structs.EncodeOptions,
    "aha_effect_info": _structs.EffectInfo,
    "aha_engine_options": _structs.EngineOptions,
    "aha_engine_stats": _structs.EngineStats,
    "aha_event": _structs.Event,
    "aha_history_bucket": _library_functions.HistoryBucket,
    "aha_history_cursor": _library_functions.HistoryCursor,
    "aha_input_options": _live_structs.InputOptions,
    "aha_input_status": _live_structs.InputStatus,
    "aha_item": _library_functions.Item,
    "aha_item_query": _library_functions.ItemQuery,
    "aha_job_progress": _structs.JobProgress,
    "aha_lane": _project_structs.Lane,
    "aha_loop_points": _analysis_functions.LoopPoints,
    "aha_modulation_options": _structs.ModulationOptions,
    "aha_onset": _analysis_functions.Onset,
    "aha_opening_asset": _drop_structs.OpeningAsset,
    "aha_opening_options": _drop_structs.OpeningOptions,
    "aha_outline_bin": _analysis_functions.OutlineBin,
    "aha_parameter_info": _structs.ParameterInfo,
    "aha_piece_info": _piece_functions.PieceInfo,
    "aha_key_change": _picture_functions.KeyChange,
    "aha_cover_info": _picture_functions.CoverInfo,
    "aha_strip_options": _picture_functions.StripOptions,
    "aha_piece_problem": _piece_functions.PieceProblem,
    "aha_player_options": _structs.PlayerOptions,
    "aha_plot_options": _project_structs.PlotOptions,
    "aha_point": _project_structs.Point,
    "aha_project_bus": _project_structs.ProjectBus,
    "aha_project_effect": _project_structs.ProjectEffect,
    "aha_project_options": _project_structs.ProjectOptions,
    "aha_project_settings": _project_structs.ProjectSettings,
    "aha_provider": _network_structs.Provider,
    "aha_recorder_meter": _live_structs.RecorderMeter,
    "aha_recorder_options": _live_structs.RecorderOptions,
    "aha_recorder_status": _live_structs.RecorderStatus,
    "aha_recovered_take": _live_structs.RecoveredTake,
    "aha_report_info": _library_functions.ReportInfo,
    "aha_request_options": _network_structs.RequestOptions,
    "aha_request_progress": _network_structs.RequestProgress,
    "aha_scan_options": _library_functions.ScanOptions,
    "aha_session_options": _project_structs.SessionOptions,
    "aha_sign_in_options": _network_structs.SignInOptions,
    "aha_sound_info": _structs.SoundInfo,
    "aha_sound_options": _structs.SoundOptions,
    "aha_store_callbacks": _network_structs.StoreCallbacks,
    "aha_stream_callbacks": _structs.StreamCallbacks,
    "aha_stretch_options": _structs.StretchOptions,
    "aha_sync_options": _library_functions.SyncOptions,
    "aha_tempo": _analysis_functions.Tempo,
    "aha_tonality": _piece_functions.Tonality,
    "aha_track": _project_structs.Track,
    "aha_watch_status": _library_functions.WatchStatus,
}
CALLBACKS = {
    "aha_destroy_fn": _structs.DestroyFn, "aha_log_fn": _structs.LogFn, "read": _structs.ReadFn,
    "load": _network_structs.LoadFn, "save": _network_structs.SaveFn,
    "forget": _network_structs.ForgetFn,
    "begin": _drop_structs.BeginFn, "send": _drop_structs.SendFn,
    "create": _drop_structs.CreateFn, "discard": _drop_structs.DiscardFn,
    "write": _structs.WriteFn, "seek": _structs.SeekFn, "length": _structs.LengthFn,
}
# The first prefix that fits counts.
ENUMS = {
    "AHA_ACCOUNT_": aha.AccountText, "AHA_ASSET_": aha.Asset,
    "AHA_CONTAINER_": aha.Container, "AHA_CURVE_": aha.Curve, "AHA_DEVICE_LOSS_": aha.DeviceLoss,
    "AHA_DESTINATION_": aha.DestinationKind, "AHA_DROP_": aha.DropStage,
    "AHA_DEVICE_": aha.DeviceState, "AHA_DITHER_": aha.Dither, "AHA_ENCODING_": aha.Encoding,
    "AHA_ERROR_": aha.Result, "AHA_EVENT_": aha.EventKind, "AHA_EXPORT_": aha.ExportText,
    "AHA_FILE_": aha.FileState, "AHA_GRANT_": aha.Grant, "AHA_REPLY_": aha.ReplyFormat,
    "AHA_STORE_": aha.StoreKind,
    "AHA_NETWORK_": aha.Network, "AHA_OPENING_": aha.OpeningText, "AHA_WEBDAV_": aha.WebDAVStyle,
    "AHA_LANE_": aha.LaneMode, "AHA_LOG_": aha.LogLevel, "AHA_OWNER_": aha.OwnerKind,
    "AHA_POINT_": aha.PointCurve, "AHA_SCOPE_": aha.Scope,
    "AHA_IMAGE_": aha.ImageFormat, "AHA_PIECE_FIELD_": aha.PieceField, "AHA_PIECE_": aha.PieceText,
    "AHA_RELATION_": aha.Relation, "AHA_TONALITY_TEXT_": aha.TonalityText,
    "AHA_TONALITY_": aha.TonalityMode,
    "AHA_PLAYER_": aha.PlayerState, "AHA_RECORDER_REASON_": aha.RecorderReason,
    "AHA_RECORDER_": aha.RecorderState, "AHA_SOUND_": aha.SoundMode, "AHA_UNIT_": aha.Unit,
    "AHA_WAVEFORM_": aha.Waveform,
    "AHA_ACTIVITY_": aha.Activity, "AHA_ITEM_": aha.ItemState, "AHA_ORDER_": aha.ItemOrder,
    "AHA_ORIGIN_": aha.Origin, "AHA_SCALE_": aha.TimeScale,
}
# These begin as others do: the states of devices, the kinds of destinations, the stages of drops.
OTHERS: dict[str, Any] = {
    **{f"AHA_DEVICE_{one.name}": one for one in aha.DeviceDirection},
    **{f"AHA_DESTINATION_{one.name}": one for one in aha.DestinationText},
    **{f"AHA_DROP_{one.name}": one for one in aha.DropText},
    **{f"AHA_ITEM_{one.name}": one for one in aha.ItemText},
}
# Numbers of effects, which test_effects.py compares.
OF_EFFECTS = ("AHA_EFFECT_", *(f"AHA_{kind.name.upper()}_" for kind in aha.effect_kinds()))
SIMPLE: dict[str, Any] = {
    "void": None, "int": c.c_int, "float": c.c_float, "double": c.c_double, "size_t": c.c_size_t,
    "int32_t": c.c_int32, "uint32_t": c.c_uint32, "int64_t": c.c_int64, "uint64_t": c.c_uint64,
    "void *": c.c_void_p, "char *": c.c_char_p, "char **": c.POINTER(c.c_char_p),
    "aha_destroy_fn": _structs.DestroyFn, "aha_log_fn": _structs.LogFn,
}


def in_ctypes(c_type: str) -> Any:
    """The ctypes type that a C type of the headers has to be."""
    c_type = headers.numbers().get(c_type, c_type)
    if c_type.endswith("]"):
        return c.c_char * int(c_type[len("char["):-1])
    if c_type in SIMPLE:
        return SIMPLE[c_type]
    if c_type in STRUCTS:
        return STRUCTS[c_type]
    base, stars = c_type.split()
    base = headers.numbers().get(base, base)
    if base in STRUCTS:
        return c.POINTER(STRUCTS[base])
    if base in SIMPLE:
        return c.POINTER(SIMPLE[base])
    return c.c_void_p if stars == "*" else c.POINTER(c.c_void_p)


def test_every_function_is_in_the_table_with_its_types() -> None:
    table = {name: (restype, list(arguments)) for name, arguments, (restype, _) in _abi.FUNCTIONS}
    expected = {name: (in_ctypes(result), [in_ctypes(one) for one in parameters])
                for name, (result, parameters) in headers.functions().items()}
    assert table == expected


def test_every_result_is_checked_as_its_type_asks() -> None:
    checks = {"aha_result": _abi._raised, "char *": _abi._decoded, "int": _abi._descriptor}
    for name, _, (_, check) in _abi.FUNCTIONS:
        assert check is checks.get(headers.functions()[name][0]), name


def test_callback_types_are_those_of_the_headers() -> None:
    assert set(headers.callbacks()) == set(CALLBACKS)
    for name, (result, parameters) in headers.callbacks().items():
        kind = CALLBACKS[name]
        # The text that a callback is given, c_char_p, and bytes to be filled, c_void_p.
        assert kind._restype_ is in_ctypes(result), name
        assert list(kind._argtypes_) == [in_ctypes(one) for one in parameters], name


def test_every_enumerator_is_there_and_no_other() -> None:
    expected: dict[Any, dict[str, int]] = {
        kind: {} for kind in (*ENUMS.values(), *map(type, OTHERS.values()))}
    for name, value in headers.enumerators().items():
        if name.startswith(OF_EFFECTS):
            continue
        if name in OTHERS:
            expected[type(OTHERS[name])][OTHERS[name].name] = value
            continue
        prefix = next((one for one in ENUMS if name.startswith(one)), "AHA_")
        expected[ENUMS.get(prefix, aha.Result)][name[len(prefix):]] = value
    for kind, members in expected.items():
        assert {name: int(member) for name, member in kind.__members__.items()} == members


def test_constants() -> None:
    assert "#define AHA_LOOP_FOREVER UINT32_MAX" in headers.TEXT
    assert "#define AHA_NO_RETRIES UINT32_MAX" in headers.TEXT
    assert aha.LOOP_FOREVER == aha.request.NO_RETRIES == 2 ** 32 - 1
    assert f"#define AHA_COVER_PIXELS {aha.COVER_PIXELS}\n" in headers.TEXT
    assert f"#define AHA_COLOR_BLACK {aha.picture._BLACK:#x}u\n" in headers.TEXT


def test_structures_have_the_layout_of_the_headers(tmp_path: Path) -> None:
    fields = headers.structs()
    assert set(fields) == set(STRUCTS)
    expected = _layout_by_the_compiler(fields, tmp_path)
    for name, struct in STRUCTS.items():
        found = {field[0]: getattr(struct, field[0]).offset for field in struct._fields_}
        types = {field: in_ctypes(c_type) if c_type else CALLBACKS[field]
                 for field, c_type in fields[name].items()}
        assert {field[0]: field[1] for field in struct._fields_} == types, name
        assert {**found, "": c.sizeof(struct)} == expected[name], name


def _layout_by_the_compiler(fields: dict[str, dict[str, str]], folder: Path) -> dict[str, Any]:
    """Offsets by field of each structure, and its size under ""."""
    lines = []
    for struct, names in fields.items():
        lines.append(f'printf("{struct}  %zu\\n", sizeof({struct}));')
        lines += [f'printf("{struct} {name} %zu\\n", offsetof({struct}, {name}));'
                  for name in names]
    source = folder / "layout.c"
    source.write_text("#include <aha.h>\n#include <stdio.h>\nint main(void) {\n"
                      + "\n".join(lines) + "\nreturn 0; }\n")
    program = folder / "layout"
    subprocess.run(["cc", "-I", headers.INCLUDE, source, "-o", program], check=True)
    layout: dict[str, Any] = {struct: {} for struct in fields}
    for line in subprocess.check_output([program], text=True).splitlines():
        struct, name, number = line.split(" ")
        layout[struct][name] = int(number)
    return layout


def run(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          env={**os.environ, **environment})


def test_the_library_is_named_by_the_environment() -> None:
    ended = run("import aha", AHA_LIBRARY="/nonexistent/libaha.so.0")
    assert ended.returncode == 1
    assert "ImportError: libaha can't be loaded from /nonexistent/libaha.so.0" in ended.stderr


def test_the_library_beside_the_package_comes_next(tmp_path: Path) -> None:
    package = tmp_path / "aha"
    package.mkdir()
    for file in Path(aha.__file__).parent.glob("*.py"):
        (package / file.name).write_bytes(file.read_bytes())
    script = "import aha._abi as abi; print(abi.library_name())"
    (package / "libaha.so.0").symlink_to(os.environ.get("AHA_LIBRARY") or _abi.lib._name)
    ended = run(script, AHA_LIBRARY="", PYTHONPATH=str(tmp_path))
    assert ended.stdout.strip() == str(package / "libaha.so.0"), ended.stderr


def test_without_both_the_library_is_asked_for_by_its_abi_number(tmp_path: Path) -> None:
    script = f"import sys; sys.path.insert(0, {str(PACKAGE)!r}); import aha._abi as abi"
    ended = run(script + "; print(abi.library_name())", AHA_LIBRARY="")
    assert "libaha.so.0" in (ended.stdout or ended.stderr)
    assert "/libaha.so" not in ended.stdout


def test_a_library_that_lacks_a_function_is_refused(tmp_path: Path) -> None:
    old = tmp_path / "libaha.so.0"
    subprocess.run(["cc", "-shared", "-x", "c", "/dev/null", "-o", old], check=True)
    ended = run("import aha", AHA_LIBRARY=str(old))
    assert "is older than this binding" in ended.stderr
    assert "aha_result_name" in ended.stderr


@pytest.mark.parametrize("noun", ["engine", "sound", "player", "bus", "effect", "stream", "job",
                                  "device", "input", "recorder", "recovery", "project",
                                  "session", "piece", "analysis", "export", "client",
                                  "account", "request", "destination", "drop", "opening",
                                  "library", "items", "report"])
def test_retain_adds_an_owner(noun: str, engine: aha.Engine, tmp_path: Path) -> None:
    sound = constant(engine, 100)
    stream = aha.Stream.memory()
    (tmp_path / "alltihop.json").write_text('{"pieces":[]}')
    library = aha.Library(tmp_path / "library")
    client = aha.Client("tests", state_folder=tmp_path)
    provider = aha.Provider("oauth2", authorization_url="https://x.example/",
                            token_url="https://x.example/", client_id="x")
    makers: dict[str, Callable[[], Any]] = {
        "client": lambda: client, "account": lambda: client.account(provider),
        "request": lambda: client.request("GET", "https://x.example/"),
        "destination": lambda: aha.Destination.folder(client, tmp_path),
        "drop": lambda: aha.Drop(aha.Destination.folder(client, tmp_path), aha.Piece()),
        "opening": lambda: client.open(tmp_path),
        "library": lambda: library, "items": lambda: library.page(),
        "report": lambda: library.scan(tmp_path)._report,
        "engine": lambda: engine, "sound": lambda: sound, "bus": engine.bus,
        "effect": lambda: aha.Filter(engine),
        "player": lambda: engine.player(sound), "stream": lambda: stream,
        "job": lambda: engine.save(stream, frames=10), "input": lambda: aha.Input(engine),
        "device": lambda: aha.Device(engine, "stepped"),
        "recorder": lambda: aha.Recorder(engine, tmp_path / "take.wav"),
        "recovery": lambda: Recovery(tmp_path),
        "piece": lambda: aha.Piece(), "export": lambda: aha.Export(tmp_path),
        "analysis": lambda: aha.Analysis.of([0.0] * 100, 48_000),
        "project": lambda: aha.Project.create(tmp_path / "a.aha"),
        "session": lambda: aha.Session(aha.Project.create(tmp_path / "b.aha"), engine)}
    thing = makers[noun]()
    retain, release = (getattr(_abi.lib, f"aha_{noun}_{verb}") for verb in ("retain", "release"))
    handle = thing._handle
    retain(handle)
    release(handle)
    release(handle)
    with pytest.raises(aha.ReleasedError):
        release(handle)


def test_a_released_handle_is_never_that_of_something_else() -> None:
    old = [aha.Stream.memory() for _ in range(3)]
    handles = {stream._handle for stream in old}
    for stream in old:
        stream.close()
    new = [aha.Stream.memory(b"abc") for _ in range(3)]
    for handle in handles:
        with pytest.raises(aha.ReleasedError):
            _abi.lib.aha_stream_release(handle)
    assert [stream.getvalue() for stream in new] == [b"abc"] * 3


def test_version_is_that_of_the_repository() -> None:
    expected = (PACKAGE / "VERSION").read_text().strip()
    assert aha.version_text() == aha.__version__ == expected
    major, minor, patch = map(int, expected.split("."))
    assert aha.version_number() == major * 1000000 + minor * 1000 + patch


def test_modules_are_small() -> None:
    lengths = {file.name: len(file.read_text().splitlines())
               for file in Path(aha.__file__).parent.glob("*.py")}
    assert max(lengths.values()) <= 250, lengths


def test_every_function_was_called() -> None:
    assert {name for name, _, _ in _abi.FUNCTIONS} - CALLED == set()
