/* Libraries, items, scans and histories: values out of range, unusable files, wrong times.
 * Argument: a working folder. */
#include "check.h"

#include <sys/stat.h>
#include <unistd.h>

static aha_library *library;
static const char *folder;
static char path[4096];
static aha_items *made;

static const char *in_folder(const char *name) {
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void write_file(const char *name, const char *bytes, size_t size) {
  FILE *file = fopen(in_folder(name), "w");
  if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) exit(3);
}

static aha_result open_at(const char *name) {
  aha_library *other = (void *)&library;
  aha_result result = aha_library_open(in_folder(name), &other);
  CHECK(result == AHA_OK || other == NULL, "out_library not NULL");
  if (result == AHA_OK) NEED(aha_library_release(other));
  return result;
}

static void check_files(void) {
  aha_library *other;
  INVALID(aha_library_open("", &other), "empty");
  write_file("text", "no library at all, but long enough to be looked at twice", 56);
  write_file("begin", "SQLite format 3", 15);
  CHECK(open_at("begin") < 0, "a beginning was opened");
  mkdir(in_folder("sub"), 0700);
  CHECK(open_at("sub") < 0, "a folder was opened");
  setenv("XDG_DATA_HOME", "relative", 1);
  setenv("HOME", "relative", 1);
  REFUSED(aha_library_open(NULL, &other), AHA_ERROR_NOT_FOUND, "XDG_DATA_HOME");
  setenv("XDG_DATA_HOME", in_folder("data"), 1);
  NEED(aha_library_open(NULL, &other));
  CHECK(access(in_folder("data/aha/library.aha"), R_OK) == 0, "the shared one is not there");
  NEED(aha_library_release(other));
}

static aha_result list(aha_item_query query) {
  aha_items *items = (void *)&library;
  query.struct_size = sizeof query;
  aha_result result = aha_library_list(library, &query, &items);
  CHECK(result == AHA_OK || items == NULL, "out_items not NULL");
  if (result == AHA_OK) NEED(aha_items_release(items));
  return result;
}

static void check_lists(void) {
  aha_item item = aha_item_init();
  aha_piece *piece;
  char text[2];
  INVALID(list((aha_item_query){.states = 32}), "32");
  INVALID(list((aha_item_query){.count = 1001}), "1001");
  INVALID(list((aha_item_query){.item = 77}), "relation");
  NEED(list((aha_item_query){.text = "\"* OR NEAR( \\ ' ; -- \xFF\xFE ^"}));
  NEED(list((aha_item_query){.sha256 = "no hash at all"}));
  NEED(list((aha_item_query){.states = AHA_ITEM_ANY, .count = 1000, .is_unchecked = 1}));
  REFUSED(aha_library_get_item(library, 0, &made), AHA_ERROR_NOT_FOUND, "0");
  REFUSED(aha_library_get_item(library, INT64_MIN, &made), AHA_ERROR_NOT_FOUND, "-92233720368547");
  REFUSED(aha_library_find(library, "/nowhere/x", &made), AHA_ERROR_NOT_FOUND, "/nowhere/x");
  REFUSED(aha_library_find(library, "", &made), AHA_ERROR_NOT_FOUND, "");
  REFUSED(aha_library_check(library, 77, &made), AHA_ERROR_NOT_FOUND, "77");
  REFUSED(aha_library_forget(library, 77), AHA_ERROR_NOT_FOUND, "77");
  REFUSED(aha_library_restore(library, 77), AHA_ERROR_NOT_FOUND, "77");
  REFUSED(aha_library_set_text(library, 77, AHA_ITEM_TITLE, "x"), AHA_ERROR_NOT_FOUND, "77");
  INVALID(aha_library_set_text(library, 1, AHA_ITEM_PLACE, "x"), "0");
  REFUSED(aha_library_forget_missing(library, "/nowhere", NULL), AHA_ERROR_NOT_FOUND, "/nowhere");
  INVALID(aha_library_save_query(library, "", NULL), "name");
  REFUSED(aha_library_run_query(library, "none", &made), AHA_ERROR_NOT_FOUND, "none");
  REFUSED(aha_library_rename_query(library, "none", "x"), AHA_ERROR_NOT_FOUND, "none");
  REFUSED(aha_library_remove_query(library, "none"), AHA_ERROR_NOT_FOUND, "none");
  REFUSED(aha_library_analyze(library, 77, NULL), AHA_ERROR_NOT_FOUND, "77");
  REFUSED(list((aha_item_query){.relation = AHA_ITEMS_ANCESTORS, .item = 77}),
          AHA_ERROR_NOT_FOUND, "77");
  REFUSED(list((aha_item_query){.relation = AHA_ITEMS_DESCENDANTS, .item = 77}),
          AHA_ERROR_NOT_FOUND, "77");
  INVALID(list((aha_item_query){.relation = AHA_ITEMS_DUPLICATES, .count = 101}), "101");
  REFUSED(list((aha_item_query){.relation = AHA_ITEMS_DUPLICATES, .text = "x"}),
          AHA_ERROR_UNSUPPORTED, "filter");
  NEED(aha_library_list(library, NULL, &made));
  CHECK(aha_items_count(made) == 0, "%u", aha_items_count(made));
  INVALID(aha_items_get(made, 0, &item), "0");
  INVALID(aha_items_get(made, UINT32_MAX, &item), "4294967295");
  INVALID(aha_items_copy_text(made, 0, AHA_ITEM_TITLE, text, 2, NULL), "0");
  INVALID(aha_items_get_piece(made, 0, &piece), "0");
  aha_items *next = (void *)&library;
  CHECK(aha_items_next(made, &next) == AHA_END && next == NULL, "there is a page behind nothing");
  NEED(aha_items_release(made));
}

