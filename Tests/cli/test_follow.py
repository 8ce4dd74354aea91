"""--bpm, and tracks that follow it."""

import pytest

from support import write_wav

RAMP = 240  # frames of the fade after a loud end
BEAT = 24000  # frames at 120 beats in a minute


@pytest.fixture
def clicks(tmp_path):
    """Four beats at 120 beats in a minute: a decaying noise on each."""
    noise = [((frame * 7919 * (frame + 3)) % 16001 - 8000) * (2400 - frame) // 2400
             for frame in range(2400)]
    beat = [(sample, sample) for sample in noise] + [(0, 0)] * (BEAT - 2400)
    return write_wav(tmp_path / "clicks.wav", beat * 4)


def starts(frames):
    """The frames at which sound begins after at least 0.1 s of near silence."""
    found, last = [], -4800
    for index, (left, _) in enumerate(frames):
        if abs(left) > 500:
            if index - last >= 4800:
                found.append(index)
            last = index
    return found


def test_a_loop_follows_the_tempo_and_stays_on_its_beats(aha, clicks):
    frames = aha.mix("--bpm=90", "--seconds=11.9", f"{clicks.name},follow,tempo=120,loop")
    found = starts(frames)
    assert len(found) == 18
    assert all(abs(start - beat * 32000) < 480 for beat, start in enumerate(found)), found


def test_a_loop_is_a_whole_count_of_beats_whatever_its_tempo_says(aha, clicks):
    exact = aha.mix("--bpm=90", f"{clicks.name},follow,tempo=120,loop=3")
    assert aha.mix("--bpm=90", f"{clicks.name},follow,tempo=119,loop=3") == exact
    assert aha.mix("--bpm=90", f"{clicks.name},follow,loop=3") == exact


@pytest.mark.parametrize("keys, start", [
    ("follow,start=0.4", 24000), ("follow,start=0.5", 24000), ("follow=bar,start=0.4", 96000),
    ("follow=beat,start=2.1", 120000), ("follow=bar", 0)])
def test_a_follower_starts_on_the_next_beat_or_bar(aha, clicks, keys, start):
    assert starts(aha.mix("--bpm=120", f"{clicks.name},{keys},tempo=120"))[0] == \
        pytest.approx(start, abs=RAMP)


@pytest.mark.parametrize("arguments, complaint", [
    (("follow,tempo=120",), "follow needs a tempo; add --bpm BPM"),
    (("follow,tempo=120,speed=1.5", "--bpm=90"),
     "follow sets its speed; leave out speed= and varispeed="),
    (("follow,tempo=100,loop,to=1.7s", "--bpm=90", "--seconds=1"),
     "its loop has 2.83 beats at 100.00 BPM and would not stay in phase; "
     "set tempo=, from= and to="),
])
def test_a_tempo_that_cannot_be_followed_is_refused(aha, clicks, arguments, complaint):
    text = aha.refused("mix", "-o", "out.wav", *arguments[1:], f"{clicks.name},{arguments[0]}")
    assert text.startswith(f'aha: track "clicks.wav": {complaint}'), text


def test_a_tempo_that_is_too_far_away_is_refused(aha, clicks):
    text = aha.refused("mix", "-o", "out.wav", "--bpm=999", f"{clicks.name},follow,tempo=120")
    assert "a sound of 120.0 beats per minute is too far from the engine's 999.0" in text


def test_a_metronome_clicks_until_the_last_track_ends(aha, clicks):
    frames = aha.mix("--bpm=120", "--metronome", f"{clicks.name},gain=-inf")
    assert starts(frames) == pytest.approx([0, BEAT, 2 * BEAT, 3 * BEAT], abs=RAMP)
    assert len(frames) < 5 * BEAT


@pytest.mark.parametrize("arguments, complaint", [
    (("mix", "-o", "out.wav", "--metronome"), "need a tempo; add --bpm BPM"),
    (("record", "-o", "out.wav", "--source=master", "--metronome", "--bpm=120"),
     "with --source master the clicks would be in the take; use --source mic")])
def test_clicks_without_a_use_are_refused(aha, clicks, arguments, complaint):
    assert complaint in aha.refused(*arguments, clicks.name)


@pytest.mark.parametrize("bpm", ["0", "nan", "1000000"])
def test_a_bad_tempo_is_refused(aha, clicks, bpm):
    assert f'--bpm "{bpm}"' in aha.refused("mix", "-o", "out.wav", f"--bpm={bpm}", clicks.name)


def test_a_sound_without_a_tempo_needs_one(aha, tmp_path):
    write_wav(tmp_path / "still.wav", [(0, 0)] * 48000)
    text = aha.refused("mix", "-o", "out.wav", "--bpm=90", "still.wav,follow")
    assert "no tempo was found in it; say which with tempo=BPM" in text
