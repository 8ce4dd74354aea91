import AhaBase
import AhaNet

/// Conversion between paths and `file:` URLs.
///
/// Source: RFC 8089.
enum FileURL {
  /// A plain path, or the path of a URL. Errors: `invalidArgument` (another scheme or host).
  static func path(of text: String) throws(AhaError) -> FilePath {
    let bytes = text.array
    let scheme = "file:".array
    guard bytes.count >= scheme.count, bytes[..<scheme.count].lowered == scheme else {
      if !text.isLikeURL { return FilePath(text) }
      throw AhaError(
        .invalidArgument, "\(text.shownURL) is not a folder: its URL would begin with \"file:\"")
    }
    var rest = bytes[scheme.count...]
    if rest.begins(with: "//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != 0x2F }.lowered
      guard host.isEmpty || host == "localhost".array else {
        throw AhaError(.invalidArgument, "\(text.shownURL) is on another machine")
      }
      rest = rest.dropFirst(host.count)
    }
    var path = Percent.decoded(rest)
    guard path.first == 0x2F, !path.contains(0) else {
      throw AhaError(.invalidArgument, "\(text.shownURL) has no absolute path")
    }
    path.append(0)
    return path.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { FilePath($0.baseAddress!) }
    }
  }

  static func url(of path: FilePath) -> String { "file://" + Percent.encoded(path: path) }
}
