/* Arguments out of range, NaN, NULL or at the wrong time: the code that the header names, and an
 * error line with the offending value. */
#include "check.h"

static aha_engine *engine, *other;
static aha_sound *sound, *other_sound;
static aha_bus *bus, *child, *other_bus, *master;
static aha_player *player;
static float frames[2 * 480];

static aha_result make_player(aha_engine *in, aha_sound *of, aha_bus *to,
                              aha_player_options options) {
  aha_player *made = (void *)frames;
  options.struct_size = sizeof options;
  aha_result result = aha_player_create(in, of, to, &options, &made);
  CHECK(result == AHA_OK || made == NULL, "out_player not NULL");
  return result;
}

static void check_player(void) {
  INVALID(aha_player_start_with_velocity(player, 0, AHA_AT(0)), "0");
  INVALID(aha_player_start_with_velocity(player, 1.5f, AHA_AT(0)), "1.5");
  INVALID(aha_player_start_with_velocity(player, NAN, AHA_AT(0)), "nan");
  aha_envelope envelope = aha_envelope_init();
  envelope.sustain_db = 0.5f;
  INVALID(aha_player_set_envelope(player, &envelope), "0.5");
  envelope.sustain_db = NAN;
  INVALID(aha_player_set_envelope(player, &envelope), "nan");
  INVALID(aha_player_seek_frames(player, UINT64_MAX, NULL), "18446744073709551615");
  INVALID(aha_player_set_loop_frames(player, 11, 10, 1), "11");
  INVALID(aha_player_set_loop_frames(player, 0, 481, 1), "481");
  INVALID(aha_player_set_loop_frames(player, UINT64_MAX - 1, UINT64_MAX, 1), "1844674407370955161");
  INVALID(aha_player_set_bus(player, other_bus), "bus");
  INVALID(make_player(engine, sound, NULL, (aha_player_options){.gain_db = NAN}), "nan");
  INVALID(make_player(engine, sound, NULL, (aha_player_options){.gain_db = 24.5f}), "24.5");
  INVALID(make_player(engine, sound, NULL, (aha_player_options){.pan = -2.5f}), "-2.5");
  INVALID(make_player(engine, other_sound, NULL, (aha_player_options){0}), "sound");
  INVALID(make_player(engine, sound, other_bus, (aha_player_options){0}), "bus");
  INVALID(aha_player_follow(player, NAN, NULL), "nan");
  INVALID(aha_player_follow(player, 4, NULL), "4");
  INVALID(aha_player_follow(player, 1000, NULL), "1000");
  uint64_t frame = 1;
  CHECK(aha_metronome_count_in(player, 1, 0, &frame) == AHA_ERROR_STATE, "it is no metronome");
  CHECK(frame == 0, "out_frame not 0");
  CHECK(aha_player_set_gain_db(player, -INFINITY, NULL) == AHA_OK, "silence is a gain");
  CHECK(aha_player_set_gain_db(player, 24, NULL) == AHA_OK, "24 dB is a gain");
  CHECK(aha_player_seek_frames(player, 480, NULL) == AHA_OK, "the end is a place");
}

static void check_tempo(void) {
  INVALID(aha_engine_set_tempo(engine, 120, AHA_RAMP(0, 9, AHA_FADE_SMOOTH)), "linear");
  uint64_t frame;
  INVALID(aha_engine_get_beat_frame(engine, NAN, &frame), "nan");
}

static aha_result play(aha_sound *of, aha_bus *to, aha_play_options options) {
  options.struct_size = sizeof options;
  return aha_one_shot_play(engine, of, to, &options);
}

static void check_one_shot(void) {
  INVALID(play(sound, NULL, (aha_play_options){.gain_db = NAN}), "nan");
  INVALID(play(sound, NULL, (aha_play_options){.gain_db = 24.5f}), "24.5");
  INVALID(play(sound, NULL, (aha_play_options){.pan = -2.5f}), "-2.5");
  INVALID(play(sound, NULL, (aha_play_options){.speed = 1e9}), "1000000000");
  INVALID(play(sound, NULL, (aha_play_options){.priority = 256}), "256");
  INVALID(play(sound, NULL, (aha_play_options){.velocity = 1.5f}), "1.5");
  INVALID(play(sound, NULL, (aha_play_options){.loop_count = AHA_LOOP_FOREVER}), "for ever");
  INVALID(play(sound, NULL, (aha_play_options){.choke_group = 65536}), "65536");
  INVALID(play(sound, NULL, (aha_play_options){.sustain_db = NAN}), "nan");
  INVALID(play(sound, NULL, (aha_play_options){.start_frame = 9, .stop_frame = 8}), "8");
  INVALID(play(other_sound, NULL, (aha_play_options){0}), "sound");
  INVALID(play(sound, other_bus, (aha_play_options){0}), "bus");
  CHECK(play(sound, NULL, (aha_play_options){.start_frame = UINT64_MAX}) == AHA_OK, "far");
  aha_space far = aha_space_init();
  far.rolloff = NAN;
  INVALID(play(sound, NULL, (aha_play_options){.space = &far}), "nan");
  far = (aha_space){.struct_size = sizeof far, .delay_ears = 1};
  CHECK(play(sound, NULL, (aha_play_options){.space = &far}) == AHA_ERROR_UNSUPPORTED, "ears");
  CHECK(aha_one_shot_play(engine, sound, NULL, NULL) == AHA_OK, "no options");
  CHECK(aha_engine_play_file(engine, "no such file", NULL, NULL) == AHA_ERROR_NOT_FOUND, "file");
}

