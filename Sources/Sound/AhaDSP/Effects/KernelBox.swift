import AhaBase

/// A kernel of any kind. Only this file maps kinds to types. It uses no dynamic dispatch, which
/// would count references on the audio thread.
struct KernelBox {
  private let kind: EffectKind
  private let memory: UnsafeMutableRawPointer

  /// - Parameter ramp: Frames of a fade between two kernels.
  /// Errors: `outOfMemory`.
  init(
    _ kind: EffectKind, sampleRate: Int, ramp: Int, content: EffectContent = .none
  ) throws(AhaError) {
    self.kind = kind
    func twin<K>(_: K.Type) throws(AhaError) -> TwinKernel<K> {
      let count = EffectRegistry.spec(kind).parameters.count
      return try TwinKernel(sampleRate: sampleRate, ramp: ramp, valueCount: count)
    }
    switch kind {
    case .filter: memory = boxed(try twin(FilterKernel.self))
    case .reverb: memory = boxed(try ReverbKernel(sampleRate: sampleRate))
    case .pitch: memory = boxed(try PitchKernel(sampleRate: sampleRate))
    case .compressor: memory = boxed(try CompressorKernel(sampleRate: sampleRate))
    case .limiter: memory = boxed(try twin(LimiterKernel.self))
    case .equalizer: memory = boxed(try twin(EqualizerKernel.self))
    case .delay: memory = boxed(try DelayKernel(sampleRate: sampleRate))
    case .tuner: memory = boxed(try TunerKernel(sampleRate: sampleRate))
    case .fader: memory = boxed(try FaderKernel(sampleRate: sampleRate))
    case .chorus: memory = boxed(try twin(ChorusKernel.self))
    case .phaser: memory = boxed(try twin(PhaserKernel.self))
    case .tremolo: memory = boxed(try TremoloKernel(sampleRate: sampleRate))
    case .saturation: memory = boxed(try twin(SaturationKernel.self))
    case .crusher: memory = boxed(try twin(CrusherKernel.self))
    case .gate: memory = boxed(try GateKernel(sampleRate: sampleRate))
    case .deesser: memory = boxed(try twin(DeEsserKernel.self))
    case .width: memory = boxed(try twin(WidthKernel.self))
    case .ladder: memory = boxed(try twin(LadderKernel.self))
    case .convolution:
      if case .impulse(let impulse) = content {
        memory = boxed(try ConvolutionKernel(impulse))
      } else {
        memory = boxed(try ConvolutionKernel(sampleRate: sampleRate))
      }
    case .livePitch: memory = boxed(try PitchKernel(liveAt: sampleRate))
    case .lv2, .host:
      if case .host(let host) = content {
        memory = boxed(try HostKernel(host))
      } else {
        memory = boxed(try HostKernel(sampleRate: sampleRate))
      }
    }
  }

  func free() {
    visit(Freeing())
    memory.deallocate()
  }

  var latency: Int { @_noLocks get { visit(Latency()) } }
  var tail: Int { @_noLocks get { visit(Tail()) } }
  var settling: Int { @_noLocks get { visit(Settling()) } }
  var isNeutral: Bool { @_noLocks get { visit(Neutrality()) } }

  @_noLocks
  func aim(_ values: Floats, over frames: Int) {
    visit(Aiming(values: values, frames: frames))
  }

  @_noLocks
  func jump(to values: Floats, over frames: Int) {
    visit(Jumping(values: values, frames: frames))
  }

  @_noLocks
  func hold(at values: Floats) { visit(Holding(values: values)) }

  @_noLocks
  func process(_ audio: StereoTarget, frames: Int) {
    visit(Processing(audio: audio, frames: frames))
  }

  @_noLocks
  func process(_ audio: StereoTarget, key: StereoSource, frames: Int) {
    visit(ProcessingByKey(audio: audio, key: key, frames: frames))
  }

  @_noLocks
  func absorb(_ audio: StereoSource, frames: Int) {
    visit(Absorbing(audio: audio, frames: frames))
  }

  @_noLocks
  func reset() { visit(Resetting()) }

  @_noLocks
  func gateInput(to share: Float, over frames: Int) {
    visit(Gating(share: share, frames: frames))
  }

