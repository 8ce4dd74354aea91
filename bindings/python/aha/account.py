"""Accounts at providers: OAuth 2 sign-in, tokens and token stores."""

from __future__ import annotations

import ctypes as c
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _registry, _signals, _structs, _wait
from ._abi import lib
from ._calls.account import AccountCalls
from ._arguments import Path, optional_path
from ._callback import callback
from ._client_child import ClientJob, milliseconds
from ._constants.account import Grant, StoreKind
from ._errors import StateError
from ._handle import made
from ._records.account import _ProviderValues

if TYPE_CHECKING:
    from .client import Client


@dataclass(frozen=True)
class Provider(_ProviderValues):
    """A provider. A field of None uses the value of the built-in one of that name: "soundcloud",
    "dropbox", "allihoopa", or "oauth2", which has no URLs of its own.
    """

    def _struct(self) -> _structs.Provider:
        said = {**vars(self), "secret_file": optional_path(self.secret_file),
                "grants": int(self.grants or 0), "use_basic": bool(self.use_basic),
                "omit_state": bool(self.omit_state),
                "require_scheme": bool(self.require_scheme)}
        return _structs.Provider(**said)


class TokenStore:
    """Base class of a host's own token store, which replaces the file and the keyring.

    libaha calls the methods on its threads, one at a time per account. They must not wait for
    libaha. An exception is reported as for ``__del__``; the call or the job that needs the token
    fails.
    """

    def load(self, provider: str, name: str) -> bytes | None:
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


_CALLBACKS: Any = _structs.StoreCallbacks(load=_load, save=_save, forget=_forget)


class SignIn(ClientJob):
    """A sign-in in progress: open ``wait_for_url()`` in a browser, and ``wait()`` or ``await``
    it."""

    _account: Account

    def wait_for_url(self, timeout: float | None = 10.0) -> str:
        """Waits for the URL to open in a browser, and returns it. A ``timeout`` of None waits
        without limit.

        Raises the sign-in's error. Errors: StateError (the sign-in needs no browser, or the timeout
        expired).
        """
        _wait.wait(self._has_url, timeout)
        url = self._account.url
        if not url:
            raise StateError("there is no URL to open for this sign-in")
        return url

    def _has_url(self, timeout_ms: int) -> bool:
        return bool(self._account.url) or self._wait_ms(min(timeout_ms, 20))


class Account(AccountCalls):
    """A user's account at a provider. Its token is stored for later runs."""

    _noun = "account"
    _shows = ("provider", "name", "signed_in")

    def __init__(self, client: Client, provider: Provider | str, *, name: str | None = None,
                 store: StoreKind | str | TokenStore = StoreKind.AUTO) -> None:
        """Opens an account; it is signed in if its token is stored. Blocks. The C function is
        aha_account_open.

        ``provider``: a name selects a built-in one. ``name`` distinguishes accounts at one
        provider; None is "default". Errors: InvalidArgumentError (a URL that is not https; no
        client id), StateError (no api_key for the Allihoopa protocol), DamagedError (the stored
        token is unreadable).
        """
        described = provider if isinstance(provider, Provider) else Provider(provider)
        options = _structs.AccountOptions(name=name)
        if isinstance(store, TokenStore):
            options.callbacks, options.store = c.pointer(_CALLBACKS), StoreKind.HOST
            options.user_data, options.destroy = _registry.keep_shared(store), _registry.destroy
        else:
            options.store, options.destroy = StoreKind.of(store), _structs.DestroyFn()
        with _signals.deferred():
            handle = made(lib.aha_account_open, client._handle, described._struct(), options)
        super().__init__(handle, client)

    def sign_in(self, grant: Grant | None = None, *, timeout: float | None = None,
                user: str | None = None, password: str | None = None,
                listen: bool = True) -> SignIn:
        """Starts a sign-in. The C function is aha_account_sign_in.

        For a sign-in in a browser, open ``account.sign_in().wait_for_url()`` there. With a redirect
        URL at 127.0.0.1, libaha listens there until the browser returns. Pass other redirect URLs
        to ``client.handle_url``, and codes to ``enter_code``. ``grant``: None is the first that the
        provider allows. ``timeout``: seconds for the user in the browser; None is 300. ``listen``
        False opens no port. Cancelling the job ends the sign-in.

        Errors: StateError (a sign-in is in progress), UnsupportedError (a grant that the provider
        does not allow), ExistsError (the port is in use). The job's: RefusedError, TimedOutError,
        ReplyError and other errors of requests.
        """
        options = _structs.SignInOptions(grant=int(grant or 0),
                                         timeout_ms=milliseconds("timeout", timeout), user=user,
                                         password=password, no_listener=not listen)
        job = SignIn(made(lib.aha_account_sign_in, self._handle, options), self._client)
        job._account = self
        return job

    def set_token(self, token: str | None = None, *, file: Path | None = None,
                  refresh: str | None = None, scopes: str | None = None,
                  lifetime: int = 0) -> None:
        """Signs in with a token that its owner generated, and stores it. Blocks. The C function is
        aha_account_set_token.

        ``file``: a file that only its user may read, with the token in its first line, in place of
        ``token``. ``lifetime``: seconds from now; 0 is unknown. The account's former token is not
        revoked, and the server is not asked. Errors: InvalidArgumentError (no token, two, or one
        with blanks), AccessError (other users may read the file), errors of files and of the store.
        """
        with _signals.deferred():
            lib.aha_account_set_token(self._handle, _structs.Token(
                access=token, file=optional_path(file), refresh=refresh, scopes=scopes,
                lifetime_s=lifetime))
