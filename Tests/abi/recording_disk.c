/* Recorders whose disk, folder or file is not as it should be: see recording_disk.py.
 *   recording_disk limit FILE BYTES    with files limited to so many bytes
 *   recording_disk full FILE           on a disk with less space than the take needs
 *   recording_disk guard FILE          on a disk with 60 MB, which somebody else fills
 *   recording_disk small FILE          on a disk with less than the guard keeps free
 *   recording_disk denied FILE         in a folder that may not be written
 *   recording_disk folder FOLDER       in folders that are removed and moved
 *   recording_disk idle FILE           what a recorder that waits costs */
#include "recording.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

static float block[2 * BLOCK];

static void render(aha_engine *engine, int blocks) {
  for (int i = 0; i < blocks; i++) NEED(aha_engine_render(engine, block, BLOCK));
}

static aha_recorder_status status_of(aha_recorder *recorder) {
  aha_recorder_status status = aha_recorder_status_init();
  NEED(aha_recorder_get_status(recorder, &status));
  return status;
}

/* The recorder's event of that kind: there must be one. */
static aha_event event_of(aha_engine *engine, aha_event_kind kind) {
  aha_event event = aha_event_init(), found = aha_event_init();
  int count = 0;
  while (aha_engine_next_event(engine, &event) == AHA_OK)
    if (event.kind == kind) count++, found = event;
  CHECK(count == 1, "%d events of kind %u", count, kind);
  return found;
}

static uint64_t free_bytes(const char *path) {
  struct statvfs disk;
  if (statvfs(path, &disk) != 0) exit(2);
  return (uint64_t)disk.f_bavail * disk.f_frsize;
}

/* A take that is longer than what there is room for. Prints the frames kept and lost; 3: the guard
 * came first, as it may once a second. */
static int record_full(const char *path) {
  aha_engine *engine = make_engine(RATE, 1);
  play_noise(engine);
  aha_recorder *recorder = record_to(engine, path);
  render(engine, RATE / BLOCK * 20);
  (void)aha_recorder_stop(recorder);
  REFUSED(aha_recorder_wait(recorder, 20000), AHA_ERROR_DISK_FULL, path);
  aha_recorder_status status = status_of(recorder);
  if (status.reason == AHA_RECORDER_REASON_DISK_LOW) return 3;
  CHECK(status.reason == AHA_RECORDER_REASON_DISK_FULL, "reason %u", status.reason);
  CHECK(status.result == AHA_ERROR_DISK_FULL, "result %d", status.result);
  CHECK(status.lost_frames > 0, "nothing was lost");
  CHECK(status.frames + status.lost_frames <= (uint64_t)RATE * 20, "more than was rendered");
  aha_event event = event_of(engine, AHA_EVENT_RECORDER_DISK_FULL);
  CHECK(event.value == (int64_t)status.lost_frames, "the event says %" PRId64, event.value);
  printf("%" PRIu64 " %" PRIu64 "\n", status.frames, status.lost_frames);
  NEED(aha_engine_release(engine));
  return failures;
}

/* A disk that is full is here a file that may not grow. */
static int record_limited(const char *path, long bytes) {
  struct rlimit limit = {(rlim_t)bytes, (rlim_t)bytes};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
  return record_full(path);
}

/* Somebody else leaves 50.3 MB: the guard keeps 50 and has no second to lose. */
static int be_guarded(const char *path) {
  aha_engine *engine = make_engine(RATE, 0);
  aha_recorder *recorder;
  char other[4096];
  play_noise(engine);
  NEED(aha_recorder_create(engine, NULL, path, NULL, NULL, &recorder));
  NEED(aha_recorder_start(recorder));
  render(engine, RATE / BLOCK);
  CHECK(aha_recorder_wait(recorder, 2500) == AHA_PENDING, "ended with room for 20 s");
  snprintf(other, sizeof other, "%s.other", path);
  int file = open(other, O_WRONLY | O_CREAT, 0666);
  uint64_t rest = free_bytes(path) - 50300000;
  CHECK(posix_fallocate(file, 0, (off_t)rest) == 0, "no %" PRIu64 " bytes", rest);
  REFUSED(aha_recorder_wait(recorder, 10000), AHA_ERROR_DISK_FULL, "are to stay so");
  aha_recorder_status status = status_of(recorder);
  CHECK(status.reason == AHA_RECORDER_REASON_DISK_LOW, "reason %u", status.reason);
  CHECK(status.frames == RATE && status.lost_frames == 0,
        "%" PRIu64 " frames, %" PRIu64 " lost", status.frames, status.lost_frames);
  CHECK(free_bytes(path) >= 50000000, "%" PRIu64 " bytes are free", free_bytes(path));
  CHECK(event_of(engine, AHA_EVENT_RECORDER_FINISHED).result == AHA_ERROR_DISK_FULL, "event");
  NEED(aha_engine_release(engine));
  return verdict();
}

static int be_refused(const char *path, aha_result wanted, const char *text) {
  aha_engine *engine = make_engine(RATE, 1);
  aha_recorder *recorder;
  REFUSED(aha_recorder_create(engine, NULL, path, NULL, NULL, &recorder), wanted, text);
  NEED(aha_engine_release(engine));
  return failures;
}

