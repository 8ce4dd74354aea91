/* aha/track.h: the tracks of a project. */
#ifndef AHA_TRACK_H
#define AHA_TRACK_H

#include "piece.h"
#include "project.h"
#include "ramp.h"

AHA_BEGIN_DECLARATIONS

/** A track: a sound at a start time, with its mix settings. */
typedef struct aha_track {
  size_t struct_size;
  /** The bus that the track sends to; 0: the master. */
  aha_id bus;
  /** Start of the sound, in microseconds of the project. */
  int64_t start_us;
  /** The loop, in microseconds of the sound. An end past the sound's end means the sound's end: 0
   *  to AHA_PROJECT_LONGEST_US is the whole sound. */
  int64_t loop_begin_us;
  int64_t loop_end_us;
  /** Number of jumps back, or AHA_LOOP_FOREVER (UINT32_MAX); 0: no loop. */
  uint32_t loop_count;
  /** -120 (silence) to 24. */
  float gain_db;
  /** -1 (left) to 1 (right). */
  float pan;
  AHA_PYTHON(muted) AHA_FLAG uint32_t is_muted;
  /** While any track or bus is soloed, only soloed ones are audible. */
  AHA_PYTHON(soloed) AHA_FLAG uint32_t is_soloed;
  /** True: plays backwards, from the end to the beginning. Since: 0.10. */
  AHA_PYTHON(reverse) AHA_FLAG uint32_t is_reversed;
  /** Relative to the sound, 0.05 to 16; the pitch changes with it. Applies where no lane changes
   *  it. 0: 1. Since: 0.10. */
  double speed;
  /** The played part of the sound, in microseconds of it as recorded; an end of 0, or past the
   *  sound's end, means that end. A loop is cut to the part. Since: 1.0. */
  int64_t begin_us;
  int64_t end_us;
  /** Fades at the start and at the end, in microseconds of the project. A sound that loops forever
   *  has no end. Since: 1.0. */
  int64_t fade_in_us;
  int64_t fade_out_us;
  /** AHA_FADE_…. Since: 1.0. */
  aha_fade_shape fade_in_curve;
  /** AHA_FADE_…. Since: 1.0. */
  aha_fade_shape fade_out_curve;
  /** Tempo of the sound, 1 to 1000 quarter notes per minute: the track follows the tempo of the
   *  project at its pitch, 0.25 to 4 times as fast, and ignores speed and its lane; 0: it does not
   *  follow. A loop stays in phase if it lasts whole beats. Since: 1.0. */
  double tempo_bpm;
} aha_track AHA_PART;

/** A track at 0 dB, centered, from the beginning of the project. */
static inline aha_track aha_track_init(void) {
  aha_track track = {sizeof(aha_track), 0, 0, 0, 0, 0, 0.0f, 0.0f, 0, 0, 0, 0.0,
                     0, 0, 0, 0, 0, 0, 0.0};
  return track;
}

/** The state of a track's file. */
typedef uint32_t aha_file_state;

enum {
  /** The file is at its path. */
  AHA_FILE_PRESENT = 0,
  /** The file was found elsewhere by its content; the project records the new path. */
  AHA_FILE_MOVED = 1,
  /** The file at its path has other content, and the original was not found. */
  AHA_FILE_CHANGED = 2,
  AHA_FILE_MISSING = 3
};

/**
 * Adds a track with a file. The whole file is read, so that a moved file can be found by its
 * content.
 * @param path    Relative to the process's working folder, or absolute; stored relative to the
 *                project's folder.
 * @param track   NULL: as in aha_track_init.
 * @param out_id  May be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (the file, or the bus), AHA_ERROR_INVALID_ARGUMENT, those of every
 * edit. Thread: [blocking]. Since: 0.4.
 */
AHA_API aha_result aha_track_add(aha_project *project, const char *path,
                                 AHA_NULLABLE const aha_track *track, AHA_NULLABLE aha_id *out_id);

/**
 * Reads the settings of a track.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since:
 * 0.4.
 */
AHA_API aha_result aha_track_get(aha_project *project, aha_id track, aha_track *info);

