/* Fuzz target for replies of servers: any bytes, for requests of all kinds, blocks of a remote
 * stream, and token requests. The first byte selects the request. libaha must return a code that
 * its header names, reveal no secret, and store only data that it can read back. */
#include "account.h"
#include "served.h"

enum { LONGEST = 1 << 18, BODY = 1 << 20, ERROR_BODY = 2048, BLOCK = 128 << 10,
       TIMEOUT_MS = 25000 };

/* Result of a job. */
static aha_result finish(aha_job *job, const char *secret) {
  result = aha_job_wait(job, TIMEOUT_MS);
  ONE_OF(result, "job", AHA_OK, AHA_ERROR_NETWORK, AHA_ERROR_TIMEOUT, AHA_ERROR_TLS,
         AHA_ERROR_HTTP, AHA_ERROR_RATE_LIMITED, AHA_ERROR_REPLY, AHA_ERROR_LIMIT,
         AHA_ERROR_NOT_SIGNED_IN, AHA_ERROR_REFUSED);
  if (result != AHA_OK) check_line(aha_last_error(), secret);
  note_way(result, (uint32_t)server_count());
  aha_job_release(job);
  return result;
}

/* Reads a header as received, in exactly as much memory as it needs. */
static void copy_header(aha_request *request, const char *name) {
  size_t length;
  aha_result found = aha_request_copy_header(request, name, NULL, 0, &length);
  ONE_OF(found, "header", AHA_OK, AHA_ERROR_NOT_FOUND, AHA_ERROR_STATE);
  if (found != AHA_OK) return;
  char *text = malloc(length + 1);
  require(aha_request_copy_header(request, name, text, length + 1, NULL) == AHA_OK, name, 0);
  require(strlen(text) <= length, "a header's length", 0);
  free(text);
}

/* All queries of a finished request. */
static size_t look_at(aha_request *request) {
  aha_request_progress progress = aha_request_progress_init();
  size_t length = 0;
  require(aha_request_get_progress(request, &progress) == AHA_OK, "progress", 0);
  uint32_t status = progress.status;
  require(status <= 999 && (result != AHA_OK || status / 100 == 2), "status", result);
  static const char *const names[] = {"content-type", "Set-Cookie", "X-Long", "", "Content-Range"};
  for (size_t i = 0; i < COUNT_OF(names); i++) copy_header(request, names[i]);
  require(aha_request_copy_body(request, NULL, 0, &length) == AHA_OK, "body", 0);
  require(length <= BODY && (status / 100 == 2 || length <= ERROR_BODY), "a long body", result);
  uint8_t *body = malloc(length ? length : 1);
  require(aha_request_copy_body(request, body, length, &length) == AHA_OK, "body", 0);
  free(body);
  require(progress.received_bytes >= 0 && progress.sent_bytes >= 0 && progress.tries >= 1 &&
              progress.received_total >= 0 && progress.sent_total >= 0, "progress", 0);
  return length;
}

static size_t take_data(aha_request *request) {
  static uint8_t bytes[3000];
  size_t got, all = 0;
  aha_result taken;
  while ((taken = aha_request_read(request, bytes, sizeof bytes, &got)) == AHA_OK) {
    require(got > 0 && got <= sizeof bytes, "no data, and no end", taken);
    all += got;
  }
  require(taken == AHA_END && got == 0, "data", taken);
  return all;
}

/* One request: "h"ead, "r"ange, "s"ink, streamed "d"ata, "b"ody to memory. */
static void ask(char way, aha_account *account, const char *secret) {
  aha_request_options options = aha_request_options_init();
  aha_stream *sink = NULL;
  aha_request *request;
  aha_job *job;
  size_t taken = 0;
  options.retries = AHA_NO_RETRIES;
  options.tell_data = way == 'd';
  const char *method = way == 'h' ? "HEAD" : "GET";
  char url[64];
  snprintf(url, sizeof url, "%s/a?b", here);
  result = aha_request_create(client, account, method, url, &options, &request);
  require(result == AHA_OK, "request", result);
  if (way == 'r') require(aha_request_set_range(request, 2, 9) == AHA_OK, "range", 0);
  if (way == 's') {
    require(aha_stream_create_memory(NULL, 0, NULL, NULL, &sink) == AHA_OK, "stream", 0);
    require(aha_request_set_sink(request, sink) == AHA_OK, "sink", 0);
  }
  result = aha_request_start(request, &job);
  require(result == AHA_OK, "start", result);
  finish(job, secret);
  size_t length = look_at(request);
  require(way != 'r' || result != AHA_OK || length <= 8, "more than the range", result);
  if (way == 'd') taken = take_data(request);
  if (sink) require(aha_stream_copy_bytes(sink, NULL, 0, &taken) == AHA_OK, "sink", 0);
  require(taken <= 2 * LONGEST, "more data than was sent", 0);
  if (sink) aha_stream_release(sink);
  aha_request_release(request);
}

