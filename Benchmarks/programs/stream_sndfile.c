/* stream_sndfile.c: decodes the same file with libsndfile alone, block by block: PROGRAM FILE. */
#include <sndfile.h>

#include "bench.h"

int main(int argc, char **argv) {
  static float frames[BENCH_BLOCK * 2];
  if (argc != 2) bench_fail("%s FILE", argv[0]);
  SF_INFO info = {0};
  sf_count_t total = 0, count;
  double begin = bench_cpu();
  SNDFILE *file = sf_open(argv[1], SFM_READ, &info);
  if (!file || info.channels != 2) bench_fail("%s: %s", argv[1], sf_strerror(NULL));
  while ((count = sf_readf_float(file, frames, BENCH_BLOCK)) > 0) total += count;
  if (total == 0) bench_fail("%s: empty", argv[1]);
  printf("{\"realtime\": %.1f}\n", (double)total / info.samplerate / (bench_cpu() - begin));
  sf_close(file);
  return 0;
}
