/* A project of 200 tracks and a million points of automation:
 *   large_project make FILE SOUND   creates it
 *   large_project use FILE          opens it and edits it; prints milliseconds and MB as JSON,
 * and the disk's time for an edit: two pages, each written to a file and synced. */
#include "bench.h"
#include <aha.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { TRACKS = 200, POINTS = 5000, EDITS = 101 };

static void need(aha_result result, const char *what) {
  if (result != AHA_OK) bench_fail("%s: %s: %s", what, aha_result_name(result), aha_last_error());
}

static void make(const char *path, const char *sound) {
  static aha_point points[POINTS];
  aha_project *project;
  aha_id track, lane;
  for (int i = 0; i < POINTS; i++)
    points[i] = (aha_point){(int64_t)i * 50000, (float)-(i % 24), AHA_POINT_LINEAR};
  remove(path);
  need(aha_project_create(path, NULL, &project), path);
  for (int i = 0; i < TRACKS; i++) {
    need(aha_track_add(project, sound, NULL, &track), sound);
    need(aha_lane_add(project, AHA_OWNER_TRACK, track, AHA_FADER_GAIN_DB, AHA_LANE_READ,
                              &lane), "lane");
    need(aha_lane_add_points(project, lane, points, POINTS), "points");
  }
  need(aha_project_release(project), "release");
}

static int by_size(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static void print_times(const char *name, double *times) {
  qsort(times, EDITS, sizeof *times, by_size);
  printf("\"%s\": [%.3f, %.3f, %.3f], ", name, times[0] * 1e3, times[EDITS / 2] * 1e3,
         times[EDITS - 1] * 1e3);
}

/* Each run sets other values, because an edit without a change is skipped. */
static void edit(aha_project *project) {
  float other = -(float)(getpid() % 1000) / 10;
  double times[EDITS];
  aha_id track, lane;
  need(aha_track_at(project, TRACKS / 2, &track), "track");
  need(aha_lane_at(project, AHA_OWNER_TRACK, track, 0, &lane), "lane");
  for (int i = 0; i < EDITS; i++) {
    aha_point point = {(int64_t)i * 70001, other - (float)i / 100, AHA_POINT_LINEAR};
    double begin = bench_now();
    need(aha_lane_set_point(project, lane, &point), "edit");
    times[i] = bench_now() - begin;
  }
  print_times("edit", times);
}

/* The minimum wait of an edit: the old and the new page, each on the disk. */
static void wait_for_disk(const char *path) {
  char other[BENCH_PATH], page[4096] = {1};
  double times[EDITS];
  snprintf(other, sizeof other, "%s.page", path);
  int file = open(other, O_CREAT | O_RDWR, 0600);
  for (int i = 0; i < EDITS; i++) {
    double begin = bench_now();
    for (int turn = 0; turn < 2; turn++)
      if (pwrite(file, page, sizeof page, 4096 * turn) < 0 || fsync(file)) bench_fail("%s", other);
    times[i] = bench_now() - begin;
  }
  close(file);
  remove(other);
  print_times("disk", times);
}

static double max_megabytes(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss / 1e3;
}

int main(int count, char **arguments) {
  if (count == 4) return make(arguments[2], arguments[3]), 0;
  if (count != 3) bench_fail("large_project make FILE SOUND | use FILE");
  aha_project *project;
  double begin = bench_now();
  need(aha_project_open(arguments[2], NULL, &project), arguments[2]);
  printf("{\"open\": %.3f, ", (bench_now() - begin) * 1e3);
  edit(project);
  wait_for_disk(arguments[2]);
  printf("\"megabytes\": %.1f}\n", max_megabytes());
  need(aha_project_release(project), "release");
  return 0;
}
