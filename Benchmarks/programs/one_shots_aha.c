/* one_shots_aha.c: one-shots of libaha. Processor time.
 *
 * PROGRAM FOLDER steady COUNT HEARD SECONDS: COUNT looping one-shots of which HEARD are heard.
 * PROGRAM FOLDER rate PER_SECOND SECONDS: so many starts a second at exact frames; counts the lost
 * starts, and the calls of the allocator while the engine renders. */
#include <aha.h>
#include <malloc.h>
#include <math.h>

#include "bench.h"

enum { BATCH = 32, MAX_SAMPLES = 8192, SHOT_FRAMES = 4410 };

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static int is_rendering;
static long allocator_calls;

void *malloc(size_t size) {
  allocator_calls += is_rendering;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocator_calls += is_rendering;
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  allocator_calls += is_rendering;
  return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  allocator_calls += is_rendering;
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : 12;
}

void free(void *block) {
  allocator_calls += is_rendering;
  __libc_free(block);
}

static aha_engine *engine;
static float frames[2 * BENCH_BLOCK];

static void check(aha_result result, const char *call) {
  if (result != AHA_OK) bench_fail("%s: %s: %s", call, aha_result_name(result), aha_last_error());
}

static void create(uint32_t count, uint32_t heard) {
  aha_engine_options options = aha_engine_options_init();
  options.sample_rate = BENCH_RATE;
  options.no_limiter = 1;
  options.max_one_shots = count;
  options.max_heard = heard;
  check(aha_engine_create(&options, &engine), "aha_engine_create");
}

static void render(void) {
  is_rendering = 1;
  check(aha_engine_render(engine, frames, BENCH_BLOCK), "aha_engine_render");
  is_rendering = 0;
}

static void run_steady(const char *folder, int count, int heard, double seconds) {
  aha_play_options options = aha_play_options_init();
  aha_engine_stats stats = aha_engine_stats_init();
  aha_sound *sounds[BENCH_LOOPS];
  int samples = 0;
  create((uint32_t)count, (uint32_t)heard);
  for (int i = 0; i < BENCH_LOOPS; i++)
    check(aha_sound_load(engine, bench_loop_path(folder, i), NULL, &sounds[i]), "aha_sound_load");
  options.loop_count = 1000000;
  for (int i = 0; i < count; i++) {
    options.gain_db = -24.0f + (float)(i % 4);
    options.pan = -0.9f + 0.2f * (float)(i % 10);
    /* The heard ones are spread over all. */
    options.priority = i % (count / heard) == 0;
    options.start_frame = 1 + (uint64_t)(2 * BENCH_RATE / (double)count * i);
    check(aha_one_shot_play(engine, sounds[i % BENCH_LOOPS], NULL, &options), "play");
  }
  for (int i = 0; i < 4 * BENCH_RATE / BENCH_BLOCK; i++) render();
  check(aha_engine_get_stats(engine, &stats), "aha_engine_get_stats");
  printf("{\"heard\": %d, \"virtual\": %d, \"ns_per_block\": [", (int)stats.heard_one_shots,
         (int)stats.virtual_one_shots);
  double begin = bench_now();
  while (samples < MAX_SAMPLES && (samples == 0 || bench_now() - begin < seconds)) {
    double cpu = bench_cpu();
    for (int i = 0; i < BATCH; i++) render();
    printf("%s%.0f", samples++ ? ", " : "", 1e9 * (bench_cpu() - cpu) / BATCH);
  }
  printf("], \"allocator_calls\": %ld}\n", allocator_calls);
}

/* A sound whose samples add up to 1. */
static aha_sound *make_shot(void) {
  static float samples[SHOT_FRAMES];
  aha_sound *sound = NULL;
  samples[SHOT_FRAMES / 2] = 1;
  check(aha_sound_create(engine, samples, SHOT_FRAMES, 1, BENCH_RATE, &sound), "aha_sound_create");
  return sound;
}

static void run_rate(int per_second, int seconds) {
  aha_play_options options = aha_play_options_init();
  create(1024, 1024);
  aha_sound *sound = make_shot();
  int64_t started = 0, early_bytes = 0, total = (int64_t)per_second * seconds;
  double sum = 0, render_cpu = 0, play_cpu = 0;
  options.pan = -1;
  for (int64_t frame = 0; frame < ((int64_t)seconds + 1) * BENCH_RATE; frame += BENCH_BLOCK) {
    double begin = bench_cpu();
    for (; started < total && started * BENCH_RATE / per_second < frame + BENCH_BLOCK; started++) {
      options.start_frame = (uint64_t)(started * BENCH_RATE / per_second);
      check(aha_one_shot_play(engine, sound, NULL, &options), "aha_one_shot_play");
    }
    double middle = bench_cpu();
    render();
    play_cpu += middle - begin;
    render_cpu += bench_cpu() - middle;
    for (int i = 0; i < BENCH_BLOCK; i++) sum += frames[2 * i];
    /* By then every place of the rings has been used. */
    if (early_bytes == 0 && frame > 10 * BENCH_RATE) early_bytes = bench_resident_bytes();
  }
  printf("{\"starts\": %lld, \"heard\": %lld, \"allocator_calls\": %ld, \"growth_bytes\": %lld, "
         "\"render_s\": %.4f, \"ns_per_start\": %.0f}\n",
         (long long)started, llround(sum), allocator_calls,
         (long long)(bench_resident_bytes() - early_bytes), render_cpu,
         1e9 * play_cpu / (double)started);
}

int main(int argc, char **argv) {
  if (argc == 6 && !strcmp(argv[2], "steady"))
    run_steady(argv[1], atoi(argv[3]), atoi(argv[4]), atof(argv[5]));
  else if (argc == 5 && !strcmp(argv[2], "rate"))
    run_rate(atoi(argv[3]), atoi(argv[4]));
  else
    bench_fail("%s FOLDER steady COUNT HEARD SECONDS | rate PER_SECOND SECONDS", argv[0]);
  return 0;
}
