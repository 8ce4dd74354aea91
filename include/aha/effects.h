/* aha/effects.h: the numbers of every effect kind, parameter and choice. Made by scripts/effects
 * from the registry in Sources/Sound/AhaDSP/Effects/EffectRegistry.swift; do not edit. */
#ifndef AHA_EFFECTS_H
#define AHA_EFFECTS_H

/** Effect kinds. */
enum {
  /** State-variable filter that stays clean while it is swept. */
  AHA_EFFECT_FILTER = 1,
  /** Modulated feedback delay network with diffusion and early reflections. */
  AHA_EFFECT_REVERB = 2,
  /** Shifts the pitch and keeps duration, transients and stereo image. */
  AHA_EFFECT_PITCH = 3,
  /** Feed-forward compressor with a soft knee, linked in stereo. */
  AHA_EFFECT_COMPRESSOR = 4,
  /** Look-ahead true-peak limiter; untouched below its ceiling. */
  AHA_EFFECT_LIMITER = 5,
  /** Low shelf, two bells, high shelf. */
  AHA_EFFECT_EQUALIZER = 6,
  /** Stereo delay with damped feedback, straight or crossing sides. */
  AHA_EFFECT_DELAY = 7,
  /** Pulls a single voice toward the notes of a scale. */
  AHA_EFFECT_TUNER = 8,
  /** Gain and balance at a place in a chain; -120 dB is silence. */
  AHA_EFFECT_FADER = 9,
  /** Chorus, flanger and ensemble: delays that move. */
  AHA_EFFECT_CHORUS = 10,
  /** Sweeps the notches of a chain of all-pass filters. */
  AHA_EFFECT_PHASER = 11,
  /** Moves the gain, or the position between left and right (auto-pan). */
  AHA_EFFECT_TREMOLO = 12,
  /** Drives the signal into a curve, oversampled eight times against aliasing. */
  AHA_EFFECT_SATURATION = 13,
  /** Lowers the resolution and the sample rate. */
  AHA_EFFECT_CRUSHER = 14,
  /** Gate and downward expander with hysteresis and hold, linked in stereo. */
  AHA_EFFECT_GATE = 15,
  /** Reduces the high frequencies while they are loud. */
  AHA_EFFECT_DEESSER = 16,
  /** Stereo width, gains of mid and side, and mono bass. */
  AHA_EFFECT_WIDTH = 17,
  /** Transistor-ladder filter with drive, 24 dB per octave. */
  AHA_EFFECT_LADDER = 18,
  /** Convolves with an impulse response, such as a room or a cabinet, without latency. */
  AHA_EFFECT_CONVOLUTION = 19
};

/** Parameters of AHA_EFFECT_FILTER. */
enum {
  /** Type: one of AHA_FILTER_TYPE_…, default 0. */
  AHA_FILTER_TYPE = 0x100,
  /** Slope: one of AHA_FILTER_SLOPE_…, default 0. */
  AHA_FILTER_SLOPE = 0x101,
  /** Cutoff: 20 to 20000 Hz, default 1000. */
  AHA_FILTER_CUTOFF_HZ = 0x102,
  /** Resonance: 0.5 to 20, default 0.7071. */
  AHA_FILTER_RESONANCE = 0x103
};

/** Choices of AHA_FILTER_TYPE. */
enum {
  AHA_FILTER_TYPE_LOW_PASS = 0,
  AHA_FILTER_TYPE_HIGH_PASS = 1,
  AHA_FILTER_TYPE_BAND_PASS = 2,
  AHA_FILTER_TYPE_NOTCH = 3
};

/** Choices of AHA_FILTER_SLOPE. */
enum {
  AHA_FILTER_SLOPE_12_DB = 0,
  AHA_FILTER_SLOPE_24_DB = 1
};

/** Parameters of AHA_EFFECT_REVERB. */
enum {
  /** Size: 0 to 1, default 0.5. */
  AHA_REVERB_SIZE = 0x200,
  /** Decay: 0.1 to 20 s, default 2. */
  AHA_REVERB_DECAY_S = 0x201,
  /** Damping: 0 to 1, default 0.5. */
  AHA_REVERB_DAMPING = 0x202,
  /** Pre-delay: 0 to 250 ms, default 10. */
  AHA_REVERB_PREDELAY_MS = 0x203,
  /** Width: 0 to 1, default 1. */
  AHA_REVERB_WIDTH = 0x204,
  /** Mix: 0 to 1, default 0.3. */
  AHA_REVERB_MIX = 0x205
};

