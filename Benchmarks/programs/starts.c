/* starts.c: times a process from its start to the CLOCK_MONOTONIC value it prints: COUNT PROGRAM
 * ARGUMENT… Prints milliseconds. */
#include <spawn.h>
#include <sys/wait.h>

#include "bench.h"

extern char **environ;

static double start_once(char **command) {
  posix_spawn_file_actions_t actions;
  int ends[2], status = 0;
  char text[64] = "";
  pid_t child;
  if (pipe(ends) != 0) bench_fail("no pipe");
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  double begin = bench_now();
  if (posix_spawn(&child, command[0], &actions, NULL, command, environ) != 0)
    bench_fail("cannot start %s", command[0]);
  close(ends[1]);
  ssize_t got = read(ends[0], text, sizeof text - 1);
  close(ends[0]);
  posix_spawn_file_actions_destroy(&actions);
  if (waitpid(child, &status, 0) != child || status != 0 || got <= 0)
    bench_fail("%s failed", command[0]);
  return atof(text) - begin;
}

int main(int argc, char **argv) {
  if (argc < 3) bench_fail("%s COUNT PROGRAM ARGUMENT…", argv[0]);
  printf("{\"ms\": [");
  for (int i = 0; i < atoi(argv[1]); i++)
    printf("%s%.4f", i ? ", " : "", 1e3 * start_once(argv + 2));
  printf("]}\n");
  return 0;
}
