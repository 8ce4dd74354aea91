/* Renders under RealtimeSanitizer while another thread makes every kind of change: the render
 * thread may not allocate, free, lock or block. With an argument it breaks that rule once, to
 * show that the sanitizer checks the library. */
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#define NONBLOCKING __attribute__((nonblocking))

enum { PLAYERS = 64, STREAMED = 4, LOOPS = 8, BLOCK = 128 };
enum { LEAST_BLOCKS = 8000, LEAST_CHANGES = 40000 };

typedef struct {
  aha_engine *engine;
  aha_sound *sounds[LOOPS + 1]; /* the last one is streamed */
  aha_bus *buses[4];
  aha_player *players[PLAYERS + STREAMED];
  aha_project *project;
  aha_session *session;
  aha_id track, lane;
} stage;

static stage on;
static atomic_int rendered, changed, done, unexplained;
static float block[4 * BLOCK];
static char folder[] = "/tmp/aha-realtime-XXXXXX";

/* The host's own frames, through a chain that has effects of every sort of latency. */
static aha_engine *bare;
static aha_chain *chain_of_frames;

static void set_up_frames(void) {
  static const aha_effect_kind kinds[] = {AHA_EFFECT_PITCH, AHA_EFFECT_REVERB, AHA_EFFECT_LIMITER};
  NEED(aha_engine_create(NULL, &bare));
  chain_of_frames = aha_bus_chain(aha_engine_master_bus(bare));
  for (int number = 0; number < 3; number++) {
    aha_effect *effect;
    NEED(aha_effect_create(bare, kinds[number], &effect));
    NEED(aha_chain_add(chain_of_frames, effect));
    NEED(aha_effect_release(effect));
  }
}

/* Body of a host's audio callback. */
static aha_result callback(aha_player *watched) NONBLOCKING {
  aha_result result = aha_engine_render(on.engine, block, BLOCK);
  (void)aha_chain_render(chain_of_frames, block, BLOCK, 2, block, NULL);
  (void)aha_engine_position_frames(on.engine);
  (void)aha_engine_sample_rate(on.engine);
  (void)aha_engine_channels(on.engine);
  (void)aha_player_get_state(watched);
  (void)aha_player_position_frames(watched);
  (void)aha_result_name(AHA_ERROR_STATE);
  (void)aha_event_kind_name(AHA_EVENT_LOST);
  (void)aha_format_container_name(AHA_CONTAINER_FLAC);
  (void)aha_format_encoding_name(AHA_ENCODING_OPUS);
  (void)aha_last_error();
  return result;
}

/* The rule broken in the host, and inside the library. */
static void callback_mallocs(void) NONBLOCKING {
  void *volatile memory = malloc(64);
  free(memory);
}
static void callback_makes_bus(void) NONBLOCKING {
  aha_bus *bus;
  (void)aha_bus_create(on.engine, NULL, &bus);
}

static uint32_t random_below(uint32_t limit) {
  static uint32_t state = 2463534242u;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state % limit;
}

/* Now, or in up to 4096 frames; over up to 9000. */
static const aha_ramp *random_ramp(aha_engine *engine) {
  static _Thread_local aha_ramp ramp;
  ramp = aha_ramp_init();
  if (random_below(2)) ramp.at_frame = aha_engine_position_frames(engine) + random_below(4096);
  ramp.frames = random_below(9000);
  ramp.curve = random_below(4);
  return random_below(8) ? &ramp : NULL;
}

static aha_sound *sound_of(int slot) {
  return on.sounds[slot < PLAYERS ? slot % LOOPS : LOOPS];
}

static void make_player(int slot) {
  aha_player_options options = aha_player_options_init();
  options.loop_count = random_below(2) ? AHA_LOOP_FOREVER : 1;
  options.quality = random_below(2) ? AHA_SPEED_GOOD : AHA_SPEED_FAST;
  NEED(aha_player_create(on.engine, sound_of(slot), on.buses[slot % 4], &options,
                         &on.players[slot]));
  NEED(aha_player_start(on.players[slot], NULL));
}

static aha_result set_points(aha_player *player, double speed) {
  aha_speed_point points[2] = {{0, (float)speed, AHA_POINT_SMOOTH}, {1u << 20, 1, AHA_POINT_STEP}};
  return aha_player_set_speed_points(player, points, random_below(3), random_below(2));
}

static aha_result set_space(aha_player *player) {
  aha_space space = aha_space_init();
  space.position.x = (float)random_below(100) - 50;
  space.velocity.x = (float)random_below(800) - 400;
  space.doppler = 1;
  space.delay_ears = random_below(2);
  return aha_player_set_space(player, random_below(4) ? &space : NULL, random_ramp(on.engine));
}

