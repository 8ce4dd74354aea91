import AhaBase
import AhaNet

/// Parsed name of a piece to open, from a user or another program.
public enum Opening {
  /// `ah-{app}://open?uuid=…`: a piece at the application's service.
  case piece(uuid: String)
  /// URL of a page, its folder, or a manifest.
  case web(String)
  /// A URL with a scheme of one service, as a receipt of a drop has it.
  case keyed(String)
  /// A local page, folder or manifest.
  case file(FilePath)

  /// - Parameters:
  ///   - applicationID: Application whose scheme is accepted; "" for none.
  ///   - schemes: Schemes of services.
  /// Errors: `invalidArgument`, `unsupported` (a URL of another application, or of another kind).
  public init(
    text: String, applicationID: String = "", schemes: [String] = []
  ) throws(AhaError) {
    let bytes = text.array
    if bytes.isEmpty { throw AhaError(.invalidArgument, "the text to open is empty") }
    guard let scheme = Opening.scheme(of: bytes) else {
      if text.isLikeURL { throw AhaError(.invalidArgument, "\(text.shownURL) is not a URL") }
      self = .file(try Opening.path(of: bytes))
      return
    }
    if scheme == "http" || scheme == "https" {
      self = .web(text)
    } else if schemes.contains(scheme) {
      self = .keyed(text)
    } else if scheme == "file" {
      self = .file(try Opening.path(ofURL: bytes))
    } else {
      self = .piece(uuid: try Opening.uuid(of: text, applicationID: applicationID))
    }
  }

  /// Lower-case scheme before "://", or the "file" of "file:/"; nil for a path.
  private static func scheme(of bytes: [UInt8]) -> String? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
    var scheme: [UInt8] = []
    for byte in bytes[..<colon] {
      switch byte {
      case 65...90: scheme.append(byte | 32)
      case 97...122, 48...57, 43, 45, 46, 95: scheme.append(byte)
      default: return nil
      }
    }
    let text = scheme.text
    let rest = bytes[(colon + 1)...]
    if text == "file" { return rest.first == UInt8(ascii: "/") ? text : nil }
    return rest.begins(with: "//") ? text : nil
  }

  private static func path(of bytes: [UInt8]) throws(AhaError) -> FilePath {
    // Converts bytes directly: a path need not be UTF-8.
    let path = (bytes + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { FilePath($0.baseAddress!) }
    }
    if path.isPossible && !bytes.contains(0) { return path }
    throw AhaError(.invalidArgument, "\(path.text.cut) is not a path")
  }

  /// The path in `file:///path`, `file://localhost/path` or `file:/path`.
  ///
  /// Source: RFC 8089.
  private static func path(ofURL bytes: [UInt8]) throws(AhaError) -> FilePath {
    let text = bytes.text
    let here = text.array
    var rest = here[5...]
    for start in ["//localhost/", "///"] where rest.starts(with: start.array) {
      rest = rest.dropFirst(start.utf8.count - 1)
    }
    if rest.begins(with: "//") {
      throw AhaError(.unsupported, "\(text.shownURL) is on another machine")
    }
    let end = rest.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    return try path(of: Percent.decoded(rest[..<(end ?? rest.endIndex)]))
  }

  private static func uuid(of text: String, applicationID: String) throws(AhaError) -> String {
    guard let url = URLParts(text) else {
      throw AhaError(.invalidArgument, "\(text.shownURL) is not a URL")
    }
    guard let uuid = URLHandler.piece(in: url) else {
      throw AhaError(.unsupported, "\(url.scheme)://\(url.host) cannot be opened")
    }
    if applicationID.isEmpty || URLHandler.isScheme(url.scheme, of: applicationID) { return uuid }
    throw AhaError(.unsupported, "\(url.scheme) is the scheme of another application")
  }
}
