/* Eight players with pitch, filter and reverb on a JACK server with blocks of 64. soak SECONDS */
#include "server.h"

static void add(aha_engine *engine, aha_player *player, aha_effect_kind kind) {
  aha_effect *effect;
  NEED(aha_effect_create(engine, kind, &effect));
  NEED(aha_chain_add(aha_player_chain(player), effect));
  if (kind == AHA_EFFECT_PITCH) NEED(aha_effect_set_value(effect, AHA_PITCH_CENTS, 300, NULL));
}

int main(int count, char **arguments) {
  long seconds = count > 1 ? atol(arguments[1]) : 10;
  aha_engine *engine;
  int is_realtime = start_realtime_server("64");
  NEED(aha_engine_create(NULL, &engine));
  for (int i = 0; i < 8; i++) {
    aha_player_options options = aha_player_options_init();
    aha_player *player;
    options.loop_count = UINT32_MAX;
    options.gain_db = -20;
    NEED(aha_player_create(engine, make_sound(engine, 48000), NULL, &options, &player));
    add(engine, player, AHA_EFFECT_PITCH);
    add(engine, player, AHA_EFFECT_FILTER);
    add(engine, player, AHA_EFFECT_REVERB);
    NEED(aha_player_start(player, NULL));
  }
  aha_device *device = open_device(engine, "jack:system", AHA_DEVICE_LOSS_STOP);
  NEED(aha_device_start(device));
  for (long i = 0; i < seconds; i++) pause_ms(1000);
  aha_device_status status = status_of(device);
  printf("soak: %llu blocks of %u in %ld s, %s; render %.4f ms on average, 99.9 %% within %.1f %% "
         "of a block, %.4f ms at most; %llu late, %llu gaps, %llu underruns, %llu losses\n",
         (unsigned long long)status.blocks, status.block_frames, seconds,
         is_realtime ? "real-time" : "ordinary threads", status.render_mean_ms,
         status.render_share_999 * 100, status.render_max_ms,
         (unsigned long long)status.late_blocks, (unsigned long long)status.gaps,
         (unsigned long long)status.underruns, (unsigned long long)status.losses);
  CHECK(status.block_frames == 64, "blocks of %u", status.block_frames);
  CHECK(status.blocks > (uint64_t)seconds * 700, "%llu blocks", (unsigned long long)status.blocks);
  CHECK(status.losses == 0, "lost");
  NEED(aha_engine_release(engine));
  stop_server();
  return verdict();
}
