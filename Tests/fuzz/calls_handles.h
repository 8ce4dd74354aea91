/* Handles of the call fuzzer: live, stale, and forged ones that libaha never created. */
#ifndef AHA_TEST_CALLS_HANDLES_H
#define AHA_TEST_CALLS_HANDLES_H

#include "calls.h"
#include "nouns.inc"

enum { KEPT = 10, STALE = 32, IDS = 32 };

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static void *live[NOUNS][KEPT], *stale[NOUNS][STALE];
static int live_count[NOUNS];
static uint32_t stale_count[NOUNS];
static aha_id ids[IDS];
static uint32_t id_count;
static char untouched[1]; /* an out parameter must not keep this */

/* Count of kept handles of a noun: with few parents, most children fit each other. */
static int room_for(enum noun noun) {
  int is_parent = noun == NOUN_engine || noun == NOUN_client || noun == NOUN_project ||
                  noun == NOUN_library;
  return is_parent ? 2 : KEPT;
}

static void *any_live(caller *c, enum noun noun) {
  return live_count[noun] == 0 ? NULL : live[noun][below(c, (uint32_t)live_count[noun])];
}

/* A live handle of another noun, passed as one of this noun. */
static void *of_another_noun(caller *c, enum noun noun, int is_forged) {
  enum noun other = (noun + 1 + below(c, NOUNS - 1)) % NOUNS;
  uintptr_t number = (uintptr_t)any_live(c, other), model = (uintptr_t)any_live(c, noun);
  int is_alias = noun == NOUN_chain || other == NOUN_chain; /* a player's or bus's own number */
  if (number == 0 || (is_forged && (model == 0 || is_alias))) return (void *)untouched;
  uintptr_t kinds = (uintptr_t)0xff << 48;
  return (void *)(is_forged ? (number & ~kinds) | (model & kinds) : number);
}

static void *illegal_handle(caller *c, enum noun noun) {
  c->is_illegal = 1;
  switch (below(c, 5)) {
  case 0: return of_another_noun(c, noun, 0);
  case 1:
  case 2: return of_another_noun(c, noun, 1);
  case 3: return (void *)(random_bits(c) | 1); /* not NULL, which may be legal */
  default:
    if (stale_count[noun] == 0) return (void *)untouched;
    /* While another thread releases an engine, its children return this code before they end. */
    c->is_illegal = c->is_alone;
    uint32_t count = stale_count[noun] < STALE ? stale_count[noun] : STALE;
    return stale[noun][below(c, count)];
  }
}

/* A handle for an argument; illegal ones must be refused. */
static void *pick(caller *c, enum noun noun) {
  if (c->is_wild && below(c, 10) == 0) return NULL;
  pthread_mutex_lock(&pool_lock);
  int was_illegal = c->is_illegal;
  void *handle = odd(c) ? illegal_handle(c, noun) : any_live(c, noun);
  pthread_mutex_unlock(&pool_lock);
  c->is_illegal |= was_illegal;
  c->handle_count++;
  c->only_handle = (uintptr_t)handle;
  return handle;
}

/* A live handle for an argument of any kind. */
static void *pick_any(caller *c) {
  pthread_mutex_lock(&pool_lock);
  void *handle = any_live(c, (enum noun)below(c, NOUNS));
  pthread_mutex_unlock(&pool_lock);
  c->handle_count++;
  c->only_handle = (uintptr_t)handle;
  return handle;
}

/* Keeps a handle and releases the one it replaces. */
static void put(caller *c, enum noun noun, void *handle) {
  void *former = NULL;
  pthread_mutex_lock(&pool_lock);
  int place = live_count[noun] < room_for(noun) ? live_count[noun]++
                                                : (int)below(c, (uint32_t)room_for(noun));
  former = live[noun][place];
  live[noun][place] = handle;
  pthread_mutex_unlock(&pool_lock);
  if (former != NULL) (void)aha_release(former);
}

/* A handle that libaha reports as released stays so forever. */
static void forget(void *handle) {
  pthread_mutex_lock(&pool_lock);
  for (int noun = 0; noun < NOUNS; noun++)
    for (int i = 0; i < live_count[noun]; i++) {
      if (live[noun][i] != handle) continue;
      live[noun][i--] = live[noun][--live_count[noun]];
      live[noun][live_count[noun]] = NULL;
      stale[noun][stale_count[noun]++ % STALE] = handle;
    }
  pthread_mutex_unlock(&pool_lock);
}

/* Stores the value of an out parameter. */
static void keep(caller *c, enum noun noun, aha_result result, void *made) {
  if (made == untouched) fault(c, "the out parameter was left alone");
  if (result == AHA_OK && made == NULL) fault(c, "no handle came out");
  if (result < 0 && made != NULL) fault(c, "the out parameter is not NULL after a failure");
  if (made != NULL) put(c, noun, made);
}

static void keep_id(caller *c, aha_id id) {
  (void)c;
  pthread_mutex_lock(&pool_lock);
  ids[id_count++ % IDS] = id;
  pthread_mutex_unlock(&pool_lock);
}

static aha_id an_id(caller *c) {
  uint32_t kind = below(c, 8);
  if (kind == 0) return random_bits(c);
  if (kind == 1) return below(c, 4); /* including the master bus */
  pthread_mutex_lock(&pool_lock);
  uint32_t count = id_count < IDS ? id_count : IDS;
  aha_id id = count == 0 ? 1 : ids[below(c, count)];
  pthread_mutex_unlock(&pool_lock);
  return id;
}

static void release_all(void) {
  for (int noun = 0; noun < NOUNS; noun++)
    for (int i = 0; i < live_count[noun]; i++) (void)aha_release(live[noun][i]);
}

#endif
