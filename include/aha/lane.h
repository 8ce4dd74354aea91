/* aha/lane.h: automation lanes: parameters of a project over time. Tracks and buses have
 * AHA_FADER_GAIN_DB and AHA_FADER_PAN, tracks also AHA_TRACK_SPEED, the master also
 * AHA_MASTER_TEMPO. */
#ifndef AHA_LANE_H
#define AHA_LANE_H

#include "project.h"

AHA_BEGIN_DECLARATIONS

/** The automation mode of a lane during playback. */
typedef uint32_t aha_lane_mode;

enum {
  /** Nothing. */
  AHA_LANE_OFF = 0,
  /** The lane changes the parameter. */
  AHA_LANE_READ = 1,
  /** Like read; while the host changes the parameter, its changes are audible and recorded, until
   *  aha_session_release_parameter or aha_session_release_track_speed. */
  AHA_LANE_TOUCH = 2,
  /** Like touch, until playback stops. */
  AHA_LANE_LATCH = 3,
  /** The parameter's value is recorded during the whole playback. */
  AHA_LANE_WRITE = 4
};

/** A parameter of tracks. */
typedef uint32_t aha_track_parameter;

enum {
  /** The speed, 0.05 to 16. Positions in the sound follow from the lane: a start in the middle of
   *  the track begins where playback from its start would be. Since: 0.10. */
  AHA_TRACK_SPEED = 1
};

/** A parameter of the master bus. Since: 1.0. */
typedef uint32_t aha_master_parameter;

enum {
  /** The tempo of the project, 1 to 1000 quarter notes per minute, in place of tempo_bpm of its
   *  settings. Tracks with a tempo_bpm follow it. Points have AHA_POINT_STEP, or
   *  AHA_POINT_EXPONENTIAL, which is even in octaves. It is read only: a session does not record
   *  it. */
  AHA_MASTER_TEMPO = 1
};

/** The curve from a point's value to the next one's. */
typedef uint32_t aha_point_curve;

enum {
  /** The value stays until the next point. */
  AHA_POINT_STEP = 0,
  AHA_POINT_LINEAR = 1,
  /** Equal ratios in equal times; linear if the two values differ in sign, or one is 0. */
  AHA_POINT_EXPONENTIAL = 2,
  /** Slow at both ends: along t * t * (3 - 2 * t). */
  AHA_POINT_SMOOTH = 3
};

/** One point of a lane. */
typedef struct aha_point {
  /** 0 to AHA_PROJECT_LONGEST_US. */
  int64_t time_us;
  /** In the parameter's range. */
  float value;
  /** AHA_POINT_…; only AHA_POINT_STEP for stepped parameters. */
  aha_point_curve curve;
} aha_point;

/** An automation lane. */
typedef struct aha_lane {
  size_t struct_size;
  /** The track, bus or effect with the parameter. */
  aha_id owner;
  aha_owner_kind owner_kind;
  /** The number of the parameter, as AHA_FILTER_CUTOFF_HZ, AHA_FADER_… of a track or bus,
   *  AHA_TRACK_SPEED, or AHA_MASTER_TEMPO. */
  AHA_ATTRIBUTE(parameter) uint32_t parameter;
  /** How a session plays and records the lane. */
  AHA_ATTRIBUTE(mode) aha_lane_mode mode;
  /** Zero. */
  uint32_t reserved;
} aha_lane AHA_PART;

/** A lane structure with struct_size set. */
static inline aha_lane aha_lane_init(void) {
  aha_lane lane = {sizeof(aha_lane), 0, 0, 0, 0, 0};
  return lane;
}

/**
 * Adds a lane for a parameter.
 * @param parameter  Of the effect, AHA_FADER_… of the track or bus, AHA_TRACK_SPEED, or
 *                   AHA_MASTER_TEMPO of AHA_MASTER_ID.
 * @param mode       AHA_LANE_…
 * @param out_id     May be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (the owner), AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_EXISTS, those of
 * every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_lane_add(aha_project *project, aha_owner_kind owner_kind, aha_id owner,
                                uint32_t parameter, AHA_DEFAULT(AHA_LANE_READ) aha_lane_mode mode,
                                AHA_NULLABLE aha_id *out_id);

/**
 * Reads the properties of a lane.
 * @param info  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since:
 * 0.4.
 */
AHA_API aha_result aha_lane_get(aha_project *project, aha_id lane, aha_lane *info);

