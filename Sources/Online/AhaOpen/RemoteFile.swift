import AhaBase
import AhaNet
import AhaPage
import AhaPiece

/// A remote sound file with its access method.
public final class RemoteFile {
  /// For error lines.
  public let name: String
  public let url: String
  /// Size in bytes; -1 if unknown.
  public var bytes: Int64 = -1
  /// SHA-256 as 64 hexadecimal digits; "" if unknown.
  public var sha256 = ""
  public var ssrfGuard = SSRFGuard.notNearerThanBefore
  let sign: RemoteStream.Sign
  let renew: RemoteStream.Renew
  let isSigned: Bool

  /// A public file.
  public convenience init(name: String, url: String) {
    self.init(name: name, url: url, isSigned: false, sign: { (_, _) in }, renew: { (_, _, _) in })
  }

  /// - Parameters:
  ///   - sign: Signs each request.
  ///   - renew: Called once after a 401; the request is then signed again.
  public convenience init(
    name: String, url: String, sign: @escaping RemoteStream.Sign,
    renew: @escaping RemoteStream.Renew
  ) {
    self.init(name: name, url: url, isSigned: true, sign: sign, renew: renew)
  }

  private init(
    name: String, url: String, isSigned: Bool, sign: @escaping RemoteStream.Sign,
    renew: @escaping RemoteStream.Renew
  ) {
    (self.name, self.url, self.isSigned) = (name, url, isSigned)
    (self.sign, self.renew) = (sign, renew)
  }
}

extension PieceLoader {
  /// Downloads it into a file. Errors: as `OpenedPiece.download`.
  public func download(
    _ file: RemoteFile, to path: FilePath, job: Job = Job()
  ) throws(AhaError) {
    let asset = OpenedAsset(
      role: .mixStem, name: file.name, type: "", bytes: file.bytes, sha256: file.sha256,
      location: file.isSigned ? .signed(file) : .web(file.url))
    let piece = OpenedPiece(
      loader: self, piece: Piece(), id: "", url: "", created: 0, ssrfGuard: file.ssrfGuard,
      assets: [asset])
    try piece.download(asset, to: path, job: job)
  }
}
