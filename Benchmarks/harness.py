"""Builds the measuring programs, runs them, and reports missing peers."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PREFIX = Path(os.environ.get("AHA_PREFIX") or ROOT / "build/stage/usr").resolve()
WORK = ROOT / "build/bench"
INPUT = WORK / "input"

LMMS = Path("/usr/share/lmms/samples")
LOOPS = ["bassloops/techno_synth01.ogg", "bassloops/techno_synth02.ogg",
         "bassloops/techno_synth03.ogg", "bassloops/techno_synth04.ogg",
         "bassloops/tb303_01.ogg", "beats/909beat01.ogg",
         "beats/electro_beat01.ogg", "latin/latin_guitar03.ogg"]

PYTHON = WORK / "python/bin/python"
GAME = Path("/usr/share/games/amoebax/music")
PIECES = ["AngusBackground.ogg", "K.QuitaBackground.ogg", "KerberosBackground.ogg",
          "Mr.BonesBackground.ogg", "PenBackground.ogg", "SpikeBackground.ogg", "menu.ogg",
          "training.ogg"]
MUSIC = INPUT / "music.wav"

FLAGS = ["-O2", "-std=gnu11", "-Wall", "-Wextra"]
FASTEST = ["-O3", "-march=native"]
LOOP_FLAGS = ["-O3", "-march=x86-64-v3"]

#: A folder with the sources of peers that no registry has: soloud; signalsmith-stretch and linear.
SOURCES = Path(os.environ["PEERS"]).resolve() if os.environ.get("PEERS") else None

# Program name: its sources, and its linked libraries.
PROGRAMS = {
    "machine": (["machine.c"], []),
    "prepare": (["prepare.c"], ["-lsndfile", "-lsoxr", "-lm"]),
    "library_load": (["library_load.c"], ["-ldl"]),
    "players_aha": (["players_aha.c", "players_main.c"], ["-laha", "-lm"]),
    "players_miniaudio": (["players_miniaudio.c", "players_main.c", "miniaudio.o"],
                          ["-lm", "-ldl", "-lpthread"]),
    "players_miniaudio_native": (
        ["players_miniaudio.c", "players_main.c", "miniaudio_native.o"],
        ["-lm", "-ldl", "-lpthread"]),
    "players_openal": (["players_openal.c", "players_main.c"], ["-lopenal", "-lsndfile", "-lm"]),
    "players_loop": (["players_main.c", "players_loop.o"], ["-lsndfile", "-lm"]),
    "players_sdl": (["players_sdl.c"], ["-lSDL2_mixer", "-lSDL2", "-lm"]),
    "one_shots_aha": (["one_shots_aha.c"], ["-laha", "-lm"]),
    "starts": (["starts.c"], []),
    "first_frames_aha": (["first_frames_aha.c"], ["-laha"]),
    "first_frames_sndfile": (["first_frames_sndfile.c"], ["-lsndfile"]),
    "first_frames_miniaudio": (["first_frames_miniaudio.c", "miniaudio_vorbis.o"],
                               ["-lm", "-ldl", "-lpthread"]),
    "load_aha": (["load_aha.c"], ["-laha"]),
    "load_sndfile": (["load_sndfile.c"], ["-lsndfile"]),
    "open_aha": (["open_aha.c"], ["-laha"]),
    "open_sndfile": (["open_sndfile.c"], ["-lsndfile"]),
    "decode_encode": (["decode_encode.c"], ["-lsndfile"]),
    "convert_aha": (["convert_aha.c"], ["-laha", "-lm"]),
    "convert_soxr": (["convert_soxr.c"], ["-lsoxr", "-lm"]),
    "stream_aha": (["stream_aha.c"], ["-laha"]),
    "stream_sndfile": (["stream_sndfile.c"], ["-lsndfile"]),
    "effects_aha": (["effects_aha.c"], ["-laha", "-lm"]),
    "render_aha": (["render_aha.c"], ["-laha", "-lm"]),
    "soak": (["../../Tests/devices/soak.c"], ["-laha", "-lm"]),
    "live_steady": (["live_steady.c"], ["-ljack", "-laha", "-lm"]),
    "large_project": (["large_project.c"], ["-laha", "-lm"]),
    "bounce_aha": (["bounce_aha.c"], ["-laha", "-lm"]),
    "clips_aha": (["clips_aha.c"], ["-laha"]),
    "threads_aha": (["threads_aha.c"], ["-laha", "-lm"]),
    "growth": (["growth.c"], ["-laha"]),
    "analyze_aha": (["analyze_aha.c"], ["-laha"]),
    "transfer_aha": (["transfer_aha.c"], ["-laha"]),
    "drop_aha": (["drop_aha.c"], ["-laha"]),
    "library_aha": (["library_aha.c"], ["-laha"]),
    "library_playing": (["library_playing.c"], ["-laha", "-lm"]),
    "idle_aha": (["idle_aha.c"], ["-laha", "-lm"]),
    "idle_portaudio": (["idle_portaudio.c"], ["-lportaudio", "-laha", "-lm"]),
}


class Unmeasured(Exception):
    """A program that should run failed; the text names it."""


failures = []


def attempt(what, action, *arguments):
    """The action's result, or None after noting the reason."""
    try:
        return action(*arguments)
    except Unmeasured as reason:
        line = f"{what}: {reason}"
        if line not in failures:
            failures.append(line)
        return None


