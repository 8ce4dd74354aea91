/* Destinations, drops, share texts and openings: values out of range, invalid texts, wrong
 * times. Argument: a working folder. No server is contacted. */
#include "check.h"

#define URL "http://127.0.0.1:1/"
#define FILL(text, size) (memset(text, 'x', (size) - 1), (text)[(size) - 1] = 0, (text))

static aha_client *client;
static aha_piece *piece;
static aha_stream *stream;
static const char *folder;
static char long_text[70000];

/* Destinations */

#define CREATOR(kind, type) \
  static aha_result create_##kind(type input, aha_##kind##_options options) { \
    aha_destination *made = (void *)&client; \
    options.struct_size = sizeof options; \
    aha_result result = aha_destination_create_##kind(client, input, &options, &made); \
    CHECK(result == AHA_OK || made == NULL, "out_destination not NULL"); \
    if (result == AHA_OK) NEED(aha_destination_release(made)); \
    return result; \
  }
CREATOR(folder, const char *)
CREATOR(webdav, const char *)
CREATOR(s3, const char *)

static aha_result begin(void *data, const char *drop, const char *name, const char *type,
                        int64_t size, int64_t *done) {
  (void)data, (void)drop, (void)name, (void)type, (void)size;
  *done = 0;
  return AHA_OK;
}
static aha_result take(void *data, const char *drop, const char *name, const void *bytes,
                       size_t size, int64_t offset) {
  (void)data, (void)drop, (void)name, (void)bytes, (void)size, (void)offset;
  CHECK(aha_drop_count(client) == 0 && strstr(aha_last_error(), "callback"), "a count");
  CHECK(aha_lv2_count() == 0 && strstr(aha_last_error(), "callback"), "a count of plug-ins");
  REFUSED(aha_device_scan(), AHA_ERROR_REENTRANT, "callback");
  return AHA_OK;
}
static aha_result finish(void *data, const char *drop, const char *manifest, char *url,
                         size_t capacity) {
  (void)data, (void)drop, (void)manifest;
  memset(url, 'u', capacity); /* NUL is missing */
  return AHA_OK;
}
static aha_result strange(void *data, const char *drop, const char *name, const char *type,
                          int64_t size, int64_t *done) {
  (void)data, (void)drop, (void)name, (void)type;
  *done = size + 1;
  return AHA_OK;
}
static int destroyed;
static void destroy(void *data) { destroyed += data == &destroyed; }

static aha_result host(const char *name, const aha_destination_callbacks *callbacks,
                       aha_destination **out) {
  if (out) *out = (void *)&client;
  aha_result result =
      aha_destination_create_host(client, name, callbacks, &destroyed, destroy, out);
  CHECK(result == AHA_OK || out == NULL || *out == NULL, "out_destination not NULL");
  return result;
}

static void check_hosts(void) {
  aha_destination_callbacks callbacks = aha_destination_callbacks_init();
  aha_destination *made;
  INVALID(host(NULL, &callbacks, &made), "name");
  INVALID(host("", &callbacks, &made), "name");
  INVALID(host("x", NULL, &made), "callbacks");
  INVALID(host("x", &callbacks, &made), "begin");
  callbacks.begin = begin, callbacks.send = take;
  INVALID(host("x", &callbacks, &made), "create");
  callbacks.create = finish;
  INVALID(host("x", &callbacks, NULL), "out_destination");
  INVALID(host(FILL(long_text, 102), &callbacks, &made), "101");
  CHECK(destroyed == 7, "destroyed %d times", destroyed);
}

static void check_destinations(void) {
  aha_destination *made;
  aha_account *account;
  char text[2];
  INVALID(create_folder("", (aha_folder_options){0}), "path");
  INVALID(create_folder(folder, (aha_folder_options){.name = FILL(long_text, 102)}), "101");
  INVALID(create_folder(folder, (aha_folder_options){.name = ""}), "name");
  INVALID(create_webdav(URL, (aha_webdav_options){.style = 3}), "3");
  INVALID(create_webdav(URL, (aha_webdav_options){.user = "a"}), "password");
  INVALID(create_s3("drops", (aha_s3_options){.secret = "b"}), "access key id");
  INVALID(create_s3("drops", (aha_s3_options){.key_id = "a"}), "secret");
  uint32_t left = aha_destination_count(client);
  CHECK(left == 0, "%u destinations are left", left);
  made = (void *)&client;
  INVALID(aha_destination_at(client, 0, &made), "0");
  CHECK(made == NULL, "out_destination not NULL");
  NEED(aha_destination_create_folder(client, folder, NULL, &made));
  REFUSED(aha_destination_get_account(made, &account), AHA_ERROR_NOT_FOUND, "no account");
  NEED(aha_destination_copy_text(made, AHA_DESTINATION_OWNER, text, sizeof text, NULL));
  CHECK(text[0] == 0, "an account is signed in to a folder");
  NEED(aha_destination_check(made, NULL));
  REFUSED(aha_destination_copy_text(made, AHA_DESTINATION_ADDRESS, text, sizeof text, NULL),
          AHA_ERROR_BUFFER_TOO_SMALL, "2");
  NEED(aha_destination_remove(made));
  NEED(aha_destination_remove(made)); /* the file does not exist, as intended */
  NEED(aha_destination_release(made));
}

