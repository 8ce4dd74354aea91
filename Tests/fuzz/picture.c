/* Fuzz target for a host's covers: any bytes as a PNG or JPEG, which is read and sometimes
 * scaled. Checksums of a PNG are corrected first; otherwise nearly all inputs would fail there. */
#include "target.h"

enum { LONGEST = 1 << 18, COPY_EVERY = 16 };

/* Whether a picture may return this code. */
static void expect(aha_result result) {
  ONE_OF(result, "cover", AHA_OK, AHA_ERROR_UNSUPPORTED, AHA_ERROR_EMPTY, AHA_ERROR_UNKNOWN_FORMAT,
         AHA_ERROR_DAMAGED, AHA_ERROR_FORMAT_LIMIT, AHA_ERROR_OUT_OF_MEMORY);
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

/* Visits all complete chunks. */
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
  char path[96], copy[96];
  snprintf(path, sizeof path, "%s", path_of("image"));
  snprintf(copy, sizeof copy, "%s", path_of("cover"));
  aha_result result = aha_picture_copy_cover(path, copy, &info);
  expect(result);
  require(result == AHA_OK || result == AHA_ERROR_OUT_OF_MEMORY, "it was good before", result);
  if (result != AHA_OK) return;
  require(memcmp(seen, &info, sizeof info) == 0, "check and copy differ", 0);
  require(aha_picture_copy_cover(copy, NULL, &info) == AHA_OK, "the copy is no cover", 0);
  require(!info.scaled, "the copy would be scaled", 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static uint8_t changed[LONGEST];
  aha_cover_info info = aha_cover_info_init();
  if (size > LONGEST) return 0;
  if (size) memcpy(changed, bytes, size);
  mend(changed, size);
  aha_result result = aha_picture_copy_cover(write_input("image", changed, size), NULL, &info);
  expect(result);
  if (result == AHA_OK && checksum(changed, size) % COPY_EVERY == 0) copy_it(&info);
  return 0;
}
