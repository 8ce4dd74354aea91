/* threads_aha.c: times players with effects, on several threads:
 * PROGRAM CHAIN PLAYERS THREADS SECONDS FRAMES players|buses offline|live
 *
 * FRAMES is the count of each call. "buses": each player is on a bus of its own, which has the
 * chain. "live": a call begins every FRAMES frames of the clock, with the real-time priority that
 * audio threads have, if it is allowed; one that ends after the next one should begin is late. The
 * hash is that of all samples. */
#include "chain_aha.h"
#include <sched.h>

enum { LENGTH = 6 * BENCH_RATE };

typedef struct plan {
  const char *chain;
  int players, threads, frames, calls, on_buses, is_live;
} plan;

static aha_sound *noise(aha_engine *engine, uint32_t seed) {
  float *samples = malloc(sizeof(float) * 2 * LENGTH);
  aha_sound *sound = NULL;
  if (!samples) bench_fail("no memory");
  for (size_t i = 0; i < 2 * LENGTH; i++) {
    seed = seed * 1664525u + 1013904223u;
    samples[i] = (float)(int32_t)seed / 2147483648.0f * 0.02f;
  }
  check(aha_sound_create(engine, samples, LENGTH, 2, BENCH_RATE, &sound), "aha_sound_create");
  free(samples);
  return sound;
}

static void start(aha_engine *engine, const plan *plan, aha_sound *sound, int number) {
  aha_player_options options = aha_player_options_init();
  uint64_t begin = LENGTH / (uint64_t)plan->players * (uint64_t)number;
  aha_bus *bus = NULL;
  aha_player *player = NULL;
  options.loop_count = AHA_LOOP_FOREVER;
  if (!plan->on_buses) {
    chain_start(engine, sound, plan->chain, &options, begin);
    return;
  }
  check(aha_bus_create(engine, NULL, &bus), "aha_bus_create");
  chain_fill(engine, aha_bus_chain(bus), plan->chain);
  check(aha_player_create(engine, sound, bus, &options, &player), "aha_player_create");
  check(aha_player_seek_frames(player, begin, NULL), "aha_player_seek_frames");
  check(aha_player_start(player, NULL), "aha_player_start");
}

static aha_engine *open_engine(const plan *plan) {
  aha_engine_options options = aha_engine_options_init();
  aha_engine *engine = NULL;
  aha_sound *sounds[BENCH_LOOPS];
  options.sample_rate = BENCH_RATE;
  options.no_limiter = 1;
  options.max_buses = 128;
  options.offline = !plan->is_live;
  options.threads = (uint32_t)plan->threads;
  check(aha_engine_create(&options, &engine), "aha_engine_create");
  for (int i = 0; i < BENCH_LOOPS; i++) sounds[i] = noise(engine, (uint32_t)i);
  for (int i = 0; i < plan->players; i++) start(engine, plan, sounds[i % BENCH_LOOPS], i);
  return engine;
}

static int compare(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

static void sleep_until(double moment) {
  struct timespec at = {(time_t)moment, (long)((moment - (double)(time_t)moment) * 1e9)};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
}

int main(int argc, char **argv) {
  if (argc != 8) {
    bench_fail("%s CHAIN PLAYERS THREADS SECONDS FRAMES players|buses offline|live", argv[0]);
  }
  plan plan = {argv[1], atoi(argv[2]), atoi(argv[3]), atoi(argv[5]), 0, *argv[6] == 'b',
               *argv[7] == 'l'};
  plan.calls = (int)(atof(argv[4]) * BENCH_RATE / plan.frames);
  double period = (double)plan.frames / BENCH_RATE;
  float *output = malloc(sizeof(float) * 2 * (size_t)plan.frames);
  double *spent = malloc(sizeof(double) * (size_t)plan.calls);
  if (!output || !spent) bench_fail("no memory");
  aha_engine *engine = open_engine(&plan);
  if (plan.is_live) sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){20});
  uint64_t hash = 14695981039346656037u;
  int late = 0;
  /* The first calls start threads and read the sounds. */
  for (int i = 0; i < 8; i++) {
    check(aha_engine_render(engine, output, (size_t)plan.frames), "render");
  }
  double begin = bench_now(), cpu = bench_cpu(), due = begin;
  for (int i = 0; i < plan.calls; i++) {
    if (plan.is_live) sleep_until(due);
    double before = bench_now();
    check(aha_engine_render(engine, output, (size_t)plan.frames), "render");
    double after = bench_now();
    spent[i] = after - before;
    due += period;
    if (after > due) late++, due = after;
    for (int k = 0; k < 2 * plan.frames; k += 7) {
      uint32_t bits;
      memcpy(&bits, output + k, sizeof bits);
      hash = (hash ^ bits) * 1099511628211u;
    }
  }
  double wall = bench_now() - begin;
  cpu = bench_cpu() - cpu;
  check(aha_engine_release(engine), "aha_engine_release");
  qsort(spent, (size_t)plan.calls, sizeof *spent, compare);
  printf("{\"wall\": %.6f, \"cpu\": %.6f, \"late\": %d, \"calls\": %d, \"median_us\": %.1f, "
         "\"p999_us\": %.1f, \"max_us\": %.1f, \"hash\": \"%016llx\"}\n",
         wall, cpu, late, plan.calls, spent[plan.calls / 2] * 1e6,
         spent[plan.calls - 1 - plan.calls / 1000] * 1e6, spent[plan.calls - 1] * 1e6,
         (unsigned long long)hash);
  free(spent);
  free(output);
  return 0;
}
