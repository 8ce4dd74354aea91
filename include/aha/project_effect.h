/* aha/project_effect.h: the effects of the tracks and buses of a project. */
#ifndef AHA_PROJECT_EFFECT_H
#define AHA_PROJECT_EFFECT_H

#include "effect.h"
#include "project.h"

AHA_BEGIN_DECLARATIONS

/** An effect of a project. */
typedef struct aha_project_effect {
  size_t struct_size;
  /** The track or bus that owns the effect. */
  aha_id owner;
  /** AHA_OWNER_TRACK or AHA_OWNER_BUS. */
  aha_owner_kind owner_kind;
  /** AHA_EFFECT_… */
  aha_effect_kind kind;
  /** True while the effect is bypassed. */
  AHA_ATTRIBUTE(bypassed) AHA_PYTHON(bypassed) AHA_FLAG uint32_t is_bypassed;
  /** Of the key: AHA_OWNER_TRACK or AHA_OWNER_BUS; 0: none. Since: 0.10. */
  aha_owner_kind key_kind;
  /** The track or bus whose level controls a compressor or gate; 0: its own input. Since: 0.10. */
  aha_id key;
} aha_project_effect AHA_PART;

/** An effect structure with struct_size set. */
static inline aha_project_effect aha_project_effect_init(void) {
  aha_project_effect effect = {sizeof(aha_project_effect), 0, 0, 0, 0, 0, 0};
  return effect;
}

/**
 * Adds an effect to a track or bus. A convolution needs aha_project_effect_set_impulse.
 * @param owner_kind  AHA_OWNER_TRACK or AHA_OWNER_BUS.
 * @param kind        AHA_EFFECT_…; AHA_EFFECT_HOST is AHA_ERROR_UNSUPPORTED, because the host's
 *                    code is not in the file.
 * @param index       Its index; AHA_LAST: after all others.
 * @param out_id      May be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (the owner), AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread:
 * [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_effect_add(aha_project *project, aha_owner_kind owner_kind,
                                          aha_id owner, aha_effect_kind kind,
                                          AHA_DEFAULT(AHA_LAST) uint32_t index,
                                          AHA_NULLABLE aha_id *out_id);

/**
 * Sets the impulse response of a convolution. The whole file is read, so that a moved file can be
 * found by its content. The sound may have at most 60 seconds.
 * @param path        Relative to the process's working folder, or absolute; stored relative to the
 *                    project's folder.
 * @param normalize  As in aha_effect_set_impulse.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_UNSUPPORTED (another kind of effect), those of every edit.
 * Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_project_effect_set_impulse(aha_project *project, aha_id effect,
                                                  const char *path,
                                                  AHA_FLAG uint32_t normalize);

/** The texts of an effect of a project. Since: 1.0. */
typedef uint32_t aha_project_effect_text;

enum {
  /** The last known absolute path of a convolution's impulse response; "" without one. */
  AHA_PROJECT_EFFECT_TEXT_IMPULSE_PATH = 0,
  /** The URI of an LV2 plug-in. */
  AHA_PROJECT_EFFECT_TEXT_LV2_URI = 1,
  /** The saved state of an LV2 plug-in; "" if none was set. */
  AHA_PROJECT_EFFECT_TEXT_LV2_STATE = 2
};

/**
 * Copies a text of an effect.
 * @param buffer      NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_UNSUPPORTED (no LV2 plug-in), AHA_ERROR_INVALID_ARGUMENT,
 * AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_project_effect_copy_text(aha_project *project, aha_id effect,
                                                aha_project_effect_text text,
                                                AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                                size_t *out_length);

/**
 * Reads the properties of an effect.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_NOT_FOUND (also for a kind from a newer libaha), AHA_ERROR_INVALID_ARGUMENT,
 * handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_effect_get(aha_project *project, aha_id effect,
                                          aha_project_effect *info);

/**
 * Reads a parameter's value, which applies where no lane changes it.
 * @param parameter  A number such as AHA_FILTER_CUTOFF_HZ.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since:
 * 0.4.
 */
AHA_API aha_result aha_project_effect_get_value(aha_project *project, aha_id effect,
                                                uint32_t parameter, float *value);

/**
 * Sets a parameter's value.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_effect_set_value(aha_project *project, aha_id effect,
                                                uint32_t parameter, float value);

/**
 * Sets the parameters of a preset, as aha_effect_load_preset does.
 * Errors: AHA_ERROR_NOT_FOUND (also no such preset), those of every edit. Thread: [any]. Since:
 * 1.0.
 */
AHA_API aha_result aha_project_effect_load_preset(aha_project *project, aha_id effect,
                                                  const char *name);

/**
 * Bypasses an effect or not.
 * Errors: AHA_ERROR_NOT_FOUND, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_effect_set_bypassed(aha_project *project, aha_id effect,
                                                   AHA_FLAG uint32_t bypassed);

/**
 * Removes an effect with its lanes.
 * Errors: AHA_ERROR_NOT_FOUND, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_effect_remove(aha_project *project, aha_id effect);

/**
 * Moves an effect to an index in its track or bus, or in another one.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_effect_move(aha_project *project, aha_id effect,
                                           aha_owner_kind owner_kind, aha_id owner, uint32_t index);

/**
 * The number of effects of a track or bus, without those of unknown kinds. 0 for an unknown owner.
 * Errors: 0 for a bad handle. Thread: [any]. Since: 0.4.
 */
AHA_API uint32_t aha_project_effect_count(aha_project *project, aha_owner_kind owner_kind,
                                          aha_id owner);

/**
 * Returns an effect by its index; the signal passes the effects in this order.
 * @param index  Below the count.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_effect_at(aha_project *project, aha_owner_kind owner_kind,
                                         aha_id owner, uint32_t index, aha_id *out_id);

/**
 * Lets the level of a track or bus, after its fader, control a compressor or gate.
 * aha_project_effect_get reads it. Removing the track or bus ends the side-chain.
 * @param key_kind  AHA_OWNER_TRACK or AHA_OWNER_BUS; ignored if key is 0.
 * @param key       0: the effect's own input.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_UNSUPPORTED (another kind of effect),
 * AHA_ERROR_INVALID_ARGUMENT (a loop), those of every edit. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_project_effect_set_sidechain(aha_project *project, aha_id effect,
                                                    aha_owner_kind key_kind, aha_id key);

/**
 * Adds an LV2 plug-in to a track or bus of a project. The plug-in need not be installed: a session
 * without it plays the rest and posts AHA_EVENT_PLUGIN_MISSING, and the project keeps its values
 * and state. Values, bypass, order and lanes are those of any effect of a project.
 * @param index   Its index; AHA_LAST: after all others.
 * @param out_id  May be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (the owner), AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread:
 * [any]. Since: 0.10.
 */
AHA_API aha_result aha_project_effect_add_lv2(aha_project *project, aha_owner_kind owner_kind,
                                              aha_id owner, const char *uri, uint32_t index,
                                              AHA_NULLABLE aha_id *out_id);

/**
 * Saves a state, AHA_EFFECT_TEXT_LV2_STATE of the session's effect, in a project. Values of
 * parameters that the project has set win over those of the state.
 * @param state  Up to 16 MB; "": the plug-in's default.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_UNSUPPORTED (another kind), AHA_ERROR_INVALID_ARGUMENT;
 * those of every edit. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_project_effect_set_lv2_state(aha_project *project, aha_id effect,
                                                    const char *state);

AHA_END_DECLARATIONS

#endif /* AHA_PROJECT_EFFECT_H */
