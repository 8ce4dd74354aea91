// Written by scripts/generate from include/aha; do not edit.
#include "../aha.hpp"

#ifndef AHA_BODIES_HPP
#define AHA_BODIES_HPP

namespace aha {

inline void BusRef::set_parent(BusRef parent) const {
  check(aha_bus_set_parent(get(), parent.get()));
}

inline void BusRef::set_gain_db(float gain_db, const aha_ramp &ramp) const {
  check(aha_bus_set_gain_db(get(), gain_db, &ramp));
}

inline float BusRef::gain_db() const noexcept {
  return aha_bus_gain_db(get());
}

inline void BusRef::set_pan(float pan, const aha_ramp &ramp) const {
  check(aha_bus_set_pan(get(), pan, &ramp));
}

inline float BusRef::pan() const noexcept {
  return aha_bus_pan(get());
}

inline void BusRef::set_muted(bool muted, const aha_ramp &ramp) const {
  check(aha_bus_set_muted(get(), muted, &ramp));
}

inline bool BusRef::is_muted() const noexcept {
  return aha_bus_is_muted(get()) != 0;
}

inline void BusRef::set_soloed(bool soloed) const {
  check(aha_bus_set_soloed(get(), soloed));
}

inline bool BusRef::is_soloed() const noexcept {
  return aha_bus_is_soloed(get()) != 0;
}

inline void BusRef::pause(const aha_ramp &ramp) const {
  check(aha_bus_pause(get(), &ramp));
}

inline void BusRef::resume(const aha_ramp &ramp) const {
  check(aha_bus_resume(get(), &ramp));
}

inline bool BusRef::is_paused() const noexcept {
  return aha_bus_is_paused(get()) != 0;
}

inline void BusRef::stop_players(const aha_ramp &ramp) const {
  check(aha_bus_stop_players(get(), &ramp));
}

inline aha_bus_meter BusRef::read_meter() const {
  aha_bus_meter found = aha_bus_meter_init();
  check(aha_bus_read_meter(get(), &found));
  return found;
}

inline Bus BusRef::send(BusRef destination, const aha_send_options &options) const {
  aha_bus *out_send = nullptr;
  check(aha_bus_create_send(get(), destination.get(), &options, &out_send));
  return Bus(out_send);
}

inline Chain BusRef::chain() const noexcept {
  return Chain(aha_bus_chain(get()));
}

inline Effect BusRef::duck(BusRef key, const aha_duck_options &options) const {
  aha_effect *out_effect = nullptr;
  check(aha_bus_duck(get(), key.get(), &options, &out_effect));
  return Effect(out_effect);
}

inline void Chain::insert(std::uint32_t position, const Effect &effect) const {
  check(aha_chain_insert(get(), position, effect.get()));
}

inline void Chain::add(const Effect &effect) const {
  check(aha_chain_add(get(), effect.get()));
}

inline void Chain::move(const Effect &effect, std::uint32_t position) const {
  check(aha_chain_move(get(), effect.get(), position));
}

inline void Chain::remove(const Effect &effect) const {
  check(aha_chain_remove(get(), effect.get()));
}

inline void Chain::clear() const {
  check(aha_chain_clear(get()));
}

inline std::uint32_t Chain::count() const noexcept {
  return aha_chain_count(get());
}

inline Effect Chain::at(std::uint32_t position) const {
  aha_effect *out_effect = nullptr;
  check(aha_chain_at(get(), position, &out_effect));
  return Effect(out_effect);
}

inline std::uint64_t Chain::latency_frames() const noexcept {
  return aha_chain_latency_frames(get());
}

inline StreamCalls::StreamCalls(const std::string &path)
    : StreamCalls(open(path)) {}

inline Stream StreamCalls::open(const std::string &path) {
  aha_stream *out_stream = nullptr;
  check(aha_stream_open(path.c_str(), &out_stream));
  return Stream(out_stream);
}

inline std::vector<std::uint8_t> StreamCalls::bytes() const {
  return detail::copied_list<std::uint8_t>([&](void *to, std::size_t capacity, std::size_t *length)
      {
    return aha_stream_copy_bytes(get(), to, capacity, length);
  });
}

inline void StreamCalls::set_limits(std::uint64_t max_frames, std::uint64_t max_bytes) const {
  check(aha_stream_set_limits(get(), max_frames, max_bytes), *this);
}

inline void JobCalls::cancel() const {
  check(aha_job_cancel(get()), *this);
}

inline aha_job_progress JobCalls::progress() const {
  aha_job_progress found = aha_job_progress_init();
  check(aha_job_get_progress(get(), &found), *this);
  return found;
}

inline std::string JobCalls::error() const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_job_copy_error(get(), to, capacity, length);
  });
}

inline std::optional<aha_event> JobCalls::next_event() const {
  aha_event found = aha_event_init();
  if (check(aha_job_next_event(get(), &found), *this) == AHA_END) return std::nullopt;
  return found;
}

inline EngineCalls::EngineCalls(const aha_engine_options &options)
    : EngineCalls(create(options)) {}

inline Engine EngineCalls::create(const aha_engine_options &options) {
  aha_engine *out_engine = nullptr;
  check(aha_engine_create(&options, &out_engine));
  return Engine(out_engine);
}

inline std::uint32_t EngineCalls::sample_rate() const noexcept {
  return aha_engine_sample_rate(get());
}

inline std::uint32_t EngineCalls::channels() const noexcept {
  return aha_engine_channels(get());
}

inline std::uint64_t EngineCalls::position_frames() const noexcept {
  return aha_engine_position_frames(get());
}

inline BusRef EngineCalls::master_bus() const noexcept {
  return BusRef(aha_engine_master_bus(get()));
}

inline aha_engine_stats EngineCalls::stats() const {
  aha_engine_stats found = aha_engine_stats_init();
  check(aha_engine_get_stats(get(), &found));
  return found;
}

inline void EngineCalls::set_listener(const aha_listener &listener, const aha_ramp &ramp) const {
  check(aha_engine_set_listener(get(), &listener, &ramp));
}

inline std::optional<aha_event> EngineCalls::next_event() const {
  aha_event found = aha_event_init();
  if (check(aha_engine_next_event(get(), &found)) == AHA_END) return std::nullopt;
  return found;
}

inline int EngineCalls::event_fd() const {
  return detail::descriptor(aha_engine_event_fd(get()));
}

inline void EngineCalls::play_sound(const Sound &sound, BusRef bus, const aha_play_options &options)
    const {
  check(aha_one_shot_play(get(), sound.get(), bus.get(), &options), sound);
}

inline Effect EngineCalls::lv2(const std::string &uri, OptionalText state) const {
  aha_effect *out_effect = nullptr;
  check(aha_lv2_create(get(), uri.c_str(), state.c_str(), &out_effect));
  return Effect(out_effect);
}

inline Job EngineCalls::save(const std::string &path, std::uint64_t frame_count,
    const aha_encode_options &options) const {
  aha_job *out_job = nullptr;
  check(aha_render_save(get(), path.c_str(), frame_count, &options, &out_job));
  return Job(out_job);
}

inline Job EngineCalls::save(const Stream &stream, std::uint64_t frame_count,
    const aha_encode_options &options) const {
  aha_job *out_job = nullptr;
  check(aha_render_save_stream(get(), stream.get(), frame_count, &options, &out_job), stream);
  Job job(out_job);
  job.follow(stream);
  return job;
}

inline EffectCalls::EffectCalls(const Engine &engine, aha_effect_kind kind)
    : EffectCalls(create(engine, kind)) {}

inline std::uint32_t EffectCalls::kind_count() noexcept {
  return aha_effect_kind_count();
}

inline aha_effect_info EffectCalls::info(aha_effect_kind kind) {
  aha_effect_info found = aha_effect_info_init();
  check(aha_effect_kind_get(kind, &found));
  return found;
}

inline aha_parameter_info EffectCalls::parameter_info(aha_effect_kind kind, std::uint32_t parameter)
    {
  aha_parameter_info found = aha_parameter_info_init();
  check(aha_effect_kind_parameter_get(kind, parameter, &found));
  return found;
}

inline Effect EffectCalls::create(const Engine &engine, aha_effect_kind kind) {
  aha_effect *out_effect = nullptr;
  check(aha_effect_create(engine.get(), kind, &out_effect));
  return Effect(out_effect);
}

inline void EffectCalls::set_impulse(const Sound &impulse, std::uint32_t normalize) const {
  check(aha_effect_set_impulse(get(), impulse.get(), normalize), impulse);
}

