// Written by scripts/generate from include/aha; do not edit.
#include "../aha.hpp"

#ifndef AHA_CALLS_HPP
#define AHA_CALLS_HPP

namespace aha {

class Account;
class Analysis;
class Bus;
class BusRef;
class Chain;
class Client;
class Destination;
class Device;
class Drop;
class Effect;
class Engine;
class Input;
class Items;
class Job;
class Library;
class Opening;
class Piece;
class Player;
class Project;
class Recorder;
class Recovery;
class Report;
class Request;
class Session;
class Sound;
class Stream;

/// A mix bus; see aha/bus.h.
class BusRef : public Ref<aha_bus> {
public:
  using Ref::Ref;
  /// Routes the bus to another parent, with a fade over the engine's ramp.
  void set_parent(BusRef parent = {}) const;

  /// Sets the gain.
  void set_gain_db(float gain_db) const;

  /// The gain as set; 0 for a bad handle.
  float gain_db() const noexcept;

  /// Sets the equal-power balance: 0 dB for both sides at the center, 3 dB on the open side at an
  /// edge.
  void set_pan(float pan) const;

  /// The balance as set; 0 for a bad handle.
  float pan() const noexcept;

  /// Silences the bus (non-zero) or not.
  void set_muted(bool muted) const;

  /// Non-zero when muted; 0 for a bad handle.
  bool muted() const noexcept;

  /// Solos the bus (non-zero) or not.
  void set_soloed(bool soloed) const;

  /// Non-zero when soloed; 0 for a bad handle.
  bool soloed() const noexcept;

  /// Reads the level and resets the peak.
  aha_bus_meter meter() const;

  /// Sends the sound of a bus to another bus, besides its parent.
  Bus send(BusRef destination, const aha_send_options &options = aha_send_options_init()) const;

  /// The chain of a bus.
  Chain chain() const noexcept;

  /// Makes a bus quieter while another one is heard, such as music under a voice: adds a compressor
  /// with a side-chain at the end of the bus's chain.
  Effect duck(BusRef key, const aha_duck_options &options = aha_duck_options_init()) const;
};

/// The effects of a player or bus, applied before its gain and pan. A change is crossfaded over the
/// ramp and does not wait for the renderer.
class Chain : public Ref<aha_chain> {
public:
  using Ref::Ref;
  /// Appends an effect.
  void add(const Effect &effect) const;

  /// Inserts an effect before the one at a position.
  void insert(std::uint32_t position, const Effect &effect) const;

  /// Moves an effect of the chain.
  void move(const Effect &effect, std::uint32_t position) const;

  /// Removes an effect.
  void remove(const Effect &effect) const;

  /// Removes all effects.
  void clear() const;

  /// The number of effects; 0 for a bad handle.
  std::uint32_t count() const noexcept;

  /// The effect at a position.
  Effect at(std::uint32_t position) const;

  /// Latency of the chain in frames.
  std::uint64_t latency_frames() const noexcept;
};

/// A source or sink of bytes.
class StreamCalls : public HostHandle<aha_stream> {
public:
  using HostHandle::HostHandle;
  /// Opens a file for reading.
  explicit StreamCalls(const std::string &path);

  /// Opens a file for reading.
  static Stream open(const std::string &path);

  /// Copies all bytes of a memory stream, as after aha_render_save_stream.
  std::vector<std::uint8_t> bytes() const;

  /// Limits the size of later sounds and analyses of a stream; those already started keep their
  /// limits.
  void set_limits(std::uint64_t max_frames, std::uint64_t max_bytes) const;
};

/// A running or finished task. Releasing its handle does not cancel it.
class JobCalls : public HostHandle<aha_job> {
public:
  using HostHandle::HostHandle;
  /// Requests cancellation of a job.
  void cancel() const;

  /// Reads the progress of a job.
  aha_job_progress progress() const;

  /// The current stage of the job: "waiting", "decoding", "rendering", "verifying", "signing in",
  /// "sending", "locked" (a drop waits for another client's lock), "receiving", "scanning", "done",
  /// "failed".
  std::string stage() const;

  /// Copies the error line of a failed job; "" if the job did not fail.
  std::string error() const;

  /// Removes and returns the oldest event of a job.
  std::optional<aha_event> next_event() const;
};

/// A mixer with its players and buses. The host or a job pulls its output.
class EngineCalls : public Handle<aha_engine> {
public:
  using Handle::Handle;
  /// Creates an engine.
  explicit EngineCalls(const aha_engine_options &options = aha_engine_options_init());

  /// Creates an engine.
  static Engine create(const aha_engine_options &options = aha_engine_options_init());

  /// The engine's sample rate in Hz; 0 for a bad handle.
  std::uint32_t sample_rate() const noexcept;

  /// The engine's output channels; 0 for a bad handle.
  std::uint32_t channels() const noexcept;

  /// The next frame to be rendered; 0 for a bad handle.
  std::uint64_t position_frames() const noexcept;

  /// The master bus, the destination of every signal.
  BusRef master_bus() const noexcept;

  /// Reads the engine's counters.
  aha_engine_stats stats() const;

  /// Removes and returns the oldest event.
  std::optional<aha_event> next_event() const;

  /// A file descriptor that is readable while events are pending; for poll, epoll, GLib, asyncio.
  int event_fd() const;

  /// Plays a resident sound once, without a player: a one-shot, which ends with its sound, its
  /// release or its choke.
  void play_sound(const Sound &sound, BusRef bus = {},
      const aha_play_options &options = aha_play_options_init()) const;

  /// Moves the listener.
  void set_listener(const aha_listener &listener = aha_listener_init()) const;

  /// Starts a job that renders the engine to a file.
  Job save(const std::string &path, std::uint64_t frame_count = 0,
      const aha_encode_options &options = aha_encode_options_init()) const;

  /// Like aha_render_save, to a stream.
  Job save(const Stream &stream, std::uint64_t frame_count = 0,
      const aha_encode_options &options = aha_encode_options_init()) const;
};

/// Audio with one or two channels, at its engine's rate or its own; any number of players can play
/// it at once.
class SoundCalls : public HostHandle<aha_sound> {
public:
  using HostHandle::HostHandle;
  /// Loads a file.
  SoundCalls(const Engine &engine, const std::string &path,
      const aha_sound_options &options = aha_sound_options_init());

  /// Loads from a stream.
  SoundCalls(const Engine &engine, const Stream &stream,
      const aha_sound_options &options = aha_sound_options_init());

  /// Makes a resident sound from frames in memory.
  SoundCalls(const Engine &engine, const float *frames, std::uint64_t frame_count,
      std::uint32_t channels, std::uint32_t sample_rate);

  /// Loads a file.
  static Sound load(const Engine &engine, const std::string &path,
      const aha_sound_options &options = aha_sound_options_init());

  /// Loads from a stream.
  static Sound load(const Engine &engine, const Stream &stream,
      const aha_sound_options &options = aha_sound_options_init());

  /// Starts a job that loads from a stream.
  static std::pair<Sound, Job> start_load(const Engine &engine, const Stream &stream,
      const aha_sound_options &options = aha_sound_options_init());

  /// Makes a resident sound from frames in memory.
  static Sound create(const Engine &engine, const float *frames, std::uint64_t frame_count,
      std::uint32_t channels, std::uint32_t sample_rate);

