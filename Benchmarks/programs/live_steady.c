/* A JACK client that always does the same work, to measure the machine's jitter: live_steady
 * SECONDS MICROSECONDS */
#include "../../Tests/devices/server.h"
#include <jack/jack.h>

enum { STEPS = 128 };

static long loops, blocks, late, bins[2 * STEPS];
static double sum, longest;
static volatile float state = 1;

static void work(void) {
  float value = state;
  for (long i = 0; i < loops; i++) value = value * 0.999f + 0.001f;
  state = value;
}

static int process(jack_nframes_t count, void *unused) {
  double begin = now(), period = count / 48000.0;
  (void)unused;
  work();
  double spent = now() - begin;
  long bin = (long)(spent / period * STEPS);
  bins[bin < 2 * STEPS ? bin : 2 * STEPS - 1]++;
  blocks++, sum += spent, late += spent > period;
  if (spent > longest) longest = spent;
  return 0;
}

/* Count of loops that take this long without disturbance. */
static long calibrated(double seconds) {
  double best = 1;
  loops = 10000;
  for (int i = 0; i < 200; i++) {
    double begin = now();
    work();
    if (now() - begin < best) best = now() - begin;
  }
  return (long)(loops * seconds / best);
}

static double share_999(void) {
  long rest = blocks / 1000, bin = 2 * STEPS;
  while (bin > 0 && (rest -= bins[--bin]) >= 0) {}
  return (bin + 1) * 100.0 / STEPS;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  loops = calibrated(atof(arguments[2]) * 1e-6);
  start_realtime_server("64");
  jack_client_t *client = jack_client_open("steady", JackNoStartServer, NULL);
  if (client == NULL) return 3;
  jack_set_process_callback(client, process, NULL);
  if (jack_activate(client) != 0) return 4;
  for (long i = atol(arguments[1]); i > 0; i--) pause_ms(1000);
  jack_client_close(client);
  printf("steady: %ld blocks; %.4f ms on average, 99.9 %% within %.1f %% of a block, %.4f ms at "
         "most; %ld late\n", blocks, sum / blocks * 1e3, share_999(), longest * 1e3, late);
  return 0;
}
