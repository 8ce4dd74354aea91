"""A host's own place for tokens, behind the callbacks of aha_store_callbacks."""

from __future__ import annotations

import ctypes as c
from typing import Any, Callable, Optional

from . import _registry
from ._network_structs import ForgetFn, LoadFn, SaveFn, StoreCallbacks


class TokenStore:
    """Where tokens are kept, when neither a file nor the keyring will do: derive from it.

    The methods run on threads of libaha's, one at a time for one account, and must not wait for
    libaha. What they raise is shown as for ``__del__``; the call or the job that needed the token
    fails.
    """

    def load(self, provider: str, name: str) -> Optional[bytes]:
        """What was saved; None when there is nothing."""
        raise NotImplementedError

    def save(self, provider: str, name: str, token: bytes) -> None:
        """Keeps bytes in place of what was saved, so that a crash does not lose them."""
        raise NotImplementedError

    def forget(self, provider: str, name: str) -> None:
        """Forgets what was saved."""
        raise NotImplementedError


def _answer(number: int, action: Callable[[Any], int]) -> int:
    store = _registry.kept(number)
    try:
        return action(store)
    except BaseException as error:  # nothing may go up into C
        _registry.report(error, "a store of tokens", store)
        return -1


def _load(number: int, provider: bytes, name: bytes, room: int, capacity: int) -> int:
    def load(store: TokenStore) -> int:
        token = store.load(provider.decode(), name.decode())
        if not token:
            return 0
        if len(token) <= capacity:
            c.memmove(room, token, len(token))
        return len(token)

    return _answer(number, load)


def _save(number: int, provider: bytes, name: bytes, token: int, size: int) -> int:
    def save(store: TokenStore) -> int:
        store.save(provider.decode(), name.decode(), c.string_at(token, size))
        return 0

    return _answer(number, save)


def _forget(number: int, provider: bytes, name: bytes) -> int:
    def forget(store: TokenStore) -> int:
        store.forget(provider.decode(), name.decode())
        return 0

    return _answer(number, forget)


_LOAD, _SAVE, _FORGET = LoadFn(_load), SaveFn(_save), ForgetFn(_forget)
CALLBACKS = StoreCallbacks(load=_LOAD, save=_SAVE, forget=_FORGET)
