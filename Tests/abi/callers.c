/* Hosts compiled with an older or a newer header: struct_size says how much they know. */
#include "check.h"

enum { LARGEST = 4096 };

static aha_engine *engine;
static aha_sound *sound;
static aha_bus *bus;
static aha_effect *effect;
static aha_job *job;
static aha_stream *stream;
static const char *target;

/* One structure that goes in, and a call that takes it. */
typedef struct {
  const char *name;
  size_t size;
  aha_result (*call)(void *options);
} structure;

static aha_result call_engine(void *options) {
  aha_engine *made;
  aha_result result = aha_engine_create(options, &made);
  if (result == AHA_OK) NEED(aha_engine_release(made));
  return result;
}

static aha_result call_sound(void *options) {
  aha_sound *made;
  aha_result result = aha_sound_load_stream(engine, stream, options, &made);
  if (result == AHA_OK) NEED(aha_sound_release(made));
  return result;
}

static aha_result call_player(void *options) {
  aha_player *made;
  aha_result result = aha_player_create(engine, sound, NULL, options, &made);
  if (result == AHA_OK) NEED(aha_player_release(made));
  return result;
}

static aha_result call_encode(void *options) {
  aha_job *saving;
  aha_result result = aha_sound_save(sound, target, options, &saving);
  if (result != AHA_OK) return result;
  result = aha_job_wait(saving, -1);
  NEED(aha_job_release(saving));
  return result;
}

static aha_result call_modulation(void *options) {
  return aha_effect_start_modulation(effect, AHA_FILTER_CUTOFF_HZ, options);
}

static aha_result call_stretch(void *options) {
  aha_sound *made;
  aha_job *stretching;
  aha_result result = aha_sound_start_stretch(sound, options, &made, &stretching);
  if (result != AHA_OK) return result;
  result = aha_job_wait(stretching, -1);
  NEED(aha_job_release(stretching));
  NEED(aha_sound_release(made));
  return result;
}

static int64_t read_none(void *data, void *bytes, int64_t size) {
  return (void)data, (void)bytes, (void)size, 0;
}
static int64_t seek_any(void *data, int64_t offset) { return (void)data, offset; }
static int64_t length_none(void *data) { return (void)data, 0; }

/* The functions lie where the structure's beginning is known, whatever size is claimed. */
static aha_result call_callbacks(void *options) {
  aha_stream_callbacks *callbacks = options;
  aha_stream *made;
  callbacks->read = read_none;
  callbacks->seek = seek_any;
  callbacks->length = length_none;
  aha_result result = aha_stream_create(callbacks, NULL, NULL, &made);
  if (result == AHA_OK) NEED(aha_stream_release(made));
  return result;
}

static aha_result call_stats(void *stats) { return aha_engine_get_stats(engine, stats); }
static aha_result call_meter(void *meter) { return aha_bus_get_meter(bus, meter); }
static aha_result call_info(void *info) { return aha_sound_get_info(sound, info); }
static aha_result call_progress(void *progress) { return aha_job_get_progress(job, progress); }
static aha_result call_effect_info(void *info) { return aha_effect_get_info(1, info); }
static aha_result call_parameter_info(void *info) {
  return aha_effect_get_parameter_info(AHA_EFFECT_FILTER, AHA_FILTER_CUTOFF_HZ, info);
}
static aha_result call_event(void *event) {
  aha_result result = aha_engine_next_event(engine, event);
  return result == AHA_END ? AHA_OK : result;
}

static const structure inputs[] = {
  {"aha_engine_options", sizeof(aha_engine_options), call_engine},
  {"aha_sound_options", sizeof(aha_sound_options), call_sound},
  {"aha_player_options", sizeof(aha_player_options), call_player},
  {"aha_encode_options", sizeof(aha_encode_options), call_encode},
  {"aha_modulation_options", sizeof(aha_modulation_options), call_modulation},
  {"aha_stretch_options", sizeof(aha_stretch_options), call_stretch},
  {"aha_stream_callbacks", sizeof(aha_stream_callbacks), call_callbacks},
};

static const structure outputs[] = {
  {"aha_engine_stats", sizeof(aha_engine_stats), call_stats},
  {"aha_bus_meter", sizeof(aha_bus_meter), call_meter},
  {"aha_sound_info", sizeof(aha_sound_info), call_info},
  {"aha_job_progress", sizeof(aha_job_progress), call_progress},
  {"aha_event", sizeof(aha_event), call_event},
  {"aha_effect_info", sizeof(aha_effect_info), call_effect_info},
  {"aha_parameter_info", sizeof(aha_parameter_info), call_parameter_info},
};

/* Where a structure ended in a version that hosts were compiled with. */
static const struct { const char *version; structure of; } former[] = {
  {"0.1", {"aha_engine_options", 40, call_engine}},
};

