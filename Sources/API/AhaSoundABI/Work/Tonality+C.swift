import AhaArguments
import AhaBase
import AhaPiece
import CAha

extension Tonality: Handleless {
  static func getMajor(_ root: UInt32) -> Tonality {
    Tonality.major(Int(root))
  }

  static func read(_ text: String) throws(AhaError) -> Tonality { try Tonality(text) }

  static func getShift(
    _ from: UnsafePointer<aha_tonality>, to: UnsafePointer<aha_tonality>
  ) throws(AhaError) -> Int? { try given(from).shift(to: given(to)) }

  static func name(of key: UnsafePointer<aha_tonality>) throws(AhaError) -> String {
    try given(key).name
  }

  static func label(of key: UnsafePointer<aha_tonality>) throws(AhaError) -> String? {
    try given(key).label
  }

  static func short(_ key: UnsafePointer<aha_tonality>) throws(AhaError) -> String? {
    try given(key).shortName
  }

  static func camelot(_ key: UnsafePointer<aha_tonality>) throws(AhaError) -> String? {
    try given(key).camelot
  }

  static func openKey(_ key: UnsafePointer<aha_tonality>) throws(AhaError) -> String? {
    try given(key).openKey
  }
}

/// The result may replace the value that it is made of.
@c @implementation
public func aha_tonality_get_related(
  _ tonality: UnsafePointer<aha_tonality>?, _ relation: aha_relation,
  _ out: UnsafeMutablePointer<aha_tonality>?
) -> aha_result {
  var found: Tonality?
  let result = guarded { () throws(AhaError) in
    let key = try Tonality.given(required(tonality, "tonality"))
    switch relation {
    case aha_relation(AHA_RELATION_RELATIVE): found = key.relative
    case aha_relation(AHA_RELATION_PARALLEL): found = key.parallel
    case aha_relation(AHA_RELATION_DOMINANT): found = key.dominant
    default: throw AhaError(.invalidArgument, "relation \(Int(relation)) is not known")
    }
    _ = try required(out, "out_tonality")
  }
  out?.pointee = aha_tonality(found ?? .unknown)
  return result == 0 && found == nil ? aha_result(AHA_END) : result
}

extension aha_tonality {
  init(_ tonality: Tonality) {
    self.init(mode: tonality.mode.rawValue, scale: tonality.scale, root: tonality.root)
  }
}

extension Tonality {
  /// Reads the host's value, which may be invalid. Errors: `invalidArgument` (the mode).
  init(_ given: aha_tonality) throws(AhaError) {
    switch Mode(rawValue: given.mode) {
    case .unknown: self = .unknown
    case .atonal: self = .atonal
    case .tonal: self.init(scale: given.scale, root: given.root)
    case nil: throw AhaError(.invalidArgument, "tonality mode \(Int(given.mode)) is not known")
    }
  }

  /// Errors: `invalidArgument`, `tonality`.
  fileprivate static func given(
    _ pointer: UnsafePointer<aha_tonality>
  ) throws(AhaError) -> Tonality {
    let given = try Tonality(pointer.pointee)
    var piece = Piece()
    piece.tonality = given
    if let problem = piece.problem(of: .tonality) { throw AhaError(problem.0, problem.1) }
    return given
  }
}
