/* Creates a project with every kind of object: project_seed FILE SOUND. */
#include "../abi/check.h"

int main(int count, char **arguments) {
  static const aha_point points[] = {{0, 0.0f, AHA_POINT_LINEAR}, {500000, -6.0f, AHA_POINT_SMOOTH},
                                     {900000, -3.0f, AHA_POINT_STEP}};
  aha_project *project;
  aha_id track, bus, effect, lane, send;
  aha_track info = aha_track_init();
  if (count != 3) return 2;
  NEED(aha_project_create(arguments[1], NULL, &project));
  NEED(aha_project_set_title(project, "a song"));
  NEED(aha_project_bus_add(project, "a bus", NULL, &bus));
  info.bus = bus;
  info.loop_end_us = 100000;
  info.loop_count = 3;
  NEED(aha_track_add(project, arguments[2], &info, &track));
  NEED(aha_project_effect_add(project, AHA_OWNER_TRACK, track, AHA_EFFECT_FILTER, AHA_LAST,
                              &effect));
  NEED(aha_project_effect_add(project, AHA_OWNER_BUS, bus, AHA_EFFECT_REVERB, AHA_LAST, &effect));
  NEED(aha_lane_add(project, AHA_OWNER_TRACK, track, AHA_FADER_GAIN_DB, AHA_LANE_READ,
                            &lane));
  NEED(aha_lane_add_points(project, lane, points, 3));
  NEED(aha_project_bus_add_send(project, AHA_OWNER_TRACK, track, 0, NULL, &send));
  NEED(aha_project_effect_add(project, AHA_OWNER_BUS, send, AHA_EFFECT_GATE, AHA_LAST, &effect));
  NEED(aha_project_effect_set_sidechain(project, effect, AHA_OWNER_BUS, bus));
  NEED(aha_project_bus_duck(project, AHA_OWNER_BUS, send, AHA_OWNER_TRACK, track, NULL, NULL));
  NEED(aha_marker_add(project, 250000, "here", NULL));
  NEED(aha_project_undo(project));
  NEED(aha_project_release(project));
  return 0;
}
