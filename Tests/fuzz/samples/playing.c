/* The samples target's engine: players with loops and chains of any effects, at any values,
 * ramps and block sizes, on buses with chains. The output is finite and at most at the limiter's
 * ceiling, and an ordinary sound is audible after any extreme. */
#include "samples.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = MAX_PLAYERS - 1, BUSES = 2, EFFECTS = 10, MAX_TOTAL = 48000, READ = 1 << 16,
       MIN_STREAMED_LOOP = 4800 };

typedef struct scene {
  aha_engine *engine;
  aha_sound *sound;
  aha_player *players[PLAYERS];
  aha_bus *buses[BUSES];
  aha_effect *effects[EFFECTS];
  uint32_t player_count, bus_count, effect_count;
  int is_limited;
  /* Decoded during playback: each jump of a loop is a seek of the decoder. */
  int is_streamed;
  /* Every level is at its max: sums exceed the range of a float. */
  int is_loud;
} scene;

static void check_sound(const samples *sound, aha_sound *made, uint32_t rate) {
  static float frames[2 * READ];
  double expected = (double)sound->count * rate / sound->rate;
  uint64_t length = aha_sound_length_frames(made), offset = 0, got;
  require(fabs((double)length - expected) <= 1 + expected * 1e-6, "a sound's length");
  for (aha_result result = AHA_OK; result == AHA_OK; offset += got) {
    result = aha_sound_read_frames(made, offset, frames, READ, &got);
    require(result == AHA_OK || result == AHA_END, "reading a sound");
    for (uint64_t i = 0; i < got * channels_of(made); i++)
      require(isfinite(frames[i]), "a sample of a sound");
  }
  require(offset == length, "frames of a sound");
}

/* Any value in the range, with any ramp; a value outside is refused. */
static void change(source *from, scene *all, aha_effect *effect) {
  aha_effect_info kind = aha_effect_info_init();
  aha_parameter_info one = aha_parameter_info_init();
  aha_modulation_options modulation = aha_modulation_options_init();
  require_ok(aha_effect_kind_get(aha_effect_get_kind(effect), &kind), "kind");
  uint32_t place = draw_below(from, kind.parameter_count);
  require_ok(aha_effect_kind_parameter_get(kind.kind, place, &one), "parameter");
  uint32_t number = one.parameter;
  float value = draw_value(from, one.minimum, one.maximum);
  if (one.curve == AHA_CURVE_STEPPED) value = floorf(value);
  if (all->is_loud && one.unit == AHA_UNIT_DECIBELS) value = one.maximum;
  uint64_t ramp = draw_one_in(from, 2) ? draw_below(from, 20000) : draw_below(from, 3);
  uint64_t now = aha_engine_position_frames(all->engine);
  aha_result result;
  switch (draw_below(from, 6)) {
  case 0: result = aha_effect_set_value(effect, number, value, AHA_OVER(ramp)); break;
  case 1:
    now += draw_below(from, 9000);
    result = aha_effect_set_value(effect, number, value, AHA_RAMP(now, ramp, AHA_FADE_LINEAR));
    break;
  case 2:
    modulation.waveform = draw_below(from, 3);
    modulation.rate_hz = draw_value(from, 0.001f, 100);
    modulation.depth = draw_value(from, 0, 1);
    modulation.duration_s = draw_one_in(from, 2) ? 0 : draw_value(from, 0.0001f, 1);
    modulation.seed = draw(from);
    result = aha_effect_start_modulation(effect, number, &modulation);
    break;
  case 3:
    value = draw_one_in(from, 2) ? NAN : one.maximum + fmaxf(1, fabsf(one.maximum));
    result = aha_effect_set_value(effect, number, value, NULL);
    require(result == AHA_ERROR_INVALID_ARGUMENT, "a value out of range");
    return;
  default: result = aha_effect_set_value(effect, number, value, NULL);
  }
  if (result != AHA_ERROR_STATE && result != AHA_ERROR_UNSUPPORTED)
    require_ok(result, "a value in range");
}

static aha_chain *any_chain(source *from, scene *all) {
  uint32_t place = draw_below(from, all->player_count + all->bus_count + 1);
  if (place < all->player_count) return aha_player_chain(all->players[place]);
  place -= all->player_count;
  if (place < all->bus_count) return aha_bus_chain(all->buses[place]);
  return aha_bus_chain(aha_engine_master_bus(all->engine));
}