/* Signed in or not, the store agrees; another client can read the saved record. */
static void check_kept(aha_account *account) {
  char header[64], *value = malloc(1 << 17);
  require((is_signed_in(account) != 0) == (kept.size > 0), "kept or not", result);
  aha_account *other = open_account(client, here, "other");
  require((is_signed_in(other) != 0) == (kept.size > 0), "stored data", result);
  aha_account_release(other);
  aha_request *request;
  require(aha_request_create(client, account, "GET", "/x", NULL, &request) == AHA_OK, "create", 0);
  aha_result signs = aha_request_sign(request, header, sizeof header, value, 1 << 17);
  note_way(signs, 7);
  if (signs == AHA_OK) {
    require(!strcmp(header, "Authorization") && !strncmp(value, "Bearer ", 7), "signed", signs);
    for (const char *c = value + 7; *c; c++) require(*c > 0x20 && *c < 0x7F, "a token", 0);
  }
  aha_request_release(request);
  free(value);
}

/* A request of a signed-in account: a 401 requests a new token first. */
static void ask_signed(const uint8_t *bytes, size_t size) {
  keep_tokens(here);
  aha_account *account = open_account(client, here, "one");
  int isOne = !memmem(bytes, size, NEXT_REPLY, strlen(NEXT_REPLY));
  ask('b', account, isOne ? ACCESS : NULL);
  check_kept(account);
  aha_account_release(account);
}

/* A sign-in by password or by code, and a sign-out. */
static void sign_in(aha_grant grant) {
  aha_sign_in_options options = aha_sign_in_options_init();
  aha_job *job;
  kept.size = 0;
  aha_account *account = open_account(client, here, "one");
  options.grant = grant;
  options.user = "ada";
  options.password = SECRET;
  options.no_listener = 1;
  result = aha_account_sign_in(account, &options, &job);
  require(result == AHA_OK, "sign in", result);
  if (grant == AHA_GRANT_CODE)
    require(aha_account_enter_code(account, SECRET) == AHA_OK, "code", 0);
  finish(job, SECRET);
  require((result == AHA_OK) == (is_signed_in(account) != 0), "signed in", result);
  check_kept(account);
  require(aha_account_sign_out(account, &job) == AHA_OK, "sign out", 0);
  finish(job, NULL);
  require(kept.size == 0 && !is_signed_in(account), "signed out", result);
  aha_account_release(account);
}

/* A remote stream from which a sound is loaded. */
static void open_remote(void) {
  static aha_engine *engine;
  aha_engine_options options = aha_engine_options_init();
  aha_stream *stream;
  aha_sound *sound = NULL;
  options.offline = 1;
  if (!engine) require(aha_engine_create(&options, &engine) == AHA_OK, "engine", 0);
  char url[64];
  snprintf(url, sizeof url, "%s/sound", here);
  result = aha_client_open_stream(client, NULL, url, &stream);
  ONE_OF(result, "remote", AHA_OK, AHA_ERROR_UNSUPPORTED, AHA_ERROR_NETWORK, AHA_ERROR_TIMEOUT,
         AHA_ERROR_TLS, AHA_ERROR_HTTP, AHA_ERROR_RATE_LIMITED, AHA_ERROR_REPLY, AHA_ERROR_LIMIT,
         AHA_ERROR_NOT_SIGNED_IN, AHA_ERROR_REFUSED, AHA_ERROR_NOT_FOUND, AHA_ERROR_DAMAGED);
  require((result == AHA_OK) == (stream != NULL), "stream and result differ", result);
  if (result != AHA_OK) check_line(aha_last_error(), NULL);
  note_way(result, 11);
  if (!stream) return;
  result = aha_sound_load_stream(engine, stream, NULL, &sound);
  require((result == AHA_OK) == (sound != NULL), "sound and result differ", result);
  note_way(result, 12 + (uint32_t)server_count());
  if (sound) aha_sound_release(sound);
  aha_stream_release(stream);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static const char ways[] = "bsdrhapctT";
  if (size == 0 || size > LONGEST) return 0;
  start_server();
  char way = ways[0];
  for (size_t i = 0; i < sizeof ways - 1; i++)
    if (bytes[0] == ways[i] || bytes[0] == i) way = ways[i];
  client = make_client(here);
  server_set(bytes + 1, size - 1, way == 'T' ? BLOCK : 0);
  switch (way) {
  case 'a': ask_signed(bytes + 1, size - 1); break;
  case 'p': sign_in(AHA_GRANT_PASSWORD); break;
  case 'c': sign_in(AHA_GRANT_CODE); break;
  case 't':
  case 'T': open_remote(); break;
  default: ask(way, NULL, NULL);
  }
  take_events(client, way == 'p' || way == 'c' ? SECRET : NULL);
  require(aha_client_release(client) == AHA_OK, "client", 0);
  return 0;
}
