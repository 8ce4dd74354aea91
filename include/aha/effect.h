/* aha/effect.h: effects: signal processors with parameters, used in a chain. */
#ifndef AHA_EFFECT_H
#define AHA_EFFECT_H

#include "effects.h"
#include "sound.h"
#include "ramp.h"

AHA_BEGIN_DECLARATIONS

/** One of AHA_EFFECT_…: see aha/effects.h. */
typedef uint32_t aha_effect_kind;

/** The unit of a parameter. */
typedef uint32_t aha_unit;

enum {
  AHA_UNIT_NONE = 0,
  AHA_UNIT_HERTZ = 1,
  AHA_UNIT_CENTS = 2,
  AHA_UNIT_DECIBELS = 3,
  AHA_UNIT_MILLISECONDS = 4,
  AHA_UNIT_SECONDS = 5,
  /** The index of one of the parameter's choices. */
  AHA_UNIT_CHOICE = 6,
  /** Any number but 0 is on. */
  AHA_UNIT_TOGGLE = 7,
  /** A bit mask, the lowest bit first. */
  AHA_UNIT_FLAGS = 8
};

/** How a parameter's range maps to a control, and the curve of its ramps. */
typedef uint32_t aha_curve;

enum {
  AHA_CURVE_LINEAR = 0,
  /** Equal steps are equal ratios. */
  AHA_CURVE_LOGARITHMIC = 1,
  /** Whole numbers; changes are immediate. */
  AHA_CURVE_STEPPED = 2
};

/** Description of an effect kind. */
typedef struct aha_effect_info {
  size_t struct_size;
  aha_effect_kind kind;
  /** aha_effect_kind_parameter_get describes them by index, from 0 to parameter_count - 1. */
  uint32_t parameter_count;
  /** As in "reverb". */
  const char *name;
  /** Title for users, as in "Reverb". */
  const char *title;
  /** One sentence. */
  const char *summary;
  /** Names of the presets, for aha_effect_load_preset; "" for a kind without presets. Since: 1.0.
   */
  AHA_WORDS const char *presets;
} aha_effect_info;

/** An information structure with struct_size set. */
static inline aha_effect_info aha_effect_info_init(void) {
  aha_effect_info info = {sizeof(aha_effect_info), 0, 0, NULL, NULL, NULL, NULL};
  return info;
}

/** Description of one parameter of an effect kind. */
typedef struct aha_parameter_info {
  size_t struct_size;
  /** As in "cutoff_hz". */
  const char *name;
  /** Title for users, as in "Cutoff". */
  const char *title;
  /** Names of the choices; "" for other units. */
  AHA_WORDS const char *choices;
  float minimum;
  float maximum;
  AHA_PYTHON(default) float default_value;
  /** Duration of a change without an explicit time; 0: from one frame to the next. */
  float smoothing_ms;
  aha_unit unit;
  aha_curve curve;
  /** Its number for every other function, as in AHA_FILTER_CUTOFF_HZ: kind << 8 | index.
   *  Since: 0.9. */
  AHA_PYTHON(number) uint32_t parameter;
  /** Zero. */
  uint32_t reserved;
} aha_parameter_info AHA_RECORD;

/** An information structure with struct_size set. */
static inline aha_parameter_info aha_parameter_info_init(void) {
  aha_parameter_info info = {
    sizeof(aha_parameter_info), NULL, NULL, NULL, 0.0f, 0.0f, 0.0f, 0.0f, 0, 0, 0, 0};
  return info;
}

/** The shape of a modulator over time. */
typedef uint32_t aha_waveform;

enum {
  /** A random value, held until the next one. */
  AHA_WAVEFORM_RANDOM = 0,
  AHA_WAVEFORM_SINE = 1,
  AHA_WAVEFORM_TRIANGLE = 2
};

/** Options of a modulation. */
typedef struct aha_modulation_options {
  size_t struct_size;
  /** The curve of the modulator. */
  AHA_POSITION AHA_DEFAULT(AHA_WAVEFORM_RANDOM) aha_waveform waveform;
  /** Cycles or random values per second, 0.001 to 100; 0: 5. */
  AHA_RANGE(0.001, 100) AHA_DEFAULT(5.0) float rate_hz;
  /** The share of the parameter's range that the modulator covers, 0 to 1. 1: from the minimum to
   *  the maximum; below 1: around the value. 0: 1. */
  AHA_RANGE(0, 1) AHA_DEFAULT(1.0) float depth;
  /** Seconds until the modulation ends automatically, up to 86400; 0: never. */
  AHA_RANGE(0, 86400) AHA_NONE(0) AHA_PYTHON(seconds) float duration_s;
  /** Seed of the random values; equal seeds produce equal values. */
  uint32_t seed;
  /** Zero. */
  uint32_t reserved;
} aha_modulation_options;

