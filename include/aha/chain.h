/* aha/chain.h: chains: the effects of a player or bus, in order. */
#ifndef AHA_CHAIN_H
#define AHA_CHAIN_H

#include "bus.h"
#include "effect.h"
#include "player.h"

AHA_BEGIN_DECLARATIONS

/** Max effects in one chain. */
#define AHA_CHAIN_EFFECTS_MAX 32

/**
 * Inserts an effect before the one at a position.
 * @param effect  Of the same engine, in no chain. The chain retains it.
 * @param position  0 to the count; AHA_LAST: after all others.
 * Errors: AHA_ERROR_STATE (in a chain already), AHA_ERROR_LIMIT (AHA_CHAIN_EFFECTS_MAX, or
 * max_effects of the engine), AHA_ERROR_INVALID_ARGUMENT (another engine's). Thread: [any]. Since:
 * 0.2.
 */
AHA_API aha_result aha_chain_insert(aha_chain *chain, uint32_t position, aha_effect *effect);

/** Appends an effect, as aha_chain_insert does. Errors: as aha_chain_insert. Thread: [any].
 *  Since: 0.2. */
static inline aha_result aha_chain_add(aha_chain *chain, aha_effect *effect) {
  return aha_chain_insert(chain, AHA_LAST, effect);
}

/**
 * Moves an effect of the chain.
 * @param position  The new position: 0 to the count - 1.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (not in this chain, or no such position), handle errors.
 * Thread: [any]. Since: 0.2.
 */
AHA_API aha_result aha_chain_move(aha_chain *chain, aha_effect *effect, uint32_t position);

/**
 * Removes an effect. It can be added to a chain again; it keeps its values and loses its other
 * state. Its latency stays in the chain until the chain is silent, so that audible sound does not
 * shift; until then it counts toward AHA_CHAIN_EFFECTS_MAX.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (not in this chain), handle errors. Thread: [any]. Since: 0.2.
 */
AHA_API aha_result aha_chain_remove(aha_chain *chain, aha_effect *effect);

/** Removes all effects. Errors: handle errors. Thread: [any]. Since: 0.2. */
AHA_API aha_result aha_chain_clear(aha_chain *chain);

/** The number of effects. Errors: 0 for a bad handle. Thread: [any]. Since: 0.2. */
AHA_API uint32_t aha_chain_count(aha_chain *chain) AHA_PYTHON(__len__);

/**
 * The effect at a position.
 * @param out_effect  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.2.
 */
AHA_API aha_result aha_chain_at(aha_chain *chain, uint32_t position,
                                AHA_OWNED aha_effect **out_effect);

/**
 * Latency of the chain in frames. A player reads its sound ahead by this amount, which keeps its
 * output in time.
 * Errors: 0 for a bad handle. Thread: [any]. Since: 0.2.
 */
AHA_API uint64_t aha_chain_latency_frames(aha_chain *chain);

/**
 * Sends frames of the host through the chain of a bus. No player, gain or limiter is involved, and
 * an empty chain copies the frames. The output begins with the first input frame: the chain holds
 * back aha_chain_latency_frames frames, which calls without input return. Changes of values and of
 * the chain ramp and crossfade as in a render. A render of the engine silences the frames of these
 * calls in the chain; these calls silence those of a render.
 * @param input        Interleaved, frame_count * channels floats. NULL: silence, for the frames
 *                     that the chain holds back and the tail of the effects.
 * @param frame_count  Up to 2^31.
 * @param channels     1 or 2. One channel goes to both sides; the output is half their sum.
 * @param output       Room for frame_count * channels floats; may be equal to input.
 * @param out_count    Set to the number of frames in output; may be NULL.
 * @return AHA_OK, or AHA_END if input is NULL and the tail has ended.
 * Errors: AHA_ERROR_UNSUPPORTED (a player's chain), AHA_ERROR_STATE (a render is in progress),
 * AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [render], one at a time, also with
 * aha_engine_render. Since: 1.0.
 */
AHA_API aha_result aha_chain_render(aha_chain *chain, AHA_NULLABLE const float *input,
                                    uint64_t frame_count, AHA_RANGE(1, 2) uint32_t channels,
                                    float *output, AHA_NULLABLE uint64_t *out_count)
                                    AHA_CODES(AHA_END);

/**
 * Ends the sound of aha_chain_render at once, before its next call. The effects lose their state,
 * and ramps of their values end; modulations continue.
 * Errors: AHA_ERROR_UNSUPPORTED (a player's chain), AHA_ERROR_LIMIT, handle errors. Thread: [any].
 * Since: 1.0.
 */
AHA_API aha_result aha_chain_reset(aha_chain *chain);

AHA_END_DECLARATIONS

#endif /* AHA_CHAIN_H */
