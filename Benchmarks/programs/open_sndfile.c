/* open_sndfile.c: opens a long file with libsndfile alone in a fresh process: PROGRAM FILE. */
#include <sndfile.h>

#include "bench.h"

int main(int argc, char **argv) {
  static float frames[BENCH_BLOCK * 2];
  if (argc != 2) bench_fail("%s FILE", argv[0]);
  SF_INFO info = {0};
  int64_t resident = bench_resident_bytes();
  double begin = bench_now();
  SNDFILE *file = sf_open(argv[1], SFM_READ, &info);
  double opened = bench_now();
  if (!file) bench_fail("%s: %s", argv[1], sf_strerror(NULL));
  int64_t resident_opened = bench_resident_bytes();
  double begin_read = bench_now();
  if (sf_readf_float(file, frames, BENCH_BLOCK) != BENCH_BLOCK) bench_fail("%s: short", argv[1]);
  double played = bench_now();
  printf("{\"open_ms\": %.4f, \"open_bytes\": %lld, \"play_ms\": %.4f, \"play_bytes\": %lld, "
         "\"seconds\": %.1f}\n",
         1e3 * (opened - begin), (long long)(resident_opened - resident),
         1e3 * (opened - begin + played - begin_read),
         (long long)(bench_resident_bytes() - resident), (double)info.frames / info.samplerate);
  sf_close(file);
  return 0;
}
