#define _GNU_SOURCE  // O_PATH
#include "late.h"

#include "shims.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The linker defines these two; the section between them has one entry per LATE_COMPONENT.
extern const late_component __start_late_components[] __attribute__((weak, visibility("hidden")));
extern const late_component __stop_late_components[] __attribute__((weak, visibility("hidden")));

size_t late_component_count(void) {
  return (size_t)(__stop_late_components - __start_late_components);
}

const late_component *late_component_at(size_t index) { return &__start_late_components[index]; }

void *late_missing(void) { return NULL; }

// Libraries with exit handlers. A list without a lock, for the exit handler.
static late_library *_Atomic started;

static void *ended(void) {
  shim_park_at_end();
  return NULL;
}

void late_end(void) {
  for (late_library *library = started; library != NULL; library = library->next) {
    for (size_t i = 0; i < library->function_count; i++)
      __atomic_store_n(library->functions[i].slot, (void *)ended, __ATOMIC_RELEASE);
  }
}

// Looks up all targets before it writes the first slot, so that a failure changes nothing.
static int fill(late_library *library, void *handle, char *text, size_t size) {
  for (size_t i = 0; i < library->function_count; i++) {
    if (dlsym(handle, library->functions[i].name) != NULL) continue;
    snprintf(text, size, "%s need %s from %s, which has none: install a newer package %s",
             library->feature, library->functions[i].name, library->soname, library->package);
    return -1;
  }
  for (size_t i = 0; i < library->function_count; i++) {
    void *target = dlsym(handle, library->functions[i].name);
    __atomic_store_n(library->functions[i].slot, target, __ATOMIC_RELEASE);
  }
  return 0;
}

// Initializes the library now, because its exit handlers must be registered before ours.
static int start(late_library *library, int was_loaded, char *text, size_t size) {
  if (library->start == NULL) {
    shim_guard_exit_after_loads();
    return 0;
  }
  if (library->start(was_loaded) != 0) {
    snprintf(text, size, "%s need %s, which cannot start", library->feature, library->soname);
    return -1;
  }
  library->next = started;
  started = library;
  shim_guard_exit();
  if (shim_has_ended()) late_end();
  return 0;
}

// Whether the process can open some files more.
static int has_descriptors(void) {
  enum { COUNT = 8 };
  int opened[COUNT], count = 0, is_full = 0;
  while (count < COUNT && !is_full) {
    int descriptor = open("/", O_PATH | O_CLOEXEC);
    if (descriptor < 0) {
      if (errno != EMFILE && errno != ENFILE) break;
      is_full = 1;
    } else {
      opened[count++] = descriptor;
    }
  }
  while (count > 0) close(opened[--count]);
  return !is_full;
}

void *late_open(const char *path, const late_component *component, char *text, size_t size) {
  // libgcrypt, below many libraries, aborts if its constructor can open no file.
  if (!has_descriptors()) {
    snprintf(text, size, "%s need %s, which cannot be loaded: too many open files",
             component->feature, component->soname);
    return NULL;
  }
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle != NULL) return handle;
  const char *reason = dlerror();
  snprintf(text, size, "%s need %s, which cannot be loaded: install the package %s (%s)",
           component->feature, component->soname, component->package,
           reason ? reason : "no reason");
  return NULL;
}

static int load(late_library *library, char *text, size_t size) {
  void *others = dlopen(library->soname, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  if (others != NULL) dlclose(others);
  late_component component = {library->soname, library->package, library->feature, NULL};
  void *handle = late_open(library->soname, &component, text, size);
  if (handle == NULL) return -1;
  if (fill(library, handle, text, size) != 0) {
    dlclose(handle);
    return -1;
  }
  if (start(library, others != NULL, text, size) != 0) return -1;
  __atomic_store_n(&library->handle, handle, __ATOMIC_RELEASE);
  return 0;
}

int late_load(late_library *library, char *text, size_t size) {
  if (__atomic_load_n(&library->handle, __ATOMIC_ACQUIRE) != NULL) return 0;
  shim_begin_load();
  int result = library->handle != NULL ? 0 : load(library, text, size);
  shim_end_load();
  return result;
}
