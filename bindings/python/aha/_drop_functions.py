"""One line for each function of destinations, drops and openings, as in _network_functions.py."""

from __future__ import annotations

import ctypes as c
from typing import Any

from . import _drop_structs as d
from ._structs import DestroyFn

handle, address, chars = c.c_void_p, c.c_void_p, c.c_char_p
u32, size = c.c_uint32, c.c_size_t
out, out_size, out_u32 = c.POINTER(c.c_void_p), c.POINTER(c.c_size_t), c.POINTER(c.c_uint32)

FUNCTIONS: tuple[tuple[str, tuple[Any, ...], str], ...] = (
    ("aha_destination_create", (handle, u32, c.POINTER(d.DestinationOptions), out), "result"),
    ("aha_destination_create_host", (handle, chars, c.POINTER(d.DestinationCallbacks), address,
                                     DestroyFn, out), "result"),
    ("aha_destination_get_info", (handle, c.POINTER(d.DestinationInfo)), "result"),
    ("aha_destination_check", (handle, out), "result"),
    ("aha_destination_copy_text", (handle, u32, chars, size, out_size), "result"),
    ("aha_client_get_destination_count", (handle, out_u32), "result"),
    ("aha_client_get_destination", (handle, u32, out), "result"),
    ("aha_destination_remove", (handle,), "result"),
    ("aha_destination_retain", (handle,), "result"),
    ("aha_destination_release", (handle,), "result"),

    ("aha_drop_create", (handle, handle, c.POINTER(d.DropOptions), out), "result"),
    ("aha_drop_share", (handle, handle, out), "result"),
    ("aha_drop_start", (handle, out), "result"),
    ("aha_drop_send", (handle, chars, out), "result"),
    ("aha_drop_answer_file", (handle, u32, chars, chars), "result"),
    ("aha_drop_answer_bytes", (handle, u32, address, size, chars), "result"),
    ("aha_drop_answer_stream", (handle, u32, handle, chars), "result"),
    ("aha_drop_answer_job", (handle, u32, handle, chars, chars), "result"),
    ("aha_drop_answer_none", (handle, u32), "result"),
    ("aha_drop_answer_error", (handle, u32, chars), "result"),
    ("aha_drop_set_piece", (handle, handle), "result"),
    ("aha_drop_set_cover", (handle, chars), "result"),
    ("aha_drop_commit", (handle,), "result"),
    ("aha_drop_get_progress", (handle, c.POINTER(d.DropProgress)), "result"),
    ("aha_drop_copy_text", (handle, u32, chars, size, out_size), "result"),
    ("aha_drop_context", (handle,), "parent_handle"),
    ("aha_client_get_drop_count", (handle, out_u32), "result"),
    ("aha_client_copy_drop", (handle, u32, chars, size, out_size), "result"),
    ("aha_drop_open", (handle, chars, out), "result"),
    ("aha_drop_discard", (handle, out), "result"),
    ("aha_drop_forget", (handle,), "result"),
    ("aha_drop_retain", (handle,), "result"),
    ("aha_drop_release", (handle,), "result"),

    ("aha_piece_copy_share_text", (handle, chars, chars, size, out_size), "result"),
    ("aha_client_copy_share_link", (handle, u32, handle, chars, chars, size, out_size), "result"),

    ("aha_opening_create", (handle, chars, c.POINTER(d.OpeningOptions), out, out), "result"),
    ("aha_opening_get_piece", (handle, out), "result"),
    ("aha_opening_copy_text", (handle, u32, chars, size, out_size), "result"),
    ("aha_opening_asset_count", (handle,), "number32"),
    ("aha_opening_get_asset", (handle, u32, c.POINTER(d.OpeningAsset)), "result"),
    ("aha_opening_save", (handle, u32, chars, chars, out), "result"),
    ("aha_opening_open_stream", (handle, u32, chars, out), "result"),
    ("aha_opening_context", (handle,), "parent_handle"),
    ("aha_opening_retain", (handle,), "result"),
    ("aha_opening_release", (handle,), "result"),
    ("aha_scheme_register", (chars, chars), "result"),
    ("aha_scheme_check", (chars,), "result"),
)
