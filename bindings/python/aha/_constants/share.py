"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class Network(Named):
    """The network where a link to a piece is posted."""

    X = 1
    #: With the client's facebook_app_id, if it is set.
    FACEBOOK = 2
    MASTODON = 3
    BLUESKY = 4
    REDDIT = 5
    WHATSAPP = 6
    TELEGRAM = 7
    EMAIL = 8
