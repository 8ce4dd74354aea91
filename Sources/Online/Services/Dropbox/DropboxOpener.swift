import AhaBase
import AhaNet
import AhaOpen
import AhaSync

/// Opens the shared links of folders at Dropbox.
final class DropboxOpener: Opener {
  private let api: DropboxAPI

  init(_ api: DropboxAPI) { self.api = api }

  func open(link: String, loader: PieceLoader, job: Job) throws(AhaError) -> OpenedPiece? {
    if !api.isFolderLink(link) { return nil }
    return try loader.openFolder(link.shownLocation, job: job) { [api] (name) throws(AhaError) in
      RemoteFile(
        name: name, url: try api.downloadURL(inLink: link, name: name), account: api.account)
    }
  }
}
