/* Effects and chains: values out of range, NaN, NULL and effects of other chains give
 * a code that the header names and an error line with the offending value, and change nothing. */
#include "check.h"

static aha_engine *engine, *other;
static aha_sound *sound;
static aha_bus *bus;
static aha_player *player;
static aha_effect *effect, *other_effect;
static float frames[2 * 480];

static void check_presets(void) {
  aha_effect *reverb;
  float size = 0;
  NEED(aha_effect_create(engine, AHA_EFFECT_REVERB, &reverb));
  REFUSED(aha_effect_load_preset(reverb, "cave", NULL), AHA_ERROR_NOT_FOUND, "cave");
  REFUSED(aha_effect_load_preset(reverb, "", NULL), AHA_ERROR_NOT_FOUND, "hall");
  REFUSED(aha_effect_load_preset(effect, "hall", NULL), AHA_ERROR_NOT_FOUND, "filter");
  INVALID(aha_effect_load_preset(reverb, NULL, NULL), "name");
  NEED(aha_effect_load_preset(reverb, "plate", NULL));
  NEED(aha_effect_get_value(reverb, AHA_REVERB_SIZE, &size));
  CHECK(size == 0.2f, "size %g", (double)size);
  NEED(aha_effect_release(reverb));
}

static void check_kinds(void) {
  aha_effect *made = (void *)frames;
  aha_effect_info info = aha_effect_info_init();
  aha_parameter_info parameter = aha_parameter_info_init();
  uint32_t count = aha_effect_kind_count();
  INVALID(aha_effect_kind_get(0, &info), "0");
  INVALID(aha_effect_kind_get(4711, &info), "4711");
  INVALID(aha_effect_kind_parameter_get(4711, 0, &parameter), "4711");
  INVALID(aha_effect_kind_parameter_get(AHA_EFFECT_FILTER, 4711, &parameter), "4711");
  INVALID(aha_effect_kind_parameter_get(AHA_EFFECT_FILTER, UINT32_MAX, &parameter), "4294967295");
  INVALID(aha_effect_create(engine, 0, &made), "0");
  INVALID(aha_effect_create(engine, 4711, &made), "4711");
  CHECK(made == NULL, "out_effect not NULL");
  CHECK(aha_effect_kind_get(count, &info) == AHA_OK && info.kind == count, "the last kind");
}

/* Every parameter of every kind: its bounds are accepted, values beyond them are refused
 * (EffectConformanceTests covers the values between). */
static void check_parameter(aha_effect *of, aha_effect_kind kind, uint32_t index) {
  aha_parameter_info info = aha_parameter_info_init();
  float value = NAN;
  NEED(aha_effect_kind_parameter_get(kind, index, &info));
  uint32_t parameter = info.parameter;
  CHECK(parameter == (kind << 8 | index), "%s is %u", info.name, parameter);
  NEED(aha_effect_get_value(of, parameter, &value));
  CHECK(value == info.default_value, "%s is %g", info.name, (double)value);
  NEED(aha_chain_add(aha_bus_chain(bus), of));
  const float bad = nextafterf(info.maximum, INFINITY);
  INVALID(aha_effect_set_value(of, parameter, bad, NULL), info.name);
  INVALID(aha_effect_set_value(of, parameter, bad, AHA_OVER(10)), info.name);
  INVALID(aha_effect_set_value(of, parameter, bad, AHA_RAMP(10, 10, AHA_FADE_LINEAR)), info.name);
  if (info.curve != AHA_CURVE_STEPPED)
    CHECK(aha_effect_start_modulation(of, parameter, NULL) == AHA_OK, "%s", info.name);
  NEED(aha_effect_get_value(of, parameter, &value));
  CHECK(value == info.default_value, "%s became %g", info.name, (double)value);
  CHECK(aha_effect_set_value(of, parameter, info.minimum, NULL) == AHA_OK, "%s", info.name);
  CHECK(aha_effect_set_value(of, parameter, info.maximum, AHA_OVER(UINT64_MAX)) == AHA_OK, "%s",
        info.name);
  if (info.curve != AHA_CURVE_STEPPED)
    CHECK(aha_effect_stop_modulation(of, parameter) == AHA_OK, "%s", info.name);
  NEED(aha_chain_remove(aha_bus_chain(bus), of));
}

/* A parameter of one kind, given to an effect of every other kind. */
static void check_foreign_parameter(aha_effect *of, const char *name, aha_effect_kind kind) {
  aha_parameter_info info = aha_parameter_info_init();
  aha_effect_info other = aha_effect_info_init();
  float value;
  NEED(aha_effect_kind_get(kind, &other));
  NEED(aha_effect_kind_parameter_get(kind, 0, &info));
  uint32_t parameter = info.parameter;
  INVALID(aha_effect_set_value(of, parameter, info.default_value, NULL), name);
  INVALID(aha_effect_set_value(of, parameter, info.default_value, NULL), other.name);
  INVALID(aha_effect_set_value(of, parameter, info.default_value, NULL), info.name);
  INVALID(aha_effect_set_value(of, parameter, info.default_value, AHA_OVER(1)), other.name);
  INVALID(aha_effect_set_value(of, parameter, info.default_value, AHA_AT(1)), other.name);
  INVALID(aha_effect_get_value(of, parameter, &value), other.name);
  INVALID(aha_effect_start_modulation(of, parameter, NULL), other.name);
  INVALID(aha_effect_stop_modulation(of, parameter), other.name);
  INVALID(aha_effect_kind_parameter_get(aha_effect_get_kind(of), parameter, &info), other.name);
}

