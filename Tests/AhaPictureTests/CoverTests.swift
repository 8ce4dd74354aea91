import AhaBase
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaPicture

@Suite("Covers")
struct CoverTests {
  private let folder = TemporaryFolder()

  private func piece(_ title: String = "", _ artist: String = "", key: String = "") -> Piece {
    var piece = Piece()
    (piece.title, piece.artist) = (title, artist)
    piece.tonality = (try? Tonality(key)) ?? .unknown
    return piece
  }

  private func bytes(_ png: PNGFile) -> [UInt8] {
    withExtendedLifetime(png) { Array(png.encoded) }
  }

  /// Radial length of a bar in pixels, at a fraction of a turn, on a cover without text.
  private func length(_ canvas: Canvas, _ turn: Float) -> Int {
    let angle = turn * 2 * .pi
    let background = brightness(canvas, 2, 2)
    return (142..<240).reduce(0) { sum, radius in
      let x = 320 + Float(radius) * sine(angle)
      let y = 320 - Float(radius) * sine(angle + .pi / 2)
      return sum + (brightness(canvas, Int(x), Int(y)) > background + 0.3 ? 1 : 0)
    }
  }

  /// Angle of the middle of the n-th bar.
  private func turn(_ share: Float) -> Float { ((share * 216).rounded(.down) + 0.5) / 216 }

  @Test func barsAreAsLongAsTheSoundIsLoud() throws {
    let sound = folder.sound(seconds: 4) { time in (time < 2 ? 0.8 : 0.2) * sine(500, time) }
    let canvas = try Cover.draw(piece(), sound: sound).canvas
    #expect(canvas.width == 640 && canvas.height == 640)
    let (loud, soft) = (length(canvas, turn(0.25)), length(canvas, turn(0.75)))
    #expect((88...96).contains(loud))
    // 0.25 to the power of 0.8 is about a third.
    #expect((24...36).contains(soft))
  }

  @Test func lowIsWarmAndHighIsCool() throws {
    let sound = folder.sound(seconds: 4) { time in 0.5 * sine(time < 2 ? 110 : 5000, time) }
    let canvas = try Cover.draw(piece(), sound: sound).canvas
    let colors = [0.25, 0.75].map { share -> Color in
      let angle = turn(Float(share)) * 2 * .pi
      let (x, y) = (320 + 165 * sine(angle), 320 - 165 * sine(angle + .pi / 2))
      return canvas.color(x: Int(x), y: Int(y)) ?? Color(0)
    }
    #expect(colors[0].red > colors[0].blue && colors[1].blue > colors[1].red)
  }

  @Test(arguments: [false, true])
  func sameInputSameBytes(hasSound: Bool) throws {
    let sound = folder.sound(seconds: 0.3) { 0.3 * sine(300, $0) }
    let drawn = try (0..<2).map { _ in
      try bytes(Cover.draw(piece("a", "b"), sound: hasSound ? sound : nil))
    }
    #expect(drawn[0] == drawn[1])
    let other = try Cover.draw(piece("a", "c"), sound: hasSound ? sound : nil)
    #expect(bytes(other) != drawn[0])
  }

  @Test func keysHaveColorsOfTheirOwn() throws {
    let covers = try ["C major", "C minor", "F# major", "E phrygian", "unknown", "atonal"].map {
      try bytes(Cover.draw(piece("x", key: $0), sound: nil))
    }
    #expect(Set(covers).count == 5 && covers[4] == covers[5])
  }

  @Test func notesOfTheKeyAreBright() throws {
    let canvas = try Cover.draw(piece(key: "C major"), sound: nil).canvas
    // G and F sharp, on the circle of fifths.
    let levels = [Float(1), 6].map { step -> Float in
      let angle = step / 12 * 2 * .pi
      return brightness(
        canvas, Int(320 + 58 * sine(angle)), Int(320 - 58 * sine(angle + .pi / 2)))
    }
    #expect(levels[0] > levels[1] + 0.2)
  }

