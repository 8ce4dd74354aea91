"""The account of a saved destination, opened from the destination's settings."""

from __future__ import annotations

import dataclasses

import aha

PREFIX = "account."


def account_of(client: aha.Client, destination: aha.Destination) -> aha.Account:
    """Opens the account that a destination sends with. Errors: NotFoundError (it has none)."""
    values = dict(line.split("=", 1) for line in destination.settings.splitlines() if "=" in line)
    fields = {name[len(PREFIX):]: value for name, value in values.items()
              if name.startswith(PREFIX)}
    provider, name = fields.pop("provider", ""), fields.pop("name", None)
    if not provider:
        raise aha.NotFoundError(f"{destination.name} has no account to sign in")
    known = {field.name for field in dataclasses.fields(aha.Provider)}
    texts = {key: value for key, value in fields.items()
             if key in known and key not in ("grants", "uses_basic")}
    return client.account(aha.Provider(provider, **texts), name=name)
