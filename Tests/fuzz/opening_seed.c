/* Drops a piece into a folder, as a seed for openings: opening_seed FOLDER AUDIO PICTURE */
#include "../abi/check.h"

static aha_piece *make_piece(void) {
  aha_piece *piece;
  aha_piece_info info = aha_piece_info_init();
  NEED(aha_piece_create(&piece));
  NEED(aha_piece_set_text(piece, AHA_PIECE_TITLE, "Stra\xc3\x9f" "e"));
  info.length_us = 2000000;
  info.tempo_bpm = 120.125;
  NEED(aha_piece_set_info(piece, &info));
  return piece;
}

int main(int count, char **arguments) {
  aha_client *client;
  aha_destination *destination;
  aha_drop *drop;
  aha_job *job;
  aha_client_options who = aha_client_options_init();
  aha_folder_options where = aha_folder_options_init();
  aha_drop_options how = aha_drop_options_init();
  if (count < 4) return 2;
  who.application_id = "fuzz";
  who.state_folder = arguments[1];
  where.public_url = "https://pieces.example/";
  how.commit = 1;
  aha_piece *piece = make_piece();
  NEED(aha_client_create(&who, &client));
  NEED(aha_destination_create_folder(client, arguments[1], &where, &destination));
  NEED(aha_drop_create(destination, piece, &how, &drop));
  NEED(aha_drop_answer_file(drop, AHA_ASSET_MIX_STEM, arguments[2], NULL));
  NEED(aha_drop_answer_file(drop, AHA_ASSET_COVER, arguments[3], NULL));
  NEED(aha_drop_answer_none(drop, AHA_ASSET_PREVIEW));
  NEED(aha_drop_answer_none(drop, AHA_ASSET_ATTACHMENT));
  NEED(aha_drop_start(drop, &job));
  NEED(aha_job_wait(job, -1));
  NEED(aha_job_release(job));
  NEED(aha_drop_release(drop));
  NEED(aha_destination_release(destination));
  NEED(aha_client_release(client));
  NEED(aha_piece_release(piece));
  return 0;
}