inline void EffectCalls::set_sidechain(BusRef key) const {
  check(aha_effect_set_sidechain(get(), key.get()));
}

inline std::string EffectCalls::text(aha_effect_text text) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_effect_copy_text(get(), text, to, capacity, length);
  });
}

inline std::uint32_t EffectCalls::parameter_count() const noexcept {
  return aha_effect_parameter_count(get());
}

inline aha_parameter_info EffectCalls::parameter(std::uint32_t index) const {
  aha_parameter_info found = aha_parameter_info_init();
  check(aha_effect_parameter_get(get(), index, &found));
  return found;
}

inline aha_effect_kind EffectCalls::kind() const noexcept {
  return aha_effect_get_kind(get());
}

inline void EffectCalls::set_value(std::uint32_t parameter, float value, const aha_ramp &ramp) const
    {
  check(aha_effect_set_value(get(), parameter, value, &ramp));
}

inline float EffectCalls::value(std::uint32_t parameter) const {
  float found = {};
  check(aha_effect_get_value(get(), parameter, &found));
  return found;
}

inline void EffectCalls::start_modulation(std::uint32_t parameter,
    const aha_modulation_options &options) const {
  check(aha_effect_start_modulation(get(), parameter, &options));
}

inline void EffectCalls::stop_modulation(std::uint32_t parameter) const {
  check(aha_effect_stop_modulation(get(), parameter));
}

inline void EffectCalls::set_bypassed(bool bypassed, const aha_ramp &ramp) const {
  check(aha_effect_set_bypassed(get(), bypassed, &ramp));
}

inline bool EffectCalls::is_bypassed() const noexcept {
  return aha_effect_is_bypassed(get()) != 0;
}

inline std::uint64_t EffectCalls::latency_frames() const noexcept {
  return aha_effect_latency_frames(get());
}

inline aha_result EffectCalls::process_result() const {
  aha_result found = {};
  check(aha_host_effect_get_result(get(), &found));
  return found;
}

inline void EffectCalls::set_lv2_state(const std::string &state) const {
  check(aha_lv2_set_state(get(), state.c_str()));
}

inline void EffectCalls::load_lv2_preset(const std::string &preset_uri) const {
  check(aha_lv2_load_preset(get(), preset_uri.c_str()));
}

inline SoundCalls::SoundCalls(const Engine &engine, const std::string &path,
    const aha_sound_options &options)
    : SoundCalls(load(engine, path, options)) {}

inline SoundCalls::SoundCalls(const Engine &engine, const Stream &stream,
    const aha_sound_options &options)
    : SoundCalls(load(engine, stream, options)) {}

inline SoundCalls::SoundCalls(const Engine &engine, const float *frames, std::uint64_t frame_count,
    std::uint32_t channels, std::uint32_t sample_rate)
    : SoundCalls(create(engine, frames, frame_count, channels, sample_rate)) {}

inline Sound SoundCalls::load(const Engine &engine, const std::string &path,
    const aha_sound_options &options) {
  aha_sound *out_sound = nullptr;
  check(aha_sound_load(engine.get(), path.c_str(), &options, &out_sound));
  return Sound(out_sound);
}

inline Sound SoundCalls::load(const Engine &engine, const Stream &stream,
    const aha_sound_options &options) {
  aha_sound *out_sound = nullptr;
  check(aha_sound_load_stream(engine.get(), stream.get(), &options, &out_sound), stream);
  Sound sound(out_sound);
  sound.follow(stream);
  return sound;
}

inline std::pair<Sound, Job> SoundCalls::start_load(const Engine &engine, const Stream &stream,
    const aha_sound_options &options) {
  aha_sound *out_sound = nullptr;
  aha_job *out_job = nullptr;
  check(aha_sound_start_load(engine.get(), stream.get(), &options, &out_sound, &out_job), stream);
  Sound sound(out_sound);
  sound.follow(stream);
  Job job(out_job);
  job.follow(stream);
  return {sound, job};
}

inline Sound SoundCalls::create(const Engine &engine, const float *frames,
    std::uint64_t frame_count, std::uint32_t channels, std::uint32_t sample_rate) {
  aha_sound *out_sound = nullptr;
  check(aha_sound_create(engine.get(), frames, frame_count, channels, sample_rate, &out_sound));
  return Sound(out_sound);
}

inline const float *SoundCalls::samples(std::uint32_t channel) const noexcept {
  return aha_sound_samples(get(), channel);
}

inline std::pair<Sound, Job> SoundCalls::start_stretch(const aha_stretch_options &options) const {
  aha_sound *out_sound = nullptr;
  aha_job *out_job = nullptr;
  check(aha_sound_start_stretch(get(), &options, &out_sound, &out_job), *this);
  return {Sound(out_sound, hosts()), Job(out_job, hosts())};
}

inline std::uint64_t SoundCalls::length_frames() const noexcept {
  return aha_sound_length_frames(get());
}

inline aha_sound_info SoundCalls::info() const {
  aha_sound_info found = aha_sound_info_init();
  check(aha_sound_get_info(get(), &found), *this);
  return found;
}

inline Job SoundCalls::save(const std::string &path, const aha_encode_options &options) const {
  aha_job *out_job = nullptr;
  check(aha_sound_save(get(), path.c_str(), &options, &out_job), *this);
  return Job(out_job, hosts());
}

inline PlayerCalls::PlayerCalls(const Engine &engine, const Sound &sound, BusRef bus,
    const aha_player_options &options)
    : PlayerCalls(create(engine, sound, bus, options)) {}

inline Player PlayerCalls::create(const Engine &engine, const Sound &sound, BusRef bus,
    const aha_player_options &options) {
  aha_player *out_player = nullptr;
  check(aha_player_create(engine.get(), sound.get(), bus.get(), &options, &out_player), sound);
  return Player(out_player);
}

inline void PlayerCalls::start(const aha_ramp &ramp) const {
  check(aha_player_start(get(), &ramp));
}

inline void PlayerCalls::start_with_velocity(float velocity, const aha_ramp &ramp) const {
  check(aha_player_start_with_velocity(get(), velocity, &ramp));
}

inline void PlayerCalls::stop(const aha_ramp &ramp) const {
  check(aha_player_stop(get(), &ramp));
}

inline void PlayerCalls::pause(const aha_ramp &ramp) const {
  check(aha_player_pause(get(), &ramp));
}

inline void PlayerCalls::resume(const aha_ramp &ramp) const {
  check(aha_player_resume(get(), &ramp));
}

inline void PlayerCalls::seek_frames(std::uint64_t frame, const aha_ramp &ramp) const {
  check(aha_player_seek_frames(get(), frame, &ramp));
}

inline void PlayerCalls::set_loop_frames(std::uint64_t begin, std::uint64_t end,
    std::uint32_t count) const {
  check(aha_player_set_loop_frames(get(), begin, end, count));
}

inline void PlayerCalls::set_gain_db(float gain_db, const aha_ramp &ramp) const {
  check(aha_player_set_gain_db(get(), gain_db, &ramp));
}

inline float PlayerCalls::gain_db() const noexcept {
  return aha_player_gain_db(get());
}

inline void PlayerCalls::set_envelope(const aha_envelope &envelope) const {
  check(aha_player_set_envelope(get(), &envelope));
}

inline void PlayerCalls::set_choke_group(std::uint32_t group, std::uint64_t fade_frames) const {
  check(aha_player_set_choke_group(get(), group, fade_frames));
}

inline void PlayerCalls::set_pan(float pan, const aha_ramp &ramp) const {
  check(aha_player_set_pan(get(), pan, &ramp));
}

inline float PlayerCalls::pan() const noexcept {
  return aha_player_pan(get());
}

inline void PlayerCalls::set_speed(double speed, const aha_ramp &ramp) const {
  check(aha_player_set_speed(get(), speed, &ramp));
}

inline double PlayerCalls::speed() const noexcept {
  return aha_player_speed(get());
}

inline void PlayerCalls::start_speed_modulation(const aha_vibrato_options &options) const {
  check(aha_player_start_speed_modulation(get(), &options));
}

inline void PlayerCalls::stop_speed_modulation() const {
  check(aha_player_stop_speed_modulation(get()));
}

inline void PlayerCalls::set_speed_points(const std::vector<aha_speed_point> &points,
    aha_point_clock clock) const {
  check(aha_player_set_speed_points(get(), points.data(), points.size(), clock));
}

