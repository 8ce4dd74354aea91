/* aha/player.h: players: one sound at one position, with gain, pan, speed, a loop, into one bus. */
#ifndef AHA_PLAYER_H
#define AHA_PLAYER_H

#include "bus.h"
#include "effect.h"
#include "ramp.h"
#include "sound.h"

AHA_BEGIN_DECLARATIONS

/** Plays one sound. */
typedef struct aha_player aha_player;

/** The playback state of a player. */
typedef uint32_t aha_player_state;

enum {
  /** Not playing; also for a bad handle. The next start begins at the position. */
  AHA_PLAYER_STOPPED = 0,
  /** Started for a future frame, or waiting for its first data. */
  AHA_PLAYER_WAITING = 1,
  AHA_PLAYER_PLAYING = 2,
  AHA_PLAYER_PAUSED = 3,
  /** The sound's end was reached; a start begins again at frame 0. */
  AHA_PLAYER_ENDED = 4
};

/** Endless looping, for aha_player_set_loop_frames. */
#define AHA_LOOP_FOREVER UINT32_MAX

/** How a player interpolates at other speeds than 1, and converts a streamed sound of another
 *  rate. */
typedef uint32_t aha_speed_quality;

enum {
  /** Lowpass filter whose cutoff follows the speed: images and aliases below -90 dB up to 0.8 times
   *  the Nyquist frequency. */
  AHA_SPEED_GOOD = 0,
  /** Cubic interpolation: cheap, without a filter against aliases. */
  AHA_SPEED_FAST = 1,
  /** As AHA_SPEED_GOOD; a streamed sound is converted as a resident one, with errors below -130 dB,
   *  which takes three times as long. Since: 1.0. */
  AHA_SPEED_BEST = 2
};

/** The level of a player from a start on: fades of a start and of a stop, and an envelope. */
typedef struct aha_envelope {
  size_t struct_size;
  /** Frames from silence to the full level; 0: the engine's ramp. */
  uint64_t attack_frames;
  /** Frames from the full level to the sustain level. */
  uint64_t decay_frames;
  /** Frames from a stop to silence; 0: the engine's ramp. */
  uint64_t release_frames;
  /** AHA_FADE_…. */
  aha_fade_shape attack_shape;
  /** AHA_FADE_…. */
  aha_fade_shape decay_shape;
  /** AHA_FADE_…. */
  aha_fade_shape release_shape;
  /** Level until the stop, -INFINITY (silence) to 0. */
  float sustain_db;
} aha_envelope;

/** An envelope with all defaults: none. */
static inline aha_envelope aha_envelope_init(void) {
  aha_envelope envelope = {sizeof(aha_envelope), 0, 0, 0, 0, 0, 0, 0.0f};
  return envelope;
}

/** Options of a new player. */
typedef struct aha_player_options {
  size_t struct_size;
  /** As in aha_player_set_gain_db; 0: 0 dB. */
  float gain_db;
  /** As in aha_player_set_pan; 0: center. */
  float pan;
  /** Number of jumps from the end back to the start, or AHA_LOOP_FOREVER; 0: no loop. */
  uint32_t loop_count;
  /** AHA_LOOP_…. With AHA_LOOP_FILE, loop_count replaces the count of the file's loop; 0: that
   *  count. Since: 1.0. */
  aha_loop_mode loop_mode;
  /** As in aha_player_set_speed; 0: 1. Since: 0.10. */
  double speed;
  /** True: plays backwards, from the end; see aha_player_set_reversed. Since: 0.10. */
  AHA_FLAG uint32_t reverse;
  /** AHA_SPEED_…. Since: 0.10. */
  aha_speed_quality quality;
  /** First played frame; see aha_player_set_range_frames. Since: 1.0. */
  uint64_t begin_frame;
  /** Frame after the last played one; 0: the sound's end. Since: 1.0. */
  uint64_t end_frame;
} aha_player_options;

/** Options with all defaults. */
static inline aha_player_options aha_player_options_init(void) {
  aha_player_options options = {sizeof(aha_player_options), 0.0f, 0.0f, 0, 0, 0.0, 0, 0, 0, 0};
  return options;
}

