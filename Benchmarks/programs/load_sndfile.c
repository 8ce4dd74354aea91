/* load_sndfile.c: the same with libsndfile alone, into one block of the reported length: FILE. */
#include <sndfile.h>

#include "bench.h"

enum { PORTION = 4096 };

int main(int argc, char **argv) {
  SF_INFO info = {0};
  if (argc != 2) bench_fail("%s FILE", argv[0]);
  double begin = bench_cpu();
  SNDFILE *file = sf_open(argv[1], SFM_READ, &info);
  if (!file) bench_fail("%s", sf_strerror(NULL));
  /* A read at the end fills the rest of the request with zeros. */
  size_t frames = (size_t)info.frames + PORTION;
  float *samples = malloc(frames * (size_t)info.channels * sizeof *samples);
  if (!samples) bench_fail("no memory");
  sf_count_t done = 0, got;
  while ((got = sf_readf_float(file, samples + done * info.channels, PORTION)) > 0) done += got;
  printf("{\"cpu_s\": %.6f}\n", bench_cpu() - begin);
  return 0;
}
