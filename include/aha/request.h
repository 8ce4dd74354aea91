/* aha/request.h: HTTP requests for any API: method, resource, parameters, body; events report the
 * reply. */
#ifndef AHA_REQUEST_H
#define AHA_REQUEST_H

#include "account.h"
#include "stream.h"

AHA_BEGIN_DECLARATIONS

/** An HTTP request: configured, then sent once. */
typedef struct aha_request aha_request AHA_PARENT(aha_client) AHA_HOSTED;

/** Options of a request. */
typedef struct aha_request_options {
  size_t struct_size;
  /** The host's own pointer, returned by aha_request_context; libaha does not use it. A started
   *  request with a context is the source of its events also after its release: until the host asks
   *  for the event after the request's end, the handle, its context and its reply can be used. */
  void *context;
  /** AHA_REPLY_…: the Accept header. */
  uint32_t format;
  /** True: waits until its account is signed in; AHA_ERROR_NOT_SIGNED_IN if the sign-in fails.
   *  is_signed_in of aha_account_get_info detects a sign-in in another process. */
  AHA_FLAG uint32_t wait_for_sign_in;
  /** Retries after the first try; 0: 4; AHA_NO_RETRIES: no retry. */
  uint32_t retries;
  /** True: the request may be repeated even if the server received it. False: methods other than
   *  GET, HEAD, PUT, DELETE and OPTIONS are repeated only if nothing was sent. */
  AHA_FLAG uint32_t idempotent;
  /** Timeout of each try in milliseconds; 0: the client's. */
  uint32_t timeout_ms;
  /** True: events report data, and aha_request_read reads it. False: data is kept until the end, or
   *  is written to the sink. */
  AHA_FLAG uint32_t tell_data;
  /** Max bytes of a successful reply, in memory, a file or a sink; a longer reply is
   *  AHA_ERROR_LIMIT. 0: in memory the client's max_reply_bytes; in a file, a sink or with
   *  tell_data 2 GiB. UINT64_MAX: no limit. Since: 0.9. */
  uint64_t max_reply_bytes;
  /** Answers the server's challenge in place of an account: with Digest, or with Basic over TLS and
   *  on this machine. NULL: no user. Since: 1.0. */
  const char *user;
  /** Of the user; wiped after use. Since: 1.0. */
  const char *password;
  /** A file whose first line is the password. Since: 1.0. */
  const char *password_file;
} aha_request_options;

/** Reply formats for the Accept header. */
enum {
  AHA_REPLY_ANY = 0,
  AHA_REPLY_JSON = 1,
  AHA_REPLY_XML = 2
} AHA_PYTHON(ReplyFormat);

/** Value of retries for no retry, because 0 is the default. */
#define AHA_NO_RETRIES UINT32_MAX

/** Options with all defaults. */
static inline aha_request_options aha_request_options_init(void) {
  aha_request_options options = {sizeof(aha_request_options), NULL, 0, 0, 0, 0, 0, 0, 0,
                                 NULL, NULL, NULL};
  return options;
}

/**
 * Creates a request.
 * @param account      The account whose token the request carries; NULL for no token.
 * @param method       As in "GET" and "PROPFIND".
 * @param resource     A path below the provider's API URL, as in "/me"; or a full URL. The token is
 *                     sent only to the hosts of the provider's URLs.
 * @param options      NULL for the defaults.
 * @param out_request  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (also a user and an account; a user without a password), those
 * of the password's file. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_request_create(aha_client *client, AHA_NULLABLE aha_account *account,
                                      const char *method, const char *resource,
                                      AHA_NULLABLE const aha_request_options *options,
                                      AHA_OWNED aha_request **out_request);

/**
 * Adds a parameter: to the URL's query for GET, HEAD, DELETE and requests with a body, else to a
 * form; with a file, as a part of multipart/form-data.
 * Errors: AHA_ERROR_STATE (started), AHA_ERROR_INVALID_ARGUMENT. Thread: [owner]. Since: 0.6.
 */
