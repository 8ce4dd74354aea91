/* Scenes: clients, accounts, requests, destinations, drops, openings, synchronization. server.c
 * is their server. */
#include "faults.h"

#include <sys/stat.h>

enum { FRAMES = 24000 };

/* Clients, accounts, requests */

static aha_result create_client_in(const scene *s, aha_client **client) {
  aha_client_options options = aha_client_options_init();
  char folder[600];
  snprintf(folder, sizeof folder, "%s", in_folder(s, "state"));
  options.application_id = "faults";
  options.state_folder = folder;
  return aha_client_create(&options, client);
}

static aha_result create_client(scene *s) {
  OWNED(client, client);
  TRY(create_client_in(s, &client));
  return aha_client_event_fd(client) < 0 ? AHA_ERROR_SYSTEM : AHA_OK;
}

static void prepare_client(scene *s) { NEED(create_client_in(s, &s->client)); }

/* A desktop that accepts everything; the real one takes a second for each call. */
static void prepare_desktop(scene *s) {
  prepare_client(s);
  write_text(in_folder(s, "xdg-mime"), "#!/bin/sh\n");
  CHECK(chmod(in_folder(s, "xdg-mime"), 0700) == 0, "xdg-mime: %m");
  setenv("PATH", s->folder, 1);
}

static aha_result register_scheme(scene *s) {
  TRY(aha_client_register_scheme(s->client, "faults", "/bin/true"));
  TRY(aha_client_remove_scheme(s->client, "faults"));
  return AHA_OK;
}

static aha_result sign_in(scene *s) {
  aha_provider provider = aha_provider_init("test");
  aha_account_options options = aha_account_options_init();
  OWNED(account, account);
  provider.token_url = server_url("/token");
  provider.client_id = "id";
  provider.client_secret = "secret";
  provider.grants = AHA_GRANT_CLIENT;
  options.store = AHA_STORE_FILE;
  aha_account_info info = aha_account_info_init();
  TRY(aha_account_open(s->client, &provider, &options, &account));
  TRY(aha_account_get_info(account, &info));
  if (!info.is_signed_in) {
    TRY_JOB(aha_account_sign_in(account, NULL, &job));
    TRY_JOB(aha_account_refresh(account, &job));
  }
  if (s->argument) {
    TRY_JOB(aha_account_sign_out(account, &job));
  }
  return AHA_OK;
}

static void prepare_sign_out(scene *s) {
  prepare_client(s);
  s->argument = 0;
  NEED(sign_in(s));
  s->argument = 1;
}

static void prepare_reply(scene *s) {
  prepare_client(s);
  write_text(in_folder(s, "reply"), "the former content");
}

static aha_result request(scene *s) {
  OWNED(request, request);
  TRY(aha_request_create(s->client, NULL, "GET", server_url("/file"), NULL, &request));
  TRY(aha_request_set_reply_file(request, in_folder(s, "reply")));
  TRY_JOB(aha_request_start(request, &job));
  return AHA_OK;
}

static void verify_reply(scene *s) {
  struct stat status;
  CHECK(stat(in_folder(s, "reply"), &status) == 0 && status.st_size == REPLY_BYTES, "the reply");
}

static aha_result post(scene *s) {
  OWNED(request, request);
  OWNED(stream, stream);
  OWNED(stream, reply);
  TRY(aha_stream_create_memory("some bytes", 10, NULL, NULL, &stream));
  TRY(aha_stream_create_memory(NULL, 0, NULL, NULL, &reply));
  TRY(aha_request_create(s->client, NULL, "POST", server_url("/form"), NULL, &request));
  TRY(aha_request_add_parameter(request, "name", "value"));
  TRY(aha_request_add_file(request, "file", stream, "file.bin", NULL));
  TRY(aha_request_set_sink(request, reply));
  TRY_JOB(aha_request_start(request, &job));
  return AHA_OK;
}

static aha_result open_remote(scene *s) {
  OWNED(stream, stream);
  char bytes[64];
  aha_result result = aha_client_open_stream(s->client, NULL, server_url("/file"), &stream);
  if (result >= 0) result = aha_stream_copy_bytes(stream, bytes, sizeof bytes, NULL);
  return result == AHA_ERROR_BUFFER_TOO_SMALL || result == AHA_ERROR_UNSUPPORTED ? AHA_OK : result;
}

/* The server states a length, so it is no station. */
static aha_result open_live(scene *s) {
  OWNED(stream, stream);
  aha_result result = aha_client_open_live_stream(s->client, NULL, server_url("/file"), &stream);
  return result == AHA_ERROR_UNSUPPORTED ? AHA_OK : result;
}

/* Destinations and drops */

