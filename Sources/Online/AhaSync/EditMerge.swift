import AhaBase
import AhaJSON
import AhaLibrary
import AhaPage
import AhaPiece

/// Three-way merge of an item's texts: the user's, the source's, and the source's when the user set
/// them.
///
/// A text that only one side has changed gets that side's value. Of a text that both have changed,
/// the user's value wins, and the manifest keeps the other one. A text that an interrupted sync has
/// written is no change of the source.
struct EditMerge {
  /// A text of the source that the user's replaces, although the source has changed it.
  struct Conflict {
    let field: ItemField
    let theirs: String
    let mine: String

    func line(of id: String) -> String {
      let key = DropItem.key(of: field).text
      return "\(id.shownLocation): \"\(key)\" was changed at the source to \"\(theirs.cut)\" and "
        + "here: \"\(mine.cut)\" is sent, and \"\(EditMerge.replaced.text)\" in the manifest keeps "
        + "the other"
    }
  }

  static let replaced: StaticString = "replaced"
  /// Max texts in the manifest's list of replaced ones.
  private static let maxReplaced = 16

  /// Texts to write; empty if the source has all of them.
  private(set) var changes: [ItemField: String] = [:]
  private(set) var conflicts: [Conflict] = []
  /// The source has a text of the user that it did not have when the user set it.
  private(set) var hasArrived = false

  /// - Parameter overwritten: The source's texts before confirmed ones. Another text is a later
  ///   edit there, and stays.
  init(_ edit: ItemEdit, into item: LibraryItem, over overwritten: [ItemField: String] = [:]) {
    for field in ItemField.allCases {
      guard let text = edit.texts[field] else { continue }
      let (mine, theirs) = (DropItem.text(text, of: field), item[field])
      let (former, sent) = (edit.former[field] ?? "", edit.sent[field])
      if sent == nil, mine.hasSameBytes(as: former) { continue }
      let isLater = overwritten[field].map { !theirs.hasSameBytes(as: $0) } ?? false
      if isLater || mine.hasSameBytes(as: theirs) {
        hasArrived = true
        continue
      }
      changes[field] = mine
      let isOwn = sent.map { theirs.hasSameBytes(as: $0) } ?? false
      if isOwn || theirs.hasSameBytes(as: former) { continue }
      conflicts.append(Conflict(field: field, theirs: theirs, mine: mine))
    }
  }

  /// The manifest with the changes.
  /// - Parameter seconds: Now, since 1970.
  /// Errors: `invalidArgument` (a text that a manifest cannot have), `limit`, those of the piece.
  func manifest(
    from bytes: [UInt8], named name: String, at seconds: Int64
  ) throws(AhaError) -> [UInt8] {
    let object = try bytes.withBytes { (bytes) throws(AhaError) in
      try JSONObject(parsing: bytes, limit: Manifest.largest, named: name)
    }
    if !conflicts.isEmpty { try keepTheirs(in: object, at: seconds) }
    for (field, text) in changes {
      let key = DropItem.key(of: field)
      switch object[key] {
      case nil, .null, .text: try object.set(key, text.isEmpty ? .null : .text(text))
      default:
        throw AhaError(.invalidArgument, "\"\(key.text)\" in \(name) is another program's")
      }
    }
    let edited = try object.text(limit: Manifest.largest - 1).array + [0x0A]
    if let problem = try DropManifest(bytes: edited, named: name).piece.problem {
      throw AhaError(.invalidArgument, problem.line)
    }
    return edited
  }

  /// Keeps whole texts: an item has the start of a long one only.
  private func keepTheirs(in object: JSONObject, at seconds: Int64) throws(AhaError) {
    var texts: [JSONObject.Value] = []
    switch object[EditMerge.replaced] {
    case .list(let former): texts = former
    case nil, .null: break
    case let other?: texts = [other]
    }
    for conflict in conflicts {
      let (text, key) = (try JSONObject(), DropItem.key(of: conflict.field))
      try text.set("field", .text(key.text))
      try text.set("text", .text(object.optionalText(key) ?? conflict.theirs))
      try text.set("at", .integer(seconds))
      texts.append(.object(text))
    }
    try object.set(EditMerge.replaced, .list(Array(texts.suffix(EditMerge.maxReplaced))))
  }
}
