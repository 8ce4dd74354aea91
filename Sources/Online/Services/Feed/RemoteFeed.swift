import AhaBase
import AhaDrop
import AhaNet
import AhaPage
import AhaSync

/// The feed in a remote folder of drops. Each drop adds its item to the file that is there.
///
/// There is no lock. The file is replaced only if it is still the one that was read, by its ETag;
/// else the item is added again. On a server without ETags, one of two drops at the same time may
/// be missing in the feed.
struct RemoteFeed {
  static let maxBytes = 8 << 20
  private static let maxAttempts = 8

  let podcast: Podcast
  /// Public URL of the folder, with a trailing slash.
  let url: String
  /// The feed; nil for none.
  let fetch: () throws(AhaError) -> HTTPResponse?
  let hasFile: (_ name: String) throws(AhaError) -> Bool
  /// Writes a file. Returns false if the condition does not hold.
  let store: (_ file: PageFile, _ condition: HTTPHeader?) throws(AhaError) -> Bool

  /// Adds a drop's item, in place of one of the same folder.
  func add(_ manifest: DropManifest, in folder: String) throws(AhaError) {
    if let cover = podcast.cover, try !hasFile(cover.name) { _ = try store(cover, nil) }
    try update([DropList.Entry(manifest: manifest, folder: folder)], folder: folder)
  }

  /// Removes the item of a drop's folder, if there is a feed.
  func remove(in folder: String) throws(AhaError) { try update([], folder: folder) }

  /// Writes the items of drops again, in their places. Drops without an item stay out of the feed,
  /// and without a feed nothing is written.
  func replace(_ entries: [DropList.Entry]) throws(AhaError) {
    let list = try list(of: entries)
    for _ in 0..<RemoteFeed.maxAttempts {
      guard let old = try fetch(), !old.body.isEmpty else { return }
      try requireOurs(old.body)
      let bytes = Feed.rss(of: list, replacingIn: old.body)
      if bytes == old.body { return }
      if try store(RemoteFeed.file(bytes), condition(on: old)) { return }
    }
    throw failure(to: "change")
  }

  private func update(_ entries: [DropList.Entry], folder: String) throws(AhaError) {
    let list = try list(of: entries)
    for _ in 0..<RemoteFeed.maxAttempts {
      let old = try fetch()
      if old == nil, entries.isEmpty { return }
      let bytes = old?.body ?? []
      if !bytes.isEmpty { try requireOurs(bytes) }
      let feed = Feed.rss(
        of: list, as: podcast.channel, before: bytes, without: [Feed.page(of: folder, in: url)])
      if try store(RemoteFeed.file(feed), condition(on: old)) { return }
    }
    throw failure(to: "add")
  }

  private func list(of entries: [DropList.Entry]) throws(AhaError) -> DropList {
    try DropList(
      title: podcast.channel.title, url: url, generator: DropContent.generator, entries: entries)
  }

  private func requireOurs(_ feed: [UInt8]) throws(AhaError) {
    if Feed.isOurs(feed) { return }
    throw AhaError(.exists, "\(url)\(Feed.fileName) is another program's: move it away")
  }

  private static func file(_ feed: [UInt8]) -> PageFile {
    PageFile(name: Feed.fileName, type: "application/rss+xml", bytes: feed)
  }

  private func failure(to verb: String) -> AhaError {
    AhaError(.state, "\(url)\(Feed.fileName) was changed at every attempt to \(verb) an item")
  }

  private func condition(on old: HTTPResponse?) -> HTTPHeader? {
    old.map { DropText($0).condition } ?? HTTPHeader("If-None-Match", "*")
  }
}
