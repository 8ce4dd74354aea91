/* Fuzz target for a journal of drops that another program has changed. Each line of the input is a
 * column of a table and its new value: "piece_drop.place=a"; "HERE" is the address of a server.
 * Its drops are listed, opened, sent, discarded and forgotten. libaha must change no file outside
 * its folder and return a code that the header names. */
#include "served.h"
#include <sqlite3.h>
#include <sys/stat.h>

enum { LONGEST = 1 << 16, END_MS = 20000 };

/* A foreign folder beside the journal's, which must not change. */
static void make_folders(void) {
  static const char *const folders[] = {"state", "drops", "side"};
  for (size_t i = 0; i < COUNT_OF(folders); i++)
    require(mkdir(path_of(folders[i]), 0700) == 0, folders[i], 0);
  FILE *file = fopen(path_of("side/file"), "w");
  require(file && fclose(file) == 0, "side", 0);
}

static aha_client *open_client(void) {
  char folder[100];
  aha_client_options options = aha_client_options_init();
  aha_client *made;
  snprintf(folder, sizeof folder, "%s", path_of("state"));
  options.application_id = "fuzz";
  options.state_folder = folder;
  options.proxy = here;
  options.connect_timeout_ms = options.stall_timeout_ms = 5000;
  require(aha_client_create(&options, &made) == AHA_OK, "client", 0);
  return made;
}

/* A folder, and a server that no longer exists. */
static aha_destination *add_destinations(void) {
  aha_destination *folder, *server;
  char url[100];
  result = aha_destination_create_folder(client, path_of("drops"), NULL, &folder);
  require(result == AHA_OK, "folder", result);
  snprintf(url, sizeof url, "%s/dav", here);
  result = aha_destination_create_webdav(client, url, NULL, &server);
  require(result == AHA_OK, "server", result);
  aha_destination_release(server);
  return folder;
}

/* A drop that waits for its commit, and whose process ends. */
static void make_journal(void) {
  aha_drop *drop;
  aha_job *job;
  client = open_client();
  aha_destination *folder = add_destinations();
  aha_piece *piece = make_piece();
  require(aha_drop_create(folder, piece, NULL, &drop) == AHA_OK, "drop", 0);
  aha_drop_answer_bytes(drop, AHA_ASSET_MIX_STEM, sound, sizeof sound, "audio/wav");
  aha_drop_answer_none(drop, AHA_ASSET_PREVIEW);
  aha_drop_answer_bytes(drop, AHA_ASSET_ATTACHMENT, sound, sizeof sound, "text/plain");
  aha_drop_answer_bytes(drop, AHA_ASSET_COVER, cover, sizeof cover - 1, "image/png");
  require(aha_drop_start(drop, &job) == AHA_OK, "start", 0);
  aha_piece_release(piece);
  aha_drop_release(drop);
  aha_destination_release(folder);
  aha_client_release(client);
  require(aha_job_wait(job, END_MS) != AHA_PENDING, "the first drop", 0);
  aha_job_release(job);
}

/* MARK: Changes by another program */

/* Changes that the tables' own constraints refuse are skipped. */
static void change(sqlite3 *database, char *line, size_t length) {
  char query[100];
  char *dot = memchr(line, '.', length), *equals = memchr(line, '=', length);
  if (!dot || !equals || equals < dot || equals - line > 40) return;
  for (const char *c = line; c < equals; c++)
    if (c != dot && *c != '_' && (*c < 'a' || *c > 'z') && (*c < '0' || *c > '9')) return;
  *dot = *equals = 0;
  sqlite3_stmt *update;
  snprintf(query, sizeof query, "UPDATE %s SET %s = ?1", line, dot + 1);
  if (sqlite3_prepare_v2(database, query, -1, &update, NULL) != SQLITE_OK) return;
  const char *value = equals + 1;
  size_t size = (size_t)(line + length - value);
  char address[80];
  if (size == 4 && !memcmp(value, "HERE", 4)) {
    size = (size_t)snprintf(address, sizeof address, "%s/dav", here);
    value = address;
  }
  /* Texts that are numbers become numbers in numeric columns. */
  sqlite3_bind_text(update, 1, value, (int)size, SQLITE_STATIC);
  sqlite3_step(update);
  sqlite3_finalize(update);
}

static void write_to_journal(const uint8_t *bytes, size_t size) {
  static char lines[LONGEST + 1];
  sqlite3 *database;
  memcpy(lines, bytes, size);
  lines[size] = 0;
  require(sqlite3_open(path_of("state/drops.db"), &database) == SQLITE_OK, "journal", 0);
  for (char *line = lines; line < lines + size;) {
    char *end = memchr(line, '\n', (size_t)(lines + size - line));
    if (!end) end = lines + size;
    change(database, line, (size_t)(end - line));
    line = end + 1;
  }
  sqlite3_close(database);
}

/* MARK: The state afterwards */

static void look_at(aha_drop *drop) {
  static char text[LONGEST * 4];
  aha_drop_progress progress = aha_drop_progress_init();
  require(aha_drop_get_progress(drop, &progress) == AHA_OK, "progress", 0);
  require(progress.bytes_done >= 0 && progress.bytes_done <= progress.bytes_total &&
              progress.bytes_repeated >= 0 && progress.stage <= AHA_DROP_CANCELLED, "progress", 0);
  for (aha_drop_text which = AHA_DROP_ID; which <= AHA_DROP_ERROR; which++)
    require(aha_drop_copy_text(drop, which, text, sizeof text, NULL) == AHA_OK, "text", 0);
}

static void finish(aha_job *job) {
  if (!job) return;
  if (!ends(job, &result)) {
    aha_job_cancel(job);
    ends(job, &result);
  }
  note_way(result, (uint32_t)server_count());
  aha_job_release(job);
}

static void work_on(aha_drop *drop) {
  aha_job *job;
  look_at(drop);
  result = aha_drop_start(drop, &job);
  note_way(result, 5);
  if (job) aha_drop_commit(drop);
  finish(job);
  look_at(drop);
  result = aha_drop_discard(drop, &job);
  note_way(result, 6);
  finish(job);
  note_way(aha_drop_forget(drop), 7);
}

static void open_all(void) {
  uint32_t count = aha_drop_count(client);
  char id[200];
  result = aha_drop_copy_id(client, 0, NULL, 0, NULL);
  ONE_OF(result, "first", AHA_OK, AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_DAMAGED);
  note_way(result, count);
  for (uint32_t i = 0; i < count; i++) {
    aha_drop *drop;
    require(aha_drop_copy_id(client, i, id, sizeof id, NULL) == AHA_OK, "id", 0);
    result = aha_drop_open(client, id, &drop);
    ONE_OF(result, "open", AHA_OK, AHA_ERROR_DAMAGED, AHA_ERROR_LIMIT, AHA_ERROR_UNKNOWN_FORMAT,
           AHA_ERROR_UNSUPPORTED, AHA_ERROR_EMPTY);
    note_way(result, 4);
    if (!drop) continue;
    work_on(drop);
    aha_drop_release(drop);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (size > LONGEST) return 0;
  start_server();
  find_folder();
  server_set((const uint8_t *)"", 0, 0);
  make_folders();
  make_journal();
  write_to_journal(bytes, size);
  client = open_client();
  aha_destination_release(add_destinations());
  open_all();
  take_events(client, NULL);
  require(aha_client_release(client) == AHA_OK, "client", 0);
  require(count_in(".") == 3 && count_in("side") == 1, "content outside", 0);
  clear_folder();
  return 0;
}