/**
 * Creates a player, stopped at frame 0.
 * @param sound      Retained while the player needs it.
 * @param bus        NULL for the master bus.
 * @param options    NULL for the defaults.
 * @param out_player Owned by the caller.
 * Errors: AHA_ERROR_LIMIT, AHA_ERROR_STATE (the sound is still loading, or its load failed),
 * AHA_ERROR_INVALID_ARGUMENT (another engine's). Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_create(aha_engine *engine, aha_sound *sound,
                                     AHA_NULLABLE aha_bus *bus,
                                     AHA_NULLABLE const aha_player_options *options,
                                     AHA_OWNED aha_player **out_player);

/**
 * Starts from the position (the begin of its range after the end). A player that plays at that
 * frame restarts from the begin; a paused player resumes. Up to 256 starts of a player can wait for
 * their frames, in any order of calls. If several starts and stops are due at once, the one with
 * the latest frame takes effect; at equal frames the start does. aha_player_stop and
 * aha_player_pause without a frame remove all starts that wait; a start without a frame,
 * aha_player_resume and aha_player_seek_frames keep them.
 * @param ramp  Its frames are a fade-in. NULL or 0 frames: over the engine's ramp, or none where
 *              the sound begins quietly.
 * Errors: AHA_ERROR_LIMIT (256 starts of the player wait), AHA_ERROR_INVALID_ARGUMENT, handle
 * errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_start(aha_player *player, AHA_NULLABLE const aha_ramp *ramp);

/**
 * Starts with a velocity; aha_player_start has the velocity 1.
 * @param velocity  Above 0, up to 1; the gain is its square: -12 dB at 0.5.
 * @param ramp      As for aha_player_start.
 * Errors: as aha_player_start. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_player_start_with_velocity(aha_player *player, float velocity,
                                                  AHA_NULLABLE const aha_ramp *ramp);

/**
 * Stops and returns to frame 0; the fade begins at the ramp's frame. Without a frame it removes all
 * starts and stops that wait. With one, later starts stay; up to 256 stops of a player can wait. If
 * the player does not play at that frame, the stop has no effect; it counts toward the 256 until
 * the renderer processes another start or stop of the player.
 * @param ramp  NULL or 0 frames: over the release of the envelope, or the engine's ramp.
 * Errors: AHA_ERROR_LIMIT (256 stops of the player wait), AHA_ERROR_INVALID_ARGUMENT, handle
 * errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_stop(aha_player *player, AHA_NULLABLE const aha_ramp *ramp)
                                   AHA_STOPS;

/**
 * Pauses with a fade; the position stays. Without a frame it removes the starts that wait, with one
 * it keeps them; the stops that wait stay.
 * Errors: AHA_ERROR_LIMIT, AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_pause(aha_player *player, AHA_NULLABLE const aha_ramp *ramp)
                                    AHA_STOPS;

/**
 * Resumes after a pause, with a fade; has no effect on a playing player.
 * Errors: AHA_ERROR_STATE (stopped or ended), AHA_ERROR_LIMIT, AHA_ERROR_INVALID_ARGUMENT, handle
 * errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_resume(aha_player *player, AHA_NULLABLE const aha_ramp *ramp)
                                     AHA_STARTS;

/**
 * Seeks to a frame of the sound, inside the range. During playback the change is crossfaded. A
 * streamed sound fades out over the engine's ramp, and fades in when its data is available.
 * @param frame  0 to the sound's length; the length itself is the end.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (outside of the range), AHA_ERROR_LIMIT, handle errors.
 * Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_seek_frames(aha_player *player, uint64_t frame,
                                          AHA_NULLABLE const aha_ramp *ramp) AHA_PYTHON(seek);

/**
 * Loops between two frames of the sound, sample-exact: the frame begin follows the frame end - 1.
 * If the jump has a step in the signal, the step is smoothed over the ramp; a seamless loop, and a
 * loop shorter than the ramp, stay as they are. From a position past end, playback continues to the
 * sound's end.
 * @param begin  Below end, inside the range.
 * @param end    Up to the end of the range.
 * @param count  Number of jumps back, or AHA_LOOP_FOREVER; 0 ends looping. This call and every
 *               start reset the count.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_set_loop_frames(aha_player *player, uint64_t begin, uint64_t end,
                                              AHA_DEFAULT(AHA_LOOP_FOREVER) uint32_t count);

/**
 * Sets a loop with its mode, as aha_player_set_loop_frames does. A ping-pong loop plays its last
 * frame twice where it changes direction, so it has no step; after its last run back, it plays
 * forward to the sound's end.
 * @param loop  NULL ends looping.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_player_set_loop(aha_player *player, AHA_NULLABLE const aha_loop *loop);

/**
 * Plays only a part of the sound: its first frame is begin, and it ends before end. Positions stay
 * frames of the whole sound: a start begins at begin, in reverse at end. The loop is cut to the
 * part; if none of it is left, looping ends. The edges of the part are smoothed like those of a
 * sound. If a player plays before begin, it crossfades to begin; past end, it ends.
 * @param begin  Below end.
 * @param end    Up to the sound's length; 0: that length.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_player_set_range_frames(aha_player *player, uint64_t begin,
                                               AHA_DEFAULT(0) uint64_t end);

/**
 * Sets the sound that follows at the end of the present one, in place of an earlier next one. It
 * joins without a ramp: its first frame follows the last one, at any speed and in reverse, so a
 * recording that was cut into sounds is whole. Loops of the present sound come first. The next
 * sound plays whole, without a loop. AHA_EVENT_PLAYER_CONTINUED reports the join: from then on,
 * positions, range and loop are those of the new sound, and another next sound can be set.
 * @param sound  NULL for none. Retained while the player needs it.
 * @param ramp   Its frames: a crossfade over the last frames of the present sound. NULL or 0
 *               frames: none. at_frame is zero.
 * Errors: AHA_ERROR_STATE (the sound is still loading, or its load failed), AHA_ERROR_UNSUPPORTED
 * (with keep_rate, a sound of another rate), AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread:
 * [any]. Since: 1.0.
 */
