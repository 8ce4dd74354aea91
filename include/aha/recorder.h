/* aha/recorder.h: recorders write a bus to a file in real time. */
#ifndef AHA_RECORDER_H
#define AHA_RECORDER_H

#include "engine.h"
#include "format.h"
#include "sound.h"
#include "ramp.h"

AHA_BEGIN_DECLARATIONS

/** Records one take of one bus. */
typedef struct aha_recorder aha_recorder;

/** The state of a take. */
typedef uint32_t aha_recorder_state;

enum {
  /** The file exists; only the pre-roll is recorded. */
  AHA_RECORDER_READY = 0,
  /** Started for a future frame. */
  AHA_RECORDER_WAITING = 1,
  AHA_RECORDER_RECORDING = 2,
  AHA_RECORDER_PAUSED = 3,
  /** Recording has ended; the remaining frames are being written. */
  AHA_RECORDER_FINISHING = 4,
  /** The file is complete. */
  AHA_RECORDER_FINISHED = 5
};

/** Why a take ended. */
typedef uint32_t aha_recorder_reason;

enum {
  /** It has not ended. */
  AHA_RECORDER_REASON_NONE = 0,
  /** The host stopped the take, or released the recorder. */
  AHA_RECORDER_REASON_STOPPED = 1,
  /** The disk guard ended the take while there was still space; the file is complete. */
  AHA_RECORDER_REASON_DISK_LOW = 2,
  /** The disk was full; the file holds the frames written until then. */
  AHA_RECORDER_REASON_DISK_FULL = 3,
  /** The file or its folder was removed or moved. A moved file is complete at its new path. */
  AHA_RECORDER_REASON_FILE_GONE = 4,
  /** Writing failed, or the written data failed verification. */
  AHA_RECORDER_REASON_FAILED = 5,
  /** The engine was released; the file is complete. */
  AHA_RECORDER_REASON_ENGINE_RELEASED = 6
};

/** Options of a recorder. */
typedef struct aha_recorder_options {
  size_t struct_size;
  /** Max frames of a file; the take then continues in the next file, NAME-2. 0: no limit. */
  uint64_t split_frames;
  /** Max bytes of a file, likewise; 0: no limit. FLAC, Ogg and MP3 files may exceed it by one
   *  second of sound. */
  uint64_t split_bytes;
  /** The disk guard ends the take before the free space falls below this many bytes; 0: 50 000
   *  000. */
  uint64_t minimum_free_bytes;
  /** Capacity of the ring buffer, which absorbs a slow disk, 100 to 60000 ms; 0: 5000. */
  AHA_RANGE(100, 60000) uint32_t ring_ms;
  /** Pre-roll: sound from before the start that the file includes, 0 to 60000 ms. */
  AHA_RANGE(0, 60000) uint32_t pre_roll_ms;
  /** An event reports when the disk has room for fewer seconds than this; 0: 300. */
  uint32_t warn_seconds;
  /** Max share of the initially free space that the take may use, above 0 to 1; the disk guard ends
   *  the take before that. 0: 0.9. */
  AHA_RANGE(0, 1) float free_share;
  /** True: an existing file of that name is replaced at once; else it is AHA_ERROR_EXISTS. */
  AHA_FLAG uint32_t replace;
  /** Zero. */
  uint32_t reserved;
} aha_recorder_options;

/** Options with all defaults. */
static inline aha_recorder_options aha_recorder_options_init(void) {
  aha_recorder_options options = {sizeof(aha_recorder_options), 0, 0, 0, 0, 0, 0, 0.0f, 0, 0};
  return options;
}

/** Status of a take. */
typedef struct aha_recorder_status {
  size_t struct_size;
  /** Frames of the take so far, at the engine's rate; after the end, the frames in its files. */
  uint64_t frames;
  /** The engine frame of the take's first frame, pre-roll included. */
  uint64_t first_frame;
  /** Frames that are silence in the file because the disk was too slow for the ring buffer. */
  uint64_t overrun_frames;
  /** Recorded frames that are in no file; set after the end. */
  uint64_t lost_frames;
  /** Bytes in the take's files. */
  uint64_t bytes;
  /** Seconds until the disk guard ends the take; none while unknown. */
  AHA_NONE(-1) int64_t remaining_seconds;
  /** The state of the take. */
  AHA_ATTRIBUTE(state) aha_recorder_state state;
  /** AHA_RECORDER_REASON_… */
  aha_recorder_reason reason;
  /** AHA_OK, or the error that ended the take. */
  AHA_PYTHON(error) aha_result result;
  /** Number of files of the take. */
  uint32_t file_count;
} aha_recorder_status AHA_RECORD;

