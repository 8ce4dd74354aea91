// The C++ header in use: ownership, exceptions, streams, events, jobs.
#include "hosts.hpp"

// A host's bytes, which fail on demand.
class HostBytes : public aha::Bytes {
public:
  HostBytes(std::vector<std::uint8_t> bytes, bool fails, int *alive)
      : bytes_(std::move(bytes)), fails_(fails), alive_(alive) {
    ++*alive_;
  }
  ~HostBytes() override { --*alive_; }
  std::int64_t read(void *into, std::int64_t size) override {
    if (fails_) throw std::runtime_error("the disk is gone");
    std::int64_t count = std::min<std::int64_t>(size, length() - position_);
    std::memcpy(into, bytes_.data() + position_, static_cast<std::size_t>(count));
    position_ += count;
    return count;
  }
  std::int64_t seek(std::int64_t offset) override { return position_ = offset; }
  std::int64_t length() override { return static_cast<std::int64_t>(bytes_.size()); }

private:
  std::vector<std::uint8_t> bytes_;
  std::int64_t position_ = 0;
  bool fails_;
  int *alive_;
};

static void check_ownership() {
  aha::Engine engine;
  aha::Sound sound(engine, tone(4800), 2, 48000);
  aha_sound *handle = sound.get();
  {
    aha::Sound copy = sound;
    aha::Sound moved = std::move(copy);
    CHECK(moved.get() == handle && !copy);
    copy = moved;
    CHECK(copy.get() == handle);
  }
  CHECK(sound.length_frames() == 4800 && sound.channels() == 2);
  aha_sound *owned = sound.detach();
  CHECK(!sound && aha_sound_release(owned) == AHA_OK);
  CHECK(aha_sound_release(owned) == AHA_ERROR_RELEASED);
}

static void check_errors() {
  aha::Engine engine;
  CHECK(throws(AHA_ERROR_NOT_FOUND, [&] { aha::Sound(engine, "/nowhere.wav"); }));
  CHECK(throws(AHA_ERROR_NOT_FOUND, [&] { aha::Stream("/nowhere.wav"); }));
  aha_engine_options options = aha_engine_options_init();
  options.channels = 9;
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT, [&] { aha::Engine{options}; }));
  aha::Player player(engine, aha::Sound(engine, tone(480), 2, 48000));
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT, [&] { player.set_gain_db(NAN); }));
  CHECK(throws(AHA_ERROR_STATE, [&] { player.resume(); }));
}

static void check_playing() {
  aha_engine_options options = aha_engine_options_init();
  options.no_limiter = 1; // the limiter's look-ahead would shift the position
  aha::Engine engine(options);
  aha::Bus group(engine), inner(engine, group);
  aha::Sound sound(engine, tone(4800), 2, 48000);
  aha::Player player(engine, sound, inner);
  player.set_loop_frames(0, 4800, 2);
  player.set_gain_db(-6);
  player.set_pan(0.25f);
  CHECK(player.gain_db() == -6 && player.pan() == 0.25f);
  group.set_muted(true);
  inner.set_soloed(true);
  CHECK(group.is_muted() && inner.is_soloed() && !inner.is_muted());
  group.set_muted(false);
  inner.pause(aha::Ramp().at_frame(96000));
  player.start();
  std::vector<float> frames = engine.render(2400);
  CHECK(frames.size() == 4800 && player.state() == AHA_PLAYER_PLAYING);
  CHECK(engine.master_bus().read_meter().peak_right > 0.1f && player.position_frames() == 2400);
  CHECK(engine.render(frames.data(), 1000) == AHA_OK && engine.position_frames() == 3400);
  player.set_bus({});
  player.stop();
  engine.render(4800);
  CHECK(player.state() == AHA_PLAYER_STOPPED && engine.stats().frames == 8200);
  bool started = false;
  CHECK(engine.event_fd() >= 0);
  while (auto event = engine.next_event())
    started |= event->kind == AHA_EVENT_PLAYER_STARTED && event->source == player.get();
  CHECK(started);
}

