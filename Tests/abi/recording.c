/* A host that records until it is killed, and one that recovers what it left: see recording.py.
 *   recording record FOLDER COUNTER NAME…   in real time, every NAME at once
 *   recording long FILE GIGABYTES COUNTER   as fast as it goes, until it is killed
 *   recording limit FILE BYTES              with files limited to so many bytes
 *   recording recover FOLDER                one line for each take that was found */
#include "check.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { RATE = 48000, BLOCK = 480, SECONDS = 30 };

/* Frames rendered, where it outlives us. */
static volatile uint64_t *open_counter(const char *path) {
  int file = open(path, O_RDWR | O_CREAT, 0666);
  if (file < 0 || ftruncate(file, sizeof(uint64_t)) != 0) exit(2);
  return mmap(NULL, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
}

/* Frame n of the left side, and its negative on the right: recording.py knows it too. */
static float sample(uint64_t n) {
  return (float)((uint32_t)(n * 2654435761u) >> 16) / 65536.0f - 0.5f;
}

static void play_noise(aha_engine *engine) {
  uint64_t frames = (uint64_t)RATE * SECONDS;
  float *noise = malloc(frames * 2 * sizeof *noise);
  aha_sound *sound;
  aha_player *player;
  for (uint64_t n = 0; n < frames; n++) noise[2 * n + 1] = -(noise[2 * n] = sample(n));
  NEED(aha_sound_create(engine, noise, frames, 2, RATE, &sound));
  free(noise);
  NEED(aha_player_create(engine, sound, NULL, NULL, &player));
  NEED(aha_player_start(player));
}

static aha_recorder *record_to(aha_engine *engine, const char *path) {
  aha_recorder_options options = aha_recorder_options_init();
  aha_recorder *recorder;
  options.minimum_free_bytes = 1;
  NEED(aha_recorder_create(engine, NULL, path, &options, NULL, &recorder));
  NEED(aha_recorder_start_at_frame(recorder, 0));
  return recorder;
}

static aha_engine *make_engine(uint32_t rate, uint32_t offline) {
  aha_engine_options options = aha_engine_options_init();
  aha_engine *engine;
  options.sample_rate = rate;
  options.offline = offline;
  options.no_limiter = 1;
  NEED(aha_engine_create(&options, &engine));
  return engine;
}

static int record(const char *folder, const char *counter, char **names, int count) {
  volatile uint64_t *rendered = open_counter(counter);
  aha_engine *engine = make_engine(RATE, 0);
  static float block[2 * BLOCK];
  struct timespec next;
  play_noise(engine);
  for (int i = 0; i < count; i++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    record_to(engine, path);
  }
  clock_gettime(CLOCK_MONOTONIC, &next);
  for (int blocks = 0; blocks < RATE / BLOCK * SECONDS; blocks++) {
    NEED(aha_engine_render(engine, block, BLOCK));
    *rendered += BLOCK;
    next.tv_nsec += 1000000000l / RATE * BLOCK;
    if (next.tv_nsec >= 1000000000l) next.tv_nsec -= 1000000000l, next.tv_sec++;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
  }
  return fprintf(stderr, "nobody killed it\n"), 1;
}

static int record_long(const char *path, double gigabytes, const char *counter) {
  volatile uint64_t *rendered = open_counter(counter);
  aha_engine *engine = make_engine(192000, 1);
  static float block[2 * 4096];
  aha_recorder *recorder = record_to(engine, path);
  aha_recorder_status status = aha_recorder_status_init();
  do {
    NEED(aha_engine_render(engine, block, 4096));
    *rendered += 4096;
    NEED(aha_recorder_get_status(recorder, &status));
  } while ((double)status.bytes < gigabytes * 1e9 && status.state != AHA_RECORDER_FINISHED);
  kill(getpid(), SIGKILL);
  return 1;
}

static int count_events(aha_engine *engine, aha_event_kind kind, aha_event *last) {
  aha_event event = aha_event_init();
  int found = 0;
  while (aha_engine_next_event(engine, &event) == AHA_OK)
    if (event.kind == kind) found++, *last = event;
  return found;
}

/* A disk that is full is here a file that may not grow. */
static int record_limited(const char *path, long bytes) {
  struct rlimit limit = {(rlim_t)bytes, (rlim_t)bytes};
  aha_engine *engine = make_engine(RATE, 1);
  static float block[2 * BLOCK];
  aha_recorder_status status = aha_recorder_status_init();
  aha_event event = aha_event_init();
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
  play_noise(engine);
  aha_recorder *recorder = record_to(engine, path);
  for (int i = 0; i < RATE / BLOCK * 20; i++) NEED(aha_engine_render(engine, block, BLOCK));
  (void)aha_recorder_stop(recorder);
  REFUSED(aha_recorder_wait(recorder, 20000), AHA_ERROR_DISK_FULL, path);
  NEED(aha_recorder_get_status(recorder, &status));
  CHECK(status.reason == AHA_RECORDER_REASON_DISK_FULL, "reason %u", status.reason);
  CHECK(status.result == AHA_ERROR_DISK_FULL, "result %d", status.result);
  CHECK(status.lost_frames > 0, "nothing was lost");
  CHECK(count_events(engine, AHA_EVENT_RECORDER_DISK_FULL, &event) == 1, "no event");
  CHECK(event.value == (int64_t)status.lost_frames, "the event says %" PRId64, event.value);
  printf("%" PRIu64 " %" PRIu64 "\n", status.frames, status.lost_frames);
  NEED(aha_engine_release(engine));
  return failures;
}

static int recover(const char *folder) {
  aha_recovery *recovery;
  NEED(aha_recovery_open(folder, &recovery));
  for (uint32_t i = 0; i < aha_recovery_count(recovery); i++) {
    aha_recovered_take take = aha_recovered_take_init();
    char path[4096];
    NEED(aha_recovery_get_take(recovery, i, &take));
    NEED(aha_recovery_copy_path(recovery, i, path, sizeof path, NULL));
    printf("%s %" PRIu64 " %" PRIu64 " %s\n", strrchr(path, '/') + 1, take.frames,
           take.lost_frames, aha_result_name(take.result));
  }
  NEED(aha_recovery_release(recovery));
  return 0;
}

int main(int count, char **arguments) {
  const char *mode = count > 2 ? arguments[1] : "";
  if (strcmp(mode, "record") == 0 && count > 4)
    return record(arguments[2], arguments[3], arguments + 4, count - 4);
  if (strcmp(mode, "long") == 0 && count == 5)
    return record_long(arguments[2], atof(arguments[3]), arguments[4]);
  if (strcmp(mode, "limit") == 0 && count == 4)
    return record_limited(arguments[2], atol(arguments[3]));
  if (strcmp(mode, "recover") == 0) return recover(arguments[2]);
  return 2;
}
