"""Play sounds through effects, mix them, and render to memory or a file: libaha's binding.

    import aha

    with aha.Engine.offline(sample_rate=44100) as engine:
        engine.play(engine.load("drums.ogg"), loop=True, gain_db=-3)
        bass = engine.play(engine.load("bass.ogg"), pan=0.5)
        bass.chain.add(aha.Reverb(engine, mix=0.2))
        engine.save("out.flac", seconds=30).wait()

A device makes the engine audible, and a recorder writes it to a file::

    with aha.Engine() as engine:
        aha.Device(engine).start()
        take = aha.Recorder(engine, "take.wav")

A client signs in to services, and sends requests to them::

    with aha.Client("com.example.drums") as client:
        account = client.account(aha.Provider("soundcloud", client_id="…"))
        me = client.request("GET", "/me", account=account).send().json()

Pieces are sent to a destination, and opened again::

    with aha.Client("com.example.drums") as client:
        drop = aha.Drop(aha.Destination.folder(client, "pieces"), aha.Piece(title="Morning"))
        link = drop.send("morning.flac").url
        opening = aha.open_piece(client, link)

Time is counted in frames at the engine's rate, gains are decibels, pan is -1 (left) to 1 (right).
Samples are float32, full scale is -1 to 1; NumPy arrays if NumPy is present. Failures raise
:class:`Error` or one of its subclasses.

Threads: every object may be used from any thread. The GIL is released during C calls. Calls
that say they block are refused (ReentrantError) inside a file object's methods when libaha calls
them; a log sink must not call libaha at all.
"""

from importlib import import_module

from ._abi import lib
from ._homes import GENERATED

#: The module of each public name, which is imported when the name is first used.
_HOMES = {**GENERATED, **{name: module for module, names in {
    "account": "Account Provider SignIn TokenStore",
    "analysis": "Analysis AnalysisJob",
    "base": "Error FormatError NetworkError PieceError",
    "board": "Board",
    "bounce": "Bounce",
    "bus": "Bus",
    "chain": "Chain",
    "client": "Client KeptAccount",
    "_client_child": "ClientJob Sending",
    "component": "Component components",
    "_convert": "Conversion convert",
    "destination": "Destination DestinationInfo",
    "device": "Device devices",
    "drop": "Drop DropProgress Dropping",
    "effect": "Effect EffectInfo effect_kinds",
    "format": "media_type",
    "effects": (
        "Chorus ChorusMode Compressor Convolution Crusher Deesser Delay Equalizer Fader "
        "FaderLaw Filter FilterSlope FilterType Gate Ladder LadderMode Limiter LivePitch Phaser "
        "PhaserStages Pitch Reverb Saturation SaturationCurve Tremolo TremoloMode TremoloShape "
        "Tuner TunerRoot Width"
    ),
    "engine": "Engine",
    "event": "Event",
    "files": "SoundFile open read write",
    "history": "HistoryCursor",
    "_host_destination": "HostDestination",
    "host_effect": "HostEffect",
    "input": "Input",
    "items": "Item Page",
    "job": "Job",
    "library": "Analyzing Library",
    "log": "log_to set_log",
    "lv2": "LV2Effect LV2Plugin lv2_plugin lv2_plugins",
    "opening": "Opening open_piece",
    "picture": "COVER_PIXELS check_cover copy_cover draw_cover draw_spectrogram draw_waveform",
    "piece": "KeyChange Piece PieceProblem",
    "player": "LOOP_FOREVER Player",
    "plot": "Plot",
    "project": "Marker Project",
    "_project_lanes": "Lane Point",
    "_project_parts": "PROJECT_LONGEST_US ProjectBus ProjectEffect Track",
    "recorder": "Recorder recover",
    "request": "Request",
    "scan": "Scanning",
    "session": "Session",
    "share": "share_link share_text",
    "sound": "Sound",
    "space": "Listener Space",
    "stream": "Stream",
    "sync": "Syncing",
    "tonality": "Tonality",
    "version": "version_number version_text",
}.items() for name in names.split()}}

#: ``open`` is left out: ``from aha import *`` must not hide Python's.
__all__ = [name for name in _HOMES if name != "open"]
__version__: str = lib.aha_version_text()


def __getattr__(name: str) -> object:
    if name in _HOMES:
        value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
        globals()[name] = value
        return value
    if name in _HOMES.values():
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*{*globals(), *__all__}]
