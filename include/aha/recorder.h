/* aha/recorder.h: what comes out of a bus, to a file, while it is heard; and takes that were cut
 * short, found again. */
#ifndef AHA_RECORDER_H
#define AHA_RECORDER_H

#include "engine.h"
#include "format.h"
#include "sound.h"

AHA_BEGIN_DECLARATIONS

/** One take of one bus. */
typedef struct aha_recorder aha_recorder;

/** Takes of a folder that were cut short. */
typedef struct aha_recovery aha_recovery;

/** How far a take is. */
typedef uint32_t aha_recorder_state;

enum {
  /** The file is there; nothing is recorded but the pre-roll. */
  AHA_RECORDER_READY = 0,
  /** Started for a frame to come. */
  AHA_RECORDER_WAITING = 1,
  AHA_RECORDER_RECORDING = 2,
  AHA_RECORDER_PAUSED = 3,
  /** Nothing more is recorded; what there is is being written. */
  AHA_RECORDER_FINISHING = 4,
  /** The file is complete. */
  AHA_RECORDER_FINISHED = 5
};

/** Why a take ended. */
typedef uint32_t aha_recorder_reason;

enum {
  /** It has not ended. */
  AHA_RECORDER_REASON_NONE = 0,
  /** The host stopped it, or let go of it. */
  AHA_RECORDER_REASON_STOPPED = 1,
  /** The disk guard ended it while there was still space; the file is whole. */
  AHA_RECORDER_REASON_DISK_LOW = 2,
  /** The disk was full; the file holds what could be written. */
  AHA_RECORDER_REASON_DISK_FULL = 3,
  /** Somebody removed the file or its folder, or moved it: then it is whole at its new place. */
  AHA_RECORDER_REASON_FILE_GONE = 4,
  /** Writing failed, or what was written does not read back. */
  AHA_RECORDER_REASON_FAILED = 5,
  /** The engine was released; the file is whole. */
  AHA_RECORDER_REASON_ENGINE_RELEASED = 6
};

/** How a take is recorded. */
typedef struct aha_recorder_options {
  size_t struct_size;
  /** The take goes on in the next file, NAME-2, after so many frames; 0: never. */
  uint64_t split_frames;
  /** The same after so many bytes; 0: never. FLAC, Ogg and MP3 may be longer by a second. */
  uint64_t split_bytes;
  /** The disk guard ends the take before fewer bytes are free; 0: 50 000 000. */
  uint64_t minimum_free_bytes;
  /** What is held while the disk is slow, 100 to 60000 ms; 0: 5000. */
  uint32_t ring_ms;
  /** What was heard before the start and goes into the file too, 0 to 60000 ms. */
  uint32_t pre_roll_ms;
  /** An event when the disk has room for fewer seconds; 0: 300. */
  uint32_t warn_seconds;
  /** The disk guard ends the take before more of the space that was free at first is used, above 0
   *  to 1; 0: 0.9. */
  float free_share;
  /** Non-zero: a file of that name is replaced, at once; else it is AHA_ERROR_EXISTS. */
  uint32_t replace;
  /** Zero. */
  uint32_t reserved;
} aha_recorder_options;

/** Options with all defaults. */
static inline aha_recorder_options aha_recorder_options_init(void) {
  aha_recorder_options options = {sizeof(aha_recorder_options), 0, 0, 0, 0, 0, 0, 0.0f, 0, 0};
  return options;
}

/** How a take is getting on. */
typedef struct aha_recorder_status {
  size_t struct_size;
  /** Frames of the take so far, at the engine's rate; once finished, those in its files. */
  uint64_t frames;
  /** The engine's frame of the take's first one, pre-roll included. */
  uint64_t first_frame;
  /** Frames that are silence in the file, because the disk was too slow for the ring. */
  uint64_t overrun_frames;
  /** Frames that were recorded and are in no file, once finished. */
  uint64_t lost_frames;
  /** Bytes in the take's files. */
  uint64_t bytes;
  /** Seconds until the disk guard ends the take; -1 while that is not known. */
  int64_t remaining_seconds;
  /** AHA_RECORDER_… */
  aha_recorder_state state;
  /** AHA_RECORDER_REASON_… */
  aha_recorder_reason reason;
  /** AHA_OK, or the error that ended the take. */
  aha_result result;
  /** Files of the take. */
  uint32_t file_count;
} aha_recorder_status;

