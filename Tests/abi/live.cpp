// The C++ header in use: devices, recorders, recovery, live inputs. Argument: an empty folder.
#include "hosts.hpp"
#include <chrono>
#include <memory>

static aha_engine_options live_options() {
  aha_engine_options options = aha_engine_options_init();
  options.no_limiter = 1; // the limiter's look-ahead would delay the output
  return options;
}

static void check_devices() {
  aha::Engine engine(live_options());
  aha::Player player(engine, aha::Sound(engine, std::vector<float>(9600, 0.25f), 2, 48000));
  player.set_space(aha_space_init());
  player.clear_space();
  player.start();
  aha::Device output(engine, "stepped"), input(engine, "stepped", aha::DeviceDirection::input);
  CHECK(output.id() == "stepped" && output.state() == AHA_DEVICE_STOPPED);
  CHECK(throws(AHA_ERROR_STATE, [&] { output.step(10); }));
  output.start();
  std::vector<float> heard = output.step(1000);
  CHECK(heard.size() == 2000 && heard[1999] == 0.25f && engine.position_frames() == 1000);
  CHECK(throws(AHA_ERROR_STATE, [&] { engine.render(10); }));
  input.start();
  input.step(heard.data(), nullptr, 1000);
  CHECK(input.status().frames == 1000 && output.status().blocks == 4);
  output.stop();
  engine.render(10);
  aha_device_options options = aha_device_options_init();
  options.id = "null";
  options.block_frames = 100;
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT, [&] { aha::Device(engine, options); }));
  options.block_frames = 128;
  CHECK(aha::Device(engine, options).status().block_frames == 128);
  try {
    aha::Device::scan();
    for (const aha_device_info &info : aha::Device::all()) CHECK(std::strchr(info.id, ':'));
  } catch (const aha::Error &error) {
    CHECK(error.code() == AHA_ERROR_NO_DEVICE);
  }
}

static void check_borrowed_samples() {
  aha::Engine engine(live_options());
  const auto samples = std::make_shared<std::vector<float>>(480, 0.25f);
  {
    const aha::Sound sound =
        aha::Sound::borrow(engine, samples->data(), nullptr, 480, engine.sample_rate(), samples);
    CHECK(sound.samples(0) == samples->data() && samples.use_count() == 2);
  }
  CHECK(samples.use_count() == 1);
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT, [&] {
    return aha::Sound::borrow(engine, samples->data(), nullptr, 0, engine.sample_rate(), samples);
  }));
  CHECK(samples.use_count() == 1);
}

static void check_sends() {
  aha::Engine engine(live_options());
  const aha::Sound sound(engine, std::vector<float>(2 * 48000, 0.25f), 2, 48000);
  aha::Bus voice(engine), music(engine), hall(engine);
  aha::Player spoken(engine, sound, voice);
  aha_send_options options = aha_send_options_init();
  options.point = AHA_SEND_BEFORE_FADER;
  {
    aha::Bus send = voice.send(hall, options);
    spoken.start();
    engine.render(4800);
    CHECK(send.read_meter().peak_left > 0.2f);
    CHECK(throws(AHA_ERROR_INVALID_ARGUMENT, [&] { return hall.send(voice); }));
  }
  engine.render(4800);
  hall.read_meter();
  engine.render(480);
  CHECK(hall.read_meter().peak_left == 0); // the send ended with its owner
  const aha::Effect compressor = music.duck(voice);
  CHECK(compressor.text(AHA_EFFECT_TEXT_NAME) == "compressor");
}

static void check_recording(const std::string &folder) {
  const std::string path = folder + "/take.wav";
  aha::Engine engine(live_options());
  aha::Bus bus(engine);
  aha::Player player(engine, aha::Sound(engine, tone(48000), 2, 48000), bus);
  aha_recorder_options options = aha_recorder_options_init();
  options.replace = 1;
  options.split_frames = 3000;
  aha::Recorder recorder(engine, path, {}, options);
  CHECK(throws(AHA_ERROR_STATE, [&] { aha::Recorder(engine, path); }));
  CHECK(aha::Recovery(folder).count() == 0); // the take is in progress
  player.start();
  recorder.start(aha::Ramp().at_frame(1000));
  recorder.stop(aha::Ramp().at_frame(6000));
  std::vector<float> heard = engine.render(2000);
  CHECK(recorder.read_meter().peak_left_db > -7);
  CHECK(recorder.status().state == AHA_RECORDER_RECORDING);
  CHECK(!recorder.wait_for(std::chrono::milliseconds(1)));
  for (float sample : engine.render(5000)) heard.push_back(sample);
  recorder.wait();
  CHECK(recorder.status().frames == 5000 && recorder.status().first_frame == 1000);
  CHECK(recorder.path() == path && recorder.path(1) == folder + "/take-2.wav");
  heard.resize(12000);
  heard.erase(heard.begin(), heard.begin() + 2000);
  CHECK(recorder.load_take().read_frames(0, 5000) == heard);
  CHECK(throws(AHA_ERROR_EXISTS, [&] { aha::Recorder(engine, path); }));
  aha::Recorder other(engine, folder + "/bus.flac", bus);
  other.start();
  engine.render(1000);
  other.pause();
  engine.render(1000);
  other.resume();
  engine.render(1000);
  other.stop();
  other.wait();
  CHECK(other.status().frames == 2000 && other.load_take().length_frames() == 2000);
  aha::Recovery none(folder);
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT, [&] { return none.take(0); }));
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT, [&] { return none.path(0); }));
}

static void check_inputs() {
  aha::Engine engine(live_options());
  aha::Bus bus(engine), microphone(engine);
  aha_input_options options = aha_input_options_init();
  options.share_clock = 1;
  aha::Input input(engine, bus, {}, options);
  CHECK(throws(AHA_ERROR_STATE, [&] { aha::Input(engine, bus); }));
  std::vector<float> samples(512, 0.25f), heard;
  for (int i = 0; i < 20; i++) {
    CHECK(input.write(samples.data(), 256) == AHA_OK);
    heard = engine.render(256);
  }
  CHECK(heard == samples && input.status().frames == 20 * 256);
  CHECK(input.status().is_monitored);
  input.set_monitored(false);
  CHECK(!input.status().is_monitored);
  input.set_offset_frames(100);
  CHECK(input.status().offset_frames == 100 && input.status().latency_frames >= 100);
  CHECK(throws(AHA_ERROR_STATE, [&] { input.measure_latency(); })); // no thread renders
  aha::Device device(engine, "stepped", aha::DeviceDirection::input);
  aha::Input recorded(engine, microphone, device);
  CHECK(recorded.write(samples.data(), 10) == AHA_ERROR_UNSUPPORTED);
}

static void check_tempo() {
  aha::Engine engine(live_options());
  engine.set_tempo(150);
  CHECK(engine.tempo() == 150 && engine.position_beats() == 0 && engine.beat_frame(5) == 96000);
  aha::Sound sound(engine, std::vector<float>(96000, 0.25f), 1, 48000);
  aha::Player player(engine, sound);
  aha_follow_options options = aha_follow_options_init();
  options.quantize_beats = 4;
  player.follow(120, options);
  CHECK(player.followed_tempo() == 120 && player.tempo_ratio() == 1.25);
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT, [&] { engine.set_tempo(1e6); }));
  aha::Player metronome = engine.metronome();
  CHECK(metronome.count_in(2) == 8 * 19200);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  check_devices();
  check_borrowed_samples();
  check_sends();
  check_tempo();
  check_recording(arguments[1]);
  check_inputs();
  std::printf("%d checks, %d failed\n", checks, failures);
  return failures || !checks;
}