static void add_effect(source *from, scene *all) {
  aha_effect **effect = &all->effects[all->effect_count];
  uint32_t kind = 1 + draw_below(from, aha_effect_kind_count());
  if (all->effect_count == EFFECTS) return;
  if (all->is_loud && draw_one_in(from, 2)) kind = AHA_EFFECT_EQUALIZER;
  require_ok(aha_effect_create(all->engine, kind, effect), "effect");
  all->effect_count++;
  for (uint32_t i = draw_below(from, all->is_loud ? 20 : 6); i > 0; i--)
    change(from, all, *effect);
  require_ok(aha_chain_add(any_chain(from, all), *effect), "chain");
  if (draw_one_in(from, 8)) aha_effect_set_bypassed(*effect, 1, NULL);
}

static aha_bus *any_bus(source *from, scene *all) {
  uint32_t place = draw_below(from, all->bus_count + 1);
  return place < all->bus_count ? all->buses[place] : NULL;
}

static void set_loop(source *from, scene *all, aha_player *player) {
  uint64_t length = aha_sound_length_frames(all->sound);
  uint64_t begin = draw_one_in(from, 2) ? 0 : draw_below(from, (uint32_t)length);
  uint64_t end = begin + 1 + draw_below(from, (uint32_t)(length - begin));
  uint32_t count = draw_one_in(from, 2) ? AHA_LOOP_FOREVER : draw_below(from, 50);
  if (draw_one_in(from, 4)) end = begin + 1;
  if (draw_one_in(from, 4)) end = length;
  if (all->is_streamed && end - begin < MIN_STREAMED_LOOP) return;
  require_ok(aha_player_set_loop_frames(player, begin, end, count), "loop");
}

static void move_player(source *from, scene *all, aha_player *player) {
  uint64_t length = aha_sound_length_frames(all->sound);
  uint64_t soon = aha_engine_position_frames(all->engine) + draw_below(from, 5000);
  float gain = all->is_loud ? 24 : draw_one_in(from, 6) ? -INFINITY : draw_value(from, -60, 24);
  switch (draw_below(from, 12)) {
  case 0: aha_player_pause(player, NULL); break;
  case 1: aha_player_resume(player, NULL); break;
  case 2: require_ok(aha_player_stop(player, NULL), "stop"); break;
  case 3: require_ok(aha_player_set_gain_db(player, gain, NULL), "gain"); break;
  case 4: require_ok(aha_player_set_pan(player, draw_value(from, -1, 1), NULL), "pan"); break;
  case 5: require_ok(aha_player_set_bus(player, any_bus(from, all)), "bus"); break;
  case 6:
    require_ok(
        aha_player_seek_frames(player, draw_below(from, (uint32_t)length + 1), NULL), "seek");
    break;
  case 7: require_ok(aha_player_stop(player, AHA_AT(soon)), "stop"); break;
  case 8: require_ok(aha_player_start(player, AHA_AT(soon)), "start"); break;
  case 9: set_loop(from, all, player); break;
  default: require_ok(aha_player_start(player, NULL), "start");
  }
}

static void move_chain(source *from, scene *all) {
  aha_chain *chain = any_chain(from, all);
  uint32_t count = aha_chain_count(chain);
  aha_effect *effect;
  if (count == 0) return;
  require_ok(aha_chain_at(chain, draw_below(from, count), &effect), "at");
  switch (draw_below(from, 5)) {
  case 0: require_ok(aha_chain_move(chain, effect, draw_below(from, count)), "move"); break;
  case 1: require_ok(aha_chain_remove(chain, effect), "remove"); break;
  case 2: aha_effect_set_bypassed(effect, draw_below(from, 2), NULL); break;
  default: change(from, all, effect);
  }
  aha_effect_release(effect);
}

/* Resident or decoded during playback. */
static aha_sound *make_sound(const samples *sound, const scene *all) {
  aha_sound_options options = aha_sound_options_init();
  aha_stream *stream;
  aha_sound *made;
  size_t size;
  options.mode = AHA_SOUND_STREAMED;
  options.read_ahead_ms = 50;
  if (!all->is_streamed) {
    require_ok(aha_sound_create(all->engine, sound->frames, sound->count, sound->channels,
                                sound->rate, &made),
               "sound");
    return made;
  }
  uint8_t *bytes = samples_wav(sound, &size);
  require_ok(aha_stream_create_memory(bytes, size, NULL, NULL, &stream), "stream");
  require_ok(aha_sound_load_stream(all->engine, stream, &options, &made), "streamed sound");
  require_ok(aha_stream_release(stream), "release");
  free(bytes);
  return made;
}

