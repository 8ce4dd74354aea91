/* library_aha.c: times libraries:
 *   scan LIBRARY FOLDER THREADS
 *   pages LIBRARY ROUNDS IS_UNCHECKED TEXT…
 *   sync LIBRARY STATE URL IS_WHOLE
 * Prints the error, or times and sizes as JSON; memory is the growth of the peak. */
#include <aha.h>

#include "online.h"

static aha_library *opened(const char *path) {
  aha_library *library;
  must(aha_library_open(path, &library), path);
  return library;
}

/* Waits and prints the result. */
static void tell(aha_job *job, aha_report *report, double begin, int64_t before) {
  aha_report_info info = aha_report_info_init();
  must(aha_job_wait(job, -1), "the job");
  double seconds = bench_now() - begin;
  must(aha_report_get_info(report, &info), "the report");
  printf("{\"seconds\": %.6f, \"seen\": %lld, \"added\": %lld, \"unchanged\": %lld, "
         "\"undecodable\": %lld, \"is_unchanged\": %u, \"memory\": %lld, \"cpu\": %.3f}\n", seconds,
         (long long)info.seen, (long long)info.added, (long long)info.unchanged,
         (long long)info.undecodable, info.is_unchanged, (long long)(peak_bytes() - before),
         bench_cpu());
  aha_report_release(report);
  aha_job_release(job);
}

static void scan(char **argv) {
  int64_t before = peak_bytes();
  double begin = bench_now();
  aha_library *library = opened(argv[2]);
  aha_scan_options options = aha_scan_options_init();
  const char *root = argv[3];
  aha_report *report;
  aha_job *job;
  options.roots = &root;
  options.root_count = 1;
  options.threads = (uint32_t)atoi(argv[4]);
  must(aha_scan_start(library, &options, &report, &job), root);
  tell(job, report, begin, before);
  aha_library_release(library);
}

static void sync_feed(char **argv) {
  int64_t before = peak_bytes();
  double begin = bench_now();
  aha_library *library = opened(argv[2]);
  aha_client_options options = aha_client_options_init();
  aha_sync_options how = aha_sync_options_init();
  aha_client *client;
  aha_report *report;
  aha_job *job;
  options.application_id = "bench";
  options.proxy = "";
  options.state_folder = argv[3];
  how.is_whole = (uint32_t)atoi(argv[5]);
  must(aha_client_create(&options, &client), "client");
  must(aha_sync_start_feed(library, client, argv[4], &how, &report, &job), argv[4]);
  tell(job, report, begin, before);
  aha_client_release(client);
  aha_library_release(library);
}

// MARK: Pages

enum { MAX_ROUNDS = 100 };
#define SLOW 0.2

static const struct { aha_item_state states; aha_origin origin; } filters[] = {
  {AHA_ITEM_PLAYABLE, 0}, {AHA_ITEM_ANY, 0}, {AHA_ITEM_MISSING, 0},
  {AHA_ITEM_PLAYABLE, AHA_ORIGIN_DROP},
};

static void print_times(const char *name, const double *times, int count) {
  printf(", \"%s\": [", name);
  for (int i = 0; i < count; i++) printf("%s%.4f", i ? ", " : "", times[i] * 1e3);
  printf("]");
}

/* The first page, and the next one if it exists; repeated unless it is slow. */
static void ask(aha_library *library, const aha_item_query *query, int rounds) {
  double first[MAX_ROUNDS], next[MAX_ROUNDS];
  uint32_t found = 0;
  int has_next = 0;
  int i = 0;
  for (double start = bench_now(); i < rounds && (i == 0 || bench_now() - start < SLOW); i++) {
    aha_items *page, *second;
    double begin = bench_now();
    must(aha_library_list(library, query, &page), "a list");
    double between = bench_now();
    must(aha_items_next(page, &second), "the next page");
    next[i] = bench_now() - between;
    first[i] = between - begin;
    found = aha_items_count(page);
    has_next = second != NULL;
    if (second) aha_items_release(second);
    aha_items_release(page);
  }
  printf("\"items\": %u", found);
  print_times("first", first, i);
  print_times("next", next, has_next ? i : 0);
}

static void pages(int argc, char **argv) {
  aha_library *library = opened(argv[2]);
  int rounds = atoi(argv[3]), is_first = 1;
  int64_t count = aha_library_count(library);
  if (rounds < 1 || rounds > MAX_ROUNDS) bench_fail("%d rounds", rounds);
  double begin = bench_now(), cpu = bench_cpu();
  printf("{\"count\": %lld, \"queries\": [", (long long)count);
  for (int text = 5; text < argc; text++)
    for (aha_item_order order = AHA_ORDER_NEWEST; order <= AHA_ORDER_LENGTH; order++)
      for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        aha_item_query query = aha_item_query_init();
        query.text = *argv[text] ? argv[text] : NULL;
        query.order = order;
        query.states = filters[i].states;
        query.origin = filters[i].origin;
        query.is_unchecked = (uint32_t)atoi(argv[4]);
        printf("%s{\"text\": %d, \"order\": %u, \"filter\": %zu, ", is_first ? "" : ",\n", text - 5,
               order, i);
        is_first = 0;
        ask(library, &query, rounds);
        printf("}");
      }
  printf("], \"cpu_per_wall\": %.3f}\n", (bench_cpu() - cpu) / (bench_now() - begin));
  aha_library_release(library);
}

int main(int argc, char **argv) {
  const char *what = argc > 2 ? argv[1] : "";
  if (strcmp(what, "scan") == 0 && argc == 5)
    scan(argv);
  else if (strcmp(what, "pages") == 0 && argc > 5)
    pages(argc, argv);
  else if (strcmp(what, "sync") == 0 && argc == 6)
    sync_feed(argv);
  else
    bench_fail("%s scan|pages|sync LIBRARY …", argv[0]);
  return 0;
}
