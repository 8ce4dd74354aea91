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
  private let samples: Floats
  private let header: Reference<Header>

  /// Rounds the capacity up to a power of two. Errors: `outOfMemory`.
  init(channels: Int, frames: Int, in memory: MemoryBlocks) throws(AhaError) {
    var size = 1
    while size < frames { size *= 2 }
    self.channels = channels
    capacity = size
    samples = try memory.claim(repeating: 0, count: size * channels, of: "recorded samples")
    header = try memory.claim(holding: Header(), of: "counters")
  }

  /// Frames recorded so far: the index after the last one.
  public var written: Int64 {
    @_noLocks get { header.value.written.load(ordering: .acquiring) }
  }

  /// Converts a capture frame to the engine's clock, with the offset of the latest block.
  @_noLocks
  public func engineFrame(of frame: Int64) -> Int64 {
    frame + header.value.offset.load(ordering: .relaxed)
  }

  /// Arrival time of the latest block. Units: ns on the monotonic clock.
  public var moment: Int64 {
    @_noLocks get { header.value.moment.load(ordering: .relaxed) }
  }

  /// Appends a block; `nil` frames append silence. Thread: the writer's.
  /// - Parameter engineFrame: The engine's clock at the arrival of the block.
  @_noLocks
  public func write(_ frames: Floats?, count: Int, engineFrame: Int64) {
    write(frames, count: count, engineFrame: engineFrame, moment: shim_nanoseconds())
  }

  /// - Parameter moment: Arrival time of the block, in ns on the monotonic clock.
  @_noLocks
  public func write(_ frames: Floats?, count: Int, engineFrame: Int64, moment: Int64) {
    let start = header.value.written.load(ordering: .relaxed)
    header.value.begun.store(start + Int64(count), ordering: .sequentiallyConsistent)
    var done = 0
    while done < count {
      let index = Int(start + Int64(done)) & (capacity - 1)
      let part = min(count - done, capacity - index)
      if let frames {
        (samples + index * channels).copy((frames + done * channels).prefix(part * channels))
      } else {
        (samples + index * channels).prefix(part * channels).clear()
      }
      done += part
    }
    header.value.offset.store(engineFrame - start, ordering: .relaxed)
    header.value.moment.store(moment, ordering: .relaxed)
    header.value.written.store(start + Int64(count), ordering: .releasing)
  }

  /// Copies `count` frames from `start`. The caller checks against `written` that they exist.
  /// Returns false if the writer has begun to overwrite them; the copy is then invalid.
  @_noLocks
  public func read(_ target: Floats, count: Int, from start: Int64) -> Bool {
    var done = 0
    while done < count {
      let index = Int(start + Int64(done)) & (capacity - 1)
      let part = min(count - done, capacity - index)
      (target + done * channels).copy((samples + index * channels).prefix(part * channels))
      done += part
    }
    atomicMemoryFence(ordering: .acquiring)
    return header.value.begun.load(ordering: .sequentiallyConsistent) - start <= Int64(capacity)
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
