/* prepare.c: the input of all figures, from real loops: PROGRAM FOLDER LOOP…
 *
 * loop1.wav…    the loops, 44.1 kHz stereo float: the same samples for every mixer
 * long1.wav…    each loop repeated to three minutes, 16 bits       long1.ogg… the same as Vorbis
 * hours.wav     a header that promises four hours, and a hole instead of samples */
#include <math.h>
#include <sndfile.h>
#include <soxr.h>
#include <unistd.h>

#include "bench.h"

enum { LONG_SECONDS = 180, HOURS_SECONDS = 4 * 3600 };

static double vorbis_quality = 0.6;

typedef struct clip {
  float *frames;
  size_t count;
} clip;

static float *allocate(size_t frames) {
  float *memory = calloc(frames * 2, sizeof *memory);
  if (!memory) bench_fail("no memory");
  return memory;
}

static SNDFILE *create(const char *folder, const char *name, int number, int format) {
  char path[BENCH_PATH];
  SF_INFO info = {.samplerate = BENCH_RATE, .channels = 2, .format = format};
  snprintf(path, sizeof path, name, folder, number);
  SNDFILE *file = sf_open(path, SFM_WRITE, &info);
  if (!file) bench_fail("%s: %s", path, sf_strerror(NULL));
  return file;
}

/* Reads a loop as stereo; a mono loop is doubled. */
static clip read_stereo(const char *path, double *rate) {
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (!file || info.channels > 2) bench_fail("%s: %s", path, sf_strerror(NULL));
  clip read = {allocate((size_t)info.frames), (size_t)info.frames};
  if (sf_readf_float(file, read.frames, info.frames) != info.frames) bench_fail("%s: short", path);
  if (info.channels == 1) {
    for (size_t i = read.count; i-- > 0;) {
      read.frames[2 * i + 1] = read.frames[2 * i] = read.frames[i];
    }
  }
  *rate = info.samplerate;
  sf_close(file);
  return read;
}

static clip load(const char *path) {
  double rate = 0;
  clip source = read_stereo(path, &rate);
  size_t room = (size_t)ceil((double)source.count * BENCH_RATE / rate) + 64, used = 0;
  clip loop = {allocate(room), 0};
  soxr_oneshot(rate, BENCH_RATE, 2, source.frames, source.count, &used, loop.frames, room,
               &loop.count, NULL, NULL, NULL);
  if (loop.count < 2 * BENCH_RATE) bench_fail("%s is too short", path);
  free(source.frames);
  return loop;
}

static void write_frames(SNDFILE *file, const float *frames, size_t count) {
  /* libsndfile's Vorbis encoder puts whole writes on the stack; short ones are safe. */
  for (size_t done = 0; done < count;) {
    size_t now = count - done < 4096 ? count - done : 4096;
    if (sf_writef_float(file, frames + 2 * done, (sf_count_t)now) != (sf_count_t)now) {
      bench_fail("writing: %s", sf_strerror(file));
    }
    done += now;
  }
}

static void write_long(SNDFILE *file, clip loop) {
  size_t left = (size_t)LONG_SECONDS * BENCH_RATE;
  sf_command(file, SFC_SET_CLIPPING, NULL, SF_TRUE);
  while (left > 0) {
    size_t now = left < loop.count ? left : loop.count;
    write_frames(file, loop.frames, now);
    left -= now;
  }
  sf_close(file);
}

static void prepare_loop(const char *folder, int number, const char *path) {
  clip loop = load(path);
  SNDFILE *file = create(folder, "%s/loop%d.wav", number, SF_FORMAT_WAV | SF_FORMAT_FLOAT);
  write_frames(file, loop.frames, loop.count);
  sf_close(file);
  write_long(create(folder, "%s/long%d.wav", number, SF_FORMAT_WAV | SF_FORMAT_PCM_16), loop);
  file = create(folder, "%s/long%d.ogg", number, SF_FORMAT_OGG | SF_FORMAT_VORBIS);
  sf_command(file, SFC_SET_VBR_ENCODING_QUALITY, &vorbis_quality, sizeof vorbis_quality);
  write_long(file, loop);
  free(loop.frames);
}

static void put(FILE *file, const char *tag, uint32_t value, int bytes) {
  fputs(tag, file);
  for (int i = 0; i < bytes; i++) fputc((int)(value >> (8 * i) & 255), file);
}

static void prepare_hours(const char *folder) {
  char path[BENCH_PATH];
  uint32_t size = (uint32_t)HOURS_SECONDS * BENCH_RATE * 4;
  snprintf(path, sizeof path, "%s/hours.wav", folder);
  FILE *file = fopen(path, "wb");
  if (!file) bench_fail("%s", path);
  put(file, "RIFF", size + 36, 4);
  put(file, "WAVEfmt ", 16, 4);
  put(file, "", 1, 2);
  put(file, "", 2, 2);
  put(file, "", BENCH_RATE, 4);
  put(file, "", BENCH_RATE * 4, 4);
  put(file, "", 4, 2);
  put(file, "", 16, 2);
  put(file, "data", size, 4);
  if (fflush(file) != 0 || ftruncate(fileno(file), (off_t)size + 44) != 0) bench_fail("%s", path);
  fclose(file);
}

int main(int argc, char **argv) {
  if (argc != 2 + BENCH_LOOPS) bench_fail("%s FOLDER LOOP… (eight)", argv[0]);
  for (int i = 0; i < BENCH_LOOPS; i++) prepare_loop(argv[1], i + 1, argv[2 + i]);
  prepare_hours(argv[1]);
  return 0;
}
