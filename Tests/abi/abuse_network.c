/* Clients, accounts and requests: values out of range, invalid texts, wrong times. No server is
 * contacted: no process listens at URL. */
#include "check.h"

#include <unistd.h>

#define URL "http://127.0.0.1:1/"
#define FILL(text, size) (memset(text, 'x', (size) - 1), (text)[(size) - 1] = 0, (text))

static aha_client *client;
static aha_account *account;
static char long_text[70000];

static aha_result create(aha_client_options options) {
  aha_client *made = (void *)&client;
  options.struct_size = sizeof options;
  aha_result result = aha_client_create(&options, &made);
  CHECK(result == AHA_OK || made == NULL, "out_client not NULL");
  if (result == AHA_OK) NEED(aha_client_release(made));
  return result;
}

static void check_clients(void) {
  aha_event event = aha_event_init();
  uint32_t handled = 7;
  INVALID(create((aha_client_options){.application_id = ""}), "application_id");
  INVALID(create((aha_client_options){.application_id = "a b"}), "a b");
  INVALID(create((aha_client_options){.application_id = FILL(long_text, 66)}), "64");
  INVALID(create((aha_client_options){.application_id = "a", .connections = 257}), "257");
  INVALID(create((aha_client_options){.application_id = "a", .event_capacity = 65537}), "65537");
  INVALID(create((aha_client_options){.application_id = "a", .state_folder = ""}), "state_folder");
  const aha_client_options all = {
      .application_id = "a.B-9_", .connections = 256, .event_capacity = 65536, .proxy = "",
      .connect_timeout_ms = UINT32_MAX, .stall_timeout_ms = UINT32_MAX,
      .total_timeout_ms = UINT32_MAX, .max_reply_bytes = UINT64_MAX};
  CHECK(create(all) == AHA_OK, "the largest values are refused");
  event = aha_event_init();
  CHECK(aha_client_next_event(client, &event) == AHA_END && event.kind == AHA_EVENT_NONE,
        "an event");
  CHECK(aha_client_event_fd(client) >= 0, "no descriptor");
  INVALID(aha_client_handle_url(client, FILL(long_text, sizeof long_text), &handled), "69999");
  static const char *const urls[] = {"", ":", "ah-a://", "ah-a://authorize?code=1&state=2", "\xff",
                                     "http://127.0.0.1:99999999/", "ah-a://open?uuid=%", "a\nb"};
  for (size_t i = 0; i < COUNT_OF(urls); i++) {
    handled = 7;
    CHECK(aha_client_handle_url(client, urls[i], &handled) == AHA_OK, "%s", urls[i]);
    CHECK(handled == 0, "%s", urls[i]);
  }
}

static aha_result open_with(void (*change)(aha_provider *, aha_account_options *)) {
  aha_provider provider = aha_provider_init("oauth2");
  aha_account_options options = aha_account_options_init();
  aha_account *made = (void *)&client;
  provider.token_url = provider.api_url = URL;
  provider.client_id = "id";
  options.store = AHA_STORE_MEMORY;
  if (change) change(&provider, &options);
  aha_result result = aha_account_open(client, &provider, &options, &made);
  CHECK(result == AHA_OK || made == NULL, "out_account not NULL");
  if (result == AHA_OK) account = made;
  return result;
}

static int destroyed, loads, saves;
static void destroy(void *data) { destroyed += data == &destroyed; }
static int64_t load(void *data, const char *provider, const char *name, void *bytes, size_t size) {
  (void)data, (void)provider, (void)name, (void)bytes, (void)size;
  CHECK(aha_account_saved_count(client) == 0 && strstr(aha_last_error(), "callback"), "a count");
  return loads++ ? INT64_MAX : -5;
}
static int32_t save(void *data, const char *provider, const char *name, const void *bytes,
                    size_t size) {
  (void)data, (void)provider, (void)name, (void)bytes, (void)size;
  return ++saves;
}
static int32_t forget(void *data, const char *provider, const char *name) {
  (void)data, (void)provider, (void)name;
  return 1;
}
static const aha_store_callbacks half = {sizeof half, load, NULL, forget};
static const aha_store_callbacks callbacks = {sizeof callbacks, load, save, forget};

