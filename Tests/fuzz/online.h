/* Shared by the fuzz targets of accounts and requests. No traffic leaves this machine: requests
 * go to NOWHERE, where no process listens, or to the target's own server, which is also the
 * proxy. */
#ifndef AHA_FUZZ_ONLINE_H
#define AHA_FUZZ_ONLINE_H

#include "target.h"

#define NOWHERE "http://127.0.0.1:1"

/* An error line is one line without control characters, and contains no secret. */
static inline void check_line(const char *line, const char *secret) {
  for (const char *c = line; *c; c++)
    if ((uint8_t)*c < 0x20 || *c == 0x7F) require(0, "a control character in a line", 0);
  if (secret && strstr(line, secret)) require(0, "a secret in a line", 0);
}

/* Reads all pending events and checks their lines. */
static inline void take_events(aha_client *client, const char *secret) {
  aha_event event = aha_event_init();
  while (aha_client_next_event(client, &event) == AHA_OK) check_line(event.line, secret);
}

/* A client that contacts no real server. */
static inline aha_client *make_client(const char *proxy) {
  aha_client_options options = aha_client_options_init();
  aha_client *client;
  find_folder();
  options.application_id = "fuzz";
  options.api_key = "key";
  options.state_folder = state_folder;
  options.proxy = proxy;
  options.connect_timeout_ms = options.stall_timeout_ms = 5000;
  options.total_timeout_ms = 20000;
  options.max_reply_bytes = 1 << 20;
  require(aha_client_create(&options, &client) == AHA_OK, "client", 0);
  return client;
}

#endif /* AHA_FUZZ_ONLINE_H */
