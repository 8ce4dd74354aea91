import AhaBase
import AhaNet
import CAha

/// Runs `body` with the scheme that a host named; NULL is that of the client's application.
private func using(
  _ client: OpaquePointer?, _ scheme: UnsafePointer<CChar>?,
  _ body: (URLScheme) throws(AhaError) -> Void
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let client = try Handle.object(client, as: Client.self)
    let application = client.settings.applicationID
    try body(URLScheme(Text.optional(scheme) ?? "ah-" + application, of: application))
  }
}

@c @implementation
public func aha_client_get_scheme(
  _ client: OpaquePointer?, _ scheme: UnsafePointer<CChar>?,
  _ outIsRegistered: UnsafeMutablePointer<UInt32>?
) -> aha_result {
  outIsRegistered?.pointee = 0
  return using(client, scheme) { (scheme) throws(AhaError) in
    let out = try required(outIsRegistered, "out_is_registered")
    out.pointee = try scheme.isRegistered() ? 1 : 0
  }
}

@c @implementation
public func aha_client_register_scheme(
  _ client: OpaquePointer?, _ scheme: UnsafePointer<CChar>?, _ command: UnsafePointer<CChar>?
) -> aha_result {
  using(client, scheme) { (scheme) throws(AhaError) in
    try scheme.register(Text.given(command, "command"))
  }
}

@c @implementation
public func aha_client_remove_scheme(
  _ client: OpaquePointer?, _ scheme: UnsafePointer<CChar>?
) -> aha_result {
  using(client, scheme) { (scheme) throws(AhaError) in try scheme.remove() }
}
