import AhaBase
import AhaDSP

/// Parameter numbers of the API: the effect kind, then 8 bits with the index in its list. A
/// parameter of another kind is therefore rejected.
public enum ParameterNumber {
  /// Index of a parameter of an effect. Errors: `invalidArgument`.
  public static func index(_ number: UInt32, of effect: Effect) throws(AhaError) -> UInt32 {
    guard effect.host != nil else { return try index(number, of: effect.effectKind) }
    return try index(number, of: effect.effectKind, count: effect.specs.count, name: effect.name)
  }

  /// Index in a list of an effect that is not in the registry; an LV2 plug-in may have more than
  /// 256 parameters. Errors: `invalidArgument`.
  public static func index(
    _ number: UInt32, of kind: EffectKind, count: Int, name: String
  ) throws(AhaError) -> UInt32 {
    let first = make(kind, at: 0)
    guard number >= first, number - first < UInt32(count) else {
      throw AhaError(.invalidArgument, "\(name) has no parameter \(number)")
    }
    return number - first
  }

  public static func make(_ kind: EffectKind, at index: UInt32) -> UInt32 {
    kind.rawValue << 8 &+ index
  }

  /// Index of a parameter in the list of a kind. Errors: `invalidArgument`.
  public static func index(_ number: UInt32, of kind: EffectKind) throws(AhaError) -> UInt32 {
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
