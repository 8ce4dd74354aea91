/* Devices with a real JACK server, which the test starts, kills and restarts. jack KILLS */
#include "server.h"

enum { FRAMES = 48000, TAPPED = 72000 };

static aha_player *make_player(aha_engine *engine) {
  aha_player *player;
  NEED(aha_player_create(engine, make_noise(engine, FRAMES), NULL, NULL, &player));
  return player;
}

static void list_names_the_server(void) {
  int found = 0;
  NEED(aha_device_scan());
  uint32_t count = aha_device_count();
  for (uint32_t i = 0; i < count; i++) {
    aha_device_info info = aha_device_info_init();
    NEED(aha_device_get(i, &info));
    if (strcmp(info.id, jack_id) != 0) continue;
    found = 1;
    CHECK(strcmp(info.host_api, "jack") == 0, "%s", info.host_api);
    CHECK(info.default_sample_rate == 48000, "%u Hz", info.default_sample_rate);
    CHECK(info.max_outputs == 2 && info.max_inputs == 2, "%u out", info.max_outputs);
  }
  CHECK(found, "%s is not among %u devices", jack_id, count);
  aha_device_info none = aha_device_info_init();
  CHECK(aha_device_get(count, &none) == AHA_ERROR_INVALID_ARGUMENT, "behind the last one");
}

/* Frames that the tap recorded while the device played; NULL if the server skipped a cycle. */
static float *tapped(aha_engine *engine, aha_player *player) {
  char frames[16];
  snprintf(frames, sizeof frames, "%d", TAPPED);
  char *const tap[] = {"./jack_tap", frames, "tap.raw", "libaha:out_0", "libaha:out_1", NULL};
  aha_device *device = open_device(engine, jack_id, AHA_DEVICE_LOSS_NEXT);
  NEED(aha_device_start(device));
  remove("tap.log");
  pid_t child = launch(tap, "tap.log");
  for (int i = 0; i < 2000; i++) {
    char line[16] = "";
    FILE *log = fopen("tap.log", "r");
    if (log != NULL) {
      while (fgets(line, sizeof line, log) != NULL && strcmp(line, "ready\n") != 0) {}
      fclose(log);
    }
    if (strcmp(line, "ready\n") == 0) break;
    pause_ms(5);
  }
  NEED(aha_player_start(player, NULL));
  int code = exit_code(child);
  NEED(aha_device_release(device));
  if (code == 8) return NULL;
  CHECK(code == 0, "the tap ended with %d", code);
  float *all = calloc(TAPPED * 2, sizeof *all);
  FILE *file = fopen("tap.raw", "rb");
  CHECK(file != NULL && fread(all, 8, TAPPED, file) == TAPPED, "tap.raw");
  if (file != NULL) fclose(file);
  return all;
}

/* On a busy machine the server skips cycles; the test then repeats. */
static float *heard_without_gap(void) {
  float *heard = NULL;
  for (int i = 0; i < 20 && heard == NULL; i++) {
    aha_engine *live;
    NEED(aha_engine_create(NULL, &live));
    heard = tapped(live, make_player(live));
    NEED(aha_engine_release(live));
  }
  if (heard == NULL) fprintf(stderr, "20 recordings with gaps\n"), exit(1);
  return heard;
}

static void sound_is_that_of_an_offline_render(void) {
  aha_engine *offline;
  NEED(aha_engine_create(NULL, &offline));
  float *heard = heard_without_gap();
  float *wanted = calloc(FRAMES * 2, sizeof *wanted);
  size_t first = 0;
  NEED(aha_player_start(make_player(offline), NULL));
  NEED(aha_engine_render(offline, wanted, FRAMES));
  size_t begin = 0;
  while (begin < FRAMES && wanted[2 * begin] == 0) begin++;
  while (first < TAPPED && heard[2 * first] == 0 && heard[2 * first + 1] == 0) first++;
  size_t same = 0, count = FRAMES - begin;
  for (size_t i = 0; i < count && first + i < TAPPED; i++)
    same += memcmp(heard + 2 * (first + i), wanted + 2 * (begin + i), 8) == 0;
  CHECK(same == count, "%zu of %zu frames are those of the offline render", same, count);
  printf("tap: %zu of %zu frames the same\n", same, count);
  free(heard), free(wanted);
  NEED(aha_engine_release(offline));
}

/* No device has this many channels, and no engine this sample rate. */
static void absurd_formats_are_refused(void) {
  static const char *const ids[] = {"null", "stepped", jack_id};
  aha_engine_options options = aha_engine_options_init();
  aha_engine *engine;
  aha_device *device;
  options.sample_rate = 7000;
  INVALID(aha_engine_create(&options, &engine), "7000");
  NEED(aha_engine_create(NULL, &engine));
  for (size_t i = 0; i < COUNT_OF(ids); i++) {
    for (aha_device_direction way = AHA_DEVICE_OUTPUT; way <= AHA_DEVICE_INPUT; way++) {
      aha_device_options which = aha_device_options_init();
      which.id = ids[i];
      which.direction = way;
      which.channels = 64;
      INVALID(aha_device_open(engine, &which, &device), "64");
      CHECK(device == NULL, "a device of %s", ids[i]);
    }
  }
  NEED(aha_engine_release(engine));
}

