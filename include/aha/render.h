/* aha/render.h: what an engine plays, written to a file by a job, as fast as it goes. */
#ifndef AHA_RENDER_H
#define AHA_RENDER_H

#include "engine.h"
#include "format.h"
#include "job.h"
#include "stream.h"

AHA_BEGIN_DECLARATIONS

/**
 * Starts a job that renders the engine to a file. It is written beside the target, read back, and
 * renamed: a failed or cancelled job leaves no file and an existing target untouched. While the job
 * runs, aha_engine_render answers AHA_ERROR_STATE and gives silence.
 * @param path         Replaced if it exists.
 * @param frame_count  How long; 0: until no player is heard or waits. Then the job ends with
 *                     AHA_ERROR_STATE when none was started, or one of them loops forever.
 * @param options      NULL for the defaults: the container of the name, 16 bits or Vorbis.
 * @param out_job      Owned by the caller; may be NULL. Its errors: the file errors,
 *                     AHA_ERROR_VERIFY, AHA_ERROR_STATE, AHA_ERROR_CANCELLED, and those of a
 *                     streamed sound that can't be read to its end.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED (container and encoding do not go
 * together), AHA_ERROR_STATE (a render is under way). Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_render_save(aha_engine *engine, const char *path, uint64_t frame_count,
                                   const aha_encode_options *options, aha_job **out_job);

/**
 * As aha_render_save, to a stream, which is left as it is when the job fails.
 * @param stream   Writable; kept while the job runs. One that can be read too is read back.
 * @param options  NULL for the defaults: WAV, 16 bits.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: as aha_render_save. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_render_save_stream(aha_engine *engine, aha_stream *stream,
                                          uint64_t frame_count,
                                          const aha_encode_options *options, aha_job **out_job);

AHA_END_DECLARATIONS

#endif /* AHA_RENDER_H */