AHA_API aha_result aha_player_set_next(aha_player *player, AHA_NULLABLE aha_sound *sound,
                                       AHA_NULLABLE const aha_ramp *ramp);

/** Gains of a channel in the left and right of a player, linear. Since: 1.0. */
typedef struct aha_channel_gain {
  /** -16 to 16. */
  float left;
  /** -16 to 16. */
  float right;
} aha_channel_gain;

/**
 * Sets the gains with which the channels of a sound are mixed to left and right: a gain of 1 for
 * two of them plays this pair. To play all channels, start a player for each pair at the same
 * frame, and send each to its pair of outputs with aha_bus_set_output. The sound was loaded with
 * keep_channels. A resident sound is mixed in this call, into memory of the player; gains of 1
 * and 0 that select a channel for each side need none. While the player plays, a resident sound
 * crossfades; a streamed sound fades out and in. If the player fades, the new mix begins after
 * that. A next sound that is set later gets the same gains, if it has as many channels.
 * @param gains  One for each of played_channels, copied; NULL for the downmix.
 * @param count  Of gains.
 * @param ramp   Its frames: the crossfade. NULL or 0 frames: the engine's ramp. at_frame is zero.
 * Errors: AHA_ERROR_STATE (without keep_channels), AHA_ERROR_INVALID_ARGUMENT,
 * AHA_ERROR_OUT_OF_MEMORY, AHA_ERROR_LIMIT, handle errors. Thread: [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_player_set_channel_matrix(
    aha_player *player, AHA_LIST(count) AHA_NULLABLE const aha_channel_gain *gains, size_t count,
    AHA_NULLABLE const aha_ramp *ramp);

/**
 * Sets the gain. While the player is silent it changes at once; a pause or the end of the sound
 * ends the fade. Gain, pan and place in space fade independently.
 * @param gain_db  -INFINITY (silence) to 24.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_set_gain_db(aha_player *player,
                                          AHA_RANGE(-INFINITY, 24) float gain_db,
                                          AHA_NULLABLE const aha_ramp *ramp);

/** The gain as set. Errors: 0 for a bad handle. Thread: [any]. Since: 0.1. */
AHA_API float aha_player_gain_db(aha_player *player);

