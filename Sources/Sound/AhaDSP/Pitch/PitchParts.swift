import AhaBase

/// The shared parts of the pitch effect and the stretcher.
struct PitchParts {
  var ring: InputRing
  var grain: Grain
  let overlap: OverlapRing
  var onsets: Onsets
  var transient: TransientReader

  /// - Parameters:
  ///   - shape: Owned by the parts, also after an error.
  ///   - hops: Hops of input to keep in addition to one grain.
  ///   - frames: Max frames per input or output call.
  init(_ shape: GrainShape, sampleRate: Int, hops: Int, frames: Int) throws(AhaError) {
    let hop = shape.hop
    grain = try Grain(shape)
    do { ring = try InputRing(frames: grain.shape.size + hops * hop + frames) } catch {
      grain.free()
      throw error
    }
    do { overlap = try OverlapRing(frames: 6 * hop + frames) } catch {
      grain.free()
      ring.free()
      throw error
    }
    do { transient = try TransientReader() } catch {
      grain.free()
      ring.free()
      overlap.free()
      throw error
    }
    do { onsets = try Onsets(sampleRate: sampleRate) } catch {
      grain.free()
      ring.free()
      overlap.free()
      transient.free()
      throw error
    }
  }

  func free() {
    ring.free()
    grain.free()
    overlap.free()
    onsets.free()
    transient.free()
  }

  @_noLocks
  mutating func reset() {
    ring.reset()
    grain.reset()
    overlap.reset()
    onsets.reset()
    transient.reset()
  }

  /// Appends input and detects its onsets.
  @_noLocks
  mutating func append(_ audio: StereoSource, frames: Int) {
    ring.append(audio, frames: frames)
    onsets.scan(ring)
  }

  /// Runs a step of the current grain, whose output begins at `frame`.
  @_noLocks
  mutating func run(_ step: Int, at frame: Int) {
    grain.run(step, ring: ring, onsets: onsets, overlap: overlap, at: frame)
  }
}
