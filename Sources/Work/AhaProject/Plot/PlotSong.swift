import AhaBase
import AhaCodec
import AhaDSP
import AhaEngine

/// A track or bus with its lanes, for drawing.
final class PlotGroup {
  enum Sound {
    /// For a bus.
    case none
    case clip(PlotClip, FilePath)
    /// With the reason.
    case missing(String)
  }

  let name: String
  let start: Int64
  let fader: Document.Fader
  /// Neither muted nor silenced by another solo.
  let isHeard: Bool
  var sound = Sound.none
  /// The gain over time, if a lane automates it.
  var gain: PlotCurve?
  var lanes: [PlotLane] = []

  init(name: String, start: Int64, fader: Document.Fader, isHeard: Bool) {
    (self.name, self.start, self.fader, self.isHeard) = (name, start, fader, isHeard)
  }

  var isBus: Bool {
    if case .none = sound { return true }
    return false
  }
}

final class PlotLane {
  let lane: Document.Lane
  /// Such as "filter cutoff_hz".
  let name: String
  let isLogarithmic: Bool

  init(lane: Document.Lane, name: String, isLogarithmic: Bool) {
    (self.lane, self.name, self.isLogarithmic) = (lane, name, isLogarithmic)
  }
}

/// The content of a project for a plot, without the points of lanes.
final class PlotSong {
  let document: Document
  let settings: Document.Settings
  let tempo: TempoMap
  let markers: [Document.Marker]
  let trackCount: Int
  private(set) var groups: [PlotGroup] = []

  /// Errors: those of the project; `cancelled`.
  init(_ document: Document, job: Job) throws(AhaError) {
    self.document = document
    settings = try document.settings()
    tempo = try document.tempoMap()
    markers = try document.markers()
    let (tracks, buses) = (try document.tracks(), try document.buses())
    let (effects, lanes) = (try document.allEffects(), try document.lanes())
    trackCount = tracks.count
    let isSoloing = buses.contains { $0.fader.isSoloed } || tracks.contains { $0.fader.isSoloed }
    for track in tracks {
      try job.throwIfCancelled()
      let way = buses.way(from: track.bus)
      let isChosen = !isSoloing || track.fader.isSoloed || way.contains { $0.fader.isSoloed }
      let group = PlotGroup(
        name: track.name, start: track.start, fader: track.fader,
        isHeard: isChosen && !track.fader.isMuted && !way.contains { $0.fader.isMuted })
      group.sound = try sound(of: track, job: job)
      group.lanes = PlotSong.lanes(
        of: .track(track.id), effects: effects, lanes: lanes,
        parameterTable: document.parameterTable
      )
      if let lane = group.lanes.first(where: { $0.playsGain(of: track.id) }) {
        group.gain = try curve(of: lane)
      }
      groups.append(group)
    }
    let sends = try document.sends()
    for bus in buses {
      let own = PlotSong.lanes(
        of: .bus(bus.id), effects: effects, lanes: lanes, parameterTable: document.parameterTable)
      if own.isEmpty { continue }
      let name = PlotSong.name(of: .bus(bus.id), tracks: tracks, buses: buses, sends: sends)
      let group = PlotGroup(name: name, start: 0, fader: bus.fader, isHeard: !bus.fader.isMuted)
      group.lanes = own
      groups.append(group)
    }
  }

  /// The project's title; without one, the name of its file.
  var title: String {
    if !settings.title.isEmpty { return settings.title }
    return document.path.name.text
  }

  /// A send without a name has those of its source and its destination, as in "voice/hall".
  private static func name(
    of owner: Document.Owner, tracks: [Document.Track], buses: [Document.Bus],
    sends: [Document.Send]
  ) -> String {
    switch owner {
    case .track(let id): return tracks.first { $0.id == id }?.name ?? ""
    case .effect: return ""
    case .bus(let id):
      let name = buses.first { $0.id == id }?.name ?? ""
      if !name.isEmpty { return name }
      guard let send = sends.first(where: { $0.id == id }) else {
        return id == Document.master ? "master" : ""
      }
      return self.name(of: send.owner, tracks: tracks, buses: buses, sends: sends) + "/"
        + self.name(of: .bus(send.destination), tracks: tracks, buses: buses, sends: sends)
    }
  }

  private func sound(
    of track: Document.Track, job: Job
  ) throws(AhaError) -> PlotGroup.Sound {
    let speed = SpeedPath(try document.speedPoints(of: track), speed: track.speed)
    do throws(AhaError) {
      switch try document.resolve(track) {
      case .present(let path), .moved(let path):
        let decoder = try Decoder(FileStream(reading: path))
        let length = try decoder.measureLength { _ in
          (try? job.throwIfCancelled()) != nil
        }
        let rate = decoder.format.sampleRate
        return .clip(PlotClip(track, length: length, rate: rate, speed: speed), path)
      case .changed: return .missing("another sound: \(track.file.path.name.text)")
      case .missing: return .missing("missing: \(track.file.path.name.text)")
      }
    } catch {
      if !error.isOfOneFile { throw error }
      return .missing("cannot be read: \(track.file.path.name.text)")
    }
  }

  /// The lanes of an owner and of its effects, in the order of the chain.
  private static func lanes(
    of owner: Document.Owner, effects: [Document.Effect], lanes: [Document.Lane],
    parameterTable: ParameterTable
  ) -> [PlotLane] {
    var own: [PlotLane] = []
    for lane in lanes where lane.target == owner {
      own.append(
        PlotLane(lane: lane, name: lane.parameter.name, isLogarithmic: lane.isSpeed || lane.isTempo)
      )
    }
    for effect in effects where effect.owner == owner {
      let spec = EffectRegistry.spec(effect.kind)
      for lane in lanes where lane.target == .effect(effect.id) {
        let number = Int(lane.parameter.number)
        // Lanes of plug-ins are drawn with a linear scale.
        let scale = effect.kind == .lv2 ? .linear : spec.parameters[number].scale
        own.append(
          PlotLane(
            lane: lane, name: spec.name.text + " " + lane.parameter.name,
            isLogarithmic: scale == .logarithmic))
      }
    }
    return own
  }

  /// The points of a lane; empty if the lane was removed meanwhile.
  func curve(of lane: PlotLane) throws(AhaError) -> PlotCurve {
    do throws(AhaError) {
      return PlotCurve(
        points: try document.points(of: lane.lane.id), parameter: lane.lane.parameter)
    } catch {
      if error.code != .notFound { throw error }
      return PlotCurve(points: [], parameter: lane.lane.parameter)
    }
  }

  /// Repeats to draw of an endless loop, if nothing else defines the end.
  private static let repeatsForever: Int64 = 3

  /// End of the content in microseconds; ten seconds for an empty project.
  func end() throws(AhaError) -> Int64 {
    var end = max(markers.last?.time ?? 0, try document.lastPointTime())
    for group in groups {
      guard case .clip(let clip, _) = group.sound else {
        end = max(end, group.start)
        continue
      }
      let repeats = Int64(clip.loop.count) * PlotSong.repeatsForever
      let shown = clip.isEndless ? clip.microseconds(clip.length + repeats) : clip.duration
      end = max(end, group.start + shown)
    }
    return end > 0 ? min(end, Document.longest) : 10_000_000
  }
}

extension PlotLane {
  /// Whether the lane automates the gain of a track during playback.
  fileprivate func playsGain(of track: Document.ID) -> Bool {
    lane.target == .track(track) && lane.parameter.number == ParameterTable.gain.number
      && lane.mode.plays
  }
}
