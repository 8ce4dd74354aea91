import AhaBase
import AhaDSP

/// The memory of strips: their state, status and buffers.
///
/// Thread: control threads prepare a strip before they send the command with it; after that it is
/// the renderer's.
final class StripTable {
  let strips: Buffer<Strip>
  let capacity: Int
  private let status: Buffer<BusStatus>
  /// Two planes for each strip.
  private let buffers: SampleBuffer
  private let memory = MemoryBlocks()

  /// Prepares the strip of the master. Errors: `outOfMemory`.
  init(capacity: Int) throws(AhaError) {
    self.capacity = capacity
    buffers = try SampleBuffer(channels: 2 * capacity, frames: Renderer.block, isTouched: false)
    strips = try memory.claim(capacity, of: "strips")
    status = try memory.claim(capacity, of: "buses")
    add(0)
  }

  /// Initializes a strip and its buffers before their first use.
  func add(_ index: Int) {
    let buffer = StereoTarget(left: buffers.plane(2 * index), right: buffers.plane(2 * index + 1))
    // Zeros also map the pages.
    for plane in [buffer.left, buffer.right] {
      plane.prefix(Renderer.block + SampleBuffer.padding).clear()
    }
    status.initialize(index, to: BusStatus())
    strips.initialize(index, to: Strip(status: status.reference(index), buffer: buffer))
  }
}
