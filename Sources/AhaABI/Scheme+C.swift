import AhaBase
import AhaOpen
import CAha

@c @implementation
public func aha_scheme_register(
  _ applicationID: UnsafePointer<CChar>?, _ command: UnsafePointer<CChar>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let scheme = try SchemeRegistration(
      applicationID: Text.given(applicationID, "application_id"))
    guard let command = Text.optional(command) else { return try scheme.unregister() }
    try scheme.register(command: command)
  }
}

@c @implementation
public func aha_scheme_check(_ applicationID: UnsafePointer<CChar>?) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let scheme = try SchemeRegistration(
      applicationID: Text.given(applicationID, "application_id"))
    let status = scheme.status
    if !status.isRegistered { throw AhaError(.notFound, status.line) }
  }
}
