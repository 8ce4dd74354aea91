import AhaTestSupport
import Testing

@testable import AhaAnalysis

@Suite("Key")
struct KeyTests {
  private static let major = [0, 2, 4, 5, 7, 9, 11]
  private static let minor = [0, 2, 3, 5, 7, 8, 10]
  /// Degrees of four chords, and of a melody in half beats. Both end on the tonic.
  private static let progressions = [[0, 4, 5, 3], [0, 3, 4, 0], [0, 5, 1, 4]]
  private static let minorProgressions = [[0, 5, 2, 6], [0, 3, 4, 0], [0, 6, 5, 4]]
  private static let melodies = [
    [0, 1, 2, 0, 4, 3, 2, 1, 2, 3, 4, 5, 4, 2, 1, 0],
    [4, 2, 0, 2, 4, 7, 6, 5, 4, 3, 2, 1, 0, 2, 1, 0],
    [0, 2, 4, 7, 5, 4, 3, 2, 3, 5, 4, 2, 1, 6, 1, 0],
  ]
  private static let beats = 24

  struct Expected: Sendable {
    var root: Int
    var isMinor: Bool
  }

  private static let keys = (0..<24).map { Expected(root: $0 % 12, isMinor: $0 >= 12) }

  /// All keys in sequence, with silence between them.
  private func heard(
    program: Int, _ notes: (Int, Expected) -> [MidiFile.Note]
  ) throws -> [KeyEstimate] {
    var midi = MidiFile(program: program)
    for (index, key) in Self.keys.enumerated() {
      midi.notes += notes(index, key).map {
        var note = $0
        note.start += Double(index * Self.beats)
        return note
      }
    }
    let samples = try midi.rendered()
    let length = Self.beats * MidiFile.sampleRate * 60 / MidiFile.bpm
    return try Self.keys.indices.map { index in
      let piece = samples.dropFirst(index * length).prefix(length)
      return try analyze(Array(piece), sampleRate: MidiFile.sampleRate).key
    }
  }

  private static func chords(_ index: Int, _ key: Expected) -> [MidiFile.Note] {
    let scale = key.isMinor ? minor : major
    let progressions = key.isMinor ? minorProgressions : progressions
    var notes: [MidiFile.Note] = []
    for (bar, degree) in (progressions[index % 3] + [0]).enumerated() {
      for step in [0, 2, 4] {
        // The dominant of a minor key is a major chord.
        let raised = key.isMinor && degree == 4 && step == 2 ? 1 : 0
        let note = degree + step
        let pitch = 48 + key.root + scale[note % 7] + 12 * (note / 7) + raised
        notes.append(.init(start: Double(4 * bar), length: 3.9, pitch: pitch))
      }
      let bass = 36 + (key.root + scale[degree]) % 12
      notes.append(.init(start: Double(4 * bar), length: 3.9, pitch: bass))
    }
    return notes
  }

  private static func melody(_ index: Int, _ key: Expected) -> [MidiFile.Note] {
    let scale = key.isMinor ? minor : major
    let line = melodies[index % 3]
    return (line + line).enumerated().map { at, degree in
      let pitch = 60 + key.root + scale[degree % 7] + 12 * (degree / 7)
      let last = at == 2 * line.count - 1
      return .init(start: Double(at) / 2, length: last ? 3 : 0.48, pitch: pitch)
    }
  }

  /// Weights of MIREX: fifths half, relative keys 0.3, parallel ones 0.2.
  private func weight(_ heard: KeyEstimate, _ key: Expected) -> Double {
    if heard.isAtonal || heard.isUnknown { return 0 }
    let distance = (heard.root - key.root + 12) % 12
    guard heard.mode == .major || heard.mode == .minor else { return 0 }
    if (heard.mode == .minor) == key.isMinor {
      return distance == 0 ? 1 : [5, 7].contains(distance) ? 0.5 : 0
    }
    return distance == 0 ? 0.2 : distance == (key.isMinor ? 3 : 9) ? 0.3 : 0
  }

  /// A piano melody with string chords. `make quality` has more instruments and voices.
  @Test(arguments: [(0, true), (48, false)])
  func musicInEveryKeyIsHeard(program: Int, isMelody: Bool) throws {
    let heard = try heard(program: program, isMelody ? Self.melody : Self.chords)
    let weights = zip(heard, Self.keys).map { weight($0, $1) }
    let wrong = zip(heard, Self.keys).filter { weight($0, $1) < 1 }
    #expect(weights.filter { $0 == 1 }.count * 100 >= 92 * weights.count, "\(wrong)")
    #expect(weights.reduce(0, +) / Double(weights.count) >= 0.95, "\(wrong)")
  }

