/* Calls every public function with random legal and illegal values: live, stale and forged
 * handles, handles of other kinds, torn structures, NaN, huge numbers and odd texts, on up to 8
 * threads. make_calls.py writes calls.inc from the headers.
 *   calls FOLDER SECONDS [SEED [THREADS CALLS]]    without THREADS: seeds from SEED on
 * Each seed runs in its own process and folder; odd seeds have one thread and replay exactly.
 * CALLS_TRACE prints each call before it is made; CALLS_LIST lists the functions. */
#include "calls_handles.h"
#include "calls_values.h"

#include <dlfcn.h>
#include <errno.h>
#include <ftw.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CALLS_EACH = 3000, HANG_SECONDS = 60, LARGEST_FILE = 32 << 20 };

struct function {
  const char *name;
  void (*call)(caller *c);
  int makes;       /* returns a handle or an id */
  uint32_t one_in; /* one in this many calls is made */
  int is_fallible;
};

board *shared;
static pthread_mutex_t owner_lock = PTHREAD_MUTEX_INITIALIZER; /* of [owner] functions */
static uint64_t seed;
static int thread_count, calls_each;

/* No traffic leaves the machine: no names are resolved, no sound servers are used. */
int connect(int fd, const struct sockaddr *address, socklen_t length) {
  const struct sockaddr_in *four = (const void *)address;
  const struct sockaddr_in6 *six = (const void *)address;
  int is_local = (address->sa_family == AF_INET && ntohl(four->sin_addr.s_addr) >> 24 == 127) ||
                 (address->sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&six->sin6_addr));
  if (is_local) return (int)syscall(SYS_connect, fd, address, length);
  errno = ENETUNREACH;
  return -1;
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                struct addrinfo **found) {
  int (*real_one)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
    (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(
      RTLD_NEXT, "getaddrinfo");
  struct addrinfo numeric = {0};
  if (hints != NULL) numeric = *hints;
  if (node != NULL && strcmp(node, "localhost") != 0) numeric.ai_flags |= AI_NUMERICHOST;
  return real_one(node, service, &numeric, found);
}

/* Checks the promises of every function with a result. */
static void judge(caller *c, aha_result result) {
  if (c->is_illegal && result >= 0) fault(c, "a forged handle or a torn size was accepted");
  if (result >= 0) atomic_fetch_add(&shared->successes[c->place], 1);
  if (strcmp(aha_result_name(result), "AHA_ERROR_UNKNOWN") == 0) fault(c, "an unknown result");
  if (result == AHA_ERROR_RELEASED && c->handle_count == 1) forget((void *)c->only_handle);
}

#include "calls.inc"

static uint64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void call_one(caller *c, int only_makes) {
  int place = (int)below(c, COUNT_OF(functions));
  if (only_makes && !functions[place].makes) return;
  if (below(c, functions[place].one_in) != 0) return;
  c->is_wild = !only_makes && below(c, 10) < 4;
  c->is_illegal = c->handle_count = 0;
  c->function = functions[place].name;
  c->place = place;
  atomic_store(&shared->functions[c->number], place);
  if (getenv("CALLS_TRACE") != NULL) fprintf(stderr, "%d %s\n", c->number, c->function);
  uint64_t begin = now_us();
  functions[place].call(c);
  atomic_fetch_add(&shared->spent_us[place], now_us() - begin);
  atomic_store(&shared->functions[c->number], -1);
  atomic_fetch_add(&shared->calls[c->number], 1);
  while (c->room_count > 0) free(c->rooms[--c->room_count]);
}

static void *run_caller(void *argument) {
  caller *c = argument;
  for (int i = 0; i < calls_each; i++) call_one(c, i % 1000 < 200);
  free(c);
  return NULL;
}

static void make_sound_bytes(void) {
  static const uint8_t head[44] = {
    'R', 'I', 'F', 'F', 36, 32, 0, 0, 'W', 'A', 'V', 'E', 'f', 'm', 't', ' ', 16, 0, 0, 0, 1, 0, 1,
    0, 0x80, 0xbb, 0, 0, 0, 0x77, 1, 0, 2, 0, 16, 0, 'd', 'a', 't', 'a', 0, 32, 0, 0};
  memcpy(sound_bytes, head, sizeof head);
  for (int i = 0; i < FRAMES; i++) sound_bytes[45 + 2 * i] = (uint8_t)(i * 3);
  for (size_t i = 0; i < COUNT_OF(frames_in); i++) frames_in[i] = (float)(i % 100) / 200.0f;
}

/* The child: runs one seed. */
static void run_seed(const char *folder) {
  struct rlimit limit = {LARGEST_FILE, LARGEST_FILE};
  pthread_t threads[CALLERS];
  if (mkdir(folder, 0700) != 0 || chdir(folder) != 0) exit(3);
  if (mkdir("sounds", 0700) != 0 || mkdir("drops", 0700) != 0) exit(3);
  setrlimit(RLIMIT_FSIZE, &limit);
  signal(SIGXFSZ, SIG_IGN);
  make_sound_bytes();
  FILE *tone = fopen("sounds/tone.wav", "wb");
  if (tone == NULL || fwrite(sound_bytes, sizeof sound_bytes, 1, tone) != 1) exit(3);
  fclose(tone);
  for (int i = 0; i < thread_count; i++) {
    caller *c = calloc(1, sizeof *c);
    c->state = seed * 1000003u + (uint64_t)i;
    c->number = i;
    c->is_alone = thread_count == 1;
    if (pthread_create(&threads[i], NULL, run_caller, c) != 0) exit(3);
  }
  for (int i = 0; i < thread_count; i++) pthread_join(threads[i], NULL);
  release_all();
  exit(0);
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place) {
  return (void)info, (void)kind, (void)place, remove(path);
}

static uint64_t calls_done(void) {
  uint64_t done = 0;
  for (int i = 0; i < CALLERS; i++) done += shared->calls[i];
  return done;
}

static int report(const char *what) {
  printf("%s\nseed %llu", what, (unsigned long long)seed);
  for (int i = 0; i < thread_count; i++)
    if (shared->functions[i] >= 0)
      printf("; thread %d in %s", i, functions[shared->functions[i]].name);
  printf("\n%s\nreplay: calls FOLDER 0 %llu %d %d\n", shared->fault, (unsigned long long)seed,
         thread_count, calls_each);
  return 1;
}

/* Waits for the child; kills it if no call returns for HANG_SECONDS. */
static int watch(pid_t child) {
  char what[64];
  int status;
  uint64_t former = 0, still = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    uint64_t done = calls_done();
    still = done == former ? still + 1 : 0;
    former = done;
    if (still < HANG_SECONDS * 50) continue;
    kill(child, SIGABRT);
    waitpid(child, &status, 0);
    return report("no call ended for 60 s");
  }
  if (WIFSIGNALED(status)) {
    snprintf(what, sizeof what, "signal %d", WTERMSIG(status));
    return report(what);
  }
  return WEXITSTATUS(status) == 0 ? 0 : report("the process failed");
}

