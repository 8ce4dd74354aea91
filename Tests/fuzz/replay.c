/* Runs the fuzz target without a fuzzer:
 *   replay FILE…                      runs each file unchanged
 *   replay --mutate COUNT FILE…       runs COUNT mutated variants of each, the same in every run */
#include "decode.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST = (1 << 18) + 64, SECONDS_EACH = 120 };

static char current[1024];
static int inputs;

/* Prints the input's name, then lets the signal end the process. */
static void on_signal(int number) {
  if (write(2, current, strlen(current)) < 0) _exit(1);
  signal(number, SIG_DFL);
  raise(number);
}

static uint32_t random_state;
static uint32_t random_below(uint32_t limit) {
  random_state = random_state * 1664525u + 1013904223u;
  return (uint32_t)(((uint64_t)(random_state >> 8) * limit) >> 24);
}

static void run(const uint8_t *bytes, size_t size, const char *path, int variant) {
  uint8_t *exact = malloc(size ? size : 1); /* so that a read past the end is detected */
  memcpy(exact, bytes, size);
  snprintf(current, sizeof current, "while decoding %s, variant %d\n", path, variant);
  alarm(SECONDS_EACH);
  LLVMFuzzerTestOneInput(exact, size);
  alarm(0);
  free(exact);
  inputs++;
}

/* Changes some bytes, more often near the header, which has the numbers. */
static size_t mutate(uint8_t *bytes, size_t size) {
  static const uint32_t numbers[] = {0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff,
                                     0x80000000, 0xffffffff, 0x10000, 0x40000000};
  for (uint32_t i = 0, edits = 1 + random_below(6); i < edits && size > 8; i++) {
    uint32_t place = random_below(random_below(2) ? (uint32_t)size : 64 < size ? 64 : 8);
    uint32_t number = numbers[random_below(sizeof numbers / sizeof *numbers)];
    size_t width = (size_t)1 << random_below(3);
    switch (random_below(5)) {
    case 0: bytes[place] ^= (uint8_t)(1u << random_below(8)); break;
    case 1: bytes[place] = (uint8_t)random_below(256); break;
    case 2: if (place + width <= size) memcpy(bytes + place, &number, width); break;
    case 3: memmove(bytes + place, bytes + place + 1, size - place - 1), size--; break;
    default: if (random_below(4) == 0) size = place; break;
    }
  }
  return size;
}

static size_t read_whole(const char *path, uint8_t *bytes) {
  FILE *file = fopen(path, "rb");
  if (!file) exit((perror(path), 1));
  size_t size = fread(bytes, 1, LARGEST, file);
  fclose(file);
  return size;
}

static void replay(const char *path, int variants) {
  static uint8_t whole[LARGEST], changed[LARGEST];
  size_t size = read_whole(path, whole);
  random_state = 1;
  if (variants == 0) run(whole, size, path, 0);
  for (int i = 1; i <= variants; i++) {
    memcpy(changed, whole, size);
    run(changed, mutate(changed, size), path, i);
  }
}

int main(int count, char **arguments) {
  int variants = 0, first = 1;
  if (count > 3 && !strcmp(arguments[1], "--mutate")) variants = atoi(arguments[2]), first = 3;
  signal(SIGABRT, on_signal);
  signal(SIGALRM, on_signal);
  signal(SIGILL, on_signal);
  for (int i = first; i < count; i++) replay(arguments[i], variants);
  printf("%d inputs\n", inputs);
  return inputs == 0;
}
