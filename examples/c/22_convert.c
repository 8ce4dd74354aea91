/* 22_convert: a part of a recording, faded, at a loudness, as mono MP3: one call.
 *   cc 22_convert.c $(pkg-config --cflags --libs aha) -o 22_convert
 *   ./22_convert talk.wav talk.mp3 */
#include <aha.h>
#include <stdio.h>

static int failed(void) {
  fprintf(stderr, "%s\n", aha_last_error());
  return 1;
}

int main(int count, char **arguments) {
  aha_convert_options options = aha_convert_options_init();
  aha_encode_options encode = aha_encode_options_init();
  aha_job *job;
  if (count != 3) return fprintf(stderr, "usage: %s IN OUT\n", arguments[0]), 2;

  options.begin_us = 500000;
  options.end_us = 2500000;
  options.fade_in_us = 100000;
  options.fade_out_us = 500000;
  options.fade_shape = AHA_FADE_SMOOTH;
  encode.channels = 1;
  encode.loudness_lufs = -16;
  /* Tags, cover and chapters of the input are kept. */
  if (aha_convert_start(arguments[1], arguments[2], &options, &encode, &job) != AHA_OK ||
      aha_job_wait(job, -1) != AHA_OK)
    return failed();
  printf("%s: 2 seconds\n", arguments[2]);
  aha_job_release(job);
  return 0;
}
