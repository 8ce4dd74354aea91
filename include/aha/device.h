/* aha/device.h: sound devices: an engine is heard through one, and records from others. */
#ifndef AHA_DEVICE_H
#define AHA_DEVICE_H

#include "engine.h"

AHA_BEGIN_DECLARATIONS

/** An output or an input of an engine. */
typedef struct aha_device aha_device;

/** The way of the sound. */
typedef uint32_t aha_device_direction;

enum {
  AHA_DEVICE_OUTPUT = 0,
  AHA_DEVICE_INPUT = 1
};

typedef uint32_t aha_device_loss;

/** What is done when a device is lost. */
enum {
  /** The same device if it is still there, else the default one, else the null device. */
  AHA_DEVICE_LOSS_NEXT = 0,
  /** The same device, as soon as it is back; the engine's clock stands still meanwhile. */
  AHA_DEVICE_LOSS_SAME = 1,
  /** Nothing: the device stays lost until it is started again. */
  AHA_DEVICE_LOSS_STOP = 2
};

/** What a device does. */
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
  /** What aha_device_open takes: "alsa:…", "jack:…"; the same from one start to the next. */
  char id[192];
  char name[128];
  /** The sound system: "alsa", "jack", "oss". */
  char host_api[32];
  uint32_t max_inputs;
  uint32_t max_outputs;
  /** Hz. */
  uint32_t default_sample_rate;
  /** Non-zero: what the id "" means for inputs, and for outputs. */
  uint32_t is_default_input;
  uint32_t is_default_output;
  /** What the device claims for itself. */
  float low_latency_ms;
  float high_latency_ms;
  /** Zero. */
  uint32_t reserved;
} aha_device_info;

/** An info structure with struct_size set. */
static inline aha_device_info aha_device_info_init(void) {
  aha_device_info info = {sizeof(aha_device_info), {0}, {0}, {0}, 0, 0, 0, 0, 0, 0.0f, 0.0f, 0};
  return info;
}

/** How a device is opened. */
typedef struct aha_device_options {
  size_t struct_size;
  /** An id of the list; NULL or "": the default device. "null": a clock without hardware.
   *  "stepped": a device that aha_device_step moves. */
  const char *id;
  /** AHA_DEVICE_OUTPUT or AHA_DEVICE_INPUT. Sound that goes both ways takes two devices. */
  aha_device_direction direction;
  /** Frames that are asked for at once, a power of two from 16 to 8192; 0: what suits the device.
   *  A JACK server has its own for all. */
  uint32_t block_frames;
  /** Asked for, 1 to 2000; 0: 20, or the device's own where that is more; a JACK server's own. */
  uint32_t latency_ms;
  /** Of an input: 1 or 2; 0: as many as the engine. An output has the engine's, or 0. */
  uint32_t channels;
  /** AHA_DEVICE_LOSS_… */
  aha_device_loss on_loss;
  /** Zero. */
  uint32_t reserved;
} aha_device_options;

/** Options with all defaults. */
static inline aha_device_options aha_device_options_init(void) {
  aha_device_options options = {sizeof(aha_device_options), NULL, 0, 0, 0, 0, 0, 0};
  return options;
}

/** How a device does; everything counts from its opening on, past losses. */
typedef struct aha_device_status {
  size_t struct_size;
  /** AHA_DEVICE_STOPPED … */
  aha_device_state state;
  uint32_t sample_rate;
  uint32_t channels;
  /** Frames that the device asks for at once; 0 before the first block of a JACK server. */
  uint32_t block_frames;
  uint64_t frames;
  uint64_t blocks;
  /** Times the device ran out of frames to play, as far as it tells. */
  uint64_t underruns;
  /** Times the device threw recorded frames away, as far as it tells. */
  uint64_t overruns;
  /** Times the device did not ask for a block in time, by our own clock. */
  uint64_t gaps;
  /** Blocks whose rendering took longer than they last. */
  uint64_t late_blocks;
  /** Times the device was lost. */
  uint64_t losses;
  /** What the device says about its way to the speaker, or from the microphone. */
  float latency_ms;
  float longest_gap_ms;
  /** Time that rendering a block took, on average and at most. */
  float render_mean_ms;
  float render_max_ms;
  /** The share of a block's length that 99.9 % of the renders stayed within; 2: or more. */
  float render_share_999;
  /** Zero. */
  uint32_t reserved;
} aha_device_status;

