/* Runs the samples target without a fuzzer, in two processes. If one ends, another one continues
 * after the input at which it ended. */
#include "samples/samples.h"
#include <malloc.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  WORKERS = 2,
  MAX_FAILURES = 20,
  /* Max processor time for an input, and max total time before it counts as a hang. */
  MAX_CPU_SECONDS = 10,
  HANG_SECONDS = 120,
  /* Inputs after which memory has settled, and its max growth from then on. */
  WARM_UP = 1000,
  MAX_GROWTH = 1 << 20
};

void samples_run(source *from);

/* State shared by the processes. */
static struct state {
  _Atomic uint64_t next;
  _Atomic uint64_t last;
  _Atomic uint64_t done;
  uint64_t current[WORKERS];
} *shared;

static time_t deadline;

static void run_seed(uint64_t seed) {
  source from = {seed * 0x2545f4914f6cdd1du, NULL, 0};
  clock_t begin = clock();
  alarm(HANG_SECONDS);
  samples_run(&from);
  alarm(0);
  require(clock() - begin < (clock_t)MAX_CPU_SECONDS * CLOCKS_PER_SEC, "it takes too long");
}

static size_t memory_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

static int is_over(uint64_t seed) {
  return seed > shared->last || (deadline && time(NULL) >= deadline);
}

static void work(int worker) {
  size_t before = 0;
  uint64_t seed;
  for (int count = 0; !is_over(seed = atomic_fetch_add(&shared->next, 1)); count++) {
    shared->current[worker] = seed;
    run_seed(seed);
    atomic_fetch_add(&shared->done, 1);
    if (count == WARM_UP) before = memory_in_use();
    if (count > WARM_UP && count % WARM_UP == 0)
      require(memory_in_use() < before + MAX_GROWTH, "memory grows");
  }
  exit(0);
}

static pid_t start(int worker) {
  pid_t child = fork();
  if (child == 0) work(worker);
  if (child < 0) exit((perror("fork"), 1));
  return child;
}

/* Waits for the processes; returns the count of inputs that ended one. */
static int run_all(void) {
  pid_t children[WORKERS];
  int failures = 0, status, running = WORKERS;
  for (int i = 0; i < WORKERS; i++) children[i] = start(i);
  while (running > 0) {
    pid_t child = wait(&status);
    int worker = child == children[0] ? 0 : 1;
    if (status == 0) {
      running--;
      continue;
    }
    if (WIFSIGNALED(status)) fprintf(stderr, "signal %d: ", WTERMSIG(status));
    fprintf(stderr, "samples --seed %llu\n", (unsigned long long)shared->current[worker]);
    remove_files(child);
    if (++failures == MAX_FAILURES) shared->last = 0;
    children[worker] = start(worker);
  }
  return failures;
}

int main(int count, char **arguments) {
  if (count == 3 && !strcmp(arguments[1], "--seed"))
    return run_seed(strtoull(arguments[2], NULL, 0)), 0;
  int timed = count >= 3 && !strcmp(arguments[1], "--seconds");
  int rest = timed ? 3 : 2;
  if (count < rest || count > rest + 1) return fputs("samples COUNT [FIRST]\n", stderr), 2;
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return perror("mmap"), 1;
  uint64_t first = count > rest ? strtoull(arguments[rest], NULL, 0) : 1;
  shared->next = first;
  if (timed) deadline = time(NULL) + strtol(arguments[2], NULL, 0);
  shared->last = timed ? UINT64_MAX : first + strtoull(arguments[1], NULL, 0) - 1;
  int failures = run_all();
  printf("%llu random sounds from number %llu on, %d failures\n", (unsigned long long)shared->done,
         (unsigned long long)first, failures);
  return failures > 0;
}
