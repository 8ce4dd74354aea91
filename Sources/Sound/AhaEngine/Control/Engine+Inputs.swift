import AhaBase
import AhaDevice

extension Engine {
  private static let inputRates = 4000...384_000

  /// Makes a live input that is mixed into a bus without one.
  /// - Parameter keeper: The capture device; the input keeps it alive. Errors: `invalidArgument`,
  ///   `state` (the bus has one), `outOfMemory`.
  public func makeInput(
    of capture: Capture, into bus: Bus, options: LiveInput.Options,
    keeping keeper: AnyObject? = nil
  ) throws(AhaError) -> LiveInput {
    try check(options)
    return try locked { () throws(AhaError) in
      try check(bus)
      if inputs.contains(where: { $0.bus === bus }) {
        throw AhaError(.state, "the bus has a live input already")
      }
      let input = try LiveInput(capture, engine: self, bus: bus, options: options, keeper: keeper)
      try send(.input(bus: bus.index, .add(input.reader)))
      bus.users += 1
      inputs.append(input)
      return input
    }
  }

  /// Errors: `invalidArgument`.
  public func check(_ options: LiveInput.Options) throws(AhaError) {
    let rate = options.sampleRate
    guard Engine.inputRates.contains(rate), rate <= 2 * settings.sampleRate else {
      throw AhaError(
        .invalidArgument,
        "an input of \(rate) Hz: from 4000 to \(2 * settings.sampleRate) Hz can be read")
    }
    if let latency = options.latency, !(0...InputReader.capacity / 4).contains(latency) {
      throw AhaError(
        .invalidArgument,
        "a latency of \(latency) frames: from 0 to \(InputReader.capacity / 4) is possible")
    }
  }

  /// Frees an input that the renderer has retired. Invariant: caller holds lock.
  func freeInput(_ reader: Reference<InputReader>) {
    guard let index = inputs.firstIndex(where: { $0.reader == reader }) else { return }
    let bus = inputs.remove(at: index).bus
    try? letGo(of: bus)
  }
}
