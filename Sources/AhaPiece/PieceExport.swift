import AhaBase
import AhaJSON

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
    private let row: JSONObject

    fileprivate init(
      _ id: String, _ piece: Piece, _ row: JSONObject, _ audio: FilePath?, _ cover: FilePath?,
      _ attachment: FilePath?
    ) {
      (self.id, self.piece, self.row) = (id, piece, row)
      (self.audio, self.cover, self.attachment) = (audio, cover, attachment)
    }

    /// All that the list says of it: JSON.
    public func list() throws(AhaError) -> String { try row.text() }
  }

  public private(set) var entries: [Entry] = []
  /// What was wrong, each in a line.
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
    let object = try JSONObject.assigned(at: root / FilePath(PieceExport.list), &remarks)
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
    entries.append(Entry(id, piece, row, audio, cover, attachment))
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