static void check_bus(void) {
  INVALID(aha_bus_set_parent(bus, other_bus), "");
  INVALID(aha_bus_set_output(bus, 1), "first_channel 1");
  INVALID(aha_bus_set_output(bus, 2), "2 channels");
  INVALID(aha_bus_set_output(master, 0), "master");
  INVALID(aha_bus_release(master), "master");
  aha_bus *made;
  INVALID(aha_bus_create(engine, other_bus, &made), "");
}

static void check_limits(void) {
  aha_engine_options options = aha_engine_options_init();
  options.max_players = options.max_buses = 2;
  aha_engine *small;
  aha_bus *made;
  aha_player *first, *second, *third;
  NEED(aha_engine_create(&options, &small));
  aha_sound *played = make_sound(small, 16);
  NEED(aha_bus_create(small, NULL, &made));
  NEED(aha_player_create(small, played, NULL, NULL, &first));
  NEED(aha_player_create(small, played, NULL, NULL, &second));
  NEED(aha_player_release(first));
  NEED(aha_engine_render(small, frames, 16));
  CHECK(aha_player_create(small, played, NULL, NULL, &third) == AHA_OK, "a place is free again");
  NEED(aha_engine_release(small));
}

static aha_result make_frames(const float *from, uint64_t count, uint32_t channels, uint32_t rate) {
  aha_sound *made = (void *)frames;
  aha_result result = aha_sound_create(engine, from, count, channels, rate, &made);
  CHECK(result == AHA_OK || made == NULL, "out_sound not NULL");
  return result;
}

static void check_sound(void) {
  uint64_t count = 1;
  INVALID(make_frames(frames, 0, 2, 48000), "0");
  CHECK(make_frames(frames, UINT64_MAX, 2, 48000) < 0, "more frames than there are");
  CHECK(make_frames(frames, (uint64_t)1 << 62, 64, 48000) < 0, "bytes do not fit a number");
  CHECK(aha_sound_read_frames(sound, 480, frames, 16, &count) == AHA_END && count == 0, "the end");
  CHECK(aha_sound_read_frames(sound, UINT64_MAX, frames, 16, &count) == AHA_END, "past the end");
  CHECK(aha_sound_read_frames(sound, 470, frames, 16, &count) == AHA_END && count == 10,
        "%llu frames", (unsigned long long)count);
}

static void check_matrix(void) {
  aha_channel_gain gains[33] = {{1, 0}, {0, 1}};
  aha_sound *kept;
  aha_player *mixed;
  REFUSED(aha_player_set_channel_matrix(player, gains, 2, NULL), AHA_ERROR_STATE, "keep_channels");
  NEED(aha_sound_create_channels(engine, frames, 4, 4, 48000, &kept));
  NEED(aha_player_create(engine, kept, NULL, NULL, &mixed));
  INVALID(aha_player_set_channel_matrix(mixed, gains, 2, NULL), "4");
  INVALID(aha_player_set_channel_matrix(mixed, gains, SIZE_MAX, NULL), "count");
  INVALID(aha_player_set_channel_matrix(mixed, gains, 4, AHA_AT(9)), "at_frame");
  gains[3].right = NAN;
  INVALID(aha_player_set_channel_matrix(mixed, gains, 4, NULL), "nan");
  gains[3].right = -16.5f;
  INVALID(aha_player_set_channel_matrix(mixed, gains, 4, NULL), "16.5");
  CHECK(aha_player_set_channel_matrix(mixed, NULL, 4, NULL) == AHA_OK, "the downmix");
  NEED(aha_player_release(mixed));
  NEED(aha_sound_release(kept));
}

static aha_result open_with(const char *id, uint32_t direction, uint32_t block, uint32_t latency,
                            uint32_t channels, uint32_t loss) {
  aha_device_options options = aha_device_options_init();
  aha_device *device = (aha_device *)&options;
  options.id = id, options.direction = direction, options.block_frames = block;
  options.latency_ms = latency, options.channels = channels, options.on_loss = loss;
  aha_result result = aha_device_open(engine, &options, &device);
  CHECK(result == AHA_OK || device == NULL, "out parameter not NULL");
  if (result == AHA_OK) NEED(aha_device_release(device));
  return result;
}

