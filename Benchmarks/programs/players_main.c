/* players_main.c: times one mixer: PROGRAM FOLDER COUNT SETUP same|staggered SECONDS.
 * SETUP: default, fastest, speed (1.05), speed-fast, or streamed (at another rate).
 *
 * Measures processor time: by wall-clock time, other programs would interrupt the long batches
 * of a slow mixer more often. cpu_per_wall shows whether a mixer sleeps. */
#include "players.h"

enum { BATCH = 32, MAX_SAMPLES = 8192, WARM_UP_SECONDS = 2 };

static float frames[BENCH_BLOCK * 2];

/* A silent mixer, or one that outputs NaN, would skip work. */
static double checked_power(void) {
  double power = 0;
  for (int i = 0; i < BENCH_BLOCK * 2; i++) power += (double)frames[i] * frames[i];
  if (!isfinite(power)) bench_fail("the mix is not finite");
  return power / (BENCH_BLOCK * 2);
}

static double seconds_per_block(void) {
  double begin = bench_cpu();
  for (int i = 0; i < BATCH; i++) players_render(frames, BENCH_BLOCK);
  double seconds = (bench_cpu() - begin) / BATCH;
  players_between();
  return seconds;
}

/* Audio time until every ramp is over and every loop has been read. */
static void warm_up(void) {
  for (int i = 0; i < WARM_UP_SECONDS * BENCH_RATE / BENCH_BLOCK / BATCH; i++) seconds_per_block();
}

static void measure(double seconds) {
  double power = 0;
  int count = 0;
  double cpu = bench_cpu(), begin = bench_now();
  printf("{\"ns_per_block\": [");
  while (count < MAX_SAMPLES && (count == 0 || bench_now() - begin < seconds)) {
    printf("%s%.0f", count++ ? ", " : "", 1e9 * seconds_per_block());
    power += checked_power();
  }
  double wall = bench_now() - begin;
  cpu = bench_cpu() - cpu;
  if (power / count < 1e-8) bench_fail("the mix is silent");
  printf("], \"rms_db\": %.2f, \"cpu_per_wall\": %.3f, \"bytes_per_frame\": %.2f}\n",
         10 * log10(power / count), cpu / wall, players_bytes_per_frame());
}

int main(int argc, char **argv) {
  if (argc != 6) bench_fail("%s FOLDER COUNT SETUP same|staggered SECONDS", argv[0]);
  plan plan = {argv[1], atoi(argv[2]), !strcmp(argv[3], "fastest"),
               strncmp(argv[3], "speed", 5) ? 1 : 1.05, !strcmp(argv[3], "speed-fast"),
               !strcmp(argv[4], "staggered"), !strcmp(argv[3], "streamed"), BENCH_RATE};
  if (plan.is_streamed) plan.rate = 48000;
  players_open(&plan);
  warm_up();
  measure(atof(argv[5]));
  return 0;
}