/**
 * Sets the mode of a lane.
 * Errors: AHA_ERROR_NOT_FOUND, AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_lane_set_mode(aha_project *project, aha_id lane, aha_lane_mode mode);

/**
 * Removes a lane with its points.
 * Errors: AHA_ERROR_NOT_FOUND, those of every edit. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_lane_remove(aha_project *project, aha_id lane);

/**
 * The number of lanes of a track, bus or effect. 0 for an unknown owner.
 * Errors: 0 for a bad handle. Thread: [any]. Since: 0.4.
 */
AHA_API uint32_t aha_lane_count(aha_project *project, aha_owner_kind owner_kind, aha_id owner);

/**
 * Returns a lane of a track, bus or effect by its index, the oldest first.
 * @param index  Below the count.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_lane_at(aha_project *project, aha_owner_kind owner_kind, aha_id owner,
                               uint32_t index, aha_id *out_id);

/**
 * Sets any number of points as one edit, in place of those at the same times. Two points at one
 * time are a jump: the lane reaches the value of the first, and continues from that of the second.
 * The first then has the curve AHA_POINT_STEP. No other point may be 1 us before a jump, in either
 * order of setting. A point with that curve and another point 1 us after it also form a jump.
 * @param points  Their times ascend; two may be equal.
 * @param count   May be 0.
 * Errors: AHA_ERROR_NOT_FOUND (the lane), AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread:
 * [any]. Since: 0.4.
 */
AHA_API aha_result aha_lane_add_points(aha_project *project, aha_id lane,
                                       AHA_LIST(count) const aha_point *points, size_t count)
                                       AHA_CPP(add_points);

/**
 * Sets one point, as aha_lane_add_points does; a point or jump at the same time is replaced.
 * Errors: as aha_lane_add_points. Thread: [any]. Since: 0.4.
 */
static inline AHA_CPP(set_point) aha_result aha_lane_set_point(aha_project *project, aha_id lane,
                                                               const aha_point *point) {
  return aha_lane_add_points(project, lane, point, 1);
}

/**
 * Removes the points from begin_us to end_us, both included.
 * @param end_us     INT64_MAX: to the end.
 * @param out_count  Set to the number of removed points; may be NULL.
 * Errors: AHA_ERROR_NOT_FOUND (the lane), AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread:
 * [any]. Since: 0.4.
 */
AHA_API aha_result aha_lane_remove_points(aha_project *project, aha_id lane, int64_t begin_us,
                                          int64_t end_us, AHA_NULLABLE uint64_t *out_count)
                                          AHA_CPP(remove_points);

/**
 * Replaces the points from begin_us to end_us, both included, as one edit. A jump at begin_us also
 * replaces a point 1 us before it. A point at end_us also replaces the first point of a jump 1 us
 * after it.
 * @param points  Within these times; as for aha_lane_add_points.
 * @param count   May be 0.
 * Errors: AHA_ERROR_NOT_FOUND (the lane), AHA_ERROR_INVALID_ARGUMENT, those of every edit. Thread:
 * [any]. Since: 0.4.
 */
AHA_API aha_result aha_lane_replace_points(aha_project *project, aha_id lane, int64_t begin_us,
                                           int64_t end_us, AHA_LIST(count) const aha_point *points,
                                           size_t count);

/**
 * The number of points of a lane; 0 for an unknown lane.
 * Errors: 0 for a bad handle. Thread: [any]. Since: 0.4.
 */
AHA_API uint64_t aha_lane_point_count(aha_project *project, aha_id lane)
                                      AHA_PYTHON(__len__) AHA_CPP(point_count);

/**
 * Copies the points from begin_us to end_us, both included, in order.
 * @param points     Destination; NULL asks for the count only.
 * @param capacity   Room in points.
 * @param out_count  Set to the number of available elements; may be NULL.
 * Errors: AHA_ERROR_BUFFER_TOO_SMALL (it holds the first ones), AHA_ERROR_NOT_FOUND,
 * AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_lane_copy_points(aha_project *project, aha_id lane,
                                        AHA_DEFAULT(0) int64_t begin_us,
                                        AHA_DEFAULT(INT64_MAX) int64_t end_us,
                                        AHA_BUFFER(capacity) aha_point *points, size_t capacity,
                                        size_t *out_count) AHA_CPP(points);

AHA_END_DECLARATIONS

#endif /* AHA_LANE_H */
