/* first_frames_miniaudio.c: the same with miniaudio's engine: FILE streamed|resident */
#include "miniaudio.h"

#include "bench.h"

enum { FRAMES = 256 };

static void check(ma_result result, const char *call) {
  if (result != MA_SUCCESS) bench_fail("%s: %s", call, ma_result_description(result));
}

int main(int argc, char **argv) {
  static float frames[2 * FRAMES];
  static ma_engine engine;
  static ma_sound sound;
  if (argc != 3) bench_fail("%s FILE streamed|resident", argv[0]);
  ma_engine_config config = ma_engine_config_init();
  config.noDevice = MA_TRUE;
  config.channels = 2;
  config.sampleRate = BENCH_RATE;
  ma_uint32 flags =
      strcmp(argv[2], "streamed") == 0 ? MA_SOUND_FLAG_STREAM : MA_SOUND_FLAG_DECODE;
  check(ma_engine_init(&config, &engine), "ma_engine_init");
  check(ma_sound_init_from_file(&engine, argv[1], flags, NULL, NULL, &sound), "ma_sound_init");
  check(ma_sound_start(&sound), "ma_sound_start");
  check(ma_engine_read_pcm_frames(&engine, frames, FRAMES, NULL), "ma_engine_read_pcm_frames");
  double now = bench_now();
  if (frames[2 * FRAMES - 1] == 0) bench_fail("silence");
  printf("%.9f\n", now);
  fflush(stdout);
  _exit(0);
}
