/* Pieces and keys: values out of range, invalid texts. ManifestTests and EmbeddingTests test
 * manifests and files. */
#include "check.h"

static aha_piece *piece;

static aha_result read_it(const char *manifest) {
  aha_piece *made = (void *)&piece;
  aha_result result = aha_piece_read(manifest, strlen(manifest), &made);
  CHECK(result == AHA_OK || made == NULL, "out_piece not NULL");
  if (result == AHA_OK) NEED(aha_piece_release(made));
  return result;
}

static void check_keys(void) {
  char text[8];
  size_t length;
  int32_t semitones = 7;
  aha_tonality key = {0, 0, 0}, other, wrong = {AHA_TONALITY_TONAL, 2, 0}, no_mode = {3, 0, 0};
  NEED(aha_tonality_read("f# harmonic minor", &key));
  INVALID(aha_tonality_copy_text(&no_mode, 0, NULL, 0, NULL), "3");
  REFUSED(aha_tonality_copy_text(&wrong, 0, NULL, 0, NULL), AHA_ERROR_TONALITY, "0x2");
  REFUSED(aha_tonality_copy_text(&key, AHA_TONALITY_TEXT_NAME, text, sizeof text, &length),
          AHA_ERROR_BUFFER_TOO_SMALL, "18");
  CHECK(length == 17 && strcmp(text, "F# harm") == 0, "%zu %s", length, text);
  NEED(aha_tonality_copy_text(&key, AHA_TONALITY_TEXT_CAMELOT, text, sizeof text, NULL));
  CHECK(strcmp(text, "11A") == 0, "%s", text);
  NEED(aha_tonality_get_related(&key, AHA_RELATION_RELATIVE, &other));
  REFUSED(aha_tonality_get_shift(&key, &wrong, &semitones), AHA_ERROR_TONALITY, "root 0");
  NEED(aha_tonality_get_shift(&key, &other, &semitones));
  CHECK(semitones == 3, "%d", semitones);
  key = (aha_tonality){AHA_TONALITY_ATONAL, 0, 0};
  CHECK(aha_tonality_get_shift(&key, &other, &semitones) == AHA_END && semitones == 0, "a shift");
  CHECK(aha_tonality_get_related(&key, 0, &other) == AHA_END && other.mode == 0, "a relation");
}

static void check_texts(void) {
  char text[4];
  NEED(aha_piece_set_text(piece, AHA_PIECE_TITLE, "a \xff title"));
  REFUSED(aha_piece_copy_text(piece, AHA_PIECE_TITLE, text, sizeof text, NULL),
          AHA_ERROR_BUFFER_TOO_SMALL, "12");
  NEED(aha_piece_add_based_on(piece, "x"));
  INVALID(aha_piece_copy_based_on(piece, 1, text, sizeof text, NULL), "1");
  NEED(aha_piece_clear_based_on(piece));
  CHECK(aha_piece_based_on_count(piece) == 0, "still based on something");
}

