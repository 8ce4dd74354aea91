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

inline Limiter Engine::limiter() const {
  aha_effect *limiter = nullptr;
  check(aha_engine_get_limiter(get(), &limiter));
  return Limiter(limiter);
}

} // namespace aha

#endif // AHA_EFFECTS_HPP