#define WITH(name, body) \
  static void name(aha_provider *provider, aha_account_options *options) { \
    (void)provider, (void)options; \
    body; \
  }
WITH(no_name, provider->name = NULL)
WITH(no_url, provider->api_url = "nonsense")
WITH(all_grants, provider->grants = 32)
WITH(wrong_store, options->store = 5)
WITH(long_name, options->name = FILL(long_text, 102))
WITH(empty_name, options->name = "")
WITH(allihoopa, provider->name = "allihoopa")
WITH(no_callbacks, options->store = AHA_STORE_HOST)
static void lend(aha_account_options *options) {
  options->store = AHA_STORE_HOST;
  options->user_data = &destroyed;
  options->destroy = destroy;
}
WITH(half_callbacks, lend(options); options->callbacks = &half)
WITH(host, lend(options); options->callbacks = &callbacks)

static void check_accounts(void) {
  INVALID(open_with(no_name), "name");
  INVALID(open_with(no_url), "URL");
  INVALID(open_with(all_grants), "32");
  INVALID(open_with(wrong_store), "5");
  INVALID(open_with(long_name), "101");
  INVALID(open_with(empty_name), "name");
  REFUSED(open_with(allihoopa), AHA_ERROR_STATE, "api_key");
  INVALID(open_with(no_callbacks), "callbacks");
  INVALID(open_with(half_callbacks), "save");
  CHECK(destroyed == 1, "destroyed %d times", destroyed);
  REFUSED(open_with(host), AHA_ERROR_IO, "-5");
  REFUSED(open_with(host), AHA_ERROR_IO, "9223372036854775807");
  CHECK(destroyed == 3 && loads == 2, "destroyed %d times", destroyed);
  INVALID(aha_account_saved_copy_text(client, aha_account_saved_count(client), AHA_ACCOUNT_NAME,
                                      NULL, 0, NULL), "accounts");
}

static void check_sign_ins(void) {
  aha_sign_in_options options = aha_sign_in_options_init();
  aha_job *job = (void *)&client;
  char text[4];
  NEED(open_with(NULL));
  options.grant = 3;
  INVALID(aha_account_sign_in(account, &options, &job), "3");
  CHECK(job == NULL, "out_job not NULL");
  options.grant = AHA_GRANT_PASSWORD;
  INVALID(aha_account_sign_in(account, &options, NULL), "password");
  REFUSED(aha_account_enter_code(account, "x"), AHA_ERROR_STATE, "waits");
  REFUSED(aha_account_copy_text(account, AHA_ACCOUNT_PROVIDER, text, sizeof text, NULL),
          AHA_ERROR_BUFFER_TOO_SMALL, "7");
  aha_account_info info = aha_account_info_init();
  NEED(aha_account_get_info(account, &info));
  CHECK(!info.is_signed_in, "signed in");
  CHECK(info.store == AHA_STORE_MEMORY, "another store");
}

static aha_result ask(const char *method, const char *resource) {
  aha_request *made = (void *)&client;
  aha_result result = aha_request_create(client, account, method, resource, NULL, &made);
  CHECK(result == AHA_OK || made == NULL, "out_request not NULL");
  if (result == AHA_OK) NEED(aha_request_release(made));
  return result;
}

static void check_requests(void) {
  aha_request_options options = aha_request_options_init();
  aha_request *request;
  CHECK(ask("PROPFIND", "") == AHA_OK && ask("GET", "https://example.com/?a#b") == AHA_OK,
        "refused");
  options.format = 3;
  INVALID(aha_request_create(client, account, "GET", "/", &options, &request), "3");
}

static void check_building(aha_request *request, aha_stream *full) {
  INVALID(aha_request_set_body(request, full, -1, 1, NULL), "-1");
  INVALID(aha_request_set_body(request, full, INT64_MAX, INT64_MAX, NULL), "9223372036854775807");
  REFUSED(aha_request_set_sink(request, full), AHA_ERROR_UNSUPPORTED, "written");
}

