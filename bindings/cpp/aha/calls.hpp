// Written by scripts/generate from include/aha; do not edit.
#ifndef AHA_CALLS_HPP
#define AHA_CALLS_HPP

#include "text.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace aha {

/// Methods of aha_stream that are one call.
template <class Self>
class StreamCalls {
public:
  /// Limits what later sounds and analyses decode of a stream; those that were started before keep
  /// their limits.
  void set_limits(std::uint64_t max_frames, std::uint64_t max_bytes) const {
    check(aha_stream_set_limits(handle(), max_frames, max_bytes));
  }

private:
  aha_stream *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_job that are one call.
template <class Self>
class JobCalls {
public:
  /// Asks a job to end soon, leaving nothing half made; it then answers AHA_ERROR_CANCELLED.
  void cancel() const { check(aha_job_cancel(handle())); }

  /// Tells how far a job is.
  aha_job_progress progress() const {
    aha_job_progress found = aha_job_progress_init();
    check(aha_job_get_progress(handle(), &found));
    return found;
  }

  /// What the job is doing: "waiting", "decoding", "rendering", "verifying", "signing in",
  /// "sending", "receiving", "scanning", "done", "failed".
  std::string stage() const { return aha_job_stage(handle()); }

  /// Copies the line that says why a job failed; "" when it did not.
  std::string error() const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_job_copy_error(handle(), to, capacity, length);
    });
  }

private:
  aha_job *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_engine that are one call.
template <class Self>
class EngineCalls {
public:
  /// The engine's rate in Hz; 0 for a bad handle.
  std::uint32_t sample_rate() const noexcept { return aha_engine_sample_rate(handle()); }

  /// The engine's channels out; 0 for a bad handle.
  std::uint32_t channels() const noexcept { return aha_engine_channels(handle()); }

  /// The next frame to be rendered; 0 for a bad handle.
  std::uint64_t position_frames() const noexcept { return aha_engine_position_frames(handle()); }

  /// Reads the engine's counters.
  aha_engine_stats stats() const {
    aha_engine_stats found = aha_engine_stats_init();
    check(aha_engine_get_stats(handle(), &found));
    return found;
  }

private:
  aha_engine *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_bus that are one call.
template <class Self>
class BusCalls {
public:
  /// Sets the gain.
  void set_gain_db(float gain_db) const { check(aha_bus_set_gain_db(handle(), gain_db)); }

  /// The gain as set; 0 for a bad handle.
  float gain_db() const noexcept { return aha_bus_gain_db(handle()); }

  /// Sets the balance, at equal power: 0 dB for both sides in the middle, 3 dB at the open side.
  void set_pan(float pan) const { check(aha_bus_set_pan(handle(), pan)); }

  /// The balance as set; 0 for a bad handle.
  float pan() const noexcept { return aha_bus_pan(handle()); }

  /// Silences the bus (non-zero) or not.
  void set_muted(bool muted) const { check(aha_bus_set_muted(handle(), muted)); }

  /// Non-zero when muted; 0 for a bad handle.
  bool muted() const noexcept { return aha_bus_muted(handle()) != 0; }

  /// Solos the bus (non-zero) or not.
  void set_soloed(bool soloed) const { check(aha_bus_set_soloed(handle(), soloed)); }

  /// Non-zero when soloed; 0 for a bad handle.
  bool soloed() const noexcept { return aha_bus_soloed(handle()) != 0; }

  /// Reads the level and begins a new peak.
  aha_bus_meter meter() const {
    aha_bus_meter found = aha_bus_meter_init();
    check(aha_bus_get_meter(handle(), &found));
    return found;
  }

private:
  aha_bus *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_sound that are one call.
template <class Self>
class SoundCalls {
public:
  /// Length in frames at the engine's rate; 0 for a bad handle.
  std::uint64_t length_frames() const noexcept { return aha_sound_length_frames(handle()); }

