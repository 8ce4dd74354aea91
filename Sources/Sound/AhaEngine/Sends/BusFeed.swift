import AhaBase
import AhaDSP
import CShims

/// A connection besides the tree of buses: from the output of a bus into a send, or into the key of
/// an effect.
///
/// Thread: the renderer owns it from its command on, until it reports `Retired`.
struct Feed {
  let history: Reference<BusHistory>
  /// Indices of the buses.
  let source: Int
  let destination: Int
  /// The keyed effect's index; -1: the destination is a send.
  let effect: Int
  /// Fades a send in and out.
  var gate = Ramp(0)
  /// False while the connection would close a loop with a bus that is still changing its parent.
  var isLinked = false
  var isLeaving = false
  var next: Reference<Feed>?
  /// Next feed of the same source, as of the last sort.
  var nextReader: Reference<Feed>?

  init(_ history: Reference<BusHistory>, from source: Int, to bus: Int, effect: Int = -1) {
    self.history = history
    self.source = source
    destination = bus
    self.effect = effect
  }

  /// Errors: `outOfMemory`.
  static func make(_ feed: Feed) throws(AhaError) -> Reference<Feed> {
    try claimMemory(holding: feed, of: "sends")
  }

  static func free(_ feed: Reference<Feed>) { CShims.free(feed.base) }

  /// True if the renderer may drop it.
  var isOver: Bool {
    @_noLocks get {
      guard isLeaving else { return false }
      if effect >= 0 { return true }
      return gate.isSteady ? gate.value == 0 : false
    }
  }
}
