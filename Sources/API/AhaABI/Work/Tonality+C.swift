import AhaBase
import AhaPiece
import CAha

@c @implementation
public func aha_tonality_get_major(
  _ root: UInt32, _ out: UnsafeMutablePointer<aha_tonality>?
) -> aha_result {
  guarded { () throws(AhaError) in
    guard root < 12 else { throw AhaError(.invalidArgument, "root \(Int(root)) is not 0 to 11") }
    try required(out, "out_tonality").pointee = aha_tonality(Tonality.major(Int(root)))
  }
}

@c @implementation
public func aha_tonality_read(
  _ text: UnsafePointer<CChar>?, _ out: UnsafeMutablePointer<aha_tonality>?
) -> aha_result {
  out?.pointee = aha_tonality()
  return guarded { () throws(AhaError) in
    let tonality = try Tonality(Text.given(text, "text"))
    try required(out, "out_tonality").pointee = aha_tonality(tonality)
  }
}

@c @implementation
public func aha_tonality_copy_text(
  _ tonality: UnsafePointer<aha_tonality>?, _ which: aha_tonality_text,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guarded { () throws(AhaError) in
    let key = try Tonality.given(tonality, "tonality")
    let text: String?
    switch which {
    case aha_tonality_text(AHA_TONALITY_TEXT_NAME): text = key.name
    case aha_tonality_text(AHA_TONALITY_TEXT_LABEL): text = key.label
    case aha_tonality_text(AHA_TONALITY_TEXT_SHORT): text = key.shortName
    case aha_tonality_text(AHA_TONALITY_TEXT_CAMELOT): text = key.camelot
    case aha_tonality_text(AHA_TONALITY_TEXT_OPEN_KEY): text = key.openKey
    default: throw AhaError(.invalidArgument, "text \(Int(which)) is not known")
    }
    try Text.copyOut(text ?? "", buffer, capacity, outLength)
  }
}

@c @implementation
public func aha_tonality_get_related(
  _ tonality: UnsafePointer<aha_tonality>?, _ relation: aha_relation,
  _ out: UnsafeMutablePointer<aha_tonality>?
) -> aha_result {
  var found: Tonality?
  let result = guarded { () throws(AhaError) in
    let key = try Tonality.given(tonality, "tonality")
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

@c @implementation
public func aha_tonality_get_shift(
  _ from: UnsafePointer<aha_tonality>?, _ to: UnsafePointer<aha_tonality>?,
  _ out: UnsafeMutablePointer<Int32>?
) -> aha_result {
  var found: Int?
  let result = guarded { () throws(AhaError) in
    found = try Tonality.given(from, "from").shift(to: Tonality.given(to, "to"))
    _ = try required(out, "out_semitones")
  }
  out?.pointee = Int32(found ?? 0)
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
  @inline(never)
  fileprivate static func given(
    _ pointer: UnsafePointer<aha_tonality>?, _ name: StaticString
  ) throws(AhaError) -> Tonality {
    let given = try Tonality(required(pointer, name).pointee)
    var piece = Piece()
    piece.tonality = given
    if let problem = piece.problem(of: .tonality) { throw AhaError(problem.0, problem.1) }
    return given
  }
}
