/* players_openal.c: OpenAL Soft on its loopback device, as a mixer of players_main.c. */
#define AL_ALEXT_PROTOTYPES
#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <sndfile.h>

#include "players.h"

static ALCdevice *device;

static void check(const char *call) {
  ALenum error = alGetError();
  if (error != AL_NO_ERROR) bench_fail("%s: %s", call, alGetString(error));
}

static sf_count_t load(const char *path, ALuint buffer) {
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  if (!file) bench_fail("%s: %s", path, sf_strerror(NULL));
  float *frames = malloc((size_t)info.frames * 2 * sizeof *frames);
  if (!frames || sf_readf_float(file, frames, info.frames) != info.frames) bench_fail("%s", path);
  alBufferData(buffer, AL_FORMAT_STEREO_FLOAT32, frames,
               (ALsizei)(info.frames * 2 * (sf_count_t)sizeof *frames), info.samplerate);
  check("alBufferData");
  free(frames);
  sf_close(file);
  return info.frames;
}

/* OpenAL has no pan for stereo buffers: the nearest is to rotate the two channels. The fastest
 * set-up sends them directly to the two outputs, with gain and without pan. */
static void place(const plan *plan, ALuint source, float pan) {
  float angles[2] = {0.5236f - 0.5f * pan, -0.5236f - 0.5f * pan};
  if (plan->fastest) {
    alSourcei(source, AL_DIRECT_CHANNELS_SOFT, AL_TRUE);
  } else {
    alSourcefv(source, AL_STEREO_ANGLES, angles);
  }
}

static void start(const plan *plan, int index, ALuint buffer, sf_count_t length) {
  ALuint source;
  alGenSources(1, &source);
  alSourcei(source, AL_BUFFER, (ALint)buffer);
  alSourcei(source, AL_LOOPING, AL_TRUE);
  alSourcef(source, AL_GAIN, plan_gain(index));
  place(plan, source, plan_pan(index));
  alSourcei(source, AL_SAMPLE_OFFSET, (ALint)plan_begin(plan, index, (uint64_t)length));
  alSourcePlay(source);
  check("alSourcePlay");
}

static void open_device(int sources) {
  ALCint attributes[] = {ALC_FREQUENCY, BENCH_RATE, ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT,
                         ALC_FORMAT_TYPE_SOFT, ALC_FLOAT_SOFT, ALC_HRTF_SOFT, ALC_FALSE,
                         ALC_OUTPUT_LIMITER_SOFT, ALC_FALSE, ALC_MONO_SOURCES, 0,
                         ALC_STEREO_SOURCES, sources, 0};
  device = alcLoopbackOpenDeviceSOFT(NULL);
  ALCcontext *context = device ? alcCreateContext(device, attributes) : NULL;
  if (!context || !alcMakeContextCurrent(context)) bench_fail("OpenAL Soft: no loopback device");
}

void players_open(const plan *plan) {
  ALuint buffers[BENCH_LOOPS];
  sf_count_t lengths[BENCH_LOOPS];
  open_device(plan->count);
  alGenBuffers(BENCH_LOOPS, buffers);
  for (int i = 0; i < BENCH_LOOPS; i++) {
    lengths[i] = load(bench_loop_path(plan->folder, i), buffers[i]);
  }
  for (int i = 0; i < plan->count; i++) {
    start(plan, i, buffers[i % BENCH_LOOPS], lengths[i % BENCH_LOOPS]);
  }
}

void players_render(float *frames, int frame_count) {
  alcRenderSamplesSOFT(device, frames, frame_count);
}

void players_between(void) {}

double players_bytes_per_frame(void) { return 2 * sizeof(float); }
