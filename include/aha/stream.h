/* aha/stream.h: streams: byte sources and sinks: a file, memory, or the host's own functions. */
#ifndef AHA_STREAM_H
#define AHA_STREAM_H

#include "handle.h"

AHA_BEGIN_DECLARATIONS

/** A source or sink of bytes. */
typedef struct aha_stream aha_stream AHA_HOSTED;

/**
 * The host's functions behind a stream. libaha calls them one at a time for one stream, on the
 * thread of a [blocking] call, a job, or the read-ahead; never on the audio thread. Inside the
 * functions, [blocking] calls return AHA_ERROR_REENTRANT. A function may process fewer bytes than
 * requested, and libaha calls it again for the rest. A negative result is a failure, and so is a
 * result larger than the request.
 */
typedef struct aha_stream_callbacks {
  size_t struct_size;
  /** Reads up to size bytes; returns the number read, 0 at the end. NULL: not readable. */
  int64_t (*read)(void *user_data, void *bytes, int64_t size);
  /** Writes up to size bytes; returns the number written. NULL: not writable. */
  int64_t (*write)(void *user_data, const void *bytes, int64_t size);
  /** Seeks to an offset from the start; returns the offset. Required. */
  int64_t (*seek)(void *user_data, int64_t offset);
  /** Returns the current length in bytes. Required. */
  int64_t (*length)(void *user_data);
} aha_stream_callbacks;

/** Callbacks that are all NULL, with struct_size set. */
static inline aha_stream_callbacks aha_stream_callbacks_init(void) {
  aha_stream_callbacks callbacks = {sizeof(aha_stream_callbacks), NULL, NULL, NULL, NULL};
  return callbacks;
}

/**
 * Creates a stream from the host's own functions.
 * @param callbacks  Copied. seek, length, and at least one of read and write are required.
 * @param user_data  Passed to each function.
 * @param destroy    Called with user_data when the stream is no longer used, or when this call
 *                   fails; may be NULL.
 * @param out_stream Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_stream_create(const aha_stream_callbacks *callbacks, void *user_data,
                                     AHA_NULLABLE aha_destroy_fn destroy,
                                     AHA_OWNED aha_stream **out_stream);

/**
 * Creates a stream of bytes in memory: for reading, or, with NULL and 0, an empty one for writing.
 * @param bytes      Copied when destroy is NULL; otherwise borrowed until destroy is called.
 * @param size       Bytes.
 * @param user_data  Passed to destroy.
 * @param destroy    Called when the bytes are no longer used, or when this call fails; may be NULL.
 * @param out_stream Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_OUT_OF_MEMORY. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_stream_create_memory(AHA_LIST(size) AHA_NULLABLE const void *bytes,
                                            size_t size, void *user_data,
                                            AHA_NULLABLE aha_destroy_fn destroy,
                                            AHA_OWNED aha_stream **out_stream);

/**
 * Opens a file for reading.
 * @param path       UTF-8 or any other bytes; borrowed for the call.
 * @param out_stream Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_ACCESS, AHA_ERROR_IS_DIRECTORY. Thread: [blocking].
 * Since: 0.1.
 */
AHA_API aha_result aha_stream_open(const char *path, AHA_OWNED aha_stream **out_stream)
                                   AHA_PYTHON(open);

/**
 * Copies all bytes of a memory stream, as after aha_render_save_stream.
 * @param bytes      Destination; NULL asks for the length only.
 * @param capacity   Room in bytes.
 * @param out_length Set to the stream's length; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_UNSUPPORTED (not in memory). Thread: [any]. Since:
 * 0.1.
 */
AHA_API aha_result aha_stream_copy_bytes(aha_stream *stream, AHA_BUFFER(capacity) void *bytes,
                                         size_t capacity, size_t *out_length);

/**
 * Limits the size of later sounds and analyses of a stream; those already started keep their
 * limits. A longer sound is AHA_ERROR_LIMIT, with the limit in the error line.
 * @param max_frames  Frames at the sound's own rate; 0: any number.
 * @param max_bytes   Bytes of the stream; 0: any number.
 * Errors: handle errors. Thread: [any]. Since: 0.9.
 */
AHA_API aha_result aha_stream_set_limits(aha_stream *stream, AHA_DEFAULT(0) uint64_t max_frames,
                                         AHA_DEFAULT(0) uint64_t max_bytes);

/** Texts of a live stream, as its server sends them. */
typedef uint32_t aha_stream_text;

enum {
  /** The title that plays now, or a few seconds later. */
  AHA_STREAM_TITLE = 0,
  /** The name of the station. */
  AHA_STREAM_NAME = 1,
  AHA_STREAM_GENRE = 2,
  AHA_STREAM_DESCRIPTION = 3,
  /** The URL of the station's page. */
  AHA_STREAM_HOMEPAGE = 4,
  /** In kbit/s, as in "128". */
  AHA_STREAM_BITRATE = 5,
  /** The media type, as in "audio/mpeg". */
  AHA_STREAM_TYPE = 6
};

/**
 * Copies a text of a live stream, up to 1024 bytes; "" if the server sends none. They are foreign
 * texts: they may have control characters.
 * Errors: AHA_ERROR_UNSUPPORTED (not a live stream), AHA_ERROR_BUFFER_TOO_SMALL,
 * AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_stream_copy_text(aha_stream *stream, aha_stream_text text,
                                        AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                        size_t *out_length);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.1. */
static inline aha_result aha_stream_retain(aha_stream *stream) {
  return aha_retain_as(stream, AHA_KIND_STREAM);
}

/**
 * Releases one reference; the last release ends the handle. Sounds and jobs that use the stream
 * retain it.
 * Errors: handle errors. Thread: [any]. Since: 0.1.
 */
static inline aha_result aha_stream_release(aha_stream *stream) {
  return aha_release_as(stream, AHA_KIND_STREAM);
}

AHA_END_DECLARATIONS

#endif /* AHA_STREAM_H */