  /// Samples of a channel of a resident sound, to read in place: aha_sound_length_frames floats.
  const float *samples(std::uint32_t channel) const noexcept;

  /// Starts a job that makes a resident copy of a sound at another speed or pitch, with the same
  /// sample rate.
  std::pair<Sound, Job>
      start_stretch(const aha_stretch_options &options = aha_stretch_options_init()) const;

  /// Length in frames at the rate of aha_sound_sample_rate; 0 for a bad handle.
  std::uint64_t length_frames() const noexcept;

  /// Sample rate of the sound's frames in Hz: the engine's, or with keep_rate the file's. 0 for a
  /// bad handle, and while the sound loads.
  std::uint32_t sample_rate() const noexcept;

  /// Channels during playback, 1 or 2; 0 for a bad handle.
  std::uint32_t channels() const noexcept;

  /// Reads the properties of the sound's source.
  aha_sound_info info() const;

  /// Starts a job that writes the sound to a file.
  Job save(const std::string &path, const aha_encode_options &options = aha_encode_options_init())
      const;
};

/// Plays one sound.
class PlayerCalls : public Handle<aha_player> {
public:
  using Handle::Handle;
  /// Creates a player, stopped at frame 0.
  PlayerCalls(const Engine &engine, const Sound &sound, BusRef bus = {},
      const aha_player_options &options = aha_player_options_init());

  /// Creates a player, stopped at frame 0.
  static Player create(const Engine &engine, const Sound &sound, BusRef bus = {},
      const aha_player_options &options = aha_player_options_init());

  /// Starts with the next rendered frame, from the position (frame 0 after the end).
  void start() const;

  /// Starts exactly at a frame of the engine.
  void start_at_frame(std::uint64_t engine_frame) const;

  /// Starts exactly at a frame of the engine, like aha_player_start_at_frame, with a velocity.
  void start_with_velocity(float velocity, std::uint64_t engine_frame) const;

  /// Stops with a fade over the ramp, or over the release of the envelope, and returns to frame 0.
  void stop() const;

  /// Stops at a frame of the engine; the fade begins there.
  void stop_at_frame(std::uint64_t engine_frame) const;

  /// Pauses with a fade over the ramp; the position stays.
  void pause() const;

  /// Resumes after a pause; has no effect on a playing player.
  void resume() const;

  /// Seeks to a frame of the sound.
  void seek_frames(std::uint64_t frame) const;

  /// Loops between two frames of the sound, sample-exact: the frame begin follows the frame end -
  /// 1.
  void set_loop_frames(std::uint64_t begin, std::uint64_t end,
      std::uint32_t count = AHA_LOOP_FOREVER) const;

  /// Sets the gain.
  void set_gain_db(float gain_db) const;

  /// Fades to a gain.
  void set_gain_db_over_frames(float gain_db, std::uint64_t fade_frames, aha_fade_shape shape)
      const;

  /// The gain as set; 0 for a bad handle.
  float gain_db() const noexcept;

  /// Sets the envelope: every start begins with the attack, every stop with the release from the
  /// present level, at its exact frame.
  void set_envelope(const aha_envelope &envelope = aha_envelope_init()) const;

  /// Puts the player into a choke group of its engine: a start or resume of a member stops all
  /// other members that sound, at the frame of the start, on any bus.
  void set_choke_group(std::uint32_t group, std::uint64_t fade_frames) const;

  /// Sets the equal-power pan.
  void set_pan(float pan) const;

  /// The pan as set; 0 for a bad handle.
  float pan() const noexcept;

  /// Sets the speed, relative to the sound's own sample rate.
  void set_speed(double speed) const;

  /// Ramps the speed linearly over a number of frames of the engine.
  void set_speed_over_frames(double speed, std::uint64_t ramp_frames) const;

  /// Ramps the speed from a frame of the engine on.
  void set_speed_at_frame(double speed, std::uint64_t ramp_frames, std::uint64_t engine_frame)
      const;

  /// The speed that was set last, without lane, modulation and Doppler effect; 0 for a bad handle.
  double speed() const noexcept;

  /// Starts a modulator of the speed, in place of its previous modulator: vibrato, wow and flutter.
  void start_speed_modulation(const aha_vibrato_options &options = aha_vibrato_options_init())
      const;

  /// Ends a modulation of the speed; the speed returns to its value over the ramp.
  void stop_speed_modulation() const;

  /// Automates the speed, sample-exact, in place of previous points.
  void set_speed_points(const std::vector<aha_speed_point> &points, aha_point_clock clock) const;

  /// Plays backwards (non-zero) or forwards, from the present position on.
  void set_reverse(bool reverse) const;

  /// Non-zero when set to play backwards; 0 for a bad handle.
  bool reverse() const noexcept;

  /// Sends the player to another bus, crossfaded over the ramp (a streamed sound fades out and in).
  void set_bus(BusRef bus = {}) const;

  /// AHA_PLAYER_… as of the last rendered frames.
  aha_player_state state() const noexcept;

  /// The next frame of the sound to play; 0 for a bad handle.
  std::uint64_t position_frames() const noexcept;

  /// Sends the sound of a player, after its effects, to another bus, as aha_bus_create_send does.
  Bus send(BusRef destination, const aha_send_options &options = aha_send_options_init()) const;

  /// The chain of a player.
  Chain chain() const noexcept;
};

/// One effect. It processes sound while it is in a chain; see aha/chain.h. After the release of
/// that chain's player or bus, every change of the effect is AHA_ERROR_RELEASED until it is added
/// to another chain.
class EffectCalls : public Handle<aha_effect> {
public:
  using Handle::Handle;
  /// Creates an effect with default values, in no chain yet.
  EffectCalls(const Engine &engine, aha_effect_kind kind);

  /// Creates an effect of an LV2 plug-in, in no chain yet.
  EffectCalls(const Engine &engine, const std::string &uri, OptionalText state = {});

  /// The number of effect kinds; they are numbered from 1.
  static std::uint32_t kind_count() noexcept;

  /// Describes an effect kind.
  static aha_effect_info info(aha_effect_kind kind);

  /// Describes a parameter of an effect kind.
  static aha_parameter_info parameter_info(aha_effect_kind kind, std::uint32_t parameter);

  /// Creates an effect with default values, in no chain yet.
  static Effect create(const Engine &engine, aha_effect_kind kind);

  /// Sets the impulse response of an effect of the kind AHA_EFFECT_CONVOLUTION, such as a recording
  /// of a room or a cabinet.
  void set_impulse(const Sound &impulse, std::uint32_t normalizes) const;

  /// Lets the level of another bus control a compressor or gate in the chain of a bus or player.
  void set_sidechain(BusRef key = {}) const;

  /// Copies the name of an effect: that of its kind, as in "reverb", or that of a host's effect.
  std::string name() const;

  /// The number of parameters of an effect; 0 for a bad handle.
  std::uint32_t parameter_count() const noexcept;

  /// Describes a parameter of an effect, also of a host's effect.
  aha_parameter_info parameter(std::uint32_t index) const;

  /// One of AHA_EFFECT_…; 0 for a bad handle.
  aha_effect_kind kind() const noexcept;

  /// Sets a parameter, with a ramp over its smoothing time.
  void set_value(std::uint32_t parameter, float value) const;

