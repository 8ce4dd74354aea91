import AhaBase
import AhaTestSupport

@testable import AhaNet

/// A transport for tests: no proxy.
func testTransport(_ change: (inout TransportSettings) -> Void = { _ in }) throws -> Transport {
  var settings = TransportSettings()
  settings.proxy = ""
  change(&settings)
  return try Transport(settings: settings)
}

/// Runs a body with a server that sends part of a reply, and then nothing.
func withSilentServer<T>(
  _ arrived: Event = Event(), after reply: String = "", _ body: (RawServer) throws -> T
) throws -> T {
  try withConnections(
    { connection in
      _ = connection.head()
      connection.write(reply)
      arrived.set()
      _ = connection.waitForEnd()
    }, body)
}
