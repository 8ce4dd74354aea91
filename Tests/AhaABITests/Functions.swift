import CAha
import Testing

enum Kind: String, Sendable, CaseIterable {
  case engine, sound, player, bus, job, stream, effect, device, recorder, recovery, input
  case project, session, piece, analysis, client, account, request
  case destination, drop, opening, library, items, report, chain
}

/// A function of the API, called with its first argument given and all others NULL or 0.
struct Function: Sendable, CustomTestStringConvertible {
  let name: String
  /// Kind of its first argument; nil: not a handle.
  let kind: Kind?
  let call: @Sendable (OpaquePointer?) -> aha_result

  var testDescription: String { name }

  init(_ name: String, _ kind: Kind?, _ call: @escaping @Sendable (OpaquePointer?) -> aha_result) {
    (self.name, self.kind, self.call) = (name, kind, call)
  }
}
