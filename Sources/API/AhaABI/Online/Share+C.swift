import AhaBase
import AhaDrop
import AhaNet
import CAha

@c @implementation
public func aha_share_copy_text(
  _ piece: OpaquePointer?, _ link: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guarded { () throws(AhaError) in
    let about = try AhaABI.piece(piece)
    let given = try Text.given(link, "link")
    if given.isLikeURL, !given.isPlainURL {
      throw AhaError(.invalidArgument, "\(given.shownURL) is not a link that others can open")
    }
    let text = ShareText.of(about, link: given)
    try Text.copyOut(text, buffer, capacity, outLength)
  }
}

@c @implementation
public func aha_share_copy_link(
  _ client: OpaquePointer?, _ network: aha_network, _ piece: OpaquePointer?,
  _ link: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guarded { () throws(AhaError) in
    let settings = try Handle.object(client, as: Client.self).settings
    let about = try AhaABI.piece(piece)
    let place: ShareNetwork = try known(network, "network")
    let url = try ShareLink.url(
      place, about, link: Text.given(link, "link"), facebookAppID: settings.facebookAppID)
    try Text.copyOut(url, buffer, capacity, outLength)
  }
}
