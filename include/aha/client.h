/* aha/client.h: clients: the application's identity, network thread and event queue, shared by
 * accounts and requests. */
#ifndef AHA_CLIENT_H
#define AHA_CLIENT_H

#include "event.h"
#include "job.h"
#include "stream.h"

AHA_BEGIN_DECLARATIONS

/** An application's identity for online services. It needs no engine; its thread starts with the
 * first use. */
typedef struct aha_client aha_client;

/** A user's account at a provider, with a token that is stored between runs. */
typedef struct aha_account aha_account AHA_PARENT(aha_client) AHA_HOSTED;

/** Identity and network settings of the application. Texts are copied. */
typedef struct aha_client_options {
  size_t struct_size;
  /** Letters, digits, ".", "-" and "_". Required. The scheme of the application's URLs is "ah-"
   *  followed by this. */
  AHA_REQUIRED AHA_ATTRIBUTE(application_id) const char *application_id;
  /** The application's key for the Allihoopa protocol; required for that protocol. "" counts as
   *  NULL. */
  const char *api_key;
  /** For share links; may be NULL. */
  const char *facebook_app_id;
  /** The application's own name and version, sent before libaha's; NULL: application_id. */
  const char *user_agent;
  /** Folder for tokens and the journal; NULL: $XDG_STATE_HOME/aha, or ~/.local/state/aha. Created
   *  when needed. */
  const char *state_folder;
  /** PEM file of trusted certificate authorities; NULL: the system's. */
  const char *ca_file;
  /** As in "http://proxy:3128"; NULL: from the environment (https_proxy, no_proxy …); "": none.
   *  Requests to this machine use no proxy. */
  const char *proxy;
  /** Timeout of a connection, TLS included; by default 10 seconds. */
  AHA_SECONDS(connect_timeout) uint32_t connect_timeout_ms;
  /** Timeout without received or sent bytes; by default 30 seconds. */
  AHA_SECONDS(stall_timeout) uint32_t stall_timeout_ms;
  /** Timeout of a whole request without its retries; by default no limit. Not of a live
   *  stream. */
  AHA_SECONDS(total_timeout) uint32_t total_timeout_ms;
  /** Max connections per host, up to 256; 0: 8. Each live stream holds one. */
  uint32_t connections;
  /** Max bytes of a reply in memory; 0: 64 MiB. */
  uint64_t max_reply_bytes;
  /** Capacity of the event queue, up to 65536; 0: 1024. */
  uint32_t event_capacity;
  /** Timeout between the last byte of a drop's upload and the server's reply; by default 10
   *  minutes. Then libaha asks whether the file has arrived before it sends it again. Since: 0.10.
   */
  AHA_SECONDS(upload_timeout) uint32_t upload_timeout_ms;
  /** Max rate of sent bytes, and of received bytes, over all requests together; 0: no limit.
   *  Since: 1.0. */
  uint64_t max_bytes_per_second;
  /** PEM file of the client's certificate, for servers that ask for one; NULL: none. Servers that
   *  the host application or the user named get it, not those of a redirect to another origin.
   *  Since: 1.0. */
  const char *certificate_file;
  /** PEM file of the certificate's private key, not encrypted; NULL: in certificate_file.
   *  Since: 1.0. */
  const char *key_file;
  /** A .netrc file that only its user may read: its users and passwords answer the challenges of
   *  their hosts, for requests without an account or a user. NULL: none is read. Since: 1.0. */
  const char *netrc_file;
} aha_client_options;

/** Options with all defaults; application_id must be set. */
static inline aha_client_options aha_client_options_init(void) {
  aha_client_options options = {sizeof(aha_client_options), NULL, NULL, NULL, NULL, NULL, NULL,
                                NULL, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL,
                                NULL};
  return options;
}

/**
 * Creates a client.
 * @param options     application_id is required.
 * @param out_client  Owned by the caller. The last release cancels running requests.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (application_id is missing or invalid; a key without a
 * certificate), AHA_ERROR_ACCESS (other users may read netrc_file), AHA_ERROR_NOT_FOUND
 * (netrc_file), AHA_ERROR_SYSTEM.
 * Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_client_create(const aha_client_options *options,
                                     AHA_OWNED aha_client **out_client) AHA_PYTHON(__init__);

/**
 * Removes and returns the oldest event of accounts, requests, drops and openings; see
 * aha_engine_next_event.
 * @param event  Filled in; struct_size must be set. AHA_EVENT_NONE if the queue is empty.
 * @return AHA_OK, or AHA_END if the queue is empty.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_client_next_event(aha_client *client, aha_event *event) AHA_CODES(AHA_END);

/**
 * A file descriptor that is readable while events are pending. Do not read or close it.
 * @return Valid as long as the client; -1 on failure.
 * Errors: AHA_ERROR_SYSTEM, handle errors. Thread: [any]. Since: 0.6.
 */
AHA_API int aha_client_event_fd(aha_client *client);

/**
 * Handles a URL that the application was opened with, or that a browser was redirected to. A
 * pending sign-in accepts "ah-APPLICATION://authorize?…", or the redirect URL of its provider. If
 * the URL is not handled, the host can pass it to other handlers.
 *
 * If another process of the user waits for the URL, that process gets it, and
 * AHA_EVENT_URL_PASSED_ON is sent here: a process that was started for the URL can end. A redirect
 * is passed to the process whose sign-in it answers; if that process has died, this client finishes
 * the sign-in once its account is open. The URL of a piece is passed to the first process with this
 * application_id and state folder that reads its events. The call waits for the other process for
 * at most a second.
 * @param url          Up to 64 KiB.
 * @param out_handled  1: handled, also if the sign-in fails; 0: not a URL for libaha.
 * Errors: AHA_ERROR_REFUSED (the state parameter differs from the one sent),
 * AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.6.
 */
