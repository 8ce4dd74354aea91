import AhaBase
import AhaCodec
import AhaDSP
import AhaPicture
import AhaTestSupport
import Testing

@testable import AhaEngine
@testable import AhaProject

@Suite("Plots")
final class PlotTests: SessionRig {
  private func plot(_ adjust: (inout ProjectPlot) -> Void = { _ in }) -> AhaError? {
    var plot = ProjectPlot()
    adjust(&plot)
    var made: Job?
    let path = FilePath(rig.folder.file("out.png"))
    let refusal = failure { try project.startPlot(plot, to: path) { made = $0 } }
    if case .failure(let error)? = made?.wait(milliseconds: -1) { return error }
    return refusal
  }

  /// Width and height of the picture.
  private func size() throws -> (width: Int, height: Int) {
    let bytes = try #require(rig.folder.bytes(of: "out.png"))
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (number(16), number(20))
  }

  @Test func areAsTallAsTheyNeedToBe() throws {
    #expect(plot() == nil)
    let empty = try size()
    try song()
    #expect(plot() == nil)
    let full = try size()
    #expect(empty.width == 1600 && full.width == 1600)
    // Three tracks of 84 pixels with two lanes of 50 and a gap each; the bus has no lane.
    #expect(full.height == 50 + 44 + 3 * (84 + 2 * 50 + 10) + 14)
    #expect(empty.height < full.height)
    #expect(plot { ($0.width, $0.height) = (320, 120) } == nil)
    #expect(try size() == (320, 120))
  }

  @Test func manyTracksAreBounded() throws {
    let first = try track(1, frames: 100)
    let path = document.folder.appending(try document.track(first).file.path)
    for number in 0..<300 { _ = try document.addTrack(path, named: "\(number)") }
    #expect(plot() == nil)
    #expect(try size().height == 8192)
  }

  @Test func missingAndDamagedSoundsAreNoFailure() throws {
    for number in 1...2 { try track(number) }
    _ = try document.addTrack(rig.sound("noise.wav"), named: "no sound")
    rig.folder.move("2.wav", to: "../gone.wav")
    let song = try PlotSong(document, job: Job())
    #expect(
      song.groups.map { group in
        if case .missing(let why) = group.sound { return why }
        return "there"
      } == ["there", "missing: 2.wav", "cannot be read: noise.wav"])
    #expect(plot() == nil)
  }

  @Test func knowAudibleTracksAndTheEnd() throws {
    try song()
    try document.change(document.track(at: 0)) { $0.fader.isMuted = true }
    let song = try PlotSong(document, job: Job())
    #expect(song.groups.map(\.isHeard) == [false, true, true])
    #expect(song.groups[1].lanes.map(\.name) == ["gain_db", "filter cutoff_hz"])
    #expect(song.groups[1].gain?.value(at: 0) == -30)
    // The second clip begins at 250 ms, is a second long and repeats 200 ms twice.
    #expect(try song.end() == 1_650_000)
    _ = try document.addMarker(at: 7_000_000, named: "far")
    #expect(try PlotSong(document, job: Job()).end() == 7_000_000)
  }

  @Test func nameSendsByTheirEnds() throws {
    let track = try track(1)
    let hall = try document.addBus(named: "hall")
    for (source, destination) in [
      (Document.Owner.track(track), hall), (.bus(hall), Document.master),
    ] {
      let send = try document.addSend(from: source, to: destination)
      _ = try document.addLane(.bus(send), parameter: "gain_db")
    }
    let song = try PlotSong(document, job: Job())
    #expect(song.groups.map(\.name) == ["1", "1/hall", "hall/master"])
  }

  @Test func refuseInvalidSizes() throws {
    for adjust in [
      { $0.width = 319 }, { $0.width = 8193 }, { $0.height = 119 }, { $0.height = 8193 },
      { $0.begin = -1 }, { $0.end = 999 }, { $0.begin = Int64.max }, { $0.end = Int64.min },
    ] as [(inout ProjectPlot) -> Void] {
      #expect(plot(adjust)?.code == .invalidArgument)
    }
    let own = failure { try project.startPlot(ProjectPlot(), to: project.path) { _ in } }
    #expect(own?.code == .invalidArgument)
  }

  @Test func reportProgressOverAllSounds() throws {
    for number in 1...2 { try track(number) }
    var made: Job?
    try project.startPlot(ProjectPlot(), to: FilePath(rig.folder.file("out.png"))) { made = $0 }
    let job = try #require(made)
    if case .failure(let error) = job.wait(milliseconds: -1) { throw error }
    #expect(job.progress.framesDone == job.progress.framesTotal)
  }

  @Test func areCancelledWithoutATrace() throws {
    try track(1)
    var plot = ProjectPlot()
    (plot.width, plot.height) = (8192, 8192)
    var made: Job?
    try project.startPlot(plot, to: FilePath(rig.folder.file("out.png"))) { made = $0 }
    made?.cancel()
    #expect(error(of: made).code == .cancelled)
    #expect(!rig.folder.names.contains { $0.contains("out") || $0.contains("part") })
    project.close()
  }
}