  /// Ramps a parameter to a value over a number of frames, along its curve.
  void set_value_over_frames(std::uint32_t parameter, float value, std::uint64_t ramp_frames) const;

  /// Ramps a parameter from a frame of the engine on; the change is audible exactly there.
  void set_value_at_frame(std::uint32_t parameter, float value, std::uint64_t ramp_frames,
      std::uint64_t engine_frame) const;

  /// Reads the last value set for a parameter, without modulation.
  float value(std::uint32_t parameter) const;

  /// Starts a modulator of a parameter, in place of its previous modulator.
  void start_modulation(std::uint32_t parameter,
      const aha_modulation_options &options = aha_modulation_options_init()) const;

  /// Ends a modulation early; the parameter returns to its value.
  void stop_modulation(std::uint32_t parameter) const;

  /// Bypasses an effect (non-zero) or not, crossfaded over the ramp; the latency stays.
  void set_bypassed(bool bypassed) const;

  /// Non-zero when bypassed; 0 for a bad handle.
  bool bypassed() const noexcept;

  /// Latency of the effect in frames; 0 for a bad handle.
  std::uint64_t latency_frames() const noexcept;

  /// Reads the last failure of a host's process function.
  aha_result process_result() const;

  /// Creates an effect of an LV2 plug-in, in no chain yet.
  static Effect lv2(const Engine &engine, const std::string &uri, OptionalText state = {});

  /// Copies the URI of the plug-in of an effect.
  std::string lv2_uri() const;

  /// Copies the state of a plug-in with the values of its parameters, as Turtle text.
  std::string lv2_state() const;

  /// Restores a state.
  void set_lv2_state(const std::string &state) const;

  /// Loads a preset, as aha_effect_set_lv2_state does.
  void load_lv2_preset(const std::string &preset_uri) const;
};

/// An audio output or input of an engine.
class DeviceCalls : public Handle<aha_device> {
public:
  using Handle::Handle;
  /// Opens a device, in the stopped state.
  explicit DeviceCalls(const Engine &engine,
      const aha_device_options &options = aha_device_options_init());

  /// Opens a device, in the stopped state.
  static Device open(const Engine &engine,
      const aha_device_options &options = aha_device_options_init());

  /// Starts playing or recording; reopens a lost device.
  void start() const;

  /// Stops playing or recording at once; the engine's clock stops then.
  void stop() const;

  /// Reads the status of the device.
  aha_device_status status() const;

  /// Copies the id of the device in use, which can change after a loss.
  std::string id() const;
};

/// A live input of an engine. Its bus has the effects, meter, gain and recorders.
class InputCalls : public Handle<aha_input> {
public:
  using Handle::Handle;
  /// Sends its bus to the parent (non-zero), which is the default, or only measures and records it.
  void set_monitored(bool monitored) const;

  /// Non-zero while the input is monitored; 0 for a bad handle.
  bool monitored() const noexcept;

  /// Measures the round-trip latency: plays a burst of noise on the master bus and detects it on
  /// the input's bus.
  std::uint64_t measure_latency() const;

  /// Round-trip latency in frames, from the engine's output to the input's bus; at least 0.
  std::uint64_t latency_frames() const noexcept;

  /// Sets the manual correction of the latency.
  void set_offset_frames(std::int64_t offset_frames) const;

  /// The manual correction of the latency; 0 for a bad handle.
  std::int64_t offset_frames() const noexcept;

  /// Reads the status of the input.
  aha_input_status status() const;
};

/// Records one take of one bus.
class RecorderCalls : public Handle<aha_recorder> {
public:
  using Handle::Handle;
  /// Creates a recorder and its file, and begins to buffer the pre-roll.
  RecorderCalls(const Engine &engine, BusRef bus, const std::string &path,
      const aha_recorder_options &options = aha_recorder_options_init(),
      const aha_encode_options &encode = aha_encode_options_init());

  /// Creates a recorder and its file, and begins to buffer the pre-roll.
  static Recorder create(const Engine &engine, BusRef bus, const std::string &path,
      const aha_recorder_options &options = aha_recorder_options_init(),
      const aha_encode_options &encode = aha_encode_options_init());

  /// Starts recording at the next frame.
  void start() const;

  /// Starts recording at a frame of the engine; a past frame starts at once.
  void start_at_frame(std::uint64_t frame) const;

  /// Ends the take after the frames rendered so far.
  void stop() const;

  /// Ends the take before a frame of the engine; a past frame ends it at once.
  void stop_at_frame(std::uint64_t frame) const;

  /// Pauses recording until aha_recorder_resume.
  void pause() const;

  /// Resumes recording.
  void resume() const;

  /// Reads the status of the take.
  aha_recorder_status status() const;

  /// Reads the level and resets the peak.
  aha_recorder_meter meter() const;

  /// Copies the path of one of the take's files.
  std::string path(std::uint32_t index = 0) const;

  /// Creates a sound from a finished take.
  Sound load_take(const aha_sound_options &options = aha_sound_options_init()) const;
};

/// The interrupted takes of a folder.
class Recovery : public Handle<aha_recovery> {
public:
  using Handle::Handle;
  /// Finds the takes of a folder that a crash or a power failure interrupted, and completes their
  /// files in place.
  explicit Recovery(const std::string &folder);

  /// Finds the takes of a folder that a crash or a power failure interrupted, and completes their
  /// files in place.
  static Recovery open(const std::string &folder);

  /// The number of recovered takes; 0 for a bad handle.
  std::uint32_t count() const noexcept;

  /// Reads the properties of a take.
  aha_recovered_take take(std::uint32_t index) const;

  /// Copies the path of a take.
  std::string path(std::uint32_t index) const;
};

/// A project's file, NAME.aha: an SQLite database. Every edit is one transaction: after a crash,
/// the file holds the state before or after an edit. One handle at a time can write a file; any
/// number can read it. Edits wait for the disk.
class ProjectCalls : public Handle<aha_project> {
public:
  using Handle::Handle;
  /// Adds an LV2 plug-in to a track or bus of a project.
  aha_id add_lv2(aha_owner_kind owner_kind, aha_id owner, const std::string &uri,
      std::uint32_t index) const;

  /// Copies the URI of the plug-in of a project's effect.
  std::string lv2_uri(aha_id effect) const;

  /// Copies the saved state of a project's plug-in; "" if none was set.
  std::string lv2_state(aha_id effect) const;

  /// Saves a state, from aha_effect_copy_lv2_state of the session's effect, in a project.
  void set_lv2_state(aha_id effect, const std::string &state) const;

  /// Creates a project in a file that does not exist or is empty.
  static Project create(const std::string &path,
      const aha_project_options &options = aha_project_options_init());

  /// Opens a project; for reading only if its file or folder is not writable.
  static Project open(const std::string &path,
      const aha_project_options &options = aha_project_options_init());

  /// Non-zero when the project is open for reading only; 0 for a bad handle.
  bool read_only() const noexcept;

  /// A number that increases with every change: edits, undo, redo, and changes by other programs. 0
  /// for a bad handle.
  std::uint64_t revision() const noexcept;

  /// Copies the project's path: absolute, with symbolic links resolved.
  std::string path() const;

  /// Reads the settings.
  aha_project_settings settings() const;

  /// Changes the settings.
  void set_settings(const aha_project_settings &settings) const;

