"""Every example runs on real loops, and prints an error when it is called wrongly."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import aha
import pytest
from conftest import LOOPS, REPOSITORY
from servers import OAuthServer, dropbox

EXAMPLES = sorted((REPOSITORY / "examples" / "python").glob("*.py"))
BASS = Path("/usr/share/lmms/samples/bassloops")
DRUMS = LOOPS / "drums"  # short ones, for playing in real time


def run(example: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, example, *map(str, arguments)], capture_output=True,
                          text=True, timeout=300)


def example_of(number: str) -> Path:
    return next(one for one in EXAMPLES if one.name.startswith(number))


def good(number: str, *arguments: object) -> str:
    ended = run(example_of(number), *arguments)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def begun(number: str, state: Path, *arguments: object) -> subprocess.Popen[str]:
    """An example that waits for the user's browser."""
    return subprocess.Popen(
        [sys.executable, example_of(number), *map(str, arguments)], text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "XDG_STATE_HOME": str(state)})


def seconds(path: Path) -> float:
    """The length of a file, which must not be silent."""
    with aha.Engine.offline(sample_rate=44100) as engine:
        sound = engine.load(path)
        assert abs(sound.read()).max() > 0.05
        return len(sound) / 44100


@pytest.fixture
def bass() -> Path:
    return sorted(BASS.glob("*.ogg"))[0]


def test_convert_writes_two_mono_seconds(tmp_path: Path) -> None:
    subprocess.run(["sox", "-n", "-r", "44100", "-b", "16", "-c", "2", tmp_path / "in.wav",
                    "synth", "3", "sine", "330"], check=True)
    assert good("32", tmp_path / "in.wav", tmp_path / "out.mp3").endswith(": 2 seconds\n")
    assert seconds(tmp_path / "out.mp3") == pytest.approx(2, abs=0.1)


def test_mix_is_ten_seconds_long(loops: list[Path], bass: Path, tmp_path: Path) -> None:
    good("01", loops[0], bass, tmp_path / "out.flac")
    assert seconds(tmp_path / "out.flac") == 10


def test_numpy_normalizes_a_loop(loops: list[Path], tmp_path: Path) -> None:
    assert "2 channels" in good("02", loops[0], tmp_path / "out.wav")
    with aha.Engine.offline(sample_rate=44100) as engine:
        peak = abs(engine.load(tmp_path / "out.wav").read()).max()
        assert peak == pytest.approx(10 ** (-1 / 20), rel=1e-3)


def test_async_plays_three_loops(loops: list[Path], tmp_path: Path) -> None:
    said = good("03", tmp_path / "out.ogg", *loops[:3])
    assert said.count("player_started") == said.count("player_ended") == 3
    assert said.count("job_finished") >= 3 and seconds(tmp_path / "out.ogg") > 1


def test_buses_and_meters_prints_levels(loops: list[Path], bass: Path) -> None:
    lines = good("04", loops[0], bass).splitlines()
    assert len(lines) == 20 and "drums   -inf dB" in lines[-1] and "drums   -inf" not in lines[5]


def test_stream_plays_from_an_archive(loops: list[Path], tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "loops.zip", "w") as archive:
        for loop in loops[:3]:
            archive.write(loop, loop.name)
    good("05", tmp_path / "loops.zip", tmp_path / "out.flac")
    assert seconds(tmp_path / "out.flac") > 1


def test_schedule_starts_on_each_beat(loops: list[Path], tmp_path: Path) -> None:
    lines = good("06", loops[0], tmp_path / "out.wav").splitlines()
    assert lines == [f"started at frame {number * 22050}, beat {number}" for number in range(8)]


def test_progress_and_log_saves_two_minutes(loops: list[Path], tmp_path: Path) -> None:
    said = good("07", loops[0], tmp_path / "out.flac")
    assert "Vorbis" in said and seconds(tmp_path / "out.flac") == 120