inline void PlayerCalls::set_reversed(bool reverse, const aha_ramp &ramp) const {
  check(aha_player_set_reversed(get(), reverse, &ramp));
}

inline bool PlayerCalls::is_reversed() const noexcept {
  return aha_player_is_reversed(get()) != 0;
}

inline void PlayerCalls::set_bus(BusRef bus) const {
  check(aha_player_set_bus(get(), bus.get()));
}

inline aha_player_state PlayerCalls::state() const noexcept {
  return aha_player_get_state(get());
}

inline std::uint64_t PlayerCalls::position_frames() const noexcept {
  return aha_player_position_frames(get());
}

inline Bus PlayerCalls::send(BusRef destination, const aha_send_options &options) const {
  aha_bus *out_send = nullptr;
  check(aha_player_create_send(get(), destination.get(), &options, &out_send));
  return Bus(out_send);
}

inline Chain PlayerCalls::chain() const noexcept {
  return Chain(aha_player_chain(get()));
}

inline DeviceCalls::DeviceCalls(const Engine &engine, const aha_device_options &options)
    : DeviceCalls(open(engine, options)) {}

inline Device DeviceCalls::open(const Engine &engine, const aha_device_options &options) {
  aha_device *out_device = nullptr;
  check(aha_device_open(engine.get(), &options, &out_device));
  return Device(out_device);
}

inline void DeviceCalls::start() const {
  check(aha_device_start(get()));
}

inline void DeviceCalls::stop() const {
  check(aha_device_stop(get()));
}

inline aha_device_status DeviceCalls::status() const {
  aha_device_status found = aha_device_status_init();
  check(aha_device_get_status(get(), &found));
  return found;
}

inline std::string DeviceCalls::id() const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_device_copy_id(get(), to, capacity, length);
  });
}

inline void InputCalls::set_monitored(bool monitored) const {
  check(aha_input_set_monitored(get(), monitored));
}

inline std::uint64_t InputCalls::measure_latency() const {
  std::uint64_t found = {};
  check(aha_input_measure_latency(get(), &found));
  return found;
}

inline void InputCalls::set_offset_frames(std::int64_t offset_frames) const {
  check(aha_input_set_offset_frames(get(), offset_frames));
}

inline aha_input_status InputCalls::status() const {
  aha_input_status found = aha_input_status_init();
  check(aha_input_get_status(get(), &found));
  return found;
}

inline RecorderCalls::RecorderCalls(const Engine &engine, BusRef bus, const std::string &path,
    const aha_recorder_options &options, const aha_encode_options &encode)
    : RecorderCalls(create(engine, bus, path, options, encode)) {}

inline Recorder RecorderCalls::create(const Engine &engine, BusRef bus, const std::string &path,
    const aha_recorder_options &options, const aha_encode_options &encode) {
  aha_recorder *out_recorder = nullptr;
  check(aha_recorder_create(engine.get(), bus.get(), path.c_str(), &options, &encode,
      &out_recorder));
  return Recorder(out_recorder);
}

inline void RecorderCalls::start(const aha_ramp &ramp) const {
  check(aha_recorder_start(get(), &ramp));
}

inline void RecorderCalls::stop(const aha_ramp &ramp) const {
  check(aha_recorder_stop(get(), &ramp));
}

inline void RecorderCalls::pause() const {
  check(aha_recorder_pause(get()));
}

inline void RecorderCalls::resume() const {
  check(aha_recorder_resume(get()));
}

inline aha_recorder_status RecorderCalls::status() const {
  aha_recorder_status found = aha_recorder_status_init();
  check(aha_recorder_get_status(get(), &found));
  return found;
}

inline aha_recorder_meter RecorderCalls::read_meter() const {
  aha_recorder_meter found = aha_recorder_meter_init();
  check(aha_recorder_read_meter(get(), &found));
  return found;
}

inline std::string RecorderCalls::path(std::uint32_t index) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_recorder_copy_path(get(), index, to, capacity, length);
  });
}

inline Sound RecorderCalls::load_take(const aha_sound_options &options) const {
  aha_sound *out_sound = nullptr;
  check(aha_recorder_load_take(get(), &options, &out_sound));
  return Sound(out_sound);
}

inline Recovery::Recovery(const std::string &folder)
    : Recovery(open(folder)) {}

inline Recovery Recovery::open(const std::string &folder) {
  aha_recovery *out_recovery = nullptr;
  check(aha_recovery_open(folder.c_str(), &out_recovery));
  return Recovery(out_recovery);
}

inline std::uint32_t Recovery::count() const noexcept {
  return aha_recovery_count(get());
}

inline aha_recovered_take Recovery::take(std::uint32_t index) const {
  aha_recovered_take found = aha_recovered_take_init();
  check(aha_recovery_get(get(), index, &found));
  return found;
}

inline std::string Recovery::path(std::uint32_t index) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_recovery_copy_path(get(), index, to, capacity, length);
  });
}

inline Project Project::create(const std::string &path, const aha_project_options &options) {
  aha_project *out_project = nullptr;
  check(aha_project_create(path.c_str(), &options, &out_project));
  return Project(out_project);
}

inline Project Project::open(const std::string &path, const aha_project_options &options) {
  aha_project *out_project = nullptr;
  check(aha_project_open(path.c_str(), &options, &out_project));
  return Project(out_project);
}

inline aha_project_info Project::info() const {
  aha_project_info found = aha_project_info_init();
  check(aha_project_get_info(get(), &found));
  return found;
}

inline std::string Project::text(aha_project_text text) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_project_copy_text(get(), text, to, capacity, length);
  });
}

inline aha_project_settings Project::settings() const {
  aha_project_settings found = aha_project_settings_init();
  check(aha_project_get_settings(get(), &found));
  return found;
}

inline void Project::set_settings(const aha_project_settings &settings) const {
  check(aha_project_set_settings(get(), &settings));
}

inline void Project::set_title(const std::string &title) const {
  check(aha_project_set_title(get(), title.c_str()));
}

inline void Project::start_edit(const std::string &title) const {
  check(aha_project_start_edit(get(), title.c_str()));
}

inline void Project::save_edit() const {
  check(aha_project_save_edit(get()));
}

inline void Project::cancel_edit() const {
  check(aha_project_cancel_edit(get()));
}

inline bool Project::undo() const {
  return check(aha_project_undo(get())) != AHA_END;
}

inline bool Project::redo() const {
  return check(aha_project_redo(get())) != AHA_END;
}

inline aha_id Project::add_track(const std::string &path, const aha_track &track) const {
  aha_id found = {};
  check(aha_track_add(get(), path.c_str(), &track, &found));
  return found;
}

inline aha_track Project::track(aha_id track) const {
  aha_track found = aha_track_init();
  check(aha_track_get(get(), track, &found));
  return found;
}

inline void Project::set_track(aha_id track, const aha_track &info) const {
  check(aha_track_set(get(), track, &info));
}

inline std::string Project::track_text(aha_id track, aha_track_text text) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_track_copy_text(get(), track, text, to, capacity, length);
  });
}

inline void Project::set_track_text(aha_id track, aha_track_text text, const std::string &value)
    const {
  check(aha_track_set_text(get(), track, text, value.c_str()));
}

inline aha_file_state Project::file_state(aha_id track) const {
  aha_file_state found = {};
  check(aha_track_get_file_state(get(), track, &found));
  return found;
}

inline void Project::remove_track(aha_id track) const {
  check(aha_track_remove(get(), track));
}

inline void Project::move_track(aha_id track, std::uint32_t index) const {
  check(aha_track_move(get(), track, index));
}

inline std::uint32_t Project::track_count() const noexcept {
  return aha_track_count(get());
}

inline aha_id Project::track_at(std::uint32_t index) const {
  aha_id found = {};
  check(aha_track_at(get(), index, &found));
  return found;
}

inline aha_id Project::add_bus(const std::string &name, const aha_project_bus &bus) const {
  aha_id found = {};
  check(aha_project_bus_add(get(), name.c_str(), &bus, &found));
  return found;
}

inline aha_project_bus Project::bus(aha_id bus) const {
  aha_project_bus found = aha_project_bus_init();
  check(aha_project_bus_get(get(), bus, &found));
  return found;
}

inline void Project::set_bus(aha_id bus, const aha_project_bus &info) const {
  check(aha_project_bus_set(get(), bus, &info));
}

inline std::string Project::bus_name(aha_id bus) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_project_bus_copy_name(get(), bus, to, capacity, length);
  });
}

