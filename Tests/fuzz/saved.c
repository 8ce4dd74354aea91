/* Fuzz target for the user's list of destinations: any bytes as destinations.json. libaha must load
 * all of it or nothing, and a list that it has loaded must survive a save and a removal. */
#include "online.h"
#include <sys/stat.h>

enum { LONGEST = 1 << 18 };

static const char *list_file(void) { return path_of("aha/destinations.json"); }

static void make_world(const uint8_t *bytes, size_t size) {
  find_folder();
  /* The user's own folders must not be touched. */
  require(setenv("XDG_CONFIG_HOME", state_folder, 1) == 0, "environment", 0);
  require(setenv("XDG_STATE_HOME", path_of("secrets"), 1) == 0, "environment", 0);
  require(mkdir(path_of("aha"), 0700) == 0 && mkdir(path_of("secrets"), 0700) == 0, "folders", 0);
  write_input("aha/destinations.json", bytes, size);
  require(chmod(list_file(), 0600) == 0, "mode", 0);
}

static aha_result load(aha_client *client, uint32_t *count) {
  aha_result result = aha_destination_load_saved(client, count);
  if (result < 0) check_line(aha_last_error(), NULL);
  return ONE_OF(result, "load", AHA_OK, AHA_ERROR_DAMAGED, AHA_ERROR_UNSUPPORTED, AHA_ERROR_LIMIT,
                AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_EMPTY, AHA_ERROR_OUT_OF_MEMORY);
}

/* A destination that cannot be made is in the list too, with its reason. */
static void look_at(aha_client *client, uint32_t index) {
  aha_destination *destination;
  aha_destination_info info = aha_destination_info_init();
  require(aha_destination_at(client, index, &destination) == AHA_OK, "destination", 0);
  aha_result result = aha_destination_get_info(destination, &info);
  if (result < 0) check_line(aha_last_error(), NULL);
  char text[4096];
  for (aha_destination_text which = AHA_DESTINATION_NAME; which <= AHA_DESTINATION_ADDRESS; which++)
    if (aha_destination_copy_text(destination, which, text, sizeof text, NULL) == AHA_OK)
      check_line(text, NULL);
  note_way(result, info.kind);
  aha_destination_release(destination);
}

/* Adds a destination to a list that was loaded, and removes it. */
static void change_list(aha_client *client, uint32_t before) {
  aha_destination *extra;
  aha_folder_options options = aha_folder_options_init();
  uint32_t count = 0;
  options.name = "fuzz-extra";
  aha_result result = aha_destination_create_folder(client, state_folder, &options, &extra);
  require(result == AHA_OK, "own", result);
  result = aha_destination_save(extra, AHA_STORE_FILE);
  aha_destination_release(extra);
  ONE_OF(result, "save", AHA_OK, AHA_ERROR_EXISTS, AHA_ERROR_LIMIT);
  note_way(result, 3);
  if (result != AHA_OK) return;
  require(load(client, &count) == AHA_OK && count == before + 1, "loaded again", 0);
  require(aha_destination_forget(client, "fuzz-extra") == AHA_OK, "forget", 0);
  require(load(client, &count) == AHA_OK && count == before, "loaded at the end", 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (size > LONGEST) return 0;
  uint32_t saved = 0, all = 0;
  make_world(bytes, size);
  aha_client *client = make_client(NOWHERE);
  aha_result result = load(client, &saved);
  note_way(result, saved);
  all = aha_destination_count(client);
  require(result == AHA_OK ? all == saved : all == 0, "a part was loaded", result);
  for (uint32_t i = 0; i < all; i++) look_at(client, i);
  if (result == AHA_OK) change_list(client, saved);
  take_events(client, NULL);
  require(aha_client_release(client) == AHA_OK, "client", 0);
  clear_folder();
  return 0;
}
