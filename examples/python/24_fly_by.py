"""A fly-by: a vehicle passes the listener from left to right, and its pitch falls.

    python3 24_fly_by.py OUT
"""
import sys

import numpy as np

import aha

if len(sys.argv) != 2:
    sys.exit(__doc__)
out = sys.argv[1]
RATE, SPEED, SECONDS, STEP = 48000, 40, 4, 0.01  # Hz, meters per second, s, s
PITCH, SOUND = 440, 343.3


def pitch(side: np.ndarray) -> float:
    """Frequency in Hz, from the rising zero crossings."""
    rising = np.flatnonzero((side[:-1] < 0) & (side[1:] >= 0))
    return RATE * (len(rising) - 1) / (rising[-1] - rising[0])


try:
    with aha.Engine.offline(sample_rate=RATE) as engine:
        time = np.arange(2 * SECONDS * RATE) / RATE
        engine_noise = 0.5 * np.sin(2 * np.pi * PITCH * time)[:, None]
        vehicle = engine.play(engine.sound(engine_noise, RATE))
        blocks = []
        for moment in np.arange(-SECONDS / 2, SECONDS / 2, STEP):
            vehicle.set_space(aha.Space(position=(SPEED * moment, 0, -3), velocity=(SPEED, 0, 0),
                                        min_distance_m=3, doppler=1, delay_ears=True))
            blocks.append(engine.render(round(RATE * STEP)))
        mix = np.concatenate(blocks)
        engine.sound(mix, RATE).save(out).wait()
except aha.Error as error:
    sys.exit(f"24_fly_by: {error}")

half = RATE // 2
coming, going = pitch(mix[:half, 0]), pitch(mix[-half:, 1])
loudest = np.abs(mix).max(axis=1).argmax() / RATE - SECONDS / 2
print(f"{out}: {coming:.1f} Hz, then {going:.1f} Hz; loudest after {loudest:+.2f} s")
expected = PITCH * SOUND / (SOUND - SPEED), PITCH * SOUND / (SOUND + SPEED)
if not np.allclose((coming, going), expected, rtol=0.01) or abs(loudest) > 0.1:
    sys.exit(f"24_fly_by: {expected[0]:.1f} Hz and {expected[1]:.1f} Hz were expected")
