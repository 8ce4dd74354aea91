/* aha/track.h: the tracks and buses of a project, and their effects. */
#ifndef AHA_TRACK_H
#define AHA_TRACK_H

#include "effect.h"
#include "project.h"

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
  uint32_t muted;
  /** While any track or bus is soloed, only soloed ones are audible. */
  uint32_t soloed;
  /** True: plays backwards, from the end to the beginning. Since: 0.10. */
  AHA_FLAG uint32_t reverse;
  /** Relative to the sound, 0.05 to 16; the pitch changes with it. Applies where no lane changes
   *  it. 0: 1. Since: 0.10. */
  double speed;
} aha_track;

/** A track at 0 dB, centered, from the beginning of the project. */
static inline aha_track aha_track_init(void) {
  aha_track track = {sizeof(aha_track), 0, 0, 0, 0, 0, 0.0f, 0.0f, 0, 0, 0, 0.0};
  return track;
}

/** The mix settings of a bus of a project. */
typedef struct aha_project_bus {
  size_t struct_size;
  /** The bus that the bus sends to; 0: the master, and for the master itself. */
  aha_id parent;
  /** -120 (silence) to 24. */
  float gain_db;
  /** -1 (left) to 1 (right). */
  float pan;
  uint32_t muted;
  uint32_t soloed;
} aha_project_bus;

