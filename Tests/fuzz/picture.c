/* The fuzz target of a host's covers: any bytes as a PNG or JPEG, which is looked at and, now and
 * then, scaled. The checksums of a PNG are put right first: hardly anything would get past them. */
#include "decode.h"
#include <aha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 1 << 18, COPY_EVERY = 16 };

static char folder[64], path[96], copy[96];

static void require(int holds, const char *what, aha_result result) {
  if (holds) return;
  fprintf(stderr, "%s: %s: %s\n", what, aha_result_name(result), aha_last_error());
  abort();
}

/* Is it one of the codes that a picture may come to? */
static void expect(aha_result result) {
  switch (result) {
  case AHA_OK:
  case AHA_ERROR_UNSUPPORTED:
  case AHA_ERROR_EMPTY:
  case AHA_ERROR_UNKNOWN_FORMAT:
  case AHA_ERROR_DAMAGED:
  case AHA_ERROR_FORMAT_LIMIT:
  case AHA_ERROR_OUT_OF_MEMORY: break;
  default: require(0, "cover", result);
  }
  require(result == AHA_OK || *aha_last_error(), "no line", result);
}

static void leave(void) {
  unlink(path);
  unlink(copy);
  rmdir(folder);
}

/* A folder in memory where there is one. */
static void find_folder(void) {
  if (*folder) return;
  snprintf(folder, sizeof folder, "/dev/shm/aha-fuzz-XXXXXX");
  if (!mkdtemp(folder)) {
    snprintf(folder, sizeof folder, "/tmp/aha-fuzz-XXXXXX");
    require(mkdtemp(folder) != NULL, "no folder", 0);
  }
  snprintf(path, sizeof path, "%s/image", folder);
  snprintf(copy, sizeof copy, "%s/cover", folder);
  atexit(leave);
}

static uint32_t checksum(const uint8_t *bytes, size_t size) {
  uint32_t sum = 0xFFFFFFFF;
  for (size_t i = 0; i < size; i++) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320 : 0);
  }
  return ~sum;
}

static size_t number(const uint8_t *bytes) {
  return (size_t)bytes[0] << 24 | (size_t)bytes[1] << 16 | (size_t)bytes[2] << 8 | bytes[3];
}

/* Goes from chunk to chunk, as far as they have room. */
static void mend(uint8_t *bytes, size_t size) {
  if (size < 8 || memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) != 0) return;
  for (size_t place = 8; place + 12 <= size;) {
    size_t length = number(bytes + place);
    if (length > size - place - 12) return;
    uint32_t sum = checksum(bytes + place + 4, length + 4);
    for (int i = 0; i < 4; i++) bytes[place + 8 + length + i] = (uint8_t)(sum >> (24 - 8 * i));
    place += length + 12;
  }
}

static void copy_it(const aha_cover_info *seen) {
  aha_cover_info info = aha_cover_info_init();
  aha_result result = aha_cover_copy(path, copy, &info);
  expect(result);
  require(result == AHA_OK || result == AHA_ERROR_OUT_OF_MEMORY, "it was good before", result);
  if (result != AHA_OK) return;
  require(memcmp(seen, &info, sizeof info) == 0, "check and copy differ", 0);
  require(aha_cover_check(copy, &info) == AHA_OK && !info.scaled, "the copy is no cover", 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static uint8_t changed[LONGEST];
  aha_cover_info info = aha_cover_info_init();
  if (size > LONGEST) return 0;
  find_folder();
  if (size) memcpy(changed, bytes, size);
  mend(changed, size);
  FILE *file = fopen(path, "wb");
  require(file && fwrite(changed, 1, size, file) == size, "the file", 0);
  fclose(file);
  aha_result result = aha_cover_check(path, &info);
  expect(result);
  if (result == AHA_OK && checksum(changed, size) % COPY_EVERY == 0) copy_it(&info);
  return 0;
}
