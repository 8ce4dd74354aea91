/* Preloaded: the wall clock jumps an hour forth and back with each call; the monotonic clock is
 * unchanged. Counts libaha's calls. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static atomic_uint looks, looks_of_libaha;

unsigned wall_looks_of_libaha(void) { return looks_of_libaha; }

static long jump(const void *caller) {
  Dl_info where;
  if (dladdr(caller, &where) != 0 && strstr(where.dli_fname, "libaha.so") != NULL)
    looks_of_libaha++;
  return looks++ % 2 == 0 ? 3600 : -3600;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  long result = syscall(SYS_clock_gettime, clock, time);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI)
    time->tv_sec += jump(__builtin_return_address(0));
  return (int)result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  long result = syscall(SYS_gettimeofday, now, zone);
  now->tv_sec += jump(__builtin_return_address(0));
  return (int)result;
}

time_t time(time_t *out) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  now.tv_sec += jump(__builtin_return_address(0));
  if (out != NULL) *out = now.tv_sec;
  return now.tv_sec;
}
