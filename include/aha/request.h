/* aha/request.h: one call for any API: method, resource, parameters, body; replies as events. */
#ifndef AHA_REQUEST_H
#define AHA_REQUEST_H

#include "account.h"
#include "stream.h"

AHA_BEGIN_DECLARATIONS

/** A request that is put together, sent once, and answered. */
typedef struct aha_request aha_request;

/** How a request is sent. */
typedef struct aha_request_options {
  size_t struct_size;
  /** What the host calls it: comes back from aha_request_context. Not touched. */
  void *context;
  /** AHA_REPLY_…: what it asks for by Accept. */
  uint32_t format;
  /** Non-zero: waits until its account is signed in; AHA_ERROR_NOT_SIGNED_IN when a sign-in fails.
   *  That another process signed in is noticed by aha_account_is_signed_in. */
  uint32_t waits_for_sign_in;
  /** Tries after the first; 0: 4; AHA_NO_RETRIES: none. */
  uint32_t retries;
  /** Non-zero: it may be sent again although it has arrived: methods other than GET, HEAD, PUT,
   *  DELETE and OPTIONS are not, unless nothing of them was sent. */
  uint32_t is_idempotent;
  /** Milliseconds for each try; 0: the client's. */
  uint32_t timeout_ms;
  /** Non-zero: data comes as events and is taken by aha_request_read; else it is kept until the
   *  end, or goes to the sink. */
  uint32_t tells_data;
  /** Max bytes of the data of a successful reply, wherever it goes; more is AHA_ERROR_LIMIT.
   *  0: in memory the client's max_reply_bytes; in a file, a sink or with tells_data 2 GiB.
   *  UINT64_MAX: no limit. Since: 0.9. */
  uint64_t max_reply_bytes;
} aha_request_options;

/** Formats that a request asks for by Accept. */
enum {
  AHA_REPLY_ANY = 0,
  AHA_REPLY_JSON = 1,
  AHA_REPLY_XML = 2
};

/** The value of retries for none, where 0 is the default. */
#define AHA_NO_RETRIES UINT32_MAX

/** Options with all defaults. */
static inline aha_request_options aha_request_options_init(void) {
  aha_request_options options = {sizeof(aha_request_options), NULL, 0, 0, 0, 0, 0, 0, 0};
  return options;
}

/**
 * Begins a request.
 * @param account      Whose token it carries; NULL for none.
 * @param method       As in "GET" and "PROPFIND".
 * @param resource     Below the provider's API URL, as in "/me"; or a whole URL. The token goes to
 *                     the host of the provider's URLs only.
 * @param options      NULL: default.
 * @param out_request  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_request_create(aha_client *client, aha_account *account, const char *method,
                                      const char *resource, const aha_request_options *options,
                                      aha_request **out_request);

/**
 * Adds a parameter: of the URL's query for GET, HEAD, DELETE and requests with a body, else of a
 * form; a part of multipart/form-data when there is a file.
 * @param name, value  UTF-8; copied.
 * Errors: AHA_ERROR_STATE (started), AHA_ERROR_INVALID_ARGUMENT. Thread: [owner]. Since: 0.6.
 */
AHA_API aha_result aha_request_add_parameter(aha_request *request, const char *name,
                                             const char *value);

/**
 * Adds a file as a part of multipart/form-data.
 * @param name       Of the part; copied.
 * @param stream     Shared with the request until that is over; read from its start.
 * @param file_name  What it is called; letters that are not ASCII become "_". NULL: "file".
 * @param type       Its media type; NULL: application/octet-stream.
 * Errors: AHA_ERROR_STATE, AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED (cannot be read).
 * Thread: [owner]. Since: 0.6.
 */
AHA_API aha_result aha_request_add_file(aha_request *request, const char *name, aha_stream *stream,
                                        const char *file_name, const char *type);

/**
 * Sets a header; an empty value removes it. Authorization and the like are the account's.
 * @param name, value  Copied.
 * Errors: AHA_ERROR_STATE, AHA_ERROR_INVALID_ARGUMENT (a line feed, a name that is none).
 * Thread: [owner]. Since: 0.6.
 */
AHA_API aha_result aha_request_set_header(aha_request *request, const char *name,
                                          const char *value);

/**
 * Sets the body.
 * @param stream  Shared with the request until that is over.
 * @param offset  First byte of it.
 * @param size    Bytes; negative: up to its end.
 * @param type    Media type; NULL: application/octet-stream.
 * Errors: AHA_ERROR_STATE, AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED. Thread: [owner].
 * Since: 0.6.
 */
AHA_API aha_result aha_request_set_body(aha_request *request, aha_stream *stream, int64_t offset,
                                        int64_t size, const char *type);

/**
 * Sets where the data of a successful reply goes, in place of memory.
 * @param stream  Shared with the request until that is over; written from its start.
 * Errors: AHA_ERROR_STATE, AHA_ERROR_UNSUPPORTED (cannot be written). Thread: [owner]. Since: 0.6.
 */
