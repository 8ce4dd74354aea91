// aha/share.hpp: texts and links for other networks.
#include "../aha.hpp"

#ifndef AHA_SHARE_HPP
#define AHA_SHARE_HPP

#include <string>

namespace aha {

/// A text of at most 140 characters, with an optional link.
inline std::string share_text(const Piece &piece, const std::string &link = "") {
  return piece.share_text(link);
}

/// The URL that opens a network's own form with the text and the link in it.
inline std::string share_link(const Client &client, aha_network network, const Piece &piece,
                              const std::string &link) {
  return client.share_link(network, piece, link);
}

} // namespace aha

#endif // AHA_SHARE_HPP
