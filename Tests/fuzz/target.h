/* Shared by the fuzz targets: the report of an impossible answer, and a working folder. */
#ifndef AHA_FUZZ_TARGET_H
#define AHA_FUZZ_TARGET_H

#include "decode.h"
#include <aha.h>
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(*(array)))

/* An impossible answer ends the process, so that the fuzzer keeps the input. */
static inline void require(int holds, const char *what, aha_result result) {
  if (holds) return;
  fprintf(stderr, "%s: %s: %s\n", what, aha_result_name(result), aha_last_error());
  abort();
}

/* Coverage counters for libFuzzer: the library itself is not instrumented. */
__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t ways[4096];

static inline void note_way(aha_result result, uint32_t way) {
  way = way * 31 + (uint32_t)result;
  for (const char *c = result == AHA_OK ? "" : aha_last_error(); *c; c++)
    if (*c < '0' || *c > '9') way = way * 31 + (uint8_t)*c;
  ways[way % sizeof ways]++;
}

/* Ends the process unless the call may return this code. */
static inline aha_result one_of(aha_result result, const aha_result *codes, size_t count,
                                const char *what) {
  for (size_t i = 0; i < count; i++) {
    if (result != codes[i]) continue;
    require(result >= 0 || *aha_last_error(), "no line", result);
    return result;
  }
  require(0, what, result);
  return result;
}
#define ONE_OF(result, what, ...) \
  one_of(result, (const aha_result[]){__VA_ARGS__}, \
         sizeof((const aha_result[]){__VA_ARGS__}) / sizeof(aha_result), what)

static inline int is_signed_in(aha_account *account) {
  aha_account_info info = aha_account_info_init();
  require(aha_account_get_info(account, &info) == AHA_OK, "an account's info", 0);
  return info.is_signed_in != 0;
}

static char state_folder[64];

static inline int take_away(const char *path, const struct stat *status, int kind,
                            struct FTW *place) {
  (void)status, (void)kind;
  return place->level > 0 ? remove(path) : 0;
}

/* Deletes the files of an input, so that the next one does not depend on them. */
static inline void clear_folder(void) { nftw(state_folder, take_away, 8, FTW_DEPTH | FTW_PHYS); }

static inline void leave_folder(void) {
  clear_folder();
  rmdir(state_folder);
}

/* A folder in memory if the system has one. */
static inline void find_folder(void) {
  if (*state_folder) return;
  snprintf(state_folder, sizeof state_folder, "/dev/shm/aha-fuzz-XXXXXX");
  if (!mkdtemp(state_folder)) {
    snprintf(state_folder, sizeof state_folder, "/tmp/aha-fuzz-XXXXXX");
    require(mkdtemp(state_folder) != NULL, "no folder", 0);
  }
  atexit(leave_folder);
}

static inline const char *path_of(const char *name) {
  static char path[600];
  snprintf(path, sizeof path, "%s/%s", state_folder, name);
  return path;
}

static inline size_t count_in(const char *folder) {
  size_t count = 0;
  DIR *entries = opendir(path_of(folder));
  require(entries != NULL, folder, 0);
  while (readdir(entries)) count++;
  closedir(entries);
  return count - 2;
}

/* An input as a file; the path is valid until the folder is cleared. */
static inline const char *write_input(const char *name, const uint8_t *bytes, size_t size) {
  find_folder();
  const char *path = path_of(name);
  FILE *file = fopen(path, "wb");
  require(file && fwrite(bytes, 1, size, file) == size, "the file", 0);
  fclose(file);
  return path;
}

#endif /* AHA_FUZZ_TARGET_H */
