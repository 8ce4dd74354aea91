"""The library, and one line for each of its functions.

The table below is the only place where the binding says how a C function is called. The tests
compare it with the headers, type by type.
"""

from __future__ import annotations

import ctypes as c
from typing import Any, Callable, Optional

from . import (
    _analysis_functions, _drop_functions, _library_functions, _live_functions, _network_functions,
    _picture_functions, _piece_functions, _project_functions,
)
from . import _structs as s
from ._library import library_name
from .base import error_for

_Check = Optional[Callable[..., Any]]


def _raised(result: int, function: Any, arguments: Any) -> int:
    """A negative result becomes an exception; OK and the remarks are returned."""
    if result < 0:
        raise error_for(result, lib.aha_result_name(result), lib.aha_last_error())
    return result


def _descriptor(result: int, function: Any, arguments: Any) -> int:
    """-1 becomes an exception. The library says why in its line only, as for any getter."""
    if result < 0:
        raise error_for(-11, lib.aha_result_name(-11), lib.aha_last_error())
    return result


def _decoded(result: bytes, function: Any, arguments: Any) -> str:
    """Text: paths in it may be any bytes."""
    return result.decode("utf-8", "surrogateescape")


# Argument types. Handles of all kinds are plain pointers: the library tells them apart itself.
handle, address, path = c.c_void_p, c.c_void_p, c.c_char_p
u32, i64, u64, size, f32 = c.c_uint32, c.c_int64, c.c_uint64, c.c_size_t, c.c_float
out, out_u64, out_size = c.POINTER(c.c_void_p), c.POINTER(c.c_uint64), c.POINTER(c.c_size_t)
floats, chars, destroy = c.POINTER(c.c_float), c.c_char_p, s.DestroyFn
sound_options, encode_options = c.POINTER(s.SoundOptions), c.POINTER(s.EncodeOptions)
effect_info, parameter_info = c.POINTER(s.EffectInfo), c.POINTER(s.ParameterInfo)

# How each kind of result comes back: its C type, and what is done with it.
result: tuple[Any, _Check] = (c.c_int32, _raised)
text: tuple[Any, _Check] = (c.c_char_p, _decoded)
descriptor: tuple[Any, _Check] = (c.c_int, _descriptor)
parent_handle: tuple[Any, _Check] = (c.c_void_p, None)
number32: tuple[Any, _Check] = (c.c_uint32, None)
number64: tuple[Any, _Check] = (c.c_uint64, None)
offset: tuple[Any, _Check] = (c.c_int64, None)
real: tuple[Any, _Check] = (c.c_float, None)