static void check_adding(void) {
  int64_t number = 7;
  aha_piece *piece;
  aha_item item = aha_item_init();
  aha_items *found;
  char text[2];
  NEED(aha_piece_create(&piece));
  REFUSED(aha_library_add_file(library, in_folder("gone.wav"), 0, &number), AHA_ERROR_NOT_FOUND,
          "gone.wav");
  CHECK(number == 0, "a count of failures: %d", (int)number);
  INVALID(aha_library_add_file(library, in_folder("text"), AHA_ORIGIN_REMOTE, NULL), "remote");
  NEED(aha_library_add_file(library, in_folder("text"), 0, &number));
  NEED(aha_library_get_item(library, number, &found));
  NEED(aha_items_get(found, 0, &item));
  CHECK(item.state == AHA_ITEM_UNDECODABLE && item.number == number, "state %u", item.state);
  CHECK(isnan(item.loudness_lufs) && item.tempo_bpm == 0, "it was never analyzed");
  REFUSED(aha_items_copy_text(found, 0, AHA_ITEM_REASON, text, 2, NULL),
          AHA_ERROR_BUFFER_TOO_SMALL, "bytes");
  REFUSED(aha_items_get_piece(found, 0, &piece), AHA_ERROR_NOT_FOUND, "piece");
  NEED(aha_items_release(found));
  NEED(aha_piece_create(&piece));
  INVALID(aha_library_add_piece(library, piece, "/x", "xyz", 4, 1, NULL), "xyz");
  INVALID(aha_library_add_piece(library, piece, "/x", NULL, 0, 1, NULL), "origin 0");
  INVALID(aha_library_add_piece(library, piece, "/x", NULL, 4, 0, NULL), "state 0");
  INVALID(aha_library_add_piece(library, piece, "/x", NULL, 4, 3, NULL), "state 3");
  INVALID(aha_library_add_piece(library, piece, "/x", NULL, 4, 32, NULL), "state 32");
  NEED(aha_library_add_piece(library, piece, "http://127.0.0.1:1/", NULL, 4, 16, &number));
  NEED(aha_library_forget(library, number));
  NEED(aha_piece_release(piece));
}

