/* Scenes: projects, sessions, bounces, plots, libraries, scans, histories. */
#include "faults.h"

#include <unistd.h>

enum { FRAMES = 24000 };

/* Projects */

static aha_result create_project(scene *s) {
  aha_project *project = NULL;
  char path[600];
  aha_result result = AHA_OK;
  snprintf(path, sizeof path, "%s", in_folder(s, "new.aha"));
  TRY_TO_END(aha_project_create(path, NULL, &project));
end:
  if (project) (void)aha_project_release(project);
  if (result >= 0) unlink(path);
  return result;
}

static void prepare_project(scene *s) {
  aha_id track, effect;
  save_tone(s, "in.wav", FRAMES);
  NEED(aha_project_create(in_folder(s, "song.aha"), NULL, &s->project));
  NEED(aha_track_add(s->project, in_folder(s, "in.wav"), NULL, &track));
  NEED(aha_project_effect_add(s->project, AHA_OWNER_TRACK, track, AHA_EFFECT_DELAY, 0, &effect));
  write_text(in_folder(s, "out.wav"), "the former content");
  write_text(in_folder(s, "plot.svg"), "the former content");
}

static aha_result open_project(scene *s) {
  OWNED(project, project);
  if (s->project) {
    NEED(aha_project_release(s->project));
    s->project = NULL;
  }
  return aha_project_open(in_folder(s, "song.aha"), NULL, &project);
}

static aha_result edit(aha_project *project) {
  static const aha_point points[] = {{0, -6, AHA_POINT_LINEAR}, {500000, 0, AHA_POINT_LINEAR}};
  aha_id bus, lane, marker, effect, plugin, hall, send;
  aha_project_send source = aha_project_send_init();
  TRY(aha_project_bus_add(project, "drums", NULL, &bus));
  TRY(aha_project_effect_add(project, AHA_OWNER_BUS, bus, AHA_EFFECT_REVERB, 0, &effect));
  TRY(aha_project_effect_add_lv2(project, AHA_OWNER_BUS, bus, "urn:none", AHA_LAST, &plugin));
  TRY(aha_project_effect_set_value(project, effect, AHA_REVERB_SIZE, 0.5f));
  TRY(aha_project_bus_add(project, "hall", NULL, &hall));
  TRY(aha_project_bus_add_send(project, AHA_OWNER_BUS, bus, hall, NULL, &send));
  TRY(aha_project_bus_get_send(project, send, &source));
  TRY(aha_project_bus_duck(project, AHA_OWNER_BUS, hall, AHA_OWNER_BUS, bus, NULL, NULL));
  TRY(aha_project_bus_remove(project, hall));
  TRY(aha_lane_add(project, AHA_OWNER_BUS, bus, AHA_FADER_GAIN_DB, AHA_LANE_READ, &lane));
  TRY(aha_lane_add_points(project, lane, points, COUNT_OF(points)));
  TRY(aha_lane_replace_points(project, lane, 0, 600000, points, COUNT_OF(points)));
  TRY(aha_marker_add(project, 1000, "here", &marker));
  TRY(aha_marker_set(project, marker, 2000, "there"));
  TRY(aha_lane_remove_points(project, lane, 0, 100, NULL));
  TRY(aha_lane_remove(project, lane));
  TRY(aha_project_effect_remove(project, effect));
  return AHA_OK;
}

/* A failed group of edits is undone, so that the counts below agree. */
static aha_result edit_project(scene *s) {
  TRY(aha_project_start_edit(s->project, "an edit"));
  aha_result result = edit(s->project);
  if (result >= 0) result = aha_project_save_edit(s->project);
  if (result < 0) (void)aha_project_cancel_edit(s->project);
  return result;
}

static aha_result undo_project(scene *s) {
  TRY(aha_project_undo(s->project));
  TRY(aha_project_redo(s->project));
  return AHA_OK;
}

/* Each bus except the master has its marker, in memory and in the file. */
static void verify_project(scene *s) {
  uint32_t buses = aha_project_bus_count(s->project);
  uint32_t markers = aha_marker_count(s->project);
  CHECK(buses == markers + 1, "%u buses, %u markers", buses, markers);
  NEED(aha_project_release(s->project));
  NEED(aha_project_open(in_folder(s, "song.aha"), NULL, &s->project));
  CHECK(aha_project_bus_count(s->project) == buses, "%u buses before", buses);
  CHECK(aha_marker_count(s->project) == markers, "%u markers before", markers);
}

