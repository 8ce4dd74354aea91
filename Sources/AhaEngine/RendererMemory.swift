import AhaBase
import AhaDSP
import CShims
import Synchronization

/// All memory of a renderer, taken once.
final class RendererMemory {
  let voices: UnsafeMutablePointer<Voice>
  let strips: UnsafeMutablePointer<Strip>
  let used: UnsafeMutablePointer<Bool>
  let order: UnsafeMutablePointer<Int>
  let levels: UnsafeMutablePointer<Int>
  let silence: UnsafeMutablePointer<Float>
  let counters: UnsafeMutablePointer<RenderCounters>
  let batchSources: UnsafeMutablePointer<StereoSource>
  let batchGains: UnsafeMutablePointer<StereoGain>
  private let playerStatus: UnsafeMutablePointer<PlayerStatus>
  private let busStatus: UnsafeMutablePointer<BusStatus>
  private let buffers: SampleBuffer
  private let voiceCount: Int
  private let stripCount: Int

  init(voices voiceCount: Int, strips stripCount: Int) throws(AhaError) {
    self.voiceCount = voiceCount
    self.stripCount = stripCount
    // One plane of silence, then two for each bus.
    buffers = try SampleBuffer(channels: 1 + 2 * stripCount, frames: Renderer.block)
    silence = buffers.plane(0)
    voices = .allocate(capacity: voiceCount)
    playerStatus = .allocate(capacity: voiceCount)
    strips = .allocate(capacity: stripCount)
    used = .allocate(capacity: stripCount)
    used.initialize(repeating: false, count: stripCount)
    busStatus = .allocate(capacity: stripCount)
    order = .allocate(capacity: stripCount)
    levels = .allocate(capacity: stripCount)
    counters = .allocate(capacity: 1)
    batchSources = .allocate(capacity: Mix.batch)
    batchGains = .allocate(capacity: Mix.batch)
    counters.initialize(to: RenderCounters())
    for index in 0..<voiceCount {
      (playerStatus + index).initialize(to: PlayerStatus())
      (voices + index).initialize(to: Voice(status: playerStatus + index, silence: silence))
    }
    for index in 0..<stripCount {
      let buffer = StereoTarget(
        left: buffers.plane(1 + 2 * index), right: buffers.plane(2 + 2 * index))
      (busStatus + index).initialize(to: BusStatus())
      (strips + index).initialize(to: Strip(status: busStatus + index, buffer: buffer))
    }
  }

  deinit {
    voices.deallocate()
    playerStatus.deallocate()
    strips.deallocate()
    used.deallocate()
    busStatus.deallocate()
    order.deallocate()
    levels.deallocate()
    counters.deallocate()
    batchSources.deallocate()
    batchGains.deallocate()
  }
}
