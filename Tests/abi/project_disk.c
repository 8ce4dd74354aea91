/* A project on a full disk: project_disk FOLDER edits on a small disk until it is full; see
 * project_disk.py. */
#include "check.h"

enum { POINTS = 2000 };

static char path[600];

static aha_id lane_of_master(aha_project *project) {
  aha_id lane;
  NEED(aha_lane_at(project, AHA_OWNER_BUS, AHA_MASTER_ID, 0, &lane));
  return lane;
}

static aha_project *made(void) {
  aha_project *project;
  aha_id lane;
  NEED(aha_project_create(path, NULL, &project));
  NEED(aha_lane_add(project, AHA_OWNER_BUS, AHA_MASTER_ID, AHA_FADER_GAIN_DB,
                            AHA_LANE_READ, &lane));
  return project;
}

static aha_project *opened(void) {
  aha_project *project = NULL;
  NEED(aha_project_open(path, NULL, &project));
  return project;
}

/* Adds POINTS points and a marker per edit until the disk is full. */
static uint32_t fill(aha_project *project) {
  static aha_point points[POINTS];
  aha_id lane = lane_of_master(project);
  for (uint32_t number = 0;; number++) {
    for (int i = 0; i < POINTS; i++)
      points[i] = (aha_point){((int64_t)number * POINTS + i) * 1000, 0.0f, AHA_POINT_LINEAR};
    NEED(aha_project_start_edit(project, "points and a marker"));
    aha_result result = aha_lane_add_points(project, lane, points, POINTS);
    if (result == AHA_OK) result = aha_marker_add(project, number, "", NULL);
    if (result == AHA_OK) result = aha_project_save_edit(project);
    else (void)aha_project_cancel_edit(project);
    if (result == AHA_OK) continue;
    CHECK(result == AHA_ERROR_DISK_FULL, "edit %u returned %s", number, aha_result_name(result));
    return number;
  }
}

static void check_whole(aha_project *project, uint32_t edits) {
  uint64_t points = aha_lane_point_count(project, lane_of_master(project));
  CHECK(points == (uint64_t)edits * POINTS, "%u points of %u edits", (unsigned)points, edits);
  CHECK(aha_marker_count(project) == edits, "markers of %u edits", edits);
}

static void full_disk(void) {
  aha_project *project = made();
  uint32_t edits = fill(project);
  CHECK(edits > 2, "only %u edits had room", edits);
  check_whole(project, edits);
  CHECK(aha_project_set_title(project, "") == AHA_OK, "an edit that changes nothing");
  NEED(aha_project_release(project));
  project = opened();
  check_whole(project, edits);
  NEED(aha_project_release(project));
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  snprintf(path, sizeof path, "%s/song.aha", arguments[1]);
  full_disk();
  printf("full: %d checks, %d failed\n", checks, failures);
  return failures != 0;
}
