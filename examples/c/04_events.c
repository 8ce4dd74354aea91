/* 04_events: waits for events with poll, beside the host's other descriptors.
 *   ./04_events FILE OUT */
#include <aha.h>
#include <poll.h>
#include <stdio.h>

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

/* Prints an event; returns whether the job is done. */
static int take_events(aha_engine *engine, aha_result *result) {
  aha_event event = aha_event_init();
  while (aha_engine_next_event(engine, &event) == AHA_OK) {
    printf("frame %8llu  %s %s\n", (unsigned long long)event.frame,
           aha_event_kind_name(event.kind), event.line);
    *result = event.result;
    if (event.kind == AHA_EVENT_JOB_FINISHED) return 1;
  }
  return 0;
}

int main(int count, char **arguments) {
  aha_engine *engine;
  aha_sound *sound;
  aha_player *player;
  aha_player_options options = aha_player_options_init();
  aha_result result = AHA_OK;
  if (count != 3) return fprintf(stderr, "usage: %s FILE OUT\n", arguments[0]), 2;

  options.loop_count = 3;
  if (aha_engine_create(NULL, &engine) != AHA_OK ||
      aha_sound_load(engine, arguments[1], NULL, &sound) != AHA_OK ||
      aha_player_create(engine, sound, NULL, &options, &player) != AHA_OK ||
      aha_player_start(player, NULL) != AHA_OK)
    return failed(arguments[1]);

  /* 0 frames: until all sounds have ended. No job handle: its event is enough. */
  struct pollfd events = {aha_engine_event_fd(engine), POLLIN, 0};
  if (events.fd < 0) return failed("events");
  if (aha_render_save(engine, arguments[2], 0, NULL, NULL) != AHA_OK) return failed(arguments[2]);
  do {
    if (poll(&events, 1, -1) < 0) return perror("poll"), 1;
  } while (!take_events(engine, &result));
  aha_engine_release(engine);
  return result != AHA_OK;
}