/** Options with all defaults. */
static inline aha_modulation_options aha_modulation_options_init(void) {
  aha_modulation_options options = {sizeof(aha_modulation_options), 0, 0.0f, 0.0f, 0.0f, 0, 0};
  return options;
}

/** The number of effect kinds; they are numbered from 1. Thread: [any]. Since: 0.2. */
AHA_API uint32_t aha_effect_kind_count(void);

/**
 * Describes an effect kind.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.2.
 */
AHA_API aha_result aha_effect_kind_get(aha_effect_kind kind, aha_effect_info *info) AHA_CPP(info);

/**
 * Describes a parameter of an effect kind.
 * @param parameter  An index from 0 to parameter_count - 1, or a number such as
 *                   AHA_FILTER_CUTOFF_HZ.
 * @param info       Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.2.
 */
AHA_API aha_result aha_effect_kind_parameter_get(aha_effect_kind kind, uint32_t parameter,
                                                 aha_parameter_info *info) AHA_CPP(parameter_info);

/**
 * Creates an effect with default values, in no chain yet.
 * @param out_effect  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (no such kind), AHA_ERROR_OUT_OF_MEMORY, handle errors.
 * Thread: [any]. Since: 0.2.
 */
AHA_API aha_result aha_effect_create(aha_engine *engine, aha_effect_kind kind,
                                     AHA_OWNED aha_effect **out_effect);

/**
 * Sets the impulse response of an effect of the kind AHA_EFFECT_CONVOLUTION, such as a recording of
 * a room or a cabinet. Until then the effect does not change the sound. The whole sound is read.
 * @param impulse     At most 60 seconds; a mono sound applies to both sides.
 * @param normalize  True: scales the response so that noise keeps its level. False: uses the
 *                    samples as they are.
 * Errors: AHA_ERROR_UNSUPPORTED (another kind, a sound with keep_rate), AHA_ERROR_STATE (the effect
 * is in a chain; the sound is still loading), AHA_ERROR_LIMIT (the sound is too long),
 * AHA_ERROR_INVALID_ARGUMENT (no frame, a sound of another engine), AHA_ERROR_OUT_OF_MEMORY, errors
 * of reading, handle errors. Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_effect_set_impulse(aha_effect *effect, aha_sound *impulse,
                                          AHA_DEFAULT(1) AHA_FLAG uint32_t normalize);

/**
 * Lets the level of another bus control a compressor or gate in the chain of a bus or player. The
 * key is the output of that bus, after gain, pan and mute, and in time with the sound. Removing the
 * effect from its chain ends the side-chain. The first one of a player gives it a bus of its own,
 * as aha_player_create_send does.
 * @param key  NULL: the effect's own input.
 * Errors: AHA_ERROR_UNSUPPORTED (another kind), AHA_ERROR_STATE (in no chain),
 * AHA_ERROR_INVALID_ARGUMENT (a bus that receives the effect's sound), AHA_ERROR_LIMIT and
 * AHA_ERROR_OUT_OF_MEMORY (as aha_bus_create_send), handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_effect_set_sidechain(aha_effect *effect, AHA_NULLABLE aha_bus *key);

/** The texts of an effect. Since: 1.0. */
typedef uint32_t aha_effect_text;

enum {
  /** The name of its kind, as in "reverb", or that of a host's effect. */
  AHA_EFFECT_TEXT_NAME AHA_C_ONLY = 0,
  /** The URI of an LV2 plug-in. */
  AHA_EFFECT_TEXT_LV2_URI = 1,
  /** The state of an LV2 plug-in with the values of its parameters, as Turtle text. */
  AHA_EFFECT_TEXT_LV2_STATE = 2
};

/**
 * Copies a text of an effect.
 * @param buffer      NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_UNSUPPORTED (no LV2 plug-in), AHA_ERROR_INVALID_ARGUMENT,
 * AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_effect_copy_text(aha_effect *effect, aha_effect_text text,
                                        AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                        size_t *out_length);

/** The number of parameters of an effect. Errors: 0 for a bad handle. Thread: [any]. Since:
 *  0.10. */
AHA_API uint32_t aha_effect_parameter_count(aha_effect *effect);

/**
 * Describes a parameter of an effect, also of a host's effect.
 * @param index  0 to aha_effect_parameter_count - 1.
 * @param info   Filled in; struct_size must be set. Its texts are valid as long as the effect.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_effect_parameter_get(aha_effect *effect, uint32_t index,
                                            aha_parameter_info *info) AHA_CPP(parameter);

/** One of AHA_EFFECT_…. Errors: 0 for a bad handle. Thread: [any]. Since: 0.2. */
AHA_API aha_effect_kind aha_effect_get_kind(aha_effect *effect);

