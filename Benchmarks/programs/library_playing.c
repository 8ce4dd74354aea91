/* Eight players with pitch, filter and reverb, and eight streamed ones, on a JACK server with
 * blocks of 64: first alone, then equally long while a folder is scanned, each time into a new
 * library. library_playing SECONDS FOLDER LIBRARY LOOP… */
#include "../../Tests/devices/server.h"

enum { RESIDENT = 8, STREAMED = 8 };

static void add(aha_player *player, aha_engine *engine, aha_effect_kind kind) {
  aha_effect *effect;
  NEED(aha_effect_create(engine, kind, &effect));
  NEED(aha_chain_add(aha_player_chain(player), effect));
  if (kind == AHA_EFFECT_PITCH) NEED(aha_effect_set_value(effect, AHA_PITCH_CENTS, 300, NULL));
}

static aha_player *started(aha_engine *engine, aha_sound *sound) {
  aha_player_options options = aha_player_options_init();
  aha_player *player;
  options.loop_count = UINT32_MAX;
  options.gain_db = -20;
  NEED(aha_player_create(engine, sound, NULL, &options, &player));
  NEED(aha_player_start(player, NULL));
  return player;
}

static void play(aha_engine *engine, char **loops, int loop_count) {
  aha_sound_options options = aha_sound_options_init();
  options.mode = AHA_SOUND_STREAMED;
  for (int i = 0; i < RESIDENT; i++) {
    aha_player *player = started(engine, make_sound(engine, 48000));
    add(player, engine, AHA_EFFECT_PITCH);
    add(player, engine, AHA_EFFECT_FILTER);
    add(player, engine, AHA_EFFECT_REVERB);
  }
  for (int i = 0; i < STREAMED; i++) {
    aha_sound *sound;
    NEED(aha_sound_load(engine, loops[i % loop_count], &options, &sound));
    started(engine, sound);
  }
}

static int64_t scan(const char *folder, const char *place, int number) {
  char path[4096];
  snprintf(path, sizeof path, "%s.%d", place, number);
  aha_scan_options options = aha_scan_options_init();
  aha_report_info info = aha_report_info_init();
  aha_library *library;
  aha_report *report;
  aha_job *job;
  options.roots = &folder;
  options.root_count = 1;
  NEED(aha_library_open(path, &library));
  NEED(aha_scan_start(library, &options, &report, &job));
  NEED(aha_job_wait(job, -1));
  NEED(aha_report_get_info(report, &info));
  aha_report_release(report);
  aha_job_release(job);
  aha_library_release(library);
  return info.added;
}

static void print_since(const char *what, aha_device_status *since, aha_device *device) {
  aha_device_status now = status_of(device);
  printf("\"%s\": {\"blocks\": %llu, \"late\": %llu, \"gaps\": %llu, \"underruns\": %llu}, ", what,
         (unsigned long long)(now.blocks - since->blocks),
         (unsigned long long)(now.late_blocks - since->late_blocks),
         (unsigned long long)(now.gaps - since->gaps),
         (unsigned long long)(now.underruns - since->underruns));
  *since = now;
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  double seconds = atof(argv[1]);
  aha_engine *engine;
  int is_realtime = start_realtime_server("64"), scans = 0;
  NEED(aha_engine_create(NULL, &engine));
  play(engine, argv + 4, argc - 4);
  aha_device *device = open_device(engine, "jack:system", AHA_DEVICE_LOSS_STOP);
  NEED(aha_device_start(device));
  pause_ms(1000);  // the start is not measured
  aha_device_status since = status_of(device);
  pause_ms((long)(seconds * 1000));
  printf("{");
  print_since("alone", &since, device);
  double begin = now(), took;
  int64_t files = 0;
  do {
    files += scan(argv[2], argv[3], scans++);
  } while ((took = now() - begin) < seconds);
  print_since("scanning", &since, device);
  printf("\"files\": %lld, \"seconds\": %.3f, \"scans\": %d, \"is_realtime\": %d}\n",
         (long long)files, took, scans, is_realtime);
  NEED(aha_engine_release(engine));
  stop_server();
  return since.losses != 0;
}
