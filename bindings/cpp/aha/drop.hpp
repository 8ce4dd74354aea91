// aha/drop.hpp: an upload of a piece to a destination.
#include "../aha.hpp"

#ifndef AHA_DROP_HPP
#define AHA_DROP_HPP

#include <string>
#include <vector>

namespace aha {

class Drop : public DropCalls {
public:
  using DropCalls::DropCalls;

  /// The ids of the drops of the journal, the newest first.
  static std::vector<std::string> ids(const Client &client) {
    return detail::listed(client.drop_count(), [&](auto i) { return client.drop_id(i); });
  }

  /// Answers with a mix stem, declines each other asset without an answer, commits, and waits;
  /// throws the drop's error.
  void send(const std::string &mix_stem) const { DropCalls::send(mix_stem).wait(); }

  std::string id() const { return text(AHA_DROP_ID); }
  /// The public URL; empty before the drop is done.
  std::string url() const { return text(AHA_DROP_URL); }
};

} // namespace aha

#endif // AHA_DROP_HPP
