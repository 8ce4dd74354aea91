/* Shared by the C tests: a check that counts, and a few sounds. */
#ifndef AHA_TEST_CHECK_H
#define AHA_TEST_CHECK_H

#include <aha.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Weak: one of each in a program of several files. */
__attribute__((weak)) int checks, failures;

/* Counts a check; prints a failed one with libaha's last error line. */
#define CHECK(condition, ...) do { \
    checks++; \
    if (!(condition)) { \
      failures++; \
      fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition); \
      fprintf(stderr, __VA_ARGS__); \
      fprintf(stderr, " [%s]\n", aha_last_error()); \
    } \
  } while (0)

/* A call that must succeed; otherwise the test ends. */
#define NEED(call) do { \
    aha_result need_result = (call); \
    if (need_result != AHA_OK) { \
      fprintf(stderr, "%s:%d: %s: %s: %s\n", __FILE__, __LINE__, #call, \
              aha_result_name(need_result), aha_last_error()); \
      exit(1); \
    } \
  } while (0)

/* Sets another error line, to see afterwards whether a call set its own. */
static char former_line[256];
static inline void mark_line(void) {
  (void)aha_log_set_sink(99, NULL, NULL, NULL);
  snprintf(former_line, sizeof former_line, "%s", aha_last_error());
}
static inline int has_own_line(void) {
  return *aha_last_error() && strcmp(former_line, aha_last_error()) != 0;
}

/* A refused call: checks its code, and a text that its error line must contain, in any case. */
#define REFUSED(call, code, text) do { \
    mark_line(); \
    aha_result refused = (call); \
    CHECK(refused == (code), "%s: %s", #call, aha_result_name(refused)); \
    CHECK(has_own_line(), "%s left no line of its own", #call); \
    CHECK(strcasestr(aha_last_error(), text), "%s: no \"%s\" in the line", #call, text); \
  } while (0)
#define INVALID(call, text) REFUSED(call, AHA_ERROR_INVALID_ARGUMENT, text)

#define COUNT_OF(array) (sizeof(array) / sizeof(*(array)))

/* Result for main. */
static inline int verdict(void) {
  printf("%d checks, %d failed\n", checks, failures);
  return failures || !checks;
}

/* Result of a call that starts a job: of the call if it failed, else of the job at its end. */
static inline aha_result ended(aha_result result, aha_job *const *started) {
  aha_job *job = *started;
  CHECK((result == AHA_OK) == (job != NULL), "out_job");
  if (result != AHA_OK) return result;
  result = aha_job_wait(job, -1);
  NEED(aha_job_release(job));
  return result;
}

/* A stereo tone with this many frames; the caller frees it. */
static inline float *make_tone(uint64_t frames, double hz) {
  float *tone = malloc(frames * 2 * sizeof(float));
  for (uint64_t i = 0; i < frames; i++)
    tone[2 * i] = tone[2 * i + 1] = (float)(0.25 * sin(6.283185307179586 * hz * (double)i / 48000));
  return tone;
}

static inline aha_sound *make_sound(aha_engine *engine, uint64_t frames) {
  float *tone = make_tone(frames, 440);
  aha_sound *sound;
  NEED(aha_sound_create(engine, tone, frames, 2, 48000, &sound));
  free(tone);
  return sound;
}

/* A stream with a WAV file of this many frames, written by libaha. */
static inline aha_stream *make_wav(uint64_t frames) {
  aha_engine *engine;
  aha_stream *stream;
  aha_player *player;
  aha_job *job;
  NEED(aha_engine_create(NULL, &engine));
  NEED(aha_stream_create_memory(NULL, 0, NULL, NULL, &stream));
  NEED(aha_player_create(engine, make_sound(engine, frames), NULL, NULL, &player));
  NEED(aha_player_start(player, NULL));
  NEED(aha_render_save_stream(engine, stream, frames, NULL, &job));
  NEED(aha_job_wait(job, -1));
  NEED(aha_engine_release(engine));
  return stream;
}

#endif /* AHA_TEST_CHECK_H */
