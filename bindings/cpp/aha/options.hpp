// Written by scripts/generate from include/aha; do not edit.
#include "../aha.hpp"

#ifndef AHA_OPTIONS_HPP
#define AHA_OPTIONS_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace aha {

/// A structure of C, and the texts that it points at. A copy shares them. A handle in it must live
/// as long as the call that gets the structure.
template <class Structure> class Options : public Structure {
protected:
  explicit Options(const Structure &defaults) : Structure(defaults) {}

  const char *kept(std::string copied) {
    texts_.push_back(std::make_shared<const std::string>(std::move(copied)));
    return texts_.back()->c_str();
  }

private:
  std::vector<std::shared_ptr<const std::string>> texts_;
};

/// Options for writing a file.
class EncodeOptions : public Options<aha_encode_options> {
public:
  EncodeOptions() : Options(aha_encode_options_init()) {}

  /// AHA_CONTAINER_…; 0: from the file name (.wav .rf64 .w64 .aif .aiff .caf .flac .ogg .oga .opus
  /// .mp3 .m4a), WAV for a stream.
  EncodeOptions &container(aha_container value) {
    this->aha_encode_options::container = value;
    return *this;
  }

  /// AHA_ENCODING_…; 0: the container's default, Opus for the extension .opus.
  EncodeOptions &encoding(aha_encoding value) {
    this->aha_encode_options::encoding = value;
    return *this;
  }

  /// Hz, 8000 to 192000; 0: the source's rate, or the next higher one that the encoding supports.
  EncodeOptions &sample_rate(std::uint32_t value) {
    this->aha_encode_options::sample_rate = value;
    return *this;
  }

  /// AHA_DITHER_…
  EncodeOptions &dither(aha_dither value) {
    this->aha_encode_options::dither = value;
    return *this;
  }

  /// Quality of Vorbis, Opus, MP3 and AAC, above 0 (smallest) to 1 (best); 0: 0.6.
  EncodeOptions &quality(float value) {
    this->aha_encode_options::quality = value;
    return *this;
  }
};

/// Options of a new engine.
class EngineOptions : public Options<aha_engine_options> {
public:
  EngineOptions() : Options(aha_engine_options_init()) {}

  /// Hz, 8000 to 192000; 0: 48000.
  EngineOptions &sample_rate(std::uint32_t value) {
    this->aha_engine_options::sample_rate = value;
    return *this;
  }

  /// Output channels, 1 or 2; 0: 2. One channel is half the sum of left and right.
  EngineOptions &channels(std::uint32_t value) {
    this->aha_engine_options::channels = value;
    return *this;
  }

  /// Max players at once, up to 65536; 0: 1024.
  EngineOptions &max_players(std::uint32_t value) {
    this->aha_engine_options::max_players = value;
    return *this;
  }

  /// Max buses at once, including the master, up to 1024; 0: 64.
  EngineOptions &max_buses(std::uint32_t value) {
    this->aha_engine_options::max_buses = value;
    return *this;
  }

  /// Capacity of the event queue, up to 65536; 0: 1024.
  EngineOptions &event_capacity(std::uint32_t value) {
    this->aha_engine_options::event_capacity = value;
    return *this;
  }

  /// Length of the ramps at starts, stops, seeks and changes, 0.1 to 1000 ms; 0: 5.
  EngineOptions &ramp_ms(float value) {
    this->aha_engine_options::ramp_ms = value;
    return *this;
  }

  /// true: aha_engine_render waits for streamed sounds instead of counting an underrun. For hosts
  /// that pull faster than real time; do not use such an engine on an audio thread.
  EngineOptions &offline(bool value) {
    this->aha_engine_options::offline = value ? 1 : 0;
    return *this;
  }

  /// Max effects at once, including the limiter after the master, up to 65536; 0: 1024.
  EngineOptions &max_effects(std::uint32_t value) {
    this->aha_engine_options::max_effects = value;
    return *this;
  }

  /// false: no limiter after the master bus; see aha_engine_get_limiter.
  EngineOptions &limiter(bool value) {
    this->aha_engine_options::no_limiter = value ? 0 : 1;
    return *this;
  }

  /// Render threads of an offline engine, 1 to 64; 0: 1. The samples do not depend on this.
  EngineOptions &threads(std::uint32_t value) {
    this->aha_engine_options::threads = value;
    return *this;
  }

  /// Max one-shots at once, heard, virtual or waiting, up to 65536; 0: 1024. See
  /// aha_engine_play_sound.
  EngineOptions &max_one_shots(std::uint32_t value) {
    this->aha_engine_options::max_one_shots = value;
    return *this;
  }

  /// Max one-shots that are mixed at once; the others are virtual. Up to 65536; 0: 64.
  EngineOptions &max_heard(std::uint32_t value) {
    this->aha_engine_options::max_heard = value;
    return *this;
  }
};

/// Options for loading a sound.
class SoundOptions : public Options<aha_sound_options> {
public:
  SoundOptions() : Options(aha_sound_options_init()) {}

  /// AHA_SOUND_…
  SoundOptions &mode(aha_sound_mode value) {
    this->aha_sound_options::mode = value;
    return *this;
  }

  /// Read-ahead of a streamed sound for each player, 50 to 10000 ms; 0: 1000.
  SoundOptions &read_ahead_ms(std::uint32_t value) {
    this->aha_sound_options::read_ahead_ms = value;
    return *this;
  }

  /// Max frames of the file, at its own rate; a longer file is AHA_ERROR_LIMIT. 0: any number, or
  /// 2^31 for a resident sound.
  SoundOptions &max_frames(std::uint64_t value) {
    this->aha_sound_options::max_frames = value;
    return *this;
  }

  /// Max bytes of the file; a larger file is AHA_ERROR_LIMIT. 0: any number.
  SoundOptions &max_bytes(std::uint64_t value) {
    this->aha_sound_options::max_bytes = value;
    return *this;
  }

  /// true: a sound with damage in the middle ends there. Zero: it is AHA_ERROR_DAMAGED.
  SoundOptions &accept_damaged(bool value) {
    this->aha_sound_options::accept_damaged = value ? 1 : 0;
    return *this;
  }

  /// true: a resident sound keeps the sample rate of its file, and its players convert it;
  /// positions, lengths and loops are frames at that rate. A streamed sound is converted, also a
  /// sound whose rate is below 0.05 or above 16 times the engine's.
  SoundOptions &keep_rate(bool value) {
    this->aha_sound_options::keep_rate = value ? 1 : 0;
    return *this;
  }

  /// Audio track of a file with several, such as a video, from 1; 0: the default one.
  SoundOptions &track(std::uint32_t value) {
    this->aha_sound_options::track = value;
    return *this;
  }
};

