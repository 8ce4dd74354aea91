// aha/analysis.hpp: loudness, tempo, key and loop points of a sound.
#include "../aha.hpp"

#ifndef AHA_ANALYSIS_HPP
#define AHA_ANALYSIS_HPP

#include <cstdint>
#include <vector>

namespace aha {

class Analysis : public AnalysisCalls {
public:
  using AnalysisCalls::AnalysisCalls;

  /// The outline of a whole channel in `count` bins.
  std::vector<aha_outline_bin> outline(std::uint32_t channel, std::uint32_t count) const {
    std::vector<aha_outline_bin> bins(count);
    check(aha_analysis_copy_outline(get(), channel, bins.data(), count));
    return bins;
  }
};

} // namespace aha

#endif // AHA_ANALYSIS_HPP
