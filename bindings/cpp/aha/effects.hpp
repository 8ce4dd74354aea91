// aha/effects.hpp: a class for each effect kind. Made by scripts/effects from
// the registry in Sources/Sound/AhaDSP/Effects/EffectRegistry.swift; do not edit.
#include "../aha.hpp"

#ifndef AHA_EFFECTS_HPP
#define AHA_EFFECTS_HPP

#include <cstdint>

namespace aha {

/// State-variable filter that stays clean while it is swept.
class Filter : public Effect {
public:
  enum class Type : std::uint32_t { low_pass, high_pass, band_pass, notch };

  enum class Slope : std::uint32_t { slope_12_db, slope_24_db };

  explicit Filter(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Filter(const Engine &engine) : Effect(engine, AHA_EFFECT_FILTER) {}

  /// Each parameter, with its default.
  struct Values {
    Type type = Type::low_pass;
    Slope slope = Slope::slope_12_db;
    float cutoff_hz = 1000.0f;
    float resonance = 0.70710677f;
  };

  Filter(const Engine &engine, const Values &values) : Filter(engine) {
    set_type(values.type);
    set_slope(values.slope);
    set_cutoff_hz(values.cutoff_hz);
    set_resonance(values.resonance);
  }

  /// Type: one of its choices, default low_pass.
  const Filter &set_type(Type to) const {
    set_value(AHA_FILTER_TYPE, static_cast<float>(to));
    return *this;
  }
  Type type() const { return whole_value<Type>(AHA_FILTER_TYPE); }

  /// Slope: one of its choices, default 12_db.
  const Filter &set_slope(Slope to) const {
    set_value(AHA_FILTER_SLOPE, static_cast<float>(to));
    return *this;
  }
  Slope slope() const { return whole_value<Slope>(AHA_FILTER_SLOPE); }

  /// Cutoff: 20 to 20000 Hz, default 1000.
  const Filter &set_cutoff_hz(float to) const {
    set_value(AHA_FILTER_CUTOFF_HZ, to);
    return *this;
  }
  float cutoff_hz() const { return value(AHA_FILTER_CUTOFF_HZ); }

  /// Resonance: 0.5 to 20, default 0.7071.
  const Filter &set_resonance(float to) const {
    set_value(AHA_FILTER_RESONANCE, to);
    return *this;
  }
  float resonance() const { return value(AHA_FILTER_RESONANCE); }

  /// For 3 seconds the cutoff jumps to a random place 5 times a second, then goes back.
  void start_spacewave() const { check(aha_effect_start_spacewave(get())); }
};

/// Modulated feedback delay network with diffusion and early reflections.
class Reverb : public Effect {
public:
  explicit Reverb(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Reverb(const Engine &engine) : Effect(engine, AHA_EFFECT_REVERB) {}

  /// Each parameter, with its default.
  struct Values {
    float size = 0.5f;
    float decay_s = 2.0f;
    float damping = 0.5f;
    float predelay_ms = 10.0f;
    float width = 1.0f;
    float mix = 0.3f;
  };

  Reverb(const Engine &engine, const Values &values) : Reverb(engine) {
    set_size(values.size);
    set_decay_s(values.decay_s);
    set_damping(values.damping);
    set_predelay_ms(values.predelay_ms);
    set_width(values.width);
    set_mix(values.mix);
  }

  /// Size: 0 to 1, default 0.5.
  const Reverb &set_size(float to) const {
    set_value(AHA_REVERB_SIZE, to);
    return *this;
  }
  float size() const { return value(AHA_REVERB_SIZE); }

  /// Decay: 0.1 to 20 s, default 2.
  const Reverb &set_decay_s(float to) const {
    set_value(AHA_REVERB_DECAY_S, to);
    return *this;
  }
  float decay_s() const { return value(AHA_REVERB_DECAY_S); }

  /// Damping: 0 to 1, default 0.5.
  const Reverb &set_damping(float to) const {
    set_value(AHA_REVERB_DAMPING, to);
    return *this;
  }
  float damping() const { return value(AHA_REVERB_DAMPING); }

  /// Pre-delay: 0 to 250 ms, default 10.
  const Reverb &set_predelay_ms(float to) const {
    set_value(AHA_REVERB_PREDELAY_MS, to);
    return *this;
  }
  float predelay_ms() const { return value(AHA_REVERB_PREDELAY_MS); }

  /// Width: 0 to 1, default 1.
  const Reverb &set_width(float to) const {
    set_value(AHA_REVERB_WIDTH, to);
    return *this;
  }
  float width() const { return value(AHA_REVERB_WIDTH); }

  /// Mix: 0 to 1, default 0.3.
  const Reverb &set_mix(float to) const {
    set_value(AHA_REVERB_MIX, to);
    return *this;
  }
  float mix() const { return value(AHA_REVERB_MIX); }
};

/// Shifts the pitch and keeps duration, transients and stereo image.
class Pitch : public Effect {
public:
  explicit Pitch(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Pitch(const Engine &engine) : Effect(engine, AHA_EFFECT_PITCH) {}

  /// Each parameter, with its default.
  struct Values {
    float cents = 0.0f;
    bool formant = false;
  };

  Pitch(const Engine &engine, const Values &values) : Pitch(engine) {
    set_cents(values.cents);
    set_formant(values.formant);
  }

  /// Shift: -3600 to 3600 cents, default 0.
  const Pitch &set_cents(float to) const {
    set_value(AHA_PITCH_CENTS, to);
    return *this;
  }
  float cents() const { return value(AHA_PITCH_CENTS); }

  /// Keep formants: on or off, default off.
  const Pitch &set_formant(bool to) const {
    set_value(AHA_PITCH_FORMANT, to ? 1.0f : 0.0f);
    return *this;
  }
  bool formant() const { return value(AHA_PITCH_FORMANT) != 0; }
};

/// Feed-forward compressor with a soft knee, linked in stereo.
class Compressor : public Effect {
public:
  explicit Compressor(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Compressor(const Engine &engine) : Effect(engine, AHA_EFFECT_COMPRESSOR) {}

  /// Each parameter, with its default.
  struct Values {
    float threshold_db = -18.0f;
    float ratio = 3.0f;
    float attack_ms = 10.0f;
    float release_ms = 120.0f;
    float knee_db = 6.0f;
    float gain_db = 0.0f;
    float mix = 1.0f;
  };

  Compressor(const Engine &engine, const Values &values) : Compressor(engine) {
    set_threshold_db(values.threshold_db);
    set_ratio(values.ratio);
    set_attack_ms(values.attack_ms);
    set_release_ms(values.release_ms);
    set_knee_db(values.knee_db);
    set_gain_db(values.gain_db);
    set_mix(values.mix);
  }

  /// Threshold: -60 to 0 dB, default -18.
  const Compressor &set_threshold_db(float to) const {
    set_value(AHA_COMPRESSOR_THRESHOLD_DB, to);
    return *this;
  }
  float threshold_db() const { return value(AHA_COMPRESSOR_THRESHOLD_DB); }

  /// Ratio: 1 to 20, default 3.
  const Compressor &set_ratio(float to) const {
    set_value(AHA_COMPRESSOR_RATIO, to);
    return *this;
  }
  float ratio() const { return value(AHA_COMPRESSOR_RATIO); }

  /// Attack: 0.1 to 200 ms, default 10.
  const Compressor &set_attack_ms(float to) const {
    set_value(AHA_COMPRESSOR_ATTACK_MS, to);
    return *this;
  }
  float attack_ms() const { return value(AHA_COMPRESSOR_ATTACK_MS); }

  /// Release: 5 to 2000 ms, default 120.
  const Compressor &set_release_ms(float to) const {
    set_value(AHA_COMPRESSOR_RELEASE_MS, to);
    return *this;
  }
  float release_ms() const { return value(AHA_COMPRESSOR_RELEASE_MS); }

  /// Knee: 0 to 24 dB, default 6.
  const Compressor &set_knee_db(float to) const {
    set_value(AHA_COMPRESSOR_KNEE_DB, to);
    return *this;
  }
  float knee_db() const { return value(AHA_COMPRESSOR_KNEE_DB); }

  /// Make-up gain: -24 to 24 dB, default 0.
  const Compressor &set_gain_db(float to) const {
    set_value(AHA_COMPRESSOR_GAIN_DB, to);
    return *this;
  }
  float gain_db() const { return value(AHA_COMPRESSOR_GAIN_DB); }

  /// Mix: 0 to 1, default 1.
  const Compressor &set_mix(float to) const {
    set_value(AHA_COMPRESSOR_MIX, to);
    return *this;
  }
  float mix() const { return value(AHA_COMPRESSOR_MIX); }
};

/// Look-ahead true-peak limiter; untouched below its ceiling.
class Limiter : public Effect {
public:
  explicit Limiter(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Limiter(const Engine &engine) : Effect(engine, AHA_EFFECT_LIMITER) {}

  /// Each parameter, with its default.
  struct Values {
    float ceiling_db = -1.0f;
    float release_ms = 80.0f;
    float gain_db = 0.0f;
  };

  Limiter(const Engine &engine, const Values &values) : Limiter(engine) {
    set_ceiling_db(values.ceiling_db);
    set_release_ms(values.release_ms);
    set_gain_db(values.gain_db);
  }

  /// Ceiling: -24 to 0 dB, default -1.
  const Limiter &set_ceiling_db(float to) const {
    set_value(AHA_LIMITER_CEILING_DB, to);
    return *this;
  }
  float ceiling_db() const { return value(AHA_LIMITER_CEILING_DB); }

  /// Release: 1 to 1000 ms, default 80.
  const Limiter &set_release_ms(float to) const {
    set_value(AHA_LIMITER_RELEASE_MS, to);
    return *this;
  }
  float release_ms() const { return value(AHA_LIMITER_RELEASE_MS); }

  /// Input gain: -24 to 24 dB, default 0.
  const Limiter &set_gain_db(float to) const {
    set_value(AHA_LIMITER_GAIN_DB, to);
    return *this;
  }
  float gain_db() const { return value(AHA_LIMITER_GAIN_DB); }
};

/// Low shelf, two bells, high shelf.
class Equalizer : public Effect {
public:
  explicit Equalizer(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Equalizer(const Engine &engine) : Effect(engine, AHA_EFFECT_EQUALIZER) {}

  /// Each parameter, with its default.
  struct Values {
    float low_hz = 100.0f;
    float low_db = 0.0f;
    float mid1_hz = 400.0f;
    float mid1_db = 0.0f;
    float mid1_q = 1.0f;
    float mid2_hz = 3000.0f;
    float mid2_db = 0.0f;
    float mid2_q = 1.0f;
    float high_hz = 8000.0f;
    float high_db = 0.0f;
  };

  Equalizer(const Engine &engine, const Values &values) : Equalizer(engine) {
    set_low_hz(values.low_hz);
    set_low_db(values.low_db);
    set_mid1_hz(values.mid1_hz);
    set_mid1_db(values.mid1_db);
    set_mid1_q(values.mid1_q);
    set_mid2_hz(values.mid2_hz);
    set_mid2_db(values.mid2_db);
    set_mid2_q(values.mid2_q);
    set_high_hz(values.high_hz);
    set_high_db(values.high_db);
  }

  /// Low frequency: 20 to 1000 Hz, default 100.
  const Equalizer &set_low_hz(float to) const {
    set_value(AHA_EQUALIZER_LOW_HZ, to);
    return *this;
  }
  float low_hz() const { return value(AHA_EQUALIZER_LOW_HZ); }

  /// Low gain: -24 to 24 dB, default 0.
  const Equalizer &set_low_db(float to) const {
    set_value(AHA_EQUALIZER_LOW_DB, to);
    return *this;
  }
  float low_db() const { return value(AHA_EQUALIZER_LOW_DB); }

  /// Lower mid frequency: 20 to 20000 Hz, default 400.
  const Equalizer &set_mid1_hz(float to) const {
    set_value(AHA_EQUALIZER_MID1_HZ, to);
    return *this;
  }
  float mid1_hz() const { return value(AHA_EQUALIZER_MID1_HZ); }

  /// Lower mid gain: -24 to 24 dB, default 0.
  const Equalizer &set_mid1_db(float to) const {
    set_value(AHA_EQUALIZER_MID1_DB, to);
    return *this;
  }
  float mid1_db() const { return value(AHA_EQUALIZER_MID1_DB); }

  /// Lower mid Q: 0.1 to 10, default 1.
  const Equalizer &set_mid1_q(float to) const {
    set_value(AHA_EQUALIZER_MID1_Q, to);
    return *this;
  }
  float mid1_q() const { return value(AHA_EQUALIZER_MID1_Q); }

  /// Upper mid frequency: 20 to 20000 Hz, default 3000.
  const Equalizer &set_mid2_hz(float to) const {
    set_value(AHA_EQUALIZER_MID2_HZ, to);
    return *this;
  }
  float mid2_hz() const { return value(AHA_EQUALIZER_MID2_HZ); }

  /// Upper mid gain: -24 to 24 dB, default 0.
  const Equalizer &set_mid2_db(float to) const {
    set_value(AHA_EQUALIZER_MID2_DB, to);
    return *this;
  }
  float mid2_db() const { return value(AHA_EQUALIZER_MID2_DB); }

  /// Upper mid Q: 0.1 to 10, default 1.
  const Equalizer &set_mid2_q(float to) const {
    set_value(AHA_EQUALIZER_MID2_Q, to);
    return *this;
  }
  float mid2_q() const { return value(AHA_EQUALIZER_MID2_Q); }

  /// High frequency: 1000 to 20000 Hz, default 8000.
  const Equalizer &set_high_hz(float to) const {
    set_value(AHA_EQUALIZER_HIGH_HZ, to);
    return *this;
  }
  float high_hz() const { return value(AHA_EQUALIZER_HIGH_HZ); }

  /// High gain: -24 to 24 dB, default 0.
  const Equalizer &set_high_db(float to) const {
    set_value(AHA_EQUALIZER_HIGH_DB, to);
    return *this;
  }
  float high_db() const { return value(AHA_EQUALIZER_HIGH_DB); }
};

/// Stereo delay with damped feedback, straight or crossing sides.
class Delay : public Effect {
public:
  explicit Delay(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Delay(const Engine &engine) : Effect(engine, AHA_EFFECT_DELAY) {}

  /// Each parameter, with its default.
  struct Values {
    float left_ms = 375.0f;
    float right_ms = 500.0f;
    float feedback = 0.35f;
    float cross = 0.0f;
    float tone_hz = 6000.0f;
    float mix = 0.35f;
  };

  Delay(const Engine &engine, const Values &values) : Delay(engine) {
    set_left_ms(values.left_ms);
    set_right_ms(values.right_ms);
    set_feedback(values.feedback);
    set_cross(values.cross);
    set_tone_hz(values.tone_hz);
    set_mix(values.mix);
  }

  /// Left time: 1 to 2000 ms, default 375.
  const Delay &set_left_ms(float to) const {
    set_value(AHA_DELAY_LEFT_MS, to);
    return *this;
  }
  float left_ms() const { return value(AHA_DELAY_LEFT_MS); }

  /// Right time: 1 to 2000 ms, default 500.
  const Delay &set_right_ms(float to) const {
    set_value(AHA_DELAY_RIGHT_MS, to);
    return *this;
  }
  float right_ms() const { return value(AHA_DELAY_RIGHT_MS); }

  /// Feedback: 0 to 0.95, default 0.35.
  const Delay &set_feedback(float to) const {
    set_value(AHA_DELAY_FEEDBACK, to);
    return *this;
  }
  float feedback() const { return value(AHA_DELAY_FEEDBACK); }

  /// Cross-feed: 0 to 1, default 0.
  const Delay &set_cross(float to) const {
    set_value(AHA_DELAY_CROSS, to);
    return *this;
  }
  float cross() const { return value(AHA_DELAY_CROSS); }

  /// Tone: 200 to 20000 Hz, default 6000.
  const Delay &set_tone_hz(float to) const {
    set_value(AHA_DELAY_TONE_HZ, to);
    return *this;
  }
  float tone_hz() const { return value(AHA_DELAY_TONE_HZ); }

  /// Mix: 0 to 1, default 0.35.
  const Delay &set_mix(float to) const {
    set_value(AHA_DELAY_MIX, to);
    return *this;
  }
  float mix() const { return value(AHA_DELAY_MIX); }
};

/// Pulls a single voice toward the notes of a scale.
class Tuner : public Effect {
public:
  enum class Root : std::uint32_t { c, c_sharp, d, d_sharp, e, f, f_sharp, g, g_sharp, a, a_sharp, b
    };

