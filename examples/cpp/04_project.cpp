// 04_project: a project with a loop that fades out. Plays it once while the host moves its filter,
// and bounces the recorded performance.
//   c++ -std=c++17 04_project.cpp $(pkg-config --cflags --libs aha) -o 04_project
//   ./04_project song.aha loop.ogg out.flac
#include <aha.hpp>
#include <cstdio>

// Two seconds in which the host moves the cutoff; the moves become one edit.
static void perform(const aha::Project &project, aha_id filter) {
  aha::Engine engine;
  aha::Session session(project, engine);
  aha::Effect heard = session.effect(filter);
  std::vector<float> block(2 * engine.sample_rate() / 10);
  session.start(0);
  for (int tenth = 0; tenth < 20; tenth++) {
    heard.set_value(AHA_FILTER_CUTOFF_HZ, 400.0f + 300.0f * static_cast<float>(tenth));
    engine.render(block.data(), block.size() / 2);
  }
  session.stop();
  engine.render(block.data(), block.size() / 2);
  session.save_moves();
}

int main(int count, char **arguments) {
  if (count != 4) return std::fprintf(stderr, "usage: %s PROJECT LOOP OUT\n", arguments[0]), 2;
  try {
    aha::Project project = aha::Project::create(arguments[1]);
    const aha_id track = project.add_track(arguments[2]);
    const aha_id fade = project.add_lane(AHA_OWNER_TRACK, track, AHA_FADER_GAIN_DB);
    project.add_points(fade,
                       {{1500000, 0.0f, AHA_POINT_LINEAR}, {2500000, -60.0f, AHA_POINT_STEP}});
    const aha_id filter = project.add_effect(AHA_OWNER_TRACK, track, AHA_EFFECT_FILTER);
    const aha_id cutoff =
        project.add_lane(AHA_OWNER_EFFECT, filter, AHA_FILTER_CUTOFF_HZ, AHA_LANE_LATCH);
    perform(project, filter);
    project.bounce(arguments[3]).wait();
    std::printf("%s: %zu points recorded, \"%s\" can be undone\n", arguments[1],
                project.points(cutoff).size(), project.text(AHA_PROJECT_TEXT_UNDO_TITLE).c_str());
    return 0;
  } catch (const aha::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
