import AhaBase
import AhaTestSupport
import CPng
import Testing

@testable import AhaPicture

@Suite("PNG files")
struct PNGFileTests {
  private func bytes(_ canvas: Canvas, title: String) throws -> [UInt8] {
    let png = try PNGFile(canvas, title: title)
    while try png.encode() {}
    return Array(png.encoded)
  }

  @Test func haveTheirSizeAndTitle() throws {
    let canvas = try Canvas(width: 300, height: 700, background: Color(0x123456))
    let png = try bytes(canvas, title: "Night")
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(Array(png[16..<26]) == [0, 0, 1, 44, 0, 0, 2, 188, 8, 2])
    #expect(png.contains(text: "tEXtTitle\0Night") && png.contains(text: "tEXtSoftware\0libaha"))
    #expect(png.suffix(8).elementsEqual([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]))
    #expect(try bytes(canvas, title: "Büro").contains(text: "iTXtTitle\0\0\0\0\0Büro"))
  }

  @Test func areWhereTheyShouldBeOrNotAtAll() throws {
    let folder = TemporaryFolder()
    let canvas = try Canvas(width: 16, height: 16, background: Color(0))
    let png = try PNGFile(canvas, title: "")
    while try png.encode() {}
    try png.save(to: FilePath(folder.file("a.png")))
    #expect(folder.bytes(of: "a.png") == Array(png.encoded))
    let error = failure { try png.save(to: FilePath(folder.file("none/a.png"))) }
    #expect(error?.code == .notFound)
  }

  @Test func callsInAWrongOrderAreRefused() throws {
    let write = try #require(cpng_write_open(1 << 20))
    defer { cpng_write_close(write) }
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    let row = [UInt8](repeating: 7, count: 64)
    #expect(cpng_write_rows(write, row, 16, 1) == CPNG_INVALID)
    #expect(cpng_write_text(write, "Title", "a") == CPNG_INVALID)
    #expect(cpng_write_end(write, &bytes, &count) == CPNG_INVALID)
    for (width, height, samples, level) in [
      (0, 2, 1, 6), (2, 0, 1, 6), (16385, 2, 1, 6), (2, 2, 2, 6), (2, 2, 5, 6), (2, 2, 1, 0),
    ] as [(UInt32, UInt32, Int32, Int32)] {
      #expect(cpng_write_start(write, width, height, samples, level) == CPNG_INVALID)
    }
    #expect(cpng_write_start(write, 16, 2, Int32(CPNG_GRAY), 9) == CPNG_OK)
    #expect(cpng_write_start(write, 16, 2, Int32(CPNG_GRAY), 9) == CPNG_INVALID)
    #expect(cpng_write_text(write, "", "a") == CPNG_INVALID)
    #expect(cpng_write_text(write, "é", "a") == CPNG_INVALID)
    #expect(cpng_write_rows(write, row, 16, 3) == CPNG_INVALID)
    #expect(cpng_write_rows(write, row, 16, 1) == CPNG_OK)
    #expect(cpng_write_text(write, "Title", "late") == CPNG_INVALID)
    #expect(cpng_write_end(write, &bytes, &count) == CPNG_INVALID)
    #expect(cpng_write_rows(write, row, 16, 1) == CPNG_OK)
    #expect(cpng_write_end(write, &bytes, &count) == CPNG_OK)
    #expect(count > 60)
  }

  @Test(arguments: [0, 10, 60, 3000])
  func aLimitOfBytesHolds(limit: Int) throws {
    let write = try #require(cpng_write_open(limit))
    defer { cpng_write_close(write) }
    var random = Random(seed: 3)
    let noise = (0..<4 * 64 * 64).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(cpng_write_start(write, 64, 64, Int32(CPNG_RGBA), 1) == CPNG_OK)
    var result = cpng_write_rows(write, noise, 256, 64)
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    if result == CPNG_OK { result = cpng_write_end(write, &bytes, &count) }
    #expect(result == CPNG_LIMIT)
    #expect(cpng_write_rows(write, noise, 256, 1) == CPNG_INVALID)
    #expect(String(cString: cpng_write_message(write)) == "too long")
  }
}
