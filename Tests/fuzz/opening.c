/* Fuzz target for openings: manifests, pages, and replies of a service. The first byte selects
 * the way: a "f"older or its pa"g"e on disk, an "h"ttp page, a manifest by http ("j"), a piece
 * of "a" service of the Allihoopa protocol. libaha must return a code that its header names.
 * Saved files must be in the target folder, with bytes of the opened piece only. */
#include "account.h"
#include "served.h"
#include <sys/stat.h>

enum { LONGEST = 1 << 18, MAX_ASSETS = 8, END_MS = 20000 };

#define OUTSIDE "CANARY-outside"

/* MARK: Folders: in/ is opened, out/ receives saved files, and a foreign file lies beside them. */

static void put(const char *name, const void *bytes, size_t size) {
  FILE *file = fopen(path_of(name), "wb");
  require(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, name, 0);
}

/* The files of a drop from the input, one after the other. */
static void put_drop(const uint8_t *bytes, size_t size) {
  static const char *const names[] = {"in/piece.json", "in/index.html", "in/Stra\303\237e.wav",
                                      "in/cover.png"};
  for (size_t i = 0; i < COUNT_OF(names) && bytes; i++) {
    const uint8_t *mark = memmem(bytes, size, NEXT_REPLY, strlen(NEXT_REPLY));
    size_t part = mark ? (size_t)(mark - bytes) : size;
    put(names[i], bytes, part);
    size -= mark ? part + strlen(NEXT_REPLY) : part;
    bytes = mark ? mark + strlen(NEXT_REPLY) : NULL;
  }
}

static void make_folders(void) {
  static const char *const folders[] = {"in", "in/deep", "out", "side"};
  for (size_t i = 0; i < COUNT_OF(folders); i++)
    require(mkdir(path_of(folders[i]), 0700) == 0, folders[i], 0);
  put("side/secret", OUTSIDE, strlen(OUTSIDE));
  require(symlink("../side/secret", path_of("in/link")) == 0, "link", 0);
  require(symlink("../side", path_of("in/side")) == 0, "link", 0);
}

/* A saved file has no bytes of the file beside the folder. */
static void check_saved(const char *name) {
  static char bytes[LONGEST];
  FILE *file = fopen(path_of(name), "rb");
  require(file != NULL, name, 0);
  size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  require(!memmem(bytes, size, OUTSIDE, strlen(OUTSIDE)), "a file from outside", 0);
}

/* MARK: The opened piece */

static void check_text(aha_opening *opening, aha_opening_text which) {
  static char text[1 << 20];
  size_t length;
  aha_result copied = aha_opening_copy_text(opening, which, text, sizeof text, &length);
  require(copied == AHA_OK && length == strlen(text), "text", copied);
  check_line(text, ACCESS);
}

/* Names are usable for saving. */
static void check_asset(const aha_opening_asset *asset) {
  check_line(asset->name, NULL);
  check_line(asset->type, NULL);
  require(*asset->name && *asset->name != '.' && !strchr(asset->name, '/'), "a name", 0);
  require(asset->size >= -1, "a size", 0);
  require(!*asset->sha256 || strlen(asset->sha256) == 64, "a hash", 0);
}

static aha_result finish(aha_job *job) {
  if (!ends(job, &result)) {
    require(aha_job_cancel(job) == AHA_OK, "cancel", 0);
    result = aha_job_wait(job, END_MS);
  }
  /* Others are errors of a judged piece. */
  if (result > AHA_ERROR_TITLE_EMPTY || result < AHA_ERROR_TEXT_DIRECTION) {
    ONE_OF(result, "job", AHA_OK, AHA_ERROR_CANCELLED, AHA_ERROR_NETWORK, AHA_ERROR_TIMEOUT,
           AHA_ERROR_TLS, AHA_ERROR_HTTP, AHA_ERROR_RATE_LIMITED, AHA_ERROR_REPLY,
           AHA_ERROR_LIMIT, AHA_ERROR_NOT_SIGNED_IN, AHA_ERROR_REFUSED, AHA_ERROR_NOT_FOUND,
           AHA_ERROR_ACCESS, AHA_ERROR_DAMAGED, AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_UNSUPPORTED,
           AHA_ERROR_EMPTY, AHA_ERROR_VERIFY, AHA_ERROR_IS_DIRECTORY,
           AHA_ERROR_INVALID_ARGUMENT);
  }
  if (result != AHA_OK) check_line(aha_last_error(), ACCESS);
  note_way(result, (uint32_t)server_count());
  aha_job_release(job);
  return result;
}

static void save_asset(aha_opening *opening, uint32_t index) {
  aha_opening_asset asset = aha_opening_asset_init();
  char name[40];
  aha_job *job;
  require(aha_opening_asset_get(opening, index, &asset) == AHA_OK, "asset", 0);
  check_asset(&asset);
  snprintf(name, sizeof name, "out/%u", index);
  const char *type = strlen(asset.type) < sizeof asset.type - 1 ? asset.type : NULL;
  result = aha_opening_save(opening, asset.asset, type, path_of(name), &job);
  ONE_OF(result, "save", AHA_OK, AHA_ERROR_LIMIT, AHA_ERROR_NOT_FOUND, AHA_ERROR_UNSUPPORTED);
  if (!job) return;
  if (finish(job) == AHA_OK) check_saved(name);
}

static void look_at(aha_opening *opening) {
  aha_piece *piece;
  require(aha_opening_get_piece(opening, &piece) == AHA_OK, "piece", 0);
  aha_piece_release(piece);
  check_text(opening, AHA_OPENING_ID);
  check_text(opening, AHA_OPENING_URL);
  check_text(opening, AHA_OPENING_CREATED);
  uint32_t count = aha_opening_asset_count(opening);
  size_t before = count_in("in");
  for (uint32_t i = 0; i < count && i < MAX_ASSETS; i++) save_asset(opening, i);
  require(count_in("in") == before && count_in("side") == 1, "a file was made", 0);
  require(count_in(".") == 3, "a file beside the folders", 0);
}

static void open_piece(const char *url, aha_account *account) {
  aha_opening_options options = aha_opening_options_init();
  aha_opening *opening;
  aha_job *job;
  options.account = account;
  options.poll_ms = 1;
  result = aha_opening_create(client, url, &options, &opening, &job);
  require(result == AHA_OK, "opening", result);
  if (finish(job) == AHA_OK) look_at(opening);
  aha_opening_release(opening);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  char url[80];
  if (size == 0 || size > LONGEST) return 0;
  start_server();
  client = make_client(here);
  server_set(bytes + 1, size - 1, 0);
  make_folders();
  aha_account *account = NULL;
  switch (bytes[0]) {
  case 'h': snprintf(url, sizeof url, "%s/drops/a/", here); break;
  case 'j': snprintf(url, sizeof url, "%s/drops/a/piece.json", here); break;
  case 'a':
    keep_tokens(here);
    account = open_account(client, here, "one");
    snprintf(url, sizeof url, "ah-fuzz://open?uuid=0123");
    break;
  default:
    put_drop(bytes + 1, size - 1);
    snprintf(url, sizeof url, "%s", path_of(bytes[0] == 'g' ? "in/index.html" : "in"));
  }
  open_piece(url, account);
  if (account) aha_account_release(account);
  take_events(client, ACCESS);
  require(aha_client_release(client) == AHA_OK, "client", 0);
  clear_folder();
  return 0;
}