/* The event of a released request leads to its context until the host asks for the next event. */
static void check_context(void) {
  aha_request_options options = aha_request_options_init();
  aha_event event = aha_event_init();
  aha_request *request;
  aha_job *job;
  int mark;
  options.retries = AHA_NO_RETRIES;
  options.context = &mark;
  while (aha_client_next_event(client, &event) == AHA_OK) {}
  NEED(aha_request_create(client, NULL, "GET", URL, &options, &request));
  NEED(aha_request_start(request, &job));
  NEED(aha_request_release(request));
  CHECK(aha_job_wait(job, 20000) == AHA_ERROR_NETWORK, "%s", aha_last_error());
  do NEED(aha_client_next_event(client, &event));
  while (event.kind != AHA_EVENT_REQUEST_FAILED);
  CHECK(event.source == request && aha_request_context(event.source) == &mark, "no context");
  while (aha_client_next_event(client, &event) == AHA_OK) {}
  REFUSED(aha_request_release(request), AHA_ERROR_RELEASED, "released");
  CHECK(aha_request_context(request) == NULL, "a context after the events");
  NEED(aha_job_release(job));
}

static void check_life(void) {
  aha_request_options options = aha_request_options_init();
  aha_stream *stream, *full;
  aha_request *request, *loud;
  aha_job *job;
  char text[4];
  size_t length;
  NEED(aha_stream_create_memory(NULL, 0, NULL, NULL, &stream));
  NEED(aha_stream_create_memory("body", 4, NULL, NULL, &full));
  options.retries = AHA_NO_RETRIES;
  options.context = &length;
  NEED(aha_request_create(client, account, "GET", "/", &options, &request));
  check_building(request, full);
  CHECK(aha_request_context(request) == &length, "context");
  aha_request_progress progress = aha_request_progress_init();
  NEED(aha_request_get_progress(request, &progress));
  CHECK(progress.status == 0, "status");
  NEED(aha_request_release(request));

  options.tell_data = 1;
  NEED(aha_request_create(client, NULL, "GET", URL, &options, &loud));
  INVALID(aha_request_sign(loud, NULL, 0, NULL, 0), "account");
  REFUSED(aha_request_set_sink(loud, stream), AHA_ERROR_STATE, "data");
  INVALID(aha_request_read(loud, text, 0, &length), "capacity");
  INVALID(aha_request_read(loud, text, SIZE_MAX, &length), "capacity");
  NEED(aha_request_start(loud, &job));
  CHECK(aha_job_wait(job, 20000) == AHA_ERROR_NETWORK, "%s", aha_last_error());
  CHECK(aha_request_read(loud, text, 4, &length) == AHA_END && length == 0, "data without owner");
  NEED(aha_request_copy_body(loud, NULL, 0, &length));
  CHECK(length == 0, "%zu bytes without an owner", length);
  NEED(aha_stream_release(stream));
  REFUSED(aha_client_open_stream(client, NULL, URL, &stream), AHA_ERROR_NETWORK, "127.0.0.1");
  CHECK(stream == NULL, "out_stream not NULL");
  REFUSED(aha_client_open_live_stream(client, NULL, URL, &stream), AHA_ERROR_NETWORK, "127.0.0.1");
  CHECK(stream == NULL, "out_stream not NULL");
  INVALID(aha_client_open_live_stream(client, NULL, "ftp://a/", &stream), "not a full URL");
  REFUSED(aha_stream_copy_text(full, AHA_STREAM_TITLE, NULL, 0, &length), AHA_ERROR_UNSUPPORTED,
          "live");
  INVALID(aha_stream_copy_text(full, 7, NULL, 0, &length), "7");
  NEED(aha_stream_release(full));
}

int main(void) {
  aha_client_options options = aha_client_options_init();
  char folder[] = "/tmp/aha-abuse-XXXXXX";
  CHECK(mkdtemp(folder) != NULL, "no folder");
  options.application_id = "abuse";
  options.state_folder = folder;
  options.proxy = "";
  NEED(aha_client_create(&options, &client));
  check_clients();
  check_accounts();
  check_sign_ins();
  check_requests();
  check_context();
  check_life();
  NEED(aha_client_release(client));
  rmdir(folder);
  return verdict();
}
