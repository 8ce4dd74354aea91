/* aha/render.h: render jobs: write an engine's output to a file, as fast as possible. */
#ifndef AHA_RENDER_H
#define AHA_RENDER_H

#include "engine.h"
#include "format.h"
#include "job.h"
#include "stream.h"

AHA_BEGIN_DECLARATIONS

/**
 * Starts a job that renders the engine to a file. The job writes a temporary file beside the
 * target, verifies it, and renames it: a failed or cancelled job leaves no file, and an existing
 * target unchanged. While the job runs, aha_engine_render returns AHA_ERROR_STATE and silence.
 * @param path         Replaced if it exists.
 * @param frame_count  Number of frames; 0: until no player is audible or pending. In that case the
 *                     job fails with AHA_ERROR_STATE if no player was started, or if one loops
 *                     forever.
 * @param options      NULL for the defaults: the container of the file name, 16 bits or Vorbis.
 * @param out_job      Owned by the caller; may be NULL. Its errors: the file errors,
 *                     AHA_ERROR_VERIFY, AHA_ERROR_STATE, AHA_ERROR_CANCELLED, and those of a
 *                     streamed sound that cannot be read to its end.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED (the container does not support the
 * encoding), AHA_ERROR_STATE (a render is in progress). Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_render_save(aha_engine *engine, const char *path,
                                   AHA_DEFAULT(0) uint64_t frame_count,
                                   AHA_NULLABLE const aha_encode_options *options,
                                   AHA_NULLABLE AHA_OWNED aha_job **out_job) AHA_CPP(save);

/**
 * Like aha_render_save, to a stream. A failed job leaves the stream in its current state.
 * @param stream   Writable; retained while the job runs. If it is also readable, the output is
 *                 verified.
 * @param options  NULL for the defaults: WAV, 16 bits.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: as aha_render_save. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_render_save_stream(aha_engine *engine, aha_stream *stream,
                                          AHA_DEFAULT(0) uint64_t frame_count,
                                          AHA_NULLABLE const aha_encode_options *options,
                                          AHA_NULLABLE AHA_OWNED aha_job **out_job) AHA_CPP(save);

AHA_END_DECLARATIONS

#endif /* AHA_RENDER_H */
