/* 07_device: lists the sound devices, and plays a file through one of them until it ends.
 *   ./07_device FILE [ID]      ID: from the list; "null" plays without hardware */
#include <aha.h>
#include <poll.h>
#include <stdio.h>

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

static int list_devices(void) {
  if (aha_device_scan() != AHA_OK) return failed("devices");
  for (uint32_t i = 0; i < aha_device_count(); i++) {
    aha_device_info info = aha_device_info_init();
    aha_device_get(i, &info);
    printf("%c %-32s %u in, %u out, %u Hz\n", info.is_default_output ? '*' : ' ', info.id,
           info.max_inputs, info.max_outputs, info.default_sample_rate);
  }
  return 0;
}

/* Prints events until the player has ended. */
static int wait_for_end(aha_engine *engine) {
  struct pollfd events = {aha_engine_event_fd(engine), POLLIN, 0};
  if (events.fd < 0) return failed("events");
  while (poll(&events, 1, -1) >= 0) {
    aha_event event = aha_event_init();
    while (aha_engine_next_event(engine, &event) == AHA_OK) {
      printf("frame %8llu  %s %s\n", (unsigned long long)event.frame,
             aha_event_kind_name(event.kind), event.line);
      if (event.kind == AHA_EVENT_PLAYER_ENDED) return 0;
    }
  }
  return 1;
}

int main(int count, char **arguments) {
  aha_engine *engine;
  aha_sound *sound;
  aha_player *player;
  aha_device *device;
  aha_device_options options = aha_device_options_init();
  int code;
  if (count < 2 || count > 3) return fprintf(stderr, "usage: %s FILE [ID]\n", arguments[0]), 2;
  if (list_devices() != 0) return 1;
  if (count == 3) options.id = arguments[2];

  if (aha_engine_create(NULL, &engine) != AHA_OK ||
      aha_sound_load(engine, arguments[1], NULL, &sound) != AHA_OK ||
      aha_player_create(engine, sound, NULL, NULL, &player) != AHA_OK)
    return failed(arguments[1]);
  if (aha_device_open(engine, &options, &device) != AHA_OK || aha_device_start(device) != AHA_OK)
    return failed(count == 3 ? arguments[2] : "the default device");
  if (aha_player_start(player, NULL) != AHA_OK) return failed("start");

  code = wait_for_end(engine);
  aha_engine_release(engine); /* the player releases the device */
  return code;
}
