/* 12_piece: describes a finished piece, writes the description into its file, where other programs
 * show it too, and reads it back. Lists all problems of an invalid description.
 *   cc 12_piece.c $(pkg-config --cflags --libs aha) -o 12_piece
 *   ./12_piece song.flac "A title" "F# minor" */
#include <aha.h>
#include <stdio.h>

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

/* Length of a file in microseconds. */
static aha_result measure(const char *path, int64_t *length_us) {
  aha_engine *engine;
  aha_sound *sound;
  aha_sound_info info = aha_sound_info_init();
  aha_result result = aha_engine_create(NULL, &engine);
  if (result != AHA_OK) return result;
  if ((result = aha_sound_load(engine, path, NULL, &sound)) == AHA_OK)
    result = aha_sound_get_info(sound, &info);
  *length_us = (int64_t)(info.seconds * 1e6);
  aha_engine_release(engine);
  return result;
}

static aha_result describe(aha_piece *piece, char **arguments) {
  aha_piece_info info = aha_piece_info_init();
  aha_result result;
  info.tempo_bpm = 120;
  if ((result = measure(arguments[1], &info.length_us)) != AHA_OK ||
      (result = aha_tonality_read(arguments[3], &info.tonality)) != AHA_OK ||
      (result = aha_piece_set_text(piece, AHA_PIECE_TITLE, arguments[2])) != AHA_OK)
    return result;
  return aha_piece_set_info(piece, &info);
}

static void tell_problems(aha_piece *piece) {
  aha_piece_problem problem = aha_piece_problem_init();
  for (uint32_t i = 0; i < aha_piece_problem_count(piece, 0); i++)
    if (aha_piece_problem_get(piece, 0, i, &problem) == AHA_OK)
      printf("%s: %s\n", aha_result_name(problem.code), problem.line);
}

int main(int count, char **arguments) {
  aha_piece *piece, *found;
  aha_piece_info info = aha_piece_info_init();
  char title[256], key[32];
  if (count != 4) return fprintf(stderr, "usage: %s FILE TITLE KEY\n", arguments[0]), 2;
  if (aha_piece_create(&piece) != AHA_OK) return failed("piece");
  if (describe(piece, arguments) != AHA_OK) return failed(arguments[1]);
  tell_problems(piece);
  if (aha_piece_embed(piece, arguments[1]) != AHA_OK) return failed(arguments[1]);
  aha_piece_release(piece);

  if (aha_piece_load_tags(arguments[1], &found) != AHA_OK) return failed(arguments[1]);
  aha_piece_copy_text(found, AHA_PIECE_TITLE, title, sizeof title, NULL);
  aha_piece_get_info(found, &info);
  aha_tonality_copy_text(&info.tonality, AHA_TONALITY_TEXT_NAME, key, sizeof key, NULL);
  printf("%s: %.1f s in %s at %g BPM\n", title, (double)info.length_us / 1e6, key, info.tempo_bpm);
  aha_piece_release(found);
  return 0;
}