/** Parameters of AHA_EFFECT_PITCH. */
enum {
  /** Shift: -3600 to 3600 cents, default 0. */
  AHA_PITCH_CENTS = 0x300,
  /** Keep formants: 0 (off) or 1 (on), default 0. */
  AHA_PITCH_FORMANT = 0x301
};

/** Parameters of AHA_EFFECT_COMPRESSOR. */
enum {
  /** Threshold: -60 to 0 dB, default -18. */
  AHA_COMPRESSOR_THRESHOLD_DB = 0x400,
  /** Ratio: 1 to 20, default 3. */
  AHA_COMPRESSOR_RATIO = 0x401,
  /** Attack: 0.1 to 200 ms, default 10. */
  AHA_COMPRESSOR_ATTACK_MS = 0x402,
  /** Release: 5 to 2000 ms, default 120. */
  AHA_COMPRESSOR_RELEASE_MS = 0x403,
  /** Knee: 0 to 24 dB, default 6. */
  AHA_COMPRESSOR_KNEE_DB = 0x404,
  /** Make-up gain: -24 to 24 dB, default 0. */
  AHA_COMPRESSOR_GAIN_DB = 0x405,
  /** Mix: 0 to 1, default 1. */
  AHA_COMPRESSOR_MIX = 0x406
};

/** Parameters of AHA_EFFECT_LIMITER. */
enum {
  /** Ceiling: -24 to 0 dB, default -1. */
  AHA_LIMITER_CEILING_DB = 0x500,
  /** Release: 1 to 1000 ms, default 80. */
  AHA_LIMITER_RELEASE_MS = 0x501,
  /** Input gain: -24 to 24 dB, default 0. */
  AHA_LIMITER_GAIN_DB = 0x502
};

/** Parameters of AHA_EFFECT_EQUALIZER. */
enum {
  /** Low frequency: 20 to 1000 Hz, default 100. */
  AHA_EQUALIZER_LOW_HZ = 0x600,
  /** Low gain: -24 to 24 dB, default 0. */
  AHA_EQUALIZER_LOW_DB = 0x601,
  /** Lower mid frequency: 20 to 20000 Hz, default 400. */
  AHA_EQUALIZER_MID1_HZ = 0x602,
  /** Lower mid gain: -24 to 24 dB, default 0. */
  AHA_EQUALIZER_MID1_DB = 0x603,
  /** Lower mid Q: 0.1 to 10, default 1. */
  AHA_EQUALIZER_MID1_Q = 0x604,
  /** Upper mid frequency: 20 to 20000 Hz, default 3000. */
  AHA_EQUALIZER_MID2_HZ = 0x605,
  /** Upper mid gain: -24 to 24 dB, default 0. */
  AHA_EQUALIZER_MID2_DB = 0x606,
  /** Upper mid Q: 0.1 to 10, default 1. */
  AHA_EQUALIZER_MID2_Q = 0x607,
  /** High frequency: 1000 to 20000 Hz, default 8000. */
  AHA_EQUALIZER_HIGH_HZ = 0x608,
  /** High gain: -24 to 24 dB, default 0. */
  AHA_EQUALIZER_HIGH_DB = 0x609
};

/** Parameters of AHA_EFFECT_DELAY. */
enum {
  /** Left time: 1 to 2000 ms, default 375. */
  AHA_DELAY_LEFT_MS = 0x700,
  /** Right time: 1 to 2000 ms, default 500. */
  AHA_DELAY_RIGHT_MS = 0x701,
  /** Feedback: 0 to 0.95, default 0.35. */
  AHA_DELAY_FEEDBACK = 0x702,
  /** Cross-feed: 0 to 1, default 0. */
  AHA_DELAY_CROSS = 0x703,
  /** Tone: 200 to 20000 Hz, default 6000. */
  AHA_DELAY_TONE_HZ = 0x704,
  /** Mix: 0 to 1, default 0.35. */
  AHA_DELAY_MIX = 0x705
};

/** Parameters of AHA_EFFECT_TUNER. */
enum {
  /** Scale: flags, 1 to 4095, default 4095. */
  AHA_TUNER_SCALE = 0x800,
  /** Root: one of AHA_TUNER_ROOT_…, default 0. */
  AHA_TUNER_ROOT = 0x801,
  /** Speed: 0 to 500 ms, default 50. */
  AHA_TUNER_SPEED_MS = 0x802,
  /** Amount: 0 to 1, default 1. */
  AHA_TUNER_AMOUNT = 0x803,
  /** Reference: 400 to 480 Hz, default 440. */
  AHA_TUNER_REFERENCE_HZ = 0x804
};