/// Options of a time-stretched or pitch-shifted copy.
class StretchOptions : public Options<aha_stretch_options> {
public:
  StretchOptions() : Options(aha_stretch_options_init()) {}

  /// Playing speed, 0.5 (twice as long) to 2 (half as long); the pitch stays. 0: 1.
  StretchOptions &speed(float value) {
    this->aha_stretch_options::speed = value;
    return *this;
  }

  /// Shift of the pitch, -3600 to 3600 cents; the length stays.
  StretchOptions &cents(float value) {
    this->aha_stretch_options::cents = value;
    return *this;
  }

  /// true: formants stay where they are.
  StretchOptions &formant(bool value) {
    this->aha_stretch_options::formant = value ? 1 : 0;
    return *this;
  }
};

/// Options of a send.
class SendOptions : public Options<aha_send_options> {
public:
  SendOptions() : Options(aha_send_options_init()) {}

  SendOptions &point(aha_send_point value) {
    this->aha_send_options::point = value;
    return *this;
  }

  /// -INFINITY (silence) to 24; 0: unchanged.
  SendOptions &gain_db(float value) {
    this->aha_send_options::gain_db = value;
    return *this;
  }
};

/// Options of a new player.
class PlayerOptions : public Options<aha_player_options> {
public:
  PlayerOptions() : Options(aha_player_options_init()) {}

  /// As in aha_player_set_gain_db; 0: 0 dB.
  PlayerOptions &gain_db(float value) {
    this->aha_player_options::gain_db = value;
    return *this;
  }

  /// As in aha_player_set_pan; 0: center.
  PlayerOptions &pan(float value) {
    this->aha_player_options::pan = value;
    return *this;
  }

  /// Number of jumps from the end back to the start, or AHA_LOOP_FOREVER; 0: no loop.
  PlayerOptions &loop_count(std::uint32_t value) {
    this->aha_player_options::loop_count = value;
    return *this;
  }

  /// As in aha_player_set_speed; 0: 1.
  PlayerOptions &speed(double value) {
    this->aha_player_options::speed = value;
    return *this;
  }

  /// true: plays backwards, from the end; see aha_player_set_reverse.
  PlayerOptions &reverse(bool value) {
    this->aha_player_options::reverse = value ? 1 : 0;
    return *this;
  }

  /// AHA_SPEED_….
  PlayerOptions &quality(aha_speed_quality value) {
    this->aha_player_options::quality = value;
    return *this;
  }
};

/// Options of a modulation of a player's speed.
class VibratoOptions : public Options<aha_vibrato_options> {
public:
  VibratoOptions() : Options(aha_vibrato_options_init()) {}

  /// AHA_WAVEFORM_….
  VibratoOptions &waveform(aha_waveform value) {
    this->aha_vibrato_options::waveform = value;
    return *this;
  }

  /// Cycles or random values per second, 0.001 to 100; 0: 5.
  VibratoOptions &rate_hz(float value) {
    this->aha_vibrato_options::rate_hz = value;
    return *this;
  }

  /// The largest deviation from the speed, up to 2400 cents in both directions; 0: 30.
  VibratoOptions &depth_cents(float value) {
    this->aha_vibrato_options::depth_cents = value;
    return *this;
  }

  /// Seconds of playing until the modulation ends automatically, up to 86400; 0: never.
  VibratoOptions &duration_s(float value) {
    this->aha_vibrato_options::duration_s = value;
    return *this;
  }

  /// Seed of the random values; equal seeds produce equal values.
  VibratoOptions &seed(std::uint32_t value) {
    this->aha_vibrato_options::seed = value;
    return *this;
  }
};

/// Options of a one-shot.
class PlayOptions : public Options<aha_play_options> {
public:
  PlayOptions() : Options(aha_play_options_init()) {}

  /// First frame, as in aha_player_start_at_frame; 0: the next rendered frame.
  PlayOptions &start_frame(std::uint64_t value) {
    this->aha_play_options::start_frame = value;
    return *this;
  }

  /// As in aha_player_set_speed; 0: 1.
  PlayOptions &speed(double value) {
    this->aha_play_options::speed = value;
    return *this;
  }

  /// As in aha_player_set_gain_db; 0: 0 dB.
  PlayOptions &gain_db(float value) {
    this->aha_play_options::gain_db = value;
    return *this;
  }

  /// As in aha_player_set_pan; 0: center.
  PlayOptions &pan(float value) {
    this->aha_play_options::pan = value;
    return *this;
  }

  /// Number of jumps from the end back to the start. AHA_LOOP_FOREVER is refused.
  PlayOptions &loop_count(std::uint32_t value) {
    this->aha_play_options::loop_count = value;
    return *this;
  }

  /// 0 to 255. One-shots of a higher priority are heard before those of a lower one.
  PlayOptions &priority(std::uint32_t value) {
    this->aha_play_options::priority = value;
    return *this;
  }

  /// AHA_SPEED_….
  PlayOptions &quality(aha_speed_quality value) {
    this->aha_play_options::quality = value;
    return *this;
  }

  /// Up to 1, as in aha_player_start_with_velocity; 0: 1.
  PlayOptions &velocity(float value) {
    this->aha_play_options::velocity = value;
    return *this;
  }

  /// Engine frame, after start_frame, at which the release begins; 0: it ends with its sound.
  PlayOptions &stop_frame(std::uint64_t value) {
    this->aha_play_options::stop_frame = value;
    return *this;
  }

  /// Envelope, as in aha_envelope. The release follows stop_frame.
  PlayOptions &attack_frames(std::uint64_t value) {
    this->aha_play_options::attack_frames = value;
    return *this;
  }

  PlayOptions &decay_frames(std::uint64_t value) {
    this->aha_play_options::decay_frames = value;
    return *this;
  }

  PlayOptions &release_frames(std::uint64_t value) {
    this->aha_play_options::release_frames = value;
    return *this;
  }

  /// Frames of the fade when another member of its group starts; at least the engine's ramp.
  PlayOptions &choke_fade_frames(std::uint64_t value) {
    this->aha_play_options::choke_fade_frames = value;
    return *this;
  }

  /// As in aha_player_set_choke_group, shared with players; 0: none.
  PlayOptions &choke_group(std::uint32_t value) {
    this->aha_play_options::choke_group = value;
    return *this;
  }

  /// AHA_FADE_…, as in aha_envelope.
  PlayOptions &attack_shape(aha_fade_shape value) {
    this->aha_play_options::attack_shape = value;
    return *this;
  }

  PlayOptions &decay_shape(aha_fade_shape value) {
    this->aha_play_options::decay_shape = value;
    return *this;
  }

  PlayOptions &release_shape(aha_fade_shape value) {
    this->aha_play_options::release_shape = value;
    return *this;
  }

  /// As in aha_envelope: -INFINITY to 0.
  PlayOptions &sustain_db(float value) {
    this->aha_play_options::sustain_db = value;
    return *this;
  }
};

