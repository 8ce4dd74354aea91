import AhaBase
import AhaCodec

/// Keeps the decoder that measured the last loaded streamed sound, so that the sound's first player
/// need not open the file again. Threads: any.
final class MeasuredReader {
  private let lock = Lock()
  // Invariant: accessed with the lock held.
  private var owner: ObjectIdentifier?
  private var reader: SoundReader?

  func keep(_ reader: SoundReader, for sound: Sound) {
    lock.locked { (owner, self.reader) = (ObjectIdentifier(sound), reader) }
  }

  /// Removes the decoder; nil if it belongs to another sound.
  func take(for sound: Sound) -> SoundReader? {
    lock.locked {
      guard owner == ObjectIdentifier(sound) else { return nil }
      defer { (owner, reader) = (nil, nil) }
      return reader
    }
  }

  func clear() { lock.locked { (owner, reader) = (nil, nil) } }
}