  /// Copies the title.
  std::string title() const;

  /// Sets the title.
  void set_title(const std::string &title) const;

  /// Begins a group: all edits until aha_project_save_edit, from any thread, become one undo step.
  void start_edit(const std::string &title) const;

  /// Ends and saves a group.
  void save_edit() const;

  /// Rolls back all edits since the group began.
  void cancel_edit() const;

  /// Undoes the last edit.
  bool undo() const;

  /// Redoes the last undone edit.
  bool redo() const;

  /// Copies the title of the edit that aha_project_undo would undo.
  std::string undo_title() const;

  /// Copies the title of the edit that aha_project_redo would redo.
  std::string redo_title() const;

  /// Adds a marker.
  aha_id add_marker(std::int64_t time_us, const std::string &name) const;

  /// Changes the time and name of a marker.
  void set_marker(aha_id marker, std::int64_t time_us, const std::string &name) const;

  /// Removes a marker.
  void remove_marker(aha_id marker) const;

  /// The number of markers; 0 for a bad handle.
  std::uint32_t marker_count() const noexcept;

  /// Copies a marker's name.
  std::string marker_name(aha_id marker) const;

  /// Adds a track with a file.
  aha_id add_track(const std::string &path, const aha_track &track = aha_track_init()) const;

  /// Reads the settings of a track.
  aha_track track(aha_id track) const;

  /// Changes a track.
  void set_track(aha_id track, const aha_track &info) const;

  /// Copies a track's name.
  std::string track_name(aha_id track) const;

  /// Names a track.
  void set_track_name(aha_id track, const std::string &name) const;

  /// Copies the last known absolute path of a track's file.
  std::string track_path(aha_id track) const;

  /// Replaces a track's file.
  void set_track_path(aha_id track, const std::string &path) const;

  /// Searches for a track's file: at its path, then by its content in the project's folder and
  /// below.
  aha_file_state file_state(aha_id track) const;

  /// Removes a track with its effects, lanes, sends and side-chains; the file stays.
  void remove_track(aha_id track) const;

  /// Moves a track to an index in the list.
  void move_track(aha_id track, std::uint32_t index) const;

  /// The number of tracks; 0 for a bad handle.
  std::uint32_t track_count() const noexcept;

  /// Returns a track by its index in the list.
  aha_id track_at(std::uint32_t index) const;

  /// Adds a bus.
  aha_id add_bus(const std::string &name, const aha_project_bus &bus = aha_project_bus_init())
      const;

  /// Reads the settings of a bus.
  aha_project_bus bus(aha_id bus) const;

  /// Changes a bus.
  void set_bus(aha_id bus, const aha_project_bus &info) const;

  /// Copies a bus's name.
  std::string bus_name(aha_id bus) const;

  /// Names a bus.
  void set_bus_name(aha_id bus, const std::string &name) const;

  /// Removes a bus with its effects, lanes and side-chains, and the sends from it and to it; its
  /// tracks and buses are routed to its parent.
  void remove_bus(aha_id bus) const;

  /// Moves a bus to an index in the list.
  void move_bus(aha_id bus, std::uint32_t index) const;

  /// The number of buses, including the master; 0 for a bad handle.
  std::uint32_t bus_count() const noexcept;

  /// Returns a bus by its index in the list.
  aha_id bus_at(std::uint32_t index) const;

  /// Adds an effect to a track or bus.
  aha_id add_effect(aha_owner_kind owner_kind, aha_id owner, aha_effect_kind kind,
      std::uint32_t index = AHA_LAST) const;

  /// Sets the impulse response of a convolution.
  void set_effect_impulse(aha_id effect, const std::string &path, std::uint32_t normalizes) const;

  /// Copies the last known absolute path of a convolution's impulse response; empty without one.
  std::string effect_impulse_path(aha_id effect) const;

  /// Reads the properties of an effect.
  aha_project_effect effect(aha_id effect) const;

  /// Reads a parameter's value, which applies where no lane changes it.
  float effect_value(aha_id effect, std::uint32_t parameter) const;

  /// Sets a parameter's value.
  void set_effect_value(aha_id effect, std::uint32_t parameter, float value) const;

  /// Bypasses an effect (non-zero) or not.
  void set_effect_bypassed(aha_id effect, std::uint32_t bypassed) const;

  /// Removes an effect with its lanes.
  void remove_effect(aha_id effect) const;

  /// Moves an effect to an index in its track or bus, or in another one.
  void move_effect(aha_id effect, aha_owner_kind owner_kind, aha_id owner, std::uint32_t index)
      const;

  /// The number of effects of a track or bus, without those of unknown kinds. 0 for a bad handle,
  /// or for an unknown owner.
  std::uint32_t effect_count(aha_owner_kind owner_kind, aha_id owner) const noexcept;

  /// Returns an effect by its index; the signal passes the effects in this order.
  aha_id effect_at(aha_owner_kind owner_kind, aha_id owner, std::uint32_t index) const;

  /// Adds a send from a track or bus to a bus.
  aha_id add_send(aha_owner_kind owner_kind, aha_id owner, aha_id destination,
      const aha_send_options &options = aha_send_options_init()) const;

  /// Reads the source of a send.
  aha_project_send send(aha_id send) const;

  /// Lets the level of a track or bus, after its fader, control a compressor or gate.
  /// aha_project_get_effect reads it.
  void set_effect_sidechain(aha_id effect, aha_owner_kind key_kind, aha_id key) const;

  /// Makes a track or bus quieter while another one is heard, as aha_bus_duck does: adds a
  /// compressor with a side-chain at the end of its chain, as one edit.
  aha_id duck(aha_owner_kind owner_kind, aha_id owner, aha_owner_kind key_kind, aha_id key,
      const aha_duck_options &options = aha_duck_options_init()) const;

  /// Adds a lane for a parameter.
  aha_id add_lane(aha_owner_kind owner_kind, aha_id owner, std::uint32_t parameter,
      aha_lane_mode mode = AHA_LANE_READ) const;

  /// Reads the properties of a lane.
  aha_lane lane(aha_id lane) const;

  /// Sets the mode of a lane.
  void set_lane_mode(aha_id lane, aha_lane_mode mode) const;

  /// Removes a lane with its points.
  void remove_lane(aha_id lane) const;

  /// The number of lanes of a track, bus or effect. 0 for a bad handle, or for an unknown owner.
  std::uint32_t lane_count(aha_owner_kind owner_kind, aha_id owner) const noexcept;

  /// Returns a lane of a track, bus or effect by its index, the oldest first.
  aha_id lane_at(aha_owner_kind owner_kind, aha_id owner, std::uint32_t index) const;

  /// Sets one point; a point or jump at the same time is replaced.
  void set_point(aha_id lane, const aha_point &point) const;

  /// Sets any number of points as one edit, in place of those at the same times.
  void add_points(aha_id lane, const std::vector<aha_point> &points) const;

  /// Removes the points from begin_us to end_us, both included.
  std::uint64_t remove_points(aha_id lane, std::int64_t begin_us, std::int64_t end_us) const;

  /// Replaces the points from begin_us to end_us, both included, as one edit.
  void replace_points(aha_id lane, std::int64_t begin_us, std::int64_t end_us,
      const std::vector<aha_point> &points) const;

