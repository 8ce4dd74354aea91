/* aha/analysis.h: analysis of a sound in one pass: loudness, tempo, key, onsets, loops, silence and
 * outline. docs/analysis.md describes the accuracy of each result. */
#ifndef AHA_ANALYSIS_H
#define AHA_ANALYSIS_H

#include "job.h"
#include "piece.h"
#include "stream.h"

AHA_BEGIN_DECLARATIONS

/** The results of analyzing a sound; immutable. */
typedef struct aha_analysis aha_analysis;

/** The numbers of an analysis. */
typedef struct aha_analysis_info {
  size_t struct_size;
  /** Length in frames at the sound's own rate. */
  AHA_ATTRIBUTE(frames) uint64_t frames;
  /** The silent frames at the start: at least 60 dB below the peak. If the whole sound is silent,
   *  all frames are leading ones. */
  AHA_ATTRIBUTE(leading_silence_frames) uint64_t leading_silence_frames;
  /** The silent frames at the end. */
  AHA_ATTRIBUTE(trailing_silence_frames) uint64_t trailing_silence_frames;
  /** Integrated loudness in LUFS (EBU R 128); -INFINITY for a sound that is silent or shorter than
   *  0.4 s. */
  AHA_ATTRIBUTE(loudness_lufs) double loudness_lufs;
  /** Max short-term loudness (3 s) in LUFS; -INFINITY for a sound that is silent or shorter. */
  AHA_ATTRIBUTE(short_term_lufs) double short_term_lufs;
  /** Loudness range in LU (EBU Tech 3342); 0 for a short sound. */
  AHA_ATTRIBUTE(range_lu) double range_lu;
  /** True peak in dBTP; -INFINITY for silence. */
  AHA_ATTRIBUTE(true_peak_db) double true_peak_db;
  /** Beats per minute, 42 to 220; none if no rhythm was found. */
  AHA_ATTRIBUTE(tempo_bpm) AHA_NONE(0) double tempo_bpm;
  /** Reliability of the tempo, 0 to 1: the square of the probability that it is right, lower if
   *  half or twice the tempo is also likely. */
  AHA_ATTRIBUTE(tempo_confidence) double tempo_confidence;
  /** Reliability of the key, 0 to 1; lower if another key has the same notes, or if the key
   *  changes. */
  AHA_ATTRIBUTE(key_confidence) double key_confidence;
  /** Tuning offset from A at 440 Hz, -50 to 50. */
  AHA_ATTRIBUTE(tuning_cents) double tuning_cents;
  /** The key: major, natural minor, or since 0.9 dorian, mixolydian, lydian or phrygian; "atonal"
   *  for drums and noise, "unknown" for silence. */
  AHA_ATTRIBUTE(tonality) aha_tonality tonality;
  /** Sample rate in Hz. */
  AHA_ATTRIBUTE(sample_rate) uint32_t sample_rate;
  /** Channels, 1 or 2; more are mixed down to two before the analysis. */
  AHA_ATTRIBUTE(channels) uint32_t channels;
  /** Counts of the elements that the functions below copy. */
  AHA_C_ONLY uint32_t tempo_count;
  AHA_C_ONLY uint32_t onset_count;
  AHA_C_ONLY uint32_t loop_count;
  /** Probability that the time signature is right, if the tempo is. Since: 1.0. */
  AHA_ATTRIBUTE(time_signature_confidence) double time_signature_confidence;
  /** The time signature: 4/4, 3/4 or 6/8; both 0 if it is unknown. Since: 1.0. */
  AHA_ATTRIBUTE(beats_per_bar) uint32_t beats_per_bar;
  /** The unit of the time signature: 4 or 8; 0 if it is unknown. Since: 1.0. */
  AHA_ATTRIBUTE(beat_unit) uint32_t beat_unit;
  /** Detected beats in a bar, 0 if it is unknown: 4 or 2 (half notes) for 4/4, 3 or 1 (whole bars)
   *  for 3/4, 6 or 2 (dotted quarters) for 6/8. Since: 1.0. */
  AHA_ATTRIBUTE(pulses_per_bar) uint32_t pulses_per_bar;
  AHA_C_ONLY uint32_t beat_count;
} aha_analysis_info AHA_RECORD;

