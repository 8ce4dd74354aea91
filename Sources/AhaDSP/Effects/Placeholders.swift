import AhaBase

struct CompressorKernel: Kernel {
  init(sampleRate: Int) throws(AhaError) {}
  func free() {}
  @_noLocks mutating func aim(_ values: UnsafePointer<Float>, over frames: Int) {}
  @_noLocks mutating func process(_ audio: StereoTarget, frames: Int) {}
  @_noLocks mutating func absorb(_ audio: StereoSource, frames: Int) {}
  @_noLocks mutating func reset() {}
  var latency: Int { @_noLocks get { 0 } }
  var tail: Int { @_noLocks get { 0 } }
  var isNeutral: Bool { @_noLocks get { true } }
}

struct LimiterKernel: Kernel {
  init(sampleRate: Int) throws(AhaError) {}
  func free() {}
  @_noLocks mutating func aim(_ values: UnsafePointer<Float>, over frames: Int) {}
  @_noLocks mutating func process(_ audio: StereoTarget, frames: Int) {}
  @_noLocks mutating func absorb(_ audio: StereoSource, frames: Int) {}
  @_noLocks mutating func reset() {}
  var latency: Int { @_noLocks get { 0 } }
  var tail: Int { @_noLocks get { 0 } }
  var isNeutral: Bool { @_noLocks get { true } }
}

struct EqualizerKernel: Kernel {
  init(sampleRate: Int) throws(AhaError) {}
  func free() {}
  @_noLocks mutating func aim(_ values: UnsafePointer<Float>, over frames: Int) {}
  @_noLocks mutating func process(_ audio: StereoTarget, frames: Int) {}
  @_noLocks mutating func absorb(_ audio: StereoSource, frames: Int) {}
  @_noLocks mutating func reset() {}
  var latency: Int { @_noLocks get { 0 } }
  var tail: Int { @_noLocks get { 0 } }
  var isNeutral: Bool { @_noLocks get { true } }
}

struct TunerKernel: Kernel {
  init(sampleRate: Int) throws(AhaError) {}
  func free() {}
  @_noLocks mutating func aim(_ values: UnsafePointer<Float>, over frames: Int) {}
  @_noLocks mutating func process(_ audio: StereoTarget, frames: Int) {}
  @_noLocks mutating func absorb(_ audio: StereoSource, frames: Int) {}
  @_noLocks mutating func reset() {}
  var latency: Int { @_noLocks get { 0 } }
  var tail: Int { @_noLocks get { 0 } }
  var isNeutral: Bool { @_noLocks get { true } }
}

