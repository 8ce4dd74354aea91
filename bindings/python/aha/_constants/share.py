"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class Network(Named):
    """Where a link to a piece is posted."""

    X = 1
    #: With the client's facebook_app_id, where it has one.
    FACEBOOK = 2
    MASTODON = 3
    BLUESKY = 4
    REDDIT = 5
    WHATSAPP = 6
    TELEGRAM = 7
    EMAIL = 8
