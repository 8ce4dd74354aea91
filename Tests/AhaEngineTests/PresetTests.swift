import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite struct PresetTests {
  private func values(of effect: Effect) throws -> [Float] {
    try effect.specs.indices.map { try effect.value(UInt32($0)) }
  }

  @Test(arguments: [false, true])
  func aPresetKeepsTheMix(isInChain: Bool) throws {
    let rig = try Rig()
    let effect = try rig.engine.makeEffect(.reverb)
    if isInChain {
      try rig.engine.master().editChain { (chain) throws(AhaError) in
        try chain.insert(effect, at: 0, engine: rig.engine)
      }
    }
    try effect.set(5, value: 0.75)
    try effect.loadPreset("plate")
    #expect(try values(of: effect) == [0.2, 1.8, 0.15, 0, 0.6, 0.75])
  }

  /// The renderer would play a mixture until its next block.
  @Test func theRendererGetsAPresetWholeOrNotAtAll() throws {
    let rig = try Rig()
    let effect = try rig.engine.makeEffect(.reverb)
    try rig.engine.master().editChain { (chain) throws(AhaError) in
      try chain.insert(effect, at: 0, engine: rig.engine)
    }
    rig.render(64)
    #expect(rig.engine.beginRendering())
    for _ in 0..<4094 { try effect.set(5, value: 0.5) }
    #expect(failure { try effect.loadPreset("plate") }?.code == .limit)
    var count = 0
    while rig.engine.renderer.commands.pop() != nil { count += 1 }
    #expect(count == 4094)
    rig.engine.endRendering()
  }

  @Test func aPresetWithoutRoomChangesNothing() throws {
    let rig = try Rig()
    let effect = try rig.engine.makeEffect(.reverb)
    try rig.engine.master().editChain { (chain) throws(AhaError) in
      try chain.insert(effect, at: 0, engine: rig.engine)
    }
    for index in 3..<Renderer.maxChanges {
      try effect.set(5, value: 0.5, at: 1_000_000)
      if index % 512 == 0 { rig.render(64) }
    }
    let before = try values(of: effect)
    #expect(failure { try effect.loadPreset("plate", at: 1_000_000) }?.code == .limit)
    #expect(try values(of: effect) == before)
  }
}
