"""Runs the samples of pages: docs.py FOLDER PAGE... [--fragments PAGE...]

A C block with a main function is a program; all other C blocks of a page together are one program.
The Python blocks of a page are one program. In a page of Tests, each block of C, C++ and Python is
a program.
Shell lines run if they need no sound device and end without input.

After --fragments, each C block of a page is compiled by itself, with the variables of its text, and
each Python block is parsed: all names of aha in it exist.
"""
import ast
import re
import shlex
import subprocess
import sys
from pathlib import Path

# Code before fragments that declares the variables their page mentions.
C_BEGIN = """#include <aha.h>
#include <stdio.h>
#include <stdlib.h>
static void need(aha_result result) {
  if (result >= AHA_OK) return;
  fprintf(stderr, "%s\\n", aha_last_error());
  exit(1);
}
int main(void) {
"""
C_ENGINE = """aha_engine *engine; aha_sound *sound; aha_player *player;
need(aha_engine_create(NULL, &engine));
need(aha_sound_load(engine, "drums.ogg", NULL, &sound));
need(aha_player_create(engine, sound, NULL, NULL, &player));
"""
# Test machines have no default device; the null device is a clock without hardware.
C_NULL_DEVICE = ('aha_device_open(engine, &(aha_device_options){.id = "null", '
                 ".struct_size = sizeof(aha_device_options)},")
PYTHON_ENGINE = """
engine = aha.Engine.offline()
player = engine.play(engine.load("drums.ogg"))
"""
# Variables that the texts around fragments speak of; void *: a player here, a sound there.
C_FRAGMENT = """#include <aha.h>
#include <stdio.h>
#include <stdlib.h>
static aha_engine *engine; static aha_result result; static aha_client *client; static void *drums;
static aha_sound *sound, *second, *third, *shot, *cymbal, *hall_sound; static aha_job *job;
static aha_player *player, *kick, *menu_music, *bass, *metronome; static aha_piece *piece;
static aha_bus *bus, *music, *world, *effects_bus, *headphones, *cue, *hall, *voice;
static aha_chain *chain;
static aha_effect *effect, *filter, *reverb; static aha_device *device; static void *memory;
static aha_recorder *recorder; static const float *input, *left, *right; static float *output;
static uint64_t frames, count, first, first_frame, now; static aha_play_options options;
static aha_event event; static aha_listener listener; static void free_memory(void *memory) {}
"""
COMMANDS = ("aha devices", "aha play --device null", "aha info", "aha analyze", "aha mix",
            "aha effects", "aha help", "aha library scan ~/Music", "aha library list",
            "aha library search", "aha history",
            "aha drop mix.flac --title Rain --to pieces")


def programs(text: str) -> list[str]:
    """The programs in the comment of a header: each checks its results and ends well."""
    found = re.findall(r"(?:^ \*       .*\n)+", text, re.MULTILINE)
    checked = [re.sub(r"^ \*       (aha_\w+\(.*\));$", r"need(\1);", one, flags=re.MULTILINE)
               for one in found]
    bodies = [re.sub(r"^ \*       ", "", one, flags=re.MULTILINE) for one in checked]
    return [C_BEGIN + one + "  return 0;\n}\n" for one in bodies]


def blocks(page: str, language: str) -> list[str]:
    text = Path(page).read_text(encoding="utf-8")
    if page.endswith(".h"):
        return programs(text) if language == "c" else []
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def run(what: str, command: list[str], folder: Path) -> None:
    for old in folder.glob("*.aha"):
        old.unlink()
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300,
                           input=9 * "\n")
    if ended.returncode != 0:
        sys.exit(f"{what}: {' '.join(command)}: {ended.stdout}{ended.stderr}")


def flags() -> list[str]:
    """Split as a shell does: the folder's name may contain a space."""
    return shlex.split(subprocess.run(["pkg-config", "--cflags", "--libs", "aha"], text=True,
                                      capture_output=True, check=True).stdout)


def run_c(page: str, folder: Path) -> int:
    samples = [sample.replace("aha_device_open(engine, NULL,", C_NULL_DEVICE)
               for sample in blocks(page, "c")]
    whole = [sample for sample in samples if "int main" in sample]
    rest = "".join(sample for sample in samples if "int main" not in sample)
    if rest:
        engine = "" if "aha_engine_create" in rest else C_ENGINE
        whole.append(C_BEGIN + engine + rest + "  return 0;\n}\n")
    for source in whole:
        (folder / "sample.c").write_text(source, encoding="utf-8")
        run(page, ["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter",
                   "sample.c", "-o", "sample", *flags()], folder)
        run(page, ["./sample"], folder)
    return len(samples)


def run_cpp(page: str, folder: Path) -> int:
    samples = blocks(page, "cpp") if page.startswith("Tests/") else []
    for source in samples:
        (folder / "sample.cpp").write_text(source, encoding="utf-8")
        run(page, ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "sample.cpp", "-o", "sample",
                   *flags()], folder)
        run(page, ["./sample"], folder)
    return len(samples)


def run_python(page: str, folder: Path) -> int:
    samples = blocks(page, "python")
    if page.startswith("Tests/"):
        for source in samples:
            run(page, [sys.executable, "-c", source], folder)
        return len(samples)
    source = "import aha\n" + "\n".join(samples)
    # Test machines have no default device; the null device is a clock without hardware.
    source = source.replace("aha.Device(engine)", 'aha.Device(engine, "null")')
    source = source.replace("\nplayer.chain", PYTHON_ENGINE + "player.chain", 1)
    run(page, [sys.executable, "-c", source], folder)
    return len(samples)


def run_shell(page: str, folder: Path) -> int:
    (folder / "voice.wav").write_bytes((folder / "bass.ogg").read_bytes())
    lines = [line for block in blocks(page, "sh") for line in block.splitlines()]
    lines = [line for line in lines if line.startswith(COMMANDS)]
    for line in lines:
        run(page, [word.replace("~", str(folder))
                   for word in shlex.split(line, comments=True)], folder)
    return len(lines)


def check_fragments(page: str, folder: Path) -> int:
    samples = blocks(page, "c")
    for sample in samples:
        functions, end, rest = sample.rpartition("\n}\n") if sample.startswith("static") else \
            ("", "", sample)
        (folder / "fragment.c").write_text(
            f"{C_FRAGMENT}{functions}{end}int main(void) {{\n{rest}return 0;\n}}\n")
        run(f"{page}:\n{sample}", ["gcc", "-std=c99", "-fsyntax-only", "-Wall", "-Werror",
                                   "-Wno-unused", "-Wno-misleading-indentation",
                                   "fragment.c", *flags()], folder)
    code = [ast.parse(sample) for sample in blocks(page, "python")]
    names = {node.attr for tree in code for node in ast.walk(tree)
             if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
             and node.value.id == "aha"}
    import aha
    if missing := {name for name in names if not hasattr(aha, name)}:
        sys.exit(f"{page}: aha has no {', '.join(sorted(missing))}")
    return len(samples) + len(code)


folder = Path(sys.argv[1])
pages = sys.argv[2:]
at = pages.index("--fragments") if "--fragments" in pages else len(pages)
fragments = sum(check_fragments(page, folder) for page in pages[at + 1:])
count = sum(language(page, folder) for page in pages[:at]
            for language in (run_c, run_cpp, run_python, run_shell))
print(f"{count} samples of {at} pages; {fragments} fragments")
