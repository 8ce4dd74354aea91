import AhaBase
import AhaNet
import AhaPage
import AhaPiece

/// A sound that is elsewhere, of which somebody knows how it is got.
public final class RemoteFile {
  /// For error lines.
  public let name: String
  public let url: String
  /// -1 when nobody told.
  public var bytes: Int64 = -1
  /// As 64 hexadecimal letters; "" when nobody told.
  public var sha256 = ""
  public var reach = HTTPReach.asItBegins
  let sign: RemoteStream.Sign
  let renew: RemoteStream.Renew
  let isSigned: Bool

  /// For everybody.
  public convenience init(_ name: String, _ url: String) {
    self.init(name, url, isSigned: false, { (_, _) in }, { (_, _) in })
  }

  /// - Parameters:
  ///   - sign: Signs each request.
  ///   - renew: After a 401, once: then it is signed anew.
  public convenience init(
    _ name: String, _ url: String, sign: @escaping RemoteStream.Sign,
    renew: @escaping RemoteStream.Renew
  ) {
    self.init(name, url, isSigned: true, sign, renew)
  }

  private init(
    _ name: String, _ url: String, isSigned: Bool, _ sign: @escaping RemoteStream.Sign,
    _ renew: @escaping RemoteStream.Renew
  ) {
    (self.name, self.url, self.isSigned) = (name, url, isSigned)
    (self.sign, self.renew) = (sign, renew)
  }
}

extension Opener {
  /// Brings it into a file. Errors: as `OpenedPiece.download`.
  public func download(
    _ file: RemoteFile, to path: FilePath, _ job: Job = Job()
  ) throws(AhaError) {
    let asset = OpenedAsset(
      .mixStem, name: file.name, type: "", bytes: file.bytes, sha256: file.sha256,
      file.isSigned ? .signed(file) : .web(file.url))
    let piece = OpenedPiece(
      self, Piece(), id: "", url: "", created: 0, reach: file.reach, [asset])
    try piece.download(asset, to: path, job)
  }
}
