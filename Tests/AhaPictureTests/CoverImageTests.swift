import AhaBase
import AhaTestSupport
import CPng
import Testing

@testable import AhaPicture

@Suite("Covers supplied by the host")
struct CoverImageTests {
  private let folder = TemporaryFolder()

  /// A PNG whose samples are `value` of x, y and channel.
  private func png(
    _ width: Int, _ height: Int, samples: Int, _ value: (Int, Int, Int) -> UInt8
  ) throws -> [UInt8] {
    let write = try #require(cpng_write_open(1 << 28))
    defer { cpng_write_close(write) }
    #expect(cpng_write_start(write, UInt32(width), UInt32(height), Int32(samples), 1) == CPNG_OK)
    for y in 0..<height {
      let row = (0..<width * samples).map { value($0 / samples, y, $0 % samples) }
      #expect(cpng_write_rows(write, row, row.count, 1) == CPNG_OK)
    }
    var (bytes, count): (UnsafePointer<UInt8>?, Int) = (nil, 0)
    #expect(cpng_write_end(write, &bytes, &count) == CPNG_OK)
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  private func cover(_ bytes: [UInt8]) throws -> CoverImage {
    try CoverImage(FilePath(folder.write(bytes, to: "in")))
  }

  private func canvas(_ bytes: [UInt8]) throws -> Canvas {
    var canvas: Canvas?
    try bytes.withUnsafeBytes { canvas = try PNGPicture($0, named: "in").scaled().canvas }
    return try #require(canvas)
  }

  /// A JPEG with valid headers only: a frame, a scan with stuffed bytes, and the end.
  private func jpeg(
    _ width: Int, _ height: Int, kind: UInt8 = 0xC0, bits: UInt8 = 8, colors: UInt8 = 3
  ) -> [UInt8] {
    let frame: [UInt8] = [
      bits, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), colors,
    ]
    let parts = [UInt8](repeating: 0x11, count: 3 * Int(colors))
    return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0xFF, 0xD9, 0xFF, kind, 0, UInt8(8 + parts.count)]
      + frame + parts + [0xFF, 0xDA, 0, 3, 0, 1, 0xFF, 0, 2, 0xFF, 0xD3, 3, 0xFF, 0xD9, 7, 7]
  }

  @Test func theRightSizeStaysAsItIs() throws {
    for bytes in [
      try png(640, 640, samples: 4) { x, y, _ in UInt8((x ^ y) & 255) },
      jpeg(640, 640), jpeg(640, 640, kind: 0xC2, colors: 1),
    ] {
      let cover = try cover(bytes)
      #expect(Array(cover.bytes) == bytes && !cover.isScaled)
      #expect(cover.kind == (bytes[0] == 0xFF ? .jpeg : .png) && cover.width == 640)
      try cover.save(to: FilePath(folder.file("out")))
      #expect(folder.bytes(of: "out") == bytes)
    }
  }

  /// The pixels of these files are noise: a JPEG that is decoded is damaged.
  @Test func onlyTheRightJPEGIsNotDecoded() throws {
    #expect(failure { _ = try cover(jpeg(800, 600)) }?.code == .damaged)
    #expect(failure { _ = try cover(jpeg(640, 640, colors: 4)) }?.code == .damaged)
    let path = FilePath(folder.write(jpeg(640, 640), to: "in"))
    #expect(failure { _ = try CoverImage(path, keepsJPEG: false) }?.code == .damaged)
    _ = try CoverImage(path)
  }

  @Test(arguments: [0xC3, 0xCB] as [UInt8]) func losslessJPEGsAreRefused(kind: UInt8) {
    let error = failure { _ = try cover(jpeg(640, 640, kind: kind)) }
    #expect(error?.code == .unsupported, "\(error?.line ?? "")")
  }

  @Test func aJPEGThatIsCutOffIsDamaged() {
    let whole = jpeg(640, 640)
    for count in 4..<whole.count - 2 {
      #expect(failure { _ = try cover(Array(whole[..<count])) }?.code == .damaged, "\(count)")
    }
    #expect(failure { _ = try cover([0xFF, 0xD8, 0xFF, 0xD9]) }?.code == .damaged)
    #expect(failure { _ = try cover(jpeg(640, 0)) }?.code == .damaged)
  }

  @Test(arguments: [(640, 641), (1280, 700), (64, 90), (1, 1), (3, 5), (639, 2000)])
  func oneColorStaysOneColor(width: Int, height: Int) throws {
    let bytes = try png(width, height, samples: 3) { _, _, part in [200, 90, 31][part] }
    let canvas = try canvas(bytes)
    #expect(canvas.width == 640 && canvas.height == 640)
    for (x, y) in [(0, 0), (639, 0), (320, 320), (1, 638)] {
      #expect(canvas.color(x: x, y: y) == Color(0xC85A1F))
    }
  }

  /// The crop keeps the middle, of wide and of tall pictures.
  @Test(arguments: [true, false])
  func itIsCutInTheMiddle(isWide: Bool) throws {
    let (width, height) = isWide ? (1600, 800) : (800, 1600)
    let bytes = try png(width, height, samples: 1) { x, y, _ in
      let place = isWide ? x : y
      return place < 400 || place >= 1200 ? 255 : place < 800 ? 0 : 128
    }
    let canvas = try canvas(bytes)
    let shades = [3, 315, 325, 636].map { at in
      (isWide ? canvas.color(x: at, y: 320) : canvas.color(x: 320, y: at))?.red
    }
    #expect(shades == [0, 0, 128, 128])
  }

  /// Half of the light, not half of the sample value.
  @Test func scalingIsByLight() throws {
    let bytes = try png(2560, 2560, samples: 1) { x, y, _ in (x + y) & 1 == 0 ? 255 : 0 }
    let canvas = try canvas(bytes)
    for (x, y) in [(0, 0), (100, 200), (639, 639)] {
      #expect((185...191).contains(try #require(canvas.color(x: x, y: y)).green))
    }
  }

  @Test func transparentPixelsBecomeWhite() throws {
    let bytes = try png(1000, 1000, samples: 4) { x, _, part in
      part == 3 ? (x < 500 ? 0 : 128) : 0
    }
    let canvas = try canvas(bytes)
    #expect(canvas.color(x: 100, y: 100) == Color(0xFFFFFF))
    #expect(canvas.color(x: 600, y: 100) == Color(0x7F7F7F))
  }

  @Test func aPNGThatIsCutOffIsDamaged() throws {
    let whole = try png(700, 700, samples: 3) { x, y, part in UInt8((x * y + part) & 255) }
    for count in [8, 20, 33, 60, whole.count / 2, whole.count - 13, whole.count - 1] {
      let error = failure { _ = try cover(Array(whole[..<count])) }
      #expect(error?.code == .damaged && error?.line.contains("too early") == true, "\(count)")
    }
  }

  @Test func otherFilesAreRefused() throws {
    for text in ["", "GIF89a", "some text\n", "\u{89}PNG"] {
      let error = failure { _ = try cover(Array(text.utf8)) }
      #expect(error?.code == (text.isEmpty ? .empty : .unknownFormat))
    }
    #expect(failure { _ = try CoverImage(FilePath(folder.file("none"))) }?.code == .notFound)
    #expect(failure { _ = try CoverImage(FilePath(folder.path)) }?.code == .isDirectory)
  }
}