  explicit Tuner(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Tuner(const Engine &engine) : Effect(engine, AHA_EFFECT_TUNER) {}

  /// Each parameter, with its default.
  struct Values {
    std::uint32_t scale = 4095;
    Root root = Root::c;
    float speed_ms = 50.0f;
    float amount = 1.0f;
    float reference_hz = 440.0f;
  };

  Tuner(const Engine &engine, const Values &values) : Tuner(engine) {
    set_scale(values.scale);
    set_root(values.root);
    set_speed_ms(values.speed_ms);
    set_amount(values.amount);
    set_reference_hz(values.reference_hz);
  }

  /// Scale: flags, 1 to 4095, default 4095.
  const Tuner &set_scale(std::uint32_t to) const {
    set_value(AHA_TUNER_SCALE, static_cast<float>(to));
    return *this;
  }
  std::uint32_t scale() const { return whole_value<std::uint32_t>(AHA_TUNER_SCALE); }

  /// Root: one of its choices, default c.
  const Tuner &set_root(Root to) const {
    set_value(AHA_TUNER_ROOT, static_cast<float>(to));
    return *this;
  }
  Root root() const { return whole_value<Root>(AHA_TUNER_ROOT); }

  /// Speed: 0 to 500 ms, default 50.
  const Tuner &set_speed_ms(float to) const {
    set_value(AHA_TUNER_SPEED_MS, to);
    return *this;
  }
  float speed_ms() const { return value(AHA_TUNER_SPEED_MS); }

  /// Amount: 0 to 1, default 1.
  const Tuner &set_amount(float to) const {
    set_value(AHA_TUNER_AMOUNT, to);
    return *this;
  }
  float amount() const { return value(AHA_TUNER_AMOUNT); }

  /// Reference: 400 to 480 Hz, default 440.
  const Tuner &set_reference_hz(float to) const {
    set_value(AHA_TUNER_REFERENCE_HZ, to);
    return *this;
  }
  float reference_hz() const { return value(AHA_TUNER_REFERENCE_HZ); }
};

/// Gain and balance at a place in a chain; -120 dB is silence.
class Fader : public Effect {
public:
  explicit Fader(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Fader(const Engine &engine) : Effect(engine, AHA_EFFECT_FADER) {}

  /// Each parameter, with its default.
  struct Values {
    float gain_db = 0.0f;
    float pan = 0.0f;
  };

  Fader(const Engine &engine, const Values &values) : Fader(engine) {
    set_gain_db(values.gain_db);
    set_pan(values.pan);
  }

  /// Gain: -120 to 24 dB, default 0.
  const Fader &set_gain_db(float to) const {
    set_value(AHA_FADER_GAIN_DB, to);
    return *this;
  }
  float gain_db() const { return value(AHA_FADER_GAIN_DB); }

  /// Pan: -1 to 1, default 0.
  const Fader &set_pan(float to) const {
    set_value(AHA_FADER_PAN, to);
    return *this;
  }
  float pan() const { return value(AHA_FADER_PAN); }
};

/// Chorus, flanger and ensemble: delays that move.
class Chorus : public Effect {
public:
  enum class Mode : std::uint32_t { chorus, flanger, ensemble };