/**
 * Changes a track.
 * @param info  All fields are set; fields beyond struct_size keep their values.
 * Errors: AHA_ERROR_NOT_FOUND (also the bus), AHA_ERROR_INVALID_ARGUMENT (also a loop, or a send as
 * bus), those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_track_set(aha_project *project, aha_id track, const aha_track *info);

/**
 * Splits a track at a time of the project, as one edit: the track keeps the first part, and a new
 * track behind it has the second one, with copies of the effects, lanes and sends. The parts
 * overlap by 10 ms with a linear crossfade, so that the sum is the sound as before; at another
 * speed than 1, the second part begins at the nearest frame of the sound. Side-chains that listen
 * to the track keep the first part only.
 * @param time_us  At least 5 ms inside the played part.
 * @param out_id   The new track; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_UNSUPPORTED (it loops), AHA_ERROR_INVALID_ARGUMENT (also a
 * reversed track whose end_us is 0), those of every edit. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_track_split(aha_project *project, aha_id track, int64_t time_us,
                                   AHA_NULLABLE aha_id *out_id);

/** A root that keeps the key, in aha_track_fit. Since: 1.0. */
#define AHA_KEEP_KEY UINT32_MAX

/**
 * Fits a track to the project, for a piece whose sound it plays, as one edit: its tempo_bpm is that
 * of the piece, and a pitch effect at the beginning of its chain moves the key by the smallest
 * shift. A piece without a fixed tempo does not follow. A piece that is atonal, or of an unknown
 * key, keeps it.
 * @param root  The root of the project's key, 0 (C) to 11 (B), or AHA_KEEP_KEY.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_TONALITY (the piece's), those
 * of every edit. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_track_fit(aha_project *project, aha_id track, aha_piece *piece,
                                 AHA_DEFAULT(AHA_KEEP_KEY) uint32_t root);

/** The texts of a track. Since: 1.0. */
typedef uint32_t aha_track_text;

enum {
  AHA_TRACK_TEXT_NAME = 0,
  /** The path of its file: the last known one, absolute. A new one replaces the file. */
  AHA_TRACK_TEXT_PATH = 1
};

/**
 * Copies a text of a track.
 * @param buffer      NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_BUFFER_TOO_SMALL, handle
 * errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_track_copy_text(aha_project *project, aha_id track, aha_track_text text,
                                       AHA_BUFFER(capacity) char *buffer, size_t capacity,
                                       size_t *out_length);

/**
 * Renames a track, or replaces its file, which is read as a whole.
 * @param value  A path is relative to the process's working folder, or absolute.
 * Errors: AHA_ERROR_NOT_FOUND (the track, the file), AHA_ERROR_INVALID_ARGUMENT, those of every
 * edit. Thread: [blocking]. Since: 1.0.
 */
AHA_API aha_result aha_track_set_text(aha_project *project, aha_id track, aha_track_text text,
                                      const char *value);

/**
 * The state of a track's file, which is searched for at its path, then by its content in the
 * project's folder and below.
 * @param out_state  AHA_FILE_…
 * Errors: AHA_ERROR_NOT_FOUND (the track), AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread:
 * [blocking]. Since: 0.4.
 */
AHA_API aha_result aha_track_get_file_state(aha_project *project, aha_id track,
                                            aha_file_state *out_state) AHA_CPP(file_state);

/**
 * Removes a track with its effects, lanes, sends and side-chains; the file stays.
 * Errors: AHA_ERROR_NOT_FOUND, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_track_remove(aha_project *project, aha_id track);

/**
 * Moves a track to an index in the list.
 * @param index  Below the count.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_track_move(aha_project *project, aha_id track, uint32_t index);

/** The number of tracks. Errors: 0 for a bad handle. Thread: [any]. Since: 0.4. */
AHA_API uint32_t aha_track_count(aha_project *project) AHA_C_ONLY;

/**
 * The tracks in order, by index.
 * @param index  Below the count.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_track_at(aha_project *project, uint32_t index,
                                AHA_ID(Track) aha_id *out_id) AHA_PYTHON(tracks);

AHA_END_DECLARATIONS

#endif /* AHA_TRACK_H */