static aha_result set_loop(aha_player *player, uint64_t begin, uint64_t end) {
  aha_loop loop = {sizeof loop, begin, end, 1 + random_below(5), random_below(2)};
  return aha_player_set_loop(player, random_below(5) ? &loop : NULL);
}

/* Sounds of two channels keep them, others have four, or none that are kept. */
static aha_result set_matrix(aha_player *player, int slot) {
  aha_channel_gain gains[4] = {{1, 0}, {0, 1}, {-1, 0.5f}, {0, 1}};
  size_t count = slot >= PLAYERS ? 2 : 4;
  return aha_player_set_channel_matrix(player, random_below(4) ? gains : NULL, count,
                                       AHA_OVER(random_below(9000)));
}

static aha_result follow(aha_player *player) {
  aha_follow_options options = aha_follow_options_init();
  options.quantize_beats = random_below(3);
  return aha_player_follow(player, random_below(4) ? 60 + random_below(200) : 0, &options);
}

/* All shifters together can have too much latency; then many changes of the tempo wait. */
static aha_result unless_full(aha_result result) {
  return result == AHA_ERROR_LIMIT ? AHA_OK : result;
}

/* A random change of a player; a call at the wrong time (AHA_ERROR_STATE), and a place outside of
 * its range or of its next sound (AHA_ERROR_INVALID_ARGUMENT), is ignored. */
static void change_player(int slot) {
  aha_player *player = on.players[slot];
  uint64_t length = aha_sound_length_frames(sound_of(slot));
  uint64_t frame = random_below((uint32_t)length);
  aha_result result = AHA_OK;
  double speed = random_below(3) ? 0.05 + random_below(4000) / 1000.0 : 1;
  aha_envelope envelope = {
      sizeof envelope,  random_below(3000), random_below(3000), random_below(3000),
      random_below(4), random_below(4),    random_below(4),    -(float)random_below(40)};
  switch (random_below(32)) {
  case 0: result = aha_player_start(player, NULL); break;
  case 1: result = aha_player_stop(player, NULL); break;
  case 2: result = aha_player_pause(player, random_ramp(on.engine)); break;
  case 3: result = aha_player_resume(player, random_ramp(on.engine)); break;
  case 4: result = aha_player_seek_frames(player, frame, random_ramp(on.engine)); break;
  case 5: result = aha_player_set_loop_frames(player, frame / 2, length, random_below(3)); break;
  case 6: result = aha_player_set_gain_db(player, -(float)random_below(60), NULL); break;
  case 7:
    result = aha_player_set_pan(
        player, (float)random_below(200) / 100 - 1, random_ramp(on.engine));
    break;
  case 8: result = aha_player_set_bus(player, on.buses[random_below(4)]); break;
  case 9: result = aha_player_start(player, random_ramp(on.engine)); break;
  case 10: result = aha_player_stop(player, random_ramp(on.engine)); break;
  case 11: result = aha_player_set_speed(player, speed, NULL); break;
  case 12: result = aha_player_set_speed(player, speed, AHA_OVER(random_below(9000))); break;
  case 13: result = aha_player_set_speed(player, speed, random_ramp(on.engine)); break;
  case 14: result = aha_player_set_reversed(player, random_below(2), random_ramp(on.engine)); break;
  case 15: result = aha_player_start_speed_modulation(player, NULL); break;
  case 16: result = aha_player_stop_speed_modulation(player); break;
  case 17: result = set_points(player, speed); break;
  case 18: result = set_space(player); break;
  case 19: result = aha_player_set_envelope(player, &envelope); break;
  case 20: result = aha_player_set_choke_group(player, random_below(3), random_below(900)); break;
  case 21:
    result = aha_player_set_gain_db(player, -(float)random_below(60), random_ramp(on.engine));
    break;
  case 22: result = aha_player_start_with_velocity(player, 0.25f, random_ramp(on.engine)); break;
  case 23: result = aha_player_set_range_frames(player, frame / 2, length); break;
  case 24: result = aha_player_set_range_frames(player, 0, random_below(2) ? 0 : length / 2); break;
  case 25: result = set_loop(player, frame / 2, length); break;
  case 26:
    result = aha_player_set_next(
        player, random_below(8) ? sound_of((int)random_below(PLAYERS + STREAMED)) : NULL,
        AHA_OVER(random_below(2) ? random_below(20000) : 0));
    break;
  case 27: result = set_matrix(player, slot); break;
  case 28: result = unless_full(follow(player)); break;
  case 29:
    result = unless_full(aha_player_set_tempo_ratio(player, 0.5 + random_below(3), NULL));
    break;
  case 30:
    result = unless_full(aha_engine_set_tempo(
        on.engine, 60 + random_below(200), AHA_OVER(random_below(9000))));
    break;
  default:
    NEED(aha_player_release(player));
    make_player(slot);
  }
  if (result != AHA_OK && result != AHA_ERROR_STATE && result != AHA_ERROR_INVALID_ARGUMENT)
    NEED(result);
}

