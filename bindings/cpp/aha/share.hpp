// aha/share.hpp: what to say of a piece elsewhere.
#ifndef AHA_SHARE_HPP
#define AHA_SHARE_HPP

#include "client.hpp"
#include "piece.hpp"

#include <string>

namespace aha {

/// A text of at most 140 characters, with a link or without.
inline std::string share_text(const Piece &piece, const std::string &link = "") {
  return detail::copied_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
    return aha_piece_copy_share_text(piece.get(), link.c_str(), buffer, capacity, length);
  });
}

/// The URL that opens a network's own form with the text and the link in it.
inline std::string share_link(const Client &client, aha_network network, const Piece &piece,
                              const std::string &link) {
  return detail::copied_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
    return aha_client_copy_share_link(client.get(), network, piece.get(), link.c_str(), buffer,
                                      capacity, length);
  });
}

} // namespace aha

#endif // AHA_SHARE_HPP
