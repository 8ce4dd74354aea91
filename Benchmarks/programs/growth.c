/* growth.c: processor time of COUNT objects of a kind:  growth KIND COUNT FOLDER
 * FOLDER is for files, which the program removes. Prints seconds as JSON. */
#include <aha.h>

#include "bench.h"

enum { BLOCKS = 200, FRAMES = 4410, LANE_STEP_US = 10000, CLIP_STEP_US = 250000 };

static aha_engine *engine;
static char path[BENCH_PATH / 2], other[BENCH_PATH];

static void need(aha_result result, const char *what) {
  if (result != AHA_OK) bench_fail("%s: %s: %s", what, aha_result_name(result), aha_last_error());
}

static aha_sound *make_sound(void) {
  static float samples[FRAMES];
  aha_sound *sound;
  for (int i = 0; i < FRAMES; i++) samples[i] = (float)(i % 100) / 1000 - 0.05f;
  need(aha_sound_create(engine, samples, FRAMES, 1, BENCH_RATE, &sound), "sound");
  return sound;
}

static void make_engine(uint32_t players, uint32_t buses, uint32_t effects) {
  aha_engine_options options = aha_engine_options_init();
  options.sample_rate = BENCH_RATE;
  options.no_limiter = 1;
  options.max_players = players;
  options.max_buses = buses;
  options.max_effects = effects;
  options.event_capacity = 65536;
  need(aha_engine_create(&options, &engine), "engine");
}

static void render(int blocks) {
  float frames[2 * BENCH_BLOCK];
  for (int i = 0; i < blocks; i++) need(aha_engine_render(engine, frames, BENCH_BLOCK), "render");
}

static aha_player *add_player(aha_sound *sound, aha_bus *bus, uint64_t frame) {
  aha_player *player;
  aha_ramp ramp = aha_ramp_init();
  ramp.at_frame = frame;
  need(aha_player_create(engine, sound, bus, NULL, &player), "player");
  need(aha_player_start(player, &ramp), "start");
  return player;
}

/* Starts of players, scheduled without a render. Not processor time: a full queue could wait. */
static double starts(int count) {
  make_engine((uint32_t)count, 2, 2);
  aha_sound *sound = make_sound();
  double begin = bench_now();
  for (int i = 0; i < count; i++) add_player(sound, NULL, 1000 * BENCH_RATE + 700 * (uint64_t)i);
  return bench_now() - begin;
}

/* Blocks while players wait for their starts. */
static double waiting(int count) {
  starts(count);
  render(10);
  double begin = bench_cpu();
  render(BLOCKS);
  return bench_cpu() - begin;
}

/* Starts and ends of players, and their events. */
static double events(int count) {
  make_engine((uint32_t)count, 2, 2);
  aha_sound *sound = make_sound();
  aha_event event = aha_event_init();
  int found = 0;
  for (int i = 0; i < count; i++) add_player(sound, NULL, 50 * (uint64_t)i + 1);
  double begin = bench_cpu();
  while (found < 2 * count) {
    render(1);
    while (aha_engine_next_event(engine, &event) == AHA_OK) found++;
  }
  return bench_cpu() - begin;
}

static aha_bus *add_bus(aha_bus *parent) {
  aha_bus *bus;
  need(aha_bus_create(engine, parent, &bus), "bus");
  return bus;
}

static double buses(int count) {
  double begin = bench_cpu();
  make_engine((uint32_t)count, (uint32_t)count + 1, 2);
  aha_sound *sound = make_sound();
  for (int i = 0; i < count; i++) add_player(sound, add_bus(NULL), 0);
  render(BLOCKS);
  return bench_cpu() - begin;
}

static double sends(int count) {
  double begin = bench_cpu();
  make_engine(2, (uint32_t)count + 20, 2);
  aha_sound *sound = make_sound();
  aha_bus *from[8], *to[8], *send;
  for (int i = 0; i < 8; i++) (from[i] = add_bus(NULL)), (to[i] = add_bus(NULL));
  add_player(sound, from[0], 0);
  for (int i = 0; i < count; i++)
    need(aha_bus_create_send(from[i % 8], to[i / 8 % 8], NULL, &send), "send");
  render(BLOCKS);
  return bench_cpu() - begin;
}

