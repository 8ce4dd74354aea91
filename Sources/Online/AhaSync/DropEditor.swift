import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet
import AhaPage

/// Access to the files of a catalogue's drops, for edits.
///
/// Threads: one at a time.
public protocol DropEditor: AnyObject {
  /// A small file of a drop; nil if it does not exist. Errors: those of requests or files.
  func file(_ name: String, of id: String, via call: SyncCall) throws(AhaError) -> DropText?

  /// Replaces a file of a drop. Returns: False if the file is not the former one any more; then it
  /// stays unchanged. A server without conditional writes cannot check that.
  /// Errors: those of requests or files.
  func replace(
    _ former: DropText, with file: PageFile, of id: String, via call: SyncCall
  ) throws(AhaError) -> Bool

  /// The item of a drop. Errors: those of `DropItem.item`.
  func item(of id: String, manifest: [UInt8], via call: SyncCall) throws(AhaError) -> LibraryItem

  /// Adds the links that the drop's page needs to a manifest.
  func addLinks(to manifest: inout DropManifest, of id: String) throws(AhaError)

  /// Updates the lists of the folder of drops that exist: index page, feed.
  /// Errors: those of requests or files.
  func list(_ drops: [DropList.Entry], via call: SyncCall) throws(AhaError)
}

extension DropEditor {
  /// Whether a file has changed since it was read, for servers that cannot check it.
  public func isOther(
    _ former: DropText, _ name: String, of id: String, via call: SyncCall
  ) throws(AhaError) -> Bool {
    try file(name, of: id, via: call)?.bytes != former.bytes
  }

  public func addLinks(to manifest: inout DropManifest, of id: String) throws(AhaError) {}
}

/// A file of a drop as it was read.
public struct DropText {
  public let bytes: [UInt8]
  /// The condition that the file is unchanged; nil if the server cannot check it.
  public let condition: HTTPHeader?

  public init(bytes: [UInt8], condition: HTTPHeader? = nil) {
    (self.bytes, self.condition) = (bytes, condition)
  }

  /// Source: RFC 9110, 13.1.1: weak tags never match.
  public init(_ reply: HTTPResponse) {
    let tag = reply.header("ETag").flatMap { $0.begins(with: "\"") ? $0 : nil }
    self.init(bytes: reply.body, condition: tag.map { HTTPHeader("If-Match", $0) })
  }
}
