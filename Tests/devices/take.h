/* A take of noise played by a device, compared with an offline render. */
#ifndef AHA_TEST_TAKE_H
#define AHA_TEST_TAKE_H

#include "server.h"
#include <sndfile.h>

/* Events of one device. */
struct told {
  aha_device *device;
  /* Time of the first one, or 0. */
  double lost, gap, opened;
  char line[256];
};

/* An engine that plays endless noise through a device and records the master bus. With an input,
 * JACK's loopback of the output is recorded on its own bus. */
struct session {
  aha_engine *engine;
  aha_bus *bus;
  aha_recorder *master, *looped;
  struct told output, input;
};

static const char master_file[] = "take.wav", looped_file[] = "looped.wav";

static inline void play_noise(aha_engine *engine) {
  aha_player_options options = aha_player_options_init();
  aha_player *player;
  options.loop_count = UINT32_MAX;
  NEED(aha_player_create(engine, make_noise(engine, 48000), NULL, &options, &player));
  NEED(aha_player_start(player, NULL));
}

static inline aha_recorder *record_to(aha_engine *engine, aha_bus *bus, const char *path) {
  aha_recorder_options options = aha_recorder_options_init();
  aha_recorder *recorder;
  options.replace = 1;
  NEED(aha_recorder_create(engine, bus, path, &options, NULL, &recorder));
  NEED(aha_recorder_start(recorder, AHA_AT(0)));
  return recorder;
}

/* A gap within a block's rendering makes a late block. */
static inline int was_late(aha_device *device) {
  aha_device_status status = aha_device_status_init();
  NEED(aha_device_get_status(device, &status));
  return status.render_max_ms > 1000;
}

static inline void take_told(struct told *told, const aha_event *event) {
  if (told->device == NULL || event->source != told->device) return;
  if (event->kind == AHA_EVENT_DEVICE_LOST && told->lost == 0) told->lost = now();
  int is_gap = event->kind == AHA_EVENT_DEVICE_GAP
    || (event->kind == AHA_EVENT_DEVICE_LATE && was_late(told->device));
  if (is_gap && told->gap == 0) told->gap = now();
  if (event->kind != AHA_EVENT_DEVICE_OPENED) return;
  told->opened = now();
  snprintf(told->line, sizeof told->line, "%s", event->line);
}

/* Reads pending events; waits if none are pending. */
static inline void listen_to(struct session *session, double seconds) {
  aha_event event = aha_event_init();
  wait_for_events(session->engine, seconds);
  while (aha_engine_next_event(session->engine, &event) == AHA_OK)
    take_told(&session->output, &event), take_told(&session->input, &event);
}

enum what { LOST, OPENED, LOST_OR_GAP };

static inline int is_told(const struct told *told, enum what what) {
  if (told->device == NULL) return 1;
  if (what == OPENED) return told->opened != 0;
  return told->lost != 0 || (what == LOST_OR_GAP && told->gap != 0);
}

/* Waits for an event of each device. Returns the seconds, or -1. */
static inline double await_both(struct session *session, enum what what, double limit) {
  double begin = now();
  while (!is_told(&session->output, what) || !is_told(&session->input, what)) {
    if (now() - begin > limit) return -1;
    listen_to(session, 0.1);
  }
  return now() - begin;
}

static inline void forget_told(struct session *session) {
  session->output.lost = session->output.gap = session->output.opened = 0;
  session->input.lost = session->input.gap = session->input.opened = 0;
}

static inline void add_input(struct session *session, const char *id, aha_device_loss loss) {
  aha_device_options options = aha_device_options_init();
  aha_input *input;
  options.id = id;
  options.direction = AHA_DEVICE_INPUT;
  options.on_loss = loss;
  NEED(aha_device_open(session->engine, &options, &session->input.device));
  NEED(aha_bus_create(session->engine, NULL, &session->bus));
  NEED(aha_input_create(session->engine, session->bus, session->input.device, NULL, &input));
  /* The looped sound would feed back, and the master's take would differ from the player's. */
  NEED(aha_input_set_monitored(input, 0));
  session->looped = record_to(session->engine, session->bus, looped_file);
  NEED(aha_device_start(session->input.device));
}

static inline void connect_ports(const char *from, const char *to) {
  char *const connect[] = {"jack_connect", (char *)from, (char *)to, NULL};
  CHECK(exit_code(launch(connect, "jackd.log")) == 0, "%s is not connected with %s", from, to);
}