static const char *nothing[1];
static aha_result scan(aha_scan_options options) {
  aha_report *report = (void *)&library;
  aha_job *job = (void *)&library;
  options.struct_size = sizeof options;
  aha_result result = aha_scan_start(library, &options, &report, &job);
  CHECK(result == AHA_OK || (report == NULL && job == NULL), "the out parameter is not NULL");
  if (result != AHA_OK) return result;
  NEED(aha_job_wait(job, -1));
  NEED(aha_job_release(job));
  NEED(aha_report_release(report));
  return result;
}

static const char *const gone = "/nowhere/at/all";

static void check_scans(void) {
  aha_report_info info = aha_report_info_init();
  aha_scan_options options = aha_scan_options_init();
  aha_report *report;
  aha_job *job;
  char text[2];
  INVALID(scan((aha_scan_options){.root_count = 1}), "roots");
  INVALID(scan((aha_scan_options){.roots = &folder, .root_count = 1, .ignored = nothing,
                                  .ignored_count = 1}), "ignored");
  INVALID(scan((aha_scan_options){.roots = &folder, .root_count = 100001}), "100001");
  INVALID(scan((aha_scan_options){.roots = &folder, .root_count = 1, .max_files = -1}), "-1");
  INVALID(scan((aha_scan_options){.roots = &folder, .root_count = 1, .max_depth = 66}), "66");
  INVALID(scan((aha_scan_options){.roots = &folder, .root_count = 1, .threads = 65}), "65");
  NEED(scan((aha_scan_options){.roots = &folder, .root_count = 1}));
  options.roots = &folder, options.root_count = 1;
  NEED(aha_scan_start(library, &options, NULL, NULL));
  NEED(aha_scan_start(library, &options, &report, &job));
  NEED(aha_job_wait(job, -1));
  NEED(aha_report_get_info(report, &info));
  INVALID(aha_report_copy_line(report, info.line_count, text, 2, NULL), "index");
  NEED(aha_job_release(job));
  NEED(aha_report_release(report));
}

static void check_watches(void) {
  aha_scan_options options = aha_scan_options_init();
  aha_watch_status status = aha_watch_status_init();
  options.roots = &gone, options.root_count = 1;
  NEED(aha_scan_stop_watch(library));
  options.roots = &folder;
  for (int turn = 0; turn < 3; turn++) NEED(aha_scan_start_watch(library, &options));
  NEED(aha_scan_get_watch(library, &status));
  CHECK(status.is_watching && status.result == AHA_OK, "%u", status.is_watching);
  NEED(aha_scan_stop_watch(library));
  NEED(aha_scan_get_watch(library, &status));
  CHECK(!status.is_watching && status.scans == 0, "%u", status.is_watching);
  NEED(aha_scan_start_watch(library, &options)); /* the page ends with the library */
}

static void check_syncs(void) {
  aha_client_options how = aha_client_options_init();
  aha_sync_options sync = aha_sync_options_init();
  aha_report_info info = aha_report_info_init();
  aha_client *client;
  aha_destination *destination;
  aha_report *report = (void *)&library;
  aha_job *job = (void *)&library;
  how.application_id = "abuse";
  how.state_folder = folder;
  NEED(aha_client_create(&how, &client));
  NEED(aha_destination_create_folder(client, in_folder("sub"), NULL, &destination));
  sync.max_items = -1;
  INVALID(aha_sync_start(library, destination, &sync, NULL, NULL), "-1");
  INVALID(aha_sync_start_feed(library, client, "no url", NULL, NULL, NULL), "invalid URL");
  INVALID(aha_sync_start_feed(library, client, "file:///etc/passwd", NULL, NULL, NULL), "URL");
  REFUSED(aha_sync_fetch(library, client, NULL, 1 << 30, in_folder("x"), &job),
          AHA_ERROR_NOT_FOUND, "no item");
  NEED(aha_sync_start(library, destination, NULL, &report, &job));
  NEED(aha_job_wait(job, -1));
  NEED(aha_report_get_info(report, &info));
  CHECK(info.added == 0 && info.missing == 0, "%d", (int)info.added);
  NEED(aha_job_release(job));
  NEED(aha_report_release(report));
  NEED(aha_sync_start_feed(library, client, "http://127.0.0.1:1/feed", NULL, &report, &job));
  CHECK(aha_job_wait(job, -1) == AHA_ERROR_NETWORK, "the account is not signed in");
  NEED(aha_report_get_info(report, &info));
  NEED(aha_job_release(job));
  NEED(aha_report_release(report));
  NEED(aha_client_release(client));
}

