/* Hosts compiled with an older or a newer header: struct_size says which fields they know.
 * abuse_handles.c tests impossible sizes. */
#include "check.h"

#include <unistd.h>

enum { LARGEST = 4096 };

static aha_engine *engine;
static aha_sound *sound;
static aha_bus *bus;
static aha_effect *effect;
static aha_job *job, *stretching;
static aha_stream *stream;
static const char *target;
static char folder[] = "/tmp/aha-callers-XXXXXX", project_path[64];
static aha_project *project;
static aha_library *library;
static aha_id track, filter, lane;

/* One input structure, and a call that takes it. */
typedef struct {
  const char *name;
  size_t size;
  aha_result (*call)(void *options);
} structure;

/* call_NAME creates an object with options, and releases it. */
#define CREATES(name, noun, ...) \
  static aha_result call_##name(void *options) { \
    aha_##noun *made; \
    aha_result result = __VA_ARGS__; \
    if (result == AHA_OK) NEED(aha_##noun##_release(made)); \
    return result; \
  }
/* call_NAME starts a job with options, and waits for it. */
#define STARTS(name, ...) \
  static aha_result call_##name(void *options) { \
    aha_job *started = NULL; \
    return ended(__VA_ARGS__, &started); \
  }
/* call_NAME gives a structure to a call, or gets one from it. */
#define PASSES(name, ...) \
  static aha_result call_##name(void *options) { return __VA_ARGS__; }

