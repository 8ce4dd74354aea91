// Replaces functions that one loaded library calls, for that library alone (its GOT slots).
#ifndef AHA_PA_SLOTS_H
#define AHA_PA_SLOTS_H

#include <stddef.h>

typedef struct pa_slot {
  const char *name;
  void *function;
} pa_slot;

/// From now on the library's calls of these names reach the replacements. `library` is from dlopen
/// with RTLD_NOW. On another processor or file format the call has no effect.
void pa_slots_set(void *library, const pa_slot *slots, size_t count);

#endif