static int run_process(const char *root) {
  char folder[4096];
  snprintf(folder, sizeof folder, "%s/%llu", root, (unsigned long long)seed);
  for (int i = 0; i < CALLERS; i++) shared->functions[i] = -1, shared->calls[i] = 0;
  fflush(stdout);
  pid_t child = fork();
  if (child < 0) return report("no process");
  if (child == 0) run_seed(folder);
  int failed = watch(child);
  nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  return failed;
}

/* Environment variables that libaha and its libraries read. */
static void make_environment(const char *root) {
  static const char *const homes[] = {"HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME",
                                      "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"};
  for (size_t i = 0; i < COUNT_OF(homes); i++) setenv(homes[i], root, 1);
  setenv("PATH", "/nonexistent", 1); /* no browser, no keyring */
  setenv("JACK_NO_START_SERVER", "1", 1);
}

int main(int count, char **arguments) {
  if (count < 3) return fprintf(stderr, "usage: calls FOLDER SECONDS [SEED [THREADS CALLS]]\n"), 2;
  const char *root = realpath(arguments[1], NULL);
  if (root == NULL) return perror(arguments[1]), 2;
  time_t end = time(NULL) + atoi(arguments[2]);
  uint64_t calls = 0, seeds = 0;
  int is_listed = getenv("CALLS_LIST") != NULL;
  seed = count > 3 ? strtoull(arguments[3], NULL, 10) : (uint64_t)time(NULL);
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return perror("mmap"), 2;
  make_environment(root);
  printf("first seed: %llu\n", (unsigned long long)seed);
  do {
    thread_count = seed % 2 ? 1 : CALLERS;
    calls_each = CALLS_EACH;
    if (count > 5) thread_count = atoi(arguments[4]), calls_each = atoi(arguments[5]);
    if (run_process(root) != 0) return 1;
    calls += calls_done();
    seeds++, seed++;
  } while (time(NULL) < end);
  size_t fallible = 0, succeeded = 0;
  for (size_t i = 0; i < COUNT_OF(functions); i++) {
    fallible += (size_t)functions[i].is_fallible;
    succeeded += functions[i].is_fallible && shared->successes[i] > 0;
    if (is_listed)
      fprintf(stderr, "%10llu us %8u successes %s\n", (unsigned long long)shared->spent_us[i],
              shared->successes[i], functions[i].name);
  }
  printf("%llu calls of %zu functions, %llu seeds; %zu of %zu with a result succeeded\n",
         (unsigned long long)calls, COUNT_OF(functions), (unsigned long long)seeds, succeeded,
         fallible);
  return 0;
}
