/* aha/log.h: log messages of libaha beyond the results of calls. Off until a sink is set, unless
 * the environment has AHA_LOG: error, warning, info or debug; the lines then go to standard error
 * until the host sets a sink.
 *
 * Of each request, a line of AHA_LOG_INFO has method, host, path, status, bytes and milliseconds;
 * retries and waits have a line each. AHA_LOG_DEBUG adds its start and the head of the reply. No
 * line has a query, header, token or password. */
#ifndef AHA_LOG_H
#define AHA_LOG_H

#include "base.h"

AHA_BEGIN_DECLARATIONS

/** The severity of a line. */
typedef uint32_t aha_log_level;

enum {
  AHA_LOG_NONE = 0,
  AHA_LOG_ERROR = 1,
  AHA_LOG_WARNING = 2,
  AHA_LOG_INFO = 3,
  AHA_LOG_DEBUG = 4
};

/**
 * Receives one log line. Called on the thread that logs, never on the audio thread, one line at a
 * time. The function may call getters and functions that cannot fail; any other call returns
 * AHA_ERROR_REENTRANT.
 * @param line  Without a line feed; borrowed for the call.
 */
typedef void (*aha_log_fn)(void *user_data, aha_log_level level, const char *line);

/**
 * Sets the one log sink of the process, in place of the previous one.
 * @param level      Max level of logged lines; AHA_LOG_NONE ends logging.
 * @param fn         NULL ends logging.
 * @param user_data  Passed to fn.
 * @param destroy    Called with user_data when the sink is replaced; may be NULL. On failure it is
 *                   not called.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_REENTRANT. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_log_set_sink(aha_log_level level, AHA_NULLABLE aha_log_fn fn,
                                    void *user_data, AHA_NULLABLE aha_destroy_fn destroy);

AHA_END_DECLARATIONS

#endif /* AHA_LOG_H */
