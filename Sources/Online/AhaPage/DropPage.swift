import AhaBase
import AhaHash
import AhaPiece

/// HTML page of a drop: one file beside the drop's files and its manifest, readable from a server
/// or a disk. It loads nothing from other hosts.
public enum DropPage {
  public static let fileName = "index.html"
  /// Width and height of covers in pixels.
  static let coverSide = 640

  /// - Parameter peaks: Min and max of equally long sections of the mix stem, alternating, in any
  ///   range; empty if unknown.
  /// Errors: the first problem of the piece, `invalidArgument`, `limit`.
  /// Thread: any.
  public static func html(
    of manifest: DropManifest, peaks: [Float] = []
  ) throws(AhaError) -> [UInt8] {
    // The peaks are those of the mix.
    try html(of: manifest, wave: WaveformPath.text(manifest.file(.mixStem) == nil ? [] : peaks))
  }

  /// The page of an edited manifest, with the waveform of its former page.
  /// Returns: Nil if the former page is another program's, or has another form.
  /// Errors: as above.
  public static func html(
    of manifest: DropManifest, after former: [UInt8]
  ) throws(AhaError) -> [UInt8]? {
    guard isOurs(former) else { return nil }
    guard let wave = manifest.sounds.isEmpty ? "" : WaveformPath.find(in: former) else {
      return nil
    }
    return try html(of: manifest, wave: wave)
  }

  /// True if libaha wrote the page or feed that starts with these bytes: both name their generator
  /// near the start.
  public static func isOurs(_ document: [UInt8]) -> Bool {
    let head = document.prefix(4096)
    for mark in ["\"generator\" content=\"libaha", "<generator>libaha"] as [StaticString] {
      let mark = mark.array
      if head.indices.contains(where: { head[$0...].starts(with: mark) }) { return true }
    }
    return false
  }

  private static func html(
    of manifest: DropManifest, wave: String
  ) throws(AhaError) -> [UInt8] {
    try manifest.check()
    if let problem = manifest.piece.problem { throw AhaError(problem.code, problem.line) }
    var page = Markup()
    try putHead(manifest, in: &page)
    putPiece(manifest, in: &page)
    putPlayer(manifest, wave: wave, in: &page)
    putDetails(manifest, in: &page)
    putFiles(manifest, in: &page)
    page.put(
      """
      <footer><span>Made with ~t</span><a href="~t">Manifest</a></footer>
      </main>
      <script>~m</script>
      </body>
      </html>

      """,
      values: [madeWith(manifest), manifest.reference, PageScript.player.text])
    return page.bytes
  }

  static func madeWith(_ manifest: DropManifest) -> String {
    manifest.generator.isEmpty ? "libaha" : manifest.generator
  }

  private static func putPiece(_ manifest: DropManifest, in page: inout Markup) {
    let piece = manifest.piece
    let cover = manifest.file(.cover)
    if let cover {
      page.put("<img class=\"glow\" src=\"~t\" alt=\"\">\n", values: [cover.reference])
    }
    page.put("<main>\n<header>\n")
    if let cover {
      page.put(
        "<img class=\"cover\" src=\"~t\" alt=\"Cover\" width=\"480\" height=\"480\">\n",
        values: [cover.reference])
    }
    page.put("<div>\n<h1 dir=\"auto\">~t</h1>\n", values: [piece.title])
    if !piece.artist.isEmpty {
      page.put("<p class=\"by\" dir=\"auto\">~t</p>\n", values: [piece.artist])
    }
    if !piece.description.isEmpty {
      page.put("<p class=\"about\" dir=\"auto\">~t</p>\n", values: [piece.description])
    }
    page.put("</div>\n</header>\n")
  }

  private static func putDetails(_ manifest: DropManifest, in page: inout Markup) {
    let piece = manifest.piece
    page.put("<section aria-labelledby=\"h1\"><h2 id=\"h1\">Details</h2>\n<dl>\n")
    func put(_ name: StaticString, value: String?) {
      guard let value else { return }
      page.put("<div><dt>~t</dt><dd><bdi>~t</bdi></dd></div>\n", values: [name.text, value])
    }
    put("Length", value: ClockText.short(piece.length))
    put("Tempo", value: piece.tempo.map { PageText.tempo(of: $0) })
    put("Time signature", value: piece.timeSignature.map { "\($0.upper)/\($0.lower)" })
    put("Key", value: PageText.key(of: piece.tonality))
    put("Loop", value: piece.loop.map { ClockText.short($0.start) + "–" + ClockText.short($0.end) })
    if manifest.created > 0 { put("Dropped", value: CalendarTime(manifest.created).date) }
    for id in piece.basedOn { put("Based on", value: id) }
    page.put("</dl></section>\n")
  }

