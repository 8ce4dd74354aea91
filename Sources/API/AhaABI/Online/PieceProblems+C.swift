import AhaBase
import AhaDrop
import AhaPiece
import CAha

@c @implementation
public func aha_piece_problem_count(
  _ handle: OpaquePointer?, _ kind: aha_destination_kind
) -> UInt32 {
  getting(0) { () throws(AhaError) in UInt32(clamping: try problems(of: handle, for: kind).count) }
}

@c @implementation
public func aha_piece_problem_get(
  _ handle: OpaquePointer?, _ kind: aha_destination_kind, _ index: UInt32,
  _ problem: UnsafeMutablePointer<aha_piece_problem>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let found = try element(problems(of: handle, for: kind), index, "problems")
    var shown = aha_piece_problem_init()
    (shown.field, shown.code) = (found.field.rawValue, found.code.rawValue)
    Text.fill(&shown.line, found.line)
    try Sized.write(shown, to: problem, "problem")
  }
}

/// The problems for a kind of destination; 0: those of every piece.
private func problems(
  of handle: OpaquePointer?, for kind: aha_destination_kind
) throws(AhaError) -> [Piece.Problem] {
  let piece = try piece(handle)
  return kind == 0 ? piece.problems : piece.problems(within: try limits(of: kind))
}

@c @implementation
public func aha_piece_fit(
  _ handle: OpaquePointer?, _ kind: aha_destination_kind, _ outFields: UnsafeMutablePointer<UInt32>?
) -> aha_result {
  outFields?.pointee = 0
  var cut: UInt32 = 0
  let result = changing(handle) { (piece) throws(AhaError) in
    cut = piece.fit(try limits(of: kind))
  }
  if result == 0 { outFields?.pointee = cut }
  return result
}

/// Errors: `invalidArgument`.
private func limits(of kind: aha_destination_kind) throws(AhaError) -> PieceLimits {
  if let kind = DestinationKind.numbered(kind) { return kind.limits }
  throw AhaError(.invalidArgument, "kind \(Int(kind)) is not known")
}
