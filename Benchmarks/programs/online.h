/* online.h: what the programs share that measure libaha on a network. */
#ifndef ONLINE_H
#define ONLINE_H

#include <aha.h>
#include <sys/resource.h>

#include "bench.h"

static inline void must(aha_result result, const char *what) {
  if (result < 0) bench_fail("%s: %s", what, aha_last_error());
}

static inline int64_t peak_bytes(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (int64_t)usage.ru_maxrss * 1024;
}

#endif /* ONLINE_H */
