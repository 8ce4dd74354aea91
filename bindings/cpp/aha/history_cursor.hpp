// aha/history_cursor.hpp: a position in a history.
#include "../aha.hpp"

#ifndef AHA_HISTORY_CURSOR_HPP
#define AHA_HISTORY_CURSOR_HPP

namespace aha {

/// A scale, and a position in each scale; no position is in the future.
class HistoryCursor {
public:
  /// Starts at the current day.
  HistoryCursor() { move(0); }
  explicit HistoryCursor(const aha_history_cursor &kept) : cursor_(kept) { move(0); }

  /// Moves in time; returns the number of periods moved.
  std::int64_t move(std::int64_t count) {
    std::int64_t moved = 0;
    check(aha_history_cursor_move(&cursor_, count, &moved));
    return moved;
  }
  /// Changes the scale; returns the number of steps.
  std::int64_t zoom(std::int64_t count) {
    std::int64_t moved = 0;
    check(aha_history_cursor_zoom(&cursor_, count, &moved));
    return moved;
  }
  /// Moves to the period of a time, in seconds since 1970.
  void seek(std::int64_t at) { check(aha_history_cursor_seek(&cursor_, at)); }

  [[nodiscard]] aha_time_scale scale() const noexcept { return cursor_.scale; }
  [[nodiscard]] std::int64_t place() const noexcept { return place(cursor_.scale); }
  [[nodiscard]] std::int64_t place(aha_time_scale scale) const noexcept {
    return scale == AHA_SCALE_DAY ? cursor_.day : scale == AHA_SCALE_WEEK ? cursor_.week
                                                                          : cursor_.month;
  }
  [[nodiscard]] bool is_now() const noexcept { return cursor_.is_now != 0; }
  [[nodiscard]] std::string label() const { return time_label(scale(), place()); }
  /// The scale and the positions, for the host to save.
  [[nodiscard]] const aha_history_cursor &kept() const noexcept { return cursor_; }

private:
  aha_history_cursor cursor_ = aha_history_cursor_init();
};

} // namespace aha

#endif // AHA_HISTORY_CURSOR_HPP
