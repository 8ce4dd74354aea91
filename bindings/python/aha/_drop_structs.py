"""Structures and callback types of destinations, drops and openings, field for field."""

from __future__ import annotations

import ctypes as c

from ._structs import Sized

BeginFn = c.CFUNCTYPE(c.c_int32, c.c_void_p, c.c_char_p, c.c_char_p, c.c_char_p, c.c_int64,
                      c.POINTER(c.c_int64))
SendFn = c.CFUNCTYPE(c.c_int32, c.c_void_p, c.c_char_p, c.c_char_p, c.c_void_p, c.c_size_t,
                     c.c_int64)
CreateFn = c.CFUNCTYPE(c.c_int32, c.c_void_p, c.c_char_p, c.c_char_p, c.c_void_p, c.c_size_t)
DiscardFn = c.CFUNCTYPE(c.c_int32, c.c_void_p, c.c_char_p)


class DestinationOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("name", c.c_char_p),
        ("url", c.c_char_p),
        ("account", c.c_void_p),
        ("user", c.c_char_p),
        ("password", c.c_char_p),
        ("password_file", c.c_char_p),
        ("session_token", c.c_char_p),
        ("region", c.c_char_p),
        ("bucket", c.c_char_p),
        ("prefix", c.c_char_p),
        ("public_url", c.c_char_p),
        ("content_url", c.c_char_p),
        ("license", c.c_char_p),
        ("genre", c.c_char_p),
        ("tags", c.c_char_p),
        ("acl", c.c_char_p),
        ("chunk_bytes", c.c_uint64),
        ("uses_virtual_host", c.c_uint32),
        ("webdav", c.c_uint32),
        ("poll_ms", c.c_uint32),
        ("is_downloadable", c.c_uint32),
    ]


class DestinationCallbacks(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("begin", BeginFn),
        ("send", SendFn),
        ("create", CreateFn),
        ("discard", DiscardFn),
    ]


class DestinationInfo(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("kind", c.c_uint32),
        ("is_resumable", c.c_uint32),
        ("has_public_link", c.c_uint32),
        ("has_page", c.c_uint32),
        ("max_bytes", c.c_uint64),
        ("ready", c.c_int32),
        ("reserved", c.c_uint32),
    ]


class DropOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("context", c.c_void_p),
        ("is_committed", c.c_uint32),
        ("waits_for_sign_in", c.c_uint32),
    ]


class DropProgress(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("stage", c.c_uint32),
        ("result", c.c_int32),
        ("bytes_done", c.c_int64),
        ("bytes_total", c.c_int64),
        ("bytes_repeated", c.c_int64),
    ]


class OpeningOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("context", c.c_void_p),
        ("account", c.c_void_p),
        ("allows_private", c.c_uint32),
        ("poll_ms", c.c_uint32),
    ]


class OpeningAsset(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("asset", c.c_uint32),
        ("reserved", c.c_uint32),
        ("size", c.c_int64),
        ("name", c.c_char * 256),
        ("type", c.c_char * 128),
        ("sha256", c.c_char * 72),
    ]
