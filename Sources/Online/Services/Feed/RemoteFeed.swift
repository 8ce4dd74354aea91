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
  let files: any RemoteFiles
  let call: DropCall

  /// Adds a drop's item, in place of one of the same folder.
  func add(_ manifest: DropManifest, in folder: String) throws(AhaError) {
    if let cover = podcast.cover {
      let address = files.address(of: cover.name)
      if try files.size(of: address, via: call) == nil {
        _ = try files.put(cover, at: address, if: nil, via: call)
      }
    }
    try update([DropList.Entry(manifest: manifest, folder: folder)], folder: folder)
  }

  /// Removes the item of a drop's folder, if there is a feed.
  func remove(in folder: String) throws(AhaError) { try update([], folder: folder) }

  /// Writes the items of drops again, in their places. Drops without an item stay out of the feed,
  /// and without a feed nothing is written.
  func replace(_ entries: [DropList.Entry]) throws(AhaError) {
    let list = try list(of: entries)
    for _ in 0..<RemoteFeed.maxAttempts {
      guard let old = try files.contents(of: address, via: call), !old.body.isEmpty else { return }
      try requireOurs(old.body)
      let bytes = Feed.rss(of: list, replacingIn: old.body)
      if bytes == old.body { return }
      if try store(bytes, over: old) { return }
    }
    throw failure(to: "change")
  }

  private func update(_ entries: [DropList.Entry], folder: String) throws(AhaError) {
    let list = try list(of: entries)
    for _ in 0..<RemoteFeed.maxAttempts {
      let old = try files.contents(of: address, via: call)
      if old == nil, entries.isEmpty { return }
      let bytes = old?.body ?? []
      if !bytes.isEmpty { try requireOurs(bytes) }
      let feed = Feed.rss(
        of: list, as: podcast.channel, before: bytes, without: [Feed.page(of: folder, in: url)])
      if try store(feed, over: old) { return }
    }
    throw failure(to: "add")
  }

  private var address: String { files.address(of: Feed.fileName) }

  /// Replaces the feed. Returns false if it was changed meanwhile, as far as the service can check.
  private func store(_ feed: [UInt8], over old: HTTPResponse?) throws(AhaError) -> Bool {
    let file = PageFile(name: Feed.fileName, type: "application/rss+xml", bytes: feed)
    let condition = old.map { DropText($0).condition } ?? HTTPHeader("If-None-Match", "*")
    var result = try files.put(file, at: address, if: condition, via: call)
    if result == .unsupported { result = try files.put(file, at: address, if: nil, via: call) }
    return result == .written
  }

  private func list(of entries: [DropList.Entry]) throws(AhaError) -> DropList {
    try DropList(
      title: podcast.channel.title, url: url, generator: DropContent.generator, entries: entries)
  }

  private func requireOurs(_ feed: [UInt8]) throws(AhaError) {
    if Feed.isOurs(feed) { return }
    throw AhaError(.exists, "\(url)\(Feed.fileName) is another program's: move it away")
  }

  private func failure(to verb: String) -> AhaError {
    AhaError(.state, "\(url)\(Feed.fileName) was changed at every attempt to \(verb) an item")
  }
}
