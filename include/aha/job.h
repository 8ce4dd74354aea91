/* aha/job.h: jobs: long tasks, such as loading and saving, on libaha's threads. */
#ifndef AHA_JOB_H
#define AHA_JOB_H

#include "event.h"
#include "handle.h"

AHA_BEGIN_DECLARATIONS

/** A running or finished task. Releasing its handle does not cancel it. */
typedef struct aha_job aha_job AHA_HOSTED;

/** Progress of a job. */
typedef struct aha_job_progress {
  size_t struct_size;
  /** 0 to 1; none while the total is unknown. */
  AHA_NONE(-1) double fraction;
  /** Frames (loading, rendering) done so far, and in total; the total is 0 while it is unknown. */
  uint64_t frames_done;
  uint64_t frames_total;
  /** Bytes read or written so far. */
  uint64_t bytes_done;
  /** AHA_PENDING while it runs, then its result. */
  AHA_C_ONLY aha_result result;
  /** Zero. */
  uint32_t reserved;
  /** Running time in microseconds; 0 while the job waits to start. Since: 0.4. */
  int64_t elapsed_us;
  /** Estimated remaining time in microseconds; none while it is unknown. Since: 0.4. */
  AHA_NONE(-1) int64_t remaining_us;
  /** The current stage: "waiting", "decoding", "rendering", "verifying", "signing in", "sending",
   *  "locked" (a drop waits for another client's lock), "receiving", "scanning", "done", "failed".
   *  Static text. Since: 1.0. */
  AHA_ATTRIBUTE(stage) const char *stage;
} aha_job_progress AHA_RECORD AHA_PYTHON(Progress);

/** A progress structure with struct_size set. */
static inline aha_job_progress aha_job_progress_init(void) {
  aha_job_progress progress = {sizeof(aha_job_progress), 0.0, 0, 0, 0, 0, 0, 0, 0, NULL};
  return progress;
}

/**
 * Waits for the end of a job and returns the job's result.
 * @param timeout_ms  Milliseconds; 0 returns at once, a negative number waits without limit.
 * @return AHA_PENDING if the timeout expired; else the job's result, with the last error set.
 * Errors: the job's, AHA_ERROR_CANCELLED, AHA_ERROR_REENTRANT. Thread: [blocking]. Since: 0.1.
 */
AHA_API aha_result aha_job_wait(aha_job *job, int64_t timeout_ms) AHA_CODES(AHA_PENDING);

/**
 * Requests cancellation of a job. The job removes its partial output, and its result is
 * AHA_ERROR_CANCELLED. Has no effect on a finished job.
 * Errors: handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_job_cancel(aha_job *job);

/**
 * The progress of a job.
 * @param progress  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_job_get_progress(aha_job *job, aha_job_progress *progress);

/**
 * The error line of a failed job; "" if the job did not fail.
 * @param buffer     Destination, terminated with NUL; NULL asks for the length only.
 * @param capacity   Room in bytes, NUL included.
 * @param out_length Set to the length without NUL; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_job_copy_error(aha_job *job, AHA_BUFFER(capacity) char *buffer,
                                      size_t capacity, size_t *out_length);

/**
 * Removes and returns the oldest event of a job. A bounce has one for each part of the project that
 * is missing: AHA_EVENT_SOUND_MISSING, AHA_EVENT_IMPULSE_MISSING, AHA_EVENT_PLUGIN_MISSING, with
 * frame 0. They precede its first frame. Other jobs have none; their end is an event of their
 * engine or client.
 * @param event  Filled in; struct_size must be set. AHA_EVENT_NONE if the queue is empty.
 * @return AHA_OK, or AHA_END if the queue is empty.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_job_next_event(aha_job *job, aha_event *event) AHA_CODES(AHA_END);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.1. */
static inline aha_result aha_job_retain(aha_job *job) {
  return aha_retain_as(job, AHA_KIND_JOB);
}

/** Releases one reference; the job continues. Errors: handle errors. Thread: [any]. Since: 0.1. */
static inline aha_result aha_job_release(aha_job *job) {
  return aha_release_as(job, AHA_KIND_JOB);
}

AHA_END_DECLARATIONS

#endif /* AHA_JOB_H */
