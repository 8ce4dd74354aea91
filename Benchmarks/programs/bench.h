/* bench.h: shared by the measuring programs: a clock, failing, and the list of the eight loops. */
#ifndef BENCH_H
#define BENCH_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BENCH_RATE = 44100, BENCH_BLOCK = 512, BENCH_LOOPS = 8, BENCH_PATH = 4096 };

/** Prints a line and ends the program. A program that does not run is a failure; a slow one is
 * not. */
__attribute__((noreturn, format(printf, 1, 2)))
static inline void bench_fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(1);
}

/** Seconds of a clock: CLOCK_MONOTONIC, or one of the CPU time clocks. */
static inline double bench_seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline double bench_now(void) { return bench_seconds(CLOCK_MONOTONIC); }

/** Processor time of all threads: excludes the time of other programs. */
static inline double bench_cpu(void) { return bench_seconds(CLOCK_PROCESS_CPUTIME_ID); }

/** Path of one of the prepared loops: float WAV, stereo, at BENCH_RATE. */
static inline const char *bench_loop_path(const char *folder, int loop) {
  static char path[BENCH_PATH];
  snprintf(path, sizeof path, "%s/loop%d.wav", folder, loop % BENCH_LOOPS + 1);
  return path;
}

/** Resident memory of this process in bytes. */
static inline int64_t bench_resident_bytes(void) {
  long size = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &size, &resident) != 2) bench_fail("no /proc/self/statm");
  fclose(file);
  return (int64_t)resident * sysconf(_SC_PAGESIZE);
}

#endif /* BENCH_H */
