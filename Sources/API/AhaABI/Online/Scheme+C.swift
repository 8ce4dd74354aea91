import AhaBase
import AhaNet
import CAha

/// The scheme that a host named; NULL: that of the client's application.
private func scheme(
  _ name: UnsafePointer<CChar>?, of client: Client
) throws(AhaError) -> URLScheme {
  let application = client.settings.applicationID
  return try URLScheme(Text.optional(name) ?? "ah-" + application, of: application)
}

@c @implementation
public func aha_client_get_scheme(
  _ client: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ outIsRegistered: UnsafeMutablePointer<UInt32>?
) -> aha_result {
  outIsRegistered?.pointee = 0
  return guardedBlocking { () throws(AhaError) in
    let client = try Handle.object(client, as: Client.self)
    let out = try required(outIsRegistered, "out_is_registered")
    out.pointee = try scheme(name, of: client).isRegistered() ? 1 : 0
  }
}

@c @implementation
public func aha_client_register_scheme(
  _ client: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ command: UnsafePointer<CChar>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let client = try Handle.object(client, as: Client.self)
    let command = try Text.given(command, "command")
    try scheme(name, of: client).register(command)
  }
}

@c @implementation
public func aha_client_remove_scheme(
  _ client: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    try scheme(name, of: Handle.object(client, as: Client.self)).remove()
  }
}
