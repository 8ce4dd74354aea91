/* Ends processes while libaha works: none may crash or hang. Every run is a child process, which
 * ends after a random time.
 *   exits FOLDER SOUNDS HTTP HTTPS RUNS [KIND]
 * FOLDER has long.wav, sound.m4a, ca.pem and a named pipe, libaha-ffmpeg.so; SOUNDS is a folder to
 * scan; HTTP and HTTPS are URLs of a server. */
#include "check.h"
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Max time from exit() to the end; libaha's own limit is 1 s, and 5 s for a recorder's file. */
enum { BLOCK = 256, TAKE_FRAMES = 24000 };
/* More where the processor is emulated. */
#ifndef LIMIT_S
#define LIMIT_S 30
#endif

static const char *folder, *sounds, *urls[2];
static aha_engine *engine;
static aha_job *job;

static const char *in_folder(const char *name) {
  static char paths[4][4096];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof *paths, "%s/%s", folder, name);
  return path;
}

/* A file of this process; the parent deletes it. */
static const char *own(const char *ending) {
  char name[64];
  snprintf(name, sizeof name, "run.%d%s", (int)getpid(), ending);
  return in_folder(name);
}

static void *render(void *unused) {
  static float block[2 * BLOCK];
  for (;;) {
    aha_engine_render(engine, block, BLOCK);
    usleep(500);
  }
  return unused;
}

static void start_rendering(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, render, NULL);
}

static void play(aha_sound_mode mode) {
  aha_sound *sound;
  aha_player *player;
  aha_sound_options options = aha_sound_options_init();
  aha_player_options looped = aha_player_options_init();
  options.mode = mode;
  looped.loop_count = AHA_LOOP_FOREVER;
  NEED(aha_sound_load(engine, in_folder("long.wav"), &options, &sound));
  NEED(aha_player_create(engine, sound, NULL, &looped, &player));
  NEED(aha_player_start(player, NULL));
}

/* Kinds of work */

static void analysis(void) {
  aha_analysis *made;
  for (int i = 0; i < 4; i++) NEED(aha_analysis_start(in_folder("long.wav"), &made, &job));
}

static void save(void) {
  play(AHA_SOUND_RESIDENT);
  NEED(aha_render_save(engine, own(".flac"), 48000 * 600, NULL, &job));
}

static void stretch(void) {
  aha_sound *sound, *made;
  aha_stretch_options options = aha_stretch_options_init();
  options.speed = 0.5f;
  NEED(aha_sound_load(engine, in_folder("long.wav"), NULL, &sound));
  for (int i = 0; i < 4; i++) NEED(aha_sound_start_stretch(sound, &options, &made, &job));
}

static void stream(void) {
  for (int i = 0; i < 8; i++) play(AHA_SOUND_STREAMED);
  start_rendering();
}

static aha_recorder *recorder;
static void record(void) {
  play(AHA_SOUND_RESIDENT);
  NEED(aha_recorder_create(engine, NULL, own(".wav"), NULL, NULL, &recorder));
  NEED(aha_recorder_start(recorder, NULL));
  start_rendering();
}

static void load(void) {
  aha_stream *source;
  aha_sound *sound;
  for (int i = 0; i < 6; i++) {
    NEED(aha_stream_open(in_folder("long.wav"), &source));
    NEED(aha_sound_start_load(engine, source, NULL, &sound, &job));
  }
}

static void device(void) {
  aha_device *opened;
  aha_device_options options = aha_device_options_init();
  options.id = "null";
  play(AHA_SOUND_RESIDENT);
  NEED(aha_device_open(engine, &options, &opened));
  NEED(aha_device_start(opened));
}

static void bounce(void) {
  aha_project *project;
  aha_bounce_options options = aha_bounce_options_init();
  options.end_us = 600000000;
  options.threads = 4;
  NEED(aha_project_open(in_folder("project.aha"), NULL, &project));
  NEED(aha_bounce_start(project, own(".wav"), &options, NULL, &job));
}

static aha_library *open_library(void) {
  aha_library *library;
  NEED(aha_library_open(own(".library"), &library));
  return library;
}

static void scan(void) {
  aha_report *report;
  aha_scan_options options = aha_scan_options_init();
  options.roots = &sounds;
  options.root_count = 1;
  NEED(aha_scan_start(open_library(), &options, &report, &job));
}

static void watch(void) {
  aha_scan_options options = aha_scan_options_init();
  options.roots = &sounds;
  options.root_count = 1;
  NEED(aha_scan_start_watch(open_library(), &options));
}

static aha_client *make_client(void) {
  aha_client *client;
  aha_client_options options = aha_client_options_init();
  options.application_id = "exits";
  options.ca_file = in_folder("ca.pem");
  options.state_folder = in_folder("state");
  options.proxy = "";
  NEED(aha_client_create(&options, &client));
  return client;
}