AHA_API aha_result aha_client_handle_url(aha_client *client, const char *url,
                                         AHA_FLAG uint32_t *out_handled);

/**
 * Returns whether the user's desktop starts a program for the URLs of a scheme.
 * @param scheme             As in "myapp"; NULL: "ah-" and the application_id.
 * @param out_is_registered  1 or 0.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (not a scheme, or http), AHA_ERROR_NOT_FOUND (there is no
 * xdg-mime), AHA_ERROR_TIMEOUT, handle errors. Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_client_get_scheme(aha_client *client, AHA_NULLABLE const char *scheme,
                                         AHA_FLAG uint32_t *out_is_registered)
                                         AHA_PYTHON(scheme_registered);

/**
 * Lets the user's desktop start a program for the URLs of a scheme: by a .desktop file in
 * $XDG_DATA_HOME/applications, and xdg-mime of the package xdg-utils.
 * @param scheme   As in "myapp"; NULL: "ah-" and the application_id.
 * @param command  In the form of the file's Exec key, as in "/usr/bin/player --open"; the URL
 *                 follows it, or replaces "%u".
 * Errors: AHA_ERROR_INVALID_ARGUMENT (not a scheme, or http; a command with control characters),
 * AHA_ERROR_NOT_FOUND (there is no xdg-mime), AHA_ERROR_SYSTEM (xdg-mime failed),
 * AHA_ERROR_TIMEOUT, errors of files, handle errors. Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_client_register_scheme(aha_client *client, AHA_NULLABLE const char *scheme,
                                              const char *command);

/**
 * Undoes aha_client_register_scheme.
 * @param scheme  As in "myapp"; NULL: "ah-" and the application_id.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (not a scheme, or http), errors of files, handle errors.
 * Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_client_remove_scheme(aha_client *client, AHA_NULLABLE const char *scheme);

/**
 * Opens a URL as a stream for aha_sound_load_stream with AHA_SOUND_STREAMED. The stream is read in
 * blocks of 128 KiB, with read-ahead; a lost connection is opened again. A refused token is
 * refreshed. Jobs that read the stream can be cancelled while a server stalls.
 * AHA_EVENT_REMOTE_BUFFERING and AHA_EVENT_REMOTE_PLAYING report when a reader waits.
 * @param account     As for aha_request_create; NULL for none.
 * @param resource    As for aha_request_create.
 * @param out_stream  Owned by the caller; read-only.
 * Errors: AHA_ERROR_UNSUPPORTED (the server does not support byte ranges), AHA_ERROR_NOT_SIGNED_IN
 * and errors of requests. Thread: [blocking]. Since: 0.6.
 */
AHA_API aha_result aha_client_open_stream(aha_client *client, AHA_NULLABLE aha_account *account,
                                          const char *resource, AHA_OWNED aha_stream **out_stream)
                                          AHA_CONST AHA_PYTHON(stream);

/**
 * Opens an endless stream of sound, such as a station of Icecast or SHOUTcast, for one
 * aha_sound_load_stream and one player. The module on FFmpeg decodes it: MP3, AAC, Ogg and others.
 * A playlist (.m3u, .pls) leads to its first entry, which may not be nearer than the playlist: on
 * this machine, or in the local network.
 *
 * After a lost connection, a refusal or the end of the reply, the stream connects again: after 1 s,
 * later up to 30 s, or the time in Retry-After. It ends, with AHA_EVENT_STREAM_FAILED of the
 * player, only after five refusals in a row that a retry seldom mends: 401, 403, 404, 410, or an
 * unknown format. AHA_EVENT_LIVE_CONNECTED, AHA_EVENT_LIVE_LOST and AHA_EVENT_LIVE_TITLE report
 * changes; AHA_EVENT_REMOTE_BUFFERING and AHA_EVENT_REMOTE_PLAYING report when the player waits.
 * @param account     As for aha_request_create; NULL for none.
 * @param resource    As for aha_request_create.
 * @param out_stream  Owned by the caller; read-only.
 * Errors: AHA_ERROR_UNSUPPORTED (a file with a length, for aha_client_open_stream; HLS),
 * AHA_ERROR_NOT_FOUND, AHA_ERROR_REFUSED, AHA_ERROR_NOT_SIGNED_IN, and errors of requests. Thread:
 * [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_client_open_live_stream(aha_client *client,
                                               AHA_NULLABLE aha_account *account,
                                               const char *resource,
                                               AHA_OWNED aha_stream **out_stream)
                                               AHA_CONST AHA_PYTHON(live_stream);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.6. */
static inline aha_result aha_client_retain(aha_client *client) {
  return aha_retain_as(client, AHA_KIND_CLIENT);
}

/** Releases one reference. Errors: handle errors. Thread: [any]. Since: 0.6. */
static inline aha_result aha_client_release(aha_client *client) {
  return aha_release_as(client, AHA_KIND_CLIENT);
}

AHA_END_DECLARATIONS

#endif /* AHA_CLIENT_H */
