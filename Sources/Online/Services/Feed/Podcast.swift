import AhaBase
import AhaDrop
import AhaJSON
import AhaPage
import AhaPicture
import AhaHash

/// A podcast whose episodes are the drops of a destination: the channel of the feed and its cover,
/// from a JSON file of the host.
///
/// Source: Apple, "A Podcaster's Guide to RSS".
struct Podcast {
  private static let maxBytes = 64 << 10
  private static let maxText = 4000
  /// Pixels of a cover.
  private static let sides = 1400...3000

  /// Of the file; absolute.
  let path: FilePath
  private(set) var channel = FeedChannel()
  /// Stored beside the feed; nil for none.
  private(set) var cover: PageFile?

  /// Nil without a file.
  /// - Parameter url: Public URL of the folder of drops, with a trailing slash.
  /// Errors: `invalidArgument` (the folder has no public URL, or a value is wrong), `damaged` (not
  /// JSON), those of files and pictures.
  init?(describedBy file: String, at url: String) throws(AhaError) {
    if file.isEmpty { return nil }
    let given = FilePath(file)
    path = given.resolved ?? given
    guard !url.isEmpty else {
      throw AhaError(.invalidArgument, "a feed needs the public URL of its folder: set public_url")
    }
    let bytes = try path.contents(limit: Podcast.maxBytes)
    do throws(AhaError) {
      try read(from: try Podcast.settings(in: bytes, named: path.text), at: url)
    } catch {
      guard error.code == .damaged else { throw error }
      throw AhaError(.invalidArgument, "\(path.text): \(error.line)")
    }
  }

  private static func settings(in bytes: [UInt8], named name: String) throws(AhaError)
    -> JSONSettings
  {
    var (made, failure) = (JSONObject?.none, AhaError?.none)
    bytes.withUnsafeBytes { bytes in
      do throws(AhaError) {
        made = try JSONObject(parsing: bytes, limit: maxBytes, named: name)
      } catch { failure = error }
    }
    if let failure { throw failure }
    guard let made else { return JSONSettings(try JSONObject()) }
    return JSONSettings(made)
  }

  private mutating func read(from settings: JSONSettings, at url: String) throws(AhaError) {
    channel.link = url
    channel.title = try Podcast.text("title", of: settings)
    channel.description = try Podcast.text("description", of: settings)
    channel.author = try Podcast.text("author", of: settings)
    channel.owner = try Podcast.text("owner", of: settings)
    channel.email = try Podcast.text("email", of: settings)
    channel.isExplicit = try settings.flag("explicit")
    let language = try Podcast.text("language", of: settings)
    if !language.isEmpty { channel.language = language }
    let category = try Podcast.text("category", of: settings).array
    if !category.isEmpty {
      let main = category.prefix { $0 != 0x2F }
      channel.category = main.text
      channel.subcategory = category.dropFirst(main.count + 1).text
    }
    let picture = try Podcast.text("cover", of: settings)
    try settings.end()
    try check()
    if !picture.isEmpty { try readCover(from: FilePath(picture), at: url) }
  }

  private static func text(
    _ key: StaticString, of settings: JSONSettings
  ) throws(AhaError) -> String {
    let text = try settings.text(key)
    guard text.utf8.count <= maxText else {
      throw AhaError(.damaged, "\"\(key.text)\" has over \(maxText) bytes")
    }
    return text
  }

  private func check() throws(AhaError) {
    if channel.title.isEmpty { throw AhaError(.damaged, "\"title\" is missing") }
    let parts = channel.email.array.split(separator: 0x40, omittingEmptySubsequences: false)
    let isAddress = parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
    guard isAddress, channel.email.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw AhaError(.damaged, "\"email\" is \"\(channel.email.cut)\", no address of a mailbox")
    }
    let letters = channel.language.utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D
    }
    guard letters, (2...35).contains(channel.language.utf8.count) else {
      throw AhaError(
        .damaged, "\"language\" is \"\(channel.language.cut)\", no tag such as en or de-CH")
    }
    if channel.category.isEmpty { throw AhaError(.damaged, "\"category\" begins with a slash") }
  }

  private mutating func readCover(from given: FilePath, at url: String) throws(AhaError) {
    let file = given.isAbsolute ? given : path.folder / given
    let picture = try CoverImage(file, isCopied: false)
    guard picture.width == picture.height, Podcast.sides.contains(picture.width) else {
      throw AhaError(
        .damaged,
        "the cover \(file.text) has \(picture.width) x \(picture.height) pixels: a podcast's is "
          + "square, of \(Podcast.sides.lowerBound) to \(Podcast.sides.upperBound)")
    }
    let bytes = try file.contents(limit: CoverImage.maxBytes)
    let (ending, type) = picture.kind == .png ? ("png", "image/png") : ("jpg", "image/jpeg")
    // Another picture has another name: readers keep a picture by its URL.
    let mark = Sha256.hexadecimal(try Sha256.digest(of: bytes)).array.prefix(12).text
    let name = "feed-\(mark).\(ending)"
    cover = PageFile(name: name, type: type, bytes: bytes)
    channel.image = url + name
  }
}