def library():
    """The installed libaha.so, with links resolved."""
    found = sorted(PREFIX.glob("lib/**/libaha.so"))
    if not found:
        raise Unmeasured(f"no libaha.so under {PREFIX}/lib: build and install it there first")
    return found[0]


def environment():
    """The installed library is found at run time, as it was when linking.

    Environment variables for other S3 clients would affect the peers.
    """
    folders = {str(path.parent) for path in PREFIX.glob("lib/**/libaha.so")}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    return {**kept, "LD_LIBRARY_PATH": ":".join(sorted(folders))}


def pin_to_one_core():
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def run(command, pinned=True, **more):
    """Standard output of a command that must succeed, on one core by default.

    ``more`` are further variables of its environment.
    """
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          env={**environment(), **more},
                          preexec_fn=pin_to_one_core if pinned else None)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["it said nothing"]
        why = next((line for line in lines if "error" in line), lines[0])
        raise Unmeasured(f"{Path(command[0]).name} ended with {done.returncode}: {why}")
    return done.stdout


def curl(*arguments, pinned=True):
    return run(["curl", "--silent", "--show-error", "--fail", "--noproxy", "*", *arguments], pinned)


@contextmanager
def server(program, *arguments):
    """A test server on the cores that the clients do not use; its first line."""
    cores = os.sched_getaffinity(0)
    others = cores - {max(cores)} or cores
    process = subprocess.Popen([sys.executable, "-B", ROOT / program, *arguments], text=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               preexec_fn=lambda: os.sched_setaffinity(0, others))
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.communicate(timeout=60)


def make_sparse(path, size, head=b""):
    """A sparse file of this size: it uses no disk and is read at the speed of memory."""
    if not path.exists() or path.stat().st_size != size:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:
            file.write(head)
            file.truncate(size)


def measure(program, *arguments, pinned=True, **more):
    """The output of a measuring program, as a dictionary."""
    path = WORK / "bin" / program
    if not path.exists():
        raise Unmeasured(f"{program} could not be built")
    return json.loads(run([path, *arguments], pinned, **more))


def measure_in_python(program, *arguments):
    """The same for a Python program and its packages."""
    return json.loads(run([PYTHON, "-B", HERE / "programs" / program, *arguments]))


def compile_program(name):
    sources, libraries = PROGRAMS[name]
    if "-laha" in libraries:
        libraries = [f"-I{PREFIX}/include", f"-L{library().parent}", *libraries]
    files = [WORK / "bin" / part if part.endswith(".o") else HERE / "programs" / part
             for part in sources]
    run(["cc", *FLAGS, f"-I{WORK}/peers", *files, "-o", WORK / "bin" / name, *libraries],
        pinned=False)


