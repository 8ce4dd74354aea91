// aha/session.hpp: a project on an engine: it plays, follows edits, and records automation.
#ifndef AHA_SESSION_HPP
#define AHA_SESSION_HPP

#include "effect.hpp"
#include "engine.hpp"
#include "project.hpp"

namespace aha {

class Session : public Handle<aha_session, aha_session_retain, aha_session_release> {
public:
  explicit Session(aha_session *owned) noexcept : Handle(owned) {}

  /// Puts a project on an engine.
  Session(const Project &project, const Engine &engine,
          const aha_session_options &options = aha_session_options_init())
      : Session(made(project, engine, options)) {}

  /// Takes over what was edited since the last time, without a click.
  void update() const { check(aha_session_update(get())); }
  /// Starts playing.
  void start(std::int64_t position_us = -1, std::int64_t frame = -1) const {
      check(aha_session_start(get(), position_us, frame)); }
  /// Stops.
  void stop(std::int64_t frame = -1) const { check(aha_session_stop(get(), frame)); }
  /// Goes to a position.
  void seek(std::int64_t position_us, std::int64_t frame = -1) const {
      check(aha_session_seek(get(), position_us, frame)); }
  /// Sets a part that is played over and over: it jumps from end_us back to begin_us.
  void set_loop(std::int64_t begin_us, std::int64_t end_us) const {
      check(aha_session_set_loop(get(), begin_us, end_us)); }
  /// Plays on from the end of the loop.
  void clear_loop() const { check(aha_session_clear_loop(get())); }
  /// What is heard now, in microseconds of the project.
  std::int64_t position_us() const noexcept { return aha_session_position_us(get()); }
  /// Non-zero while it plays.
  std::uint32_t running() const noexcept { return aha_session_running(get()); }
  /// Tells when the last sound is over.
  std::int64_t end_us() const {
    std::int64_t made = {};
    check(aha_session_get_end_us(get(), &made));
    return made;
  }
  /// Gives what plays an effect of the project, whose parameters may be moved while it plays.
  Effect effect(aha_id effect) const {
    aha_effect *made = nullptr;
    check(aha_session_get_effect(get(), effect, &made));
    return Effect(made);
  }
  /// Gives the fader of a track or bus: an effect with the parameters AHA_FADER_GAIN_DB and
  /// AHA_FADER_PAN.
  Effect fader(aha_owner_kind owner_kind, aha_id owner) const {
    aha_effect *made = nullptr;
    check(aha_session_get_fader(get(), owner_kind, owner, &made));
    return Effect(made);
  }
  /// Lets go of a parameter that was moved: its lane in touch mode plays again.
  void release_parameter(const Effect &effect, std::uint32_t parameter) const {
      check(aha_session_release_parameter(get(), effect.get(), parameter)); }
  /// Writes what was done to parameters of lanes in touch, latch and write mode into the project,
  /// as far as the host has let go of them or playing has stopped.
  std::uint32_t save_moves(std::uint32_t exact = 0) const {
    std::uint32_t made = {};
    check(aha_session_save_moves(get(), exact, &made));
    return made;
  }
  /// How many tracks are silent because their file is not there or cannot be read.
  std::uint32_t silent_count() const noexcept { return aha_session_silent_count(get()); }
  /// Gives a silent track by its place among them.
  aha_id silent_at(std::uint32_t index) const {
    aha_id made = 0;
    check(aha_session_silent_at(get(), index, &made));
    return made;
  }
  /// Moves that nobody saved in time.
  std::uint64_t lost_moves() const noexcept { return aha_session_lost_moves(get()); }

private:
  static aha_session *made(const Project &project, const Engine &engine,
                           const aha_session_options &options) {
    aha_session *session = nullptr;
    check(aha_session_create(project.get(), engine.get(), &options, &session));
    return session;
  }
};

} // namespace aha

#endif // AHA_SESSION_HPP
