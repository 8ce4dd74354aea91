import AhaBase
import AhaNet
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
  public var uncertainCreation: ((String) -> AhaError)?
  /// End of the life of a drop's URL, in seconds since 1970; nil if the URL is of another kind. Not
  /// set: its URLs stay.
  public var expiry: ((URLParts) -> Int64?)?

  /// Creates a destination of a saved entry. Nil: its destinations cannot be saved.
  public let open: ((SavedDestination) throws(AhaError) -> any Destination)?

  public init(
    name: String, number: UInt32,
    open: ((SavedDestination) throws(AhaError) -> any Destination)? = nil
  ) { (self.name, self.number, self.open) = (name, number, open) }
}

extension [DestinationKind] {
  /// Nil for an unknown number.
  public func kind(numbered number: UInt32) -> DestinationKind? { first { $0.number == number } }

  /// Nil for a kind of a later version, from its journal.
  public func kind(named name: String) -> DestinationKind? { first { $0.name == name } }

  /// End of the life of a drop's URL, in seconds since 1970; 0: the URL stays.
  func expiry(of url: String) -> Int64 {
    guard let parts = URLParts(url) else { return 0 }
    for kind in self {
      if let end = kind.expiry?(parts) { return end }
    }
    return 0
  }
}
