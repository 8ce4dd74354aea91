import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaPiece

@Suite("Old exports")
struct ExportTests {
  private let folder = TemporaryFolder()

  private func open(_ rows: String) throws -> PieceExport {
    let list = "alltihop={\"user\":{\"username\":\"ada\"},\"pieces\":[\(rows)]};"
    folder.write(list.array, to: "alltihop.json")
    return try PieceExport(in: FilePath(folder.path))
  }

  @Test func piecesAndTheirFiles() throws {
    for path in ["assets", "assets/pieces", "assets/pieces/a1"] {
      #expect(mkdir(folder.file(path), 0o777) == 0)
    }
    folder.write([1, 2, 3], to: "assets/pieces/a1/piece.figure")
    let export = try open(
      "{\"short_id\":\"a1\",\"title\":\"One\",\"tempo\":\"105.000\","
        + "\"attachment\":\"piece.figure\"}")
    let entry = try #require(export.entries.first)
    #expect(export.remarks == ["piece a1 has no audio"] && entry.audio == nil)
    #expect(entry.attachment?.text.hasSuffix("/assets/pieces/a1/piece.figure") == true)
    #expect(entry.piece.attachment?.size == 3 && entry.piece.tempo == 105)
    #expect(entry.piece.artist == "ada" && entry.piece.title == "One")
  }

  @Test(arguments: ["null", "1", "{}", "{\"short_id\":\"../a\"}", "{\"short_id\":\"a\\u0000\"}"])
  func badRows(row: String) throws {
    let export = try open(row)
    #expect(export.entries.isEmpty && export.remarks.count == 1)
  }

  /// A list that is cut anywhere is an error or a list.
  @Test func cutLists() throws {
    let row = "{\"short_id\":\"a\",\"title\":\"\\ud83c\\udfb5\",\"tempo\":1e2}"
    let whole = "x={\"pieces\":[\(row)]}".array
    for count in 0...whole.count {
      folder.write(Array(whole.prefix(count)), to: "alltihop.json")
      do {
        #expect(try PieceExport(in: FilePath(folder.path)).entries.count == 1)
        #expect(count == whole.count)
      } catch let error as AhaError {
        #expect([.damaged, .unknownFormat].contains(error.code) && count < whole.count)
      }
    }
  }
}
