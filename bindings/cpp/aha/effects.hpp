// aha/effects.hpp: a class for each effect kind. Made by scripts/effects from
// the registry in Sources/AhaDSP/Effects/EffectRegistry.swift; do not edit.
#ifndef AHA_EFFECTS_HPP
#define AHA_EFFECTS_HPP

#include "effect.hpp"

namespace aha {

/// State-variable filter that stays clean while it is swept.
class Filter : public Effect {
public:
  enum class Type : std::uint32_t { low_pass, high_pass, band_pass, notch };

  enum class Slope : std::uint32_t { slope_12_db, slope_24_db };

  explicit Filter(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Filter(const Engine &engine) : Effect(engine, AHA_EFFECT_FILTER) {}

  /// Type: one of its choices, default low_pass.
  void set_type(Type to) const { set_value(AHA_FILTER_TYPE, static_cast<float>(to)); }
  Type type() const { return whole_value<Type>(AHA_FILTER_TYPE); }

  /// Slope: one of its choices, default 12_db.
  void set_slope(Slope to) const { set_value(AHA_FILTER_SLOPE, static_cast<float>(to)); }
  Slope slope() const { return whole_value<Slope>(AHA_FILTER_SLOPE); }

  /// Cutoff: 20 to 20000 Hz, default 1000.
  void set_cutoff_hz(float to) const { set_value(AHA_FILTER_CUTOFF_HZ, to); }
  float cutoff_hz() const { return value(AHA_FILTER_CUTOFF_HZ); }

  /// Resonance: 0.5 to 20, default 0.7071.
  void set_resonance(float to) const { set_value(AHA_FILTER_RESONANCE, to); }
  float resonance() const { return value(AHA_FILTER_RESONANCE); }

  /// For 3 seconds the cutoff jumps to a random place 5 times a second, then goes back.
  void start_spacewave() const { check(aha_effect_start_spacewave(get())); }
};

/// Modulated feedback delay network with diffusion and early reflections.
class Reverb : public Effect {
public:
  explicit Reverb(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Reverb(const Engine &engine) : Effect(engine, AHA_EFFECT_REVERB) {}

  /// Size: 0 to 1, default 0.5.
  void set_size(float to) const { set_value(AHA_REVERB_SIZE, to); }
  float size() const { return value(AHA_REVERB_SIZE); }

  /// Decay: 0.1 to 20 s, default 2.
  void set_decay_s(float to) const { set_value(AHA_REVERB_DECAY_S, to); }
  float decay_s() const { return value(AHA_REVERB_DECAY_S); }

  /// Damping: 0 to 1, default 0.5.
  void set_damping(float to) const { set_value(AHA_REVERB_DAMPING, to); }
  float damping() const { return value(AHA_REVERB_DAMPING); }

  /// Pre-delay: 0 to 250 ms, default 10.
  void set_predelay_ms(float to) const { set_value(AHA_REVERB_PREDELAY_MS, to); }
  float predelay_ms() const { return value(AHA_REVERB_PREDELAY_MS); }

  /// Width: 0 to 1, default 1.
  void set_width(float to) const { set_value(AHA_REVERB_WIDTH, to); }
  float width() const { return value(AHA_REVERB_WIDTH); }

  /// Mix: 0 to 1, default 0.3.
  void set_mix(float to) const { set_value(AHA_REVERB_MIX, to); }
  float mix() const { return value(AHA_REVERB_MIX); }
};

/// Shifts the pitch and keeps duration, transients and stereo image.
class Pitch : public Effect {
public:
  explicit Pitch(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Pitch(const Engine &engine) : Effect(engine, AHA_EFFECT_PITCH) {}

  /// Shift: -3600 to 3600 cents, default 0.
  void set_cents(float to) const { set_value(AHA_PITCH_CENTS, to); }
  float cents() const { return value(AHA_PITCH_CENTS); }

  /// Keep formants: on or off, default off.
  void set_formant(bool to) const { set_value(AHA_PITCH_FORMANT, to ? 1.0f : 0.0f); }
  bool formant() const { return value(AHA_PITCH_FORMANT) != 0; }
};

/// Feed-forward compressor with a soft knee, linked in stereo.
class Compressor : public Effect {
public:
  explicit Compressor(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Compressor(const Engine &engine) : Effect(engine, AHA_EFFECT_COMPRESSOR) {}

  /// Threshold: -60 to 0 dB, default -18.
  void set_threshold_db(float to) const { set_value(AHA_COMPRESSOR_THRESHOLD_DB, to); }
  float threshold_db() const { return value(AHA_COMPRESSOR_THRESHOLD_DB); }

  /// Ratio: 1 to 20, default 3.
  void set_ratio(float to) const { set_value(AHA_COMPRESSOR_RATIO, to); }
  float ratio() const { return value(AHA_COMPRESSOR_RATIO); }

  /// Attack: 0.1 to 200 ms, default 10.
  void set_attack_ms(float to) const { set_value(AHA_COMPRESSOR_ATTACK_MS, to); }
  float attack_ms() const { return value(AHA_COMPRESSOR_ATTACK_MS); }

  /// Release: 5 to 2000 ms, default 120.
  void set_release_ms(float to) const { set_value(AHA_COMPRESSOR_RELEASE_MS, to); }
  float release_ms() const { return value(AHA_COMPRESSOR_RELEASE_MS); }

  /// Knee: 0 to 24 dB, default 6.
  void set_knee_db(float to) const { set_value(AHA_COMPRESSOR_KNEE_DB, to); }
  float knee_db() const { return value(AHA_COMPRESSOR_KNEE_DB); }

  /// Make-up gain: -24 to 24 dB, default 0.
  void set_gain_db(float to) const { set_value(AHA_COMPRESSOR_GAIN_DB, to); }
  float gain_db() const { return value(AHA_COMPRESSOR_GAIN_DB); }

  /// Mix: 0 to 1, default 1.
  void set_mix(float to) const { set_value(AHA_COMPRESSOR_MIX, to); }
  float mix() const { return value(AHA_COMPRESSOR_MIX); }
};

/// Look-ahead true-peak limiter; untouched below its ceiling.
class Limiter : public Effect {
public:
  explicit Limiter(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Limiter(const Engine &engine) : Effect(engine, AHA_EFFECT_LIMITER) {}

  /// Ceiling: -24 to 0 dB, default -1.
  void set_ceiling_db(float to) const { set_value(AHA_LIMITER_CEILING_DB, to); }
  float ceiling_db() const { return value(AHA_LIMITER_CEILING_DB); }

  /// Release: 1 to 1000 ms, default 80.
  void set_release_ms(float to) const { set_value(AHA_LIMITER_RELEASE_MS, to); }
  float release_ms() const { return value(AHA_LIMITER_RELEASE_MS); }

  /// Input gain: -24 to 24 dB, default 0.
  void set_gain_db(float to) const { set_value(AHA_LIMITER_GAIN_DB, to); }
  float gain_db() const { return value(AHA_LIMITER_GAIN_DB); }
};

/// Low shelf, two bells, high shelf.
class Equalizer : public Effect {
public:
  explicit Equalizer(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Equalizer(const Engine &engine) : Effect(engine, AHA_EFFECT_EQUALIZER) {}

  /// Low frequency: 20 to 1000 Hz, default 100.
  void set_low_hz(float to) const { set_value(AHA_EQUALIZER_LOW_HZ, to); }
  float low_hz() const { return value(AHA_EQUALIZER_LOW_HZ); }

  /// Low gain: -24 to 24 dB, default 0.
  void set_low_db(float to) const { set_value(AHA_EQUALIZER_LOW_DB, to); }
  float low_db() const { return value(AHA_EQUALIZER_LOW_DB); }

  /// Lower mid frequency: 20 to 20000 Hz, default 400.
  void set_mid1_hz(float to) const { set_value(AHA_EQUALIZER_MID1_HZ, to); }
  float mid1_hz() const { return value(AHA_EQUALIZER_MID1_HZ); }

  /// Lower mid gain: -24 to 24 dB, default 0.
  void set_mid1_db(float to) const { set_value(AHA_EQUALIZER_MID1_DB, to); }
  float mid1_db() const { return value(AHA_EQUALIZER_MID1_DB); }

  /// Lower mid Q: 0.1 to 10, default 1.
  void set_mid1_q(float to) const { set_value(AHA_EQUALIZER_MID1_Q, to); }
  float mid1_q() const { return value(AHA_EQUALIZER_MID1_Q); }

  /// Upper mid frequency: 20 to 20000 Hz, default 3000.
  void set_mid2_hz(float to) const { set_value(AHA_EQUALIZER_MID2_HZ, to); }
  float mid2_hz() const { return value(AHA_EQUALIZER_MID2_HZ); }

  /// Upper mid gain: -24 to 24 dB, default 0.
  void set_mid2_db(float to) const { set_value(AHA_EQUALIZER_MID2_DB, to); }
  float mid2_db() const { return value(AHA_EQUALIZER_MID2_DB); }

  /// Upper mid Q: 0.1 to 10, default 1.
  void set_mid2_q(float to) const { set_value(AHA_EQUALIZER_MID2_Q, to); }
  float mid2_q() const { return value(AHA_EQUALIZER_MID2_Q); }

  /// High frequency: 1000 to 20000 Hz, default 8000.
  void set_high_hz(float to) const { set_value(AHA_EQUALIZER_HIGH_HZ, to); }
  float high_hz() const { return value(AHA_EQUALIZER_HIGH_HZ); }

  /// High gain: -24 to 24 dB, default 0.
  void set_high_db(float to) const { set_value(AHA_EQUALIZER_HIGH_DB, to); }
  float high_db() const { return value(AHA_EQUALIZER_HIGH_DB); }
};

/// Stereo delay with damped feedback, straight or crossing sides.
class Delay : public Effect {
public:
  explicit Delay(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Delay(const Engine &engine) : Effect(engine, AHA_EFFECT_DELAY) {}

  /// Left time: 1 to 2000 ms, default 375.
  void set_left_ms(float to) const { set_value(AHA_DELAY_LEFT_MS, to); }
  float left_ms() const { return value(AHA_DELAY_LEFT_MS); }

  /// Right time: 1 to 2000 ms, default 500.
  void set_right_ms(float to) const { set_value(AHA_DELAY_RIGHT_MS, to); }
  float right_ms() const { return value(AHA_DELAY_RIGHT_MS); }

  /// Feedback: 0 to 0.95, default 0.35.
  void set_feedback(float to) const { set_value(AHA_DELAY_FEEDBACK, to); }
  float feedback() const { return value(AHA_DELAY_FEEDBACK); }

  /// Cross-feed: 0 to 1, default 0.
  void set_cross(float to) const { set_value(AHA_DELAY_CROSS, to); }
  float cross() const { return value(AHA_DELAY_CROSS); }

  /// Tone: 200 to 20000 Hz, default 6000.
  void set_tone_hz(float to) const { set_value(AHA_DELAY_TONE_HZ, to); }
  float tone_hz() const { return value(AHA_DELAY_TONE_HZ); }

  /// Mix: 0 to 1, default 0.35.
  void set_mix(float to) const { set_value(AHA_DELAY_MIX, to); }
  float mix() const { return value(AHA_DELAY_MIX); }
};

/// Pulls a single voice toward the notes of a scale.
class Tuner : public Effect {
public:
  enum class Root : std::uint32_t { c, c_sharp, d, d_sharp, e, f, f_sharp, g, g_sharp, a, a_sharp, b
    };

