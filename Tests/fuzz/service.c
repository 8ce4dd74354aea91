/* Fuzz target for replies of services to a drop: any bytes, to each kind of destination. The
 * first byte selects it. The drop must end with a code that the header names, or can be
 * cancelled; it reveals no secret, and an interrupted drop resumes or is discarded. */
#include "account.h"
#include "served.h"

enum { LONGEST = 1 << 18, LARGE = (5 << 20) + 1, END_MS = 20000 };

#define SESSION "CANARY-session"
/* "ada:CANARY-password" in the form of an Authorization header. */
#define PAIR "YWRhOkNBTkFSWS1wYXNzd29yZA=="

/* Destinations: "w"ebDAV, "n"extcloud in chunks, "s"3, "m"ultipart S3, "d"ropbox, its sessions
 * ("D"), Sound"c"loud, "a"llihoopa. */
typedef struct {
  char way;
  aha_destination_kind kind;
  const char *path;
  uint64_t chunk;
  int is_large;
  /* Credentials for each of them. */
  const char *secrets[2];
} service;

static const service services[] = {
    {'w', AHA_DESTINATION_WEBDAV, "/dav/a", 0, 0, {SECRET, PAIR}},
    {'n', AHA_DESTINATION_WEBDAV, "/remote.php/dav/files/ada/a", 5 << 20, 1, {SECRET, PAIR}},
    {'s', AHA_DESTINATION_S3, "", 0, 0, {SECRET, SESSION}},
    {'m', AHA_DESTINATION_S3, "", 5 << 20, 1, {SECRET, SESSION}},
    {'d', AHA_DESTINATION_DROPBOX, "", 0, 0, {ACCESS, NULL}},
    {'D', AHA_DESTINATION_DROPBOX, "", 40, 0, {ACCESS, NULL}},
    {'c', AHA_DESTINATION_SOUNDCLOUD, "", 0, 0, {ACCESS, NULL}},
    {'a', AHA_DESTINATION_ALLIHOOPA, "", 0, 0, {ACCESS, NULL}},
};

static const service *to;

/* A presigned link to a private bucket carries the session token, as Amazon defines it. */
static void check_secrets(const char *line) {
  int is_link = line && strstr(line, "?X-Amz-Algorithm=");
  check_line(line, to->secrets[0]);
  if (!is_link) check_line(line, to->secrets[1]);
}

static void take_told(void) {
  aha_event event = aha_event_init();
  while (aha_client_next_event(client, &event) == AHA_OK) check_secrets(event.line);
}

/* MARK: A drop */

static aha_result make_at(aha_account *account, const char *url, aha_destination **destination) {
  if (to->kind == AHA_DESTINATION_DROPBOX) {
    aha_dropbox_options options = aha_dropbox_options_init();
    options.url = url;
    options.chunk_bytes = to->chunk;
    return aha_destination_create_dropbox(client, account, &options, destination);
  }
  if (to->kind == AHA_DESTINATION_SOUNDCLOUD) {
    aha_soundcloud_options options = aha_soundcloud_options_init();
    options.url = url;
    options.poll_ms = 1;
    return aha_destination_create_soundcloud(client, account, &options, destination);
  }
  aha_allihoopa_options options = aha_allihoopa_options_init();
  options.url = url;
  return aha_destination_create_allihoopa(client, account, &options, destination);
}

static aha_destination *make_destination(void) {
  aha_destination *destination = NULL;
  char url[80];
  snprintf(url, sizeof url, "%s%s", here, to->path);
  if (to->kind == AHA_DESTINATION_WEBDAV) {
    aha_webdav_options options = aha_webdav_options_init();
    options.user = "ada";
    options.password = SECRET;
    options.chunk_bytes = to->chunk;
    result = aha_destination_create_webdav(client, url, &options, &destination);
  } else if (to->kind == AHA_DESTINATION_S3) {
    aha_s3_options options = aha_s3_options_init();
    options.endpoint = url;
    options.key_id = "ada";
    options.secret = SECRET;
    options.session_token = SESSION;
    options.chunk_bytes = to->chunk;
    result = aha_destination_create_s3(client, "fuzz", &options, &destination);
  } else {
    keep_tokens(here);
    aha_account *account = open_account(client, here, "one");
    result = make_at(account, url, &destination);
    aha_account_release(account);
  }
  require(result == AHA_OK, "destination", result);
  return destination;
}

/* A file of zeros after the sound's header: sparse, so that it needs no disk space. */
static const char *large_file(void) {
  static char path[100];
  snprintf(path, sizeof path, "%s/large.wav", state_folder);
  FILE *file = fopen(path, "wb");
  require(file && fwrite(sound, sizeof sound, 1, file) == 1, path, 0);
  require(ftruncate(fileno(file), LARGE) == 0 && fclose(file) == 0, path, 0);
  return path;
}

static void answer(aha_drop *drop, aha_asset asset, const void *bytes, size_t size,
                   const char *type) {
  result = aha_drop_answer_bytes(drop, asset, bytes, size, type);
  require(result == AHA_OK, type, result);
}

