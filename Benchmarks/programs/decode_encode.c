/* decode_encode.c: the minimum work for mixing files, with libsndfile alone in one thread: reads
 * all files and writes the last one: PROGRAM OUT.wav|OUT.ogg FILE… */
#include <sndfile.h>

#include "bench.h"

enum { CHUNK = 4096 };

static double vorbis_quality = 0.6;

static SNDFILE *open_input(const char *path) {
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (!file || info.channels != 2) bench_fail("%s: %s", path, sf_strerror(NULL));
  return file;
}

static SNDFILE *open_output(const char *path) {
  SF_INFO info = {.samplerate = BENCH_RATE, .channels = 2};
  int is_ogg = strlen(path) > 4 && !strcmp(path + strlen(path) - 4, ".ogg");
  info.format = is_ogg ? SF_FORMAT_OGG | SF_FORMAT_VORBIS : SF_FORMAT_WAV | SF_FORMAT_PCM_16;
  SNDFILE *file = sf_open(path, SFM_WRITE, &info);
  if (!file) bench_fail("%s: %s", path, sf_strerror(NULL));
  sf_command(file, SFC_SET_CLIPPING, NULL, SF_TRUE);
  if (is_ogg) {
    sf_command(file, SFC_SET_VBR_ENCODING_QUALITY, &vorbis_quality, sizeof vorbis_quality);
  }
  return file;
}

int main(int argc, char **argv) {
  static float frames[CHUNK * 2];
  if (argc < 3) bench_fail("%s OUT FILE…", argv[0]);
  SNDFILE *output = open_output(argv[1]);
  for (int i = 2; i < argc; i++) {
    SNDFILE *input = open_input(argv[i]);
    sf_count_t count;
    while ((count = sf_readf_float(input, frames, CHUNK)) > 0) {
      if (i < argc - 1) continue;
      if (sf_writef_float(output, frames, count) != count) bench_fail("%s: short", argv[1]);
    }
    sf_close(input);
  }
  return sf_close(output) == 0 ? 0 : 1;
}
