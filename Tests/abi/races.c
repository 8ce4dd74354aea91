/* A host with ThreadSanitizer that calls libaha from five threads: rendering, control, events, and
 * a stream and a log of its own. With a third argument it has a race. */
#include <aha.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, FRAMES = 4800, BLOCK = 256, BLOCKS = 2000, ROUNDS = 200 };

static aha_engine *engine;
static aha_sound *sound;
static atomic_int running = 1;
static int lines;    /* the log's: one call at a time */
static long unsafe;  /* of two threads: the race */

static void need(aha_result result, const char *what) {
  if (result >= 0 || result == AHA_ERROR_LIMIT) return;
  fprintf(stderr, "%s: %s: %s\n", what, aha_result_name(result), aha_last_error());
  exit(1);
}
#define NEED(call) need(call, #call)

/* The host's memory as a stream: prepared by main, read on threads of libaha. */
typedef struct file { unsigned char *bytes; int64_t size, position; } file;

static int64_t read_file(void *user, void *buffer, int64_t size) {
  file *file = user;
  int64_t left = file->size - file->position;
  if (size > left) size = left;
  memcpy(buffer, file->bytes + file->position, (size_t)size);
  file->position += size;
  return size;
}

static int64_t seek_file(void *user, int64_t offset) { return ((file *)user)->position = offset; }

static int64_t length_file(void *user) { return ((file *)user)->size; }

static void log_line(void *user, aha_log_level level, const char *line) {
  (void)user, (void)level, (void)line;
  lines++;
}

static void *render(void *racing) {
  float block[2 * BLOCK];
  for (int i = 0; i < BLOCKS || running; i++) {
    NEED(aha_engine_render(engine, block, BLOCK));
    for (int k = 0; k < 2 * BLOCK; k++)
      if (!isfinite(block[k])) exit(1);
    if (racing) unsafe++;
  }
  return NULL;
}

static void *control(void *unused) {
  (void)unused;
  for (int i = 0; i < ROUNDS; i++) {
    aha_player *player;
    aha_play_options options = aha_play_options_init();
    options.number = i + 1;
    NEED(aha_player_create(engine, sound, NULL, NULL, &player));
    NEED(aha_player_set_gain_db(player, (float)-i / 10, NULL));
    NEED(aha_player_start(player, NULL));
    NEED(aha_one_shot_play(engine, sound, NULL, &options));
    NEED(aha_player_release(player));
  }
  return NULL;
}

static void *watch(void *racing) {
  aha_event event = aha_event_init();
  while (running) {
    while (aha_engine_next_event(engine, &event) == AHA_OK)
      if (racing) unsafe++;
  }
  return NULL;
}

/* A sound of a stream that a job reads, and the job's file. */
static void load(file *file, const char *out) {
  aha_stream_callbacks callbacks = aha_stream_callbacks_init();
  aha_stream *stream;
  aha_sound *loaded;
  aha_job *job;
  callbacks.read = read_file;
  callbacks.seek = seek_file;
  callbacks.length = length_file;
  NEED(aha_stream_create(&callbacks, file, NULL, &stream));
  NEED(aha_sound_start_load(engine, stream, NULL, &loaded, &job));
  NEED(aha_job_wait(job, -1));
  NEED(aha_job_release(job));
  NEED(aha_sound_save(loaded, out, NULL, &job));
  NEED(aha_job_wait(job, -1));
  NEED(aha_job_release(job));
  NEED(aha_sound_release(loaded));
  NEED(aha_stream_release(stream));
}

int main(int count, char **arguments) {
  void *racing = count > 3 ? arguments[3] : NULL;
  pthread_t threads[4];
  float *samples = malloc(FRAMES * sizeof *samples);
  FILE *in = fopen(arguments[1], "rb");
  file file = {malloc(1 << 20), 0, 0};
  if (!in || !file.bytes || !samples) return 1;
  file.size = (int64_t)fread(file.bytes, 1, 1 << 20, in);
  fclose(in);
  for (int i = 0; i < FRAMES; i++) samples[i] = (float)sin(i / 20.0) / 9;
  NEED(aha_log_set_sink(AHA_LOG_DEBUG, log_line, NULL, NULL));
  NEED(aha_engine_create(NULL, &engine));
  NEED(aha_sound_borrow(engine, samples, NULL, FRAMES, RATE, samples, free, &sound));
  pthread_create(&threads[0], NULL, render, racing);
  pthread_create(&threads[1], NULL, control, NULL);
  pthread_create(&threads[2], NULL, control, NULL);
  pthread_create(&threads[3], NULL, watch, racing);
  load(&file, arguments[2]);
  for (int i = 1; i < 3; i++) pthread_join(threads[i], NULL);
  running = 0;
  pthread_join(threads[0], NULL);
  pthread_join(threads[3], NULL);
  NEED(aha_engine_release(engine));
  free(file.bytes);
  return 0;
}
