/* first_frames_sndfile.c: decodes 256 frames of a file, or all of it, with libsndfile alone, and
 * prints the time at which it had them: FILE streamed|resident */
#include <sndfile.h>

#include "bench.h"

enum { FRAMES = 256, PORTION = 4096 };

int main(int argc, char **argv) {
  SF_INFO info = {0};
  if (argc != 3) bench_fail("%s FILE streamed|resident", argv[0]);
  SNDFILE *file = sf_open(argv[1], SFM_READ, &info);
  if (!file) bench_fail("%s", sf_strerror(NULL));
  sf_count_t wanted = strcmp(argv[2], "streamed") == 0 ? FRAMES : info.frames, done = 0, got = 1;
  float *samples = malloc((size_t)(wanted + PORTION) * (size_t)info.channels * sizeof *samples);
  if (!samples) bench_fail("no memory");
  while (done < wanted && got > 0)
    done += got = sf_readf_float(file, samples + done * info.channels, PORTION);
  double now = bench_now();
  if (done < wanted) bench_fail("too few frames");
  printf("%.9f\n", now);
  fflush(stdout);
  _exit(0);
}