/** An information structure with struct_size set. */
static inline aha_analysis_info aha_analysis_info_init(void) {
  aha_analysis_info info = {sizeof(aha_analysis_info), 0, 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
                            0.0, {0, 0, 0}, 0, 0, 0, 0, 0, 0.0, 0, 0, 0, 0};
  return info;
}

/** Options of an analysis. Since: 0.9. */
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

/** A tempo candidate. */
typedef struct aha_tempo {
  double bpm;
  /** 0 to 1; the sum over all candidates is at most 1. */
  double weight;
} aha_tempo AHA_RECORD AHA_PYTHON(TempoCandidate);

/** An onset: the start of a note or another event. */
typedef struct aha_onset {
  uint64_t frame;
  /** Steepness of the rise relative to the surroundings: 0.4 and more. */
  double strength;
} aha_onset AHA_RECORD;

/** A beat. Since: 1.0. */
typedef struct aha_beat {
  uint64_t frame;
  /** The local tempo: of the beat and up to four neighbors on either side. */
  double bpm;
  /** Position in the bar, 1 for its first beat; 0 if the time signature is unknown. */
  uint32_t number;
  /** The bar, 1 for the first whole one; 0 for beats before it, or if the time signature is
   *  unknown. */
  uint32_t bar;
} aha_beat AHA_RECORD;

/** A section suitable for looping. */
typedef struct aha_loop_points {
  uint64_t begin_frame;
  /** The frame after the last one. */
  uint64_t end_frame;
  /** 0 to 1: similarity of the two joined positions. */
  double quality;
  /** Step at the jump: distance of the first sample after it from the extrapolation of the samples
   *  before it; 0 if the distance is within the signal's own curvature. */
  double step;
} aha_loop_points AHA_RECORD;

/** A section in one key. Since: 1.0. */
typedef struct aha_key_section {
  uint64_t begin_frame;
  /** The frame after the last one. */
  uint64_t end_frame;
  aha_tonality tonality;
  uint32_t reserved;
  /** Reliability of the key, 0 to 1, as key_confidence. */
  double confidence;
} aha_key_section AHA_RECORD;

/** The quality of a chord. */
typedef uint32_t aha_chord_quality;

enum {
  /** No chord: silence, noise, drums, or notes of no triad. */
  AHA_CHORD_NONE = 0,
  AHA_CHORD_MAJOR = 1,
  AHA_CHORD_MINOR = 2
};

/** A section with one chord, or without. Since: 1.0. */
typedef struct aha_chord {
  uint64_t begin_frame;
  /** The frame after the last one. */
  uint64_t end_frame;
  /** Reliability of the chord, 0 to 1; 0 without a chord. */
  double confidence;
  /** The root, 0 (C) to 11 (B); 0 without a chord. */
  uint32_t root;
  /** AHA_CHORD_… */
  aha_chord_quality quality;
} aha_chord AHA_RECORD;

/** Min, max and root mean square of a section of one channel. */
typedef struct aha_outline_bin {
  float lowest;
  float highest;
  float rms;
} aha_outline_bin;

