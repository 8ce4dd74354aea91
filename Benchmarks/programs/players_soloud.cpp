/* players_soloud.cpp: SoLoud without a device, as a mixer of players_main.c. */
#include <soloud.h>
#include <soloud_wav.h>

extern "C" {
#include "players.h"
}

static SoLoud::Soloud engine;
static SoLoud::Wav loops[BENCH_LOOPS];

static void check(SoLoud::result result, const char *call) {
  if (result != SoLoud::SO_NO_ERROR) bench_fail("%s: %s", call, engine.getErrorString(result));
}

extern "C" void players_open(const plan *plan) {
  unsigned flags = 0; /* no clipping: it would be more work than the others do */
  check(engine.init(flags, SoLoud::Soloud::NULLDRIVER, BENCH_RATE, BENCH_BLOCK, 2), "init");
  check(engine.setMaxActiveVoiceCount((unsigned)plan->count), "setMaxActiveVoiceCount");
  for (int i = 0; i < BENCH_LOOPS; i++) {
    const char *path = bench_loop_path(plan->folder, i);
    check(loops[i].load(path), path);
    loops[i].setLooping(true);
  }
  for (int i = 0; i < plan->count; i++) {
    SoLoud::Wav &loop = loops[i % BENCH_LOOPS];
    SoLoud::handle voice = engine.play(loop, plan_gain(i), plan_pan(i));
    uint64_t begin = plan_begin(plan, i, (uint64_t)(loop.getLength() * BENCH_RATE));
    if (begin > 0) check(engine.seek(voice, (double)begin / BENCH_RATE), "seek");
    if (plan->speed != 1) engine.setRelativePlaySpeed(voice, (float)plan->speed);
  }
}

extern "C" void players_render(float *frames, int frame_count) {
  engine.mix(frames, (unsigned)frame_count);
}

extern "C" void players_between(void) {}

extern "C" double players_bytes_per_frame(void) { return 2 * sizeof(float); }
