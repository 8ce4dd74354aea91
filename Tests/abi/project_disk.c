/* Projects on disks that are full, and projects that two processes want: see project_disk.py.
 *   project_disk full FOLDER   edits in a folder of little space until there is none
 *   project_disk two FOLDER    a second process while a first one writes */
#include "check.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POINTS = 2000 };

static char path[600];

static aha_id lane_of_master(aha_project *project) {
  aha_id lane;
  NEED(aha_project_lane_at(project, AHA_OWNER_BUS, AHA_MASTER_ID, 0, &lane));
  return lane;
}

static aha_project *made(void) {
  aha_project *project;
  aha_id lane;
  NEED(aha_project_create(path, NULL, &project));
  NEED(aha_project_add_lane(project, AHA_OWNER_BUS, AHA_MASTER_ID, AHA_FADER_GAIN_DB,
                            AHA_LANE_READ, &lane));
  return project;
}

static aha_project *opened(const aha_project_options *options) {
  aha_project *project = NULL;
  NEED(aha_project_open(path, options, &project));
  return project;
}

/* Edit after edit, each of POINTS points and a marker, until one finds no room. */
static uint32_t fill(aha_project *project) {
  static aha_point points[POINTS];
  aha_id lane = lane_of_master(project);
  for (uint32_t number = 0;; number++) {
    for (int i = 0; i < POINTS; i++)
      points[i] = (aha_point){((int64_t)number * POINTS + i) * 1000, 0.0f, AHA_POINT_LINEAR};
    NEED(aha_project_start_edit(project, "points and a marker"));
    aha_result result = aha_project_add_points(project, lane, points, POINTS);
    if (result == AHA_OK) result = aha_project_add_marker(project, number, "", NULL);
    if (result == AHA_OK) result = aha_project_save_edit(project);
    else (void)aha_project_cancel_edit(project);
    if (result == AHA_OK) continue;
    CHECK(result == AHA_ERROR_DISK_FULL, "edit %u came to %s", number, aha_result_name(result));
    return number;
  }
}

static void check_whole(aha_project *project, uint32_t edits) {
  uint64_t points = aha_project_point_count(project, lane_of_master(project));
  CHECK(points == (uint64_t)edits * POINTS, "%u points of %u edits", (unsigned)points, edits);
  CHECK(aha_project_marker_count(project) == edits, "markers of %u edits", edits);
}

static void full_disk(void) {
  aha_project *project = made();
  uint32_t edits = fill(project);
  CHECK(edits > 2, "only %u edits had room", edits);
  check_whole(project, edits);
  CHECK(aha_project_set_title(project, "") == AHA_OK, "an edit that changes nothing");
  NEED(aha_project_release(project));
  project = opened(NULL);
  check_whole(project, edits);
  NEED(aha_project_release(project));
}

/* What a second process finds; its exit status is the number of failed checks. */
static void second_process(int ready, int go) {
  aha_project *project = NULL;
  aha_project_options options = aha_project_options_init();
  char letter;
  options.busy_ms = 1;
  aha_result result = aha_project_open(path, &options, &project);
  CHECK(result == AHA_ERROR_STATE && !project, "open came to %s", aha_result_name(result));
  options.read_when_in_use = 1;
  project = opened(&options);
  CHECK(aha_project_read_only(project), "it writes");
  CHECK(aha_project_set_title(project, "no") == AHA_ERROR_ACCESS, "it edited");
  uint64_t before = aha_project_revision(project);
  if (write(ready, "r", 1) != 1 || read(go, &letter, 1) != 1) _exit(99);
  CHECK(aha_project_revision(project) > before, "the other's edit was not noticed");
  CHECK(aha_project_marker_count(project) == 1, "the other's edit was not read");
  NEED(aha_project_release(project));
  /* The first one has let go of it by now. */
  project = opened(NULL);
  CHECK(!aha_project_read_only(project), "it only reads");
  NEED(aha_project_add_marker(project, 2, "of the second", NULL));
  NEED(aha_project_release(project));
  _exit(failures);
}

static void two_processes(void) {
  int ready[2], go[2], status;
  char letter;
  if (pipe(ready) || pipe(go)) exit(2);
  pid_t child = fork();
  if (child == 0) {
    close(ready[0]);
    close(go[1]);
    if (read(go[0], &letter, 1) != 1) _exit(98);
    second_process(ready[1], go[0]);
  }
  close(ready[1]);
  close(go[0]);
  aha_project *project = made();
  if (write(go[1], "m", 1) != 1 || read(ready[0], &letter, 1) != 1) exit(2);
  NEED(aha_project_add_marker(project, 1, "of the first", NULL));
  NEED(aha_project_release(project));
  if (write(go[1], "e", 1) != 1) exit(2);
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the second process: %d", status);
  project = opened(NULL);
  CHECK(aha_project_marker_count(project) == 2, "one of the edits is lost");
  NEED(aha_project_release(project));
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  snprintf(path, sizeof path, "%s/song.aha", arguments[2]);
  if (strcmp(arguments[1], "full") == 0) full_disk();
  else two_processes();
  printf("%s: %d checks, %d failed\n", arguments[1], checks, failures);
  return failures != 0;
}
