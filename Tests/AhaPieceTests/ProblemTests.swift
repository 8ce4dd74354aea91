import AhaBase
import AhaTestSupport
import Testing

@testable import AhaPiece

@Suite("Problems of a piece")
struct ProblemTests {
  typealias Change = (inout Piece) -> Void

  static func good() -> Piece {
    var piece = Piece()
    (piece.title, piece.length) = ("Morning", 60_000_000)
    return piece
  }

  private func check(
    _ wanted: ResultCode?, at place: SourceLocation = #_sourceLocation, _ change: Change
  ) {
    var piece = Self.good()
    change(&piece)
    #expect(piece.problems.map { $0.code } == (wanted.map { [$0] } ?? []), sourceLocation: place)
  }

  @Test func titlesCountCodePoints() {
    check(nil) { $0.title = "x" }
    check(nil) { $0.title = String(repeating: "x", count: 1000) }
    check(.titleLong) { $0.title = String(repeating: "x", count: 1001) }
    // Four bytes and two UTF-16 units each, but one code point.
    check(nil) { $0.title = String(repeating: "🎵", count: 1000) }
    check(.titleLong) { $0.title = String(repeating: "🎵", count: 1001) }
    // One visible character, two code points.
    check(nil) { $0.title = String(repeating: "e\u{301}", count: 500) }
    check(.titleLong) { $0.title = String(repeating: "e\u{301}", count: 501) }
    check(.titleEmpty) { $0.title = "" }
    check(.titleEmpty) { $0.title = " \t\n\u{A0}\u{2003}\u{3000}" }
    check(nil) { $0.title = " x " }
  }

  @Test func lengthHasLimits() {
    for (value, code) in [
      (Int64.min, ResultCode.pieceShort), (-1, .pieceShort), (0, .pieceShort), (1, nil),
      (3_600_000_000_000, nil), (3_600_000_000_001, .pieceLong), (Int64.max, .pieceLong),
    ] { check(code) { $0.length = value } }
  }

  @Test func tempoHasLimits() {
    for (value, code) in [
      (1.0, nil), (999.999, nil), (1.0.nextDown, ResultCode.tempoLow), (0, .tempoLow),
      (-.infinity, .tempoLow), (.nan, .tempoLow), (-.nan, .tempoLow), (999.999.nextUp, .tempoHigh),
      (.infinity, .tempoHigh), (.greatestFiniteMagnitude, .tempoHigh),
    ] { check(code) { $0.tempo = value } }
    check(nil) { $0.tempo = nil }
  }

  @Test func loopsAreWithinThePiece() {
    let length = Self.good().length
    for (start, end, code) in [
      (0, length, nil), (0, 1, nil), (length - 1, length, nil), (-1, 5, ResultCode.loop),
      (0, length + 1, .loop), (5, 5, .loop), (6, 5, .loop), (Int64.min, Int64.max, .loop),
      (0, 0, .loop),
    ] { check(code) { $0.loop = .init(start: start, end: end) } }
  }

  @Test func timeSignaturesHaveLimits() {
    for upper in Int64(-1)...18 {
      for lower in Int64(-1)...33 {
        let isGood = (1...16).contains(upper) && [2, 4, 8, 16].contains(lower)
        check(isGood ? nil : .timeSignature) {
          $0.timeSignature = .init(upper: upper, lower: lower)
        }
      }
    }
    check(.timeSignature) { $0.timeSignature = .init(upper: .max, lower: .min) }
  }

  @Test func textsHaveLimits() {
    for (path, limit) in [(\Piece.description, 10_000), (\Piece.artist, 1000)] {
      check(nil) { $0[keyPath: path] = "" }
      check(nil) { $0[keyPath: path] = String(repeating: "ä", count: limit) }
      check(.textLong) { $0[keyPath: path] = String(repeating: "ä", count: limit + 1) }
    }
  }

  @Test func controlsOfTheDirectionAreProblems() {
    for path in [\Piece.title, \.description, \.artist] {
      for control in ["\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}"] {
        check(.textDirection) { $0[keyPath: path] = "a" + control + "b" }
      }
      // Marks, which Arabic and Hebrew need.
      check(nil) { $0[keyPath: path] = "\u{200F}שלום\u{200E} \u{61C}" }
    }
  }

  @Test func narrowerLimitsAreThoseOfAService() {
    var (limits, piece) = (PieceLimits(), Self.good())
    (limits.title, limits.description, limits.length) = (50, 140, 1_200_000_000)
    (piece.title, piece.length) = (String(repeating: "x", count: 51), 1_260_000_000)
    #expect(piece.problem == nil)
    #expect(piece.problems(within: limits).map { $0.code } == [.titleLong, .pieceLong])
    #expect(piece.problems(within: limits)[1].line == "the length of 0:21:00 is over 0:20:00")
  }

  @Test func textsAreFittedAtAWord() {
    var (limits, piece) = (PieceLimits(), Self.good())
    (limits.title, limits.artist) = (12, 5)
    (piece.title, piece.artist) = ("one two three", "Nova")
    #expect(piece.fit(within: limits) == 1 << Piece.Field.title.rawValue)
    #expect(piece.title == "one two…" && piece.artist == "Nova")
    #expect(piece.fit(within: limits) == 0)
  }

