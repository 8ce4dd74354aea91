extension ManualPage {
  /// The page of a command: its parts of the whole page.
  func text(of verb: Verb) -> String {
    let name = program + "-" + verb.name
    let title = name.utf8.map { (0x61...0x7a).contains($0) ? $0 - 0x20 : $0 }.text
    let summary = (verb.summary.utf8.prefix(1).map { $0 | 0x20 } + verb.summary.utf8.dropFirst())
      .text
    var page = ".TH " + escaped(title) + titleRest
    page += ".SH NAME\n" + escaped(name) + " \\- " + escaped(summary) + "\n"
    page += ".SH SYNOPSIS\n" + synopses(of: [verb] + verb.parts)
    let parts = subsections(of: verb, in: "COMMANDS")
    page += ".SH DESCRIPTION\n"
    for part in parts { page += (part.title.isEmpty ? "" : part.title + "\n") + part.text }
    if verb.name == projectVerb.name { page += section("PROJECTS") }
    if verb.name == playVerb.name || verb.name == recordVerb.name || !verb.keys.isEmpty {
      page += section("TRACKS")
    }
    let results = subsections(of: verb, in: "JSON OUTPUT")
    if !results.isEmpty {
      page += ".SH JSON OUTPUT\n" + joined(results.map { $0.text }, by: ".PP\n")
    }
    return page + ".SH SEE ALSO\n\\fB" + escaped(program) + "\\fP(1)\n"
  }

  /// Number, date and manual of the title line.
  private var titleRest: String {
    let line = lines.first { $0.utf8.starts(with: ".TH ".utf8) } ?? ""
    return " " + line.utf8.dropFirst(4).drop { $0 != 0x20 }.dropFirst().text + "\n"
  }

  /// The title line and the text of a section; "" if the page lacks the section.
  private func section(_ title: String) -> String {
    var (section, isInside) = ("", false)
    for line in lines {
      if line.utf8.starts(with: ".SH ".utf8) { isInside = line == ".SH " + title }
      if isInside { section += line + "\n" }
    }
    return section
  }

  /// The subsections of a command and its parts; the title is empty for the command itself.
  private func subsections(of verb: Verb, in title: String) -> [(title: String, text: String)] {
    let own = ".SS " + escaped(program + " " + verb.name)
    var (found, isInside) = ([(title: String, text: String)](), false)
    for line in section(title).utf8.split(separator: 0x0a).map({ $0.text }) {
      if line.utf8.starts(with: ".S".utf8) {
        isInside = line == own || line.utf8.starts(with: (own + " ").utf8)
        if isInside { found.append((line == own ? "" : line, "")) }
      } else if isInside {
        found[found.count - 1].text += line + "\n"
      }
    }
    return found
  }
}

/// Writes aha(1), and aha-VERB(1) of each command, into a folder.
func writeManualPages(to folder: Bytes) throws(Failure) {
  var (size, error) = (0, Int32(0))
  guard let bytes = cli_standard_input(&size, &error) else { return }
  let source = UnsafeRawBufferPointer(start: bytes, count: size)
  let page = ManualPage(source: Bytes(source))
  let pages = [(program, page.text)] + verbs.map { (program + "-" + $0.name, page.text(of: $0)) }
  for (name, text) in pages {
    let path = FilePath((folder + "/\(name).1".array).c)
    do throws(AhaError) { try path.replace(with: text.array) } catch { throw Failure(error) }
  }
}
