/* Edits a project until the process is killed, and checks the file afterwards.
 *
 *   project_kill new FILE     creates a project
 *   project_kill edit FILE    edits without end; prints a letter for each edit begun, done,
 *                             undone and redone
 *   project_kill check FILE   opens it and checks the counts below
 *
 * Each edit is a group of 6 calls: it adds a bus, a lane of the bus with 50 points, and a marker,
 * and sets the bus's gain and the title. So there are as many markers as buses besides the master,
 * each lane has 50 points, and the title is the number of the last edit. */
#include "check.h"

#include <unistd.h>

enum { POINTS = 50 };

static void edit(aha_project *project, unsigned number) {
  aha_point points[POINTS];
  aha_project_bus info = aha_project_bus_init();
  aha_id bus, lane;
  char title[32];
  for (int i = 0; i < POINTS; i++) points[i] = (aha_point){i * 1000, (float)-i, AHA_POINT_LINEAR};
  snprintf(title, sizeof title, "%u", number);
  NEED(aha_project_start_edit(project, title));
  NEED(aha_project_bus_add(project, title, NULL, &bus));
  NEED(aha_lane_add(project, AHA_OWNER_BUS, bus, AHA_FADER_GAIN_DB, AHA_LANE_READ, &lane));
  NEED(aha_lane_add_points(project, lane, points, POINTS));
  NEED(aha_marker_add(project, number, title, NULL));
  info.gain_db = -6;
  NEED(aha_project_bus_set(project, bus, &info));
  NEED(aha_project_set_title(project, title));
  NEED(aha_project_save_edit(project));
}

static void edit_forever(const char *path) {
  aha_project *project;
  NEED(aha_project_open(path, NULL, &project));
  for (unsigned number = aha_marker_count(project) + 1;; number++) {
    if (write(1, "b", 1) != 1) exit(3);
    edit(project, number);
    if (write(1, "d", 1) != 1) exit(3);
    /* Undoes and redoes at times, which must be as safe. */
    if (number % 5 == 0) {
      if (write(1, "u", 1) != 1) exit(3);
      NEED(aha_project_undo(project));
      NEED(aha_project_redo(project));
      if (write(1, "r", 1) != 1) exit(3);
    }
  }
}

static void check_bus(aha_project *project, uint32_t index) {
  aha_project_bus info = aha_project_bus_init();
  aha_id bus, lane;
  NEED(aha_project_bus_at(project, index, &bus));
  if (bus == AHA_MASTER_ID) return;
  NEED(aha_project_bus_get(project, bus, &info));
  CHECK(info.gain_db == -6, "bus %u has %g dB", index, (double)info.gain_db);
  CHECK(aha_lane_count(project, AHA_OWNER_BUS, bus) == 1, "lanes of bus %u", index);
  NEED(aha_lane_at(project, AHA_OWNER_BUS, bus, 0, &lane));
  CHECK(aha_lane_point_count(project, lane) == POINTS, "points of bus %u", index);
}

/* Prints the count of edits. */
static void check(const char *path) {
  aha_project *project;
  char title[32] = "";
  NEED(aha_project_open(path, NULL, &project));
  uint32_t edits = aha_marker_count(project);
  CHECK(aha_project_bus_count(project) == edits + 1, "%u buses", aha_project_bus_count(project));
  for (uint32_t index = 0; index <= edits; index++) check_bus(project, index);
  NEED(aha_project_copy_text(project, AHA_PROJECT_TEXT_TITLE, title, sizeof title, NULL));
  CHECK((unsigned)atoi(title) == edits, "title %s, %u edits", title, edits);
  NEED(aha_project_release(project));
  printf("%u\n", edits);
  if (failures) exit(1);
}

int main(int count, char **arguments) {
  aha_project *project;
  if (count != 3) return fprintf(stderr, "usage: project_kill new|edit|check FILE\n"), 2;
  if (strcmp(arguments[1], "new") == 0) {
    NEED(aha_project_create(arguments[2], NULL, &project));
    NEED(aha_project_release(project));
  } else if (strcmp(arguments[1], "edit") == 0) {
    edit_forever(arguments[2]);
  } else {
    check(arguments[2]);
  }
  return 0;
}
