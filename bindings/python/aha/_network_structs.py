"""Structures and callback types of clients, accounts and requests, field for field."""

from __future__ import annotations

import ctypes as c

from ._structs import DestroyFn, Sized

LoadFn = c.CFUNCTYPE(c.c_int64, c.c_void_p, c.c_char_p, c.c_char_p, c.c_void_p, c.c_size_t)
SaveFn = c.CFUNCTYPE(c.c_int32, c.c_void_p, c.c_char_p, c.c_char_p, c.c_void_p, c.c_size_t)
ForgetFn = c.CFUNCTYPE(c.c_int32, c.c_void_p, c.c_char_p, c.c_char_p)


class ClientOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("application_id", c.c_char_p),
        ("api_key", c.c_char_p),
        ("facebook_app_id", c.c_char_p),
        ("user_agent", c.c_char_p),
        ("state_folder", c.c_char_p),
        ("ca_file", c.c_char_p),
        ("proxy", c.c_char_p),
        ("connect_timeout_ms", c.c_uint32),
        ("stall_timeout_ms", c.c_uint32),
        ("total_timeout_ms", c.c_uint32),
        ("connections", c.c_uint32),
        ("max_reply_bytes", c.c_uint64),
        ("event_capacity", c.c_uint32),
        ("checks_scheme", c.c_uint32),
    ]


class Provider(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("name", c.c_char_p),
        ("authorization_url", c.c_char_p),
        ("token_url", c.c_char_p),
        ("revocation_url", c.c_char_p),
        ("api_url", c.c_char_p),
        ("client_id", c.c_char_p),
        ("client_secret", c.c_char_p),
        ("secret_file", c.c_char_p),
        ("redirect_url", c.c_char_p),
        ("scopes", c.c_char_p),
        ("token_style", c.c_char_p),
        ("token_header", c.c_char_p),
        ("grants", c.c_uint32),
        ("uses_basic", c.c_uint32),
    ]


class StoreCallbacks(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("load", LoadFn),
        ("save", SaveFn),
        ("forget", ForgetFn),
    ]


class AccountOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("name", c.c_char_p),
        ("callbacks", c.POINTER(StoreCallbacks)),
        ("user_data", c.c_void_p),
        ("destroy", DestroyFn),
        ("store", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class SignInOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("grant", c.c_uint32),
        ("timeout_ms", c.c_uint32),
        ("user", c.c_char_p),
        ("password", c.c_char_p),
        ("no_listener", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class RequestOptions(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("context", c.c_void_p),
        ("format", c.c_uint32),
        ("waits_for_sign_in", c.c_uint32),
        ("retries", c.c_uint32),
        ("is_idempotent", c.c_uint32),
        ("timeout_ms", c.c_uint32),
        ("tells_data", c.c_uint32),
        ("max_reply_bytes", c.c_uint64),
    ]


class RequestProgress(Sized):
    _fields_ = [
        ("struct_size", c.c_size_t),
        ("sent_bytes", c.c_int64),
        ("sent_total", c.c_int64),
        ("received_bytes", c.c_int64),
        ("received_total", c.c_int64),
        ("tries", c.c_uint32),
        ("reserved", c.c_uint32),
    ]
