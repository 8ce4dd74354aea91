// State that the modules of Swift share: a thread's error line and depth of callbacks, static
// locks, the classes and the root of handles.
#define _GNU_SOURCE // GRND_NONBLOCK
#include "shims.h"

#include "../../../include/aha/version.h"

#include <stdatomic.h>
#include <sys/random.h>

const char *shim_version_text(void) { return AHA_VERSION_TEXT; }

static _Thread_local char error_line[shim_error_line_capacity];
static _Thread_local int callback_depth;

char *shim_error_line(void) { return error_line; }

int *shim_callback_depth(void) { return &callback_depth; }

enum { max_static_locks = 64 };
static pthread_mutex_t static_locks[max_static_locks];
static _Atomic int static_lock_count;

pthread_mutex_t *shim_new_static_lock(void) {
  const int index = static_lock_count++;
  if (index >= max_static_locks) __builtin_trap(); // only code that makes them in a loop gets here
  pthread_mutex_init(&static_locks[index], NULL);
  return &static_locks[index];
}

static void *_Atomic handle_classes[256];

void *shim_handle_class(uint8_t kind) { return handle_classes[kind]; }

bool shim_register_handle_class(uint8_t kind, void *operations) {
  void *none = NULL;
  return atomic_compare_exchange_strong(&handle_classes[kind], &none, operations);
}

static void *_Atomic handle_root;

static _Atomic uint32_t first_generation;

void *shim_handle_root(void) { return handle_root; }

// Fallback without random bytes: the time and an address differ between loaded copies.
static uint32_t random_generation(void) {
  uint32_t drawn;
  if (getrandom(&drawn, sizeof drawn, GRND_NONBLOCK) == sizeof drawn) return drawn;
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint32_t)now.tv_nsec ^ (uint32_t)((uintptr_t)&first_generation >> 12);
}

void shim_set_handle_root(void *root) {
  first_generation = random_generation() & 0xffffff;
  handle_root = root;
}

uint32_t shim_first_generation(void) { return first_generation; }