static void check_parameters(void) {
  for (aha_effect_kind kind = 1; kind <= aha_effect_kind_count(); kind++) {
    aha_effect_info info = aha_effect_info_init();
    aha_effect *of;
    float value;
    NEED(aha_effect_kind_get(kind, &info));
    NEED(aha_effect_create(engine, kind, &of));
    for (uint32_t i = 0; i < info.parameter_count; i++) check_parameter(of, kind, i);
    for (aha_effect_kind other = 1; other <= aha_effect_kind_count(); other++)
      if (other != kind) check_foreign_parameter(of, info.name, other);
    INVALID(aha_effect_set_value(of, info.parameter_count, 0, NULL), info.name);
    INVALID(aha_effect_set_value(of, kind << 8 | info.parameter_count, 0, NULL), info.name);
    INVALID(aha_effect_set_value(of, 0, 0, NULL), info.name);
    INVALID(aha_effect_get_value(of, UINT32_MAX, &value), "4294967295");
    INVALID(aha_effect_start_modulation(of, info.parameter_count, NULL), info.name);
    INVALID(aha_effect_stop_modulation(of, info.parameter_count), info.name);
    NEED(aha_effect_release(of));
  }
}

/* Frames of the host: only through the chain of a bus, with one or two channels. */
static void check_host_frames(aha_chain *of_player) {
  aha_chain *chain = aha_bus_chain(bus);
  float frame[2] = {0.25f, NAN};
  uint64_t count = 7;
  REFUSED(aha_chain_render(of_player, frame, 1, 2, frame, &count), AHA_ERROR_UNSUPPORTED, "player");
  REFUSED(aha_chain_reset(of_player), AHA_ERROR_UNSUPPORTED, "player");
  INVALID(aha_chain_render(chain, frame, UINT64_MAX, 2, frame, &count), "2147483648");
  INVALID(aha_chain_render(chain, frame, 1, 2, NULL, &count), "output");
  CHECK(count == 0, "out_count is not 0 after an error");
  CHECK(aha_chain_render(chain, NULL, 1, 2, frame, &count) == AHA_END, "a tail without a sound");
  NEED(aha_chain_render(chain, frame, 1, 2, frame, NULL));
  CHECK(frame[0] == 0.25f, "an empty chain changes frames");
}

static void check_chain(void) {
  aha_chain *chain = aha_player_chain(player);
  aha_effect *made = (void *)frames;
  INVALID(aha_chain_insert(chain, 1, effect), "1");
  INVALID(aha_chain_remove(chain, effect), "chain");
  INVALID(aha_chain_move(chain, effect, 0), "chain");
  INVALID(aha_chain_at(chain, 0, &made), "0");
  CHECK(made == NULL, "out_effect not NULL");
  NEED(aha_chain_add(chain, effect));
  INVALID(aha_chain_remove(aha_bus_chain(bus), effect), "chain");
  INVALID(aha_chain_move(chain, effect, 1), "1");
  INVALID(aha_chain_at(chain, UINT32_MAX, &made), "4294967295");
  NEED(aha_chain_clear(chain));
  check_host_frames(chain);
}

/* More effects than the engine's capacity. */
static void check_effect_limits(void) {
  aha_engine_options options = aha_engine_options_init();
  options.max_effects = options.no_limiter = 1;
  aha_engine *small;
  aha_effect *first, *second = (void *)frames;
  NEED(aha_engine_create(&options, &small));
  aha_chain *chain;
  NEED(aha_effect_create(small, AHA_EFFECT_FILTER, &first));
  NEED(aha_effect_create(small, AHA_EFFECT_DELAY, &second));
  chain = aha_bus_chain(aha_engine_master_bus(small));
  NEED(aha_chain_add(chain, first));
  REFUSED(aha_chain_add(chain, second), AHA_ERROR_LIMIT, "1");
  REFUSED(aha_engine_get_limiter(small, &second), AHA_ERROR_STATE, "limiter");
  CHECK(second == NULL, "out_effect not NULL");
  NEED(aha_engine_release(small));
}

static aha_result do_nothing(void *user_data, float *left, float *right, uint32_t count,
                             const float *values) {
  (void)user_data, (void)left, (void)right, (void)count, (void)values;
  return AHA_OK;
}

static int destroyed;
static void destroy(void *user_data) {
  (void)user_data;
  destroyed++;
}

/* A refused description: nothing is made, and the host's data is destroyed. */
#define REFUSED_HOST(line)                                                                         \
  do {                                                                                             \
    destroyed = 0;                                                                                 \
    INVALID(aha_host_effect_create(engine, &host, frames, destroy, &made), line);                  \
    CHECK(made == NULL && destroyed == 1, "%d destroyed", destroyed);                              \
  } while (0)

