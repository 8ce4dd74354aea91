/* aha/sound.h: sounds: decoded once and shared by players, or streamed. */
#ifndef AHA_SOUND_H
#define AHA_SOUND_H

#include "engine.h"
#include "format.h"
#include "job.h"
#include "stream.h"

AHA_BEGIN_DECLARATIONS

/** Audio with one or two channels, or all that its file has, at its engine's rate or its own; any
 *  number of players can play it at once. */
typedef struct aha_sound aha_sound AHA_HOSTED;

/** Where the samples are kept during playback. */
typedef uint32_t aha_sound_mode;

enum {
  /** Resident for up to 64 MiB of samples, else streamed. */
  AHA_SOUND_AUTO = 0,
  /** Decoded once into memory. */
  AHA_SOUND_RESIDENT = 1,
  /** Decoded during playback, with read-ahead on its own thread. */
  AHA_SOUND_STREAMED = 2
};

/** Options for loading a sound. */
typedef struct aha_sound_options {
  size_t struct_size;
  /** AHA_SOUND_… */
  aha_sound_mode mode;
  /** Read-ahead of a streamed sound for each player, 50 to 10000 ms; 0: 1000. */
  uint32_t read_ahead_ms;
  /** Max frames of the file, at its own rate; a longer file is AHA_ERROR_LIMIT. 0: any number, or
   *  2^31 for a resident sound. Since: 0.9. */
  uint64_t max_frames;
  /** Max bytes of the file; a larger file is AHA_ERROR_LIMIT. 0: any number. Since: 0.9. */
  uint64_t max_bytes;
  /** True: a sound with damage in the middle ends there. False: it is AHA_ERROR_DAMAGED. Since:
   *  0.9. */
  AHA_FLAG uint32_t accept_damaged;
  /** True: the sound keeps the sample rate of its file, and its players convert it; positions,
   *  lengths and loops are frames at that rate. A sound whose rate is below 0.05 or above 16 times
   *  the engine's is converted. Since: 0.10; streamed sounds: 1.0. */
  AHA_FLAG uint32_t keep_rate;
  /** Audio track of a file with several, such as a video, from 1; 0: the default one. Since:
   *  0.10. */
  uint32_t track;
  /** True: the sound keeps up to 32 channels, which aha_player_set_channel_matrix mixes to left and
   *  right; until then a player plays their downmix. Since: 1.0. */
  AHA_FLAG uint32_t keep_channels;
} aha_sound_options;

/** Options with all defaults. */
static inline aha_sound_options aha_sound_options_init(void) {
  aha_sound_options options = {sizeof(aha_sound_options), 0, 0, 0, 0, 0, 0, 0, 0};
  return options;
}

/** Properties of a sound's source, as the decoder found them. */
typedef struct aha_sound_info {
  size_t struct_size;
  /** Length in frames at the file's own rate: the decoded length, not the header's claim. */
  uint64_t frames;
  /** The header's claim; 0 when the header has no length. */
  uint64_t claimed_frames;
  /** Length in seconds. */
  double seconds;
  /** Bytes of the file or stream; 0 for a sound made from frames. */
  uint64_t file_bytes;
  /** Bytes of samples held in memory; 0 for borrowed ones. */
  uint64_t memory_bytes;
  /** Hz, of the file. */
  uint32_t sample_rate;
  /** Channels of the file, before the downmix. */
  uint32_t channels;
  /** AHA_CONTAINER_… */
  aha_container container;
  /** AHA_ENCODING_… */
  aha_encoding encoding;
  /** Bits in a stored sample; 0 for lossy encodings. */
  uint32_t bits;
  /** AHA_SOUND_RESIDENT or AHA_SOUND_STREAMED. */
  aha_sound_mode mode;
  /** Hz, of the sound's frames: the engine's, or with keep_rate the file's. Since: 1.0. */
  uint32_t played_rate;
  /** Channels of the sound: 1 or 2, or with keep_channels those of the file. Since: 1.0. */
  uint32_t played_channels;
} aha_sound_info AHA_RECORD;