static inline void begin_session(struct session *session, const char *id, aha_device_loss loss,
                                 int with_input) {
  memset(session, 0, sizeof *session);
  NEED(aha_engine_create(NULL, &session->engine));
  play_noise(session->engine);
  session->master = record_to(session->engine, NULL, master_file);
  if (with_input) add_input(session, id, loss);
  session->output.device = open_device(session->engine, id, loss);
  NEED(aha_device_start(session->output.device));
  CHECK(await_both(session, OPENED, hang_seconds) >= 0, "not opened");
  if (with_input) {
    connect_ports("libaha:out_0", "libaha:in_0");
    connect_ports("libaha:out_1", "libaha:in_1");
  }
  forget_told(session);
}

/* Ends a take: the file is complete and agrees with the status. Returns the samples, or NULL. */
static inline float *end_take(aha_recorder *recorder, const char *path, uint64_t *frames) {
  aha_recorder_status status = aha_recorder_status_init();
  SF_INFO info = {0};
  aha_sound *sound;
  NEED(aha_recorder_stop(recorder, NULL));
  CHECK(aha_recorder_wait(recorder, 30000) == AHA_OK, "%s is not complete", path);
  NEED(aha_recorder_get_status(recorder, &status));
  CHECK(status.state == AHA_RECORDER_FINISHED && status.reason == AHA_RECORDER_REASON_STOPPED,
        "%s: state %u, reason %u", path, status.state, status.reason);
  CHECK(status.overrun_frames == 0 && status.lost_frames == 0 && status.first_frame == 0,
        "%s: %llu overrun, %llu lost, from %llu", path, (unsigned long long)status.overrun_frames,
        (unsigned long long)status.lost_frames, (unsigned long long)status.first_frame);
  NEED(aha_recorder_load_take(recorder, NULL, &sound));
  CHECK(aha_sound_length_frames(sound) == status.frames, "%s as a sound", path);
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  CHECK(file != NULL && info.channels == 2 && info.samplerate == 48000, "%s", path);
  CHECK((uint64_t)info.frames == status.frames && status.frames > 0, "%s: %lld frames of %llu",
        path, (long long)info.frames, (unsigned long long)status.frames);
  float *samples = calloc((size_t)info.frames * 2 + 1, sizeof *samples);
  CHECK(sf_readf_float(file, samples, info.frames) == info.frames, "%s ends early", path);
  if (file != NULL) sf_close(file);
  *frames = (uint64_t)info.frames;
  return samples;
}

/* Without a device the engine's clock is stopped, so no frame is missing. */
static inline void compare_with_offline(const float *take, uint64_t frames) {
  aha_engine *offline;
  float *wanted = calloc(frames * 2 + 1, sizeof *wanted);
  uint64_t same = 0, sounding = 0;
  NEED(aha_engine_create(NULL, &offline));
  play_noise(offline);
  NEED(aha_engine_render(offline, wanted, frames));
  NEED(aha_engine_release(offline));
  for (uint64_t i = 0; i < frames * 2; i++)
    same += take[i] == wanted[i], sounding += take[i] != 0;
  CHECK(same == frames * 2, "%llu of %llu samples are those of the offline render",
        (unsigned long long)same, (unsigned long long)frames * 2);
  CHECK(sounding > frames, "%llu samples are not silent", (unsigned long long)sounding);
  free(wanted);
}

/* Ends the takes while the devices run and checks that they are complete. Returns the master's
 * frames. */
static inline uint64_t end_session(struct session *session) {
  uint64_t frames, looped = 0, sounding = 0;
  float *take = end_take(session->master, master_file, &frames);
  compare_with_offline(take, frames);
  free(take);
  if (session->looped != NULL) {
    take = end_take(session->looped, looped_file, &looped);
    for (uint64_t i = 0; i < looped * 2; i++) sounding += take[i] != 0;
    free(take);
    CHECK(looped >= frames && looped < frames + 240000, "%llu frames, and %llu of the input",
          (unsigned long long)frames, (unsigned long long)looped);
    CHECK(sounding > 2400, "the input heard %llu samples", (unsigned long long)sounding);
  }
  double begin = now();
  NEED(aha_engine_release(session->engine));
  CHECK(now() - begin < max_release_seconds, "the release took %.1f s", now() - begin);
  return frames;
}

#endif /* AHA_TEST_TAKE_H */
