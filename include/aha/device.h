/* aha/device.h: sound devices: an engine plays through one output, and records from inputs. */
#ifndef AHA_DEVICE_H
#define AHA_DEVICE_H

#include "engine.h"

AHA_BEGIN_DECLARATIONS

/** An audio output or input of an engine. */
typedef struct aha_device aha_device;

/** The direction of the sound. */
typedef uint32_t aha_device_direction;

enum {
  AHA_DEVICE_OUTPUT = 0,
  AHA_DEVICE_INPUT = 1
};

typedef uint32_t aha_device_loss;

/** The action after the loss of a device. */
enum {
  /** Switch to the same device if it still exists, else the default one, else the null device. */
  AHA_DEVICE_LOSS_NEXT = 0,
  /** Wait for the same device; the engine's clock stops meanwhile. */
  AHA_DEVICE_LOSS_SAME = 1,
  /** None: the device stays lost until it is started again. */
  AHA_DEVICE_LOSS_STOP = 2
};

/** Treatment of channels of the engine that an output does not have. */
typedef uint32_t aha_device_missing;

enum {
  /** Their pairs are added to the first pair of the device. */
  AHA_DEVICE_MISSING_ADD = 0,
  /** They are not heard. */
  AHA_DEVICE_MISSING_DROP = 1,
  /** The device is refused, also as the next one after a loss. */
  AHA_DEVICE_MISSING_REFUSE = 2
};

/** The state of a device. */
typedef uint32_t aha_device_state;

enum {
  AHA_DEVICE_STOPPED = 0,
  AHA_DEVICE_RUNNING = 1,
  AHA_DEVICE_LOST = 2,
  AHA_DEVICE_CLOSED = 3
};

/** One device of the list. */
typedef struct aha_device_info {
  size_t struct_size;
  /** The id for aha_device_open: "alsa:…", "jack:…"; stable between runs. */
  char id[192];
  char name[128];
  /** The sound system: "alsa", "jack", "oss". */
  char host_api[32];
  uint32_t max_inputs;
  uint32_t max_outputs;
  /** Hz. */
  uint32_t default_sample_rate;
  /** True: the device that the id "" selects, for inputs and for outputs. */
  AHA_FLAG uint32_t is_default_input;
  AHA_FLAG uint32_t is_default_output;
  /** The latency that the device reports. */
  float low_latency_ms;
  float high_latency_ms;
  /** Zero. */
  uint32_t reserved;
} aha_device_info AHA_RECORD;

/** An info structure with struct_size set. */
static inline aha_device_info aha_device_info_init(void) {
  aha_device_info info = {sizeof(aha_device_info), {0}, {0}, {0}, 0, 0, 0, 0, 0, 0.0f, 0.0f, 0};
  return info;
}

/** Options for opening a device. */
typedef struct aha_device_options {
  size_t struct_size;
  /** An id of the list; NULL, "" or "default": the default device. "null": a clock without
   *  hardware. "stepped": a device that aha_device_step drives. */
  AHA_POSITION AHA_DEFAULT("") const char *id;
  /** AHA_DEVICE_OUTPUT or AHA_DEVICE_INPUT. For both directions, open two devices. */
  AHA_ATTRIBUTE(direction) aha_device_direction direction;
  /** Frames per block, a power of two from 16 to 8192; 0: a size that suits the device. A JACK
   *  server uses its own block size. */
  uint32_t block_frames;
  /** Requested latency, 1 to 2000; 0: 20, or the device's own if that is more. A JACK server uses
   *  its own latency. */
  uint32_t latency_ms;
  /** For an input: 1 or 2; 0: the engine's, at most 2. For an output: the engine's, or an even
   *  number below; 0: the engine's, as far as the device has them. */
  uint32_t channels;
  /** AHA_DEVICE_LOSS_… */
  aha_device_loss on_loss;
  /** AHA_DEVICE_MISSING_…, of an engine with more than 2 channels. AHA_EVENT_DEVICE_FOLDED tells
   *  that an output has fewer. Since: 1.0. */
  aha_device_missing missing;
  /** The first channel of an input, from 0 to 62: with one channel each, the microphones of an
   *  interface are devices with an input of their own. aha_device_step passes all channels up to
   *  the last one. 0 for an output. Since: 1.0. */
  AHA_RANGE(0, 62) uint32_t first_channel;
  /** Zero. */
  uint32_t reserved;
} aha_device_options;

/** Options with all defaults. */
static inline aha_device_options aha_device_options_init(void) {
  aha_device_options options = {sizeof(aha_device_options), NULL, 0, 0, 0, 0, 0, 0, 0, 0};
  return options;
}