inline void Project::set_bus_name(aha_id bus, const std::string &name) const {
  check(aha_project_bus_set_name(get(), bus, name.c_str()));
}

inline void Project::remove_bus(aha_id bus) const {
  check(aha_project_bus_remove(get(), bus));
}

inline void Project::move_bus(aha_id bus, std::uint32_t index) const {
  check(aha_project_bus_move(get(), bus, index));
}

inline std::uint32_t Project::bus_count() const noexcept {
  return aha_project_bus_count(get());
}

inline aha_id Project::bus_at(std::uint32_t index) const {
  aha_id found = {};
  check(aha_project_bus_at(get(), index, &found));
  return found;
}

inline aha_id Project::add_send(aha_owner_kind owner_kind, aha_id owner, aha_id destination,
    const aha_send_options &options) const {
  aha_id found = {};
  check(aha_project_bus_add_send(get(), owner_kind, owner, destination, &options, &found));
  return found;
}

inline aha_project_send Project::send(aha_id send) const {
  aha_project_send found = aha_project_send_init();
  check(aha_project_bus_get_send(get(), send, &found));
  return found;
}

inline aha_id Project::duck(aha_owner_kind owner_kind, aha_id owner, aha_owner_kind key_kind,
    aha_id key, const aha_duck_options &options) const {
  aha_id found = {};
  check(aha_project_bus_duck(get(), owner_kind, owner, key_kind, key, &options, &found));
  return found;
}

inline aha_id Project::add_effect(aha_owner_kind owner_kind, aha_id owner, aha_effect_kind kind,
    std::uint32_t index) const {
  aha_id found = {};
  check(aha_project_effect_add(get(), owner_kind, owner, kind, index, &found));
  return found;
}

inline void Project::set_effect_impulse(aha_id effect, const std::string &path,
    std::uint32_t normalize) const {
  check(aha_project_effect_set_impulse(get(), effect, path.c_str(), normalize));
}

inline std::string Project::effect_text(aha_id effect, aha_project_effect_text text) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_project_effect_copy_text(get(), effect, text, to, capacity, length);
  });
}

inline aha_project_effect Project::effect(aha_id effect) const {
  aha_project_effect found = aha_project_effect_init();
  check(aha_project_effect_get(get(), effect, &found));
  return found;
}

inline float Project::effect_value(aha_id effect, std::uint32_t parameter) const {
  float found = {};
  check(aha_project_effect_get_value(get(), effect, parameter, &found));
  return found;
}

inline void Project::set_effect_value(aha_id effect, std::uint32_t parameter, float value) const {
  check(aha_project_effect_set_value(get(), effect, parameter, value));
}

inline void Project::set_effect_bypassed(aha_id effect, std::uint32_t bypassed) const {
  check(aha_project_effect_set_bypassed(get(), effect, bypassed));
}

inline void Project::remove_effect(aha_id effect) const {
  check(aha_project_effect_remove(get(), effect));
}

inline void Project::move_effect(aha_id effect, aha_owner_kind owner_kind, aha_id owner,
    std::uint32_t index) const {
  check(aha_project_effect_move(get(), effect, owner_kind, owner, index));
}

inline std::uint32_t Project::effect_count(aha_owner_kind owner_kind, aha_id owner) const noexcept {
  return aha_project_effect_count(get(), owner_kind, owner);
}

inline aha_id Project::effect_at(aha_owner_kind owner_kind, aha_id owner, std::uint32_t index) const
    {
  aha_id found = {};
  check(aha_project_effect_at(get(), owner_kind, owner, index, &found));
  return found;
}

inline void Project::set_effect_sidechain(aha_id effect, aha_owner_kind key_kind, aha_id key) const
    {
  check(aha_project_effect_set_sidechain(get(), effect, key_kind, key));
}

inline aha_id Project::add_effect_lv2(aha_owner_kind owner_kind, aha_id owner,
    const std::string &uri, std::uint32_t index) const {
  aha_id found = {};
  check(aha_project_effect_add_lv2(get(), owner_kind, owner, uri.c_str(), index, &found));
  return found;
}

inline void Project::set_effect_lv2_state(aha_id effect, const std::string &state) const {
  check(aha_project_effect_set_lv2_state(get(), effect, state.c_str()));
}

inline aha_id Project::add_lane(aha_owner_kind owner_kind, aha_id owner, std::uint32_t parameter,
    aha_lane_mode mode) const {
  aha_id found = {};
  check(aha_lane_add(get(), owner_kind, owner, parameter, mode, &found));
  return found;
}

inline aha_lane Project::lane(aha_id lane) const {
  aha_lane found = aha_lane_init();
  check(aha_lane_get(get(), lane, &found));
  return found;
}

inline void Project::set_lane_mode(aha_id lane, aha_lane_mode mode) const {
  check(aha_lane_set_mode(get(), lane, mode));
}

inline void Project::remove_lane(aha_id lane) const {
  check(aha_lane_remove(get(), lane));
}

inline std::uint32_t Project::lane_count(aha_owner_kind owner_kind, aha_id owner) const noexcept {
  return aha_lane_count(get(), owner_kind, owner);
}

inline aha_id Project::lane_at(aha_owner_kind owner_kind, aha_id owner, std::uint32_t index) const {
  aha_id found = {};
  check(aha_lane_at(get(), owner_kind, owner, index, &found));
  return found;
}

inline void Project::add_points(aha_id lane, const std::vector<aha_point> &points) const {
  check(aha_lane_add_points(get(), lane, points.data(), points.size()));
}

inline void Project::set_point(aha_id lane, const aha_point &point) const {
  check(aha_lane_set_point(get(), lane, &point));
}

inline std::uint64_t Project::remove_points(aha_id lane, std::int64_t begin_us, std::int64_t end_us)
    const {
  std::uint64_t found = {};
  check(aha_lane_remove_points(get(), lane, begin_us, end_us, &found));
  return found;
}

inline void Project::replace_lane_points(aha_id lane, std::int64_t begin_us, std::int64_t end_us,
    const std::vector<aha_point> &points) const {
  check(aha_lane_replace_points(get(), lane, begin_us, end_us, points.data(), points.size()));
}

inline std::uint64_t Project::point_count(aha_id lane) const noexcept {
  return aha_lane_point_count(get(), lane);
}

inline std::vector<aha_point> Project::points(aha_id lane, std::int64_t begin_us,
    std::int64_t end_us) const {
  return detail::copied_list<aha_point>([&](aha_point *to, std::size_t capacity, std::size_t
      *length) {
    return aha_lane_copy_points(get(), lane, begin_us, end_us, to, capacity, length);
  });
}

inline aha_id Project::add_marker(std::int64_t time_us, const std::string &name) const {
  aha_id found = {};
  check(aha_marker_add(get(), time_us, name.c_str(), &found));
  return found;
}

inline void Project::set_marker(aha_id marker, std::int64_t time_us, const std::string &name) const
    {
  check(aha_marker_set(get(), marker, time_us, name.c_str()));
}

inline void Project::remove_marker(aha_id marker) const {
  check(aha_marker_remove(get(), marker));
}

inline std::uint32_t Project::marker_count() const noexcept {
  return aha_marker_count(get());
}

inline aha_id Project::marker_at(std::uint32_t index) const {
  aha_id found = {};
  check(aha_marker_at(get(), index, &found));
  return found;
}

inline aha_marker Project::marker(aha_id marker) const {
  aha_marker found = aha_marker_init();
  check(aha_marker_get(get(), marker, &found));
  return found;
}

inline std::string Project::marker_name(aha_id marker) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_marker_copy_name(get(), marker, to, capacity, length);
  });
}

inline Job Project::bounce(const std::string &path, const aha_bounce_options &options,
    const aha_encode_options &encode) const {
  aha_job *out_job = nullptr;
  check(aha_bounce_start(get(), path.c_str(), &options, &encode, &out_job));
  return Job(out_job);
}

inline Job Project::bounce(const Stream &stream, const aha_bounce_options &options,
    const aha_encode_options &encode) const {
  aha_job *out_job = nullptr;
  check(aha_bounce_start_stream(get(), stream.get(), &options, &encode, &out_job), stream);
  Job job(out_job);
  job.follow(stream);
  return job;
}

inline Job Project::plot(const std::string &path, const aha_plot_options &options) const {
  aha_job *out_job = nullptr;
  check(aha_plot_start(get(), path.c_str(), &options, &out_job));
  return Job(out_job);
}

inline Session::Session(const Project &project, const Engine &engine,
    const aha_session_options &options)
    : Session(create(project, engine, options)) {}

