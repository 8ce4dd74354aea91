/* 21_effects_on_arrays: samples of the program through effects, without players and a render.
 *   cc 21_effects_on_arrays.c $(pkg-config --cflags --libs aha) -o 21_effects_on_arrays
 *   ./21_effects_on_arrays in.wav out.wav */
#include <aha.h>
#include <stdio.h>
#include <stdlib.h>

enum { TAIL_SECONDS = 10 };

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

int main(int count, char **arguments) {
  static const aha_effect_kind kinds[] = {AHA_EFFECT_PITCH, AHA_EFFECT_FILTER, AHA_EFFECT_REVERB};
  aha_engine_options options = aha_engine_options_init();
  aha_sound_info info = aha_sound_info_init();
  aha_engine *engine;
  aha_sound *sound, *wet;
  aha_job *job;
  if (count != 3) return fprintf(stderr, "usage: %s IN OUT\n", arguments[0]), 2;

  /* An engine that plays nothing is the home of the effects. */
  options.max_players = options.max_buses = options.max_one_shots = options.no_limiter = 1;
  if (aha_engine_create(&options, &engine) != AHA_OK) return failed("engine");
  if (aha_sound_load(engine, arguments[1], NULL, &sound) != AHA_OK) return failed(arguments[1]);
  if (aha_sound_get_info(sound, &info) != AHA_OK) return failed(arguments[1]);
  uint32_t rate = aha_engine_sample_rate(engine), channels = info.played_channels;
  uint64_t frames = aha_sound_length_frames(sound), space = frames + TAIL_SECONDS * rate;
  float *samples = calloc(space * channels, sizeof(float));
  if (samples == NULL) return perror("samples"), 1;
  if (aha_sound_read_frames(sound, 0, samples, frames, NULL) < 0) return failed(arguments[1]);

  aha_chain *chain = aha_bus_chain(aha_engine_master_bus(engine));
  for (size_t number = 0; number < sizeof kinds / sizeof *kinds; number++) {
    aha_effect *effect;
    if (aha_effect_create(engine, kinds[number], &effect) != AHA_OK ||
        aha_chain_add(chain, effect) != AHA_OK)
      return failed("effect");
    if (kinds[number] == AHA_EFFECT_PITCH)
      aha_effect_set_value(effect, AHA_PITCH_CENTS, 300, NULL);
  }

  /* In place: the output lags the input, so it never overtakes it. */
  uint64_t done, rest = 0;
  if (aha_chain_render(chain, samples, frames, channels, samples, &done) != AHA_OK)
    return failed("effects");
  if (aha_chain_render(chain, NULL, space - done, channels, samples + done * channels, &rest) < 0)
    return failed("tail");
  done += rest;

  if (aha_sound_create(engine, samples, done, channels, rate, &wet) != AHA_OK ||
      aha_sound_save(wet, arguments[2], NULL, &job) != AHA_OK || aha_job_wait(job, -1) != AHA_OK)
    return failed(arguments[2]);
  printf("%s: %llu frames became %llu\n", arguments[2], (unsigned long long)frames,
         (unsigned long long)done);
  free(samples);
  aha_engine_release(engine);
  return 0;
}
