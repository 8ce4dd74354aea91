/* The fuzz target of pieces: any bytes as a manifest, and as an audio file with tags. libaha
 * answers with a code that its header names, and reads again what it read or wrote. */
#include "decode.h"
#include <aha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 1 << 18, TEXT = 1 << 21 };

static void require(int holds, const char *what, aha_result result) {
  if (holds) return;
  fprintf(stderr, "%s: %s: %s\n", what, aha_result_name(result), aha_last_error());
  abort();
}

/* Is it one of the codes that reading or writing a piece may come to? */
static aha_result expect(aha_result result, const char *what) {
  switch (result) {
  case AHA_OK:
  case AHA_ERROR_UNSUPPORTED:
  case AHA_ERROR_LIMIT:
  case AHA_ERROR_EMPTY:
  case AHA_ERROR_UNKNOWN_FORMAT:
  case AHA_ERROR_DAMAGED:
  case AHA_ERROR_FORMAT_LIMIT:
  case AHA_ERROR_BUFFER_TOO_SMALL:
  case AHA_ERROR_OUT_OF_MEMORY: break;
  default: require(result <= AHA_ERROR_TITLE_EMPTY && result >= AHA_ERROR_ATTACHMENT, what, result);
  }
  require(result >= 0 || *aha_last_error(), "no line", result);
  return result;
}

/* What libFuzzer is to find new ways of: the library itself is not instrumented. */
__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t ways[4096];

static void note_way(aha_result result, uint32_t way) {
  for (const char *c = result == AHA_OK ? "" : aha_last_error(); *c; c++)
    if (*c < '0' || *c > '9') way = way * 31 + (uint8_t)*c;
  ways[way % sizeof ways]++;
}

static char folder[64], audio[96];

static void leave(void) {
  unlink(audio);
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
  snprintf(audio, sizeof audio, "%s/a.wav", folder);
  atexit(leave);
}

static void write_file(const char *path, const uint8_t *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  require(file && fwrite(bytes, 1, size, file) == size, "the file", 0);
  fclose(file);
}

/* All that can be asked of a piece; its manifest when it is valid. */
static int look_at(aha_piece *piece, char *manifest) {
  aha_piece_info info = aha_piece_info_init();
  aha_piece_problem problem = aha_piece_problem_init();
  char text[64];
  uint32_t problems = aha_piece_problem_count(piece), others = aha_piece_based_on_count(piece);
  require(aha_piece_get_info(piece, &info) == AHA_OK, "info", 0);
  for (aha_piece_text which = 0; which <= AHA_PIECE_ATTACHMENT_TYPE; which++)
    expect(aha_piece_copy_text(piece, which, text, sizeof text, NULL), "text");
  for (uint32_t i = 0; i < others; i++)
    expect(aha_piece_copy_based_on(piece, i, text, sizeof text, NULL), "an id");
  for (uint32_t i = 0; i < problems; i++)
    require(aha_piece_problem_at(piece, i, &problem) == AHA_OK && *problem.line, "problem", 0);
  aha_result result = expect(aha_piece_copy_manifest(piece, manifest, TEXT, NULL), "manifest");
  require((result == AHA_OK) == !problems || result == AHA_ERROR_LIMIT, "valid or not", result);
  note_way(result, problems * 7 + others);
  return result == AHA_OK;
}

static void read_manifest(const uint8_t *bytes, size_t size) {
  static char first[TEXT], second[TEXT];
  aha_piece *piece = NULL, *again = NULL;
  aha_result result = expect(aha_piece_read(bytes, size, &piece), "read");
  require((result == AHA_OK) == (piece != NULL), "piece and result differ", result);
  note_way(result, 1);
  if (piece && look_at(piece, first)) {
    result = aha_piece_read(first, strlen(first), &again);
    require(result == AHA_OK, "our own manifest", result);
    require(look_at(again, second) && !strcmp(first, second), "it came back otherwise", 0);
    aha_piece_release(again);
  }
  if (piece) aha_piece_release(piece);
}

static aha_piece *known_piece(void) {
  static aha_piece *piece;
  if (piece) return piece;
  aha_piece_info info = aha_piece_info_init();
  require(aha_piece_create(&piece) == AHA_OK, "create", 0);
  info.length_us = 50000;
  info.tempo_bpm = 120.5;
  info.loop_end_us = 40000;
  require(aha_tonality_read("F# minor", &info.tonality) == AHA_OK, "key", 0);
  require(aha_piece_set_info(piece, &info) == AHA_OK, "info", 0);
  require(aha_piece_set_text(piece, AHA_PIECE_TITLE, "Known") == AHA_OK, "title", 0);
  return piece;
}

static void read_tags(const uint8_t *bytes, size_t size) {
  static char first[TEXT], second[TEXT];
  aha_piece *piece = NULL;
  write_file(audio, bytes, size);
  aha_result result = expect(aha_piece_load_tags(audio, &piece), "tags");
  require((result == AHA_OK) == (piece != NULL), "piece and result differ", result);
  note_way(result, 2);
  if (piece) look_at(piece, first), aha_piece_release(piece);
  result = expect(aha_piece_embed(known_piece(), audio), "embed");
  note_way(result, 3);
  if (result != AHA_OK) return;
  result = aha_piece_load_tags(audio, &piece);
  require(result == AHA_OK, "what we embedded", result);
  require(look_at(known_piece(), first) && look_at(piece, second), "embedded", 0);
  if (strcmp(first, second)) fprintf(stderr, "%s\n%s\n", first, second);
  require(!strcmp(first, second), "it came back otherwise", 0);
  aha_piece_release(piece);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (size > LONGEST) return 0;
  find_folder();
  int is_text = size > 0 && memchr(bytes, '{', size) != NULL;
  if (is_text) read_manifest(bytes, size);
  read_tags(bytes, size);
  return 0;
}