  private static func putFiles(_ manifest: DropManifest, in page: inout Markup) {
    if manifest.files.isEmpty { return }
    page.put("<section aria-labelledby=\"h2\"><h2 id=\"h2\">Downloads</h2>\n<ul class=\"get\">\n")
    let names: [StaticString] = ["Mix", "Preview", "Cover", "Attachment"]
    var sums = ""
    for file in manifest.files {
      let form = PageText.format(of: file.type) + " · " + PageText.size(of: file.bytes)
      page.put(
        "<li><a href=\"~t\" download><b>~t</b> <bdi>~t</bdi> <small>~t</small></a></li>\n",
        values: [file.reference, names[file.role.rawValue].text, file.name, form])
      if !file.sha256.isEmpty { sums += file.sha256 + "  " + file.name + "\n" }
    }
    page.put("</ul>\n")
    if !sums.isEmpty {
      page.put(
        "<details><summary>SHA-256</summary><pre tabindex=\"0\">~t</pre></details>\n",
        values: [sums])
    }
    if OEmbed.fits(manifest) {
      var frame = Markup()
      frame.put(OEmbed.frame, values: OEmbed.frameValues(of: manifest))
      page.put(
        "<details><summary>Embed</summary><pre tabindex=\"0\">~t</pre></details>\n",
        values: [frame.text])
    }
    page.put("</section>\n")
  }
}

/// Formats numbers and types for readers of a page.
enum PageText {
  /// Such as "5.3 MB".
  static func size(of bytes: Int64) -> String {
    if bytes < 1000 { return "\(bytes) bytes" }
    var (tenths, unit) = ((bytes + 50) / 100, 0)
    while tenths >= 9995, unit < 3 { (tenths, unit) = ((tenths + 500) / 1000, unit + 1) }
    let units = ["kB", "MB", "GB", "TB"]
    if tenths >= 100 { return "\((tenths + 5) / 10) " + units[unit] }
    return "\(tenths / 10).\(tenths % 10) " + units[unit]
  }

  /// Short form of a MIME type, such as "FLAC"; a long or unusual type stays unchanged.
  static func format(of type: String) -> String {
    let bytes = type.array
    var name = bytes.drop { $0 != 0x2F }.dropFirst()
    if name.starts(with: [0x78, 0x2D]) { name = name.dropFirst(2) }
    let short = name.text
    if short == "mpeg" { return "MP3" }
    if type == "audio/mp4" { return "M4A" }
    if short == "vnd.wave" || short == "wave" { return "WAV" }
    guard name.count <= 4 else { return type }
    let upper = name.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
    return upper.text
  }

  /// Max two decimals, such as "120.5 BPM".
  /// - Parameter tempo: A tempo within the limits of a piece.
  static func tempo(of tempo: Double) -> String {
    thousandths(of: Int64((tempo * 100).rounded()) * 10) + " BPM"
  }

  /// Such as "12", "0.5" and "3.125".
  static func thousandths(of number: Int64) -> String {
    var digits = Array("\(1000 + number % 1000)".array.dropFirst())
    while digits.last == 0x30 { digits.removeLast() }
    let fraction = digits.text
    return "\(number / 1000)" + (digits.isEmpty ? "" : "." + fraction)
  }

  /// Such as "D major"; nil if unknown.
  static func key(of tonality: Tonality) -> String? {
    if tonality == .unknown { return nil }
    return tonality == .atonal ? "Atonal" : tonality.name
  }

  /// Title and artist on one line.
  static func name(of piece: Piece) -> String {
    piece.artist.isEmpty ? piece.title : piece.title + " – " + piece.artist
  }

  /// The description, or a generated sentence if it is empty.
  static func description(of piece: Piece) -> String {
    if !piece.description.isEmpty { return piece.description }
    return "A piece of music, " + ClockText.short(piece.length) + " long."
  }

  /// Hue in degrees (red is 0, blue is 240) of the key on the circle of fifths, as on covers.
  static func hue(of tonality: Tonality) -> Int {
    tonality.isKey ? (170 + 230 * (Int(tonality.root) * 7 % 12) / 12) % 360 : 285
  }
}
