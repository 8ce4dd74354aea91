import AhaBase

/// What the pitch effect and the stretcher are made of.
struct PitchParts {
  var ring: InputRing
  var grain: Grain
  let overlap: OverlapRing
  var onsets: Onsets
  var moment: DirectMoment

  /// - Parameters:
  ///   - hops: Hops of input that are kept besides one grain's.
  ///   - frames: The most frames that come in or go out at once.
  init(sampleRate: Int, hops: Int, frames: Int) throws(AhaError) {
    grain = try Grain(sampleRate: sampleRate)
    let hop = grain.shape.hop
    do { ring = try InputRing(frames: grain.shape.size + hops * hop + frames) } catch {
      grain.free()
      throw error
    }
    do { overlap = try OverlapRing(frames: 6 * hop + frames) } catch {
      grain.free()
      ring.free()
      throw error
    }
    do { moment = try DirectMoment() } catch {
      grain.free()
      ring.free()
      overlap.free()
      throw error
    }
    do { onsets = try Onsets(sampleRate: sampleRate) } catch {
      grain.free()
      ring.free()
      overlap.free()
      moment.free()
      throw error
    }
  }

  func free() {
    ring.free()
    grain.free()
    overlap.free()
    onsets.free()
    moment.free()
  }

  @_noLocks
  mutating func reset() {
    ring.reset()
    grain.reset()
    overlap.reset()
    onsets.reset()
    moment.reset()
  }

  /// Takes input in and looks for onsets.
  @_noLocks
  mutating func append(_ audio: StereoSource, frames: Int) {
    ring.append(audio, frames: frames)
    onsets.scan(ring)
  }

  /// Adds a hop of the finished grain, the first of four or a later one, to the output at `frame`.
  @_noLocks
  func overlapGrain(_ part: Int, at frame: Int) {
    let hop = grain.shape.hop
    let start = grain.shape.size - 4 * hop + part * hop
    let left = UnsafePointer(grain.output.real + start)
    // Alike on both sides stays alike to the last bit.
    let isMono = ring.different <= grain.job.end - grain.shape.size
    let right = isMono ? left : UnsafePointer(grain.output.imaginary + start)
    overlap.add(
      StereoSource(left: left, right: right), window: grain.shape.synthesis + part * hop,
      gain: 1 / grain.scale, at: frame, count: hop)
  }
}
