import AhaBase
import Testing

@testable import AhaPicture

@Suite("Letters")
struct TextTests {
  private static let all = (0x21...0x7E).map { String(UnicodeScalar(UInt8($0))) }

  /// Pixels of a text, as one string.
  private func picture(_ text: String, longest: Float = .infinity) throws -> [Bool] {
    let canvas = try Canvas(width: 200, height: 60, background: Color(0xFFFFFF))
    canvas.text(text, at: CanvasPoint(x: 20, y: 40), height: 24, longest: longest, color: Color(0))
    return (0..<200 * 60).map { (canvas.color(x: $0 % 200, y: $0 / 200)?.red ?? 255) < 128 }
  }

  /// First and last inked row and column.
  private func extent(_ shape: [Bool]) throws -> (rows: ClosedRange<Int>, columns: ClosedRange<Int>)
  {
    let inked = shape.indices.filter { shape[$0] }
    let (rows, columns) = (inked.map { $0 / 200 }, inked.map { $0 % 200 })
    return try (
      #require(rows.min())...#require(rows.max()), #require(columns.min())...#require(columns.max())
    )
  }

  @Test func areAllDifferent() throws {
    let box = try picture("\u{3B1}")
    var seen: [[Bool]] = [box]
    for letter in Self.all {
      let shape = try picture(letter)
      #expect(shape.contains(true), "\(letter)")
      #expect(!seen.contains(shape), "\(letter)")
      seen.append(shape)
    }
    #expect(try picture("\u{1F600}") == box)
    #expect(try picture("\n") == box)
    #expect(try !picture(" ").contains(true))
  }

  /// A diacritic leaves its letter unchanged, except the dot of an i.
  @Test(arguments: ["a\u{E5}", "O\u{D6}", "e\u{E9}", "n\u{F1}", "s\u{15F}", "o\u{F8}", "Z\u{17D}"])
  func marksAreAdded(pair: String) throws {
    let scalars = Array(pair.unicodeScalars)
    let (plain, marked) = (try picture(String(scalars[0])), try picture(String(scalars[1])))
    #expect(plain != marked)
    #expect(zip(plain, marked).allSatisfy { !$0 || $1 })
  }

  @Test func combiningMarksAreTheSame() throws {
    #expect(try picture("a\u{308}o\u{30A}") == picture("\u{E4}o\u{30A}"))
    #expect(try picture("\u{308}a") == picture("a"))
    #expect(try picture("\u{2019}") == picture("'"))
    #expect(try picture("\u{ED}") != picture("i"))
  }

  @Test func stayBetweenTheirLines() throws {
    for letter in Self.all {
      let (rows, columns) = try extent(picture(letter))
      let width = Canvas.width(of: letter, height: 24)
      #expect((10...50).contains(rows), "\(letter)")
      #expect(columns.lowerBound >= 17 && Float(columns.upperBound) <= 20 + width + 3, "\(letter)")
    }
  }

  @Test func capitalsHaveTheHeightThatWasAsked() throws {
    let rows = try extent(picture("H")).rows
    #expect((24...28).contains(rows.count) && (39...42).contains(rows.upperBound))
  }

  @Test func aLongTextIsCut() throws {
    let text = "a long name of a track"
    let whole = Canvas.width(of: text, height: 24)
    #expect(whole > 150)
    let columns = try extent(picture(text, longest: 100)).columns
    #expect((60...123).contains(columns.upperBound))
    #expect(try picture("ab", longest: 100) == picture("ab"))
    #expect(try !picture("abc", longest: 0).prefix(200 * 30).contains(true))
  }

  @Test func sidesAreWhereThePlaceIs() throws {
    for (side, columns) in [(Canvas.Side.left, 98...140), (.middle, 78...122), (.right, 60...102)] {
      let canvas = try Canvas(width: 200, height: 60, background: Color(0xFFFFFF))
      canvas.text("HHH", at: CanvasPoint(x: 100, y: 40), side: side, height: 12, color: Color(0))
      for x in 0..<200
      where (0..<60).contains(where: { canvas.color(x: x, y: $0)?.red ?? 255 < 128 }) {
        #expect(columns.contains(x), "\(side)")
      }
    }
  }
}
