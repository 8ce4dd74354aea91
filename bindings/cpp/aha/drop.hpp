// aha/drop.hpp: a piece leaves.
#ifndef AHA_DROP_HPP
#define AHA_DROP_HPP

#include "calls.hpp"
#include "destination.hpp"
#include "job.hpp"
#include "piece.hpp"
#include "stream.hpp"

#include <string>
#include <vector>

namespace aha {

class Drop : public Handle<aha_drop, aha_drop_retain, aha_drop_release>,
             public DropCalls<Drop> {
public:
  explicit Drop(aha_drop *owned) noexcept : Handle(owned) {}

  Drop(const Destination &destination, const Piece &piece,
       const aha_drop_options &options = aha_drop_options_init())
      : Drop(made(destination, piece, options)) {}

  /// Opens a drop of the journal, by its id or the beginning of it.
  static Drop open(const Client &client, const std::string &id) {
    aha_drop *drop = nullptr;
    check(aha_drop_open(client.get(), id.c_str(), &drop));
    return Drop(drop);
  }

  /// The ids of the drops of the journal, the newest first.
  static std::vector<std::string> ids(const Client &client) {
    std::uint32_t count = 0;
    check(aha_client_get_drop_count(client.get(), &count));
    std::vector<std::string> found;
    for (std::uint32_t i = 0; i < count; i++)
      found.push_back(
          detail::copied_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
            return aha_client_copy_drop(client.get(), i, buffer, capacity, length);
          }));
    return found;
  }

  /// A drop of the same piece to another destination.
  Drop share(const Destination &destination) const {
    aha_drop *drop = nullptr;
    check(aha_drop_share(get(), destination.get(), &drop));
    return Drop(drop);
  }

  /// Starts it, or goes on with one that broke off.
  Job start() const {
    aha_job *job = nullptr;
    check(aha_drop_start(get(), &job));
    return Job(job);
  }

  void answer(aha_asset asset, const std::string &path, const char *type = nullptr) const {
    check(aha_drop_answer_file(get(), asset, path.c_str(), type));
  }
  void answer(aha_asset asset, const void *bytes, std::size_t size,
              const char *type = nullptr) const {
    check(aha_drop_answer_bytes(get(), asset, bytes, size, type));
  }
  void answer(aha_asset asset, const Stream &stream, const char *type = nullptr) const {
    check(aha_drop_answer_stream(get(), asset, stream.get(), type));
  }
  /// With the file that a job will have made.
  void answer(aha_asset asset, const Job &job, const std::string &path,
              const char *type = nullptr) const {
    check(aha_drop_answer_job(get(), asset, job.get(), path.c_str(), type));
  }

  void set_piece(const Piece &piece) const { check(aha_drop_set_piece(get(), piece.get())); }

  /// Answers with a mix stem, says of each other asset without an answer that there is none,
  /// commits, and waits; throws what it failed with.
  void send(const std::string &mix_stem) const {
    aha_job *job = nullptr;
    check(aha_drop_send(get(), mix_stem.c_str(), &job));
    Job(job).wait();
  }

  std::string id() const { return text(AHA_DROP_ID); }
  /// What people open; empty before it is done.
  std::string url() const { return text(AHA_DROP_URL); }

  /// Ends a drop that broke off, and takes away what it left at the destination.
  Job discard() const {
    aha_job *job = nullptr;
    check(aha_drop_discard(get(), &job));
    return Job(job);
  }

private:
  static aha_drop *made(const Destination &destination, const Piece &piece,
                        const aha_drop_options &options) {
    aha_drop *drop = nullptr;
    check(aha_drop_create(destination.get(), piece.get(), &options, &drop));
    return drop;
  }
};

} // namespace aha

#endif // AHA_DROP_HPP
