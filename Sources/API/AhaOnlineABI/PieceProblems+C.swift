import AhaArguments
import AhaBase
import AhaDrop
import AhaPiece
import AhaServices
import CAha

extension SharedPiece {
  /// The problems for a kind of destination; 0: those of every piece.
  func problems(_ kind: aha_destination_kind) throws(AhaError) -> [Piece.Problem] {
    kind == 0 ? copy.problems : copy.problems(within: try limits(of: kind))
  }

  func fit(_ kind: aha_destination_kind) throws(AhaError) -> UInt32 {
    var cut: UInt32 = 0
    try change { (piece) throws(AhaError) in cut = piece.fit(within: try limits(of: kind)) }
    return cut
  }
}

/// Errors: `invalidArgument`.
private func limits(of kind: aha_destination_kind) throws(AhaError) -> PieceLimits {
  if let kind = Services.destinations.kind(numbered: kind) { return kind.limits }
  throw AhaError(.invalidArgument, "kind \(Int(kind)) is not known")
}
