/* Opens the installed library, resolves its functions, uses it on several threads and closes it,
 * many times: nothing may remain. */
#include "check.h"
#include <dirent.h>
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

enum { ROUNDS = 200, WARM_UP = 50, BLOCK = 256, FRAMES = 4800 };
enum { MAX_GROWTH = 512 * 1024 };

/* Functions of one round, by name. */
#define USED(USE) \
  USE(aha_engine_create) USE(aha_engine_render) USE(aha_engine_event_fd) \
  USE(aha_engine_next_event) USE(aha_sound_create) USE(aha_sound_load_stream) \
  USE(aha_player_create) USE(aha_player_start) USE(aha_stream_create_memory) \
  USE(aha_stream_copy_bytes) USE(aha_render_save_stream) USE(aha_job_wait) \
  USE(aha_project_create) USE(aha_track_add) USE(aha_bounce_start_stream) \
  USE(aha_analysis_start) USE(aha_device_open) USE(aha_device_start) USE(aha_release) \
  USE(aha_last_error)
#define DECLARE(name) __typeof__(&name) name;
static struct { USED(DECLARE) } lib;

static void *library;

static void open_library(const char *path) {
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) exit(fprintf(stderr, "%s\n", dlerror()));
#define RESOLVE(name) \
  if (!(*(void **)&lib.name = dlsym(library, #name))) exit(fprintf(stderr, "no " #name "\n"));
  USED(RESOLVE)
}

static long count_entries(const char *folder) {
  long count = 0;
  DIR *opened = opendir(folder);
  while (readdir(opened)) count++;
  closedir(opened);
  return count;
}

static long threads(void) { return count_entries("/proc/self/task"); }
static long descriptors(void) { return count_entries("/proc/self/fd"); }

/* Resident memory in bytes, without free memory that the allocator caches. An emulator has memory
 * of its own, so there it is the allocated memory. */
static int is_emulated;
static long resident(void) {
  long pages = 0;
  if (is_emulated) {
    struct mallinfo2 used = mallinfo2();
    return (long)(used.uordblks + used.hblkhd);
  }
  malloc_trim(0);
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%*d %ld", &pages) != 1) exit(1);
  fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

/* A joined thread stays listed until the kernel removes it. */
static long threads_settled(long wanted) {
  for (int i = 0; i < 30000 && threads() > wanted; i++) usleep(1000);
  return threads();
}

/* A host's thread with its own error line, which ends after the library was closed. */
static sem_t failed_once, closed;
static void *outlive(void *unused) {
  lib.aha_release(NULL);
  if (!*lib.aha_last_error()) exit(fprintf(stderr, "no error line on a second thread\n"));
  sem_post(&failed_once);
  sem_wait(&closed);
  return unused;
}

/* A call of the library that must succeed. */
#define CALL(name, ...) do { \
    if (lib.name(__VA_ARGS__) != AHA_OK) \
      exit(fprintf(stderr, "%d: " #name ": %s\n", __LINE__, lib.aha_last_error())); \
  } while (0)

/* A WAV file in memory, written by a job. */
static aha_stream *save_to_memory(aha_engine *engine) {
  aha_stream *stream;
  aha_job *job;
  CALL(aha_stream_create_memory, NULL, 0, NULL, NULL, &stream);
  CALL(aha_render_save_stream, engine, stream, FRAMES, NULL, &job);
  CALL(aha_job_wait, job, -1);
  CALL(aha_release, job);
  return stream;
}

static void start_player(aha_engine *engine, aha_sound *sound) {
  aha_player_options options = aha_player_options_init();
  aha_player *player;
  options.loop_count = AHA_LOOP_FOREVER;
  CALL(aha_player_create, engine, sound, NULL, &options, &player);
  CALL(aha_player_start, player, NULL);
}

static void start_device(aha_engine *engine) {
  aha_device_options options = aha_device_options_init();
  aha_device *device;
  options.id = "null";
  CALL(aha_device_open, engine, &options, &device);
  CALL(aha_device_start, device);
}

/* A thread bounces a project to memory. In every other round the project is released before its
 * job is done, and the job keeps it alive. */
static const char *project_path, *sound_path;
static void bounce(int round) {
  aha_project *project;
  aha_stream *stream;
  aha_job *job;
  remove(project_path);
  CALL(aha_project_create, project_path, NULL, &project);
  CALL(aha_track_add, project, sound_path, NULL, NULL);
  CALL(aha_stream_create_memory, NULL, 0, NULL, NULL, &stream);
  CALL(aha_bounce_start_stream, project, stream, NULL, NULL, &job);
  if (round % 2) CALL(aha_release, project);
  CALL(aha_job_wait, job, -1);
  CALL(aha_release, job);
  if (round % 2 == 0) CALL(aha_release, project);
  CALL(aha_release, stream);
}

/* Two concurrent analyses, released before their jobs are done. */
static void analyze(void) {
  aha_analysis *analyses[2];
  aha_job *jobs[2];
  for (int i = 0; i < 2; i++) CALL(aha_analysis_start, sound_path, &analyses[i], &jobs[i]);
  for (int i = 0; i < 2; i++) {
    CALL(aha_release, analyses[i]);
    CALL(aha_job_wait, jobs[i], -1);
    CALL(aha_release, jobs[i]);
  }
}

/* dlclose while an analysis runs unloads nothing: the job continues, and the functions stay. */
static void close_while_working(void) {
  aha_analysis *analysis;
  aha_job *job;
  CALL(aha_analysis_start, sound_path, &analysis, &job);
  if (dlclose(library)) exit(fprintf(stderr, "%s\n", dlerror()));
  CALL(aha_job_wait, job, -1);
  CALL(aha_release, job);
  CALL(aha_release, analysis);
}

/* Starts every kind of thread and leaves them running for the release to end. */
static void work(long threads_before) {
  static float block[2 * BLOCK];
  float *tone = make_tone(FRAMES, 440);
  aha_engine *engine;
  aha_sound *resident_sound, *streamed_sound;
  aha_sound_options streamed = aha_sound_options_init();
  aha_event event = aha_event_init();
  streamed.mode = AHA_SOUND_STREAMED;
  CALL(aha_engine_create, NULL, &engine);
  CALL(aha_sound_create, engine, tone, FRAMES, 2, 48000, &resident_sound);
  if (threads() != threads_before) exit(fprintf(stderr, "a thread before it was needed\n"));
  start_player(engine, resident_sound);
  aha_stream *stream = save_to_memory(engine);
  CALL(aha_sound_load_stream, engine, stream, &streamed, &streamed_sound);
  start_player(engine, streamed_sound);
  if (lib.aha_engine_event_fd(engine) < 0) exit(fprintf(stderr, "no descriptor\n"));
  for (int i = 0; i < 8; i++) lib.aha_engine_render(engine, block, BLOCK);
  start_device(engine);
  if (threads() == threads_before) exit(fprintf(stderr, "no thread: this test tests nothing\n"));
  lib.aha_engine_next_event(engine, &event);
  CALL(aha_release, stream);
  CALL(aha_release, engine);
  free(tone);
}

static void one_round(const char *path, int round, long threads_before, long descriptors_before) {
  pthread_t thread;
  open_library(path);
  if (threads() != threads_before) exit(fprintf(stderr, "dlopen started a thread\n"));
  work(threads_before);
  bounce(round);
  analyze();
  pthread_create(&thread, NULL, outlive, NULL);
  sem_wait(&failed_once);
  close_while_working();
  sem_post(&closed);
  pthread_join(thread, NULL);
  if (threads_settled(threads_before) != threads_before)
    exit(fprintf(stderr, "%ld threads are left\n", threads() - threads_before));
  if (descriptors() != descriptors_before)
    exit(fprintf(stderr, "%ld descriptors are left\n", descriptors() - descriptors_before));
}

int main(int count, char **arguments) {
  if (count < 4) return fprintf(stderr, "usage: lifetime LIBRARY PROJECT SOUND [emulated]\n"), 2;
  is_emulated = count > 4;
  project_path = arguments[2];
  sound_path = arguments[3];
  sem_init(&failed_once, 0, 0);
  sem_init(&closed, 0, 0);
  long threads_before = threads(), descriptors_before = descriptors(), warm = 0;
  for (int i = 0; i < ROUNDS; i++) {
    if (i == WARM_UP) warm = resident();
    one_round(arguments[1], i, threads_before, descriptors_before);
  }
  long growth = resident() - warm;
  printf("%d rounds, %ld KiB grown after %d\n", ROUNDS, growth / 1024, WARM_UP);
  return growth > MAX_GROWTH;
}
