/* Bounces a project in which one file is CLIPS clips, one each 100 ms:
 *   clips_aha SOUND OUTPUT CLIPS
 * Prints the seconds of wall-clock and processor time of the bounce, and the growth of the peak of
 * resident memory in MB, as JSON. */
#include "bench.h"
#include <aha.h>
#include <sys/resource.h>

static void need(aha_result result, const char *what) {
  if (result != AHA_OK) bench_fail("%s: %s: %s", what, aha_result_name(result), aha_last_error());
}

static double max_megabytes(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss / 1e3;
}

int main(int count, char **arguments) {
  if (count != 4) bench_fail("clips_aha SOUND OUTPUT CLIPS");
  char path[BENCH_PATH];
  aha_project *project;
  aha_job *job;
  aha_id track;
  snprintf(path, sizeof path, "%s.aha", arguments[2]);
  remove(path);
  need(aha_project_create(path, NULL, &project), path);
  for (int i = 0; i < atoi(arguments[3]); i++) {
    aha_track info = aha_track_init();
    info.start_us = (int64_t)i * 100000;
    info.gain_db = -40;
    need(aha_track_add(project, arguments[1], &info, &track), arguments[1]);
  }
  double memory = max_megabytes(), wall = bench_now(), cpu = bench_cpu();
  need(aha_bounce_start(project, arguments[2], NULL, NULL, &job), "bounce");
  need(aha_job_wait(job, -1), "job");
  printf("{\"wall\": %.4f, \"cpu\": %.4f, \"megabytes\": %.1f}\n", bench_now() - wall,
         bench_cpu() - cpu, max_megabytes() - memory);
  aha_job_release(job);
  aha_project_release(project);
  remove(path);
  return 0;
}
