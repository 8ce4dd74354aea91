// aha/session.hpp: a project on an engine: it plays, follows edits, and records automation.
#ifndef AHA_SESSION_HPP
#define AHA_SESSION_HPP

#include "calls.hpp"
#include "effect.hpp"
#include "engine.hpp"
#include "project.hpp"

namespace aha {

class Session : public Handle<aha_session, aha_session_retain, aha_session_release>,
                public SessionCalls<Session> {
public:
  explicit Session(aha_session *owned) noexcept : Handle(owned) {}

  /// Puts a project on an engine.
  Session(const Project &project, const Engine &engine,
          const aha_session_options &options = aha_session_options_init())
      : Session(made(project, engine, options)) {}

  /// Starts playing.
  void start(std::int64_t position_us = -1, std::int64_t frame = -1) const {
      check(aha_session_start(get(), position_us, frame)); }
  /// Stops.
  void stop(std::int64_t frame = -1) const { check(aha_session_stop(get(), frame)); }
  /// Goes to a position.
  void seek(std::int64_t position_us, std::int64_t frame = -1) const {
      check(aha_session_seek(get(), position_us, frame)); }
  /// Non-zero while it plays.
  std::uint32_t running() const noexcept { return aha_session_running(get()); }
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
