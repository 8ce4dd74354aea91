/* 10_eight_sounds: plays loops, moves their sliders meanwhile, and records every move as automation
 * in the project. Edits, undoes, and bounces the project to -14 LUFS. The bounce equals the
 * samples of the performance.
 *   cc 10_eight_sounds.c $(pkg-config --cflags --libs aha) -lm -o 10_eight_sounds
 *   ./10_eight_sounds jam.aha jam.wav loop1.ogg … loop8.ogg */
#include <aha.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SOUNDS = 8, RATE = 48000, SECONDS = 8, STEP = RATE / 50, STEPS = SECONDS * 50 };
enum { FRAMES = SECONDS * RATE };

static float heard[2 * FRAMES], bounced[2 * FRAMES];

typedef struct {
  aha_id track, filter, gain_lane, cutoff_lane;
  aha_effect *gain, *cutoff; /* their players */
} strip;

/* A failed call ends the program with its error line. */
static void need(aha_result result, const char *what) {
  if (result >= AHA_OK) return;
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  exit(1);
}

/* A looped track with a filter, and a lane for each of its two sliders. */
static void add(aha_project *project, const char *path, strip *made) {
  aha_track track = aha_track_init();
  track.loop_end_us = AHA_PROJECT_LONGEST_US; /* the whole sound … */
  track.loop_count = AHA_LOOP_FOREVER;        /* … repeated */
  track.gain_db = -9.0f;
  need(aha_track_add(project, path, &track, &made->track), path);
  need(aha_project_effect_add(project, AHA_OWNER_TRACK, made->track, AHA_EFFECT_FILTER, AHA_LAST,
                              &made->filter), "filter");
  need(aha_lane_add(project, AHA_OWNER_TRACK, made->track, AHA_FADER_GAIN_DB,
                            AHA_LANE_TOUCH, &made->gain_lane), "lane");
  need(aha_lane_add(project, AHA_OWNER_EFFECT, made->filter, AHA_FILTER_CUTOFF_HZ,
                            AHA_LANE_WRITE, &made->cutoff_lane), "lane");
}

/* Moves a strip's sliders for one fiftieth of a second. Its gain is touched for a
 * second and released, one strip after the other; its filter is held all the time. */
static void move(aha_session *session, const strip *one, int number, int step) {
  const float turn = sinf((float)step * 0.05f + (float)number);
  const float hz = 2000.0f * powf(4.0f, turn);
  const int inside = step - number * 50;
  need(aha_effect_set_value(one->cutoff, AHA_FILTER_CUTOFF_HZ, hz, NULL), "cutoff");
  const float gain = -9.0f + (float)inside * 0.2f;
  if (inside >= 0 && inside < 50)
    need(aha_effect_set_value(one->gain, AHA_FADER_GAIN_DB, gain, NULL), "gain");
  if (inside == 50)
    need(aha_session_release_parameter(session, one->gain, AHA_FADER_GAIN_DB), "gain");
}

/* Plays for some seconds while the sliders move, and keeps the device's frames in `heard`. The
 * stepped device stands for a sound card: it renders when it is told to. */
static void perform(aha_project *project, strip *strips) {
  aha_device_options options = aha_device_options_init();
  aha_engine *engine;
  aha_session *session;
  aha_device *device;
  uint32_t lanes = 0, saved;
  options.id = "stepped";
  need(aha_engine_create(NULL, &engine), "engine");
  need(aha_session_create(project, engine, NULL, &session), "session");
  need(aha_device_open(engine, &options, &device), "device");
  for (int i = 0; i < SOUNDS; i++) {
    strip *one = &strips[i];
    need(aha_session_get_fader(session, AHA_OWNER_TRACK, one->track, &one->gain), "fader");
    need(aha_session_get_effect(session, one->filter, &one->cutoff), "filter");
  }
  need(aha_session_start(session, 0, -1), "start");
  need(aha_device_start(device), "device");
  for (int step = 0; step < STEPS; step++) {
    for (int i = 0; i < SOUNDS; i++) move(session, &strips[i], i, step);
    need(aha_device_step(device, NULL, heard + 2 * STEP * step, STEP), "device");
    if (step % 50 != 49) continue;
    need(aha_session_save_moves(session, 1, &saved), "moves"); /* strips released so far */
    lanes += saved;
  }
  need(aha_session_stop(session, -1), "stop");
  need(aha_device_step(device, NULL, NULL, STEP), "device");
  need(aha_session_save_moves(session, 1, &saved), "moves");
  aha_session_status status = aha_session_status_init();
  need(aha_session_get_status(session, &status), "status");
  printf("played %d seconds: %u lanes recorded, %llu moves lost\n", SECONDS, lanes + saved,
         (unsigned long long)status.lost_moves);
  aha_engine_release(engine); /* ends the session and the device */
}

