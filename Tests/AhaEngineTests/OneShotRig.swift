import AhaBase

@testable import AhaEngine

extension Rig {
  /// Plays a sound without a player.
  func play(
    _ sound: Sound, on bus: Bus? = nil, _ adjust: (inout OneShot.Options) -> Void = { _ in }
  ) throws {
    var options = OneShot.Options()
    adjust(&options)
    try engine.playOneShot(sound, on: bus ?? master, options)
  }

  var heard: Int { engine.stats.heardOneShots }

  var virtual: Int { engine.stats.virtualOneShots }
}
