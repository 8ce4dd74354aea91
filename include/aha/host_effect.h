/* aha/host_effect.h: effects that the host implements. */
#ifndef AHA_HOST_EFFECT_H
#define AHA_HOST_EFFECT_H

#include "effect.h"

AHA_BEGIN_DECLARATIONS

/** The kind of an effect that the host implements. It is not one of aha_effect_kind_count. */
#define AHA_EFFECT_HOST 255u

/** A parameter of a host's effect. Its number is AHA_EFFECT_HOST << 8 | index. */
typedef struct aha_host_parameter {
  /** As in "cutoff_hz": 1 to 100 bytes. Copied. */
  const char *name;
  /** Below maximum; above 0 for AHA_CURVE_LOGARITHMIC. */
  float minimum;
  float maximum;
  /** From minimum to maximum. */
  float default_value;
  /** Duration of a change without an explicit time, 0 to 10000; 0: from one frame to the next. */
  float smoothing_ms;
  aha_unit unit;
  aha_curve curve;
} aha_host_parameter;

/**
 * The functions of a host's effect. libaha calls process and reset on the thread that renders, one
 * at a time: they must not allocate, lock or block in an engine that plays live, and must not call
 * libaha.
 */
typedef struct aha_host_effect {
  size_t struct_size;
  /** Name for lists and error lines, 1 to 100 bytes; required. */
  const char *name;
  /** Copied; may be NULL if parameter_count is 0. */
  const aha_host_parameter *parameters;
  /**
   * Processes the next 1 to 512 frames in place; required. values: one value for each parameter, as
   * at the last of these frames; while one moves, calls have at most 64 frames. After a result
   * other than 0 the frames are silent; aha_host_effect_get_result reads it. NaN and infinity
   * are replaced by silence.
   */
  aha_result (*process)(void *user_data, float *left, float *right, uint32_t frames,
                        const float *values);
  /** Clears all audio from the host's state; may be NULL. */
  void (*reset)(void *user_data);
  /** Up to 64. */
  uint32_t parameter_count;
  /** Frames by which the output lags the input, up to 16384. libaha compensates them. */
  uint32_t latency_frames;
  /** Frames of sound after the last input, beyond the latency. */
  uint32_t tail_frames;
  /** Zero. */
  uint32_t reserved;
} aha_host_effect;

/** A description that is empty, with struct_size set. */
static inline aha_host_effect aha_host_effect_init(void) {
  aha_host_effect effect = {sizeof(aha_host_effect), NULL, NULL, NULL, NULL, 0, 0, 0, 0};
  return effect;
}

/**
 * Creates an effect that the host implements, in no chain yet. It is used like any other effect.
 * After it was removed from a chain, it can be added again when its fade-out was rendered.
 * @param user_data   Passed to each function.
 * @param destroy     Called with user_data when it is no longer used, or when this call fails; may
 *                    be NULL.
 * @param out_effect  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_OUT_OF_MEMORY, handle errors. Thread: [any]. Since:
 * 0.10.
 */
AHA_API aha_result aha_host_effect_create(aha_engine *engine,
                                          AHA_COPIED const aha_host_effect *description,
                                          void *user_data, AHA_NULLABLE aha_destroy_fn destroy,
                                          AHA_OWNED aha_effect **out_effect);

/**
 * Reads the last failure of a host's process function.
 * @param out_result  Set to the last result other than AHA_OK; AHA_OK without a failure.
 * Errors: AHA_ERROR_UNSUPPORTED (another kind), handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_host_effect_get_result(aha_effect *effect, aha_result *out_result)
                                              AHA_CPP(process_result);

AHA_END_DECLARATIONS

#endif /* AHA_HOST_EFFECT_H */
