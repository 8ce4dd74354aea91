/* Shared by the fuzz targets with the server of server.c: its address, waits for jobs that talk to
 * it, and the smallest drop. */
#ifndef AHA_FUZZ_SERVED_H
#define AHA_FUZZ_SERVED_H

#include "online.h"
#include "server.h"

enum { REST_MS = 250, MAX_RESTS = 40 };

/* URL of the server, which is also the proxy. */
static char here[40];
static aha_client *client;
static aha_result result;

static inline void start_server(void) {
  if (!*here) snprintf(here, sizeof here, "http://127.0.0.1:%u", server_start());
}

/* Waits a short time for a job and returns its result. Jobs that pause between two retries
 * without a request are not waited for. */
static inline int ends(aha_job *job, aha_result *at_end) {
  int asked = -1;
  for (int rests = 0; rests < MAX_RESTS; rests++) {
    *at_end = aha_job_wait(job, REST_MS);
    if (*at_end != AHA_PENDING) return 1;
    if (server_count() == asked) return 0;
    asked = server_count();
  }
  return 0;
}

/* 44 bytes of header, and 16 samples. */
static const char sound[76] =
    "RIFF\x44\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x80\xbb\0\0\0\x77\1\0\2\0\x10\0data\x20\0\0\0";
/* 640 x 640, so that libaha draws none. */
static const char cover[] =
    "\211PNG\15\12\32\12\0\0\0\15IHDR\0\0\2\200\0\0\2\200\1\0\0\0\0$\266\364\216\0\0\0HIDATx\332"
    "\355\301\1\1\0\0\0\202\40\377\257nH@\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0|\31\312\200\0\1`<\313\210\0\0\0\0IEND\256B`\202";

static inline aha_piece *make_piece(void) {
  aha_piece *piece;
  aha_piece_info info = aha_piece_info_init();
  info.length_us = 2000000;
  info.tempo_bpm = 120;
  require(aha_piece_create(&piece) == AHA_OK, "piece", 0);
  require(aha_piece_set_text(piece, AHA_PIECE_TITLE, "Stra\xc3\x9f" "e") == AHA_OK, "title", 0);
  require(aha_piece_set_info(piece, &info) == AHA_OK, "info", 0);
  return piece;
}

#endif /* AHA_FUZZ_SERVED_H */