  explicit Chorus(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Chorus(const Engine &engine) : Effect(engine, AHA_EFFECT_CHORUS) {}

  /// Each parameter, with its default.
  struct Values {
    Mode mode = Mode::chorus;
    float rate_hz = 0.8f;
    float depth_ms = 2.0f;
    float delay_ms = 8.0f;
    float feedback = 0.0f;
    float mix = 0.5f;
  };

  Chorus(const Engine &engine, const Values &values) : Chorus(engine) {
    set_mode(values.mode);
    set_rate_hz(values.rate_hz);
    set_depth_ms(values.depth_ms);
    set_delay_ms(values.delay_ms);
    set_feedback(values.feedback);
    set_mix(values.mix);
  }

  /// Mode: one of its choices, default chorus.
  const Chorus &set_mode(Mode to) const {
    set_value(AHA_CHORUS_MODE, static_cast<float>(to));
    return *this;
  }
  Mode mode() const { return whole_value<Mode>(AHA_CHORUS_MODE); }

  /// Rate: 0.01 to 20 Hz, default 0.8.
  const Chorus &set_rate_hz(float to) const {
    set_value(AHA_CHORUS_RATE_HZ, to);
    return *this;
  }
  float rate_hz() const { return value(AHA_CHORUS_RATE_HZ); }

  /// Depth: 0 to 10 ms, default 2.
  const Chorus &set_depth_ms(float to) const {
    set_value(AHA_CHORUS_DEPTH_MS, to);
    return *this;
  }
  float depth_ms() const { return value(AHA_CHORUS_DEPTH_MS); }

  /// Delay: 0.5 to 40 ms, default 8.
  const Chorus &set_delay_ms(float to) const {
    set_value(AHA_CHORUS_DELAY_MS, to);
    return *this;
  }
  float delay_ms() const { return value(AHA_CHORUS_DELAY_MS); }

  /// Feedback: -0.95 to 0.95, default 0.
  const Chorus &set_feedback(float to) const {
    set_value(AHA_CHORUS_FEEDBACK, to);
    return *this;
  }
  float feedback() const { return value(AHA_CHORUS_FEEDBACK); }

  /// Mix: 0 to 1, default 0.5.
  const Chorus &set_mix(float to) const {
    set_value(AHA_CHORUS_MIX, to);
    return *this;
  }
  float mix() const { return value(AHA_CHORUS_MIX); }
};

/// Sweeps the notches of a chain of all-pass filters.
class Phaser : public Effect {
public:
  enum class Stages : std::uint32_t { two, four, six, eight, ten, twelve };