static aha_result bounce(scene *s) {
  TRY_JOB(aha_bounce_start(s->project, in_folder(s, "out.wav"), NULL, NULL, &job));
  return AHA_OK;
}

static aha_result bounce_stream(scene *s) {
  OWNED(stream, stream);
  TRY(aha_stream_create_memory(NULL, 0, NULL, NULL, &stream));
  TRY_JOB(aha_bounce_start_stream(s->project, stream, NULL, NULL, &job));
  return AHA_OK;
}

static void verify_bounce(scene *s) { verify_sound(in_folder(s, "out.wav"), FRAMES); }

static aha_result plot(scene *s) {
  TRY_JOB(aha_plot_start(s->project, in_folder(s, "plot.svg"), NULL, &job));
  return AHA_OK;
}

static void prepare_session(scene *s) {
  prepare_project(s);
  prepare_engine(s);
}

static aha_result play_session(scene *s) {
  OWNED(session, session);
  uint32_t count;
  aha_id track;
  static float frames[2 * 4096];
  TRY(aha_track_at(s->project, 0, &track));
  TRY(aha_session_create(s->project, s->engine, NULL, &session));
  TRY(aha_session_start(session, 0, -1));
  TRY(aha_engine_render(s->engine, frames, 4096));
  TRY(aha_session_update(session));
  TRY(aha_session_set_track_speed(session, track, 0.5));
  TRY(aha_session_stop(session, -1));
  TRY(aha_engine_render(s->engine, frames, 4096));
  TRY(aha_session_save_moves(session, 0, &count));
  return AHA_OK;
}

/* Libraries */

static void prepare_library(scene *s) {
  int64_t number;
  save_tone(s, "in.wav", FRAMES);
  save_tone(s, "in.flac", FRAMES + 100);
  NEED(aha_library_open(in_folder(s, "library.aha"), &s->library));
  NEED(aha_library_add_file(s->library, in_folder(s, "in.flac"), AHA_ORIGIN_TAKE, &number));
  NEED(aha_history_note(s->library, AHA_ACTIVITY_PLAY, number, 1000, 0));
  write_text(in_folder(s, "out.png"), "the former content");
}

static aha_result open_library(scene *s) {
  OWNED(library, library);
  OWNED(items, items);
  char path[600];
  snprintf(path, sizeof path, "%s", in_folder(s, "new.aha"));
  TRY(aha_library_open(path, &library));
  TRY(aha_library_list(library, NULL, &items));
  return AHA_OK;
}

static aha_result scan(scene *s) {
  const char *roots[] = {s->folder};
  aha_scan_options options = aha_scan_options_init();
  OWNED(report, report);
  options.roots = roots;
  options.root_count = 1;
  options.threads = (uint32_t)s->argument;
  TRY_JOB(aha_scan_start(s->library, &options, &report, &job));
  return AHA_OK;
}

static aha_result add_items(scene *s) {
  OWNED(piece, piece);
  OWNED(items, items);
  OWNED(items, more);
  OWNED(items, saved);
  aha_item_query query = aha_item_query_init();
  int64_t file, number;
  TRY(aha_library_add_file(s->library, in_folder(s, "in.wav"), AHA_ORIGIN_TAKE, &file));
  TRY(aha_piece_create(&piece));
  TRY(aha_piece_set_text(piece, AHA_PIECE_TITLE, "A title"));
  TRY(aha_library_add_piece(s->library, piece, "http://127.0.0.1/x", NULL, AHA_ORIGIN_REMOTE,
                            AHA_ITEM_DOWNLOADABLE, &number));
  TRY(aha_history_note(s->library, AHA_ACTIVITY_PLAY, file, 1000, 0));
  TRY(aha_library_list(s->library, NULL, &items));
  TRY(aha_items_release(items));
  items = NULL;
  TRY(aha_library_check(s->library, file, &items));
  query.relation = AHA_ITEMS_DUPLICATES;
  query.count = 10;
  TRY(aha_library_list(s->library, &query, &more));
  TRY(aha_library_forget(s->library, number));
  TRY(aha_library_restore(s->library, number));
  TRY(aha_library_set_text(s->library, number, AHA_ITEM_ALBUM, "An album"));
  TRY(aha_library_forget(s->library, number));
  TRY(aha_library_forget_missing(s->library, s->folder, &number));
  query.relation = AHA_ITEMS_ALL;
  query.count = 0;
  (void)aha_library_remove_query(s->library, "some"); /* of a call that failed behind it */
  TRY(aha_library_save_query(s->library, "all", &query));
  TRY(aha_library_rename_query(s->library, "all", "some"));
  TRY(aha_library_run_query(s->library, "some", &saved));
  TRY(aha_library_remove_query(s->library, "some"));
  return AHA_OK;
}

