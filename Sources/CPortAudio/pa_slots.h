// Functions that one loaded library calls, exchanged for it alone.
#ifndef AHA_PA_SLOTS_H
#define AHA_PA_SLOTS_H

#include <stddef.h>

typedef struct pa_slot {
  const char *name;
  void *function;
} pa_slot;

/// What the library calls by these names is ours from now on; `library` is from dlopen with
/// RTLD_NOW. Where the processor or the file is of another kind nothing happens.
void pa_slots_set(void *library, const pa_slot *slots, size_t count);

#endif
