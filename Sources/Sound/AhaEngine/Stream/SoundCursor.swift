import AhaBase
import AhaCodec
import AhaDSP

/// Reads a sound from beginning to end as interleaved frames at the sound's rate.
/// Threads: one at a time; decodes a streamed sound.
final class SoundCursor {
  private static let portion = 4096

  private let channels: Int
  private var position: Int64
  private let resident: SampleBuffer?
  private let reader: SoundReader?
  private let name: String
  private let length: Int64

  /// - Parameter position: 0 to the sound's length.
  init(_ content: Sound.Content, at position: Int64) throws(AhaError) {
    channels = content.channels
    length = content.length
    self.position = position
    switch content {
    case .resident(let buffer):
      resident = buffer
      reader = nil
      name = "the sound"
    case .streamed(let streamed):
      resident = nil
      name = streamed.stream.name
      let reader = try SoundReader(
        streamed.stream, sampleRate: streamed.sampleRate, fold: streamed.fold)
      if position > 0 { try reader.seek(to: position) }
      self.reader = reader
    }
  }

  /// - Parameter frame: 0 to the sound's length.
  func seek(to frame: Int64) throws(AhaError) {
    if frame == position { return }
    try reader?.seek(to: frame)
    position = frame
  }

  /// Returns the count of frames read; fewer than requested only at the end. Errors: the stream's,
  /// `damaged` (the sound ends before its length).
  func read(into frames: Floats, count: Int) throws(AhaError) -> Int {
    var done = 0
    while done < count {
      let got = try readPortion(frames + done * channels, limit: count - done)
      if got == 0 { break }
      done += got
    }
    if done < count, position < length {
      throw AhaError(
        .damaged, "\(name) ends at frame \(position) of \(length): it is damaged there")
    }
    return done
  }

  private func readPortion(_ frames: Floats, limit: Int) throws(AhaError) -> Int {
    if let resident {
      let start = Int(position)
      let count = min(limit, resident.frames - start)
      Interleave.all(resident, from: start, to: frames, frames: count)
      position += Int64(count)
      return count
    }
    guard let reader else { return 0 }
    let got = try reader.read(frames, frames: min(limit, SoundCursor.portion))
    position += Int64(got)
    return got
  }
}

extension Sound {
  /// Copies interleaved frames. Returns their count; fewer only at the end. The decoder of a
  /// streamed sound is kept for the next part.
  public func read(from offset: Int64, into frames: Floats, count: Int) throws(AhaError) -> Int {
    let content = try loaded().read
    guard offset < content.length else { return 0 }
    let cursor: SoundCursor
    if let spare = engine.spareCursor.claim(for: self) {
      cursor = spare
    } else {
      cursor = try SoundCursor(content, at: 0)
    }
    try cursor.seek(to: offset)
    let count = min(Int64(count), content.length - offset)
    let got = try cursor.read(into: frames, count: Int(count))
    if case .streamed = content { engine.spareCursor.keep(cursor, for: self) }
    return got
  }
}
