@testable import AhaNet

/// A transport for tests: no proxy.
func testTransport(_ change: (inout TransportSettings) -> Void = { _ in }) throws -> Transport {
  var settings = TransportSettings()
  settings.proxy = ""
  change(&settings)
  return try Transport(settings: settings)
}