  /// Channels as played, 1 or 2; 0 for a bad handle.
  std::uint32_t channels() const noexcept { return aha_sound_channels(handle()); }

  /// Tells what the sound was made from.
  aha_sound_info info() const {
    aha_sound_info found = aha_sound_info_init();
    check(aha_sound_get_info(handle(), &found));
    return found;
  }

private:
  aha_sound *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_player that are one call.
template <class Self>
class PlayerCalls {
public:
  /// Starts from the position (frame 0 after the end) with the next frames rendered; a player that
  /// already plays starts over from frame 0.
  void start() const { check(aha_player_start(handle())); }

  /// Starts when the engine comes to a frame, exactly there; a player that plays then starts over
  /// from frame 0.
  void start_at_frame(std::uint64_t engine_frame) const {
    check(aha_player_start_at_frame(handle(), engine_frame));
  }

  /// Stops, faded over the ramp, and goes to frame 0; removes all starts and stops that wait.
  void stop() const { check(aha_player_stop(handle())); }

  /// Stops when the engine comes to a frame; the fade begins there.
  void stop_at_frame(std::uint64_t engine_frame) const {
    check(aha_player_stop_at_frame(handle(), engine_frame));
  }

  /// Pauses, faded over the ramp; the position stays.
  void pause() const { check(aha_player_pause(handle())); }

  /// Goes on after a pause; does nothing to a player that plays.
  void resume() const { check(aha_player_resume(handle())); }

  /// Goes to a frame of the sound; while playing, crossfaded over the ramp (a streamed sound fades
  /// out, and in again when its data is there).
  void seek_frames(std::uint64_t frame) const { check(aha_player_seek_frames(handle(), frame)); }

  /// Sets the gain; ramped.
  void set_gain_db(float gain_db) const { check(aha_player_set_gain_db(handle(), gain_db)); }

  /// The gain as set; 0 for a bad handle.
  float gain_db() const noexcept { return aha_player_gain_db(handle()); }

  /// Sets the pan, at equal power; ramped.
  void set_pan(float pan) const { check(aha_player_set_pan(handle(), pan)); }

  /// The pan as set; 0 for a bad handle.
  float pan() const noexcept { return aha_player_pan(handle()); }

  /// AHA_PLAYER_… as of the last frames rendered.
  aha_player_state state() const noexcept { return aha_player_get_state(handle()); }

  /// The next frame of the sound to be played; 0 for a bad handle.
  std::uint64_t position_frames() const noexcept { return aha_player_position_frames(handle()); }

private:
  aha_player *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_effect that are one call.
template <class Self>
class EffectCalls {
public:
  /// One of AHA_EFFECT_…; 0 for a bad handle.
  aha_effect_kind kind() const noexcept { return aha_effect_get_kind(handle()); }

  /// Sets a parameter, over its own smoothing time.
  void set_value(std::uint32_t parameter, float value) const {
    check(aha_effect_set_value(handle(), parameter, value));
  }

  /// Moves a parameter to a value over a time, along its curve; stepped ones jump at once.
  void set_value_over_frames(std::uint32_t parameter, float value, std::uint64_t ramp_frames)
      const {
    check(aha_effect_set_value_over_frames(handle(), parameter, value, ramp_frames));
  }

  /// Moves a parameter when the engine comes to a frame, so that the change is heard exactly there.
  void set_value_at_frame(std::uint32_t parameter, float value, std::uint64_t ramp_frames,
      std::uint64_t engine_frame) const {
    check(aha_effect_set_value_at_frame(handle(), parameter, value, ramp_frames, engine_frame));
  }

  /// Lets a modulator move a parameter; it replaces the one that is there.
  void start_modulation(std::uint32_t parameter, const aha_modulation_options &options =
      aha_modulation_options_init()) const {
    check(aha_effect_start_modulation(handle(), parameter, &options));
  }

  /// Ends a modulation early; the parameter goes back to its value.
  void stop_modulation(std::uint32_t parameter) const {
    check(aha_effect_stop_modulation(handle(), parameter));
  }

