/* One tour of libaha for valgrind: load, play, mix, save, listen, fail, release. */
#include "check.h"
#include <poll.h>

enum { BLOCK = 512, TIMEOUT = 1000 };

static aha_engine *engine;
static float block[2 * BLOCK];
static int destroyed;

/* A host's bytes. */
typedef struct {
  unsigned char bytes[1 << 20];
  int64_t length, position;
} memory_file;

static int64_t file_read(void *data, void *bytes, int64_t size) {
  memory_file *file = data;
  int64_t left = file->length - file->position, count = size < left ? size : left;
  if (count < 0) count = 0;
  memcpy(bytes, file->bytes + file->position, (size_t)count);
  file->position += count;
  return count;
}

static int64_t file_write(void *data, const void *bytes, int64_t size) {
  memory_file *file = data;
  if (file->position + size > (int64_t)sizeof file->bytes) return -1;
  memcpy(file->bytes + file->position, bytes, (size_t)size);
  file->position += size;
  if (file->length < file->position) file->length = file->position;
  return size;
}

static int64_t file_seek(void *data, int64_t offset) {
  return ((memory_file *)data)->position = offset;
}
static int64_t file_length(void *data) { return ((memory_file *)data)->length; }
static void file_end(void *data) {
  destroyed++;
  free(data);
}

static aha_stream *host_stream(void) {
  aha_stream_callbacks callbacks = aha_stream_callbacks_init();
  aha_stream *stream;
  callbacks.read = file_read;
  callbacks.write = file_write;
  callbacks.seek = file_seek;
  callbacks.length = file_length;
  NEED(aha_stream_create(&callbacks, calloc(1, sizeof(memory_file)), file_end, &stream));
  return stream;
}

static void log_line(void *data, aha_log_level level, const char *line) {
  (void)level;
  *(size_t *)data += strlen(line);
}

static aha_player *play(aha_sound *sound, aha_bus *bus, uint32_t loops) {
  aha_player_options options = aha_player_options_init();
  aha_player *player;
  options.loop_count = loops;
  options.gain_db = -6;
  NEED(aha_player_create(engine, sound, bus, &options, &player));
  NEED(aha_player_start(player, NULL));
  return player;
}

static void render_blocks(int count) {
  for (int i = 0; i < count; i++) NEED(aha_engine_render(engine, block, BLOCK));
}

/* Renders until an event of a kind arrives, waiting for the descriptor as a host does. */
static void render_until(aha_event_kind kind) {
  struct pollfd poll_for = {aha_engine_event_fd(engine), POLLIN, 0};
  aha_event event = aha_event_init();
  CHECK(poll_for.fd >= 0, "no descriptor");
  for (int i = 0; i < TIMEOUT && event.kind != kind; i++)
    if (aha_engine_next_event(engine, &event) == AHA_END) {
      render_blocks(8);
      poll(&poll_for, 1, 20);
    }
  CHECK(event.kind == kind, "%s never came", aha_event_kind_name(kind));
}

static void play_and_change(aha_sound *sound, aha_bus *bus) {
  aha_player *player = play(sound, bus, AHA_LOOP_FOREVER);
  uint64_t length = aha_sound_length_frames(sound);
  render_until(AHA_EVENT_PLAYER_STARTED);
  NEED(aha_player_set_loop_frames(player, length / 4, length / 2, 2));
  NEED(aha_player_seek_frames(player, length / 3, NULL));
  NEED(aha_player_set_pan(player, -0.5f, NULL));
  render_blocks(8);
  NEED(aha_player_pause(player, NULL));
  render_until(AHA_EVENT_PLAYER_PAUSED);
  NEED(aha_player_resume(player, NULL));
  NEED(aha_player_set_bus(player, NULL));
  render_blocks(8);
  NEED(aha_player_stop(player, NULL));
  render_until(AHA_EVENT_PLAYER_STOPPED);
  NEED(aha_player_start(player, NULL));
  render_until(AHA_EVENT_PLAYER_ENDED);
  NEED(aha_player_release(player));
}

