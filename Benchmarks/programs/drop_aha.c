/* drop_aha.c: a drop of a file: webdav URL FILE STATE [USER PASSWORD], or s3 URL FILE STATE
 * BUCKET REGION KEY SECRET. Prints the error, or seconds, bytes, and the growth of the peak
 * memory. */
#include <aha.h>
#include <string.h>

#include "online.h"

static aha_destination *destination(aha_client *client, int argc, char **argv) {
  int is_s3 = strcmp(argv[1], "s3") == 0;
  aha_webdav_options webdav = aha_webdav_options_init();
  aha_s3_options s3 = aha_s3_options_init();
  aha_destination *made;
  if (argc > 5) {
    webdav.user = s3.key_id = argv[argc - 2];
    webdav.password = s3.secret = argv[argc - 1];
  }
  s3.endpoint = argv[2];
  if (is_s3) s3.region = argv[6];
  must(is_s3 ? aha_destination_create_s3(client, argv[5], &s3, &made)
             : aha_destination_create_webdav(client, argv[2], &webdav, &made), "destination");
  return made;
}

static int64_t drop(aha_destination *to, const char *file) {
  aha_drop_options options = aha_drop_options_init();
  aha_drop_progress progress = aha_drop_progress_init();
  aha_piece_info info = aha_piece_info_init();
  aha_piece *piece;
  aha_drop *drop;
  aha_job *job;
  options.commit = 1;
  must(aha_piece_create(&piece), "piece");
  must(aha_piece_set_text(piece, AHA_PIECE_TITLE, "Four gigabytes"), "title");
  info.length_us = 60000000;
  must(aha_piece_set_info(piece, &info), "length");
  must(aha_drop_create(to, piece, &options, &drop), "drop");
  must(aha_drop_answer_file(drop, AHA_ASSET_MIX_STEM, file, "audio/wav"), file);
  for (aha_asset asset = AHA_ASSET_PREVIEW; asset <= AHA_ASSET_ATTACHMENT; asset++)
    must(aha_drop_answer_none(drop, asset), "no other file");
  must(aha_drop_start(drop, &job), "start");
  must(aha_job_wait(job, -1), "the drop");
  must(aha_drop_get_progress(drop, &progress), "progress");
  aha_job_release(job);
  aha_drop_release(drop);
  aha_piece_release(piece);
  return progress.bytes_done;
}

int main(int argc, char **argv) {
  if (argc < 5) bench_fail("%s webdav|s3 URL FILE STATE …", argv[0]);
  int64_t before = peak_bytes();
  double begin = bench_now();
  aha_client *client;
  aha_client_options options = aha_client_options_init();
  options.application_id = "bench";
  options.proxy = "";
  options.state_folder = argv[4];
  must(aha_client_create(&options, &client), "client");
  aha_destination *to = destination(client, argc, argv);
  int64_t bytes = drop(to, argv[3]);
  printf("{\"seconds\": %.6f, \"bytes\": %lld, \"memory\": %lld}\n", bench_now() - begin,
         (long long)bytes, (long long)(peak_bytes() - before));
  aha_destination_release(to);
  aha_client_release(client);
  return 0;
}
