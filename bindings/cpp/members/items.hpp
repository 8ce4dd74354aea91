// Members of aha::Items; scripts/generate puts them into its class.

  /// One item of a page, and its iterator; valid as long as the page.
  class Item {
  public:
    Item(const Items &items, std::uint32_t index) noexcept : items_(&items), index_(index) {}
    [[nodiscard]] aha_item info() const { return items_->info(index_); }
    [[nodiscard]] std::int64_t number() const { return info().number; }
    [[nodiscard]] std::string text(aha_item_text text) const { return items_->text(index_, text); }
    [[nodiscard]] std::string place() const { return text(AHA_ITEM_PLACE); }
    [[nodiscard]] std::string title() const { return text(AHA_ITEM_TITLE); }
    [[nodiscard]] Piece piece() const { return items_->piece(index_); }

    Item operator*() const noexcept { return *this; }
    bool operator!=(const Item &other) const noexcept { return index_ != other.index_; }
    Item &operator++() noexcept {
      ++index_;
      return *this;
    }

  private:
    const Items *items_;
    std::uint32_t index_;
  };

  /// A loop over all pages: `for (auto page = library.list(); page; page = page.next())`. The next
  /// page may be empty; no page is the end.
  [[nodiscard]] Item begin() const noexcept { return Item(*this, 0); }
  [[nodiscard]] Item end() const noexcept { return Item(*this, size()); }
  Item operator[](std::uint32_t index) const noexcept { return Item(*this, index); }