/**
 * Ramps a parameter to a value, along its own scale. A stepped parameter changes at once.
 * @param parameter  A number such as AHA_FILTER_CUTOFF_HZ.
 * @param value      Within the parameter's range.
 * @param ramp       NULL or 0 frames: over the parameter's smoothing time.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (also a parameter of another kind; the value does not change),
 * AHA_ERROR_RELEASED (also: the player or bus of its chain was released), AHA_ERROR_STATE (a frame,
 * but the effect is in no chain), AHA_ERROR_LIMIT, handle errors. Thread: [any]. Since: 0.2.
 */
AHA_API aha_result aha_effect_set_value(aha_effect *effect, uint32_t parameter, float value,
                                        AHA_NULLABLE const aha_ramp *ramp);

/**
 * Sets the parameters of a preset, such as "hall" of a reverb, as aha_effect_set_value does, all in
 * one block. The others, such as the mix, keep their values.
 * @param name  One of the presets of aha_effect_info.
 * Errors: AHA_ERROR_NOT_FOUND (no such preset; no value changes), as aha_effect_set_value. Thread:
 * [any]. Since: 1.0.
 */
AHA_API aha_result aha_effect_load_preset(aha_effect *effect, const char *name,
                                          AHA_NULLABLE const aha_ramp *ramp);

/**
 * Reads the last value set for a parameter, without modulation.
 * @param value  Filled in.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.2.
 */
AHA_API aha_result aha_effect_get_value(aha_effect *effect,
                                        AHA_NAMED AHA_PYTHON(name) uint32_t parameter, float *value)
                                        AHA_PYTHON(get);

/**
 * Starts a modulator of a parameter, in place of its previous modulator. When the duration is over,
 * the parameter returns to its value, which can be set meanwhile.
 * @param options  NULL for the defaults.
 * Errors: AHA_ERROR_UNSUPPORTED (a stepped parameter), AHA_ERROR_STATE (in no chain); as
 * aha_effect_set_value. Thread: [any]. Since: 0.2.
 */
AHA_API aha_result aha_effect_start_modulation(aha_effect *effect,
                                               AHA_NAMED AHA_PYTHON(name) uint32_t parameter,
                                               AHA_NULLABLE const aha_modulation_options *options)
                                               AHA_PYTHON(modulate);

/**
 * Ends a modulation early; the parameter returns to its value.
 * Errors: as aha_effect_set_value. Thread: [any]. Since: 0.2.
 */
AHA_API aha_result aha_effect_stop_modulation(aha_effect *effect,
                                              AHA_NAMED AHA_PYTHON(name) uint32_t parameter);

/**
 * Spacewave: for 3 seconds, the cutoff of a filter jumps to a random value 5 times per second, and
 * then returns.
 * Errors: as aha_effect_start_modulation. Thread: [any]. Since: 0.2.
 */
static inline aha_result aha_effect_start_spacewave(aha_effect *effect) {
  aha_modulation_options options = aha_modulation_options_init();
  options.duration_s = 3.0f;
  return aha_effect_start_modulation(effect, AHA_FILTER_CUTOFF_HZ, &options);
}

/**
 * Bypasses an effect or not, with a crossfade; the latency stays.
 * Errors: as aha_effect_set_value. Thread: [any]. Since: 0.2.
 */
AHA_API aha_result aha_effect_set_bypassed(aha_effect *effect, AHA_FLAG uint32_t bypassed,
                                           AHA_NULLABLE const aha_ramp *ramp);

/** True when bypassed. Errors: false for a bad handle. Thread: [any]. Since: 0.2. */
AHA_API AHA_FLAG uint32_t aha_effect_is_bypassed(aha_effect *effect);

/** Latency of the effect in frames. Errors: 0 for a bad handle. Thread: [any]. Since: 0.2. */
AHA_API uint64_t aha_effect_latency_frames(aha_effect *effect);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.2. */
static inline aha_result aha_effect_retain(aha_effect *effect) {
  return aha_retain_as(effect, AHA_KIND_EFFECT);
}

/**
 * Releases one reference; an effect in a chain stays active there.
 * Errors: handle errors. Thread: [any]. Since: 0.2.
 */
static inline aha_result aha_effect_release(aha_effect *effect) {
  return aha_release_as(effect, AHA_KIND_EFFECT);
}

AHA_END_DECLARATIONS

#endif /* AHA_EFFECT_H */
