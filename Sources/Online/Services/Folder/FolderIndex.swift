import AhaBase
import AhaDrop
import AhaPage
import AhaPiece

/// Writes the index page and the feed of a folder of drops, from the manifests in it.
///
/// Files of these names that libaha did not write are left unchanged.
struct FolderIndex {
  private static let maxBytes = 1 << 20
  /// Timeout for the lock.
  private static let timeoutMilliseconds: Int64 = 30_000

  private let root: FilePath
  private let url: String
  private let podcast: Podcast?

  init(root: FilePath, url: String, podcast: Podcast?) {
    (self.root, self.url, self.podcast) = (root, url, podcast)
  }

  static func isThere(in root: FilePath) -> Bool {
    FileStatus(root / FilePath(IndexPage.fileName)) != nil
  }

  /// Errors: those of files, `state` (another process holds the lock too long).
  func rebuild() throws(AhaError) {
    let held = try lock()
    let list = try DropList(
      title: root.name.text, url: url, generator: DropContent.generator, entries: try entries())
    try put(try IndexPage.html(of: list), as: IndexPage.fileName)
    if let cover = podcast?.cover { try (root / FilePath(cover.name)).replace(with: cover.bytes) }
    try put(feed(of: list), as: Feed.fileName)
    withExtendedLifetime(held) {}
  }

  /// Without a podcast, the feed keeps the channel of the one that is there.
  private func feed(of list: DropList) -> [UInt8] {
    if podcast == nil,
      let old = try? (root / FilePath(Feed.fileName)).contents(limit: RemoteFeed.maxBytes),
      let same = Feed.rss(of: list, channelOf: old)
    {
      return same
    }
    return Feed.rss(of: list, as: podcast?.channel)
  }

  /// The index is read and written under the lock, so the last writer includes all drops.
  func lock() throws(AhaError) -> FileLock {
    try FileLock(
      root / FilePath(".aha-index.lock"), busy: "the page of \(root.text) is being made",
      until: Instant.after(milliseconds: FolderIndex.timeoutMilliseconds))
  }

  private func entries() throws(AhaError) -> [DropList.Entry] {
    var entries: [DropList.Entry] = []
    for name in try Disk.names(in: root) where !name.hasPrefix(".") {
      let path = root / name / FilePath(DropManifest.fileName)
      guard FileStatus(path, followingLinks: false)?.kind == .file else { continue }
      do throws(AhaError) {
        let bytes = try FolderIndex.read(from: path)
        let manifest = try DropManifest(bytes: bytes, named: path.text)
        entries.append(DropList.Entry(manifest: manifest, folder: name.text))
      } catch {
        Log.warning("not in the list of \(root.text): \(error.line)")
      }
    }
    return entries
  }

  /// Errors: those of files, `limit`.
  private static func read(from path: FilePath) throws(AhaError) -> [UInt8] {
    let file = try FileStream(reading: path)
    let length = try file.length()
    guard length <= Int64(maxBytes) else {
      throw AhaError(.limit, "\(path.text) has \(length) bytes, over \(maxBytes)")
    }
    try requireMemory(bytes: Int(length))
    var (bytes, failure, got) = ([UInt8](repeating: 0, count: Int(length)), AhaError?.none, 0)
    bytes.withUnsafeMutableBytes { bytes in
      do throws(AhaError) { got = try file.read(into: bytes, at: 0) } catch { failure = error }
    }
    if let failure { throw failure }
    return Array(bytes.prefix(got))
  }

  private func put(_ bytes: [UInt8], as name: String) throws(AhaError) {
    let path = root / FilePath(name)
    // A folder or a pipe of this name is not libaha's either.
    if let status = FileStatus(path), try status.kind == .file ? !isOurs(path) : true {
      return Log.warning("\(path.text) is not of libaha, and stays as it is")
    }
    try path.replace(with: bytes)
  }

  /// An empty file is libaha's too.
  private func isOurs(_ path: FilePath) throws(AhaError) -> Bool {
    let file = try FileStream(reading: path)
    var (bytes, failure, got) = ([UInt8](repeating: 0, count: 4096), AhaError?.none, 0)
    bytes.withUnsafeMutableBytes { bytes in
      do throws(AhaError) { got = try file.read(into: bytes, at: 0) } catch { failure = error }
    }
    if let failure { throw failure }
    return got == 0 || DropPage.isOurs(Array(bytes.prefix(got)))
  }
}