static float random_value(aha_effect_kind kind, uint32_t index, uint32_t *parameter) {
  aha_parameter_info info = aha_parameter_info_init();
  NEED(aha_effect_kind_parameter_get(kind, index, &info));
  *parameter = info.parameter;
  float value = info.minimum + (info.maximum - info.minimum) * (float)random_below(1000) / 1000;
  return info.curve == AHA_CURVE_STEPPED ? (float)(int)value : value;
}

/* A stepped parameter cannot be modulated; a removed effect is in no chain. */
static void need_or_refused(aha_result result) {
  if (result != AHA_ERROR_UNSUPPORTED && result != AHA_ERROR_STATE) NEED(result);
}

static void change_effect(aha_chain *chain, aha_effect *effect, uint32_t count) {
  aha_effect_kind kind = aha_effect_get_kind(effect);
  aha_effect_info info = aha_effect_info_init();
  NEED(aha_effect_kind_get(kind, &info));
  uint32_t parameter;
  float value = random_value(kind, random_below(info.parameter_count), &parameter);
  switch (random_below(8)) {
  case 0: NEED(aha_chain_remove(chain, effect)); break;
  case 1: NEED(aha_chain_move(chain, effect, random_below(count))); break;
  case 2: NEED(aha_effect_set_bypassed(effect, random_below(2), random_ramp(on.engine))); break;
  case 3: NEED(aha_effect_set_value(effect, parameter, value, NULL)); break;
  case 4: NEED(aha_effect_set_value(effect, parameter, value, AHA_OVER(3000))); break;
  case 5: NEED(aha_effect_set_value(effect, parameter, value, random_ramp(on.engine))); break;
  case 6: need_or_refused(aha_effect_start_modulation(effect, parameter, NULL)); break;
  default:
    if (kind == AHA_EFFECT_FILTER) need_or_refused(aha_effect_start_spacewave(effect));
  }
}

static void change_chain(int slot) {
  aha_bus *bus = on.buses[random_below(4)];
  aha_chain *chain =
      random_below(8) ? aha_player_chain(on.players[slot]) : aha_bus_chain(bus);
  uint32_t count = aha_chain_count(chain);
  aha_effect *effect = NULL;
  if (count < 3 && random_below(3) == 0) {
    NEED(aha_effect_create(on.engine, 1 + random_below(aha_effect_kind_count()), &effect));
    aha_result result = aha_chain_insert(chain, random_below(count + 1), effect);
    /* Removed effects with latency remain as delays while their chain plays. */
    if (result != AHA_ERROR_LIMIT) NEED(result);
  } else if (count > 0) {
    NEED(aha_chain_at(chain, random_below(count), &effect));
    change_effect(chain, effect, count);
  }
  if (effect) NEED(aha_effect_release(effect));
}

/* More than are heard; the call may find all in use. */
static void play_one_shot(void) {
  aha_play_options options = aha_play_options_init();
  options.start_frame = aha_engine_position_frames(on.engine) + random_below(4096);
  options.gain_db = -(float)random_below(60);
  options.loop_count = random_below(4);
  options.priority = random_below(4);
  options.choke_group = random_below(4);
  options.choke_fade_frames = random_below(4096);
  options.attack_frames = random_below(2048);
  options.sustain_db = -(float)random_below(20);
  options.stop_frame = options.start_frame + 1 + random_below(8192);
  options.speed = random_below(2) ? 1 : 0.5 + random_below(1000) / 1000.0;
  options.number = random_below(2);
  aha_space space = aha_space_init();
  space.position.x = (float)random_below(9) - 4;
  if (random_below(2)) options.space = &space;
  aha_bus *bus = on.buses[random_below(4)];
  aha_sound *sound = on.sounds[random_below(LOOPS)];
  aha_result result = aha_one_shot_play(on.engine, sound, bus, &options);
  if (result != AHA_ERROR_LIMIT) NEED(result);
}