/* Drops */

static aha_destination *open_folder(void) {
  aha_destination *made;
  NEED(aha_destination_create_folder(client, folder, NULL, &made));
  return made;
}

/* One frame of 16-bit mono. */
static const unsigned char wav[] =
    "RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x80\xbb\0\0\0\x77\1\0\2\0\x10\0data\2\0\0\0\0";

/* A piece that can be committed. */
static aha_piece *make_piece(void) {
  aha_piece *made;
  aha_piece_info info = aha_piece_info_init();
  NEED(aha_piece_create(&made));
  NEED(aha_piece_set_text(made, AHA_PIECE_TITLE, "Abuse"));
  info.length_us = 1000000;
  NEED(aha_piece_set_info(made, &info));
  return made;
}

static void check_answers(aha_drop *drop) {
  INVALID(aha_drop_answer_file(drop, 0, folder, NULL), "0");
  INVALID(aha_drop_answer_file(drop, 5, folder, NULL), "5");
  INVALID(aha_drop_answer_bytes(drop, 1, "x", SIZE_MAX, NULL), "18446744073709551615");
  INVALID(aha_drop_answer_bytes(drop, 9, "x", 1, NULL), "9");
  INVALID(aha_drop_answer_bytes(drop, 1, "x", 1, "a\nb"), "type");
  INVALID(aha_drop_answer_stream(drop, 7, stream, NULL), "7");
  INVALID(aha_drop_answer_none(drop, 0), "0");
  INVALID(aha_drop_answer_error(drop, 0, "x"), "0");
  NEED(aha_drop_answer_none(drop, AHA_ASSET_ATTACHMENT));
}

static void check_drops(void) {
  aha_destination *place = open_folder();
  aha_drop_options options = aha_drop_options_init();
  aha_drop *drop = (void *)&client, *other;
  aha_job *job;
  char text[4], id[33];
  options.context = text;
  NEED(aha_drop_create(place, piece, &options, &drop));
  CHECK(aha_drop_context(drop) == text, "another context");
  check_answers(drop);
  REFUSED(aha_drop_copy_text(drop, AHA_DROP_ID, text, 4, NULL), AHA_ERROR_BUFFER_TOO_SMALL, "33");
  NEED(aha_drop_copy_text(drop, AHA_DROP_ID, id, sizeof id, NULL));
  NEED(aha_drop_start(drop, &job));
  REFUSED(aha_drop_start(drop, NULL), AHA_ERROR_STATE, "started");
  REFUSED(aha_drop_share(drop, place, &other), AHA_ERROR_STATE, "started");
  CHECK(other == NULL, "out_drop not NULL");
  REFUSED(aha_drop_discard(drop, NULL), AHA_ERROR_STATE, "started");
  REFUSED(aha_drop_renew(drop, NULL), AHA_ERROR_STATE, "started");
  REFUSED(aha_drop_forget(drop), AHA_ERROR_STATE, "run");
  NEED(aha_drop_open(client, id, &other));
  CHECK(other == drop, "two handles of a drop that runs");
  NEED(aha_drop_release(other));
  NEED(aha_job_cancel(job));
  CHECK(aha_job_wait(job, 20000) == AHA_ERROR_CANCELLED, "%s", aha_last_error());
  REFUSED(aha_drop_set_piece(drop, piece), AHA_ERROR_STATE, "cannot be edited");
  NEED(aha_drop_forget(drop));
  NEED(aha_drop_release(drop));
  INVALID(aha_drop_copy_id(client, aha_drop_count(client), NULL, 0, NULL), "drops");
  INVALID(aha_drop_copy_id(client, UINT32_MAX, NULL, 0, NULL), "4294967295");
  NEED(aha_destination_release(place));
}

