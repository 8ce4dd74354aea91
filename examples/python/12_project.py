"""Makes a project: two tracks on a bus, an effect, automation, an undo; bounces it and a stem.

    python3 12_project.py PROJECT.aha DRUMS BASS OUT STEM

Every edit is on the disk when its call returns; there is no save.
"""
import sys

import aha

if len(sys.argv) != 6:
    sys.exit(__doc__)
path, drums, bass, out, stem = sys.argv[1:]
try:
    with aha.Project.create(path) as project:
        project.title = "Rave"
        project.set(tempo_bpm=180)
        with project.edit("first tracks"):  # one edit, undone as one
            band = project.add_bus("band", gain_db=-3)
            project.add_track(drums, "drums", bus=band)
            low = project.add_track(bass, "bass", bus=band, start_us=1_000_000)
            sweep = low.add_effect("filter").add_lane("cutoff_hz", [
                (0, 300, "exponential"), (2_000_000, 6000, "smooth"), (3_500_000, 800)])
            band.add_effect("reverb", mix=0.2)
        sweep.clear()  # a mistake
        print(f"undo {project.undo_title!r}: {project.undo()}, {len(sweep)} points are back")

    with aha.Project(path, read_only=True) as project:  # as another program does
        job = project.bounce(out, loudness_lufs=-16)
        while not job.wait(timeout=0.2):
            print(f"{job.progress.fraction or 0:.0%}")
        project.bounce(stem, only=project.tracks[1]).wait()
        names = " and ".join(track.name for track in project.tracks)
        print(f"{project.title}: {names} bounced")
except aha.Error as error:
    sys.exit(f"12_project: {error}")
