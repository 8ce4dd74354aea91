// Members of aha::Piece; scripts/generate puts them into its class.

  /// Creates a piece from a manifest.
  [[nodiscard]] static Piece read(const std::string &manifest) {
    return read(manifest.data(), manifest.size());
  }
