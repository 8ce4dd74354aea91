"""Structures of pieces and keys, and one line for each function, as in _project_functions.py."""

from __future__ import annotations

import ctypes as c
from typing import Any

from ._structs import Sized

handle, path, chars = c.c_void_p, c.c_char_p, c.c_char_p
u32, size = c.c_uint32, c.c_size_t
out, out_size = c.POINTER(c.c_void_p), c.POINTER(c.c_size_t)


class Tonality(c.Structure):
    _fields_ = [
        ("mode", c.c_uint32),
        ("scale", c.c_uint32),
        ("root", c.c_uint32),
    ]


class PieceInfo(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("length_us", c.c_int64),
        ("loop_begin_us", c.c_int64),
        ("loop_end_us", c.c_int64),
        ("attachment_bytes", c.c_int64),
        ("tempo_bpm", c.c_double),
        ("beats_per_bar", c.c_int32),
        ("beat_unit", c.c_int32),
        ("tonality", Tonality),
        ("unlisted", c.c_uint32),
    ]


class PieceProblem(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("field", c.c_uint32),
        ("code", c.c_int32),
        ("line", c.c_char * 240),
    ]


tonality = c.POINTER(Tonality)

FUNCTIONS: tuple[tuple[str, tuple[Any, ...], str], ...] = (
    ("aha_tonality_get_major", (u32, tonality), "result"),
    ("aha_tonality_read", (chars, tonality), "result"),
    ("aha_tonality_copy_text", (tonality, u32, chars, size, out_size), "result"),
    ("aha_tonality_get_related", (tonality, u32, tonality), "result"),
    ("aha_tonality_get_shift", (tonality, tonality, c.POINTER(c.c_int32)), "result"),

    ("aha_piece_create", (out,), "result"),
    ("aha_piece_read", (c.c_void_p, size, out), "result"),
    ("aha_piece_load", (path, out), "result"),
    ("aha_piece_copy_manifest", (handle, chars, size, out_size), "result"),
    ("aha_piece_save", (handle, path), "result"),
    ("aha_piece_load_tags", (path, out), "result"),
    ("aha_piece_embed", (handle, path), "result"),
    ("aha_piece_copy_text", (handle, u32, chars, size, out_size), "result"),
    ("aha_piece_set_text", (handle, u32, chars), "result"),
    ("aha_piece_get_info", (handle, c.POINTER(PieceInfo)), "result"),
    ("aha_piece_set_info", (handle, c.POINTER(PieceInfo)), "result"),
    ("aha_piece_add_based_on", (handle, chars), "result"),
    ("aha_piece_clear_based_on", (handle,), "result"),
    ("aha_piece_based_on_count", (handle,), "number32"),
    ("aha_piece_copy_based_on", (handle, u32, chars, size, out_size), "result"),
    ("aha_piece_problem_count", (handle,), "number32"),
    ("aha_piece_problem_at", (handle, u32, c.POINTER(PieceProblem)), "result"),
    ("aha_piece_retain", (handle,), "result"),
    ("aha_piece_release", (handle,), "result"),

    ("aha_export_open", (path, out), "result"),
    ("aha_export_count", (handle,), "number32"),
    ("aha_export_get_piece", (handle, u32, out), "result"),
    ("aha_export_copy_text", (handle, u32, u32, chars, size, out_size), "result"),
    ("aha_export_remark_count", (handle,), "number32"),
    ("aha_export_copy_remark", (handle, u32, chars, size, out_size), "result"),
    ("aha_export_retain", (handle,), "result"),
    ("aha_export_release", (handle,), "result"),
)
