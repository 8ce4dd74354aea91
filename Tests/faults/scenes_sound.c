/* Scenes: engines, sounds, players, effects, devices, live inputs, analysis. */
#include "faults.h"

#include <math.h>
#include <unistd.h>

enum { FRAMES = 24000 };

void prepare_engine(scene *s) {
  aha_engine_options options = aha_engine_options_init();
  options.offline = 1;
  NEED(aha_engine_create(&options, &s->engine));
}

void prepare_player(scene *s) {
  prepare_engine(s);
  s->sound = make_sound(s->engine, FRAMES);
  NEED(aha_player_create(s->engine, s->sound, NULL, NULL, &s->player));
  NEED(aha_player_start(s->player, NULL));
}

void save_tone(const scene *s, const char *name, uint64_t frames) {
  aha_engine *engine;
  aha_job *job;
  NEED(aha_engine_create(NULL, &engine));
  aha_sound *sound = make_sound(engine, frames);
  NEED(aha_sound_save(sound, in_folder(s, name), NULL, &job));
  NEED(finish(job));
  NEED(aha_sound_release(sound));
  NEED(aha_engine_release(engine));
}

static aha_result create_engine(scene *s) {
  aha_engine_options options = aha_engine_options_init();
  OWNED(engine, engine);
  OWNED(bus, bus);
  static float frames[2 * 4096];
  options.offline = 1;
  options.threads = (uint32_t)s->argument;
  TRY(aha_engine_create(&options, &engine));
  TRY(aha_bus_create(engine, NULL, &bus));
  TRY(aha_engine_event_fd(engine) < 0 ? AHA_ERROR_SYSTEM : AHA_OK);
  return aha_engine_render(engine, frames, 4096);
}

static aha_result create_effects(scene *s) {
  OWNED(effect, effect);
  aha_result result = AHA_OK;
  aha_chain *chain = aha_player_chain(s->player);
  static float frames[2 * 4096];
  float value;
  for (uint32_t kind = 1; kind <= aha_effect_kind_count(); kind++) {
    TRY_TO_END(aha_effect_create(s->engine, kind, &effect));
    TRY_TO_END(aha_chain_add(chain, effect));
    TRY_TO_END(aha_effect_get_value(effect, kind << 8, &value));
    TRY_TO_END(aha_effect_set_value(effect, kind << 8, value, NULL));
    TRY_TO_END(aha_chain_remove(chain, effect));
    TRY_TO_END(aha_chain_insert(chain, 0, effect));
    TRY_TO_END(aha_effect_release(effect));
    effect = NULL;
  }
end:
  (void)aha_chain_clear(chain);
  /* The chain holds removed effects until a render. */
  (void)aha_engine_render(s->engine, frames, 4096);
  return result;
}

static aha_result create_sends(scene *s) {
  OWNED(bus, voice);
  OWNED(bus, hall);
  OWNED(bus, send);
  OWNED(bus, player_send);
  OWNED(effect, ducking);
  static float frames[2 * 4096];
  TRY(aha_bus_create(s->engine, NULL, &voice));
  TRY(aha_bus_create(s->engine, NULL, &hall));
  TRY(aha_bus_create_send(voice, hall, NULL, &send));
  TRY(aha_player_create_send(s->player, hall, NULL, &player_send));
  TRY(aha_bus_duck(hall, voice, NULL, &ducking));
  TRY(aha_engine_render(s->engine, frames, 4096));
  return AHA_OK;
}

static void prepare_file(scene *s) {
  prepare_engine(s);
  save_tone(s, "in.flac", FRAMES);
}

static aha_result load_sound(scene *s) {
  aha_sound_options options = aha_sound_options_init();
  OWNED(sound, sound);
  OWNED(player, player);
  static float frames[2 * 4800];
  options.mode = (aha_sound_mode)s->argument;
  TRY(aha_sound_load(s->engine, in_folder(s, "in.flac"), &options, &sound));
  TRY(aha_player_create(s->engine, sound, NULL, NULL, &player));
  TRY(aha_player_start(player, NULL));
  TRY(aha_engine_render(s->engine, frames, 4800));
  TRY(aha_sound_read_frames(sound, 0, frames, 4800, NULL));
  return AHA_OK;
}

static aha_result click(scene *s) {
  OWNED(player, metronome);
  uint64_t begin;
  TRY(aha_metronome_create(s->engine, NULL, NULL, &metronome));
  return aha_metronome_count_in(metronome, 1, 0, &begin);
}

static aha_result play_file(scene *s) {
  static float frames[2 * 4800];
  TRY(aha_engine_play_file(s->engine, in_folder(s, "in.flac"), NULL, NULL));
  return aha_engine_render(s->engine, frames, 4800);
}

static aha_result load_stream(scene *s) {
  OWNED(stream, stream);
  OWNED(sound, sound);
  TRY(aha_stream_open(in_folder(s, "in.flac"), &stream));
  TRY(aha_sound_load_stream(s->engine, stream, NULL, &sound));
  TRY(aha_sound_release(sound));
  sound = NULL;
  TRY_JOB(aha_sound_start_load(s->engine, stream, NULL, &sound, &job));
  return AHA_OK;
}

