/* aha/bounce.h: bounces: render a project to a file, faster than real time. */
#ifndef AHA_BOUNCE_H
#define AHA_BOUNCE_H

#include "format.h"
#include "job.h"
#include "session.h"
#include "stream.h"

AHA_BEGIN_DECLARATIONS

/** Options of a bounce. */
typedef struct aha_bounce_options {
  size_t struct_size;
  /** The track or bus of the scope. */
  aha_id scope_id;
  /** Start, in microseconds of the project. */
  int64_t begin_us;
  /** End, in microseconds of the project; 0: the end of all sound. */
  int64_t end_us;
  /** As of aha_encode_options; only one of both may have a target. With one, the bounce is
   *  rendered without the limiter after the master bus. */
  double loudness_lufs;
  /** As of aha_encode_options. */
  float ceiling_db;
  /** AHA_SCOPE_…; AHA_SCOPE_TRACK or AHA_SCOPE_BUS renders a stem. */
  aha_scope scope;
  /** Render threads, 1 to 64; 0: one per processor. The samples do not depend on this. */
  uint32_t threads;
  /** Sample rate of the rendering, 8000 to 192000 Hz; 0: the project's. */
  uint32_t sample_rate;
  /** True: cuts at the end, without the tails of effects. */
  AHA_FLAG uint32_t no_tail;
  /** True: without the limiter after the master bus. */
  AHA_FLAG uint32_t no_limiter;
  /** AHA_PAN_…, of the rendering's engine. Since: 1.0. */
  aha_pan_law pan_law;
  /** Zero. */
  uint32_t reserved;
} aha_bounce_options;

/** Options with all defaults. */
static inline aha_bounce_options aha_bounce_options_init(void) {
  aha_bounce_options options = {
      sizeof(aha_bounce_options), 0, 0, 0, 0.0, 0.0f, 0, 0, 0, 0, 0, 0, 0};
  return options;
}

/**
 * Starts a job that renders the project to a file, in its state when the job begins. The job has no
 * engine: no event reports its end. For each missing sound, impulse response or plug-in, it has an
 * event (aha_job_next_event), and the log gets a warning; the rest is rendered. The job continues
 * after the project is released. In M4A, MP3, FLAC, Ogg and Opus, markers are chapters, and the
 * title is the project's.
 * @param path     The file appears when it is complete, and replaces an existing file. It must be
 *                 neither the project itself nor one of its sounds.
 * @param options  NULL for the defaults: the whole project.
 * @param encode   NULL: the format of the path's extension.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED (the format), AHA_ERROR_NOT_FOUND (the
 * scope's track or bus), handle errors; of the job: AHA_ERROR_EMPTY (no sound to render),
 * AHA_ERROR_DAMAGED (a track's sound is only partly readable), AHA_ERROR_STATE (a track loops
 * forever, and end_us is 0), AHA_ERROR_UNSUPPORTED (the loudness cannot be reached under the
 * ceiling), those of writing. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_bounce_start(aha_project *project, const char *path,
                                    AHA_NULLABLE const aha_bounce_options *options,
                                    AHA_NULLABLE const aha_encode_options *encode,
                                    AHA_NULLABLE AHA_OWNED aha_job **out_job) AHA_CPP(bounce)
                                    AHA_CONST;

/**
 * Like aha_bounce_start, to a stream, without chapters.
 * @param stream   Writable; retained until the job ends.
 * @param options  NULL for the defaults.
 * @param encode   Names a container; NULL: WAV.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: as aha_bounce_start. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_bounce_start_stream(aha_project *project, aha_stream *stream,
                                           AHA_NULLABLE const aha_bounce_options *options,
                                           AHA_NULLABLE const aha_encode_options *encode,
                                           AHA_NULLABLE AHA_OWNED aha_job **out_job)
                                           AHA_CPP(bounce) AHA_CONST;

AHA_END_DECLARATIONS

#endif /* AHA_BOUNCE_H */
