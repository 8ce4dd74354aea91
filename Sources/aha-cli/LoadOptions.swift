import CAha

/// Which files the verbs that play tracks accept.
struct LoadOptions {
  private let maxFrames: UInt64
  private let maxBytes: UInt64
  private let acceptsDamage: Bool

  static let options = [
    Option(
      name: "--accept-damaged", help: "use damaged files up to the damage"),
    Option(name: "--max-frames", value: "N", help: "refuse files with more frames"),
    Option(name: "--max-bytes", value: "N", help: "refuse larger files"),
  ]

  init(_ arguments: Arguments) throws(Failure) {
    maxFrames = try arguments.count("--max-frames")
    maxBytes = try arguments.count("--max-bytes")
    acceptsDamage = arguments.has("--accept-damaged")
  }

  /// The library's options for one file.
  func options(mode: aha_sound_mode) -> aha_sound_options {
    var options = aha_sound_options_init()
    options.mode = mode
    (options.max_frames, options.max_bytes) = (maxFrames, maxBytes)
    options.accept_damaged = acceptsDamage ? 1 : 0
    return options
  }
}

extension Arguments {
  /// The value of an option that takes a count from 1 on; 0 when it was not given.
  fileprivate func count(_ name: String) throws(Failure) -> UInt64 {
    let quantity = Quantity(name: name, lowest: 1, highest: 9e15, isWhole: true)
    return UInt64(try number(name, quantity) ?? 0)
  }
}
