"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._arguments import encoded_text
from .._constants.account import AccountText, StoreKind
from .._client_child import ClientChild, ClientJob
from .._handle import made, text_of


class AccountCalls(ClientChild):
    """The calls of aha_account that Python adds nothing to."""

    @property
    def signed_in(self) -> bool:
        """True: signed in, as far as is known without asking the server. A token that the server
        refuses for good is deleted: EventKind.ACCOUNT_SIGNED_OUT reports it. The C function is
        aha_account_is_signed_in.
        """
        return bool(lib.aha_account_is_signed_in(self._handle))

    def enter_code(self, code: str) -> None:
        """Passes the code that the provider showed, or the URL that the browser was redirected to,
        to the pending sign-in. The C function is aha_account_enter_code. Errors: StateError (no
        sign-in is pending), RefusedError (the state parameter differs), InvalidArgumentError (not a
        code, or a URL other than the redirect URL).
        """
        lib.aha_account_enter_code(self._handle, encoded_text("code", code))

    def refresh(self) -> ClientJob:
        """Refreshes the token; requests do so automatically. The C function is aha_account_refresh.
        Errors: NotSignedInError; the job's: RefusedError (this signs the account out),
        UnsupportedError (the account has no refresh token) and errors of requests.
        """
        return ClientJob(made(lib.aha_account_refresh, self._handle), self._client)

    def sign_out(self) -> ClientJob:
        """Revokes the token at the provider, and forgets it even if the provider refuses or the
        store cannot be changed. This includes a token file that other users may read. A token that
        was stored for another client id or server stays. The C function is aha_account_sign_out.
        Errors: handle errors; the job's: HTTPError and others if the token was not fully revoked,
        DamagedError if a damaged file had none to revoke.
        """
        return ClientJob(made(lib.aha_account_sign_out, self._handle), self._client)

    @property
    def store(self) -> StoreKind:
        """The token store in use: StoreKind. The C function is aha_account_store."""
        return StoreKind(lib.aha_account_store(self._handle))

    @property
    def url(self) -> str:
        """The URL to open in a browser; "" if no sign-in is pending. The C function is
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
        """The granted scopes; "" if the provider did not report them. The C function is
        aha_account_copy_text.
        """
        return text_of(lib.aha_account_copy_text, self._handle, AccountText.SCOPES)

    @property
    def redirect_url(self) -> str:
        """The redirect URL in use, with the selected port. The C function is aha_account_copy_text.
        """
        return text_of(lib.aha_account_copy_text, self._handle, AccountText.REDIRECT_URL)
