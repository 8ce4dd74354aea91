/* library_load.c: dlopen of one library whose dependencies DEP… are loaded: PROGRAM COUNT
 * LIBRARY DEP…
 *
 * A library may refuse to be unloaded, so every load happens in a new child, forked after the
 * dependencies were loaded. Prints nanoseconds, and the memory growth of the last one in bytes. */
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "bench.h"

static void open_library(const char *name) {
  if (!dlopen(name, RTLD_NOW | RTLD_GLOBAL)) bench_fail("dlopen: %s", dlerror());
}

typedef struct load {
  double seconds;
  int64_t growth;
} load;

static void load_once(const char *library, load *found) {
  int status = 0;
  pid_t child = fork();
  if (child == 0) {
    int64_t resident = bench_resident_bytes();
    double begin = bench_now();
    open_library(library);
    found->seconds = bench_now() - begin;
    found->growth = bench_resident_bytes() - resident;
    _exit(0);
  }
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) bench_fail("child failed");
}

int main(int argc, char **argv) {
  if (argc < 3) bench_fail("%s COUNT LIBRARY DEPENDENCY…", argv[0]);
  load *found = mmap(NULL, sizeof *found, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                     -1, 0);
  if (found == MAP_FAILED) bench_fail("no memory");
  for (int i = 3; i < argc; i++) open_library(argv[i]);
  printf("{\"ns\": [");
  for (int i = 0; i < atoi(argv[1]); i++) {
    load_once(argv[2], found);
    printf("%s%.0f", i ? ", " : "", 1e9 * found->seconds);
    fflush(stdout);
  }
  printf("], \"bytes\": %lld}\n", (long long)found->growth);
  return 0;
}