/// Options of a modulation.
class ModulationOptions : public Options<aha_modulation_options> {
public:
  ModulationOptions() : Options(aha_modulation_options_init()) {}

  ModulationOptions &waveform(aha_waveform value) {
    this->aha_modulation_options::waveform = value;
    return *this;
  }

  /// Cycles or random values per second, 0.001 to 100; 0: 5.
  ModulationOptions &rate_hz(float value) {
    this->aha_modulation_options::rate_hz = value;
    return *this;
  }

  /// The share of the parameter's range that the modulator covers, 0 to 1. 1: from the minimum to
  /// the maximum; below 1: around the value. 0: 1.
  ModulationOptions &depth(float value) {
    this->aha_modulation_options::depth = value;
    return *this;
  }

  /// Seconds until the modulation ends automatically, up to 86400; 0: never.
  ModulationOptions &duration_s(float value) {
    this->aha_modulation_options::duration_s = value;
    return *this;
  }

  /// Seed of the random values; equal seeds produce equal values.
  ModulationOptions &seed(std::uint32_t value) {
    this->aha_modulation_options::seed = value;
    return *this;
  }
};

/// Options of ducking; 0 means the default.
class DuckOptions : public Options<aha_duck_options> {
public:
  DuckOptions() : Options(aha_duck_options_init()) {}

  /// Greatest reduction in dB, up to 60; 0: 12.
  DuckOptions &depth_db(float value) {
    this->aha_duck_options::depth_db = value;
    return *this;
  }

  /// Level of the key that reduces the gain, -60 to -1; 0: -40.
  DuckOptions &threshold_db(float value) {
    this->aha_duck_options::threshold_db = value;
    return *this;
  }

  /// 0.1 to 200; 0: 20.
  DuckOptions &attack_ms(float value) {
    this->aha_duck_options::attack_ms = value;
    return *this;
  }

  /// 5 to 2000; 0: 400.
  DuckOptions &release_ms(float value) {
    this->aha_duck_options::release_ms = value;
    return *this;
  }
};

/// Options for opening a device.
class DeviceOptions : public Options<aha_device_options> {
public:
  DeviceOptions() : Options(aha_device_options_init()) {}

  /// An id of the list; NULL or "": the default device. "null": a clock without hardware.
  /// "stepped": a device that aha_device_step drives.
  DeviceOptions &id(const std::string &value) {
    this->aha_device_options::id = this->kept(value);
    return *this;
  }

  /// AHA_DEVICE_OUTPUT or AHA_DEVICE_INPUT. For both directions, open two devices.
  DeviceOptions &direction(aha_device_direction value) {
    this->aha_device_options::direction = value;
    return *this;
  }

  /// Frames per block, a power of two from 16 to 8192; 0: a size that suits the device. A JACK
  /// server uses its own block size.
  DeviceOptions &block_frames(std::uint32_t value) {
    this->aha_device_options::block_frames = value;
    return *this;
  }

  /// Requested latency, 1 to 2000; 0: 20, or the device's own if that is more. A JACK server uses
  /// its own latency.
  DeviceOptions &latency_ms(std::uint32_t value) {
    this->aha_device_options::latency_ms = value;
    return *this;
  }

  /// For an input: 1 or 2; 0: the engine's. For an output: the engine's, or 0.
  DeviceOptions &channels(std::uint32_t value) {
    this->aha_device_options::channels = value;
    return *this;
  }

  /// AHA_DEVICE_LOSS_…
  DeviceOptions &on_loss(aha_device_loss value) {
    this->aha_device_options::on_loss = value;
    return *this;
  }
};

/// Options of a live input.
class InputOptions : public Options<aha_input_options> {
public:
  InputOptions() : Options(aha_input_options_init()) {}

  /// Sample rate of the frames that the host writes, 4000 Hz to twice the engine's; 0: the
  /// engine's. A device has its own.
  InputOptions &sample_rate(std::uint32_t value) {
    this->aha_input_options::sample_rate = value;
    return *this;
  }

  /// Channels of the frames that the host writes: 1 or 2; 0: the engine's. A device has its own.
  InputOptions &channels(std::uint32_t value) {
    this->aha_input_options::channels = value;
    return *this;
  }

  /// Frames of buffering against underruns, up to 8192; 0: 20 ms, increased after an underrun; no
  /// buffering with shares_clock.
  InputOptions &latency_frames(std::uint32_t value) {
    this->aha_input_options::latency_frames = value;
    return *this;
  }

  /// true: the input shares the clock that renders the engine, and every frame is played unchanged.
  /// Zero: the clock drift is measured and compensated.
  InputOptions &shares_clock(bool value) {
    this->aha_input_options::shares_clock = value ? 1 : 0;
    return *this;
  }
};

/// Options of a recorder.
class RecorderOptions : public Options<aha_recorder_options> {
public:
  RecorderOptions() : Options(aha_recorder_options_init()) {}

  /// Max frames of a file; the take then continues in the next file, NAME-2. 0: no limit.
  RecorderOptions &split_frames(std::uint64_t value) {
    this->aha_recorder_options::split_frames = value;
    return *this;
  }

  /// Max bytes of a file, likewise; 0: no limit. FLAC, Ogg and MP3 files may exceed it by one
  /// second of sound.
  RecorderOptions &split_bytes(std::uint64_t value) {
    this->aha_recorder_options::split_bytes = value;
    return *this;
  }

  /// The disk guard ends the take before the free space falls below this many bytes; 0: 50 000 000.
  RecorderOptions &minimum_free_bytes(std::uint64_t value) {
    this->aha_recorder_options::minimum_free_bytes = value;
    return *this;
  }

  /// Capacity of the ring buffer, which absorbs a slow disk, 100 to 60000 ms; 0: 5000.
  RecorderOptions &ring_ms(std::uint32_t value) {
    this->aha_recorder_options::ring_ms = value;
    return *this;
  }

  /// Pre-roll: sound from before the start that the file includes, 0 to 60000 ms.
  RecorderOptions &pre_roll_ms(std::uint32_t value) {
    this->aha_recorder_options::pre_roll_ms = value;
    return *this;
  }

  /// An event reports when the disk has room for fewer seconds than this; 0: 300.
  RecorderOptions &warn_seconds(std::uint32_t value) {
    this->aha_recorder_options::warn_seconds = value;
    return *this;
  }

  /// Max share of the initially free space that the take may use, above 0 to 1; the disk guard ends
  /// the take before that. 0: 0.9.
  RecorderOptions &free_share(float value) {
    this->aha_recorder_options::free_share = value;
    return *this;
  }

  /// true: an existing file of that name is replaced at once; else it is AHA_ERROR_EXISTS.
  RecorderOptions &replace(bool value) {
    this->aha_recorder_options::replace = value ? 1 : 0;
    return *this;
  }
};

