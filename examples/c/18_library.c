/* 18_library: scans a folder into a library, searches its playable items by words, notes the first
 * one as played, and prints and draws the history of the last weeks.
 *   cc 18_library.c $(pkg-config --cflags --libs aha) -o 18_library
 *   ./18_library LIBRARY FOLDER history.png [WORDS] */
#include <aha.h>
#include <stdio.h>

enum { WEEKS = 4 };

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

static aha_result scan(aha_library *library, const char *folder) {
  aha_scan_options options = aha_scan_options_init();
  aha_report_info info = aha_report_info_init();
  aha_report *report;
  aha_job *job;
  options.roots = &folder;
  options.root_count = 1;
  aha_result result = aha_scan_start(library, &options, &report, &job);
  if (result != AHA_OK) return result;
  result = aha_job_wait(job, -1);
  aha_report_get_info(report, &info);
  printf("%lld new, %lld as they were, %lld missing\n", (long long)info.added,
         (long long)info.unchanged, (long long)info.missing);
  aha_job_release(job);
  aha_report_release(report);
  return result;
}

/* Lists items with all words, page by page; returns the number of the first. */
static aha_result list(aha_library *library, const char *words, int64_t *first) {
  aha_item_query query = aha_item_query_init();
  aha_items *page, *next;
  unsigned count = 0;
  query.text = words;
  query.order = AHA_ORDER_TITLE;
  aha_result result = aha_library_list(library, &query, &page);
  while (result == AHA_OK) {
    for (uint32_t i = 0; i < aha_items_count(page); i++) {
      aha_item item = aha_item_init();
      char title[64];
      aha_items_get(page, i, &item);
      aha_items_copy_text(page, i, AHA_ITEM_TITLE, title, sizeof title, NULL);
      if (count++ == 0) *first = item.number;
      printf("%6lld %7.1f s  %s\n", (long long)item.number, (double)item.length_us / 1e6, title);
    }
    result = aha_items_next(page, &next);
    aha_items_release(page);
    page = next;
  }
  printf("%u can be played\n", count);
  return result == AHA_END ? AHA_OK : result;
}

static aha_result show(aha_library *library, const char *picture) {
  aha_history_cursor cursor = aha_history_cursor_init();
  aha_history_bucket weeks[WEEKS];
  uint32_t count = 0;
  char label[16];
  aha_history_cursor_zoom(&cursor, 1, NULL);
  int64_t first = cursor.week - WEEKS + 1;
  aha_result result = aha_history_copy(library, AHA_SCALE_WEEK, first, cursor.week, weeks,
                                               WEEKS, &count);
  if (result != AHA_OK) return result;
  for (uint32_t i = 0; i < count; i++) {
    aha_history_copy_label(AHA_SCALE_WEEK, weeks[i].number, label, sizeof label, NULL);
    printf("%s: %lld plays, %.1f minutes\n", label, (long long)weeks[i].plays,
           (double)weeks[i].play_ms / 60000);
  }
  return aha_history_draw(library, AHA_SCALE_WEEK, first, cursor.week, picture, NULL);
}

int main(int count, char **arguments) {
  aha_library *library;
  int64_t first = 0;
  if (count < 4) return fprintf(stderr, "usage: 18_library LIBRARY FOLDER PNG [WORDS]\n"), 1;
  if (aha_library_open(arguments[1], &library) != AHA_OK) return failed(arguments[1]);
  if (scan(library, arguments[2]) != AHA_OK) return failed(arguments[2]);
  if (list(library, count > 4 ? arguments[4] : NULL, &first) != AHA_OK) return failed("list");
  if (first && aha_history_note(library, AHA_ACTIVITY_PLAY, first, 90000, 0) != AHA_OK)
    return failed("note");
  if (show(library, arguments[3]) != AHA_OK) return failed(arguments[3]);
  aha_library_release(library);
  return 0;
}