  private func visit<V: Visitor>(_ visitor: V) -> V.Answer {
    switch kind {
    case .filter: visitor.visit(&the(TwinKernel<FilterKernel>.self).value)
    case .reverb: visitor.visit(&the(ReverbKernel.self).value)
    case .pitch, .livePitch: visitor.visit(&the(PitchKernel.self).value)
    case .compressor: visitor.visit(&the(CompressorKernel.self).value)
    case .limiter: visitor.visit(&the(TwinKernel<LimiterKernel>.self).value)
    case .equalizer: visitor.visit(&the(TwinKernel<EqualizerKernel>.self).value)
    case .delay: visitor.visit(&the(DelayKernel.self).value)
    case .tuner: visitor.visit(&the(TunerKernel.self).value)
    case .fader: visitor.visit(&the(FaderKernel.self).value)
    case .chorus: visitor.visit(&the(TwinKernel<ChorusKernel>.self).value)
    case .phaser: visitor.visit(&the(TwinKernel<PhaserKernel>.self).value)
    case .tremolo: visitor.visit(&the(TremoloKernel.self).value)
    case .saturation: visitor.visit(&the(TwinKernel<SaturationKernel>.self).value)
    case .crusher: visitor.visit(&the(TwinKernel<CrusherKernel>.self).value)
    case .gate: visitor.visit(&the(GateKernel.self).value)
    case .deesser: visitor.visit(&the(TwinKernel<DeEsserKernel>.self).value)
    case .width: visitor.visit(&the(TwinKernel<WidthKernel>.self).value)
    case .ladder: visitor.visit(&the(TwinKernel<LadderKernel>.self).value)
    case .convolution: visitor.visit(&the(ConvolutionKernel.self).value)
    case .lv2, .host: visitor.visit(&the(HostKernel.self).value)
    }
  }

  private func the<K: Kernel>(_ type: K.Type) -> Reference<K> { Reference(memory) }
}

/// Moves a kernel to heap memory with a stable address.
private func boxed<K: Kernel>(_ kernel: K) -> UnsafeMutableRawPointer {
  Reference(holding: kernel).context
}

/// One call on a kernel of any type. The compiler specializes `visit` for each type.
private protocol Visitor {
  associatedtype Answer
  func visit<K: Kernel>(_ kernel: inout K) -> Answer
}

private struct Freeing: Visitor {
  func visit<K: Kernel>(_ kernel: inout K) { kernel.free() }
}

private struct Latency: Visitor {
  func visit<K: Kernel>(_ kernel: inout K) -> Int { kernel.latency }
}

private struct Tail: Visitor {
  func visit<K: Kernel>(_ kernel: inout K) -> Int { kernel.tail }
}

private struct Settling: Visitor {
  func visit<K: Kernel>(_ kernel: inout K) -> Int { kernel.settling }
}

private struct Neutrality: Visitor {
  func visit<K: Kernel>(_ kernel: inout K) -> Bool { kernel.isNeutral }
}

private struct Aiming: Visitor {
  let values: Floats, frames: Int
  func visit<K: Kernel>(_ kernel: inout K) { kernel.aim(values, over: frames) }
}

private struct Jumping: Visitor {
  let values: Floats, frames: Int
  func visit<K: Kernel>(_ kernel: inout K) { kernel.jump(to: values, over: frames) }
}

private struct Holding: Visitor {
  let values: Floats
  func visit<K: Kernel>(_ kernel: inout K) { kernel.hold(at: values) }
}

private struct Processing: Visitor {
  let audio: StereoTarget, frames: Int
  func visit<K: Kernel>(_ kernel: inout K) { kernel.process(audio, frames: frames) }
}

private struct ProcessingByKey: Visitor {
  let audio: StereoTarget, key: StereoSource, frames: Int
  func visit<K: Kernel>(_ kernel: inout K) { kernel.process(audio, key: key, frames: frames) }
}

private struct Absorbing: Visitor {
  let audio: StereoSource, frames: Int
  func visit<K: Kernel>(_ kernel: inout K) { kernel.absorb(audio, frames: frames) }
}

private struct Resetting: Visitor {
  func visit<K: Kernel>(_ kernel: inout K) { kernel.reset() }
}

private struct Gating: Visitor {
  let share: Float, frames: Int
  func visit<K: Kernel>(_ kernel: inout K) { kernel.gateInput(to: share, over: frames) }
}