static void check_numbers(void) {
  aha_piece_problem problem = aha_piece_problem_init();
  aha_piece_info info = aha_piece_info_init();
  info.tonality.mode = 9;
  INVALID(aha_piece_set_info(piece, &info), "9");
  info.length_us = INT64_MIN;
  info.loop_end_us = INT64_MAX;
  info.tempo_bpm = NAN;
  info.beats_per_bar = INT32_MIN;
  info.attachment_bytes = INT64_MAX;
  info.tonality = (aha_tonality){AHA_TONALITY_TONAL, UINT32_MAX, UINT32_MAX};
  NEED(aha_piece_set_info(piece, &info));
  CHECK(aha_piece_problem_count(piece, 0) == 6, "%u problems",
        aha_piece_problem_count(piece, 0));
  NEED(aha_piece_problem_get(piece, 0, 0, &problem));
  CHECK(problem.field == AHA_PIECE_FIELD_LENGTH && problem.code == AHA_ERROR_PIECE_SHORT &&
        strstr(problem.line, "-2562047788:00:54.775808"), "%s", problem.line);
  NEED(aha_piece_problem_get(piece, 0, 1, &problem));
  CHECK(problem.code == AHA_ERROR_TEMPO_LOW && strstr(problem.line, "nan"), "%s", problem.line);
  INVALID(aha_piece_problem_get(piece, 0, 6, &problem), "6");
  CHECK(aha_piece_problem_count(piece, AHA_DESTINATION_ALLIHOOPA) == 6, "the same problems");
  NEED(aha_piece_problem_get(piece, AHA_DESTINATION_ALLIHOOPA, 5, &problem));
  INVALID(aha_piece_problem_get(piece, AHA_DESTINATION_FOLDER, 6, &problem), "6");
  CHECK(aha_piece_problem_count(piece, UINT32_MAX) == 0, "an unknown kind");
  INVALID(aha_piece_fit(piece, 0, NULL), "kind");
  NEED(aha_piece_fit(piece, AHA_DESTINATION_ALLIHOOPA, NULL));
}

static void check_key_changes(void) {
  aha_key_change change = aha_key_change_init();
  aha_piece_info info = aha_piece_info_init();
  info.tonality = (aha_tonality){AHA_TONALITY_TONAL, 2, 0};
  NEED(aha_piece_set_info(piece, &info));
  REFUSED(aha_piece_get_key_change(piece, 0, &change), AHA_ERROR_TONALITY, "root 0");
  info.tonality = (aha_tonality){AHA_TONALITY_ATONAL, 0, 0};
  NEED(aha_piece_set_info(piece, &info));
  change.semitones = 7;
  CHECK(aha_piece_get_key_change(piece, 0, &change) == AHA_END && change.semitones == 0 &&
        change.tuner_scale == 0 && change.tonality.mode == AHA_TONALITY_ATONAL, "a key");
  NEED(aha_tonality_read("D dorian", &info.tonality));
  NEED(aha_piece_set_info(piece, &info));
  NEED(aha_piece_get_key_change(piece, 11, &change));
  CHECK(change.semitones == -3 && change.pitch_cents == -300 && change.tuner_scale == 0x6AD &&
        change.tuner_root == AHA_TUNER_ROOT_B && change.tonality.root == 11, "%d semitones",
        change.semitones);
}

static void check_pictures(void) {
  aha_cover_info info = aha_cover_info_init();
  aha_strip_options options = aha_strip_options_init();
  INVALID(aha_picture_draw_cover(piece, "/etc/passwd", "/etc/passwd"), "itself");
  info.struct_size = 2;
  INVALID(aha_picture_copy_cover("/etc/passwd", NULL, &info), "2");
  options.width = 15;
  INVALID(aha_picture_draw_waveform("/nowhere.wav", "/tmp/a.png", &options), "15");
  options.width = 8192;
  options.height = 8193;
  INVALID(aha_picture_draw_spectrogram("/nowhere.wav", "/tmp/a.png", &options), "8193");
  options.height = 0;
  options.background = AHA_COLOR_BLACK + 1;
  INVALID(aha_picture_draw_spectrogram("/nowhere.wav", "/tmp/a.png", &options), "background");
}

static void check_manifests(void) {
  aha_piece *made;
  REFUSED(aha_piece_read("{}", SIZE_MAX, &made), AHA_ERROR_LIMIT, "18446744073709551615");
  REFUSED(read_it("{"), AHA_ERROR_DAMAGED, "line 1");
  CHECK(read_it("{\"format\":\"libaha-piece\",\"version\":1,\"tempo\":1e9}") == AHA_OK, "refused");
}

int main(void) {
  NEED(aha_piece_create(&piece));
  check_keys();
  check_texts();
  check_numbers();
  check_key_changes();
  check_pictures();
  check_manifests();
  NEED(aha_piece_release(piece));
  return verdict();
}