  /// Takes an effect out of the signal (non-zero) or back in, crossfaded over the ramp; its latency
  /// stays.
  void set_bypassed(bool bypassed) const { check(aha_effect_set_bypassed(handle(), bypassed)); }

  /// Non-zero when bypassed; 0 for a bad handle.
  bool bypassed() const noexcept { return aha_effect_bypassed(handle()) != 0; }

  /// Frames by which the output lags the input; 0 for a bad handle.
  std::uint64_t latency_frames() const noexcept { return aha_effect_latency_frames(handle()); }

private:
  aha_effect *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_chain that are one call.
template <class Self>
class ChainCalls {
public:
  /// Takes all effects out.
  void clear() const { check(aha_chain_clear(handle())); }

  /// The number of effects; 0 for a bad handle.
  std::uint32_t count() const noexcept { return aha_chain_count(handle()); }

  /// Frames by which the chain's output lags its input.
  std::uint64_t latency_frames() const noexcept { return aha_chain_latency_frames(handle()); }

private:
  aha_chain *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_device that are one call.
template <class Self>
class DeviceCalls {
public:
  /// Begins to play or to record; opens it again when it was lost.
  void start() const { check(aha_device_start(handle())); }

  /// Ends playing or recording, at once; the engine's clock stands still then.
  void stop() const { check(aha_device_stop(handle())); }

  /// Reads how the device does.
  aha_device_status status() const {
    aha_device_status found = aha_device_status_init();
    check(aha_device_get_status(handle(), &found));
    return found;
  }

  /// Copies the id of the device that is in use, which after a loss may be another one.
  std::string id() const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_device_copy_id(handle(), to, capacity, length);
    });
  }

private:
  aha_device *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_input that are one call.
template <class Self>
class InputCalls {
public:
  /// Non-zero while it is monitored; 0 for a bad handle.
  bool monitored() const noexcept { return aha_input_monitored(handle()) != 0; }

  /// Plays a burst of noise on the master bus and listens for it: the way from the output back to
  /// the input's bus, which must be looped back by a cable, or through the air.
  std::uint64_t measure_latency() const {
    std::uint64_t found = 0;
    check(aha_input_measure_latency(handle(), &found));
    return found;
  }

  /// Frames from the engine's output to its bus, to be added to where something was played: a
  /// recorder of the bus that is started so much after the frame at which a song begins holds, from
  /// its first frame on, what was played to that song.
  std::uint64_t latency_frames() const noexcept { return aha_input_latency_frames(handle()); }

  /// Corrects the latency by hand.
  void set_offset_frames(std::int64_t offset_frames) const {
    check(aha_input_set_offset_frames(handle(), offset_frames));
  }

  /// The offset; 0 for a bad handle.
  std::int64_t offset_frames() const noexcept { return aha_input_offset_frames(handle()); }

  /// Tells how it does.
  aha_input_status status() const {
    aha_input_status found = aha_input_status_init();
    check(aha_input_get_status(handle(), &found));
    return found;
  }

private:
  aha_input *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_recorder that are one call.
template <class Self>
class RecorderCalls {
public:
  /// Records from the next frame on; a recorder does so once.
  void start() const { check(aha_recorder_start(handle())); }

  /// Records from the engine's frame on; one that has passed means at once.
  void start_at_frame(std::uint64_t frame) const {
    check(aha_recorder_start_at_frame(handle(), frame));
  }

  /// Ends the take with what has been rendered.
  void stop() const { check(aha_recorder_stop(handle())); }

  /// Ends the take before the engine's frame; one that has passed means at once.
  void stop_at_frame(std::uint64_t frame) const {
    check(aha_recorder_stop_at_frame(handle(), frame));
  }

  /// Leaves out what is heard until aha_recorder_resume: the file goes on without a gap.
  void pause() const { check(aha_recorder_pause(handle())); }

