import AhaBase
import Testing

@testable import AhaPiece

@Suite("Filling in missing fields")
struct GuessTests {
  private var guess: Piece.Guess {
    var guess = Piece.Guess()
    guess.length = 5_000_000
    guess.tempo = 120
    guess.loop = Piece.Loop(start: 0, end: 4_000_000)
    guess.timeSignature = .init(upper: 3, lower: 4)
    guess.tonality = .minor(9)
    return guess
  }

  private func fields(_ filled: UInt32) -> [Piece.Field] {
    Piece.Field.allCases.filter { filled >> $0.rawValue & 1 == 1 }
  }

  @Test func allFieldsAreFilledOnce() {
    var piece = Piece()
    #expect(fields(piece.fill(from: guess)) == [.length, .tempo, .loop, .timeSignature, .tonality])
    #expect(piece.length == 5_000_000 && piece.tempo == 120 && piece.tonality == .minor(9))
    #expect(piece.loop == Piece.Loop(start: 0, end: 4_000_000))
    #expect(piece.timeSignature == .init(upper: 3, lower: 4))
    #expect(piece.fill(from: guess) == 0)
  }

  @Test func existingFieldsStay() {
    var piece = Piece()
    (piece.length, piece.tempo, piece.tonality) = (3_000_000, 90, .atonal)
    piece.timeSignature = .init(upper: 4, lower: 4)
    #expect(piece.fill(from: guess) == 0)  // otherwise the loop would end after the piece
    #expect(piece.length == 3_000_000 && piece.tempo == 90 && piece.loop == nil)
    #expect(piece.tonality == .atonal && piece.timeSignature == .init(upper: 4, lower: 4))
  }

  @Test(arguments: [0, 0.5, 1000, .nan, .infinity])
  func anUnknownTempoIsNotFilledIn(bpm: Double) {
    var (piece, guess) = (Piece(), guess)
    guess.tempo = bpm
    #expect(!fields(piece.fill(from: guess)).contains(.tempo) && piece.tempo == nil)
  }

  @Test func anEmptyGuessFillsNothing() {
    var piece = Piece()
    #expect(piece.fill(from: Piece.Guess()) == 0 && piece.length == 0 && piece.loop == nil)
  }
}