  explicit Phaser(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Phaser(const Engine &engine) : Effect(engine, AHA_EFFECT_PHASER) {}

  /// Each parameter, with its default.
  struct Values {
    float rate_hz = 0.5f;
    float depth = 0.5f;
    float center_hz = 800.0f;
    Stages stages = Stages::six;
    float feedback = 0.3f;
    float spread = 0.5f;
    float mix = 0.5f;
  };

  Phaser(const Engine &engine, const Values &values) : Phaser(engine) {
    set_rate_hz(values.rate_hz);
    set_depth(values.depth);
    set_center_hz(values.center_hz);
    set_stages(values.stages);
    set_feedback(values.feedback);
    set_spread(values.spread);
    set_mix(values.mix);
  }

  /// Rate: 0.01 to 20 Hz, default 0.5.
  const Phaser &set_rate_hz(float to) const {
    set_value(AHA_PHASER_RATE_HZ, to);
    return *this;
  }
  float rate_hz() const { return value(AHA_PHASER_RATE_HZ); }

  /// Depth: 0 to 1, default 0.5.
  const Phaser &set_depth(float to) const {
    set_value(AHA_PHASER_DEPTH, to);
    return *this;
  }
  float depth() const { return value(AHA_PHASER_DEPTH); }

  /// Center: 50 to 8000 Hz, default 800.
  const Phaser &set_center_hz(float to) const {
    set_value(AHA_PHASER_CENTER_HZ, to);
    return *this;
  }
  float center_hz() const { return value(AHA_PHASER_CENTER_HZ); }

  /// Stages: one of its choices, default six.
  const Phaser &set_stages(Stages to) const {
    set_value(AHA_PHASER_STAGES, static_cast<float>(to));
    return *this;
  }
  Stages stages() const { return whole_value<Stages>(AHA_PHASER_STAGES); }

  /// Feedback: -0.95 to 0.95, default 0.3.
  const Phaser &set_feedback(float to) const {
    set_value(AHA_PHASER_FEEDBACK, to);
    return *this;
  }
  float feedback() const { return value(AHA_PHASER_FEEDBACK); }

  /// Stereo spread: 0 to 1, default 0.5.
  const Phaser &set_spread(float to) const {
    set_value(AHA_PHASER_SPREAD, to);
    return *this;
  }
  float spread() const { return value(AHA_PHASER_SPREAD); }

  /// Mix: 0 to 1, default 0.5.
  const Phaser &set_mix(float to) const {
    set_value(AHA_PHASER_MIX, to);
    return *this;
  }
  float mix() const { return value(AHA_PHASER_MIX); }
};

/// Moves the gain, or the position between left and right (auto-pan).
class Tremolo : public Effect {
public:
  enum class Mode : std::uint32_t { tremolo, pan };