FUNCTIONS: tuple[tuple[str, tuple[Any, ...], tuple[Any, _Check]], ...] = (
    ("aha_result_name", (c.c_int32,), text),
    ("aha_last_error", (), text),
    ("aha_version_text", (), text),
    ("aha_version_number", (), number32),
    ("aha_log_set_sink", (u32, s.LogFn, address, destroy), result),

    ("aha_stream_create", (c.POINTER(s.StreamCallbacks), address, destroy, out), result),
    ("aha_stream_create_memory", (address, size, address, destroy, out), result),
    ("aha_stream_open", (path, out), result),
    ("aha_stream_copy_bytes", (handle, address, size, out_size), result),
    ("aha_stream_set_limits", (handle, u64, u64), result),
    ("aha_stream_retain", (handle,), result),
    ("aha_stream_release", (handle,), result),

    ("aha_container_name", (u32,), text),
    ("aha_encoding_name", (u32,), text),

    ("aha_job_wait", (handle, i64), result),
    ("aha_job_cancel", (handle,), result),
    ("aha_job_get_progress", (handle, c.POINTER(s.JobProgress)), result),
    ("aha_job_stage", (handle,), text),
    ("aha_job_copy_error", (handle, chars, size, out_size), result),
    ("aha_job_retain", (handle,), result),
    ("aha_job_release", (handle,), result),

    ("aha_engine_create", (c.POINTER(s.EngineOptions), out), result),
    ("aha_engine_retain", (handle,), result),
    ("aha_engine_release", (handle,), result),
    ("aha_engine_render", (handle, floats, u64), result),
    ("aha_engine_sample_rate", (handle,), number32),
    ("aha_engine_channels", (handle,), number32),
    ("aha_engine_position_frames", (handle,), number64),
    ("aha_engine_master_bus", (handle,), parent_handle),
    ("aha_engine_get_stats", (handle, c.POINTER(s.EngineStats)), result),
    ("aha_engine_next_event", (handle, c.POINTER(s.Event)), result),
    ("aha_engine_event_fd", (handle,), descriptor),
    ("aha_event_kind_name", (u32,), text),

    ("aha_sound_load", (handle, path, sound_options, out), result),
    ("aha_sound_load_stream", (handle, handle, sound_options, out), result),
    ("aha_sound_start_load", (handle, handle, sound_options, out, out), result),
    ("aha_sound_create", (handle, floats, u64, u32, u32, out), result),
    ("aha_sound_start_stretch", (handle, c.POINTER(s.StretchOptions), out, out), result),
    ("aha_sound_length_frames", (handle,), number64),
    ("aha_sound_channels", (handle,), number32),
    ("aha_sound_get_info", (handle, c.POINTER(s.SoundInfo)), result),
    ("aha_sound_read_frames", (handle, u64, floats, u64, out_u64), result),
    ("aha_sound_save", (handle, path, encode_options, out), result),
    ("aha_sound_retain", (handle,), result),
    ("aha_sound_release", (handle,), result),

    ("aha_bus_create", (handle, handle, out), result),
    ("aha_bus_set_parent", (handle, handle), result),
    ("aha_bus_set_gain_db", (handle, f32), result),
    ("aha_bus_gain_db", (handle,), real),
    ("aha_bus_set_pan", (handle, f32), result),
    ("aha_bus_pan", (handle,), real),
    ("aha_bus_set_muted", (handle, u32), result),
    ("aha_bus_muted", (handle,), number32),
    ("aha_bus_set_soloed", (handle, u32), result),
    ("aha_bus_soloed", (handle,), number32),
    ("aha_bus_get_meter", (handle, c.POINTER(s.BusMeter)), result),
    ("aha_bus_retain", (handle,), result),
    ("aha_bus_release", (handle,), result),

    ("aha_player_create", (handle, handle, handle, c.POINTER(s.PlayerOptions), out), result),
    ("aha_player_start", (handle,), result),
    ("aha_player_start_at_frame", (handle, u64), result),
    ("aha_player_stop", (handle,), result),
    ("aha_player_stop_at_frame", (handle, u64), result),
    ("aha_player_pause", (handle,), result),
    ("aha_player_resume", (handle,), result),
    ("aha_player_seek_frames", (handle, u64), result),
    ("aha_player_set_loop_frames", (handle, u64, u64, u32), result),
    ("aha_player_set_gain_db", (handle, f32), result),
    ("aha_player_gain_db", (handle,), real),
    ("aha_player_set_pan", (handle, f32), result),
    ("aha_player_pan", (handle,), real),
    ("aha_player_set_bus", (handle, handle), result),
    ("aha_player_get_state", (handle,), number32),
    ("aha_player_position_frames", (handle,), number64),
    ("aha_player_retain", (handle,), result),
    ("aha_player_release", (handle,), result),

    ("aha_effect_kind_count", (), number32),
    ("aha_effect_get_info", (u32, effect_info), result),
    ("aha_effect_get_parameter_info", (u32, u32, parameter_info), result),
    ("aha_effect_create", (handle, u32, out), result),
    ("aha_effect_get_kind", (handle,), number32),
    ("aha_effect_set_value", (handle, u32, f32), result),
    ("aha_effect_set_value_over_frames", (handle, u32, f32, u64), result),
    ("aha_effect_set_value_at_frame", (handle, u32, f32, u64, u64), result),
    ("aha_effect_get_value", (handle, u32, floats), result),
    ("aha_effect_start_modulation", (handle, u32, c.POINTER(s.ModulationOptions)), result),
    ("aha_effect_stop_modulation", (handle, u32), result),
    ("aha_effect_start_spacewave", (handle,), result),
    ("aha_effect_set_bypassed", (handle, u32), result),
    ("aha_effect_bypassed", (handle,), number32),
    ("aha_effect_latency_frames", (handle,), number64),
    ("aha_engine_get_limiter", (handle, out), result),
    ("aha_effect_retain", (handle,), result),
    ("aha_effect_release", (handle,), result),

    ("aha_player_chain", (handle,), parent_handle),
    ("aha_bus_chain", (handle,), parent_handle),
    ("aha_chain_add", (handle, handle), result),
    ("aha_chain_insert", (handle, u32, handle), result),
    ("aha_chain_move", (handle, handle, u32), result),
    ("aha_chain_remove", (handle, handle), result),
    ("aha_chain_clear", (handle,), result),
    ("aha_chain_count", (handle,), number32),
    ("aha_chain_at", (handle, u32, out), result),
    ("aha_chain_latency_frames", (handle,), number64),

    ("aha_render_save", (handle, path, u64, encode_options, out), result),
    ("aha_render_save_stream", (handle, handle, u64, encode_options, out), result),

    *((name, arguments, globals()[kind])
      for table in (_live_functions, _project_functions, _piece_functions, _analysis_functions,
                    _picture_functions, _network_functions, _drop_functions, _library_functions)
      for name, arguments, kind in table.FUNCTIONS),
)


def _declare(library: c.CDLL) -> None:
    for name, arguments, (restype, check) in FUNCTIONS:
        function = getattr(library, name)
        function.argtypes = list(arguments)
        function.restype = restype
        if check is not None:
            function.errcheck = check


def _load() -> c.CDLL:
    """CDLL, not PyDLL: the interpreter's lock is given up for the time of every call."""
    name = library_name()
    try:
        library = c.CDLL(name)
        _declare(library)
    except OSError as error:
        raise ImportError(f"libaha can't be loaded from {name}: {error}; install it, or set"
                          " AHA_LIBRARY to the path of the library") from error
    except AttributeError as error:
        raise ImportError(f"{name} is older than this binding: {error}") from error
    return library


lib = _load()
