"""aha project: edits, the output of show, and undo."""

import os
import struct
import subprocess

import pytest

from support import EFFECTS, TONE, read_wav, write_wav


@pytest.fixture
def song(aha, tone):
    """A project with a bus, two tracks, an effect and a marker."""
    aha("project", "new", "song.aha")
    aha("project", "add", "song.aha", "--bus", "drums", "gain=-3")
    aha("project", "add", "song.aha", tone.name, "bus=drums", "fx=reverb:mix=0.5")
    aha("project", "add", "song.aha", tone.name, "name=two words", "start=1.5")
    aha("project", "add", "song.aha", "--marker", "12.25", "Chorus")
    return aha.directory / "song.aha"


def show(aha, *options):
    """The project as show prints it in JSON."""
    [project] = aha.json("project", "show", "song.aha", *options)
    return project


def lines(aha, *options):
    """The project as show prints it as text."""
    return aha("project", "show", "song.aha", *options).stdout.decode().splitlines()


def test_new_projects_have_their_settings(aha):
    assert aha("project", "new", "song.aha").stdout == b""
    assert lines(aha) == ["song.aha: tempo=120 time=4/4 rate=48000", "bus:1 master"]
    aha("project", "new", "b.aha", "--title", "A title", "--tempo=93.5", "--time", "6/8",
        "--rate=44100")
    [project] = aha.json("project", "show", "b.aha")
    assert project == {
        "project": "b.aha", "title": "A title", "tempo_bpm": 93.5, "beats_per_bar": 6,
        "beat_unit": 8, "sample_rate": 44100, "undo": "settings", "redo": "", "tracks": [],
        "markers": [], "buses": [{
            "bus": 1, "name": "master", "goes_to": None, "gain_db": 0, "pan": 0, "muted": False,
            "soloed": False, "lanes": [], "effects": []}]}