/** An information structure with struct_size set. */
static inline aha_sound_info aha_sound_info_init(void) {
  aha_sound_info info = {sizeof(aha_sound_info), 0, 0, 0.0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  return info;
}

/**
 * Loads a file. More than two channels are mixed down to stereo, or kept if the options say so;
 * another sample rate is converted (soxr HQ).
 * @param path      Borrowed for the call. A streamed sound keeps the file open.
 * @param options   NULL for the defaults.
 * @param out_sound Owned by the caller; playable at once.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_DAMAGED (also a truncated
 * sound), AHA_ERROR_LIMIT, and the other file and format errors. Thread: [blocking]. Since: 0.1.
 */
AHA_API aha_result aha_sound_load(aha_engine *engine, const char *path,
                                  AHA_NULLABLE const aha_sound_options *options,
                                  AHA_OWNED aha_sound **out_sound);

/**
 * Loads from a stream. The host must not use the stream until the sound has ended. A live stream
 * has one sound, which one player plays: it waits for read_ahead_ms of sound before it starts, and
 * after each gap. A player that resumes after a pause of over 5 s skips to the present sound of the
 * stream. Seeks, loops, ranges and reverse of that player are AHA_ERROR_UNSUPPORTED; an offline
 * engine waits for the stream.
 * @param stream    Retained while the sound needs it.
 * @param options   NULL for the defaults.
 * @param out_sound Owned by the caller; playable at once.
 * Errors: as aha_sound_load. Thread: [blocking]. Since: 0.1.
 */
AHA_API aha_result aha_sound_load_stream(aha_engine *engine, aha_stream *stream,
                                         AHA_NULLABLE const aha_sound_options *options,
                                         AHA_OWNED aha_sound **out_sound) AHA_CPP(load);

/**
 * Starts a job that loads from a stream. Until the job succeeds, the sound's length is 0 and
 * creating a player of it is AHA_ERROR_STATE. For a file: aha_stream_open.
 * @param stream    Retained while the sound needs it.
 * @param options   NULL for the defaults.
 * @param out_sound Owned by the caller.
 * @param out_job   Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_SYSTEM, handle errors; the job's are those of
 * aha_sound_load. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_sound_start_load(aha_engine *engine, aha_stream *stream,
                                        AHA_NULLABLE const aha_sound_options *options,
                                        AHA_OWNED aha_sound **out_sound,
                                        AHA_NULLABLE AHA_OWNED aha_job **out_job);

/**
 * Makes a resident sound from frames in memory. NaN and infinity become silence.
 * @param frames       Interleaved, frame_count * channels floats; copied.
 * @param frame_count  1 or more.
 * @param channels     1 to 64.
 * @param sample_rate  Hz of the frames, 1000 to 768000; converted to the engine's.
 * @param out_sound    Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_OUT_OF_MEMORY, handle errors. Thread: [blocking].
 * Since: 0.1.
 */
AHA_API aha_result aha_sound_create(aha_engine *engine, const float *frames, uint64_t frame_count,
                                    AHA_RANGE(1, 64) uint32_t channels,
                                    AHA_RANGE(1000, 768000) uint32_t sample_rate,
                                    AHA_OWNED aha_sound **out_sound);

/**
 * Makes a resident sound that keeps its channels, as keep_channels of a load does. Otherwise as
 * aha_sound_create.
 * @param channels  1 to 32.
 * Errors: as aha_sound_create. Thread: [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_sound_create_channels(aha_engine *engine, const float *frames,
                                             uint64_t frame_count,
                                             AHA_RANGE(1, 32) uint32_t channels,
                                             AHA_RANGE(1000, 768000) uint32_t sample_rate,
                                             AHA_OWNED aha_sound **out_sound);

/**
 * Makes a resident sound of the host's memory, which players read in place. Samples that are NaN,
 * infinite or beyond 2^30 become silence: such memory is copied instead.
 * @param left         frame_count floats, aligned to 4 bytes. They must not change and must stay
 *                     in memory until destroy is called.
 * @param right        As left, for stereo; NULL for mono. Interleaved stereo: aha_sound_create.
 * @param frame_count  1 to 2^31.
 * @param sample_rate  The engine's, in Hz; aha_sound_create converts others.
 * @param user_data    Passed to destroy.
 * @param destroy      Called once: when no sound and no player reads the memory anymore, or when
 *                     this call fails. On any thread except the audio thread; blocking calls of
 *                     libaha are AHA_ERROR_REENTRANT inside. NULL for memory that outlives the
 *                     engine.
 * @param out_sound    Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED (another rate),
 * AHA_ERROR_OUT_OF_MEMORY, handle errors. Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_sound_borrow(aha_engine *engine, const float *left,
                                    AHA_NULLABLE const float *right, uint64_t frame_count,
                                    uint32_t sample_rate, void *user_data,
                                    AHA_NULLABLE aha_destroy_fn destroy,
                                    AHA_OWNED aha_sound **out_sound);

/**
 * Samples of a channel of a resident sound, to read in place: aha_sound_length_frames floats.
 * @param channel  Below played_channels.
 * @return Borrowed: valid until the sound's handle or its engine ends; NULL for a streamed sound, a
 * sound that is loading, another channel, or a bad handle.
 * Thread: [any]. Since: 0.10.
 */
AHA_API const float *aha_sound_samples(aha_sound *sound, uint32_t channel);

/** Options of a time-stretched or pitch-shifted copy. */
typedef struct aha_stretch_options {
  size_t struct_size;
  /** Playing speed, 0.5 (twice as long) to 2 (half as long); the pitch stays. 0: 1. */
  AHA_RANGE(0.5, 2) float speed;
  /** Shift of the pitch, -3600 to 3600 cents; the length stays. */
  AHA_RANGE(-3600, 3600) float cents;
  /** True: formants stay where they are. */
  AHA_FLAG uint32_t keep_formants;
  /** Shift of the formants, -1200 to 1200 cents: of those that stay, or in addition to `cents`.
   *  Since: 1.0. */
  AHA_RANGE(-1200, 1200) float formant_cents;
} aha_stretch_options;

/** Options with all defaults. */
static inline aha_stretch_options aha_stretch_options_init(void) {
  aha_stretch_options options = {sizeof(aha_stretch_options), 0.0f, 0.0f, 0, 0.0f};
  return options;
}

/**
 * Starts a job that makes a resident copy of a sound at another speed or pitch, with the same
 * sample rate. Until the job succeeds, the new sound's length is 0 and creating a player of it is
 * AHA_ERROR_STATE.
 * @param sound     Loaded; retained until the job ends.
 * @param options   NULL for a copy.
 * @param out_sound Owned by the caller.
 * @param out_job   Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_STATE (still loading), AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_SYSTEM, handle
 * errors; the job's: AHA_ERROR_OUT_OF_MEMORY, AHA_ERROR_IO. Thread: [any]. Since: 0.2.
 */
AHA_API aha_result aha_sound_start_stretch(aha_sound *sound,
                                           AHA_NULLABLE const aha_stretch_options *options,
                                           AHA_OWNED aha_sound **out_sound,
                                           AHA_NULLABLE AHA_OWNED aha_job **out_job) AHA_CONST;

/** Length in frames at the rate played_rate; 0 of a live stream. Errors: 0 for a bad handle.
 *  Thread: [any]. Since: 0.1. */
AHA_API uint64_t aha_sound_length_frames(aha_sound *sound) AHA_PYTHON(__len__);

/**
 * The properties of the sound's source.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_STATE (still loading), AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread:
 * [any]. Since: 0.1.
 */
AHA_API aha_result aha_sound_get_info(aha_sound *sound, aha_sound_info *info);

/** How a loop repeats. Since: 1.0. */
typedef uint32_t aha_loop_mode;

enum {
  /** From end back to begin. */
  AHA_LOOP_FORWARD = 0,
  /** Runs back from end to begin, and forward again. */
  AHA_LOOP_PING_PONG = 1,
  /** Of a new player: the first loop of the sound's file; without one, no loop. */
  AHA_LOOP_FILE = 2
};

/** A loop, in frames of the sound. Since: 1.0. */
typedef struct aha_loop {
  size_t struct_size;
  /** First frame. */
  uint64_t begin_frame;
  /** Frame after the last one. */
  uint64_t end_frame;
  /** Number of jumps or runs back, or AHA_LOOP_FOREVER (UINT32_MAX); 0: no loop. */
  uint32_t loop_count;
  /** AHA_LOOP_FORWARD or AHA_LOOP_PING_PONG. */
  aha_loop_mode mode;
} aha_loop AHA_RECORD;

/** A loop with struct_size set. */
static inline aha_loop aha_loop_init(void) {
  aha_loop loop = {sizeof(aha_loop), 0, 0, 0, 0};
  return loop;
}

/**
 * The number of loops that the sound's file states: chunks smpl and acid of WAV and RF64, INST of
 * AIFF, and tags LOOPSTART with LOOPLENGTH or LOOPEND of FLAC, Ogg, MP3 and M4A. A streamed sound
 * on a server has none. Errors: 0 for a bad handle. Thread: [any]. Since: 1.0.
 */
AHA_API uint32_t aha_sound_loop_count(aha_sound *sound);

/**
 * A loop that the sound's file states.
 * @param index  Below the count.
 * @param loop   Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_sound_loop_get(aha_sound *sound, uint32_t index, aha_loop *loop)
                                      AHA_PYTHON(loops);

/**
 * Copies frames of a sound, at the rate played_rate.
 * @param offset       First frame; at or past the end is AHA_END.
 * @param frames       Interleaved, room for frame_count * played_channels floats.
 * @param frame_count  Number of frames to copy.
 * @param out_count    Set to the number of copied frames; may be NULL.
 * @return AHA_OK, or AHA_END if fewer frames were copied than requested.
 * Errors: AHA_ERROR_STATE (still loading), AHA_ERROR_IO, AHA_ERROR_INVALID_ARGUMENT. Thread:
 * [blocking]. Since: 0.1.
 */
AHA_API aha_result aha_sound_read_frames(aha_sound *sound, uint64_t offset, float *frames,
                                         uint64_t frame_count, AHA_NULLABLE uint64_t *out_count)
                                         AHA_CODES(AHA_END);

/**
 * Starts a job that writes the sound to a file, without tags and loops: aha_convert_start keeps
 * those of a file. The file appears only when it is complete.
 * @param path     Replaced if it exists.
 * @param options  NULL for the defaults.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: as aha_render_save. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_sound_save(aha_sound *sound, const char *path,
                                  AHA_NULLABLE const aha_encode_options *options,
                                  AHA_NULLABLE AHA_OWNED aha_job **out_job) AHA_CONST;

/**
 * Starts a job that writes the sound to a stream. A failed job leaves the stream in its current
 * state.
 * @param stream   Writable; retained while the job runs. If it is also readable, the output is
 *                 verified.
 * @param options  NULL for the defaults: WAV, 16 bits.
 * @param out_job  Owned by the caller; may be NULL.
 * Errors: as aha_render_save. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_sound_save_stream(aha_sound *sound, aha_stream *stream,
                                         AHA_NULLABLE const aha_encode_options *options,
                                         AHA_NULLABLE AHA_OWNED aha_job **out_job) AHA_CONST
                                         AHA_CPP(save);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.1. */
static inline aha_result aha_sound_retain(aha_sound *sound) {
  return aha_retain_as(sound, AHA_KIND_SOUND);
}

/**
 * Releases one reference; the last release ends the handle. Players keep the sound they play; a
 * running load continues.
 * Errors: handle errors. Thread: [any]. Since: 0.1.
 */
static inline aha_result aha_sound_release(aha_sound *sound) {
  return aha_release_as(sound, AHA_KIND_SOUND);
}

AHA_END_DECLARATIONS

#endif /* AHA_SOUND_H */
