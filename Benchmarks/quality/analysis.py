"""Accuracy of analyses: loudness, tempo, key, and stability under changes of a loop."""

import re

import numpy

import drums
import notes
import score
import songs
from harness import LMMS, LOOPS, attempt
from listening import aha, heard, heard_file, loaded, output, shifted
from report import Row

MAX_LU, MAX_DB, MAX_BPM = 0.1, 0.2, 0.5
SONGS = [LMMS / loop for loop in [*LOOPS, "beats/break02.ogg", "latin/latin_brass01.ogg"]]
DRUMS = sorted((LMMS / "beats").glob("*.ogg"))
# Piano, guitar with nylon strings, strings, a square wave.
PROGRAMS = (0, 24, 48, 80)


def ebur128(path):
    """Integrated loudness and true peak, measured by ffmpeg."""
    filters = "ebur128=peak=true:metadata=1,ametadata=mode=print:key=lavfi.r128.I:file=-"
    text = output(["ffmpeg", "-nostdin", "-nostats", "-hide_banner", "-i", path, "-af", filters,
                   "-f", "null", "-"])
    loudness = re.findall(r"lavfi\.r128\.I=(\S+)", text)[-1]
    return float(loudness), float(re.findall(r"Peak:\s*(\S+) dBFS", text)[-1])


def loudness():
    row = Row(f"loudness and true peak of {len(SONGS)} real files beside ffmpeg's ebur128",
              target=f"≤ {MAX_LU} LU, ≤ {MAX_DB} dB")
    pairs = [attempt(path.name, lambda: (heard_file(path).info, ebur128(path))) for path in SONGS]
    if None in pairs:
        return row
    lu = [abs(ours.loudness_lufs - theirs[0]) for ours, theirs in pairs]
    db = [abs(ours.true_peak_db - theirs[1]) for ours, theirs in pairs]
    row.text = f"{max(lu):.3f} LU, {max(db):.2f} dB at most"
    row.met = max(lu) <= MAX_LU and max(db) <= MAX_DB
    row.data = {"files": [path.name for path in SONGS], "lu": lu, "db": db}
    return row


def is_octave(found, bpm):
    return any(abs(found / ratio - bpm) < MAX_BPM for ratio in (0.5, 2, 1 / 3, 3))


def tempo():
    row = Row("tempo of six drum patterns at 60, 61 … 200 BPM, each 12 s",
              target=f"all within {MAX_BPM} BPM")
    tried = [(pattern, bpm) for pattern in drums.PATTERNS for bpm in range(60, 201)]
    wrong, octaves = [], 0
    for pattern, bpm in tried:
        analysis = attempt("tempo", heard, drums.rendered(pattern, bpm, 12, bpm), drums.RATE)
        if analysis is None:
            return row
        found = analysis.info.tempo_bpm or 0
        if abs(found - bpm) > MAX_BPM:
            wrong.append((pattern.name, bpm, round(found, 2)))
            octaves += is_octave(found, bpm)
    right = 1 - len(wrong) / len(tried)
    row.text = f"{right:.1%} of {len(tried)}; octave errors {octaves / len(tried):.1%}"
    row.met, row.data = not wrong, {"wrong": wrong}
    return row


def pieces():
    """Half and twice the tempo count as wrong; the label of a piece must be right."""
    rows = [Row(f"tempo of {len(songs.PIECES)} rendered pieces of many kinds, 24 s each",
                target="≥ 30 within 2 %"),
            Row("tempo of those that are sure enough for a label", target="all within 2 %")]
    right, labels, wrong = 0, [], []
    for seed, piece in enumerate(songs.PIECES):
        analysis = attempt(piece.name, lambda: heard(score.rendered(piece, seed), notes.RATE))
        if analysis is None:
            return rows
        found, label = analysis.info.tempo_bpm or 0, aha.Piece(title="Label")
        is_right = abs(found / piece.bpm - 1) < 0.02
        right += is_right
        if aha.PieceField.TEMPO in analysis.fill(label):
            labels.append(is_right)
        if not is_right:
            weights = [(round(one.bpm, 1), round(one.weight, 2)) for one in analysis.tempos]
            wrong.append((piece.name, piece.bpm, weights, analysis.info.tempo_confidence))
    rows[0].text, rows[0].met = f"{right} of {len(songs.PIECES)}", right >= 30
    rows[1].text, rows[1].met = f"{sum(labels)} of {len(labels)}", all(labels)
    rows[0].data = {"wrong": wrong}
    return rows


