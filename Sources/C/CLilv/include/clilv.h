// LV2 plug-ins as effects, through lilv, which is loaded on first use.
#ifndef AHA_CLILV_H
#define AHA_CLILV_H

#include <stddef.h>
#include <stdint.h>

enum {
  // Max frames of a call of plug_process.
  plug_max_frames = 512,
  plug_line_size = 400
};

// Results of functions that can fail; a line says why.
typedef enum plug_result {
  plug_ok = 0,
  plug_unsupported,
  plug_not_found,
  plug_no_memory,
  plug_invalid
} plug_result;

// A control input. Invariant: minimum < maximum, standard is within, all finite.
typedef struct plug_parameter {
  const char *symbol;
  const char *title;
  // Names of the values 0, 1, 2, …, separated by commas, or "".
  const char *choices;
  float minimum, maximum, standard;
  // As aha_unit and aha_curve.
  uint32_t unit, curve;
  // 0: changes from one frame to the next.
  int is_smooth;
} plug_parameter;

// A plug-in's description. Its texts are valid until the process ends.
typedef struct plug_info {
  const char *uri, *name, *author, *kind;
  // Why libaha cannot use the plug-in; "" if it can.
  const char *refusal;
  uint32_t inputs, outputs;
  uint32_t parameter_count;
  const plug_parameter *parameters;
  uint32_t preset_count;
} plug_info;

// Loads lilv and the descriptions of all bundles of LV2_PATH, once per process. Other functions
// need it first. Thread: any but the audio thread, like all functions without another tag.
plug_result plug_load(char *line);

// The number of plug-ins, and the URI of one; valid until the process ends.
uint32_t plug_count(void);
const char *plug_uri_at(uint32_t index);

// Describes a plug-in; with an engine's sample rate for ranges that depend on it.
plug_result plug_info_make(const char *uri, double sample_rate, plug_info **info, char *line);
void plug_info_free(plug_info *info);

// Calls `take` with the URI and the title of each preset, in the order of titles.
plug_result plug_presets(const char *uri, void (*take)(void *, const char *, const char *),
                         void *user_data, char *line);

// An instance of a plug-in in stereo.
typedef struct plug plug;

// Creates an activated instance. `is_offline`: works in plug_process instead of on a thread.
plug_result plug_make(const char *uri, double sample_rate, int is_offline, plug **out, char *line);
void plug_free(plug *plug);
const plug_info *plug_about(const plug *plug);

// Runs a silent block with one value per parameter for the latency in frames, then clears the
// audio. Thread: before the first plug_process.
uint32_t plug_measure_latency(plug *plug, const float *values);

// Processes up to plug_max_frames in place. Thread: audio; no locks.
int32_t plug_process(void *plug, float *left, float *right, uint32_t frames, const float *values);

// Clears the audio. A live plug-in is silent until its thread has done so. Thread: audio; no locks.
void plug_reset(void *plug);

// The state as Turtle text, to be freed; values: one per parameter.
plug_result plug_save(plug *plug, const float *values, char **text, char *line);

// Restores a state or a preset; `set` receives the values of parameters. A plug-in with a state of
// its own fades out first, for at most `wait_ms` while the engine renders.
typedef void (*plug_set_fn)(void *user_data, uint32_t parameter, float value);
plug_result plug_restore(plug *plug, const char *text, int wait_ms, plug_set_fn set,
                         void *user_data, char *line);
plug_result plug_restore_preset(plug *plug, const char *uri, int wait_ms, plug_set_fn set,
                                void *user_data, char *line);

#endif
