/* players_sdl.c: SDL2_mixer: PROGRAM FOLDER COUNT default|fastest same|staggered SECONDS.
 *
 * SDL2_mixer cannot be pulled: it mixes on the thread of an SDL device. SDL's disk device, set
 * to write to /dev/null without waiting, runs that thread as fast as it can mix. The thread's
 * own CPU time from block to block is measured, which excludes sleep and other programs. The
 * host cannot set a position in a sound, so staggered players start one after another instead. */
#include <SDL2/SDL.h>
#include <SDL2/SDL_mixer.h>
#include <stdatomic.h>

#include "players.h"

enum { BATCH = 32, MAX_SAMPLES = 8192 };

static double samples[MAX_SAMPLES];
static double power;
static atomic_int blocks;
static atomic_int wanted;

/* After each mixed block, on the mixing thread. */
static void block_mixed(void *user_data, Uint8 *bytes, int size) {
  static double begin;
  static int number;
  (void)user_data;
  if (atomic_fetch_add(&blocks, 1) % BATCH != 0) return;
  double now = bench_seconds(CLOCK_THREAD_CPUTIME_ID);
  if (number < atomic_load(&wanted)) {
    samples[number++] = (now - begin) / BATCH;
    const float *frames = (const float *)bytes;
    for (int i = 0; i < size / (int)sizeof *frames; i++) power += frames[i] * frames[i];
  }
  begin = bench_seconds(CLOCK_THREAD_CPUTIME_ID);
}

static void open_device(int channels) {
  setenv("SDL_AUDIODRIVER", "disk", 1);
  setenv("SDL_DISKAUDIOFILE", "/dev/null", 1);
  setenv("SDL_DISKAUDIODELAY", "0", 1);
  if (SDL_Init(SDL_INIT_AUDIO) != 0) bench_fail("SDL_Init: %s", SDL_GetError());
  if (Mix_OpenAudioDevice(BENCH_RATE, AUDIO_F32SYS, 2, BENCH_BLOCK, NULL, 0) != 0) {
    bench_fail("Mix_OpenAudioDevice: %s", Mix_GetError());
  }
  Mix_AllocateChannels(channels);
}

/* Volume is an integer up to 128 here, and the two pan values are integers up to 255. */
static void start(int index, Mix_Chunk *chunk) {
  float pan = plan_pan(index);
  Mix_Volume(index, (int)(plan_gain(index) * MIX_MAX_VOLUME + 0.5f));
  Uint8 left = (Uint8)(255 * fminf(1, 1 - pan)), right = (Uint8)(255 * fminf(1, 1 + pan));
  if (!Mix_SetPanning(index, left, right)) bench_fail("Mix_SetPanning: %s", Mix_GetError());
  if (Mix_PlayChannel(index, chunk, -1) < 0) bench_fail("Mix_PlayChannel: %s", Mix_GetError());
}

static void wait_blocks(int count) {
  int end = atomic_load(&blocks) + count;
  while (atomic_load(&blocks) < end) usleep(500);
}

static void start_all(const plan *plan) {
  Mix_Chunk *chunks[BENCH_LOOPS];
  for (int i = 0; i < BENCH_LOOPS; i++) {
    chunks[i] = Mix_LoadWAV(bench_loop_path(plan->folder, i));
    if (!chunks[i]) bench_fail("Mix_LoadWAV: %s", Mix_GetError());
  }
  for (int i = 0; i < plan->count; i++) {
    if (plan->staggered) wait_blocks(1 + i % 5);
    start(i, chunks[i % BENCH_LOOPS]);
  }
}

int main(int argc, char **argv) {
  if (argc != 6) bench_fail("%s FOLDER COUNT default|fastest same|staggered SECONDS", argv[0]);
  plan plan = {argv[1], atoi(argv[2]), !strcmp(argv[3], "fastest"), 1, 0,
               !strcmp(argv[4], "staggered")};
  open_device(plan.count);
  Mix_SetPostMix(block_mixed, NULL);
  start_all(&plan);
  wait_blocks(8 * BATCH);
  atomic_store(&wanted, MAX_SAMPLES);
  usleep((useconds_t)(1e6 * atof(argv[5])));
  int count = 0;
  Mix_SetPostMix(NULL, NULL);
  while (count < MAX_SAMPLES && samples[count] > 0) count++;
  if (count == 0 || !(power > 0)) bench_fail("SDL2_mixer is silent or did not run");
  printf("{\"ns_per_block\": [");
  for (int i = 0; i < count; i++) printf("%s%.0f", i ? ", " : "", 1e9 * samples[i]);
  printf("], \"rms_db\": %.2f, \"cpu_per_wall\": 1, \"bytes_per_frame\": 8}\n",
         10 * log10(power / count / (2 * BENCH_BLOCK)));
  SDL_Quit();
  return 0;
}
