/* 09_project: creates a project of two tracks, an effect and automation; each edit is on the disk
 * when its call returns, and can be undone. Then renders the whole and one track to files.
 *   cc 09_project.c $(pkg-config --cflags --libs aha) -o 09_project
 *   ./09_project song.aha drums.ogg bass.ogg song.flac drums.flac */
#include <aha.h>
#include <stdio.h>

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

/* The drums start after one second; the filter of the bass opens over four. All of it is one
 * edit. */
static aha_result make(aha_project *project, char **paths, aha_id *drums, aha_id *bass) {
  const aha_point sweep[] = {{0, 300.0f, AHA_POINT_EXPONENTIAL},
                             {4000000, 8000.0f, AHA_POINT_STEP}};
  aha_track late = aha_track_init();
  aha_id filter, lane;
  aha_result result = aha_project_start_edit(project, "make a song");
  if (result != AHA_OK) return result;
  late.start_us = 1000000;
  if ((result = aha_track_add(project, paths[0], &late, drums)) == AHA_OK &&
      (result = aha_track_add(project, paths[1], NULL, bass)) == AHA_OK &&
      (result = aha_track_set_text(project, *drums, AHA_TRACK_TEXT_NAME, "drums")) == AHA_OK &&
      (result = aha_project_effect_add(project, AHA_OWNER_TRACK, *bass, AHA_EFFECT_FILTER, AHA_LAST,
                                       &filter)) == AHA_OK &&
      (result = aha_lane_add(project, AHA_OWNER_EFFECT, filter, AHA_FILTER_CUTOFF_HZ,
                                     AHA_LANE_READ, &lane)) == AHA_OK &&
      (result = aha_lane_add_points(project, lane, sweep, 2)) == AHA_OK)
    return aha_project_save_edit(project);
  aha_project_cancel_edit(project);
  return result;
}

static int bounce(aha_project *project, const char *path, const aha_bounce_options *options) {
  aha_job *job;
  if (aha_bounce_start(project, path, options, NULL, &job) != AHA_OK) return failed(path);
  if (aha_job_wait(job, -1) != AHA_OK) return failed(path);
  aha_job_progress progress = aha_job_progress_init();
  aha_job_get_progress(job, &progress);
  printf("%s is %s\n", path, progress.stage);
  return aha_job_release(job);
}

int main(int count, char **arguments) {
  aha_bounce_options stem = aha_bounce_options_init();
  aha_track track = aha_track_init();
  aha_project *project;
  aha_id drums, bass;
  char title[64];
  if (count != 6)
    return fprintf(stderr, "usage: %s PROJECT DRUMS BASS OUT STEM\n", arguments[0]), 2;

  if (aha_project_create(arguments[1], NULL, &project) != AHA_OK) return failed(arguments[1]);
  if (make(project, arguments + 2, &drums, &bass) != AHA_OK) return failed(arguments[1]);

  aha_track_get(project, bass, &track);
  track.gain_db = -90.0f; /* a mistake … */
  if (aha_track_set(project, bass, &track) != AHA_OK) return failed("gain");
  aha_project_copy_text(project, AHA_PROJECT_TEXT_UNDO_TITLE, title, sizeof title, NULL);
  if (aha_project_undo(project) != AHA_OK) return failed("undo"); /* … is undone */
  aha_track_get(project, bass, &track);
  printf("undid \"%s\": the bass is at %.0f dB again\n", title, (double)track.gain_db);

  stem.scope = AHA_SCOPE_TRACK;
  stem.scope_id = drums;
  if (bounce(project, arguments[4], NULL) != 0) return 1;
  if (bounce(project, arguments[5], &stem) != 0) return 1;
  printf("%s: %u tracks\n", arguments[1], aha_track_count(project));
  return aha_project_release(project);
}
