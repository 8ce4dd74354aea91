import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet
import AhaPage
import AhaSync

/// Small files in a service's folder of drops. An address is a key of S3 or a URL of WebDAV.
///
/// Errors: those of requests.
protocol RemoteFiles: AnyObject {
  /// - Parameter path: Relative to the folder.
  func address(of path: String) -> String

  /// Length in bytes, -1 if unknown; nil if the file does not exist.
  func size(of address: String, via call: DropCall) throws(AhaError) -> Int64?

  /// The reply with a file; nil if the file does not exist.
  func contents(of address: String, via call: DropCall) throws(AhaError) -> HTTPResponse?

  /// Writes a file if a condition holds; nil: always.
  func put(
    _ file: PageFile, at address: String, if condition: HTTPHeader?, via call: DropCall
  ) throws(AhaError) -> RemoteWrite
}

enum RemoteWrite {
  case written
  /// The condition does not hold.
  case refused
  /// The service has no conditional writes, and has written nothing.
  case unsupported
}

/// A catalogue whose drops are remote files.
protocol RemoteDropEditor: Catalogue, DropEditor {
  var files: any RemoteFiles { get }
  /// Public URL of the folder of drops; "" if it has none.
  var publicURL: String { get }
}

extension RemoteDropEditor {
  var editor: (any DropEditor)? { self }

  private func address(of name: String, in id: String) -> String {
    files.address(of: "\(id)/\(name)")
  }

  func item(of id: String, manifest: [UInt8], via call: SyncCall) throws(AhaError) -> LibraryItem {
    let name = address(of: DropManifest.fileName, in: id)
    let base = (publicURL.isEmpty ? address : publicURL).withSlash
    return try DropItem.item(manifest, named: name, folder: id, origin: .remote) { file in
      FilePath(base + Percent.encoded(path: "\(id)/\(file?.name ?? DropPage.fileName)"))
    }
  }

  func file(_ name: String, of id: String, via call: SyncCall) throws(AhaError) -> DropText? {
    try files.contents(of: address(of: name, in: id), via: call.call).map { DropText($0) }
  }

  func replace(
    _ former: DropText, with file: PageFile, of id: String, via call: SyncCall
  ) throws(AhaError) -> Bool {
    let address = address(of: file.name, in: id)
    if let condition = former.condition {
      let result = try files.put(file, at: address, if: condition, via: call.call)
      if result != .unsupported { return result == .written }
    }
    if try isOther(former, file.name, of: id, via: call) { return false }
    return try files.put(file, at: address, if: nil, via: call.call) == .written
  }
}