/**
 * Analyzes a file.
 * @param out_analysis  Owned by the caller.
 * Errors: those of aha_sound_load. Thread: [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_load(const char *path, AHA_OWNED aha_analysis **out_analysis);

/**
 * Starts a job that analyzes a file; its memory use hardly grows after the first hour. Until the
 * job succeeds, every function that reads the analysis returns AHA_ERROR_STATE.
 * @param path          Opened when the job begins.
 * @param out_analysis  Owned by the caller.
 * @param out_job       Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_SYSTEM; the job's are those of aha_sound_load.
 * Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_start(const char *path, AHA_OWNED aha_analysis **out_analysis,
                                      AHA_NULLABLE AHA_OWNED aha_job **out_job);

/**
 * Starts a job that analyzes a stream, as aha_analysis_start does for a file. If the header claims
 * more than max_seconds, the job fails before it decodes a frame; else it fails at the first frame
 * past max_seconds. A sound is never analyzed partially.
 * @param stream        Retained until the job ends; for a file: aha_stream_open.
 * @param options       NULL for the defaults: no limit.
 * @param out_analysis  Owned by the caller.
 * @param out_job       Owned by the caller; may be NULL.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (max_seconds is negative or not finite),
 * AHA_ERROR_UNSUPPORTED, AHA_ERROR_SYSTEM, handle errors; the job's: AHA_ERROR_LIMIT, those of
 * aha_sound_load. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_start_stream(aha_stream *stream,
                                             AHA_NULLABLE const aha_analysis_options *options,
                                             AHA_OWNED aha_analysis **out_analysis,
                                             AHA_NULLABLE AHA_OWNED aha_job **out_job)
                                             AHA_CPP(start);

/**
 * Analyzes frames in memory. NaN and infinity count as silence.
 * @param frames        Interleaved, frame_count * channels floats; borrowed for the call.
 * @param frame_count   1 or more.
 * @param channels      1 to 64.
 * @param sample_rate   Hz, 1000 to 768000.
 * @param out_analysis  Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_OUT_OF_MEMORY. Thread: [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_create(const float *frames, uint64_t frame_count,
                                       AHA_RANGE(1, 64) uint32_t channels,
                                       AHA_RANGE(1000, 768000) uint32_t sample_rate,
                                       AHA_OWNED aha_analysis **out_analysis);

/**
 * The numbers.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_STATE (the job is running, or failed), AHA_ERROR_INVALID_ARGUMENT, handle
 * errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_get_info(aha_analysis *analysis, aha_analysis_info *info);

/**
 * The tempo candidates, the most likely first.
 * @param tempos     Destination; NULL asks for the count only.
 * @param capacity   Room, as a number of elements.
 * @param out_count  Set to the number of available elements; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL (the first ones are copied), AHA_ERROR_STATE, handle errors.
 * Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_copy_tempos(aha_analysis *analysis,
                                            AHA_BUFFER(capacity) aha_tempo *tempos,
                                            uint32_t capacity, uint32_t *out_count);

/**
 * The onsets in order of time: at most the first 65536.
 * @param onsets     Destination; NULL asks for the count only.
 * @param capacity   Room, as a number of elements.
 * @param out_count  Set to the number of available elements; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL (the first ones are copied), AHA_ERROR_STATE, handle errors.
 * Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_copy_onsets(aha_analysis *analysis,
                                            AHA_BUFFER(capacity) aha_onset *onsets,
                                            uint32_t capacity, uint32_t *out_count);

/**
 * The beats in order of time, of at most the first hour; none without a tempo. They are as reliable
 * as tempo_confidence, and their bars as time_signature_confidence.
 * @param beats      Destination; NULL asks for the count only.
 * @param capacity   Room, as a number of elements.
 * @param out_count  Set to the number of available elements; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL (the first ones are copied), AHA_ERROR_STATE, handle errors.
 * Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_analysis_copy_beats(aha_analysis *analysis,
                                           AHA_BUFFER(capacity) aha_beat *beats,
                                           uint32_t capacity, uint32_t *out_count);

/**
 * The loop points, the best first: at most 4.
 * @param loops      Destination; NULL asks for the count only.
 * @param capacity   Room, as a number of elements.
 * @param out_count  Set to the number of available elements; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL (the first ones are copied), AHA_ERROR_STATE, handle errors.
 * Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_copy_loops(aha_analysis *analysis,
                                           AHA_BUFFER(capacity) aha_loop_points *loops,
                                           uint32_t capacity, uint32_t *out_count);

/**
 * The key of each section, in order of time and without gaps: one if the key does not change, none
 * if the sound has no key. The first begins at 0, the last ends with the sound.
 * @param keys       Destination; NULL asks for the count only.
 * @param capacity   Room, as a number of elements.
 * @param out_count  Set to the number of available elements; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL (the first ones are copied), AHA_ERROR_STATE, handle errors.
 * Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_analysis_copy_keys(aha_analysis *analysis,
                                          AHA_BUFFER(capacity) aha_key_section *keys,
                                          uint32_t capacity, uint32_t *out_count);

/**
 * The chords in order of time, without gaps, at most 1024; none if the sound has no chord. Their
 * ends are accurate to about 0.2 s; for a sound above 2 minutes, to 1/512 of its length.
 * @param chords     Destination; NULL asks for the count only.
 * @param capacity   Room, as a number of elements.
 * @param out_count  Set to the number of available elements; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL (the first ones are copied), AHA_ERROR_STATE, handle errors.
 * Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_analysis_copy_chords(aha_analysis *analysis,
                                            AHA_BUFFER(capacity) aha_chord *chords,
                                            uint32_t capacity, uint32_t *out_count);

/**
 * Copies the outline of a channel, for drawing: the whole length in bins of equal length. The
 * stored resolution is a 16384th of the length, or 32 frames; finer bins repeat stored values.
 * @param channel  0 or 1, below the channels of the analysis.
 * @param bins     Destination, room for count bins.
 * @param count    1 to 1048576.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_STATE, handle errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_copy_outline(aha_analysis *analysis, uint32_t channel,
                                             aha_outline_bin *bins,
                                             AHA_RANGE(1, 1048576) uint32_t count);

/**
 * Fills missing fields of a piece: the length, and tempo, time signature, loop and key if they are
 * reliable enough. Existing values stay. The tempo has at most two decimals, and is omitted if half
 * and twice the tempo together weigh 0.15 or more; the time signature is omitted with it. Since
 * 1.0 with the time signature.
 * @param piece       Changed.
 * @param out_fields  Set to the filled fields: bit n for the field n of AHA_PIECE_FIELD_…; may be
 *                    NULL.
 * Errors: AHA_ERROR_STATE, handle errors. Thread: [any]. Since: 0.5.
 */
