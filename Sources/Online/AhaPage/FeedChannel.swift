/// The channel of a feed as a podcast.
public struct FeedChannel {
  public var title = ""
  public var description = ""
  public var author = ""
  /// As in "en" or "de-CH".
  public var language = "en"
  public var category = "Music"
  /// "" for none.
  public var subcategory = ""
  public var owner = ""
  public var email = ""
  public var isExplicit = false
  /// URL of the cover; "" for none.
  public var image = ""
  /// URL of its page; "": that of the folder of drops.
  public var link = ""

  public init() {}
}
