import AhaBase
import AhaNet
import CAha

@c @implementation
public func aha_client_open_stream(
  _ client: OpaquePointer?, _ account: OpaquePointer?, _ resource: UnsafePointer<CChar>?,
  _ outStream: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outStream?.pointee = nil
  return guardedBlocking { () throws(AhaError) in
    let host = try Handle.object(client, as: Client.self)
    let signer = try optionalAccount(account)
    let out = try required(outStream, "out_stream")
    let tag = HandleTag()
    let stream = try host.openRemote(Text.given(resource, "resource"), signer, tag: tag)
    let number = try Handle.make(StreamBox(stream))
    tag.value = number
    out.pointee = OpaquePointer(bitPattern: number)
  }
}
