"""aha effects, and the effects in the tracks of aha mix."""

import array
import math
import wave

import pytest

MIDDLE = 24000  # a frame after which all ramps have ended
KEYS = ["effect", "kind", "title", "summary", "parameters", "presets"]
PARAMETER_KEYS = [
    "parameter", "number", "title", "unit", "minimum", "maximum", "default", "smoothing_ms",
    "curve", "choices"]


@pytest.fixture
def sine(tmp_path):
    """One second of a sine of 1 kHz at 48 kHz, with a peak of a quarter of full scale."""
    samples = [round(8192 * math.sin(2 * math.pi * frame / 48)) for frame in range(48000)]
    with wave.open(str(tmp_path / "sine.wav"), "wb") as file:
        file.setparams((2, 2, 48000, 0, "NONE", None))
        file.writeframes(array.array("h", [one for sample in samples for one in (sample, sample)]))
    return "sine.wav"


def level(frames):
    """Root mean square of the left side after all ramps."""
    middle = [left for left, _ in frames[MIDDLE:MIDDLE + 9600]]
    return math.sqrt(sum(sample ** 2 for sample in middle) / len(middle))


def test_effects_as_json_have_every_key(aha):
    effects = aha.json("effects")
    assert [effect["kind"] for effect in effects] == list(range(1, len(effects) + 1))
    assert all(list(effect) == KEYS for effect in effects)
    for effect in effects:
        for index, one in enumerate(effect["parameters"]):
            assert list(one) == PARAMETER_KEYS and one["number"] == effect["kind"] << 8 | index
            assert one["minimum"] <= one["default"] <= one["maximum"]
            assert (one["unit"] == "choice") == bool(one["choices"])
    assert aha.json("effects", "delay") == [
        effect for effect in effects if effect["effect"] == "delay"]


def test_effects_as_text_have_every_row(aha):
    effects = aha.json("effects")
    lines = aha("effects").stdout.decode().splitlines()
    assert [line.split()[0] for line in lines] == [effect["effect"] for effect in effects]
    for effect, line in zip(effects, lines):
        assert line.endswith(effect["summary"])
        title, empty, _, *rows = aha("effects", effect["effect"]).stdout.decode().splitlines()
        if effect["presets"]:
            *rows, space, presets = rows
            assert not space and presets.endswith(": " + ", ".join(effect["presets"]))
        assert (title, empty) == (f"{effect['title']}: {effect['summary']}", "")
        assert [row.split()[0] for row in rows] == [
            one["parameter"] for one in effect["parameters"]]


def test_a_parameter_has_a_row(aha):
    rows = aha("effects", "filter").stdout.decode().splitlines()[3:]
    assert rows[0].split() == [
        "type", "choice", "0", "to", "3", "low_pass", "low_pass,", "high_pass,", "band_pass,",
        "notch"]
    assert rows[2].split() == ["cutoff_hz", "hertz", "20", "to", "20000", "1000"]
    assert rows[3].split() == ["resonance", "none", "0.5", "to", "20", "0.7071"]


@pytest.mark.parametrize("key, effect", [
    ("pitch=1200", "pitch:cents=1200"), ("cutoff=100", "filter:cutoff_hz=100"),
    ("reverb=1", "reverb:mix=1")])
def test_a_key_is_short_for_an_effect(aha, sine, key, effect):
    changed = aha.mix(f"{sine},{key}")
    assert changed == aha.mix(f"{sine},fx={effect}") != aha.mix(sine)


def test_a_preset_applies_before_parameters(aha, sine):
    """In any order of the words."""
    explicit = "size=0.45:decay_s=2.4:damping=0.55:predelay_ms=18:width=1:mix=0.5"
    hall = aha.mix(f"{sine},fx=reverb:{explicit}")
    assert aha.mix(f"{sine},fx=reverb:width=1:preset=hall:mix=0.5") == hall


def test_effects_run_in_written_order(aha, sine):
    """A filter first removes the level that the compressor after it would act on."""
    first = level(aha.mix(f"{sine},fx=filter:cutoff_hz=100,fx=compressor:gain_db=24"))
    second = level(aha.mix(
        f"{sine},fx=compressor:gain_db=24:threshold_db=-60:ratio=20,fx=filter:cutoff_hz=100"))
    assert first > 2 * second


@pytest.mark.parametrize("key", ["speed", "varispeed"])
def test_speed_changes_the_length(aha, sine, key):
    assert len(aha.mix(f"{sine},{key}=0.5")) == pytest.approx(96000, abs=300)


