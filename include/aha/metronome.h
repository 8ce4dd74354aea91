/* aha/metronome.h: clicks on the beats of the engine's musical clock, and count-ins. */
#ifndef AHA_METRONOME_H
#define AHA_METRONOME_H

#include "player.h"

AHA_BEGIN_DECLARATIONS

/** Options of a metronome. */
typedef struct aha_metronome_options {
  size_t struct_size;
  /** The first beat of each bar has a higher click; 1 to 64; 0: 4. Bars begin with beat 0 of the
   *  engine. */
  AHA_RANGE(1, 64) AHA_DEFAULT(4) uint32_t beats_per_bar;
  /** As in aha_player_set_gain_db; 0: 0 dB, peaks of -6 dB. */
  float gain_db;
  /** As in aha_player_set_pan; 0: center. */
  float pan;
  /** Zero. */
  uint32_t reserved;
} aha_metronome_options;

/** Options with all defaults. */
static inline aha_metronome_options aha_metronome_options_init(void) {
  aha_metronome_options options = {sizeof(aha_metronome_options), 0, 0.0f, 0.0f, 0};
  return options;
}

/**
 * Creates a metronome: a player that clicks on each beat of the engine's clock, at any tempo and
 * through its ramps. A start begins with the next beat, in place of an earlier start; a stop or
 * pause ends the clicks, also the one on its frame. Each click is an AHA_EVENT_PLAYER_STARTED and
 * an AHA_EVENT_PLAYER_ENDED at its frame. To hear the clicks in headphones only, use a bus with an
 * output of its own; see aha_bus_set_output.
 * @param bus         NULL for the master bus.
 * @param options     NULL for the defaults.
 * @param out_player  Owned by the caller.
 * Errors: as aha_player_create. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_metronome_create(aha_engine *engine, AHA_NULLABLE aha_bus *bus,
                                        AHA_NULLABLE const aha_metronome_options *options,
                                        AHA_OWNED aha_player **out_player)
                                        AHA_PYTHON(metronome);

/**
 * Starts a metronome at a bar, and returns the frame at which the count-in is over: there a
 * recorder or a player starts. The clicks continue; to end them, stop the metronome at that frame.
 * @param metronome  Of aha_metronome_create.
 * @param bars       1 to 64.
 * @param at_frame   The count-in begins with the first bar there or later; 0: with the next bar
 *                   that no running render can miss.
 * @param out_frame  The frame of the first bar after the count-in, if the tempo does not change
 *                   meanwhile.
 * Errors: AHA_ERROR_STATE (not a metronome), AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread:
 * [any]. Since: 1.0.
 */
AHA_API aha_result aha_metronome_count_in(aha_player *metronome,
                                          AHA_RANGE(1, 64) AHA_DEFAULT(1) uint32_t bars,
                                          AHA_DEFAULT(0) uint64_t at_frame, uint64_t *out_frame)
                                          AHA_PYTHON(count_in) AHA_CPP(count_in);

AHA_END_DECLARATIONS

#endif /* AHA_METRONOME_H */