static void drop(void) {
  aha_destination *place;
  aha_drop *made;
  aha_piece *piece;
  aha_piece_info info = aha_piece_info_init();
  info.length_us = 1000000;
  NEED(aha_destination_create_folder(make_client(), own(".drops"), NULL, &place));
  for (int i = 0; i < 3; i++) {
    NEED(aha_piece_create(&piece));
    NEED(aha_piece_set_text(piece, AHA_PIECE_TITLE, "Exit"));
    NEED(aha_piece_set_info(piece, &info));
    NEED(aha_drop_create(place, piece, NULL, &made));
    NEED(aha_drop_send(made, in_folder("long.wav"), &job));
  }
}

static void transfer(const char *url) {
  aha_client *client = make_client();
  aha_request *request;
  aha_request_options options = aha_request_options_init();
  options.retries = AHA_NO_RETRIES;
  for (int i = 0; i < 16; i++) {
    NEED(aha_request_create(client, NULL, "GET", url, &options, &request));
    NEED(aha_request_start(request, &job));
  }
}
static void http(void) { transfer(urls[0]); }
static void https(void) { transfer(urls[1]); }

static const struct work {
  const char *name;
  void (*start)(void);
  unsigned spread_us;
} works[] = {
  {"analysis", analysis, 30000}, {"save", save, 30000}, {"stretch", stretch, 30000},
  {"stream", stream, 20000}, {"record", record, 30000}, {"load", load, 20000},
  {"device", device, 20000}, {"bounce", bounce, 30000}, {"scan", scan, 40000},
  {"watch", watch, 40000}, {"drop", drop, 40000}, {"http", http, 30000}, {"https", https, 60000},
};

/* Ways to end */

/* A handler of the host that runs after libaha's, like the destructor of a static object. */
static void release_late(void) {
  aha_engine *made;
  float block[2 * BLOCK];
  if (aha_engine_create(NULL, &made) == AHA_ERROR_STATE) {
    aha_job_wait(job, -1);
    aha_engine_render(engine, block, BLOCK);
  }
  aha_job_release(job);
  aha_engine_release(engine);
}

/* Only in one kind of work: a load that fork waits for. */
static _Atomic int is_loading;

static void end_at_once(void) { exit(0); }
static void end_quickly(void) { quick_exit(0); }

/* The threads of the parent do not exist in the child. */
static void end_in_child(void) {
  int status = 1;
  pid_t child = fork();
  if (child == 0) {
    alarm(LIMIT_S);
    exit(is_loading);
  }
  if (waitpid(child, &status, 0) != child || status != 0) abort();
  exit(0);
}

static void *wait_for_job(void *unused) {
  aha_job_wait(job, -1);
  return unused;
}

/* A static object that joins a thread of the host, which waits for a job. */
static pthread_t waiter;
static void join_waiter(void) { pthread_join(waiter, NULL); }

static const struct way {
  const char *name;
  void (*end)(void);
} ways[] = {{"exit", end_at_once}, {"quick_exit", end_quickly}, {"fork", end_in_child}};

/* Callbacks of a stream */

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static int is_exiting;
static _Atomic int has_begun;

static int64_t read_bytes(void *unused, void *bytes, int64_t size) {
  (void)unused, (void)bytes, (void)size;
  has_begun = 1;
  if (is_exiting) exit(0);
  pthread_mutex_lock(&held);
  return -1;
}

static int64_t seek_bytes(void *unused, int64_t offset) { return (void)unused, offset; }
static int64_t length(void *unused) { return (void)unused, 1000000; }

static void load_from_host(void) {
  aha_stream_callbacks callbacks = {sizeof callbacks, read_bytes, NULL, seek_bytes, length};
  aha_stream *source;
  aha_sound *sound;
  NEED(aha_stream_create(&callbacks, NULL, NULL, &source));
  NEED(aha_sound_start_load(engine, source, NULL, &sound, &job));
}

/* exit() inside a callback, on a thread of libaha. */
static void exit_in_callback(void) {
  is_exiting = 1;
  load_from_host();
  for (;;) pause();
}

/* The host holds a lock that a callback waits for. */
static void exit_with_lock(void) {
  pthread_mutex_lock(&held);
  load_from_host();
  while (!has_begun) usleep(100);
  exit(0);
}

/* A library whose file is a pipe: its load takes until the pipe is closed. */
static void *load_module(void *unused) {
  aha_sound *sound;
  if (aha_sound_load(engine, in_folder("sound.m4a"), NULL, &sound) == AHA_OK) abort();
  return unused;
}

static void *hold_load(void *unused) {
  int pipe;
  while ((pipe = open(in_folder("libaha-ffmpeg.so"), O_WRONLY | O_NONBLOCK)) < 0) usleep(100);
  is_loading = 1;
  has_begun = 1;
  usleep(50000);
  is_loading = 0;
  close(pipe);
  return unused;
}

static void fork_during_load(void) {
  pthread_t loading, holding;
  setenv("AHA_MODULES", folder, 1);
  pthread_create(&holding, NULL, hold_load, NULL);
  pthread_create(&loading, NULL, load_module, NULL);
  while (!has_begun) usleep(100);
  end_in_child();
}

static void join_at_end(void) {
  atexit(join_waiter);
  save();
  pthread_create(&waiter, NULL, wait_for_job, NULL);
  usleep(5000);
  exit(0);
}