def test_sweep_effects_moves_each_parameter(loops: list[Path], tmp_path: Path) -> None:
    kinds = aha.effect_kinds()
    lines = good("08", loops[0], tmp_path / "out.wav").splitlines()
    names = [f"{kind.name} {one.name}" for kind in kinds for one in kind.parameters]
    assert [" ".join(line.split()[2:4]) for line in lines] == names
    assert seconds(tmp_path / "out.wav") == 2 + 1.5 * len(names)
    [*_, last] = good("08", loops[0], tmp_path / "out.wav", "pitch").splitlines()
    assert last.split()[2:] == ["pitch", "formant_cents", "from", "-1200", "to", "1200", "cents"]


def test_play_device_plays_to_the_end() -> None:
    said = good("09", DRUMS / "kick01.ogg", "null")
    assert "device_opened null" in said and "player_ended" in said and "0 losses" in said


def test_record_takes_three_seconds(loops: list[Path], tmp_path: Path) -> None:
    assert "3.5 seconds, peak" in good("10", loops[0], tmp_path / "take.wav")
    assert seconds(tmp_path / "take.wav") == 3.5


def test_microphone_records_a_take_to_a_song(tmp_path: Path) -> None:
    song, take = DRUMS / "kick01.ogg", tmp_path / "take.wav"
    assert "frames are assumed" in good("11", song, take, "null")
    with aha.Engine.offline() as engine:
        assert len(engine.load(take)) == len(engine.load(song))


def test_project_bounces_a_mix_and_a_stem(loops: list[Path], bass: Path, tmp_path: Path) -> None:
    out, stem = tmp_path / "out.flac", tmp_path / "stem.flac"
    said = good("12", tmp_path / "song.aha", loops[0], bass, out, stem)
    assert "undo 'remove points': True, 3 points are back" in said
    assert "Rave: drums and bass bounced" in said
    assert seconds(out) > seconds(stem) > 1


def test_eight_sounds_bounces_what_it_played(loops: list[Path], tmp_path: Path) -> None:
    said = good("13", tmp_path / "jam.aha", tmp_path / "jam.wav", *loops[:8])
    assert "8 lanes recorded, 0 moves lost" in said and "the bounce equals the session" in said
    assert seconds(tmp_path / "jam.wav") >= 4


def test_analyze_describes_two_loops(loops: list[Path], bass: Path, tmp_path: Path) -> None:
    said = good("15", loops[0], bass, tmp_path / "piece.json")
    assert said.count(" LUFS, ") == 2 and "BPM, atonal" in said and "onsets |" in said
    assert "guessed: length, tempo" in said
    assert aha.Piece.load(tmp_path / "piece.json").title == loops[0].stem


def test_piece_writes_a_manifest(bass: Path, tmp_path: Path) -> None:
    sound = tmp_path / "bass.flac"
    subprocess.run(["sox", bass, sound], check=True)
    said = good("16", sound, tmp_path / "bass.json", "A title", "F# minor")
    assert "A title: " in said and "relative: A major, +3 semitones" in said
    assert aha.Piece.load(tmp_path / "bass.json").title == "A title"


@pytest.mark.parametrize("person", [[], ["confidential-secret", "alice", "wonderland"]],
                         ids=["browser", "password"])
def test_accounts_uploads_and_signs_out(person: list[str], bass: Path, tmp_path: Path) -> None:
    """The test acts as the user's browser; the first token is refused once."""
    oauth = OAuthServer()
    oauth.do("fault", path="/tracks", reply={"status": 401}, count=1)
    process = begun("19", tmp_path, bass, oauth.url, "confidential" if person else "native",
                    *person)
    assert process.stdout
    if not person:
        opened = process.stdout.readline()
        assert opened.startswith("open http")
        assert oauth.do("browse", url=opened.split()[1])["status"] == 200
    said, complaint = process.communicate(timeout=120)
    assert (process.returncode, complaint) == (0, "")
    for line in ("account_signed_in 1 oauth2", "alice is signed in at oauth2", "uploaded Rain",
                 "as expected: "):
        assert line in said
    counts = oauth.statistics()
    # Revoked: the access token and the refresh token.
    assert (counts["refreshes"], counts["paths"]["/tracks"], counts["revocations"]) == (1, 2, 2)
    oauth.end()