/* An effect of each kind in a chain, changed and moved during playback. */
static void play_through_effects(aha_sound *sound, aha_bus *bus) {
  aha_player *player = play(sound, bus, AHA_LOOP_FOREVER);
  aha_chain *chain = aha_player_chain(player), *behind = aha_bus_chain(bus);
  aha_effect *effect, *limiter;
  aha_modulation_options sine = aha_modulation_options_init();
  sine.waveform = AHA_WAVEFORM_SINE;
  sine.duration_s = 0.05f;
  for (aha_effect_kind kind = 1; kind <= aha_effect_kind_count(); kind++) {
    aha_effect_info info = aha_effect_info_init();
    aha_parameter_info last = aha_parameter_info_init();
    NEED(aha_effect_kind_get(kind, &info));
    NEED(aha_effect_kind_parameter_get(kind, info.parameter_count - 1, &last));
    NEED(aha_effect_create(engine, kind, &effect));
    NEED(aha_chain_insert(chain, kind / 2, effect));
    NEED(aha_effect_set_value(effect, last.parameter, last.maximum, NULL));
    if (last.curve != AHA_CURVE_STEPPED)
      NEED(aha_effect_start_modulation(effect, last.parameter, &sine));
    render_blocks(4);
    NEED(aha_effect_release(effect));
  }
  CHECK(aha_chain_count(chain) == aha_effect_kind_count(), "%u effects", aha_chain_count(chain));
  NEED(aha_chain_at(chain, 0, &effect));
  NEED(aha_chain_move(chain, effect, 3));
  NEED(aha_effect_set_bypassed(effect, 1, NULL));
  render_blocks(8);
  NEED(aha_chain_remove(chain, effect));
  NEED(aha_chain_add(behind, effect));
  NEED(aha_effect_set_bypassed(effect, 0, NULL));
  NEED(aha_engine_get_limiter(engine, &limiter));
  NEED(aha_effect_set_value(limiter, AHA_LIMITER_CEILING_DB, -6, NULL));
  render_blocks(200);
  NEED(aha_effect_set_value(limiter, AHA_LIMITER_CEILING_DB, -1, NULL));
  NEED(aha_effect_release(limiter));
  NEED(aha_player_release(player)); /* with the effects of its chain */
  render_blocks(8);
  NEED(aha_chain_clear(behind));
  NEED(aha_effect_release(effect));
}

/* Sends and a side-chain that are there when the engine is released. */
static void send_to_the_end(aha_sound *sound, aha_bus *bus) {
  aha_player *player = play(sound, NULL, AHA_LOOP_FOREVER);
  aha_bus *other, *send;
  aha_effect *compressor;
  NEED(aha_bus_create(engine, NULL, &other));
  NEED(aha_player_create_send(player, bus, NULL, &send));
  NEED(aha_bus_create_send(bus, other, NULL, &send));
  NEED(aha_effect_create(engine, AHA_EFFECT_COMPRESSOR, &compressor));
  NEED(aha_chain_add(aha_bus_chain(other), compressor));
  NEED(aha_effect_set_sidechain(compressor, bus));
  render_blocks(8);
}

static void stretch(aha_sound *sound) {
  aha_stretch_options faster = aha_stretch_options_init();
  aha_sound *stretched;
  aha_job *job;
  faster.speed = 1.5f;
  faster.cents = 300;
  NEED(aha_sound_start_stretch(sound, &faster, &stretched, &job));
  NEED(aha_job_wait(job, -1));
  NEED(aha_job_release(job));
  uint64_t length = aha_sound_length_frames(stretched);
  uint64_t wanted = aha_sound_length_frames(sound) * 2 / 3;
  CHECK(length + 2 >= wanted && length <= wanted + 2, "%llu frames", (unsigned long long)length);
  NEED(aha_player_release(play(stretched, NULL, 0)));
  render_blocks(8);
  NEED(aha_sound_release(stretched));
}

static void save_as(aha_sound *sound, aha_container container, aha_encoding encoding) {
  aha_encode_options options = aha_encode_options_init();
  aha_stream *stream = host_stream();
  aha_sound *again;
  aha_player *player = play(sound, NULL, 0);
  aha_job *job;
  options.container = container;
  options.encoding = encoding;
  NEED(aha_render_save_stream(engine, stream, 24000, &options, &job));
  NEED(aha_job_wait(job, -1));
  NEED(aha_job_release(job));
  NEED(aha_sound_load_stream(engine, stream, NULL, &again));
  CHECK(aha_sound_length_frames(again) >= 24000, "%s is short",
        aha_format_container_name(container));
  NEED(aha_sound_release(again));
  NEED(aha_stream_release(stream));
  NEED(aha_player_release(player));
}

static void save_all(aha_sound *sound) {
  for (aha_container c = AHA_CONTAINER_WAV; c <= AHA_CONTAINER_MP3; c++)
    save_as(sound, c, AHA_ENCODING_AUTO);
  save_as(sound, AHA_CONTAINER_WAV, AHA_ENCODING_FLOAT_32);
  save_as(sound, AHA_CONTAINER_FLAC, AHA_ENCODING_PCM_24);
  save_as(sound, AHA_CONTAINER_OGG, AHA_ENCODING_OPUS);
}

