"""A host's own token store, behind the callbacks of aha_store_callbacks."""

from __future__ import annotations

import ctypes as c
from typing import Any, Optional

from . import _structs
from ._callback import callback


class TokenStore:
    """Base class of a host's own token store, which replaces the file and the keyring.

    libaha calls the methods on its threads, one at a time per account. They must not wait for
    libaha. An exception is reported as for ``__del__``; the call or the job that needs the token
    fails.
    """

    def load(self, provider: str, name: str) -> Optional[bytes]:
        """The saved bytes; None if none are saved."""
        raise NotImplementedError

    def save(self, provider: str, name: str, token: bytes) -> None:
        """Saves bytes durably, in place of the previous ones."""
        raise NotImplementedError

    def forget(self, provider: str, name: str) -> None:
        """Deletes the saved bytes."""
        raise NotImplementedError


_WHERE = "a store of tokens"


@callback(_structs.LoadFn, -1, _WHERE)
def _load(store: TokenStore, provider: bytes, name: bytes, room: int, capacity: int) -> int:
    token = store.load(provider.decode(), name.decode())
    if not token:
        return 0
    if len(token) <= capacity:
        c.memmove(room, token, len(token))
    return len(token)


@callback(_structs.SaveFn, -1, _WHERE)
def _save(store: TokenStore, provider: bytes, name: bytes, token: int, size: int) -> int:
    store.save(provider.decode(), name.decode(), c.string_at(token, size))
    return 0


@callback(_structs.ForgetFn, -1, _WHERE)
def _forget(store: TokenStore, provider: bytes, name: bytes) -> int:
    store.forget(provider.decode(), name.decode())
    return 0


CALLBACKS: Any = _structs.StoreCallbacks(load=_load, save=_save, forget=_forget)
