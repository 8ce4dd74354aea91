/* Analyses: values out of range, unusable files, sounds without content, and queries before a
 * job has ended. */
#include "check.h"

#include <semaphore.h>

static float frames[2 * 480];

static aha_result create(const float *from, uint64_t count, uint32_t channels, uint32_t rate) {
  aha_analysis *made = (void *)frames;
  aha_result result = aha_analysis_create(from, count, channels, rate, &made);
  CHECK(result == AHA_OK || made == NULL, "out_analysis not NULL");
  if (result == AHA_OK) NEED(aha_analysis_release(made));
  return result;
}

static void check_values(void) {
  INVALID(create(frames, 0, 1, 48000), "frame_count 0");
  INVALID(create(frames, UINT64_MAX, 1, 48000), "18446744073709551615");
  NEED(create(frames, 1, 1, 1000));
  NEED(create(frames, 15, 64, 768000));
}

static void check_telling(void) {
  aha_analysis *analysis;
  aha_piece *piece;
  aha_onset onsets[1];
  aha_chord chords[1];
  aha_outline_bin bins[3] = {{0}};
  uint32_t count = 7, fields = 7;
  float *tone = make_tone(48000, 440);
  NEED(aha_analysis_create(tone, 48000, 2, 48000, &analysis));
  free(tone);
  INVALID(aha_analysis_copy_outline(analysis, UINT32_MAX, bins, 3), "4294967295");
  NEED(aha_analysis_copy_outline(analysis, 1, bins, 3));
  CHECK(bins[2].highest > 0.2f && bins[2].lowest < -0.2f, "%g", (double)bins[2].highest);
  NEED(aha_analysis_copy_onsets(analysis, NULL, 0, &count));
  if (count > 0)
    REFUSED(aha_analysis_copy_onsets(analysis, onsets, 0, NULL), AHA_ERROR_BUFFER_TOO_SMALL, "0");
  NEED(aha_analysis_copy_keys(analysis, NULL, 0, NULL));
  NEED(aha_analysis_copy_chords(analysis, NULL, 0, &count));
  if (count > 0)
    REFUSED(aha_analysis_copy_chords(analysis, chords, 0, NULL), AHA_ERROR_BUFFER_TOO_SMALL, "0");
  NEED(aha_piece_create(&piece));
  REFUSED(aha_analysis_fill_piece(analysis, NULL, &fields), AHA_ERROR_INVALID_HANDLE, "NULL");
  CHECK(fields == 0, "%u", fields);
  NEED(aha_analysis_fill_piece(analysis, piece, NULL));
  NEED(aha_piece_release(piece));
  NEED(aha_analysis_release(analysis));
}

static void check_files(void) {
  aha_analysis *analysis = (void *)frames;
  aha_analysis_info info = aha_analysis_info_init();
  aha_job *job;
  NEED(aha_analysis_start("/nowhere/a.wav", &analysis, &job));
  REFUSED(aha_job_wait(job, -1), AHA_ERROR_NOT_FOUND, "/nowhere/a.wav");
  REFUSED(aha_analysis_get_info(analysis, &info), AHA_ERROR_STATE, "/nowhere/a.wav");
  NEED(aha_job_release(job));
  NEED(aha_analysis_release(analysis));
}

/* A stream whose first read blocks until the test releases it. */
static sem_t may_read, is_reading;

static int64_t slow_read(void *data, void *into, int64_t size) {
  (void)data;
  sem_post(&is_reading);
  sem_wait(&may_read);
  sem_post(&may_read);
  memset(into, 0, (size_t)size);
  return size;
}

static int64_t slow_seek(void *data, int64_t offset) { return (void)data, offset; }
static int64_t slow_length(void *data) { return (void)data, 1000; }

static void check_under_way(void) {
  aha_stream_callbacks callbacks = {.struct_size = sizeof callbacks, .read = slow_read,
                                    .seek = slow_seek, .length = slow_length};
  aha_stream *stream;
  aha_analysis *analysis;
  aha_analysis_info info = aha_analysis_info_init();
  aha_job *job;
  sem_init(&may_read, 0, 0);
  sem_init(&is_reading, 0, 0);
  NEED(aha_stream_create(&callbacks, NULL, NULL, &stream));
  NEED(aha_analysis_start_stream(stream, NULL, &analysis, &job));
  sem_wait(&is_reading);
  REFUSED(aha_analysis_get_info(analysis, &info), AHA_ERROR_STATE, "not done");
  REFUSED(aha_analysis_copy_onsets(analysis, NULL, 0, NULL), AHA_ERROR_STATE, "not done");
  REFUSED(aha_analysis_copy_beats(analysis, NULL, 0, NULL), AHA_ERROR_STATE, "not done");
  CHECK(aha_job_wait(job, 0) == AHA_PENDING, "it has ended");
  /* Its owners may be released meanwhile. */
  NEED(aha_stream_release(stream));
  NEED(aha_analysis_release(analysis));
  NEED(aha_job_cancel(job));
  sem_post(&may_read);
  CHECK(aha_job_wait(job, -1) < 0, "zeros are no sound");
  NEED(aha_job_release(job));
}

/* More jobs than threads, all at once; no thread waits for them. */
static void check_many(void) {
  aha_stream *stream = make_wav(4800);
  aha_analysis *analyses[64];
  aha_job *jobs[64];
  for (int i = 0; i < 64; i++)
    NEED(aha_analysis_start_stream(stream, NULL, &analyses[i], &jobs[i]));
  for (int i = 63; i >= 0; i--) {
    if (i % 2) NEED(aha_job_cancel(jobs[i]));
    if (i % 4 == 0) NEED(aha_job_wait(jobs[i], -1));
    NEED(aha_job_release(jobs[i]));
    NEED(aha_analysis_release(analyses[i]));
  }
  NEED(aha_stream_release(stream));
}

static void check_limits(void) {
  aha_stream *stream = make_wav(48000);
  aha_analysis *analysis = (void *)frames;
  aha_job *job;
  aha_analysis_options options = aha_analysis_options_init();
  const double wrong[] = {-1.0, NAN, INFINITY, -INFINITY};
  for (int i = 0; i < 4; i++) {
    options.max_seconds = wrong[i];
    INVALID(aha_analysis_start_stream(stream, &options, &analysis, &job), "max_seconds");
  }
  const double limits[] = {0.0, 1e-9, 0.999, 1.0, 1e300};
  for (int i = 0; i < 5; i++) {
    options.max_seconds = limits[i];
    NEED(aha_analysis_start_stream(stream, &options, &analysis, &job));
    if (i == 1 || i == 2) {
      REFUSED(aha_job_wait(job, -1), AHA_ERROR_LIMIT, "max_seconds");
    } else {
      NEED(aha_job_wait(job, -1));
    }
    NEED(aha_job_release(job));
    NEED(aha_analysis_release(analysis));
  }
  NEED(aha_stream_release(stream));
}

int main(void) {
  check_values();
  check_telling();
  check_files();
  check_under_way();
  check_many();
  check_limits();
  return verdict();
}
