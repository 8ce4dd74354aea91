"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from dataclasses import dataclass, field

from .._arguments import Path
from .._constants.account import Grant


@dataclass(frozen=True)
class _ProviderValues:
    """A provider. A field of None or 0 uses the value of the built-in provider of that name:
    "soundcloud", "dropbox", "allihoopa", or "oauth2", which has no URLs. A credential of "" counts
    as None. Texts are copied."""

    #: Required.
    name: str
    #: https, or http to this machine.
    authorization_url: str | None = None
    token_url: str | None = None
    revocation_url: str | None = None
    #: Base URL of the resources of requests. The token is sent only to the hosts of the provider's
    #: API; without api_url, to those of authorization_url and token_url.
    api_url: str | None = None
    #: None: the environment's AHA_NAME_CLIENT_ID, as in AHA_SOUNDCLOUD_CLIENT_ID.
    client_id: str | None = None
    #: None: the secret of secret_file, or of the environment's AHA_NAME_CLIENT_SECRET; public
    #: clients have no secret.
    client_secret: str | None = field(default=None, repr=False)
    #: A file whose first line is the secret; may be None.
    secret_file: Path | None = None
    #: As registered: "http://127.0.0.1:8765/callback", "myapp://signed-in". Port 0 selects a free
    #: port. None: "http://127.0.0.1:0/", or "ah-APPLICATION://authorize".
    redirect_url: str | None = None
    #: Separated by spaces.
    scopes: str | None = None
    #: The prefix of the token, as in "Bearer" and "OAuth"; "" for no prefix.
    token_style: str | None = None
    #: The header with the token; None: "Authorization".
    token_header: str | None = None
    #: Grant, combined with |.
    grants: Grant | None = None
    #: True: the client authenticates with HTTP Basic. False: in the form, and with HTTP Basic for
    #: Grant.CLIENT.
    uses_basic: bool = False
    #: True: the server leaves state out of its redirect. PKCE, and the single use of a pending
    #: sign-in, then protect it, so it needs Grant.CODE. False: a code without state is refused.
    omits_state: bool = False
    #: True: aha_account_open fails with StateError if the redirect URL has an application's scheme,
    #: such as myapp://, and the desktop has no program for it: see aha_client_register_scheme.
    requires_scheme: bool = False
