#define _GNU_SOURCE  // dladdr
#include <dlfcn.h>
#include <late.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec_module.h"
#include "shims.h"

#define MODULE "libaha-ffmpeg.so"
#define PACKAGE "libaha-ffmpeg"
#define FEATURE "M4A, WMA, Matroska and other formats"

static const codec_module *module;

// Returns 0 if the path does not fit.
static int find_path(char *path, size_t size) {
  const char *folder = secure_getenv("AHA_MODULES");
  if (folder != NULL) return snprintf(path, size, "%s/" MODULE, folder) < (int)size;
  Dl_info own;
  if (dladdr(&module, &own) == 0 || own.dli_fname == NULL) return 0;
  const char *slash = strrchr(own.dli_fname, '/');
  int count = slash == NULL ? 0 : (int)(slash - own.dli_fname) + 1;
  return snprintf(path, size, "%.*saha/" MODULE, count, own.dli_fname) < (int)size;
}

static int is_avutil(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  (void)data;
  return info->dlpi_name != NULL && strstr(info->dlpi_name, "/libavutil.so") != NULL;
}

static const codec_module *load(char *text, size_t size) {
  char path[PATH_MAX];
  if (!find_path(path, sizeof path)) {
    snprintf(text, size, FEATURE " need " MODULE ", whose path is unknown");
    return NULL;
  }
  int is_shared = dl_iterate_phdr(is_avutil, NULL);
  late_component component = {MODULE, PACKAGE, FEATURE, NULL};
  void *handle = late_open(path, &component, text, size);
  if (handle == NULL) return NULL;
  const codec_module *(*table)(uint32_t, int);
  *(void **)&table = dlsym(handle, "aha_codec_module");
  const codec_module *found = table ? table(codec_module_version, is_shared) : NULL;
  if (found != NULL) {
    shim_guard_exit_after_loads();
    return found;
  }
  snprintf(text, size, FEATURE " need " MODULE " of this version of libaha: install the package "
           PACKAGE " of the same version");
  dlclose(handle);
  return NULL;
}

const codec_module *codec_module_load(char *text, size_t size) {
  const codec_module *found = __atomic_load_n(&module, __ATOMIC_ACQUIRE);
  if (found != NULL) return found;
  shim_begin_load();
  found = module != NULL ? module : load(text, size);
  __atomic_store_n(&module, found, __ATOMIC_RELEASE);
  shim_end_load();
  return found;
}

static int load_component(char *text, size_t size) {
  return codec_module_load(text, size) == NULL ? -1 : 0;
}

LATE_COMPONENT(MODULE, PACKAGE, FEATURE, "ffmpeg", "Sounds in M4A and other formats",
               load_component)