def test_a_part_of_a_sound_is_placed_faded_and_split(aha, tmp_path):
    rising = [(frame // 2, -(frame // 2)) for frame in range(48000)]
    write_wav(tmp_path / "rising.wav", rising)
    aha("project", "new", "song.aha")
    aha("project", "add", "song.aha", "rising.wav", "from=12000", "to=0.75s", "fade_out=0.1:smooth")
    [track] = show(aha)["tracks"]
    assert (track["from_seconds"], track["to_seconds"]) == (0.25, 0.75)
    assert (track["fade_out_seconds"], track["fade_out_shape"]) == (0.1, "smooth")
    assert any("from=0.25 to=0.75 fade_out=0.1:smooth" in line for line in lines(aha))
    bounce = ["bounce", "song.aha", "--no-tail", "--no-dither", "--no-limiter", "-o"]
    aha(*bounce, "a.wav")
    output = aha("project", "split", "song.aha", "rising", "0.2", "0.3").stdout.decode()
    assert output.count("rising") == 2 and len(show(aha)["tracks"]) == 3
    aha(*bounce, "b.wav")
    whole, split = read_wav(tmp_path / "a.wav"), read_wav(tmp_path / "b.wav")
    assert whole[300:19000] == rising[12300:31000] and len(whole) == len(split)
    assert max(abs(one[0] - two[0]) for one, two in zip(whole, split)) <= 1
    aha("project", "undo", "song.aha")
    assert len(show(aha)["tracks"]) == 1


def test_new_does_not_replace(aha, song):
    before = song.read_bytes()
    assert "song.aha" in aha.refused("project", "new", "song.aha", code=5)
    assert "nowhere" in aha.refused("project", "new", "nowhere/song.aha", code=5)
    assert song.read_bytes() == before and aha.files() == ["song.aha", "tone.wav"]


def test_new_that_fails_leaves_nothing(aha):
    text = aha.refused("project", "new", "song.aha", "--title", "x" * 1001)
    assert "title" in text or "letters" in text
    assert aha.files() == []


def test_additions_are_printed(aha, tone):
    def added(*arguments):
        return aha("project", "add", "song.aha", *arguments).stdout.decode()

    aha("project", "new", "song.aha")
    assert added("--bus", "drums") == "bus:2 drums\n"
    assert added(tone.name) == "track:1 tone\n"
    assert added(tone.name) == "track:2 tone 2\n", "an existing name gets a number"
    assert added(str(tone), "name=x") == "track:3 x\n"
    assert added("--effect", "delay", "--to", "drums", "mix=0.1") == "effect:1 drums/delay\n"
    assert added("--marker", "3") == "marker:1\n"
    assert added("--marker", "0.000001", "a b") == "marker:2 a b\n"


def test_a_convolution_has_a_file(aha, song, tone):
    words = ("--effect", "convolution", "--to", "drums", f"impulse={tone.name}")
    assert aha("project", "add", "song.aha", *words).stdout == b"effect:2 drums/convolution\n"
    assert f"  effect:2 convolution impulse={tone}" in lines(aha)
    project = show(aha)
    assert project["buses"][1]["effects"][0]["impulse"] == str(tone)
    assert "impulse" not in project["tracks"][0]["effects"][0]


def test_show_tells_tracks_effects_and_markers(aha, song, tone):
    assert lines(aha) == [
        "song.aha: tempo=120 time=4/4 rate=48000", "undo: add marker Chorus", "bus:1 master",
        "bus:2 drums gain=-3", f"track:1 tone bus=drums file={tone}", "  effect:1 reverb mix=0.5",
        f"track:2 two words start=1.5 file={tone}", "marker:1 Chorus time=12.25"]
    project = show(aha)
    track = project["tracks"][1]
    assert track == {
        "track": 2, "name": "two words", "goes_to": 1, "gain_db": 0, "pan": 0, "muted": False,
        "soloed": False, "start_seconds": 1.5, "loops_forever": False, "loop_count": 0,
        "loop_begin_seconds": 0, "loop_end_seconds": 0, "varispeed": 1, "tempo_bpm": 0,
        "reverse": False,
        "from_seconds": 0, "to_seconds": 0, "fade_in_seconds": 0, "fade_in_shape": "linear",
        "fade_out_seconds": 0, "fade_out_shape": "linear",
        "file": str(tone),
        "file_state": "present", "lanes": [], "effects": []}
    [effect] = project["tracks"][0]["effects"]
    assert (effect["effect"], effect["kind"], effect["bypassed"]) == (1, "reverb", False)
    assert effect["values"]["mix"] == 0.5 and effect["values"]["decay_s"] == 2
    assert project["markers"] == [{"marker": 1, "name": "Chorus", "seconds": 12.25}]


@pytest.mark.parametrize("words, expected", [
    (["gain=-6"], {"gain_db": -6}),
    (["gain=-inf"], {"gain_db": -120}),
    (["pan=0.25", "mute=on"], {"pan": 0.25, "muted": True}),
    (["solo=on"], {"soloed": True}),
    (["start=0.000001"], {"start_seconds": 0.000001}),
    (["loop"], {"loops_forever": True, "loop_count": None, "loop_end_seconds": 1}),
    (["loop=3"], {"loops_forever": False, "loop_count": 3, "loop_end_seconds": 1}),
    (["loop=1", "loop_begin=0.25", "loop_end=0.5"],
     {"loop_count": 1, "loop_begin_seconds": 0.25, "loop_end_seconds": 0.5}),
    (["varispeed=0.5", "reverse"], {"varispeed": 0.5, "reverse": True}),
    (["bus=master"], {"goes_to": 1}),
    (["bus=bus:2"], {"goes_to": 2}),
    (["name=naïve ♫"], {"name": "naïve ♫"}),
    (["name=a=b"], {"name": "a=b"}),
])
def test_keys_change_tracks(aha, song, tone, words, expected):
    """The same words go for a track that is new and one that is there."""
    aha("project", "add", "song.aha", tone.name, *words)
    aha("project", "set", "song.aha", "tone", *words)
    tracks = show(aha)["tracks"]
    for track in (tracks[0], tracks[2]):
        assert {key: track[key] for key in expected} == expected


def test_keys_return_to_their_defaults(aha, song):
    aha("project", "set", "song.aha", "tone", "loop=2", "mute=on", "gain=3")
    assert lines(aha)[4].startswith("track:1 tone bus=drums gain=3 mute=on loop=2 loop_end=1 file=")
    aha("project", "set", "song.aha", "tone", "loop=0", "mute=off", "gain=0")
    assert lines(aha)[4].startswith("track:1 tone bus=drums file=")


def test_fx_adds_effects(aha, tone):
    aha("project", "new", "song.aha")
    aha("project", "add", "song.aha", "--bus", "b", "fx=limiter:ceiling_db=-3", "fx=delay")
    bus = show(aha)["buses"][1]
    assert [effect["kind"] for effect in bus["effects"]] == ["limiter", "delay"]
    assert bus["effects"][0]["values"]["ceiling_db"] == -3
    aha("project", "add", "song.aha", "--effect", "reverb", "--to", "master", "preset=room")
    reverb = show(aha)["buses"][0]["effects"][-1]
    assert reverb["values"]["decay_s"] == 0.5


def test_set_changes_the_project(aha, song):
    aha("project", "set", "song.aha", "title=Song", "tempo=93.25", "time=3/4", "rate=96000")
    project = show(aha)
    assert project["title"] == "Song" and project["tempo_bpm"] == 93.25
    assert (project["beats_per_bar"], project["beat_unit"]) == (3, 4)
    assert project["sample_rate"] == 96000 and project["undo"] == "settings"
    assert lines(aha)[0] == "song.aha: title=Song tempo=93.25 time=3/4 rate=96000"


def test_set_changes_buses_effects_and_markers(aha, song):
    aha("project", "add", "song.aha", "--bus", "all")
    aha("project", "set", "song.aha", "drums", "bus=all", "gain=-9", "pan=-1", "name=kit")
    aha("project", "set", "song.aha", "tone/reverb", "mix=0.25", "decay_s=3", "bypass=on")
    aha("project", "set", "song.aha", "Chorus", "time=1", "name=Verse")
    text = lines(aha)
    assert "bus:2 kit bus=all gain=-9 pan=-1" in text
    assert "  effect:1 reverb bypass=on decay_s=3 mix=0.25" in text
    assert "marker:1 Verse time=1" in text
    aha("project", "set", "song.aha", "effect:1", "bypass=off")
    assert "  effect:1 reverb decay_s=3 mix=0.25" in lines(aha)


def test_place_moves_tracks_and_effects(aha, song):
    aha("project", "add", "song.aha", "--effect", "filter", "--to", "tone", "place=1")
    aha("project", "set", "song.aha", "track:2", "place=1")
    tracks = show(aha)["tracks"]
    assert [track["track"] for track in tracks] == [2, 1]
    assert [effect["kind"] for effect in tracks[1]["effects"]] == ["filter", "reverb"]
    assert "beyond" in aha.refused("project", "set", "song.aha", "tone", "place=3")
    assert "beyond" in aha.refused("project", "set", "song.aha", "tone/reverb", "place=3")


def test_automation_sets_points_with_curves(aha, song):
    aha("project", "automate", "song.aha", "tone/reverb", "mix", "1=0.5:smooth", "0=0",
        "2.5=1:exponential")
    aha("project", "automate", "song.aha", "drums", "gain", "0=-inf", "1=0", "--mode=touch")
    aha("project", "add", "song.aha", "--effect", "filter", "--to", "drums")
    aha("project", "automate", "song.aha", "drums/filter", "type", "0=high_pass", "1=0:step")
    text = lines(aha, "--points")
    at = text.index("    mix: 3 points, read")
    assert text[at + 1:at + 4] == [
        "      0=0:linear", "      1=0.5:smooth", "      2.5=1:exponential"]
    at = text.index("  gain_db: 2 points, touch")
    assert text[at + 1:at + 3] == ["    0=-120:linear", "    1=0:linear"]
    at = text.index("    type: 2 points, read")
    assert text[at + 1:at + 3] == ["      0=high_pass:step", "      1=low_pass:step"]
    [lane] = show(aha)["tracks"][0]["effects"][0]["lanes"]
    assert lane == {"parameter": "mix", "mode": "read", "point_count": 3}
    [lane] = show(aha, "--points")["tracks"][0]["effects"][0]["lanes"]
    assert lane["points"][1] == {"seconds": 1, "value": 0.5, "curve": "smooth"}


def test_automation_is_changed_and_cleared(aha, song):
    def automate(*words):
        aha("project", "automate", "song.aha", "tone", "pan", *words)
        return [(lane["mode"], [(point["seconds"], point["value"]) for point in lane["points"]])
                for lane in show(aha, "--points")["tracks"][0]["lanes"]]

    assert automate("0=0", "2=1") == [("read", [(0, 0), (2, 1)])]
    assert automate("2=-1", "1=0.5") == [("read", [(0, 0), (1, 0.5), (2, -1)])]
    assert automate("--mode", "latch") == [("latch", [(0, 0), (1, 0.5), (2, -1)])]
    assert automate("--clear", "3=0.5") == [("latch", [(3, 0.5)])]
    assert automate("--clear") == []
    assert automate("--mode", "write") == [("write", [])]


def test_the_speed_of_a_track_is_automated(aha, song):
    aha("project", "set", "song.aha", "tone", "varispeed=2", "reverse=on")
    aha("project", "automate", "song.aha", "tone", "varispeed", "0=1:smooth", "0.5=0.05")
    text = lines(aha, "--points")
    assert " varispeed=2 reverse=on file=" in text[4]
    assert text[5:8] == ["  varispeed: 2 points, read", "    0=1:smooth", "    0.5=0.05:linear"]
    lost = aha.refused("project", "automate", "song.aha", "drums", "varispeed", "0=1")
    assert "it has gain, pan" in lost


def test_tracks_follow_the_tempo_of_the_project(aha, song):
    aha("project", "automate", "song.aha", "master", "tempo", "0=60", "2=60:exponential", "4=120")
    aha("project", "set", "song.aha", "tone", "follow=120", "start=2.2", "snap=beat")
    aha("project", "add", "song.aha", "--marker", "3", "bar", "--snap", "bar")
    shown = show(aha, "--points")
    [tempo] = next(bus for bus in shown["buses"] if bus["name"] == "master")["lanes"]
    assert tempo["parameter"] == "tempo"
    assert [point["curve"] for point in tempo["points"]] == ["step", "exponential", "step"]
    assert shown["tracks"][0]["tempo_bpm"] == 120
    assert shown["tracks"][0]["start_seconds"] == 2
    # Two beats before the ramp, then beats at 60 * 2 ** (t / 2) BPM; the bar is beat 4.
    assert any(abs(marker["seconds"] - 3.5194) < 0.0001 for marker in shown["markers"])
    assert "out of range" in aha.refused("project", "set", "song.aha", "tone", "follow=1e6")
    assert "--snap is for --marker" in aha.refused(
        "project", "add", "song.aha", "tone.wav", "--snap", "bar")


def test_a_track_fits_the_project(aha, song):
    aha("piece", "new", "tone.json", "--title", "a", "--tempo", "90", "--key", "Am",
        "--length", "1")
    aha("piece", "embed", "tone.json", "tone.wav")
    aha("project", "add", "song.aha", "tone.wav", "name=fitted", "fit=C")
    track = show(aha)["tracks"][-1]
    assert track["tempo_bpm"] == 90
    assert track["effects"][0]["values"]["cents"] == 300
    assert "not a note" in aha.refused("project", "set", "song.aha", "tone", "fit=X")


def test_all_that_is_removed_is_one_edit(aha, song):
    aha("project", "remove", "song.aha", "tone", "effect:1", "Chorus", "drums", "drums")
    project = show(aha)
    assert [track["name"] for track in project["tracks"]] == ["two words"]
    assert len(project["buses"]) == 1 and project["markers"] == []
    aha("project", "undo", "song.aha")
    assert lines(aha)[-1] == "marker:1 Chorus time=12.25", "all of it is one edit"
    assert "master" in aha.refused("project", "remove", "song.aha", "master")


def test_undo_and_redo_name_the_edit(aha, song):
    aha("project", "set", "song.aha", "tone", "gain=-6", "pan=0.5", "name=voice")
    after = lines(aha)
    assert aha("project", "undo", "song.aha").stdout == b"undone: set tone\n"
    project = show(aha)
    assert (project["undo"], project["redo"]) == ("add marker Chorus", "set tone")
    assert "redo: set tone" in lines(aha)
    assert project["tracks"][0]["name"] == "tone" and project["tracks"][0]["gain_db"] == 0
    assert aha("project", "redo", "song.aha").stdout == b"redone: set tone\n"
    assert lines(aha) == after
    assert "nothing to redo" in aha.refused("project", "redo", "song.aha", code=1)
    for _ in range(5):
        aha("project", "undo", "song.aha")
    assert "nothing to undo" in aha.refused("project", "undo", "song.aha", code=1)


def test_a_failed_edit_changes_nothing(aha, song):
    before = lines(aha)
    assert "none" in aha.refused("project", "set", "song.aha", "tone", "name=x", "bus=none")
    aha.refused("project", "add", "song.aha", "tone.wav", "loop_begin=2", "loop=1")
    aha.refused("project", "set", "song.aha", "tone", "gain=1", "file=missing.wav", code=3)
    assert lines(aha) == before


MISTAKES = [
    (["project"], "project needs a command; they are new, add, send, duck, set, split, remove,"
     " automate, show, undo, redo, plot"),
    (["project", "shwo"], 'project has no command "shwo"; did you mean show?'),
    (["help", "project", "ad"], 'project has no command "ad"; did you mean add?'),
    (["help", "project", "add", "set"], "help takes one command"),
    (["project", "--bus", "x"], 'unknown option "--bus"'),
    (["project", "new"], "project new needs a project, as in song.aha"),
    (["project", "new", "x.aha", "--tempo", "0"], '--tempo "0" is out of range (1 to 1000)'),
    (["project", "new", "x.aha", "--time", "4"],
     '--time "4" is no time signature, as 3/4 or 6/8 is'),
    (["project", "new", "x.aha", "--time", "4/3"],
     '--time "4/3" is no time signature, as 3/4 or 6/8 is'),
    (["project", "add", "song.aha"], "project add needs a file"),
    (["project", "add", "song.aha", "tone.wav", "gian=3"],
     'unknown key "gian"; did you mean gain?; the keys are name=, bus=, gain=, pan=, start=,'
     " from=, to=, loop, loop_begin=, loop_end=, mute=, solo=, varispeed=, follow=, fit, snap=,"
     " reverse, fade_in=, fade_out=, fx="),
    (["project", "add", "song.aha", "tone.wav", "gain"], "gain= needs a value: DB"),
    (["project", "add", "song.aha", "tone.wav", "loop=1", "loop_begin=2"],
     "a loop from 2 to 1 s has no length"),
    (["project", "add", "song.aha", "tone.wav", "bus=drms"],
     'song.aha: nothing is called "drms"; did you mean drums?'),
    (["project", "add", "song.aha", "--bus", "x", "start=1"],
     'unknown key "start"; the keys are name=, bus=, gain=, pan=, mute=, solo=, fx='),
    (["project", "add", "song.aha", "--bus", "x", "--marker", "1"],
     "--bus and --marker don't go together"),
    (["project", "add", "song.aha", "--effect", "delay"], "--effect and --to go together"),
    (["project", "add", "song.aha", "--to", "tone", "tone.wav"], "--effect and --to go together"),
    (["project", "add", "song.aha", "--effect", "dely", "--to", "tone"],
     f'unknown effect "dely"; did you mean delay?; the effects are {EFFECTS}'),
    (["project", "add", "song.aha", "--effect", "pitch", "--to", "tone", "cent=1"],
     'pitch has no parameter "cent"; did you mean cents?; it has cents, formant, formant_cents;'
     " bypass= and place= go for all"),
    (["project", "add", "song.aha", "--effect", "pitch", "--to", "tone/reverb"],
     'song.aha: nothing is called "tone/reverb"'),
    (["project", "add", "song.aha", "--effect", "pitch", "--to", "marker:1"],
     '"marker:1" is no track or bus'),
    (["project", "add", "song.aha", "--marker", "1", "a", "b"], '"b" is one word too many'),
    (["project", "set", "song.aha"], "project set needs KEY=VALUE"),
    (["project", "set", "song.aha", "tone"], "project set needs KEY=VALUE"),
    (["project", "set", "song.aha", "tme=3/4"],
     'unknown key "tme"; did you mean time?; the keys are title=, tempo=, time=, rate='),
    (["project", "set", "song.aha", "tempo=100", "rate"], "rate= needs a value: HZ"),
    (["project", "set", "song.aha", "ton", "gain=1"],
     'song.aha: nothing is called "ton"; did you mean tone?'),
    (["project", "set", "song.aha", "track:9", "gain=1"],
     'song.aha: nothing is called "track:9"'),
    (["project", "set", "song.aha", "tone", "fx=delay"],
     'unknown key "fx"; the keys are name=, bus=, gain=, pan=, start=, from=, to=, loop,'
     " loop_begin=, loop_end=, mute=, solo=, varispeed=, follow=, fit, snap=, reverse, fade_in=,"
     " fade_out=, file=, place="),
    (["project", "set", "song.aha", "tone", "place=0"],
     'place= "0" is out of range (1 to 4000000000)'),
    (["project", "set", "song.aha", "tone/reverb", "mix"], "mix= needs a value"),
    (["project", "set", "song.aha", "Chorus", "tmie=1"],
     'unknown key "tmie"; did you mean time?; the keys are name=, time='),
    (["project", "set", "song.aha", "Chorus", "time"], "time= needs a value"),
    (["project", "remove", "song.aha"], "project remove needs a name"),
    (["project", "automate", "song.aha", "tone"],
     "project automate needs WHAT and a PARAMETER"),
    (["project", "automate", "song.aha", "tone", "pan"],
     "project automate needs TIME=VALUE, --mode or --clear"),
    (["project", "automate", "song.aha", "tone", "mix", "0=1"],
     'a track has no parameter "mix"; it has gain, pan, varispeed'),
    (["project", "automate", "song.aha", "tone/reverb", "mxi", "0=1"],
     'reverb has no parameter "mxi"; did you mean mix?; it has size, decay_s, damping,'
     " predelay_ms, width, mix"),
    (["project", "automate", "song.aha", "tone", "pan", "1"], 'point "1" is not TIME=VALUE'),
    (["project", "automate", "song.aha", "tone", "pan", "1=2"],
     'point "1=2": pan "2" is out of range (-1 to 1)'),
    (["project", "automate", "song.aha", "tone", "pan", "-1=0"], 'unknown option "-1"'),
    (["project", "automate", "song.aha", "tone", "pan", "x=0"],
     'point "x=0": "x" is not a time such as 1.5, 1.5s or 200ms'),
    (["project", "automate", "song.aha", "tone", "pan", "1=0:smoth"],
     'point "1=0:smoth": the curve "smoth" is not known; did you mean smooth?; it is one of step,'
     " linear, exponential, smooth"),
    (["project", "automate", "song.aha", "tone", "pan", "1=0", "1.0=1", "1=0.5"],
     "more than two points are at 1"),
    (["project", "automate", "song.aha", "tone", "pan", "--mode", "raed"],
     '--mode "raed" is not known; did you mean read?; it is one of off, read, touch, latch, write'),
    (["project", "automate", "song.aha", "Chorus", "pan", "0=0"],
     'song.aha: nothing is called "Chorus"'),
    (["project", "automate", "song.aha", "marker:1", "pan", "0=0"],
     '"marker:1" is no track or bus or effect'),
    (["project", "plot"], "project plot needs a project, as in song.aha"),
    (["project", "plot", "song.aha"], "project plot needs -o PNG, the file to write"),
    (["project", "plot", "song.aha", "-o", "x.png", "--width=10"],
     '--width "10" is out of range (320 to 8192)'),
    (["project", "plot", "song.aha", "-o", "x.png", "--from=2", "--to=1"],
     '--to "1" is not behind where it begins'),
    (["project", "show"], "project show needs a project, as in song.aha"),
    (["project", "undo", "song.aha", "2"], '"2" is one word too many'),
]


@pytest.mark.parametrize("arguments, complaint", MISTAKES)
def test_mistakes_leave_the_project_unchanged(aha, song, arguments, complaint):
    before = song.read_bytes()
    text = aha.refused(*arguments)
    assert text.replace("\n", "; ").startswith(f"aha: {complaint}; ")
    assert song.read_bytes() == before and aha.files() == ["song.aha", "tone.wav"]


def test_a_choice_refuses_a_curve(aha, song):
    aha("project", "add", "song.aha", "--effect", "filter", "--to", "tone")
    text = aha.refused("project", "automate", "song.aha", "tone/filter", "type", "0=1:linear")
    assert text == 'aha: point "0=1:linear": type has only the curve step\n'


def test_ambiguous_names_are_refused(aha, song, tone):
    aha("project", "add", "song.aha", tone.name, "name=drums")
    text = aha.refused("project", "set", "song.aha", "drums", "gain=1")
    assert text == 'aha: song.aha: "drums" may be track:3 or bus:2\n'
    aha("project", "set", "song.aha", "track:3", "gain=1")
    aha("project", "add", "song.aha", "--effect", "reverb", "--to", "tone")
    text = aha.refused("project", "automate", "song.aha", "tone/reverb", "mix", "0=0")
    assert text == 'aha: song.aha: "tone/reverb" may be effect:1 or effect:2\n'
    aha("project", "add", "song.aha", tone.name, "name=track:1")
    aha("project", "set", "song.aha", "track:1", "pan=1")
    assert show(aha)["tracks"][0]["pan"] == 1, "a number is always a number"


def test_tracks_must_be_sounds(aha, song):
    (aha.directory / "text.wav").write_text("this is no sound\n" * 100)
    for name, code in {"none.wav": 3, "text.wav": 4, "song.aha": 4}.items():
        assert name in aha.refused("project", "add", "song.aha", name, code=code)
        assert name in aha.refused("project", "set", "song.aha", "tone", f"file={name}", code=code)
    assert len(show(aha)["tracks"]) == 2


def test_a_read_only_project_is_shown_but_not_edited(aha, song):
    song.chmod(0o444)
    before = lines(aha)
    text = aha.refused("project", "set", "song.aha", "tempo=90", code=5, plain_user=True)
    assert text == "aha: song.aha: it can only be read\n"
    aha("project", "show", "song.aha", plain_user=True)
    aha.directory.chmod(0o555)
    assert lines(aha) == before
    aha("project", "show", "song.aha", plain_user=True)
    aha.directory.chmod(0o755)


WRITER = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
project = ctypes.c_void_p()
assert library.aha_project_open(sys.argv[2].encode(), None, ctypes.byref(project)) == 0
print("open", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def writer(aha, song):
    """Another program that has the project open for editing."""
    library = os.path.join(aha.environment["LD_LIBRARY_PATH"], "libaha.so")
    process = subprocess.Popen(["python3", "-c", WRITER, library, song], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"open\n"
    yield process
    process.communicate()


def test_a_project_in_use_is_read_but_not_edited(aha, song, writer):
    text = aha.refused("project", "set", "song.aha", "tempo=90", code=1)
    assert "song.aha" in text and "in use" in text
    aha("bounce", "song.aha", "-o", "out.wav", "--to", "0.1", "--no-tail")
    assert show(aha)["tempo_bpm"] == 120, "reading still works"


def test_edits_of_six_processes_wait_for_each_other(aha, song, tone):
    before = len(show(aha)["tracks"])
    # Each waits five seconds at most; a busy disk makes an edit slow.
    names = [f"name=n{number}" for number in range(6)]
    started = [aha.start("project", "add", "song.aha", tone.name, name, stderr=subprocess.PIPE)
               for name in names]
    said = [process.communicate(timeout=60)[1] for process in started]
    assert [process.returncode for process in started] == [0] * 6, said
    added = show(aha)["tracks"][before:]
    assert sorted(track["name"] for track in added) == sorted(name[5:] for name in names)


def test_a_damaged_project_gives_the_remedy(aha, song):
    content = bytearray(song.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    song.write_bytes(content)
    text = aha.refused("project", "show", "song.aha", code=4)
    assert text.count("\n") == 1 and text.endswith("is damaged. Restore it from a copy\n")


def test_missing_and_moved_files_are_marked(aha, song, tone):
    (aha.directory / "sounds").mkdir()
    tone.rename(aha.directory / "sounds" / "moved.wav")
    assert [track["file_state"] for track in show(aha)["tracks"]] == ["moved", "moved"]
    aha("project", "set", "song.aha", "tone", "file=sounds/moved.wav")
    assert lines(aha)[4].endswith("file=" + str(aha.directory / "sounds/moved.wav"))
    (aha.directory / "sounds/moved.wav").unlink()
    assert lines(aha)[4].endswith("(missing)")
    write_wav(aha.directory / "sounds/moved.wav", TONE[:1000])
    assert lines(aha)[4].endswith("(changed)")


def png_size(path):
    """Width and height of a PNG file."""
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", head[16:])


def test_plot_takes_size_colors_and_part(aha, song):
    assert aha("project", "plot", "song.aha", "-o", "song.png").stdout == b""
    assert png_size(aha.directory / "song.png")[0] == 1600
    light = (aha.directory / "song.png").read_bytes()
    aha("project", "plot", "song.aha", "-o", "song.png", "--width=800", "--height", "400")
    assert png_size(aha.directory / "song.png") == (800, 400)
    aha("project", "plot", "song.aha", "-o", "song.png", "--dark")
    dark = (aha.directory / "song.png").read_bytes()
    aha("project", "plot", "song.aha", "-o", "song.png", "--from=1", "--to=2")
    assert len({light, dark, (aha.directory / "song.png").read_bytes()}) == 3
    assert aha.files() == ["song.aha", "song.png", "tone.wav"]
    assert "nowhere" in aha.refused("project", "plot", "song.aha", "-o", "nowhere/x.png", code=5)
    before = song.read_bytes()
    same = f"../{aha.directory.name}/song.aha"
    text = aha.refused("project", "plot", "song.aha", "-o", same)
    assert "is the project, and would be replaced" in text and song.read_bytes() == before


def test_a_send_is_shown_changed_and_removed(aha, song):
    def send(*words):
        return aha("project", "send", "song.aha", *words).stdout.decode()

    aha("project", "add", "song.aha", "--bus", "hall", "fx=reverb:mix=1")
    assert send("tone", "hall", "gain=-12", "pre") == "bus:4 tone/hall\n"
    assert send("drums", "hall", "name=wet", "fx=filter") == "bus:5 wet\n"
    assert "bus:4 tone/hall (from tone, pre) bus=hall gain=-12" in lines(aha)
    assert "bus:5 wet (from drums) bus=hall" in lines(aha)
    sent = show(aha)["buses"][3]
    assert (sent["source"], sent["before_fader"], sent["goes_to"]) == ("track:1", True, 3)
    aha("project", "set", "song.aha", "tone/hall", "gain=-20")
    aha("project", "automate", "song.aha", "tone/hall", "gain", "0=-inf", "4=-6")
    assert "  gain_db: 2 points, read" in lines(aha)
    aha("project", "remove", "song.aha", "wet")
    assert [one["name"] for one in show(aha)["buses"]] == [
        "master", "drums", "hall", "tone/hall"]


def test_sends_that_cannot_be_are_refused(aha, song):
    before = song.read_bytes()
    assert "needs WHAT and a BUS" in aha.refused("project", "send", "song.aha", "tone", code=2)
    assert "nothing is called" in aha.refused("project", "send", "song.aha", "tone", "x", code=2)
    assert "start" in aha.refused("project", "send", "song.aha", "tone", "drums", "start=1", code=2)
    assert song.read_bytes() == before


def test_a_part_ducks_another_one(aha, song):
    words = ("project", "duck", "song.aha", "drums", "two words", "depth=6", "release=800")
    assert aha(*words).stdout == b"effect:2 drums/compressor\n"
    [line] = [one for one in lines(aha) if "compressor" in one]
    assert "key=two words" in line and "release_ms=800" in line and "mix=0.4988" in line
    assert show(aha)["buses"][1]["effects"][0]["key"] == "track:2"
    aha("project", "set", "song.aha", "drums/compressor", "key=none", "ratio=2")
    assert "key" not in "".join(lines(aha))
    aha("project", "add", "song.aha", "--effect", "gate", "--to", "tone", "key=two words")
    assert "key=two words" in "".join(lines(aha))
    assert "key" in aha.refused(
        "project", "add", "song.aha", "--effect", "reverb", "--to", "tone", "key=drums", code=2)