/// Options for creating or opening a project.
class ProjectOptions : public Options<aha_project_options> {
public:
  ProjectOptions() : Options(aha_project_options_init()) {}

  /// true: opens for reading only.
  ProjectOptions &read_only(bool value) {
    this->aha_project_options::read_only = value ? 1 : 0;
    return *this;
  }

  /// true: opens for reading only if another handle writes the file; else that is AHA_ERROR_STATE.
  ProjectOptions &read_when_in_use(bool value) {
    this->aha_project_options::read_when_in_use = value ? 1 : 0;
    return *this;
  }

  /// Timeout of opening while another handle, in any process, writes the file, and of a call while
  /// another program's transaction is open: 1 to 600000 ms; 0: 5000. With read_when_in_use, opening
  /// does not wait: it opens for reading only.
  ProjectOptions &busy_ms(std::uint32_t value) {
    this->aha_project_options::busy_ms = value;
    return *this;
  }

  /// Max edits that can be undone, 1 to 1000000; 0: 1000.
  ProjectOptions &max_undo_steps(std::uint32_t value) {
    this->aha_project_options::max_undo_steps = value;
    return *this;
  }
};

/// Options of a session.
class SessionOptions : public Options<aha_session_options> {
public:
  SessionOptions() : Options(aha_session_options_init()) {}

  /// The track or bus of the scope.
  SessionOptions &scope_id(aha_id value) {
    this->aha_session_options::scope_id = value;
    return *this;
  }

  /// AHA_SCOPE_…
  SessionOptions &scope(aha_scope value) {
    this->aha_session_options::scope = value;
    return *this;
  }

  /// AHA_SOUND_…: where the samples are kept during playback.
  SessionOptions &mode(aha_sound_mode value) {
    this->aha_session_options::mode = value;
    return *this;
  }
};

/// Options of a bounce.
class BounceOptions : public Options<aha_bounce_options> {
public:
  BounceOptions() : Options(aha_bounce_options_init()) {}

  /// The track or bus of the scope.
  BounceOptions &scope_id(aha_id value) {
    this->aha_bounce_options::scope_id = value;
    return *this;
  }

  /// Start, in microseconds of the project.
  BounceOptions &begin_us(std::int64_t value) {
    this->aha_bounce_options::begin_us = value;
    return *this;
  }

  /// End, in microseconds of the project; 0: the end of all sound.
  BounceOptions &end_us(std::int64_t value) {
    this->aha_bounce_options::end_us = value;
    return *this;
  }

  /// Target loudness of the file, -70 to below 0 LUFS; 0: unchanged. The loudness passes add a
  /// quarter to the frames in the job's progress.
  BounceOptions &loudness_lufs(double value) {
    this->aha_bounce_options::loudness_lufs = value;
    return *this;
  }

  /// Max true peak with a target loudness, -20 to below 0 dBTP; 0: -1.
  BounceOptions &ceiling_db(float value) {
    this->aha_bounce_options::ceiling_db = value;
    return *this;
  }

  /// AHA_SCOPE_…; AHA_SCOPE_TRACK or AHA_SCOPE_BUS renders a stem.
  BounceOptions &scope(aha_scope value) {
    this->aha_bounce_options::scope = value;
    return *this;
  }

  /// Render threads, 1 to 64; 0: one per processor. The samples do not depend on this.
  BounceOptions &threads(std::uint32_t value) {
    this->aha_bounce_options::threads = value;
    return *this;
  }

  /// Sample rate of the rendering, 8000 to 192000 Hz; 0: the project's.
  BounceOptions &sample_rate(std::uint32_t value) {
    this->aha_bounce_options::sample_rate = value;
    return *this;
  }

  /// false: cuts at the end, without the tails of effects.
  BounceOptions &tail(bool value) {
    this->aha_bounce_options::no_tail = value ? 0 : 1;
    return *this;
  }

  /// false: without the limiter after the master bus.
  BounceOptions &limiter(bool value) {
    this->aha_bounce_options::no_limiter = value ? 0 : 1;
    return *this;
  }
};

/// Options of a plot.
class PlotOptions : public Options<aha_plot_options> {
public:
  PlotOptions() : Options(aha_plot_options_init()) {}

  /// Start, in microseconds of the project.
  PlotOptions &begin_us(std::int64_t value) {
    this->aha_plot_options::begin_us = value;
    return *this;
  }

  /// End, at least 1000 after begin_us; 0: the last sound, point or marker.
  PlotOptions &end_us(std::int64_t value) {
    this->aha_plot_options::end_us = value;
    return *this;
  }

  /// 320 to 8192 pixels; 0: 1600.
  PlotOptions &width(std::uint32_t value) {
    this->aha_plot_options::width = value;
    return *this;
  }

  /// 120 to 8192 pixels; 0: as high as tracks and lanes need, within the range.
  PlotOptions &height(std::uint32_t value) {
    this->aha_plot_options::height = value;
    return *this;
  }

  /// true: light on a dark background.
  PlotOptions &dark(bool value) {
    this->aha_plot_options::dark = value ? 1 : 0;
    return *this;
  }
};

/// Options of an analysis.
class AnalysisOptions : public Options<aha_analysis_options> {
public:
  AnalysisOptions() : Options(aha_analysis_options_init()) {}

  /// Max length of the sound in seconds; a longer one ends with AHA_ERROR_LIMIT. 0: no limit.
  AnalysisOptions &max_seconds(double value) {
    this->aha_analysis_options::max_seconds = value;
    return *this;
  }
};

/// Options for drawing over time.
class StripOptions : public Options<aha_strip_options> {
public:
  StripOptions() : Options(aha_strip_options_init()) {}

  /// 16 to 8192 pixels; 0: 1600.
  StripOptions &width(std::uint32_t value) {
    this->aha_strip_options::width = value;
    return *this;
  }

  /// 16 to 8192 pixels; 0: 400.
  StripOptions &height(std::uint32_t value) {
    this->aha_strip_options::height = value;
    return *this;
  }

  /// 0xRRGGBB or AHA_COLOR_BLACK; 0: blue for a waveform. For a spectrogram: the brightest color;
  /// if both are 0, its own palette.
  StripOptions &foreground(std::uint32_t value) {
    this->aha_strip_options::foreground = value;
    return *this;
  }

  /// Background color, likewise; 0: white for a waveform.
  StripOptions &background(std::uint32_t value) {
    this->aha_strip_options::background = value;
    return *this;
  }
};

/// Identity and network settings of the application. Texts are copied.
class ClientOptions : public Options<aha_client_options> {
public:
  ClientOptions() : Options(aha_client_options_init()) {}