  @Test func aRootIsInItsScale() {
    check(nil) { $0.tonality = .atonal }
    check(nil) { $0.tonality = Tonality(scale: 0x800, root: 11) }
    check(.tonality) { $0.tonality = Tonality(scale: 0x800, root: 10) }
    check(.tonality) { $0.tonality = Tonality(scale: 0, root: 0) }
    check(.tonality) { $0.tonality = Tonality(scale: 0x1001, root: 0) }
    check(.tonality) { $0.tonality = Tonality(scale: 0xFFF, root: 12) }
  }

  @Test func attachmentsHaveATypeAndALimit() {
    for (type, size, code) in [
      ("application/figure", Int64(0), nil), ("a/b", 30_000_000, nil),
      ("a/b", 30_000_001, ResultCode.attachment), ("a/b", -1, .attachment), ("", 1, .attachment),
      ("figure", 1, .attachment), ("a/", 1, .attachment), ("/b", 1, .attachment),
      ("a/b/c", 1, .attachment), ("a /b", 1, .attachment),
      ("a/" + String(repeating: "b", count: 98), 1, nil),
      ("a/" + String(repeating: "b", count: 99), 1, .attachment),
    ] { check(code) { $0.attachment = .init(mimeType: type, size: size) } }
  }

  @Test func idsOfBasedOn() throws {
    for (text, id) in [
      ("EuDvfMsz", "EuDvfMsz"), ("https://allihoopa.com/s/EuDvfMsz", "EuDvfMsz"),
      ("http://www.allihoopa.com/s/EuDvfMsz/?a=b#c", "EuDvfMsz"),
      ("ah-demo://open?uuid=00f2a6bc-1&x=1", "00f2a6bc-1"), ("a b/s/c", "a b/s/c"),
    ] {
      var piece = Piece()
      try piece.addBasedOn(text)
      try piece.addBasedOn(id)
      #expect(piece.basedOn == [id])
    }
    check(nil) { try? $0.addBasedOn(String(repeating: "x", count: 100)) }
    let long = String(repeating: "x", count: 101)
    for id in ["", "a b", "ä", "\u{7F}", "\"", "https://a.b/s/", long] {
      check(.basedOn) { try? $0.addBasedOn(id) }
    }
    var piece = Self.good()
    for number in 0..<100 { try piece.addBasedOn("p\(number)") }
    #expect(piece.problem == nil)
    try piece.addBasedOn("p7")
    #expect(failure { try piece.addBasedOn("p100") }?.code == .limit)
  }

  /// Control characters are escaped before a terminal shows the line.
  @Test(arguments: [
    (" \n ", " \\x0A "), ("a\n\u{1B}[1m\u{7F}é", "a\\x0A\\x1B[1m\\x7Fé"),
    ("\u{80}\u{9F}\u{A0}x", "\\u0080\\u009F\u{A0}x"),
    (String(repeating: "é\u{85}", count: 60), "é\\u0085é\\u0085"),
  ])
  func linesAreLines(text: String, shown: String) throws {
    var piece = Self.good()
    piece.title = text + String(repeating: "\n", count: 1001)
    try piece.addBasedOn(text)
    for problem in piece.problems {
      #expect(problem.line.contains("\"" + shown), "\(problem.line)")
      #expect(problem.line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      #expect(problem.line.utf8.count < 200)
    }
    #expect(piece.problems.map { $0.field } == [.title, .basedOn])
    #expect("é".cut == "é" && String(repeating: "x", count: 100).cut.utf8.count == 100)
    #expect(String(repeating: "x", count: 101).cut.hasSuffix("x..."))
  }

  /// All fields wrong at once: each has a line with its value, in the order of the checks.
  @Test func problemsAreInTheOrderOfFields() throws {
    var piece = Piece()
    (piece.title, piece.length, piece.tempo) = ("  ", -7, 1000.5)
    piece.loop = .init(start: 11, end: 10)
    piece.timeSignature = .init(upper: 17, lower: 4)
    piece.description = String(repeating: "d", count: 10_001)
    piece.artist = String(repeating: "a", count: 1002)
    try piece.addBasedOn("b b")
    piece.tonality = Tonality(scale: 0x3, root: 9)
    piece.attachment = .init(mimeType: "noslash", size: 1)
    let found = piece.problems
    #expect(found.map { $0.field } == Piece.Field.allCases)
    #expect(
      found.map { $0.code } == [
        .titleEmpty, .pieceShort, .tempoHigh, .loop, .timeSignature, .textLong, .textLong, .basedOn,
        .tonality, .attachment,
      ])
    let values = [
      "\"  \"", "-0:00:00.000007", "1000.5", "0:00:00.000011", "17/4", "10001", "1002", "b b",
      "0x3", "noslash",
    ]
    for (problem, value) in zip(found, values) {
      #expect(problem.line.contains(value) && problem.line.utf8.count < 200, "\(problem.line)")
    }
    #expect(piece.problem?.field == .title)
  }
}
