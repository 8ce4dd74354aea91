/* 19_drum_machine: drums of noise as one-shots; a closed hi-hat chokes the open one.
 *   cc 19_drum_machine.c $(pkg-config --cflags --libs aha) -o 19_drum_machine
 *   ./19_drum_machine drums.wav */
#include <aha.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RATE = 48000, STEP = RATE / 8, STEPS = 16 }; /* a sixteenth at 120 beats per minute */

/* Velocities in tenths, speed, frames of the decay, choke group. */
typedef struct drum { const char *pattern; double speed; uint64_t decay; uint32_t group; } drum;
static const drum drums[] = {{"9...9...9...9..5", 0.1, RATE / 6, 0},  /* kick */
                             {"7.5.7.5.7.5.7.5.", 1, RATE / 16, 1},   /* closed hi-hat */
                             {"...8.......8...8", 1, RATE, 1}};       /* open hi-hat */

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

static aha_result hit(aha_engine *engine, aha_sound *noise, const drum *drum, int step) {
  aha_play_options options = aha_play_options_init();
  options.start_frame = (uint64_t)step * STEP;
  options.velocity = (float)(drum->pattern[step] - '0') / 10;
  options.speed = drum->speed;
  options.decay_frames = drum->decay;
  options.decay_shape = AHA_FADE_EXPONENTIAL;
  options.sustain_db = -INFINITY;
  options.choke_group = drum->group;
  return aha_one_shot_play(engine, noise, NULL, &options);
}

int main(int count, char **arguments) {
  static float samples[RATE];
  aha_engine *engine;
  aha_sound *noise;
  aha_job *job;
  int hits = 0;
  if (count != 2) return fprintf(stderr, "usage: %s OUT\n", arguments[0]), 2;
  for (int i = 0; i < RATE; i++) samples[i] = (float)rand() / (float)RAND_MAX - 0.5f;
  if (aha_engine_create(NULL, &engine) != AHA_OK) return failed("engine");
  if (aha_sound_create(engine, samples, RATE, 1, RATE, &noise) != AHA_OK) return failed("noise");
  for (size_t i = 0; i < sizeof drums / sizeof *drums; i++)
    for (int step = 0; step < STEPS; step++) {
      if (drums[i].pattern[step] == '.') continue;
      if (hit(engine, noise, &drums[i], step) != AHA_OK) return failed("one-shot");
      hits++;
    }
  if (aha_render_save(engine, arguments[1], (STEPS + 1) * STEP, NULL, &job) != AHA_OK ||
      aha_job_wait(job, -1) != AHA_OK)
    return failed(arguments[1]);
  printf("%s: %d hits\n", arguments[1], hits);
  return aha_engine_release(engine);
}
