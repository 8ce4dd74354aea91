/* aha/job.h: work that takes time: loading and saving on a thread of libaha's. */
#ifndef AHA_JOB_H
#define AHA_JOB_H

#include "base.h"

AHA_BEGIN_DECLARATIONS

/** Work under way, or done. Releasing its handle does not cancel it. */
typedef struct aha_job aha_job;

/** How far a job is. */
typedef struct aha_job_progress {
  size_t struct_size;
  /** 0 to 1; -1 while the whole is not known. */
  double fraction;
  /** Frames (loading, rendering) done so far, and in all; total is 0 while not known. */
  uint64_t frames_done;
  uint64_t frames_total;
  /** Bytes read or written so far. */
  uint64_t bytes_done;
  /** AHA_PENDING while it runs, then its result. */
  aha_result result;
  /** Zero. */
  uint32_t reserved;
  /** How long it has been working, in microseconds; 0 while it waits. Since: 0.4. */
  int64_t elapsed_us;
  /** How much longer it takes if it goes on like that; -1 while nobody can tell. Since: 0.4. */
  int64_t remaining_us;
} aha_job_progress;

/** A progress structure with struct_size set. */
static inline aha_job_progress aha_job_progress_init(void) {
  aha_job_progress progress = {sizeof(aha_job_progress), 0.0, 0, 0, 0, 0, 0, 0, 0};
  return progress;
}

/**
 * Waits for a job's end and returns the job's own result.
 * @param timeout_ms  Milliseconds; 0 asks only, negative waits for ever.
 * @return AHA_PENDING when the time is up; else what the job came to, with the last error set.
 * Errors: the job's, AHA_ERROR_CANCELLED, AHA_ERROR_REENTRANT. Thread: [blocking]. Since: 0.1.
 */
AHA_API aha_result aha_job_wait(aha_job *job, int64_t timeout_ms);

/**
 * Asks a job to end soon, leaving nothing half made; it then answers AHA_ERROR_CANCELLED.
 * Does nothing to a job that has ended.
 * Errors: handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_job_cancel(aha_job *job);

/**
 * Tells how far a job is.
 * @param progress  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_job_get_progress(aha_job *job, aha_job_progress *progress);

/**
 * What the job is doing: "waiting", "decoding", "rendering", "verifying",
 * "signing in", "sending", "receiving", "scanning", "done", "failed".
 * @return Static text; "" for a bad handle.
 * Errors: handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API const char *aha_job_stage(aha_job *job);

/**
 * Copies the line that says why a job failed; "" when it did not.
 * @param text       Where to, ended with NUL; NULL asks for the length only.
 * @param capacity   Room in bytes, NUL included.
 * @param out_length Set to the length without NUL; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_job_copy_error(aha_job *job, char *text, size_t capacity,
                                      size_t *out_length);

/** Adds an owner. Errors: handle errors. Thread: [any]. Since: 0.1. */
AHA_API aha_result aha_job_retain(aha_job *job);

/** Takes an owner away; the job goes on. Errors: handle errors. Thread: [any]. Since: 0.1. */
AHA_API aha_result aha_job_release(aha_job *job);

AHA_END_DECLARATIONS

#endif /* AHA_JOB_H */
