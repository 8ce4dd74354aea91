/* players_miniaudio.c: miniaudio's engine, without a device, as a mixer of players_main.c. */
#include "miniaudio.h"

#include "players.h"

static ma_engine engine;

/* The first setup follows the documentation's examples, with the sounds decoded up front so that
 * the players of a loop share it. The fastest one leaves out pitch and spatialization, which
 * libaha's players do not use either. */
static ma_uint32 flags_of(const plan *plan) {
  ma_uint32 flags = MA_SOUND_FLAG_DECODE;
  if (plan->fastest) flags |= MA_SOUND_FLAG_NO_PITCH | MA_SOUND_FLAG_NO_SPATIALIZATION;
  return flags;
}

static void check(ma_result result, const char *call) {
  if (result != MA_SUCCESS) bench_fail("%s: %s", call, ma_result_description(result));
}

static void start(const plan *plan, int index, ma_sound *sound) {
  ma_uint64 length = 0;
  const char *path = bench_loop_path(plan->folder, index);
  check(ma_sound_init_from_file(&engine, path, flags_of(plan), NULL, NULL, sound), path);
  check(ma_sound_get_length_in_pcm_frames(sound, &length), "ma_sound_get_length_in_pcm_frames");
  ma_sound_set_looping(sound, MA_TRUE);
  ma_sound_set_volume(sound, plan_gain(index));
  ma_sound_set_pan(sound, plan_pan(index));
  if (plan->speed != 1) ma_sound_set_pitch(sound, (float)plan->speed);
  check(ma_sound_seek_to_pcm_frame(sound, plan_begin(plan, index, length)), "ma_sound_seek");
  check(ma_sound_start(sound), "ma_sound_start");
}

void players_open(const plan *plan) {
  ma_engine_config config = ma_engine_config_init();
  config.noDevice = MA_TRUE;
  config.channels = 2;
  config.sampleRate = BENCH_RATE;
  check(ma_engine_init(&config, &engine), "ma_engine_init");
  ma_sound *sounds = calloc((size_t)plan->count, sizeof *sounds);
  if (!sounds) bench_fail("no memory");
  for (int i = 0; i < plan->count; i++) start(plan, i, &sounds[i]);
}

void players_render(float *frames, int frame_count) {
  ma_engine_read_pcm_frames(&engine, frames, (ma_uint64)frame_count, NULL);
}

void players_between(void) {}

double players_bytes_per_frame(void) { return 2 * sizeof(float); }
