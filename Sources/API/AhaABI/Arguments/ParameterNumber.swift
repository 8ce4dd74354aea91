import AhaBase
import AhaDSP
import AhaEngine
import CAha

/// Parameter numbers of the API: the effect kind, then 8 bits with the index in its list. A
/// parameter of another kind is therefore rejected.
enum ParameterNumber {
  /// Index of a parameter of an effect. Errors: `invalidArgument`.
  static func index(_ number: UInt32, of effect: Effect) throws(AhaError) -> UInt32 {
    guard effect.effectKind == .host else { return try index(number, of: effect.effectKind) }
    guard number >> 8 == EffectKind.host.rawValue, number & 0xFF < UInt32(effect.specs.count) else {
      throw AhaError(.invalidArgument, "\(effect.name) has no parameter \(number)")
    }
    return number & 0xFF
  }

  static func make(_ kind: EffectKind, _ index: UInt32) -> UInt32 { kind.rawValue << 8 | index }

  /// Index of a parameter in the list of a kind. Errors: `invalidArgument`.
  static func index(_ number: UInt32, of kind: EffectKind) throws(AhaError) -> UInt32 {
    let (found, index) = (EffectKind(rawValue: number >> 8), number & 0xFF)
    let spec = EffectRegistry.spec(kind)
    guard let found, index < UInt32(EffectRegistry.spec(found).parameters.count) else {
      throw AhaError(.invalidArgument, "\(spec.name) has no parameter \(number)")
    }
    if found == kind { return index }
    let other = EffectRegistry.spec(found)
    throw AhaError(
      .invalidArgument,
      "parameter \(number) is \(other.parameters[Int(index)].name) of \(other.name),"
        + " not of \(spec.name)")
  }
}
