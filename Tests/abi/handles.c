/* Generations of handles: none is reused, and each loaded copy of the library has its own. */
#include "check.h"

#include <dlfcn.h>

enum { CYCLES = 17 << 20 /* more than a slot's generations */ };

/* Functions of a copy. */
typedef struct {
  aha_result (*create)(const void *, size_t, void *, aha_destroy_fn, aha_stream **);
  aha_result (*retain)(void *);
  aha_result (*release)(void *);
  const char *(*last_error)(void);
} copy;

static const char bytes[4] = {'d', 'a', 't', 'a'};

static void check_stale_forever(void) {
  aha_stream *stale, *made;
  int alive = 0;
  NEED(aha_stream_create_memory(bytes, sizeof bytes, NULL, NULL, &stale));
  NEED(aha_stream_release(stale));
  for (int i = 0; i < CYCLES; i++) {
    NEED(aha_stream_create_memory(bytes, sizeof bytes, NULL, NULL, &made));
    alive += made == stale;
    NEED(aha_stream_release(made));
  }
  CHECK(alive == 0, "a released handle came alive again in %d cycles", CYCLES);
  REFUSED(aha_stream_retain(stale), AHA_ERROR_RELEASED, "released");
}

/* A freed slot is reused after the other free ones. */
static void check_first_in_first_out(void) {
  enum { SLOTS = 64 };
  aha_stream *streams[SLOTS], *made;
  uintptr_t slot_mask = 0xffffff;
  for (int i = 0; i < SLOTS; i++)
    NEED(aha_stream_create_memory(bytes, sizeof bytes, NULL, NULL, &streams[i]));
  for (int i = 0; i < SLOTS; i++) NEED(aha_stream_release(streams[i]));
  NEED(aha_stream_create_memory(bytes, sizeof bytes, NULL, NULL, &made));
  CHECK(((uintptr_t)made & slot_mask) != ((uintptr_t)streams[SLOTS - 1] & slot_mask),
        "the slot that was freed last is used next");
  NEED(aha_stream_release(made));
}

/* The next number of a freed slot, and the first one of a new slot. */
static void check_numbers_to_come(void) {
  aha_stream *made;
  uintptr_t generations = (uintptr_t)0xffffff << 24;
  NEED(aha_stream_create_memory(bytes, sizeof bytes, NULL, NULL, &made));
  uintptr_t unused = (uintptr_t)made + 1;
  uintptr_t next = (uintptr_t)made + ((uintptr_t)1 << 24);
  next = (next & generations) | ((uintptr_t)made & ~generations);
  NEED(aha_stream_release(made));
  REFUSED(aha_stream_retain((aha_stream *)unused), AHA_ERROR_INVALID_HANDLE, "not a handle");
  REFUSED(aha_stream_retain((aha_stream *)next), AHA_ERROR_INVALID_HANDLE, "not a handle");
  REFUSED(aha_stream_retain(made), AHA_ERROR_RELEASED, "released");
}

static copy load(void *library) {
  if (library == NULL) fprintf(stderr, "%s\n", dlerror()), exit(2);
  copy of;
  *(void **)&of.create = dlsym(library, "aha_stream_create_memory");
  *(void **)&of.retain = dlsym(library, "aha_retain");
  *(void **)&of.release = dlsym(library, "aha_release");
  *(void **)&of.last_error = dlsym(library, "aha_last_error");
  return of;
}

static void check_refuses(const copy *theirs, aha_stream *foreign, const char *what) {
  aha_result result = theirs->retain(foreign);
  CHECK(result == AHA_ERROR_INVALID_HANDLE, "%s: %s", what, aha_result_name(result));
  CHECK(strstr(theirs->last_error(), "not a handle") != NULL, "%s", theirs->last_error());
}

/* Both copies have a live stream in their first slots. */
static void check_copies(const copy *theirs, const char *what) {
  aha_stream *ours, *other;
  NEED(aha_stream_create_memory(bytes, sizeof bytes, NULL, NULL, &ours));
  NEED(theirs->create(bytes, sizeof bytes, NULL, NULL, &other));
  check_refuses(theirs, ours, what);
  CHECK(aha_stream_retain(other) < 0, "%s: the first copy takes the second one's handle", what);
  NEED(theirs->release(other));
  NEED(aha_stream_release(ours));
}

int main(int count, char **arguments) {
  if (count != 2) return fprintf(stderr, "usage: handles COPY-OF-LIBRARY\n"), 2;
  check_numbers_to_come();
  copy second = load(dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL));
  copy third = load(dlmopen(LM_ID_NEWLM, arguments[1], RTLD_NOW | RTLD_LOCAL));
  check_copies(&second, "dlopen of a copy");
  check_copies(&third, "dlmopen");
  check_first_in_first_out();
  check_stale_forever();
  return verdict();
}