  /// Letters, digits, ".", "-" and "_". Required. The scheme of the application's URLs is "ah-"
  /// followed by this.
  ClientOptions &application_id(const std::string &value) {
    this->aha_client_options::application_id = this->kept(value);
    return *this;
  }

  /// The application's key for the Allihoopa protocol; required for that protocol. "" counts as
  /// NULL.
  ClientOptions &api_key(const std::string &value) {
    this->aha_client_options::api_key = this->kept(value);
    return *this;
  }

  /// For share links; may be NULL.
  ClientOptions &facebook_app_id(const std::string &value) {
    this->aha_client_options::facebook_app_id = this->kept(value);
    return *this;
  }

  /// The application's own name and version, sent before libaha's; NULL: application_id.
  ClientOptions &user_agent(const std::string &value) {
    this->aha_client_options::user_agent = this->kept(value);
    return *this;
  }

  /// Folder for tokens and the journal; NULL: $XDG_STATE_HOME/aha, or ~/.local/state/aha. Created
  /// when needed.
  ClientOptions &state_folder(const std::string &value) {
    this->aha_client_options::state_folder = this->kept(value);
    return *this;
  }

  /// PEM file of trusted certificate authorities; NULL: the system's.
  ClientOptions &ca_file(const std::string &value) {
    this->aha_client_options::ca_file = this->kept(value);
    return *this;
  }

  /// As in "http://proxy:3128"; NULL: from the environment (https_proxy, no_proxy …); "": none.
  /// Requests to this machine use no proxy.
  ClientOptions &proxy(const std::string &value) {
    this->aha_client_options::proxy = this->kept(value);
    return *this;
  }

  /// Timeout of a connection in milliseconds, TLS included; 0: 10000.
  ClientOptions &connect_timeout_ms(std::uint32_t value) {
    this->aha_client_options::connect_timeout_ms = value;
    return *this;
  }

  /// Timeout without received or sent bytes, in milliseconds; 0: 30000.
  ClientOptions &stall_timeout_ms(std::uint32_t value) {
    this->aha_client_options::stall_timeout_ms = value;
    return *this;
  }

  /// Timeout of a whole request without its retries, in milliseconds; 0: no limit.
  ClientOptions &total_timeout_ms(std::uint32_t value) {
    this->aha_client_options::total_timeout_ms = value;
    return *this;
  }

  /// Max connections per host, up to 256; 0: 8.
  ClientOptions &connections(std::uint32_t value) {
    this->aha_client_options::connections = value;
    return *this;
  }

  /// Max bytes of a reply in memory; 0: 64 MiB.
  ClientOptions &max_reply_bytes(std::uint64_t value) {
    this->aha_client_options::max_reply_bytes = value;
    return *this;
  }

  /// Capacity of the event queue, up to 65536; 0: 1024.
  ClientOptions &event_capacity(std::uint32_t value) {
    this->aha_client_options::event_capacity = value;
    return *this;
  }

  /// Timeout between the last byte of a drop's upload and the server's reply, in milliseconds; 0:
  /// 600000. Then libaha asks whether the file has arrived before it sends it again.
  ClientOptions &upload_timeout_ms(std::uint32_t value) {
    this->aha_client_options::upload_timeout_ms = value;
    return *this;
  }
};

/// A provider. A field of NULL or 0 uses the value of the built-in provider of that name:
/// "soundcloud", "dropbox", "allihoopa", or "oauth2", which has no URLs. A credential of "" counts
/// as NULL. Texts are copied.
class Provider : public Options<aha_provider> {
public:
  Provider() : Options(aha_provider_init(nullptr)) {}

  /// Required.
  Provider &name(const std::string &value) {
    this->aha_provider::name = this->kept(value);
    return *this;
  }

  /// https, or http to this machine.
  Provider &authorization_url(const std::string &value) {
    this->aha_provider::authorization_url = this->kept(value);
    return *this;
  }

  Provider &token_url(const std::string &value) {
    this->aha_provider::token_url = this->kept(value);
    return *this;
  }

  Provider &revocation_url(const std::string &value) {
    this->aha_provider::revocation_url = this->kept(value);
    return *this;
  }

  /// Base URL of the resources of requests. The token is sent only to the hosts of the provider's
  /// API; without api_url, to those of authorization_url and token_url.
  Provider &api_url(const std::string &value) {
    this->aha_provider::api_url = this->kept(value);
    return *this;
  }

  /// NULL: the environment's AHA_NAME_CLIENT_ID, as in AHA_SOUNDCLOUD_CLIENT_ID.
  Provider &client_id(const std::string &value) {
    this->aha_provider::client_id = this->kept(value);
    return *this;
  }

  /// NULL: the secret of secret_file, or of the environment's AHA_NAME_CLIENT_SECRET; public
  /// clients have no secret.
  Provider &client_secret(const std::string &value) {
    this->aha_provider::client_secret = this->kept(value);
    return *this;
  }

  /// A file whose first line is the secret; may be NULL.
  Provider &secret_file(const std::string &value) {
    this->aha_provider::secret_file = this->kept(value);
    return *this;
  }

  /// As registered: "http://127.0.0.1:8765/callback", "myapp://signed-in". Port 0 selects a free
  /// port. NULL: "http://127.0.0.1:0/", or "ah-APPLICATION://authorize".
  Provider &redirect_url(const std::string &value) {
    this->aha_provider::redirect_url = this->kept(value);
    return *this;
  }

  /// Separated by spaces.
  Provider &scopes(const std::string &value) {
    this->aha_provider::scopes = this->kept(value);
    return *this;
  }

  /// The prefix of the token, as in "Bearer" and "OAuth"; "" for no prefix.
  Provider &token_style(const std::string &value) {
    this->aha_provider::token_style = this->kept(value);
    return *this;
  }

  /// The header with the token; NULL: "Authorization".
  Provider &token_header(const std::string &value) {
    this->aha_provider::token_header = this->kept(value);
    return *this;
  }

  /// AHA_GRANT_…, combined with |.
  Provider &grants(aha_grant value) {
    this->aha_provider::grants = value;
    return *this;
  }

  /// true: the client authenticates with HTTP Basic. Zero: in the form, and with HTTP Basic for
  /// AHA_GRANT_CLIENT.
  Provider &uses_basic(bool value) {
    this->aha_provider::uses_basic = value ? 1 : 0;
    return *this;
  }

  /// true: the server leaves state out of its redirect. PKCE, and the single use of a pending
  /// sign-in, then protect it, so it needs AHA_GRANT_CODE. Zero: a code without state is refused.
  Provider &omits_state(bool value) {
    this->aha_provider::omits_state = value ? 1 : 0;
    return *this;
  }

  /// true: aha_account_open fails with AHA_ERROR_STATE if the redirect URL has an application's
  /// scheme, such as myapp://, and the desktop has no program for it: see
  /// aha_client_register_scheme.
  Provider &requires_scheme(bool value) {
    this->aha_provider::requires_scheme = value ? 1 : 0;
    return *this;
  }
};

