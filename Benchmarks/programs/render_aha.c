/* render_aha.c: renders one player's sound through a chain: PROGRAM IN OUT CHAIN FRAMES RATE.
 *
 * IN and OUT are stereo 32-bit floats without a header; FRAMES are rendered. */
#include "chain_aha.h"

static float *read_frames(const char *path, uint64_t *count) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) bench_fail("%s can't be read", path);
  size_t bytes = (size_t)ftell(file);
  float *frames = malloc(bytes);
  rewind(file);
  if (!frames || fread(frames, 1, bytes, file) != bytes) bench_fail("%s can't be read", path);
  fclose(file);
  *count = bytes / (2 * sizeof *frames);
  return frames;
}

static void write_output(aha_engine *engine, const char *path, uint64_t left) {
  static float frames[BENCH_BLOCK * 2];
  FILE *file = fopen(path, "wb");
  if (!file) bench_fail("%s can't be written", path);
  while (left > 0) {
    uint64_t now = left < BENCH_BLOCK ? left : BENCH_BLOCK;
    check(aha_engine_render(engine, frames, now), "aha_engine_render");
    if (fwrite(frames, 2 * sizeof *frames, now, file) != now) bench_fail("%s: short", path);
    left -= now;
  }
  if (fclose(file) != 0) bench_fail("%s: short", path);
}

int main(int argc, char **argv) {
  if (argc != 6) bench_fail("%s IN OUT CHAIN FRAMES RATE", argv[0]);
  int rate = atoi(argv[5]);
  aha_engine *engine = chain_engine(rate);
  aha_sound *sound = NULL;
  uint64_t count = 0;
  float *frames = read_frames(argv[1], &count);
  check(aha_sound_create(engine, frames, count, 2, rate, &sound), "aha_sound_create");
  aha_player *player = chain_start(engine, sound, argv[3], NULL, 0);
  uint64_t latency = aha_chain_latency_frames(aha_player_chain(player));
  write_output(engine, argv[2], strtoull(argv[4], NULL, 10));
  printf("{\"latency_frames\": %llu}\n", (unsigned long long)latency);
  check(aha_engine_release(engine), "aha_engine_release");
  free(frames);
  return 0;
}