def compile_miniaudio():
    """Built once as its documentation says and once with full optimization; and as a library."""
    header = ["-DMINIAUDIO_IMPLEMENTATION", "-x", "c", WORK / "peers/miniaudio.h"]
    with_vorbis = [f"-I{WORK}/peers", HERE / "programs/miniaudio_vorbis.c"]
    for name, flags, source in [("miniaudio.o", ["-O2"], header),
                                ("miniaudio_native.o", FASTEST, header),
                                ("miniaudio_vorbis.o", ["-O2"], with_vorbis)]:
        target = WORK / "bin" / name
        if not target.exists():
            run(["cc", *flags, "-fPIC", "-w", "-c", *source, "-o", target], pinned=False)
    run(["cc", "-s", "-shared", WORK / "bin/miniaudio.o", "-o", WORK / "bin/libminiaudio.so",
         "-lm", "-ldl", "-lpthread"], pinned=False)


def compile_loop():
    run(["cc", *FLAGS, *LOOP_FLAGS, "-c", HERE / "programs/players_loop.c", "-o",
         WORK / "bin/players_loop.o"], pinned=False)


def compile_soloud():
    """SoLoud as a mixer, from its sources; once with the flags of each set-up."""
    folder = SOURCES / "soloud"
    parts = [*sorted((folder / "src").glob("core/*.cpp")),
             *sorted((folder / "src").glob("audiosource/wav/*.cpp")),
             folder / "src/backend/null/soloud_null.cpp"]
    for name, flags in {"players_soloud": ["-O2"], "players_soloud_native": FASTEST}.items():
        if (WORK / "bin" / name).exists():
            continue
        objects = []
        vorbis = folder / "src/audiosource/wav/stb_vorbis.c"
        for source in (HERE / "programs/players_main.c", vorbis):
            objects.append(WORK / "bin" / f"{name}_{source.stem}.o")
            run(["cc", *flags, "-w", f"-I{folder}/include", "-c", source, "-o", objects[-1]],
                pinned=False)
        run(["c++", *flags, "-w", "-DWITH_NULL", f"-I{folder}/include",
             HERE / "programs/players_soloud.cpp", *parts, *objects, "-o", WORK / "bin" / name,
             "-lm", "-lpthread", "-ldl"], pinned=False)


def compile_signalsmith():
    run(["c++", "-O2", "-w", f"-I{SOURCES}/signalsmith-stretch", f"-I{SOURCES}/linear/include",
         HERE / "programs/signalsmith.cpp", "-o", WORK / "bin/signalsmith", "-lsndfile"],
        pinned=False)


def build(names):
    (WORK / "bin").mkdir(parents=True, exist_ok=True)
    for name in names:
        (WORK / "bin" / name).unlink(missing_ok=True)
        attempt(name, compile_program, name)


def make_music():
    """Stereo music of a minute, from the pieces of a game; kept for the next run."""
    if not MUSIC.exists():
        INPUT.mkdir(parents=True, exist_ok=True)
        run([PYTHON, "-B", HERE / "programs/music.py", MUSIC, *(GAME / name for name in PIECES)])


def prepare():
    """Builds all programs and makes the input, which is kept for the next run."""
    (WORK / "bin").mkdir(parents=True, exist_ok=True)
    attempt("the peers", run, [HERE / "setup"], False)
    attempt("miniaudio", compile_miniaudio)
    attempt("the plain loop", compile_loop)
    if SOURCES:
        attempt("SoLoud", compile_soloud)
        attempt("Signalsmith Stretch", compile_signalsmith)
    build(PROGRAMS)
    attempt("the music", make_music)
    if not (INPUT / "hours.wav").exists():
        attempt("the input", run, [WORK / "bin/prepare", INPUT, *(LMMS / loop for loop in LOOPS)])