AHA_API aha_result aha_analysis_fill_piece(aha_analysis *analysis, aha_piece *piece,
                                           AHA_CLASS(PieceField) AHA_NULLABLE uint32_t *out_fields)
                                           AHA_CPP(fill) AHA_CONST AHA_PYTHON(fill);

/**
 * Writes the gain for players into the tags of an audio file: ReplayGain of the track with its true
 * peak, relative to -18 LUFS, and in Opus R128_TRACK_GAIN. All other tags stay. The file is
 * replaced atomically.
 * @param path  Of a WAV, RF64, AIFF, FLAC, Ogg, Opus, MP3 or M4A file.
 * Errors: AHA_ERROR_STATE, AHA_ERROR_EMPTY (silent, or shorter than 0.4 s),
 * AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_DAMAGED, those of files, handle errors. Thread: [blocking].
 * Since: 1.0.
 */
AHA_API aha_result aha_analysis_write_gain(aha_analysis *analysis, const char *path) AHA_CONST;

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.5. */
static inline aha_result aha_analysis_retain(aha_analysis *analysis) {
  return aha_retain_as(analysis, AHA_KIND_ANALYSIS);
}

/**
 * Releases one reference; the last release ends the analysis, but not its job.
 * Errors: handle errors. Thread: [any]. Since: 0.5.
 */
static inline aha_result aha_analysis_release(aha_analysis *analysis) {
  return aha_release_as(analysis, AHA_KIND_ANALYSIS);
}

AHA_END_DECLARATIONS

#endif /* AHA_ANALYSIS_H */
