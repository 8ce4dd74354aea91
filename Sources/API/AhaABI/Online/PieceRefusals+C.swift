import AhaBase
import AhaDrop
import AhaPiece
import CAha

@c @implementation
public func aha_fit_refusal_count(
  _ handle: OpaquePointer?, _ kind: aha_destination_kind
) -> UInt32 {
  getting(0) { () throws(AhaError) in
    UInt32(clamping: try piece(handle).problems(within: limits(of: kind)).count)
  }
}

@c @implementation
public func aha_fit_refusal_at(
  _ handle: OpaquePointer?, _ kind: aha_destination_kind, _ index: UInt32,
  _ problem: UnsafeMutablePointer<aha_piece_problem>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let problems = try piece(handle).problems(within: limits(of: kind))
    try write(element(problems, index, "problems"), to: problem)
  }
}

@c @implementation
public func aha_fit_piece(
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