  /// The number of points of a lane; 0 for an unknown lane, or for a bad handle.
  std::uint64_t point_count(aha_id lane) const noexcept;

  /// Copies the points from begin_us to end_us, both included, in order.
  std::vector<aha_point> points(aha_id lane, std::int64_t begin_us = 0,
      std::int64_t end_us = INT64_MAX) const;

  /// Starts a job that renders the project to a file, in its state when the job begins.
  Job bounce(const std::string &path, const aha_bounce_options &options = aha_bounce_options_init(),
      const aha_encode_options &encode = aha_encode_options_init()) const;

  /// Like aha_project_bounce, to a stream.
  Job bounce(const Stream &stream, const aha_bounce_options &options = aha_bounce_options_init(),
      const aha_encode_options &encode = aha_encode_options_init()) const;

  /// Starts a job that draws a project into a PNG file: tracks with waveforms (loops and gain
  /// applied), the automation of tracks and buses, and markers, over a ruler of time and bars.
  Job plot(const std::string &path, const aha_plot_options &options = aha_plot_options_init())
      const;
};

/// Plays a project on an engine, initially from its beginning. Each engine has one transport, which
/// all its sessions share.
class Session : public Handle<aha_session> {
public:
  using Handle::Handle;
  /// Creates a session: creates the project's buses on the engine and loads its sounds.
  Session(const Project &project, const Engine &engine,
      const aha_session_options &options = aha_session_options_init());

  /// Creates a session: creates the project's buses on the engine and loads its sounds.
  static Session create(const Project &project, const Engine &engine,
      const aha_session_options &options = aha_session_options_init());

  /// Applies the edits since the last update, without a click; unchanged parts continue to play.
  void update() const;

  /// Starts playing.
  void start(std::int64_t position_us = -1, std::int64_t frame = -1) const;

  /// Stops.
  void stop(std::int64_t frame = -1) const;

  /// Seeks to a position.
  void seek(std::int64_t position_us, std::int64_t frame = -1) const;

  /// Sets a loop: playback jumps from end_us back to begin_us.
  void set_loop(std::int64_t begin_us, std::int64_t end_us) const;

  /// Clears the loop: playback continues past its end.
  void clear_loop() const;

  /// The playback position in microseconds of the project; 0 for a bad handle.
  std::int64_t position_us() const noexcept;

  /// Non-zero while the session plays; 0 for a bad handle.
  bool running() const noexcept;

  /// Reads the end of the last sound, at most one year; effects may ring out later.
  std::int64_t end_us() const;

  /// Returns the engine's effect that plays an effect of the project, for live parameter changes.
  Effect effect(aha_id effect) const;

  /// Returns the fader of a track or bus: an effect with the parameters AHA_FADER_GAIN_DB and
  /// AHA_FADER_PAN.
  Effect fader(aha_owner_kind owner_kind, aha_id owner) const;

  /// Ends the host's control of a parameter: a lane in touch mode plays again.
  void release_parameter(const Effect &effect, std::uint32_t parameter) const;

  /// Moves the speed of a track, over the engine's ramp.
  void set_track_speed(aha_id track, double speed) const;

  /// Ends the host's control of a track's speed: a lane in touch mode plays again.
  void release_track_speed(aha_id track) const;

  /// Saves recorded parameter moves of lanes in touch, latch and write mode to the project, as one
  /// edit.
  std::uint32_t save_moves(std::uint32_t exact = 0) const;

  /// The number of tracks that are silent because their file is missing or unreadable, as of the
  /// last update; 0 for a bad handle.
  std::uint32_t silent_count() const noexcept;

  /// Returns a silent track by its index.
  aha_id silent_at(std::uint32_t index) const;

  /// The number of parameter moves lost because they were not saved in time; 0 for a bad handle.
  std::uint64_t lost_moves() const noexcept;
};

/// The metadata of a piece. It accepts any values; aha_piece_problem_count validates them. A
/// service has narrower limits: aha_piece_refusal_count.
class PieceCalls : public Handle<aha_piece> {
public:
  using Handle::Handle;
  /// Creates an empty piece.
  PieceCalls();

  /// Creates a piece from a manifest in memory.
  PieceCalls(const void *bytes, std::size_t size);

  /// Creates an empty piece.
  static Piece create();

  /// Creates a piece from a manifest in memory.
  static Piece read(const void *bytes, std::size_t size);

  /// Creates a piece from the manifest in a file.
  static Piece load(const std::string &path);

  /// Copies the manifest.
  std::string manifest() const;

  /// Writes the manifest to a file, which is replaced whole or not at all.
  void save(const std::string &path) const;

  /// Creates a piece from the metadata of an audio file: the manifest that aha_piece_embed wrote,
  /// and the tags of any program.
  static Piece load_tags(const std::string &path);

  /// Writes the piece into an audio file: its manifest, the tags that other programs show, and in
  /// WAV, RF64 and M4A the loop.
  void embed(const std::string &path) const;

  /// Copies one of the texts.
  std::string text(aha_piece_text text) const;

  /// Sets one of the texts.
  void set_text(aha_piece_text text, const std::string &value) const;

  /// Reads the numbers.
  aha_piece_info info() const;

  /// Sets all numbers.
  void set_info(const aha_piece_info &info) const;

  /// Adds the id of a piece that this piece is based on, if the list does not have it yet.
  void add_based_on(const std::string &id) const;

  /// Clears the list of pieces that this piece is based on.
  void clear_based_on() const;

  /// The number of pieces that this piece is based on; 0 for a bad handle.
  std::uint32_t based_on_count() const noexcept;

  /// Copies the id of a piece that this piece is based on.
  std::string based_on(std::uint32_t index) const;

  /// The number of chapters that aha_piece_load_tags found, at most 1000; 0 for a bad handle.
  std::uint32_t chapter_count() const noexcept;

  /// Reads a chapter.
  aha_piece_chapter chapter_at(std::uint32_t index) const;

  /// Copies the cover that aha_piece_load_tags found or aha_piece_set_cover set, the bytes of a
  /// JPEG or PNG file; length 0: none.
  std::vector<std::uint8_t> cover() const;

  /// Sets the cover, for aha_piece_embed in M4A. aha_piece_load_tags replaces it.
  void set_cover(const void *bytes, std::size_t length) const;

  /// Reads the transposition to another root.
  std::optional<aha_key_change> key_change(std::uint32_t root) const;

  /// The number of invalid fields; 0 when the piece is valid, and for a bad handle.
  std::uint32_t problem_count() const noexcept;

  /// Describes an invalid field.
  aha_piece_problem problem_at(std::uint32_t index) const;

  /// The number of fields of a piece that a kind of destination refuses: the problems of
  /// aha_piece_problem_count, and values over the limits of its service. 0 when the piece is
  /// accepted, for an unknown kind, and for a bad handle.
  std::uint32_t refusal_count(aha_destination_kind kind) const noexcept;

  /// Describes a field that a kind of destination refuses.
  aha_piece_problem refusal_at(aha_destination_kind kind, std::uint32_t index) const;

  /// Shortens the texts that are too long for a kind of destination: at a word, with an ellipsis.
  std::uint32_t fit(aha_destination_kind kind) const;