/* A folder with a take in it, after a second of recording in real time. */
static aha_recorder *record_in(aha_engine *engine, const char *folder, uint64_t split) {
  aha_recorder_options options = aha_recorder_options_init();
  aha_recorder *recorder, *other;
  char path[4096];
  options.split_frames = split;
  snprintf(path, sizeof path, "%s/take.wav", folder);
  if (mkdir(folder, 0777) != 0) exit(2);
  NEED(aha_recorder_create(engine, NULL, path, &options, NULL, &recorder));
  REFUSED(aha_recorder_create(engine, NULL, path, &options, NULL, &other), AHA_ERROR_STATE,
          "recorded already");
  NEED(aha_recorder_start(recorder));
  render(engine, RATE / BLOCK);
  while (status_of(recorder).bytes == 0 || (split && status_of(recorder).file_count < 4))
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  return recorder;
}

/* Its folder is gone: it ends by itself, and everything is lost, says status, event and wait. */
static void lose(aha_engine *engine, aha_recorder *recorder, const char *folder) {
  REFUSED(aha_recorder_wait(recorder, 10000), AHA_ERROR_NOT_FOUND, "was removed");
  aha_recorder_status status = status_of(recorder);
  CHECK(status.state == AHA_RECORDER_FINISHED, "state %u", status.state);
  CHECK(status.reason == AHA_RECORDER_REASON_FILE_GONE, "reason %u", status.reason);
  CHECK(status.frames == 0 && status.lost_frames == RATE,
        "%" PRIu64 " frames, %" PRIu64 " lost", status.frames, status.lost_frames);
  aha_event event = event_of(engine, AHA_EVENT_RECORDER_FINISHED);
  CHECK(event.result == AHA_ERROR_NOT_FOUND && event.value == 0, "%d", event.result);
  REFUSED(aha_recorder_stop(recorder), AHA_ERROR_STATE, "ended");
  NEED(aha_recorder_release(recorder));
  render(engine, 10);
  CHECK(access(folder, F_OK) != 0 && errno == ENOENT, "%s is there", folder);
}

static void remove_all(const char *folder) {
  char command[4200];
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  if (system(command) != 0) exit(2);
}

static int lose_folders(const char *folder) {
  char path[4096], moved[4096];
  snprintf(path, sizeof path, "%s/gone", folder);
  snprintf(moved, sizeof moved, "%s/moved", folder);
  aha_engine *engine = make_engine(RATE, 0);
  play_noise(engine);
  aha_recorder *recorder = record_in(engine, path, 0);
  remove_all(path);
  lose(engine, recorder, path);
  recorder = record_in(engine, path, RATE / 4 - 1);
  remove_all(path);
  lose(engine, recorder, path);
  // A take in a folder that was moved is whole, and has its mark still.
  recorder = record_in(engine, path, 0);
  if (rename(path, moved) != 0) exit(2);
  lose(engine, recorder, path);
  aha_recovery *recovery;
  aha_recovered_take take = aha_recovered_take_init();
  NEED(aha_recovery_open(moved, &recovery));
  CHECK(aha_recovery_count(recovery) == 1, "%u takes", aha_recovery_count(recovery));
  NEED(aha_recovery_get_take(recovery, 0, &take));
  CHECK(take.frames == RATE && take.lost_frames == 0, "%" PRIu64 " frames", take.frames);
  NEED(aha_recovery_release(recovery));
  NEED(aha_engine_release(engine));
  snprintf(path, sizeof path, "%s/none/take.wav", folder);
  (void)be_refused(path, AHA_ERROR_NOT_FOUND, path);
  return verdict();
}

static double processor_seconds(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
    + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

/* Percent of a core over three seconds. */
static double load(void) {
  double before = processor_seconds();
  nanosleep(&(struct timespec){3, 0}, NULL);
  return (processor_seconds() - before) / 3 * 100;
}

static int idle(const char *path) {
  aha_engine *engine = make_engine(RATE, 0);
  aha_device_options device = aha_device_options_init();
  aha_recorder_options options = aha_recorder_options_init();
  aha_recorder *recorder;
  aha_device *clock;
  device.id = "null";
  NEED(aha_device_open(engine, &device, &clock));
  NEED(aha_device_start(clock));
  double alone = load();
  options.pre_roll_ms = 10000;
  NEED(aha_recorder_create(engine, NULL, path, &options, NULL, &recorder));
  double armed = load();
  CHECK(status_of(recorder).state == AHA_RECORDER_READY, "state %u", status_of(recorder).state);
  CHECK(armed - alone < 2, "%.2f %% of a core instead of %.2f %%", armed, alone);
  printf("engine with a null device: %.2f %% of a core, with an armed recorder %.2f %%\n", alone,
         armed);
  NEED(aha_engine_release(engine));
  return failures;
}

int main(int count, char **arguments) {
  const char *mode = count > 2 ? arguments[1] : "", *path = count > 2 ? arguments[2] : "";
  if (strcmp(mode, "limit") == 0 && count == 4) return record_limited(path, atol(arguments[3]));
  if (strcmp(mode, "full") == 0) return record_full(path);
  if (strcmp(mode, "guard") == 0) return be_guarded(path);
  if (strcmp(mode, "small") == 0) return be_refused(path, AHA_ERROR_DISK_FULL, "50000000");
  if (strcmp(mode, "denied") == 0) return be_refused(path, AHA_ERROR_ACCESS, path);
  if (strcmp(mode, "folder") == 0) return lose_folders(path);
  if (strcmp(mode, "idle") == 0) return idle(path);
  return 2;
}
