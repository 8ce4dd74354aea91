let doctorVerb = Verb(
  "doctor", synopsis: "", summary: "Report libraries, devices and rights, for a bug report",
  details: """
    Prints versions, the library and those that it loads, devices, rights for real
    time, limits, the keyring and the proxy, and what is missing. The report has no
    password and no token; the home folder is shown as ~.
    """, operands: (0...0, "doctor takes no arguments"), options: [.json]
) { (_, console) throws(Failure) in
  for finding in findings() { console.print(finding.record, or: finding.line) }
}

/// One line of the report.
private struct Finding {
  let name: String
  let text: String
  /// False: a feature is unavailable, and the text says what to do.
  var isPresent = true

  var record: Record {
    ["name": .text(name), "present": .flag(isPresent), "text": .text(shownText)]
  }
  var line: String { padded(name, to: 24) + (isPresent ? "" : "missing: ") + shownText }

  private var shownText: String {
    let home = environment("HOME") ?? []
    let bytes = text.hidingSecrets.array
    guard home.count > 1 else { return bytes.text }
    var shown = Bytes()
    var index = 0
    while index < bytes.count {
      let isHome = bytes[index...].starts(with: home)
      shown += isHome ? [0x7e] : [bytes[index]]
      index += isHome ? home.count : 1
    }
    return shown.text
  }
}

private func findings() -> [Finding] {
  var system = [CChar](repeating: 0, count: 1024)
  cli_copy_system(&system, system.count)
  let found = [
    Finding(name: "libaha", text: "\(aha_version_text()) in " + (mapped("libaha.so") ?? "?")),
    Finding(name: program, text: AHA_VERSION_TEXT),
    Finding(name: "system", text: bytes(of: system).text),
    Finding(name: "libsndfile", text: mapped("libsndfile.so") ?? "?"),
  ]
  return found + libraries() + devices() + rights() + online()
}

private func libraries() -> [Finding] {
  (0..<aha_component_count()).map { component(at: $0) } + [
    library("libqrencode.so.4", "--qr", package: "libqrencode4", isLoaded: cli_load_qr() != 0)
  ]
}

/// The path of a loaded library.
private func mapped(_ name: String) -> String? {
  var path = [CChar](repeating: 0, count: 4096)
  guard cli_copy_mapped(name, &path, path.count) != 0 else { return nil }
  return bytes(of: path).text
}

private func component(at index: UInt32) -> Finding {
  var info = aha_component_info_init()
  aha_component_get(index, &info)
  return library(
    shown(info.name), shown(info.feature), package: shown(info.package),
    isLoaded: aha_component_load(index) == AHA_OK)
}

/// A library that is loaded for a feature.
private func library(
  _ name: String, _ feature: String, package: String, isLoaded: Bool
) -> Finding {
  let advice = "for \(feature), install the package \(package)"
  return Finding(name: name, text: isLoaded ? mapped(name) ?? "?" : advice, isPresent: isLoaded)
}

private func devices() -> [Finding] {
  let all: [aha_device_info]
  do throws(Failure) { all = try allDevices() } catch {
    return [Finding(name: "devices", text: error.message, isPresent: false)]
  }
  let none = "no sound card for this user; \"null\" is there without hardware"
  if all.isEmpty { return [Finding(name: "devices", text: none, isPresent: false)] }
  return all.map { one in
    let isDefault = one.is_default_output != 0 || one.is_default_input != 0
    return Finding(
      name: "device" + (isDefault ? " (default)" : ""),
      text: "\(bytes(ofArray: one.id)): \(one.max_inputs) in, \(one.max_outputs) out, "
        + "\(one.default_sample_rate) Hz")
  }
}

private func rights() -> [Finding] {
  let limits = cli_get_limits()
  let isRealtime = cli_may_be_realtime() != 0
  let highest = limits.realtime_priority
  let allowed = highest > 0 ? "allowed, up to priority \(highest)" : "allowed"
  let refused = "not allowed; docs/troubleshooting.md, \"Rights for real time\", says how"
  return [
    Finding(name: "real time", text: isRealtime ? allowed : refused, isPresent: isRealtime),
    Finding(
      name: "limits",
      text: limit(limits.locked_memory) + " bytes of locked memory, "
        + limit(limits.open_files) + " open files"),
  ]
}

private func limit(_ value: Int64) -> String { value < 0 ? "unlimited" : "\(value)" }

private func online() -> [Finding] {
  let bus = environment("DBUS_SESSION_BUS_ADDRESS") != nil
  let hasTool = cli_is_in_path("secret-tool") != 0
  let keyring =
    !hasTool
    ? "secret-tool; install the package libsecret-tools"
    : bus ? "secret-tool and a session bus" : "a session bus (DBUS_SESSION_BUS_ADDRESS)"
  let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy"]
  let proxies = names.compactMap { name in
    environment(name).map { name + "=" + shown(withoutUser($0)) }
  }
  let variables = ["AHA_LOG", "AHA_MODULES", "SSL_CERT_FILE", "CURL_CA_BUNDLE", "XDG_STATE_HOME"]
  let set = variables.compactMap { name in environment(name).map { name + "=" + shown($0) } }
  return [
    Finding(name: "keyring", text: keyring, isPresent: hasTool && bus),
    Finding(name: "proxy", text: proxies.isEmpty ? "none" : joined(proxies)),
    Finding(name: "environment", text: set.isEmpty ? "nothing set" : joined(set)),
  ]
}

/// A proxy without its user and password. It need not be a URL: "ann:secret@proxy:3128" is one.
private func withoutUser(_ proxy: Bytes) -> Bytes {
  guard let at = proxy.lastIndex(of: 0x40) else { return proxy }
  return "...".array + proxy[at...]
}