def test_drop_sends_a_take(bass: Path, tmp_path: Path) -> None:
    """The test acts as the user's browser."""
    with dropbox() as server:
        process = begun("20", tmp_path / "state", bass, tmp_path / "take.wav", "A title",
                        "An artist", "native", server.url)
        assert process.stdout
        opened = process.stdout.readline()
        assert opened.startswith("open http")
        urllib.request.urlopen(opened.split()[1], timeout=30).read()
        said, complaint = process.communicate(timeout=120)
        assert (process.returncode, complaint) == (0, "")
        assert f"link: {server.url}/" in said and "to be posted: A title" in said
        [sent] = [file for path, file in server.files().items() if path.endswith(".wav")]
        assert sent["size"] == (tmp_path / "take.wav").stat().st_size


def test_piece_travels_through_a_folder(bass: Path, tmp_path: Path,
                                        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    copy = tmp_path / "copy.ogg"
    (tmp_path / "pieces").mkdir()
    said = good("21", bass, tmp_path / "pieces", copy)
    assert "asked for mix_stem" in said and "closed, done" in said
    assert "opened A piece that travels with" in said
    before, _ = said.split("closed, done")
    assert re.search(r"^sent [1-9]\d* bytes so far$", before, re.MULTILINE)
    assert copy.read_bytes() == bass.read_bytes()


def test_library_counts_its_plays(tmp_path: Path) -> None:
    place = tmp_path / "songs.library"
    for turn in (1, 2):
        said = good("22", place, DRUMS, "kick")
        assert "played kick" in said and f", {turn} times now" in said
        assert said.splitlines()[-1].endswith(f" {'#' * turn} {turn} plays")
    assert said.startswith("0 new, ") and "0 missing" in said


def test_effects_on_arrays_write_a_whole_and_a_stream(bass: Path, tmp_path: Path) -> None:
    said = good("29", bass, tmp_path / "out.wav")
    before, whole, stream = map(int, re.findall(r"\d+", said.split(": ")[1]))
    assert whole > before and stream > before
    assert len(aha.read(tmp_path / "out.wav")[0]) == whole + stream


def test_augment_makes_the_same_files_again(loops: list[Path], tmp_path: Path) -> None:
    files = loops[:5]
    made = {}
    for turn in ("a", "b"):
        (tmp_path / turn).mkdir()
        assert "5 files" in good("30", tmp_path / turn, *files)
        made[turn] = [aha.read(tmp_path / turn / f"{one.stem}.flac")[0] for one in files]
    for first, second, file in zip(made["a"], made["b"], files):
        assert len(first) == len(aha.read(file)[0])
        assert abs(first - second).max() < 0.001  # the dither
        assert abs(first - aha.read(file)[0]).max() > 0.01


def test_dataset_gives_excerpts_of_one_length(loops: list[Path]) -> None:
    assert "3 files: (" in good("31", 0.5, *loops[:3])
    assert "8000" in good("31", 0.5, *loops[:3])


#: Wrong arguments by example: NONE.ogg is missing, and OUT is the folder for results.
ARGUMENTS = {
    "01": "NONE.ogg NONE.ogg NONE.ogg", "02": "NONE.ogg NONE.ogg", "03": "NONE.ogg NONE.ogg",
    "04": "NONE.ogg NONE.ogg", "05": "NONE.ogg NONE.ogg", "06": "NONE.ogg NONE.ogg",
    "07": "NONE.ogg NONE.ogg", "08": "NONE.ogg NONE.wav", "09": "NONE.ogg",
    "10": "NONE.ogg NONE.ogg", "11": "NONE.ogg NONE.ogg",
    "12": "NONE.ogg/song.aha NONE.ogg NONE.ogg NONE.ogg NONE.ogg",
    "13": "NONE.ogg/jam.aha NONE.ogg NONE.ogg", "14": "OUT NONE.ogg", "15": "NONE.ogg NONE.json",
    "16": "NONE.ogg NONE.ogg title C", "17": "NONE.ogg C D OUT/out.wav", "18": "NONE.ogg OUT",
    "19": "NONE.ogg NONE.ogg client", "20": "NONE.ogg NONE.wav t a client",
    "21": "NONE.ogg OUT OUT/copy", "22": "NONE.ogg/songs.library NONE.ogg",
    "23": "NONE.ogg OUT/out.wav", "24": "NONE.ogg/out.wav", "25": "NONE.ogg/out.wav",
    "26": "NONE.ogg/out.wav", "27": "NONE.ogg OUT/out.wav", "28": "OUT shop NONE.ogg",
    "29": "NONE.ogg OUT/out.wav", "30": "OUT NONE.ogg", "31": "1 NONE.ogg",
    "32": "NONE.ogg OUT/out.wav",
}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.stem)
def test_a_wrong_argument_is_named_in_one_line(example: Path, tmp_path: Path) -> None:
    usage = run(example)
    assert usage.returncode == 1 and f"python3 {example.name} " in usage.stderr
    words = ARGUMENTS[example.name[:2]].replace("NONE", "OUT/none").split()
    ended = run(example, *(word.replace("OUT", str(tmp_path)) for word in words))
    assert ended.returncode == 1 and len(ended.stderr.splitlines()) == 1
    wrong = "the authorization URL" if example.stem == "19_accounts" else f"{tmp_path}/none.ogg"
    assert ended.stderr.startswith(f"{example.stem}: ") and wrong in ended.stderr
    assert not list(tmp_path.iterdir())


