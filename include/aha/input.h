/* aha/input.h: live inputs: a microphone, or frames that the host writes, played on a bus. */
#ifndef AHA_INPUT_H
#define AHA_INPUT_H

#include "bus.h"
#include "device.h"

AHA_BEGIN_DECLARATIONS

/** A live input of an engine. Its bus has the effects, meter, gain and recorders. */
typedef struct aha_input aha_input;

/** Options of a live input. */
typedef struct aha_input_options {
  size_t struct_size;
  /** Sample rate of the frames that the host writes, 4000 Hz to twice the engine's; 0: the
   *  engine's. A device has its own. */
  uint32_t sample_rate;
  /** Channels of the frames that the host writes: 1 or 2; 0: the engine's. A device has its own. */
  AHA_ATTRIBUTE(channels) uint32_t channels;
  /** Frames of buffering against underruns, up to 8192; 0: 20 ms, increased after an underrun; no
   *  buffering with share_clock. */
  uint32_t latency_frames;
  /** True: the input shares the clock that renders the engine, and every frame is played unchanged.
   *  False: the clock drift is measured and compensated. */
  AHA_FLAG uint32_t share_clock;
} aha_input_options;

/** Options with all defaults. */
static inline aha_input_options aha_input_options_init(void) {
  aha_input_options options = {sizeof(aha_input_options), 0, 0, 0, 0};
  return options;
}

/** Status of a live input. */
typedef struct aha_input_status {
  size_t struct_size;
  /** Frames played. */
  uint64_t frames;
  /** Times that no data arrived in time and silence was played. */
  uint64_t underruns;
  /** Times that frames were skipped to catch up after a stall. */
  uint64_t skips;
  /** Buffered frames: from the newest frame received to the frame being played. */
  uint64_t held_frames;
  /** Estimated drift of the input's clock in parts per million; positive: fast. */
  float drift_ppm;
  /** True while the bus is sent to its parent. Since: 1.0. */
  AHA_ATTRIBUTE(monitored) AHA_FLAG uint32_t is_monitored;
  /** Round-trip latency in frames, from the engine's output to the input's bus; at least 0. To
   *  record in time with a song, start the recorder of the bus this many frames after the song's
   *  first frame. The value is the measured latency, or before a measurement the buffering, plus
   *  the offset. Since: 1.0. */
  AHA_ATTRIBUTE(latency_frames) uint64_t latency_frames;
  /** The manual correction of the latency, -2^31 to 2^31. Since: 1.0. */
  AHA_ATTRIBUTE(offset_frames) int64_t offset_frames;
} aha_input_status AHA_RECORD;

/** A status structure with struct_size set. */
static inline aha_input_status aha_input_status_init(void) {
  aha_input_status status = {sizeof(aha_input_status), 0, 0, 0, 0, 0.0f, 0, 0, 0};
  return status;
}

/**
 * Creates a live input that plays on a bus at once. It ends with the engine.
 * @param bus        A bus without an input; NULL for the master bus.
 * @param device     An input device of the engine, kept open by the live input; NULL: the host
 *                   writes.
 * @param options    NULL for the defaults.
 * @param out_input  Owned by the caller.
 * Errors: AHA_ERROR_STATE (the bus already has an input), AHA_ERROR_INVALID_ARGUMENT (an output
 * device; another engine's), AHA_ERROR_OUT_OF_MEMORY, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_input_create(aha_engine *engine,
                                    AHA_ATTRIBUTE(bus) AHA_NULLABLE aha_bus *bus,
                                    AHA_ATTRIBUTE(device) AHA_NULLABLE aha_device *device,
                                    AHA_NULLABLE const aha_input_options *options,
                                    AHA_OWNED aha_input **out_input) AHA_PYTHON(__init__)
                                    AHA_STARTS;

/**
 * Writes frames to an input without a device. Never waits; frames that the engine does not read in
 * time are dropped.
 * @param frames       Interleaved; NULL is silence.
 * @param frame_count  Up to 2^31.
 * Errors: AHA_ERROR_UNSUPPORTED (it has a device), AHA_ERROR_INVALID_ARGUMENT, handle errors.
 * Thread: [owner] [render]. Since: 0.3.
 */
AHA_API aha_result aha_input_write(aha_input *input, AHA_NULLABLE const float *frames,
                                   uint64_t frame_count);

/**
 * Sends its bus to the parent, which is the default, or only measures and records it.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (the master bus), handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_input_set_monitored(aha_input *input, AHA_FLAG uint32_t monitored);

/**
 * Measures the round-trip latency: plays a burst of noise on the master bus and detects it on the
 * input's bus. The output must reach the input by a cable or through the air, and the engine must
 * be rendered meanwhile. Takes about two seconds.
 * @param out_frames  The new latency, without the offset.
 * Errors: AHA_ERROR_STATE (the engine is not rendered), AHA_ERROR_NOT_FOUND (the burst was not
 * detected), AHA_ERROR_UNSUPPORTED (the input's rate differs from the engine's), handle errors.
 * Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_input_measure_latency(aha_input *input,
                                             AHA_NULLABLE uint64_t *out_frames) AHA_RESETS;

/**
 * Sets the manual correction of the latency.
 * @param offset_frames  Added to the latency; -2^31 to 2^31.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_input_set_offset_frames(
    aha_input *input, AHA_RANGE(-2147483648, 2147483648) int64_t offset_frames);

/**
 * The status of the input.
 * @param status  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_input_get_status(aha_input *input, aha_input_status *status);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.3. */
static inline aha_result aha_input_retain(aha_input *input) {
  return aha_retain_as(input, AHA_KIND_INPUT);
}

/**
 * Releases one reference; the last release fades the input out and frees its bus and device.
 * Errors: handle errors. Thread: [any]. Since: 0.3.
 */
static inline aha_result aha_input_release(aha_input *input) {
  return aha_release_as(input, AHA_KIND_INPUT);
}

AHA_END_DECLARATIONS

#endif /* AHA_INPUT_H */
