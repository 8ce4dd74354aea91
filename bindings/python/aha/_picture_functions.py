"""Structures of pictures and key changes, and one line for each function, as in _abi.py."""

from __future__ import annotations

import ctypes as c
from typing import Any

from ._piece_functions import Tonality
from ._structs import Sized

handle, path = c.c_void_p, c.c_char_p


class KeyChange(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("semitones", c.c_int32),
        ("pitch_cents", c.c_float),
        ("tuner_scale", c.c_float),
        ("tuner_root", c.c_float),
        ("tonality", Tonality),
        ("reserved", c.c_uint32),
    ]


class CoverInfo(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("format", c.c_uint32),
        ("width", c.c_uint32),
        ("height", c.c_uint32),
        ("scaled", c.c_uint32),
    ]


class StripOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("width", c.c_uint32),
        ("height", c.c_uint32),
        ("foreground", c.c_uint32),
        ("background", c.c_uint32),
    ]


info, options = c.POINTER(CoverInfo), c.POINTER(StripOptions)

FUNCTIONS: tuple[tuple[str, tuple[Any, ...], str], ...] = (
    ("aha_piece_get_key_change", (handle, c.c_uint32, c.POINTER(KeyChange)), "result"),
    ("aha_cover_draw", (handle, path, path), "result"),
    ("aha_cover_check", (path, info), "result"),
    ("aha_cover_copy", (path, path, info), "result"),
    ("aha_waveform_draw", (path, path, options), "result"),
    ("aha_spectrogram_draw", (path, path, options), "result"),
)
