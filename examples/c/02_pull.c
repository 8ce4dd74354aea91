/* 02_pull: the host pulls frames, as an audio callback does, and writes them as raw 32-bit floats.
 *   cc 02_pull.c $(pkg-config --cflags --libs aha) -lm -o 02_pull
 *   ./02_pull loop.ogg >out.f32    (48000 Hz, two channels, interleaved) */
#include <aha.h>
#include <math.h>
#include <stdio.h>

enum { BLOCK = 512, SECONDS = 3 };

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

int main(int count, char **arguments) {
  aha_engine *engine;
  aha_sound *sound;
  aha_player *player;
  float block[2 * BLOCK], peak = 0;
  if (count != 2) return fprintf(stderr, "usage: %s FILE >OUT\n", arguments[0]), 2;

  if (aha_engine_create(NULL, &engine) != AHA_OK) return failed("engine");
  if (aha_sound_load(engine, arguments[1], NULL, &sound) != AHA_OK) return failed(arguments[1]);
  if (aha_player_create(engine, sound, NULL, NULL, &player) != AHA_OK) return failed("player");

  /* Loops the second half of the sound. */
  uint64_t length = aha_sound_length_frames(sound);
  if (aha_player_set_loop_frames(player, length / 2, length, AHA_LOOP_FOREVER) != AHA_OK ||
      aha_player_start(player, NULL) != AHA_OK)
    return failed("player");

  uint64_t last = (uint64_t)aha_engine_sample_rate(engine) * SECONDS;
  while (aha_engine_position_frames(engine) < last) {
    if (aha_engine_render(engine, block, BLOCK) != AHA_OK) return failed("render");
    for (int i = 0; i < 2 * BLOCK; i++) peak = fmaxf(peak, fabsf(block[i]));
    if (fwrite(block, sizeof block, 1, stdout) != 1) return perror("write"), 1;
  }
  fprintf(stderr, "%d seconds, peak %.1f dB\n", SECONDS, 20 * log10(peak));
  aha_engine_release(engine);
  return 0;
}