  enum class Shape : std::uint32_t { sine, triangle, square };

  explicit Tremolo(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Tremolo(const Engine &engine) : Effect(engine, AHA_EFFECT_TREMOLO) {}

  /// Each parameter, with its default.
  struct Values {
    Mode mode = Mode::tremolo;
    float rate_hz = 6.0f;
    float depth = 0.5f;
    Shape shape = Shape::sine;
  };

  Tremolo(const Engine &engine, const Values &values) : Tremolo(engine) {
    set_mode(values.mode);
    set_rate_hz(values.rate_hz);
    set_depth(values.depth);
    set_shape(values.shape);
  }

  /// Mode: one of its choices, default tremolo.
  const Tremolo &set_mode(Mode to) const {
    set_value(AHA_TREMOLO_MODE, static_cast<float>(to));
    return *this;
  }
  Mode mode() const { return whole_value<Mode>(AHA_TREMOLO_MODE); }

  /// Rate: 0.01 to 20 Hz, default 6.
  const Tremolo &set_rate_hz(float to) const {
    set_value(AHA_TREMOLO_RATE_HZ, to);
    return *this;
  }
  float rate_hz() const { return value(AHA_TREMOLO_RATE_HZ); }

  /// Depth: 0 to 1, default 0.5.
  const Tremolo &set_depth(float to) const {
    set_value(AHA_TREMOLO_DEPTH, to);
    return *this;
  }
  float depth() const { return value(AHA_TREMOLO_DEPTH); }

  /// Shape: one of its choices, default sine.
  const Tremolo &set_shape(Shape to) const {
    set_value(AHA_TREMOLO_SHAPE, static_cast<float>(to));
    return *this;
  }
  Shape shape() const { return whole_value<Shape>(AHA_TREMOLO_SHAPE); }
};

/// Drives the signal into a curve, oversampled eight times against aliasing.
class Saturation : public Effect {
public:
  enum class Curve : std::uint32_t { tanh, soft, tube, hard };

