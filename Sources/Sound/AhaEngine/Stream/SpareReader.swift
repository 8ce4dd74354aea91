import AhaBase
import AhaCodec

/// The decoder that measured the streamed sound loaded last: the sound's first player continues
/// with it, in place of opening the file again. Threads: any.
final class SpareReader {
  private let lock = Lock()
  // Under the lock.
  private var owner: ObjectIdentifier?
  private var reader: SoundReader?

  func keep(_ reader: SoundReader, for sound: Sound) {
    lock.locked { (owner, self.reader) = (ObjectIdentifier(sound), reader) }
  }

  /// Nil where it is another sound's.
  func take(for sound: Sound) -> SoundReader? {
    lock.locked {
      guard owner == ObjectIdentifier(sound) else { return nil }
      defer { (owner, reader) = (nil, nil) }
      return reader
    }
  }

  func clear() { lock.locked { (owner, reader) = (nil, nil) } }
}