  /// Records on.
  void resume() const { check(aha_recorder_resume(handle())); }

  /// Tells how the take is getting on.
  aha_recorder_status status() const {
    aha_recorder_status found = aha_recorder_status_init();
    check(aha_recorder_get_status(handle(), &found));
    return found;
  }

  /// Reads the level and begins a new peak.
  aha_recorder_meter meter() const {
    aha_recorder_meter found = aha_recorder_meter_init();
    check(aha_recorder_get_meter(handle(), &found));
    return found;
  }

private:
  aha_recorder *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_recovery that are one call.
template <class Self>
class RecoveryCalls {
public:
  /// How many takes were found; 0 for a bad handle.
  std::uint32_t count() const noexcept { return aha_recovery_count(handle()); }

  /// Tells about a take.
  aha_recovered_take take(std::uint32_t index) const {
    aha_recovered_take found = aha_recovered_take_init();
    check(aha_recovery_get_take(handle(), index, &found));
    return found;
  }

private:
  aha_recovery *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_project that are one call.
template <class Self>
class ProjectCalls {
public:
  /// A number that rises with every change: edits, undoing, and what other programs do to the file.
  /// 0 for a bad handle.
  std::uint64_t revision() const noexcept { return aha_project_revision(handle()); }

  /// Copies the project's path: absolute, without links.
  std::string path() const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_project_copy_path(handle(), to, capacity, length);
    });
  }

  /// Tells the settings.
  aha_project_settings settings() const {
    aha_project_settings found = aha_project_settings_init();
    check(aha_project_get_settings(handle(), &found));
    return found;
  }

  /// Changes the settings.
  void set_settings(const aha_project_settings &settings) const {
    check(aha_project_set_settings(handle(), &settings));
  }

  /// Copies the title.
  std::string title() const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_project_copy_title(handle(), to, capacity, length);
    });
  }

  /// Sets the title.
  void set_title(const std::string &title) const {
    check(aha_project_set_title(handle(), title.c_str()));
  }

  /// Begins a group: all edits until aha_project_save_edit, of any thread, become one, which is
  /// undone as one.
  void start_edit(const std::string &title) const {
    check(aha_project_start_edit(handle(), title.c_str()));
  }

  /// Takes back what was done since the group began.
  void cancel_edit() const { check(aha_project_cancel_edit(handle())); }

  /// Adds a marker.
  aha_id add_marker(std::int64_t time_us, const std::string &name) const {
    aha_id found = 0;
    check(aha_project_add_marker(handle(), time_us, name.c_str(), &found));
    return found;
  }

  /// Gives a marker another time and name.
  void set_marker(aha_id marker, std::int64_t time_us, const std::string &name) const {
    check(aha_project_set_marker(handle(), marker, time_us, name.c_str()));
  }

  /// Removes a marker.
  void remove_marker(aha_id marker) const { check(aha_project_remove_marker(handle(), marker)); }

  /// How many markers there are; 0 for a bad handle.
  std::uint32_t marker_count() const noexcept { return aha_project_marker_count(handle()); }

