/* 01_mix: two files, one of them looped, mixed to an encoded file by a job.
 *   cc 01_mix.c $(pkg-config --cflags --libs aha) -o 01_mix
 *   ./01_mix loop.ogg voice.ogg out.flac */
#include <aha.h>
#include <stdio.h>

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

int main(int count, char **arguments) {
  aha_engine *engine;
  aha_sound *loop, *voice;
  aha_player *looping, *once;
  aha_player_options options = aha_player_options_init();
  aha_job *job;
  if (count != 4) return fprintf(stderr, "usage: %s LOOP VOICE OUT\n", arguments[0]), 2;

  if (aha_engine_create(NULL, &engine) != AHA_OK) return failed("engine");
  if (aha_sound_load(engine, arguments[1], NULL, &loop) != AHA_OK) return failed(arguments[1]);
  if (aha_sound_load(engine, arguments[2], NULL, &voice) != AHA_OK) return failed(arguments[2]);

  options.loop_count = AHA_LOOP_FOREVER;
  options.gain_db = -3;
  options.pan = -0.5f;
  if (aha_player_create(engine, loop, NULL, &options, &looping) != AHA_OK ||
      aha_player_create(engine, voice, NULL, NULL, &once) != AHA_OK ||
      aha_player_start(looping, NULL) != AHA_OK || aha_player_start(once, NULL) != AHA_OK)
    return failed("player");

  /* Ten seconds; the extension of the name selects the file type. */
  uint64_t frames = (uint64_t)aha_engine_sample_rate(engine) * 10;
  if (aha_render_save(engine, arguments[3], frames, NULL, &job) != AHA_OK ||
      aha_job_wait(job, -1) != AHA_OK)
    return failed(arguments[3]);
  printf("%s: 10 seconds\n", arguments[3]);

  aha_job_release(job);
  aha_engine_release(engine); /* ends everything created from it */
  return 0;
}
