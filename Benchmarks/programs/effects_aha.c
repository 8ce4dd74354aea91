/* effects_aha.c: times players with effects: PROGRAM MUSIC CHAIN GAIN_DB PLAYERS SECONDS RUNS.
 *
 * Every run creates a new engine, so that the same block does the same work in each run. A
 * block's time is its shortest over the runs, because other programs cause longer ones. The
 * total is processor time, as in players_main.c. */
#include <math.h>

#include "chain_aha.h"

/* Only some blocks are checked, so that checking costs nothing. */
enum { LOOK = 64 };

typedef struct plan {
  const char *music;
  const char *chain;
  float gain_db;
  int players;
  int blocks;
} plan;

static float frames[BENCH_BLOCK * 2];
static uint64_t latency;

static aha_engine *open_engine(const plan *plan) {
  aha_engine *engine = chain_engine(BENCH_RATE);
  aha_sound_options resident = aha_sound_options_init();
  aha_player_options options = aha_player_options_init();
  aha_sound *sound = NULL;
  resident.mode = AHA_SOUND_RESIDENT;
  options.loop_count = AHA_LOOP_FOREVER;
  options.gain_db = plan->gain_db;
  check(aha_sound_load(engine, plan->music, &resident, &sound), "aha_sound_load");
  /* The key is a player of its own, whose mixing counts. */
  if (strchr(plan->chain, '^')) {
    aha_player *key = NULL;
    check(aha_bus_create(engine, NULL, &chain_key), "aha_bus_create");
    check(aha_player_create(engine, sound, chain_key, &options, &key), "aha_player_create");
    check(aha_player_start(key, NULL), "aha_player_start");
  }
  for (int i = 0; i < plan->players; i++) {
    uint64_t begin = aha_sound_length_frames(sound) * (uint64_t)i / (uint64_t)plan->players;
    aha_player *player = chain_start(engine, sound, plan->chain, &options, begin);
    latency = aha_chain_latency_frames(aha_player_chain(player));
  }
  return engine;
}

/* A silent chain, or one that outputs NaN, would skip work. */
static double power(void) {
  double sum = 0;
  for (int i = 0; i < BENCH_BLOCK * 2; i++) sum += (double)frames[i] * frames[i];
  if (!isfinite(sum)) bench_fail("the output is not finite");
  return sum / (BENCH_BLOCK * 2);
}

/* Processor seconds of one run. */
static double run(const plan *plan, double *shortest) {
  aha_engine *engine = open_engine(plan);
  double loudness = 0, begin = bench_cpu();
  for (int i = 0; i < plan->blocks; i++) {
    double before = bench_now();
    check(aha_engine_render(engine, frames, BENCH_BLOCK), "aha_engine_render");
    double seconds = bench_now() - before;
    if (seconds < shortest[i]) shortest[i] = seconds;
    if (i % LOOK == 0) loudness += power();
  }
  double seconds = bench_cpu() - begin;
  if (loudness / (plan->blocks / LOOK + 1) < 1e-8) bench_fail("the output is silent");
  check(aha_engine_release(engine), "aha_engine_release");
  return seconds;
}

int main(int argc, char **argv) {
  if (argc != 7) bench_fail("%s MUSIC CHAIN GAIN_DB PLAYERS SECONDS RUNS", argv[0]);
  plan plan = {argv[1], argv[2], strtof(argv[3], NULL), atoi(argv[4]), 0};
  plan.blocks = (int)(atof(argv[5]) * BENCH_RATE / BENCH_BLOCK);
  double *shortest = malloc((size_t)plan.blocks * sizeof *shortest);
  if (!shortest) bench_fail("no memory");
  for (int i = 0; i < plan.blocks; i++) shortest[i] = INFINITY;
  printf("{\"seconds\": [");
  for (int i = 0; i < atoi(argv[6]); i++) printf("%s%.9f", i ? ", " : "", run(&plan, shortest));
  printf("], \"block_ns\": [");
  for (int i = 0; i < plan.blocks; i++) printf("%s%.0f", i ? ", " : "", 1e9 * shortest[i]);
  printf("], \"audio_seconds\": %.6f, \"latency_frames\": %llu}\n",
         (double)plan.blocks * BENCH_BLOCK / BENCH_RATE, (unsigned long long)latency);
  free(shortest);
  return 0;
}
