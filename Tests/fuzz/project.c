/* Fuzz target for projects: any bytes as a project's file, which is read whole, edited, undone
 * and played. libaha must return a code that its header names, and must not crash. */
#include "target.h"
#include <math.h>

enum { LONGEST = 1 << 18, BLOCK = 256, BLOCKS = 8, MAX = 200, POINTS = 64 };

/* Whether reading or editing a project may return this code. */
static void expect(aha_result result, const char *what) {
  ONE_OF(result, what, AHA_OK, AHA_END, AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED,
         AHA_ERROR_LIMIT, AHA_ERROR_STATE, AHA_ERROR_NOT_FOUND, AHA_ERROR_ACCESS, AHA_ERROR_IO,
         AHA_ERROR_EMPTY, AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_DAMAGED, AHA_ERROR_OUT_OF_MEMORY,
         AHA_ERROR_BUFFER_TOO_SMALL);
}

static void read_lanes(aha_project *project, aha_owner_kind kind, aha_id owner) {
  aha_point points[POINTS];
  aha_lane info = aha_lane_init();
  aha_id lane;
  size_t count;
  uint32_t lanes = aha_lane_count(project, kind, owner);
  for (uint32_t i = 0; i < lanes && i < MAX; i++) {
    if (aha_lane_at(project, kind, owner, i, &lane) != AHA_OK) continue;
    expect(aha_lane_get(project, lane, &info), "lane");
    expect(aha_lane_copy_points(project, lane, 0, AHA_PROJECT_LONGEST_US, points, POINTS,
                                   &count),
           "points");
    expect(aha_lane_set_mode(project, lane, AHA_LANE_TOUCH), "mode");
  }
}

static void read_chain(aha_project *project, aha_owner_kind kind, aha_id owner) {
  aha_project_effect info = aha_project_effect_init();
  aha_id effect;
  float value;
  read_lanes(project, kind, owner);
  uint32_t effects = aha_project_effect_count(project, kind, owner);
  for (uint32_t i = 0; i < effects && i < MAX; i++) {
    if (aha_project_effect_at(project, kind, owner, i, &effect) != AHA_OK) continue;
    expect(aha_project_effect_get(project, effect, &info), "effect");
    expect(aha_project_effect_get_value(project, effect, info.kind << 8, &value), "value");
    read_lanes(project, AHA_OWNER_EFFECT, effect);
  }
}

static void read_tracks(aha_project *project) {
  aha_track info = aha_track_init();
  char text[256];
  aha_id track;
  for (uint32_t i = 0, all = aha_track_count(project); i < all && i < MAX; i++) {
    if (aha_track_at(project, i, &track) != AHA_OK) continue;
    expect(aha_track_get(project, track, &info), "track");
    for (aha_track_text which = 0; which <= AHA_TRACK_TEXT_PATH; which++)
      expect(aha_track_copy_text(project, track, which, text, sizeof text, NULL), "text");
    read_chain(project, AHA_OWNER_TRACK, track);
  }
}

static void read_buses(aha_project *project) {
  aha_project_bus info = aha_project_bus_init();
  aha_project_send send = aha_project_send_init();
  aha_id bus;
  for (uint32_t i = 0, all = aha_project_bus_count(project); i < all && i < MAX; i++) {
    if (aha_project_bus_at(project, i, &bus) != AHA_OK) continue;
    expect(aha_project_bus_get(project, bus, &info), "bus");
    expect(aha_project_bus_get_send(project, bus, &send), "send");
    read_chain(project, AHA_OWNER_BUS, bus);
  }
}

static void read_rest(aha_project *project) {
  aha_project_settings settings = aha_project_settings_init();
  aha_marker info = aha_marker_init();
  char text[256];
  aha_id marker;
  int64_t time;
  expect(aha_project_get_settings(project, &settings), "settings");
  expect(aha_project_get_grid_us(project, 2000000, AHA_GRID_BAR, &time), "bar");
  for (aha_project_text i = 0; i <= AHA_PROJECT_TEXT_REDO_TITLE; i++)
    expect(aha_project_copy_text(project, i, text, sizeof text, NULL), "text");
  for (uint32_t i = 0, all = aha_marker_count(project); i < all && i < MAX; i++) {
    if (aha_marker_at(project, i, &marker) != AHA_OK) continue;
    expect(aha_marker_get(project, marker, &info), "marker");
  }
}

static void edit(aha_project *project) {
  aha_id track;
  if (aha_track_at(project, 0, &track) == AHA_OK)
    expect(aha_project_bus_add_send(project, AHA_OWNER_TRACK, track, 0, NULL, NULL), "add send");
  expect(aha_project_undo(project), "undo");
  expect(aha_project_undo(project), "undo");
  expect(aha_project_redo(project), "redo");
  expect(aha_marker_add(project, 5, "new", NULL), "add marker");
  expect(aha_project_bus_add(project, "new", NULL, NULL), "add bus");
}

static void play(aha_project *project) {
  static float block[2 * BLOCK];
  aha_engine_options options = aha_engine_options_init();
  aha_engine *engine;
  aha_session *session = NULL;
  options.offline = 1;
  require(aha_engine_create(&options, &engine) == AHA_OK, "engine", 0);
  expect(aha_session_create(project, engine, NULL, &session), "session");
  if (session) {
    expect(aha_session_start(session, 0, -1), "start");
    for (int i = 0; i < BLOCKS; i++) {
      require(aha_engine_render(engine, block, BLOCK) == AHA_OK, "render", 0);
      for (int j = 0; j < 2 * BLOCK; j++) require(isfinite(block[j]), "a sample", 0);
    }
    aha_session_release(session);
  }
  aha_engine_release(engine);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  aha_project *project = NULL;
  if (size > LONGEST) return 0;
  aha_result result = aha_project_open(write_input("song.aha", bytes, size), NULL, &project);
  expect(result, "open");
  require((result == AHA_OK) == (project != NULL), "project and result differ", result);
  if (project) {
    read_rest(project);
    read_buses(project);
    read_tracks(project);
    play(project);
    edit(project);
    aha_project_release(project);
  }
  clear_folder();
  return 0;
}