  explicit Saturation(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Saturation(const Engine &engine) : Effect(engine, AHA_EFFECT_SATURATION) {}

  /// Each parameter, with its default.
  struct Values {
    Curve curve = Curve::tanh;
    float drive_db = 6.0f;
    float gain_db = 0.0f;
    float mix = 1.0f;
  };

  Saturation(const Engine &engine, const Values &values) : Saturation(engine) {
    set_curve(values.curve);
    set_drive_db(values.drive_db);
    set_gain_db(values.gain_db);
    set_mix(values.mix);
  }

  /// Curve: one of its choices, default tanh.
  const Saturation &set_curve(Curve to) const {
    set_value(AHA_SATURATION_CURVE, static_cast<float>(to));
    return *this;
  }
  Curve curve() const { return whole_value<Curve>(AHA_SATURATION_CURVE); }

  /// Drive: 0 to 24 dB, default 6.
  const Saturation &set_drive_db(float to) const {
    set_value(AHA_SATURATION_DRIVE_DB, to);
    return *this;
  }
  float drive_db() const { return value(AHA_SATURATION_DRIVE_DB); }

  /// Output gain: -24 to 24 dB, default 0.
  const Saturation &set_gain_db(float to) const {
    set_value(AHA_SATURATION_GAIN_DB, to);
    return *this;
  }
  float gain_db() const { return value(AHA_SATURATION_GAIN_DB); }

  /// Mix: 0 to 1, default 1.
  const Saturation &set_mix(float to) const {
    set_value(AHA_SATURATION_MIX, to);
    return *this;
  }
  float mix() const { return value(AHA_SATURATION_MIX); }
};

/// Lowers the resolution and the sample rate.
class Crusher : public Effect {
public:
  explicit Crusher(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Crusher(const Engine &engine) : Effect(engine, AHA_EFFECT_CRUSHER) {}

  /// Each parameter, with its default.
  struct Values {
    float bits = 8.0f;
    float rate_hz = 12000.0f;
    float mix = 1.0f;
  };

  Crusher(const Engine &engine, const Values &values) : Crusher(engine) {
    set_bits(values.bits);
    set_rate_hz(values.rate_hz);
    set_mix(values.mix);
  }

  /// Bits: 1 to 24, default 8.
  const Crusher &set_bits(float to) const {
    set_value(AHA_CRUSHER_BITS, to);
    return *this;
  }
  float bits() const { return value(AHA_CRUSHER_BITS); }

  /// Sample rate: 250 to 48000 Hz, default 12000.
  const Crusher &set_rate_hz(float to) const {
    set_value(AHA_CRUSHER_RATE_HZ, to);
    return *this;
  }
  float rate_hz() const { return value(AHA_CRUSHER_RATE_HZ); }

  /// Mix: 0 to 1, default 1.
  const Crusher &set_mix(float to) const {
    set_value(AHA_CRUSHER_MIX, to);
    return *this;
  }
  float mix() const { return value(AHA_CRUSHER_MIX); }
};

/// Gate and downward expander with hysteresis and hold, linked in stereo.
class Gate : public Effect {
public:
  explicit Gate(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Gate(const Engine &engine) : Effect(engine, AHA_EFFECT_GATE) {}

  /// Each parameter, with its default.
  struct Values {
    float threshold_db = -40.0f;
    float ratio = 10.0f;
    float range_db = -80.0f;
    float hysteresis_db = 4.0f;
    float attack_ms = 1.0f;
    float hold_ms = 50.0f;
    float release_ms = 100.0f;
  };

  Gate(const Engine &engine, const Values &values) : Gate(engine) {
    set_threshold_db(values.threshold_db);
    set_ratio(values.ratio);
    set_range_db(values.range_db);
    set_hysteresis_db(values.hysteresis_db);
    set_attack_ms(values.attack_ms);
    set_hold_ms(values.hold_ms);
    set_release_ms(values.release_ms);
  }

  /// Threshold: -80 to 0 dB, default -40.
  const Gate &set_threshold_db(float to) const {
    set_value(AHA_GATE_THRESHOLD_DB, to);
    return *this;
  }
  float threshold_db() const { return value(AHA_GATE_THRESHOLD_DB); }

  /// Ratio: 1 to 100, default 10.
  const Gate &set_ratio(float to) const {
    set_value(AHA_GATE_RATIO, to);
    return *this;
  }
  float ratio() const { return value(AHA_GATE_RATIO); }

  /// Range: -120 to 0 dB, default -80.
  const Gate &set_range_db(float to) const {
    set_value(AHA_GATE_RANGE_DB, to);
    return *this;
  }
  float range_db() const { return value(AHA_GATE_RANGE_DB); }

  /// Hysteresis: 0 to 24 dB, default 4.
  const Gate &set_hysteresis_db(float to) const {
    set_value(AHA_GATE_HYSTERESIS_DB, to);
    return *this;
  }
  float hysteresis_db() const { return value(AHA_GATE_HYSTERESIS_DB); }

  /// Attack: 0.1 to 200 ms, default 1.
  const Gate &set_attack_ms(float to) const {
    set_value(AHA_GATE_ATTACK_MS, to);
    return *this;
  }
  float attack_ms() const { return value(AHA_GATE_ATTACK_MS); }

  /// Hold: 0 to 2000 ms, default 50.
  const Gate &set_hold_ms(float to) const {
    set_value(AHA_GATE_HOLD_MS, to);
    return *this;
  }
  float hold_ms() const { return value(AHA_GATE_HOLD_MS); }

  /// Release: 1 to 4000 ms, default 100.
  const Gate &set_release_ms(float to) const {
    set_value(AHA_GATE_RELEASE_MS, to);
    return *this;
  }
  float release_ms() const { return value(AHA_GATE_RELEASE_MS); }
};

/// Reduces the high frequencies while they are loud.
class Deesser : public Effect {
public:
  explicit Deesser(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Deesser(const Engine &engine) : Effect(engine, AHA_EFFECT_DEESSER) {}

  /// Each parameter, with its default.
  struct Values {
    float frequency_hz = 5000.0f;
    float threshold_db = -30.0f;
    float ratio = 4.0f;
    float range_db = 12.0f;
    float attack_ms = 1.0f;
    float release_ms = 60.0f;
  };

  Deesser(const Engine &engine, const Values &values) : Deesser(engine) {
    set_frequency_hz(values.frequency_hz);
    set_threshold_db(values.threshold_db);
    set_ratio(values.ratio);
    set_range_db(values.range_db);
    set_attack_ms(values.attack_ms);
    set_release_ms(values.release_ms);
  }

  /// Split: 1000 to 16000 Hz, default 5000.
  const Deesser &set_frequency_hz(float to) const {
    set_value(AHA_DEESSER_FREQUENCY_HZ, to);
    return *this;
  }
  float frequency_hz() const { return value(AHA_DEESSER_FREQUENCY_HZ); }

  /// Threshold: -60 to 0 dB, default -30.
  const Deesser &set_threshold_db(float to) const {
    set_value(AHA_DEESSER_THRESHOLD_DB, to);
    return *this;
  }
  float threshold_db() const { return value(AHA_DEESSER_THRESHOLD_DB); }

  /// Ratio: 1 to 20, default 4.
  const Deesser &set_ratio(float to) const {
    set_value(AHA_DEESSER_RATIO, to);
    return *this;
  }
  float ratio() const { return value(AHA_DEESSER_RATIO); }

  /// Max reduction: 0 to 24 dB, default 12.
  const Deesser &set_range_db(float to) const {
    set_value(AHA_DEESSER_RANGE_DB, to);
    return *this;
  }
  float range_db() const { return value(AHA_DEESSER_RANGE_DB); }

  /// Attack: 0.1 to 50 ms, default 1.
  const Deesser &set_attack_ms(float to) const {
    set_value(AHA_DEESSER_ATTACK_MS, to);
    return *this;
  }
  float attack_ms() const { return value(AHA_DEESSER_ATTACK_MS); }

  /// Release: 5 to 500 ms, default 60.
  const Deesser &set_release_ms(float to) const {
    set_value(AHA_DEESSER_RELEASE_MS, to);
    return *this;
  }
  float release_ms() const { return value(AHA_DEESSER_RELEASE_MS); }
};

/// Stereo width, gains of mid and side, and mono bass.
class Width : public Effect {
public:
  explicit Width(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Width(const Engine &engine) : Effect(engine, AHA_EFFECT_WIDTH) {}

  /// Each parameter, with its default.
  struct Values {
    float width = 1.0f;
    float mid_db = 0.0f;
    float side_db = 0.0f;
    float mono_below_hz = 20.0f;
  };

  Width(const Engine &engine, const Values &values) : Width(engine) {
    set_width(values.width);
    set_mid_db(values.mid_db);
    set_side_db(values.side_db);
    set_mono_below_hz(values.mono_below_hz);
  }

  /// Width: 0 to 2, default 1.
  const Width &set_width(float to) const {
    set_value(AHA_WIDTH_WIDTH, to);
    return *this;
  }
  float width() const { return value(AHA_WIDTH_WIDTH); }

  /// Mid gain: -24 to 24 dB, default 0.
  const Width &set_mid_db(float to) const {
    set_value(AHA_WIDTH_MID_DB, to);
    return *this;
  }
  float mid_db() const { return value(AHA_WIDTH_MID_DB); }

  /// Side gain: -24 to 24 dB, default 0.
  const Width &set_side_db(float to) const {
    set_value(AHA_WIDTH_SIDE_DB, to);
    return *this;
  }
  float side_db() const { return value(AHA_WIDTH_SIDE_DB); }

  /// Mono below: 20 to 1000 Hz, default 20.
  const Width &set_mono_below_hz(float to) const {
    set_value(AHA_WIDTH_MONO_BELOW_HZ, to);
    return *this;
  }
  float mono_below_hz() const { return value(AHA_WIDTH_MONO_BELOW_HZ); }
};

/// Transistor-ladder filter with drive, 24 dB per octave.
class Ladder : public Effect {
public:
  enum class Mode : std::uint32_t { low_pass, band_pass, high_pass };