static void check_device_options(void) {
  aha_device_options options = aha_device_options_init();
  aha_device *device;
  options.id = "null";
  static char long_id[5000];
  memset(long_id, 'x', sizeof long_id - 1);
  INVALID(open_with("null", 0, 15, 0, 0, 0), "block_frames 15");
  INVALID(open_with("null", 0, 100, 0, 0, 0), "block_frames 100");
  INVALID(open_with("null", 0, 0, 2001, 0, 0), "latency_ms 2001");
  INVALID(open_with("null", 0, 0, 0, 1, 0), "channels 1");
  INVALID(open_with("null", 1, 0, 0, 3, 0), "channels 3");
  options.first_channel = 2;
  REFUSED(aha_device_open(engine, &options, &device), AHA_ERROR_UNSUPPORTED, "first_channel 2");
  REFUSED(open_with("null:2", 0, 0, 0, 0, 0), AHA_ERROR_NO_DEVICE, "null:2");
  REFUSED(open_with("\xff\xfe", 0, 0, 0, 0, 0), AHA_ERROR_NO_DEVICE, "no device");
  REFUSED(open_with(long_id, 0, 0, 0, 0, 0), AHA_ERROR_NO_DEVICE, "xxx");
  NEED(open_with("null", 1, 16, 1, 1, 2));
}

static void check_devices(void) {
  aha_device_options options = aha_device_options_init();
  aha_device_info info = aha_device_info_init();
  aha_device *device, *stepped;
  CHECK(aha_device_count() == 0, "devices before a scan");
  INVALID(aha_device_get(0, &info), "devices");
  float frames[64] = {0};
  char id[5];
  check_device_options();
  options.id = "null";
  NEED(aha_device_open(engine, &options, &device));
  options.id = "stepped";
  NEED(aha_device_open(engine, &options, &stepped));
  INVALID(aha_device_step(stepped, NULL, frames, UINT64_MAX), "18446744073709551615");
  REFUSED(aha_device_copy_id(stepped, id, sizeof id, NULL), AHA_ERROR_BUFFER_TOO_SMALL, "8");
  CHECK(strcmp(id, "step") == 0, "%s", id);
  NEED(aha_device_start(stepped));
  NEED(aha_device_start(stepped));
  REFUSED(aha_device_start(device), AHA_ERROR_STATE, "render");
  NEED(aha_device_step(stepped, NULL, frames, 16));
  NEED(aha_device_step(stepped, frames, NULL, 100000));
  NEED(aha_device_stop(stepped));
  NEED(aha_device_stop(stepped));
  NEED(aha_device_start(device));
  NEED(aha_device_release(stepped));
  NEED(aha_device_release(device));
}

static void check_components(void) {
  aha_component_info info = aha_component_info_init();
  uint32_t count = aha_component_count();
  CHECK(count == 14, "%u components", count);
  INVALID(aha_component_get(count, &info), "component 14");
  INVALID(aha_component_get(UINT32_MAX, &info), "4294967295");
  INVALID(aha_component_load(count), "component 14");
  INVALID(aha_component_load(UINT32_MAX), "4294967295");
}

static void check_names_of_formats(void) {
  char type[16];
  INVALID(aha_format_copy_media_type("m4", type, sizeof type, NULL), "m4");
  REFUSED(aha_format_copy_media_type("m4a", type, 2, NULL), AHA_ERROR_BUFFER_TOO_SMALL, "10");
  CHECK(aha_format_copy_media_type("audio/x-m4a", type, sizeof type, NULL) == AHA_OK &&
          !strcmp(type, "audio/mp4"), "%s", type);
}

static void check_unknown_numbers(void) {
  CHECK(!strcmp(aha_format_container_name(4711), "unknown"), "%s", aha_format_container_name(4711));
  CHECK(!strcmp(aha_format_encoding_name(4711), "unknown"), "%s", aha_format_encoding_name(4711));
  CHECK(!strcmp(aha_event_kind_name(4711), "AHA_EVENT_UNKNOWN"), "%s", aha_event_kind_name(4711));
  CHECK(aha_version_number() == AHA_VERSION_NUMBER, "%u", aha_version_number());
  CHECK(!strcmp(aha_version_text(), AHA_VERSION_TEXT), "%s", aha_version_text());
}

int main(void) {
  check_components();
  check_names_of_formats();
  check_unknown_numbers();
  NEED(aha_engine_create(NULL, &engine));
  NEED(aha_engine_create(NULL, &other));
  sound = make_sound(engine, 480);
  other_sound = make_sound(other, 480);
  master = aha_engine_master_bus(engine);
  NEED(aha_bus_create(engine, NULL, &bus));
  NEED(aha_bus_create(engine, bus, &child));
  NEED(aha_bus_create(other, NULL, &other_bus));
  NEED(aha_player_create(engine, sound, NULL, NULL, &player));
  check_player();
  check_tempo();
  check_one_shot();
  check_bus();
  check_limits();
  check_sound();
  check_matrix();
  check_devices();
  NEED(aha_engine_release(other));
  NEED(aha_engine_release(engine));
  return verdict();
}
