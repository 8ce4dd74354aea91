// Members of aha::Analysis; scripts/generate puts them into its class.

  /// The outline of a whole channel in `count` bins.
  [[nodiscard]] std::vector<aha_outline_bin> outline(std::uint32_t channel,
                                                     std::uint32_t count) const {
    std::vector<aha_outline_bin> bins(count);
    check(aha_analysis_copy_outline(get(), channel, bins.data(), count));
    return bins;
  }
