import AhaBase

/// What the pitch effect and the stretcher are made of.
struct PitchParts {
  var ring: InputRing
  var grain: Grain
  let overlap: OverlapRing
  var onsets: Onsets
  var moment: DirectMoment

  /// - Parameters:
  ///   - hop: Frames between grains.
  ///   - hops: Hops of input that are kept besides one grain's.
  ///   - frames: The most frames that come in or go out at once.
  init(sampleRate: Int, hop: Int, hops: Int, frames: Int) throws(AhaError) {
    grain = try Grain(sampleRate: sampleRate, hop: hop)
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

  /// Does a step of the present grain, whose first frame of output is `frame`.
  @_noLocks
  mutating func run(_ step: Int, at frame: Int) {
    grain.run(step, ring: ring, onsets: onsets, overlap: overlap, at: frame)
  }
}
