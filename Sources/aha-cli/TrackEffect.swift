import CAha

/// One effect in the chain of a track.
struct TrackEffect {
  let kind: EffectKind
  private(set) var values: [(parameter: UInt32, value: Float)] = []

  /// One parameter of one effect, which a key of its own stands for.
  /// - Parameter label: the key, as in "cutoff=".
  init(_ effect: String, _ parameter: String, _ label: String, _ text: Bytes) throws(Failure) {
    kind = try effectKind(named: Bytes(effect.utf8))
    try set(Bytes(parameter.utf8), text, label: label)
  }

  /// Reads NAME[:PARAMETER=VALUE]...
  init(_ text: Bytes) throws(Failure) {
    let parts = text.split(separator: colon, omittingEmptySubsequences: false)
    kind = try effectKind(named: Bytes(parts[0]))
    for part in parts.dropFirst() {
      let (name, value) = splitAtEqualsSign(part)
      let label = kind.name + ":" + shown(name)
      guard let value else {
        if kind.parameter(name) == nil { throw kind.noParameter(name) }
        throw .usage(label + "= needs a value")
      }
      try set(name, value, label: label + "=")
    }
  }

  private mutating func set(_ name: Bytes, _ text: Bytes, label: String) throws(Failure) {
    guard let parameter = kind.parameter(name) else { throw kind.noParameter(name) }
    values.append((parameter.number, try parameter.read(text, label: label)))
  }
}

private let colon = UInt8(0x3a)