inline Session Session::create(const Project &project, const Engine &engine,
    const aha_session_options &options) {
  aha_session *out_session = nullptr;
  check(aha_session_create(project.get(), engine.get(), &options, &out_session));
  return Session(out_session);
}

inline void Session::update() const {
  check(aha_session_update(get()));
}

inline void Session::start(std::int64_t position_us, std::int64_t frame) const {
  check(aha_session_start(get(), position_us, frame));
}

inline void Session::stop(std::int64_t frame) const {
  check(aha_session_stop(get(), frame));
}

inline void Session::seek(std::int64_t position_us, std::int64_t frame) const {
  check(aha_session_seek(get(), position_us, frame));
}

inline void Session::set_loop(std::int64_t begin_us, std::int64_t end_us) const {
  check(aha_session_set_loop(get(), begin_us, end_us));
}

inline void Session::clear_loop() const {
  check(aha_session_clear_loop(get()));
}

inline std::int64_t Session::position_us() const noexcept {
  return aha_session_position_us(get());
}

inline aha_session_status Session::status() const {
  aha_session_status found = aha_session_status_init();
  check(aha_session_get_status(get(), &found));
  return found;
}

inline Effect Session::effect(aha_id effect) const {
  aha_effect *out_effect = nullptr;
  check(aha_session_get_effect(get(), effect, &out_effect));
  return Effect(out_effect);
}

inline Effect Session::fader(aha_owner_kind owner_kind, aha_id owner) const {
  aha_effect *out_effect = nullptr;
  check(aha_session_get_fader(get(), owner_kind, owner, &out_effect));
  return Effect(out_effect);
}

inline void Session::release_parameter(const Effect &effect, std::uint32_t parameter) const {
  check(aha_session_release_parameter(get(), effect.get(), parameter));
}

inline void Session::set_track_speed(aha_id track, double speed) const {
  check(aha_session_set_track_speed(get(), track, speed));
}

inline void Session::release_track_speed(aha_id track) const {
  check(aha_session_release_track_speed(get(), track));
}

inline std::uint32_t Session::save_moves(std::uint32_t exact) const {
  std::uint32_t found = {};
  check(aha_session_save_moves(get(), exact, &found));
  return found;
}

inline std::uint32_t Session::silent_count() const noexcept {
  return aha_session_silent_count(get());
}

inline aha_id Session::silent_at(std::uint32_t index) const {
  aha_id found = {};
  check(aha_session_silent_at(get(), index, &found));
  return found;
}

inline PieceCalls::PieceCalls()
    : PieceCalls(create()) {}

inline PieceCalls::PieceCalls(const void *bytes, std::size_t size)
    : PieceCalls(read(bytes, size)) {}

inline Piece PieceCalls::create() {
  aha_piece *out_piece = nullptr;
  check(aha_piece_create(&out_piece));
  return Piece(out_piece);
}

inline Piece PieceCalls::read(const void *bytes, std::size_t size) {
  aha_piece *out_piece = nullptr;
  check(aha_piece_read(bytes, size, &out_piece));
  return Piece(out_piece);
}

inline Piece PieceCalls::load(const std::string &path) {
  aha_piece *out_piece = nullptr;
  check(aha_piece_load(path.c_str(), &out_piece));
  return Piece(out_piece);
}

inline std::string PieceCalls::manifest() const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_piece_copy_manifest(get(), to, capacity, length);
  });
}

inline void PieceCalls::save(const std::string &path) const {
  check(aha_piece_save(get(), path.c_str()));
}

inline Piece PieceCalls::load_tags(const std::string &path) {
  aha_piece *out_piece = nullptr;
  check(aha_piece_load_tags(path.c_str(), &out_piece));
  return Piece(out_piece);
}

inline void PieceCalls::embed(const std::string &path) const {
  check(aha_piece_embed(get(), path.c_str()));
}

inline std::string PieceCalls::text(aha_piece_text text) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_piece_copy_text(get(), text, to, capacity, length);
  });
}

inline void PieceCalls::set_text(aha_piece_text text, const std::string &value) const {
  check(aha_piece_set_text(get(), text, value.c_str()));
}

inline aha_piece_info PieceCalls::info() const {
  aha_piece_info found = aha_piece_info_init();
  check(aha_piece_get_info(get(), &found));
  return found;
}

inline void PieceCalls::set_info(const aha_piece_info &info) const {
  check(aha_piece_set_info(get(), &info));
}

inline void PieceCalls::add_based_on(const std::string &id) const {
  check(aha_piece_add_based_on(get(), id.c_str()));
}

inline void PieceCalls::clear_based_on() const {
  check(aha_piece_clear_based_on(get()));
}

inline std::uint32_t PieceCalls::based_on_count() const noexcept {
  return aha_piece_based_on_count(get());
}

inline std::string PieceCalls::based_on(std::uint32_t index) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_piece_copy_based_on(get(), index, to, capacity, length);
  });
}

inline std::uint32_t PieceCalls::chapter_count() const noexcept {
  return aha_piece_chapter_count(get());
}

inline aha_piece_chapter PieceCalls::chapter(std::uint32_t index) const {
  aha_piece_chapter found = aha_piece_chapter_init();
  check(aha_piece_chapter_get(get(), index, &found));
  return found;
}

inline std::vector<std::uint8_t> PieceCalls::cover() const {
  return detail::copied_list<std::uint8_t>([&](void *to, std::size_t capacity, std::size_t *length)
      {
    return aha_piece_copy_cover(get(), to, capacity, length);
  });
}

inline void PieceCalls::set_cover(const void *bytes, std::size_t length) const {
  check(aha_piece_set_cover(get(), bytes, length));
}

inline std::optional<aha_key_change> PieceCalls::key_change(std::uint32_t root) const {
  aha_key_change found = aha_key_change_init();
  if (check(aha_piece_get_key_change(get(), root, &found)) == AHA_END) return std::nullopt;
  return found;
}

inline std::uint32_t PieceCalls::problem_count(aha_destination_kind kind) const noexcept {
  return aha_piece_problem_count(get(), kind);
}

inline aha_piece_problem PieceCalls::problem(aha_destination_kind kind, std::uint32_t index) const {
  aha_piece_problem found = aha_piece_problem_init();
  check(aha_piece_problem_get(get(), kind, index, &found));
  return found;
}

inline std::uint32_t PieceCalls::fit(aha_destination_kind kind) const {
  std::uint32_t found = {};
  check(aha_piece_fit(get(), kind, &found));
  return found;
}

inline std::string PieceCalls::share_text(const std::string &link) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_share_copy_text(get(), link.c_str(), to, capacity, length);
  });
}

inline AnalysisCalls::AnalysisCalls(const std::string &path)
    : AnalysisCalls(load(path)) {}

inline AnalysisCalls::AnalysisCalls(const float *frames, std::uint64_t frame_count,
    std::uint32_t channels, std::uint32_t sample_rate)
    : AnalysisCalls(create(frames, frame_count, channels, sample_rate)) {}

inline Analysis AnalysisCalls::load(const std::string &path) {
  aha_analysis *out_analysis = nullptr;
  check(aha_analysis_load(path.c_str(), &out_analysis));
  return Analysis(out_analysis);
}

inline std::pair<Analysis, Job> AnalysisCalls::start(const std::string &path) {
  aha_analysis *out_analysis = nullptr;
  aha_job *out_job = nullptr;
  check(aha_analysis_start(path.c_str(), &out_analysis, &out_job));
  return {Analysis(out_analysis), Job(out_job)};
}

inline std::pair<Analysis, Job> AnalysisCalls::start(const Stream &stream,
    const aha_analysis_options &options) {
  aha_analysis *out_analysis = nullptr;
  aha_job *out_job = nullptr;
  check(aha_analysis_start_stream(stream.get(), &options, &out_analysis, &out_job), stream);
  Job job(out_job);
  job.follow(stream);
  return {Analysis(out_analysis), job};
}

inline Analysis AnalysisCalls::create(const float *frames, std::uint64_t frame_count,
    std::uint32_t channels, std::uint32_t sample_rate) {
  aha_analysis *out_analysis = nullptr;
  check(aha_analysis_create(frames, frame_count, channels, sample_rate, &out_analysis));
  return Analysis(out_analysis);
}

inline aha_analysis_info AnalysisCalls::info() const {
  aha_analysis_info found = aha_analysis_info_init();
  check(aha_analysis_get_info(get(), &found));
  return found;
}

