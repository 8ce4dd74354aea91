"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._arguments import encoded_text
from .._constants.account import AccountText, StoreKind
from .._handle import Handle, text_of


class AccountCalls(Handle):
    """The calls of aha_account that Python adds nothing to."""

    @property
    def signed_in(self) -> bool:
        """1: signed in, as far as is known without asking the server; 0: not, or a bad handle. The
        C function is aha_account_is_signed_in.
        """
        return bool(lib.aha_account_is_signed_in(self._handle))

    def enter_code(self, code: str) -> None:
        """Hands in the code that the provider showed, or the URL that the browser was sent to. The
        C function is aha_account_enter_code. Errors: StateError (no sign-in waits), RefusedError
        (another state), InvalidArgumentError (no code, or a URL that leads elsewhere).
        """
        lib.aha_account_enter_code(self._handle, encoded_text("code", code))

    @property
    def store(self) -> StoreKind:
        """Where the token is really kept: AHA_STORE_…. The C function is aha_account_store."""
        return StoreKind(lib.aha_account_store(self._handle))

    @property
    def url(self) -> str:
        """The URL to open in a browser; "" when no sign-in waits. The C function is
        aha_account_copy_text.
        """
        return text_of(lib.aha_account_copy_text, self._handle, AccountText.URL)

    @property
    def provider(self) -> str:
        """The provider. The C function is aha_account_copy_text."""
        return text_of(lib.aha_account_copy_text, self._handle, AccountText.PROVIDER)

    @property
    def name(self) -> str:
        """The name. The C function is aha_account_copy_text."""
        return text_of(lib.aha_account_copy_text, self._handle, AccountText.NAME)

    @property
    def scopes(self) -> str:
        """What the provider granted; "" when it did not say. The C function is
        aha_account_copy_text.
        """
        return text_of(lib.aha_account_copy_text, self._handle, AccountText.SCOPES)

    @property
    def redirect_url(self) -> str:
        """Where the redirect leads: with the port that was free. The C function is
        aha_account_copy_text.
        """
        return text_of(lib.aha_account_copy_text, self._handle, AccountText.REDIRECT_URL)