/**
 * Sets the envelope: every start begins with the attack, every stop with the release from the
 * present level, at its exact frame. A stage that is shorter than the engine's ramp lasts as long
 * as the ramp. A pause holds the stage, a seek keeps it, and the sound's end ends the release. The
 * release of a stop is the one set at that time; the rest takes effect with the next start.
 * @param envelope  NULL for none.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_player_set_envelope(aha_player *player,
                                           AHA_NULLABLE const aha_envelope *envelope);

/**
 * Puts the player into a choke group of its engine: a start or resume of a member stops all other
 * members that sound, at the frame of the start, on any bus. Members that start at the same frame
 * do not stop each other.
 * @param group        1 to 65535; 0: none.
 * @param fade_frames  Frames of this player's fade when another member starts; at least the
 *                     engine's ramp.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_player_set_choke_group(
    aha_player *player, AHA_RANGE(0, 65535) uint32_t group,
    AHA_POSITION AHA_PYTHON(fade) AHA_DEFAULT(0) uint64_t fade_frames);

/**
 * Sets the equal-power pan. At the center, a mono sound is 3 dB lower on both sides and a stereo
 * sound is unchanged; toward an edge, the open side of a stereo sound rises by 3 dB.
 * @param pan  -1 (left) to 1 (right).
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_set_pan(aha_player *player, AHA_RANGE(-1, 1) float pan,
                                      AHA_NULLABLE const aha_ramp *ramp);

/** The pan as set. Errors: 0 for a bad handle. Thread: [any]. Since: 0.1. */
AHA_API float aha_player_pan(aha_player *player);

/**
 * Sets the speed. It is relative to the sound's own sample rate; the pitch changes with it. It
 * changes at once while the player is silent; its ramp rests while the player is paused, and ends
 * when it stops. Of the changes before a start, the last one sets the speed of the start. Up to 256
 * changes of a player can wait. Positions are frames of the sound at any speed, and loops stay
 * sample-exact. At speed 1 the samples are the sound's own.
 * @param speed  0.05 to 16; 1: as recorded. With all its factors (modulation, Doppler effect, the
 *               rate of a sound with keep_rate) it is limited to this range.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT (256 changes of the player wait), handle
 * errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_player_set_speed(aha_player *player, AHA_RANGE(0.05, 16) double speed,
                                        AHA_NULLABLE const aha_ramp *ramp);

/** The speed that was set last, without lane, modulation and Doppler effect. Errors: 0 for a bad
 *  handle. Thread: [any]. Since: 0.10. */
AHA_API double aha_player_speed(aha_player *player);

/**
 * Sets the tempo: how fast the sound passes, at the pitch that its speed gives it. The first ratio
 * other than 1 adds a pitch shifter before the player's chain, one of max_effects, whose latency
 * counts in that of the chain; while the player sounds, the change begins as soon as that
 * effect is full. Transients keep their shape. A ramp is even in octaves: from 1 to 4 it passes 2
 * in its middle; it takes at least 80 ms. The tempo is a factor of the speed; their product is
 * limited to 0.05 to 16. A player that follows the engine's tempo stops following.
 * @param ratio  0.25 (four times as long) to 4; 1: as recorded.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT (max_effects; changes that wait; latency),
 * AHA_ERROR_OUT_OF_MEMORY, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_player_set_tempo_ratio(aha_player *player,
                                              AHA_RANGE(0.25, 4) double ratio,
                                              AHA_NULLABLE const aha_ramp *ramp);

/** The tempo that was set last. Errors: 0 for a bad handle. Thread: [any]. Since: 1.0. */
AHA_API double aha_player_tempo_ratio(aha_player *player);

/** Options of a player that follows the musical clock. */
typedef struct aha_follow_options {
  size_t struct_size;
  /** Starts of the player wait for the next multiple of that many beats, 0.0625 to 1024: 1 for a
   *  beat, 4 for a bar of four; 0: they do not wait. */
  AHA_RANGE(0.0625, 1024) double quantize_beats;
} aha_follow_options;

/** Options with all defaults. */
static inline aha_follow_options aha_follow_options_init(void) {
  aha_follow_options options = {sizeof(aha_follow_options), 0.0};
  return options;
}