def f_measure(found, true):
    """Of beats in seconds, within 70 ms."""
    near = sum(any(abs(one - other) <= 0.07 for other in found) for one in true)
    return 2 * near / (len(found) + len(true))


def bars():
    """Beats and time signatures of the pieces whose tempo is right."""
    rows = [Row("beats of those with the right tempo, F-measure within 70 ms", target="≥ 0.95"),
            Row("time signature of those with the right tempo", target="≥ 90 %")]
    measures, wrong = [], []
    for seed, piece in enumerate(songs.PIECES):
        analysis = attempt(piece.name, lambda: heard(score.rendered(piece, seed), notes.RATE))
        if analysis is None:
            return rows
        info = analysis.info
        if abs((info.tempo_bpm or 0) / piece.bpm - 1) >= 0.02:
            continue
        found = [beat.frame / notes.RATE for beat in analysis.beats]
        true = (numpy.arange(score.SECONDS * piece.bpm // 60) + 0.1) * 60 / piece.bpm
        measures.append(f_measure(found, true))
        right = {2: (6, 8), 3: (3, 4), 4: (4, 4)}[piece.bar]
        if (info.beats_per_bar, info.beat_unit) != right:
            wrong.append((piece.name, info.beats_per_bar, info.time_signature_confidence))
    rows[0].text, rows[0].met = f"{numpy.mean(measures):.3f}", bool(numpy.mean(measures) >= 0.95)
    share = 1 - len(wrong) / len(measures)
    rows[1].text, rows[1].met = f"{share:.0%} of {len(measures)}", share >= 0.9
    rows[1].data = {"wrong": wrong}
    return rows


def mirex(found, root, mode):
    """MIREX weights: 1 for the key; 0.5 for a fifth, 0.3 for the relative key, 0.2 for the parallel
    key and for another mode on the root.
    """
    if found.mode != 2:
        return 0
    distance = (found.root - root) % 12
    if str(found).split()[-1] not in ("major", "minor"):
        return 0.2 if distance == 0 else 0
    # The third of the scale decides.
    if (found.scale >> (found.root + 3) % 12 & 1) == (mode == "minor"):
        return {0: 1, 5: 0.5, 7: 0.5}.get(distance, 0)
    return 0.2 if distance == 0 else 0.3 if distance == (3 if mode == "minor" else 9) else 0


def key(compose, what):
    row = Row(f"key of {what} in all 24 keys, four General MIDI instruments",
              target="≥ 92 % exact, MIREX ≥ 0.95")
    weights, wrong = [], []
    for program in PROGRAMS:
        for which in range(3):
            pieces = attempt(what, notes.in_every_key, program, compose, which)
            if pieces is None:
                return row
            for (root, mode), samples in pieces:
                info = heard(samples, notes.RATE).info
                weights.append(mirex(info.tonality, root, mode))
                if weights[-1] < 1:
                    wrong.append((program, which, root, mode, str(info.tonality)))
    exact = sum(weight == 1 for weight in weights) / len(weights)
    row.text = f"{exact:.1%} of {len(weights)} exact, MIREX {numpy.mean(weights):.3f}"
    row.met = bool(exact >= 0.92 and numpy.mean(weights) >= 0.95)
    row.data = {"wrong": wrong}
    return row


def modes():
    row = Row("mode of vamps and cadences in four modes and 12 keys, guitar and strings",
              target="≥ 75 %")
    found = []
    for program in (27, 51):
        for mode, lines in notes.MODES.items():
            for line in lines:
                played = attempt(mode, notes.in_mode, program, mode, line)
                if played is None:
                    return row
                keys = [heard(samples, notes.RATE).info.tonality for samples in played]
                found += [(mode, root, str(key), key.root == root and str(key).endswith(mode))
                          for root, key in enumerate(keys)]
    right = sum(is_right for *_, is_right in found) / len(found)
    row.text, row.met = f"{right:.1%} of {len(found)}", right >= 0.75
    row.data = {"wrong": [one[:3] for one in found if not one[3]]}
    return row


def has_keys(analysis, keys):
    """Sections have the keys, and begin within a second."""
    found = [(key.tonality.root, str(key.tonality).split()[-1]) for key in analysis.keys]
    begins = [key.begin_frame / notes.RATE for key in analysis.keys]
    return found == keys and all(abs(begin - 16 * index) <= 1 for index, begin in enumerate(begins))


def chord_seconds(analysis, keys, bars):
    """Seconds with the right root and quality."""
    total = 0
    expected = [((root + notes.SCALES[mode][degree]) % 12, notes.is_minor(mode, degree))
                for (root, mode), degrees in zip(keys, bars) for degree in degrees]
    for chord in analysis.chords:
        for bar, (root, minor) in enumerate(expected):
            if (chord.root, chord.quality) == (root, 2 if minor else 1):
                end = min(chord.end_frame / notes.RATE, 2 * bar + 2)
                total += max(0, end - max(chord.begin_frame / notes.RATE, 2 * bar))
    return total


def changes():
    """No weight was fitted to these progressions."""
    keys_row = Row("sections of pieces in three keys, all keys, two instruments", target="≥ 90 %")
    chords_row = Row("time in the right chord of these pieces", target="≥ 85 %")
    right, seconds, count = 0, 0, 0
    for program in (24, 48):
        pieces = attempt("changes of key", notes.changing, program)
        if pieces is None:
            return [keys_row, chords_row]
        for samples, keys, bars in pieces:
            analysis = heard(samples, notes.RATE)
            right += has_keys(analysis, keys)
            seconds += chord_seconds(analysis, keys, bars)
            count += 1
    share = seconds / count / 48
    keys_row.text, keys_row.met = f"{right} of {count}", right >= 0.9 * count
    chords_row.text, chords_row.met = f"{share:.1%}", share >= 0.85
    return [keys_row, chords_row]


def changed(path):
    """A loop's analysis, and its tempos when slowed, converted, and in two other pitches."""
    samples, rate = loaded(path, 44_100), 44_100
    slower = heard(samples, 42_000).info.tempo_bpm * rate / 42_000
    converted = heard(loaded(path, 32_000), 32_000).info.tempo_bpm
    # The middle of several rounds: without neighbors, a shifted round changes its length.
    rounds = numpy.tile(samples, (6, 1))
    pitched = [heard(shifted(rounds, rate, cents)[2 * len(samples):3 * len(samples)], rate)
               .info.tempo_bpm for cents in (-200, 200)]
    return heard(samples, rate), [slower, converted, *pitched]


def loops():
    found = [attempt(path.name, changed, path) for path in DRUMS]
    atonal = Row(f"drum loops of lmms-common: atonal, of {len(DRUMS)}", target="all")
    stable = Row("their tempo after resampling and in another pitch: farthest off",
                 target="≤ 1 %")
    if None in found:
        return [atonal, stable]
    count = sum(analysis.info.tonality.mode == 1 for analysis, _ in found)
    atonal.text, atonal.met = f"{count}", count == len(DRUMS)
    off = [max(abs(each / analysis.info.tempo_bpm - 1) for each in tempos)
           for analysis, tempos in found]
    stable.text, stable.met = f"{max(off):.2%}", max(off) <= 0.01
    stable.data = {"loops": [path.name for path in DRUMS], "off": off}
    return [atonal, stable]


def figure(progress):
    rows = []
    for what, measure in [("loudness", loudness), ("tempo", tempo),
                          ("pieces", pieces), ("bars", bars), ("modes", modes),
                          ("changes", changes),
                          ("chords", lambda: key(notes.chords, "chord progressions")),
                          ("melodies", lambda: key(notes.melody, "melodies")), ("loops", loops)]:
        progress(f"analysis: {what}")
        found = measure()
        rows += found if isinstance(found, list) else [found]
    for row in rows:
        row.figure = f"analysis: {row.figure}"
    return rows
