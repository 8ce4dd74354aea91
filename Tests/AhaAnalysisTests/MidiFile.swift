import AhaTestSupport
import Glibc
import Testing

/// Notes as a MIDI file, rendered by fluidsynth with the sound font of timgm6mb-soundfont.
struct MidiFile {
  struct Note {
    /// Beats.
    var start, length: Double
    var pitch: Int
    var velocity = 90
  }

  static let font = "/usr/share/sounds/sf2/TimGM6mb.sf2"
  private static let ticks = 480.0

  var notes: [Note] = []
  var program = 0
  var channel = 0
  /// A sample rate at which beats are whole frames.
  static let sampleRate = 22_050
  static let bpm = 120

  /// Mono.
  func rendered() throws -> [Float] {
    let folder = TemporaryFolder()
    let midi = folder.write(bytes(), to: "notes.mid")
    let wave = folder.file("notes.wav")
    _ = try output(
      of: "fluidsynth -ni -q -g 0.8 -r \(Self.sampleRate) -F \(wave) \(Self.font) \(midi) 2>&1")
    let (samples, channels) = try load(wave, sampleRate: Self.sampleRate)
    return stride(from: 0, to: samples.count - 1, by: channels).map {
      (samples[$0] + samples[$0 + channels - 1]) / 2
    }
  }

  private func bytes() -> [UInt8] {
    var track: [UInt8] = [0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20]  // half a second a beat
    track += [0, 0xC0 | UInt8(channel), UInt8(program)]
    var last = 0
    for event in events() {
      track += MidiFile.delta(event.tick - last) + event.bytes
      last = event.tick
    }
    track += [0, 0xFF, 0x2F, 0]
    let length = (0..<4).map { UInt8(track.count >> (24 - 8 * $0) & 0xFF) }
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8) + length
      + track
  }

  private func events() -> [(tick: Int, bytes: [UInt8])] {
    var events: [(tick: Int, bytes: [UInt8])] = []
    for note in notes {
      let (start, end) = (note.start * MidiFile.ticks, (note.start + note.length) * MidiFile.ticks)
      let pitch = UInt8(note.pitch)
      events.append((Int(start), [0x90 | UInt8(channel), pitch, UInt8(note.velocity)]))
      events.append((Int(end) - 1, [0x80 | UInt8(channel), pitch, 0]))
    }
    return events.sorted { ($0.tick, $0.bytes[0]) < ($1.tick, $1.bytes[0]) }
  }

  private static func delta(_ ticks: Int) -> [UInt8] {
    var bytes = [UInt8(ticks & 0x7F)]
    var rest = ticks >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }
}
