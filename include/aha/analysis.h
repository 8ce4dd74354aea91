/* aha/analysis.h: what a sound says of itself, heard once from begin to end: loudness, tempo, key,
 * onsets, loops, silence and outline. docs/analysis.md says how sure each of them is. */
#ifndef AHA_ANALYSIS_H
#define AHA_ANALYSIS_H

#include "job.h"
#include "piece.h"
#include "stream.h"

AHA_BEGIN_DECLARATIONS

/** What was found in a sound. It does not change. */
typedef struct aha_analysis aha_analysis;

/** The numbers of an analysis. */
typedef struct aha_analysis_info {
  size_t struct_size;
  /** Length in frames at the sound's own rate. */
  uint64_t frames;
  /** Frames before the first and after the last that is less than 60 dB below the highest; all are
   *  leading ones where nothing sounds. */
  uint64_t leading_silence_frames;
  uint64_t trailing_silence_frames;
  /** Integrated loudness in LUFS, as EBU R 128 has it; -INFINITY for what is silent or shorter than
   *  0.4 s. */
  double loudness_lufs;
  /** The loudest three seconds in LUFS; -INFINITY for what is silent or shorter. */
  double short_term_lufs;
  /** How much loudness changes, in LU (EBU Tech 3342); 0 for what is short. */
  double range_lu;
  /** The highest point of the waveform between its samples, in dBTP; -INFINITY for silence. */
  double true_peak_db;
  /** Beats a minute, 42 to 220; 0 where nothing repeats. */
  double tempo_bpm;
  /** 0 to 1; less where half or twice the tempo is likely too. */
  double tempo_confidence;
  /** 0 to 1; less where another key has the same notes, and where the key changes. */
  double key_confidence;
  /** How far it is tuned from A at 440 Hz, -50 to 50. */
  double tuning_cents;
  /** A key: major, natural minor, or since 0.9 dorian, mixolydian, lydian or phrygian; "atonal" for
   *  drums and noise, "unknown" for silence. */
  aha_tonality tonality;
  /** Hz. */
  uint32_t sample_rate;
  /** 1 or 2: more are folded down to two before they are listened to. */
  uint32_t channels;
  /** Counts of the elements that the functions below copy. */
  uint32_t tempo_count;
  uint32_t onset_count;
  uint32_t loop_count;
} aha_analysis_info;

/** An information structure with struct_size set. */
static inline aha_analysis_info aha_analysis_info_init(void) {
  aha_analysis_info info = {sizeof(aha_analysis_info), 0, 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
                            0.0, {0, 0, 0}, 0, 0, 0, 0, 0};
  return info;
}

/** How to listen. Since: 0.9. */
typedef struct aha_analysis_options {
  size_t struct_size;
  /** Max length of the sound in seconds; a longer one ends with AHA_ERROR_LIMIT. 0: no limit. */
  double max_seconds;
} aha_analysis_options;

/** Options with struct_size set and the defaults. */
static inline aha_analysis_options aha_analysis_options_init(void) {
  aha_analysis_options options = {sizeof(aha_analysis_options), 0.0};
  return options;
}

/** A tempo that it could have. */
typedef struct aha_tempo {
  double bpm;
  /** 0 to 1; those of all together are at most 1. */
  double weight;
} aha_tempo;

/** Where something begins to sound. */
typedef struct aha_onset {
  uint64_t frame;
  /** How much steeper it rises than what is around it: 0.4 and more. */
  double strength;
} aha_onset;

/** A stretch that can go round. */
typedef struct aha_loop_points {
  uint64_t begin_frame;
  /** The frame after its last. */
  uint64_t end_frame;
  /** 0 to 1: how like each other the places are that are joined. */
  double quality;
  /** How far the first sample after the jump is from where the last ones were heading; 0 where that
   *  is no more than they bend anyway. */
  double step;
} aha_loop_points;

/** What a stretch of one channel does. */
typedef struct aha_outline_bin {
  float lowest;
  float highest;
  float rms;
} aha_outline_bin;