static void check_size(const structure *s, size_t claimed, unsigned char *bytes,
                       aha_result wanted) {
  memcpy(bytes, &claimed, sizeof claimed);
  aha_result result = s->call(bytes);
  CHECK(result == wanted, "%s with struct_size %zu: %s, not %s", s->name, claimed,
        aha_result_name(result), aha_result_name(wanted));
}

/* Sizes that cannot be: none, less than struct_size itself, and more than any structure has. */
static void check_nonsense(const structure *s) {
  static const size_t sizes[] = {0, 1, sizeof(size_t) - 1, (size_t)1 << 40, SIZE_MAX};
  for (size_t i = 0; i < COUNT_OF(sizes); i++) {
    unsigned char bytes[LARGEST] = {0};
    check_size(s, sizes[i], bytes, AHA_ERROR_INVALID_ARGUMENT);
  }
}

/* An older caller knows a beginning only; what lies behind it is not libaha's to read. */
static void check_older_input(const structure *s) {
  unsigned char bytes[LARGEST] = {0};
  if (s->call == call_callbacks) return; /* every field is required from the start */
  memset(bytes + sizeof(size_t) + 4, 0xff, sizeof bytes - sizeof(size_t) - 4);
  check_size(s, sizeof(size_t) + 4, bytes, AHA_OK);
}

/* A newer caller may know more, as long as it does not ask for it. */
static void check_newer_input(const structure *s) {
  unsigned char bytes[LARGEST] = {0};
  check_size(s, s->size + 8, bytes, AHA_OK);
  check_size(s, s->size + 40, bytes, AHA_OK);
  for (size_t tail = 0; tail < 40; tail += 13) {
    memset(bytes, 0, sizeof bytes);
    bytes[s->size + tail] = 1;
    check_size(s, s->size + 40, bytes, AHA_ERROR_UNSUPPORTED);
  }
  check_size(s, s->size, bytes, AHA_OK);
}

/* Nothing is written past what the caller has room for, and struct_size stays. */
static void check_output(const structure *s, size_t claimed) {
  unsigned char bytes[LARGEST];
  size_t known = claimed < s->size ? claimed : s->size, after;
  memset(bytes, 0xa5, sizeof bytes);
  check_size(s, claimed, bytes, AHA_OK);
  memcpy(&after, bytes, sizeof after);
  CHECK(after == claimed, "%s: struct_size %zu became %zu", s->name, claimed, after);
  for (size_t i = claimed; i < sizeof bytes; i++)
    if (bytes[i] != 0xa5) {
      CHECK(0, "%s with struct_size %zu: byte %zu was written", s->name, claimed, i);
      break;
    }
  size_t untouched = 0;
  for (size_t i = sizeof after; i < known; i++) untouched += bytes[i] == 0xa5;
  CHECK(known == sizeof after || untouched < known - sizeof after, "%s: not filled in", s->name);
}

/* What a host of that version gives is read to its end, and not further. */
static void check_former_input(const structure *s, const char *version) {
  unsigned char bytes[LARGEST];
  memset(bytes, 0xff, sizeof bytes);
  memset(bytes, 0, s->size);
  check_size(s, s->size, bytes, AHA_OK);
  bytes[s->size - 1] = 0x7f; /* the last field is read */
  memcpy(bytes, &s->size, sizeof s->size);
  CHECK(s->call(bytes) != AHA_OK, "%s of %s is not read to its end", s->name, version);
}

int main(int count, char **arguments) {
  if (count != 2) return fprintf(stderr, "usage: callers FILE-TO-WRITE.wav\n"), 2;
  target = arguments[1];
  NEED(aha_engine_create(NULL, &engine));
  bus = aha_engine_master_bus(engine);
  sound = make_sound(engine, 4800);
  stream = make_wav(4800);
  NEED(aha_effect_create(engine, AHA_EFFECT_FILTER, &effect));
  NEED(aha_chain_add(aha_bus_chain(bus), effect));
  NEED(aha_sound_save(sound, target, NULL, &job));
  NEED(aha_job_wait(job, -1));
  for (size_t i = 0; i < COUNT_OF(inputs); i++) {
    check_nonsense(&inputs[i]);
    check_older_input(&inputs[i]);
    check_newer_input(&inputs[i]);
  }
  for (size_t i = 0; i < COUNT_OF(former); i++)
    check_former_input(&former[i].of, former[i].version);
  for (size_t i = 0; i < COUNT_OF(outputs); i++) {
    check_nonsense(&outputs[i]);
    check_output(&outputs[i], sizeof(size_t) + 4);
    check_output(&outputs[i], outputs[i].size);
    check_output(&outputs[i], outputs[i].size + 64);
  }
  NEED(aha_job_release(job));
  NEED(aha_stream_release(stream));
  NEED(aha_engine_release(engine));
  return verdict();
}
