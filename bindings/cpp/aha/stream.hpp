// aha/stream.hpp: bytes from and to a file, memory, or an object of the host.
#include "../aha.hpp"

#ifndef AHA_STREAM_HPP
#define AHA_STREAM_HPP

#include <cstdint>
#include <memory>
#include <vector>

namespace aha {

/// A host's own bytes; see aha_stream_callbacks. After an exception the call or job that needs the
/// bytes fails; the exception is nested in its error.
class Bytes {
public:
  virtual ~Bytes() = default;
  virtual std::int64_t read(void *, std::int64_t) { return -1; }
  virtual std::int64_t write(const void *, std::int64_t) { return -1; }
  virtual std::int64_t seek(std::int64_t offset) = 0;
  virtual std::int64_t length() = 0;
};

class Stream : public StreamCalls {
public:
  using StreamCalls::StreamCalls;

  /// An empty stream in memory, for writing.
  Stream() : Stream(nullptr, 0) {}

  /// Bytes in memory, copied.
  Stream(const void *bytes, std::size_t size) : Stream(in_memory(bytes, size, nullptr, nullptr)) {}

  /// Bytes in memory, taken over.
  explicit Stream(std::vector<std::uint8_t> bytes) : Stream(taken(std::move(bytes))) {}

  /// A stream of the host's own functions; the object lives as long as the stream is used.
  explicit Stream(std::unique_ptr<Bytes> bytes) : Stream(hosted(std::move(bytes))) {}

  /// The C callbacks.
  Stream(const aha_stream_callbacks &callbacks, void *user_data, aha_destroy_fn destroy)
      : Stream(made(callbacks, user_data, destroy)) {}

private:
  using Host = detail::Host<Bytes>;

  static aha_stream *in_memory(const void *bytes, std::size_t size, void *user_data,
                               aha_destroy_fn destroy) {
    aha_stream *stream = nullptr;
    check(aha_stream_create_memory(bytes, size, user_data, destroy, &stream));
    return stream;
  }

  static aha_stream *made(const aha_stream_callbacks &callbacks, void *user_data,
                          aha_destroy_fn destroy) {
    aha_stream *stream = nullptr;
    check(aha_stream_create(&callbacks, user_data, destroy, &stream));
    return stream;
  }

  // Both calls transfer ownership of their object: libaha destroys it, also if the call fails.
  static aha_stream *taken(std::vector<std::uint8_t> bytes) {
    if (bytes.empty()) return in_memory(nullptr, 0, nullptr, nullptr);
    auto *kept = new std::vector<std::uint8_t>(std::move(bytes));
    return in_memory(kept->data(), kept->size(), kept, [](void *data) {
      delete static_cast<std::vector<std::uint8_t> *>(data);
    });
  }

  static Stream hosted(std::unique_ptr<Bytes> bytes) {
    aha_stream_callbacks callbacks = aha_stream_callbacks_init();
    callbacks.read = [](void *data, void *into, std::int64_t size) {
      return guard(data, [&](Bytes &own) { return own.read(into, size); });
    };
    callbacks.write = [](void *data, const void *from, std::int64_t size) {
      return guard(data, [&](Bytes &own) { return own.write(from, size); });
    };
    callbacks.seek = [](void *data, std::int64_t offset) {
      return guard(data, [&](Bytes &own) { return own.seek(offset); });
    };
    callbacks.length = [](void *data) {
      return guard(data, [](Bytes &own) { return own.length(); });
    };
    const auto thrown = std::make_shared<detail::Thrown>();
    auto *host = new Host{std::move(bytes), thrown};
    return detail::hosted([&] { return Stream(made(callbacks, host, Host::destroy)); }, thrown);
  }

  template <class Call> static std::int64_t guard(void *data, Call call) noexcept {
    return Host::of(data).guard(std::int64_t{-1}, call);
  }
};

} // namespace aha

#endif // AHA_STREAM_HPP
