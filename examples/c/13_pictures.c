/* 13_pictures: draws a sound's cover, waveform and spectrogram; and uses your own picture as the
 * cover, unless the picture is refused.
 *   cc 13_pictures.c $(pkg-config --cflags --libs aha) -o 13_pictures
 *   ./13_pictures drums.ogg cover.png waveform.png spectrogram.png [own.png] */
#include <aha.h>
#include <stdio.h>
#include <stdlib.h>

/* A failed call ends the program with its error line. */
static void need(aha_result result, const char *what) {
  if (result >= AHA_OK) return;
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  exit(1);
}

/* The cover that libaha draws: colors follow from the key; title and artist are drawn and stored
 * as texts. */
static void draw_cover(const char *sound, const char *path) {
  aha_piece_info info = aha_piece_info_init();
  aha_piece *piece;
  need(aha_piece_create(&piece), "piece");
  need(aha_piece_set_text(piece, AHA_PIECE_TITLE, "Morning Sun"), "title");
  need(aha_piece_set_text(piece, AHA_PIECE_ARTIST, "Nova & the Lights"), "artist");
  need(aha_tonality_read("F# minor", &info.tonality), "key");
  need(aha_piece_set_info(piece, &info), "piece");
  need(aha_picture_draw_cover(piece, sound, path), path);
  need(aha_piece_release(piece), "piece");
}

/* Your own picture: a PNG of any size, or a JPEG of the right size. */
static void take_cover(const char *image, const char *path) {
  aha_cover_info info = aha_cover_info_init();
  need(aha_picture_copy_cover(image, path, &info), image);
  printf("%s: %u x %u%s\n", image, info.width, info.height, info.is_scaled ? ", scaled" : "");
}

int main(int count, char **arguments) {
  aha_strip_options options = aha_strip_options_init();
  if (count < 5) {
    fprintf(stderr, "usage: %s SOUND COVER.png WAVEFORM.png SPECTROGRAM.png [IMAGE]\n",
            arguments[0]);
    return 1;
  }
  if (count > 5) take_cover(arguments[5], arguments[2]);
  else draw_cover(arguments[1], arguments[2]);
  options.width = 1200;
  options.height = 200;
  options.foreground = 0xFF8C42;
  options.background = 0x1B1B2F;
  need(aha_picture_draw_waveform(arguments[1], arguments[3], &options), arguments[3]);
  need(aha_picture_draw_spectrogram(arguments[1], arguments[4], NULL), arguments[4]);
  printf("%s, %s and %s are drawn\n", arguments[2], arguments[3], arguments[4]);
  return 0;
}