static void check_host_effects(void) {
  aha_effect *made = (void *)frames;
  aha_host_parameter parameter = {"gain", 0, 2, 1, 5, AHA_UNIT_NONE, AHA_CURVE_LINEAR};
  aha_host_effect host = aha_host_effect_init();
  host.name = "own";
  REFUSED_HOST("process");
  host.process = do_nothing;
  host.latency_frames = 16385;
  REFUSED_HOST("16385");
  host.latency_frames = 0;
  host.parameter_count = 65;
  REFUSED_HOST("65");
  host.parameter_count = 1;
  REFUSED_HOST("parameters");
  host.parameters = &parameter;
  parameter.maximum = NAN;
  REFUSED_HOST("nan");
  parameter.maximum = 2;
  parameter.default_value = 3;
  REFUSED_HOST("3");
  parameter.default_value = 1;
  parameter.curve = 77;
  REFUSED_HOST("77");
  parameter.curve = AHA_CURVE_LINEAR;
  host.name = "";
  REFUSED_HOST("0");
  host.name = "own";
  INVALID(aha_effect_create(engine, AHA_EFFECT_HOST, &made), "255");
  NEED(aha_host_effect_create(engine, &host, frames, destroy, &made));
  const uint32_t gain = AHA_EFFECT_HOST << 8;
  aha_parameter_info info = aha_parameter_info_init();
  NEED(aha_effect_parameter_get(made, 0, &info));
  CHECK(info.parameter == gain && strcmp(info.name, "gain") == 0, "%s", info.name);
  INVALID(aha_effect_parameter_get(made, 1, &info), "1");
  INVALID(aha_effect_set_value(made, gain, 2.5f, NULL), "gain");
  INVALID(aha_effect_set_value(made, gain + 1, 1, NULL), "own");
  INVALID(aha_effect_set_value(made, AHA_FILTER_CUTOFF_HZ, 1000, NULL), "own");
  aha_result result = 1;
  REFUSED(aha_host_effect_get_result(effect, &result), AHA_ERROR_UNSUPPORTED, "filter");
  NEED(aha_host_effect_get_result(made, &result));
  CHECK(result == AHA_OK, "%d", result);
  REFUSED(aha_effect_set_impulse(effect, sound, 1), AHA_ERROR_UNSUPPORTED, "filter");
  destroyed = 0;
  NEED(aha_effect_release(made));
  CHECK(destroyed == 1, "%d destroyed", destroyed);
}

static void check_lv2(void) {
  aha_lv2_info info = aha_lv2_info_init();
  aha_effect *made = (void *)frames;
  INVALID(aha_lv2_get(UINT32_MAX, &info), "4294967295");
  REFUSED(aha_lv2_find("urn:none", &info), AHA_ERROR_NOT_FOUND, "urn:none");
  REFUSED(aha_lv2_copy_preset_text("urn:none", 0, AHA_LV2_PRESET_TEXT_URI, NULL, 0, NULL),
          AHA_ERROR_NOT_FOUND, "urn:none");
  REFUSED(aha_lv2_copy_preset_text("", 0, AHA_LV2_PRESET_TEXT_TITLE, NULL, 0, NULL),
          AHA_ERROR_NOT_FOUND, "");
  REFUSED(aha_lv2_create(engine, "\xff", NULL, &made), AHA_ERROR_NOT_FOUND, "LV2");
  INVALID(aha_effect_create(engine, AHA_EFFECT_LV2, &made), "254");
  REFUSED(aha_effect_copy_text(effect, AHA_EFFECT_TEXT_LV2_URI, NULL, 0, NULL),
          AHA_ERROR_UNSUPPORTED, "filter");
  REFUSED(aha_effect_copy_text(effect, AHA_EFFECT_TEXT_LV2_STATE, NULL, 0, NULL),
          AHA_ERROR_UNSUPPORTED, "filter");
  REFUSED(aha_lv2_set_state(effect, "x"), AHA_ERROR_UNSUPPORTED, "filter");
  REFUSED(aha_lv2_load_preset(effect, "x"), AHA_ERROR_UNSUPPORTED, "filter");
}

int main(void) {
  NEED(aha_engine_create(NULL, &engine));
  NEED(aha_engine_create(NULL, &other));
  sound = make_sound(engine, 480);
  NEED(aha_bus_create(engine, NULL, &bus));
  NEED(aha_player_create(engine, sound, NULL, NULL, &player));
  NEED(aha_effect_create(engine, AHA_EFFECT_FILTER, &effect));
  NEED(aha_effect_create(other, AHA_EFFECT_FILTER, &other_effect));
  check_kinds();
  check_presets();
  check_parameters();
  check_chain();
  check_effect_limits();
  check_host_effects();
  check_lv2();
  NEED(aha_engine_render(engine, frames, 480));
  NEED(aha_engine_release(other));
  NEED(aha_engine_release(engine));
  return verdict();
}
