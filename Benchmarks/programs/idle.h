/* Processor use of the process while a device is open and no sound plays. */
#ifndef AHA_BENCH_IDLE_H
#define AHA_BENCH_IDLE_H

#include "../../Tests/devices/server.h"

/* Prints the percent of a core for each of `count` turns of two seconds. */
static void print_idle(int count) {
  pause_ms(500);
  for (int i = 0; i < count; i++) {
    double begin = cpu_seconds(), start = now();
    pause_ms(2000);
    printf("%.3f\n", (cpu_seconds() - begin) / (now() - start) * 100);
  }
}

#endif /* AHA_BENCH_IDLE_H */
