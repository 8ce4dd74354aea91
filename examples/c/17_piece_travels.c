/* 17_piece_travels: sends a piece from one program and opens it in another: uploads its files
 * while the user still edits the title, commits it, which makes a page in a folder, opens that
 * page, and compares the sound byte for byte.
 *   cc 17_piece_travels.c $(pkg-config --cflags --libs aha) -o 17_piece_travels
 *   ./17_piece_travels song.flac FOLDER copy.flac */
#include <aha.h>
#include <poll.h>
#include <stdio.h>

static aha_client *client;
static const char *song;
static int64_t sent; /* Bytes of the drop so far. */

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

/* Sends the mix stem; libaha makes or omits all other files. */
static void answer(aha_drop *drop, aha_asset asset) {
  printf("asked for %d\n", (int)asset);
  aha_result result = asset == AHA_ASSET_MIX_STEM ? aha_drop_answer_file(drop, asset, song, NULL)
                                                  : aha_drop_answer_none(drop, asset);
  /* The drop and its job fail with this line. */
  if (result != AHA_OK) aha_drop_answer_error(drop, asset, aha_last_error());
}

static void tell(const aha_event *event) {
  if (event->kind == AHA_EVENT_DROP_ASSET_WANTED && event->source)
    answer(event->source, (aha_asset)event->value);
  else if (event->kind == AHA_EVENT_DROP_PROGRESS)
    sent = event->value;
  else if (event->kind == AHA_EVENT_DROP_CLOSED)
    printf("closed, %s: %s\n", event->value ? "done" : "not done", event->line);
}

/* Reads events as they arrive; returns the job's state. */
static aha_result look(aha_job *job) {
  aha_event event = aha_event_init();
  struct pollfd waiting = {aha_client_event_fd(client), POLLIN, 0};
  aha_result result;
  poll(&waiting, 1, 50);
  result = aha_job_wait(job, 0);
  while (aha_client_next_event(client, &event) == AHA_OK) tell(&event);
  return result;
}

static aha_result live(aha_job *job) {
  aha_result result;
  do result = look(job);
  while (result == AHA_PENDING);
  aha_job_release(job);
  return result;
}

/* The length is read from the file; the title is set later. */
static aha_result measure(aha_piece *piece) {
  aha_engine *engine;
  aha_sound *sound;
  aha_sound_info found = aha_sound_info_init();
  aha_piece_info info = aha_piece_info_init();
  aha_result result = aha_engine_create(NULL, &engine);
  if (result != AHA_OK) return result;
  if ((result = aha_sound_load(engine, song, NULL, &sound)) == AHA_OK)
    result = aha_sound_get_info(sound, &found);
  aha_engine_release(engine);
  info.length_us = (int64_t)(found.seconds * 1e6);
  return result ? result : aha_piece_set_info(piece, &info);
}

/* Sends a piece that is still being edited, and copies its URL. */
static aha_result leave(const char *folder, char *page, size_t capacity) {
  aha_destination *destination = NULL;
  aha_piece *piece = NULL;
  aha_drop *drop = NULL;
  aha_job *job;
  aha_result result;
  if ((result = aha_piece_create(&piece)) == AHA_OK && (result = measure(piece)) == AHA_OK &&
      (result = aha_destination_create_folder(client, folder, NULL, &destination)) == AHA_OK &&
      (result = aha_drop_create(destination, piece, NULL, &drop)) == AHA_OK &&
      (result = aha_drop_start(drop, &job)) == AHA_OK) {
    while (sent == 0 && look(job) == AHA_PENDING) {}
    printf("sent %lld bytes so far\n", (long long)sent);
    if ((result = aha_piece_set_text(piece, AHA_PIECE_TITLE, "A piece that travels")) != AHA_OK ||
        (result = aha_piece_set_text(piece, AHA_PIECE_DESCRIPTION, "Found its name on the way")) !=
            AHA_OK ||
        (result = aha_drop_set_piece(drop, piece)) != AHA_OK ||
        (result = aha_drop_commit(drop)) != AHA_OK)
      aha_job_cancel(job);
    aha_result end = live(job);
    if (result == AHA_OK) result = end;
    if (result == AHA_OK) result = aha_drop_copy_text(drop, AHA_DROP_URL, page, capacity, NULL);
  }
  if (drop) aha_drop_release(drop);
  if (destination) aha_destination_release(destination);
  if (piece) aha_piece_release(piece);
  return result;
}

/* In another program: only the page's URL is known. */
static aha_result arrive(const char *page, const char *copy) {
  aha_opening *opening = NULL;
  aha_piece *piece;
  aha_job *job;
  char title[256];
  aha_result result = aha_opening_create(client, page, NULL, &opening, &job);
  if (result == AHA_OK) result = live(job);
  if (result == AHA_OK && (result = aha_opening_get_piece(opening, &piece)) == AHA_OK) {
    aha_piece_copy_text(piece, AHA_PIECE_TITLE, title, sizeof title, NULL);
    printf("opened \"%s\" with %u files\n", title, (unsigned)aha_opening_asset_count(opening));
    aha_piece_release(piece);
    result = aha_opening_save(opening, AHA_ASSET_MIX_STEM, NULL, copy, &job);
    if (result == AHA_OK) result = live(job);
  }
  if (opening) aha_opening_release(opening);
  return result;
}

static int is_same(const char *one, const char *other) {
  FILE *files[2] = {fopen(one, "rb"), fopen(other, "rb")};
  int bytes[2] = {0, 0};
  while (files[0] && files[1] && bytes[0] == bytes[1] && bytes[0] != EOF)
    for (int i = 0; i < 2; i++) bytes[i] = fgetc(files[i]);
  for (int i = 0; i < 2; i++)
    if (files[i]) fclose(files[i]);
  return bytes[0] == EOF && bytes[1] == EOF;
}

int main(int count, char **arguments) {
  aha_client_options options = aha_client_options_init();
  char page[4096];
  if (count != 4) return fprintf(stderr, "usage: %s SONG FOLDER COPY\n", arguments[0]), 2;
  song = arguments[1];
  options.application_id = "com.example.drums";
  if (aha_client_create(&options, &client)) return failed("client");
  if (leave(arguments[2], page, sizeof page)) return failed(song);
  printf("dropped: %s\n", page);
  if (arrive(page, arguments[3])) return failed(page);
  if (!is_same(song, arguments[3])) return fprintf(stderr, "%s differs\n", arguments[3]), 1;
  printf("%s equals the sent file\n", arguments[3]);
  return aha_client_release(client) != AHA_OK;
}