static void wrong_rates_are_refused(void) {
  static const uint32_t rates[] = {8000, 44100, 192000};
  aha_device *device;
  for (size_t i = 0; i < COUNT_OF(rates); i++) {
    aha_engine_options options = aha_engine_options_init();
    aha_device_options which = aha_device_options_init();
    aha_engine *engine;
    options.sample_rate = rates[i];
    NEED(aha_engine_create(&options, &engine));
    NEED(aha_device_release(open_device(engine, "null", AHA_DEVICE_LOSS_NEXT)));
    NEED(aha_device_release(open_device(engine, "stepped", AHA_DEVICE_LOSS_NEXT)));
    which.id = jack_id;
    REFUSED(aha_device_open(engine, &which, &device), AHA_ERROR_DEVICE_FORMAT, "48000");
    which.direction = AHA_DEVICE_INPUT;
    REFUSED(aha_device_open(engine, &which, &device), AHA_ERROR_DEVICE_FORMAT, "48000");
    which.id = "jack:nobody";
    REFUSED(aha_device_open(engine, &which, &device), AHA_ERROR_NO_DEVICE, "jack:nobody");
    NEED(aha_engine_release(engine));
  }
}

static void default_names_the_default_device(void) {
  static const char *const ids[] = {"", "default"};
  char opened[2][192];
  aha_engine *engine;
  NEED(aha_engine_create(NULL, &engine));
  for (int i = 0; i < 2; i++) {
    aha_device *device = open_device(engine, ids[i], AHA_DEVICE_LOSS_NEXT);
    NEED(aha_device_copy_id(device, opened[i], sizeof opened[i], NULL));
    NEED(aha_device_release(device));
  }
  CHECK(strcmp(opened[0], opened[1]) == 0, "%s, %s", opened[0], opened[1]);
  NEED(aha_engine_release(engine));
}

/* The server has one channel each way. */
static void missing_channels_are_refused(void) {
  aha_engine_options options = aha_engine_options_init();
  aha_device_options which = aha_device_options_init();
  aha_engine *stereo, *mono;
  aha_device *device;
  options.channels = 1;
  NEED(aha_engine_create(NULL, &stereo));
  NEED(aha_engine_create(&options, &mono));
  which.id = jack_id;
  REFUSED(aha_device_open(stereo, &which, &device), AHA_ERROR_DEVICE_FORMAT, "1 channel");
  which.direction = AHA_DEVICE_INPUT;
  REFUSED(aha_device_open(stereo, &which, &device), AHA_ERROR_DEVICE_FORMAT, "1 channel");
  which.channels = 1;
  NEED(aha_device_open(stereo, &which, &device));
  device = open_device(mono, jack_id, AHA_DEVICE_LOSS_NEXT);
  NEED(aha_device_start(device));
  aha_event event;
  CHECK(await(mono, AHA_EVENT_DEVICE_OPENED, hang_seconds, &event) >= 0, "mono is not opened");
  NEED(aha_engine_release(mono));
  NEED(aha_engine_release(stereo));
}

/* A running device prevents other renders, and loading the list does not disturb it. */
static void others_wait_and_lists_do_not_disturb(void) {
  aha_engine *engine;
  aha_event event;
  float frames[64];
  NEED(aha_engine_create(NULL, &engine));
  aha_device *device = open_device(engine, "", AHA_DEVICE_LOSS_NEXT);
  NEED(aha_device_start(device));
  CHECK(await(engine, AHA_EVENT_DEVICE_OPENED, hang_seconds, &event) >= 0, "not opened");
  CHECK(strcmp(event.line, jack_id) == 0, "%s", event.line);
  REFUSED(aha_engine_render(engine, frames, 32), AHA_ERROR_STATE, "render");
  aha_device *second = open_device(engine, "null", AHA_DEVICE_LOSS_NEXT);
  REFUSED(aha_device_start(second), AHA_ERROR_STATE, "device");
  aha_device_status before = status_of(device);
  for (int i = 0; i < 5; i++) NEED(aha_device_scan());
  CHECK(goes_past(device, before.frames) && status_of(device).losses == 0, "it stands still");
  NEED(aha_device_stop(device));
  CHECK(aha_engine_render(engine, frames, 32) == AHA_OK, "after the stop");
  NEED(aha_device_start(device));
  CHECK(await(engine, AHA_EVENT_DEVICE_OPENED, hang_seconds, &event) >= 0, "not started again");
  NEED(aha_engine_release(engine));
}

/* `limit`: percent of a core; bare PortAudio takes one at blocks of 64. On a busy machine the same
 * work takes more time, so the least of up to five measurements counts. */