static aha_result create_folder(const scene *s, aha_destination **out) {
  return aha_destination_create_folder(s->client, in_folder(s, "drops"), NULL, out);
}

static aha_result check_destination(scene *s) {
  OWNED(destination, destination);
  TRY(create_folder(s, &destination));
  TRY_JOB(aha_destination_check(destination, &job));
  return AHA_OK;
}

static aha_result save_destination(scene *s) {
  OWNED(destination, destination);
  uint32_t count = 0;
  aha_webdav_options options = aha_webdav_options_init();
  aha_result result;
  options.name = "studio";
  options.user = "ann";
  options.password = "hidden";
  TRY(aha_destination_create_webdav(s->client, "https://x.example/", &options, &destination));
  result = aha_destination_save(destination, AHA_STORE_AUTO);
  /* A failure after the new list is in place. */
  if (result != AHA_ERROR_EXISTS) TRY(result);
  TRY(aha_destination_load_saved(s->client, &count));
  TRY(aha_destination_forget(s->client, "studio"));
  return count == 1 ? AHA_OK : AHA_ERROR_DAMAGED;
}

static void prepare_drop(scene *s) {
  aha_piece_info info = aha_piece_info_init();
  info.length_us = 500000;
  prepare_client(s);
  save_tone(s, "in.flac", FRAMES);
  NEED(aha_piece_create(&s->piece));
  NEED(aha_piece_set_text(s->piece, AHA_PIECE_TITLE, "A title"));
  NEED(aha_piece_set_info(s->piece, &info));
  mkdir(in_folder(s, "drops"), 0700);
  NEED(create_folder(s, &s->destination));
}

static aha_result answer_drop(const scene *s, aha_drop *drop) {
  OWNED(stream, stream);
  TRY(aha_drop_answer_file(drop, AHA_ASSET_MIX_STEM, in_folder(s, "in.flac"), NULL));
  TRY(aha_stream_open(in_folder(s, "in.flac"), &stream));
  TRY(aha_drop_answer_stream(drop, AHA_ASSET_PREVIEW, stream, "audio/flac"));
  TRY(aha_drop_answer_none(drop, AHA_ASSET_COVER));
  TRY(aha_drop_answer_bytes(drop, AHA_ASSET_ATTACHMENT, "some bytes", 10, "text/plain"));
  return AHA_OK;
}

/* A failed drop is discarded and leaves no files in the folder. The fault is over by then. */
static void discard(aha_drop *drop) {
  aha_job *job = NULL;
  fault_disarm();
  if (aha_drop_discard(drop, &job) >= 0) (void)finish(job);
  (void)aha_drop_forget(drop);
}

static aha_result send_drop(const scene *s, aha_drop **drop) {
  TRY(aha_drop_create(s->destination, s->piece, NULL, drop));
  TRY(aha_drop_commit(*drop));
  TRY(answer_drop(s, *drop));
  TRY_JOB(aha_drop_send(*drop, NULL, &job));
  return AHA_OK;
}

static aha_result drop_piece(scene *s) {
  OWNED(drop, drop);
  aha_result result = send_drop(s, &drop);
  if (result < 0 && drop) discard(drop);
  return result;
}

static char page[600];

static void prepare_dropped(scene *s) {
  aha_drop *drop;
  prepare_drop(s);
  NEED(send_drop(s, &drop));
  NEED(aha_drop_copy_text(drop, AHA_DROP_URL, page, sizeof page, NULL));
  NEED(aha_drop_release(drop));
  write_text(in_folder(s, "copy.flac"), "the former content");
  NEED(aha_library_open(in_folder(s, "library.aha"), &s->library));
}

static aha_result open_drop(scene *s) {
  OWNED(opening, opening);
  OWNED(stream, stream);
  TRY_JOB(aha_opening_create(s->client, page, NULL, &opening, &job));
  TRY(aha_opening_open_stream(opening, AHA_ASSET_MIX_STEM, NULL, &stream));
  TRY_JOB(aha_opening_save(opening, AHA_ASSET_MIX_STEM, NULL, in_folder(s, "copy.flac"), &job));
  return AHA_OK;
}

static aha_result save_manifest(scene *s) {
  OWNED(opening, opening);
  TRY_JOB(aha_opening_create(s->client, page, NULL, &opening, &job));
  return aha_opening_save_manifest(opening, in_folder(s, "piece.json"));
}

static void verify_copy(scene *s) { verify_sound(in_folder(s, "copy.flac"), FRAMES); }