/**
 * Plays the sound at the tempo of the engine; see aha_engine_set_tempo. The tempo ratio of the
 * player is that of the engine's tempo to the sound's, at each frame, with the pitch shifter and
 * the latency of aha_player_set_tempo_ratio; the shifter is added with this call. While the player
 * sounds, it changes to that ratio over 80 ms. From then on it stays in phase with the beats:
 * errors of rounding do not add up, so a loop is still on its beats after hours. A speed other than
 * 1, its automation and its modulation are a factor of the tempo; after them, and after a seek, a
 * pause or another loop, the player is in phase from its present position on. A start that waits
 * for a beat moves with it if the tempo changes.
 * @param tempo_bpm  Of the sound at speed 1, 5 to 4000. If a loop is nearly a whole count of beats,
 *                   the tempo is adjusted so that it is exactly that. The engine's tempo is 0.25 to
 *                   4 times as fast; past these limits the player stays at the limit, out of phase.
 *                   0: stops following and keeps the present tempo ratio.
 * @param options    NULL for the defaults.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT (max_effects; latency),
 * AHA_ERROR_OUT_OF_MEMORY, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_player_follow(aha_player *player, double tempo_bpm,
                                     AHA_NULLABLE const aha_follow_options *options);

/** The tempo of the sound as it is followed, in beats per minute; 0: the player does not follow.
 *  Errors: 0 for a bad handle. Thread: [any]. Since: 1.0. */
AHA_API double aha_player_followed_tempo(aha_player *player);

/** Options of a modulation of a player's speed. */
typedef struct aha_vibrato_options {
  size_t struct_size;
  /** AHA_WAVEFORM_…. */
  AHA_POSITION AHA_DEFAULT(AHA_WAVEFORM_RANDOM) aha_waveform waveform;
  /** Cycles or random values per second, 0.001 to 100; 0: 5. */
  AHA_RANGE(0.001, 100) AHA_DEFAULT(5.0) float rate_hz;
  /** The largest deviation from the speed, up to 2400 cents in both directions; 0: 30. */
  AHA_RANGE(0, 2400) AHA_DEFAULT(30.0) AHA_PYTHON(cents)
  float depth_cents;
  /** Seconds of playing until the modulation ends automatically, up to 86400; 0: never. */
  AHA_RANGE(0, 86400) AHA_NONE(0) AHA_PYTHON(seconds) float duration_s;
  /** Seed of the random values; equal seeds produce equal values. */
  uint32_t seed;
  /** Zero. */
  uint32_t reserved;
} aha_vibrato_options;

/** Options with all defaults. */
static inline aha_vibrato_options aha_vibrato_options_init(void) {
  aha_vibrato_options options = {sizeof(aha_vibrato_options), 0, 0.0f, 0.0f, 0.0f, 0, 0};
  return options;
}

/**
 * Starts a modulator of the speed, in place of its previous modulator: vibrato, wow and flutter. It
 * rests while the player does not play. The speed can be set meanwhile.
 * @param options  NULL for the defaults.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_OUT_OF_MEMORY, handle errors. Thread: [any]. Since:
 * 0.10.
 */
AHA_API aha_result aha_player_start_speed_modulation(
    aha_player *player, AHA_NULLABLE const aha_vibrato_options *options) AHA_PYTHON(modulate_speed);

/**
 * Ends a modulation of the speed; the speed returns to its value over the ramp.
 * Errors: handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_player_stop_speed_modulation(aha_player *player);

/** The clock of a point's frame. */
typedef uint32_t aha_point_clock;

enum {
  /** Positions of the engine's timeline, which an aha_session moves. */
  AHA_CLOCK_TIMELINE = 0,
  /** Frames of the engine; see aha_engine_position_frames. */
  AHA_CLOCK_ENGINE = 1
};

/** One point of a player's speed. */
typedef struct aha_speed_point {
  /** Below 2^53. */
  uint64_t frame;
  /** 0.05 to 16. */
  float speed;
  /** The curve to the next point: AHA_POINT_… of aha/lane.h. */
  uint32_t curve;
} aha_speed_point;

