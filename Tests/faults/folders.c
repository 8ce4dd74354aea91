/* Content of folders. */
#include "faults.h"

#include <dirent.h>
#include <ftw.h>
#include <fnmatch.h>
#include <sys/stat.h>

static folder_marks *walked;
static const char *walked_pattern;

static uint64_t hash_of(const char *path) {
  uint64_t hash = 14695981039346656037u;
  FILE *file = fopen(path, "r");
  for (int byte; file && (byte = getc(file)) != EOF;)
    hash = (hash ^ (unsigned)byte) * 1099511628211u;
  if (file) fclose(file);
  return hash;
}

static int mark_file(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status;
  if (kind != FTW_F || walked->count == MAX_FILES) return 0;
  const char *name = path + place->base;
  if (walked_pattern && fnmatch(walked_pattern, name, FNM_EXTMATCH) == 0) return 0;
  file_mark *mark = &walked->files[walked->count++];
  snprintf(mark->name, sizeof mark->name, "%s", path);
  mark->hash = hash_of(path);
  return 0;
}

void mark_folder(const char *folder, const char *except, folder_marks *marks) {
  marks->count = 0;
  walked = marks;
  walked_pattern = except;
  nftw(folder, mark_file, 16, FTW_PHYS);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)kind, (void)place;
  return remove(path);
}

const file_mark *find_mark(const folder_marks *marks, const char *name) {
  for (int i = 0; i < marks->count; i++)
    if (strcmp(marks->files[i].name, name) == 0) return &marks->files[i];
  return NULL;
}

void remove_folder(const char *folder) { nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

int count_entries(const char *folder) {
  int count = 0;
  DIR *directory = opendir(folder);
  while (directory && readdir(directory)) count++;
  if (directory) closedir(directory);
  return count - 2;
}