/** Choices of AHA_TUNER_ROOT. */
enum {
  AHA_TUNER_ROOT_C = 0,
  AHA_TUNER_ROOT_C_SHARP = 1,
  AHA_TUNER_ROOT_D = 2,
  AHA_TUNER_ROOT_D_SHARP = 3,
  AHA_TUNER_ROOT_E = 4,
  AHA_TUNER_ROOT_F = 5,
  AHA_TUNER_ROOT_F_SHARP = 6,
  AHA_TUNER_ROOT_G = 7,
  AHA_TUNER_ROOT_G_SHARP = 8,
  AHA_TUNER_ROOT_A = 9,
  AHA_TUNER_ROOT_A_SHARP = 10,
  AHA_TUNER_ROOT_B = 11
};

/** Parameters of AHA_EFFECT_FADER. */
enum {
  /** Gain: -120 to 24 dB, default 0. */
  AHA_FADER_GAIN_DB = 0x900,
  /** Pan: -1 to 1, default 0. */
  AHA_FADER_PAN = 0x901
};

/** Parameters of AHA_EFFECT_CHORUS. */
enum {
  /** Mode: one of AHA_CHORUS_MODE_…, default 0. */
  AHA_CHORUS_MODE = 0xa00,
  /** Rate: 0.01 to 20 Hz, default 0.8. */
  AHA_CHORUS_RATE_HZ = 0xa01,
  /** Depth: 0 to 10 ms, default 2. */
  AHA_CHORUS_DEPTH_MS = 0xa02,
  /** Delay: 0.5 to 40 ms, default 8. */
  AHA_CHORUS_DELAY_MS = 0xa03,
  /** Feedback: -0.95 to 0.95, default 0. */
  AHA_CHORUS_FEEDBACK = 0xa04,
  /** Mix: 0 to 1, default 0.5. */
  AHA_CHORUS_MIX = 0xa05
};

/** Choices of AHA_CHORUS_MODE. */
enum {
  AHA_CHORUS_MODE_CHORUS = 0,
  AHA_CHORUS_MODE_FLANGER = 1,
  AHA_CHORUS_MODE_ENSEMBLE = 2
};

/** Parameters of AHA_EFFECT_PHASER. */
enum {
  /** Rate: 0.01 to 20 Hz, default 0.5. */
  AHA_PHASER_RATE_HZ = 0xb00,
  /** Depth: 0 to 1, default 0.5. */
  AHA_PHASER_DEPTH = 0xb01,
  /** Center: 50 to 8000 Hz, default 800. */
  AHA_PHASER_CENTER_HZ = 0xb02,
  /** Stages: one of AHA_PHASER_STAGES_…, default 2. */
  AHA_PHASER_STAGES = 0xb03,
  /** Feedback: -0.95 to 0.95, default 0.3. */
  AHA_PHASER_FEEDBACK = 0xb04,
  /** Stereo spread: 0 to 1, default 0.5. */
  AHA_PHASER_SPREAD = 0xb05,
  /** Mix: 0 to 1, default 0.5. */
  AHA_PHASER_MIX = 0xb06
};

/** Choices of AHA_PHASER_STAGES. */
enum {
  AHA_PHASER_STAGES_TWO = 0,
  AHA_PHASER_STAGES_FOUR = 1,
  AHA_PHASER_STAGES_SIX = 2,
  AHA_PHASER_STAGES_EIGHT = 3,
  AHA_PHASER_STAGES_TEN = 4,
  AHA_PHASER_STAGES_TWELVE = 5
};

/** Parameters of AHA_EFFECT_TREMOLO. */
enum {
  /** Mode: one of AHA_TREMOLO_MODE_…, default 0. */
  AHA_TREMOLO_MODE = 0xc00,
  /** Rate: 0.01 to 20 Hz, default 6. */
  AHA_TREMOLO_RATE_HZ = 0xc01,
  /** Depth: 0 to 1, default 0.5. */
  AHA_TREMOLO_DEPTH = 0xc02,
  /** Shape: one of AHA_TREMOLO_SHAPE_…, default 0. */
  AHA_TREMOLO_SHAPE = 0xc03
};

/** Choices of AHA_TREMOLO_MODE. */
enum {
  AHA_TREMOLO_MODE_TREMOLO = 0,
  AHA_TREMOLO_MODE_PAN = 1
};

/** Choices of AHA_TREMOLO_SHAPE. */
enum {
  AHA_TREMOLO_SHAPE_SINE = 0,
  AHA_TREMOLO_SHAPE_TRIANGLE = 1,
  AHA_TREMOLO_SHAPE_SQUARE = 2
};

