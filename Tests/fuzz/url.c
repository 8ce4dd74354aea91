/* Fuzz target for pending sign-ins: any text as a URL that the host was opened with ("3" is
 * first), or as a code that the user pasted ("0" to "2", the account). "{0}" to "{2}" become the
 * sent states. Without a state, a URL is handled only as a refusal, and no account is signed in. */
#include "online.h"

enum { LONGEST = 1 << 17, ACCOUNTS = 3, IMPLICIT = 2, STATE = 128, TIMEOUT_MS = 20000 };

/* An account, and its sign-in that waits for the browser. */
struct waiting {
  aha_account *account;
  aha_job *job;
  char state[STATE];
};

static aha_client *client;
static struct waiting all[ACCOUNTS];

static void leave(void) {
  for (int i = 0; i < ACCOUNTS; i++) {
    if (all[i].job) aha_job_cancel(all[i].job), aha_job_release(all[i].job);
    aha_account_release(all[i].account);
  }
  aha_client_release(client);
}

static void open_all(void) {
  static const char *const redirects[ACCOUNTS] = {"fuzz-app:/back?app=1",
                                                  "http://127.0.0.1:8765/callback", NULL};
  client = make_client("");
  for (int i = 0; i < ACCOUNTS; i++) {
    aha_provider provider = aha_provider_init(i == IMPLICIT ? "allihoopa" : "oauth2");
    aha_account_options options = aha_account_options_init();
    provider.authorization_url = NOWHERE "/authorize";
    provider.token_url = NOWHERE "/token";
    provider.api_url = NOWHERE "/";
    provider.redirect_url = redirects[i];
    provider.client_id = "fuzz";
    options.name = i == 0 ? "first" : "second";
    options.store = AHA_STORE_MEMORY;
    aha_result result = aha_account_open(client, &provider, &options, &all[i].account);
    require(result == AHA_OK, "account", result);
  }
}

/* Starts a sign-in that does not wait, to learn the state it would send. */
static void wait_for_browser(struct waiting *one) {
  aha_sign_in_options options = aha_sign_in_options_init();
  char url[2048];
  if (one->job) return;
  options.no_listener = 1;
  aha_result result = aha_account_sign_in(one->account, &options, &one->job);
  require(result == AHA_OK, "sign in", result);
  result = aha_account_copy_text(one->account, AHA_ACCOUNT_URL, url, sizeof url, NULL);
  require(result == AHA_OK, "URL", result);
  const char *state = strstr(url, "&state=");
  require(state && sscanf(state + 7, "%127[^&]", one->state) == 1, "no state", 0);
  require(strlen(one->state) > 20, "a short state", 0);
}

/* The text with states in place of "{0}" to "{2}"; the caller frees it. */
static char *expand(const uint8_t *bytes, size_t size) {
  size_t length = 0;
  for (size_t i = 0; i < size; i++) length += bytes[i] == '{' ? STATE : 1;
  char *text = malloc(length + 1), *end = text;
  for (size_t i = 0; i < size && bytes[i]; i++) {
    int isState = i + 2 < size && bytes[i] == '{' && bytes[i + 2] == '}' && bytes[i + 1] >= '0' &&
                  bytes[i + 1] < '0' + ACCOUNTS;
    if (!isState) *end++ = (char)bytes[i];
    else end = stpcpy(end, all[bytes[i + 1] - '0'].state), i += 2;
  }
  *end = 0;
  char *exact = strdup(text); /* so that a read past the end is detected */
  free(text);
  return exact;
}