static void check_time(void) {
  aha_history_bucket bucket;
  aha_history_import_info info = aha_history_import_info_init();
  aha_history_cursor cursor = aha_history_cursor_init();
  aha_strip_options strip = aha_strip_options_init();
  uint32_t count = 7;
  size_t length = 7;
  int64_t number = 7;
  char text[2];
  REFUSED(aha_history_export(library, "/nowhere/a.json", 0, NULL), AHA_ERROR_NOT_FOUND, "/nowhere");
  REFUSED(aha_history_import(library, "/nowhere/a.json", &info), AHA_ERROR_NOT_FOUND, "/nowhere");
  REFUSED(aha_history_import(library, in_folder("text"), &info), AHA_ERROR_UNKNOWN_FORMAT,
          "history");
  INVALID(aha_history_import(library, in_folder("text"), NULL), "info");
  INVALID(aha_history_note(library, 0, 0, 0, 0), "activity 0");
  INVALID(aha_history_note(library, 5, 0, 0, 0), "5");
  INVALID(aha_history_note(library, 1, 0, -1, 0), "-1");
  INVALID(aha_history_note(library, 1, 0, 0, -1), "-1");
  REFUSED(aha_history_note(library, 1, 77, 0, 0), AHA_ERROR_NOT_FOUND, "77");
  CHECK(aha_history_get_first(library, 0, &number) == AHA_END && number == 0, "%d", (int)number);
  NEED(aha_history_note(library, 1, 0, INT64_MAX, INT64_MAX));
  NEED(aha_history_copy(library, 0, INT64_MIN, INT64_MAX, NULL, 0, &count));
  CHECK(count > 20000, "%u days", count);
  REFUSED(aha_history_copy(library, 0, INT64_MIN, INT64_MAX, &bucket, 1, &count),
          AHA_ERROR_BUFFER_TOO_SMALL, "room");
  NEED(aha_history_copy(library, 2, INT64_MAX, INT64_MIN, NULL, 0, &count));
  CHECK(count == 0, "%u months", count);
  NEED(aha_history_copy_json(library, 1, INT64_MIN, INT64_MAX, NULL, 0, &length));
  CHECK(length > 1000, "%zu", length);
  strip.width = 15;
  INVALID(aha_history_draw(library, 0, 0, 0, in_folder("a.png"), &strip), "15");
  strip.width = 16;
  strip.height = 16;
  NEED(aha_history_draw(library, 0, 0, 9, in_folder("a.png"), &strip));
  NEED(aha_history_draw(library, 0, 9, 0, in_folder("a.png"), NULL));
  REFUSED(aha_history_draw(library, 0, 0, 0, "/nowhere/a.png", NULL),
          AHA_ERROR_NOT_FOUND, "nowhere");
  INVALID(aha_history_copy_label(0, -1, text, 2, NULL), "-1");
  INVALID(aha_history_copy_label(1, INT64_MAX, text, 2, NULL), "9223372036854775807");
  REFUSED(aha_history_copy_label(0, 0, text, 2, NULL), AHA_ERROR_BUFFER_TOO_SMALL, "11");
  INVALID(aha_history_copy_label(0, 0, NULL, 0, NULL), "NULL");
  cursor.scale = 3;
  INVALID(aha_history_cursor_seek(&cursor, 0), "3");
}

int main(int count, char **arguments) {
  folder = count > 1 ? arguments[1] : "/tmp";
  check_files();
  NEED(aha_library_open(in_folder("library"), &library));
  check_lists();
  check_time();
  check_adding();
  check_scans();
  check_syncs();
  check_watches();
  NEED(aha_library_release(library));
  return verdict();
}
