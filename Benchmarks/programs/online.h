/* online.h: shared by the programs that measure libaha on a network. */
#ifndef ONLINE_H
#define ONLINE_H

#include <aha.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static inline void must(aha_result result, const char *what) {
  if (result < 0) bench_fail("%s: %s", what, aha_last_error());
}

static inline int64_t peak_bytes(void) {
  // Not getrusage: its peak includes that of the parent process.
  char line[256];
  int64_t kilobytes = -1;
  FILE *status = fopen("/proc/self/status", "r");
  while (status != NULL && fgets(line, sizeof line, status) != NULL)
    if (strncmp(line, "VmHWM:", 6) == 0) kilobytes = strtoll(line + 6, NULL, 10);
  if (status != NULL) fclose(status);
  if (kilobytes < 0) bench_fail("no peak of memory in /proc/self/status");
  return kilobytes * 1024;
}

#endif /* ONLINE_H */
