import CAha

/// The keys of sections and the chords of an analysis.
struct AnalyzedKeys {
  private let sampleRate: UInt32
  private var keys: [aha_key_section]
  private var chords: [aha_chord]
  /// Chords on the line for a person.
  private static let shownChords = 12

  init(_ analysis: Handle, sampleRate: UInt32) {
    self.sampleRate = sampleRate
    var count: UInt32 = 0
    _ = aha_analysis_copy_keys(analysis.pointer, nil, 0, &count)
    keys = [aha_key_section](repeating: aha_key_section(), count: Int(count))
    _ = aha_analysis_copy_keys(analysis.pointer, &keys, count, nil)
    _ = aha_analysis_copy_chords(analysis.pointer, nil, 0, &count)
    chords = [aha_chord](repeating: aha_chord(), count: Int(count))
    _ = aha_analysis_copy_chords(analysis.pointer, &chords, count, nil)
  }

  var sectionsField: Field {
    Field("keys", .list(keys.map { record($0) }), label: "keys", text: changes)
  }

  var chordsField: Field {
    Field("chords", .list(chords.map { record($0) }), label: "chords", text: names)
  }

  /// As in "C major from 0:00:00.000, A minor from 0:00:32.100"; empty if the key does not change.
  private var changes: String {
    guard keys.count > 1 else { return "" }
    return joined(
      keys.map {
        shown(keyText($0.tonality, as: AHA_TONALITY_TEXT_NAME)) + " from " + time($0.begin_frame)
      })
  }

  /// The first chords, as in "C, Am, F, G".
  private var names: String {
    let named = chords.filter { $0.quality != AHA_CHORD_NONE }
    let first = joined(named.prefix(AnalyzedKeys.shownChords).map { shown(name($0)) })
    return named.count > AnalyzedKeys.shownChords ? first + " …" : first
  }

  /// As in "F#m"; empty without a chord.
  private func name(_ chord: aha_chord) -> Bytes {
    guard chord.quality != AHA_CHORD_NONE else { return [] }
    // The scale of a key on the root.
    let scale: UInt32 = chord.quality == AHA_CHORD_MAJOR ? 0xAB5 : 0x5AD
    let mask = (scale << chord.root | scale >> (12 - chord.root)) & 0xFFF
    let key = aha_tonality(
      mode: aha_tonality_mode(AHA_TONALITY_TONAL), scale: mask, root: chord.root)
    return keyText(key, as: AHA_TONALITY_TEXT_SHORT)
  }

  private func time(_ frame: UInt64) -> String { clockTime(Double(frame) / Double(sampleRate)) }

  private func record(_ section: aha_key_section) -> Record {
    [
      "begin_frame": .number(section.begin_frame), "end_frame": .number(section.end_frame),
      "key": .name(keyText(section.tonality, as: AHA_TONALITY_TEXT_NAME)),
      "scale": .number(section.tonality.scale), "root": .number(section.tonality.root),
      "confidence": .real(section.confidence, decimals: 3),
    ]
  }

  private func record(_ chord: aha_chord) -> Record {
    [
      "begin_frame": .number(chord.begin_frame), "end_frame": .number(chord.end_frame),
      "chord": .name(name(chord)), "confidence": .real(chord.confidence, decimals: 3),
    ]
  }
}
