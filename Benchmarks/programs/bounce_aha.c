/* Bounces a project of eight tracks, each with pitch, filter and reverb, whose cutoff and pitch
 * move all the time:  bounce_aha INPUT OUTPUT THREADS Prints seconds of wall-clock and processor
 * time as JSON; the project is created before the clock starts. */
#include "bench.h"
#include <aha.h>
#include <math.h>

enum { TRACKS = 8, SECONDS = 180 };

static void need(aha_result result, const char *what) {
  if (result != AHA_OK) bench_fail("%s: %s: %s", what, aha_result_name(result), aha_last_error());
}

static aha_id add_effect(aha_project *project, aha_id track, aha_effect_kind kind) {
  aha_id effect;
  need(aha_project_effect_add(project, AHA_OWNER_TRACK, track, kind, AHA_LAST, &effect), "effect");
  return effect;
}

/* One point every 100 ms. */
static void move(aha_project *project, aha_id effect, uint32_t parameter, double middle,
                 double ratio, aha_point_curve curve) {
  aha_point points[SECONDS * 10];
  aha_id lane;
  for (int i = 0; i < SECONDS * 10; i++) {
    double wave = sin(i * 0.1 * 3.14159);
    double value = curve == AHA_POINT_EXPONENTIAL ? middle * pow(ratio, wave)
                                                  : middle + ratio * wave;
    points[i] = (aha_point){i * 100000, (float)value, curve};
  }
  need(aha_lane_add(project, AHA_OWNER_EFFECT, effect, parameter, AHA_LANE_READ, &lane),
       "lane");
  need(aha_lane_add_points(project, lane, points, SECONDS * 10), "points");
}

static aha_project *make_project(const char *input, const char *path) {
  aha_project *project;
  aha_project_settings settings = aha_project_settings_init();
  need(aha_project_create(path, NULL, &project), path);
  settings.sample_rate = BENCH_RATE;
  need(aha_project_set_settings(project, &settings), "settings");
  for (int i = 0; i < TRACKS; i++) {
    char file[BENCH_PATH];
    aha_id track;
    aha_track info = aha_track_init();
    info.gain_db = -18;
    snprintf(file, sizeof file, "%s/long%d.wav", input, i + 1);
    need(aha_track_add(project, file, &info, &track), file);
    aha_id pitch = add_effect(project, track, AHA_EFFECT_PITCH);
    aha_id filter = add_effect(project, track, AHA_EFFECT_FILTER);
    add_effect(project, track, AHA_EFFECT_REVERB);
    move(project, pitch, AHA_PITCH_CENTS, 500, 50, AHA_POINT_LINEAR);
    move(project, filter, AHA_FILTER_CUTOFF_HZ, 2000, 4, AHA_POINT_EXPONENTIAL);
  }
  return project;
}

int main(int count, char **arguments) {
  if (count != 4) bench_fail("bounce_aha INPUT OUTPUT THREADS");
  char path[BENCH_PATH];
  snprintf(path, sizeof path, "%s.aha", arguments[2]);
  remove(path);
  aha_project *project = make_project(arguments[1], path);
  aha_bounce_options options = aha_bounce_options_init();
  aha_job *job;
  options.threads = (uint32_t)atoi(arguments[3]);
  double wall = bench_now(), cpu = bench_cpu();
  need(aha_bounce_start(project, arguments[2], &options, NULL, &job), "bounce");
  need(aha_job_wait(job, -1), "job");
  printf("{\"wall\": %.4f, \"cpu\": %.4f}\n", bench_now() - wall, bench_cpu() - cpu);
  aha_job_release(job);
  aha_project_release(project);
  remove(path);
  return 0;
}