inline std::vector<aha_tempo> AnalysisCalls::tempos() const {
  return detail::copied_list<aha_tempo>([&](aha_tempo *to, std::uint32_t capacity, std::uint32_t
      *length) {
    return aha_analysis_copy_tempos(get(), to, capacity, length);
  });
}

inline std::vector<aha_onset> AnalysisCalls::onsets() const {
  return detail::copied_list<aha_onset>([&](aha_onset *to, std::uint32_t capacity, std::uint32_t
      *length) {
    return aha_analysis_copy_onsets(get(), to, capacity, length);
  });
}

inline std::vector<aha_loop_points> AnalysisCalls::loops() const {
  return detail::copied_list<aha_loop_points>([&](aha_loop_points *to, std::uint32_t capacity,
      std::uint32_t *length) {
    return aha_analysis_copy_loops(get(), to, capacity, length);
  });
}

inline std::uint32_t AnalysisCalls::fill(const Piece &piece) const {
  std::uint32_t found = {};
  check(aha_analysis_fill_piece(get(), piece.get(), &found));
  return found;
}

inline ClientCalls::ClientCalls(const aha_client_options &options)
    : ClientCalls(create(options)) {}

inline Client ClientCalls::create(const aha_client_options &options) {
  aha_client *out_client = nullptr;
  check(aha_client_create(&options, &out_client));
  return Client(out_client);
}

inline std::optional<aha_event> ClientCalls::next_event() const {
  aha_event found = aha_event_init();
  if (check(aha_client_next_event(get(), &found)) == AHA_END) return std::nullopt;
  return found;
}

inline int ClientCalls::event_fd() const {
  return detail::descriptor(aha_client_event_fd(get()));
}

inline std::uint32_t ClientCalls::handle_url(const std::string &url) const {
  std::uint32_t found = {};
  check(aha_client_handle_url(get(), url.c_str(), &found));
  return found;
}

inline std::uint32_t ClientCalls::scheme(OptionalText scheme) const {
  std::uint32_t found = {};
  check(aha_client_get_scheme(get(), scheme.c_str(), &found));
  return found;
}

inline void ClientCalls::register_scheme(OptionalText scheme, const std::string &command) const {
  check(aha_client_register_scheme(get(), scheme.c_str(), command.c_str()));
}

inline void ClientCalls::remove_scheme(OptionalText scheme) const {
  check(aha_client_remove_scheme(get(), scheme.c_str()));
}

inline std::uint32_t ClientCalls::account_saved_count() const noexcept {
  return aha_account_saved_count(get());
}

inline std::string ClientCalls::account_saved(std::uint32_t index, aha_account_text text) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_account_saved_copy_text(get(), index, text, to, capacity, length);
  });
}

inline std::uint32_t ClientCalls::destination_count() const noexcept {
  return aha_destination_count(get());
}

inline std::uint32_t ClientCalls::load_destination_saved() const {
  std::uint32_t found = {};
  check(aha_destination_load_saved(get(), &found));
  return found;
}

inline void ClientCalls::forget_destination(const std::string &name) const {
  check(aha_destination_forget(get(), name.c_str()));
}

inline std::uint32_t ClientCalls::drop_count() const noexcept {
  return aha_drop_count(get());
}

inline std::string ClientCalls::drop_id(std::uint32_t index) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_drop_copy_id(get(), index, to, capacity, length);
  });
}

inline std::string ClientCalls::share_link(aha_network network, const Piece &piece,
    const std::string &link) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_share_copy_link(get(), network, piece.get(), link.c_str(), to, capacity, length);
  });
}

inline AccountCalls::AccountCalls(const Client &client, const aha_provider &provider,
    const aha_account_options &options)
    : AccountCalls(open(client, provider, options)) {}

inline Account AccountCalls::open(const Client &client, const aha_provider &provider,
    const aha_account_options &options) {
  aha_account *out_account = nullptr;
  check(aha_account_open(client.get(), &provider, &options, &out_account));
  return Account(out_account);
}

inline aha_account_info AccountCalls::info() const {
  aha_account_info found = aha_account_info_init();
  check(aha_account_get_info(get(), &found), *this);
  return found;
}

inline Job AccountCalls::sign_in(const aha_sign_in_options &options) const {
  aha_job *out_job = nullptr;
  check(aha_account_sign_in(get(), &options, &out_job), *this);
  return Job(out_job, hosts());
}

inline void AccountCalls::enter_code(const std::string &code) const {
  check(aha_account_enter_code(get(), code.c_str()), *this);
}

inline void AccountCalls::set_token(const aha_token &token) const {
  check(aha_account_set_token(get(), &token), *this);
}

inline Job AccountCalls::refresh() const {
  aha_job *out_job = nullptr;
  check(aha_account_refresh(get(), &out_job), *this);
  return Job(out_job, hosts());
}

inline Job AccountCalls::sign_out() const {
  aha_job *out_job = nullptr;
  check(aha_account_sign_out(get(), &out_job), *this);
  return Job(out_job, hosts());
}

inline std::string AccountCalls::text(aha_account_text text) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_account_copy_text(get(), text, to, capacity, length);
  });
}

inline void RequestCalls::add_parameter(const std::string &name, const std::string &value) const {
  check(aha_request_add_parameter(get(), name.c_str(), value.c_str()), *this);
}

inline void RequestCalls::add_file(const std::string &name, const Stream &stream,
    OptionalText file_name, OptionalText type) const {
  follow(stream);
  check(aha_request_add_file(get(), name.c_str(), stream.get(), file_name.c_str(), type.c_str()),
      *this, stream);
}

inline void RequestCalls::set_header(const std::string &name, const std::string &value) const {
  check(aha_request_set_header(get(), name.c_str(), value.c_str()), *this);
}

inline void RequestCalls::set_sink(const Stream &stream) const {
  follow(stream);
  check(aha_request_set_sink(get(), stream.get()), *this, stream);
}

inline void RequestCalls::set_reply_file(const std::string &path) const {
  check(aha_request_set_reply_file(get(), path.c_str()), *this);
}

inline void RequestCalls::set_range(std::int64_t first, std::int64_t last) const {
  check(aha_request_set_range(get(), first, last), *this);
}

inline Job RequestCalls::start() const {
  aha_job *out_job = nullptr;
  check(aha_request_start(get(), &out_job), *this);
  return Job(out_job, hosts());
}

inline void *RequestCalls::context() const noexcept {
  return aha_request_context(get());
}

inline std::vector<std::uint8_t> RequestCalls::body() const {
  return detail::copied_list<std::uint8_t>([&](void *to, std::size_t capacity, std::size_t *length)
      {
    return aha_request_copy_body(get(), to, capacity, length);
  });
}

inline aha_request_progress RequestCalls::progress() const {
  aha_request_progress found = aha_request_progress_init();
  check(aha_request_get_progress(get(), &found), *this);
  return found;
}

inline DestinationCalls::DestinationCalls(const Client &client, std::uint32_t index)
    : DestinationCalls(at(client, index)) {}

inline Destination DestinationCalls::folder(const Client &client, const std::string &path,
    const aha_folder_options &options) {
  aha_destination *out_destination = nullptr;
  check(aha_destination_create_folder(client.get(), path.c_str(), &options, &out_destination));
  return Destination(out_destination);
}

inline Destination DestinationCalls::webdav(const Client &client, const std::string &url,
    const aha_webdav_options &options) {
  aha_destination *out_destination = nullptr;
  check(aha_destination_create_webdav(client.get(), url.c_str(), &options, &out_destination));
  return Destination(out_destination);
}

inline Destination DestinationCalls::s3(const Client &client, const std::string &bucket,
    const aha_s3_options &options) {
  aha_destination *out_destination = nullptr;
  check(aha_destination_create_s3(client.get(), bucket.c_str(), &options, &out_destination));
  return Destination(out_destination);
}

inline Destination DestinationCalls::dropbox(const Client &client, const Account &account,
    const aha_dropbox_options &options) {
  aha_destination *out_destination = nullptr;
  check(aha_destination_create_dropbox(client.get(), account.get(), &options, &out_destination),
      account);
  Destination destination(out_destination);
  destination.follow(account);
  return destination;
}

inline Destination DestinationCalls::soundcloud(const Client &client, const Account &account,
    const aha_soundcloud_options &options) {
  aha_destination *out_destination = nullptr;
  check(aha_destination_create_soundcloud(client.get(), account.get(), &options, &out_destination),
      account);
  Destination destination(out_destination);
  destination.follow(account);
  return destination;
}

