/* Takes whose JACK server is killed. recording KILLS */
#include "take.h"

static uint64_t frames_of(aha_device *device) {
  return device == NULL ? 1 : status_of(device).frames;
}

/* The server dies during a take; its successor continues the same take. */
static void a_killed_server(aha_device_loss loss, int with_input) {
  const char *next = loss == AHA_DEVICE_LOSS_SAME ? jack_id : "null";
  struct session session;
  begin_session(&session, jack_id, loss, with_input);
  pause_ms(300);
  CHECK(status_of(session.output.device).losses == 0, "lost too early");
  double killed = now();
  stop_server();
  double told = await_both(&session, LOST, hang_seconds);
  CHECK(told >= 0 && now() - killed < max_death_seconds, "told after %.3f s", now() - killed);
  uint64_t frames = frames_of(session.output.device), recorded = frames_of(session.input.device);
  aha_recorder_status before = aha_recorder_status_init(), after = aha_recorder_status_init();
  NEED(aha_recorder_get_status(session.master, &before));
  if (loss == AHA_DEVICE_LOSS_SAME) start_server("64");
  double back = await_both(&session, OPENED, hang_seconds);
  CHECK(back >= 0 && strcmp(session.output.line, next) == 0, "%s", session.output.line);
  CHECK(!with_input || strcmp(session.input.line, next) == 0, "in: %s", session.input.line);
  CHECK(goes_past(session.output.device, frames), "the output stands still");
  CHECK(!with_input || goes_past(session.input.device, recorded), "the input stands still");
  for (double begin = now(); after.frames <= before.frames && now() - begin < hang_seconds;
       pause_ms(5))
    NEED(aha_recorder_get_status(session.master, &after));
  CHECK(after.state == AHA_RECORDER_RECORDING && after.frames > before.frames,
        "the recorder stands still at %llu", (unsigned long long)after.frames);
  double opened = session.output.opened - killed;
  uint64_t taken = end_session(&session);
  printf("killed while recording%s: told after %3.0f ms, %s after %4.0f ms; %llu frames whole\n",
         with_input ? " in and out" : "", told * 1e3, next, opened * 1e3,
         (unsigned long long)taken);
}

int main(int count, char **arguments) {
  int kills = count > 1 ? atoi(arguments[1]) : 4;
  for (int i = 0; i < kills; i++) {
    stop_server();
    start_server("64");
    aha_device_loss loss = i % 2 == 0 ? AHA_DEVICE_LOSS_SAME : AHA_DEVICE_LOSS_NEXT;
    a_killed_server(loss, i % 4 == 1 || i % 4 == 2);
  }
  stop_server();
  return verdict();
}
