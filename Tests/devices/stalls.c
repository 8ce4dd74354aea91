/* Processes that are stopped for a while, as in a suspend: the host and the JACK server. stalls
 * SECONDS */
#include "take.h"
#include <math.h>

/* Stops a process and continues it later; it may be this one. */
static pid_t stop_for(pid_t process, int seconds) {
  pid_t child = fork();
  if (child != 0) return child;
  kill(process, SIGSTOP);
  pause_ms(seconds * 1000l);
  kill(process, SIGCONT);
  _exit(0);
}

static void clock_is_stopped(int seconds) {
  struct session session;
  begin_session(&session, "null", AHA_DEVICE_LOSS_NEXT, 0);
  pause_ms(200);
  uint64_t before = status_of(session.output.device).frames;
  double begin = now();
  CHECK(exit_code(stop_for(getpid(), seconds)) == 0, "the process that stops us");
  CHECK(now() - begin > seconds - 0.1, "stopped for %.1f s", now() - begin);
  CHECK(await_both(&session, LOST_OR_GAP, hang_seconds) >= 0 && session.output.gap != 0, "no gap");
  aha_device_status status = status_of(session.output.device);
  double awake = now() - begin - seconds;
  CHECK(status.losses == 0, "lost");
  double longest = fmax(status.longest_gap_ms, status.render_max_ms);
  CHECK(longest > (seconds - 1) * 1000.0, "%.0f ms", longest);
  /* Missed time is not caught up at once. */
  CHECK((double)(status.frames - before) < (1 + awake) * 48000, "%llu frames in %.1f s",
        (unsigned long long)(status.frames - before), awake);
  end_session(&session);
}

/* Frames that both devices advance in this time. */
static int both_continue(struct session *session, double limit) {
  uint64_t out = status_of(session->output.device).frames;
  uint64_t in = status_of(session->input.device).frames;
  for (double begin = now(); now() - begin < limit; listen_to(session, 0.05))
    if (status_of(session->output.device).frames > out + 4800
        && status_of(session->input.device).frames > in + 4800) return 1;
  return 0;
}

/* Plays and records through a server while it or the host is stopped. */
static void jack_is_stopped(int server_stops, aha_device_loss loss, int seconds) {
  struct session session;
  start_server("256");
  begin_session(&session, jack_id, loss, 1);
  pause_ms(300);
  double begin = now(), told = 0;
  pid_t child = stop_for(server_stops ? server : getpid(), seconds);
  /* A device that requests no frames is lost after two seconds. */
  if (server_stops) {
    told = await_both(&session, LOST_OR_GAP, hang_seconds);
    CHECK(told >= 0, "a stopped server causes no event");
  }
  CHECK(exit_code(child) == 0, "the process that stops");
  double awake = now();
  CHECK(awake - begin > seconds - 0.1, "stopped for %.1f s", awake - begin);
  if (!server_stops) told = await_both(&session, LOST_OR_GAP, hang_seconds);
  CHECK(told >= 0, "nothing is told");
  /* A call that waits for the server has a timeout of five seconds, twice. */
  CHECK(both_continue(&session, hang_seconds), "they stand still");
  CHECK(loss == AHA_DEVICE_LOSS_NEXT || status_of(session.output.device).losses == 0
          || strcmp(session.output.line, jack_id) == 0, "with %s", session.output.line);
  double back = now() - awake;
  unsigned long long losses = status_of(session.output.device).losses;
  unsigned long long frames = end_session(&session);
  printf("%s stopped for %d s: told after %.0f ms, %llu losses, back after %.0f ms, %llu frames "
         "whole\n", server_stops ? "server" : "process", seconds, told * 1e3, losses, back * 1e3,
         frames);
  stop_server();
}

int main(int count, char **arguments) {
  int seconds = count > 1 ? atoi(arguments[1]) : 3;
  clock_is_stopped(seconds);
  jack_is_stopped(0, AHA_DEVICE_LOSS_SAME, seconds);
  jack_is_stopped(1, AHA_DEVICE_LOSS_SAME, seconds);
  jack_is_stopped(1, AHA_DEVICE_LOSS_NEXT, seconds);
  return verdict();
}