static void change_bus(void) {
  aha_bus *bus = on.buses[1 + random_below(3)];
  aha_bus_meter meter = aha_bus_meter_init();
  NEED(aha_bus_set_gain_db(bus, -(float)random_below(40), random_ramp(on.engine)));
  NEED(aha_bus_set_pan(bus, (float)random_below(200) / 100 - 1, random_ramp(on.engine)));
  NEED(aha_bus_set_muted(bus, random_below(2), random_ramp(on.engine)));
  NEED(aha_bus_set_soloed(bus, random_below(2)));
  NEED(aha_bus_set_parent(bus, random_below(2) ? on.buses[0] : NULL));
  if (random_below(2)) NEED(aha_bus_set_output(bus, 2 * random_below(2)));
  NEED(aha_bus_read_meter(bus, &meter));
}

/* Up to four concurrent takes of any bus; each is flushed or ended and replaced. */
static void change_recorder(void) {
  static aha_recorder *recorders[4];
  static int number;
  aha_recorder **recorder = &recorders[random_below(4)];
  aha_recorder_options options = aha_recorder_options_init();
  char path[64];
  options.pre_roll_ms = random_below(200);
  options.replace = 1;
  if (*recorder == NULL) {
    snprintf(path, sizeof path, "%s/%d.wav", folder, ++number % 20);
    aha_bus *bus = random_below(2) ? on.buses[random_below(4)] : NULL;
    aha_result result = aha_recorder_create(on.engine, bus, path, &options, NULL, recorder);
    if (result != AHA_ERROR_STATE) NEED(result); /* the take of that name is still being written */
    return;
  }
  switch (random_below(5)) {
  case 0: need_or_refused(aha_recorder_pause(*recorder)); break;
  case 1: need_or_refused(aha_recorder_resume(*recorder)); break;
  case 2:
    need_or_refused(aha_recorder_stop(*recorder, NULL));
    NEED(aha_recorder_release(*recorder));
    *recorder = NULL;
    break;
  default: need_or_refused(aha_recorder_start(*recorder, NULL));
  }
}

/* A track whose speed the host moves, in each mode of its lane. Of transport changes, 64 wait at
 * most. */
static void change_session(int saves) {
  int64_t position = (int64_t)random_below(3000000);
  double speed = 0.1 + random_below(300) / 100.0;
  aha_result result = AHA_OK;
  switch (random_below(8)) {
  case 0: result = aha_session_start(on.session, position, -1); break;
  case 1: result = aha_session_seek(on.session, position, -1); break;
  case 2: result = aha_session_stop(on.session, -1); break;
  case 3: NEED(aha_session_release_track_speed(on.session, on.track)); break;
  default: NEED(aha_session_set_track_speed(on.session, on.track, speed));
  }
  if (result != AHA_ERROR_LIMIT) NEED(result);
  if (!saves) return;
  /* AHA_LANE_OFF to AHA_LANE_WRITE. */
  NEED(aha_lane_set_mode(on.project, on.lane, random_below(5)));
  NEED(aha_session_save_moves(on.session, 0, NULL));
  NEED(aha_session_update(on.session));
}

/* A busy machine may not run the audio thread for a second: then no more changes than fit wait. */
static void wait_for_a_block(int changes) {
  const struct timespec pause = {0, 1000000};
  for (int block = rendered; changes % 128 == 0 && block == rendered && !done;)
    nanosleep(&pause, NULL);
}

/* The control thread also reads the events and sometimes loads a sound. */
static void *control(void *unused) {
  for (int i = 0; !done; i++) {
    wait_for_a_block(i);
    aha_event event = aha_event_init();
    change_player((int)random_below(PLAYERS + STREAMED));
    if (i % 4 == 0) change_chain((int)random_below(PLAYERS + STREAMED));
    if (i % 16 == 0) change_bus();
    play_one_shot();
    if (i % 64 == 0) change_recorder();
    if (i % 8 == 0) change_session(i % 1024 == 0);
    while (aha_engine_next_event(on.engine, &event) == AHA_OK) continue;
    if (i % 512 == 0) NEED(aha_sound_release(make_sound(on.engine, 2400)));
    changed++;
  }
  return unused;
}

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

/* The audio thread renders eight times faster than real time, so that streams sometimes have
 * data. After 50 ms without a block, as on a busy machine, the control thread applies pending
 * changes; only until then may blocks be refused. */
