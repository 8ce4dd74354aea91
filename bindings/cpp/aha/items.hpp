// aha/items.hpp: what a library has. The methods are the functions of aha/items.h.
#ifndef AHA_ITEMS_HPP
#define AHA_ITEMS_HPP

#include "piece.hpp"

#include <cstdint>
#include <string>

namespace aha {

/// A page of a list: items as they were when it was asked for.
class Items : public Handle<aha_items, aha_items_retain, aha_items_release> {
public:
  explicit Items(aha_items *owned) noexcept : Handle(owned) {}

  /// One item of a page, which lives as long as that.
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

  std::uint32_t size() const { return aha_items_count(get()); }
  Item operator[](std::uint32_t index) const noexcept { return Item(*this, index); }
  Iterator begin() const noexcept { return Iterator(*this, 0); }
  Iterator end() const { return Iterator(*this, size()); }

  aha_item info(std::uint32_t index) const {
    aha_item item = aha_item_init();
    check(aha_items_get(get(), index, &item));
    return item;
  }
  std::string text(std::uint32_t index, aha_item_text text) const {
    return detail::copied_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
      return aha_items_copy_text(get(), index, text, buffer, capacity, length);
    });
  }
  /// What is known of one as a piece.
  Piece piece(std::uint32_t index) const {
    aha_piece *piece = nullptr;
    check(aha_items_get_piece(get(), index, &piece));
    return Piece(piece);
  }
  /// The page behind it, which may be empty; no page at the end: `for (auto page = library.list();
  /// page; page = page.next())`.
  Items next() const {
    aha_items *page = nullptr;
    check(aha_items_next(get(), &page));
    return Items(page);
  }
};

} // namespace aha

#endif // AHA_ITEMS_HPP