/** Parameters of AHA_EFFECT_SATURATION. */
enum {
  /** Curve: one of AHA_SATURATION_CURVE_…, default 0. */
  AHA_SATURATION_CURVE = 0xd00,
  /** Drive: 0 to 24 dB, default 6. */
  AHA_SATURATION_DRIVE_DB = 0xd01,
  /** Output gain: -24 to 24 dB, default 0. */
  AHA_SATURATION_GAIN_DB = 0xd02,
  /** Mix: 0 to 1, default 1. */
  AHA_SATURATION_MIX = 0xd03
};

/** Choices of AHA_SATURATION_CURVE. */
enum {
  AHA_SATURATION_CURVE_TANH = 0,
  AHA_SATURATION_CURVE_SOFT = 1,
  AHA_SATURATION_CURVE_TUBE = 2,
  AHA_SATURATION_CURVE_HARD = 3
};

/** Parameters of AHA_EFFECT_CRUSHER. */
enum {
  /** Bits: 1 to 24, default 8. */
  AHA_CRUSHER_BITS = 0xe00,
  /** Sample rate: 250 to 48000 Hz, default 12000. */
  AHA_CRUSHER_RATE_HZ = 0xe01,
  /** Mix: 0 to 1, default 1. */
  AHA_CRUSHER_MIX = 0xe02
};

/** Parameters of AHA_EFFECT_GATE. */
enum {
  /** Threshold: -80 to 0 dB, default -40. */
  AHA_GATE_THRESHOLD_DB = 0xf00,
  /** Ratio: 1 to 100, default 10. */
  AHA_GATE_RATIO = 0xf01,
  /** Range: -120 to 0 dB, default -80. */
  AHA_GATE_RANGE_DB = 0xf02,
  /** Hysteresis: 0 to 24 dB, default 4. */
  AHA_GATE_HYSTERESIS_DB = 0xf03,
  /** Attack: 0.1 to 200 ms, default 1. */
  AHA_GATE_ATTACK_MS = 0xf04,
  /** Hold: 0 to 2000 ms, default 50. */
  AHA_GATE_HOLD_MS = 0xf05,
  /** Release: 1 to 4000 ms, default 100. */
  AHA_GATE_RELEASE_MS = 0xf06
};

/** Parameters of AHA_EFFECT_DEESSER. */
enum {
  /** Split: 1000 to 16000 Hz, default 5000. */
  AHA_DEESSER_FREQUENCY_HZ = 0x1000,
  /** Threshold: -60 to 0 dB, default -30. */
  AHA_DEESSER_THRESHOLD_DB = 0x1001,
  /** Ratio: 1 to 20, default 4. */
  AHA_DEESSER_RATIO = 0x1002,
  /** Max reduction: 0 to 24 dB, default 12. */
  AHA_DEESSER_RANGE_DB = 0x1003,
  /** Attack: 0.1 to 50 ms, default 1. */
  AHA_DEESSER_ATTACK_MS = 0x1004,
  /** Release: 5 to 500 ms, default 60. */
  AHA_DEESSER_RELEASE_MS = 0x1005
};

/** Parameters of AHA_EFFECT_WIDTH. */
enum {
  /** Width: 0 to 2, default 1. */
  AHA_WIDTH_WIDTH = 0x1100,
  /** Mid gain: -24 to 24 dB, default 0. */
  AHA_WIDTH_MID_DB = 0x1101,
  /** Side gain: -24 to 24 dB, default 0. */
  AHA_WIDTH_SIDE_DB = 0x1102,
  /** Mono below: 20 to 1000 Hz, default 20. */
  AHA_WIDTH_MONO_BELOW_HZ = 0x1103
};

/** Parameters of AHA_EFFECT_LADDER. */
enum {
  /** Mode: one of AHA_LADDER_MODE_…, default 0. */
  AHA_LADDER_MODE = 0x1200,
  /** Cutoff: 20 to 20000 Hz, default 1000. */
  AHA_LADDER_CUTOFF_HZ = 0x1201,
  /** Resonance: 0 to 1, default 0.3. */
  AHA_LADDER_RESONANCE = 0x1202,
  /** Drive: 0 to 24 dB, default 0. */
  AHA_LADDER_DRIVE_DB = 0x1203
};

/** Choices of AHA_LADDER_MODE. */
enum {
  AHA_LADDER_MODE_LOW_PASS = 0,
  AHA_LADDER_MODE_BAND_PASS = 1,
  AHA_LADDER_MODE_HIGH_PASS = 2
};

/** Parameters of AHA_EFFECT_CONVOLUTION. */
enum {
  /** Mix: 0 to 1, default 0.3. */
  AHA_CONVOLUTION_MIX = 0x1300,
  /** Wet gain: -24 to 24 dB, default 0. */
  AHA_CONVOLUTION_GAIN_DB = 0x1301
};

#endif /* AHA_EFFECTS_H */
