/* 16_drop: makes a master and shares it: records an engine's output, sets title and artist,
 * and drops it at Dropbox. The first time the user signs in with the browser.
 *   cc 16_drop.c $(pkg-config --cflags --libs aha) -o 16_drop
 *   ./16_drop loop.ogg take.wav "A title" "An artist" CLIENT_ID [https://dropbox.example] */
#include <aha.h>
#include <poll.h>
#include <stdio.h>

enum { BLOCK = 480, BLOCKS_A_SECOND = 100, SECONDS = 4 };

static aha_client *client;

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, aha_last_error());
  return 1;
}

/* The master: one pass of a loop, in a file. */
static aha_result record(const char *loop, const char *take) {
  aha_engine_options offline = aha_engine_options_init();
  aha_recorder_options options = aha_recorder_options_init();
  aha_player_options looped = aha_player_options_init();
  aha_engine *engine;
  aha_sound *sound;
  aha_player *player;
  aha_recorder *recorder;
  float block[2 * BLOCK];
  aha_result result;
  offline.offline = 1;
  options.replace = 1;
  looped.loop_count = AHA_LOOP_FOREVER;
  if ((result = aha_engine_create(&offline, &engine)) != AHA_OK) return result;
  if ((result = aha_sound_load(engine, loop, NULL, &sound)) == AHA_OK &&
      (result = aha_player_create(engine, sound, NULL, &looped, &player)) == AHA_OK &&
      (result = aha_recorder_create(engine, NULL, take, &options, NULL, &recorder)) == AHA_OK) {
    aha_player_start(player, NULL);
    aha_recorder_start(recorder, NULL);
    for (int i = 0; i < SECONDS * BLOCKS_A_SECOND; i++) aha_engine_render(engine, block, BLOCK);
    aha_recorder_stop(recorder, NULL);
    result = aha_recorder_wait(recorder, -1);
  }
  aha_engine_release(engine);
  return result;
}

/* A user's Dropbox, after the user approves in the browser. */
static aha_result sign_in(const char *client_id, const char *server, aha_account **account) {
  char urls[2][512], url[4096];
  aha_provider provider = aha_provider_init("dropbox");
  aha_event event = aha_event_init();
  aha_job *job;
  provider.client_id = client_id;
  provider.redirect_url = "http://127.0.0.1:0/callback";
  if (server) {
    snprintf(urls[0], sizeof urls[0], "%s/oauth2/authorize", server);
    snprintf(urls[1], sizeof urls[1], "%s/oauth2/token", server);
    provider.authorization_url = urls[0];
    provider.token_url = urls[1];
    provider.api_url = server;
  }
  aha_result result = aha_account_open(client, &provider, NULL, account);
  aha_account_info info = aha_account_info_init();
  if (!result) result = aha_account_get_info(*account, &info);
  if (result || info.is_signed_in) return result;
  if ((result = aha_account_sign_in(*account, NULL, &job)) != AHA_OK) return result;
  while ((result = aha_job_wait(job, 50)) == AHA_PENDING)
    while (aha_client_next_event(client, &event) == AHA_OK)
      if (event.kind == AHA_EVENT_ACCOUNT_URL_PREPARED &&
          aha_account_copy_text(*account, AHA_ACCOUNT_URL, url, sizeof url, NULL) == AHA_OK)
        printf("open %s\n", url), fflush(stdout);
  aha_job_release(job);
  return result;
}

static aha_result describe(const char *title, const char *artist, aha_piece **piece) {
  aha_piece_info info = aha_piece_info_init();
  aha_result result = aha_piece_create(piece);
  if (result) return result;
  info.length_us = SECONDS * 1000000;
  if ((result = aha_piece_set_text(*piece, AHA_PIECE_TITLE, title)) != AHA_OK ||
      (result = aha_piece_set_text(*piece, AHA_PIECE_ARTIST, artist)) != AHA_OK)
    return result;
  return aha_piece_set_info(*piece, &info);
}

/* Sends the file, draws its cover, and prints progress. */
static aha_result deliver(aha_drop *drop, const char *take) {
  aha_event event = aha_event_init();
  struct pollfd waiting = {aha_client_event_fd(client), POLLIN, 0};
  aha_job *job;
  aha_result result;
  if ((result = aha_drop_send(drop, take, &job)) != AHA_OK) return result;
  do {
    poll(&waiting, 1, 50);
    result = aha_job_wait(job, 0);
    while (aha_client_next_event(client, &event) == AHA_OK)
      if (event.kind == AHA_EVENT_DROP_PROGRESS) printf("%d bytes\n", (int)event.value);
  } while (result == AHA_PENDING);
  aha_job_release(job);
  return result;
}

int main(int count, char **arguments) {
  aha_client_options options = aha_client_options_init();
  aha_destination *dropbox;
  aha_account *account;
  aha_piece *piece;
  aha_drop *drop;
  char link[2048], text[1024];
  if (count != 6 && count != 7)
    return fprintf(stderr, "usage: %s LOOP TAKE TITLE ARTIST ID [SERVER]\n", arguments[0]), 2;
  if (record(arguments[1], arguments[2])) return failed(arguments[2]);
  if (describe(arguments[3], arguments[4], &piece)) return failed("piece");

  options.application_id = "com.example.drums";
  if (aha_client_create(&options, &client)) return failed("client");
  if (sign_in(arguments[5], count == 7 ? arguments[6] : NULL, &account)) return failed("sign-in");
  if (aha_destination_create_dropbox(client, account, NULL, &dropbox)) return failed("Dropbox");
  if (aha_drop_create(dropbox, piece, NULL, &drop)) return failed("drop");
  if (deliver(drop, arguments[2])) return failed(arguments[2]);
  if (aha_drop_copy_text(drop, AHA_DROP_URL, link, sizeof link, NULL) ||
      aha_share_copy_text(piece, link, text, sizeof text, NULL))
    return failed("link");
  printf("link: %s\nto be posted: %s\n", link, text);

  aha_drop_release(drop);
  aha_destination_release(dropbox);
  aha_account_release(account);
  aha_piece_release(piece);
  return aha_client_release(client) != AHA_OK;
}
