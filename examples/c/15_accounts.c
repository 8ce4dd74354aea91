/* 15_accounts: signs in to a service, sends requests, uploads, handles errors, signs out.
 *   cc 15_accounts.c $(pkg-config --cflags --libs aha) -o 15_accounts
 *   ./15_accounts https://service.example CLIENT_ID song.flac [SECRET USER PASSWORD]
 * The service has /authorize, /token and /revoke of OAuth 2, and /me and /tracks. */
#include <aha.h>
#include <poll.h>
#include <stdio.h>

static aha_client *client;
static aha_account *account;

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

/* Receives data of a reply as it arrives. */
static void take_data(aha_request *request) {
  char bytes[4096];
  size_t length = 0;
  while (aha_request_read(request, bytes, sizeof bytes, &length) >= 0 && length > 0)
    printf("%s: %.*s\n", (const char *)aha_request_context(request), (int)length, bytes);
}

static void tell(const aha_event *event) {
  char url[4096];
  switch (event->kind) {
    case AHA_EVENT_ACCOUNT_URL_PREPARED:
      if (aha_account_copy_text(account, AHA_ACCOUNT_URL, url, sizeof url, NULL) == AHA_OK)
        printf("open %s\n", url);
      break;
    case AHA_EVENT_REQUEST_DATA:
      if (event->source) take_data(event->source);
      break;
    case AHA_EVENT_REQUEST_PROGRESS: break; /* a real program draws a progress bar here */
    default:
      printf("%s %d %s\n", aha_event_kind_name(event->kind), (int)event->value, event->line);
  }
  fflush(stdout);
}

/* Reads events until the job has ended, and the rest of them. */
static aha_result live(aha_job *job) {
  aha_event event = aha_event_init();
  struct pollfd waiting = {aha_client_event_fd(client), POLLIN, 0};
  aha_result result;
  do {
    poll(&waiting, 1, 50);
    result = aha_job_wait(job, 0);
    while (aha_client_next_event(client, &event) == AHA_OK) tell(&event);
  } while (result == AHA_PENDING);
  aha_job_release(job);
  return result;
}

/* Starts a request, which waits for a sign-in. With a file, it is sent as multipart/form-data. */
static aha_result begin(const char *method, const char *resource, const char *path,
                        aha_request **request, aha_job **job) {
  aha_request_options options = aha_request_options_init();
  aha_stream *stream = NULL;
  options.context = (void *)resource;
  options.format = AHA_REPLY_JSON;
  options.waits_for_sign_in = 1;
  options.tells_data = 1;
  aha_result result = aha_request_create(client, account, method, resource, &options, request);
  if (!result && path && !(result = aha_stream_open(path, &stream))) {
    result = aha_request_add_parameter(*request, "track[title]", "A song");
    if (!result)
      result = aha_request_add_file(*request, "track[asset_data]", stream, "song.flac", NULL);
    aha_stream_release(stream);
  }
  return result ? result : aha_request_start(*request, job);
}

static aha_result ask(const char *method, const char *resource, const char *path) {
  aha_request *request = NULL;
  aha_job *job = NULL;
  aha_result result = begin(method, resource, path, &request, &job);
  if (!result) {
    result = live(job);
    take_data(request); /* events that arrived with the end */
  }
  if (request) aha_request_release(request);
  return result;
}

/* Signs in with a browser, or with a password if the service still allows that. */
static aha_result sign_in(const char *user, const char *password) {
  aha_sign_in_options options = aha_sign_in_options_init();
  aha_job *job;
  if (user) options.grant = AHA_GRANT_PASSWORD;
  options.user = user;
  options.password = password;
  aha_result result = aha_account_sign_in(account, &options, &job);
  return result ? result : live(job);
}

int main(int count, char **arguments) {
  if (count != 4 && count != 7)
    return fprintf(stderr, "usage: %s URL CLIENT_ID SOUND [SECRET USER PASSWORD]\n",
                   arguments[0]), 2;
  char urls[3][512];
  const char *paths[3] = {"/authorize", "/token", "/revoke"};
  for (int i = 0; i < 3; i++) snprintf(urls[i], sizeof urls[i], "%s%s", arguments[1], paths[i]);

  aha_client_options options = aha_client_options_init();
  options.application_id = "com.example.drums";
  if (aha_client_create(&options, &client)) return failed("client");
  aha_provider provider = aha_provider_init("oauth2");
  provider.authorization_url = urls[0];
  provider.token_url = urls[1];
  provider.revocation_url = urls[2];
  provider.api_url = arguments[1];
  provider.client_id = arguments[2];
  provider.client_secret = count == 7 ? arguments[4] : NULL;
  provider.redirect_url = "http://127.0.0.1:0/callback";
  if (aha_account_open(client, &provider, NULL, &account)) return failed("account");

  /* The request for the user's name starts before the sign-in. */
  aha_request *me = NULL;
  aha_job *job;
  if (begin("GET", "/me", NULL, &me, &job)) return failed("/me");
  aha_account_info info = aha_account_info_init();
  if (aha_account_get_info(account, &info)) return failed("account");
  if (!info.is_signed_in)
    if (sign_in(count == 7 ? arguments[5] : NULL, count == 7 ? arguments[6] : NULL))
      return failed("sign-in");
  if (live(job)) return failed("/me");
  take_data(me);
  aha_request_release(me);
  if (ask("POST", "/tracks", arguments[3])) return failed("upload");
  if (ask("GET", "/nothing", NULL) != AHA_ERROR_HTTP) return failed("/nothing");
  printf("as expected: %s\n", aha_last_error());
  if (aha_account_refresh(account, &job) || live(job)) return failed("refresh");
  if (aha_account_sign_out(account, &job) || live(job)) return failed("sign-out");
  aha_account_release(account);
  return aha_client_release(client) != AHA_OK;
}
