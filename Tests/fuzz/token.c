/* Fuzz target for stored tokens: any bytes as a record from a host's store, and as the file of
 * an account. Both are parsed in the same way; no server issues another token, so nothing else is
 * saved. */
#include "online.h"
#include <fcntl.h>

enum { LONGEST = (1 << 18) + 64, LARGEST = 1 << 18, VALUE = 1 << 17, TIMEOUT_MS = 20000 };

/* Begin of a valid record of this application and this server. */
#define OWN "{\"owner\":\"" NOWHERE " " NOWHERE " fuzz\","

static const uint8_t *given;
static size_t given_size;
static int was_own;
static aha_client *client;

static int64_t load(void *data, const char *provider, const char *name, void *bytes, size_t room) {
  (void)data, (void)provider, (void)name;
  if (given_size) memcpy(bytes, given, given_size < room ? given_size : room);
  return (int64_t)given_size;
}
static int32_t save(void *data, const char *provider, const char *name, const void *bytes,
                    size_t size) {
  (void)data, (void)provider, (void)name;
  require(size == given_size && !memcmp(bytes, given, size), "a token from nowhere", 0);
  return 0;
}
static int32_t forget(void *data, const char *provider, const char *name) {
  (void)data, (void)provider, (void)name;
  given_size = 0;
  return 0;
}

/* Returns the code of opening. */
static aha_result open_account(aha_store_kind store, aha_account **out) {
  static const aha_store_callbacks callbacks = {sizeof callbacks, load, save, forget};
  aha_provider provider = aha_provider_init("oauth2");
  aha_account_options options = aha_account_options_init();
  provider.token_url = NOWHERE "/token";
  provider.revocation_url = NOWHERE "/revoke";
  provider.api_url = NOWHERE "/";
  provider.client_id = "fuzz";
  options.store = store;
  options.callbacks = &callbacks;
  aha_result result = aha_account_open(client, &provider, &options, out);
  ONE_OF(result, "open", AHA_OK, AHA_ERROR_DAMAGED, AHA_ERROR_IO);
  require((result == AHA_OK) == (*out != NULL), "account and result differ", result);
  if (result != AHA_OK) check_line(aha_last_error(), NULL);
  note_way(result, store);
  return result;
}

/* The header with the token, if it has not expired; otherwise a renewal is requested from
 * NOWHERE. */
static void sign(aha_account *account, char *value) {
  aha_request *request;
  char name[32];
  aha_result result = aha_request_create(client, account, "GET", "/", NULL, &request);
  require(result == AHA_OK, "request", result);
  result = aha_request_sign(request, name, sizeof name, value, VALUE);
  ONE_OF(result, "sign", AHA_OK, AHA_ERROR_NOT_SIGNED_IN, AHA_ERROR_NETWORK);
  note_way(result, 5);
  aha_request_release(request);
  if (result != AHA_OK) return;
  require(!strcmp(name, "Authorization") && !strncmp(value, "Bearer ", 7), "signed", result);
  require(value[7] != 0, "an empty token", result);
  for (const char *c = value + 7; *c; c++) require(*c > 0x20 && *c < 0x7F, "a token", 0);
}

static void copy_scopes(aha_account *account) {
  size_t length;
  require(aha_account_copy_text(account, AHA_ACCOUNT_SCOPES, NULL, 0, &length) == AHA_OK, "ask", 0);
  char *text = malloc(length + 1);
  require(aha_account_copy_text(account, AHA_ACCOUNT_SCOPES, text, length + 1, NULL) == AHA_OK,
          "scopes", 0);
  free(text);
}

/* A renewal fails, and signing out ends this account only. UNSUPPORTED: no refresh token.
 * DAMAGED: the token of the store is unusable, and cannot be revoked. */
static void renew_and_leave(aha_account *account) {
  aha_job *job;
  was_own = is_signed_in(account) != 0;
  if (was_own) {
    require(aha_account_refresh(account, &job) == AHA_OK, "refresh", 0);
    aha_result result = aha_job_wait(job, TIMEOUT_MS);
    ONE_OF(result, "renewal", AHA_ERROR_NETWORK, AHA_ERROR_REFUSED, AHA_ERROR_UNSUPPORTED);
    note_way(result, 6);
    aha_job_release(job);
  }
  require(aha_account_sign_out(account, &job) == AHA_OK, "sign out", 0);
  aha_result result = aha_job_wait(job, TIMEOUT_MS);
  ONE_OF(result, "signing out", AHA_OK, AHA_ERROR_NETWORK, AHA_ERROR_DAMAGED);
  require(!is_signed_in(account), "still signed in", 0);
  aha_job_release(job);
}

/* Returns the code of opening; `value` receives the header. */
static aha_result try_store(aha_store_kind store, char *value) {
  aha_account *account;
  aha_result result = open_account(store, &account);
  *value = 0;
  if (result != AHA_OK) return result;
  require(given_size > 0 || !is_signed_in(account), "signed in by nothing", 0);
  copy_scopes(account);
  sign(account, value);
  renew_and_leave(account);
  require(aha_account_release(account) == AHA_OK, "release", 0);
  return AHA_OK;
}

static char file[96], other[96];

static void leave(void) {
  aha_client_release(client);
  unlink(other);
}

static void start(void) {
  char value[VALUE];
  if (client) return;
  client = make_client("");
  snprintf(file, sizeof file, "%s/oauth2@default.json", state_folder);
  snprintf(other, sizeof other, "%s/oauth2@default.lock", state_folder);
  given = (const uint8_t *)OWN "\"access_token\":\"a\"}";
  given_size = strlen((const char *)given);
  require(try_store(AHA_STORE_HOST, value) == AHA_OK && *value, "a token", 0);
  /* OpenSSL registers its exit handler at its first use; ours then runs before it. */
  atexit(leave);
}

static void write_file(const uint8_t *bytes, size_t size) {
  int descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  require(descriptor >= 0 && write(descriptor, bytes, size) == (ssize_t)size, "the file", 0);
  close(descriptor);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static char first[VALUE], second[VALUE];
  if (size > LONGEST) return 0;
  start();
  given = bytes;
  given_size = size;
  aha_result by_host = try_store(AHA_STORE_HOST, first);
  given_size = size;
  write_file(bytes, size);
  aha_result by_file = try_store(AHA_STORE_FILE, second);
  require((by_host == AHA_ERROR_IO) == (size > LARGEST), "a long record", by_host);
  require(size == 0 || by_host == by_file || by_host == AHA_ERROR_IO, "host and file", by_file);
  require(size == 0 || !strcmp(first, second), "host and file sign otherwise", 0);
  require(!was_own || access(file, F_OK) != 0, "the file is left", by_file);
  unlink(file);
  take_events(client, NULL);
  return 0;
}
