/* players_loop.c: a plain loop over the players, as an engineer would write it for one task, as a
 * mixer of players_main.c: no commands, no fades, no states. */
#include <sndfile.h>

#include "players.h"

typedef struct player {
  const float *frames;
  sf_count_t length, at;
  float left, right;
} player;

static player *players;
static int count;

static float *load(const char *path, sf_count_t *length) {
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (!file) bench_fail("%s: %s", path, sf_strerror(NULL));
  float *frames = malloc((size_t)info.frames * 2 * sizeof *frames);
  if (!frames || sf_readf_float(file, frames, info.frames) != info.frames) bench_fail("%s", path);
  sf_close(file);
  *length = info.frames;
  return frames;
}

void players_open(const plan *plan) {
  float *loops[BENCH_LOOPS];
  sf_count_t lengths[BENCH_LOOPS];
  if (plan->speed != 1) bench_fail("the loop has no speed");
  for (int i = 0; i < BENCH_LOOPS; i++) {
    loops[i] = load(bench_loop_path(plan->folder, i), &lengths[i]);
  }
  count = plan->count;
  players = calloc((size_t)count, sizeof *players);
  if (!players) bench_fail("no memory");
  for (int i = 0; i < count; i++) {
    sf_count_t length = lengths[i % BENCH_LOOPS];
    float gain = plan_gain(i), pan = plan_pan(i);
    players[i] = (player){loops[i % BENCH_LOOPS], length,
                          (sf_count_t)plan_begin(plan, i, (uint64_t)length),
                          gain * fminf(1, 1 - pan), gain * fminf(1, 1 + pan)};
  }
}

static void add(player *player, float *restrict output, sf_count_t frames) {
  const float *restrict input = player->frames + 2 * player->at;
  float left = player->left, right = player->right;
  for (sf_count_t i = 0; i < frames; i++) {
    output[2 * i] += left * input[2 * i];
    output[2 * i + 1] += right * input[2 * i + 1];
  }
  player->at = (player->at + frames) % player->length;
}

void players_render(float *frames, int frame_count) {
  memset(frames, 0, sizeof(float) * 2 * (size_t)frame_count);
  for (int i = 0; i < count; i++) {
    sf_count_t done = 0;
    while (done < frame_count) {
      sf_count_t left = players[i].length - players[i].at;
      sf_count_t part = left < frame_count - done ? left : frame_count - done;
      add(&players[i], frames + 2 * done, part);
      done += part;
    }
  }
}

void players_between(void) {}

double players_bytes_per_frame(void) { return 2 * sizeof(float); }