static aha_result create_sound(scene *s) {
  OWNED(sound, sound);
  OWNED(sound, stretched);
  aha_stretch_options options = aha_stretch_options_init();
  aha_result result = AHA_OK;
  aha_job *job = NULL;
  float *tone = make_tone(FRAMES, 440);
  options.speed = 1.25f;
  TRY_TO_END(aha_sound_create(s->engine, tone, FRAMES, 2, 44100, &sound));
  TRY_TO_END(aha_sound_start_stretch(sound, &options, &stretched, &job));
  TRY_TO_END(finish(job));
  aha_sound_release(sound);
  sound = NULL;
  TRY_TO_END(aha_sound_create_channels(s->engine, tone, FRAMES / 2, 4, 44100, &sound));
  aha_sound_release(sound);
  sound = NULL;
  tone[7] = INFINITY; /* borrowed memory is copied */
  TRY_TO_END(aha_sound_borrow(s->engine, tone, NULL, FRAMES, 48000, NULL, NULL, &sound));
end:
  free(tone);
  return result;
}

static aha_result create_streams(scene *s) {
  static const char bytes[] = "some bytes";
  char copy[32];
  OWNED(stream, stream);
  (void)s;
  TRY(aha_stream_create_memory(bytes, sizeof bytes, NULL, NULL, &stream));
  TRY(aha_stream_copy_bytes(stream, copy, sizeof copy, NULL));
  return AHA_OK;
}

static aha_result open_device(scene *s) {
  aha_device_options options = aha_device_options_init();
  OWNED(engine, engine);
  OWNED(device, device);
  OWNED(input, input);
  static float frames[2 * 512];
  options.id = s->argument ? "stepped" : "null";
  options.direction = AHA_DEVICE_OUTPUT | AHA_DEVICE_INPUT;
  TRY(aha_engine_create(NULL, &engine));
  TRY(aha_device_open(engine, &options, &device));
  TRY(aha_input_create(engine, NULL, device, NULL, &input));
  TRY(aha_device_start(device));
  if (s->argument) TRY(aha_device_step(device, frames, frames, 512));
  TRY(aha_device_stop(device));
  return AHA_OK;
}

static aha_result list_devices(scene *s) {
  (void)s;
  return aha_device_scan();
}

static aha_result write_input(scene *s) {
  aha_input_options options = aha_input_options_init();
  OWNED(input, input);
  OWNED(bus, bus);
  static float frames[2 * 480];
  options.sample_rate = 44100;
  options.channels = 2;
  TRY(aha_bus_create(s->engine, NULL, &bus));
  TRY(aha_input_create(s->engine, bus, NULL, &options, &input));
  TRY(aha_input_set_monitored(input, 1));
  TRY(aha_input_write(input, frames, 480));
  TRY(aha_engine_render(s->engine, frames, 480));
  return AHA_OK;
}

static aha_result analyze(scene *s) {
  OWNED(analysis, analysis);
  OWNED(stream, stream);
  if (s->argument == 0) {
    TRY(aha_analysis_load(in_folder(s, "in.flac"), &analysis));
  } else if (s->argument == 1) {
    TRY_JOB(aha_analysis_start(in_folder(s, "in.flac"), &analysis, &job));
  } else {
    TRY(aha_stream_open(in_folder(s, "in.flac"), &stream));
    TRY_JOB(aha_analysis_start_stream(stream, NULL, &analysis, &job));
  }
  return AHA_OK;
}

static aha_result analyze_frames(scene *s) {
  OWNED(analysis, analysis);
  float *tone = make_tone(FRAMES, 440);
  aha_result result = aha_analysis_create(tone, FRAMES, 2, 48000, &analysis);
  (void)s;
  free(tone);
  return result;
}

const scene_row sound_scenes[] = {
    {"engine", NULL, create_engine, NULL, 1, NULL, 0},
    {"engine with threads", NULL, create_engine, NULL, 3, NULL, 0},
    {"effects", prepare_player, create_effects, NULL, 0, NULL, 0},
    {"sends", prepare_player, create_sends, NULL, 0, NULL, 0},
    {"resident sound", prepare_file, load_sound, NULL, AHA_SOUND_RESIDENT, NULL, 0},
    {"streamed sound", prepare_file, load_sound, NULL, AHA_SOUND_STREAMED, NULL, 0},
    {"file as a one-shot", prepare_file, play_file, NULL, 0, NULL, 0},
    {"metronome", prepare_engine, click, NULL, 0, NULL, 0},
    {"sound of a stream", prepare_file, load_stream, NULL, 0, NULL, 0},
    {"sound of frames", prepare_engine, create_sound, NULL, 0, NULL, 0},
    {"streams", NULL, create_streams, NULL, 0, NULL, 0},
    {"null device", NULL, open_device, NULL, 0, NULL, 0},
    {"stepped device", NULL, open_device, NULL, 1, NULL, 0},
    {"devices", NULL, list_devices, NULL, 0, NULL, SCENE_OWN_CALLS},
    {"input", prepare_engine, write_input, NULL, 0, NULL, 0},
    {"analysis", prepare_file, analyze, NULL, 0, NULL, 0},
    {"analysis job", prepare_file, analyze, NULL, 1, NULL, 0},
    {"analysis of a stream", prepare_file, analyze, NULL, 2, NULL, 0},
    {"analysis of frames", prepare_engine, analyze_frames, NULL, 0, NULL, 0},
    {0},
};
