import AhaBase

/// A kernel of any kind: the one place that knows which type is which. No dynamic dispatch, which
/// would count references on the audio thread.
struct KernelBox {
  private let kind: EffectKind
  private let memory: UnsafeMutableRawPointer

  /// Errors: `outOfMemory`.
  init(_ kind: EffectKind, sampleRate: Int) throws(AhaError) {
    self.kind = kind
    switch kind {
    case .filter: memory = boxed(try FilterKernel(sampleRate: sampleRate))
    case .reverb: memory = boxed(try ReverbKernel(sampleRate: sampleRate))
    case .pitch: memory = boxed(try PitchKernel(sampleRate: sampleRate))
    case .compressor: memory = boxed(try CompressorKernel(sampleRate: sampleRate))
    case .limiter: memory = boxed(try LimiterKernel(sampleRate: sampleRate))
    case .equalizer: memory = boxed(try EqualizerKernel(sampleRate: sampleRate))
    case .delay: memory = boxed(try DelayKernel(sampleRate: sampleRate))
    case .tuner: memory = boxed(try TunerKernel(sampleRate: sampleRate))
    case .fader: memory = boxed(try FaderKernel(sampleRate: sampleRate))
    }
  }

  func free() {
    switch kind {
    case .filter: the(FilterKernel.self).pointee.free()
    case .reverb: the(ReverbKernel.self).pointee.free()
    case .pitch: the(PitchKernel.self).pointee.free()
    case .compressor: the(CompressorKernel.self).pointee.free()
    case .limiter: the(LimiterKernel.self).pointee.free()
    case .equalizer: the(EqualizerKernel.self).pointee.free()
    case .delay: the(DelayKernel.self).pointee.free()
    case .tuner: the(TunerKernel.self).pointee.free()
    case .fader: the(FaderKernel.self).pointee.free()
    }
    memory.deallocate()
  }

  var latency: Int {
    @_noLocks get {
      switch kind {
      case .filter: the(FilterKernel.self).pointee.latency
      case .reverb: the(ReverbKernel.self).pointee.latency
      case .pitch: the(PitchKernel.self).pointee.latency
      case .compressor: the(CompressorKernel.self).pointee.latency
      case .limiter: the(LimiterKernel.self).pointee.latency
      case .equalizer: the(EqualizerKernel.self).pointee.latency
      case .delay: the(DelayKernel.self).pointee.latency
      case .tuner: the(TunerKernel.self).pointee.latency
      case .fader: the(FaderKernel.self).pointee.latency
      }
    }
  }

  var tail: Int {
    @_noLocks get {
      switch kind {
      case .filter: the(FilterKernel.self).pointee.tail
      case .reverb: the(ReverbKernel.self).pointee.tail
      case .pitch: the(PitchKernel.self).pointee.tail
      case .compressor: the(CompressorKernel.self).pointee.tail
      case .limiter: the(LimiterKernel.self).pointee.tail
      case .equalizer: the(EqualizerKernel.self).pointee.tail
      case .delay: the(DelayKernel.self).pointee.tail
      case .tuner: the(TunerKernel.self).pointee.tail
      case .fader: the(FaderKernel.self).pointee.tail
      }
    }
  }

  var isNeutral: Bool {
    @_noLocks get {
      switch kind {
      case .filter: the(FilterKernel.self).pointee.isNeutral
      case .reverb: the(ReverbKernel.self).pointee.isNeutral
      case .pitch: the(PitchKernel.self).pointee.isNeutral
      case .compressor: the(CompressorKernel.self).pointee.isNeutral
      case .limiter: the(LimiterKernel.self).pointee.isNeutral
      case .equalizer: the(EqualizerKernel.self).pointee.isNeutral
      case .delay: the(DelayKernel.self).pointee.isNeutral
      case .tuner: the(TunerKernel.self).pointee.isNeutral
      case .fader: the(FaderKernel.self).pointee.isNeutral
      }
    }
  }

