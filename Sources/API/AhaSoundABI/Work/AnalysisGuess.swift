import AhaAnalysis
import AhaPiece

extension Analysis {
  /// Results below these limits are left to a person.
  private static let leastConfidence = 0.2
  private static let leastLoop = 0.8
  private static let leastTimeSignature = 0.7

  /// Properties of a piece that consists of this sound.
  var guess: Piece.Guess {
    var guess = Piece.Guess()
    guess.length = microseconds(frames)
    if tempo.confidence >= Analysis.leastConfidence, !tempo.isOctaveOpen {
      // Hundredths: more digits would claim a precision that the measurement lacks.
      guess.tempo = tempo.bpm.map { (100 * $0).rounded() / 100 }
      guess.timeSignature = timeSignature
    }
    if key.confidence >= Analysis.leastConfidence { guess.tonality = key.tonality }
    if let best = loops.first, best.quality >= Analysis.leastLoop {
      guess.loop = Piece.Loop(start: microseconds(best.start), end: microseconds(best.end))
    }
    return guess
  }

  /// The bars of a wrong tempo are wrong too: only for a sound whose tempo is filled.
  private var timeSignature: Piece.TimeSignature? {
    let meter = beats.meter
    guard meter.beatsPerBar > 0, meter.confidence >= Analysis.leastTimeSignature else { return nil }
    return .init(upper: Int64(meter.beatsPerBar), lower: Int64(meter.beatUnit))
  }

  private func microseconds(_ frame: Int) -> Int64 {
    Int64((Double(frame) * 1e6 / Double(sampleRate)).rounded())
  }
}

extension KeyEstimate {
  var tonality: Tonality {
    if isUnknown { return .unknown }
    return isAtonal ? .atonal : Tonality(scale: UInt32(mask), root: UInt32(root))
  }
}
