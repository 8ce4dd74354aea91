"""Written by scripts/generate from include/aha; do not edit."""

from .._abi import lib
from .._names import Named


class EventKind(Named):
    """Kinds of events."""

    NONE = 0
    #: A player gave its first frame. source: aha_player.
    PLAYER_STARTED = 1
    #: A player jumped back to its loop's begin. value: jumps so far; several jumps within 512
    #: frames may be told as one, with the last one's frame. source: aha_player.
    PLAYER_LOOPED = 2
    #: A player came to the end of its sound; told when a last step that had to be smoothed is over.
    #: source: aha_player.
    PLAYER_ENDED = 3
    #: A player is silent after aha_player_stop. source: aha_player.
    PLAYER_STOPPED = 4
    #: A player is silent after aha_player_pause. source: aha_player.
    PLAYER_PAUSED = 5
    #: A streamed sound had no data in time; it fades out, and in again when there is. value:
    #: underruns of the engine so far. source: aha_player.
    UNDERRUN = 6
    #: A streamed sound can't be read any further; it plays what it has. error: why. source:
    #: aha_player.
    STREAM_FAILED = 7
    #: NaN or infinity became silence. value: samples. source: aha_bus.
    NONFINITE = 8
    #: A job has ended. result: what it came to; line: why it failed. source: aha_job.
    JOB_FINISHED = 9
    #: Events were lost because nobody took them. value: how many.
    LOST = 10
    #: A device runs that did not: after a start, or in place of a lost one. line: its id; value:
    #: how often a device was lost before.
    DEVICE_OPENED = 20
    #: The device is gone, or its server. result: AHA_ERROR_DEVICE; line: which, and how that was
    #: seen.
    DEVICE_LOST = 21
    #: Another device is the default one now. line: its id.
    DEVICE_DEFAULT_CHANGED = 22
    #: The device did not ask for frames in time. value: gaps so far.
    DEVICE_GAP = 23
    #: The device ran out of frames, or lost some that it recorded. value: so far.
    DEVICE_XRUN = 24
    #: Rendering a block took longer than the block lasts. value: such blocks so far.
    DEVICE_LATE = 25
    #: A take began. frame: the start; value: frames of pre-roll before it; line: the path. source:
    #: aha_recorder.
    RECORDER_STARTED = 40
    #: A take is complete, whatever ended it. error: why, unless it was stopped; value: frames in
    #: its files. source: aha_recorder.
    RECORDER_FINISHED = 41
    #: The disk was too slow for the ring: frames became silence. value: how many. source:
    #: aha_recorder.
    RECORDER_OVERRUN = 42
    #: The disk has room for fewer seconds than were to be warned of. value: how many. source:
    #: aha_recorder.
    RECORDER_DISK_LOW = 43
    #: The disk was full before the guard could end the take. value: frames that were heard and are
    #: in no file. source: aha_recorder.
    RECORDER_DISK_FULL = 44
    #: A take goes on in its next file. frame: the first one there; value: the file's number; line:
    #: its path. source: aha_recorder.
    RECORDER_SPLIT = 45
    #: The timeline runs. value: its position.
    TIMELINE_STARTED = 60
    #: The timeline stands. value: its position.
    TIMELINE_STOPPED = 61
    #: The timeline jumped back to its loop's begin. value: that position.
    TIMELINE_LOOPED = 62
    #: A sound of a project is not there, or cannot be read: its track is silent. value: the track's
    #: id; error: why.
    SOUND_MISSING = 63
    #: A URL is to be opened in a browser: aha_account_copy_text has it. line: the provider.
    ACCOUNT_URL_PREPARED = 80
    #: Signed in. line: the provider. value: AHA_STORE_…, where the token is.
    ACCOUNT_SIGNED_IN = 81
    #: A sign-in failed, or what is kept is no token (AHA_ERROR_DAMAGED) or was opened to others
    #: (AHA_ERROR_ACCESS). error: why, in the server's words where it said.
    ACCOUNT_FAILED = 82
    #: Signed out: asked for (result is AHA_OK), or by the server. error: why.
    ACCOUNT_SIGNED_OUT = 83
    #: A reply began. value: its status.
    REQUEST_RESPONSE = 100
    #: Bytes went or came; at most ten times a second. value: so far, both ways.
    REQUEST_PROGRESS = 101
    #: There is data to take by aha_request_read. value: how much.
    REQUEST_DATA = 102
    #: It is over, and was a success. value: the status.
    REQUEST_FINISHED = 103
    #: It is over, and was none. error: why; value: the status, or 0.
    REQUEST_FAILED = 104
    #: A reader of a remote stream has to wait for the network. source: aha_stream.
    REMOTE_BUFFERING = 120
    #: There is data again. source: aha_stream.
    REMOTE_PLAYING = 121
    #: A file is wanted: aha_drop_answer_… value: AHA_ASSET_…
    DROP_ASSET_WANTED = 140
    #: It is at another stage. value: AHA_DROP_…
    DROP_STAGE = 141
    #: Bytes went; at most ten times a second. value: confirmed or on their way so far.
    DROP_PROGRESS = 142
    #: It is over. value: 1 when it is done, else 0; error: why not, or the URL.
    DROP_CLOSED = 143
    #: Something is open, or could not be opened. error: why, or the title. source: aha_opening.
    OPENING_FINISHED = 160
    #: A URL asks for a piece, by aha_handle_url: aha_opening_create opens it. line: the URL.
    #: source: NULL.
    OPEN_WANTED = 161

    @property
    def label(self) -> str:
        """The name of an event kind, as in "AHA_EVENT_PLAYER_ENDED"; "AHA_EVENT_UNKNOWN" for
        another number. The C function is aha_event_kind_name.
        """
        text: str = lib.aha_event_kind_name(self)
        return text
