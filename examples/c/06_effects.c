/* 06_effects: a loop through a filter and a reverb, with a sweep that is scheduled to the frame.
 *   cc 06_effects.c $(pkg-config --cflags --libs aha) -o 06_effects
 *   ./06_effects loop.ogg out.flac */
#include <aha.h>
#include <stdio.h>

enum { SECONDS = 8 };

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

/* Adds an effect to a chain, which owns it; the handle stays valid for changes. */
static aha_effect *add(aha_engine *engine, aha_chain *chain, aha_effect_kind kind) {
  aha_effect *effect;
  if (aha_effect_create(engine, kind, &effect) != AHA_OK) return NULL;
  return aha_chain_add(chain, effect) == AHA_OK ? effect : NULL;
}

int main(int count, char **arguments) {
  aha_engine *engine;
  aha_sound *sound;
  aha_player *player;
  aha_player_options options = aha_player_options_init();
  aha_effect *filter, *reverb;
  aha_job *job;
  if (count != 3) return fprintf(stderr, "usage: %s LOOP OUT\n", arguments[0]), 2;

  options.loop_count = AHA_LOOP_FOREVER;
  if (aha_engine_create(NULL, &engine) != AHA_OK) return failed("engine");
  if (aha_sound_load(engine, arguments[1], NULL, &sound) != AHA_OK) return failed(arguments[1]);
  if (aha_player_create(engine, sound, NULL, &options, &player) != AHA_OK) return failed("player");
  aha_chain *chain = aha_player_chain(player);
  if (!(filter = add(engine, chain, AHA_EFFECT_FILTER))) return failed("filter");
  if (!(reverb = add(engine, chain, AHA_EFFECT_REVERB))) return failed("reverb");

  /* The filter is closed at first and opens from second 2 to 4; the reverb fades in and out. */
  uint64_t second = aha_engine_sample_rate(engine);
  const aha_ramp *sweep = AHA_RAMP(2 * second, 2 * second, AHA_FADE_LINEAR);
  aha_modulation_options jumps = aha_modulation_options_init();
  jumps.rate_hz = 8;
  jumps.depth = 0.3f;
  if (aha_effect_set_value(filter, AHA_FILTER_CUTOFF_HZ, 150, NULL) != AHA_OK ||
      aha_effect_set_value(filter, AHA_FILTER_RESONANCE, 4, NULL) != AHA_OK ||
      aha_effect_set_value(filter, AHA_FILTER_CUTOFF_HZ, 9000, sweep) ||
      aha_effect_start_modulation(reverb, AHA_REVERB_MIX, &jumps) != AHA_OK)
    return failed("effects");

  if (aha_player_start(player, NULL) != AHA_OK) return failed("player");
  if (aha_render_save(engine, arguments[2], SECONDS * second, NULL, &job) != AHA_OK ||
      aha_job_wait(job, -1) != AHA_OK)
    return failed(arguments[2]);
  printf("%s: %d seconds through %u effects\n", arguments[2], SECONDS, aha_chain_count(chain));
  aha_engine_release(engine); /* ends everything created from it */
  return 0;
}