/**
 * Automates the speed, sample-exact, in place of previous points. Before the first point its speed
 * applies, after the last one its speed; two points at one frame are a jump. While the clock runs,
 * the points replace the speed that was set. When the timeline stops, the last speed stays.
 * @param points  Copied; their frames ascend. NULL if count is 0.
 * @param count   0: ends the automation; the last speed stays.
 * @param clock   AHA_CLOCK_….
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_OUT_OF_MEMORY, handle errors. Thread: [any]. Since:
 * 0.10.
 */
AHA_API aha_result aha_player_set_speed_points(
    aha_player *player, AHA_LIST(count) AHA_NULLABLE const aha_speed_point *points, size_t count,
    aha_point_clock clock);

/**
 * Plays backwards or forwards, from the present position on. During playback the change is
 * crossfaded. A streamed sound fades out over the engine's ramp, and fades in when its data is
 * available. In reverse a start begins at the sound's end, also a start of a player that has not
 * been played or moved, playback ends at frame 0, and loops jump from their begin to their end.
 * Errors: AHA_ERROR_LIMIT, AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_player_set_reversed(aha_player *player, AHA_FLAG uint32_t reverse,
                                           AHA_NULLABLE const aha_ramp *ramp);

/** True when set to play backwards. Errors: false for a bad handle. Thread: [any]. Since: 0.10. */
AHA_API AHA_FLAG uint32_t aha_player_is_reversed(aha_player *player);

/**
 * Sends the player to another bus, crossfaded over the ramp (a streamed sound fades out and in).
 * Between buses whose effects have different latencies, each place of the sound is still heard
 * once: a playing player gets a bus of its own for that, as for a send, if one of max_buses is
 * free.
 * @param bus  NULL for the master bus.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (another engine's), handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_set_bus(aha_player *player, AHA_NULLABLE aha_bus *bus);

/** AHA_PLAYER_… as of the last rendered frames. Thread: [any] [render]. Since: 0.1. */
AHA_API aha_player_state aha_player_get_state(aha_player *player);

/** The next frame of the sound to play. Errors: 0 for a bad handle. Thread: [any] [render]. Since:
 *  0.1. */
AHA_API uint64_t aha_player_position_frames(aha_player *player) AHA_PYTHON(position);

/**
 * Sends the sound of a player, after its effects, to another bus, as aha_bus_create_send does. The
 * first send gives the player a bus of its own until it is released; this bus takes over gain and
 * pan, and counts as one of max_buses.
 * @param options   NULL for the defaults.
 * @param out_send  Owned by the caller. Its release ends the send, with a fade.
 * Errors: as aha_bus_create_send. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_player_create_send(aha_player *player, aha_bus *destination,
                                          AHA_NULLABLE const aha_send_options *options,
                                          AHA_OWNED aha_bus **out_send);

/**
 * The chain of a player.
 * @return Borrowed: valid as long as the player's handle; NULL for a bad handle.
 * Thread: [any]. Since: 0.2.
 */
AHA_API aha_chain *aha_player_chain(aha_player *player);

/**
 * Places a player around the listener, or moves it. From the place follow a gain, a constant-power
 * pan along the angle (behind the listener as in front), and a factor of the speed. They multiply
 * the player's own gain, pan and speed. A stereo sound is balanced.
 * @param space  NULL: the player has no place, as at first.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT (max_effects, for delay_ears; changes that
 * wait), handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_player_set_space(aha_player *player, AHA_NULLABLE const aha_space *space,
                                        AHA_NULLABLE const aha_ramp *ramp);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.1. */
static inline aha_result aha_player_retain(aha_player *player) {
  return aha_retain_as(player, AHA_KIND_PLAYER);
}

/**
 * Releases one reference; the last release ends the handle. A player that plays fades out first,
 * over the engine's ramp. After a stop, the release of its envelope and the tail of its effects
 * are heard to their end; of more than 64 such tails, the oldest fades out. The tail of a host's
 * effect or a plug-in fades out too: the effect may be needed in another chain.
 * Errors: handle errors. Thread: [any]. Since: 0.1.
 */
static inline aha_result aha_player_release(aha_player *player) {
  return aha_release_as(player, AHA_KIND_PLAYER);
}

AHA_END_DECLARATIONS

#endif /* AHA_PLAYER_H */
