/* chain_aha.h: an engine, and players with a chain described by a text.
 *
 * Effects are separated by slashes and named as in the registry; "name=value" sets a parameter,
 * and "name~hz" moves it through its whole range in a sine:
 * pitch:cents=500/filter:cutoff_hz~0.5,resonance=2/reverb An empty text is no effect. "@3" after
 * convolution is an impulse response of three seconds. "^" after a name keys the effect with
 * chain_key. */
#ifndef CHAIN_AHA_H
#define CHAIN_AHA_H

#include <aha.h>
#include <math.h>

#include "bench.h"

/** The key of side-chains. */
static aha_bus *chain_key;

static inline void check(aha_result result, const char *call) {
  if (result != AHA_OK) bench_fail("%s: %s: %s", call, aha_result_name(result), aha_last_error());
}

/** An engine without the master limiter, which would alter every effect's output. */
static inline aha_engine *chain_engine(int rate) {
  aha_engine_options options = aha_engine_options_init();
  aha_engine *engine = NULL;
  options.sample_rate = rate;
  options.no_limiter = 1;
  check(aha_engine_create(&options, &engine), "aha_engine_create");
  return engine;
}

static inline aha_effect_info chain_kind(const char *name) {
  aha_effect_info info = aha_effect_info_init();
  for (aha_effect_kind kind = 1; kind <= aha_effect_kind_count(); kind++) {
    check(aha_effect_kind_get(kind, &info), "aha_effect_kind_get");
    if (!strcmp(info.name, name)) return info;
  }
  bench_fail("no effect %s", name);
}

static inline uint32_t chain_parameter(aha_effect_info kind, const char *name) {
  aha_parameter_info info = aha_parameter_info_init();
  for (uint32_t i = 0; i < kind.parameter_count; i++) {
    check(aha_effect_kind_parameter_get(kind.kind, i, &info), "aha_effect_kind_parameter_get");
    if (!strcmp(info.name, name)) return info.parameter;
  }
  bench_fail("%s has no parameter %s", kind.name, name);
}

/** "name=value" is set immediately, before playback; "name~hz" waits for the second call,
 * because an effect can be modulated only in its chain. */
static inline void chain_set(aha_effect *effect, aha_effect_info kind, const char *setting,
                             char sign) {
  char name[64] = "";
  float value = 0;
  char found = 0;
  if (sscanf(setting, "%63[a-z0-9_]%c%f", name, &found, &value) != 3 || !strchr("=~", found)) {
    bench_fail("%s is no setting", setting);
  }
  if (found != sign) return;
  uint32_t parameter = chain_parameter(kind, name);
  aha_modulation_options options = aha_modulation_options_init();
  options.waveform = AHA_WAVEFORM_SINE;
  options.rate_hz = value;
  check(sign == '=' ? aha_effect_set_value(effect, parameter, value, NULL)
                    : aha_effect_start_modulation(effect, parameter, &options), setting);
}

/** Calls chain_set for every setting; settings are separated by commas. */
static inline void chain_set_all(aha_effect *effect, aha_effect_info kind, const char *settings,
                                 char sign) {
  char setting[128];
  for (int length = 0; sscanf(settings, "%127[^,]%n", setting, &length) == 1;) {
    chain_set(effect, kind, setting, sign);
    settings += length + (settings[length] == ',');
    length = 0;
  }
}

/** Stereo noise that decays by 60 dB. */
static inline void chain_set_impulse(aha_engine *engine, aha_effect *effect, double seconds) {
  size_t length = (size_t)(seconds * BENCH_RATE);
  float *frames = malloc(2 * length * sizeof *frames);
  aha_sound *sound = NULL;
  uint32_t random = 1;
  if (!frames) bench_fail("no memory");
  for (size_t i = 0; i < 2 * length; i++) {
    random = random * 1664525u + 1013904223u;
    frames[i] = (float)((int32_t)random / 2147483648.0 * pow(1e-3, (double)i / (2.0 * length)));
  }
  check(aha_sound_create(engine, frames, length, 2, BENCH_RATE, &sound), "aha_sound_create");
  check(aha_effect_set_impulse(effect, sound, 1), "aha_effect_set_impulse");
  check(aha_sound_release(sound), "aha_sound_release");
  free(frames);
}

/** Adds one effect; modifies the text. */
static inline void chain_add(aha_engine *engine, aha_chain *chain, char *text) {
  char *settings = strchr(text, ':');
  if (settings) *settings++ = 0;
  char *impulse = strchr(text, '@');
  if (impulse) *impulse++ = 0;
  char *key = strchr(text, '^');
  if (key) *key = 0;
  aha_effect_info kind = chain_kind(text);
  aha_effect *effect = NULL;
  check(aha_effect_create(engine, kind.kind, &effect), "aha_effect_create");
  if (impulse) chain_set_impulse(engine, effect, atof(impulse));
  if (settings) chain_set_all(effect, kind, settings, '=');
  check(aha_chain_add(chain, effect), "aha_chain_add");
  if (key) check(aha_effect_set_sidechain(effect, chain_key), "aha_effect_set_sidechain");
  if (settings) chain_set_all(effect, kind, settings, '~');
  check(aha_effect_release(effect), "aha_effect_release");
}

static inline void chain_fill(aha_engine *engine, aha_chain *chain, const char *text) {
  char *copy = strdup(text), *rest = NULL;
  if (!copy) bench_fail("no memory");
  for (char *effect = strtok_r(copy, "/", &rest); effect; effect = strtok_r(NULL, "/", &rest)) {
    chain_add(engine, chain, effect);
  }
  free(copy);
}

/** A player of the sound with its own chain, started at a frame. */
static inline aha_player *chain_start(aha_engine *engine, aha_sound *sound, const char *text,
                                      const aha_player_options *options, uint64_t begin) {
  aha_player *player = NULL;
  check(aha_player_create(engine, sound, NULL, options, &player), "aha_player_create");
  chain_fill(engine, aha_player_chain(player), text);
  if (begin > 0) check(aha_player_seek_frames(player, begin, NULL), "aha_player_seek_frames");
  check(aha_player_start(player, NULL), "aha_player_start");
  return player;
}

#endif /* CHAIN_AHA_H */