static void make_scene(source *from, const samples *sound, scene *all) {
  all->engine = make_engine(from, &all->is_limited);
  all->is_loud = draw_one_in(from, 8);
  if (all->is_loud && all->is_limited) drive_limiter(all->engine);
  all->is_streamed = draw_one_in(from, 4);
  all->sound = make_sound(sound, all);
  check_sound(sound, all->sound, aha_engine_sample_rate(all->engine));
  for (uint32_t i = draw_below(from, BUSES + 1); i > 0; i--, all->bus_count++)
    require_ok(aha_bus_create(all->engine, any_bus(from, all), &all->buses[all->bus_count]), "bus");
  for (uint32_t i = 1 + draw_below(from, PLAYERS); i > 0; i--) {
    aha_player **player = &all->players[all->player_count++];
    require_ok(aha_player_create(all->engine, all->sound, any_bus(from, all), NULL, player),
               "player");
    if (draw_one_in(from, 2)) set_loop(from, all, *player);
    require_ok(aha_player_start(*player, NULL), "start");
  }
  for (uint32_t i = draw_below(from, all->is_loud ? EFFECTS : 5); i > 0; i--) add_effect(from, all);
}

static void check_meters(const scene *all) {
  aha_bus_meter meter = aha_bus_meter_init();
  require_ok(aha_bus_read_meter(aha_engine_master_bus(all->engine), &meter), "meter");
  require(meter.peak_left >= 0 && meter.peak_right >= 0, "a meter's peak");
  require(meter.rms_left >= 0 && meter.rms_right >= 0, "a meter's mean");
  if (all->is_limited) require(isfinite(meter.rms_left + meter.peak_right), "a limited meter");
}

static void render(source *from, scene *all) {
  static float block[2 * MAX_BLOCK];
  uint32_t channels = aha_engine_channels(all->engine);
  uint32_t total = 64 + draw_below(from, MAX_TOTAL);
  for (uint32_t done = 0, size; done < total; done += size) {
    size = draw_block(from);
    require_ok(aha_engine_render(all->engine, block, size), "render");
    check_output(block, size * channels, all->is_limited);
    check_meters(all);
    aha_player *player = all->players[draw_below(from, all->player_count)];
    if (draw_one_in(from, 4)) move_player(from, all, player);
    if (draw_one_in(from, 4)) move_chain(from, all);
    if (draw_one_in(from, 16)) add_effect(from, all);
  }
}

/* After extremes, the engine plays an ordinary tone: no state stays damaged. */
static void require_recovery(scene *all) {
  static float tone[4800], block[2 * MAX_BLOCK];
  uint32_t rate = aha_engine_sample_rate(all->engine);
  aha_player_options options = aha_player_options_init();
  aha_player *heard;
  aha_sound *sound;
  double power = 0;
  for (uint32_t i = 0; i < 4800; i++) tone[i] = 0.25f * sinf(0.06f * (float)i);
  require_ok(aha_sound_create(all->engine, tone, 4800, 1, rate, &sound), "tone");
  options.loop_count = AHA_LOOP_FOREVER;
  require_ok(aha_player_create(all->engine, sound, NULL, &options, &heard), "a player for a tone");
  require_ok(aha_player_start(heard, NULL), "start");
  for (uint32_t i = 0; i < all->player_count; i++) {
    aha_player_stop(all->players[i], NULL);
    aha_chain_clear(aha_player_chain(all->players[i]));
  }
  for (uint32_t i = 0; i < all->bus_count; i++) aha_chain_clear(aha_bus_chain(all->buses[i]));
  aha_chain_clear(aha_bus_chain(aha_engine_master_bus(all->engine)));
  /* Ramps of up to a second end and the limiter opens; then the tone is audible. */
  for (uint32_t done = 0; done < 4 * rate; done += MAX_BLOCK) {
    require_ok(aha_engine_render(all->engine, block, MAX_BLOCK), "render");
    power = 0;
    for (uint32_t i = 0; i < MAX_BLOCK * aha_engine_channels(all->engine); i++)
      power += (double)block[i] * block[i];
  }
  require(power > 1e-6, "nothing is heard after extremes");
  aha_player_release(heard);
  aha_sound_release(sound);
}

void try_playing(source *from, const samples *sound) {
  scene all = {0};
  make_scene(from, sound, &all);
  render(from, &all);
  if (sound->is_extreme || all.is_loud) require_recovery(&all);
  for (uint32_t i = 0; i < all.player_count; i++)
    require_ok(aha_player_release(all.players[i]), "release");
  for (uint32_t i = 0; i < all.effect_count; i++)
    require_ok(aha_effect_release(all.effects[i]), "release");
  for (uint32_t i = 0; i < all.bus_count; i++)
    require_ok(aha_bus_release(all.buses[i]), "release");
  require_ok(aha_sound_release(all.sound), "release");
  require_ok(aha_engine_release(all.engine), "release");
}
