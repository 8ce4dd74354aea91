import AhaBase
import AhaPiece

/// A kind of destination: facts that are known without an object of it.
public struct DestinationKind {
  /// Name in the journal and in lists.
  public let name: String
  /// AHA_DESTINATION_… of aha/destination_kinds.h.
  public let number: UInt32
  /// Limits of the pieces that its service accepts.
  public var limits = PieceLimits.own
  /// Error of a drop whose `create` may have succeeded although its reply was lost; the parameter
  /// is the cause. Nil: `create` is idempotent, so the drop resumes.
  var uncertainCreation: ((String) -> AhaError)?

  /// Creates a destination of a saved entry. Nil: its destinations cannot be saved.
  let open: ((SavedDestination) throws(AhaError) -> any Destination)?

  init(
    _ name: String, _ number: UInt32,
    open: ((SavedDestination) throws(AhaError) -> any Destination)? = nil
  ) { (self.name, self.number, self.open) = (name, number, open) }

  /// Every kind. Each is defined beside its destination.
  static var all: [DestinationKind] {
    [.folder, .webDAV, .s3, .dropbox, .soundCloud, .allihoopa, .host]
  }

  /// Nil for an unknown number.
  public static func numbered(_ number: UInt32) -> DestinationKind? {
    all.first { $0.number == number }
  }

  /// Nil for a kind of a later version, from its journal.
  static func named(_ name: String) -> DestinationKind? { all.first { $0.name == name } }
}
