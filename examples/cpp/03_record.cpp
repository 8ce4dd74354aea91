// 03_record: plays a file through a device and records the output to another file.
//   c++ -std=c++17 03_record.cpp $(pkg-config --cflags --libs aha) -o 03_record
//   ./03_record loop.ogg take.wav [ID]      ID: of a device; "null" plays without hardware
#include <aha.hpp>
#include <cstdio>

int main(int count, char **arguments) {
  if (count < 3 || count > 4)
    return std::fprintf(stderr, "usage: %s FILE TAKE [ID]\n", arguments[0]), 2;
  try {
    aha::Engine engine;
    aha::Sound sound(engine, arguments[1]);
    aha::Player player(engine, sound);
    aha::Recorder recorder(engine, arguments[2], {}, aha::RecorderOptions().replace(true));
    aha::Device device(engine, count == 4 ? arguments[3] : "");
    player.start(aha::Ramp().at_frame(4800));
    recorder.start(aha::Ramp().at_frame(4800));
    recorder.stop(aha::Ramp().at_frame(4800 + sound.length_frames()));
    device.start();
    recorder.wait();
    std::printf("%s: %.2f seconds through %s, %llu gaps\n", recorder.path().c_str(),
                static_cast<double>(recorder.status().frames) / engine.sample_rate(),
                device.id().c_str(), static_cast<unsigned long long>(device.status().gaps));
    return 0;
  } catch (const aha::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