def test_a_reverse_cymbal_ends_on_the_beat(tmp_path: Path) -> None:
    said = good("23", DRUMS / "crash01.ogg", tmp_path / "out.wav").splitlines()
    assert "player_ended at 2.00 s" in said and "player_started at 2.00 s" in said
    assert seconds(tmp_path / "out.wav") > 2.5


def test_a_fly_by_falls_in_pitch(tmp_path: Path) -> None:
    said = good("24", tmp_path / "out.wav")
    assert "498.0 Hz, then 394.1 Hz; loudest after" in said


def test_a_drum_machine_chokes_the_open_hat(tmp_path: Path) -> None:
    assert good("25", tmp_path / "out.wav") == "16 hits, choked at the steps 3 4 11 12 15\n"
    assert seconds(tmp_path / "out.wav") > 2


def test_a_voice_ducks_the_music_of_a_podcast(tmp_path: Path) -> None:
    said = good("26", tmp_path / "out.wav").splitlines()
    assert len(said) == 6 and seconds(tmp_path / "out.wav") == 6


def test_a_guitar_chain_of_plugins_plays(bass: Path, tmp_path: Path) -> None:
    said = good("27", bass, tmp_path / "out.wav").splitlines()
    assert [line.split(":")[0] for line in said] == [
        "Calf Gate", "Calf Saturator", "Calf Vintage Delay", "Calf Reverb"]
    assert seconds(tmp_path / "out.wav") == 8


def test_key_change_transposes_a_loop(bass: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.wav"
    assert good("17", bass, "A minor", "C", out) == "A minor to C minor: +3 semitones\n"
    assert seconds(out) > 1
    assert "-2 semitones" in good("17", bass, "D dorian", "C", out, bass)
    assert "no key" in run(example_of("17"), bass, "atonal", "C", out).stderr


def test_pictures_draws_three_files(bass: Path, tmp_path: Path) -> None:
    said = good("18", bass, tmp_path, "Morning", "Nova", "F# minor")
    assert [line.split(":")[0] for line in said.splitlines()] == [
        "cover.png", "waveform.png", "spectrogram.png"]
    said = good("18", bass, tmp_path, "", "", "", tmp_path / "waveform.png")
    assert "1200 x 200, and was cut and scaled" in said
