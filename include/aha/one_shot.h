/* aha/one_shot.h: one-shots: sounds that are played once, without a player. */
#ifndef AHA_ONE_SHOT_H
#define AHA_ONE_SHOT_H

#include "player.h"
#include "space.h"

AHA_BEGIN_DECLARATIONS

/** Options of a one-shot. */
typedef struct aha_play_options {
  size_t struct_size;
  /** First frame, as at_frame of aha_ramp; 0: the next rendered frame. */
  uint64_t start_frame;
  /** As in aha_player_set_speed; 0: 1. */
  double speed;
  /** As in aha_player_set_gain_db; 0: 0 dB. */
  float gain_db;
  /** As in aha_player_set_pan; 0: center. */
  float pan;
  /** Number of jumps from the end back to the start. AHA_LOOP_FOREVER is refused. */
  uint32_t loop_count;
  /** 0 to 255. One-shots of a higher priority are heard before those of a lower one. */
  uint32_t priority;
  /** AHA_SPEED_…. */
  aha_speed_quality quality;
  /** Up to 1, as in aha_player_start_with_velocity; 0: 1. */
  float velocity;
  /** Engine frame, after start_frame, at which the release begins; 0: it ends with its sound. */
  uint64_t stop_frame;
  /** Envelope, as in aha_envelope. The release follows stop_frame. */
  uint64_t attack_frames;
  uint64_t decay_frames;
  uint64_t release_frames;
  /** Frames of the fade when another member of its group starts; at least the engine's ramp. */
  uint64_t choke_fade_frames;
  /** As in aha_player_set_choke_group, shared with players; 0: none. */
  uint32_t choke_group;
  /** AHA_FADE_…, as in aha_envelope. */
  aha_fade_shape attack_shape;
  aha_fade_shape decay_shape;
  aha_fade_shape release_shape;
  /** As in aha_envelope: -INFINITY to 0. */
  float sustain_db;
  /** Zero. */
  uint32_t reserved;
  /** Place around the listener, whose moves it follows; read during the call. NULL: none. The
   *  Doppler effect is that of the start; delay_ears is AHA_ERROR_UNSUPPORTED. Since: 1.0. */
  AHA_NULLABLE const aha_space *space;
  /** A number of the host: AHA_EVENT_ONE_SHOT_ENDED returns it. 0: no event. Since: 1.0. */
  int64_t number;
} aha_play_options;

/** Options with all defaults. */
static inline aha_play_options aha_play_options_init(void) {
  aha_play_options options = {sizeof(aha_play_options), 0, 0.0, 0.0f, 0.0f, 0, 0, 0, 0.0f,
                              0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0f, 0, NULL, 0};
  return options;
}

/**
 * Plays a resident sound once, without a player: a one-shot, which ends with its sound, its release
 * or its choke. It has the samples of a player that is started at the same frame. A streamed sound
 * is refused: its first frames would have to be read before they could be heard.
 *
 * Up to max_heard one-shots of an engine are mixed; see aha_engine_options. If there are more, the
 * one of the lowest priority becomes virtual; of those, the one of the lowest gain, then the
 * oldest. A virtual one-shot fades out over the ramp and its time continues. As soon as there is
 * room, it fades in at its present position, at the next multiple of 512 frames. A virtual one that
 * another member of its choke group chokes does not return; at most 64 of these end in 512 frames.
 * @param sound    Loaded, resident; retained until the one-shot has ended.
 * @param bus      NULL for the master bus. Retained until the one-shot has ended.
 * @param options  NULL for the defaults.
 * Errors: AHA_ERROR_LIMIT (max_one_shots of the engine play or wait), AHA_ERROR_UNSUPPORTED (a
 * streamed sound), as aha_player_create. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_one_shot_play(aha_engine *engine, aha_sound *sound,
                                     AHA_NULLABLE aha_bus *bus,
                                     AHA_NULLABLE const aha_play_options *options)
                                     AHA_CPP(play_sound);

/**
 * Loads a file and plays it once, as aha_one_shot_play does. It is decoded at each call: load a
 * sound that plays often. A file with more than 64 MiB of samples is streamed: it counts as one of
 * max_players, its priority has no effect, and it is closed with the first call after its end.
 * @param path     Borrowed for the call.
 * @param bus      NULL for the master bus. Retained until the one-shot has ended.
 * @param options  NULL for the defaults.
 * Errors: as aha_sound_load and aha_one_shot_play. Thread: [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_engine_play_file(aha_engine *engine, const char *path,
                                        AHA_NULLABLE aha_bus *bus,
                                        AHA_NULLABLE const aha_play_options *options);

AHA_END_DECLARATIONS

#endif /* AHA_ONE_SHOT_H */
