import AhaBase

/// What somebody took home from allihoopa.com when it closed: its pieces, with the files of each.
/// Source: the exports of December 2018, as the programs describe that were written for them.
///
/// Invariant: paths are of regular files in the folder of their piece.
public final class PieceExport {
  public final class Entry {
    /// Letters, digits, "-" and "_".
    public let id: String
    public let piece: Piece
    // Nil when there is none.
    public let audio: FilePath?
    public let cover: FilePath?
    public let attachment: FilePath?

    fileprivate init(
      _ id: String, _ piece: Piece, _ audio: FilePath?, _ cover: FilePath?,
      _ attachment: FilePath?
    ) {
      (self.id, self.piece) = (id, piece)
      (self.audio, self.cover, self.attachment) = (audio, cover, attachment)
    }
  }

  public private(set) var entries: [Entry] = []
  /// What was left out, each in a line.
  public private(set) var remarks: [String] = []
  /// Where the folders of the pieces are.
  private let folder: FilePath
  private var artist = ""

  private static let list = "alltihop.json"
  private static let mostRows = 10_000

  /// - Parameter path: Of the folder "dump", or of the one that it is in.
  /// Errors: `notFound`, `damaged`, `unknownFormat`, `limit`, those of reading. Threads: any; takes
  /// long.
  public init(in path: FilePath) throws(AhaError) {
    if path.isEmpty { throw AhaError(.invalidArgument, "the path is empty") }
    let inner = path / FilePath("dump")
    let root = FileStatus(inner / FilePath(PieceExport.list)) == nil ? path : inner
    folder = root / FilePath("assets/pieces")
    let object = try JSONObject.assigned(at: root / FilePath(PieceExport.list))
    guard case .list(let rows)? = object["pieces"] else {
      throw AhaError(.unknownFormat, "\(path.text) is an export without a list of pieces")
    }
    if rows.count > PieceExport.mostRows {
      throw AhaError(.limit, "\(path.text) has \(rows.count) pieces, over \(PieceExport.mostRows)")
    }
    if case .object(let user)? = object["user"] {
      artist = user.text("display_name") ?? user.text("username") ?? ""
    }
    for (index, row) in rows.enumerated() { try add(row, number: index + 1) }
  }

  private func add(_ row: JSONObject.Value, number: Int) throws(AhaError) {
    guard case .object(let row) = row else { return remarks.append("row \(number) is no piece") }
    let id = row.text("short_id") ?? ""
    guard PieceExport.isId(id) else {
      return remarks.append("row \(number): \"\(id.cut)\" is not the id of a piece")
    }
    if entries.contains(where: { $0.id.isSame(as: id) }) {
      return remarks.append("row \(number): the piece \(id) was there already")
    }
    try add(row, id)
  }

  private func add(_ row: JSONObject, _ id: String) throws(AhaError) {
    var piece = Piece()
    (piece.title, piece.artist) = (row.text("title") ?? "", artist)
    if piece.problem(of: .title)?.0 == .titleEmpty { piece.title = id }
    piece.description = row.text("description") ?? ""
    piece.tempo = tempo(row, id)
    let folder = folder / FilePath(id)
    let audio = file(of: folder, "audio", ["mp4", "m4a", "aac", "wav"])
    if let audio { piece.length = MP4.length(of: audio) ?? 0 }
    if audio == nil { remarks.append("piece \(id) has no audio") }
    let attachment = attachment(row, folder, id)
    if let attachment {
      let isFigure = attachment.fileExtension == "figure"
      piece.attachment = .init(
        mimeType: isFigure ? "application/figure" : "application/octet-stream",
        size: FileStatus(attachment)?.length ?? 0)
    }
    // Whatever else was known of it goes on with it.
    let source = try JSONObject()
    try source.set("allihoopa", .object(row))
    piece.source = source
    let cover = file(of: folder, "cover", ["jpg", "jpeg", "png"])
    entries.append(Entry(id, piece, audio, cover, attachment))
  }

  /// A number, or a text such as "105.000".
  private func tempo(_ row: JSONObject, _ id: String) -> Double? {
    switch row["tempo"] {
    case nil, .null?: return nil
    case .text(let text)?: if let tempo = Piece.tempo(of: text) { return tempo }
    case .integer(let number)? where number > 0: return Double(number)
    case .real(let number)? where number > 0: return number
    default: break
    }
    remarks.append("piece \(id): its tempo is not a number above 0")
    return nil
  }

  // MARK: Files

  private func attachment(_ row: JSONObject, _ folder: FilePath, _ id: String) -> FilePath? {
    guard let name = row.text("attachment") else { return nil }
    let isPlain = !name.array.contains(0x2F) && !name.isSame(as: ".") && !name.isSame(as: "..")
    let path = folder / FilePath(name)
    if isPlain, PieceExport.isFile(path) { return path }
    remarks.append("piece \(id): its attachment \"\(name.cut)\" is not in its folder")
    return nil
  }

  private func file(of folder: FilePath, _ name: String, _ endings: [String]) -> FilePath? {
    for ending in endings {
      let path = folder / FilePath(name + "." + ending)
      if PieceExport.isFile(path) { return path }
    }
    return nil
  }

  /// A link is none: it may lead anywhere.
  private static func isFile(_ path: FilePath) -> Bool {
    FileStatus(path.folder, followingLinks: false)?.kind == .folder
      && FileStatus(path, followingLinks: false)?.kind == .file
  }

  private static func isId(_ text: String) -> Bool {
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: continue
      default: return false
      }
    }
    return (1...Piece.Limit.id).contains(text.utf8.count)
  }
}

extension JSONObject {
  /// Nil when it is empty, or none.
  fileprivate func text(_ key: StaticString) -> String? {
    guard case .text(let text)? = self[key], !text.isEmpty else { return nil }
    return text
  }

  /// The object in a script that gives it to a variable: from the first brace to the last.
  fileprivate static func assigned(at path: FilePath) throws(AhaError) -> JSONObject {
    let source = try TagBytes(FileStream(reading: path))
    let limit = TagBytes.largest
    guard source.length <= limit else {
      throw AhaError(.limit, "\(path.text) has \(source.length) bytes, over \(limit)")
    }
    let bytes = try source.read(at: 0, count: source.length)
    guard let begin = bytes.firstIndex(of: 0x7B), let end = bytes.lastIndex(of: 0x7D), begin < end
    else { throw AhaError(.unknownFormat, "\(path.text) holds no object") }
    let (text, name) = (possible(bytes[begin...end]), path.text)
    var (object, failure) = (JSONObject?.none, AhaError?.none)
    text.withUnsafeBytes { text in
      do throws(AhaError) {
        object = try JSONObject(parsing: text, limit: text.count, named: name)
      } catch { failure = error }
    }
    guard let object else { throw failure ?? outOfMemory }
    return object
  }

  /// With U+FFFD for what is not UTF-8, and for NUL, which no text of ours can hold.
  private static func possible(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    var next = 0
    while next + 6 <= text.count {
      guard text[next] == UInt8(ascii: "\\") else {
        next += 1
        continue
      }
      if ByteText(text[(next + 1)..<(next + 6)]) == "u0000" {
        for place in (next + 2)..<(next + 5) { text[place] = UInt8(ascii: "f") }
        text[next + 5] = UInt8(ascii: "d")
      }
      next += 2
    }
    return text
  }
}