static void *render(void *unused) {
  const struct timespec pause = {0, 1000000000L / 48000 * BLOCK / 8};
  double last = milliseconds();
  while (rendered < LEAST_BLOCKS || changed < LEAST_CHANGES) {
    double begin = milliseconds();
    /* The handle may be released meanwhile. */
    aha_result result = callback(on.players[PLAYERS]);
    if (result == AHA_OK)
      last = begin;
    else if (milliseconds() - last >= 50)
      last = -1e9; /* so may the next ones */
    else
      unexplained++;
    rendered++;
    nanosleep(&pause, NULL);
  }
  done = 1;
  return unused;
}

/* Every other sound keeps four channels. */
static aha_sound *make_loop(int number) {
  enum { CHANNELS = 4 };
  static float frames[CHANNELS * 16000];
  aha_sound *sound;
  uint64_t count = 6000 + 1000 * (uint64_t)number;
  if (number % 2 == 0) return make_sound(on.engine, count);
  for (uint64_t i = 0; i < CHANNELS * count; i++) frames[i] = (float)(i % 97) / 97 - 0.5f;
  NEED(aha_sound_create_channels(on.engine, frames, count, CHANNELS, 48000, &sound));
  return sound;
}

static void set_up(void) {
  aha_stream *wav = make_wav(480000);
  aha_sound_options streamed = aha_sound_options_init();
  streamed.mode = AHA_SOUND_STREAMED;
  streamed.keep_channels = 1;
  aha_engine_options options = aha_engine_options_init();
  options.threads = 3;
  options.channels = 4;
  NEED(aha_engine_create(&options, &on.engine));
  for (int i = 0; i < LOOPS; i++) on.sounds[i] = make_loop(i);
  NEED(aha_sound_load_stream(on.engine, wav, &streamed, &on.sounds[LOOPS]));
  NEED(aha_stream_release(wav));
  for (int i = 0; i < 4; i++) NEED(aha_bus_create(on.engine, NULL, &on.buses[i]));
  if (aha_engine_event_fd(on.engine) < 0) exit(1);
  for (int i = 0; i < PLAYERS + STREAMED; i++) make_player(i);
}

static void set_up_session(void) {
  char path[64];
  aha_job *saved;
  snprintf(path, sizeof path, "%s/loop.wav", folder);
  NEED(aha_sound_save(on.sounds[0], path, NULL, &saved));
  NEED(aha_job_wait(saved, -1));
  NEED(aha_job_release(saved));
  char file[64];
  snprintf(file, sizeof file, "%s/song.aha", folder);
  NEED(aha_project_create(file, NULL, &on.project));
  aha_track track = aha_track_init();
  track.loop_count = UINT32_MAX;
  track.loop_end_us = AHA_PROJECT_LONGEST_US;
  NEED(aha_track_add(on.project, path, &track, &on.track));
  NEED(aha_lane_add(on.project, AHA_OWNER_TRACK, on.track, AHA_TRACK_SPEED, AHA_LANE_LATCH,
                            &on.lane));
  NEED(aha_session_create(on.project, on.engine, NULL, &on.session));
}

static void delete_session(void) {
  static const char *const names[] = {"loop.wav", "song.aha"};
  NEED(aha_session_release(on.session));
  NEED(aha_project_release(on.project));
  for (int i = 0; i < 2; i++) {
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
}

int main(int count, char **arguments) {
  pthread_t threads[2];
  set_up();
  set_up_frames();
  if (count > 1) {
    if (!strcmp(arguments[1], "malloc")) callback_mallocs();
    else callback_makes_bus();
    return 0;
  }
  if (mkdtemp(folder) == NULL) return 2;
  set_up_session();
  pthread_create(&threads[0], NULL, render, NULL);
  pthread_create(&threads[1], NULL, control, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  aha_engine_stats stats = aha_engine_stats_init();
  NEED(aha_engine_get_stats(on.engine, &stats));
  CHECK(stats.frames + stats.refused_renders * BLOCK == (uint64_t)rendered * BLOCK, "%zu frames",
        (size_t)stats.frames);
  CHECK(unexplained == 0 && stats.nonfinite_samples == 0, "%d refused, %zu not finite", unexplained,
        (size_t)stats.nonfinite_samples);
  delete_session();
  NEED(aha_engine_release(on.engine));
  NEED(aha_engine_release(bare));
  for (int number = 0; number < 20; number++) {
    char path[64];
    snprintf(path, sizeof path, "%s/%d.wav", folder, number);
    unlink(path);
  }
  CHECK(rmdir(folder) == 0, "something is left in %s", folder);
  printf("%d blocks, %d changes\n", (int)rendered, (int)changed);
  return verdict();
}
