/* Embeds a piece into audio files, and writes its manifest beside the first: piece_seed MANIFEST
 * AUDIO… */
#include "../abi/check.h"

int main(int count, char **arguments) {
  aha_piece *piece;
  aha_piece_info info = aha_piece_info_init();
  if (count < 3) return 2;
  NEED(aha_piece_create(&piece));
  NEED(aha_piece_set_text(piece, AHA_PIECE_TITLE, "Stra\xc3\x9f" "e"));
  NEED(aha_piece_set_text(piece, AHA_PIECE_ARTIST, "Ada"));
  NEED(aha_piece_set_text(piece, AHA_PIECE_DESCRIPTION, "A line"));
  NEED(aha_piece_set_text(piece, AHA_PIECE_ATTACHMENT_TYPE, "application/figure"));
  info.length_us = 50000;
  info.loop_begin_us = 10000;
  info.loop_end_us = 40000;
  info.tempo_bpm = 120.125;
  info.beats_per_bar = 7;
  info.beat_unit = 8;
  info.attachment_bytes = 12;
  info.is_unlisted = 1;
  NEED(aha_tonality_read("F# harmonic minor", &info.tonality));
  NEED(aha_piece_set_info(piece, &info));
  NEED(aha_piece_add_based_on(piece, "EuDvfMsz"));
  NEED(aha_piece_save(piece, arguments[1]));
  for (int i = 2; i < count; i++) NEED(aha_piece_embed(piece, arguments[i]));
  NEED(aha_piece_release(piece));
  return 0;
}
