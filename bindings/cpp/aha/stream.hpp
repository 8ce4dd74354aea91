// aha/stream.hpp: bytes from and to a file, memory, or an object of the host's.
#ifndef AHA_STREAM_HPP
#define AHA_STREAM_HPP

#include "calls.hpp"
#include "handle.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace aha {

/// A host's own bytes; see aha_stream_callbacks. An exception counts as a failure.
class Bytes {
public:
  virtual ~Bytes() = default;
  virtual std::int64_t read(void *, std::int64_t) { return -1; }
  virtual std::int64_t write(const void *, std::int64_t) { return -1; }
  virtual std::int64_t seek(std::int64_t offset) = 0;
  virtual std::int64_t length() = 0;
};

class Stream : public Handle<aha_stream, aha_stream_retain, aha_stream_release>,
               public StreamCalls<Stream> {
public:
  explicit Stream(aha_stream *owned) noexcept : Handle(owned) {}

  /// Opens a file for reading.
  explicit Stream(const std::string &path) : Stream(opened(path)) {}

  /// An empty one in memory, to write to.
  Stream() : Stream(in_memory(nullptr, 0, nullptr, nullptr)) {}

  /// Bytes in memory, copied.
  Stream(const void *bytes, std::size_t size) : Stream(in_memory(bytes, size, nullptr, nullptr)) {}

  /// Bytes in memory, taken over.
  explicit Stream(std::vector<std::uint8_t> bytes) : Stream(taken(std::move(bytes))) {}

  /// The host's own functions; the object lives as long as the stream is used.
  explicit Stream(std::unique_ptr<Bytes> bytes) : Stream(hosted(std::move(bytes))) {}

  /// The functions as C has them.
  Stream(const aha_stream_callbacks &callbacks, void *user_data, aha_destroy_fn destroy)
      : Stream(made(callbacks, user_data, destroy)) {}

  /// All bytes of a memory stream.
  std::vector<std::uint8_t> bytes() const {
    std::size_t length = 0;
    check(aha_stream_copy_bytes(get(), nullptr, 0, &length));
    std::vector<std::uint8_t> copied(length);
    if (length) check(aha_stream_copy_bytes(get(), copied.data(), length, &length));
    return copied;
  }

private:
  static aha_stream *opened(const std::string &path) {
    aha_stream *stream = nullptr;
    check(aha_stream_open(path.c_str(), &stream));
    return stream;
  }

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

  // Both hand their object over with the call: libaha destroys it, also when the call fails.
  static aha_stream *taken(std::vector<std::uint8_t> bytes) {
    if (bytes.empty()) return in_memory(nullptr, 0, nullptr, nullptr);
    auto *kept = new std::vector<std::uint8_t>(std::move(bytes));
    return in_memory(kept->data(), kept->size(), kept, [](void *data) {
      delete static_cast<std::vector<std::uint8_t> *>(data);
    });
  }

  static aha_stream *hosted(std::unique_ptr<Bytes> bytes) {
    aha_stream_callbacks callbacks = aha_stream_callbacks_init();
    callbacks.read = [](void *data, void *into, std::int64_t size) {
      return guarded([&] { return static_cast<Bytes *>(data)->read(into, size); });
    };
    callbacks.write = [](void *data, const void *from, std::int64_t size) {
      return guarded([&] { return static_cast<Bytes *>(data)->write(from, size); });
    };
    callbacks.seek = [](void *data, std::int64_t offset) {
      return guarded([&] { return static_cast<Bytes *>(data)->seek(offset); });
    };
    callbacks.length = [](void *data) {
      return guarded([&] { return static_cast<Bytes *>(data)->length(); });
    };
    return made(callbacks, bytes.release(), [](void *data) { delete static_cast<Bytes *>(data); });
  }

  template <class Call> static std::int64_t guarded(Call call) noexcept {
    return detail::guarded(std::int64_t{-1}, call);
  }
};

} // namespace aha

#endif // AHA_STREAM_HPP