AHA_API aha_result aha_request_add_parameter(aha_request *request, AHA_COPIED const char *name,
                                             AHA_COPIED const char *value);

/**
 * Adds a file as a part of multipart/form-data.
 * @param name       Name of the part; copied.
 * @param stream     Shared with the request until the request ends; read from its start.
 * @param file_name  File name of the part; characters other than ASCII become "_". NULL: "file".
 * @param type       Media type, or the ending of a file name; NULL: application/octet-stream.
 * Errors: AHA_ERROR_STATE, AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED (the stream is not
 * readable). Thread: [owner]. Since: 0.6.
 */
AHA_API aha_result aha_request_add_file(aha_request *request, const char *name, aha_stream *stream,
                                        AHA_NULLABLE const char *file_name,
                                        AHA_NULLABLE const char *type);

/**
 * Sets a header; an empty value removes it. The account sets Authorization and similar headers.
 * Errors: AHA_ERROR_STATE, AHA_ERROR_INVALID_ARGUMENT (a line feed, or an invalid name). Thread:
 * [owner]. Since: 0.6.
 */
AHA_API aha_result aha_request_set_header(aha_request *request, AHA_COPIED const char *name,
                                          AHA_COPIED const char *value);

/**
 * Sets the body.
 * @param stream  Shared with the request until the request ends.
 * @param offset  First byte in the stream.
 * @param size    Bytes; negative: up to the end of the stream.
 * @param type    Media type, or the ending of a file name; NULL: application/octet-stream.
 * Errors: AHA_ERROR_STATE, AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED. Thread: [owner].
 * Since: 0.6.
 */
AHA_API aha_result aha_request_set_body(aha_request *request, aha_stream *stream,
                                        AHA_DEFAULT(0) int64_t offset, AHA_DEFAULT(-1) int64_t size,
                                        AHA_NULLABLE const char *type);

/**
 * Sets the stream that receives the data of a successful reply, instead of memory.
 * @param stream  Shared with the request until the request ends; written from its start.
 * Errors: AHA_ERROR_STATE, AHA_ERROR_UNSUPPORTED (the stream is not writable). Thread: [owner].
 * Since: 0.6.
 */
AHA_API aha_result aha_request_set_sink(aha_request *request, aha_stream *stream);

/**
 * Sets the file that receives the data of a successful reply: it appears, or replaces an existing
 * file, only when the reply is complete. aha_request_add_file and aha_request_set_body send a file.
 * Errors: AHA_ERROR_STATE, AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_NOT_FOUND (its folder),
 * AHA_ERROR_ACCESS, AHA_ERROR_IS_DIRECTORY, AHA_ERROR_UNSUPPORTED (not a regular file); the job's
 * also AHA_ERROR_DISK_FULL and AHA_ERROR_IO. Thread: [blocking]. Since: 0.9.
 */
AHA_API aha_result aha_request_set_reply_file(aha_request *request, const char *path);

/**
 * Requests a byte range of the resource. If the server sends the whole resource, the request fails.
 * @param first  Byte.
 * @param last   Byte; none: the end.
 * Errors: AHA_ERROR_STATE, AHA_ERROR_INVALID_ARGUMENT. Thread: [owner]. Since: 0.6.
 */
AHA_API aha_result aha_request_set_range(aha_request *request, int64_t first,
                                         AHA_NONE(-1) int64_t last);

