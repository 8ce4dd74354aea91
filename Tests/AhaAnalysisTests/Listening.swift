import AhaBase
import AhaCodec
import Glibc
import Testing

@testable import AhaAnalysis

/// Result for interleaved frames, given to the analyzer in pieces.
func analyze(
  _ samples: [Float], sampleRate: Int, channels: Int = 1, pieces: Int = 5000
) throws -> Analysis {
  let analyzer = try Analyzer(sampleRate: sampleRate, channels: channels)
  let frames = samples.count / channels
  samples.withBuffer { samples in
    var done = 0
    while done < frames {
      let count = min(pieces, frames - done)
      analyzer.add(samples + done * channels, count: count)
      done += count
    }
  }
  return analyzer.finish()
}

/// A file's interleaved frames at a sample rate.
func load(_ path: String, sampleRate: Int) throws -> (samples: [Float], channels: Int) {
  let stream = try FileStream(reading: FilePath(path))
  let sound = try decodeAll(stream, sampleRate: sampleRate, maximumFrames: 1 << 28) { _, _ in true }
  let buffer = sound.buffer
  var samples: [Float] = []
  samples.reserveCapacity(buffer.frames * buffer.channels)
  for frame in 0..<buffer.frames {
    for channel in 0..<buffer.channels { samples.append(buffer.plane(channel)[frame]) }
  }
  return (samples, buffer.channels)
}

/// Real loops of the Debian package lmms-common.
enum RealLoops {
  static let folder = "/usr/share/lmms/samples"
  static let drums = [
    "909beat01", "break01", "break02", "break03", "electro_beat01", "electro_beat02",
    "house_loop01", "jungle01",
    "rave_hihat01", "rave_hihat02", "rave_kick01", "rave_kick02", "rave_snare01",
  ].map { "\(folder)/beats/\($0).ogg" }
  static let tonal = [
    "bassloops/briff01", "bassloops/rave_bass01", "latin/latin_brass01", "latin/latin_guitar02",
    "latin/latin_guitar03",
  ].map { "\(folder)/\($0).ogg" }
}

/// Output of a shell command. A failed command fails the test.
func output(of command: String) throws -> String {
  let pipe = try #require(popen(command, "r"))
  var text = ""
  var line = [CChar](repeating: 0, count: 4096)
  while fgets(&line, Int32(line.count), pipe) != nil {
    text += String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
  #expect(pclose(pipe) == 0, "\(command)")
  return text
}
