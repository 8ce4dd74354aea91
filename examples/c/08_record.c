/* 08_record: records an engine's output during playback, with half a second from before the start,
 * and loads the take as a sound. Recovers unfinished takes of an earlier run first.
 *   cc 08_record.c $(pkg-config --cflags --libs aha) -o 08_record
 *   ./08_record loop.ogg take.wav */
#include <aha.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 480, BLOCKS_A_SECOND = 100 };

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

/* Completes interrupted takes in the folder of a path. */
static void recover(const char *path) {
  char folder[4096] = ".", name[4096];
  const char *slash = strrchr(path, '/');
  aha_recovery *recovery;
  if (slash != NULL) snprintf(folder, sizeof folder, "%.*s", (int)(slash - path + 1), path);
  if (aha_recovery_open(folder, &recovery) != AHA_OK) return;
  for (uint32_t i = 0; i < aha_recovery_count(recovery); i++) {
    aha_recovered_take take = aha_recovered_take_init();
    aha_recovery_get(recovery, i, &take);
    aha_recovery_copy_path(recovery, i, name, sizeof name, NULL);
    printf("recovered %s: %.1f seconds\n", name, take.seconds);
  }
  aha_recovery_release(recovery);
}

/* Simulates the audio device, which would call aha_engine_render. */
static void let_play(aha_engine *engine, int seconds) {
  float block[2 * BLOCK];
  for (int i = 0; i < seconds * BLOCKS_A_SECOND; i++) aha_engine_render(engine, block, BLOCK);
}

int main(int count, char **arguments) {
  aha_engine_options engine_options = aha_engine_options_init();
  aha_recorder_options options = aha_recorder_options_init();
  aha_recorder_meter meter = aha_recorder_meter_init();
  aha_player_options looped = aha_player_options_init();
  aha_engine *engine;
  aha_sound *sound, *take;
  aha_player *player;
  aha_recorder *recorder;
  if (count != 3) return fprintf(stderr, "usage: %s LOOP TAKE\n", arguments[0]), 2;
  recover(arguments[2]);

  engine_options.offline = 1; /* no device: rendering waits for the disk */
  looped.loop_count = AHA_LOOP_FOREVER;
  options.pre_roll_ms = 500;
  options.replace = 1;
  if (aha_engine_create(&engine_options, &engine) != AHA_OK) return failed("engine");
  if (aha_sound_load(engine, arguments[1], NULL, &sound) != AHA_OK) return failed(arguments[1]);
  if (aha_player_create(engine, sound, NULL, &looped, &player) != AHA_OK) return failed("player");
  if (aha_recorder_create(engine, NULL, arguments[2], &options, NULL, &recorder) != AHA_OK)
    return failed(arguments[2]);

  aha_player_start(player, NULL);
  let_play(engine, 2); /* the pre-roll keeps the last half second of these */
  aha_recorder_start(recorder, NULL);
  let_play(engine, 3);
  aha_recorder_read_meter(recorder, &meter);
  aha_recorder_stop(recorder, NULL);
  let_play(engine, 1); /* continues, unrecorded */
  if (aha_recorder_wait(recorder, -1) != AHA_OK) return failed(arguments[2]);
  if (aha_recorder_load_take(recorder, NULL, &take) != AHA_OK) return failed("take");
  printf("%s: %.1f seconds, peak %.1f dB\n", arguments[2],
         (double)aha_sound_length_frames(take) / aha_engine_sample_rate(engine),
         (double)meter.peak_left_db);
  aha_engine_release(engine); /* ends everything created from it */
  return 0;
}
