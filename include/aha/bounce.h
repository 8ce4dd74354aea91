/* aha/bounce.h: a project to a file, faster than it plays. */
#ifndef AHA_BOUNCE_H
#define AHA_BOUNCE_H

#include "format.h"
#include "job.h"
#include "session.h"
#include "stream.h"

AHA_BEGIN_DECLARATIONS

/** What of a project becomes a file, and how. */
typedef struct aha_bounce_options {
  size_t struct_size;
  /** The track or bus of the scope. */
  aha_id scope_id;
  /** From where, in microseconds of the project. */
  int64_t begin_us;
  /** Until where; 0: until all is over. */
  int64_t end_us;
  /** The loudness that the file gets, -70 to below 0 LUFS; 0: as it is. The passes that bring it
   *  there count as a quarter more frames in the job's progress. */
  double loudness_lufs;
  /** No true peak is over this when there is a loudness, -20 to below 0 dBTP; 0: -1. */
  float ceiling_db;
  /** AHA_SCOPE_…; with AHA_SCOPE_TRACK or AHA_SCOPE_BUS it is a stem. */
  aha_scope scope;
  /** Threads that render, 1 to 64; 0: one for each processor. The samples are the same for any. */
  uint32_t threads;
  /** What it is rendered at, 8000 to 192000 Hz; 0: the project's. */
  uint32_t sample_rate;
  /** Non-zero: ends at the end, though effects still ring. */
  uint32_t no_tail;
  /** Non-zero: without the limiter that an engine has behind its master bus. */
  uint32_t no_limiter;
} aha_bounce_options;

/** Options with all defaults. */
static inline aha_bounce_options aha_bounce_options_init(void) {
  aha_bounce_options options = {sizeof(aha_bounce_options), 0, 0, 0, 0.0, 0.0f, 0, 0, 0, 0, 0};
  return options;
}

/**
 * Starts a job that renders the project to a file, as it is when the job begins. The job has no
 * engine: there is no event when it ends. It goes on when the project is released.
 * @param path     The file appears when it is complete, in place of another of its name; neither
 *                 the project itself nor a sound of it.
 * @param options  NULL: the whole project as it is.
 * @param encode   NULL: what the path's extension stands for.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED (the format), AHA_ERROR_NOT_FOUND (the
 * scope's track or bus), handle errors; of the job: AHA_ERROR_EMPTY (nothing is heard),
 * AHA_ERROR_DAMAGED (a track's sound can only be read in part), AHA_ERROR_STATE (a track loops
 * forever and there is no end), AHA_ERROR_UNSUPPORTED (the loudness cannot be reached under the
 * ceiling), those of writing. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_bounce(aha_project *project, const char *path,
                                      const aha_bounce_options *options,
                                      const aha_encode_options *encode, aha_job **out_job);

/**
 * The same, to a stream.
 * @param stream   Kept; it can be written.
 * @param options  NULL: default.
 * @param encode   Names a container; NULL: WAV.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: as aha_project_bounce. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_bounce_stream(aha_project *project, aha_stream *stream,
                                             const aha_bounce_options *options,
                                             const aha_encode_options *encode, aha_job **out_job);

AHA_END_DECLARATIONS

#endif /* AHA_BOUNCE_H */
