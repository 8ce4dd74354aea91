/* 20_podcast_ducking: music becomes quieter while a voice speaks, and a hall answers the voice.
 *   cc 20_podcast_ducking.c $(pkg-config --cflags --libs aha) -lm -o 20_podcast_ducking
 *   ./20_podcast_ducking podcast.wav */
#include <aha.h>
#include <math.h>
#include <stdio.h>

enum { RATE = 48000, SECONDS = 6 };
static float frames[SECONDS * RATE], heard[2 * SECONDS * RATE];

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

static aha_result play(aha_engine *engine, aha_bus *bus, float hz, float peak, int begin, int end) {
  aha_sound *sound;
  aha_player *player;
  uint64_t length = (uint64_t)(end - begin) * RATE;
  for (uint64_t i = 0; i < length; i++) frames[i] = peak * sinf(6.2831853f * hz * (float)i / RATE);
  aha_result result = aha_sound_create(engine, frames, length, 1, RATE, &sound);
  if (result == AHA_OK) result = aha_player_create(engine, sound, bus, NULL, &player);
  return result ? result : aha_player_start(player, AHA_AT((uint64_t)begin * RATE));
}

int main(int count, char **arguments) {
  aha_engine *engine;
  aha_bus *music, *voice, *hall, *echo;
  aha_effect *reverb, *ducker;
  aha_sound *mix;
  aha_job *job;
  aha_bus_meter meter = aha_bus_meter_init();
  aha_send_options send = aha_send_options_init();
  if (count != 2) return 2;
  send.gain_db = -12;
  if (aha_engine_create(NULL, &engine) || aha_bus_create(engine, NULL, &music) ||
      aha_bus_create(engine, NULL, &voice) || aha_bus_create(engine, NULL, &hall) ||
      aha_effect_create(engine, AHA_EFFECT_REVERB, &reverb) ||
      aha_effect_set_value(reverb, AHA_REVERB_MIX, 1, NULL) ||
      aha_chain_add(aha_bus_chain(hall), reverb) ||
      aha_bus_create_send(voice, hall, &send, &echo) ||
      aha_bus_duck(music, voice, NULL, &ducker) ||
      play(engine, music, 220, 0.25f, 0, SECONDS) || play(engine, voice, 440, 0.5f, 2, 4))
    return failed("engine");
  for (int second = 0; second < SECONDS; second++) {
    if (aha_engine_render(engine, heard + 2 * second * RATE, RATE) ||
        aha_bus_read_meter(music, &meter))
      return failed("render");
    printf("%d s: music %.1f dB\n", second + 1, 20 * log10(meter.rms_left));
  }
  if (aha_sound_create(engine, heard, SECONDS * RATE, 2, RATE, &mix) ||
      aha_sound_save(mix, arguments[1], NULL, &job) || aha_job_wait(job, -1))
    return failed(arguments[1]);
  return aha_engine_release(engine);
}