AHA_API aha_result aha_request_set_sink(aha_request *request, aha_stream *stream);

/**
 * Sets the file that receives the data of a successful reply: it appears, or replaces the file that
 * is there, when the reply is complete, or not at all. aha_request_add_file and
 * aha_request_set_body send a file.
 * @param path  Borrowed for the call.
 * Errors: AHA_ERROR_STATE, AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_NOT_FOUND (its folder),
 * AHA_ERROR_ACCESS, AHA_ERROR_IS_DIRECTORY, AHA_ERROR_UNSUPPORTED (no regular file); the job's also
 * AHA_ERROR_DISK_FULL and AHA_ERROR_IO. Thread: [blocking]. Since: 0.9.
 */
AHA_API aha_result aha_request_set_reply_file(aha_request *request, const char *path);

/**
 * Asks for a part of the resource; a server that sends all of it is an error.
 * @param first  Byte.
 * @param last   Byte; negative: the end.
 * Errors: AHA_ERROR_STATE, AHA_ERROR_INVALID_ARGUMENT. Thread: [owner]. Since: 0.6.
 */
AHA_API aha_result aha_request_set_range(aha_request *request, int64_t first, int64_t last);

/**
 * Sends it. Events tell of its life; a job ends with it.
 * A 401 refreshes the token and sends it again, once; 429, 5xx and lost connections, also of the
 * token URL, wait, as long as Retry-After says or a little longer each time, and try again.
 * @param out_job  Owned by the caller; may be NULL. Cancelling takes effect within 100 ms.
 * Errors: AHA_ERROR_STATE (sent before), AHA_ERROR_NOT_SIGNED_IN. The job's: AHA_ERROR_NETWORK,
 * AHA_ERROR_TIMEOUT, AHA_ERROR_TLS, AHA_ERROR_HTTP (any status but 2xx), AHA_ERROR_RATE_LIMITED,
 * AHA_ERROR_REPLY, AHA_ERROR_LIMIT. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_request_start(aha_request *request, aha_job **out_job);

/**
 * Signs without sending: what the host needs to send it itself.
 * @param header_name, header_value  Filled in; NULL: not wanted. Wipe the value after use.
 * @param name_capacity, value_capacity  Bytes of each, with the NUL.
 * Errors: AHA_ERROR_NOT_SIGNED_IN, AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_REFUSED, errors of
 * requests (the token may have to be refreshed). Thread: [blocking]. Since: 0.6.
 */
AHA_API aha_result aha_request_sign(aha_request *request, char *header_name, size_t name_capacity,
                                    char *header_value, size_t value_capacity);

/** What the host called it; NULL for a bad handle. Thread: [any]. Since: 0.6. */
AHA_API void *aha_request_context(aha_request *request);

/** The status of the reply, as in 200; 0 before it, or for a bad handle. Thread: [any].
 *  Since: 0.6. */
AHA_API uint32_t aha_request_status(aha_request *request);

/**
 * Copies a header of the reply: the first of that name, in any case.
 * @param buffer      NULL asks for the length.
 * @param capacity    Bytes of buffer.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_STATE (no reply yet).
 * Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_request_copy_header(aha_request *request, const char *name, char *buffer,
                                           size_t capacity, size_t *out_length);

/**
 * Copies the body: all of it, or what a reply that is no success said, at most 2048 bytes of it.
 * @param bytes       Filled in; NULL asks for the length. No NUL is added.
 * @param capacity    Bytes of it.
 * @param out_length  Length of the body; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_STATE (not over yet). Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_request_copy_body(aha_request *request, void *bytes, size_t capacity,
                                         size_t *out_length);

/**
 * Takes data that has come, with tells_data; the transfer waits when too much is not taken.
 * @param bytes       Filled in with up to capacity bytes.
 * @param out_length  How many; 0: none now, or AHA_END.
 * @return AHA_OK, or AHA_END when all was taken.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_STATE. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_request_read(aha_request *request, void *bytes, size_t capacity,
                                    size_t *out_length);

/** How far a request is. */
typedef struct aha_request_progress {
  size_t struct_size;
  int64_t sent_bytes;
  /** 0 while not known. */
  int64_t sent_total;
  int64_t received_bytes;
  /** 0 while not known. */
  int64_t received_total;
  /** Tries so far. */
  uint32_t tries;
  uint32_t reserved;
} aha_request_progress;

/** A progress structure with struct_size set. */
static inline aha_request_progress aha_request_progress_init(void) {
  aha_request_progress progress = {sizeof(aha_request_progress), 0, 0, 0, 0, 0, 0};
  return progress;
}

/** Tells how far it is. Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any].
 *  Since: 0.6. */
AHA_API aha_result aha_request_get_progress(aha_request *request, aha_request_progress *progress);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.6. */
AHA_API aha_result aha_request_retain(aha_request *request);

/** One owner less; one that runs goes on. Errors: handle errors. Thread: [any].
 *  Since: 0.6. */
AHA_API aha_result aha_request_release(aha_request *request);

AHA_END_DECLARATIONS

#endif /* AHA_REQUEST_H */
