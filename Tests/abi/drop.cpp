// Drops and openings in C++. Arguments: a working folder and a sound file.
#include "hosts.hpp"

#include <fstream>
#include <iterator>
#include <map>

static int places;

// A host's destination in memory.
class Shelf : public aha::HostDestination {
public:
  explicit Shelf(std::map<std::string, std::string> &files) : files_(files) { places++; }
  ~Shelf() override { places--; }
  std::int64_t begin(const std::string &, const std::string &name, const std::string &,
                     std::int64_t) override {
    return static_cast<std::int64_t>(files_[name].size());
  }
  void send(const std::string &, const std::string &name, const void *bytes, std::size_t size,
            std::int64_t offset) override {
    files_[name].replace(static_cast<std::size_t>(offset), std::string::npos,
                         static_cast<const char *>(bytes), size);
  }
  std::string create(const std::string &drop, const std::string &manifest) override {
    files_["manifest"] = manifest;
    return "https://shelf.example/" + drop;
  }
  void discard(const std::string &) override { files_.clear(); }

private:
  std::map<std::string, std::string> &files_;
};

static std::string content(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

static aha::Piece rain() {
  aha::Piece piece;
  piece.set_title("Rain");
  aha_piece_info info = piece.info();
  info.length_us = 2000000;
  piece.set_info(info);
  return piece;
}

// Answers requests one by one, edits, commits; returns the URL.
static std::string drop_in_parts(const aha::Client &client, const aha::Destination &destination,
                                 const std::string &sound) {
  int context = 7;
  aha_drop_options options = aha_drop_options_init();
  options.context = &context;
  aha::Piece piece = rain();
  aha::Drop drop(destination, piece, options);
  CHECK(drop.context() == &context && drop.progress().result == AHA_PENDING);
  const aha::Job job = drop.start();
  drop.answer(AHA_ASSET_MIX_STEM, sound);
  drop.answer(AHA_ASSET_PREVIEW, aha::Stream(sound));
  drop.answer(AHA_ASSET_ATTACHMENT, "notes", 5, "text/plain");
  drop.answer_none(AHA_ASSET_COVER);
  CHECK(throws(AHA_ERROR_STATE, [&] { drop.answer_none(AHA_ASSET_COVER); }));
  piece.set_title("More rain");
  drop.set_piece(piece);
  CHECK(throws(AHA_ERROR_NOT_FOUND, [&] { drop.set_cover("none.png"); }));
  drop.commit();
  CHECK(throws(AHA_ERROR_STATE, [&] { drop.set_piece(piece); }));
  CHECK(throws(AHA_ERROR_STATE, [&] { drop.set_cover("none.png"); }));
  job.wait();
  CHECK(drop.progress().stage == AHA_DROP_DONE && drop.title() == "More rain");
  CHECK(aha::Drop::open(client, drop.id().substr(0, 12)).id() == drop.id());
  return drop.url();
}

static void fail_and_cancel(const aha::Destination &destination, const std::string &sound) {
  aha::Drop broken(destination, rain());
  const aha::Job job = broken.start();
  broken.answer_error(AHA_ASSET_MIX_STEM, "no mix today");
  bool has_failed = false;
  try {
    job.wait();
  } catch (const aha::Error &error) {
    has_failed = error.line().find("no mix today") != std::string::npos;
  }
  CHECK(has_failed);
  CHECK(broken.error().find("no mix today") != std::string::npos);
  broken.forget();

  aha::Drop cancelled(destination, rain());
  const aha::Drop follows = cancelled.share(destination);
  aha::Job going = cancelled.start();
  cancelled.answer(AHA_ASSET_MIX_STEM, going, sound);
  going.cancel();
  CHECK(throws(AHA_ERROR_CANCELLED, [&] { going.wait(); }));
  CHECK(throws(AHA_ERROR_STATE, [&] { return cancelled.start(); }));
}

static void open_again(const aha::Client &client, const std::string &url, const std::string &sound,
                       const std::string &folder) {
  const aha::Opening opening = aha::Opening::create(client, url).wait();
  CHECK(opening.piece().title() == "More rain" && opening.context() == nullptr);
  CHECK(opening.id().size() == 32 && !opening.created().empty());
  CHECK(opening.assets().size() >= 3 && opening.url().empty());
  opening.save(AHA_ASSET_MIX_STEM, folder + "/again").wait();
  CHECK(content(folder + "/again") == content(sound));
  const aha::Engine engine;
  CHECK(aha::Sound(engine, opening.stream()).length_frames() > 0);
  CHECK(throws(AHA_ERROR_NOT_FOUND,
               [&] { return aha::Opening::create(client, folder + "/none").wait(); }));
}

static void share_words(const aha::Client &client) {
  const aha::Piece piece = rain();
  CHECK(piece.share_text("https://x.example/1").find("Rain") != std::string::npos);
  CHECK(piece.share_text("").find("https") == std::string::npos);
  CHECK(client.share_link(AHA_NETWORK_EMAIL, piece, "https://x.example/1")
            .rfind("mailto:", 0) == 0);
  CHECK(throws(AHA_ERROR_INVALID_ARGUMENT,
               [&] { return client.share_link(99, piece, "https://x.example/1"); }));
}

// A ready destination says so, and an opening without a reader is reported.
static void check_places(const aha_client_options &options, const std::string &folder) {
  const aha::Client client(options);
  const aha::Destination here = aha::Destination::folder(client, folder);
  here.check_service().wait();
  CHECK(here.owner().empty() && here.application().empty());
  CHECK(throws(AHA_ERROR_NOT_FOUND, [&] { return here.account(); }));
  const aha::Destination gone = aha::Destination::folder(client, folder + "/no/where");
  const aha::Job job = gone.check_service();
  CHECK(throws(AHA_ERROR_NOT_FOUND, [&] { job.wait(); }));
}

int main(int, char **arguments) {
  const std::string folder = arguments[1], sound = arguments[2], state = folder + "/state";
  aha_client_options options = aha_client_options_init();
  options.application_id = "tests";
  options.state_folder = state.c_str();
  std::map<std::string, std::string> files;
  {
    const aha::Client client(options);
    const aha::Destination pieces = aha::Destination::folder(client, folder);
    CHECK(pieces.info().kind == AHA_DESTINATION_FOLDER && pieces.info().ready == AHA_OK);
    CHECK(pieces.address() == folder && !pieces.name().empty());
    open_again(client, drop_in_parts(client, pieces, sound), sound, folder);
    fail_and_cancel(pieces, sound);

    aha::Destination shelf(client, "shelf", std::make_unique<Shelf>(files));
    CHECK(client.destinations().size() == 2 && places == 1);
    aha::Drop drop(shelf, rain());
    drop.send(sound).wait();
    CHECK(drop.url() == "https://shelf.example/" + drop.id());
    CHECK(files["manifest"].find("\"Rain\"") != std::string::npos);
    CHECK(client.drops().front() == drop.id());
    shelf.remove();
    CHECK(client.destinations().size() == 1);
    share_words(client);
    check_places(options, folder);

    const aha::Account none(nullptr);
    CHECK(throws(AHA_ERROR_INVALID_HANDLE,
                 [&] { return aha::Destination::dropbox(client, none); }));
  }
  CHECK(places == 0);
  std::printf("drop.cpp: %d checks, %d failures\n", checks, failures);
  return failures != 0;
}
