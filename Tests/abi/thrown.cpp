// The C++ header in use: an exception of the host's object is thrown by the failing call.
// Arguments: an empty folder, and a sound file.
#include "hosts.hpp"

struct DiskGone : std::runtime_error {
  DiskGone() : std::runtime_error("the disk is gone") {}
};

// Bytes whose first read fails.
class Broken : public aha::Bytes {
  std::int64_t read(void *, std::int64_t) override { throw DiskGone(); }
  std::int64_t write(const void *, std::int64_t) override { throw DiskGone(); }
  std::int64_t seek(std::int64_t) override { throw DiskGone(); }
  std::int64_t length() override { throw DiskGone(); }
};

// A host's destination that throws any type, when a file begins or when it is sent.
template <class Failure> class BrokenPlace : public aha::HostDestination {
public:
  BrokenPlace(const Failure &failure, bool begins) : failure_(failure), begins_(begins) {}
  std::int64_t begin(const std::string &, const std::string &, const std::string &,
                     std::int64_t) override {
    if (!begins_) throw failure_;
    return 0;
  }
  void send(const std::string &, const std::string &, const void *, std::size_t,
            std::int64_t) override {
    throw failure_;
  }
  std::string create(const std::string &, const std::string &) override { return ""; }

private:
  Failure failure_;
  bool begins_;
};

static aha::Stream broken() { return aha::Stream(std::make_unique<Broken>()); }

// Whether the call throws an aha::Error with this code and this nested exception.
template <class Cause, class Call> static bool is_caused(aha_result code, Call call) {
  try {
    call();
  } catch (const aha::Error &error) {
    try {
      std::rethrow_if_nested(error);
    } catch (const Cause &) {
      return error.code() == code;
    } catch (...) {
    }
  }
  return false;
}

static void calls_nest_the_exception() {
  const aha::Engine engine;
  CHECK(is_caused<DiskGone>(AHA_ERROR_IO, [&] { aha::Sound(engine, broken()); }));
  try {
    aha::Sound(engine, broken());
    CHECK(false);
  } catch (const aha::Error &error) {
    CHECK(error.line().find(": the disk is gone") != std::string::npos);
    CHECK(std::string(error.what()).find("the disk is gone") != std::string::npos);
  }
}

static void jobs_nest_the_exception() {
  aha::Engine engine;
  const auto [sound, loading] = aha::Sound::start_load(engine, broken());
  const aha::Job copy = loading;
  CHECK(is_caused<DiskGone>(AHA_ERROR_IO, [&] { copy.wait(); }));
  CHECK(is_caused<DiskGone>(AHA_ERROR_IO, [&] { engine.save(broken(), 4800).wait(); }));
  CHECK(is_caused<DiskGone>(AHA_ERROR_IO,
                            [&] { aha::Analysis::start(broken()).job.wait(); }));
}

// An exception is nested once, and only in errors of calls that use its stream.
static void other_calls_do_not_nest_it() {
  const aha::Engine engine;
  const aha::Stream first = broken();
  const aha::Job job = aha::Sound::start_load(engine, first).job;
  CHECK(throws(AHA_ERROR_NOT_FOUND, [&] { aha::Sound(engine, "/nowhere.wav"); }));
  CHECK(!is_caused<DiskGone>(AHA_ERROR_NOT_FOUND, [&] { aha::Sound(engine, "/nowhere.wav"); }));
  CHECK(is_caused<DiskGone>(AHA_ERROR_IO, [&] { job.wait(); }));
  CHECK(!is_caused<DiskGone>(AHA_ERROR_IO, [&] { job.wait(); }));
}

static void calls_of_an_object_that_was_moved_from_are_refused() {
  aha::Engine engine;
  aha::Stream stream = broken();
  const aha::Stream taken = std::move(stream);
  CHECK(throws(AHA_ERROR_INVALID_HANDLE, [&] { aha::Sound(engine, stream); }));
  CHECK(throws(AHA_ERROR_INVALID_HANDLE, [&] { return engine.save(stream, 10); }));
}

template <class Failure>
static void drop_to(const aha::Client &client, const Failure &failure, aha_result code,
                    const std::string &sound, bool begins) {
  aha::Destination place(client, "broken",
                         std::make_unique<BrokenPlace<Failure>>(failure, begins));
  aha::Piece piece;
  piece.set_title("Rain");
  aha_piece_info info = piece.info();
  info.length_us = 1000000;
  piece.set_info(info);
  aha::Drop drop(place, piece);
  CHECK(is_caused<Failure>(code, [&] { drop.send(sound).wait(); }));
  drop.forget();
  aha::Drop other(place, piece);
  aha::Job job = other.start();
  CHECK(is_caused<DiskGone>(AHA_ERROR_IO, [&] { other.answer(AHA_ASSET_MIX_STEM, broken()); }));
  job.cancel();
  CHECK(throws(AHA_ERROR_CANCELLED, [&] { job.wait(); }));
  place.remove();
}

int main(int, char **arguments) {
  calls_nest_the_exception();
  jobs_nest_the_exception();
  other_calls_do_not_nest_it();
  calls_of_an_object_that_was_moved_from_are_refused();
  {
    const aha::Client client(
        aha::ClientOptions().application_id("tests").state_folder(arguments[1]));
    for (const bool begins : {false, true}) {
      drop_to(client, DiskGone(), AHA_ERROR_IO, arguments[2], begins);
      drop_to(client, aha::Error(AHA_ERROR_TLS, "gone"), AHA_ERROR_TLS, arguments[2], begins);
      drop_to(client, aha::Error(AHA_OK, "no error"), AHA_ERROR_IO, arguments[2], begins);
      drop_to(client, 7, AHA_ERROR_IO, arguments[2], begins);
    }
  }
  std::printf("%d checks, %d failed\n", checks, failures);
  return failures || !checks;
}