/**
 * Listens to a file.
 * @param out_analysis  Owned by the caller.
 * Errors: those of aha_sound_load. Thread: [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_load(const char *path, aha_analysis **out_analysis);

/**
 * Starts to listen to a file in a job, in the same memory however long it is. Until the job has
 * ended well, every function that asks the analysis answers AHA_ERROR_STATE.
 * @param path          Opened when the job begins.
 * @param out_analysis  Owned by the caller.
 * @param out_job       Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_SYSTEM; the job's are those of aha_sound_load.
 * Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_start(const char *path, aha_analysis **out_analysis,
                                      aha_job **out_job);

/**
 * Starts to listen to a stream, as aha_analysis_start does to a file.
 * @param stream        Kept until the job ends.
 * @param out_analysis  Owned by the caller.
 * @param out_job       Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_SYSTEM, handle errors; the job's are those of
 * aha_sound_load. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_start_stream(aha_stream *stream, aha_analysis **out_analysis,
                                             aha_job **out_job);

/**
 * Starts to listen to a stream, within limits. A header that says more than max_seconds ends the
 * job before the first frame is decoded; else the first frame past max_seconds does. A part of a
 * sound is never analyzed in place of the whole.
 * @param stream        Kept until the job ends; aha_stream_open makes one of a file.
 * @param options       NULL: the defaults, as in aha_analysis_start_stream.
 * @param out_analysis  Owned by the caller.
 * @param out_job       Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (max_seconds is negative or not finite),
 * AHA_ERROR_UNSUPPORTED, AHA_ERROR_SYSTEM, handle errors; the job's: AHA_ERROR_LIMIT, those of
 * aha_sound_load. Thread: [any]. Since: 0.9.
 */
AHA_API aha_result aha_analysis_start_with(aha_stream *stream,
                                           const aha_analysis_options *options,
                                           aha_analysis **out_analysis, aha_job **out_job);

/**
 * Listens to frames in memory. NaN and infinity count as silence.
 * @param frames        Interleaved, frame_count * channels floats; borrowed for the call.
 * @param frame_count   1 or more.
 * @param channels      1 to 64.
 * @param sample_rate   Hz, 1000 to 768000.
 * @param out_analysis  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_OUT_OF_MEMORY. Thread: [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_create(const float *frames, uint64_t frame_count,
                                       uint32_t channels, uint32_t sample_rate,
                                       aha_analysis **out_analysis);

/**
 * Tells the numbers.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_STATE (not done, or failed), AHA_ERROR_INVALID_ARGUMENT, handle errors.
 * Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_get_info(aha_analysis *analysis, aha_analysis_info *info);

/**
 * Copies the tempos that it could have, the likeliest first.
 * @param tempos     Destination; NULL asks for the count only.
 * @param capacity   Room, as a number of elements.
 * @param out_count  Set to the number of available elements; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL (the first ones are copied), AHA_ERROR_STATE, handle errors.
 * Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_copy_tempos(aha_analysis *analysis, aha_tempo *tempos,
                                            uint32_t capacity, uint32_t *out_count);

/**
 * Copies the onsets in their order: the first 65536.
 * @param onsets     Destination; NULL asks for the count only.
 * @param capacity   Room, as a number of elements.
 * @param out_count  Set to the number of available elements; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL (the first ones are copied), AHA_ERROR_STATE, handle errors.
 * Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_copy_onsets(aha_analysis *analysis, aha_onset *onsets,
                                            uint32_t capacity, uint32_t *out_count);

/**
 * Copies the stretches that can go round, the best first: 4 at most.
 * @param loops      Destination; NULL asks for the count only.
 * @param capacity   Room, as a number of elements.
 * @param out_count  Set to the number of available elements; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL (the first ones are copied), AHA_ERROR_STATE, handle errors.
 * Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_copy_loops(aha_analysis *analysis, aha_loop_points *loops,
                                           uint32_t capacity, uint32_t *out_count);

/**
 * Copies the outline of a channel, for drawing: the whole length in stretches of equal length.
 * Stretches that are finer than what is kept (a 16384th of the length, or 32 frames) repeat it.
 * @param channel  0 or 1, below the channels of the analysis.
 * @param bins     Where to, room for count of them.
 * @param count    1 to 1048576.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_STATE, handle errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_copy_outline(aha_analysis *analysis, uint32_t channel,
                                             aha_outline_bin *bins, uint32_t count);

/**
 * Puts what a piece lacks into it: the length; tempo, loop and key where they are likely enough.
 * What is there stays. The tempo has at most two decimals, and is left out where half and twice the
 * tempo together weigh 0.15 or more.
 * @param piece       Changed.
 * @param out_fields  What was put in: bit n for the field n of AHA_PIECE_FIELD_…; may be NULL.
 * Errors: AHA_ERROR_STATE, handle errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_fill_piece(aha_analysis *analysis, aha_piece *piece,
                                           uint32_t *out_fields);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.5. */
AHA_API aha_result aha_analysis_retain(aha_analysis *analysis);

/** Gives an owner's share up; the last ends the analysis, but not its job. Errors: handle errors.
 * Thread: [any]. Since: 0.5. */
AHA_API aha_result aha_analysis_release(aha_analysis *analysis);

AHA_END_DECLARATIONS

#endif /* AHA_ANALYSIS_H */
