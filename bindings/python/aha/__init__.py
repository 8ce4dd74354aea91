"""Play sounds through effects, mix them, take the result to memory or a file: libaha's binding.

    import aha

    with aha.Engine(sample_rate=44100) as engine:
        engine.play(engine.load("drums.ogg"), loop=True, gain_db=-3)
        bass = engine.play(engine.load("bass.ogg"), pan=0.5)
        bass.chain.add(aha.Reverb(engine, mix=0.2))
        engine.save("out.flac", seconds=30).wait()

What is played is also heard and recorded while it is played::

    with aha.Engine(offline=False) as engine:
        aha.Device(engine).start()
        take = aha.Recorder(engine, "take.wav")

A client is signed in to services, and sends requests to them::

    with aha.Client("com.example.drums") as client:
        account = client.account(aha.Provider("soundcloud", client_id="…"))
        me = client.request("GET", "/me", account=account).send().json()

Pieces leave for a destination, and come back::

    with aha.Client("com.example.drums") as client:
        drop = aha.Drop(aha.Destination.folder(client, "pieces"), aha.Piece(title="Morning"))
        link = drop.send("morning.flac").url
        opening = aha.open_piece(client, link)

Time is counted in frames at the engine's rate, gains are decibels, pan is -1 (left) to 1 (right).
Samples are float32, full scale is -1 to 1; NumPy arrays where NumPy is present. Failures raise
:class:`Error` or one of its subclasses.

Threads: every object may be used from any thread. While C works, Python's lock is not held. Calls
that say they block are refused (ReentrantError) inside a file object's methods when libaha calls
them; a log sink must not call libaha at all.
"""

from . import effects as _effects
from ._kinds import Curve, EffectInfo, ParameterInfo, Unit, effect_kinds
from .base import (
    AccessError, BufferTooSmallError, CancelledError, DamagedError, DeviceError, DeviceFormatError,
    DiskFullError, EmptyError, Error, ExistsError, FormatError, FormatLimitError, HTTPError,
    InputOutputError, InvalidArgumentError, InvalidHandleError, IsDirectoryError, LimitError,
    NetworkError, NoDeviceError, NotFoundError, NotSignedInError, OperatingSystemError,
    OutOfMemoryError, PieceError, RateLimitedError, ReentrantError, RefusedError, ReleasedError,
    ReplyError, Result, StateError, TimedOutError, TLSError, UnknownFormatError, UnsupportedError,
    VerifyError,
)
from ._client_child import ClientJob, Sending
from ._reply import ReplyFormat, RequestProgress
from ._token_store import TokenStore
from .account import Account, AccountText, Grant, Provider, SignIn, StoreKind
from .analysis import (
    Analysis, AnalysisInfo, AnalysisJob, LoopPoints, Onset, TempoCandidate,
)
from ._drop_texts import Asset, DropProgress, DropStage, DropText
from ._host_destination import HostDestination
from .bounce import Bounce
from .bus import Bus, Meter
from .chain import Chain
from .client import Client, KeptAccount
from .device import (
    Device, DeviceDirection, DeviceInfo, DeviceLoss, DeviceState, DeviceStatus, devices,
)
from .destination import (
    Destination, DestinationInfo, DestinationKind, DestinationText, WebDAVStyle,
)
from .drop import Drop, Dropping
from .effect import Effect, Waveform
from .effects import *  # noqa: F403
from .engine import Engine, EngineStats
from .event import Event, EventKind
from .export import Export, ExportedPiece, ExportText
from .format import Container, Dither, Encoding
from .history import Activity, Bucket, HistoryCursor, TimeScale
from .input import Input, InputStatus
from .items import Item, ItemOrder, ItemState, ItemText, Origin, Page
from .job import Job, Progress
from .library import Library
from .log import LogLevel, log_to, set_log
from .plot import Plot
from .player import LOOP_FOREVER, Player, PlayerState
from ._project_lanes import FileState, Lane, LaneMode, OwnerKind, Point, PointCurve
from ._project_parts import PROJECT_LONGEST_US, ProjectBus, ProjectEffect, Track
from .key_change import KeyChange
from .opening import (
    OpenedAsset, Opening, OpeningText, open_piece, register_scheme, scheme_problem,
    unregister_scheme,
)
from .picture import (
    COVER_PIXELS, CoverInfo, ImageFormat, check_cover, copy_cover, draw_cover, draw_spectrogram,
    draw_waveform,
)
from .piece import Piece, PieceField, PieceProblem, PieceText
from .project import Marker, Project, ProjectSettings
from .recorder import (
    Recorder, RecorderMeter, RecorderReason, RecorderState, RecorderStatus,
)
from .recovery import RecoveredTake, recover
from .request import Request
from .scan import ReportInfo, Scanning, WatchStatus
from .session import Scope, Session
from .share import Network, share_link, share_text
from .sound import Sound, SoundInfo, SoundMode
from .stream import Stream
from .sync import Syncing
from .tonality import Relation, Tonality, TonalityMode, TonalityText
from .version import version_number, version_text