static void idle_costs_little(double limit) {
  aha_engine *engine;
  NEED(aha_engine_create(NULL, &engine));
  aha_device *device = open_device(engine, jack_id, AHA_DEVICE_LOSS_NEXT);
  NEED(aha_device_start(device));
  pause_ms(300);
  double percent = 100;
  for (int i = 0; i < 5 && percent >= limit; i++) {
    double begin = now(), before = cpu_seconds();
    pause_ms(3000);
    percent = (cpu_seconds() - before) / (now() - begin) * 100;
  }
  aha_device_status status = status_of(device);
  printf("idle at blocks of %u: %.2f %% of a core, render %.4f ms\n", status.block_frames,
         percent, status.render_mean_ms);
  CHECK(percent < limit, "%.2f %%", percent);
  NEED(aha_engine_release(engine));
}

/* The server dies; its successor continues at the same position. */
static void a_killed_server(aha_device_loss loss, const char *next) {
  aha_engine *engine;
  aha_event event;
  NEED(aha_engine_create(NULL, &engine));
  NEED(aha_player_start(make_player(engine), NULL));
  aha_device *device = open_device(engine, jack_id, loss);
  NEED(aha_device_start(device));
  CHECK(await(engine, AHA_EVENT_DEVICE_OPENED, hang_seconds, &event) >= 0, "not opened");
  CHECK(goes_past(device, 0), "the device stands still");
  pause_ms(150);
  uint64_t before = aha_engine_position_frames(engine);
  CHECK(before > 0, "the clock stands still");
  stop_server();
  double told = await(engine, AHA_EVENT_DEVICE_LOST, hang_seconds, &event);
  CHECK(told >= 0 && told < max_death_seconds, "told after %.3f s", told);
  CHECK(event.source == device && strstr(event.line, jack_id), "%s", event.line);
  uint64_t lost = event.frame; /* the next device may run already */
  if (loss == AHA_DEVICE_LOSS_SAME) start_server("64");
  double back = await(engine, AHA_EVENT_DEVICE_OPENED, hang_seconds, &event);
  CHECK(back >= 0 && strcmp(event.line, next) == 0, "%s after %.3f s", event.line, back);
  CHECK(lost >= before && event.frame >= lost && event.frame - lost < 48000, "%llu, %llu, %llu",
        (unsigned long long)before, (unsigned long long)lost, (unsigned long long)event.frame);
  uint64_t after = event.frame;
  for (double begin = now(); after <= event.frame && now() - begin < hang_seconds; pause_ms(5))
    after = aha_engine_position_frames(engine);
  CHECK(after > event.frame && after < event.frame + 48000 * (1 + (uint64_t)hang_seconds),
        "%llu, then %llu", (unsigned long long)event.frame, (unsigned long long)after);
  CHECK(status_of(device).losses == 1, "losses");
  double begin = now();
  NEED(aha_engine_release(engine));
  printf("killed: told after %3.0f ms, %s after %4.0f ms, released in %3.0f ms\n", told * 1e3,
         next, back * 1e3, (now() - begin) * 1e3);
  CHECK(now() - begin < max_release_seconds, "the release took %.1f s", now() - begin);
}

static void nothing_is_there(void) {
  aha_engine *engine;
  aha_device_options options = aha_device_options_init();
  aha_device *device;
  setenv("JACK_DEFAULT_SERVER", "aha-nobody", 1);
  NEED(aha_engine_create(NULL, &engine));
  NEED(aha_device_scan());
  if (aha_device_count() == 0)
    REFUSED(aha_device_open(engine, &options, &device), AHA_ERROR_NO_DEVICE, "null");
  device = open_device(engine, "null", AHA_DEVICE_LOSS_NEXT);
  double begin = now();
  NEED(aha_device_start(device));
  CHECK(goes_past(device, 9600), "null stands still");
  uint64_t frames = status_of(device).frames;
  CHECK((double)frames < (now() - begin) * 48000 + 4800, "%llu frames in %.3f s",
        (unsigned long long)frames, now() - begin);
  NEED(aha_engine_release(engine));
}

int main(int count, char **arguments) {
  int kills = count > 1 ? atoi(arguments[1]) : 3;
  nothing_is_there();
  start_server_of("256", "1");
  missing_channels_are_refused();
  stop_server();
  /* Long blocks, so that a busy machine without real-time threads skips none. */
  start_server("2048");
  list_names_the_server();
  default_names_the_default_device();
  absurd_formats_are_refused();
  wrong_rates_are_refused();
  sound_is_that_of_an_offline_render();
  idle_costs_little(1);
  stop_server();
  start_server("64");
  others_wait_and_lists_do_not_disturb();
  idle_costs_little(5);
  for (int i = 0; i < kills; i++) {
    if (i % 2 == 0) a_killed_server(AHA_DEVICE_LOSS_SAME, jack_id);
    else a_killed_server(AHA_DEVICE_LOSS_NEXT, "null"), start_server("64");
  }
  stop_server();
  return verdict();
}