  /// Copies a marker's name.
  std::string marker_name(aha_id marker) const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_project_copy_marker_name(handle(), marker, to, capacity, length);
    });
  }

  /// Adds a track with a file, which is read whole: it is known by its content when it is moved.
  aha_id add_track(const std::string &path, const aha_track &track = aha_track_init()) const {
    aha_id found = 0;
    check(aha_project_add_track(handle(), path.c_str(), &track, &found));
    return found;
  }

  /// Tells about a track.
  aha_track track(aha_id track) const {
    aha_track found = aha_track_init();
    check(aha_project_get_track(handle(), track, &found));
    return found;
  }

  /// Changes a track.
  void set_track(aha_id track, const aha_track &info) const {
    check(aha_project_set_track(handle(), track, &info));
  }

  /// Copies a track's name.
  std::string track_name(aha_id track) const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_project_copy_track_name(handle(), track, to, capacity, length);
    });
  }

  /// Names a track.
  void set_track_name(aha_id track, const std::string &name) const {
    check(aha_project_set_track_name(handle(), track, name.c_str()));
  }

  /// Copies the path of a track's file, where it was seen last; absolute.
  std::string track_path(aha_id track) const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_project_copy_track_path(handle(), track, to, capacity, length);
    });
  }

  /// Gives a track another file, which is read whole.
  void set_track_path(aha_id track, const std::string &path) const {
    check(aha_project_set_track_path(handle(), track, path.c_str()));
  }

  /// Looks for a track's file: at its place, then by its content in the project's folder and below.
  aha_file_state file_state(aha_id track) const {
    aha_file_state found = 0;
    check(aha_project_get_file_state(handle(), track, &found));
    return found;
  }

  /// Removes a track with its effects and lanes; not its file.
  void remove_track(aha_id track) const { check(aha_project_remove_track(handle(), track)); }

  /// Puts a track at a place in the list.
  void move_track(aha_id track, std::uint32_t index) const {
    check(aha_project_move_track(handle(), track, index));
  }

  /// How many tracks there are; 0 for a bad handle.
  std::uint32_t track_count() const noexcept { return aha_project_track_count(handle()); }

  /// Gives a track by its place in the list.
  aha_id track_at(std::uint32_t index) const {
    aha_id found = 0;
    check(aha_project_track_at(handle(), index, &found));
    return found;
  }

  /// Adds a bus.
  aha_id add_bus(const std::string &name, const aha_project_bus &bus = aha_project_bus_init())
      const {
    aha_id found = 0;
    check(aha_project_add_bus(handle(), name.c_str(), &bus, &found));
    return found;
  }

  /// Tells about a bus.
  aha_project_bus bus(aha_id bus) const {
    aha_project_bus found = aha_project_bus_init();
    check(aha_project_get_bus(handle(), bus, &found));
    return found;
  }

  /// Changes a bus.
  void set_bus(aha_id bus, const aha_project_bus &info) const {
    check(aha_project_set_bus(handle(), bus, &info));
  }

  /// Copies a bus's name.
  std::string bus_name(aha_id bus) const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_project_copy_bus_name(handle(), bus, to, capacity, length);
    });
  }

  /// Names a bus.
  void set_bus_name(aha_id bus, const std::string &name) const {
    check(aha_project_set_bus_name(handle(), bus, name.c_str()));
  }

  /// Removes a bus with its effects and lanes; what went to it goes to its parent.
  void remove_bus(aha_id bus) const { check(aha_project_remove_bus(handle(), bus)); }

  /// Puts a bus at a place in the list.
  void move_bus(aha_id bus, std::uint32_t index) const {
    check(aha_project_move_bus(handle(), bus, index));
  }

  /// How many buses there are, the master too; 0 for a bad handle.
  std::uint32_t bus_count() const noexcept { return aha_project_bus_count(handle()); }

  /// Gives a bus by its place in the list.
  aha_id bus_at(std::uint32_t index) const {
    aha_id found = 0;
    check(aha_project_bus_at(handle(), index, &found));
    return found;
  }

  /// Tells about an effect.
  aha_project_effect effect(aha_id effect) const {
    aha_project_effect found = aha_project_effect_init();
    check(aha_project_get_effect(handle(), effect, &found));
    return found;
  }

  /// Sets a parameter's value.
  void set_effect_value(aha_id effect, std::uint32_t parameter, float value) const {
    check(aha_project_set_effect_value(handle(), effect, parameter, value));
  }

  /// Leaves an effect out (non-zero) or not.
  void set_effect_bypassed(aha_id effect, std::uint32_t bypassed) const {
    check(aha_project_set_effect_bypassed(handle(), effect, bypassed));
  }

  /// Removes an effect with its lanes.
  void remove_effect(aha_id effect) const { check(aha_project_remove_effect(handle(), effect)); }

  /// Puts an effect at a place of its track or bus, or of another one.
  void move_effect(aha_id effect, aha_owner_kind owner_kind, aha_id owner, std::uint32_t index)
      const {
    check(aha_project_move_effect(handle(), effect, owner_kind, owner, index));
  }

  /// How many effects a track or bus has; those of kinds that are not known are left out. 0 for a
  /// bad handle, or when there is no such owner.
  std::uint32_t effect_count(aha_owner_kind owner_kind, aha_id owner) const noexcept {
    return aha_project_effect_count(handle(), owner_kind, owner);
  }

  /// Gives an effect by its place; sound goes through them in this order.
  aha_id effect_at(aha_owner_kind owner_kind, aha_id owner, std::uint32_t index) const {
    aha_id found = 0;
    check(aha_project_effect_at(handle(), owner_kind, owner, index, &found));
    return found;
  }

  /// Tells about a lane.
  aha_lane lane(aha_id lane) const {
    aha_lane found = aha_lane_init();
    check(aha_project_get_lane(handle(), lane, &found));
    return found;
  }

  /// Sets what a lane does.
  void set_lane_mode(aha_id lane, aha_lane_mode mode) const {
    check(aha_project_set_lane_mode(handle(), lane, mode));
  }

  /// Removes a lane with its points.
  void remove_lane(aha_id lane) const { check(aha_project_remove_lane(handle(), lane)); }

  /// How many lanes a track, bus or effect has. 0 for a bad handle, or when there is no such owner.
  std::uint32_t lane_count(aha_owner_kind owner_kind, aha_id owner) const noexcept {
    return aha_project_lane_count(handle(), owner_kind, owner);
  }

  /// Gives a lane of a track, bus or effect, the oldest first.
  aha_id lane_at(aha_owner_kind owner_kind, aha_id owner, std::uint32_t index) const {
    aha_id found = 0;
    check(aha_project_lane_at(handle(), owner_kind, owner, index, &found));
    return found;
  }

  /// Sets one point; a point or jump at the same time is replaced.
  void set_point(aha_id lane, const aha_point &point) const {
    check(aha_project_set_point(handle(), lane, &point));
  }

  /// Removes the points from begin_us to end_us, both included.
  std::uint64_t remove_points(aha_id lane, std::int64_t begin_us, std::int64_t end_us) const {
    std::uint64_t found = 0;
    check(aha_project_remove_points(handle(), lane, begin_us, end_us, &found));
    return found;
  }

  /// How many points a lane has; 0 for a bad handle or lane.
  std::uint64_t point_count(aha_id lane) const noexcept {
    return aha_project_point_count(handle(), lane);
  }

