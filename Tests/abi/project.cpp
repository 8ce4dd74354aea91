// A project through the C++ header: created, edited, played, bounced. Usage: project FOLDER.
#include <aha.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

static void require(bool is_so, const char *what) {
  if (is_so) return;
  std::fprintf(stderr, "project: %s\n", what);
  std::exit(1);
}

static std::string wav(const std::string &path) {
  aha::Engine engine;
  std::vector<float> frames(2 * 9600);
  for (std::size_t i = 0; i < frames.size(); i++)
    frames[i] = static_cast<float>(i % 100) / 200.0f;
  aha::Sound(engine, frames, 2, 48000).save(path).wait();
  return path;
}

static void route(const aha::Project &project, aha_id track) {
  const aha_id hall = project.add_bus("hall");
  const aha_id send = project.add_send(AHA_OWNER_TRACK, track, hall);
  require(project.send(send).owner == track && project.bus(send).parent == hall, "a send");
  const aha_id compressor = project.duck(AHA_OWNER_BUS, hall, AHA_OWNER_TRACK, track);
  require(project.effect(compressor).key == track, "a key");
  project.set_effect_sidechain(compressor, 0, 0);
  require(project.effect(compressor).key == 0, "no key");
}

static void perform(const aha::Project &project, aha_id filter, aha_id lane) {
  aha::Engine engine;
  aha::Session session(project, engine);
  std::vector<float> block(2 * 480);
  aha::Effect cutoff = session.effect(filter);
  session.start(0);
  for (int step = 0; step < 10; step++) {
    cutoff.set_value(AHA_FILTER_CUTOFF_HZ, 500.0f + 100.0f * static_cast<float>(step * step % 7));
    engine.render(block.data(), 480);
  }
  require(session.status().is_running && session.position_us() == 100000, "the session's position");
  session.stop();
  engine.render(block.data(), 480);
  require(session.save_moves(1) == 1, "lanes that were recorded");
  require(project.points(lane).size() == project.point_count(lane), "points");
  require(project.point_count(lane) > 9, "too few points");
}

int main(int, char **arguments) {
  const std::string folder = arguments[1];
  aha::Project project = aha::Project::create(folder + "/song.aha");
  aha_track info = aha_track_init();
  info.gain_db = -6;
  const aha_id track = project.add_track(wav(folder + "/a.wav"), info);
  project.set_track_text(track, AHA_TRACK_TEXT_NAME, "first");
  require(project.track_text(track, AHA_TRACK_TEXT_NAME) == "first", "the track's name");
  require(project.track(track).gain_db == -6, "the track's gain");
  const aha_id filter =
      project.add_effect(AHA_OWNER_TRACK, track, AHA_EFFECT_FILTER, AHA_LAST);
  const aha_id lane =
      project.add_lane(AHA_OWNER_EFFECT, filter, AHA_FILTER_CUTOFF_HZ, AHA_LANE_WRITE);
  perform(project, filter, lane);
  route(project, track);
  const aha::Job bounce = project.bounce(folder + "/out.wav");
  bounce.wait();
  require(!bounce.next_event(), "a bounce without missing parts has no events");
  project.plot(folder + "/out.png").wait();
  require(project.undo() && project.redo() && !project.redo(), "undoing");
  try {
    project.remove_track(99);
    require(false, "a track that is not there");
  } catch (const aha::Error &error) {
    require(error.code() == AHA_ERROR_NOT_FOUND, "the code of an error");
  }
  std::puts("a project, played, bounced and drawn");
}
