// The C++ header in use: options by name, offline engines, effects created with values.
#include "hosts.hpp"

template <class Named, class Structure> static bool is_default(const Structure &defaults) {
  const Named options;
  const Structure &own = options;
  return !std::memcmp(&own, &defaults, sizeof(Structure));
}

static void options_without_setters_are_the_defaults() {
  CHECK(is_default<aha::EngineOptions>(aha_engine_options_init()));
  CHECK(is_default<aha::BounceOptions>(aha_bounce_options_init()));
  CHECK(is_default<aha::ItemQuery>(aha_item_query_init()));
}

static void setters_reach_the_call() {
  const aha::Engine engine(aha::EngineOptions().sample_rate(44100).channels(1));
  CHECK(engine.sample_rate() == 44100 && engine.channels() == 1);
  aha::Player player(engine, aha::Sound(engine, tone(480), 2, 48000), {},
                     aha::PlayerOptions().gain_db(-6).pan(0.5f));
  CHECK(player.gain_db() == -6 && player.pan() == 0.5f);
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT,
               [] { aha::Engine(aha::EngineOptions().channels(9)); }));
}

static void a_one_shot_takes_options() {
  aha::Engine engine = aha::Engine::offline();
  const aha::Sound sound(engine, tone(4800), 2, 48000);
  engine.play_sound(sound, {}, aha::PlayOptions().gain_db(-6).priority(255));
  engine.play_sound(sound, {}, aha::PlayOptions().choke_group(1).attack_frames(96).stop_frame(9));
  engine.play_sound(sound);
  aha_space place = aha_space_init();
  place.position = {2, 0, 0};
  engine.play_sound(sound, {}, aha::PlayOptions().space(&place).number(5).stop_frame(1));
  engine.render(480);
  CHECK(engine.next_event().value().value == 5);
  CHECK(engine.stats().heard_one_shots == 2);
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT,
               [&] { engine.play_sound(sound, {}, aha::PlayOptions().priority(256)); }));
}

static void a_switch_against_is_set_by_its_opposite() {
  const aha_engine_options off = aha::EngineOptions().no_limiter(true);
  const aha_engine_options on =
    aha::EngineOptions().no_limiter(true).no_limiter(false).offline(true);
  CHECK(off.no_limiter == 1 && on.no_limiter == 0 && on.offline == 1);
}

static void text_lives_as_long_as_a_copy_of_the_options() {
  aha::ClientOptions copy;
  {
    aha::ClientOptions options;
    options.user_agent(std::string(100, 'a'));
    copy = options;
    options = aha::ClientOptions();
  }
  const aha_client_options &plain = copy;
  CHECK(std::string(100, 'a') == plain.user_agent && plain.proxy == nullptr);
}

static void lists_live_as_long_as_a_copy_of_the_options() {
  aha::ScanOptions copy;
  {
    aha::ScanOptions options;
    copy = options.roots({"/music", std::string(100, 'a')}).ignored({});
    options.roots({"/none"});
  }
  const aha_scan_options &plain = copy;
  CHECK(plain.root_count == 2 && plain.ignored_count == 0);
  CHECK(plain.roots[0] == std::string("/music") && plain.roots[1] == std::string(100, 'a'));
}

static void enumerations_are_the_codes_of_c() {
  const aha_device_options device = aha::DeviceOptions().direction(aha::DeviceDirection::input);
  CHECK(device.direction == AHA_DEVICE_INPUT);
  const aha_encode_options encode = aha::EncodeOptions().container(aha::Container::auto_);
  CHECK(encode.container == AHA_CONTAINER_AUTO);
}

static void an_offline_engine_refuses_a_device() {
  CHECK(throws(AHA_ERROR_STATE, [] { aha::Device(aha::Engine::offline(), "stepped").start(); }));
  CHECK(aha::Device(aha::Engine(), "stepped").state() == AHA_DEVICE_STOPPED);
  CHECK(aha::Engine::offline(aha::EngineOptions().channels(1)).channels() == 1);
}

template <class Kind> static void values_are_the_defaults(const aha::Engine &engine) {
  const Kind made(engine, typename Kind::Values()), plain(engine);
  const std::uint32_t count = aha::Effect::info(plain.kind()).parameter_count;
  for (std::uint32_t i = 0; i < count; i++) {
    const std::uint32_t parameter = aha::Effect::parameter_info(plain.kind(), i).parameter;
    CHECK(made.value(parameter) == plain.value(parameter));
  }
}

static void effects_take_values() {
  const aha::Engine engine;
  aha::Filter::Values values;
  values.type = aha::Filter::Type::notch;
  values.cutoff_hz = 5000;
  const aha::Filter filter(engine, values);
  CHECK(filter.type() == aha::Filter::Type::notch && filter.cutoff_hz() == 5000);
  CHECK(filter.slope() == aha::Filter::Slope::slope_12_db);
  CHECK(aha::Reverb(engine).set_size(0.25f).set_mix(0.5f).size() == 0.25f);
  aha::Reverb hall(engine);
  hall.load_preset("hall");
  CHECK(hall.size() == 0.45f && hall.mix() == 0.3f);
  CHECK(throws(AHA_ERROR_NOT_FOUND, [&] { hall.load_preset("cave"); }));
  values.cutoff_hz = 1;
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT, [&] { aha::Filter(engine, values); }));
#if __cplusplus >= 202002L
  CHECK(aha::Reverb(engine, {.size = 0.75f}).size() == 0.75f);
#endif
}

int main() {
  options_without_setters_are_the_defaults();
  setters_reach_the_call();
  a_one_shot_takes_options();
  a_switch_against_is_set_by_its_opposite();
  text_lives_as_long_as_a_copy_of_the_options();
  lists_live_as_long_as_a_copy_of_the_options();
  enumerations_are_the_codes_of_c();
  an_offline_engine_refuses_a_device();
  effects_take_values();
  const aha::Engine engine;
  values_are_the_defaults<aha::Filter>(engine);
  values_are_the_defaults<aha::Reverb>(engine);
  values_are_the_defaults<aha::Pitch>(engine);
  values_are_the_defaults<aha::Compressor>(engine);
  values_are_the_defaults<aha::Limiter>(engine);
  values_are_the_defaults<aha::Equalizer>(engine);
  values_are_the_defaults<aha::Delay>(engine);
  values_are_the_defaults<aha::Tuner>(engine);
  values_are_the_defaults<aha::Fader>(engine);
  std::printf("%d checks, %d failed\n", checks, failures);
  return failures || !checks;
}