/** A status structure with struct_size set. */
static inline aha_recorder_status aha_recorder_status_init(void) {
  aha_recorder_status status = {sizeof(aha_recorder_status), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  return status;
}

/** The level of a recorder's input, also while it does not record. */
typedef struct aha_recorder_meter {
  size_t struct_size;
  /** Max sample since the last reading, in dBFS, of the left or right channel of any pair;
   *  -INFINITY for silence. */
  float peak_left_db;
  float peak_right_db;
} aha_recorder_meter AHA_RECORD;

/** A meter structure with struct_size set. */
static inline aha_recorder_meter aha_recorder_meter_init(void) {
  aha_recorder_meter meter = {sizeof(aha_recorder_meter), 0.0f, 0.0f};
  return meter;
}

/**
 * Creates a recorder and its file, and begins to buffer the pre-roll. At any moment the file is
 * complete except for the last half second. If nothing was recorded, the file is deleted.
 * @param bus           The recorded bus: its output, always stereo. NULL for the master: the output
 *                      of aha_engine_render, sample for sample.
 * @param path          Path of the new file.
 * @param options       NULL for the defaults.
 * @param encode        NULL for the defaults: the container of the file name, with RF64 for .wav (a
 *                      plain WAV up to 4 GiB); 32-bit float, or 24 bits in FLAC.
 * @param out_recorder  Owned by the caller.
 * Errors: AHA_ERROR_EXISTS, AHA_ERROR_STATE (another recorder writes the file), AHA_ERROR_DISK_FULL
 * (the guard would end it at once), and the other file errors. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_create(aha_engine *engine, AHA_POSITION AHA_NULLABLE aha_bus *bus,
                                       const char *path,
                                       AHA_NULLABLE const aha_recorder_options *options,
                                       AHA_NULLABLE const aha_encode_options *encode,
                                       AHA_OWNED aha_recorder **out_recorder) AHA_PYTHON(__init__);

/**
 * Starts recording at the next frame, or at a frame of the engine; the pre-roll precedes it. A
 * recorder can be started once.
 * @param ramp  Its frame; a take has no fade, so 0 frames.
 * Errors: AHA_ERROR_STATE (recording, or ended), AHA_ERROR_INVALID_ARGUMENT (a fade, a frame of
 * 2^62 or later), handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_start(aha_recorder *recorder, AHA_NULLABLE const aha_ramp *ramp);

/**
 * Ends the take after the frames rendered so far, or before a frame of the engine. The stop takes
 * effect at the next render, or at the next step of a stepped device; at once if the engine was not
 * rendered for a quarter of a second. The take is complete when its state is AHA_RECORDER_FINISHED.
 * @param ramp  As for aha_recorder_start.
 * Errors: AHA_ERROR_STATE (ended), AHA_ERROR_INVALID_ARGUMENT (as aha_recorder_start), handle
 * errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_stop(aha_recorder *recorder, AHA_NULLABLE const aha_ramp *ramp);

/**
 * Pauses recording until aha_recorder_resume. The file continues without a gap.
 * Errors: AHA_ERROR_STATE (not recording), handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_pause(aha_recorder *recorder);

/**
 * Resumes recording.
 * Errors: AHA_ERROR_STATE (not paused), handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_resume(aha_recorder *recorder);

/**
 * Waits until the take is complete.
 * @param timeout_ms  Negative: no timeout.
 * @return AHA_OK, AHA_PENDING if the timeout expired, or the error that ended the take.
 * Errors: AHA_ERROR_DISK_FULL (the guard or the disk ended it), AHA_ERROR_NOT_FOUND (the file was
 * removed), AHA_ERROR_VERIFY, and the other file errors. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_wait(aha_recorder *recorder, int64_t timeout_ms)
                                     AHA_CODES(AHA_PENDING);

/**
 * The status of the take.
 * @param status  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_get_status(aha_recorder *recorder, aha_recorder_status *status);

/**
 * Reads the level and resets the peak.
 * @param meter  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_read_meter(aha_recorder *recorder, aha_recorder_meter *meter)
                                           AHA_RESETS;

/**
 * Copies the path of one of the take's files.
 * @param index       Below file_count of the status; 0 is the path given to aha_recorder_create.
 * @param buffer      NULL asks for the length.
 * @param capacity    Bytes of the buffer.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any].
 * Since: 0.3.
 */
AHA_API aha_result aha_recorder_copy_path(aha_recorder *recorder, AHA_DEFAULT(0) uint32_t index,
                                          AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                          size_t *out_length);

/**
 * Creates a sound from a finished take. Several files become one resident sound.
 * @param options    NULL for the defaults.
 * @param out_sound  Owned by the caller; playable at once.
 * Errors: AHA_ERROR_STATE (not finished, or nothing was recorded), AHA_ERROR_UNSUPPORTED (a
 * streamed sound from several files), and those of aha_sound_load. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_load_take(aha_recorder *recorder,
                                          AHA_NULLABLE const aha_sound_options *options,
                                          AHA_OWNED aha_sound **out_sound) AHA_CONST;

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.3. */
static inline aha_result aha_recorder_retain(aha_recorder *recorder) {
  return aha_retain_as(recorder, AHA_KIND_RECORDER);
}

/**
 * Releases one reference; the last release stops the take, which is still written completely.
 * Errors: handle errors. Thread: [any]. Since: 0.3.
 */
static inline aha_result aha_recorder_release(aha_recorder *recorder) {
  return aha_release_as(recorder, AHA_KIND_RECORDER);
}

AHA_END_DECLARATIONS

#endif /* AHA_RECORDER_H */
