/* Recorders: calls at the wrong time, and the codes of the header. */
#include "check.h"

#include <unistd.h>

static aha_engine *engine, *other;
static aha_bus *other_bus;
static char folder[] = "/tmp/aha-recorder-XXXXXX";
static char path[128], text[256];
static float block[2 * 4800];

static const char *file(const char *name) {
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static aha_result make(const char *name, aha_recorder_options options) {
  aha_recorder *made = (void *)block;
  options.struct_size = sizeof options;
  aha_result result = aha_recorder_create(engine, NULL, file(name), &options, NULL, &made);
  CHECK(result == AHA_OK || made == NULL, "out_recorder not NULL");
  if (result == AHA_OK) NEED(aha_recorder_release(made));
  return result;
}

static void check_foreign_bus(void) {
  INVALID(aha_recorder_create(engine, other_bus, file("a.wav"), NULL, NULL, &(aha_recorder *){0}),
          "another engine");
}

static void check_moments(void) {
  aha_recorder *recorder;
  aha_sound *sound = (void *)block;
  size_t length = 0;
  NEED(aha_recorder_create(engine, NULL, file("take.wav"), NULL, NULL, &recorder));
  REFUSED(make("take.wav", (aha_recorder_options){.replace = 1}), AHA_ERROR_STATE, "take.wav");
  REFUSED(aha_recorder_pause(recorder), AHA_ERROR_STATE, "not being recorded");
  REFUSED(aha_recorder_resume(recorder), AHA_ERROR_STATE, "not paused");
  INVALID(aha_recorder_start(recorder, AHA_AT(UINT64_MAX)), "18446744073709551615");
  INVALID(aha_recorder_start(recorder, AHA_OVER(480)), "480");
  INVALID(aha_recorder_stop(recorder, AHA_AT((uint64_t)1 << 62)), "4611686018427387904");
  INVALID(aha_recorder_copy_path(recorder, 1, text, sizeof text, NULL), "index 1");
  REFUSED(aha_recorder_copy_path(recorder, 0, text, 4, &length), AHA_ERROR_BUFFER_TOO_SMALL, "4");
  CHECK(length == strlen(path) && strcmp(text, "/tm") == 0, "length %zu, text %s", length, text);
  CHECK(aha_recorder_wait(recorder, 0) == AHA_PENDING, "it waits for nothing");
  NEED(aha_recorder_start(recorder, NULL));
  NEED(aha_engine_render(engine, block, 4800));
  REFUSED(aha_recorder_start(recorder, NULL), AHA_ERROR_STATE, "already");
  NEED(aha_recorder_stop(recorder, NULL));
  CHECK(aha_recorder_wait(recorder, 20000) == AHA_OK, "no end");
  NEED(aha_recorder_load_take(recorder, NULL, &sound));
  CHECK(aha_sound_length_frames(sound) == 4800, "the take's length");
  NEED(aha_recorder_release(recorder));
  unlink(file("take.wav"));
}

static void check_recovery(void) {
  aha_recovery *recovery;
  aha_recovered_take take = aha_recovered_take_init();
  NEED(aha_recovery_open(folder, &recovery));
  CHECK(aha_recovery_count(recovery) == 0, "%u takes", aha_recovery_count(recovery));
  INVALID(aha_recovery_get(recovery, 0, &take), "index 0");
  INVALID(aha_recovery_copy_path(recovery, UINT32_MAX, text, sizeof text, NULL), "4294967295");
  NEED(aha_recovery_release(recovery));
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 2;
  NEED(aha_engine_create(NULL, &engine));
  NEED(aha_engine_create(NULL, &other));
  NEED(aha_bus_create(other, NULL, &other_bus));
  check_foreign_bus();
  check_moments();
  check_recovery();
  NEED(aha_engine_release(engine));
  NEED(aha_engine_release(other));
  CHECK(rmdir(folder) == 0, "something is left in %s", folder);
  return verdict();
}