/** A status structure with struct_size set. */
static inline aha_recorder_status aha_recorder_status_init(void) {
  aha_recorder_status status = {sizeof(aha_recorder_status), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  return status;
}

/** The level of what a recorder hears, recording or not. */
typedef struct aha_recorder_meter {
  size_t struct_size;
  /** Highest sample since the last reading, dB of full scale; -INFINITY for silence. */
  float peak_left_db;
  float peak_right_db;
} aha_recorder_meter;

/** A meter structure with struct_size set. */
static inline aha_recorder_meter aha_recorder_meter_init(void) {
  aha_recorder_meter meter = {sizeof(aha_recorder_meter), 0.0f, 0.0f};
  return meter;
}

/**
 * Makes a recorder and its file, and begins to keep the pre-roll. The file is complete up to the
 * last half second at any moment; one that nothing was recorded to is removed again.
 * @param bus           What is recorded: what the bus sends on, always in stereo. NULL for the
 *                      master: what aha_engine_render gives, sample for sample.
 * @param path          Made here.
 * @param options       NULL for the defaults.
 * @param encode        NULL for the defaults: the container of the name, with RF64 for .wav, which
 *                      is a plain WAV up to 4 GiB; 32-bit float, or 24 bits in FLAC.
 * @param out_recorder  Owned by the caller.
 * Errors: AHA_ERROR_EXISTS, AHA_ERROR_STATE (being recorded to), AHA_ERROR_DISK_FULL (the guard
 * would end it at once), and the other file errors. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_create(aha_engine *engine, aha_bus *bus, const char *path,
                                       const aha_recorder_options *options,
                                       const aha_encode_options *encode,
                                       aha_recorder **out_recorder);

/**
 * Records from the next frame on; a recorder does so once.
 * Errors: AHA_ERROR_STATE (it records, or has ended), handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_start(aha_recorder *recorder);

/**
 * Records from the engine's frame on; one that has passed means at once.
 * @param frame  Below 2^62. The pre-roll comes before it.
 * Errors: as aha_recorder_start, AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_start_at_frame(aha_recorder *recorder, uint64_t frame);

/**
 * Ends the take with what has been rendered. It takes effect when the engine renders next, or the
 * next step of a stepped device; at once if nobody has rendered for a quarter of a second. The take
 * is complete when its state is FINISHED.
 * Errors: AHA_ERROR_STATE (it has ended), handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_stop(aha_recorder *recorder);

/**
 * Ends the take before the engine's frame; one that has passed means at once.
 * @param frame  Below 2^62.
 * Errors: as aha_recorder_stop, AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_stop_at_frame(aha_recorder *recorder, uint64_t frame);

/**
 * Leaves out what is heard until aha_recorder_resume: the file goes on without a gap.
 * Errors: AHA_ERROR_STATE (it does not record), handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_pause(aha_recorder *recorder);

/** Records on. Errors: AHA_ERROR_STATE (not paused), handle errors. Thread: [any]. Since: 0.3. */
AHA_API aha_result aha_recorder_resume(aha_recorder *recorder);

/**
 * Waits until the take is complete.
 * @param timeout_ms  Negative: no timeout.
 * @return AHA_OK, AHA_PENDING when the time is up, or the error that ended the take.
 * Errors: AHA_ERROR_DISK_FULL (the guard or the disk ended it), AHA_ERROR_NOT_FOUND (the file was
 * removed), AHA_ERROR_VERIFY, and the other file errors. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_wait(aha_recorder *recorder, int64_t timeout_ms);

/**
 * Tells how the take is getting on.
 * @param status  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_get_status(aha_recorder *recorder, aha_recorder_status *status);

/**
 * Reads the level and begins a new peak.
 * @param meter  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_get_meter(aha_recorder *recorder, aha_recorder_meter *meter);

/**
 * Copies the path of one of the take's files.
 * @param index       Below file_count of the status; 0 is the path given.
 * @param text        NULL asks for the length.
 * @param capacity    Bytes of text.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_INVALID_ARGUMENT, handle errors.
 * Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_copy_path(aha_recorder *recorder, uint32_t index, char *text,
                                          size_t capacity, size_t *out_length);

/**
 * Makes a sound of a finished take; of several files one resident sound.
 * @param options    NULL for the defaults.
 * @param out_sound  Owned by the caller; playable at once.
 * Errors: AHA_ERROR_STATE (not finished, or nothing was recorded), AHA_ERROR_UNSUPPORTED (streamed,
 * of several files), and those of aha_sound_load. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_load_take(aha_recorder *recorder, const aha_sound_options *options,
                                          aha_sound **out_sound);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.3. */
AHA_API aha_result aha_recorder_retain(aha_recorder *recorder);

/**
 * Takes an owner away; the last one stops the take, which is written to its end all the same.
 * Errors: handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recorder_release(aha_recorder *recorder);

/** A take that was cut short, and found again. */
typedef struct aha_recovered_take {
  size_t struct_size;
  /** Frames in the file, at its rate. */
  uint64_t frames;
  /** Frames that the recorder is known to have had and the file has not; up to a second more may
   *  have been heard. */
  uint64_t lost_frames;
  /** Length in seconds. */
  double seconds;
  /** Hz. */
  uint32_t sample_rate;
  uint32_t channels;
  /** AHA_CONTAINER_… */
  aha_container container;
  /** AHA_ENCODING_… */
  aha_encoding encoding;
  /** AHA_OK; AHA_ERROR_EMPTY: the recording ended before its first frame was stored, and its file
   *  was deleted; or why nothing can be read from the file, which is left as it is, such as
   *  AHA_ERROR_UNKNOWN_FORMAT: it is no take, but another file in its place. */
  aha_result result;
  /** Zero. */
  uint32_t reserved;
} aha_recovered_take;

/** A structure with struct_size set. */
static inline aha_recovered_take aha_recovered_take_init(void) {
  aha_recovered_take take = {sizeof(aha_recovered_take), 0, 0, 0.0, 0, 0, 0, 0, 0, 0};
  return take;
}

/**
 * Finds the takes of a folder that were cut short, by a crash or a power failure, and completes
 * their files in place; a file without one frame is deleted. Takes that some process is recording
 * are left alone. What was found is not found a second time.
 * @param folder        Looked through without its subfolders.
 * @param out_recovery  Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_ACCESS. Thread: [blocking]. Since: 0.3.
 */
AHA_API aha_result aha_recovery_open(const char *folder, aha_recovery **out_recovery);

/** How many takes were found; 0 for a bad handle. Thread: [any]. Since: 0.3. */
AHA_API uint32_t aha_recovery_count(aha_recovery *recovery);

/**
 * Tells about a take.
 * @param index  Below the count; by name.
 * @param take   Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recovery_get_take(aha_recovery *recovery, uint32_t index,
                                         aha_recovered_take *take);

/**
 * Copies the path of a take.
 * @param text        NULL asks for the length.
 * @param capacity    Bytes of text.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL, AHA_ERROR_INVALID_ARGUMENT, handle errors.
 * Thread: [any]. Since: 0.3.
 */
AHA_API aha_result aha_recovery_copy_path(aha_recovery *recovery, uint32_t index, char *text,
                                          size_t capacity, size_t *out_length);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.3. */
AHA_API aha_result aha_recovery_retain(aha_recovery *recovery);

/** Takes an owner away. Errors: handle errors. Thread: [any]. Since: 0.3. */
AHA_API aha_result aha_recovery_release(aha_recovery *recovery);

AHA_END_DECLARATIONS

#endif /* AHA_RECORDER_H */