static aha_result reopen_drop(scene *s) {
  OWNED(drop, drop);
  OWNED(drop, first);
  OWNED(drop, second);
  aha_result result = AHA_OK;
  char id[64];
  int64_t number;
  TRY_TO_END(aha_drop_copy_id(s->client, 0, id, sizeof id, NULL));
  TRY_TO_END(aha_drop_open(s->client, id, &drop));
  TRY_TO_END(aha_library_add_drop(s->library, drop, &number));
  TRY_TO_END(aha_drop_create(s->destination, s->piece, NULL, &first));
  TRY_TO_END(aha_drop_share(first, s->destination, &second));
end:
  if (second) discard(second);
  if (first) discard(first);
  return result;
}

static aha_result synchronize(scene *s) {
  OWNED(report, report);
  aha_job *job = NULL;
  if (s->argument) {
    TRY(aha_sync_start_feed(s->library, s->client, server_url("/feed"), NULL, &report, &job));
  } else {
    TRY(aha_sync_start(s->library, s->destination, NULL, &report, &job));
  }
  TRY(finish(job));
  return AHA_OK;
}

static aha_result send_edit(scene *s) {
  aha_sync_options options = aha_sync_options_init();
  options.send = 1;
  TRY_JOB(aha_sync_start(s->library, s->destination, &options, NULL, &job));
  return AHA_OK;
}

static void prepare_edit(scene *s) {
  prepare_dropped(s);
  NEED(synchronize(s));
  NEED(aha_library_set_text(s->library, 1, AHA_ITEM_TITLE, "edited"));
}

static aha_result fetch(scene *s) {
  TRY_JOB(aha_sync_fetch(s->library, s->client, NULL, 1, in_folder(s, "reply"), &job));
  return AHA_OK;
}

/* Loads the module of formats, whose libraries end the process if their constructors lack memory:
 * the library tries it on a fetched file that is no sound. */
static void load_formats(const scene *s) {
  OWNED(engine, engine);
  OWNED(sound, sound);
  NEED(aha_engine_create(NULL, &engine));
  CHECK(aha_sound_load(engine, in_folder(s, "reply"), NULL, &sound) ==
            AHA_ERROR_UNKNOWN_FORMAT,
        "a text is no sound");
}

static void prepare_fetch(scene *s) {
  s->argument = 1;
  prepare_reply(s);
  load_formats(s);
  NEED(aha_library_open(in_folder(s, "library.aha"), &s->library));
  NEED(synchronize(s));
}

/* Databases, parts of files that resume, and the list and feed of a folder, which list no drop. */
#define STATE "*@(.aha-part|.aha-part.json|.db|-journal|-wal|-shm|.lock|journal*|drops*|" \
              "library.aha*|index.html|feed.xml|feed.json)"

/* The manifest is in place before its page, and both before the library has the edit. */
#define EDITED "*@(piece.json|oembed.json|index.html|feed.xml|.lock|library.aha*|.db|-wal|-shm)"

/* A sign-out that fails after deleting the token leaves no account. */
#define TOKENS "*@(.json|.lock)"
/* The entry of a scheme is in place before the desktop is told. */
#define SCHEME "*@(.desktop)"
/* The file is in place before the library has its row. */
#define FETCHED "*@(.aha-part|.aha-part.json|reply|library.aha*)"

/* The list of destinations, and the secret of one that the list has not. */
#define SAVED "*@(destinations*|.lock|studio.json)"

const scene_row online_scenes[] = {
    {"client", NULL, create_client, NULL, 0, STATE, 0},
    {"account", prepare_client, sign_in, NULL, 0, TOKENS, 0},
    {"signing out", prepare_sign_out, sign_in, NULL, 1, TOKENS, 0},
    {"scheme", prepare_desktop, register_scheme, NULL, 0, SCHEME, 0},
    {"request", prepare_reply, request, verify_reply, 0, STATE, 0},
    {"request with a form", prepare_client, post, NULL, 0, STATE, 0},
    {"remote stream", prepare_client, open_remote, NULL, 0, STATE, 0},
    {"live stream", prepare_client, open_live, NULL, 0, STATE, 0},
    {"destination", prepare_drop, check_destination, NULL, 0, STATE, 0},
    {"destination saved", prepare_client, save_destination, NULL, 0, SAVED, 0},
    {"drop", prepare_drop, drop_piece, NULL, 0, STATE, 0},
    {"drop opened", prepare_dropped, open_drop, verify_copy, 0, STATE, 0},
    {"manifest of a drop", prepare_dropped, save_manifest, NULL, 0, STATE, 0},
    {"drop shared", prepare_dropped, reopen_drop, NULL, 0, STATE, 0},
    {"sync of a folder", prepare_dropped, synchronize, NULL, 0, STATE, 0},
    {"edit sent to a folder", prepare_edit, send_edit, NULL, 0, EDITED, 0},
    {"sync of a feed", prepare_dropped, synchronize, NULL, 1, STATE, 0},
    {"fetch", prepare_fetch, fetch, verify_reply, 0, FETCHED, 0},
    {0},
};
