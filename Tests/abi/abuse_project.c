/* Projects, sessions and bounces: arguments out of range, calls at the wrong time, bad files. */
#include "check.h"

#include <unistd.h>

static aha_project *project;
static aha_engine *engine;
static aha_session *session;
static aha_id track, bus, effect, lane, gain;
static char folder[] = "/tmp/aha-project-XXXXXX";
static char path[128];

static const char *file(const char *name) {
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void write_wav(const char *name) {
  aha_job *job = NULL;
  aha_sound *sound = make_sound(engine, 4800);
  NEED(ended(aha_sound_save(sound, file(name), NULL, &job), &job));
  NEED(aha_sound_release(sound));
}

static aha_result open_it(const char *name, aha_project_options options) {
  aha_project *made = (void *)folder;
  options.struct_size = sizeof options;
  aha_result result = aha_project_open(file(name), &options, &made);
  CHECK(result == AHA_OK || made == NULL, "out_project not NULL");
  if (result == AHA_OK) NEED(aha_project_release(made));
  return result;
}

static void check_opening(void) {
  aha_project *made;
  REFUSED(open_it("song.aha", (aha_project_options){.busy_ms = 1}), AHA_ERROR_STATE, "in use");
  CHECK(open_it("song.aha", (aha_project_options){.read_when_in_use = 1}) == AHA_OK, "not read");
  CHECK(open_it("song.aha", (aha_project_options){.read_only = 1}) == AHA_OK, "not read");
  const aha_project_options impatient = {.struct_size = sizeof impatient, .busy_ms = 1};
  REFUSED(aha_project_create(file("song.aha"), &impatient, &made), AHA_ERROR_STATE, "in use");
}

static void check_reading(void) {
  aha_project *reader;
  aha_project_options options = aha_project_options_init();
  options.read_only = 1;
  NEED(aha_project_open(file("song.aha"), &options, &reader));
  aha_project_info info = aha_project_info_init();
  NEED(aha_project_get_info(reader, &info));
  CHECK(info.is_read_only, "not read only");
  NEED(aha_project_get_info(project, &info));
  CHECK(!info.is_read_only, "read only");
  NEED(aha_project_release(reader));
}

static void check_settings(void) {
  aha_project_settings settings = aha_project_settings_init();
  size_t length = 0;
  char text[8];
  settings.sample_rate = 7999;
  INVALID(aha_project_set_settings(project, &settings), "7999");
  NEED(aha_project_set_title(project, "a\xff" "b, and longer than that"));
  REFUSED(aha_project_copy_text(project, AHA_PROJECT_TEXT_TITLE, text, sizeof text, &length),
          AHA_ERROR_BUFFER_TOO_SMALL, "8 given");
  CHECK(length > 20 && text[7] == 0, "length %zu", length);
  INVALID(aha_marker_add(project, -1, "", NULL), "-1");
  INVALID(aha_marker_add(project, INT64_MAX, "", NULL), "9223372036854775807");
}

static aha_result set_track(aha_track info) {
  info.struct_size = sizeof info;
  return aha_track_set(project, track, &info);
}

static void check_tracks(void) {
  aha_id id = 7;
  REFUSED(aha_track_add(project, file("none.wav"), NULL, &id), AHA_ERROR_NOT_FOUND, "none");
  CHECK(id == 0, "out_id is %llu", (unsigned long long)id);
  INVALID(set_track((aha_track){.start_us = -1}), "-1");
  INVALID(set_track((aha_track){.speed = 1e9}), "not in 0.05 to 16");
  INVALID(set_track((aha_track){.speed = -1}), "not in 0.05 to 16");
  INVALID(set_track((aha_track){.speed = NAN}), "not in 0.05 to 16");
}

static void check_effects(void) {
  aha_id id;
  float value;
  INVALID(aha_project_effect_add(project, 0, track, AHA_EFFECT_FILTER, 0, &id), "owner_kind 0");
  INVALID(aha_project_effect_add(project, AHA_OWNER_EFFECT, effect, AHA_EFFECT_FILTER, 0, &id),
          "chain");
  INVALID(aha_project_effect_add(project, AHA_OWNER_TRACK, track, 999, 0, &id), "999");
  REFUSED(aha_project_effect_add(project, AHA_OWNER_TRACK, track, AHA_EFFECT_HOST, 0, &id),
          AHA_ERROR_UNSUPPORTED, "of the host");
  REFUSED(aha_project_effect_set_impulse(project, effect, file("none.wav"), 1),
          AHA_ERROR_NOT_FOUND, "none");
  INVALID(aha_project_effect_get_value(project, effect, 99, &value), "99");
  INVALID(aha_project_effect_set_value(project, effect, 99, 0), "99");
  INVALID(aha_project_effect_set_value(project, effect, AHA_REVERB_SIZE, 1), "size of reverb");
  INVALID(aha_project_effect_get_value(project, effect, AHA_REVERB_SIZE, &value), "of filter");
  CHECK(aha_project_effect_count(project, 9, track) == 0, "effects of nothing");
  INVALID(aha_project_effect_at(project, AHA_OWNER_TRACK, track, 1, &id), "index 1");
}

static void check_lanes(void) {
  aha_id id;
  aha_point point = {0, 500, 9}, two[2] = {{5, 500, 1}, {4, 600, 1}};
  INVALID(aha_lane_add(project, AHA_OWNER_TRACK, track, 2, AHA_LANE_READ, &id), "2");
  INVALID(aha_lane_add(project, AHA_OWNER_TRACK, track, AHA_FILTER_CUTOFF_HZ,
                               AHA_LANE_READ, &id), "cutoff_hz of filter, not of fader");
  INVALID(aha_lane_add(project, 4, track, AHA_FADER_PAN, AHA_LANE_READ, &id),
          "owner_kind 4");
  INVALID(aha_lane_at(project, AHA_OWNER_TRACK, track, 1, &id), "index 1");
  INVALID(aha_lane_set_point(project, lane, &point), "curve 9");
  INVALID(aha_lane_add_points(project, lane, two, SIZE_MAX), "count");
  INVALID(aha_lane_remove_points(project, lane, 5, 4, NULL), "5 to 4");
  INVALID(aha_lane_copy_points(project, lane, -1, 4, NULL, 0, NULL), "-1");
  CHECK(aha_lane_point_count(project, lane) == 0, "points of calls that failed");
  NEED(aha_lane_add_points(project, lane, NULL, 0));
}

static void check_tempo(void) {
  aha_id id;
  int64_t time;
  double beat;
  aha_point slope = {0, 90, AHA_POINT_LINEAR}, still = {0, 0, AHA_POINT_STEP};
  aha_track row = aha_track_init();
  NEED(aha_lane_add(project, AHA_OWNER_BUS, AHA_MASTER_ID, AHA_MASTER_TEMPO, AHA_LANE_READ, &id));
  INVALID(aha_lane_set_point(project, id, &slope), "step or exponential");
  INVALID(aha_lane_set_point(project, id, &still), "1.0 to 1000.0");
  NEED(aha_lane_remove(project, id));
  INVALID(aha_project_get_beat(project, -1, &beat), "-1");
  INVALID(aha_project_get_beat_us(project, -1, &time), "-1.0");
  INVALID(aha_project_get_beat_us(project, 1e300, &time), "1e+300");
  INVALID(aha_project_get_grid_us(project, 0, 2, &time), "2");
  NEED(aha_track_get(project, track, &row));
  row.tempo_bpm = 1e6;
  INVALID(aha_track_set(project, track, &row), "1000000.0");
}

static aha_result make_session(aha_session_options options) {
  aha_session *made = (void *)folder;
  options.struct_size = sizeof options;
  aha_result result = aha_session_create(project, engine, &options, &made);
  CHECK(result == AHA_OK || made == NULL, "out_session not NULL");
  if (result == AHA_OK) NEED(aha_session_release(made));
  return result;
}

static void check_sessions(void) {
  aha_id silent;
  aha_effect *found, *other;
  aha_engine *small;
  aha_engine_options one = aha_engine_options_init();
  INVALID(make_session((aha_session_options){.scope_id = 3}), "scope_id 3");
  one.max_effects = 1;
  NEED(aha_engine_create(&one, &small));
  aha_session *made = (void *)folder;
  REFUSED(aha_session_create(project, small, NULL, &made), AHA_ERROR_LIMIT, "effect");
  CHECK(made == NULL, "out_session not NULL");
  INVALID(aha_session_set_track_speed(session, track, 0), "not in 0.05 to 16");
  INVALID(aha_session_set_track_speed(session, track, NAN), "not in 0.05 to 16");
  REFUSED(aha_session_set_track_speed(session, 99, 1), AHA_ERROR_NOT_FOUND, "99");
  REFUSED(aha_session_release_track_speed(session, 99), AHA_ERROR_NOT_FOUND, "99");
  INVALID(aha_session_start(session, -2, -1), "-2");
  INVALID(aha_session_start(session, INT64_MAX, -1), "not in 0 to a year");
  INVALID(aha_session_start(session, 0, -2), "-2");
  INVALID(aha_session_stop(session, INT64_MIN), "-9223372036854775808");
  INVALID(aha_session_seek(session, -1, -1), "not in 0 to");
  INVALID(aha_session_seek(session, INT64_MIN, -1), "not in 0 to");
  INVALID(aha_session_set_loop(session, 5000000, -1), "end_us of -1");
  INVALID(aha_session_silent_at(session, 1000, &silent), "1000");
  REFUSED(aha_session_get_effect(session, 99, &found), AHA_ERROR_NOT_FOUND, "99");
  INVALID(aha_session_get_fader(session, AHA_OWNER_EFFECT, effect, &found), "fader");
  REFUSED(aha_session_get_fader(session, AHA_OWNER_BUS, 99, &found), AHA_ERROR_NOT_FOUND, "99");
  NEED(aha_session_get_effect(session, effect, &found));
  INVALID(aha_session_release_parameter(session, found, 99), "99");
  INVALID(aha_session_release_parameter(session, found, AHA_REVERB_SIZE), "size of reverb");
  NEED(aha_effect_create(small, AHA_EFFECT_FILTER, &other));
  NEED(aha_effect_release(found));
  NEED(aha_engine_release(small));
}

static aha_result bounce(const char *name, aha_bounce_options options) {
  aha_job *job = NULL;
  options.struct_size = sizeof options;
  return ended(aha_bounce_start(project, file(name), &options, NULL, &job), &job);
}

static aha_result plot(const char *name, aha_plot_options options) {
  aha_job *job = NULL;
  options.struct_size = sizeof options;
  return ended(aha_plot_start(project, file(name), &options, &job), &job);
}

static void check_plots(void) {
  const int64_t longest = AHA_PROJECT_LONGEST_US;
  aha_plot_options all = {.width = 320, .height = 120, .end_us = longest, .dark = 1};
  CHECK(plot("a.png", all) == AHA_OK, "no plot of a year: %s", aha_last_error());
  all.begin_us = longest - 1000;
  CHECK(plot("a.png", all) == AHA_OK, "no plot of the last millisecond: %s", aha_last_error());
  CHECK(plot("a.png", (aha_plot_options){0}) == AHA_OK, "no plot: %s", aha_last_error());
  CHECK(access(file("a.png"), F_OK) == 0, "no file");
}

static void check_bounces(void) {
  aha_track forever = aha_track_init();
  INVALID(bounce("b.wav", (aha_bounce_options){.threads = 65}), "65");
  INVALID(bounce("b.wav", (aha_bounce_options){.sample_rate = 1}), "sample_rate 1");
  INVALID(bounce("b.wav", (aha_bounce_options){.ceiling_db = 1}), "ceiling");
  INVALID(bounce("b.wav", (aha_bounce_options){.ceiling_db = NAN}), "ceiling");
  forever.loop_end_us = 50000;
  forever.loop_count = AHA_LOOP_FOREVER;
  NEED(aha_track_set(project, track, &forever));
  CHECK(bounce("b.wav", (aha_bounce_options){.end_us = 200000}) == AHA_OK, "no bounce");
  CHECK(access(file("b.wav"), F_OK) == 0, "no file");
}

static void make_project(void) {
  NEED(aha_project_create(file("song.aha"), NULL, &project));
  CHECK(aha_project_undo(project) == AHA_END && aha_project_redo(project) == AHA_END, "no end");
  size_t length = 1;
  NEED(aha_project_copy_text(project, AHA_PROJECT_TEXT_UNDO_TITLE, NULL, 0, &length));
  CHECK(length == 0, "an edit's title");
  write_wav("a.wav");
  NEED(aha_track_add(project, file("a.wav"), NULL, &track));
  NEED(aha_project_bus_add(project, "bus", NULL, &bus));
  NEED(aha_project_effect_add(project, AHA_OWNER_TRACK, track, AHA_EFFECT_FILTER, AHA_LAST,
                              &effect));
  NEED(aha_lane_add(project, AHA_OWNER_EFFECT, effect, AHA_FILTER_CUTOFF_HZ, AHA_LANE_READ,
                            &lane));
  NEED(aha_lane_add(project, AHA_OWNER_TRACK, track, AHA_FADER_GAIN_DB, AHA_LANE_READ,
                            &gain));
  NEED(aha_session_create(project, engine, NULL, &session));
}

static void clean_up(void) {
  static const char *const names[] = {"song.aha", ".song.aha.lock", "a.wav", "b.wav", "a.png",
                                      ".a.aha.lock"};
  for (size_t i = 0; i < COUNT_OF(names); i++) unlink(file(names[i]));
  CHECK(rmdir(folder) == 0, "something is left in %s", folder);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 2;
  NEED(aha_engine_create(NULL, &engine));
  make_project();
  check_opening();
  check_reading();
  check_settings();
  check_tracks();
  check_effects();
  check_lanes();
  check_tempo();
  check_sessions();
  check_bounces();
  check_plots();
  NEED(aha_session_release(session));
  NEED(aha_engine_release(engine));
  NEED(aha_project_release(project));
  clean_up();
  return verdict();
}
