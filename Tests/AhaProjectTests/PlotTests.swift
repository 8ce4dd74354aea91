import AhaBase
import AhaCodec
import AhaDSP
import AhaPicture
import AhaTestSupport
import Testing

@testable import AhaEngine
@testable import AhaProject

@Suite("Plots")
struct PlotTests {
  private func plot(
    _ test: SessionRig, _ adjust: (inout ProjectPlot) -> Void = { _ in }
  ) throws -> AhaError? {
    var plot = ProjectPlot()
    adjust(&plot)
    var made: Job?
    do throws(AhaError) {
      try test.project.startPlot(plot, to: FilePath(test.rig.folder.file("out.png"))) { made = $0 }
    } catch {
      return error
    }
    if case .failure(let error)? = made?.wait(milliseconds: -1) { return error }
    return nil
  }

  /// Width and height of the picture.
  private func size(_ test: SessionRig) throws -> (width: Int, height: Int) {
    let bytes = try #require(test.rig.folder.bytes(of: "out.png"))
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (number(16), number(20))
  }

  @Test func areAsTallAsTheyNeedToBe() throws {
    let test = try SessionRig()
    #expect(try plot(test) == nil)
    let empty = try size(test)
    try test.song()
    #expect(try plot(test) == nil)
    let full = try size(test)
    #expect(empty.width == 1600 && full.width == 1600)
    // Three tracks of 84 pixels with two lanes of 50 and a gap each; the bus has no lane.
    #expect(full.height == 50 + 44 + 3 * (84 + 2 * 50 + 10) + 14)
    #expect(empty.height < full.height)
    #expect(try plot(test) { ($0.width, $0.height) = (320, 120) } == nil)
    #expect(try size(test) == (320, 120))
  }

  @Test func manyTracksAreBounded() throws {
    let test = try SessionRig()
    let first = try test.track(1, frames: 100)
    let path = test.project.document.folder.appending(
      try test.project.document.track(first).file.path)
    for number in 0..<300 { _ = try test.project.document.addTrack(path, named: "\(number)") }
    #expect(try plot(test) == nil)
    #expect(try size(test).height == 8192)
  }

  @Test func missingAndDamagedSoundsAreNoFailure() throws {
    let test = try SessionRig()
    try test.track(1)
    try test.track(2)
    _ = try test.project.document.addTrack(test.rig.sound("noise.wav"), named: "no sound")
    test.rig.folder.move("2.wav", to: "../gone.wav")
    let song = try PlotSong(test.project.document, job: Job())
    #expect(
      song.groups.map { group in
        if case .missing(let why) = group.sound { return why }
        return "there"
      } == ["there", "missing: 2.wav", "cannot be read: noise.wav"])
    #expect(try plot(test) == nil)
  }

  @Test func knowAudibleTracksAndTheEnd() throws {
    let test = try SessionRig()
    try test.song()
    var track = try test.project.document.track(test.project.document.track(at: 0))
    track.fader.isMuted = true
    try test.project.document.setTrack(track)
    let song = try PlotSong(test.project.document, job: Job())
    #expect(song.groups.map(\.isHeard) == [false, true, true])
    #expect(song.groups[1].lanes.map(\.name) == ["gain_db", "filter cutoff_hz"])
    #expect(song.groups[1].gain?.value(at: 0) == -30)
    // The second clip begins at 250 ms, is a second long and repeats 200 ms twice.
    #expect(try song.end() == 1_650_000)
    _ = try test.project.document.addMarker(at: 7_000_000, named: "far")
    #expect(try PlotSong(test.project.document, job: Job()).end() == 7_000_000)
  }

  @Test func nameSendsByTheirEnds() throws {
    let test = try SessionRig()
    let track = try test.track(1)
    let hall = try test.project.document.addBus(named: "hall")
    for (source, destination) in [
      (Document.Owner.track(track), hall), (.bus(hall), Document.master),
    ] {
      let send = try test.project.document.addSend(from: source, to: destination)
      _ = try test.project.document.addLane(.bus(send), parameter: "gain_db")
    }
    let song = try PlotSong(test.project.document, job: Job())
    #expect(song.groups.map(\.name) == ["1", "1/hall", "hall/master"])
  }

  @Test func refuseInvalidSizes() throws {
    let test = try SessionRig()
    for adjust in [
      { $0.width = 319 }, { $0.width = 8193 }, { $0.height = 119 }, { $0.height = 8193 },
      { $0.begin = -1 }, { $0.end = 999 }, { $0.begin = Int64.max }, { $0.end = Int64.min },
    ] as [(inout ProjectPlot) -> Void] {
      #expect(try plot(test, adjust)?.code == .invalidArgument)
    }
    let own = failure {
      try test.project.startPlot(ProjectPlot(), to: test.project.path) { _ in }
    }
    #expect(own?.code == .invalidArgument)
  }

  @Test func areCancelledWithoutATrace() throws {
    let test = try SessionRig()
    try test.track(1)
    var plot = ProjectPlot()
    (plot.width, plot.height) = (8192, 8192)
    var made: Job?
    try test.project.startPlot(plot, to: FilePath(test.rig.folder.file("out.png"))) { made = $0 }
    made?.cancel()
    #expect(test.failure(made).code == .cancelled)
    #expect(!test.rig.folder.names.contains { $0.contains("out") || $0.contains("part") })
    test.project.close()
  }
}
