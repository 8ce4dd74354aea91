/* Shared by the parts of the call fuzzer: the calling thread, and the report of a fault. */
#ifndef AHA_TEST_CALLS_H
#define AHA_TEST_CALLS_H

#include <aha.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DRAWN static __attribute__((unused))
#define COUNT_OF(array) (sizeof(array) / sizeof(*(array)))

enum { MAX_FUNCTIONS = 1024, FRAMES = 4096, MAX_CHANNELS = 8, ITEMS = 8, ROOMS = 16, CALLERS = 8 };

/* State that the parent process reads while its child calls. */
typedef struct {
  _Atomic uint64_t calls[CALLERS];
  _Atomic int functions[CALLERS]; /* index in the table; -1 between calls */
  _Atomic uint32_t successes[MAX_FUNCTIONS];
  _Atomic uint64_t spent_us[MAX_FUNCTIONS];
  char fault[512];
} board;

/* A thread that calls. */
typedef struct {
  uint64_t state; /* of the random numbers */
  int number, is_alone;
  int is_wild;    /* this call may have illegal arguments */
  int is_illegal; /* an argument that libaha must refuse: a forged handle, a torn size */
  int handle_count;
  uintptr_t only_handle;
  int place; /* of the function in the table */
  const char *function;
  void *rooms[ROOMS];
  int room_count;
  float frames[FRAMES * MAX_CHANNELS];
} caller;

extern board *shared;

/* SplitMix64. */
static inline uint64_t random_bits(caller *c) {
  uint64_t z = c->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static inline uint32_t below(caller *c, uint32_t limit) {
  return (uint32_t)((random_bits(c) >> 32) * limit >> 32);
}

/* Whether this argument is illegal. */
static inline int odd(caller *c) { return c->is_wild && below(c, 4) == 0; }

/* Ends the process: libaha broke a promise. */
static inline void fault(const caller *c, const char *what) {
  snprintf(shared->fault, sizeof shared->fault, "%s: %s (%s)", c->function, what,
           aha_last_error());
  abort();
}

#endif