  @_noLocks
  func aim(_ values: UnsafePointer<Float>, over frames: Int) {
    switch kind {
    case .filter: the(FilterKernel.self).pointee.aim(values, over: frames)
    case .reverb: the(ReverbKernel.self).pointee.aim(values, over: frames)
    case .pitch: the(PitchKernel.self).pointee.aim(values, over: frames)
    case .compressor: the(CompressorKernel.self).pointee.aim(values, over: frames)
    case .limiter: the(LimiterKernel.self).pointee.aim(values, over: frames)
    case .equalizer: the(EqualizerKernel.self).pointee.aim(values, over: frames)
    case .delay: the(DelayKernel.self).pointee.aim(values, over: frames)
    case .tuner: the(TunerKernel.self).pointee.aim(values, over: frames)
    case .fader: the(FaderKernel.self).pointee.aim(values, over: frames)
    }
  }

  @_noLocks
  func process(_ audio: StereoTarget, frames: Int) {
    switch kind {
    case .filter: the(FilterKernel.self).pointee.process(audio, frames: frames)
    case .reverb: the(ReverbKernel.self).pointee.process(audio, frames: frames)
    case .pitch: the(PitchKernel.self).pointee.process(audio, frames: frames)
    case .compressor: the(CompressorKernel.self).pointee.process(audio, frames: frames)
    case .limiter: the(LimiterKernel.self).pointee.process(audio, frames: frames)
    case .equalizer: the(EqualizerKernel.self).pointee.process(audio, frames: frames)
    case .delay: the(DelayKernel.self).pointee.process(audio, frames: frames)
    case .tuner: the(TunerKernel.self).pointee.process(audio, frames: frames)
    case .fader: the(FaderKernel.self).pointee.process(audio, frames: frames)
    }
  }

  @_noLocks
  func absorb(_ audio: StereoSource, frames: Int) {
    switch kind {
    case .filter: the(FilterKernel.self).pointee.absorb(audio, frames: frames)
    case .reverb: the(ReverbKernel.self).pointee.absorb(audio, frames: frames)
    case .pitch: the(PitchKernel.self).pointee.absorb(audio, frames: frames)
    case .compressor: the(CompressorKernel.self).pointee.absorb(audio, frames: frames)
    case .limiter: the(LimiterKernel.self).pointee.absorb(audio, frames: frames)
    case .equalizer: the(EqualizerKernel.self).pointee.absorb(audio, frames: frames)
    case .delay: the(DelayKernel.self).pointee.absorb(audio, frames: frames)
    case .tuner: the(TunerKernel.self).pointee.absorb(audio, frames: frames)
    case .fader: the(FaderKernel.self).pointee.absorb(audio, frames: frames)
    }
  }

  @_noLocks
  func reset() {
    switch kind {
    case .filter: the(FilterKernel.self).pointee.reset()
    case .reverb: the(ReverbKernel.self).pointee.reset()
    case .pitch: the(PitchKernel.self).pointee.reset()
    case .compressor: the(CompressorKernel.self).pointee.reset()
    case .limiter: the(LimiterKernel.self).pointee.reset()
    case .equalizer: the(EqualizerKernel.self).pointee.reset()
    case .delay: the(DelayKernel.self).pointee.reset()
    case .tuner: the(TunerKernel.self).pointee.reset()
    case .fader: the(FaderKernel.self).pointee.reset()
    }
  }

  /// Only kernels with delay lines outlast the edge of an input.
  @_noLocks
  func gateInput(to share: Float, over frames: Int) {
    switch kind {
    case .reverb: the(ReverbKernel.self).pointee.gateInput(to: share, over: frames)
    case .delay: the(DelayKernel.self).pointee.gateInput(to: share, over: frames)
    case .filter, .pitch, .compressor, .limiter, .equalizer, .tuner, .fader: break
    }
  }

  private func the<K: Kernel>(_ type: K.Type) -> UnsafeMutablePointer<K> {
    memory.assumingMemoryBound(to: type)
  }
}

/// Moves a kernel to memory that stays where it is.
private func boxed<K: Kernel>(_ kernel: K) -> UnsafeMutableRawPointer {
  let place = UnsafeMutablePointer<K>.allocate(capacity: 1)
  place.initialize(to: kernel)
  return UnsafeMutableRawPointer(place)
}