private:
  aha_project *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_session that are one call.
template <class Self>
class SessionCalls {
public:
  /// Takes over what was edited since the last time, without a click; the rest plays on.
  void update() const { check(aha_session_update(handle())); }

  /// Sets a part that is played over and over: it jumps from end_us back to begin_us.
  void set_loop(std::int64_t begin_us, std::int64_t end_us) const {
    check(aha_session_set_loop(handle(), begin_us, end_us));
  }

  /// Plays on from the end of the loop.
  void clear_loop() const { check(aha_session_clear_loop(handle())); }

  /// What is heard now, in microseconds of the project; 0 for a bad handle.
  std::int64_t position_us() const noexcept { return aha_session_position_us(handle()); }

  /// Tells when the last sound is over, after a year at most; effects may ring on.
  std::int64_t end_us() const {
    std::int64_t found = 0;
    check(aha_session_get_end_us(handle(), &found));
    return found;
  }

  /// How many tracks are silent because their file is not there or cannot be read, as of the last
  /// update; 0 for a bad handle.
  std::uint32_t silent_count() const noexcept { return aha_session_silent_count(handle()); }

  /// Gives a silent track by its place among them.
  aha_id silent_at(std::uint32_t index) const {
    aha_id found = 0;
    check(aha_session_silent_at(handle(), index, &found));
    return found;
  }

