/* What the process spends while a device is open and nothing plays. */
#ifndef AHA_BENCH_IDLE_H
#define AHA_BENCH_IDLE_H

#include "../../Tests/devices/server.h"
#include <sys/resource.h>

static double spent(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

/* Prints the percent of a core for each of `count` turns of two seconds. */
static void print_idle(int count) {
  pause_ms(500);
  for (int i = 0; i < count; i++) {
    double begin = spent(), start = now();
    pause_ms(2000);
    printf("%.3f\n", (spent() - begin) / (now() - start) * 100);
  }
}

#endif /* AHA_BENCH_IDLE_H */
