"""Structures of libraries and histories, and one line for each function, as in _abi.py."""

from __future__ import annotations

import ctypes as c
from typing import Any

from ._picture_functions import StripOptions
from ._structs import Sized


class ItemQuery(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("text", c.c_char_p),
        ("sha256", c.c_char_p),
        ("states", c.c_uint32),
        ("origin", c.c_uint32),
        ("order", c.c_uint32),
        ("count", c.c_uint32),
        ("is_unchecked", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class Item(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("number", c.c_int64),
        ("length_us", c.c_int64),
        ("size", c.c_int64),
        ("added", c.c_int64),
        ("played", c.c_int64),
        ("dropped", c.c_int64),
        ("plays", c.c_int64),
        ("tempo_bpm", c.c_double),
        ("loudness_lufs", c.c_double),
        ("origin", c.c_uint32),
        ("state", c.c_uint32),
        ("container", c.c_uint32),
        ("encoding", c.c_uint32),
        ("sample_rate", c.c_uint32),
        ("channels", c.c_uint32),
        ("depth", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class ScanOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("roots", c.POINTER(c.c_char_p)),
        ("ignored", c.POINTER(c.c_char_p)),
        ("root_count", c.c_uint32),
        ("ignored_count", c.c_uint32),
        ("max_files", c.c_int64),
        ("max_depth", c.c_uint32),
        ("threads", c.c_uint32),
        ("follows_links", c.c_uint32),
        ("takes_hidden", c.c_uint32),
        ("skips_hashes", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class SyncOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("max_items", c.c_int64),
        ("is_whole", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class ReportInfo(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("seen", c.c_int64),
        ("added", c.c_int64),
        ("changed", c.c_int64),
        ("moved", c.c_int64),
        ("unchanged", c.c_int64),
        ("missing", c.c_int64),
        ("undecodable", c.c_int64),
        ("conflicts", c.c_int64),
        ("line_count", c.c_uint32),
        ("is_unchanged", c.c_uint32),
    ]


class WatchStatus(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("scans", c.c_int64),
        ("changes", c.c_int64),
        ("result", c.c_int32),
        ("is_watching", c.c_uint32),
        ("is_limited", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class HistoryBucket(c.Structure):
    _fields_ = [
        ("number", c.c_int64),
        ("plays", c.c_int64),
        ("takes", c.c_int64),
        ("bounces", c.c_int64),
        ("drops", c.c_int64),
        ("play_ms", c.c_int64),
        ("take_ms", c.c_int64),
        ("bounce_ms", c.c_int64),
        ("drop_ms", c.c_int64),
    ]


class HistoryCursor(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("day", c.c_int64),
        ("week", c.c_int64),
        ("month", c.c_int64),
        ("scale", c.c_uint32),
        ("is_now", c.c_uint32),
    ]


handle, chars = c.c_void_p, c.c_char_p
u32, i64, size = c.c_uint32, c.c_int64, c.c_size_t
out, out_size, out_u32 = c.POINTER(c.c_void_p), c.POINTER(c.c_size_t), c.POINTER(c.c_uint32)
out_i64, cursor = c.POINTER(c.c_int64), c.POINTER(HistoryCursor)

FUNCTIONS: tuple[tuple[str, tuple[Any, ...], str], ...] = (
    ("aha_library_open", (chars, out), "result"),
    ("aha_library_copy_path", (handle, chars, size, out_size), "result"),
    ("aha_library_get_count", (handle, out_i64), "result"),
    ("aha_library_get_item", (handle, i64, out), "result"),
    ("aha_library_find", (handle, chars, out), "result"),
    ("aha_library_check", (handle, i64, out), "result"),
    ("aha_library_add_file", (handle, chars, u32, out_i64), "result"),
    ("aha_library_add_piece", (handle, handle, chars, chars, u32, u32, out_i64), "result"),
    ("aha_library_add_drop", (handle, handle, out_i64), "result"),
    ("aha_library_forget", (handle, i64), "result"),
    ("aha_library_analyze", (handle, i64, out), "result"),
    ("aha_library_retain", (handle,), "result"),
    ("aha_library_release", (handle,), "result"),

    ("aha_library_list", (handle, c.POINTER(ItemQuery), out), "result"),
    ("aha_items_next", (handle, out), "result"),
    ("aha_library_get_ancestors", (handle, i64, out), "result"),
    ("aha_library_get_descendants", (handle, i64, out), "result"),
    ("aha_library_get_duplicates", (handle, u32, out), "result"),
    ("aha_items_count", (handle,), "number32"),
    ("aha_items_get", (handle, u32, c.POINTER(Item)), "result"),
    ("aha_items_copy_text", (handle, u32, u32, chars, size, out_size), "result"),
    ("aha_items_get_piece", (handle, u32, out), "result"),
    ("aha_items_retain", (handle,), "result"),
    ("aha_items_release", (handle,), "result"),

    ("aha_library_scan", (handle, c.POINTER(ScanOptions), out, out), "result"),
    ("aha_library_sync", (handle, handle, c.POINTER(SyncOptions), out, out), "result"),
    ("aha_library_fetch", (handle, handle, handle, c.c_int64, chars, out), "result"),
    ("aha_library_sync_feed", (handle, handle, chars, c.POINTER(SyncOptions), out, out), "result"),
    ("aha_library_start_watch", (handle, c.POINTER(ScanOptions)), "result"),
    ("aha_library_stop_watch", (handle,), "result"),
    ("aha_library_get_watch", (handle, c.POINTER(WatchStatus)), "result"),
    ("aha_report_get_info", (handle, c.POINTER(ReportInfo)), "result"),
    ("aha_report_copy_line", (handle, u32, chars, size, out_size), "result"),
    ("aha_report_retain", (handle,), "result"),
    ("aha_report_release", (handle,), "result"),

    ("aha_library_note", (handle, u32, i64, i64, i64), "result"),
    ("aha_library_copy_history", (handle, u32, i64, i64, c.POINTER(HistoryBucket), u32, out_u32),
     "result"),
    ("aha_library_get_first", (handle, u32, out_i64), "result"),
    ("aha_library_copy_history_json", (handle, u32, i64, i64, chars, size, out_size), "result"),
    ("aha_library_draw_history", (handle, u32, i64, i64, chars, c.POINTER(StripOptions)),
     "result"),
    ("aha_time_scale_copy_label", (u32, i64, chars, size, out_size), "result"),
    ("aha_history_cursor_move", (cursor, i64, out_i64), "result"),
    ("aha_history_cursor_zoom", (cursor, i64, out_i64), "result"),
    ("aha_history_cursor_seek", (cursor, i64), "result"),
)
