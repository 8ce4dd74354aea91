/* players_aha.c: libaha as a mixer of players_main.c. */
#include <aha.h>

#include "players.h"

static aha_engine *engine;
static double bytes_per_frame;

static void check(aha_result result, const char *call) {
  if (result != AHA_OK) bench_fail("%s: %s: %s", call, aha_result_name(result), aha_last_error());
}

static aha_sound *load(const plan *plan, const char *path) {
  aha_sound_options options = aha_sound_options_init();
  aha_sound_info info = aha_sound_info_init();
  aha_sound *sound = NULL;
  options.mode = plan->is_streamed ? AHA_SOUND_STREAMED : AHA_SOUND_RESIDENT;
  check(aha_sound_load(engine, path, &options, &sound), "aha_sound_load");
  check(aha_sound_get_info(sound, &info), "aha_sound_get_info");
  bytes_per_frame = (double)info.memory_bytes / (double)aha_sound_length_frames(sound);
  return sound;
}

static void start(const plan *plan, int index, aha_sound *sound) {
  aha_player_options options = aha_player_options_init();
  aha_player *player = NULL;
  options.loop_count = AHA_LOOP_FOREVER;
  options.gain_db = plan_gain_db(index);
  options.pan = plan_pan(index);
  options.speed = plan->speed;
  options.quality = plan->is_fast ? AHA_SPEED_FAST : AHA_SPEED_GOOD;
  check(aha_player_create(engine, sound, NULL, &options, &player), "aha_player_create");
  uint64_t begin = plan_begin(plan, index, aha_sound_length_frames(sound));
  check(aha_player_seek_frames(player, begin, NULL), "aha_player_seek_frames");
  check(aha_player_start(player, NULL), "aha_player_start");
  if (plan->speed == 1) return;
  /* The speed never stands still: a semitone in 15 minutes. */
  check(aha_player_set_speed(player, 1.059 * plan->speed, AHA_OVER(900 * BENCH_RATE)),
        "aha_player_set_speed");
}

void players_open(const plan *plan) {
  aha_engine_options options = aha_engine_options_init();
  aha_sound *sounds[BENCH_LOOPS];
  options.sample_rate = plan->rate;
  options.offline = plan->is_streamed;
  /* The peers have no limiter. */
  options.no_limiter = 1;
  check(aha_engine_create(&options, &engine), "aha_engine_create");
  for (int i = 0; i < BENCH_LOOPS; i++) sounds[i] = load(plan, bench_loop_path(plan->folder, i));
  for (int i = 0; i < plan->count; i++) start(plan, i, sounds[i % BENCH_LOOPS]);
}

void players_render(float *frames, int frame_count) {
  check(aha_engine_render(engine, frames, (uint64_t)frame_count), "aha_engine_render");
}

void players_between(void) {
  aha_event event = aha_event_init();
  while (aha_engine_next_event(engine, &event) == AHA_OK) continue;
}

double players_bytes_per_frame(void) { return bytes_per_frame; }
