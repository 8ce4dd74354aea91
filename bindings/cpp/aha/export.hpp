// aha/export.hpp: what people took home from allihoopa.com. The methods are the functions of
// aha/export.h.
#ifndef AHA_EXPORT_HPP
#define AHA_EXPORT_HPP

#include "piece.hpp"

namespace aha {

class Export : public Handle<aha_export, aha_export_retain, aha_export_release> {
public:
  explicit Export(aha_export *owned) noexcept : Handle(owned) {}
  /// Opens an unpacked export.
  explicit Export(const std::string &folder) : Handle(nullptr) {
    aha_export *opened = nullptr;
    check(aha_export_open(folder.c_str(), &opened));
    *this = Export(opened);
  }

  /// How many pieces there are.
  std::uint32_t size() const { return aha_export_count(get()); }
  /// Makes a piece of a row.
  Piece piece(std::uint32_t index) const {
    aha_piece *piece = nullptr;
    check(aha_export_get_piece(get(), index, &piece));
    return Piece(piece);
  }
  /// The id of a piece, or the path of a file of it; "" for none.
  std::string text(std::uint32_t index, aha_export_text text) const {
    return detail::copied_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
      return aha_export_copy_text(get(), index, text, buffer, capacity, length);
    });
  }
  /// What was left out, each in a line.
  std::vector<std::string> remarks() const {
    std::vector<std::string> found;
    for (std::uint32_t i = 0; i < aha_export_remark_count(get()); i++)
      found.push_back(
          detail::copied_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
            return aha_export_copy_remark(get(), i, buffer, capacity, length);
          }));
    return found;
  }
};

} // namespace aha

#endif // AHA_EXPORT_HPP
