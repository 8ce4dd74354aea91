/* Files, streams and jobs that fail, and calls from inside callbacks: the code that the header
 * names, and an error line with the offending value. */
#include "check.h"
#include <sys/stat.h>
#include <unistd.h>

static aha_engine *engine;
static aha_player *player;
static aha_stream *stream;
static float frames[2 * 480];
static char folder[256];

static const char *file_named(const char *name) {
  static char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void write_file(const char *name, const void *bytes, size_t size) {
  FILE *file = fopen(file_named(name), "wb");
  if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) exit(1);
}

static aha_result load(const char *path, aha_sound_options options) {
  aha_sound *made = (void *)frames;
  options.struct_size = sizeof options;
  aha_result result = aha_sound_load(engine, path, &options, &made);
  CHECK(result == AHA_OK || made == NULL, "out_sound not NULL");
  return result;
}

static void check_files(void) {
  static const char noise[] = "\x8f\x01 neither head nor tail of audio \xfe\x00\x13\x37";
  write_file("noise.ogg", noise, sizeof noise);
  INVALID(load(file_named("noise.ogg"), (aha_sound_options){.read_ahead_ms = 49}), "49");
  INVALID(load(file_named("noise.ogg"), (aha_sound_options){.read_ahead_ms = 10001}), "10001");
}

static void count_destroy(void *data) { ++*(int *)data; }
static int64_t seek_any(void *data, int64_t offset) { return (void)data, offset; }
static int64_t length_some(void *data) { return (void)data, 4096; }
static int64_t read_fails(void *data, void *bytes, int64_t size) {
  return (void)data, (void)bytes, (void)size, -1;
}
static int64_t read_too_much(void *data, void *bytes, int64_t size) {
  return (void)data, (void)bytes, size + 1;
}

static aha_result make_stream(aha_stream_callbacks callbacks) {
  int destroyed = 0;
  aha_stream *made = (void *)frames;
  callbacks.struct_size = sizeof callbacks;
  aha_result result = aha_stream_create(&callbacks, &destroyed, count_destroy, &made);
  CHECK(made == NULL && destroyed == 1, "destroyed %d times", destroyed);
  return result;
}

static aha_result load_host_stream(int64_t (*read)(void *, void *, int64_t)) {
  aha_stream_callbacks callbacks = aha_stream_callbacks_init();
  int destroyed = 0;
  aha_stream *made;
  aha_sound *none;
  callbacks.read = read;
  callbacks.seek = seek_any;
  callbacks.length = length_some;
  NEED(aha_stream_create(&callbacks, &destroyed, count_destroy, &made));
  aha_result result = aha_sound_load_stream(engine, made, NULL, &none);
  CHECK(destroyed == 0, "destroyed while the host still owns it");
  NEED(aha_stream_release(made));
  CHECK(destroyed == 1, "destroyed %d times", destroyed);
  return result;
}

static void check_streams(void) {
  int destroyed = 0;
  size_t length = 0;
  aha_stream *made;
  INVALID(make_stream((aha_stream_callbacks){.read = read_fails, .length = length_some}), "seek");
  INVALID(make_stream((aha_stream_callbacks){.read = read_fails, .seek = seek_any}), "length");
  INVALID(make_stream((aha_stream_callbacks){.seek = seek_any, .length = length_some}), "read");
  INVALID(aha_stream_create_memory(NULL, 16, &destroyed, count_destroy, &made), "bytes");
  CHECK(made == NULL && destroyed == 1, "destroyed %d times", destroyed);
  REFUSED(load_host_stream(read_fails), AHA_ERROR_IO, "");
  REFUSED(load_host_stream(read_too_much), AHA_ERROR_IO, "");
  REFUSED(aha_stream_copy_bytes(stream, frames, 16, &length), AHA_ERROR_BUFFER_TOO_SMALL, "16");
  CHECK(length > 16, "the needed length was not set");
}

static aha_result save(const char *path, aha_encode_options options) {
  aha_job *made = (void *)frames;
  options.struct_size = sizeof options;
  aha_result result = aha_render_save(engine, path, 480, &options, &made);
  return ended(result, &made);
}

static void check_saving(void) {
  char wav[512];
  snprintf(wav, sizeof wav, "%s", file_named("saved.wav"));
  INVALID(save(wav, (aha_encode_options){.sample_rate = 7998}), "7998");
  CHECK(access(wav, F_OK) != 0, "a refused save left a file");
}

static void check_jobs(void) {
  aha_job *job;
  aha_job_progress progress = aha_job_progress_init();
  char text[4];
  size_t length = 0;
  NEED(aha_player_set_loop_frames(player, 0, 480, AHA_LOOP_FOREVER));
  NEED(aha_player_start(player, NULL));
  NEED(aha_render_save(engine, file_named("endless.wav"), 0, NULL, &job));
  REFUSED(aha_job_wait(job, -1), AHA_ERROR_STATE, "");
  REFUSED(aha_job_copy_error(job, text, sizeof text, &length), AHA_ERROR_BUFFER_TOO_SMALL, "4");
  CHECK(length >= sizeof text, "the needed length was not set");
  NEED(aha_job_get_progress(job, &progress));
  CHECK(progress.result == AHA_ERROR_STATE, "%s", aha_result_name(progress.result));
  CHECK(access(file_named("endless.wav"), F_OK) != 0, "a failed job left a file");
  NEED(aha_job_release(job));
  NEED(aha_player_stop(player, NULL));
}

/* A blocking call inside a callback of libaha would deadlock. */
static int reentrant_calls;
static int64_t read_reenters(void *data, void *bytes, int64_t size) {
  aha_sound *none;
  (void)data, (void)bytes, (void)size;
  reentrant_calls++;
  REFUSED(aha_engine_release(engine), AHA_ERROR_REENTRANT, "callback");
  REFUSED(aha_sound_load(engine, "x.wav", NULL, &none), AHA_ERROR_REENTRANT, "callback");
  return -1;
}

static void log_reenters(void *data, aha_log_level level, const char *line) {
  aha_engine *none;
  (void)data, (void)level, (void)line;
  reentrant_calls++;
  CHECK(aha_engine_create(NULL, &none) == AHA_ERROR_REENTRANT, "from the log");
}

static void check_callbacks(void) {
  CHECK(load_host_stream(read_reenters) < 0, "a stream that cannot be read");
  CHECK(reentrant_calls > 0, "the stream's function was not called");
  NEED(aha_log_set_sink(AHA_LOG_DEBUG, log_reenters, NULL, NULL));
  aha_sound *none;
  CHECK(aha_sound_load(engine, "/nowhere", NULL, &none) == AHA_ERROR_NOT_FOUND, "nowhere");
  NEED(aha_log_set_sink(AHA_LOG_NONE, NULL, NULL, NULL));
}

int main(int count, char **arguments) {
  if (count != 2) return fprintf(stderr, "usage: abuse_files FOLDER\n"), 2;
  snprintf(folder, sizeof folder, "%s", arguments[1]);
  NEED(aha_engine_create(NULL, &engine));
  stream = make_wav(480);
  NEED(aha_player_create(engine, make_sound(engine, 480), NULL, NULL, &player));
  check_files();
  check_streams();
  check_saving();
  check_jobs();
  check_callbacks();
  NEED(aha_stream_release(stream));
  NEED(aha_engine_release(engine));
  return verdict();
}