inline Destination DestinationCalls::allihoopa(const Client &client, const Account &account,
    const aha_allihoopa_options &options) {
  aha_destination *out_destination = nullptr;
  check(aha_destination_create_allihoopa(client.get(), account.get(), &options, &out_destination),
      account);
  Destination destination(out_destination);
  destination.follow(account);
  return destination;
}

inline aha_destination_info DestinationCalls::info() const {
  aha_destination_info found = aha_destination_info_init();
  check(aha_destination_get_info(get(), &found), *this);
  return found;
}

inline Job DestinationCalls::check_service() const {
  aha_job *out_job = nullptr;
  check(aha_destination_check(get(), &out_job), *this);
  return Job(out_job, hosts());
}

inline std::string DestinationCalls::text(aha_destination_text text) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_destination_copy_text(get(), text, to, capacity, length);
  });
}

inline Account DestinationCalls::account() const {
  aha_account *out_account = nullptr;
  check(aha_destination_get_account(get(), &out_account), *this);
  return Account(out_account, hosts());
}

inline Destination DestinationCalls::at(const Client &client, std::uint32_t index) {
  aha_destination *out_destination = nullptr;
  check(aha_destination_at(client.get(), index, &out_destination));
  return Destination(out_destination);
}

inline Destination DestinationCalls::find(const Client &client, const std::string &name) {
  aha_destination *out_destination = nullptr;
  check(aha_destination_find(client.get(), name.c_str(), &out_destination));
  return Destination(out_destination);
}

inline void DestinationCalls::save(aha_store_kind store) const {
  check(aha_destination_save(get(), store), *this);
}

inline void DestinationCalls::remove() const {
  check(aha_destination_remove(get()), *this);
}

inline DropCalls::DropCalls(const Destination &destination, const Piece &piece,
    const aha_drop_options &options)
    : DropCalls(create(destination, piece, options)) {}

inline DropCalls::DropCalls(const Client &client, const std::string &id)
    : DropCalls(open(client, id)) {}

inline Drop DropCalls::create(const Destination &destination, const Piece &piece,
    const aha_drop_options &options) {
  aha_drop *out_drop = nullptr;
  check(aha_drop_create(destination.get(), piece.get(), &options, &out_drop), destination);
  Drop drop(out_drop);
  drop.follow(destination);
  return drop;
}

inline Drop DropCalls::share(const Destination &destination) const {
  aha_drop *out_drop = nullptr;
  check(aha_drop_share(get(), destination.get(), &out_drop), *this, destination);
  Drop drop(out_drop, hosts());
  drop.follow(destination);
  return drop;
}

inline Job DropCalls::start() const {
  aha_job *out_job = nullptr;
  check(aha_drop_start(get(), &out_job), *this);
  return Job(out_job, hosts());
}

inline Job DropCalls::send(OptionalText mix_path) const {
  aha_job *out_job = nullptr;
  check(aha_drop_send(get(), mix_path.c_str(), &out_job), *this);
  return Job(out_job, hosts());
}

inline void DropCalls::answer(aha_asset asset, const aha_answer &answer) const {
  check(aha_drop_answer(get(), asset, &answer), *this);
}

inline void DropCalls::answer(aha_asset asset, const std::string &path, OptionalText type) const {
  check(aha_drop_answer_file(get(), asset, path.c_str(), type.c_str()), *this);
}

inline void DropCalls::answer(aha_asset asset, const void *bytes, std::size_t size,
    OptionalText type) const {
  check(aha_drop_answer_bytes(get(), asset, bytes, size, type.c_str()), *this);
}

inline void DropCalls::answer(aha_asset asset, const Stream &stream, OptionalText type) const {
  follow(stream);
  check(aha_drop_answer_stream(get(), asset, stream.get(), type.c_str()), *this, stream);
}

inline void DropCalls::answer(aha_asset asset, const Job &job, const std::string &path,
    OptionalText type) const {
  follow(job);
  check(aha_drop_answer_job(get(), asset, job.get(), path.c_str(), type.c_str()), *this, job);
}

inline void DropCalls::answer_none(aha_asset asset) const {
  check(aha_drop_answer_none(get(), asset), *this);
}

inline void DropCalls::answer_error(aha_asset asset, const std::string &line) const {
  check(aha_drop_answer_error(get(), asset, line.c_str()), *this);
}

inline void DropCalls::set_piece(const Piece &piece) const {
  check(aha_drop_set_piece(get(), piece.get()), *this);
}

inline void DropCalls::set_cover(const std::string &path) const {
  check(aha_drop_set_cover(get(), path.c_str()), *this);
}

inline void DropCalls::commit() const {
  check(aha_drop_commit(get()), *this);
}

inline aha_drop_progress DropCalls::progress() const {
  aha_drop_progress found = aha_drop_progress_init();
  check(aha_drop_get_progress(get(), &found), *this);
  return found;
}

inline std::string DropCalls::text(aha_drop_text text) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_drop_copy_text(get(), text, to, capacity, length);
  });
}

inline void *DropCalls::context() const noexcept {
  return aha_drop_context(get());
}

inline Drop DropCalls::open(const Client &client, const std::string &id) {
  aha_drop *out_drop = nullptr;
  check(aha_drop_open(client.get(), id.c_str(), &out_drop));
  return Drop(out_drop);
}

inline Job DropCalls::discard() const {
  aha_job *out_job = nullptr;
  check(aha_drop_discard(get(), &out_job), *this);
  return Job(out_job, hosts());
}

inline void DropCalls::forget() const {
  check(aha_drop_forget(get()), *this);
}

inline std::pair<Opening, Job> OpeningCalls::create(const Client &client, const std::string &url,
    const aha_opening_options &options) {
  aha_opening *out_opening = nullptr;
  aha_job *out_job = nullptr;
  check(aha_opening_create(client.get(), url.c_str(), &options, &out_opening, &out_job));
  return {Opening(out_opening), Job(out_job)};
}

inline Piece OpeningCalls::piece() const {
  aha_piece *out_piece = nullptr;
  check(aha_opening_get_piece(get(), &out_piece));
  return Piece(out_piece);
}

inline std::string OpeningCalls::text(aha_opening_text text) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_opening_copy_text(get(), text, to, capacity, length);
  });
}

inline std::uint32_t OpeningCalls::asset_count() const noexcept {
  return aha_opening_asset_count(get());
}

inline aha_opening_asset OpeningCalls::asset(std::uint32_t index) const {
  aha_opening_asset found = aha_opening_asset_init();
  check(aha_opening_asset_get(get(), index, &found));
  return found;
}

inline Job OpeningCalls::save(aha_asset asset, OptionalText type, const std::string &path) const {
  aha_job *out_job = nullptr;
  check(aha_opening_save(get(), asset, type.c_str(), path.c_str(), &out_job));
  return Job(out_job);
}

inline void OpeningCalls::save_manifest(const std::string &path) const {
  check(aha_opening_save_manifest(get(), path.c_str()));
}

inline Stream OpeningCalls::stream(aha_asset asset, OptionalText type) const {
  aha_stream *out_stream = nullptr;
  check(aha_opening_open_stream(get(), asset, type.c_str(), &out_stream));
  return Stream(out_stream);
}

inline void *OpeningCalls::context() const noexcept {
  return aha_opening_context(get());
}

inline LibraryCalls::LibraryCalls(OptionalText path)
    : LibraryCalls(open(path)) {}

inline Library LibraryCalls::open(OptionalText path) {
  aha_library *out_library = nullptr;
  check(aha_library_open(path.c_str(), &out_library));
  return Library(out_library);
}

inline std::string LibraryCalls::path() const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_library_copy_path(get(), to, capacity, length);
  });
}

inline std::int64_t LibraryCalls::size() const noexcept {
  return aha_library_count(get());
}

inline Items LibraryCalls::item(std::int64_t number) const {
  aha_items *out_items = nullptr;
  check(aha_library_get_item(get(), number, &out_items));
  return Items(out_items);
}

inline Items LibraryCalls::find(const std::string &place) const {
  aha_items *out_items = nullptr;
  check(aha_library_find(get(), place.c_str(), &out_items));
  return Items(out_items);
}

inline Items LibraryCalls::look(std::int64_t number) const {
  aha_items *out_items = nullptr;
  check(aha_library_check(get(), number, &out_items));
  return Items(out_items);
}

inline std::int64_t LibraryCalls::add(const std::string &path, aha_origin origin) const {
  std::int64_t found = {};
  check(aha_library_add_file(get(), path.c_str(), origin, &found));
  return found;
}