static void check_effects() {
  CHECK(aha::Effect::kind_count() >= 8);
  CHECK(!std::strcmp(aha::Effect::info(AHA_EFFECT_REVERB).name, "reverb"));
  CHECK(!std::strcmp(
      aha::Effect::parameter_info(AHA_EFFECT_FILTER, AHA_FILTER_CUTOFF_HZ).name, "cutoff_hz"));
  aha::Engine engine;
  aha::Filter filter(engine);
  filter.set_type(aha::Filter::Type::high_pass);
  filter.set_cutoff_hz(12000);
  CHECK(filter.kind() == AHA_EFFECT_FILTER && filter.type() == aha::Filter::Type::high_pass);
  CHECK(filter.cutoff_hz() == 12000 && filter.latency_frames() == 0);
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT, [&] { filter.set_cutoff_hz(19); }));
  CHECK(throws(AHA_ERROR_UNSUPPORTED, [&] { filter.start_modulation(AHA_FILTER_TYPE); }));
  CHECK(throws(AHA_ERROR_STATE, [&] { filter.start_spacewave(); }));
  engine.master_bus().chain().add(filter);
  aha::Pitch pitch(engine);
  pitch.set_formant(true);
  pitch.set_formant_cents(-300);
  aha::Tuner tuner(engine);
  tuner.set_scale(0x5ad);
  tuner.set_root(aha::Tuner::Root::f_sharp);
  CHECK(pitch.formant() && pitch.formant_cents() == -300);
  CHECK(tuner.scale() == 0x5ad && tuner.root() == aha::Tuner::Root::f_sharp);
  filter.start_spacewave();
  filter.stop_modulation(AHA_FILTER_CUTOFF_HZ);
  filter.set_cutoff_hz(8000, aha::Ramp().frames(100).curve(aha::FadeShape::smooth));
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT, [&] {
    filter.set_cutoff_hz(8000, aha::Ramp().curve(aha::FadeShape(9)));
  }));
  filter.set_value(AHA_FILTER_CUTOFF_HZ, 9000, aha::Ramp().at_frame(500).frames(1));
  CHECK(engine.limiter().ceiling_db() == -1);
  engine.limiter().set_bypassed(true);
  CHECK(engine.limiter().is_bypassed() && engine.limiter().kind() == AHA_EFFECT_LIMITER);
}

static void check_chains() {
  aha::Engine engine;
  aha::Sound sound(engine, tone(48000), 2, 48000);
  aha::Player player(engine, sound);
  aha::Filter filter(engine);
  filter.set_type(aha::Filter::Type::high_pass);
  filter.set_cutoff_hz(20000);
  player.chain().add(filter);
  player.chain().insert(0, aha::Delay(engine)); // the chain owns it
  CHECK(player.chain().count() == 2 && player.chain().at(0).kind() == AHA_EFFECT_DELAY);
  player.chain().move(filter, 0);
  CHECK(player.chain().all().at(0).kind() == AHA_EFFECT_FILTER);
  CHECK(throws(AHA_ERROR_STATE, [&] { engine.master_bus().chain().add(filter); }));
  aha::Delay delay(player.chain().at(1).detach());
  delay.set_mix(0);
  player.chain().remove(filter);
  CHECK(player.chain().count() == 1);
  player.chain().clear();
  CHECK(player.chain().count() == 0 && player.chain().latency_frames() == 0);
  aha::Chain frames = engine.master_bus().chain();
  float frame[2] = {0.5f, -0.25f};
  std::uint64_t count = 0;
  CHECK(frames.render(frame, 1, 2, frame, &count) == AHA_OK && count == 1 && frame[1] == -0.25f);
  frames.reset();
  CHECK(frames.render(nullptr, 1, 2, frame) == AHA_END);
  CHECK(player.chain().render(frame, 1, 2, frame) == AHA_ERROR_UNSUPPORTED);
  aha_stretch_options options = aha_stretch_options_init();
  options.speed = 2;
  const aha::Sound stretched = sound.start_stretch(options).wait();
  CHECK(std::llabs(static_cast<long long>(stretched.length_frames()) - 24000) <= 2);
}