static aha_drop *make_drop(aha_destination *destination) {
  aha_drop_options options = aha_drop_options_init();
  aha_drop *drop;
  aha_piece *piece = make_piece();
  options.commit = 1;
  result = aha_drop_create(destination, piece, &options, &drop);
  require(result == AHA_OK, "drop", result);
  aha_piece_release(piece);
  if (to->is_large) {
    result = aha_drop_answer_file(drop, AHA_ASSET_MIX_STEM, large_file(), "audio/wav");
    require(result == AHA_OK, "large", result);
  } else {
    answer(drop, AHA_ASSET_MIX_STEM, sound, sizeof sound, "audio/wav");
  }
  answer(drop, AHA_ASSET_COVER, cover, sizeof cover - 1, "image/png");
  aha_drop_answer_none(drop, AHA_ASSET_PREVIEW);
  if (to->kind == AHA_DESTINATION_ALLIHOOPA)
    answer(drop, AHA_ASSET_ATTACHMENT, "notes", 5, "text/plain");
  else
    aha_drop_answer_none(drop, AHA_ASSET_ATTACHMENT);
  return drop;
}

/* MARK: The course of a drop */

static void check_text(aha_drop *drop, aha_drop_text which) {
  static char text[1 << 17];
  size_t length;
  require(aha_drop_copy_text(drop, which, text, sizeof text, &length) == AHA_OK, "text", 0);
  require(length == strlen(text), "a text's length", 0);
  check_secrets(text);
}

/* Checks of a finished drop. */
static aha_drop_stage_code look_at(aha_drop *drop) {
  aha_drop_progress progress = aha_drop_progress_init();
  require(aha_drop_get_progress(drop, &progress) == AHA_OK, "progress", 0);
  require(progress.bytes_done >= 0 && progress.bytes_done <= progress.bytes_total &&
              progress.bytes_repeated >= 0, "bytes", progress.result);
  require((progress.result == AHA_OK) == (progress.stage == AHA_DROP_DONE), "stage", 0);
  check_text(drop, AHA_DROP_URL);
  check_text(drop, AHA_DROP_REMOTE_ID);
  check_text(drop, AHA_DROP_ERROR);
  return progress.stage;
}

/* Waits for a drop's job. A job that does not end is cancelled, and ends with the client at the
 * latest: its clean-up may be told to wait, too. */
static void finish(aha_job *job, aha_drop *drop) {
  if (!ends(job, &result)) {
    require(aha_job_cancel(job) == AHA_OK, "cancel", 0);
    if (!ends(job, &result)) return;
  }
  ONE_OF(result, "job", AHA_OK, AHA_ERROR_CANCELLED, AHA_ERROR_NETWORK, AHA_ERROR_TIMEOUT,
         AHA_ERROR_TLS, AHA_ERROR_HTTP, AHA_ERROR_RATE_LIMITED, AHA_ERROR_REPLY, AHA_ERROR_LIMIT,
         AHA_ERROR_NOT_SIGNED_IN, AHA_ERROR_REFUSED, AHA_ERROR_NOT_FOUND, AHA_ERROR_EXISTS,
         AHA_ERROR_STATE, AHA_ERROR_ACCESS, AHA_ERROR_DISK_FULL, AHA_ERROR_VERIFY,
         AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED);
  if (result != AHA_OK) check_secrets(aha_last_error());
  note_way(result, (uint32_t)server_count());
  look_at(drop);
}

/* Whether the drop was interrupted. */
static int is_broken(aha_drop *drop) {
  aha_drop_progress progress = aha_drop_progress_init();
  require(aha_drop_get_progress(drop, &progress) == AHA_OK, "progress", 0);
  return progress.stage == AHA_DROP_BROKEN;
}

/* Sends the drop, resumes it once after an interruption, and discards it after the next one. */
static void send_drop(aha_drop *drop, aha_job *jobs[3]) {
  for (int i = 0; i < 2 && (i == 0 || is_broken(drop)); i++) {
    result = aha_drop_start(drop, &jobs[i]);
    require(result == AHA_OK || (i == 1 && result == AHA_ERROR_NOT_SIGNED_IN), "start", result);
    if (jobs[i]) finish(jobs[i], drop);
  }
  if (!is_broken(drop)) return;
  result = aha_drop_discard(drop, &jobs[2]);
  require(result == AHA_OK, "discard", result);
  finish(jobs[2], drop);
}

/* No work continues after the client's release. */
static void end_jobs(aha_job *jobs[3]) {
  for (int i = 0; i < 3; i++) {
    if (!jobs[i]) continue;
    require(aha_job_wait(jobs[i], END_MS) != AHA_PENDING, "a job outlives its client", 0);
    aha_job_release(jobs[i]);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (size == 0 || size > LONGEST) return 0;
  start_server();
  to = &services[bytes[0] % COUNT_OF(services)];
  for (size_t i = 0; i < COUNT_OF(services); i++)
    if (bytes[0] == services[i].way) to = &services[i];
  client = make_client(here);
  server_set(bytes + 1, size - 1, 0);
  aha_job *jobs[3] = {NULL, NULL, NULL};
  aha_destination *destination = make_destination();
  aha_drop *drop = make_drop(destination);
  send_drop(drop, jobs);
  take_told();
  aha_drop_release(drop);
  aha_destination_release(destination);
  require(aha_client_release(client) == AHA_OK, "client", 0);
  end_jobs(jobs);
  clear_folder();
  return 0;
}
