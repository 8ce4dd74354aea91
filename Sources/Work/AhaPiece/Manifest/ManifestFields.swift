import AhaBase
import AhaJSON

/// Typed access to the values of an object; null counts as absent.
/// Errors: `damaged`, with the key.
public struct ManifestFields {
  private let object: JSONObject
  private let name: String

  init(_ object: JSONObject, name: String) { (self.object, self.name) = (object, name) }

  public func has(_ key: StaticString) -> Bool { value(key) != nil }

  public func text(_ key: StaticString) throws(AhaError) -> String? {
    guard let value = value(key) else { return nil }
    guard case .text(let text) = value else { throw wrong(key, wanted: "a text") }
    return text
  }

  public func integer(_ key: StaticString) throws(AhaError) -> Int64? {
    switch value(key) {
    case nil: return nil
    case .integer(let number): return number
    case .real(let number): if let whole = Int64(exactly: number) { return whole }
    default: break
    }
    throw wrong(key, wanted: "a whole number")
  }

  public func needed(_ key: StaticString) throws(AhaError) -> Int64 {
    guard let number = try integer(key) else { throw wrong(key, wanted: "there") }
    return number
  }

  public func number(_ key: StaticString) throws(AhaError) -> Double? {
    switch value(key) {
    case nil: return nil
    case .integer(let number): return Double(number)
    case .real(let number): return number
    default: throw wrong(key, wanted: "a number")
    }
  }

  public func flag(_ key: StaticString) throws(AhaError) -> Bool? {
    guard let value = value(key) else { return nil }
    guard case .flag(let flag) = value else { throw wrong(key, wanted: "true or false") }
    return flag
  }

  public func object(_ key: StaticString) throws(AhaError) -> ManifestFields? {
    guard let value = value(key) else { return nil }
    guard case .object(let object) = value else { throw wrong(key, wanted: "an object") }
    return ManifestFields(object, name: name)
  }

  public func list(_ key: StaticString) throws(AhaError) -> [JSONObject.Value] {
    guard let value = value(key) else { return [] }
    guard case .list(let values) = value else { throw wrong(key, wanted: "a list") }
    return values
  }

  public func texts(_ key: StaticString) throws(AhaError) -> [String] {
    var texts: [String] = []
    for value in try list(key) {
      guard case .text(let text) = value else { throw wrong(key, wanted: "a list of texts") }
      texts.append(text)
    }
    return texts
  }

  public func objects(_ key: StaticString) throws(AhaError) -> [ManifestFields] {
    var objects: [ManifestFields] = []
    for value in try list(key) {
      guard case .object(let object) = value else { throw wrong(key, wanted: "a list of objects") }
      objects.append(ManifestFields(object, name: name))
    }
    return objects
  }

  /// This object as a tonality. Also checks fields that the mode does not use.
  func tonality() throws(AhaError) -> Tonality {
    let name = try text("mode") ?? ""
    guard let mode = Manifest.modes.firstIndex(of: name) else {
      throw wrong("mode", wanted: "unknown, atonal or tonal")
    }
    _ = try text("name")
    if mode == 2 { return Tonality(scale: try scale(), root: try root(needed("root"))) }
    if value("scale") != nil, try scale() == 0 { throw wrong("scale", wanted: "of any note") }
    if try root(integer("root") ?? 0) > 11 { throw wrong("root", wanted: "0 to 11") }
    return mode == 1 ? .atonal : .unknown
  }

  private func root(_ number: Int64) throws(AhaError) -> UInt32 {
    if let root = UInt32(exactly: number) { return root }
    throw AhaError(.damaged, "\(name): \"root\" is \(number)")
  }

  private func scale() throws(AhaError) -> UInt32 {
    var flags: UInt32 = 0
    let scale = try list("scale")
    guard scale.count == 12 else { throw wrong("scale", wanted: "a list of 12") }
    for index in scale.indices {
      guard case .flag(let flag) = scale[index] else {
        throw wrong("scale", wanted: "true and false")
      }
      if flag { flags |= 1 << UInt32(index) }
    }
    return flags
  }

  private func value(_ key: StaticString) -> JSONObject.Value? {
    let value = object[key]
    if case .null? = value { return nil }
    return value
  }

  @inline(never)
  private func wrong(_ key: StaticString, wanted: String) -> AhaError {
    AhaError(.damaged, "\(name): \"\(key.text)\" is not \(wanted)")
  }
}