static void check_saving_and_streams(int &alive) {
  aha::Engine engine;
  aha::Sound sound(engine, tone(4800), 2, 48000);
  aha::Player player(engine, sound);
  player.start();
  aha::Stream sink;
  aha::Job job = engine.save(sink, 4800);
  while (!job.wait_for(std::chrono::milliseconds(1000))) continue;
  CHECK(job.progress().frames_done == 4800 && job.error().empty());
  CHECK(job.progress().stage == std::string("done"));
  std::vector<std::uint8_t> bytes = sink.bytes();
  CHECK(bytes.size() > 4800 * 4);
  CHECK(aha::Sound(engine, aha::Stream(bytes.data(), bytes.size())).length_frames() == 4800);
  aha::Stream limited(bytes.data(), bytes.size());
  limited.set_limits(4799, 0);
  CHECK(throws(AHA_ERROR_LIMIT, [&] { aha::Sound(engine, limited); }));
  {
    aha::Stream host(std::make_unique<HostBytes>(bytes, false, &alive));
    const aha::Sound loaded = aha::Sound::start_load(engine, host).wait();
    CHECK(loaded.info().container == AHA_CONTAINER_WAV);
    CHECK(loaded.read_frames(4790, 100).size() == 20);
    CHECK(alive == 1);
  }
  CHECK(throws(AHA_ERROR_IO, [&] {
    aha::Sound(engine, aha::Stream(std::make_unique<HostBytes>(bytes, true, &alive)));
  }));
  CHECK(aha::Sound(engine, aha::Stream(std::move(bytes))).channels() == 2);
}

static void check_log() {
  std::size_t lines = 0;
  aha::set_log_sink(AHA_LOG_DEBUG, [&](aha_log_level, const std::string &) {
    lines++;
    throw std::runtime_error("must not cross C");
  });
  aha::Engine engine;
  CHECK(throws(AHA_ERROR_NOT_FOUND, [&] { aha::Sound(engine, "/nowhere.wav"); }));
  aha::set_log_sink(AHA_LOG_NONE, {});
  CHECK(aha::version_text() == AHA_VERSION_TEXT && aha::version_number() == AHA_VERSION_NUMBER);
  CHECK(aha::format_container_name(AHA_CONTAINER_FLAC) == "FLAC");
  CHECK(aha::component(aha::component_count() - 1).package != nullptr);
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT, [] { aha::load_component(aha::component_count()); }));
}

class Halving : public aha::HostProcess {
public:
  explicit Halving(int *alive, bool *fails) : alive_(alive), fails_(fails) { ++*alive_; }
  ~Halving() override { --*alive_; }
  void process(float *left, float *right, std::uint32_t frames, const float *values) override {
    if (*fails_) throw std::runtime_error("must not cross C");
    for (std::uint32_t frame = 0; frame < frames; frame++) {
      left[frame] *= values[0];
      right[frame] *= values[0];
    }
  }

private:
  int *alive_;
  bool *fails_;
};

static void check_host_effect(int &alive) {
  bool fails = false;
  const aha_host_parameter gain = {"gain", 0, 1, 0.5f, 0, AHA_UNIT_NONE, AHA_CURVE_LINEAR};
  aha_host_effect description = aha_host_effect_init();
  description.name = "halving";
  description.parameters = &gain;
  description.parameter_count = 1;
  aha::Engine engine(aha::EngineOptions().no_limiter(true));
  aha::Effect effect(engine, description, std::make_unique<Halving>(&alive, &fails));
  CHECK(effect.name() == "halving" && effect.parameter(0).maximum == 1 && alive == 1);
  engine.master_bus().chain().add(effect);
  aha::Player player(engine, aha::Sound(engine, tone(4800), 2, 48000));
  player.start();
  const std::vector<float> halved = engine.render(2400);
  CHECK(*std::max_element(halved.begin(), halved.end()) > 0);
  CHECK(effect.process_result() == AHA_OK);
  fails = true;
  const std::vector<float> silent = engine.render(1024);
  CHECK(*std::max_element(silent.begin(), silent.end()) == 0);
  CHECK(effect.process_result() == AHA_ERROR_IO);
}

int main() {
  check_ownership();
  check_errors();
  check_playing();
  check_effects();
  check_chains();
  int alive = 0;
  check_saving_and_streams(alive);
  CHECK(alive == 0); // with the engine everything has let go, its threads too
  check_host_effect(alive);
  CHECK(alive == 0);
  check_log();
  std::printf("%d checks, %d failed\n", checks, failures);
  return failures || !checks;
}
