/* players_soloud.cpp: SoLoud without a device, as a mixer of players_main.c. */
#include <soloud.h>
#include <soloud_wav.h>
#include <soloud_wavstream.h>

extern "C" {
#include "players.h"
}

static SoLoud::Soloud engine;
static SoLoud::Wav loops[BENCH_LOOPS];
static SoLoud::WavStream streams[BENCH_LOOPS];

static void check(SoLoud::result result, const char *call) {
  if (result != SoLoud::SO_NO_ERROR) bench_fail("%s: %s", call, engine.getErrorString(result));
}

template <typename Source> static void start(const plan *plan, Source *sources) {
  for (int i = 0; i < BENCH_LOOPS; i++) {
    const char *path = bench_loop_path(plan->folder, i);
    check(sources[i].load(path), path);
    sources[i].setLooping(true);
  }
  for (int i = 0; i < plan->count; i++) {
    Source &loop = sources[i % BENCH_LOOPS];
    SoLoud::handle voice = engine.play(loop, plan_gain(i), plan_pan(i));
    uint64_t begin = plan_begin(plan, i, (uint64_t)(loop.getLength() * BENCH_RATE));
    if (begin > 0) check(engine.seek(voice, (double)begin / BENCH_RATE), "seek");
    if (plan->speed != 1) engine.setRelativePlaySpeed(voice, (float)plan->speed);
  }
}

extern "C" void players_open(const plan *plan) {
  unsigned flags = 0; /* no clipping: it would be more work than the others do */
  check(engine.init(flags, SoLoud::Soloud::NULLDRIVER, (unsigned)plan->rate, BENCH_BLOCK, 2),
        "init");
  check(engine.setMaxActiveVoiceCount((unsigned)plan->count), "setMaxActiveVoiceCount");
  if (plan->is_streamed) start(plan, streams);
  else start(plan, loops);
}

extern "C" void players_render(float *frames, int frame_count) {
  engine.mix(frames, (unsigned)frame_count);
}

extern "C" void players_between(void) {}

extern "C" double players_bytes_per_frame(void) { return 2 * sizeof(float); }
