#define _GNU_SOURCE // sync_file_range, pthread_setname_np, the GNU strerror_r
#include "shims.h"

#include "../../../include/aha/version.h"

#include <linux/futex.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/syscall.h>

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

const char *shim_version_text(void) { return AHA_VERSION_TEXT; }

void shim_error_text(int error, char *buffer, size_t capacity) {
  char local[128];
  // The GNU form: returns the text, which need not be in the buffer.
  snprintf(buffer, capacity, "%s", strerror_r(error, local, sizeof local));
}

int shim_name_thread(pthread_t thread, const char *name) {
  return pthread_setname_np(thread, name);
}

int shim_start_writeback(int descriptor, int64_t offset, int64_t count) {
  return sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}

// getrandom, not arc4random, so that glibc 2.34 is enough.
int shim_random_bytes(void *bytes, size_t size) {
  unsigned char *next = bytes;
  while (size > 0) {
    ssize_t got = getrandom(next, size, 0);
    if (got < 0 && errno != EINTR) return 0;
    if (got > 0) {
      next += got;
      size -= (size_t)got;
    }
  }
  return 1;
}

#if defined(AHA_EMBEDDED)
// Platform functions that Embedded Swift's standard library calls. Hidden: the version script keeps
// them inside libaha.
void arc4random_buf(void *bytes, size_t size) {
  // Only seeds hash tables: a constant is slow at worst.
  if (!shim_random_bytes(bytes, size)) memset(bytes, 0x5a, size);
}

// Allocates for Swift. The weak symbol in Swift 6.3's Embedded runtime returns NULL without memory,
// and the caller, which does not check, writes to an offset of NULL. This one ends the process
// instead. Blocks of 64 KiB or more are allocated with takeMemory, which reports an error
// (decision 0030).
void *swift_slowAlloc(size_t size, size_t alignment_mask) {
  const size_t alignment = alignment_mask == SIZE_MAX ? 16 : alignment_mask + 1;
  void *memory = NULL;
  if (alignment <= 16) {
    memory = malloc(size > 0 ? size : 1);
  } else if (posix_memalign(&memory, alignment, size) != 0) {
    memory = NULL;
  }
  if (memory == NULL) __builtin_trap();
  return memory;
}

// Frees an object whose init threw before all members were initialized. The weak symbol in Swift
// 6.3's Embedded runtime leaks the memory. No class of libaha has a superclass with stored
// properties, so there is nothing else to release.
void swift_deallocPartialClassInstance(void *object, const void *metadata, size_t size,
                                       size_t alignment_mask) {
  (void)metadata, (void)size, (void)alignment_mask;
  free(object);
}
#endif

void shim_wait_word(const void *word, uint32_t value) {
  shim_begin_wait();
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
  shim_end_wait();
}

void shim_wake_word(const void *word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}
