import AhaBase

/// Options for what tags have, and a manifest does not.
let fileTagSettings: [Setting<PieceDraft>] = [
  Setting("--cover IMAGE", "PNG or JPEG, at most 16 MiB") { (draft, value) throws(Failure) in
    try draft.piece.setCover(value.text)
  },
  Setting(
    Option(
      "--chapter TIME:TITLE", "a chapter that begins there; it replaces those of the file",
      isRepeated: true)
  ) { (draft, value) throws(Failure) in try draft.addChapter(value) },
]

/// Tags of a converted file beside those of its input.
let convertedTagSettings =
  [
    PieceDraft.text("--title TITLE", help: "else as in IN", field: AHA_PIECE_TITLE),
    PieceDraft.text("--artist NAME", help: "else as in IN", field: AHA_PIECE_ARTIST),
  ] + fileTagSettings

extension PieceDraft {
  fileprivate mutating func addChapter(_ value: Value) throws(Failure) {
    let parts = value.text.split(separator: 0x3a, maxSplits: 1, omittingEmptySubsequences: false)
    var chapter = aha_piece_chapter_init()
    let maxBytes = MemoryLayout.size(ofValue: chapter.title) - 1
    guard parts.count == 2, (1...maxBytes).contains(parts[1].count) else {
      throw value.refused("not TIME:TITLE, as 90:Questions, with at most \(maxBytes) bytes")
    }
    chapter.begin_us = try Kind.time.read(Bytes(parts[0]), label: value.label).whole()
    withUnsafeMutableBytes(of: &chapter.title) { $0.copyBytes(from: parts[1]) }
    if !hasNewChapters { try check(aha_piece_clear_chapters(piece.pointer), .input) }
    hasNewChapters = true
    try check(aha_piece_add_chapter(piece.pointer, &chapter), .input)
  }
}

/// The tags that `aha convert` adds to its output.
struct ConvertedTags {
  private let arguments: Arguments
  private let isEmpty: Bool

  /// Errors: a bad value, or an output that gets none.
  init(_ arguments: Arguments, for list: ConversionList) throws(Failure) {
    self.arguments = arguments
    let given = convertedTagSettings.map { $0.option.name }.filter { arguments.has($0) }
    isEmpty = given.isEmpty
    guard let first = given.first else { return }
    let draft = try PieceFile.empty()
    try draft.setText(AHA_PIECE_TITLE, to: "untitled".array)
    try draft.apply(convertedTagSettings, arguments: arguments, length: 1)
    try draft.refuseProblem(of: list.file.path)
    let container = list.file.encode.container
    if [AHA_CONTAINER_W64, AHA_CONTAINER_CAF].contains(Int(container)) {
      throw arguments.usage(first + " is not for " + token(container: container))
    }
    if list.conversions.contains(where: { $0.usesStreams }) {
      throw arguments.usage(first + " needs files: IN and OUT can't be streams")
    }
  }

  func write(to path: Bytes) throws(Failure) {
    if isEmpty { return }
    let piece = try PieceFile.tags(path)
    if piece.text(AHA_PIECE_TITLE).isEmpty {
      try piece.setText(AHA_PIECE_TITLE, to: stem(of: path))
    }
    try piece.apply(convertedTagSettings, arguments: arguments, length: soundLength(of: path))
    try check(aha_piece_embed(piece.pointer, path.c), .output, about: path)
  }
}
