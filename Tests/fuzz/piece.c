/* Fuzz target for pieces: any bytes as a manifest, and as an audio file with tags. libaha must
 * return a code that its header names, and must be able to read its own output again. */
#include "target.h"

enum { LONGEST = 1 << 18, TEXT = 1 << 21 };

/* Whether reading or writing a piece may return this code. */
static aha_result expect(aha_result result, const char *what) {
  require(result >= 0 || *aha_last_error(), "no line", result);
  if (result <= AHA_ERROR_TITLE_EMPTY && result >= AHA_ERROR_TEXT_DIRECTION) return result;
  return ONE_OF(result, what, AHA_OK, AHA_ERROR_UNSUPPORTED, AHA_ERROR_LIMIT, AHA_ERROR_EMPTY,
                AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_DAMAGED, AHA_ERROR_FORMAT_LIMIT,
                AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_OUT_OF_MEMORY);
}

/* All queries of a piece; its manifest if it is valid. */
static int look_at(aha_piece *piece, char *manifest) {
  aha_piece_info info = aha_piece_info_init();
  aha_piece_problem problem = aha_piece_problem_init();
  char text[64];
  uint32_t problems = aha_piece_problem_count(piece, 0), others = aha_piece_based_on_count(piece);
  require(aha_piece_get_info(piece, &info) == AHA_OK, "info", 0);
  for (aha_piece_text which = 0; which <= AHA_PIECE_ATTACHMENT_TYPE; which++)
    expect(aha_piece_copy_text(piece, which, text, sizeof text, NULL), "text");
  for (uint32_t i = 0; i < others; i++)
    expect(aha_piece_copy_based_on(piece, i, text, sizeof text, NULL), "an id");
  for (uint32_t i = 0; i < problems; i++)
    require(aha_piece_problem_get(piece, 0, i, &problem) == AHA_OK && *problem.line, "problem", 0);
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
  const char *audio = write_input("a.wav", bytes, size);
  aha_result result = expect(aha_piece_load_tags(audio, &piece), "tags");
  require((result == AHA_OK) == (piece != NULL), "piece and result differ", result);
  note_way(result, 2);
  if (piece) look_at(piece, first), aha_piece_release(piece);
  result = expect(aha_piece_embed(known_piece(), audio), "embed");
  note_way(result, 3);
  if (result != AHA_OK) return;
  result = aha_piece_load_tags(audio, &piece);
  require(result == AHA_OK, "our embedded piece", result);
  require(look_at(known_piece(), first) && look_at(piece, second), "embedded", 0);
  if (strcmp(first, second)) fprintf(stderr, "%s\n%s\n", first, second);
  require(!strcmp(first, second), "it came back otherwise", 0);
  aha_piece_release(piece);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (size > LONGEST) return 0;
  int is_text = size > 0 && memchr(bytes, '{', size) != NULL;
  if (is_text) read_manifest(bytes, size);
  read_tags(bytes, size);
  return 0;
}