/* Answers of the host's functions are checked. */
static void check_strange_hosts(void) {
  aha_destination_callbacks callbacks = {sizeof callbacks, strange, take, finish, NULL};
  aha_destination *place;
  aha_drop_options options = aha_drop_options_init();
  aha_piece *titled = make_piece();
  options.commit = 1;
  for (int i = 0; i < 2; i++) {
    aha_drop *drop;
    aha_job *job;
    NEED(host("strange", &callbacks, &place));
    NEED(aha_drop_create(place, titled, &options, &drop));
    NEED(aha_drop_answer_bytes(drop, AHA_ASSET_MIX_STEM, wav, sizeof wav, "audio/wav"));
    for (aha_asset asset = 2; asset <= 4; asset++) NEED(aha_drop_answer_none(drop, asset));
    NEED(aha_drop_start(drop, &job));
    REFUSED(aha_job_wait(job, 20000), i ? AHA_ERROR_IO : AHA_ERROR_REPLY,
            i ? "URL" : "47 of 46 bytes");
    NEED(aha_drop_release(drop));
    NEED(aha_destination_remove(place));
    NEED(aha_destination_release(place));
    callbacks.begin = begin;
  }
  NEED(aha_piece_release(titled));
}

/* Texts and openings */

static void check_words(void) {
  char text[8];
  REFUSED(aha_share_copy_text(piece, URL, text, sizeof text, NULL),
          AHA_ERROR_BUFFER_TOO_SMALL, "8");
  INVALID(aha_share_copy_link(client, 0, piece, URL, NULL, 0, NULL), "0");
  INVALID(aha_share_copy_link(client, 9, piece, URL, NULL, 0, NULL), "9");
  REFUSED(aha_share_copy_link(client, 1, piece, URL, text, sizeof text, NULL),
          AHA_ERROR_BUFFER_TOO_SMALL, "8");
}

static aha_result try_open(const char *url, uint32_t poll_ms) {
  aha_opening_options options = aha_opening_options_init();
  aha_opening *made = (void *)&client;
  aha_job *job = (void *)&client;
  options.poll_ms = poll_ms;
  aha_result result = aha_opening_create(client, url, &options, &made, &job);
  CHECK(result == AHA_OK || (made == NULL && job == NULL), "out parameters not NULL");
  if (result != AHA_OK) return result;
  result = aha_job_wait(job, 20000);
  NEED(aha_job_release(job));
  NEED(aha_opening_release(made));
  return result;
}

static void check_openings(void) {
  aha_opening_asset asset = aha_opening_asset_init();
  aha_opening *opening;
  aha_piece *none = (void *)&client;
  aha_job *job = (void *)&client;
  aha_stream *source;
  INVALID(try_open("ah-abuse://open?uuid=1", 0), "account");
  REFUSED(try_open(URL, UINT32_MAX), AHA_ERROR_NETWORK, "127.0.0.1");
  NEED(aha_opening_create(client, "/nowhere/at/all", NULL, &opening, &job));
  (void)aha_job_wait(job, 20000);
  REFUSED(aha_opening_get_piece(opening, &none), AHA_ERROR_STATE, "not open");
  CHECK(none == NULL, "out_piece not NULL");
  REFUSED(aha_opening_copy_text(opening, 0, NULL, 0, NULL), AHA_ERROR_STATE, "not open");
  REFUSED(aha_opening_asset_get(opening, 0, &asset), AHA_ERROR_STATE, "not open");
  REFUSED(aha_opening_save(opening, 1, NULL, "x", &job), AHA_ERROR_STATE, "not open");
  CHECK(job == NULL, "out_job not NULL");
  INVALID(aha_opening_save(opening, 0, NULL, "x", NULL), "0");
  REFUSED(aha_opening_open_stream(opening, 1, NULL, &source), AHA_ERROR_STATE, "not open");
  CHECK(source == NULL, "out_stream not NULL");
  CHECK(aha_opening_asset_count(opening) == 0, "assets of nothing");
  NEED(aha_opening_release(opening));
}

int main(int count, char **arguments) {
  aha_client_options options = aha_client_options_init();
  folder = count > 1 ? arguments[1] : "/tmp";
  options.application_id = "abuse";
  options.state_folder = folder;
  options.proxy = "";
  NEED(aha_client_create(&options, &client));
  NEED(aha_piece_create(&piece));
  NEED(aha_stream_create_memory("body", 4, NULL, NULL, &stream));
  check_destinations();
  check_hosts();
  check_drops();
  check_strange_hosts();
  check_words();
  check_openings();
  NEED(aha_client_release(client));
  CHECK(destroyed == 9, "destroyed %d times", destroyed);
  NEED(aha_stream_release(stream));
  NEED(aha_piece_release(piece));
  return verdict();
}