inline std::int64_t LibraryCalls::add_piece(const Piece &piece, const std::string &place,
    OptionalText sha256, aha_origin origin, aha_item_state state) const {
  std::int64_t found = {};
  check(aha_library_add_piece(get(), piece.get(), place.c_str(), sha256.c_str(), origin, state,
      &found));
  return found;
}

inline std::int64_t LibraryCalls::add(const Drop &drop) const {
  std::int64_t found = {};
  check(aha_library_add_drop(get(), drop.get(), &found), drop);
  return found;
}

inline void LibraryCalls::forget(std::int64_t number) const {
  check(aha_library_forget(get(), number));
}

inline void LibraryCalls::restore(std::int64_t number) const {
  check(aha_library_restore(get(), number));
}

inline Job LibraryCalls::analyze(std::int64_t number) const {
  aha_job *out_job = nullptr;
  check(aha_library_analyze(get(), number, &out_job));
  return Job(out_job);
}

inline Items LibraryCalls::list(const aha_item_query &query) const {
  aha_items *out_items = nullptr;
  check(aha_library_list(get(), &query, &out_items));
  return Items(out_items);
}

inline std::pair<Report, Job> LibraryCalls::scan(const aha_scan_options &options) const {
  aha_report *out_report = nullptr;
  aha_job *out_job = nullptr;
  check(aha_scan_start(get(), &options, &out_report, &out_job));
  return {Report(out_report), Job(out_job)};
}

inline void LibraryCalls::start_watch(const aha_scan_options &options) const {
  check(aha_scan_start_watch(get(), &options));
}

inline void LibraryCalls::stop_watch() const {
  check(aha_scan_stop_watch(get()));
}

inline aha_watch_status LibraryCalls::watch() const {
  aha_watch_status found = aha_watch_status_init();
  check(aha_scan_get_watch(get(), &found));
  return found;
}

inline std::pair<Report, Job> LibraryCalls::sync(const Destination &destination,
    const aha_sync_options &options) const {
  aha_report *out_report = nullptr;
  aha_job *out_job = nullptr;
  check(aha_sync_start(get(), destination.get(), &options, &out_report, &out_job), destination);
  Job job(out_job);
  job.follow(destination);
  return {Report(out_report), job};
}

inline std::pair<Report, Job> LibraryCalls::sync_feed(const Client &client, const std::string &url,
    const aha_sync_options &options) const {
  aha_report *out_report = nullptr;
  aha_job *out_job = nullptr;
  check(aha_sync_start_feed(get(), client.get(), url.c_str(), &options, &out_report, &out_job));
  return {Report(out_report), Job(out_job)};
}

inline void LibraryCalls::note(aha_activity activity, std::int64_t item, std::int64_t duration_ms,
    std::int64_t at) const {
  check(aha_history_note(get(), activity, item, duration_ms, at));
}

inline std::vector<aha_history_bucket> LibraryCalls::history(aha_time_scale scale,
    std::int64_t first, std::int64_t last) const {
  return detail::copied_list<aha_history_bucket>([&](aha_history_bucket *to, std::uint32_t capacity,
      std::uint32_t *length) {
    return aha_history_copy(get(), scale, first, last, to, capacity, length);
  });
}

inline std::optional<std::int64_t> LibraryCalls::first(aha_time_scale scale) const {
  std::int64_t found = {};
  if (check(aha_history_get_first(get(), scale, &found)) == AHA_END) return std::nullopt;
  return found;
}

inline std::string LibraryCalls::history_json(aha_time_scale scale, std::int64_t first,
    std::int64_t last) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_history_copy_json(get(), scale, first, last, to, capacity, length);
  });
}

inline void LibraryCalls::draw_history(aha_time_scale scale, std::int64_t first, std::int64_t last,
    const std::string &path, const aha_strip_options &options) const {
  check(aha_history_draw(get(), scale, first, last, path.c_str(), &options));
}

inline Items ItemsCalls::next() const {
  aha_items *out_items = nullptr;
  check(aha_items_next(get(), &out_items));
  return Items(out_items);
}

inline std::uint32_t ItemsCalls::size() const noexcept {
  return aha_items_count(get());
}

inline aha_item ItemsCalls::info(std::uint32_t index) const {
  aha_item found = aha_item_init();
  check(aha_items_get(get(), index, &found));
  return found;
}

inline std::string ItemsCalls::text(std::uint32_t index, aha_item_text text) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_items_copy_text(get(), index, text, to, capacity, length);
  });
}

inline Piece ItemsCalls::piece(std::uint32_t index) const {
  aha_piece *out_piece = nullptr;
  check(aha_items_get_piece(get(), index, &out_piece));
  return Piece(out_piece);
}

inline aha_report_info ReportCalls::info() const {
  aha_report_info found = aha_report_info_init();
  check(aha_report_get_info(get(), &found));
  return found;
}

inline std::string ReportCalls::line(std::uint32_t index) const {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_report_copy_line(get(), index, to, capacity, length);
  });
}

inline std::string version_text() {
  return aha_version_text();
}

inline std::uint32_t version_number() noexcept {
  return aha_version_number();
}

inline std::uint32_t component_count() noexcept {
  return aha_component_count();
}

inline aha_component_info component(std::uint32_t index) {
  aha_component_info found = aha_component_info_init();
  check(aha_component_get(index, &found));
  return found;
}

inline void load_component(std::uint32_t index) {
  check(aha_component_load(index));
}

inline std::string format_container_name(aha_container container) {
  return aha_format_container_name(container);
}

inline std::string format_encoding_name(aha_encoding encoding) {
  return aha_format_encoding_name(encoding);
}

inline std::string media_type(const std::string &name) {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_format_copy_media_type(name.c_str(), to, capacity, length);
  });
}

inline std::string event_kind_name(aha_event_kind kind) {
  return aha_event_kind_name(kind);
}

inline std::uint32_t lv2_count() noexcept {
  return aha_lv2_count();
}

inline aha_lv2_info lv2_at(std::uint32_t index) {
  aha_lv2_info found = aha_lv2_info_init();
  check(aha_lv2_get(index, &found));
  return found;
}

inline aha_lv2_info lv2_find(const std::string &uri) {
  aha_lv2_info found = aha_lv2_info_init();
  check(aha_lv2_find(uri.c_str(), &found));
  return found;
}

inline std::string lv2_copy_preset_text(const std::string &uri, std::uint32_t index,
    aha_lv2_preset_text text) {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_lv2_copy_preset_text(uri.c_str(), index, text, to, capacity, length);
  });
}

inline aha_tonality tonality_get_major(std::uint32_t root) {
  aha_tonality found = {};
  check(aha_tonality_get_major(root, &found));
  return found;
}

inline aha_tonality tonality_read(const std::string &text) {
  aha_tonality found = {};
  check(aha_tonality_read(text.c_str(), &found));
  return found;
}

inline std::string tonality_copy_text(const aha_tonality &tonality, aha_tonality_text text) {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_tonality_copy_text(&tonality, text, to, capacity, length);
  });
}

inline std::optional<aha_tonality> tonality_get_related(const aha_tonality &tonality,
    aha_relation relation) {
  aha_tonality found = {};
  if (check(aha_tonality_get_related(&tonality, relation, &found)) == AHA_END) return std::nullopt;
  return found;
}

inline std::optional<std::int32_t> tonality_get_shift(const aha_tonality &from,
    const aha_tonality &to) {
  std::int32_t found = {};
  if (check(aha_tonality_get_shift(&from, &to, &found)) == AHA_END) return std::nullopt;
  return found;
}

inline aha_cover_info copy_cover(const std::string &image, OptionalText path) {
  aha_cover_info found = aha_cover_info_init();
  check(aha_picture_copy_cover(image.c_str(), path.c_str(), &found));
  return found;
}

inline void draw_waveform(const std::string &sound, const std::string &path,
    const aha_strip_options &options) {
  check(aha_picture_draw_waveform(sound.c_str(), path.c_str(), &options));
}

inline void draw_spectrogram(const std::string &sound, const std::string &path,
    const aha_strip_options &options) {
  check(aha_picture_draw_spectrogram(sound.c_str(), path.c_str(), &options));
}

inline std::string time_label(aha_time_scale scale, std::int64_t number) {
  return detail::copied_text([&](char *to, std::size_t capacity, std::size_t *length) {
    return aha_history_copy_label(scale, number, to, capacity, length);
  });
}

} // namespace aha

#endif // AHA_BODIES_HPP