  /// Moves that nobody saved in time; 0 for a bad handle.
  std::uint64_t lost_moves() const noexcept { return aha_session_lost_moves(handle()); }

private:
  aha_session *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_piece that are one call.
template <class Self>
class PieceCalls {
public:
  /// Copies the manifest: with what was unknown here of the one that was read.
  std::string manifest() const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_piece_copy_manifest(handle(), to, capacity, length);
    });
  }

  /// Writes the manifest to a file, which is replaced whole or not at all.
  void save(const std::string &path) const { check(aha_piece_save(handle(), path.c_str())); }

  /// Writes the piece into an audio file: its manifest, the tags that other programs show, and in
  /// WAV and RF64 the loop.
  void embed(const std::string &path) const { check(aha_piece_embed(handle(), path.c_str())); }

  /// Sets one of the texts.
  void set_text(aha_piece_text text, const std::string &value) const {
    check(aha_piece_set_text(handle(), text, value.c_str()));
  }

  /// Tells the numbers.
  aha_piece_info info() const {
    aha_piece_info found = aha_piece_info_init();
    check(aha_piece_get_info(handle(), &found));
    return found;
  }

  /// Sets all numbers; those out of range too, for aha_piece_problem_at to tell.
  void set_info(const aha_piece_info &info) const { check(aha_piece_set_info(handle(), &info)); }

  /// Adds a piece that this one is based on, if it is not there.
  void add_based_on(const std::string &id) const {
    check(aha_piece_add_based_on(handle(), id.c_str()));
  }

  /// Takes away all that it is based on.
  void clear_based_on() const { check(aha_piece_clear_based_on(handle())); }

private:
  aha_piece *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_analysis that are one call.
template <class Self>
class AnalysisCalls {
public:
  /// Tells the numbers.
  aha_analysis_info info() const {
    aha_analysis_info found = aha_analysis_info_init();
    check(aha_analysis_get_info(handle(), &found));
    return found;
  }

private:
  aha_analysis *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_account that are one call.
template <class Self>
class AccountCalls {
public:
  /// Hands in the code that the provider showed, or the URL that the browser was sent to.
  void enter_code(const std::string &code) const {
    check(aha_account_enter_code(handle(), code.c_str()));
  }

  /// Copies a text of an account.
  std::string text(aha_account_text text) const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_account_copy_text(handle(), text, to, capacity, length);
    });
  }

  /// Where the token is really kept: AHA_STORE_…; AHA_STORE_AUTO for a bad handle.
  aha_store_kind store() const noexcept { return aha_account_store(handle()); }

private:
  aha_account *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_request that are one call.
template <class Self>
class RequestCalls {
public:
  /// Adds a parameter: of the URL's query for GET, HEAD, DELETE and requests with a body, else of a
  /// form; a part of multipart/form-data when there is a file.
  void add_parameter(const std::string &name, const std::string &value) const {
    check(aha_request_add_parameter(handle(), name.c_str(), value.c_str()));
  }

  /// Sets a header; an empty value removes it.
  void set_header(const std::string &name, const std::string &value) const {
    check(aha_request_set_header(handle(), name.c_str(), value.c_str()));
  }

  /// Sets the file that receives the data of a successful reply: it appears, or replaces the file
  /// that is there, when the reply is complete, or not at all. aha_request_add_file and
  /// aha_request_set_body send a file.
  void set_reply_file(const std::string &path) const {
    check(aha_request_set_reply_file(handle(), path.c_str()));
  }

  /// What the host called it; NULL for a bad handle.
  void *context() const noexcept { return aha_request_context(handle()); }

  /// The status of the reply, as in 200; 0 before it, or for a bad handle.
  std::uint32_t status() const noexcept { return aha_request_status(handle()); }