  explicit Ladder(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Ladder(const Engine &engine) : Effect(engine, AHA_EFFECT_LADDER) {}

  /// Each parameter, with its default.
  struct Values {
    Mode mode = Mode::low_pass;
    float cutoff_hz = 1000.0f;
    float resonance = 0.3f;
    float drive_db = 0.0f;
  };

  Ladder(const Engine &engine, const Values &values) : Ladder(engine) {
    set_mode(values.mode);
    set_cutoff_hz(values.cutoff_hz);
    set_resonance(values.resonance);
    set_drive_db(values.drive_db);
  }

  /// Mode: one of its choices, default low_pass.
  const Ladder &set_mode(Mode to) const {
    set_value(AHA_LADDER_MODE, static_cast<float>(to));
    return *this;
  }
  Mode mode() const { return whole_value<Mode>(AHA_LADDER_MODE); }

  /// Cutoff: 20 to 20000 Hz, default 1000.
  const Ladder &set_cutoff_hz(float to) const {
    set_value(AHA_LADDER_CUTOFF_HZ, to);
    return *this;
  }
  float cutoff_hz() const { return value(AHA_LADDER_CUTOFF_HZ); }

  /// Resonance: 0 to 1, default 0.3.
  const Ladder &set_resonance(float to) const {
    set_value(AHA_LADDER_RESONANCE, to);
    return *this;
  }
  float resonance() const { return value(AHA_LADDER_RESONANCE); }

  /// Drive: 0 to 24 dB, default 0.
  const Ladder &set_drive_db(float to) const {
    set_value(AHA_LADDER_DRIVE_DB, to);
    return *this;
  }
  float drive_db() const { return value(AHA_LADDER_DRIVE_DB); }
};

/// Convolves with an impulse response, such as a room or a cabinet, without latency.
class Convolution : public Effect {
public:
  explicit Convolution(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Convolution(const Engine &engine) : Effect(engine, AHA_EFFECT_CONVOLUTION) {}

  /// Each parameter, with its default.
  struct Values {
    float mix = 0.3f;
    float gain_db = 0.0f;
  };

  Convolution(const Engine &engine, const Values &values) : Convolution(engine) {
    set_mix(values.mix);
    set_gain_db(values.gain_db);
  }

  /// Mix: 0 to 1, default 0.3.
  const Convolution &set_mix(float to) const {
    set_value(AHA_CONVOLUTION_MIX, to);
    return *this;
  }
  float mix() const { return value(AHA_CONVOLUTION_MIX); }

  /// Wet gain: -24 to 24 dB, default 0.
  const Convolution &set_gain_db(float to) const {
    set_value(AHA_CONVOLUTION_GAIN_DB, to);
    return *this;
  }
  float gain_db() const { return value(AHA_CONVOLUTION_GAIN_DB); }
};

inline Limiter Engine::limiter() const {
  aha_effect *limiter = nullptr;
  check(aha_engine_get_limiter(get(), &limiter));
  return Limiter(limiter);
}

} // namespace aha

#endif // AHA_EFFECTS_HPP