/* Releases objects while they are in use. */
static void release_early(aha_sound *sound) {
  aha_stream *stream = make_wav(240000), *sink = host_stream();
  aha_sound *loading;
  aha_job *job;
  play(sound, NULL, AHA_LOOP_FOREVER);
  NEED(aha_sound_start_load(engine, stream, NULL, &loading, &job));
  NEED(aha_sound_release(loading));
  NEED(aha_job_cancel(job));
  NEED(aha_stream_release(stream));
  NEED(aha_render_save_stream(engine, sink, 4800000, NULL, NULL));
  NEED(aha_stream_release(sink));
}

/* The played file is added to a library, watched, found, noted and played. */
static void keep(const char *file, const char *place) {
  aha_library *library;
  aha_items *found, *next;
  aha_scan_options options = aha_scan_options_init();
  aha_history_cursor cursor = aha_history_cursor_init();
  aha_history_bucket today;
  aha_report *report;
  aha_job *job;
  int64_t number;
  char folder[4096], *end;
  const char *root = folder;
  snprintf(folder, sizeof folder, "%s", file);
  if ((end = strrchr(folder, '/'))) *end = 0;
  remove(place);
  NEED(aha_library_open(place, &library));
  options.roots = &root, options.root_count = 1, options.max_depth = 1;
  NEED(aha_scan_start_watch(library, &options));
  NEED(aha_scan_start(library, &options, &report, &job));
  NEED(aha_job_wait(job, -1));
  NEED(aha_job_release(job));
  NEED(aha_report_release(report));
  NEED(aha_library_add_file(library, file, 0, &number));
  NEED(aha_library_analyze(library, number, &job));
  NEED(aha_job_wait(job, -1));
  NEED(aha_job_release(job));
  NEED(aha_history_note(library, AHA_ACTIVITY_PLAY, number, 1000, 0));
  NEED(aha_history_cursor_move(&cursor, 0, NULL));
  NEED(aha_history_copy(library, AHA_SCALE_DAY, cursor.day, cursor.day, &today, 1, NULL));
  CHECK(today.plays == 1 && today.play_ms == 1000, "%d plays", (int)today.plays);
  NEED(aha_library_list(library, NULL, &found));
  CHECK(aha_items_count(found) > 5, "%u items", aha_items_count(found));
  CHECK(aha_items_next(found, &next) == AHA_END, "a page behind the only one");
  NEED(aha_items_release(found));
  NEED(aha_scan_start(library, &options, NULL, NULL)); /* it continues without a thread that
                                                          * waits for it */
  NEED(aha_library_release(library));
}

int main(int count, char **arguments) {
  size_t logged = 0;
  if (count != 4)
    return fprintf(stderr, "usage: journey FILE-TO-LOAD FILE-TO-WRITE LIBRARY-TO-WRITE\n"), 2;
  aha_sound_options streamed = aha_sound_options_init();
  streamed.mode = AHA_SOUND_STREAMED;
  NEED(aha_log_set_sink(AHA_LOG_DEBUG, log_line, &logged, NULL));
  NEED(aha_engine_create(NULL, &engine));
  aha_sound *file, *stream, *none;
  aha_bus *bus;
  aha_job *job;
  NEED(aha_sound_load(engine, arguments[1], NULL, &file));
  NEED(aha_sound_load(engine, arguments[1], &streamed, &stream));
  NEED(aha_bus_create(engine, NULL, &bus));
  play_and_change(file, bus);
  play_and_change(stream, bus);
  play_through_effects(file, bus);
  play_through_effects(stream, bus);
  stretch(file);
  stretch(stream);
  save_all(file);
  NEED(aha_sound_save(file, arguments[2], NULL, &job));
  NEED(aha_job_wait(job, -1));
  CHECK(aha_sound_load(engine, "/nowhere.wav", NULL, &none) == AHA_ERROR_NOT_FOUND, "nowhere");
  send_to_the_end(stream, bus);
  release_early(file);
  NEED(aha_engine_release(engine));
  keep(arguments[1], arguments[3]);
  CHECK(destroyed == 12, "%d streams of 12 were destroyed", destroyed);
  NEED(aha_log_set_sink(AHA_LOG_NONE, NULL, NULL, NULL));
  return verdict();
}