/* Players with 8 effects each, which play. */
static double effects(int count) {
  double begin = bench_cpu();
  aha_effect *effect;
  make_engine((uint32_t)count, 2, (uint32_t)count + 1);
  aha_sound *sound = make_sound();
  for (int i = 0; i < count; i += 8) {
    aha_chain *chain = aha_player_chain(add_player(sound, NULL, 0));
    for (int k = 0; k < 8; k++) {
      need(aha_effect_create(engine, AHA_EFFECT_FADER, &effect), "effect");
      need(aha_chain_insert(chain, AHA_LAST, effect), "insert");
      need(aha_effect_set_value(effect, AHA_FADER_GAIN_DB, -1, NULL), "value");
    }
  }
  render(BLOCKS);
  return bench_cpu() - begin;
}

static aha_project *make_project(void) {
  aha_project *project;
  aha_project_settings settings = aha_project_settings_init();
  need(aha_project_create(path, NULL, &project), path);
  settings.sample_rate = BENCH_RATE;
  need(aha_project_set_settings(project, &settings), "settings");
  return project;
}

static void write_sound(void) {
  aha_job *job;
  make_engine(1, 1, 1);
  snprintf(other, sizeof other, "%s.wav", path);
  need(aha_sound_save(make_sound(), other, NULL, &job), other);
  need(aha_job_wait(job, -1), other);
  aha_job_release(job);
  aha_engine_release(engine);
}

/* A bounce of short clips, one after another. */
static double clips(int count) {
  write_sound();
  aha_project *project = make_project();
  aha_bounce_options options = aha_bounce_options_init();
  aha_job *job;
  need(aha_project_start_edit(project, "clips"), "edit");
  for (int i = 0; i < count; i++) {
    aha_track track = aha_track_init();
    track.start_us = (int64_t)i * CLIP_STEP_US;
    need(aha_track_add(project, other, &track, NULL), "track");
  }
  need(aha_project_save_edit(project), "edit");
  options.threads = 1;
  double begin = bench_cpu();
  strcat(other, ".bounce.wav");
  need(aha_bounce_start(project, other, &options, NULL, &job), "bounce");
  need(aha_job_wait(job, -1), "job");
  double seconds = bench_cpu() - begin;
  aha_job_release(job);
  aha_project_release(project);
  remove(other);
  other[strlen(other) - strlen(".bounce.wav")] = 0;
  return seconds;
}

/* Points of a lane, saved, then read. */
static double points(int count) {
  aha_project *project = make_project();
  aha_point *values = calloc((size_t)count, sizeof *values);
  aha_id track, lane;
  uint64_t found;
  write_sound();
  for (int i = 0; i < count; i++)
    values[i] = (aha_point){(int64_t)i * LANE_STEP_US, (float)-(i % 24), AHA_POINT_LINEAR};
  need(aha_track_add(project, other, NULL, &track), "track");
  need(aha_lane_add(project, AHA_OWNER_TRACK, track, AHA_FADER_GAIN_DB, AHA_LANE_READ, &lane),
       "lane");
  double begin = bench_cpu();
  need(aha_lane_add_points(project, lane, values, (size_t)count), "points");
  need(aha_lane_copy_points(project, lane, 0, INT64_MAX, values, (size_t)count, &found), "points");
  double seconds = bench_cpu() - begin;
  aha_project_release(project);
  free(values);
  return seconds;
}

/* Pieces that are added to a library. */
static double items(int count) {
  aha_library *library;
  aha_piece *piece;
  char place[64];
  need(aha_library_open(path, &library), path);
  need(aha_piece_create(&piece), "piece");
  double begin = bench_cpu();
  for (int i = 0; i < count; i++) {
    snprintf(place, sizeof place, "https://pieces.example/%d", i);
    need(aha_library_add_piece(library, piece, place, NULL, AHA_ORIGIN_PIECE,
                               AHA_ITEM_REMOTE_ONLY, NULL), place);
  }
  double seconds = bench_cpu() - begin;
  aha_piece_release(piece);
  aha_library_release(library);
  return seconds;
}

static const struct { const char *name; double (*measure)(int); } kinds[] = {
  {"starts", starts}, {"waiting", waiting}, {"events", events}, {"buses", buses},
  {"sends", sends}, {"effects", effects}, {"clips", clips}, {"points", points}, {"items", items},
};

int main(int argc, char **argv) {
  if (argc != 4) bench_fail("growth KIND COUNT FOLDER");
  snprintf(path, sizeof path, "%s/growth-%d", argv[3], getpid());
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (strcmp(argv[1], kinds[i].name)) continue;
    printf("{\"seconds\": %.6f}\n", kinds[i].measure(atoi(argv[2])));
    remove(path);
    if (other[0]) remove(other);
    return 0;
  }
  bench_fail("no kind %s", argv[1]);
}