__version__ = version_text()

__all__ = [
    "LOOP_FOREVER", "AccessError", "BufferTooSmallError", "Bus", "CancelledError", "Chain",
    "Container", "Curve", "DamagedError", "Device", "DeviceDirection", "DeviceError",
    "DeviceFormatError", "DeviceInfo", "DeviceLoss", "DeviceState", "DeviceStatus",
    "DiskFullError", "Dither", "Effect", "EffectInfo", "EmptyError", "Encoding", "Engine",
    "EngineStats", "Error", "Event", "EventKind", "ExistsError", "FormatError",
    "FormatLimitError", "Input", "InputOutputError", "InputStatus", "InvalidArgumentError",
    "InvalidHandleError", "IsDirectoryError", "Job", "LimitError", "LogLevel", "Meter",
    "NoDeviceError", "NotFoundError", "OperatingSystemError", "OutOfMemoryError",
    "ParameterInfo", "PieceError", "Player", "PlayerState", "Progress", "Recorder", "RecorderMeter",
    "RecorderReason", "RecorderState", "RecorderStatus", "RecoveredTake", "ReentrantError",
    "ReleasedError", "Result", "Sound", "SoundInfo", "SoundMode", "StateError", "Stream",
    "Unit", "UnknownFormatError", "UnsupportedError", "VerifyError", "Waveform", "devices",
    "effect_kinds", "log_to", "recover", "set_log", "version_number", "version_text",
    "PROJECT_LONGEST_US", "Bounce", "FileState", "Lane", "LaneMode", "Marker", "OwnerKind", "Plot",
    "Point", "PointCurve", "Project", "ProjectBus", "ProjectEffect", "ProjectSettings", "Scope",
    "Session", "Track", "Piece", "PieceField", "PieceProblem", "PieceText", "Relation", "Tonality",
    "TonalityMode", "TonalityText", "Analysis", "AnalysisInfo", "AnalysisJob", "LoopPoints",
    "Onset", "TempoCandidate", "Export", "ExportText", "ExportedPiece", "COVER_PIXELS", "CoverInfo",
    "ImageFormat", "KeyChange", "check_cover", "copy_cover", "draw_cover", "draw_spectrogram",
    "draw_waveform", "Account", "AccountText", "Client", "ClientJob", "Grant", "HTTPError",
    "KeptAccount", "NetworkError", "NotSignedInError", "Provider", "RateLimitedError",
    "RefusedError", "ReplyError", "ReplyFormat", "Request", "RequestProgress", "Sending", "SignIn",
    "StoreKind", "TLSError", "TimedOutError", "TokenStore", "Asset", "Destination",
    "DestinationInfo", "DestinationKind", "DestinationText", "Drop", "DropProgress", "DropStage",
    "DropText", "Dropping", "HostDestination", "Network", "OpenedAsset", "Opening", "OpeningText",
    "WebDAVStyle", "open_piece", "register_scheme", "scheme_problem", "share_link", "share_text",
    "unregister_scheme", "Activity", "Bucket", "HistoryCursor", "Item", "ItemOrder", "ItemState",
    "ItemText", "Library", "Origin", "Page", "ReportInfo", "Scanning", "Syncing",
    "TimeScale", "WatchStatus", *_effects.__all__,
]
