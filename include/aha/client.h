/* aha/client.h: what accounts and requests share: who the application is, one network thread, one
 * queue of events. */
#ifndef AHA_CLIENT_H
#define AHA_CLIENT_H

#include "event.h"
#include "job.h"

AHA_BEGIN_DECLARATIONS

/** An application as services know it. It needs no engine; its thread starts with the first use. */
typedef struct aha_client aha_client;

/** Who the application is, and how it goes online. Texts are copied. */
typedef struct aha_client_options {
  size_t struct_size;
  /** Letters, digits, ".", "-" and "_". Required. The scheme of its URLs is "ah-" and this. */
  const char *application_id;
  /** The key that the application has for the Allihoopa protocol; required to use that. */
  const char *api_key;
  /** For share links; may be NULL. */
  const char *facebook_app_id;
  /** The application's own name and version, sent before libaha's; NULL: application_id. */
  const char *user_agent;
  /** Where tokens are kept; NULL: $XDG_STATE_HOME/aha, or ~/.local/state/aha. Made when needed. */
  const char *state_folder;
  /** PEM file of authorities to trust in place of the system's; NULL: the system's. */
  const char *ca_file;
  /** As in "http://proxy:3128"; NULL: from the environment (https_proxy, no_proxy …); "": none.
      This machine itself is asked without one. */
  const char *proxy;
  /** Milliseconds for a connection, TLS included; 0: 10000. */
  uint32_t connect_timeout_ms;
  /** Milliseconds without a byte; 0: 30000. */
  uint32_t stall_timeout_ms;
  /** Milliseconds for a whole request without its retries; 0: no limit. */
  uint32_t total_timeout_ms;
  /** Connections to one host at once, up to 256; 0: 8. */
  uint32_t connections;
  /** Most bytes of a reply in memory; 0: 64 MiB. */
  uint64_t max_reply_bytes;
  /** Events kept until they are taken, up to 65536; 0: 1024. */
  uint32_t event_capacity;
  /** Zero. */
  uint32_t reserved;
} aha_client_options;

/** Options that are all default but for who the application is. */
static inline aha_client_options aha_client_options_init(void) {
  aha_client_options options = {sizeof(aha_client_options), NULL, NULL, NULL, NULL, NULL, NULL,
                                NULL, 0, 0, 0, 0, 0, 0, 0};
  return options;
}

/**
 * Sets an application up.
 * @param options     application_id is required.
 * @param out_client  Owned by the caller. Requests that run when the last owner lets go are
 *                    cancelled.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (no application_id, or an impossible one), AHA_ERROR_SYSTEM.
 * Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_client_create(const aha_client_options *options, aha_client **out_client);

/**
 * Takes the oldest event; as aha_engine_next_event, for what happens in accounts and requests.
 * @param event  Filled in; struct_size must be set. AHA_EVENT_NONE when there is none.
 * @return AHA_OK, or AHA_END when there is none.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_client_next_event(aha_client *client, aha_event *event);

/**
 * A file descriptor that is readable while events are pending. Do not read or close it.
 * @return Lives as long as the client; -1 on failure.
 * Errors: AHA_ERROR_SYSTEM, handle errors. Thread: [any]. Since: 0.6.
 */
AHA_API int aha_client_event_fd(aha_client *client);

/**
 * Offers a URL that the application was opened with, or that a browser was sent to.
 * It is handled when a sign-in waits for it: "ah-APPLICATION://authorize?…", or the redirect URL of
 * its provider. Hosts that have other handlers offer it to those when it is not.
 * @param url          Up to 64 KiB.
 * @param out_handled  1: handled, also when a sign-in fails by it; 0: not mine.
 * Errors: AHA_ERROR_REFUSED (the state is not the one that was sent), AHA_ERROR_INVALID_ARGUMENT,
 * handle errors. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_handle_url(aha_client *client, const char *url, uint32_t *out_handled);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.6. */
AHA_API aha_result aha_client_retain(aha_client *client);

/** Releases one reference. Errors: handle errors. Thread: [any]. Since: 0.6. */
AHA_API aha_result aha_client_release(aha_client *client);

AHA_END_DECLARATIONS

#endif /* AHA_CLIENT_H */
