// aha/analysis.hpp: what a sound says of itself. The methods are the functions of aha/analysis.h.
#ifndef AHA_ANALYSIS_HPP
#define AHA_ANALYSIS_HPP

#include "calls.hpp"
#include "job.hpp"
#include "piece.hpp"
#include "stream.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace aha {

class Analysis : public Handle<aha_analysis, aha_analysis_retain, aha_analysis_release>,
                 public AnalysisCalls<Analysis> {
public:
  explicit Analysis(aha_analysis *owned) noexcept : Handle(owned) {}

  /// Listens to a file.
  explicit Analysis(const std::string &path) : Handle(nullptr) {
    aha_analysis *analysis = nullptr;
    check(aha_analysis_load(path.c_str(), &analysis));
    *this = Analysis(analysis);
  }

  /// Listens to frames in memory, interleaved.
  Analysis(const float *frames, std::uint64_t frame_count, std::uint32_t channels,
           std::uint32_t sample_rate)
      : Handle(nullptr) {
    aha_analysis *analysis = nullptr;
    check(aha_analysis_create(frames, frame_count, channels, sample_rate, &analysis));
    *this = Analysis(analysis);
  }

  /// Starts to listen to a file in a job; the analysis can be asked when the job has ended well.
  static std::pair<Analysis, Job> start(const std::string &path) {
    aha_analysis *analysis = nullptr;
    aha_job *job = nullptr;
    check(aha_analysis_start(path.c_str(), &analysis, &job));
    return {Analysis(analysis), Job(job)};
  }

  /// Starts to listen to a stream.
  static std::pair<Analysis, Job> start(const Stream &stream) {
    aha_analysis *analysis = nullptr;
    aha_job *job = nullptr;
    check(aha_analysis_start_stream(stream.get(), &analysis, &job));
    return {Analysis(analysis), Job(job)};
  }

  /// Starts to listen to a stream, within limits.
  static std::pair<Analysis, Job> start(const Stream &stream, const aha_analysis_options &options) {
    aha_analysis *analysis = nullptr;
    aha_job *job = nullptr;
    check(aha_analysis_start_with(stream.get(), &options, &analysis, &job));
    return {Analysis(analysis), Job(job)};
  }

  /// The tempos that it could have, the likeliest first.
  std::vector<aha_tempo> tempos() const { return copied<aha_tempo>(aha_analysis_copy_tempos); }
  /// The onsets in their order.
  std::vector<aha_onset> onsets() const { return copied<aha_onset>(aha_analysis_copy_onsets); }
  /// The stretches that can go round, the best first.
  std::vector<aha_loop_points> loops() const {
    return copied<aha_loop_points>(aha_analysis_copy_loops);
  }

  /// The whole length of a channel in so many stretches.
  std::vector<aha_outline_bin> outline(std::uint32_t channel, std::uint32_t count) const {
    std::vector<aha_outline_bin> bins(count);
    check(aha_analysis_copy_outline(get(), channel, bins.data(), count));
    return bins;
  }

  /// Puts what a piece lacks into it; bit n of the result is set for the field n that was.
  std::uint32_t fill(const Piece &piece) const {
    std::uint32_t fields = 0;
    check(aha_analysis_fill_piece(get(), piece.get(), &fields));
    return fields;
  }

private:
  template <class T, class Copy>
  std::vector<T> copied(Copy copy) const {
    std::uint32_t count = 0;
    check(copy(get(), nullptr, 0, &count));
    std::vector<T> list(count);
    check(copy(get(), list.data(), count, &count));
    return list;
  }
};

} // namespace aha

#endif // AHA_ANALYSIS_HPP
