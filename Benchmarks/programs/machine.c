/* machine.c: peak rates of this core: PROGRAM L2_BYTES L3_BYTES LOOP_BYTES. Rates are GB/s on
 * one thread: of bytes read for reading, of bytes copied (each read once and written once) for
 * memcpy. */
#include "bench.h"

enum { CLOCK_TRIES = 2000, READ_CHAINS = 8 };

/* A try is short, so that some tries are undisturbed on a busy machine; all tries together are
 * long. */
static const double seconds_try = 1e-4, seconds_all = 0.25;

typedef uint64_t wide __attribute__((vector_size(32)));

static volatile uint64_t sink;

/* Sums all bytes as 256-bit words, in enough chains to hide the latency of the additions. */
__attribute__((target_clones("avx2", "default")))
static void read_all(const char *memory, size_t size) {
  const wide *words = (const wide *)(const void *)memory;
  wide sums[READ_CHAINS] = {{0}};
  for (size_t i = 0; i + READ_CHAINS <= size / sizeof *words; i += READ_CHAINS) {
#pragma GCC unroll 8
    for (int k = 0; k < READ_CHAINS; k++) sums[k] += words[i + (size_t)k];
  }
  for (int k = 0; k < READ_CHAINS; k++) sink += sums[k][0] + sums[k][1] + sums[k][2] + sums[k][3];
}

static void copy_half(char *memory, size_t size) {
  memcpy(memory, memory + size / 2, size / 2);
  sink += (unsigned char)memory[size / 4];
}

/* Bytes per second of one try, which is at least one pass. */
static double rate_of_try(char *memory, size_t size, int copies) {
  double begin = bench_cpu(), seconds = 0, bytes = 0;
  while (seconds < seconds_try) {
    if (copies) copy_half(memory, size); else read_all(memory, size);
    bytes += (double)(copies ? size / 2 : size);
    seconds = bench_cpu() - begin;
  }
  return bytes / seconds;
}

/* GB/s, the best of many tries: other programs only slow it down. */
static double rate(char *memory, size_t size, int copies) {
  double best = 0, end = bench_cpu() + seconds_all;
  while (bench_cpu() < end) {
    double found = rate_of_try(memory, size, copies);
    if (found > best) best = found;
  }
  return best * 1e-9;
}

/* A chain of dependent additions takes one cycle each on every x86-64 and ARM core. */
static double clock_ghz(void) {
  enum { STEPS = 20000, UNROLLED = 8 };
  double best = 0;
  for (int try = 0; try < CLOCK_TRIES; try++) {
    uint64_t value = 1, step = (uint64_t)try | 1;
    double begin = bench_cpu();
    for (int i = 0; i < STEPS; i++) {
#pragma GCC unroll 8
      for (int k = 0; k < UNROLLED; k++) {
        value += step;
        __asm__ volatile("" : "+r"(value));
      }
    }
    double ghz = (double)STEPS * UNROLLED / (bench_cpu() - begin) * 1e-9;
    if (ghz > best) best = ghz;
    sink += value;
  }
  return best;
}

static size_t whole_pages(const char *bytes) { return (size_t)atoll(bytes) / 4096 * 4096; }

static void print_level(const char *name, char *memory, size_t size) {
  printf("\"%s\": {\"buffer\": %zu, \"read\": %.2f, \"copy\": %.2f}, ", name, size,
         rate(memory, size, 0), rate(memory, size, 1));
}

int main(int argc, char **argv) {
  if (argc != 4) bench_fail("%s L2_BYTES L3_BYTES LOOP_BYTES", argv[0]);
  size_t l2 = whole_pages(argv[1]), l3 = whole_pages(argv[2]), loops = whole_pages(argv[3]);
  size_t size = 8 * l3 > loops ? 8 * l3 : loops;
  char *memory = aligned_alloc(4096, size);
  if (!memory || !l2 || !loops) bench_fail("no memory, or a size of 0");
  memset(memory, 1, size);
  printf("{\"ghz\": %.3f, ", clock_ghz());
  print_level("L2", memory, l2 / 2);
  print_level("L3", memory, l3 / 4);
  print_level("memory", memory, size);
  print_level("loops", memory, loops);
  printf("\"threads\": 1}\n");
  return 0;
}
