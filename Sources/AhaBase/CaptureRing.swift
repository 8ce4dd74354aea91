import CShims
import Synchronization

/// The last frames that a device recorded. One writer, which never waits; any number of readers,
/// each with a place of its own, who notice when they were too slow.
///
/// Shape: interleaved. A view of memory, so that the writer touches no reference count.
public struct CaptureRing: @unchecked Sendable {
  private struct Header: ~Copyable {
    let written = Atomic<Int64>(0)
    /// How far the writer may have begun to write.
    let begun = Atomic<Int64>(0)
    /// Engine frame minus capture frame, of the block that came last.
    let offset = Atomic<Int64>(0)
    let moment = Atomic<Int64>(0)
  }

  public let channels: Int
  public let capacity: Int
  private let samples: UnsafeMutablePointer<Float>
  private let header: UnsafeMutablePointer<Header>

  /// Room for at least so many frames. Errors: `outOfMemory`.
  init(channels: Int, frames: Int, in memory: MemoryBlocks) throws(AhaError) {
    var size = 1
    while size < frames { size *= 2 }
    self.channels = channels
    capacity = size
    samples = try memory.take(size * channels, of: "recorded samples")
    samples.initialize(repeating: 0, count: size * channels)
    header = try memory.take(1, of: "counters")
    header.initialize(to: Header())
  }

  /// Frames recorded so far: the place behind the last one.
  public var written: Int64 {
    @_noLocks get { header.pointee.written.load(ordering: .acquiring) }
  }

  /// The frame of the engine's clock at which a recorded frame came, by the block that came last.
  @_noLocks
  public func engineFrame(of frame: Int64) -> Int64 {
    frame + header.pointee.offset.load(ordering: .relaxed)
  }

  /// When the last block came, on the monotonic clock.
  public var moment: Int64 {
    @_noLocks get { header.pointee.moment.load(ordering: .relaxed) }
  }

  /// Writer only. NULL is silence.
  /// - Parameter engineFrame: The engine's clock when the block came.
  @_noLocks
  public func write(_ frames: UnsafePointer<Float>?, count: Int, engineFrame: Int64) {
    write(frames, count: count, engineFrame: engineFrame, moment: shim_nanoseconds())
  }

  /// - Parameter moment: When the block came, on the monotonic clock.
  @_noLocks
  public func write(
    _ frames: UnsafePointer<Float>?, count: Int, engineFrame: Int64, moment: Int64
  ) {
    let start = header.pointee.written.load(ordering: .relaxed)
    header.pointee.begun.store(start + Int64(count), ordering: .sequentiallyConsistent)
    var done = 0
    while done < count {
      let place = Int(start + Int64(done)) & (capacity - 1)
      let part = min(count - done, capacity - place)
      let bytes = part * channels * MemoryLayout<Float>.stride
      if let frames {
        shim_copy(samples + place * channels, frames + done * channels, bytes)
      } else {
        shim_clear(samples + place * channels, bytes)
      }
      done += part
    }
    header.pointee.offset.store(engineFrame - start, ordering: .relaxed)
    header.pointee.moment.store(moment, ordering: .relaxed)
    header.pointee.written.store(start + Int64(count), ordering: .releasing)
  }

  /// Copies frames from a place on; there must be so many, `written` says.
  /// Returns false when the writer has begun to overwrite them: what was copied is of no use.
  @_noLocks
  public func read(_ target: UnsafeMutablePointer<Float>, count: Int, from start: Int64) -> Bool {
    var done = 0
    while done < count {
      let place = Int(start + Int64(done)) & (capacity - 1)
      let part = min(count - done, capacity - place)
      shim_copy(
        target + done * channels, samples + place * channels,
        part * channels * MemoryLayout<Float>.stride)
      done += part
    }
    atomicMemoryFence(ordering: .acquiring)
    return header.pointee.begun.load(ordering: .sequentiallyConsistent) - start <= Int64(capacity)
  }
}

/// Owns the memory of a ring.
public final class Capture: @unchecked Sendable {
  public let ring: CaptureRing
  private let memory = MemoryBlocks()

  /// Errors: `outOfMemory`.
  public init(channels: Int, frames: Int) throws(AhaError) {
    ring = try CaptureRing(channels: channels, frames: frames, in: memory)
  }
}
