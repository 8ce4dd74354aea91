import AhaBase
import AhaJSON

/// A piece as a JSON document, specified by docs/piece.schema.json.
public enum Manifest {
  static let format = "libaha-piece"
  static let version: Int64 = 1
  /// Units: bytes.
  public static let largest = 1 << 20

  // Values that occur in several fields.
  static let modes = ["unknown", "atonal", "tonal"]
}

extension Piece {
  /// Reads a manifest. Accepts values out of range; `problems` reports them.
  /// - Parameter name: The name in error lines.
  /// Errors: `damaged` (no JSON, or a value of the wrong type), `unknownFormat` (another document),
  /// `unsupported` (a newer version), `limit` (over 1 MiB), `empty`.
  public init(manifest bytes: UnsafeRawBufferPointer, named name: String) throws(AhaError) {
    let object = try JSONObject(parsing: bytes, limit: Manifest.largest, named: name)
    let fields = ManifestFields(object, name: name)
    guard case .text(let format)? = object["format"], format == Manifest.format else {
      throw AhaError(.unknownFormat, "\(name) is not the manifest of a piece")
    }
    let version = try fields.integer("version") ?? 0
    guard version >= 1 else {
      throw AhaError(.damaged, "\(name): \"version\" is \(version)")
    }
    guard version <= Manifest.version else {
      throw AhaError(
        .unsupported,
        "\(name) has version \(version); this libaha reads version \(Manifest.version)")
    }
    try read(from: fields)
    source = object
  }

  /// All fields of the source document, for documents of drops, which have more than a piece.
  public func fields(named name: String) -> ManifestFields? {
    source.map { ManifestFields($0, name: name) }
  }

  private mutating func read(from fields: ManifestFields) throws(AhaError) {
    title = try fields.text("title") ?? ""
    description = try fields.text("description") ?? ""
    artist = try fields.text("artist") ?? ""
    length = try fields.integer("lengthUs") ?? 0
    tempo = try fields.number("tempo")
    isListed = try fields.flag("listed") ?? true
    let ids = try fields.texts("basedOn")
    if ids.count > Limit.basedOn { throw Piece.basedOnTooMany }
    for id in ids { try addBasedOn(id) }
    if let part = try fields.object("loop") {
      loop = Loop(start: try part.needed("startUs"), end: try part.needed("endUs"))
    }
    if let part = try fields.object("timeSignature") {
      timeSignature = TimeSignature(
        upper: try part.needed("upper"), lower: try part.needed("lower"))
    }
    if let part = try fields.object("attachment") {
      attachment = Attachment(
        mimeType: try part.text("mimeType") ?? "", size: try part.integer("bytes") ?? 0)
    }
    if let part = try fields.object("tonality") { tonality = try part.tonality() }
  }

  /// The manifest as text. Keeps the unknown fields of the source document. Indented, unless the
  /// indented text would be too long to be read again.
  /// Errors: the first of `problems`, `limit` (it could not be read again).
  public func manifest(indent: Int = 2) throws(AhaError) -> String {
    try manifestObject().text(indent: indent, limit: Manifest.largest)
  }

  /// The manifest as a new object, for a document with more fields.
  /// Errors: the first of `problems`.
  public func manifestObject() throws(AhaError) -> JSONObject {
    if let problem { throw AhaError(problem.code, problem.line) }
    return try draftObject()
  }

  /// The manifest of an unfinished piece, on one line, without a check. Errors: `limit`.
  public func draft() throws(AhaError) -> String {
    try draftObject().text(indent: 0, limit: Manifest.largest)
  }

  private func draftObject() throws(AhaError) -> JSONObject {
    let object: JSONObject
    if let source { object = try source.copy() } else { object = try JSONObject() }
    // A default value is not added to a document that lacks the field.
    let isNew = object["format"] == nil
    try object.set("format", .text(Manifest.format))
    try object.set("version", .integer(Manifest.version))
    try object.set("title", .text(title))
    try object.set("description", .filled(description))
    try object.set("artist", .filled(artist))
    try object.set("lengthUs", .integer(length))
    try object.set("tempo", tempo.map { .number($0) } ?? .null)
    try object.setPart(
      named: "loop",
      values: loop.map { [("startUs", .integer($0.start)), ("endUs", .integer($0.end))] })
    try object.setPart(
      named: "timeSignature",
      values: timeSignature.map { [("upper", .integer($0.upper)), ("lower", .integer($0.lower))] })
    try object.set("basedOn", basedOn.isEmpty ? .null : .list(basedOn.map { .text($0) }))
    if isNew || tonality != .unknown || object["tonality"] != nil {
      try object.setPart(named: "tonality", values: tonality.parts)
    }
    if isNew || !isListed || object["listed"] != nil { try object.set("listed", .flag(isListed)) }
    try object.setPart(
      named: "attachment",
      values: attachment.map {
        [("mimeType", .text($0.mimeType)), ("bytes", $0.size == 0 ? .null : .integer($0.size))]
      })
    return object
  }
}

extension Tonality {
  fileprivate var parts: [JSONObject.Part] {
    var parts: [JSONObject.Part] = [("mode", .text(Manifest.modes[Int(mode.rawValue)]))]
    let isTonal = mode == .tonal
    let flags = (0..<12).map { JSONObject.Value.flag(scale >> UInt32($0) & 1 == 1) }
    parts.append(("scale", isTonal ? .list(flags) : .null))
    parts.append(("root", isTonal ? .integer(Int64(root)) : .null))
    parts.append(("name", isTonal ? .text(name) : .null))
    return parts
  }
}

extension JSONObject.Value {
  /// Null for an empty text.
  fileprivate static func filled(_ text: String) -> Self { text.isEmpty ? .null : .text(text) }

  fileprivate static func number(_ value: Double) -> Self {
    Int64(exactly: value).map { .integer($0) } ?? .real(value)
  }
}

extension JSONObject {
  typealias Part = (StaticString, Value)

  /// Sets the object at a key and keeps its other fields; nil removes the key.
  fileprivate func setPart(named key: StaticString, values: [Part]?) throws(AhaError) {
    guard let values else { return try set(key, .null) }
    var part: JSONObject
    if case .object(let known)? = self[key] { part = known } else { part = try JSONObject() }
    for (key, value) in values { try part.set(key, value) }
    try set(key, .object(part))
  }
}