  @Test(arguments: RealLoops.drums)
  func drumsHaveNone(path: String) throws {
    let (samples, channels) = try load(path, sampleRate: 44_100)
    let key = try analyze(samples, sampleRate: 44_100, channels: channels).key
    #expect(key.isAtonal && key.mask == 0, "\(path): \(key)")
  }

  @Test(arguments: RealLoops.tonal)
  func loopsWithNotesHave(path: String) throws {
    let (samples, channels) = try load(path, sampleRate: 44_100)
    let key = try analyze(samples, sampleRate: 44_100, channels: channels).key
    #expect(!key.isAtonal && !key.isUnknown, "\(path): \(key)")
  }

  @Test func noiseHasNone() throws {
    let key = try analyze(Signal.noise(count: 200_000), sampleRate: 44_100).key
    #expect(key.isAtonal)
  }

  /// A in a tuning 30 cents sharp.
  @Test func tuningIsReportedAndDoesNotChangeTheKey() throws {
    let chord = [220.0, 277.18, 329.63, 440, 293.66, 369.99, 246.94, 415.3]
    var samples: [Float] = []
    for note in [0, 1, 2, 3, 4, 5, 3, 0, 6, 7, 2, 3, 1, 0] {
      let hz = chord[note] * 1.01748
      samples += Signal.sine(frames: 11_025, frequency: hz, sampleRate: 22_050, amplitude: 0.3)
    }
    let key = try analyze(samples, sampleRate: 22_050).key
    #expect(key.root == 9 && key.mode == .major && abs(key.tuningCents - 30) <= 10, "\(key)")
  }

  /// Chords by scale degree, two bars each, with their roots in the bass.
  private func heard(_ degrees: [Int], scale: [Int], root: Int) throws -> KeyEstimate {
    var midi = MidiFile(program: 48)
    for (bar, degree) in degrees.enumerated() {
      for step in [0, 2, 4] {
        let note = degree + step
        let pitch = 48 + root + scale[note % 7] + 12 * (note / 7)
        midi.notes.append(.init(start: Double(4 * bar), length: 3.9, pitch: pitch))
      }
      let bass = 36 + (root + scale[degree]) % 12
      midi.notes.append(.init(start: Double(4 * bar), length: 3.9, pitch: bass))
    }
    return try analyze(midi.rendered(), sampleRate: MidiFile.sampleRate).key
  }

  /// i-IV vamps in D dorian and I-VII-IV in G mixolydian.
  @Test func modesAreNamed() throws {
    let dorian = try heard([0, 3, 0, 3, 0, 3, 0], scale: [0, 2, 3, 5, 7, 9, 10], root: 2)
    #expect(dorian.root == 2 && dorian.mode == .dorian, "\(dorian)")
    #expect(dorian.mask == 0b1010_1011_0101)
    let mixolydian = try heard([0, 6, 3, 0, 6, 3, 0], scale: [0, 2, 4, 5, 7, 9, 10], root: 7)
    #expect(mixolydian.root == 7 && mixolydian.mode == .mixolydian, "\(mixolydian)")
  }

  /// A minor and C major share their notes. Without this rule, the confidence is 0.59.
  @Test func notesThatAreAnotherKeysTooCostConfidence() throws {
    let key = try heard([5, 3, 0, 4, 5, 3, 0, 4], scale: Self.major, root: 0)
    #expect(key.confidence < 0.4, "\(key)")
  }

  /// Four bars in C, then four in A: one cadence in a single key is more certain. Without this
  /// rule, A minor has a confidence of 0.86.
  @Test func aChangeOfKeyCostsConfidence() throws {
    let cadence = [0, 3, 4, 0]
    let (c, a) = (Self.major, Self.major.map { $0 + 9 })
    var midi = MidiFile(program: 48)
    for (bar, degree) in (cadence + cadence).enumerated() {
      let scale = bar < 4 ? c : a
      for step in [0, 2, 4] {
        let note = degree + step
        let pitch = 48 + scale[note % 7] + 12 * (note / 7)
        midi.notes.append(.init(start: Double(4 * bar), length: 3.9, pitch: pitch))
      }
    }
    let changing = try analyze(midi.rendered(), sampleRate: MidiFile.sampleRate).key
    let steady = try heard(cadence + cadence, scale: Self.major, root: 0)
    #expect(changing.confidence < 0.2 && steady.confidence > 0.4, "\(changing), \(steady)")
  }

  @Test func aKeyHasTheMaskOfItsScale() {
    #expect(KeyEstimate(confidence: 1).mask == 0b1010_1011_0101)
    #expect(KeyEstimate(root: 9, mode: .minor, confidence: 1).mask == 0b1010_1011_0101)
    #expect(KeyEstimate(root: 2, confidence: 1).mask == 0b1010_1101_0110)
    #expect(KeyEstimate(isAtonal: true, confidence: 1).mask == 0)
    #expect(KeyEstimate().isUnknown)
  }
}
