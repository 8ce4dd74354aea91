#define _GNU_SOURCE
#include "cli.h"

#include <gnu/libc-version.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/utsname.h>

/* The name in /etc/os-release; "Linux" without one. */
static void copy_distribution(char *text, size_t capacity) {
  char line[256];
  FILE *file = fopen("/etc/os-release", "re");
  snprintf(text, capacity, "Linux");
  while (file && fgets(line, sizeof line, file)) {
    char *name = line + strlen("PRETTY_NAME=");
    if (strncmp(line, "PRETTY_NAME=", strlen("PRETTY_NAME=")) != 0) continue;
    name[strcspn(name, "\n")] = 0;
    if (*name == '"') {
      name++;
      name[strcspn(name, "\"")] = 0;
    }
    snprintf(text, capacity, "%s", name);
  }
  if (file) fclose(file);
}

void cli_copy_system(char *text, size_t capacity) {
  struct utsname kernel;
  char name[256];
  copy_distribution(name, sizeof name);
  if (uname(&kernel) != 0) memset(&kernel, 0, sizeof kernel);
  snprintf(text, capacity, "%s, kernel %s, %s, glibc %s, %ld processors", name, kernel.release,
           kernel.machine, gnu_get_libc_version(), sysconf(_SC_NPROCESSORS_ONLN));
}

int cli_copy_mapped(const char *name, char *text, size_t capacity) {
  char line[4400];
  int is_found = 0;
  FILE *file = fopen("/proc/self/maps", "re");
  while (file && !is_found && fgets(line, sizeof line, file)) {
    char *path = strchr(line, '/'), *base = path ? strrchr(path, '/') + 1 : NULL;
    if (!base || strncmp(base, name, strlen(name)) != 0) continue;
    path[strcspn(path, "\n")] = 0;
    snprintf(text, capacity, "%s", path);
    is_found = 1;
  }
  if (file) fclose(file);
  return is_found;
}

cli_limits cli_get_limits(void) {
  const int kinds[] = {RLIMIT_RTPRIO, RLIMIT_MEMLOCK, RLIMIT_NOFILE};
  struct rlimit limit;
  int64_t values[3];
  for (int i = 0; i < 3; i++) {
    int error = getrlimit((__rlimit_resource_t)kinds[i], &limit);
    values[i] = error ? 0 : limit.rlim_cur == RLIM_INFINITY ? -1 : (int64_t)limit.rlim_cur;
  }
  return (cli_limits){values[0], values[1], values[2]};
}

int cli_may_be_realtime(void) {
  struct sched_param before, lowest = {.sched_priority = 1};
  int policy = sched_getscheduler(0);
  if (policy < 0 || sched_getparam(0, &before) != 0) return 0;
  if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &lowest) != 0) return 0;
  sched_setscheduler(0, policy, &before);
  return 1;
}

int cli_is_in_path(const char *program) {
  char file[4096];
  const char *folder = getenv("PATH");
  while (folder && *folder) {
    size_t length = strcspn(folder, ":");
    snprintf(file, sizeof file, "%.*s/%s", (int)length, folder, program);
    if (access(file, X_OK) == 0) return 1;
    folder += length + (folder[length] == ':');
  }
  return 0;
}
