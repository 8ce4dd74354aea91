/* The samples target's engines, and its parts without players: live inputs that the host writes,
 * and copies with another speed and pitch. */
#include "samples.h"
#include <math.h>

aha_engine *make_engine(source *from, int *is_limited) {
  static const uint32_t rates[] = {8000, 22050, 44100, 48000, 48000, 96000, 192000, 11111};
  aha_engine_options options = aha_engine_options_init();
  aha_engine *engine;
  options.sample_rate = rates[draw_below(from, 8)];
  options.channels = 1 + draw_below(from, 2);
  options.max_players = MAX_PLAYERS;
  options.max_buses = 4;
  options.max_effects = 20;
  options.event_capacity = 64;
  options.ramp_ms = draw_one_in(from, 3) ? draw_value(from, 0.1f, 1000) : 5;
  options.offline = 1;
  options.no_limiter = draw_one_in(from, 3);
  options.threads = draw_one_in(from, 6) ? 2 : 1;
  *is_limited = !options.no_limiter;
  require_ok(aha_engine_create(&options, &engine), "engine");
  return engine;
}

void drive_limiter(aha_engine *engine) {
  aha_effect *limiter;
  require_ok(aha_engine_get_limiter(engine, &limiter), "limiter");
  require_ok(aha_effect_set_value(limiter, AHA_LIMITER_GAIN_DB, 24, NULL), "limiter's gain");
  require_ok(aha_effect_release(limiter), "release");
}

uint32_t draw_block(source *from) {
  static const uint32_t sizes[] = {1, 7, 64, 128, 256, 511, 512, 513, 1024, MAX_BLOCK};
  return draw_one_in(from, 4) ? 1 + draw_below(from, MAX_BLOCK) : sizes[draw_below(from, 10)];
}

void check_output(const float *block, uint32_t count, int is_limited) {
  /* -1 dBTP, plus a margin for peaks between the limiter's points. */
  const float ceiling = 0.8913f * 1.002f;
  for (uint32_t i = 0; i < count; i++) {
    require(isfinite(block[i]), "a sample that is rendered");
    if (is_limited) require(fabsf(block[i]) <= ceiling, "a sample past the limiter");
  }
}

static aha_input *make_input(source *from, aha_engine *engine, uint32_t channels) {
  uint32_t rate = aha_engine_sample_rate(engine);
  aha_input_options options = aha_input_options_init();
  aha_input *input;
  options.sample_rate = draw_one_in(from, 2) ? 0 : 4000 + draw_below(from, 2 * rate - 3999);
  options.channels = channels;
  options.latency_frames = draw_one_in(from, 2) ? 0 : draw_below(from, 8193);
  options.share_clock = options.sample_rate == 0 && draw_one_in(from, 2);
  require_ok(aha_input_create(engine, NULL, NULL, &options, &input), "input");
  return input;
}

/* Input samples, in pieces of sizes other than the blocks. */
void try_live(source *from, const samples *sound) {
  static float block[2 * MAX_BLOCK];
  aha_input_status status = aha_input_status_init();
  int is_limited;
  uint32_t channels = sound->channels == 1 ? 1 : 2, written = 0;
  uint32_t frames = sound->count * sound->channels / channels;
  aha_engine *engine = make_engine(from, &is_limited);
  aha_input *input = make_input(from, engine, channels);
  if (is_limited && draw_one_in(from, 2)) drive_limiter(engine);
  while (written < frames) {
    uint32_t count = draw_block(from), size = draw_block(from);
    if (count > frames - written) count = frames - written;
    const float *piece = draw_one_in(from, 16) ? NULL : sound->frames + written * channels;
    require_ok(aha_input_write(input, piece, count), "write");
    written += count;
    require_ok(aha_engine_render(engine, block, size), "render");
    check_output(block, size * aha_engine_channels(engine), is_limited);
  }
  require_ok(aha_input_get_status(input, &status), "status");
  require(isfinite(status.drift_ppm), "an input's drift");
  require_ok(aha_input_release(input), "release");
  require_ok(aha_engine_release(engine), "release");
}

static void check_copy(aha_sound *copy, double expected) {
  static float frames[2 * MAX_BLOCK];
  uint64_t got = 1;
  require(fabs((double)aha_sound_length_frames(copy) - expected) <= 2, "a stretched length");
  for (uint64_t at = 0; got > 0; at += got) {
    require(aha_sound_read_frames(copy, at, frames, MAX_BLOCK, &got) >= 0, "reading a copy");
    for (uint64_t i = 0; i < got * channels_of(copy); i++)
      require(isfinite(frames[i]), "a sample of a copy");
  }
}

/* A copy with another speed and pitch must have the right length and finite samples. */
void try_stretch(source *from, const samples *sound) {
  aha_stretch_options options = aha_stretch_options_init();
  int is_limited;
  aha_engine *engine = make_engine(from, &is_limited);
  aha_sound *made, *copy;
  aha_job *job;
  require_ok(aha_sound_create(engine, sound->frames, sound->count, sound->channels, sound->rate,
                              &made),
             "sound");
  options.speed = draw_value(from, 0.5f, 2);
  options.cents = draw_one_in(from, 3) ? 0 : draw_value(from, -3600, 3600);
  options.keep_formants = draw_below(from, 2);
  options.formant_cents = draw_one_in(from, 2) ? 0 : draw_value(from, -1200, 1200);
  require_ok(aha_sound_start_stretch(made, &options, &copy, &job), "stretch");
  require_ok(aha_job_wait(job, -1), "stretching");
  check_copy(copy, (double)aha_sound_length_frames(made) / options.speed);
  require_ok(aha_job_release(job), "release");
  require_ok(aha_sound_release(copy), "release");
  require_ok(aha_sound_release(made), "release");
  require_ok(aha_engine_release(engine), "release");
}
