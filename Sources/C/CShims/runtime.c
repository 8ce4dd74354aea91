// Replaces functions of Embedded Swift's runtime.
#define _GNU_SOURCE
#include "shims.h"

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

#if defined(__aarch64__)
void *swift_retain_n(void *object, uint32_t count);

// Retains an object whose pointer may have tags; a short string is negative. The weak symbols in
// Swift 6.3's Embedded runtime return the pointer without its tags, but the compiler takes the
// returned register for the argument: strings lose letters and their kind (decision 0095).
void *swift_bridgeObjectRetain_n(void *object, uint32_t count) {
  const uintptr_t plain = (uintptr_t)object & 0x8ffffffffffffff8;
  if ((intptr_t)object >= 0) swift_retain_n((void *)plain, count);
  return object;
}

void *swift_bridgeObjectRetain(void *object) { return swift_bridgeObjectRetain_n(object, 1); }
#endif
#endif