/** A status structure with struct_size set. */
static inline aha_device_status aha_device_status_init(void) {
  aha_device_status status = {sizeof(aha_device_status), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                              0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0};
  return status;
}

/**
 * Looks which devices there are now. Devices that are open go on. The ids "null" and "stepped" are
 * not in the list, and need no call of this.
 * @param out_count  How many. 0 when there are none, which is no error.
 * Errors: AHA_ERROR_NO_DEVICE (no PortAudio), AHA_ERROR_DEVICE, AHA_ERROR_INVALID_ARGUMENT.
 * Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_device_load_list(uint32_t *out_count);

/**
 * Tells of one device of the list that was loaded last by anybody in the process.
 * @param index  From 0.
 * @param info   Filled in; struct_size must be set.
 * @return AHA_END behind the last one.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_device_get_info(uint32_t index, aha_device_info *info);

/**
 * Opens a device, which is stopped. It ends with the engine.
 * @param options     NULL for the default output.
 * @param out_device  Owned by the caller.
 * Errors: AHA_ERROR_NO_DEVICE, AHA_ERROR_DEVICE_FORMAT (it has not the engine's rate, or not the
 * channels), AHA_ERROR_DEVICE (busy, or it does not answer), AHA_ERROR_INVALID_ARGUMENT,
 * AHA_ERROR_UNSUPPORTED, handle errors. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_device_open(aha_engine *engine, const aha_device_options *options,
                                   aha_device **out_device);

/**
 * Begins to play or to record; opens it again when it was lost. While an output runs, it renders
 * the engine: aha_engine_render and render jobs answer AHA_ERROR_STATE. No error when it runs
 * already.
 * Errors: AHA_ERROR_STATE (another output runs, a render is under way, or the engine is offline),
 * AHA_ERROR_DEVICE, AHA_ERROR_NO_DEVICE, handle errors. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_device_start(aha_device *device);

/**
 * Ends playing or recording, at once; the engine's clock stands still then. No error when it has
 * stopped already. Errors: handle errors. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_device_stop(aha_device *device);

/**
 * Makes a stepped device ask for its next frames, in blocks.
 * @param input        What an input records: interleaved, frame_count of them; NULL is silence.
 * @param output       What an output plays: as input; NULL throws it away.
 * @param frame_count  Up to 2^31.
 * Errors: AHA_ERROR_UNSUPPORTED (another device), AHA_ERROR_STATE (not started),
 * AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [owner]. Since: 0.3.
 */
AHA_API aha_result aha_device_step(aha_device *device, const float *input, float *output,
                                   uint64_t frame_count);

/**
 * Reads how the device does.
 * @param status  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_device_get_status(aha_device *device, aha_device_status *status);

/**
 * Copies the id of the device that is in use, which after a loss may be another one.
 * @param buffer      NULL to ask for the length.
 * @param out_length  Without the ending NUL; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_device_copy_id(aha_device *device, char *buffer, size_t capacity,
                                      size_t *out_length);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.3. */
AHA_API aha_result aha_device_retain(aha_device *device);

/**
 * Takes an owner away. The last one stops and closes the device; a sound system that does not
 * answer is given up on after five seconds.
 * Errors: handle errors, AHA_ERROR_REENTRANT. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_device_release(aha_device *device);

AHA_END_DECLARATIONS

#endif /* AHA_DEVICE_H */