  @Test func textsAreInTheFileAndInThePicture() throws {
    var piece = piece("Night", "Büro")
    piece.description = "quiet"
    let cover = try Cover.draw(piece, sound: nil)
    let bytes = self.bytes(cover)
    for text in ["tEXtTitle\0Night", "iTXtAuthor\0\0\0\0\0Büro", "tEXtDescription\0quiet"] {
      #expect(bytes.contains(text: text), "\(text)")
    }
    #expect(brightPixels(cover.canvas, rows: 540..<620) > 500)
  }

  /// Titles without a glyph, titles that are too long, and invalid text.
  @Test(arguments: [
    "日本語のタイトル", "a\nb\tc", String(repeating: "long ", count: 60),
    String(repeating: "x", count: 2_000_000), "\u{301}\u{301}", "   ",
    "one-very-long-word-without-any-space-at-all-in-it",
  ])
  func anyTitleWillDo(title: String) throws {
    let canvas = try Cover.draw(piece(title, title), sound: nil).canvas
    for y in 0..<640 {
      #expect(brightness(canvas, 20, y) < 0.6 && brightness(canvas, 620, y) < 0.6)
    }
  }

  /// Arabic is in DejaVu, which the tests install; no font has a private character.
  @Test(arguments: [
    ("صباح الخير يا عالم", true), (String(repeating: "صباح الخير ", count: 20), true),
    ("\u{10FFFD}", false), ("Rain \u{10FFFD}", false),
  ])
  func foreignLettersAreDrawnOrLeftOut(title: String, isDrawn: Bool) throws {
    let sound = folder.sound(seconds: 1) { 0.5 * sine(300, $0) }
    let inked = brightPixels(try Cover.draw(piece(title), sound: sound).canvas, rows: 556..<620)
    #expect(isDrawn ? inked > 300 : inked == 0)
  }

  @Test func aScriptIsBlendedWithinItsCanvas() throws {
    let color = Color(0xFFFFFF)
    let text = try #require(
      try ScriptText("Ж", width: 40, height: 40, size: 30, lines: 1, isBold: true, color: color))
    for (left, top) in [(0, 0), (-30, -30), (90, 90), (1000, 0), (0, -1000)] {
      let canvas = try Canvas(width: 100, height: 100, background: Color(0))
      text.draw(on: canvas, left: left, top: top)
      let bright = (0..<10_000).count { brightness(canvas, $0 % 100, $0 / 100) > 0.9 }
      if left == 0 && top == 0 { #expect(bright > 50) }
      if abs(left) == 1000 || top == -1000 { #expect(bright == 0) }
    }
  }

  @Test(arguments: [1, 100, 20_000])
  func shortAndSilentSoundsAreDrawn(frames: Int) throws {
    let sound = folder.sound(seconds: Double(frames) / 48_000) { _ in 0 }
    let canvas = try Cover.draw(piece(), sound: sound).canvas
    #expect(length(canvas, turn(0.5)) <= 3)
  }

  @Test func wrongSoundsAreRefused() throws {
    let text = FilePath(folder.write(Array("no sound".utf8), to: "a.txt"))
    #expect(failure { _ = try Cover.draw(piece(), sound: text) }?.code == .unknownFormat)
  }

  /// The page's peaks are computed in the same pass as the cover.
  @Test(arguments: [1, 700, 100_000])
  func onePassGivesThePeaksToo(frames: Int) throws {
    let sound = folder.sound(seconds: Double(frames) / 48_000) { time in
      (0.2 + 0.7 * sine(0.7, time)) * sine(300, time)
    }
    let covers = PieceCoverMaker()
    var told: (Int64, Int64) = (0, 0)
    let both = covers.look(at: sound, forCover: true, peaks: 1000) { done, all in
      told = (done, all)
      return true
    }
    let peaks = covers.look(at: sound, forCover: false, peaks: 1000) { _, _ in true }.peaks
    #expect(both.bars.count == 216 && both.peaks == peaks && peaks.count == min(frames, 1000))
    #expect(told == (Int64(frames), Int64(frames)))
    let path = FilePath(folder.file("cover.png"))
    try covers.drawCover(of: piece("a"), shape: both, to: path)
    #expect(folder.bytes(of: "cover.png") == bytes(try Cover.draw(piece("a"), sound: sound)))
    // The task is cancelled.
    #expect(covers.look(at: sound, forCover: true, peaks: 9) { _, _ in false }.bars.isEmpty)
  }
}
