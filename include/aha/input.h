/* aha/input.h: live inputs: a microphone, or whatever the host writes, heard on a bus. */
#ifndef AHA_INPUT_H
#define AHA_INPUT_H

#include "bus.h"
#include "device.h"

AHA_BEGIN_DECLARATIONS

/** A live input of an engine. Effects, meter, gain and recorders are those of its bus. */
typedef struct aha_input aha_input;

/** How a live input is made. */
typedef struct aha_input_options {
  size_t struct_size;
  /** Of what the host writes, 4000 Hz to twice the engine's; 0: the engine's. A device has its
   *  own. */
  uint32_t sample_rate;
  /** Of what the host writes: 1 or 2; 0: as many as the engine. A device has its own. */
  uint32_t channels;
  /** Frames that are held back so that none is missing, up to 8192; 0: 20 ms, more once that was
   *  too short; nothing with shares_clock. */
  uint32_t latency_frames;
  /** Non-zero: the input goes by the clock that renders the engine, and every frame is heard as it
   *  came. Else the drift of the clocks is followed. */
  uint32_t shares_clock;
} aha_input_options;

/** Options with all defaults. */
static inline aha_input_options aha_input_options_init(void) {
  aha_input_options options = {sizeof(aha_input_options), 0, 0, 0, 0};
  return options;
}

/** How a live input does. */
typedef struct aha_input_status {
  size_t struct_size;
  /** Frames that were heard. */
  uint64_t frames;
  /** Times that nothing had come in time; silence was heard. */
  uint64_t underruns;
  /** Times that it was so far behind that something was left out, after a stall. */
  uint64_t skips;
  /** Frames from the newest that came to the one that is heard. */
  uint64_t held_frames;
  /** By how much the input's clock is fast, in millionths, as far as that is known. */
  float drift_ppm;
  /** Zero. */
  uint32_t reserved;
} aha_input_status;

/** A status structure with struct_size set. */
static inline aha_input_status aha_input_status_init(void) {
  aha_input_status status = {sizeof(aha_input_status), 0, 0, 0, 0, 0.0f, 0};
  return status;
}

/**
 * Makes a live input that is heard on a bus from now on. It ends with the engine.
 * @param bus        One without an input; NULL for the master bus.
 * @param device     An input of the engine, which it keeps open; NULL: the host writes.
 * @param options    NULL for the defaults.
 * @param out_input  Owned by the caller.
 * Errors: AHA_ERROR_STATE (the bus has one), AHA_ERROR_INVALID_ARGUMENT (an output; another
 * engine's), AHA_ERROR_OUT_OF_MEMORY, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_input_create(aha_engine *engine, aha_bus *bus, aha_device *device,
                                    const aha_input_options *options, aha_input **out_input);

/**
 * Hands over what has come, of an input without device. Never waits; what nobody reads in time is
 * left out.
 * @param frames       Interleaved; NULL is silence.
 * @param frame_count  Up to 2^31.
 * Errors: AHA_ERROR_UNSUPPORTED (it has a device), AHA_ERROR_INVALID_ARGUMENT, handle errors.
 * Thread: [owner] [render]. Since: 0.3.
 */
AHA_API aha_result aha_input_write(aha_input *input, const float *frames, uint64_t frame_count);

/**
 * Lets its bus go on to its parent (non-zero), as at first, or only be measured and recorded.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (the master bus), handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_input_set_monitored(aha_input *input, uint32_t monitored);

/** Non-zero while it is monitored; 0 for a bad handle. Thread: [any]. Since: 0.3. */
AHA_API uint32_t aha_input_monitored(aha_input *input);

/**
 * Plays a burst of noise on the master bus and listens for it: the way from the output back to the
 * input's bus, which must be looped back by a cable, or through the air. The engine must be
 * rendered meanwhile; it takes some two seconds.
 * @param out_frames  What aha_input_latency_frames tells from now on, without the offset.
 * Errors: AHA_ERROR_STATE (nobody renders), AHA_ERROR_NOT_FOUND (the burst was not heard),
 * AHA_ERROR_UNSUPPORTED (not the engine's rate), handle errors. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_input_measure_latency(aha_input *input, uint64_t *out_frames);

/**
 * Frames from the engine's output to its bus, to be added to where something was played: a recorder
 * of the bus that is started so much after the frame at which a song begins holds, from its first
 * frame on, what was played to that song. The measured way, or before that what is held back, and
 * the offset; at least 0. Errors: 0 for a bad handle. Thread: [any]. Since: 0.3.
 */
AHA_API uint64_t aha_input_latency_frames(aha_input *input);

/**
 * Corrects the latency by hand.
 * @param offset_frames  To be added; up to 2^31 either way.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_input_set_offset_frames(aha_input *input, int64_t offset_frames);

/** The offset; 0 for a bad handle. Thread: [any]. Since: 0.3. */
AHA_API int64_t aha_input_offset_frames(aha_input *input);

/**
 * Tells how it does.
 * @param status  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_input_get_status(aha_input *input, aha_input_status *status);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.3. */
AHA_API aha_result aha_input_retain(aha_input *input);

/**
 * Takes an owner away; the last one fades it out and lets go of its bus and device.
 * Errors: handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_input_release(aha_input *input);

AHA_END_DECLARATIONS

#endif /* AHA_INPUT_H */