  /// Copies a text of at most 140 characters: the piece's title or description, shortened if
  /// needed, and a link, which counts as 23 characters.
  std::string share_text(const std::string &link) const;
};

/// The results of analyzing a sound; immutable.
class AnalysisCalls : public Handle<aha_analysis> {
public:
  using Handle::Handle;
  /// Analyzes a file.
  explicit AnalysisCalls(const std::string &path);

  /// Analyzes frames in memory.
  AnalysisCalls(const float *frames, std::uint64_t frame_count, std::uint32_t channels,
      std::uint32_t sample_rate);

  /// Analyzes a file.
  static Analysis load(const std::string &path);

  /// Starts a job that analyzes a file; its memory use does not depend on the file's length.
  static std::pair<Analysis, Job> start(const std::string &path);

  /// Starts a job that analyzes a stream, as aha_analysis_start does for a file.
  static std::pair<Analysis, Job> start_stream(const Stream &stream);

  /// Starts a job that analyzes a stream, within limits.
  static std::pair<Analysis, Job> start(const Stream &stream,
      const aha_analysis_options &options = aha_analysis_options_init());

  /// Analyzes frames in memory.
  static Analysis create(const float *frames, std::uint64_t frame_count, std::uint32_t channels,
      std::uint32_t sample_rate);

  /// Reads the numbers.
  aha_analysis_info info() const;

  /// Copies the tempo candidates, the most likely first.
  std::vector<aha_tempo> tempos() const;

  /// Copies the onsets in order of time: at most the first 65536.
  std::vector<aha_onset> onsets() const;

  /// Copies the loop points, the best first: at most 4.
  std::vector<aha_loop_points> loops() const;

  /// Fills missing fields of a piece: the length, and tempo, loop and key if they are reliable
  /// enough.
  std::uint32_t fill(const Piece &piece) const;
};

/// An application's identity for online services. It needs no engine; its thread starts with the
/// first use.
class ClientCalls : public Handle<aha_client> {
public:
  using Handle::Handle;
  /// Creates a client.
  explicit ClientCalls(const aha_client_options &options);

  /// Creates a client.
  static Client create(const aha_client_options &options);

  /// Removes and returns the oldest event of accounts, requests, drops and openings; see
  /// aha_engine_next_event.
  std::optional<aha_event> next_event() const;

  /// A file descriptor that is readable while events are pending.
  int event_fd() const;

  /// Handles a URL that the application was opened with, or that a browser was redirected to.
  std::uint32_t handle_url(const std::string &url) const;

  /// Returns whether the user's desktop starts a program for the URLs of a scheme.
  std::uint32_t scheme(OptionalText scheme = {}) const;

  /// Lets the user's desktop start a program for the URLs of a scheme: by a .desktop file in
  /// $XDG_DATA_HOME/applications, and xdg-mime of the package xdg-utils.
  void register_scheme(OptionalText scheme, const std::string &command) const;

  /// Undoes aha_client_register_scheme.
  void remove_scheme(OptionalText scheme = {}) const;

  /// Counts the accounts stored in the client's state folder.
  std::uint32_t account_count() const;

  /// Copies the provider or the name of a stored account.
  std::string account(std::uint32_t index, aha_account_text text) const;

  /// Counts the client's destinations.
  std::uint32_t destination_count() const;

  /// Returns a destination of the client's list, in order of creation.
  Destination destination(std::uint32_t index) const;

  /// Returns the destination of a name in the client's list.
  Destination find_destination(const std::string &name) const;

  /// Adds the user's saved destinations to the client's list, each in place of the one of its name:
  /// those of "aha destinations add" and aha_destination_save, in the file
  /// $XDG_CONFIG_HOME/aha/destinations.json.
  std::uint32_t load_destinations() const;

  /// Removes a saved destination from the user's file, and its secret.
  void forget_destination(const std::string &name) const;

  /// Counts the drops of the client's application in the journal of its state folder: those of any
  /// stage, until they are discarded.
  std::uint32_t drop_count() const;

  /// Copies the id of one of these drops, the newest first.
  std::string drop(std::uint32_t index) const;

  /// Copies the URL that opens a network's own form, filled with the text and the link.
  std::string share_link(aha_network network, const Piece &piece, const std::string &link) const;
};

/// A user's account at a provider, with a token that is stored between runs.
class AccountCalls : public HostHandle<aha_account> {
public:
  using HostHandle::HostHandle;
  /// Opens an account, which is signed in if its token is stored.
  AccountCalls(const Client &client, const aha_provider &provider,
      const aha_account_options &options = aha_account_options_init());

  /// Opens an account, which is signed in if its token is stored.
  static Account open(const Client &client, const aha_provider &provider,
      const aha_account_options &options = aha_account_options_init());

  /// 1: signed in, as far as is known without asking the server; 0: not, or a bad handle.
  std::uint32_t is_signed_in() const noexcept;

  /// Starts a sign-in.
  Job sign_in(const aha_sign_in_options &options = aha_sign_in_options_init()) const;

  /// Passes the code that the provider showed, or the URL that the browser was redirected to, to
  /// the pending sign-in.
  void enter_code(const std::string &code) const;

  /// Signs in with a ready token, and stores it in place of the account's token, which is not
  /// revoked.
  void set_token(const aha_token &token) const;

  /// Refreshes the token; requests do so automatically.
  Job refresh() const;

  /// Revokes the token at the provider, and forgets it even if the provider refuses or the store
  /// cannot be changed.
  Job sign_out() const;

  /// Copies a text of an account.
  std::string text(aha_account_text text) const;

  /// The token store in use: AHA_STORE_…; AHA_STORE_AUTO for a bad handle.
  aha_store_kind store() const noexcept;
};

/// An HTTP request: configured, then sent once.
class RequestCalls : public HostHandle<aha_request> {
public:
  using HostHandle::HostHandle;
  /// Adds a parameter: to the URL's query for GET, HEAD, DELETE and requests with a body, else to a
  /// form; with a file, as a part of multipart/form-data.
  void add_parameter(const std::string &name, const std::string &value) const;

  /// Adds a file as a part of multipart/form-data.
  void add_file(const std::string &name, const Stream &stream, OptionalText file_name = {},
      OptionalText type = {}) const;

  /// Sets a header; an empty value removes it.
  void set_header(const std::string &name, const std::string &value) const;

  /// Sets the stream that receives the data of a successful reply, instead of memory.
  void set_sink(const Stream &stream) const;

  /// Sets the file that receives the data of a successful reply: it appears, or replaces an
  /// existing file, only when the reply is complete. aha_request_add_file and aha_request_set_body
  /// send a file.
  void set_reply_file(const std::string &path) const;

  /// Requests a byte range of the resource.
  void set_range(std::int64_t first, std::int64_t last = -1) const;

  /// Sends the request.
  Job start() const;

  /// The host's own pointer from the options, also of a released request whose end event is being
  /// read; NULL for a bad handle.
  void *context() const noexcept;

  /// The status of the reply, as in 200; 0 before it, or for a bad handle.
  std::uint32_t status() const noexcept;

  /// Copies the body of the reply: all of a successful reply; of an error reply, at most 2048
  /// bytes.
  std::vector<std::uint8_t> body() const;

  /// Reads the progress of the request.
  aha_request_progress progress() const;
};

/// A destination of drops. It belongs to a client.
class DestinationCalls : public HostHandle<aha_destination> {
public:
  using HostHandle::HostHandle;
  /// Creates a local folder destination, and adds it to the client's list.
  static Destination folder(const Client &client, const std::string &path,
      const aha_folder_options &options = aha_folder_options_init());

