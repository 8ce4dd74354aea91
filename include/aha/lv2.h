/* aha/lv2.h: LV2 plug-ins as effects. */
#ifndef AHA_LV2_H
#define AHA_LV2_H

#include "effect.h"
#include "project_effect.h"

AHA_BEGIN_DECLARATIONS

/** The kind of an effect that is an LV2 plug-in; its first parameter is AHA_EFFECT_LV2 << 8. */
#define AHA_EFFECT_LV2 254u

/** Description of an installed LV2 plug-in. Its texts are valid until the process ends. */
typedef struct aha_lv2_info {
  size_t struct_size;
  const char *uri;
  /** Title for users, as in "x42-comp". */
  const char *name;
  /** "" if the plug-in does not tell. */
  const char *author;
  /** Its class, as in "Compressor Plugin". */
  const char *plugin_class;
  /** Why the plug-in cannot be an effect, as in "it is an instrument"; "" if it can. */
  const char *refusal;
  /** Audio ports without sidechains, which get silence. An effect has 1 or 2 of each. */
  uint32_t audio_inputs;
  uint32_t audio_outputs;
  /** Control inputs, except those that libaha sets: enabled and freeWheeling. */
  uint32_t parameter_count;
  uint32_t preset_count;
} aha_lv2_info AHA_RECORD AHA_PYTHON(_LV2PluginValues);

/** An information structure with struct_size set. */
static inline aha_lv2_info aha_lv2_info_init(void) {
  aha_lv2_info info = {sizeof(aha_lv2_info), NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0};
  return info;
}

/**
 * The number of installed LV2 plug-ins. The first call of a function of this header reads the
 * folders of LV2_PATH; later installations need a new process. lilv reports broken bundles on
 * stderr. 0 also without lilv: aha_last_error says why, and aha_lv2_get returns the error.
 * Thread: [blocking]. Since: 0.10.
 */
AHA_API uint32_t aha_lv2_count(void);

/**
 * Describes the plug-in at an index, in the order of URIs; also one that cannot be an effect.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED (no lilv), AHA_ERROR_OUT_OF_MEMORY.
 * Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_lv2_get(uint32_t index, aha_lv2_info *info) AHA_CPP(lv2_at);

/**
 * Describes a plug-in.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_NOT_FOUND (not installed), AHA_ERROR_INVALID_ARGUMENT, those of aha_lv2_get.
 * Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_lv2_find(const char *uri, aha_lv2_info *info);

/** The texts of a preset. Since: 1.0. */
typedef uint32_t aha_lv2_preset_text;

enum {
  AHA_LV2_PRESET_TEXT_URI = 0,
  AHA_LV2_PRESET_TEXT_TITLE = 1
};

/**
 * Copies a text of a preset of a plug-in.
 * @param uri    Of the plug-in.
 * @param index  0 to preset_count - 1, in the order of titles.
 * Errors: AHA_ERROR_NOT_FOUND (the plug-in), AHA_ERROR_INVALID_ARGUMENT,
 * AHA_ERROR_BUFFER_TOO_SMALL; those of aha_lv2_get. Thread: [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_lv2_copy_preset_text(const char *uri, uint32_t index,
                                            aha_lv2_preset_text text,
                                            AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                            size_t *out_length);

/**
 * Creates an effect of an LV2 plug-in, in no chain yet. It is used like any other effect; its
 * parameters have the symbols of the plug-in's ports as names. A mono plug-in has an instance for
 * each side. A plug-in runs in the host's process: if it crashes, so does the host.
 * After it was removed from a chain, it can be added again when its fade-out was rendered.
 * @param state       AHA_EFFECT_TEXT_LV2_STATE; NULL: the plug-in's default state.
 * @param out_effect  Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND (not installed), AHA_ERROR_UNSUPPORTED (it cannot be an effect, or
 * has no working library), AHA_ERROR_INVALID_ARGUMENT; those of aha_lv2_get, handle errors.
 * Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_lv2_create(aha_engine *engine, const char *uri,
                                  AHA_NULLABLE const char *state, AHA_OWNED aha_effect **out_effect)
                                  AHA_CPP(lv2);

/**
 * Restores a state. Values of parameters ramp. A plug-in with a state beyond its parameters fades
 * out first, and is silent meanwhile.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (not a state of this plug-in), AHA_ERROR_UNSUPPORTED (another
 * kind), handle errors. Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_lv2_set_state(aha_effect *effect, const char *state);

/**
 * Loads a preset, as aha_lv2_set_state does.
 * @param preset_uri  AHA_LV2_PRESET_TEXT_URI.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_UNSUPPORTED (another kind), handle errors. Thread:
 * [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_lv2_load_preset(aha_effect *effect, const char *preset_uri);

AHA_END_DECLARATIONS

#endif /* AHA_LV2_H */
