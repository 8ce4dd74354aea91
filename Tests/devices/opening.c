/* A JACK server that hangs or dies while a device is opened. opening KILLS */
#include "server.h"
#include <pthread.h>

/* The sound system has a timeout of five seconds; a second one would end after ten. */
static const double limit_seconds = 9;

static void null_works(aha_engine *engine) {
  aha_event event;
  aha_device *device = open_device(engine, "null", AHA_DEVICE_LOSS_STOP);
  NEED(aha_device_start(device));
  CHECK(await(engine, AHA_EVENT_DEVICE_OPENED, hang_seconds, &event) >= 0, "null is not opened");
  CHECK(goes_past(device, status_of(device).frames), "null stands still");
  NEED(aha_device_release(device));
}

static void jack_works(aha_engine *engine) {
  aha_event event;
  aha_device *device = open_device(engine, jack_id, AHA_DEVICE_LOSS_STOP);
  NEED(aha_device_start(device));
  CHECK(await(engine, AHA_EVENT_DEVICE_OPENED, hang_seconds, &event) >= 0, "jack is not opened");
  CHECK(goes_past(device, 0), "jack stands still");
  NEED(aha_device_release(device));
}

/* The server is stopped before its library is loaded, or while another stream is open. */
static void a_hanging_server(int has_other) {
  aha_engine *engine, *other_engine;
  aha_device_options options = aha_device_options_init();
  aha_device *device, *other = NULL;
  options.id = jack_id;
  start_server("256");
  NEED(aha_engine_create(NULL, &engine));
  NEED(aha_engine_create(NULL, &other_engine));
  if (has_other) other = open_device(other_engine, jack_id, AHA_DEVICE_LOSS_STOP);
  if (has_other) NEED(aha_device_start(other));
  halt_server();
  double begin = now();
  REFUSED(aha_device_open(engine, &options, &device), AHA_ERROR_DEVICE, "answer");
  double opening = now() - begin;
  CHECK(device == NULL && opening > 1 && opening < limit_seconds, "%.1f s", opening);
  begin = now();
  REFUSED(aha_device_scan(), AHA_ERROR_DEVICE, "answer");
  CHECK(now() - begin < limit_seconds, "the list took %.1f s", now() - begin);
  null_works(engine);
  if (has_other) {
    aha_event event;
    CHECK(await(other_engine, AHA_EVENT_DEVICE_LOST, hang_seconds, &event) >= 0,
          "the other is not lost");
  }
  kill(server, SIGCONT);
  jack_works(engine);
  NEED(aha_device_scan());
  CHECK(aha_device_count() > 0, "nothing in the list");
  NEED(aha_engine_release(other_engine));
  NEED(aha_engine_release(engine));
  stop_server();
  printf("hanging server%s: given up after %.1f s\n", has_other ? ", with a stream" : "", opening);
}

/* A release does not wait for a stopped server. */
static void a_release_from_a_hanging_server(void) {
  aha_engine *engine;
  aha_event event;
  start_server("256");
  NEED(aha_engine_create(NULL, &engine));
  aha_device *device = open_device(engine, jack_id, AHA_DEVICE_LOSS_NEXT);
  NEED(aha_device_start(device));
  CHECK(await(engine, AHA_EVENT_DEVICE_OPENED, hang_seconds, &event) >= 0, "not opened");
  pause_ms(100);
  halt_server();
  double begin = now();
  NEED(aha_device_release(device));
  double released = now() - begin;
  CHECK(released < limit_seconds, "%.1f s", released);
  null_works(engine);
  kill(server, SIGCONT);
  jack_works(engine);
  NEED(aha_engine_release(engine));
  stop_server();
  printf("hanging server: a device is released in %.1f s\n", released);
}

struct attempt {
  aha_engine *engine;
  aha_device *device;
  aha_result result;
  char line[256];
};

static void *try_opening(void *context) {
  struct attempt *attempt = context;
  aha_device_options options = aha_device_options_init();
  options.id = jack_id;
  options.on_loss = AHA_DEVICE_LOSS_STOP;
  attempt->result = aha_device_open(attempt->engine, &options, &attempt->device);
  if (attempt->result == AHA_OK) attempt->result = aha_device_start(attempt->device);
  snprintf(attempt->line, sizeof attempt->line, "%s", aha_last_error());
  return NULL;
}

/* The server dies after a delay; at first it may also be stopped. */
static void a_dying_server(int is_stopped, long delay) {
  struct attempt attempt = {0};
  pthread_t thread;
  aha_event event;
  start_server("256");
  NEED(aha_engine_create(NULL, &attempt.engine));
  if (is_stopped) halt_server();
  double begin = now();
  pthread_create(&thread, NULL, try_opening, &attempt);
  pause_ms(delay);
  stop_server();
  pthread_join(thread, NULL);
  double took = now() - begin;
  printf("dying server, %s, after %3ld ms: %s after %.2f s\n", is_stopped ? "stopped" : "running",
         delay, aha_result_name(attempt.result), took);
  CHECK(took < 2 * limit_seconds, "%.1f s", took);
  if (attempt.result == AHA_OK) {
    CHECK(await(attempt.engine, AHA_EVENT_DEVICE_LOST, hang_seconds, &event) >= 0, "not lost");
  } else {
    CHECK(attempt.result == AHA_ERROR_DEVICE || attempt.result == AHA_ERROR_NO_DEVICE, "%s: %s",
          aha_result_name(attempt.result), attempt.line);
    CHECK(attempt.line[0] != 0, "no line");
  }
  CHECK(!is_stopped || attempt.result != AHA_OK, "opened");
  null_works(attempt.engine);
  start_server("256");
  jack_works(attempt.engine);
  NEED(aha_engine_release(attempt.engine));
  stop_server();
}

int main(int count, char **arguments) {
  int kills = count > 1 ? atoi(arguments[1]) : 4;
  a_hanging_server(0);
  a_hanging_server(1);
  a_release_from_a_hanging_server();
  a_dying_server(1, 300);
  for (int i = 0; i < kills; i++) a_dying_server(0, 3 + 9 * i);
  return verdict();
}
