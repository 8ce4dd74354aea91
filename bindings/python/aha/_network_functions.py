"""One line for each function of clients, accounts and requests, as in _project_functions.py."""

from __future__ import annotations

import ctypes as c
from typing import Any

from . import _network_structs as n
from ._structs import Event

handle, address, chars = c.c_void_p, c.c_void_p, c.c_char_p
u32, i64, size = c.c_uint32, c.c_int64, c.c_size_t
out, out_size, out_u32 = c.POINTER(c.c_void_p), c.POINTER(c.c_size_t), c.POINTER(c.c_uint32)

FUNCTIONS: tuple[tuple[str, tuple[Any, ...], str], ...] = (
    ("aha_client_create", (c.POINTER(n.ClientOptions), out), "result"),
    ("aha_client_next_event", (handle, c.POINTER(Event)), "result"),
    ("aha_client_event_fd", (handle,), "descriptor"),
    ("aha_handle_url", (handle, chars, out_u32), "result"),
    ("aha_client_get_account_count", (handle, out_u32), "result"),
    ("aha_client_copy_account", (handle, u32, u32, chars, size, out_size), "result"),
    ("aha_client_retain", (handle,), "result"),
    ("aha_client_release", (handle,), "result"),

    ("aha_account_open", (handle, c.POINTER(n.Provider), c.POINTER(n.AccountOptions), out),
     "result"),
    ("aha_account_is_signed_in", (handle,), "number32"),
    ("aha_account_sign_in", (handle, c.POINTER(n.SignInOptions), out), "result"),
    ("aha_account_enter_code", (handle, chars), "result"),
    ("aha_account_refresh", (handle, out), "result"),
    ("aha_account_sign_out", (handle, out), "result"),
    ("aha_account_copy_text", (handle, u32, chars, size, out_size), "result"),
    ("aha_account_store", (handle,), "number32"),
    ("aha_account_retain", (handle,), "result"),
    ("aha_account_release", (handle,), "result"),

    ("aha_request_create", (handle, handle, chars, chars, c.POINTER(n.RequestOptions), out),
     "result"),
    ("aha_request_add_parameter", (handle, chars, chars), "result"),
    ("aha_request_add_file", (handle, chars, handle, chars, chars), "result"),
    ("aha_request_set_header", (handle, chars, chars), "result"),
    ("aha_request_set_body", (handle, handle, i64, i64, chars), "result"),
    ("aha_request_set_sink", (handle, handle), "result"),
    ("aha_request_set_reply_file", (handle, chars), "result"),
    ("aha_request_set_range", (handle, i64, i64), "result"),
    ("aha_request_start", (handle, out), "result"),
    ("aha_request_sign", (handle, chars, size, chars, size), "result"),
    ("aha_request_context", (handle,), "parent_handle"),
    ("aha_request_status", (handle,), "number32"),
    ("aha_request_copy_header", (handle, chars, chars, size, out_size), "result"),
    ("aha_request_copy_body", (handle, address, size, out_size), "result"),
    ("aha_request_read", (handle, address, size, out_size), "result"),
    ("aha_request_get_progress", (handle, c.POINTER(n.RequestProgress)), "result"),
    ("aha_request_retain", (handle,), "result"),
    ("aha_request_release", (handle,), "result"),

    ("aha_stream_open_remote", (handle, handle, chars, out), "result"),
)
