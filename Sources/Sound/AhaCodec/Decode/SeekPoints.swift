/// Points of a sound that a seek can start from, found by one decoder and used by later ones.
public final class SeekPoints: @unchecked Sendable {
  private let lock = Lock()
  private var handle: OpaquePointer?
  private var release: ((OpaquePointer) -> Void)?

  public init() {}

  deinit {
    if let handle { release?(handle) }
  }

  /// Nil until a decoder has read the whole sound.
  public var found: OpaquePointer? { lock.locked { handle } }

  /// Keeps the first points; releases all others.
  public func keep(_ points: OpaquePointer, release: @escaping (OpaquePointer) -> Void) {
    let isFirst = lock.locked {
      if handle != nil { return false }
      (handle, self.release) = (points, release)
      return true
    }
    if !isFirst { release(points) }
  }
}
