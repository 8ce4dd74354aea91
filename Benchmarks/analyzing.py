"""Figure 17: a song is analyzed from begin to end."""

from statistics import median

from harness import INPUT, MUSIC, attempt, measure, measure_in_python, run
from report import Peer, Row, ratio

TARGET_SPEED, TARGET_RATIO, ROUNDS, MINUTES = 150, 5.0, 3, 5
SONG = INPUT / "song.wav"


def make_song():
    """The minute of music, five times."""
    if not SONG.exists():
        run(["sox", MUSIC, SONG, "repeat", MINUTES - 1], pinned=False)


def figure_17(_):
    row = Row(f"17 {MINUTES} minutes of stereo music: loudness, tempo, key, onsets, loops, outline",
              target=f"≥ {TARGET_SPEED}×, ≥ {TARGET_RATIO:g}× librosa")
    attempt("the song", make_song)
    ours = [attempt("analysis", measure, "analyze_aha", SONG) for _ in range(ROUNDS)]
    theirs = attempt("librosa", measure_in_python, "analyze_librosa.py", SONG)
    if None in ours:
        return [row]
    cpu = median(one["cpu"] for one in ours)
    speed = ours[0]["seconds"] / cpu
    row.text = f"{speed:.0f}× ({cpu:.2f} s), {ours[0]['bytes'] / 1e6:.1f} MB"
    row.met, row.data = speed >= TARGET_SPEED, {"aha": ours, "librosa": theirs}
    for name, what in [("stft", "chroma_stft"), ("cqt", "chroma_cqt")] if theirs else []:
        peer = theirs[name]
        row.peers.append(Peer(f"librosa: load, beat_track, {what}",
                              f"{peer['seconds'] / peer['cpu']:.0f}× ({peer['cpu']:.2f} s)",
                              ratio(cpu, peer["cpu"], False)))
        row.met = row.met and peer["cpu"] >= TARGET_RATIO * cpu
    return [row]
