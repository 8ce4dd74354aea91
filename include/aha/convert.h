/* aha/convert.h: conversions: write a sound file in another format, in one job. */
#ifndef AHA_CONVERT_H
#define AHA_CONVERT_H

#include "format.h"
#include "job.h"
#include "ramp.h"
#include "stream.h"

AHA_BEGIN_DECLARATIONS

/** Options of a conversion. */
typedef struct aha_convert_options {
  size_t struct_size;
  /** Start in the input, in microseconds, to the nearest frame. */
  int64_t begin_us;
  /** End in the input, likewise; 0, or past the end: the end of the input. */
  int64_t end_us;
  /** Length of the fade from silence at the start, in microseconds. */
  int64_t fade_in_us;
  /** Length of the fade to silence at the end, in microseconds. */
  int64_t fade_out_us;
  /** AHA_FADE_…, of both fades. */
  aha_fade_shape fade_shape;
  /** Audio track of a file with several, such as a video, from 1; 0: the default one. */
  uint32_t track;
  /** True: the output has none of the input's tags, cover and chapters. */
  AHA_FLAG uint32_t no_tags;
  /** True: a sound with damage in the middle ends there. False: it is AHA_ERROR_DAMAGED. */
  AHA_FLAG uint32_t accept_damaged;
} aha_convert_options;

/** Options with all defaults. */
static inline aha_convert_options aha_convert_options_init(void) {
  aha_convert_options options = {sizeof(aha_convert_options), 0, 0, 0, 0, 0, 0, 0, 0};
  return options;
}

/**
 * Starts a job that converts a sound file. Its memory use does not depend on the file's length. All
 * channels are kept (two, if the container has not so many), and with AHA_ENCODING_AUTO the word
 * length, as far as the container has it. Dither is added only where samples change or lose bits,
 * so that a lossless copy is bit-exact. Ogg has another order of 3 and 5 to 8 channels than other
 * containers: such a conversion is AHA_ERROR_UNSUPPORTED. A target level in encode is for 1 or 2
 * channels. The tags, the cover and the chapters of the input are written into the output, if
 * libaha writes them in its format. The job has no engine: no event reports its end.
 * @param input    Opened when the job begins.
 * @param output   The file appears when it is complete, and replaces an existing file, which may be
 *                 the input.
 * @param options  NULL for the defaults: the whole sound.
 * @param encode   NULL: the format of the output's extension.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED (the format); of the job: those of
 * aha_sound_load, AHA_ERROR_EMPTY (no sound in this part), those of writing. Thread: [any].
 * Since: 1.0.
 */
AHA_API aha_result aha_convert_start(const char *input, const char *output,
                                     AHA_NULLABLE const aha_convert_options *options,
                                     AHA_NULLABLE const aha_encode_options *encode,
                                     AHA_NULLABLE AHA_OWNED aha_job **out_job) AHA_CPP(convert);

/**
 * Like aha_convert_start, from stream to stream.
 * @param input    Readable; retained until the job ends.
 * @param output   Writable and empty; likewise.
 * @param options  NULL for the defaults.
 * @param encode   Names a container; NULL: WAV.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: as aha_convert_start. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_convert_start_stream(aha_stream *input, aha_stream *output,
                                            AHA_NULLABLE const aha_convert_options *options,
                                            AHA_NULLABLE const aha_encode_options *encode,
                                            AHA_NULLABLE AHA_OWNED aha_job **out_job)
                                            AHA_CPP(convert);

AHA_END_DECLARATIONS

#endif /* AHA_CONVERT_H */
