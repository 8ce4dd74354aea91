import AhaBase
import AhaSync

/// An item of a feed, as its document has it: untrusted.
struct FeedEntry {
  var id = ""
  var title = ""
  var artist = ""
  var description = ""
  /// URL of its page.
  var link = ""
  /// URL that relative ones start from; "": that of the document.
  var base = ""
  /// URL of its first sound; "" for none.
  var sound = ""
  /// Units: bytes; 0 if unknown. Often wrong.
  var size: Int64 = 0
  /// Units: microseconds; 0 if unknown.
  var length: Int64 = 0
  /// Digest that changes with the item.
  var revision: UInt64 = 0
}

/// Streaming parser of a feed's document. Memory holds only the items not taken yet.
///
/// Threads: one at a time.
protocol FeedReader: AnyObject {
  /// Count of items not taken yet.
  var count: Int { get }
  /// Bytes of these items.
  var held: Int { get }

  /// Errors: `reply`, `limit`.
  func parse(_ bytes: [UInt8], isLast: Bool) throws(AhaError)

  /// Moves the new items out, and a line for each item that cannot be read.
  func removeAll() -> (entries: [FeedEntry], troubles: [String])

  /// URL of the next document, after the last byte; "" for none. Errors: `reply`, `unknownFormat`.
  func next() throws(AhaError) -> String
}
