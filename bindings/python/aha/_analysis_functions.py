"""Structures of analyses, and one line for each function, as in _project_functions.py."""

from __future__ import annotations

import ctypes as c
from typing import Any

from ._piece_functions import Tonality
from ._structs import Sized

handle, path, floats = c.c_void_p, c.c_char_p, c.POINTER(c.c_float)
u32, u64 = c.c_uint32, c.c_uint64
out, out_count = c.POINTER(c.c_void_p), c.POINTER(c.c_uint32)


class AnalysisInfo(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("frames", c.c_uint64),
        ("leading_silence_frames", c.c_uint64),
        ("trailing_silence_frames", c.c_uint64),
        ("loudness_lufs", c.c_double),
        ("short_term_lufs", c.c_double),
        ("range_lu", c.c_double),
        ("true_peak_db", c.c_double),
        ("tempo_bpm", c.c_double),
        ("tempo_confidence", c.c_double),
        ("key_confidence", c.c_double),
        ("tuning_cents", c.c_double),
        ("tonality", Tonality),
        ("sample_rate", c.c_uint32),
        ("channels", c.c_uint32),
        ("tempo_count", c.c_uint32),
        ("onset_count", c.c_uint32),
        ("loop_count", c.c_uint32),
    ]


class AnalysisOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("max_seconds", c.c_double),
    ]


class Tempo(c.Structure):
    _fields_ = [
        ("bpm", c.c_double),
        ("weight", c.c_double),
    ]


class Onset(c.Structure):
    _fields_ = [
        ("frame", c.c_uint64),
        ("strength", c.c_double),
    ]


class LoopPoints(c.Structure):
    _fields_ = [
        ("begin_frame", c.c_uint64),
        ("end_frame", c.c_uint64),
        ("quality", c.c_double),
        ("step", c.c_double),
    ]


class OutlineBin(c.Structure):
    _fields_ = [
        ("lowest", c.c_float),
        ("highest", c.c_float),
        ("rms", c.c_float),
    ]


FUNCTIONS: tuple[tuple[str, tuple[Any, ...], str], ...] = (
    ("aha_analysis_load", (path, out), "result"),
    ("aha_analysis_start", (path, out, out), "result"),
    ("aha_analysis_start_stream", (handle, out, out), "result"),
    ("aha_analysis_start_with", (handle, c.POINTER(AnalysisOptions), out, out), "result"),
    ("aha_analysis_create", (floats, u64, u32, u32, out), "result"),
    ("aha_analysis_get_info", (handle, c.POINTER(AnalysisInfo)), "result"),
    ("aha_analysis_copy_tempos", (handle, c.POINTER(Tempo), u32, out_count), "result"),
    ("aha_analysis_copy_onsets", (handle, c.POINTER(Onset), u32, out_count), "result"),
    ("aha_analysis_copy_loops", (handle, c.POINTER(LoopPoints), u32, out_count), "result"),
    ("aha_analysis_copy_outline", (handle, u32, c.POINTER(OutlineBin), u32), "result"),
    ("aha_analysis_fill_piece", (handle, handle, out_count), "result"),
    ("aha_analysis_retain", (handle,), "result"),
    ("aha_analysis_release", (handle,), "result"),
)