  /// Creates a destination for a collection of a WebDAV server, and adds it to the client's list.
  static Destination webdav(const Client &client, const std::string &url,
      const aha_webdav_options &options = aha_webdav_options_init());

  /// Creates a destination for a bucket of Amazon S3 or of a compatible service, and adds it to the
  /// client's list.
  static Destination s3(const Client &client, const std::string &bucket,
      const aha_s3_options &options = aha_s3_options_init());

  /// Creates a destination for the Dropbox of an account, and adds it to the client's list.
  static Destination dropbox(const Client &client, const Account &account,
      const aha_dropbox_options &options = aha_dropbox_options_init());

  /// Creates a destination for the SoundCloud tracks of an account, and adds it to the client's
  /// list.
  static Destination soundcloud(const Client &client, const Account &account,
      const aha_soundcloud_options &options = aha_soundcloud_options_init());

  /// Creates a destination for the pieces of an account at a server of the Allihoopa protocol, and
  /// adds it to the client's list.
  static Destination allihoopa(const Client &client, const Account &account,
      const aha_allihoopa_options &options = aha_allihoopa_options_init());

  /// Reads the capabilities and the readiness, without the network; the last error says why it is
  /// not ready.
  aha_destination_info info() const;

  /// Starts a job that checks with the service whether it would accept a drop, and reads the
  /// signed-in user; it leaves no data there.
  Job check_service() const;

  /// Copies a text.
  std::string text(aha_destination_text text) const;

  /// Returns the account that a destination signs in with, such as that of a saved destination: its
  /// texts, its sign-in.
  Account account() const;

  /// Saves a destination under its name in the user's file of destinations, for all of the user's
  /// programs.
  void save(aha_store_kind store) const;

  /// Removes a destination from its client's list; drops that use it continue.
  void remove() const;
};

/// The upload of a piece to a destination.
class DropCalls : public HostHandle<aha_drop> {
public:
  using HostHandle::HostHandle;
  /// Creates a drop of a piece.
  DropCalls(const Destination &destination, const Piece &piece,
      const aha_drop_options &options = aha_drop_options_init());

  /// Opens a drop of the client's application: to read it, to resume it after an interruption, or
  /// to cancel or forget it.
  DropCalls(const Client &client, const std::string &id);

  /// Creates a drop of a piece.
  static Drop create(const Destination &destination, const Piece &piece,
      const aha_drop_options &options = aha_drop_options_init());

  /// Creates a drop of the same piece to another destination.
  Drop share(const Destination &destination) const;

  /// Starts a drop, or resumes an interrupted drop that was opened.
  Job start() const;

  /// Sends a drop in one call: answers with the mix stem, declines all other open assets, commits,
  /// and starts.
  Job send(OptionalText mix_path = {}) const;

  /// Answers with a file, which must not change until the drop is done.
  void answer(aha_asset asset, const std::string &path, OptionalText type = {}) const;

  /// Answers with bytes, which are copied to a file in the journal.
  void answer(aha_asset asset, const void *bytes, std::size_t size, OptionalText type = {}) const;

  /// Answers with a stream, which is read to its end before the call returns.
  void answer(aha_asset asset, const Stream &stream, OptionalText type = {}) const;

  /// Answers with the file that a job, such as a bounce, is writing.
  void answer(aha_asset asset, const Job &job, const std::string &path, OptionalText type = {})
      const;

  /// Declines an asset.
  void answer_none(aha_asset asset) const;

  /// Reports that an asset could not be made: the drop fails with that line and AHA_ERROR_IO, its
  /// place at the destination is deleted, and it leaves the journal.
  void answer_error(aha_asset asset, const std::string &line) const;

  /// Replaces the piece while the drop is edited.
  void set_piece(const Piece &piece) const;

  /// Replaces the cover's file while the drop is edited.
  void set_cover(const std::string &path) const;

  /// Ends editing: the drop is published when all files are uploaded.
  void commit() const;

  /// Reads the progress of the drop.
  aha_drop_progress progress() const;

  /// Copies a text.
  std::string text(aha_drop_text text) const;

  /// The host's own pointer from the options; NULL for a bad handle.
  void *context() const noexcept;

  /// Opens a drop of the client's application: to read it, to resume it after an interruption, or
  /// to cancel or forget it.
  static Drop open(const Client &client, const std::string &id);

  /// Starts a job that ends an interrupted drop and deletes its files at the destination, also
  /// those that an earlier try could not delete.
  Job discard() const;

  /// Removes a drop that is not running from the journal; its files at the destination stay.
  void forget() const;
};

/// A piece that is being opened or is open; its files can be saved or streamed.
class OpeningCalls : public Handle<aha_opening> {
public:
  using Handle::Handle;
  /// Starts to open a piece; AHA_EVENT_OPENING_FINISHED reports success or the error.
  static std::pair<Opening, Job> create(const Client &client, const std::string &url,
      const aha_opening_options &options = aha_opening_options_init());

  /// Returns the piece.
  Piece piece() const;

  /// Copies a text; "" if it is unknown.
  std::string text(aha_opening_text text) const;

  /// The number of available files; 0 for a bad handle, or while the piece is not open.
  std::uint32_t asset_count() const noexcept;

  /// Describes one of the files.
  aha_opening_asset asset(std::uint32_t index) const;

  /// Starts a job that downloads a file.
  Job save(aha_asset asset, OptionalText type, const std::string &path) const;

  /// Writes the manifest of the piece beside its downloaded files.
  void save_manifest(const std::string &path) const;

  /// Opens a file as a stream, to play it during the download: see aha_sound_load_stream.
  Stream stream(aha_asset asset = AHA_ASSET_MIX_STEM, OptionalText type = {}) const;

  /// The host's own pointer from the options; NULL for a bad handle.
  void *context() const noexcept;
};

/// A catalog of sounds: see aha/library.h.
class LibraryCalls : public Handle<aha_library> {
public:
  using Handle::Handle;
  /// Opens or creates a library: one SQLite file, which several processes can open at once.
  explicit LibraryCalls(OptionalText path = {});

  /// Returns the first page of a list of items.
  Items list(const aha_item_query &query = aha_item_query_init()) const;

  /// Returns the pieces that an item is based on, directly and indirectly: the nearest first, at
  /// most 1000.
  Items ancestors(std::int64_t number) const;

  /// Returns the items that are based on an item, directly and indirectly.
  Items descendants(std::int64_t number) const;

  /// Returns playable items with the same content as others, grouped by content.
  Items duplicates(std::uint32_t count = 0) const;

  /// Opens or creates a library: one SQLite file, which several processes can open at once.
  static Library open(OptionalText path = {});

  /// Copies the path of the library's file.
  std::string path() const;

  /// Counts the library's items in all states.
  std::int64_t size() const;

  /// Returns one item, as last recorded.
  Items item(std::int64_t number) const;

  /// Returns the item at a place.
  Items find(const std::string &place) const;

  /// Checks one item's file now, updates the item, and returns it.
  Items look(std::int64_t number) const;

  /// Adds a file, or updates the item at its path and keeps its history.
  std::int64_t add(const std::string &path, aha_origin origin = AHA_ORIGIN_FOLDER) const;