/** Status of a device. The counters start at the opening and continue after a loss. */
typedef struct aha_device_status {
  size_t struct_size;
  /** The state of the device. */
  AHA_ATTRIBUTE(state) aha_device_state state;
  uint32_t sample_rate;
  /** Channels of the device's frames. Those of an output can change after a loss. */
  uint32_t channels;
  /** Frames per block; 0 before the first block of a JACK server. */
  uint32_t block_frames;
  uint64_t frames;
  uint64_t blocks;
  /** Times the device ran out of frames to play, as reported by the device. */
  uint64_t underruns;
  /** Times the device dropped recorded frames, as reported by the device. */
  uint64_t overruns;
  /** Times the device did not request a block in time, by libaha's clock. */
  uint64_t gaps;
  /** Blocks whose rendering took longer than the block's duration. */
  uint64_t late_blocks;
  /** Times the device was lost. */
  uint64_t losses;
  /** Latency to the speaker, or from the microphone, as reported by the device. */
  float latency_ms;
  float longest_gap_ms;
  /** Time to render a block: average and max. */
  float render_mean_ms;
  float render_max_ms;
  /** 99.9th percentile of the render time, as a share of a block's duration; 2: 2 or more. */
  float render_share_999;
  /** Zero. */
  uint32_t reserved;
} aha_device_status AHA_RECORD;

/** A status structure with struct_size set. */
static inline aha_device_status aha_device_status_init(void) {
  aha_device_status status = {sizeof(aha_device_status), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                              0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0};
  return status;
}

/**
 * Searches for available devices, and replaces this process's list of them. Open devices continue.
 * The ids "null" and "stepped" are not in the list, and do not need this call. No device is not an
 * error.
 * Errors: AHA_ERROR_NO_DEVICE (no PortAudio), AHA_ERROR_DEVICE. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_device_scan(void);

/** The number of devices of the last aha_device_scan; 0 before it. Thread: [any]. Since: 1.0. */
AHA_API uint32_t aha_device_count(void);

/**
 * Describes one device of the list.
 * @param index  Below the count.
 * @param info   Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_device_get(uint32_t index, aha_device_info *info);

/**
 * Opens a device, in the stopped state. It ends with the engine.
 * @param options     NULL for the default output.
 * @param out_device  Owned by the caller.
 * Errors: AHA_ERROR_NO_DEVICE, AHA_ERROR_DEVICE_FORMAT (the engine's rate or the channels are not
 * supported), AHA_ERROR_DEVICE (busy, or not responding), AHA_ERROR_INVALID_ARGUMENT,
 * AHA_ERROR_UNSUPPORTED, handle errors. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_device_open(aha_engine *engine,
                                   AHA_NULLABLE const aha_device_options *options,
                                   AHA_OWNED aha_device **out_device) AHA_PYTHON(__init__);

/**
 * Starts playing or recording; reopens a lost device. While an output runs, it renders the engine:
 * aha_engine_render and render jobs return AHA_ERROR_STATE. Not an error if the device already
 * runs.
 * Errors: AHA_ERROR_STATE (another output runs, a render is in progress, or the engine is offline),
 * AHA_ERROR_DEVICE, AHA_ERROR_NO_DEVICE, handle errors. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_device_start(aha_device *device);

/**
 * Stops playing or recording at once; the engine's clock stops then. Not an error if the device is
 * already stopped. Errors: handle errors. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_device_stop(aha_device *device) AHA_STOPS;

/**
 * Advances a stepped device: it requests its next frames, in blocks.
 * @param input        Frames for an input to record: interleaved, frame_count frames; NULL is
 *                     silence.
 * @param output       Destination for the frames of an output, as input; NULL discards them.
 * @param frame_count  Up to 2^31.
 * Errors: AHA_ERROR_UNSUPPORTED (another device), AHA_ERROR_STATE (not started),
 * AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [owner]. Since: 0.3.
 */
AHA_API aha_result aha_device_step(aha_device *device, AHA_NULLABLE const float *input,
                                   AHA_NULLABLE float *output, uint64_t frame_count);

/**
 * The status of the device.
 * @param status  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_device_get_status(aha_device *device, aha_device_status *status);

/**
 * The id of the device in use, which can change after a loss.
 * @param buffer      NULL to ask for the length.
 * @param out_length  Set to the length without NUL; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_device_copy_id(aha_device *device, AHA_BUFFER(capacity) char *buffer,
                                      size_t capacity, size_t *out_length) AHA_PYTHON(id);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.3. */
static inline aha_result aha_device_retain(aha_device *device) {
  return aha_retain_as(device, AHA_KIND_DEVICE);
}

/**
 * Releases one reference. The last release stops and closes the device; the timeout for an
 * unresponsive sound system is five seconds.
 * Errors: handle errors, AHA_ERROR_REENTRANT. Thread: [blocking]. Since: 0.3.
 */
static inline aha_result aha_device_release(aha_device *device) {
  return aha_release_as(device, AHA_KIND_DEVICE);
}

AHA_END_DECLARATIONS

#endif /* AHA_DEVICE_H */