/** A bus at 0 dB, centered. */
static inline aha_project_bus aha_project_bus_init(void) {
  aha_project_bus bus = {sizeof(aha_project_bus), 0, 0.0f, 0.0f, 0, 0};
  return bus;
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

/** The kind of object that owns a list of effects, or a lane. */
typedef uint32_t aha_owner_kind;

enum {
  AHA_OWNER_TRACK = 1,
  AHA_OWNER_BUS = 2,
  /** For lanes. */
  AHA_OWNER_EFFECT = 3
};

/** The end of a list, for aha_project_add_effect. */
#define AHA_LAST UINT32_MAX

/** An effect of a project. */
typedef struct aha_project_effect {
  size_t struct_size;
  /** The track or bus that owns the effect. */
  aha_id owner;
  /** AHA_OWNER_TRACK or AHA_OWNER_BUS. */
  aha_owner_kind owner_kind;
  /** AHA_EFFECT_… */
  aha_effect_kind kind;
  uint32_t bypassed;
  /** Of the key: AHA_OWNER_TRACK or AHA_OWNER_BUS; 0: none. Since: 0.10. */
  aha_owner_kind key_kind;
  /** The track or bus whose level controls a compressor or gate; 0: its own input. Since: 0.10. */
  aha_id key;
} aha_project_effect;

/** An effect structure with struct_size set. */
static inline aha_project_effect aha_project_effect_init(void) {
  aha_project_effect effect = {sizeof(aha_project_effect), 0, 0, 0, 0, 0, 0};
  return effect;
}

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
AHA_API aha_result aha_project_add_track(aha_project *project, const char *path,
                                         AHA_NULLABLE const aha_track *track,
                                         AHA_NULLABLE aha_id *out_id);

/**
 * Reads the settings of a track.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since:
 * 0.4.
 */
AHA_API aha_result aha_project_get_track(aha_project *project, aha_id track, aha_track *info);

/**
 * Changes a track.
 * @param info  All fields are set; fields beyond struct_size keep their values.
 * Errors: AHA_ERROR_NOT_FOUND (also the bus), AHA_ERROR_INVALID_ARGUMENT (also a loop, or a send as
 * bus), those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_set_track(aha_project *project, aha_id track, const aha_track *info);

/**
 * A track's name.
 * @param text        NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_copy_track_name(aha_project *project, aha_id track,
                                               AHA_BUFFER(capacity) char *text, size_t capacity,
                                               size_t *out_length);

/**
 * Names a track.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_set_track_name(aha_project *project, aha_id track, const char *name);

/**
 * The last known absolute path of a track's file.
 * @param text        NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since:
 * 0.4.
 */
AHA_API aha_result aha_project_copy_track_path(aha_project *project, aha_id track,
                                               AHA_BUFFER(capacity) char *text, size_t capacity,
                                               size_t *out_length);

/**
 * Replaces a track's file. The whole file is read.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [blocking].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_set_track_path(aha_project *project, aha_id track, const char *path);

/**
 * Searches for a track's file: at its path, then by its content in the project's folder and below.
 * @param out_state  AHA_FILE_…
 * Errors: AHA_ERROR_NOT_FOUND (the track), AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread:
 * [blocking]. Since: 0.4.
 */
AHA_API aha_result aha_project_get_file_state(aha_project *project, aha_id track,
                                              aha_file_state *out_state);

/**
 * Removes a track with its effects, lanes, sends and side-chains; the file stays.
 * Errors: AHA_ERROR_NOT_FOUND, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_remove_track(aha_project *project, aha_id track);

/**
 * Moves a track to an index in the list.
 * @param index  Below the count.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_move_track(aha_project *project, aha_id track, uint32_t index);

/** The number of tracks. Errors: 0 for a bad handle. Thread: [any]. Since: 0.4. */
AHA_API uint32_t aha_project_track_count(aha_project *project);

/**
 * Returns a track by its index in the list.
 * @param index  Below the count.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_track_at(aha_project *project, uint32_t index, aha_id *out_id);

/**
 * Adds a bus.
 * @param name    "" for none.
 * @param bus     NULL: as in aha_project_bus_init.
 * @param out_id  May be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (the parent), AHA_ERROR_INVALID_ARGUMENT, those of every edit.
 * Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_add_bus(aha_project *project, const char *name,
                                       AHA_NULLABLE const aha_project_bus *bus,
                                       AHA_NULLABLE aha_id *out_id);

/**
 * Reads the settings of a bus.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since:
 * 0.4.
 */
AHA_API aha_result aha_project_get_bus(aha_project *project, aha_id bus, aha_project_bus *info);

/**
 * Changes a bus.
 * @param info  All fields are set; fields beyond struct_size keep their values.
 * Errors: AHA_ERROR_NOT_FOUND (also the parent), AHA_ERROR_INVALID_ARGUMENT (a cycle), those of
 * every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_set_bus(aha_project *project, aha_id bus,
                                       const aha_project_bus *info);

/**
 * A bus's name.
 * @param text        NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_copy_bus_name(aha_project *project, aha_id bus,
                                             AHA_BUFFER(capacity) char *text, size_t capacity,
                                             size_t *out_length);

/**
 * Names a bus.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_set_bus_name(aha_project *project, aha_id bus, const char *name);

/**
 * Removes a bus with its effects, lanes and side-chains, and the sends from it and to it; its
 * tracks and buses are routed to its parent.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT (the master), those of every edit.
 * Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_remove_bus(aha_project *project, aha_id bus);

/**
 * Moves a bus to an index in the list.
 * @param index  Below the count.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_move_bus(aha_project *project, aha_id bus, uint32_t index);

/** The number of buses, including the master. Errors: 0 for a bad handle. Thread: [any]. Since:
 *  0.4. */
AHA_API uint32_t aha_project_bus_count(aha_project *project);

/**
 * Returns a bus by its index in the list.
 * @param index  Below the count.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_bus_at(aha_project *project, uint32_t index, aha_id *out_id);

/**
 * Adds an effect to a track or bus. A convolution needs aha_project_set_effect_impulse.
 * @param owner_kind  AHA_OWNER_TRACK or AHA_OWNER_BUS.
 * @param kind        AHA_EFFECT_…; AHA_EFFECT_HOST is AHA_ERROR_UNSUPPORTED, because the host's
 *                    code is not in the file.
 * @param index       Its index; AHA_LAST: after all others.
 * @param out_id      May be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (the owner), AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread:
 * [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_add_effect(aha_project *project, aha_owner_kind owner_kind,
                                          aha_id owner, aha_effect_kind kind,
                                          AHA_DEFAULT(AHA_LAST) uint32_t index,
                                          AHA_NULLABLE aha_id *out_id);

/**
 * Sets the impulse response of a convolution. The whole file is read, so that a moved file can be
 * found by its content. The sound may have at most 60 seconds.
 * @param path        Relative to the process's working folder, or absolute; stored relative to the
 *                    project's folder.
 * @param normalizes  As in aha_effect_set_impulse.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_UNSUPPORTED (another kind of effect), those of every edit.
 * Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_project_set_effect_impulse(aha_project *project, aha_id effect,
                                                  const char *path, uint32_t normalizes);

/**
 * The last known absolute path of a convolution's impulse response; empty without one.
 * @param text        NULL asks for the length; of capacity bytes.
 * @param out_length  Length without the NUL; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_BUFFER_TOO_SMALL, handle errors. Thread: [any]. Since:
 * 0.10.
 */
AHA_API aha_result aha_project_copy_effect_impulse_path(aha_project *project, aha_id effect,
                                                        AHA_BUFFER(capacity) char *text,
                                                        size_t capacity, size_t *out_length);

/**
 * Reads the properties of an effect.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_NOT_FOUND (also for a kind from a newer libaha), AHA_ERROR_INVALID_ARGUMENT,
 * handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_get_effect(aha_project *project, aha_id effect,
                                          aha_project_effect *info);

/**
 * Reads a parameter's value, which applies where no lane changes it.
 * @param parameter  A number such as AHA_FILTER_CUTOFF_HZ.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since:
 * 0.4.
 */
AHA_API aha_result aha_project_get_effect_value(aha_project *project, aha_id effect,
                                                uint32_t parameter, float *value);

/**
 * Sets a parameter's value.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_set_effect_value(aha_project *project, aha_id effect,
                                                uint32_t parameter, float value);

/**
 * Bypasses an effect or not.
 * Errors: AHA_ERROR_NOT_FOUND, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_set_effect_bypassed(aha_project *project, aha_id effect,
                                                   AHA_FLAG uint32_t bypassed);

/**
 * Removes an effect with its lanes.
 * Errors: AHA_ERROR_NOT_FOUND, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_remove_effect(aha_project *project, aha_id effect);

/**
 * Moves an effect to an index in its track or bus, or in another one.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_project_move_effect(aha_project *project, aha_id effect,
                                           aha_owner_kind owner_kind, aha_id owner, uint32_t index);

/**
 * The number of effects of a track or bus, without those of unknown kinds. 0 for an unknown owner.
 * Errors: 0 for a bad handle. Thread: [any]. Since: 0.4.
 */
AHA_API uint32_t aha_project_effect_count(aha_project *project, aha_owner_kind owner_kind,
                                          aha_id owner);

/**
 * Returns an effect by its index; the signal passes the effects in this order.
 * @param index  Below the count.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_project_effect_at(aha_project *project, aha_owner_kind owner_kind,
                                         aha_id owner, uint32_t index, aha_id *out_id);

AHA_END_DECLARATIONS

#endif /* AHA_TRACK_H */
