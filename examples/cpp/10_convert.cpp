// 10_convert: a part of a recording, faded, at a loudness, as mono MP3: one call.
//   c++ -std=c++17 10_convert.cpp $(pkg-config --cflags --libs aha) -o 10_convert
//   ./10_convert talk.wav talk.mp3
#include <aha.hpp>
#include <cstdio>

int main(int count, char **arguments) {
  if (count != 3) return std::fprintf(stderr, "usage: %s IN OUT\n", arguments[0]), 2;
  try {
    aha::ConvertOptions options;
    aha::EncodeOptions encode;
    encode.channels(1).loudness_lufs(-16);
    options.begin_us(500000).end_us(2500000);
    options.fade_in_us(100000).fade_out_us(500000).fade_shape(aha::FadeShape::smooth);
    // Tags, cover and chapters of the input are kept.
    aha::convert(arguments[1], arguments[2], options, encode).wait();
    std::printf("%s: 2 seconds\n", arguments[2]);
    return 0;
  } catch (const aha::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