static aha_result analyze_item(scene *s) {
  TRY_JOB(aha_library_analyze(s->library, 1, &job));
  return AHA_OK;
}

static aha_result draw_history(scene *s) {
  char text[4096];
  TRY(aha_history_copy_json(s->library, AHA_SCALE_DAY, 0, 2, text, sizeof text, NULL));
  TRY(aha_history_draw(s->library, AHA_SCALE_DAY, 0, 2, in_folder(s, "out.png"), NULL));
  return AHA_OK;
}

static void prepare_history(scene *s) {
  prepare_library(s);
  write_text(in_folder(s, "in.json"),
             "[{\"activity\": \"play\", \"at\": 7, \"title\": \"a\", \"artist\": \"b\"},\n"
             "{\"listened_at\": 9, \"track_metadata\": {\"track_name\": \"a\", \"artist_name\": "
             "\"b\"}}]");
  write_text(in_folder(s, "out.json"), "the former content");
}

static aha_result import_history(scene *s) {
  aha_history_import_info info = aha_history_import_info_init();
  int64_t count;
  TRY(aha_history_import(s->library, in_folder(s, "in.json"), &info));
  TRY(aha_history_export(s->library, in_folder(s, "out.json"), AHA_HISTORY_JSON, &count));
  CHECK(count == 3, "%ld activities", (long)count);
  return AHA_OK;
}

static aha_result watch(scene *s) {
  const char *roots[] = {s->folder};
  aha_scan_options options = aha_scan_options_init();
  aha_result result = AHA_OK;
  options.roots = roots;
  options.root_count = 1;
  TRY_TO_END(aha_scan_start_watch(s->library, &options));
  aha_watch_status status = aha_watch_status_init();
  TRY_TO_END(aha_scan_get_watch(s->library, &status));
  TRY_TO_END(aha_scan_stop_watch(s->library));
end:
  if (result < 0) (void)aha_scan_stop_watch(s->library);
  return result;
}

static void verify_library(scene *s) {
  int64_t count = aha_library_count(s->library);
  CHECK(count >= 1, "%ld items", (long)count);
}

const scene_row work_scenes[] = {
    {"project", NULL, create_project, NULL, 0, ".*", 0},
    {"project opened", prepare_project, open_project, NULL, 0, "*song.aha*", 0},
    {"project edits", prepare_project, edit_project, verify_project, 0, "*song.aha*", 0},
    {"undo", prepare_project, undo_project, verify_project, 0, "*song.aha*", 0},
    {"bounce", prepare_project, bounce, verify_bounce, 0, "*song.aha*", 0},
    {"bounce to a stream", prepare_project, bounce_stream, NULL, 0, "*song.aha*", 0},
    {"plot", prepare_project, plot, NULL, 0, "*song.aha*", 0},
    {"session", prepare_session, play_session, NULL, 0, "*song.aha*", 0},
    {"library", NULL, open_library, NULL, 0, "*.aha*", 0},
    {"scan", prepare_library, scan, verify_library, 1, "*library.aha*", 0},
    {"scan with threads", prepare_library, scan, verify_library, 2, "*library.aha*", 0},
    {"items", prepare_library, add_items, verify_library, 0, "*library.aha*", 0},
    {"analysis of an item", prepare_library, analyze_item, verify_library, 0, "*library.aha*", 0},
    {"history", prepare_library, draw_history, verify_library, 0, "*library.aha*", 0},
    {"history files", prepare_history, import_history, verify_library, 0, "*library.aha*", 0},
    {"watch", prepare_library, watch, verify_library, 0, "*library.aha*", 0},
    {0},
};
