import AhaBase
import AhaDSP
import AhaEngine

/// The sends and side-chains that a session plays, and the buses of the engine that they need.
struct SessionLinks {
  /// The chain of the effects of a track or bus in the engine.
  enum Level: Int {
    /// In the player.
    case player
    /// In a bus, together with the fader.
    case bus
    /// In a bus before that of the fader.
    case split
  }

  let routing: Routing
  let sends: [Document.Send]
  private let sendBuses: Set<Document.ID>
  /// Keys by effect.
  private(set) var keys: [Document.ID: Document.Owner] = [:]
  private var levels: [Document.Owner: Level] = [:]
  /// The tracks and buses to play; nil: all.
  let played: Set<Document.Owner>?
  /// Of these, the ones that are heard, not only keys; nil: all.
  private let heard: Set<Document.Owner>?

  init(_ document: Document, scope: Bounce.Scope) throws(AhaError) {
    try document.requireRoutes()
    routing = try document.routing()
    let root = scope.root
    played = root.map { [routing] in routing.sources(of: [$0]) }
    heard = root.map { [routing] in routing.sources(of: [$0], throughKeys: false) }
    let played = played
    sends = try document.sends().filter { played?.contains(.bus($0.id)) ?? true }
    sendBuses = Set(sends.map { $0.id })
    for key in try document.keys() where played?.contains(key.owner) ?? true {
      keys[key.effect] = key.key
      raise(key.owner, to: .bus)
      raise(key.key, to: .bus)
    }
    for send in sends { raise(send.owner, to: send.isBeforeFader ? .split : .bus) }
    if sends.isEmpty { return }
    // The gates of the engine's solo are those of buses.
    for track in try document.tracks() where track.fader.isSoloed {
      raise(.track(track.id), to: .bus)
    }
  }

  private mutating func raise(_ owner: Document.Owner, to level: Level) {
    if self.level(of: owner).rawValue < level.rawValue { levels[owner] = level }
  }

  func level(of owner: Document.Owner) -> Level { levels[owner] ?? .player }
  func isPlayed(_ owner: Document.Owner) -> Bool { played?.contains(owner) ?? true }
  func isHeard(_ owner: Document.Owner) -> Bool { heard?.contains(owner) ?? true }
  func isSend(_ bus: Document.ID) -> Bool { sendBuses.contains(bus) }
}

extension Bounce.Scope {
  /// The track or bus whose output is the result; nil: the master.
  var root: Document.Owner? {
    switch self {
    case .everything: nil
    case .track(let id): .track(id)
    case .bus(let id): .bus(id)
    }
  }
}

// Invariant: the caller holds `lock`.
extension Session {
  /// Whether an edit needs other buses in the engine than the present ones.
  func needsRebuild(for new: SessionLinks) -> Bool {
    new.played != links?.played
      || tracks.contains { !$0.value.fits(new.level(of: .track($0.key))) }
      || buses.contains { !$0.value.fits(new.level(of: .bus($0.key))) }
  }

  /// Ends the side-chains that the project no longer has, because they could refuse other routes.
  func dropKeys(for new: SessionLinks) {
    for (id, present) in keyed where new.keys[id] != present.owner {
      try? present.effect.setSidechain(nil)
      keyed[id] = nil
    }
  }

  func matchSends() throws(AhaError) {
    guard let links else { return }
    for send in links.sends {
      try throwIfCancelled()
      guard let source = strip(of: send.owner)?.tap(beforeFader: send.isBeforeFader) else {
        buses[send.id]?.end()
        buses[send.id] = nil
        continue
      }
      let target = try target(of: .bus(send.id), into: send.destination)
      if let present = buses[send.id], present.source === source {
        try present.output.setParent(target)
        continue
      }
      buses[send.id]?.end()
      buses[send.id] = nil
      let bus = try source.makeSend(to: target, point: .afterFader, gainDb: 0)
      buses[send.id] = try SessionStrip(bus, to: bus, source: source)
    }
  }

  func matchKeys() throws(AhaError) {
    guard let links else { return }
    for (id, owner) in links.keys.sorted(by: { $0.key < $1.key }) {
      guard let effect = effect(of: .effect(id)) else { continue }
      try throwIfCancelled()
      // A track without its file is silent.
      let output = strip(of: owner)?.output
      let key = if let output { output } else { try spareBus(&silence) }
      if let present = keyed[id], present.effect === effect, present.key === key { continue }
      try effect.setSidechain(key)
      keyed[id] = SessionKey(effect: effect, key: key, owner: owner)
    }
  }

  func strip(of owner: Document.Owner) -> SessionStrip? {
    switch owner {
    case .track(let id): tracks[id]?.strip
    case .bus(let id): buses[id]
    case .effect: nil
    }
  }

  /// The bus of the engine that a track or bus plays into. Those that only feed a part of the scope
  /// are not heard directly.
  func target(of owner: Document.Owner, into bus: Document.ID) throws(AhaError) -> Bus {
    if owner == options.scope.root { return try engine.master() }
    if let present = buses[bus] { return present.input }
    return try spareBus(&sink)
  }

  /// A muted bus, made when it is needed.
  private func spareBus(_ spare: inout Bus?) throws(AhaError) -> Bus {
    if let spare { return spare }
    let bus = try engine.makeBus(into: engine.master())
    spare = bus
    try bus.setMuted(true)
    return bus
  }
}

/// A running side-chain.
struct SessionKey {
  let effect: Effect
  let key: Bus
  let owner: Document.Owner
}