/* A take is complete after exit(). */
static void take(void) {
  aha_recorder_status status = aha_recorder_status_init();
  record();
  do {
    usleep(1000);
    NEED(aha_recorder_get_status(recorder, &status));
  } while (status.bytes == 0 || status.frames < TAKE_FRAMES);
  exit(0);
}

static const struct work specials[] = {
  {"exit in a callback", exit_in_callback, 0}, {"exit with a lock", exit_with_lock, 0},
  {"fork during a load", fork_during_load, 0}, {"join at the end", join_at_end, 0},
  {"take", take, 0},
};

/* Runs */

static uint32_t state = 1;
static unsigned draw(unsigned limit) {
  state = state * 1664525 + 1013904223;
  return (unsigned)((uint64_t)state * limit >> 32);
}

static void remove_own(pid_t process) {
  char command[4200];
  snprintf(command, sizeof command, "rm -rf '%s/run.%d'* '%s'/.run.%d*", folder, (int)process,
           folder, (int)process);
  if (system(command) != 0) exit(1);
}

static void describe(const char *name, const char *way, int number, int status, double seconds) {
  failures++;
  int is_signal = WIFSIGNALED(status);
  fprintf(stderr, "FAILED: %s, %s, run %d: %s %d after %.2f s\n", name, way, number,
          is_signal ? "signal" : "status", is_signal ? WTERMSIG(status) : WEXITSTATUS(status),
          seconds);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The host's crash reporter: where the thread crashed; for a hang, where the main thread is. */
static void report(int number) {
  void *frames[64];
  backtrace_symbols_fd(frames, backtrace(frames, 64), STDERR_FILENO);
  signal(number, SIG_DFL);
  raise(number);
}

static void report_crashes(void) {
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGALRM};
  for (size_t i = 0; i < COUNT_OF(numbers); i++) signal(numbers[i], report);
}

static double longest;

/* Runs the work in a child, and counts a failure unless it ends with 0 in time. */
static pid_t run(const struct work *work, const struct way *way, int number) {
  const unsigned pause_us = work->spread_us ? draw(work->spread_us) : 0;
  const double begin = now();
  pid_t child = fork();
  if (child == 0) {
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    report_crashes();
    alarm(LIMIT_S);
    if (number % 2) atexit(release_late);
    NEED(aha_engine_create(NULL, &engine));
    work->start();
    usleep(pause_us);
    way->end();
  }
  int status = 1;
  waitpid(child, &status, 0);
  checks++;
  if (status != 0) describe(work->name, way->name, number, status, now() - begin);
  if (now() - begin > longest) longest = now() - begin;
  return child;
}

/* FOLDER/project.aha: four tracks. */
static void make_project(void) {
  aha_project *project;
  NEED(aha_project_create(in_folder("project.aha"), NULL, &project));
  for (int i = 0; i < 4; i++)
    NEED(aha_track_add(project, in_folder("long.wav"), NULL, NULL));
  exit(0);
}

static void check_take(pid_t child) {
  char path[4096];
  aha_sound *sound;
  snprintf(path, sizeof path, "%s/run.%d.wav", folder, (int)child);
  NEED(aha_engine_create(NULL, &engine));
  NEED(aha_sound_load(engine, path, NULL, &sound));
  exit(aha_sound_length_frames(sound) < TAKE_FRAMES);
}

/* Runs a function that ends with exit in a child, because this process must not use libaha. */
static void in_child(void (*body)(pid_t), pid_t argument) {
  int status = 1;
  pid_t child = fork();
  if (child == 0) body(argument);
  waitpid(child, &status, 0);
  CHECK(status == 0, "child %d", status);
}

static void prepare(pid_t unused) { (void)unused, make_project(); }

static void run_kind(const struct work *work, int runs) {
  const int before = failures;
  longest = 0;
  for (int i = 0; i < runs; i++) remove_own(run(work, &ways[i % 10 < 8 ? 0 : i % 10 - 7], i));
  printf("%-10s %5d runs, %d failed, at most %.2f s\n", work->name, runs, failures - before,
         longest);
}

int main(int count, char **arguments) {
  if (count < 6) return fprintf(stderr, "usage: exits FOLDER SOUNDS HTTP HTTPS RUNS [KIND]\n"), 2;
  folder = arguments[1];
  sounds = arguments[2];
  urls[0] = arguments[3];
  urls[1] = arguments[4];
  setvbuf(stdout, NULL, _IONBF, 0); /* children inherit the buffer */
  const int runs = atoi(arguments[5]);
  backtrace((void *[1]){0}, 1); /* loads what it needs before children have threads */
  in_child(prepare, 0);
  for (size_t i = 0; i < COUNT_OF(works); i++)
    if (count == 6 || strcmp(works[i].name, arguments[6]) == 0) run_kind(&works[i], runs);
  for (size_t i = 0; i < COUNT_OF(specials) && count == 6; i++) {
    longest = 0;
    for (int number = 0; number < 3; number++) {
      pid_t child = run(&specials[i], &ways[0], number);
      if (specials[i].start == take) in_child(check_take, child);
      remove_own(child);
    }
    printf("%s: at most %.2f s\n", specials[i].name, longest);
  }
  return verdict();
}