  /// Adds a remote piece, such as an opened one, or updates the item at its place.
  std::int64_t add_piece(const Piece &piece, const std::string &place, OptionalText sha256,
      aha_origin origin, aha_item_state state) const;

  /// Adds a finished drop, by its public URL, and records it in the history once, at the time of
  /// its completion.
  std::int64_t add(const Drop &drop) const;

  /// Removes an item; its file and the history stay.
  void forget(std::int64_t number) const;

  /// Restores a forgotten item with its number, plays, analysis and tags.
  void restore(std::int64_t number) const;

  /// Starts a job that analyzes an item and stores its tempo, key and loudness.
  Job analyze(std::int64_t number) const;

  /// Starts a job that updates a library from folders: new, changed, moved and missing sounds.
  std::pair<Report, Job> scan(const aha_scan_options &options) const;

  /// Starts a watch, which keeps a library up to date: folders are scanned, and scanned again after
  /// a change, until the watch is stopped or the library is released for the last time.
  void start_watch(const aha_scan_options &options) const;

  /// Stops the watch and waits for its end.
  void stop_watch() const;

  /// Reads the status of the watch.
  aha_watch_status watch() const;

  /// Starts a job that updates a library from a destination: the drops in a folder, a WebDAV
  /// collection, an S3 prefix or a Dropbox folder, or the tracks of a SoundCloud account.
  std::pair<Report, Job> sync(const Destination &destination,
      const aha_sync_options &options = aha_sync_options_init()) const;

  /// Starts a job that updates a library from a feed: RSS or Atom with enclosures, as of a podcast
  /// or of a folder of drops (feed.xml), or JSON Feed 1.1 with sounds as attachments.
  std::pair<Report, Job> sync_feed(const Client &client, const std::string &url,
      const aha_sync_options &options = aha_sync_options_init()) const;

  /// Records an activity.
  void note(aha_activity activity, std::int64_t item = 0, std::int64_t duration_ms = 0,
      std::int64_t at = 0) const;

  /// Copies the activities of consecutive periods, without gaps, up to the current period.
  std::vector<aha_history_bucket> history(aha_time_scale scale, std::int64_t first,
      std::int64_t last) const;

  /// Returns the number of the period with the first recorded activity.
  std::optional<std::int64_t> first(aha_time_scale scale) const;

  /// Copies the activities as JSON: scale, and buckets with label, number, and counts and minutes
  /// of plays, takes, bounces and drops.
  std::string history_json(aha_time_scale scale, std::int64_t first, std::int64_t last) const;

  /// Draws a bar chart of the minutes of each period into a PNG file, with one color for each
  /// activity; without durations, it draws the counts.
  void draw_history(aha_time_scale scale, std::int64_t first, std::int64_t last,
      const std::string &path, const aha_strip_options &options = aha_strip_options_init()) const;
};

/// A page of a list: a snapshot of items at the time of the request.
class ItemsCalls : public Handle<aha_items> {
public:
  using Handle::Handle;
  /// Returns the page after another one.
  Items next() const;

  /// The number of items in a page; 0 for a bad handle.
  std::uint32_t size() const noexcept;

  /// Describes one item.
  aha_item info(std::uint32_t index) const;

  /// Copies a text of one item; "" if it is unknown.
  std::string text(std::uint32_t index, aha_item_text text) const;

  /// Returns the metadata of one item as a piece.
  Piece piece(std::uint32_t index) const;
};

/// The result of a scan or a sync.
class ReportCalls : public Handle<aha_report> {
public:
  using Handle::Handle;
  /// Reads the numbers; after a failure or a cancellation, those until then.
  aha_report_info info() const;

  /// Copies a line for the user: an unreadable folder, a skipped entry, a missing item, a conflict.
  std::string line(std::uint32_t index) const;
};

/// The version of the loaded library, as in "0.4.0".
inline std::string version_text();

/// The version of the loaded library, to compare with AHA_VERSION_NUMBER.
inline std::uint32_t version_number() noexcept;

/// The number of components.
inline std::uint32_t component_count() noexcept;

/// Describes a component without loading it.
inline aha_component_info component(std::uint32_t index);

/// Loads a component now, before the first function that needs it.
inline void load_component(std::uint32_t index);

/// The name of a container, as in "FLAC"; "unknown" for an unknown number.
inline std::string container_name(aha_container container);

/// The name of an encoding, as in "16-bit PCM"; "unknown" for an unknown number.
inline std::string encoding_name(aha_encoding encoding);

/// Copies the usual media type of a format's name: the ending of a file name ("m4a", ".m4a") or a
/// media type ("audio/x-m4a", "audio/mp4; codecs=mp4a"), in any case.
inline std::string media_type(const std::string &name);

/// The name of an event kind, as in "AHA_EVENT_PLAYER_ENDED"; "AHA_EVENT_UNKNOWN" for an unknown
/// number.
inline std::string event_kind_name(aha_event_kind kind);

/// Counts the installed LV2 plug-ins.
inline std::uint32_t lv2_count();

/// Describes the plug-in at an index, in the order of URIs; also one that cannot be an effect.
inline aha_lv2_info lv2_at(std::uint32_t index);

/// Describes a plug-in.
inline aha_lv2_info lv2_get_info(const std::string &uri);

/// Copies the URI of a preset of a plug-in.
inline std::string lv2_copy_preset_uri(const std::string &uri, std::uint32_t index);

/// Copies the title of a preset.
inline std::string lv2_copy_preset_title(const std::string &uri, std::uint32_t index);

/// Returns the major key of a root.
inline aha_tonality tonality_get_major(std::uint32_t root);

/// Parses a name: "F# minor", "Gbm", "D dorian", "8A" (Camelot), "1m" (Open Key), "atonal".
inline aha_tonality tonality_read(const std::string &text);

/// Writes a tonality as text.
inline std::string tonality_copy_text(const aha_tonality &tonality, aha_tonality_text text);

/// Returns a related key; AHA_END if the relation does not exist.
inline std::optional<aha_tonality> tonality_get_related(const aha_tonality &tonality,
    aha_relation relation);

/// Returns the smallest shift in semitones from the root of one key to the root of another; AHA_END
/// if one of the two is not tonal.
inline std::optional<std::int32_t> tonality_get_shift(const aha_tonality &from,
    const aha_tonality &to);

/// Checks whether aha_cover_copy accepts a host's own cover: PNG or JPEG, detected by content.
inline aha_cover_info check_cover(const std::string &image);

/// Makes a cover from a host's own picture.
inline aha_cover_info copy_cover(const std::string &image, const std::string &path);

/// Draws the waveform of a sound into a PNG file: min, max and root mean square over time.
inline void draw_waveform(const std::string &sound, const std::string &path,
    const aha_strip_options &options = aha_strip_options_init());

/// Draws a spectrogram of a sound into a PNG file: from 30 Hz at the bottom to 20 kHz or half the
/// sample rate, on a logarithmic frequency axis, with the loudest 90 dB.
inline void draw_spectrogram(const std::string &sound, const std::string &path,
    const aha_strip_options &options = aha_strip_options_init());

/// Copies the ISO 8601 label of a period: "2026-11-22", "2026-W47", "2026-11".
inline std::string time_label(aha_time_scale scale, std::int64_t number);

} // namespace aha

#endif // AHA_CALLS_HPP