  /// Tells how far it is.
  aha_request_progress progress() const {
    aha_request_progress found = aha_request_progress_init();
    check(aha_request_get_progress(handle(), &found));
    return found;
  }

private:
  aha_request *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_destination that are one call.
template <class Self>
class DestinationCalls {
public:
  /// Tells what it can do and whether it is ready, without the network; the last error says why
  /// not.
  aha_destination_info info() const {
    aha_destination_info found = aha_destination_info_init();
    check(aha_destination_get_info(handle(), &found));
    return found;
  }

  /// Copies a text.
  std::string text(aha_destination_text text) const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_destination_copy_text(handle(), text, to, capacity, length);
    });
  }

  /// Takes a destination from its client's list; drops that use it go on.
  void remove() const { check(aha_destination_remove(handle())); }

private:
  aha_destination *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_drop that are one call.
template <class Self>
class DropCalls {
public:
  /// Answers that there is none.
  void answer_none(aha_asset asset) const { check(aha_drop_answer_none(handle(), asset)); }

  /// Answers that it could not be made: the drop fails with that line.
  void answer_error(aha_asset asset, const std::string &line) const {
    check(aha_drop_answer_error(handle(), asset, line.c_str()));
  }

  /// Gives the cover another file while the drop is edited.
  void set_cover(const std::string &path) const {
    check(aha_drop_set_cover(handle(), path.c_str()));
  }

  /// Editing is over: it is made public when all files are there.
  void commit() const { check(aha_drop_commit(handle())); }

  /// Tells how far it is.
  aha_drop_progress progress() const {
    aha_drop_progress found = aha_drop_progress_init();
    check(aha_drop_get_progress(handle(), &found));
    return found;
  }

  /// Copies a text.
  std::string text(aha_drop_text text) const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_drop_copy_text(handle(), text, to, capacity, length);
    });
  }

  /// What the host called it; NULL for a bad handle.
  void *context() const noexcept { return aha_drop_context(handle()); }

  /// Takes a drop that does not run out of the journal; what is at the destination stays there.
  void forget() const { check(aha_drop_forget(handle())); }

private:
  aha_drop *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_opening that are one call.
template <class Self>
class OpeningCalls {
public:
  /// Copies a text; "" where nobody said.
  std::string text(aha_opening_text text) const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_opening_copy_text(handle(), text, to, capacity, length);
    });
  }

  /// What the host called it; NULL for a bad handle.
  void *context() const noexcept { return aha_opening_context(handle()); }

private:
  aha_opening *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_library that are one call.
template <class Self>
class LibraryCalls {
public:
  /// Copies the path of its file.
  std::string path() const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_library_copy_path(handle(), to, capacity, length);
    });
  }

  /// Takes an item out; its file and the history stay.
  void forget(std::int64_t number) const { check(aha_library_forget(handle(), number)); }

  /// Ends the watch, and waits until it has: not for the end of a file, but for what is just
  /// written to the library.
  void stop_watch() const { check(aha_library_stop_watch(handle())); }

  /// Tells what the watch has come to.
  aha_watch_status watch() const {
    aha_watch_status found = aha_watch_status_init();
    check(aha_library_get_watch(handle(), &found));
    return found;
  }

  /// Copies what was done as JSON: scale, and buckets with label, number, and count and minutes of
  /// plays, takes, bounces and drops.
  std::string history_json(aha_time_scale scale, std::int64_t first, std::int64_t last) const {
    return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
      return aha_library_copy_history_json(handle(), scale, first, last, to, capacity, length);
    });
  }

private:
  aha_library *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

/// Methods of aha_report that are one call.
template <class Self>
class ReportCalls {
public:
  /// Tells what came of it; of one that failed or was cancelled, until then.
  aha_report_info info() const {
    aha_report_info found = aha_report_info_init();
    check(aha_report_get_info(handle(), &found));
    return found;
  }

private:
  aha_report *handle() const noexcept { return static_cast<const Self *>(this)->get(); }
};

} // namespace aha

#endif // AHA_CALLS_HPP
