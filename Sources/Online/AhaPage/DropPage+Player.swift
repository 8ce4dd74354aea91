import AhaBase
import AhaPiece

extension DropPage {
  /// The player. It is hidden until the script runs; without scripts, the audio element's own
  /// controls show.
  ///
  /// - Parameter wave: Of `WaveformPath`.
  static func putPlayer(_ manifest: DropManifest, wave: String, in page: inout Markup) {
    let piece = manifest.piece
    let sounds = manifest.sounds
    if sounds.isEmpty { return }
    let loop = piece.loop ?? Piece.Loop(start: 0, end: piece.length)
    page.put(
      """
      <section id="player" aria-label="Player" data-title="~t" data-artist="~t" data-length="~m" \
      data-start="~m" data-end="~m">
      <audio controls preload="metadata">
      """,
      values: [piece.title, piece.artist, "\(piece.length)", "\(loop.start)", "\(loop.end)"])
    for sound in sounds {
      page.put("<source src=\"~t\" type=\"~t\"", values: [sound.reference, sound.type])
      page.put(sound.role == .preview ? " data-preview>" : ">")
    }
    page.put(
      "</audio>\n<div id=\"ui\" hidden>\n<div id=\"wave\"><svg class=\"off\" ~m", values: [drawing])
    if let loop = piece.loop { put(loop, of: piece.length, in: &page) }
    let clock = ClockText.short(piece.length)
    let whole = piece.loop == nil ? "" : " the marked part"
    page.put(
      controls,
      values: [
        wave, drawing, PageText.thousandths(of: piece.length / 1000), clock, clock, whole, whole,
      ])
  }

  /// Loop marker: position and width on a drawing 180 units wide.
  private static func put(_ loop: Piece.Loop, of length: Int64, in page: inout Markup) {
    let (start, end) = (180_000 * loop.start / length, 180_000 * loop.end / length)
    page.put(
      "<rect x=\"~m\" y=\"-4\" width=\"~m\" height=\"108\" rx=\".6\"/>",
      values: [PageText.thousandths(of: start), PageText.thousandths(of: end - start)])
  }

  private static let drawing =
    "viewBox=\"-.5 0 180 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"

  private static let controls: StaticString = """
    <path id="shape" vector-effect="non-scaling-stroke" d="~m"/></svg><svg class="on" ~m\
    <use href="#shape"/></svg>
    <input type="range" id="seek" min="0" max="~m" step="any" value="0" aria-label="Position" \
    aria-valuetext="0:00 of ~m" aria-keyshortcuts="ArrowLeft ArrowRight"></div>
    <div class="bar">
    <button type="button" id="play" aria-label="Play" aria-keyshortcuts="Space">\
    <svg viewBox="0 0 24 24" aria-hidden="true"><path class="i0" d="M8 5l11 7-11 7z"/>\
    <path class="i1" d="M8 6v12M16 6v12" stroke-width="4"/></svg></button>
    <span class="time"><b id="time">0:00</b> / <span id="all">~m</span></span>
    <button type="button" id="loop" aria-pressed="false" aria-label="Loop~m" title="Loop~m (L)" \
    aria-keyshortcuts="L"><svg viewBox="0 0 24 24" aria-hidden="true">\
    <path d="M17 2l4 4-4 4M3 11v-1a4 4 0 0 1 4-4h14M7 22l-4-4 4-4M21 13v1a4 4 0 0 1-4 4H3"/>\
    </svg></button>
    <button type="button" id="mute" aria-pressed="false" aria-label="Mute" title="Mute (M)" \
    aria-keyshortcuts="M"><svg viewBox="0 0 24 24" aria-hidden="true">\
    <path d="M11 5L6 9H2v6h4l5 4z"/>\
    <path class="i0" d="M15.5 8.5a5 5 0 0 1 0 7M19 5a10 10 0 0 1 0 14"/>\
    <path class="i1" d="M16 9l6 6M22 9l-6 6"/></svg></button>
    <input type="range" id="volume" min="0" max="1" step=".05" value="1" aria-label="Volume">
    </div>
    <p id="note" role="status"></p>
    </div>
    </section>

    """
}

extension DropManifest {
  /// Playable files: a browser plays the first one that it can decode.
  var sounds: [DropFile] {
    files.filter { $0.role == .mixStem } + files.filter { $0.role == .preview }
  }
}

/// Waveform of a page as an SVG path: one vertical line per section of the sound.
enum WaveformPath {
  static let lines = 180
  /// Units of the drawing; half of them above the center line.
  private static let height = 100

  /// - Parameter peaks: Min and max of each section, alternating; any count of sections. NaN counts
  ///   as silence. The loudest section has full height.
  /// Returns a straight line if `peaks` is empty.
  static func text(_ peaks: [Float]) -> String {
    let stretches = peaks.count / 2
    guard stretches > 0 else { return "M0 50H180" }
    var loudest: Float = 0
    for peak in peaks where peak.isFinite { loudest = max(loudest, abs(peak)) }
    let scale = loudest > 0 ? Float(height / 2 - 2) / loudest : 0
    var path = ""
    for line in 0..<lines {
      let first = line * stretches / lines
      let end = max(first + 1, (line + 1) * stretches / lines)
      var (low, high) = (Float(0), Float(0))
      for index in first..<min(end, stretches) {
        if peaks[2 * index].isFinite { low = min(low, peaks[2 * index]) }
        if peaks[2 * index + 1].isFinite { high = max(high, peaks[2 * index + 1]) }
      }
      let (top, bottom) = (50 - Int(high * scale), 51 - Int(low * scale))
      path += "M\(line) \(top)v\(bottom - top)"
    }
    return path
  }

  /// The path in a page; nil without one.
  static func find(in page: [UInt8]) -> String? {
    let start = "<path id=\"shape\" vector-effect=\"non-scaling-stroke\" d=\"".array
    for index in page.indices where page[index] == start[0] && page[index...].starts(with: start) {
      let path = page[(index + start.count)...].prefix { $0 != UInt8(ascii: "\"") }
      let isPath = path.allSatisfy { "MHVhv -".array.contains($0) || (0x30...0x39).contains($0) }
      return isPath && path.count <= maxBytes ? path.text : nil
    }
    return nil
  }

  private static let maxBytes = 1 << 13
}
