/* Recorders on a full disk, and the cost of an idle one: see recording_disk.py.
 * RecorderDiskTests.swift tests missing and refused folders and files.
 *   recording_disk full FILE           on a disk with less space than the take needs
 *   recording_disk guard FILE          on a disk with 60 MB, filled by another process
 *   recording_disk small FILE          on a disk smaller than the guard's reserve
 *   recording_disk idle FILE           cost of an idle recorder */
#include "recording.h"

#include <fcntl.h>
#include <inttypes.h>
#include <sys/resource.h>
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

/* The recorder's event of that kind, which must exist. */
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

/* A take longer than the free space. Prints the kept and lost frames; 3: the guard stopped it
 * first, which it may do once a second. */
static int record_full(const char *path) {
  aha_engine *engine = make_engine(RATE, 1);
  play_noise(engine);
  aha_recorder *recorder = record_to(engine, path);
  render(engine, RATE / BLOCK * 20);
  (void)aha_recorder_stop(recorder, NULL);
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

/* Another process leaves 50.3 MB free: the guard keeps 50 MB and must act at once. */
static int be_guarded(const char *path) {
  aha_engine *engine = make_engine(RATE, 0);
  aha_recorder *recorder;
  char other[4096];
  play_noise(engine);
  NEED(aha_recorder_create(engine, NULL, path, NULL, NULL, &recorder));
  NEED(aha_recorder_start(recorder, NULL));
  render(engine, RATE / BLOCK);
  CHECK(aha_recorder_wait(recorder, 2500) == AHA_PENDING, "ended with room for 20 s");
  snprintf(other, sizeof other, "%s.other", path);
  int file = open(other, O_WRONLY | O_CREAT, 0666);
  uint64_t rest = free_bytes(path) - 50300000;
  CHECK(posix_fallocate(file, 0, (off_t)rest) == 0, "no %" PRIu64 " bytes", rest);
  REFUSED(aha_recorder_wait(recorder, 30000), AHA_ERROR_DISK_FULL, "are to stay so");
  aha_recorder_status status = status_of(recorder);
  CHECK(status.reason == AHA_RECORDER_REASON_DISK_LOW, "reason %u", status.reason);
  CHECK(status.frames == RATE && status.lost_frames == 0,
        "%" PRIu64 " frames, %" PRIu64 " lost", status.frames, status.lost_frames);
  CHECK(free_bytes(path) >= 50000000, "%" PRIu64 " bytes are free", free_bytes(path));
  CHECK(event_of(engine, AHA_EVENT_RECORDER_FINISHED).result == AHA_ERROR_DISK_FULL, "event");
  NEED(aha_engine_release(engine));
  return verdict();
}

static int be_refused(const char *path) {
  aha_engine *engine = make_engine(RATE, 1);
  aha_recorder *recorder;
  REFUSED(aha_recorder_create(engine, NULL, path, NULL, NULL, &recorder), AHA_ERROR_DISK_FULL,
          "50000000");
  NEED(aha_engine_release(engine));
  return failures;
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
  if (strcmp(mode, "full") == 0) return record_full(path);
  if (strcmp(mode, "guard") == 0) return be_guarded(path);
  if (strcmp(mode, "small") == 0) return be_refused(path);
  if (strcmp(mode, "idle") == 0) return idle(path);
  return 2;
}
