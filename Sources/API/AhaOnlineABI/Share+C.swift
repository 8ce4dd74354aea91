import AhaArguments
import AhaBase
import AhaDrop
import AhaNet
import AhaPiece
import CAha

extension SharedPiece {
  func shareText(_ link: String) throws(AhaError) -> String {
    if link.isLikeURL, !link.isPlainURL {
      throw AhaError(.invalidArgument, "\(link.shownURL) is not a link that others can open")
    }
    return ShareText.of(copy, link: link)
  }
}

extension Client {
  func shareLink(
    _ network: ShareNetwork, piece: SharedPiece, link: String
  ) throws(AhaError) -> String {
    try ShareLink.url(
      on: network, piece: piece.copy, link: link, facebookAppID: settings.facebookAppID)
  }
}
