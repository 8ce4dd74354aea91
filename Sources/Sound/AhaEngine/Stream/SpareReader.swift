import AhaBase

/// Keeps one decoder, that of the last streamed sound which used it: opening a file of many hours
/// takes up to half a second. Threads: any.
final class SpareReader<Reader: AnyObject> {
  private let lock = Lock()
  // Invariant: accessed with the lock held.
  private var owner: ObjectIdentifier?
  private var reader: Reader?

  func keep(_ reader: Reader, for sound: Sound) {
    let former = lock.locked { () -> Reader? in
      defer { (owner, self.reader) = (ObjectIdentifier(sound), reader) }
      return self.reader
    }
    // Released outside the lock: closing its stream may call the host.
    withExtendedLifetime(former) {}
  }

  /// Removes the decoder; nil if it belongs to another sound.
  func claim(for sound: Sound) -> Reader? {
    lock.locked {
      guard owner == ObjectIdentifier(sound) else { return nil }
      defer { (owner, reader) = (nil, nil) }
      return reader
    }
  }

  func clear() {
    let former = lock.locked { () -> Reader? in
      defer { (owner, reader) = (nil, nil) }
      return reader
    }
    withExtendedLifetime(former) {}
  }
}