/**
 * Sends the request. Events report its progress; its job ends with it. After a 401, the token is
 * refreshed and the request is sent once more. After 429, 5xx or a lost connection, also of the
 * token URL, the request is retried: after the time in Retry-After, or with backoff.
 * @param out_job  Owned by the caller; may be NULL. Cancelling takes effect within 100 ms.
 * Errors: AHA_ERROR_STATE (sent before), AHA_ERROR_NOT_SIGNED_IN. The job's: AHA_ERROR_NETWORK,
 * AHA_ERROR_TIMEOUT, AHA_ERROR_TLS, AHA_ERROR_HTTP (any status but 2xx), AHA_ERROR_RATE_LIMITED,
 * AHA_ERROR_REPLY, AHA_ERROR_LIMIT. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_request_start(aha_request *request,
                                     AHA_NULLABLE AHA_OWNED aha_job **out_job);

/**
 * Returns the authorization header without sending, for a host that sends the request with its own
 * HTTP client.
 * @param header_name    Filled in; NULL: not needed.
 * @param name_capacity  Its bytes, with the NUL.
 * @param header_value    Filled in; NULL: not needed. Wipe it after use.
 * @param value_capacity  Its bytes, with the NUL.
 * Errors: AHA_ERROR_NOT_SIGNED_IN, AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_REFUSED, errors of
 * requests (the token may have to be refreshed). Thread: [blocking]. Since: 0.6.
 */
AHA_API aha_result aha_request_sign(aha_request *request, AHA_NULLABLE char *header_name,
                                    size_t name_capacity, AHA_NULLABLE char *header_value,
                                    size_t value_capacity);

/** The host's own pointer from the options, also of a released request whose end event is being
 *  read. Errors: NULL for a bad handle. Thread: [any]. Since: 0.6. */
AHA_API void *aha_request_context(aha_request *request);

/**
 * Copies a header of the reply: the first of that name, in any case.
 * @param buffer      NULL asks for the length.
 * @param capacity    Bytes of buffer.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_STATE (no reply yet).
 * Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_request_copy_header(aha_request *request, const char *name,
                                           AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                           size_t *out_length);

/**
 * The body of the reply: all of a successful reply; of an error reply, at most 2048 bytes.
 * @param bytes       Filled in; NULL asks for the length. No NUL is added.
 * @param capacity    Bytes of it.
 * @param out_length  Length of the body; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_STATE (not finished). Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_request_copy_body(aha_request *request, AHA_BUFFER(capacity) void *bytes,
                                         size_t capacity, size_t *out_length);

/**
 * Reads received data, with tell_data. The transfer pauses while too much data is unread.
 * @param bytes       Filled in with up to capacity bytes.
 * @param out_length  Set to the number of bytes; 0: no data now, or AHA_END.
 * @return AHA_OK, or AHA_END if all data was read.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_STATE. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_request_read(aha_request *request, AHA_BUFFER(capacity) void *bytes,
                                    size_t capacity, size_t *out_length) AHA_CODES(AHA_END);

/** Progress of a request. */
typedef struct aha_request_progress {
  size_t struct_size;
  int64_t sent_bytes;
  /** 0 while unknown. */
  int64_t sent_total;
  int64_t received_bytes;
  /** 0 while unknown. */
  int64_t received_total;
  /** Tries so far. */
  uint32_t tries;
  /** The status of the reply, as in 200; 0 before it. Since: 1.0. */
  AHA_ATTRIBUTE(status) uint32_t status;
} aha_request_progress AHA_RECORD;

/** A progress structure with struct_size set. */
static inline aha_request_progress aha_request_progress_init(void) {
  aha_request_progress progress = {sizeof(aha_request_progress), 0, 0, 0, 0, 0, 0};
  return progress;
}

/**
 * The progress of the request.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_request_get_progress(aha_request *request, aha_request_progress *progress);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.6. */
static inline aha_result aha_request_retain(aha_request *request) {
  return aha_retain_as(request, AHA_KIND_REQUEST);
}

/**
 * Releases one reference; a running request continues, and its further data is discarded. With a
 * context, its handle stays valid until the host has read the event of its end.
 * Errors: handle errors. Thread: [any]. Since: 0.6.
 */
static inline aha_result aha_request_release(aha_request *request) {
  return aha_release_as(request, AHA_KIND_REQUEST);
}

AHA_END_DECLARATIONS

#endif /* AHA_REQUEST_H */
