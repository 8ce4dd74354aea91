import CAha

let formatsVerb = Verb(
  name: "formats", synopsis: "", summary: "List the formats that can be written",
  ownOptions: [.json], run: runFormats)

@Sendable
private func runFormats(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if !arguments.operands.isEmpty { throw formatsVerb.usage("formats takes no arguments") }
  if arguments.has("--json") {
    for format in fileFormats { console.print(object(format).text) }
    return
  }
  console.print(row("FORMAT", "ENDINGS", "ENCODINGS (the first is the default)"))
  for format in fileFormats {
    let encodings = format.encodings.map { shown(aha_encoding_name($0)) }
    console.print(row(format.name, joined(format.endings, " "), joined(encodings)))
  }
}

private func row(_ name: String, _ endings: String, _ encodings: String) -> String {
  padded(name, 8) + padded(endings, 13) + encodings
}

private func object(_ format: FileFormat) -> JSONObject {
  var object = JSONObject()
  object.add("format", text: format.name)
  object.add("container", text: token(container: format.container))
  object.add("endings", texts: format.endings)
  object.add("encodings", texts: format.encodings.map { token(encoding: $0) })
  return object
}