/* An answered sign-in ends without a token, because that would come from NOWHERE. */
static void end(struct waiting *one) {
  aha_result result = aha_job_wait(one->job, TIMEOUT_MS);
  ONE_OF(result, "sign-in", AHA_OK, AHA_ERROR_NETWORK, AHA_ERROR_REFUSED);
  note_way(result, 3);
  int isSignedIn = is_signed_in(one->account) != 0;
  require(isSignedIn == (result == AHA_OK), "signed in or not", result);
  require(!isSignedIn || one == &all[IMPLICIT], "signed in without an account", result);
  check_line(result == AHA_OK ? "" : aha_last_error(), NULL); /* the state is invalid now */
  aha_job_release(one->job);
  one->job = NULL;
  if (!isSignedIn) return;
  require(aha_account_sign_out(one->account, &one->job) == AHA_OK, "sign out", 0);
  require(aha_job_wait(one->job, TIMEOUT_MS) == AHA_OK, "signing out", 0);
  aha_job_release(one->job);
  one->job = NULL;
}

/* OpenSSL registers its exit handler at its first use; ours then runs before it. */
static void start(void) {
  if (client) return;
  open_all();
  wait_for_browser(&all[0]);
  require(aha_account_enter_code(all[0].account, "code") == AHA_OK, "code", 0);
  end(&all[0]);
  atexit(leave);
}

/* The answered sign-in is over; the others still wait. Only a refusal needs no state. */
static void end_one(const char *text, struct waiting *given) {
  for (int tries = 0; !given && tries < TIMEOUT_MS; tries++) {
    struct waiting *one = &all[tries % ACCOUNTS];
    aha_result result = aha_job_wait(one->job, 1);
    if (result == AHA_PENDING) continue;
    int isProved = strstr(text, one->state) != NULL || result == AHA_ERROR_REFUSED;
    require(isProved, "answered without a state", result);
    given = one;
  }
  require(given != NULL, "handled without an answered sign-in", 0);
  end(given);
}

/* Whether a URL opens a piece: then no sign-in accepted it. */
static int asked_for_piece(void) {
  aha_event event = aha_event_init();
  int asked = 0;
  while (aha_client_next_event(client, &event) == AHA_OK)
    asked |= event.kind == AHA_EVENT_OPEN_WANTED;
  return asked;
}

/* Returns whether a sign-in accepted it. */
static int hand_in(const char *url) {
  uint32_t handled = 7;
  aha_result result = aha_client_handle_url(client, url, &handled);
  ONE_OF(result, "handle", AHA_OK, AHA_ERROR_REFUSED, AHA_ERROR_INVALID_ARGUMENT);
  require(handled == 0 || (handled == 1 && result == AHA_OK), "handled", result);
  note_way(result, handled);
  return handled != 0 && !asked_for_piece();
}

/* The redirect URL of the first account without doubt, but not of its sign-in. */
static int is_of_another(const char *text) {
  if (strncmp(text, "fuzz-app:/back?", 15) || strstr(text, all[0].state)) return 0;
  for (const char *c = text; *c; c++)
    if (*c < 0x21 || *c > 0x7E || *c == '\\') return 0;
  return 1;
}

static int paste(const char *code, struct waiting *one) {
  aha_result result = aha_account_enter_code(one->account, code);
  ONE_OF(result, "code", AHA_OK, AHA_ERROR_REFUSED, AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_STATE);
  if (result == AHA_OK && one == &all[0] && is_of_another(code))
    require(aha_job_wait(one->job, TIMEOUT_MS) == AHA_ERROR_REFUSED, "another's URL", result);
  require(result != AHA_ERROR_STATE || one == &all[IMPLICIT], "it waits no more", result);
  note_way(result, 2);
  return result == AHA_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (size == 0 || size > LONGEST) return 0;
  start();
  for (int i = 0; i < ACCOUNTS; i++) wait_for_browser(&all[i]);
  int which = bytes[0] % 4; /* of "0" to "3" */
  char *text = expand(bytes + 1, size - 1);
  struct waiting *given = which < ACCOUNTS ? &all[which] : NULL;
  if (given ? paste(text, given) : hand_in(text)) end_one(text, given);
  for (int i = 0; i < ACCOUNTS; i++) {
    require(!all[i].job || aha_job_wait(all[i].job, 0) == AHA_PENDING, "it waits no more", 0);
    require(!is_signed_in(all[i].account), "signed in", 0);
  }
  take_events(client, NULL);
  free(text);
  return 0;
}
