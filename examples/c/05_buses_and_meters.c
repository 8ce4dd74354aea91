/* 05_buses_and_meters: drums and bass on a bus each, both in a group, with levels as they go.
 *   ./05_buses_and_meters drums.ogg bass.ogg    (built with -lm) */
#include <aha.h>
#include <math.h>
#include <stdio.h>

enum { BLOCK = 480, METER_EVERY = 50 };

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

/* A bus inside the group, with a looped file that plays into it. */
static aha_bus *play(aha_engine *engine, const char *path, aha_bus *group, float pan) {
  aha_player_options options = aha_player_options_init();
  aha_sound *sound;
  aha_player *player;
  aha_bus *bus;
  options.loop_count = AHA_LOOP_FOREVER;
  if (aha_sound_load(engine, path, NULL, &sound) != AHA_OK ||
      aha_bus_create(engine, group, &bus) != AHA_OK || aha_bus_set_pan(bus, pan, NULL) != AHA_OK ||
      aha_player_create(engine, sound, bus, &options, &player) != AHA_OK ||
      aha_player_start(player, NULL) != AHA_OK)
    return NULL;
  return bus;
}

static void print_level(const char *name, aha_bus *bus) {
  aha_bus_meter meter = aha_bus_meter_init();
  aha_bus_read_meter(bus, &meter);
  printf("  %s %6.1f|%6.1f dB", name, 20 * log10(meter.peak_left + 1e-6),
         20 * log10(meter.peak_right + 1e-6));
}

int main(int count, char **arguments) {
  aha_engine *engine;
  aha_bus *group, *drums, *bass;
  float block[2 * BLOCK];
  if (count != 3) return fprintf(stderr, "usage: %s DRUMS BASS\n", arguments[0]), 2;

  if (aha_engine_create(NULL, &engine) != AHA_OK) return failed("engine");
  if (aha_bus_create(engine, NULL, &group) != AHA_OK) return failed("group");
  if (!(drums = play(engine, arguments[1], group, -0.6f))) return failed(arguments[1]);
  if (!(bass = play(engine, arguments[2], group, 0.2f))) return failed(arguments[2]);

  for (int i = 1; i <= 400; i++) {
    if (i == 200) aha_bus_set_muted(drums, 1, NULL);        /* a break … */
    if (i == 300) aha_bus_set_gain_db(group, -12.0f, NULL); /* … and a quiet end */
    if (aha_engine_render(engine, block, BLOCK) != AHA_OK) return failed("render");
    if (i % METER_EVERY) continue;
    printf("%4.1f s", (double)aha_engine_position_frames(engine) / aha_engine_sample_rate(engine));
    print_level("drums", drums);
    print_level("bass", bass);
    print_level("master", aha_engine_master_bus(engine));
    printf("\n");
  }
  aha_engine_release(engine);
  return 0;
}
