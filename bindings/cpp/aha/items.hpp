// aha/items.hpp: iterable pages of a library's items. The next page may be empty; no page is
// the end: `for (auto page = library.list(); page; page = page.next())`.
#include "../aha.hpp"

#ifndef AHA_ITEMS_HPP
#define AHA_ITEMS_HPP

#include <cstdint>
#include <string>

namespace aha {

class Items : public ItemsCalls {
public:
  using ItemsCalls::ItemsCalls;

  /// One item of a page; valid as long as the page.
  class Item {
  public:
    Item(const Items &items, std::uint32_t index) noexcept : items_(&items), index_(index) {}
    aha_item info() const { return items_->info(index_); }
    std::string text(aha_item_text text) const { return items_->text(index_, text); }
    std::string place() const { return text(AHA_ITEM_PLACE); }
    std::string title() const { return text(AHA_ITEM_TITLE); }
    Piece piece() const { return items_->piece(index_); }
    std::int64_t number() const { return info().number; }

  private:
    const Items *items_;
    std::uint32_t index_;
  };

  class Iterator {
  public:
    Iterator(const Items &items, std::uint32_t index) noexcept : items_(&items), index_(index) {}
    Item operator*() const noexcept { return Item(*items_, index_); }
    Iterator &operator++() noexcept {
      ++index_;
      return *this;
    }
    bool operator!=(const Iterator &other) const noexcept { return index_ != other.index_; }

  private:
    const Items *items_;
    std::uint32_t index_;
  };

  Item operator[](std::uint32_t index) const noexcept { return Item(*this, index); }
  Iterator begin() const noexcept { return Iterator(*this, 0); }
  Iterator end() const { return Iterator(*this, size()); }
};

} // namespace aha

#endif // AHA_ITEMS_HPP
