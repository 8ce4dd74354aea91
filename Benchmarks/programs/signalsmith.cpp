/* signalsmith.cpp: Signalsmith Stretch as a command: PROGRAM IN OUT SEMITONES. */
#include <cstdlib>
#include <sndfile.h>
#include <vector>

#include "signalsmith-stretch.h"

int main(int argc, char **argv) {
  const int block = 512;
  SF_INFO info = {};
  SNDFILE *in = argc == 4 ? sf_open(argv[1], SFM_READ, &info) : nullptr;
  SNDFILE *out = in ? sf_open(argv[2], SFM_WRITE, &info) : nullptr;
  if (!out) return 1;
  const int channels = info.channels;
  signalsmith::stretch::SignalsmithStretch<float> stretch(1);
  stretch.presetDefault(channels, (float)info.samplerate);
  stretch.setTransposeSemitones((float)atof(argv[3]));
  std::vector<float> frames((size_t)(block * channels));
  std::vector<std::vector<float>> from((size_t)channels, std::vector<float>(block)), to = from;
  for (sf_count_t count; (count = sf_readf_float(in, frames.data(), block)) > 0;) {
    for (int c = 0; c < channels; c++) {
      for (int i = 0; i < count; i++) from[c][i] = frames[(size_t)(i * channels + c)];
    }
    stretch.process(from, (int)count, to, (int)count);
    for (int c = 0; c < channels; c++) {
      for (int i = 0; i < count; i++) frames[(size_t)(i * channels + c)] = to[c][i];
    }
    if (sf_writef_float(out, frames.data(), count) != count) return 1;
  }
  return sf_close(in) != 0 || sf_close(out) != 0;
}
