import AhaBase
import AhaPage
import AhaPiece
import CAha

@c @implementation
public func aha_format_copy_media_type(
  _ name: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guarded { () throws(AhaError) in
    let name = try Text.given(name, "name")
    let type = MediaTypes.type(named: name)
    guard type.isMediaType else {
      throw AhaError(.invalidArgument, "\"\(name.cut)\" is no media type and no known ending")
    }
    try Text.copyOut(type, buffer, capacity, outLength)
  }
}