/// Options for opening an account.
class AccountOptions : public Options<aha_account_options> {
public:
  AccountOptions() : Options(aha_account_options_init()) {}

  /// Name that distinguishes accounts at one provider; NULL: "default". Up to 100 bytes.
  AccountOptions &name(const std::string &value) {
    this->aha_account_options::name = this->kept(value);
    return *this;
  }

  /// For AHA_STORE_HOST: all three are required. Copied.
  AccountOptions &callbacks(const aha_store_callbacks *value) {
    this->aha_account_options::callbacks = value;
    return *this;
  }

  AccountOptions &user_data(void *value) {
    this->aha_account_options::user_data = value;
    return *this;
  }

  /// Called with user_data once for each call that passed it, also a failed one, as soon as no
  /// account uses that user_data.
  AccountOptions &destroy(aha_destroy_fn value) {
    this->aha_account_options::destroy = value;
    return *this;
  }

  AccountOptions &store(aha_store_kind value) {
    this->aha_account_options::store = value;
    return *this;
  }
};

/// Options of a sign-in. Texts are copied; the password is wiped after use.
class SignInOptions : public Options<aha_sign_in_options> {
public:
  SignInOptions() : Options(aha_sign_in_options_init()) {}

  /// AHA_GRANT_…; 0: the first one that the provider allows, in the order of their values.
  SignInOptions &grant(aha_grant value) {
    this->aha_sign_in_options::grant = value;
    return *this;
  }

  /// Timeout for the user in the browser, in milliseconds; 0: 300000.
  SignInOptions &timeout_ms(std::uint32_t value) {
    this->aha_sign_in_options::timeout_ms = value;
    return *this;
  }

  /// For AHA_GRANT_PASSWORD.
  SignInOptions &user(const std::string &value) {
    this->aha_sign_in_options::user = this->kept(value);
    return *this;
  }

  SignInOptions &password(const std::string &value) {
    this->aha_sign_in_options::password = this->kept(value);
    return *this;
  }

  /// false: opens no port; the host calls aha_handle_url or aha_account_enter_code.
  SignInOptions &listener(bool value) {
    this->aha_sign_in_options::no_listener = value ? 0 : 1;
    return *this;
  }
};

/// Options of a request.
class RequestOptions : public Options<aha_request_options> {
public:
  RequestOptions() : Options(aha_request_options_init()) {}

  /// The host's own pointer, returned by aha_request_context; libaha does not use it. A started
  /// request with a context is the source of its events also after its release: until the host asks
  /// for the event after the request's end, the handle, its context and its reply can be used.
  RequestOptions &context(void *value) {
    this->aha_request_options::context = value;
    return *this;
  }

  /// AHA_REPLY_…: the Accept header.
  RequestOptions &format(std::uint32_t value) {
    this->aha_request_options::format = value;
    return *this;
  }

  /// true: waits until its account is signed in; AHA_ERROR_NOT_SIGNED_IN if the sign-in fails.
  /// aha_account_is_signed_in detects a sign-in in another process.
  RequestOptions &waits_for_sign_in(bool value) {
    this->aha_request_options::waits_for_sign_in = value ? 1 : 0;
    return *this;
  }

  /// Retries after the first try; 0: 4; AHA_NO_RETRIES: no retry.
  RequestOptions &retries(std::uint32_t value) {
    this->aha_request_options::retries = value;
    return *this;
  }

  /// true: the request may be repeated even if the server received it. Zero: methods other than
  /// GET, HEAD, PUT, DELETE and OPTIONS are repeated only if nothing was sent.
  RequestOptions &is_idempotent(bool value) {
    this->aha_request_options::is_idempotent = value ? 1 : 0;
    return *this;
  }

  /// Timeout of each try in milliseconds; 0: the client's.
  RequestOptions &timeout_ms(std::uint32_t value) {
    this->aha_request_options::timeout_ms = value;
    return *this;
  }

  /// true: events report data, and aha_request_read reads it. Zero: data is kept until the end, or
  /// is written to the sink.
  RequestOptions &tells_data(bool value) {
    this->aha_request_options::tells_data = value ? 1 : 0;
    return *this;
  }

  /// Max bytes of a successful reply, in memory, a file or a sink; a longer reply is
  /// AHA_ERROR_LIMIT. 0: in memory the client's max_reply_bytes; in a file, a sink or with
  /// tells_data 2 GiB. UINT64_MAX: no limit.
  RequestOptions &max_reply_bytes(std::uint64_t value) {
    this->aha_request_options::max_reply_bytes = value;
    return *this;
  }
};

/// Options of a local folder. Texts are copied.
class FolderOptions : public Options<aha_folder_options> {
public:
  FolderOptions() : Options(aha_folder_options_init()) {}

  /// Up to 100 bytes; NULL: the address. A new destination replaces the one of the same name in the
  /// client's list.
  FolderOptions &name(const std::string &value) {
    this->aha_folder_options::name = this->kept(value);
    return *this;
  }

  /// Public URL in front of the drops' folders; NULL: not public.
  FolderOptions &public_url(const std::string &value) {
    this->aha_folder_options::public_url = this->kept(value);
    return *this;
  }

  /// Bytes per chunk; 0: 8 MiB.
  FolderOptions &chunk_bytes(std::uint64_t value) {
    this->aha_folder_options::chunk_bytes = value;
    return *this;
  }
};

/// Options of a WebDAV collection. Texts are copied.
class WebdavOptions : public Options<aha_webdav_options> {
public:
  WebdavOptions() : Options(aha_webdav_options_init()) {}

  /// Up to 100 bytes; NULL: the address. A new destination replaces the one of the same name in the
  /// client's list.
  WebdavOptions &name(const std::string &value) {
    this->aha_webdav_options::name = this->kept(value);
    return *this;
  }

  /// Account whose token requests carry, in place of user and password.
  WebdavOptions &account(const HostHandle<aha_account> &value) {
    this->aha_webdav_options::account = value.get();
    return *this;
  }

  WebdavOptions &user(const std::string &value) {
    this->aha_webdav_options::user = this->kept(value);
    return *this;
  }

  /// Held in memory only, and wiped.
  WebdavOptions &password(const std::string &value) {
    this->aha_webdav_options::password = this->kept(value);
    return *this;
  }

  /// A file whose first line is the password.
  WebdavOptions &password_file(const std::string &value) {
    this->aha_webdav_options::password_file = this->kept(value);
    return *this;
  }

  /// Folder of all drops, below the collection.
  WebdavOptions &prefix(const std::string &value) {
    this->aha_webdav_options::prefix = this->kept(value);
    return *this;
  }

