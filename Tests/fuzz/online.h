/* What the fuzz targets of accounts and requests share. Nothing in them leads off this machine:
 * what is asked goes to nobody (NOWHERE), or to the target's own server, which is the proxy too. */
#ifndef AHA_FUZZ_ONLINE_H
#define AHA_FUZZ_ONLINE_H

#include "decode.h"
#include <aha.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOWHERE "http://127.0.0.1:1"
#define COUNT_OF(array) (sizeof(array) / sizeof(*(array)))

/* An impossible answer ends the process, for the fuzzer to keep the input. */
static inline void require(int holds, const char *what, aha_result result) {
  if (holds) return;
  fprintf(stderr, "%s: %s: %s\n", what, aha_result_name(result), aha_last_error());
  abort();
}

/* A line is one line, of letters and no control characters, and gives no secret away. */
static inline void check_line(const char *line, const char *secret) {
  for (const char *c = line; *c; c++)
    if ((uint8_t)*c < 0x20 || *c == 0x7F) require(0, "a control character in a line", 0);
  if (secret && strstr(line, secret)) require(0, "a secret in a line", 0);
}

/* What libFuzzer is to find new ways of: the library itself is not instrumented. */
__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t ways[4096];

static inline void note_way(aha_result result, uint32_t way) {
  way = way * 31 + (uint32_t)result;
  for (const char *c = result == AHA_OK ? "" : aha_last_error(); *c; c++)
    if (*c < '0' || *c > '9') way = way * 31 + (uint8_t)*c;
  ways[way % sizeof ways]++;
}

/* A code is one of those that a call may come to, or the process ends. */
static inline aha_result one_of(aha_result result, const aha_result *codes, size_t count,
                                const char *what) {
  for (size_t i = 0; i < count; i++) {
    if (result != codes[i]) continue;
    require(result >= 0 || *aha_last_error(), "no line", result);
    return result;
  }
  require(0, what, result);
  return result;
}
#define ONE_OF(result, what, ...) \
  one_of(result, (const aha_result[]){__VA_ARGS__}, \
         sizeof((const aha_result[]){__VA_ARGS__}) / sizeof(aha_result), what)

/* Takes all events there are, and looks at their lines. */
static inline void take_events(aha_client *client, const char *secret) {
  aha_event event = aha_event_init();
  while (aha_client_next_event(client, &event) == AHA_OK) check_line(event.line, secret);
}

static char state_folder[64];

static inline int take_away(const char *path, const struct stat *status, int kind,
                            struct FTW *place) {
  (void)status, (void)kind;
  return place->level > 0 ? remove(path) : 0;
}

/* What an input has left in it, so that the next one does not depend on that. */
static inline void clear_folder(void) { nftw(state_folder, take_away, 8, FTW_DEPTH | FTW_PHYS); }

static inline void leave_folder(void) {
  clear_folder();
  rmdir(state_folder);
}

/* A folder in memory where there is one, for the client's state. */
static inline void find_folder(void) {
  if (*state_folder) return;
  snprintf(state_folder, sizeof state_folder, "/dev/shm/aha-fuzz-XXXXXX");
  if (!mkdtemp(state_folder)) {
    snprintf(state_folder, sizeof state_folder, "/tmp/aha-fuzz-XXXXXX");
    require(mkdtemp(state_folder) != NULL, "no folder", 0);
  }
  atexit(leave_folder);
}

/* A client that asks no server of anybody's. */
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
