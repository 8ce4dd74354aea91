/* A host that records until it is killed, and one that recovers its takes: see recording.py.
 *   recording record FOLDER COUNTER NAME…   records all NAMEs in real time
 *   recording long FILE GIGABYTES COUNTER   records as fast as possible
 *   recording recover FOLDER                prints a line for each take found */
#include "recording.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Rendered frames, in a file that outlives this process. */
static volatile uint64_t *open_counter(const char *path) {
  int file = open(path, O_RDWR | O_CREAT, 0666);
  if (file < 0 || ftruncate(file, sizeof(uint64_t)) != 0) exit(2);
  return mmap(NULL, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
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
  return fprintf(stderr, "the test did not kill it\n"), 1;
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

static int recover(const char *folder) {
  aha_recovery *recovery;
  NEED(aha_recovery_open(folder, &recovery));
  for (uint32_t i = 0; i < aha_recovery_count(recovery); i++) {
    aha_recovered_take take = aha_recovered_take_init();
    char path[4096];
    NEED(aha_recovery_get(recovery, i, &take));
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
  if (strcmp(mode, "recover") == 0) return recover(arguments[2]);
  return 2;
}
