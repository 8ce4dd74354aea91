// Members of aha::Stream; scripts/generate puts them into its class.

  /// An empty stream in memory, for writing.
  Stream() : Stream(nullptr, 0) {}

  /// Bytes in memory, copied.
  Stream(const void *bytes, std::size_t size) : Stream(in_memory(bytes, size, nullptr)) {}

  /// Bytes in memory, taken over.
  explicit Stream(std::vector<std::uint8_t> bytes)
      : Stream(taken(std::make_unique<Taken>(std::move(bytes)))) {}

  /// A stream of the host's own functions; the object lives as long as the stream is used.
  explicit Stream(std::unique_ptr<Bytes> bytes)
      : Stream(detail::hosted(std::move(bytes), [](detail::Host<Bytes> *host) {
          return Stream(detail::bytes_callbacks(), host, detail::destroy<detail::Host<Bytes>>);
        })) {}

  /// The C callbacks.
  Stream(const aha_stream_callbacks &callbacks, void *user_data, aha_destroy_fn destroy)
      : Stream(detail::made<aha_stream>([&](auto out) {
          return aha_stream_create(&callbacks, user_data, destroy, out);
        })) {}

private:
  using Taken = std::vector<std::uint8_t>;

  static aha_stream *in_memory(const void *bytes, std::size_t size, Taken *taken) {
    return detail::made<aha_stream>([&](auto out) {
      return aha_stream_create_memory(bytes, size, taken, taken ? detail::destroy<Taken> : nullptr,
                                      out);
    });
  }

  static aha_stream *taken(std::unique_ptr<Taken> bytes) {
    if (bytes->empty()) return in_memory(nullptr, 0, nullptr);
    Taken *const kept = bytes.release();
    return in_memory(kept->data(), kept->size(), kept);
  }