  /// Public URL in front of the drops' folders, the prefix included; NULL: not public.
  WebdavOptions &public_url(const std::string &value) {
    this->aha_webdav_options::public_url = this->kept(value);
    return *this;
  }

  /// Bytes per chunk; 0: 8 MiB.
  WebdavOptions &chunk_bytes(std::uint64_t value) {
    this->aha_webdav_options::chunk_bytes = value;
    return *this;
  }

  /// AHA_WEBDAV_…
  WebdavOptions &style(std::uint32_t value) {
    this->aha_webdav_options::style = value;
    return *this;
  }
};

/// Options of a bucket. Texts are copied.
class S3Options : public Options<aha_s3_options> {
public:
  S3Options() : Options(aha_s3_options_init()) {}

  /// Up to 100 bytes; NULL: the address. A new destination replaces the one of the same name in the
  /// client's list.
  S3Options &name(const std::string &value) {
    this->aha_s3_options::name = this->kept(value);
    return *this;
  }

  /// URL of the service; NULL: Amazon's in the region.
  S3Options &endpoint(const std::string &value) {
    this->aha_s3_options::endpoint = this->kept(value);
    return *this;
  }

  /// NULL: "us-east-1".
  S3Options &region(const std::string &value) {
    this->aha_s3_options::region = this->kept(value);
    return *this;
  }

  /// The access key's id; required.
  S3Options &key_id(const std::string &value) {
    this->aha_s3_options::key_id = this->kept(value);
    return *this;
  }

  /// The secret access key; required, unless there is a file. Held in memory only, and wiped.
  S3Options &secret(const std::string &value) {
    this->aha_s3_options::secret = this->kept(value);
    return *this;
  }

  /// A file whose first line is the secret access key.
  S3Options &secret_file(const std::string &value) {
    this->aha_s3_options::secret_file = this->kept(value);
    return *this;
  }

  /// Of temporary keys; else NULL.
  S3Options &session_token(const std::string &value) {
    this->aha_s3_options::session_token = this->kept(value);
    return *this;
  }

  /// Prefix of all keys.
  S3Options &prefix(const std::string &value) {
    this->aha_s3_options::prefix = this->kept(value);
    return *this;
  }

  /// Public URL in front of the drops' folders, the prefix included; NULL: the bucket's own URL if
  /// the ACL is public, else a presigned link that lasts 7 days.
  S3Options &public_url(const std::string &value) {
    this->aha_s3_options::public_url = this->kept(value);
    return *this;
  }

  /// A canned ACL, as in "public-read", which gives drops a URL. NULL: the bucket's default.
  S3Options &acl(const std::string &value) {
    this->aha_s3_options::acl = this->kept(value);
    return *this;
  }

  /// Bytes per chunk; 0: 8 MiB.
  S3Options &chunk_bytes(std::uint64_t value) {
    this->aha_s3_options::chunk_bytes = value;
    return *this;
  }

  /// true: BUCKET.HOST/KEY in place of HOST/BUCKET/KEY.
  S3Options &uses_virtual_host(bool value) {
    this->aha_s3_options::uses_virtual_host = value ? 1 : 0;
    return *this;
  }
};

/// Options of a Dropbox. Texts are copied.
class DropboxOptions : public Options<aha_dropbox_options> {
public:
  DropboxOptions() : Options(aha_dropbox_options_init()) {}

  /// Up to 100 bytes; NULL: the address. A new destination replaces the one of the same name in the
  /// client's list.
  DropboxOptions &name(const std::string &value) {
    this->aha_dropbox_options::name = this->kept(value);
    return *this;
  }

  /// The API's URL; NULL: the provider's.
  DropboxOptions &url(const std::string &value) {
    this->aha_dropbox_options::url = this->kept(value);
    return *this;
  }

  /// URL for content; NULL: derived from url.
  DropboxOptions &content_url(const std::string &value) {
    this->aha_dropbox_options::content_url = this->kept(value);
    return *this;
  }

  /// Folder of all drops, as in "/Music".
  DropboxOptions &prefix(const std::string &value) {
    this->aha_dropbox_options::prefix = this->kept(value);
    return *this;
  }

  /// Bytes per chunk; 0: 8 MiB.
  DropboxOptions &chunk_bytes(std::uint64_t value) {
    this->aha_dropbox_options::chunk_bytes = value;
    return *this;
  }
};

/// Options of SoundCloud tracks. Texts are copied.
class SoundcloudOptions : public Options<aha_soundcloud_options> {
public:
  SoundcloudOptions() : Options(aha_soundcloud_options_init()) {}

  /// Up to 100 bytes; NULL: the address. A new destination replaces the one of the same name in the
  /// client's list.
  SoundcloudOptions &name(const std::string &value) {
    this->aha_soundcloud_options::name = this->kept(value);
    return *this;
  }

  /// The API's URL; NULL: the provider's.
  SoundcloudOptions &url(const std::string &value) {
    this->aha_soundcloud_options::url = this->kept(value);
    return *this;
  }

  /// As in "cc-by" and "all-rights-reserved"; NULL: the account's default.
  SoundcloudOptions &license(const std::string &value) {
    this->aha_soundcloud_options::license = this->kept(value);
    return *this;
  }

  SoundcloudOptions &genre(const std::string &value) {
    this->aha_soundcloud_options::genre = this->kept(value);
    return *this;
  }

  /// Separated by commas, in addition to the key and the tempo.
  SoundcloudOptions &tags(const std::string &value) {
    this->aha_soundcloud_options::tags = this->kept(value);
    return *this;
  }

  /// Interval of polling for the end of SoundCloud's processing, in milliseconds; 0: 3000.
  SoundcloudOptions &poll_ms(std::uint32_t value) {
    this->aha_soundcloud_options::poll_ms = value;
    return *this;
  }

  /// true: listeners may download the sound.
  SoundcloudOptions &is_downloadable(bool value) {
    this->aha_soundcloud_options::is_downloadable = value ? 1 : 0;
    return *this;
  }
};

/// Options of pieces of the Allihoopa protocol. Texts are copied.
class AllihoopaOptions : public Options<aha_allihoopa_options> {
public:
  AllihoopaOptions() : Options(aha_allihoopa_options_init()) {}

  /// Up to 100 bytes; NULL: the address. A new destination replaces the one of the same name in the
  /// client's list.
  AllihoopaOptions &name(const std::string &value) {
    this->aha_allihoopa_options::name = this->kept(value);
    return *this;
  }

  /// The API's URL; NULL: the provider's.
  AllihoopaOptions &url(const std::string &value) {
    this->aha_allihoopa_options::url = this->kept(value);
    return *this;
  }
};

/// Options of a drop.
class DropOptions : public Options<aha_drop_options> {
public:
  DropOptions() : Options(aha_drop_options_init()) {}

  /// The host's own pointer, returned by aha_drop_context; libaha does not use it.
  DropOptions &context(void *value) {
    this->aha_drop_options::context = value;
    return *this;
  }

