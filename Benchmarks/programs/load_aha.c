/* load_aha.c: loads a whole file to memory at its own rate: FILE. Prints processor time and
 * memory. */
#include <aha.h>
#include <sys/resource.h>

#include "bench.h"

int main(int argc, char **argv) {
  aha_engine_options options = aha_engine_options_init();
  aha_sound_options how = aha_sound_options_init();
  aha_engine *engine;
  aha_sound *sound;
  struct rusage usage;
  if (argc != 2) bench_fail("%s FILE", argv[0]);
  options.sample_rate = BENCH_RATE;
  how.mode = AHA_SOUND_RESIDENT;
  if (aha_engine_create(&options, &engine) != AHA_OK) bench_fail("%s", aha_last_error());
  int64_t before = bench_resident_bytes();
  double begin = bench_cpu();
  if (aha_sound_load(engine, argv[1], &how, &sound) != AHA_OK) bench_fail("%s", aha_last_error());
  double end = bench_cpu();
  aha_sound_info info = aha_sound_info_init();
  aha_sound_get_info(sound, &info);
  getrusage(RUSAGE_SELF, &usage);
  printf("{\"cpu_s\": %.6f, \"peak_bytes\": %lld, \"sample_bytes\": %llu}\n", end - begin,
         1024LL * usage.ru_maxrss - (long long)before,
         (unsigned long long)(aha_sound_length_frames(sound) * info.played_channels * 4));
  return 0;
}
