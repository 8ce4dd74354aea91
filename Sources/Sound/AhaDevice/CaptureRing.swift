import AhaBase
import CShims
import Synchronization

/// A ring of the last frames that a device recorded: one writer that never waits, any number of
/// readers. Each reader keeps its own position and detects when the writer has overtaken it.
///
/// Shape: interleaved. A view of memory, so that the writer touches no reference count.
public struct CaptureRing: @unchecked Sendable {
  private struct Header: ~Copyable {
    let written = Atomic<Int64>(0)
    /// End of the block that the writer has begun to write; at least `written`.
    let begun = Atomic<Int64>(0)
    /// Engine frame minus capture frame, of the latest block.
    let offset = Atomic<Int64>(0)
    let moment = Atomic<Int64>(0)
  }

  public let channels: Int
  public let capacity: Int
  private let samples: UnsafeMutablePointer<Float>
  private let header: UnsafeMutablePointer<Header>

  /// Rounds the capacity up to a power of two. Errors: `outOfMemory`.
  init(channels: Int, frames: Int, in memory: MemoryBlocks) throws(AhaError) {
    var size = 1
    while size < frames { size *= 2 }
    self.channels = channels
    capacity = size
    samples = try memory.claim(size * channels, of: "recorded samples")
    samples.initialize(repeating: 0, count: size * channels)
    header = try memory.claim(1, of: "counters")
    header.initialize(to: Header())
  }

  /// Frames recorded so far: the index after the last one.
  public var written: Int64 {
    @_noLocks get { header.pointee.written.load(ordering: .acquiring) }
  }

  /// Converts a capture frame to the engine's clock, with the offset of the latest block.
  @_noLocks
  public func engineFrame(of frame: Int64) -> Int64 {
    frame + header.pointee.offset.load(ordering: .relaxed)
  }

  /// Arrival time of the latest block. Units: ns on the monotonic clock.
  public var moment: Int64 {
    @_noLocks get { header.pointee.moment.load(ordering: .relaxed) }
  }

  /// Appends a block; `nil` frames append silence. Thread: the writer's.
  /// - Parameter engineFrame: The engine's clock at the arrival of the block.
  @_noLocks
  public func write(_ frames: UnsafePointer<Float>?, count: Int, engineFrame: Int64) {
    write(frames, count: count, engineFrame: engineFrame, moment: shim_nanoseconds())
  }

  /// - Parameter moment: Arrival time of the block, in ns on the monotonic clock.
  @_noLocks
  public func write(
    _ frames: UnsafePointer<Float>?, count: Int, engineFrame: Int64, moment: Int64
  ) {
    let start = header.pointee.written.load(ordering: .relaxed)
    header.pointee.begun.store(start + Int64(count), ordering: .sequentiallyConsistent)
    var done = 0
    while done < count {
      let index = Int(start + Int64(done)) & (capacity - 1)
      let part = min(count - done, capacity - index)
      let bytes = part * channels * MemoryLayout<Float>.stride
      if let frames {
        shim_copy(samples + index * channels, frames + done * channels, bytes)
      } else {
        shim_clear(samples + index * channels, bytes)
      }
      done += part
    }
    header.pointee.offset.store(engineFrame - start, ordering: .relaxed)
    header.pointee.moment.store(moment, ordering: .relaxed)
    header.pointee.written.store(start + Int64(count), ordering: .releasing)
  }

  /// Copies `count` frames from `start`. The caller checks against `written` that they exist.
  /// Returns false if the writer has begun to overwrite them; the copy is then invalid.
  @_noLocks
  public func read(_ target: UnsafeMutablePointer<Float>, count: Int, from start: Int64) -> Bool {
    var done = 0
    while done < count {
      let index = Int(start + Int64(done)) & (capacity - 1)
      let part = min(count - done, capacity - index)
      shim_copy(
        target + done * channels, samples + index * channels,
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