/* Bounces the project to memory. Returns the count of samples that differ from the session. */
static int differing(aha_project *project, aha_engine *engine) {
  aha_bounce_options options = aha_bounce_options_init();
  aha_encode_options encode = aha_encode_options_init();
  aha_stream *memory;
  aha_sound *sound;
  aha_job *job;
  uint64_t count = 0;
  int found = 0;
  options.end_us = SECONDS * 1000000;
  options.no_tail = 1;
  encode.encoding = AHA_ENCODING_FLOAT_32;
  need(aha_stream_create_memory(NULL, 0, NULL, NULL, &memory), "memory");
  need(aha_bounce_start_stream(project, memory, &options, &encode, &job), "bounce");
  need(aha_job_wait(job, -1), "bounce");
  need(aha_sound_load_stream(engine, memory, NULL, &sound), "bounce");
  need(aha_sound_read_frames(sound, 0, bounced, FRAMES, &count), "bounce");
  for (int i = 0; i < 2 * FRAMES; i++) found += bounced[i] != heard[i];
  aha_sound_release(sound);
  aha_stream_release(memory);
  aha_job_release(job);
  return count == FRAMES ? found : 2 * FRAMES;
}

/* Moves the middle point of a lane half a second later and an octave higher, as one edit. */
static void move_a_point(aha_project *project, aha_id lane) {
  aha_point point;
  const int64_t from = 4000000, to = 4500000;
  size_t count = 0;
  need(aha_project_start_edit(project, "move a point"), "edit");
  aha_lane_copy_points(project, lane, from, to, &point, 1, &count);
  if (count > 0) {
    point.time_us = to;
    point.value *= 2.0f;
    need(aha_lane_replace_points(project, lane, from, to, &point, 1), "points");
  }
  need(aha_project_save_edit(project), "edit");
}

/* Bounces to a file at the loudness of streaming services. */
static void save(aha_project *project, const char *path) {
  aha_bounce_options options = aha_bounce_options_init();
  aha_job *job;
  options.end_us = SECONDS * 1000000;
  options.loudness_lufs = -14.0;
  need(aha_bounce_start(project, path, &options, NULL, &job), path);
  need(aha_job_wait(job, -1), path);
  aha_job_release(job);
  printf("%s: bounced to %.0f LUFS\n", path, options.loudness_lufs);
}

int main(int count, char **arguments) {
  strip strips[SOUNDS];
  aha_project *project;
  aha_engine *engine;
  uint64_t points = 0;
  if (count != 3 + SOUNDS)
    return fprintf(stderr, "usage: %s PROJECT OUT LOOP*8\n", arguments[0]), 2;
  need(aha_engine_create(NULL, &engine), "engine");
  need(aha_project_create(arguments[1], NULL, &project), arguments[1]);
  for (int i = 0; i < SOUNDS; i++) add(project, arguments[3 + i], &strips[i]);
  perform(project, strips);
  for (int i = 0; i < SOUNDS; i++) {
    points += aha_lane_point_count(project, strips[i].gain_lane);
    points += aha_lane_point_count(project, strips[i].cutoff_lane);
    need(aha_lane_set_mode(project, strips[i].gain_lane, AHA_LANE_READ), "lane");
    need(aha_lane_set_mode(project, strips[i].cutoff_lane, AHA_LANE_READ), "lane");
  }
  printf("%llu points; ", (unsigned long long)points);
  printf("bounced, %d samples differ from the session\n", differing(project, engine));
  move_a_point(project, strips[0].cutoff_lane);
  printf("a point moved: %s\n", differing(project, engine) > 0 ? "it sounds otherwise" : "nothing");
  need(aha_project_undo(project), "undo");
  printf("undone: %d samples differ from the session\n", differing(project, engine));
  save(project, arguments[2]);
  aha_project_release(project);
  return aha_engine_release(engine);
}
