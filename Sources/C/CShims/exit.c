// The end of the process while libaha works: docs/decisions/0055-threads-park-at-exit.md.
#define _GNU_SOURCE // dl_iterate_phdr, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
#include "shims.h"

#include "late.h"

#include <link.h>

enum { working, finishing, ended };

static _Atomic int phase;
// Threads of libaha that neither wait nor have ended, and calls of other threads into code that may
// not run at the end.
static _Atomic int busy;
// Threads that complete their work at the end.
static _Atomic int finishers;
static _Thread_local int is_ours, is_finisher;

bool shim_has_ended(void) { return phase == ended; }

bool shim_must_finish(void) { return phase != working; }

// Waits until the process ends. Every signal that a process receives goes to another thread.
static _Noreturn void park(void) {
  busy--;
  for (;;) pause();
}

void shim_park_at_end(void) {
  if (phase == ended && is_ours) park();
}

void shim_begin_wait(void) { busy -= is_ours; }

void shim_end_wait(void) {
  busy += is_ours;
  shim_park_at_end();
}

// Releases the mutex before it parks, for threads of the host that still run.
static void end_wait_with(pthread_mutex_t *mutex) {
  busy += is_ours;
  if (phase != ended || !is_ours) return;
  pthread_mutex_unlock(mutex);
  park();
}

void shim_lock(pthread_mutex_t *mutex) {
  if (pthread_mutex_trylock(mutex) == 0) return;
  shim_begin_wait();
  pthread_mutex_lock(mutex);
  end_wait_with(mutex);
}

int shim_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline) {
  shim_begin_wait();
  int result = deadline ? pthread_cond_timedwait(condition, mutex, deadline)
                        : pthread_cond_wait(condition, mutex);
  end_wait_with(mutex);
  return result;
}

bool shim_begin_call(void) {
  busy++;
  if (phase != ended) return true;
  busy--;
  return false;
}

void shim_end_call(void) { busy--; }

void shim_begin_finisher(void) {
  is_finisher = 1;
  finishers++;
}

void shim_end_finisher(void) {
  is_finisher = 0;
  finishers--;
}

// MARK: Loads of libraries

// exit() takes the lock of the exit handlers, and so does each load or unload of a library. A child
// of fork that exits would wait forever if another thread had it at the fork; so fork waits for
// this lock. Recursive: a library may fork while it is loaded.
static pthread_mutex_t load_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static _Thread_local int fork_holds_loads;

enum { fork_limit_s = 5 };

// The wait has a limit: before glibc 2.36, fork has a lock here that pthread_atfork takes, and a
// constructor of a library may call that during its load. After the limit, a child may hang.
static void begin_fork(void) {
  struct timespec deadline;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += fork_limit_s;
  shim_begin_wait();
  fork_holds_loads = pthread_mutex_clocklock(&load_lock, CLOCK_MONOTONIC, &deadline) == 0;
  if (fork_holds_loads) end_wait_with(&load_lock);
  else shim_end_wait();
}

static void end_fork(void) {
  if (fork_holds_loads) pthread_mutex_unlock(&load_lock);
}

// The owner of the lock, a thread of the parent, is unknown in the child.
static void renew_loads(void) {
  load_lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
}

static void guard_forks(void) { pthread_atfork(begin_fork, end_fork, renew_loads); }

void shim_begin_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, guard_forks);
  shim_lock(&load_lock);
}

void shim_end_load(void) { pthread_mutex_unlock(&load_lock); }

// MARK: The exit handler

static int64_t monotonic_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Waits until the count is `own`, the share of the calling thread.
static void wait_for(_Atomic int *count, int own, int limit_ms) {
  const int64_t deadline = monotonic_ms() + limit_ms;
  const struct timespec nap = {0, 200000};
  while (*count > own && monotonic_ms() < deadline) nanosleep(&nap, NULL);
}

enum { finish_limit_ms = 5000, park_limit_ms = 1000 };

// Runs once; the other registrations find that the process has ended.
static void end(void) {
  if (phase != working) return;
  phase = finishing;
  wait_for(&finishers, is_finisher, finish_limit_ms);
  phase = ended;
  late_end();
  wait_for(&busy, is_ours, park_limit_ms);
}

void shim_guard_exit(void) {
  if (phase != working) return;
  shim_begin_load();
  atexit(end);
  shim_end_load();
}

static int store_loads(struct dl_phdr_info *info, size_t size, void *loads) {
  (void)size;
  *(unsigned long long *)loads = info->dlpi_adds;
  return 1;
}

void shim_guard_exit_after_loads(void) {
  static _Atomic unsigned long long known;
  unsigned long long loads = 0;
  dl_iterate_phdr(store_loads, &loads);
  if (known == loads) return;
  known = loads;
  shim_guard_exit();
}

// MARK: Threads

// A child of fork has no thread but the calling one.
static void count_in_child(void) {
  busy = is_ours;
  finishers = is_finisher;
}

static void count_in_children(void) { pthread_atfork(NULL, NULL, count_in_child); }

typedef struct thread_start {
  void *(*body)(void *);
  void *context;
} thread_start;

static void *run(void *data) {
  thread_start start = *(thread_start *)data;
  free(data);
  is_ours = 1;
  void *result = start.body(start.context);
  busy--;
  return result;
}

// All signals that a process receives from others. A fault of the thread itself raises one of the
// exceptions, whose handler is the host's crash reporter.
static void fill_asynchronous(sigset_t *set) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
  sigfillset(set);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(set, faults[i]);
}

static int create(pthread_t *thread, thread_start *start) {
  sigset_t blocked, before;
  fill_asynchronous(&blocked);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  int failure = pthread_create(thread, NULL, run, start);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return failure;
}

int shim_start_thread(pthread_t *thread, void *(*body)(void *), void *context) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, count_in_children);
  shim_guard_exit_after_loads();
  thread_start *start = malloc(sizeof *start);
  if (start == NULL) return ENOMEM;
  *start = (thread_start){body, context};
  int failure = ECANCELED;
  if (shim_begin_call()) {
    failure = create(thread, start);
    if (failure == 0) return 0;
    shim_end_call();
  }
  free(start);
  return failure;
}