def test_reverse_plays_backwards(aha, sine):
    forwards, backwards = aha.mix(sine), aha.mix(f"{sine},reverse")
    assert backwards[47999 - 1007] == pytest.approx(forwards[1007], abs=1e-4)


def test_one_file_plays_at_two_speeds(aha, sine):
    frames = aha.mix(f"{sine},speed=0.5", sine, f"{sine},speed=0.5,start=1", f"{sine},loop=1")
    assert len(frames) == pytest.approx(48000 + 96000, abs=300)
    stages = {line.get("stage") for line in aha.json("mix", "-o", "out.wav", f"{sine},speed=0.5")}
    assert "stretching" in stages


def test_a_comma_ends_an_effect(aha, sine):
    """A comma ends an effect: the next parameter is the track's."""
    plain = level(aha.mix(sine))
    both = level(aha.mix(f"{sine},fx=compressor:ratio=1:gain_db=12,gain=-12"))
    assert both == pytest.approx(plain, rel=0.02)


def test_a_convolution_reads_its_impulse_response(aha, sine, tmp_path):
    """The response is a copy one and a half periods later, so it turns the sine around."""
    with wave.open(str(tmp_path / "late.wav"), "wb") as file:
        file.setparams((1, 2, 48000, 0, "NONE", None))
        file.writeframes(array.array("h", [0] * 72 + [16384]))
    plain, turned = aha.mix(sine), aha.mix(f"{sine},fx=convolution:impulse=late.wav:mix=1")
    for frame in range(1000, 47000, 7):
        assert turned[frame][0] == pytest.approx(-plain[frame][0], abs=1e-3)
    arguments = ("mix", "-o", "out.wav", f"{sine},fx=convolution:impulse=none.wav")
    assert "none.wav" in aha.refused(*arguments, code=3)


@pytest.mark.parametrize("keys, complaint", [
    ("pitch=3601", 'pitch= "3601" is out of range (-3600 to 3600)'),
    ("cutoff=19", 'cutoff= "19" is out of range (20 to 20000)'),
    ("reverb=nan", 'reverb= "nan" is not a number'),
    ("speed=0.49", 'speed= "0.49" is out of range (0.5 to 2)'),
    ("varispeed=0", 'varispeed= "0" is out of range (0.05 to 16)'),
    ("reverse=3", 'reverse= "3" is neither on nor off'),
    ("fx=", 'unknown effect ""; the effects are filter, reverb, '),
    ("fx=dealy", 'unknown effect "dealy"; did you mean delay?; the effects are filter, reverb, '),
    ("fx=delay:lft_ms=3", 'delay has no parameter "lft_ms"; did you mean left_ms?; it has left_ms,'
     " right_ms, feedback, cross, tone_hz, mix"),
    ("fx=delay:", 'delay has no parameter ""; it has left_ms, '),
    ("fx=delay:mix", "delay:mix= needs a value"),
    ("fx=delay:mix=", 'delay:mix= "" is not a number'),
    ("fx=delay:mix=0.5:mix=2", 'delay:mix= "2" is out of range (0 to 1)'),
    ("fx=filter:type=low-pass", 'filter:type= "low-pass" is not one of its choices; did you mean'
     " low_pass?; they are low_pass, high_pass, band_pass, notch"),
    ("fx=filter:type=4", 'filter:type= "4" is not one of its choices; they are low_pass, '),
    ("fx=reverb:preset=hal", 'reverb:preset= "hal" is not one of its presets; did you mean hall?;'
     " they are hall, plate, room"),
    ("fx=delay:preset=hall", 'delay has no parameter "preset"; it has left_ms, '),
    ("fx=pitch:formant=yes", 'pitch:formant= "yes" is not one of its choices; they are off, on'),
    ("fx=tuner:scale=0", 'tuner:scale= "0" is out of range (1 to 4095)'),
    ("fx=tuner:scale=1.5", 'tuner:scale= "1.5" is not a whole number'),
    ("gain=0,fx", "fx= needs a value: NAME[:P=V]..."),
])
def test_bad_effects_are_refused(aha, tone, keys, complaint):
    text = aha.refused("mix", "-o", "out.wav", f"{tone.name},{keys}")
    assert text.startswith(f'aha: track "tone.wav": {complaint}'), text
    assert aha.files() == [tone.name]
