import AhaBase
import AhaDSP
import Synchronization

// The musical clock: beats of the engine, whose first one is at frame 0.
extension Engine {
  /// Beats per minute.
  public static let tempos = 20.0...999

  /// The tempo that was set last.
  public var tempo: Double { lock.locked { lastTempo } }

  /// - Parameters:
  ///   - leap: Of the ramp, even in octaves; nil: 80 ms, or none before the first frame.
  ///   - frame: Of the engine; 0: at once.
  /// Errors: `invalidArgument`, `limit` (changes that wait), `released`.
  public func setTempo(
    _ tempo: Double, over leap: Fade? = nil, at frame: Int64 = 0
  ) throws(AhaError) {
    guard Engine.tempos.contains(tempo) else {
      throw AhaError(.invalidArgument, "tempo of \(tempo) beats per minute is not in 20 to 999")
    }
    if let leap, leap.shape != .linear {
      throw AhaError(
        .invalidArgument, "a ramp of the tempo is even in octaves: leave its curve linear")
    }
    let order = TempoOrder(
      frame: FrameLimit.frame(frame), tempo: tempo,
      rampFrames: leap.map { FrameLimit.length($0.frames) })
    try locked { () throws(AhaError) in
      let counters = renderer.reports.counters
      guard counters.value.waitingTempos.load(ordering: .relaxed) < BeatClock.maxOrders else {
        throw AhaError(
          .limit, "\(BeatClock.maxOrders) changes of the tempo wait for their frames already")
      }
      counters.value.waitingTempos.wrappingAdd(1, ordering: .relaxed)
      do throws(AhaError) { try send(.tempo(order)) } catch {
        counters.value.waitingTempos.wrappingSubtract(1, ordering: .relaxed)
        throw error
      }
      lastTempo = tempo
      if order.frame == 0, position == 0 {
        firstBeats = firstBeats.next(at: 0, to: tempo, over: order.rampFrames ?? 0)
      }
    }
  }

  /// Beats up to the next frame to render. Thread: any, also the audio thread.
  public var positionBeats: Double { presentBeats.beat(at: position) }

  /// The frame nearest to a beat, if the tempo does not change any more.
  /// Errors: `invalidArgument`.
  public func beatFrame(_ beat: Double) throws(AhaError) -> Int64 {
    guard beat >= 0, beat < 1e9 else {
      throw AhaError(.invalidArgument, "beat \(beat) is not in 0 to 1000000000")
    }
    return hostBeats.label(of: beat)
  }

  /// The first multiple of a number of beats at or after a frame, as of `beatFrame`.
  func nextBeat(_ step: Double, from frame: Int64) -> Double {
    let present = hostBeats
    let beat = (present.beat(at: frame) / step).rounded(.down) * step
    return present.label(of: beat) < frame ? beat + step : beat
  }

  /// Before the first block, the renderer does not have the tempo of the host.
  private var hostBeats: BeatSegment {
    position == 0 ? lock.locked { firstBeats } : presentBeats
  }

  private var presentBeats: BeatSegment {
    renderer.reports.counters.value.beats.load(sampleRate: settings.sampleRate)
  }
}
