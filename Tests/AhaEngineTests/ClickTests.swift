import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// A constant signal shows every step that is not part of the sound.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct ClickTests {
  static let level: Float = 0.5

  @Test(arguments: [false, true], [UInt64(1), 2, 3])
  func nothingThatAHostDoesSteps(isStreamed: Bool, seed: UInt64) throws {
    let rig = try Rig()
    let constant = [Float](repeating: Self.level, count: 30_000)
    let sound = try isStreamed ? rig.streamed(constant) : rig.sound(constant)
    let buses = try (0..<3).map { _ in try rig.engine.makeBus(into: rig.master) }
    let player = try rig.player(sound, on: buses[0])
    let other = try rig.player(rig.sound([0, 0]))
    try other.setChoke(group: 1, fade: 0)
    try player.start()
    var random = Random(seed: seed)
    var last: Float = 0
    var peak: Float = 0
    for turn in 0..<600 {
      let action = try act(on: player, sound, other, buses, rig, &random)
      let output = [last] + rig.left(Int.random(in: 1...700, using: &random))
      // Max step: the player's gain, its envelope, two bus gates and a crossfade move at once.
      let step = largestStep(output)
      #expect(step < 6 * Self.level / Float(Rig.ramp), "turn \(turn): \(action)")
      last = output.last!
      peak = max(peak, output.max()!)
    }
    #expect(peak > 0.1)
  }

  private func act(
    on player: Player, _ sound: Sound, _ other: Player, _ buses: [Bus], _ rig: Rig,
    _ random: inout Random
  ) throws -> Int {
    let action = Int.random(in: 0..<24, using: &random)
    switch action {
    case 0, 1: try player.start()
    case 2: try player.stop()
    case 3: try player.pause()
    case 4: try? player.resume()
    // Outside of the range they are refused.
    case 5, 6: try? player.seek(to: Int64.random(in: 0...30_000, using: &random))
    case 7: try player.setGain(db: Float.random(in: -40...0, using: &random))
    case 8: try player.setPan(Float.random(in: -1...1, using: &random))
    case 9: try player.setBus(buses.randomElement(using: &random)!)
    case 10: try buses.randomElement(using: &random)!.setMuted(Bool.random(using: &random))
    case 11: try buses.randomElement(using: &random)!.setSoloed(Bool.random(using: &random))
    case 12:
      let begin = Int64.random(in: 0..<20_000, using: &random)
      try? player.setLoop(
        begin: begin, end: begin + Int64.random(in: 1000...9000, using: &random), count: 2,
        isPingPong: Bool.random(using: &random))
    case 13: try player.setSpeed(Double.random(in: 0.05...8, using: &random))
    case 14: try player.setReversed(Bool.random(using: &random))
    case 15: try player.setEnvelope(stages(&random))
    case 16: try player.start(at: 0, velocity: Float.random(in: 0.3...1, using: &random))
    case 17: try player.setGain(db: -9, over: fade(&random))
    case 18:
      try player.setChoke(group: 1, fade: fade(&random).frames)
      try other.start()
    case 19, 20:
      let begin = Int64.random(in: 0..<20_000, using: &random)
      try player.setRange(begin: begin, end: begin + 10_000)
    case 21: try player.setRange(begin: 0, end: 0)
    case 22: try player.setNext(sound, over: Bool.random(using: &random) ? nil : fade(&random))
    default:
      let parent = Bool.random(using: &random) ? buses[1] : rig.master
      try buses[0].setParent(parent)
    }
    return action
  }

  private func fade(_ random: inout Random) -> Fade {
    let shape = FadeShape.allCases.randomElement(using: &random)!
    // An exponential fade is up to 7 times as steep as a linear one.
    return Fade(
      Int64.random(in: (shape == .exponential ? 1700 : 0)...3000, using: &random), shape: shape)
  }

  private func stages(_ random: inout Random) -> Player.Stages {
    var stages = Player.Stages()
    (stages.attack, stages.decay) = (fade(&random), fade(&random))
    (stages.release, stages.sustainDb) = (fade(&random), Float.random(in: -20...0, using: &random))
    return stages
  }
}
