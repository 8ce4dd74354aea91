import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Edits of a chain that plays: the sound goes from that of the old chain to that of the new one,
/// and nothing else is heard between.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct ChainTurnTests {
  static let tone = Signal.sine(frames: 200_000, frequency: 220, amplitude: 0.25)

  enum Owner: CaseIterable { case player, bus, master }

  /// An effect with values by name.
  struct Item {
    let kind: EffectKind
    var values: [String: Float] = [:]

    static let quiet = Item(kind: .fader, values: ["gain_db": -20])
    static let loud = Item(kind: .fader, values: ["gain_db": 18])
    static let closed = Item(kind: .gate, values: ["threshold_db": -6, "range_db": -60])
    static let pressed = Item(kind: .compressor, values: ["threshold_db": -40, "ratio": 20])
    static let slow = Item(
      kind: .compressor, values: ["threshold_db": -40, "ratio": 20, "attack_ms": 80])
    static let late = Item(kind: .pitch)
    static let filter = Item(kind: .filter, values: ["cutoff_hz": 15_000])
  }

  final class Scene {
    let rig: Rig
    let player: Player
    let owner: Owner
    let bus: Bus
    var effects: [Effect] = []

    init(_ owner: Owner, _ items: [Item], maxEffects: Int = 1024) throws {
      (self.owner, rig) = (owner, try Rig { $0.maxEffects = maxEffects })
      bus = owner == .bus ? try rig.engine.makeBus(into: rig.master) : rig.master
      player = try rig.player(rig.sound(ChainTurnTests.tone), on: bus)
      for item in items { try insert(item, at: effects.count) }
      try player.start()
    }

    func edit(_ body: (Chain) throws(AhaError) -> Void) throws {
      try owner == .player ? player.editChain(body) : bus.editChain(body)
    }

    func insert(_ item: Item, at position: Int) throws {
      let effect = try rig.engine.makeEffect(item.kind)
      for (index, spec) in effect.specs.enumerated() {
        guard let value = item.values["\(spec.name)"] else { continue }
        try effect.set(UInt32(index), value: value, over: 0)
      }
      try edit { (chain) throws(AhaError) in
        try chain.insert(effect, at: position, engine: rig.engine)
      }
      effects.insert(effect, at: position)
    }

    func remove(_ position: Int) throws {
      let effect = effects.remove(at: position)
      try edit { (chain) throws(AhaError) in try chain.remove(effect, engine: rig.engine) }
    }

    func move(_ position: Int, to other: Int) throws {
      let effect = effects.remove(at: position)
      effects.insert(effect, at: other)
      try edit { (chain) throws(AhaError) in try chain.move(effect, to: other, engine: rig.engine) }
    }
  }

  static func peak(_ samples: some Sequence<Float>) -> Float {
    samples.reduce(1e-6) { max($0, $1.magnitude) }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let items: [Item]
    let edit: @Sendable (Scene) throws -> Void

    init(_ name: String, _ items: [Item], _ edit: @escaping @Sendable (Scene) throws -> Void) {
      (testDescription, self.items, self.edit) = (name, items, edit)
    }
  }

  static let cases: [Case] = [
    Case("a moved fader", [.quiet, .filter]) { try $0.move(0, to: 1) },
    Case("a moved gate", [.closed, .filter]) { try $0.move(0, to: 1) },
    Case("a fader moved over a delay", [.quiet, .late]) { try $0.move(0, to: 1) },
    Case("a fader moved before a delay", [.late, .quiet]) { try $0.move(1, to: 0) },
    Case("a moved delay", [.late, .quiet, .filter]) { try $0.move(0, to: 2) },
    Case("a replaced fader", [.quiet]) {
      try $0.remove(0)
      try $0.insert(.quiet, at: 0)
    },
    Case("a fader replaced at another place", [.quiet, .filter]) {
      try $0.remove(0)
      try $0.insert(.quiet, at: 1)
    },
    Case("a replaced gate", [.closed]) {
      try $0.insert(.closed, at: 0)
      try $0.remove(1)
    },
    Case("a replaced compressor", [.pressed]) {
      try $0.remove(0)
      try $0.insert(.pressed, at: 0)
    },
    Case("a replaced slow compressor", [.filter, .slow]) {
      try $0.remove(1)
      try $0.insert(.slow, at: 0)
    },
    Case("a fader replaced by a late one", [.quiet]) {
      try $0.remove(0)
      try $0.insert(.late, at: 0)
      try $0.insert(.quiet, at: 1)
    },
    Case("a late one replaced by a fader", [.late, .quiet]) { scene in
      try scene.edit { (chain) throws(AhaError) in try chain.clear(scene.rig.engine) }
      scene.effects = []
      try scene.insert(.quiet, at: 0)
    },
    Case("two that cancel out, inserted", [.filter]) {
      try $0.insert(.loud, at: 0)
      try $0.insert(.quiet, at: 2)
    },
    Case("two that cancel out, cleared", [.loud, .filter, .quiet]) { scene in
      try scene.edit { (chain) throws(AhaError) in try chain.clear(scene.rig.engine) }
      scene.effects = []
    },
    Case("bypasses exchanged", [.quiet, .quiet]) {
      try $0.effects[0].setBypassed(true)
    },
  ]

  @Test(arguments: Owner.allCases, cases)
  func anEditIsNotLouderThanBothChains(owner: Owner, edited: Case) throws {
    let scene = try Scene(owner, edited.items)
    let rig = scene.rig
    rig.render(40_000)
    let before = rig.left(2000)
    try edited.edit(scene)
    let during = rig.left(60_000)
    let after = during.suffix(2000)
    let limit = max(Self.peak(before), Self.peak(after)) * 1.122
    #expect(Self.peak(during) < limit, "\(Self.peak(during)) of \(Self.peak(before))")
    let tone = max(largestStep(before), largestStep(Array(after)))
    #expect(largestStep([before.last!] + during) < tone + limit / Float(Rig.ramp) + 1e-5)
  }

  /// The old chain was bypassed in part, and the new one is bypassed in the other part.
  @Test(arguments: Owner.allCases)
  func bypassesAreExchangedWithoutABurst(owner: Owner) throws {
    let scene = try Scene(owner, [.quiet, .filter, .quiet])
    try scene.effects[2].setBypassed(true)
    scene.rig.render(20_000)
    try scene.effects[0].setBypassed(true)
    try scene.effects[2].setBypassed(false)
    let during = scene.rig.left(20_000)
    #expect(Self.peak(during) < 0.25 * 0.1 * 1.122)
    #expect(Self.peak(during.suffix(2000)) > 0.25 * 0.09)
  }

  /// A replaced effect next to the place of the former one is crossfaded: its level stays.
  @Test func aReplacementHasNoGap() throws {
    let scene = try Scene(.player, [.filter, .quiet, .filter])
    scene.rig.render(20_000)
    try scene.remove(1)
    try scene.insert(.quiet, at: 1)
    let during = scene.rig.left(4800)
    for start in stride(from: 0, to: 4800, by: 240) {
      #expect(Self.peak(during[start..<start + 240]) > 0.25 * 0.08)
    }
  }

  @Test(arguments: cases)
  func anEditGivesTheSameBitsInAnyBlocks(edited: Case) throws {
    func perform(_ blocks: [Int]) throws -> [Float] {
      let scene = try Scene(.player, edited.items)
      scene.rig.render(20_000)
      try edited.edit(scene)
      let output = scene.rig.render(300, blocks: blocks)
      try scene.insert(.filter, at: 0)
      return output + scene.rig.render(9000, blocks: blocks)
    }
    let whole = try perform([512])
    for blocks in [[1], [64], [7, 300]] { #expect(try perform(blocks) == whole) }
  }

  /// A turn waits until a slow compressor has settled; meanwhile other effects come and go.
  @Test(arguments: Owner.allCases)
  func effectsThatWereNeverHeardLeaveAtOnce(owner: Owner) throws {
    let scene = try Scene(owner, [.filter], maxEffects: 6)
    scene.rig.render(4800)
    try scene.insert(.slow, at: 1)
    scene.rig.render(64)
    for _ in 0..<100 {
      try scene.insert(.quiet, at: 1)
      try scene.remove(1)
    }
  }
}