  explicit Tuner(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Tuner(const Engine &engine) : Effect(engine, AHA_EFFECT_TUNER) {}

  /// Scale: flags, 1 to 4095, default 4095.
  void set_scale(std::uint32_t to) const { set_value(AHA_TUNER_SCALE, static_cast<float>(to)); }
  std::uint32_t scale() const { return whole_value<std::uint32_t>(AHA_TUNER_SCALE); }

  /// Root: one of its choices, default c.
  void set_root(Root to) const { set_value(AHA_TUNER_ROOT, static_cast<float>(to)); }
  Root root() const { return whole_value<Root>(AHA_TUNER_ROOT); }

  /// Speed: 0 to 500 ms, default 50.
  void set_speed_ms(float to) const { set_value(AHA_TUNER_SPEED_MS, to); }
  float speed_ms() const { return value(AHA_TUNER_SPEED_MS); }

  /// Amount: 0 to 1, default 1.
  void set_amount(float to) const { set_value(AHA_TUNER_AMOUNT, to); }
  float amount() const { return value(AHA_TUNER_AMOUNT); }

  /// Reference: 400 to 480 Hz, default 440.
  void set_reference_hz(float to) const { set_value(AHA_TUNER_REFERENCE_HZ, to); }
  float reference_hz() const { return value(AHA_TUNER_REFERENCE_HZ); }
};

/// Gain and balance at a place in a chain; -120 dB is silence.
class Fader : public Effect {
public:
  explicit Fader(aha_effect *owned) noexcept : Effect(owned) {}
  explicit Fader(const Engine &engine) : Effect(engine, AHA_EFFECT_FADER) {}

  /// Gain: -120 to 24 dB, default 0.
  void set_gain_db(float to) const { set_value(AHA_FADER_GAIN_DB, to); }
  float gain_db() const { return value(AHA_FADER_GAIN_DB); }

  /// Pan: -1 to 1, default 0.
  void set_pan(float to) const { set_value(AHA_FADER_PAN, to); }
  float pan() const { return value(AHA_FADER_PAN); }
};

inline Limiter Engine::limiter() const {
  aha_effect *limiter = nullptr;
  check(aha_engine_get_limiter(get(), &limiter));
  return Limiter(limiter);
}

} // namespace aha

#endif // AHA_EFFECTS_HPP
