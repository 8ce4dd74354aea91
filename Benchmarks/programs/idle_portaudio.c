/* A bare PortAudio stream of silence:  idle_portaudio FRAMES TURNS */
#include "idle.h"
#include <portaudio.h>

static int play(const void *input, void *output, unsigned long frames,
                const PaStreamCallbackTimeInfo *time, PaStreamCallbackFlags flags, void *data) {
  (void)input, (void)time, (void)flags, (void)data;
  memset(output, 0, frames * 2 * sizeof(float));
  return paContinue;
}

static PaDeviceIndex jack_device(void) {
  for (PaDeviceIndex i = Pa_GetDeviceCount() - 1; i >= 0; i--)
    if (Pa_GetHostApiInfo(Pa_GetDeviceInfo(i)->hostApi)->type == paJACK) return i;
  return paNoDevice;
}

int main(int count, char **arguments) {
  PaStream *stream;
  if (count != 3) return 2;
  start_server(arguments[1]);
  if (Pa_Initialize() != paNoError) return 3;
  PaStreamParameters output = {jack_device(), 2, paFloat32, 0.01, NULL};
  if (Pa_OpenStream(&stream, NULL, &output, 48000, strtoul(arguments[1], NULL, 10), paNoFlag, play,
                    NULL) != paNoError) return 4;
  if (Pa_StartStream(stream) != paNoError) return 5;
  print_idle(atoi(arguments[2]));
  Pa_Terminate();
  return 0;
}