static const char *in_folder(const char *name) {
  static char path[64];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

CREATES(engine, engine, aha_engine_create(options, &made))
CREATES(sound, sound, aha_sound_load_stream(engine, stream, options, &made))
CREATES(player, player, aha_player_create(engine, sound, NULL, options, &made))
CREATES(stretch, sound,
        ended(aha_sound_start_stretch(sound, options, &made, &stretching), &stretching))
CREATES(session, session, aha_session_create(project, engine, options, &made))
CREATES(query, items, aha_library_list(library, options, &made))
STARTS(encode, aha_sound_save(sound, target, options, &started))
STARTS(bounce, aha_bounce_start(project, in_folder("out.wav"), options, NULL, &started))
STARTS(plot, aha_plot_start(project, in_folder("out.png"), options, &started))
PASSES(modulation, aha_effect_start_modulation(effect, AHA_FILTER_CUTOFF_HZ, options))
PASSES(cursor, aha_history_cursor_move(options, 0, NULL))
PASSES(settings, aha_project_set_settings(project, options))
PASSES(track, aha_track_set(project, track, options))
PASSES(project_bus, aha_project_bus_set(project, AHA_MASTER_ID, options))
PASSES(play, aha_one_shot_play(engine, sound, NULL, options))
PASSES(got_settings, aha_project_get_settings(project, options))
PASSES(got_track, aha_track_get(project, track, options))
PASSES(got_project_bus, aha_project_bus_get(project, AHA_MASTER_ID, options))
PASSES(got_effect, aha_project_effect_get(project, filter, options))
PASSES(got_lane, aha_lane_get(project, lane, options))
PASSES(stats, aha_engine_get_stats(engine, options))
PASSES(meter, aha_bus_read_meter(bus, options))
PASSES(info, aha_sound_get_info(sound, options))
PASSES(progress, aha_job_get_progress(job, options))
PASSES(effect_info, aha_effect_kind_get(1, options))
PASSES(component_info, aha_component_get(0, options))
PASSES(parameter_info,
       aha_effect_kind_parameter_get(AHA_EFFECT_FILTER, AHA_FILTER_CUTOFF_HZ, options))

static aha_result call_project(void *options) {
  aha_project *made;
  aha_project_options *asked = options;
  size_t known = asked->struct_size;
  if (known >= 16 && known <= LARGEST) asked->read_only = 1; /* it is already open for writing */
  aha_result result = aha_project_open(project_path, options, &made);
  if (result == AHA_OK) NEED(aha_project_release(made));
  return result;
}

static void make_project(void) {
  if (mkdtemp(folder) == NULL) exit(2);
  snprintf(project_path, sizeof project_path, "%s", in_folder("song.aha"));
  NEED(aha_library_open(in_folder("library"), &library));
  NEED(aha_project_create(project_path, NULL, &project));
  NEED(aha_track_add(project, target, NULL, &track));
  NEED(aha_project_effect_add(project, AHA_OWNER_TRACK, track, AHA_EFFECT_FILTER, 0, &filter));
  NEED(aha_lane_add(project, AHA_OWNER_TRACK, track, AHA_FADER_GAIN_DB,
                            AHA_LANE_READ, &lane));
}

static void end_project(void) {
  static const char *const names[] = {"song.aha", ".song.aha.lock", "out.wav", "out.png",
                                      "library", "library-wal", "library-shm"};
  NEED(aha_project_release(project));
  NEED(aha_library_release(library));
  for (size_t i = 0; i < COUNT_OF(names); i++) unlink(in_folder(names[i]));
  CHECK(rmdir(folder) == 0, "something is left in %s", folder);
}

/* The field `application` is required; older callers know it too. */
static aha_result call_client(void *options) {
  aha_client *made;
  aha_client_options *asked = options;
  if (asked->struct_size >= 16 && asked->struct_size <= LARGEST)
    asked->application_id = "org.example.callers";
  aha_result result = aha_client_create(options, &made);
  if (result == AHA_OK) NEED(aha_client_release(made));
  return result;
}

static int64_t read_none(void *data, void *bytes, int64_t size) {
  return (void)data, (void)bytes, (void)size, 0;
}
static int64_t seek_any(void *data, int64_t offset) { return (void)data, offset; }
static int64_t length_none(void *data) { return (void)data, 0; }

/* The functions are at offsets that every version knows, whatever size is claimed. */
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

static aha_result call_event(void *event) {
  aha_result result = aha_engine_next_event(engine, event);
  return result == AHA_END ? AHA_OK : result;
}

static const structure inputs[] = {
  {"aha_engine_options", sizeof(aha_engine_options), call_engine},
  {"aha_sound_options", sizeof(aha_sound_options), call_sound},
  {"aha_player_options", sizeof(aha_player_options), call_player},
  {"aha_play_options", sizeof(aha_play_options), call_play},
  {"aha_encode_options", sizeof(aha_encode_options), call_encode},
  {"aha_modulation_options", sizeof(aha_modulation_options), call_modulation},
  {"aha_stretch_options", sizeof(aha_stretch_options), call_stretch},
  {"aha_stream_callbacks", sizeof(aha_stream_callbacks), call_callbacks},
  {"aha_client_options", sizeof(aha_client_options), call_client},
  {"aha_project_options", sizeof(aha_project_options), call_project},
  {"aha_session_options", sizeof(aha_session_options), call_session},
  {"aha_bounce_options", sizeof(aha_bounce_options), call_bounce},
  {"aha_plot_options", sizeof(aha_plot_options), call_plot},
  {"aha_item_query", sizeof(aha_item_query), call_query},
  {"aha_history_cursor", sizeof(aha_history_cursor), call_cursor},
  {"aha_project_settings", sizeof(aha_project_settings), call_settings},
  {"aha_track", sizeof(aha_track), call_track},
  {"aha_project_bus", sizeof(aha_project_bus), call_project_bus},
};

static const structure outputs[] = {
  {"aha_engine_stats", sizeof(aha_engine_stats), call_stats},
  {"aha_bus_meter", sizeof(aha_bus_meter), call_meter},
  {"aha_sound_info", sizeof(aha_sound_info), call_info},
  {"aha_job_progress", sizeof(aha_job_progress), call_progress},
  {"aha_event", sizeof(aha_event), call_event},
  {"aha_effect_info", sizeof(aha_effect_info), call_effect_info},
  {"aha_component_info", sizeof(aha_component_info), call_component_info},
  {"aha_parameter_info", sizeof(aha_parameter_info), call_parameter_info},
  {"aha_project_settings", sizeof(aha_project_settings), call_got_settings},
  {"aha_track", sizeof(aha_track), call_got_track},
  {"aha_project_bus", sizeof(aha_project_bus), call_got_project_bus},
  {"aha_project_effect", sizeof(aha_project_effect), call_got_effect},
  {"aha_lane", sizeof(aha_lane), call_got_lane},
};

/* Size of a structure in a former version. */
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

/* An older caller has only the first fields; libaha must not read memory after them. */
static void check_older_input(const structure *s) {
  if (s->call == call_callbacks) return; /* every field is required from the start */
  for (size_t size = 16; size < s->size; size += sizeof(size_t)) {
    unsigned char bytes[LARGEST] = {0};
    memset(bytes + size, 0xff, sizeof bytes - size);
    check_size(s, size, bytes, AHA_OK);
  }
}

/* A newer caller may have more fields, as long as they are 0. */
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

/* libaha writes nothing beyond the caller's size and leaves struct_size unchanged. */
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
  for (size_t i = known; i < claimed; i++) CHECK(bytes[i] == 0, "%s: byte %zu", s->name, i);
  size_t untouched = 0;
  for (size_t i = sizeof after; i < known; i++) untouched += bytes[i] == 0xa5;
  CHECK(known == sizeof after || untouched < known - sizeof after, "%s: not filled in", s->name);
}

/* libaha reads the structure of that version completely, and nothing after it. */
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
  make_project();
  for (size_t i = 0; i < COUNT_OF(inputs); i++) {
    check_older_input(&inputs[i]);
    check_newer_input(&inputs[i]);
  }
  for (size_t i = 0; i < COUNT_OF(former); i++)
    check_former_input(&former[i].of, former[i].version);
  for (size_t i = 0; i < COUNT_OF(outputs); i++) {
    for (size_t size = 16; size <= outputs[i].size; size += sizeof(size_t))
      check_output(&outputs[i], size);
    check_output(&outputs[i], outputs[i].size + 64);
  }
  end_project();
  NEED(aha_job_release(job));
  NEED(aha_stream_release(stream));
  NEED(aha_engine_release(engine));
  return verdict();
}