  /// true: committed from the start; it cannot be edited.
  DropOptions &is_committed(bool value) {
    this->aha_drop_options::is_committed = value ? 1 : 0;
    return *this;
  }

  /// true: waits until the destination's account is signed in.
  DropOptions &waits_for_sign_in(bool value) {
    this->aha_drop_options::waits_for_sign_in = value ? 1 : 0;
    return *this;
  }

  /// true: a declined cover is not drawn; the drop has no cover.
  DropOptions &omits_cover(bool value) {
    this->aha_drop_options::omits_cover = value ? 1 : 0;
    return *this;
  }

  /// Time for the host's answers, from the commit, in milliseconds; 0: 600000. At its end, the drop
  /// fails as after aha_drop_answer_error, with AHA_ERROR_TIMEOUT and the names of the missing
  /// files. Before the commit, there is no limit.
  DropOptions &answer_timeout_ms(std::uint32_t value) {
    this->aha_drop_options::answer_timeout_ms = value;
    return *this;
  }
};

/// Options of an opening.
class OpeningOptions : public Options<aha_opening_options> {
public:
  OpeningOptions() : Options(aha_opening_options_init()) {}

  /// The host's own pointer, returned by aha_opening_context; libaha does not use it.
  OpeningOptions &context(void *value) {
    this->aha_opening_options::context = value;
    return *this;
  }

  /// The account whose token requests carry; required for "ah-…" URLs, which use the server of its
  /// provider. With an account of Dropbox, SoundCloud or a server of the Allihoopa protocol, links
  /// of that service open too.
  OpeningOptions &account(const HostHandle<aha_account> &value) {
    this->aha_opening_options::account = value.get();
    return *this;
  }

  /// true: the manifest of a public server may refer to private addresses or to this machine.
  OpeningOptions &allows_private(bool value) {
    this->aha_opening_options::allows_private = value ? 1 : 0;
    return *this;
  }

  /// Interval in milliseconds between requests for a file that is not ready; 0: 3000. At most ten
  /// retries.
  OpeningOptions &poll_ms(std::uint32_t value) {
    this->aha_opening_options::poll_ms = value;
    return *this;
  }
};

/// Filter and sort order of a list.
class ItemQuery : public Options<aha_item_query> {
public:
  ItemQuery() : Options(aha_item_query_init()) {}

  /// Words that must all occur in an item's title, artist, tags or place; the last one may be a
  /// prefix. Any text is valid. NULL: all items.
  ItemQuery &text(const std::string &value) {
    this->aha_item_query::text = this->kept(value);
    return *this;
  }

  /// Only items with this content, as 64 hexadecimal digits, upper or lower case; NULL: all.
  ItemQuery &sha256(const std::string &value) {
    this->aha_item_query::sha256 = this->kept(value);
    return *this;
  }

  /// Only items in one of these states: AHA_ITEM_…, combined with |; 0: AHA_ITEM_PLAYABLE.
  ItemQuery &states(aha_item_state value) {
    this->aha_item_query::states = value;
    return *this;
  }

  /// Only items of this origin; 0: any origin.
  ItemQuery &origin(aha_origin value) {
    this->aha_item_query::origin = value;
    return *this;
  }

  /// AHA_ORDER_…
  ItemQuery &order(aha_item_order value) {
    this->aha_item_query::order = value;
    return *this;
  }

  /// Max items of a page, 1 to 1000; 0: 50.
  ItemQuery &count(std::uint32_t value) {
    this->aha_item_query::count = value;
    return *this;
  }

  /// true: the recorded states are used. Zero: each item of a page is checked on the disk when the
  /// page is requested, up to a few thousand items. If most of them have left the requested states,
  /// a page can have fewer items than count, or none, without being the last.
  ItemQuery &is_unchecked(bool value) {
    this->aha_item_query::is_unchecked = value ? 1 : 0;
    return *this;
  }
};

/// Options of a scan.
class ScanOptions : public Options<aha_scan_options> {
public:
  ScanOptions() : Options(aha_scan_options_init()) {}

  /// Folders to scan; nested roots are scanned once.
  ScanOptions &roots(const char *const *value) {
    this->aha_scan_options::roots = value;
    return *this;
  }

  /// Shell patterns of names, or of paths relative to a root, to skip, in addition to names that
  /// begin with a dot.
  ScanOptions &ignored(const char *const *value) {
    this->aha_scan_options::ignored = value;
    return *this;
  }

  ScanOptions &root_count(std::uint32_t value) {
    this->aha_scan_options::root_count = value;
    return *this;
  }

  ScanOptions &ignored_count(std::uint32_t value) {
    this->aha_scan_options::ignored_count = value;
    return *this;
  }

  /// Max sounds; 0: 10 000 000. A scan with more ends with AHA_ERROR_LIMIT.
  ScanOptions &max_files(std::int64_t value) {
    this->aha_scan_options::max_files = value;
    return *this;
  }

  /// Max folder depth, at most 65; 1: the roots only; 0: 33. The report has a line for deeper
  /// folders, except with 1.
  ScanOptions &max_depth(std::uint32_t value) {
    this->aha_scan_options::max_depth = value;
    return *this;
  }

  /// Files checked in parallel, 1 to 64; 0: 2.
  ScanOptions &threads(std::uint32_t value) {
    this->aha_scan_options::threads = value;
    return *this;
  }

  /// true: links to folders are followed; each folder is scanned once.
  ScanOptions &follows_links(bool value) {
    this->aha_scan_options::follows_links = value ? 1 : 0;
    return *this;
  }

  /// true: names that begin with a dot are included.
  ScanOptions &takes_hidden(bool value) {
    this->aha_scan_options::takes_hidden = value ? 1 : 0;
    return *this;
  }

  /// true: content is not hashed: faster, but a moved file becomes a new item.
  ScanOptions &skips_hashes(bool value) {
    this->aha_scan_options::skips_hashes = value ? 1 : 0;
    return *this;
  }
};

/// Options of a sync.
class SyncOptions : public Options<aha_sync_options> {
public:
  SyncOptions() : Options(aha_sync_options_init()) {}

  /// Max items; 0: 1 000 000. A sync with more ends with AHA_ERROR_LIMIT.
  SyncOptions &max_items(std::int64_t value) {
    this->aha_sync_options::max_items = value;
    return *this;
  }

  /// true: the whole catalog is requested, and an empty catalog removes all items. Zero: only
  /// changes are requested, and an empty catalog removes nothing, because an unmounted disk looks
  /// empty; the report has a line on it.
  SyncOptions &is_whole(bool value) {
    this->aha_sync_options::is_whole = value ? 1 : 0;
    return *this;
  }
};

} // namespace aha

#endif // AHA_OPTIONS_HPP
